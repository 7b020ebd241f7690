"""What the projector in the hall shows: a welcome, the draw of the round that is played, or the stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments import embargo, hall
from tournaments.board import RoundBoard, round_board
from tournaments.models import Round
from tournaments.standing import queries

if TYPE_CHECKING:
    from tournaments.hall import Attendance
    from tournaments.models import Evening


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the stand; `rank` is None for a guest, `poedel` marks who is last."""

    rank: int | None
    name: str
    total: int
    poedel: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """`round`: of the draw, or the last one in the stand. `board` is there during a round, `stand` between rounds.

    `promise` stands in its place while the scores are kept back until the prize-giving, with the `clock` of the hall.
    """

    round: int
    attendance: Attendance
    board: RoundBoard | None = None
    stand: tuple[Place, ...] = ()
    final: bool = False
    promise: str = ""
    clock: str = ""

    @property
    def still_playing(self) -> str:
        """The tables that are waited for, once the first sheet is in; before that it is everybody."""
        if self.board is None or len(self.board.missing) == len(self.board.tiles):
            return ""
        return self.board.still_playing


def scene(evening: Evening) -> Scene:
    """A draft stays hidden: until it is published the hall sees what it saw before."""
    rounds = list(evening.rounds.order_by("number"))
    attendance = hall.attendance(evening, rounds)
    playing = next((round_ for round_ in rounds if round_.state == Round.State.PUBLISHED), None)
    if playing and not evening.is_closed:
        board = round_board(playing, require_check=evening.competition.require_check)
        return Scene(playing.number, attendance, board=board)
    closed = [round_.number for round_ in rounds if round_.state == Round.State.CLOSED]
    if not closed:
        return Scene(0, attendance)
    if embargo.in_force(evening):
        clock = embargo.hour(evening, timezone.now())
        return Scene(closed[-1], attendance, promise=embargo.promise(evening), clock=clock)
    final = evening.is_closed and not queries.waiting_sheets(evening)
    return Scene(closed[-1], attendance, stand=stand(evening), final=final)


def stand(evening: Evening) -> tuple[Place, ...]:
    """Everybody with a score this evening, best first; whether it may be seen is for the caller to ask."""
    listed = queries.evening_list(evening, queries.DESK)
    return tuple(Place(row.line.rank, row.who.name, row.line.total, row.line.poedel) for row in listed.rows)
