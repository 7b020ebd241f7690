"""What a draw is made from and what it is: plain values, the same for individuals and for fixed pairs.

An entry is a whole number: a person, or a fixed pair. A side of a table is two people, or one pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from tournaments.pairing.rule import PairingRule
from tournaments.sentences import RefusalError, Sentence, gettext_noop

Couple = tuple[int, int]


class DrawError(RefusalError):
    """No draw can be made from this; the sentence says why and what would help."""


def couple(one: int, other: int) -> Couple:
    """Two entries in the order of their numbers, so that either order means the same."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one round: two people a side, North and South against East and West; or one entry a side.

    `third` is the third party at a table of three, where everybody plays for himself; empty elsewhere.
    """

    number: int
    north_south: tuple[int, ...]
    east_west: tuple[int, ...]
    third: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who play together: two sides, or three."""
        return (
            (self.north_south, self.east_west, self.third)
            if self.third
            else (self.north_south, self.east_west)
        )

    @property
    def entries(self) -> tuple[int, ...]:
        return self.north_south + self.east_west + self.third

    @property
    def seats(self) -> dict[str, int]:
        """Who sits where, clockwise from North; at a table of pairs a pair sits in both of its seats."""
        north, south = self.north_south[0], self.north_south[-1]
        east, west = self.east_west[0], self.east_west[-1]
        return {"N": north, "E": east, "S": south, "W": west}

    @property
    def partners(self) -> list[Couple]:
        return [couple(*pair) for side in self.sides for pair in combinations(side, 2)]

    @property
    def opponents(self) -> list[Couple]:
        return [couple(*pair) for one, other in combinations(self.sides, 2) for pair in product(one, other)]

    def to_json(self) -> list[Any]:
        return [self.number, *(list(side) for side in self.sides)]

    @classmethod
    def from_json(cls, data: Iterable[Any]) -> Table:
        number, *sides = data
        return cls(number, *(tuple(side) for side in sides))


