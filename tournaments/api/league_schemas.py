"""What the JSON interface answers about leagues and cups."""

from __future__ import annotations

import datetime

from ninja import Field, Schema


class MatchSide(Schema):
    """Home or away. Without an `id` it is still open who that will be, and the name says where it comes from."""

    id: int | None
    name: str
    score: int | None = Field(description="Over all tables of the match; null while not all sheets are in.")
    won: bool


class MatchAnswer(Schema):
    """A match of a division."""

    id: int
    day: int = Field(description="The match day, or the round of a knock-out.")
    date: datetime.date | None = Field(
        description="When it is or was played; null as long as no date is known."
    )
    place: str
    state: str = Field(description="planned, postponed, playing, played, awarded (without play) or cancelled")
    home: MatchSide
    away: MatchSide


class DivisionLine(Schema):
    """A row of the table of a division."""

    id: int
    rank: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    scored: int = Field(description="Card points with roem and pits, over all matches.")
    against: int
    points: int = Field(description="Match points, or the total of the scores where that counts.")
    by_hand: int = Field(description="Points given (+) or taken (-) by the organiser; they are in `points`.")


class DivisionAnswer(Schema):
    """A division, pool or knock-out: its table and its matches. A knock-out has no table."""

    id: int
    name: str
    level: int = Field(description="1 is the highest.")
    kind: str = Field(description="round_robin or knock_out")
    hidden: bool = Field(
        description="An evening is kept back until the prize-giving; its scores are not in the table yet."
    )
    promoted: int
    relegated: int
    lines: list[DivisionLine]
    matches: list[MatchAnswer]
