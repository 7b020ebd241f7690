"""What a consequence is: a list in which somebody moves, or sentences; and who looks for one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from klaverclub.templatetags.figures import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from tournaments.models import Competition

    Look = Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands in a list: the rank (None: shown without one) and the value, as it is printed."""

    rank: int | None
    value: str


@dataclass(frozen=True, slots=True)
class Moved:
    """One line of a list before and after; None where there was none or is none any more."""

    name: str
    before: Place | None
    after: Place | None

    @property
    def places(self) -> int:
        """Places won (+) or lost (−)."""
        if not (self.before and self.after and self.before.rank and self.after.rank):
            return 0
        return self.before.rank - self.after.rank


@dataclass(frozen=True, slots=True)
class Part:
    """One consequence: a list in which somebody moves, or sentences; `to_do` where they ask for something afterwards.

    of: what the values of the list are; empty: points.
    """

    title: str
    moved: tuple[Moved, ...] = ()
    lines: tuple[str, ...] = ()
    to_do: bool = False
    of: str = ""

    @property
    def has_ranks(self) -> bool:
        """Whether anybody in the list has a place."""
        return any(place and place.rank for line in self.moved for place in (line.before, line.after))


@dataclass(frozen=True, slots=True)
class Watcher:
    """One kind of consequence.

    `look` reads it from the database, for a competition in which something changes from an evening of this number
    on: a mapping of plain values, in a fixed order. `tell` makes the parts of the difference; it is asked only when
    there is one.
    """

    key: str
    look: Callable[[Competition, int], Look]
    tell: Callable[[Look, Look], Iterator[Part]]


def only(look: Look, of: object) -> dict[int, tuple[str, int | None, Fraction | int | None]]:
    """The lines of one list out of a look that holds several, by entry: its keys are (list, entry)."""
    return {key[1]: line for key, line in look.items() if key[0] == of}


def list_part(
    title: str, before: Mapping[int, Any], after: Mapping[int, Any], decimals: int, *, of: str = ""
) -> Iterator[Part]:
    """Everybody whose rank or value is another, best first as it will be."""
    changed = [entry for entry in {**after, **before} if before.get(entry) != after.get(entry)]
    if changed:
        yield Part(
            title,
            of=of,
            moved=tuple(
                Moved(
                    name=(after.get(entry) or before[entry])[0],
                    before=_place(before.get(entry), decimals),
                    after=_place(after.get(entry), decimals),
                )
                for entry in changed
            ),
        )


def _place(line: tuple[str, int | None, Fraction | int | None] | None, decimals: int) -> Place | None:
    if line is None:
        return None
    _name, rank, value = line
    return Place(rank, "–" if value is None else figure(value, decimals))
