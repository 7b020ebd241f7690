"""Seasons for tests, from rows written down as people would."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.standing.ledger import COLUMNS, KINDS, NO_SCORE, Season, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Score:
    """One row: what `entry` has in a round of an evening."""

    entry: int
    evening: int
    round: int
    total: int
    kind: str = "played"
    table: int = 0
    side: int = 0
    against: int | None = None
    roem: int = 0
    pits: int = 0
    nats: int = 0
    match_points: int = 0
    weighs: bool = True

    @property
    def numbers(self) -> tuple[int, ...]:
        values = {
            "kind": KINDS.index(self.kind),
            "points": self.total - self.roem - 100 * self.pits,
            "against": NO_SCORE if self.against is None else self.against,
        }
        return tuple(values[name] if name in values else getattr(self, name) for name in COLUMNS)


def season_of(scores: Iterable[Score], **about: Any) -> Season:
    """A season of these rows; kinds with a row that does not weigh weigh nowhere that evening.

    Every evening counts unless `counts` says which do.
    """
    by_evening: dict[int, list[Score]] = defaultdict(list)
    for score in scores:
        by_evening[score.evening].append(score)
    return Season(
        **{
            "evenings": tuple(
                unpack(number, pack(score.numbers for score in rows)) for number, rows in by_evening.items()
            ),
            "counts": frozenset(by_evening),
            "weighs": {
                number: frozenset(KINDS) - {score.kind for score in rows if not score.weighs}
                for number, rows in by_evening.items()
            },
        }
        | about
    )


def evenings(**totals: Iterable[int | None]) -> list[Score]:
    """Evenings of one round: for each letter its scores in order, None where it has no row; A is entry 1."""
    return [
        Score(ord(letter) - ord("A") + 1, number, 1, total)
        for letter, scores in totals.items()
        for number, total in enumerate(scores, start=1)
        if total is not None
    ]


def table(evening: int, round_: int, number: int, north: dict[int, int], east: dict[int, int]) -> list[Score]:
    """The rows of a table of two sides: entries with what each scored."""
    return [
        Score(entry, evening, round_, total, table=number, side=side, against=max(others.values()))
        for side, (own, others) in enumerate(((north, east), (east, north)), start=1)
        for entry, total in own.items()
    ]
