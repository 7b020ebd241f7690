"""Who gets which number in the Berger table, and on which date each match day is played.

The table itself stays as it is, so its home-and-away balance does too; what is free is who gets which number. That
is one integer program, solved by HiGHS (scipy): one entry a number; what cannot be kept costs, a venue without
room most, then a date on which somebody cannot play, then a wish. The lot breaks ties, so there is one best answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from tournaments.pairing.leagues.berger import MatchDay, round_robin
from tournaments.pairing.leagues.quality import Match, Quality, assess
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import DrawError
from tournaments.sentences import gettext_noop

VENUE, BLOCKED, WISH = 10_000, 100, 1
NODES = 2_000
"""How many branches the solver may look at; it has needed fewer than a hundred for 20 entries."""

LOT = 1_000


@dataclass(frozen=True, slots=True)
class Member:
    """An entry of the division, the venue of its home matches, and the dates on which it cannot play."""

    entry: int
    venue: int | None = None
    blocked: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Wish:
    """`one` and `other` want to meet on this match day; without `other`: `one` wants to be at home on it."""

    match_day: int
    one: int
    other: int | None = None


@dataclass(frozen=True, slots=True)
class LeagueInput:
    """All that a calendar is made from; the same input gives the same calendar.

    dates: at least as many as there are match days, in order, or none at all. What is more than needed serves for
    matches that cannot be played on their own day. tables: how many matches a venue can hold at once; a venue that
    is not listed holds all. seed: the lot.
    """

    members: tuple[Member, ...]
    seed: int | str
    legs: int = 1
    dates: tuple[date, ...] = ()
    tables: Mapping[int, int] = field(default_factory=dict)
    wishes: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True)
class Calendar:
    """The matches, how good they are, and whether no better numbering exists (`proven`)."""

    matches: tuple[Match, ...]
    quality: Quality
    proven: bool


def make_calendar(given: LeagueInput) -> Calendar:
    """The best calendar there is for these dates, venues and wishes.

    The match days take the dates on which the fewest entries are blocked. Raises DrawError for an entry or date
    that is given twice, for too few dates and for a wish about who or what is not there.
    """
    days = round_robin(len(given.members), given.legs)
    _refuse(given, len(days))
    dates = _match_dates(given, len(days))
    numbers, proven = _numbers(given, days, dates)
    venue = {member.entry: member.venue for member in given.members}
    matches: list[Match] = []
    for match_day, (pairs, day) in enumerate(zip(days, dates, strict=True), 1):
        for home, away in ((numbers[home], numbers[away]) for home, away in pairs):
            matches.append(Match(match_day, len(matches) + 1, home, away, venue[home], day))
    matches = _moved(matches, given, [day for day in given.dates if day not in dates])
    return Calendar(tuple(matches), assess(matches, given), proven)


def _refuse(given: LeagueInput, days: int) -> None:
    entries = {member.entry for member in given.members}
    if len(entries) < len(given.members):
        raise DrawError(gettext_noop("An entry stands twice in this division."))
    if len(set(given.dates)) < len(given.dates):
        raise DrawError(gettext_noop("A date stands twice in the list of match days."))
    if given.dates and len(given.dates) < days:
        raise DrawError(
            gettext_noop(
                "%(entries)s entries that meet %(legs)s times need %(days)s match days; there are %(dates)s dates."
            ),
            entries=len(entries),
            legs=given.legs,
            days=days,
            dates=len(given.dates),
        )
    for wish in given.wishes:
        if not {wish.one, wish.other} <= entries | {None} or wish.one == wish.other:
            raise DrawError(gettext_noop("A wish is about entries that are not both in this division."))
        if not 1 <= wish.match_day <= days:
            raise DrawError(
                gettext_noop("A wish is about match day %(day)s; there are %(days)s."),
                day=wish.match_day,
                days=days,
            )


def _match_dates(given: LeagueInput, days: int) -> Sequence[date | None]:
    """The dates on which the fewest are blocked, the earliest of equals, in order."""
    if not given.dates:
        return [None] * days
    blocked = Counter(day for member in given.members for day in member.blocked)
    best = sorted(sorted(given.dates), key=lambda day: blocked[day])[:days]
    return sorted(best)


def _numbers(
    given: LeagueInput, days: Sequence[MatchDay], dates: Sequence[date | None]
) -> tuple[dict[int, int], bool]:
    """Which entry gets which number of the table, and whether that is proven to be the best."""
    program = _Program(given, days, dates)
    solved = milp(
        program.costs,
        constraints=program.constraints(),
        integrality=program.whole,
        bounds=Bounds(0, program.most),
        options={"node_limit": NODES, "mip_rel_gap": 0},
    )
    members = [member.entry for member in given.members]
    if solved.x is None:
        return dict(enumerate(Lot(given.seed).shuffled(members), 1)), False
    size = len(members)
    chosen = np.asarray(solved.x[: size * size]).reshape(size, size).argmax(axis=1)
    return {int(number) + 1: entry for entry, number in zip(members, chosen, strict=True)}, solved.status == 0


class _Program:
    """The integer program: a variable for every entry and number, then those for what cannot be kept."""

    def __init__(self, given: LeagueInput, days: Sequence[MatchDay], dates: Sequence[date | None]) -> None:
        self.size = len(given.members)
        self.row = {member.entry: row for row, member in enumerate(given.members)}
        self.costs: list[float] = []
        self.whole: list[int] = []
        self.most: list[float] = []
        self._terms: list[tuple[int, int, int]] = []
        self._limits: list[tuple[float, float]] = []
        lot = Lot(given.seed)
        # All lots together stay below the smallest other cost.
        scale = LOT * self.size * 2
        for _at in range(self.size**2):
            self._variable(lot.below(LOT) / scale)
        for one in range(self.size):
            self._demand([(one * self.size + other, 1) for other in range(self.size)], 1, 1)
            self._demand([(other * self.size + one, 1) for other in range(self.size)], 1, 1)
        self._block(given, days, dates)
        self._house(given, days)
        self._wish(given, days)

    def _variable(self, cost: float, *, most: float = 1, whole: bool = True) -> int:
        self.costs.append(cost)
        self.whole.append(int(whole))
        self.most.append(most)
        return len(self.costs) - 1

    def _demand(self, terms: Sequence[tuple[int, int]], least: float, most: float) -> None:
        self._terms += [(len(self._limits), variable, factor) for variable, factor in terms]
        self._limits.append((least, most))

    def _at(self, entry: int, number: int) -> int:
        """The variable that says whether the entry has this number."""
        return self.row[entry] * self.size + number - 1

    def _block(self, given: LeagueInput, days: Sequence[MatchDay], dates: Sequence[date | None]) -> None:
        """Whoever cannot come had better rest on that day."""
        for member in given.members:
            for pairs, day in zip(days, dates, strict=True):
                if day in member.blocked:
                    for number in {number for pair in pairs for number in pair}:
                        self.costs[self._at(member.entry, number)] += BLOCKED

    def _house(self, given: LeagueInput, days: Sequence[MatchDay]) -> None:
        """Every match too many at a venue costs."""
        homes: defaultdict[int, list[int]] = defaultdict(list)
        for member in given.members:
            if member.venue in given.tables:
                assert member.venue is not None
                homes[member.venue].append(member.entry)
        for venue, entries in homes.items():
            if len(entries) > given.tables[venue]:
                for pairs in days:
                    there = [(self._at(entry, home), 1) for entry in entries for home, _away in pairs]
                    too_many = self._variable(VENUE, most=self.size, whole=False)
                    self._demand([*there, (too_many, -1)], -np.inf, given.tables[venue])

    def _wish(self, given: LeagueInput, days: Sequence[MatchDay]) -> None:
        """A wish is kept by one of the matches of its day, or it costs."""
        for wish in given.wishes:
            pairs = days[wish.match_day - 1]
            terms = [(self._variable(WISH), 1)]
            if wish.other is None:
                terms += [(self._at(wish.one, home), 1) for home, _away in pairs]
            else:
                both_ways = [*pairs, *((away, home) for home, away in pairs)]
                for number, against in both_ways:
                    meets = self._variable(0, whole=False)
                    self._demand([(meets, 1), (self._at(wish.one, number), -1)], -np.inf, 0)
                    self._demand([(meets, 1), (self._at(wish.other, against), -1)], -np.inf, 0)
                    terms.append((meets, 1))
            self._demand(terms, 1, np.inf)

    def constraints(self) -> LinearConstraint:
        rows, columns, factors = zip(*self._terms, strict=True)
        shape = (len(self._limits), len(self.costs))
        least, most = zip(*self._limits, strict=True)
        return LinearConstraint(coo_array((factors, (rows, columns)), shape=shape).tocsr(), least, most)


def _moved(matches: list[Match], given: LeagueInput, spare: Sequence[date]) -> list[Match]:
    """Matches that somebody cannot play go to the first spare date on which both can and the venue has room."""
    blocked = {member.entry: member.blocked for member in given.members}
    busy: set[tuple[date, int]] = set()
    housed: Counter[tuple[date, int | None]] = Counter()
    moved = list(matches)
    for at, match in enumerate(matches):
        both = (match.home, match.away)
        if not any(match.date in blocked[entry] for entry in both):
            continue
        room = given.tables.get(match.venue, len(matches)) if match.venue is not None else len(matches)
        for day in spare:
            free = all(day not in blocked[entry] and (day, entry) not in busy for entry in both)
            if free and housed[day, match.venue] < room:
                moved[at] = replace(match, date=day)
                busy |= {(day, entry) for entry in both}
                housed[day, match.venue] += 1
                break
    return moved
