"""Other ways to draw the next round, behind one door: other engines, another matching library, and greedy draws.

networkx, gacrux and swisspair are installed with the test group only; who asks for one that is missing gets ImportError.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tournaments.pairing import Draw, DrawInput, History, PairingRule, Quality, Table, draw_round
from tournaments.pairing.alternatives import Alternatives, tables_of
from tournaments.pairing.trf import write_trf
from tournaments.pairing.trf_draws import report_of

Pairs = list[tuple[int, int]]
A_ROUND, LUCK = 2592, 350
WINDOW = 12
"""How far down the standing a greedy draw of tables looks for the other three."""


class NoDrawError(Exception):
    """The engine made no draw, or none in which everybody is once."""


@dataclass
class Field:
    """An event of fixed pairs, or of people, so far; the lower number is the stronger."""

    size: int
    rounds: int
    seed: int
    tables: list[Table] = field(default_factory=list)
    points: Counter[int] = field(default_factory=Counter)
    rests: Counter[int] = field(default_factory=Counter)
    told: list[tuple[Draw, dict[int, int]]] = field(default_factory=list)

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(range(1, self.size + 1))

    def given(self) -> DrawInput:
        """What our next draw is made from, with the rounds to come in view."""
        number = len(self.told) + 1
        return DrawInput(
            self.entries,
            f"{self.seed} {number}",
            evening=History.from_tables(self.tables),
            sit_outs_evening=dict(self.rests),
            rounds_after=self.rounds - number,
            rule=PairingRule("swiss"),
            scores={entry: Fraction(points) for entry, points in self.points.items()},
            round_number=number,
        )

    def standing(self) -> list[int]:
        return sorted(self.entries, key=lambda entry: (-self.points[entry], entry))

    def play(self, tables: list[Table]) -> None:
        """Enters a round; who is at no table rests and gets the average."""
        random, won = Random(f"{self.seed} {len(self.told)}"), dict[int, int]()
        for table in tables:
            one, other = ((sum(side) / len(side)) for side in table.sides)
            share = A_ROUND // 2 + int(random.gauss(0, LUCK) + 1000 * (other - one) / self.size)
            won |= dict.fromkeys(table.north_south, share)
            won |= dict.fromkeys(table.east_west, A_ROUND - share)
        rest = tuple(entry for entry in self.entries if entry not in won)
        won |= dict.fromkeys(rest, A_ROUND // 2)
        nothing = Quality(0, 0, 0, 0, 0, proven=False, completable=None)
        self.told.append((Draw(tuple(tables), rest, nothing, ()), won))
        self.tables += tables
        self.points.update(won)
        self.rests.update(rest)


def faulty(field_: Field) -> tuple[int, int]:
    """Meetings of fixed pairs too many, and rests too many."""
    met = History.from_tables(field_.tables).opponents
    return sum(n - 1 for n in met.values()), sum(n - 1 for n in field_.rests.values())


def tables_of_pairs(pairs: Pairs) -> list[Table]:
    return [Table(number, (one,), (other,)) for number, (one, other) in enumerate(pairs, 1)]


def ours(field_: Field) -> list[Table]:
    return list(draw_round(field_.given(), "pairs").tables)


# Another matching library --------------------------------------------------------------------------------------


def graph_of(given: DrawInput, nearest: int | None) -> Any:
    """The goals of a draw by standing as a graph: all meetings, or of each pair those with the `nearest` next in rank."""
    import networkx

    draw = draw_round(given, "pairs")
    choice = Alternatives.around(draw, given, "pairs")
    standing = sorted(choice.players, key=lambda entry: (-given.scores[entry], entry))
    graph = networkx.Graph()
    for at, one in enumerate(standing):
        for other in standing[at + 1 : None if nearest is None else at + 1 + nearest]:
            graph.add_edge(one, other, weight=-_as_one(choice.table(next(tables_of((one, other))))))
        if choice.shape[1]:
            graph.add_edge(one, 0, weight=-_as_one(choice.rest(one)))
    return graph


def _as_one(prices: tuple[int, ...]) -> int:
    number = 0
    for price in prices:
        number = number * 10**12 + price
    return number


def by_networkx(graph: Any) -> int:
    """The price of the cheapest matching."""
    import networkx

    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return -sum(graph[one][other]["weight"] for one, other in found)


def price_of(draw: Draw, given: DrawInput) -> int:
    return _as_one(Alternatives.around(draw, given, "pairs").of(draw))


# Other engines -------------------------------------------------------------------------------------------------


def by_swisspair(field_: Field) -> list[Table]:
    import swisspair

    met = History.from_tables(field_.tables).opponents
    unwilling: dict[int, set[str]] = {entry: set() for entry in field_.entries}
    for one, other in met:
        unwilling[one].add(str(other))
        unwilling[other].add(str(one))
    players = [
        swisspair.Player(
            id=str(entry),
            points=field_.points[entry],
            rank=rank,
            can_get_bye=not field_.rests[entry],
            cannot_be_paired_against_ids=unwilling[entry],
        )
        for rank, entry in enumerate(field_.standing(), 1)
    ]
    try:
        matches = swisspair.create_matches(players)
    except Exception as error:  # the library raises whatever its C++ throws
        raise NoDrawError(str(error)) from error
    return _checked(field_, [(int(one.p1.id), int(one.p2.id)) for one in matches if one.p2 is not None])


def report_text(field_: Field) -> str:
    """The event as a report that chess engines read."""
    names = {entry: f"Pair {entry}" for entry in field_.entries}
    report, _numbers = report_of(
        "Bench",
        names,
        field_.told,
        announced=field_.rounds,
        strengths={entry: Fraction(field_.size - entry + 1) for entry in field_.entries},
    )
    return write_trf(report)


def by_gacrux(field_: Field, report: str) -> list[Table]:
    from gacrux.pairingchecker import pairingchecker

    with tempfile.TemporaryDirectory() as folder:
        told, answer = Path(folder) / "event.trf", Path(folder) / "pairs.txt"
        told.write_text(report, encoding="utf-8")
        arguments = [
            "gacrux",
            "-i",
            str(told),
            "-f",
            "TRF",
            "-b",
            "utf-8",
            "-p",
            "-d",
            "T",
            "-o",
            str(answer),
        ]
        before, sys.argv = sys.argv, arguments
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                pairingchecker().common_main()
        except (Exception, SystemExit) as error:
            raise NoDrawError(str(error)) from error
        finally:
            sys.argv = before
        lines = answer.read_text(encoding="utf-8").splitlines()[1:] if answer.exists() else []
    pairs = [tuple(map(int, line.split())) for line in lines if line.strip()]
    return _checked(field_, [(one, other) for one, other in pairs if one and other])


def _checked(field_: Field, pairs: Pairs) -> list[Table]:
    seated = [entry for pair in pairs for entry in pair]
    if len(set(seated)) != len(seated) or len(seated) != field_.size - field_.size % 2:
        raise NoDrawError("somebody is left out, or seated twice")
    return tables_of_pairs(pairs)


# Greedy --------------------------------------------------------------------------------------------------------


def greedy_pairs(field_: Field) -> list[Table]:
    """From the top, each with the next that it has not met; with the next of all when there is none."""
    met = History.from_tables(field_.tables).opponents
    left, pairs = field_.standing(), Pairs()
    if len(left) % 2:
        left.remove(min(reversed(left), key=lambda entry: field_.rests[entry]))
    while left:
        one = left.pop(0)
        new = [other for other in left if (min(one, other), max(one, other)) not in met]
        pairs.append((one, (new or left)[0]))
        left.remove(pairs[-1][1])
    return tables_of_pairs(pairs)


def greedy_tables(field_: Field) -> list[Table]:
    """From the top, each with the three of the next dozen at the least price, by the goals of a draw by standing."""
    given = field_.given()
    history = given.evening
    left, tables = field_.standing(), list[Table]()
    for _rest in range(len(left) % 4):
        left.remove(min(reversed(left), key=lambda entry: field_.rests[entry]))
    place = {entry: rank for rank, entry in enumerate(left)}
    while left:
        first, near = left[0], left[1 : WINDOW + 1]
        tables.append(
            min(
                (table for three in combinations(near, 3) for table in tables_of((first, *three))),
                key=lambda table: _greedy_price(table, history, place),
            )
        )
        left = [entry for entry in left if entry not in tables[-1].entries]
    return tables


def _greedy_price(table: Table, history: History, place: dict[int, int]) -> float:
    again = sum(history.partners.get(pair, 0) for pair in table.partners)
    met = sum(history.opponents.get(pair, 0) ** 2 for pair in table.opponents)
    wide = sum((place[a] - place[b]) ** 2 for a, b in combinations(table.entries, 2)) / 6
    tilt = abs(sum(place[e] for e in table.north_south) - sum(place[e] for e in table.east_west))
    return 1e6 * again + 400 * met + wide + tilt