@dataclass(frozen=True, slots=True)
class History:
    """How often two entries were partners and opponents; a couple that is not listed never met.

    Couples may be given either way round; they are kept lowest number first.
    """

    partners: Mapping[Couple, int] = field(default_factory=dict)
    opponents: Mapping[Couple, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "partners", _tidy(self.partners))
        object.__setattr__(self, "opponents", _tidy(self.opponents))

    @classmethod
    def from_tables(cls, tables: Iterable[Table]) -> History:
        """Counts the meetings at these tables, of one round or many."""
        partners: Counter[Couple] = Counter()
        opponents: Counter[Couple] = Counter()
        for table in tables:
            partners.update(table.partners)
            opponents.update(table.opponents)
        return cls(partners, opponents)

    def to_json(self) -> dict[str, object]:
        return {"partners": _counts_to_json(self.partners), "opponents": _counts_to_json(self.opponents)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> History:
        return cls(_counts_from_json(data["partners"]), _counts_from_json(data["opponents"]))


def _counts_to_json(counts: Mapping[Couple, int]) -> list[list[int]]:
    return [[*pair, times] for pair, times in sorted(counts.items())]


def _counts_from_json(data: Iterable[tuple[int, int, int]]) -> dict[Couple, int]:
    return {(one, other): times for one, other, times in data}


def _tidy(counts: Mapping[Couple, int]) -> Mapping[Couple, int]:
    tidy: Counter[Couple] = Counter()
    for pair, times in counts.items():
        tidy[couple(*pair)] += times
    return tidy


@dataclass(frozen=True, slots=True)
class Apart:
    """Entries that should not meet at one table: a family, clubmates, a sponsor's guests, or by wish.

    worth: a meeting of two of them is avoided as if it were a gap of so many ranks, 1 to 1,000; None: never, as long
    as any draw exists. name: as the organiser calls the group.
    """

    entries: frozenset[int]
    worth: int | None = None
    name: str = ""

    def to_json(self) -> dict[str, object]:
        return {"entries": sorted(self.entries), "worth": self.worth, "name": self.name}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Apart:
        return cls(frozenset(data["entries"]), data["worth"], data["name"])


@dataclass(frozen=True, slots=True)
class DrawInput:
    """Everything a draw depends on; the same input gives the same draw on every machine.

    entries: who is in the hall, in any order. seed: the lot; take a new one for another draw.
    evening: meetings in earlier rounds of this evening. season: meetings on earlier evenings.
    sit_outs_evening, sit_outs_season: how often each sat out; who is not listed never did.
    must_sit_out: present but not to be seated. sit_out_first: who sits out before all others if anybody must
    (late arrivals, volunteers).
    locked: tables that stay as they are; their entries are in `entries` too.
    table_numbers: the numbers to hand out, lowest first; 1, 2, 3 … without it.
    rounds_after: rounds announced after this one tonight; the draw leaves room for them.

    For a draw by standing also (all may be left out):
    scores: the standing of each entry before this round, higher is better; who is not listed has none yet.
    strengths: playing strength for the first round and for balanced sides, higher is better.
    round_number: the number of this round within the event, from 1.
    apart: groups whose members should not meet. fixed_tables: entries that cannot move, and their table.
    seats_before: how often each entry sat on N, E, S and W in this event. tables_before: how often at which table.
    partners_wanted, opponents_wanted: couples, lowest number first, that must be partners, or meet; a draw without
    them is refused.
    met_in_round: in which round of the event fixed pairs met last. Where a rematch cannot be avoided the oldest comes
    first; who is not listed counts as longest ago.
    threes_before: how often each entry sat at a table of three in this event.
    set_tables: where the four stay together, the tables of the earlier rounds of this set of three, oldest round
    first; none: a new set begins.
    """

    entries: tuple[int, ...]
    seed: int | str
    evening: History = field(default_factory=History)
    season: History = field(default_factory=History)
    sit_outs_evening: Mapping[int, int] = field(default_factory=dict)
    sit_outs_season: Mapping[int, int] = field(default_factory=dict)
    must_sit_out: frozenset[int] = frozenset()
    sit_out_first: frozenset[int] = frozenset()
    locked: tuple[Table, ...] = ()
    table_numbers: tuple[int, ...] | None = None
    rounds_after: int = 0
    rule: PairingRule = field(default_factory=PairingRule)
    scores: Mapping[int, Fraction] = field(default_factory=dict)
    strengths: Mapping[int, Fraction] = field(default_factory=dict)
    round_number: int = 1
    apart: tuple[Apart, ...] = ()
    fixed_tables: Mapping[int, int] = field(default_factory=dict)
    seats_before: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    tables_before: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    partners_wanted: frozenset[Couple] = frozenset()
    opponents_wanted: frozenset[Couple] = frozenset()
    met_in_round: Mapping[Couple, int] = field(default_factory=dict)
    threes_before: Mapping[int, int] = field(default_factory=dict)
    set_tables: tuple[Table, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Everything, in plain values that JSON keeps as they are; numbers of points as "a/b"."""
        return {
            "entries": list(self.entries),
            "seed": self.seed,
            "evening": self.evening.to_json(),
            "season": self.season.to_json(),
            "sit_outs_evening": _pairs(self.sit_outs_evening),
            "sit_outs_season": _pairs(self.sit_outs_season),
            "must_sit_out": sorted(self.must_sit_out),
            "sit_out_first": sorted(self.sit_out_first),
            "locked": [table.to_json() for table in self.locked],
            "table_numbers": None if self.table_numbers is None else list(self.table_numbers),
            "rounds_after": self.rounds_after,
            "rule": self.rule.to_json(),
            "scores": [[entry, str(points)] for entry, points in sorted(self.scores.items())],
            "strengths": [[entry, str(points)] for entry, points in sorted(self.strengths.items())],
            "round_number": self.round_number,
            "apart": [group.to_json() for group in self.apart],
            "fixed_tables": _pairs(self.fixed_tables),
            "seats_before": [[entry, dict(seats)] for entry, seats in sorted(self.seats_before.items())],
            "tables_before": [[entry, _pairs(times)] for entry, times in sorted(self.tables_before.items())],
            "partners_wanted": sorted(map(list, self.partners_wanted)),
            "opponents_wanted": sorted(map(list, self.opponents_wanted)),
            "met_in_round": _counts_to_json(self.met_in_round),
            "threes_before": _pairs(self.threes_before),
            "set_tables": [table.to_json() for table in self.set_tables],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DrawInput:
        """What `to_json` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        numbers = data["table_numbers"]
        return cls(
            entries=tuple(data["entries"]),
            seed=data["seed"],
            evening=History.from_json(data["evening"]),
            season=History.from_json(data["season"]),
            sit_outs_evening=dict(data["sit_outs_evening"]),
            sit_outs_season=dict(data["sit_outs_season"]),
            must_sit_out=frozenset(data["must_sit_out"]),
            sit_out_first=frozenset(data["sit_out_first"]),
            locked=tuple(Table.from_json(table) for table in data["locked"]),
            table_numbers=None if numbers is None else tuple(numbers),
            rounds_after=data["rounds_after"],
            rule=PairingRule.from_json(data["rule"]),
            scores={entry: Fraction(points) for entry, points in data["scores"]},
            strengths={entry: Fraction(points) for entry, points in data["strengths"]},
            round_number=data["round_number"],
            apart=tuple(Apart.from_json(group) for group in data["apart"]),
            fixed_tables=dict(data["fixed_tables"]),
            seats_before={entry: dict(seats) for entry, seats in data["seats_before"]},
            tables_before={entry: dict(times) for entry, times in data["tables_before"]},
            partners_wanted=frozenset((one, other) for one, other in data["partners_wanted"]),
            opponents_wanted=frozenset((one, other) for one, other in data["opponents_wanted"]),
            met_in_round=_counts_from_json(data["met_in_round"]),
            threes_before=dict(data["threes_before"]),
            set_tables=tuple(Table.from_json(table) for table in data["set_tables"]),
        )


def _pairs(values: Mapping[int, int]) -> list[list[int]]:
    """Entries as JSON keeps them: its keys are texts, so a mapping becomes a list."""
    return [[key, value] for key, value in sorted(values.items())]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a draw is. Lower is better in every figure.

    repeated_partners: sides that already played together tonight. repeated_opponents: couples of opponents that
    already met so tonight. crossed: partners who were opponents tonight, or the reverse.
    second_sit_outs: who sits out and already did tonight. cost: in the weights of the rule.
    proven: nothing cheaper exists for those who play. completable: the announced rounds can still be played
    without repeating a partner (for pairs: an opponent); None when none is announced, False when no way was
    found within the search.
    spread: the mean over the tables of the ranks between first and last at the table, in tenths of a rank; 0 by lot.
    apart: couples at one table that a group should keep apart, soft and never together alike.
    bound: no draw that is as good in all that comes before the cost costs less than this; None when nothing is known.
    to_come: rematches and never-together groups broken in the rounds announced, in the best way through them that
    was found; 0 when nothing is announced or nothing need go wrong.
    """

    repeated_partners: int
    repeated_opponents: int
    crossed: int
    second_sit_outs: int
    cost: int
    proven: bool
    completable: bool | None
    spread: int = 0
    apart: int = 0
    bound: int | None = None
    to_come: int = 0

    def to_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

    def sentences(self, *, never: bool = False) -> list[Sentence]:
        """What the look at the announced rounds found, in plain words; nothing when all is well.

        never: whether it also asked that groups stay apart; then those alone may stand in the way.
        """
        if self.completable is not False:
            return []
        if not self.to_come and never:
            return [
                Sentence(
                    gettext_noop(
                        "No way was found to play the announced rounds without meeting again while who are never together stay apart."
                    )
                )
            ]
        if not self.to_come:
            return [
                Sentence(gettext_noop("No way was found to play the announced rounds without meeting again."))
            ]
        if self.to_come == 1:
            text = gettext_noop("In the announced rounds one meeting that should not be cannot be avoided.")
        else:
            text = gettext_noop(
                "In the announced rounds %(count)s meetings that should not be cannot be avoided, as far as was found."
            )
        return [Sentence(text, {"count": self.to_come})]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entries at one table who met before: what they are now, and how often they were what."""

    table: int
    one: int
    other: int
    partners: bool
    partners_evening: int
    opponents_evening: int
    partners_season: int
    opponents_season: int


@dataclass(frozen=True, slots=True)
class Draw:
    """One round: tables by number, who sits out, and how good it is. `meetings` explains every table."""

    tables: tuple[Table, ...]
    sit_outs: tuple[int, ...]
    quality: Quality
    meetings: tuple[Meeting, ...]
