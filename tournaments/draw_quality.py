"""How good a draw is, in names: who plays together again tonight, who meets again, who sits out again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from tournaments.models import SitOut
from tournaments.pairing import History, couple
from tournaments.services.draw import pure_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.board import Place, RoundBoard, Tile
    from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class Again:
    """Two people who meet again, and at which table; `times` counts this time too."""

    table: int
    one: str
    other: str
    times: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """`repeats`: is there an earlier round tonight at all? The other figures are as the draw itself found them."""

    repeats: bool
    partners: tuple[Again, ...]
    opponents: tuple[Again, ...]
    sit_outs: tuple[str, ...]
    proven: bool
    completable: bool | None


def judge(round_: Round, board: RoundBoard) -> Judgement:
    """Compares a draw with the earlier rounds of its evening, in four queries."""
    earlier = round_.evening.rounds.filter(number__lt=round_.number).prefetch_related("tables__seats")
    tables = [pure_table(table) for played in earlier for table in played.tables.all()]
    met = History.from_tables(tables)
    sat_out = SitOut.objects.filter(
        round__evening=round_.evening_id, round__number__lt=round_.number, reason=SitOut.Reason.LOT
    )
    out_before = set(sat_out.values_list("entry_id", flat=True))
    partners, opponents = [], []
    for tile in board.tiles:
        we, they = _side(tile.we), _side(tile.they)
        for side in (we, they):
            partners += _again(tile, combinations(side.items(), 2), met.partners)
        opponents += _again(tile, product(we.items(), they.items()), met.opponents)
    return Judgement(
        repeats=bool(tables),
        partners=tuple(partners),
        opponents=tuple(opponents),
        sit_outs=tuple(waiting.name for waiting in board.waiting if waiting.entry in out_before),
        proven=bool(round_.quality.get("proven")),
        completable=round_.quality.get("completable"),
    )


def _side(places: list[Place]) -> dict[int, str]:
    """Entry and name of one side: two people, or one pair."""
    side: dict[int, str] = {}
    for place in places:
        side[place.entry] = f"{side[place.entry]} + {place.name}" if place.entry in side else place.name
    return side


def _again(
    tile: Tile, couples: Iterable[tuple[tuple[int, str], tuple[int, str]]], met: Mapping[tuple[int, int], int]
) -> list[Again]:
    return [
        Again(tile.number, one, other, before + 1)
        for (one_entry, one), (other_entry, other) in couples
        if (before := met.get(couple(one_entry, other_entry), 0))
    ]
