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
    """The rating list of a club, best first; with ?on= of the end of that day, by all that is known now."""

    club: str = Field(description="The slug of the club.")
    on: datetime.date | None = Field(description="null: now.")
    hidden: bool = Field(
        description="An evening is kept back until the prize-giving: this is the list before it."
    )
    provisional: int = Field(description="How many rated players are not listed yet.")
    count: int = Field(description="Lines of all pages together.")
    offset: int
    lines: list[RatingLine]


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
    running: RunningRating | None = Field(
        description="null for who plays in no evening of now, and while one is kept back until the prize-giving."
    )
    history: list[HistoryPoint]
    count: int = Field(description="Rated rounds of all pages together.")
    offset: int
    rounds: list[RatedRound] = Field(description="The newest first.")
