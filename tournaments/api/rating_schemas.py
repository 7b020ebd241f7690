"""What the JSON interface answers about ratings and players. Field descriptions are its documentation."""

from __future__ import annotations

import datetime

from ninja import Field, Schema


class RatingValue(Schema):
    """A rating: 1500 is an average player, and each point one of a round more than average opponents make."""

    rating: int = Field(description="Rounded half up, as the pages print it.")
    band: int = Field(description="In 8 of 10 cases the real strength lies within rating ± band.")
    status: str = Field(
        description="provisional (fewer than 30 rated rounds), developing (fewer than 90) or established"
    )
    rounds: int = Field(description="Rated rounds, also those in other clubs.")


class RunningRating(Schema):
    """What a rating would become by the rounds so far of an evening that is not closed. Not counted yet."""

    rating: int = Field(description="About: sheets can still change.")
    rounds: int = Field(description="Rated rounds so far that are not counted yet.")
    date: datetime.date = Field(description="Of the evening.")
    again: bool = Field(
        description="The evening was closed and is open again: it counts as it was, until it is closed again."
    )


class RatingLine(RatingValue):
    """One line of a rating list; provisional players stand in none."""

    id: int = Field(description="Of the person; the same in every answer.")
    name: str = Field(description="As its owner wants it shown; who is hidden is not listed.")
    rank: int | None = Field(
        description="Shared by who can hardly be told apart; null for who is not established."
    )
    running: RunningRating | None = Field(
        description="null for who plays in no evening of now, and while one is kept back until the prize-giving; "
        "also with ?on=."
    )


class RatingListAnswer(Schema):
    """The rating list of a club, best first; with ?on= of the end of that day, by all that is known now or as made known.

    Places are those of everybody: one that nobody has belongs to who is not listed.
    """

    club: str = Field(description="The slug of the club.")
    on: datetime.date | None = Field(description="null: now.")
    which: str | None = Field(
        description="What ?list= asked for of that day: corrected (by all that is known now) or known (as it had been"
        " made known by then). null: now."
    )
    competition: int | None = Field(description="Only who takes part in it, with places among them.")
    hidden: bool = Field(
        description="An evening is kept back until the prize-giving: this is the list before it."
    )
    provisional: int = Field(description="How many rated players are not listed yet.")
    count: int = Field(description="Lines of all pages together.")
    offset: int
    lines: list[RatingLine]


class Pair(Schema):
    """How strong two are together, in points of a round against two average opponents."""

    value: int = Field(description="Rounded half up, as the pages print it.")
    band: int = Field(description="In 8 of 10 cases the real strength lies within value ± band.")
    rounds: int = Field(description="Rated rounds together, also those in other clubs.")


class PlayerName(Schema):
    """Somebody with a page."""

    id: int = Field(description="Of the person; the same in every answer.")
    name: str = Field(description="As its owner wants it shown; who is hidden is not listed.")


class PairLine(Pair):
    """Two who nearly always play together."""

    players: list[PlayerName] = Field(description="Two, by name.")


class PairListAnswer(Schema):
    """Regular partners of a club with 30 rated rounds together or more, the best first."""

    club: str = Field(description="The slug of the club.")
    on: datetime.date | None = Field(description="The end of that day, by all that is known now; null: now.")
    hidden: bool = Field(
        description="An evening is kept back until the prize-giving: these are the pairs before it."
    )
    count: int = Field(description="Lines of all pages together.")
    offset: int
    lines: list[PairLine]


class Partner(Pair):
    """A player with the regular partner: who plays over 60 % of the last 60 rated rounds together."""

    partner: PlayerName


class Meeting(Schema):
    """Rounds of two people at one table, seen from the first of them."""

    rounds: int
    won: int
    difference: int = Field(description="Points more than the opponents, of all rounds together.")
    above: float = Field(description="Points a round above expectation.")
    reach: float = Field(
        description="How far luck alone reaches either way after as many rounds, the best and worst of all who are"
        " compared being looked at."
    )
    clear: bool = Field(description="Ten rounds or more, and beyond the reach of luck.")


class HistoryPoint(Schema):
    """The rating on a day: as it was made known, and what is known of that day now."""

    date: datetime.date
    known: float | None = Field(description="null where nothing was made known on that day.")
    band: float | None
    now: float | None = Field(description="null where no round was played on that day.")
    corrected: bool = Field(description="Whether a correction was made known on that day.")


class RatedRound(Schema):
    """A rated round as the player saw it, in points of a round; change = share x surprise."""

    date: datetime.date
    competition: int
    evening: int = Field(description="Its number in the competition.")
    round: int
    partner: str
    opponents: list[str]
    result: int = Field(description="Points more than the opponents.")
    expected: float
    chance: float = Field(description="To have more points than the opponents, before the round: 0 to 1.")
    surprise: float
    share: float = Field(description="The part of the surprise that is put down to this player: 0 to 1.")
    change: float
    after: float = Field(description="The rating after the round.")


class PlayerAnswer(Schema):
    """A player of a club; rounds of other clubs are counted in the rating but not listed."""

    id: int
    name: str = Field(description="As its owner wants it shown; who is hidden has no answer.")
    club: str = Field(description="The slug of the club.")
    rating: RatingValue | None = Field(description="null for who has no rated round yet.")
    pair: Partner | None = Field(
        description="Beside the rating of who has a regular partner: the band of the rating is wider then, that of the"
        " pair is not. null without one, or where the partner is not shown."
    )
    running: RunningRating | None = Field(
        description="null for who plays in no evening of now, and while one is kept back until the prize-giving."
    )
    history: list[HistoryPoint]
    count: int = Field(description="Rated rounds of all pages together.")
    offset: int
    rounds: list[RatedRound] = Field(description="The newest first.")


class VersusAnswer(Schema):
    """Two players of a club: against each other and together, seen from the first; rounds of other clubs are left out."""

    club: str = Field(description="The slug of the club.")
    players: list[PlayerName] = Field(description="The two of the address, in its order.")
    against: Meeting | None = Field(description="null where they never were opponents.")
    together: Meeting | None = Field(description="null where they never were partners.")
    pair: Pair | None = Field(description="null where they never were partners.")
    count: int = Field(description="Rounds at the same table, of all pages together.")
    offset: int
    rounds: list[RatedRound] = Field(description="The newest first.")


class PlayersAnswer(Schema):
    """Who of a club has a page, by name; with ?q= those with words that begin so, accents and case aside."""

    club: str = Field(description="The slug of the club.")
    count: int = Field(description="Lines of all pages together.")
    offset: int
    players: list[PlayerName]
