"""What the JSON interface answers with. Field descriptions are its documentation; changing one is a new version."""

from __future__ import annotations

import datetime

from ninja import Field, Schema


class CompetitionLink(Schema):
    """A season or tournament of a club."""

    id: int
    name: str
    season: str = Field(description="Such as 2026/27; empty when it is no season.")
    kind: str = Field(description="individual, pairs or teams")
    closed: bool = Field(description="Whether the season is over.")


class ClubAnswer(Schema):
    """A club and what it plays for, newest first."""

    name: str
    town: str
    slug: str
    time_zone: str = Field(description="IANA name, such as Europe/Amsterdam.")
    competitions: list[CompetitionLink]


class EveningLink(Schema):
    """An evening of a competition."""

    id: int
    number: int
    name: str
    date: datetime.date = Field(
        description="Local to the club; what is typed after midnight still belongs to it."
    )
    counts: bool = Field(description="Whether it counts for the official standing.")
    closed: bool
    hidden: bool = Field(description="Its scores are kept back until the prize-giving.")


class Rules(Schema):
    """The rules in plain words, a list of sentences a subject."""

    subject: str
    sentences: list[str]


class PeriodAnswer(Schema):
    """A part of the season, by the numbers of its first and last evening."""

    first: int
    last: int


class CompetitionAnswer(CompetitionLink):
    """A competition with its evenings in the order of play."""

    club: str = Field(description="The slug of the club.")
    titles: list[str] = Field(description="Standings besides the official one; ask for them with ?title=.")
    periods: list[PeriodAnswer] = Field(
        description="Parts of the season with a standing each; ask for the first with ?period=1."
    )
    evenings: list[EveningLink]
    rules: list[Rules]


class StandingLine(Schema):
    """One line of a standing. Who has no rank is shown only; `why_no_rank` says why."""

    id: int = Field(description="Of the person, pair or team; the same in every answer.")
    rank: int | None = Field(description="Equal results share a rank: 1, 2, 2, 4.")
    name: str = Field(description="As its owner wants it shown.")
    guest: bool
    value: str | None = Field(
        description="What is ranked, rounded half up: points, or an average, or match points."
    )
    gap: str | None = Field(description="Behind the leader, in the unit of `value`.")
    moved: int | None = Field(description="Places won (+) or lost (-) on the last evening.")
    total: int = Field(description="All points of the season.")
    evenings: int = Field(description="Evenings attended.")
    rounds: int = Field(description="Rounds played at a table.")
    pits: int
    nats: int
    roem: int
    why_no_rank: str


class Standing(Schema):
    """A standing. `provisional`: an evening is not closed yet, or not everything is checked."""

    competition: int
    title: str = Field(description="Empty for the official standing, and for that of a period.")
    period: int | None = Field(description="Which period this is of; null for that of the whole season.")
    provisional: bool
    hidden: bool = Field(description="Kept back until the prize-giving: there are no lines then.")
    rule: list[str]
    count: int = Field(description="Lines of all pages together.")
    offset: int
    lines: list[StandingLine]


class RoundScore(Schema):
    """What one has in one round. `kinds` is empty for a round simply played, and else for example sit_out, late."""

    round: int
    points: int | None = Field(description="null while the sheet is not in.")
    kinds: list[str]


class EveningLine(Schema):
    """One line of the result of an evening."""

    id: int
    rank: int | None
    name: str
    guest: bool
    rounds: list[RoundScore]
    total: int
    pits: int
    nats: int
    roem: int


class EveningResult(Schema):
    """The result of an evening as far as its sheets are in; without lines while `evening` is hidden."""

    evening: EveningLink
    provisional: bool
    lines: list[EveningLine]


class TableSide(Schema):
    """Who played together, and what they scored; null while the sheet is not in."""

    names: list[str]
    points: int | None


class TableAnswer(Schema):
    """A table of a round. At tables where everybody plays alone each is a side."""

    number: int
    sides: list[TableSide]


class RoundAnswer(Schema):
    """A published round, its tables in order, and who rests."""

    number: int
    closed: bool
    tables: list[TableAnswer]
    rests: list[str]


class Date(Schema):
    """Something on a day: an evening of play, or a match of a league."""

    kind: str = Field(description="evening or match")
    date: datetime.date
    title: str
    competition: int
    place: str
    cancelled: bool


class Problem(Schema):
    """Why there is no answer, in words."""

    detail: str
