"""Promotion and relegation: who plays at which level next season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finish:
    """A division at the end of its season: its entries, best first, with their ranks (equal ones share a rank).

    level 1 is the highest. promoted and relegated: how many go up and down.
    """

    division: int
    level: int
    entries: tuple[int, ...]
    ranks: tuple[int, ...]
    promoted: int = 0
    relegated: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """An entry that changes division; `tied`: it shares its place with one that stays, so somebody must decide."""

    entry: int
    origin: int
    target: int
    way: Literal["up", "down"]
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Movements:
    """Who moves, and the divisions of next season: those who came down first, then who stayed, then who came up."""

    moves: tuple[Move, ...]
    divisions: dict[int, tuple[int, ...]]


def next_season(finishes: Sequence[Finish]) -> Movements:
    """The divisions of next season.

    From the highest level nobody goes up, from the lowest nobody down. Where several divisions stand at the level that
    takes them, each goes to the one that then has the fewest entries, so sizes stay about equal. Nobody moves both
    ways: in a division too small for both, going up comes first.
    """
    levels = sorted({finish.level for finish in finishes})
    leaving: list[tuple[Finish, int, Literal["up", "down"], int]] = []
    for finish in sorted(finishes, key=lambda finish: (finish.level, finish.division)):
        at = levels.index(finish.level)
        up = min(finish.promoted, len(finish.entries)) if at > 0 else 0
        down = min(finish.relegated, len(finish.entries) - up) if at < len(levels) - 1 else 0
        leaving += [(finish, place, "up", levels[at - 1]) for place in range(up)]
        first_down = len(finish.entries) - down
        leaving += [
            (finish, place, "down", levels[at + 1]) for place in range(first_down, len(finish.entries))
        ]
    return _placed(finishes, leaving)


def _placed(
    finishes: Sequence[Finish], leaving: Sequence[tuple[Finish, int, Literal["up", "down"], int]]
) -> Movements:
    gone = {finish.entries[place] for finish, place, _way, _level in leaving}
    stay = {finish.division: [entry for entry in finish.entries if entry not in gone] for finish in finishes}
    came: dict[str, dict[int, list[int]]] = {way: {key: [] for key in stay} for way in ("up", "down")}
    moves = []
    for finish, place, way, level in leaving:
        choices = sorted(other.division for other in finishes if other.level == level)
        target = min(choices, key=lambda key: len(stay[key]) + len(came["up"][key]) + len(came["down"][key]))
        came[way][target].append(finish.entries[place])
        tied = any(
            finish.ranks[other] == finish.ranks[place] and finish.entries[other] not in gone
            for other in range(len(finish.entries))
        )
        moves.append(Move(finish.entries[place], finish.division, target, way, tied))
    divisions = {key: (*came["down"][key], *stay[key], *came["up"][key]) for key in stay}
    return Movements(tuple(moves), divisions)
