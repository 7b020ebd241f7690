"""Movements for fixed pairs: who moves to which table after each round, so that nobody meets anybody twice.

With an odd number of pairs the last number does not exist: who would meet it rests.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.pairing.model import Table
from tournaments.pairing.schedules.model import PlannedRound, Schedule, ScheduleError
from tournaments.sentences import gettext_noop

FEWEST, MOST = 4, 200
"""Pairs in a movement."""

Meeting = tuple[int, int]


def movement(method: str, pairs: int, rounds: int) -> Schedule:
    """The schedule of so many rounds for `pairs` pairs, by "mitchell", "howell" or "move_up".

    Raises ScheduleError for a number of pairs outside 4..200, and for more rounds than the movement has.
    """
    if not FEWEST <= pairs <= MOST:
        raise ScheduleError(
            gettext_noop("A movement is for %(fewest)s to %(most)s pairs, not %(pairs)s."),
            fewest=FEWEST,
            most=MOST,
            pairs=pairs,
        )
    if not 1 <= rounds <= most_rounds(method, pairs):
        raise _too_many(method, pairs, rounds)
    tables = (pairs + 1) // 2
    meetings = [_MEETINGS[method](tables, played) for played in range(rounds)]
    return Schedule(method, "", pairs, tuple(_planned(pairs, met) for met in meetings))


def most_rounds(method: str, pairs: int) -> int:
    """How many rounds can be played before somebody meets a pair again."""
    tables = (pairs + 1) // 2
    return 2 * tables - 1 if method == "howell" else tables


def _too_many(method: str, pairs: int, rounds: int) -> ScheduleError:
    params = {"pairs": pairs, "rounds": rounds, "most": most_rounds(method, pairs)}
    if method != "howell" and 1 <= rounds <= most_rounds("howell", pairs):
        return ScheduleError(
            gettext_noop(
                "With %(pairs)s pairs this movement has %(most)s rounds, not %(rounds)s: then everybody has been at "
                "every table. Plan fewer rounds, or choose the Howell movement, which goes on."
            ),
            **params,
        )
    return ScheduleError(
        gettext_noop(
            "With %(pairs)s pairs this movement has 1 to %(most)s rounds, not %(rounds)s: then every pair has met "
            "every other."
        ),
        **params,
    )


def _mitchell(tables: int, played: int) -> list[Meeting]:
    """The even pairs sit; the odd ones go one table up after each round, from the last to the first."""
    return [(2 * table + 2, 2 * ((table - played) % tables) + 1) for table in range(tables)]


def _move_up(tables: int, played: int) -> list[Meeting]:
    """The odd pairs go one table up and the even ones one down.

    With an even number of tables they would meet again halfway: there the even pairs skip a table, once.
    """
    skipped = int(tables % 2 == 0 and played >= tables // 2)
    return [
        (2 * ((table - played) % tables) + 1, 2 * ((table + played + skipped) % tables) + 2)
        for table in range(tables)
    ]


def _howell(tables: int, played: int) -> list[Meeting]:
    """The last pair stays at table 1, all others follow each other round (the circle method of E. Lucas, 1883)."""
    moving = 2 * tables - 1
    first = (2 * tables, played % moving + 1)
    others = [((played + gap) % moving + 1, (played - gap) % moving + 1) for gap in range(1, tables)]
    return [first if played % 2 == 0 else (first[1], first[0]), *others]


_MEETINGS: dict[str, Callable[[int, int], list[Meeting]]] = {
    "mitchell": _mitchell,
    "howell": _howell,
    "move_up": _move_up,
}


def _planned(pairs: int, meetings: list[Meeting]) -> PlannedRound:
    """Tables in their places, without the one at which somebody would meet the pair that does not exist."""
    tables = tuple(
        Table(number, (one,), (other,))
        for number, (one, other) in enumerate(meetings, 1)
        if max(one, other) <= pairs
    )
    resting = tuple(min(one, other) for one, other in meetings if max(one, other) > pairs)
    return PlannedRound(tables, resting)
