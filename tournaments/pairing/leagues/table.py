"""The table of a division, from the results of its matches.

Ranked by points; what puts one above another among equal points is said by `MatchRule.ties`, and after that by what
the organiser decided. The matches of equals among themselves count by their points and then their difference, once all
of those have met equally often. Who is still equal shares the place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.pairing.leagues.match_rule import MatchRule

Figures = Mapping[int, Mapping[str, int]]
"""Of every entry what is counted at its tables: "pits", "nats", "roem". What is missing is 0."""


@dataclass(frozen=True, slots=True)
class Result:
    """A match that counts: the scores, or `awarded` to one of the two without play (then the rule says the score).

    tables: the scores of its tables, home first, where a match has more than one.
    """

    home: int
    away: int
    home_score: int = 0
    away_score: int = 0
    awarded: int | None = None
    tables: tuple[tuple[int, int], ...] = ()

    def points(self, entry: int, rule: MatchRule) -> int:
        """Match points, those of its tables included."""
        if self.awarded is not None:
            return rule.awarded_points(won=self.awarded == entry)
        return rule.points.of(self.ahead(entry, rule)) + sum(
            rule.table_points(ahead) for ahead in self._tables_ahead(entry)
        )

    def outcome(self, entry: int) -> int:
        """1 for a win, 0 for equal scores, -1 for a loss."""
        if self.awarded is not None:
            return 1 if self.awarded == entry else -1
        difference = self.home_score - self.away_score
        ahead = difference if entry == self.home else -difference
        return (ahead > 0) - (ahead < 0)

    def ahead(self, entry: int, rule: MatchRule) -> int:
        """By how much this entry was ahead."""
        return self.scored(entry, rule) - self.conceded(entry, rule)

    def scored(self, entry: int, rule: MatchRule) -> int:
        if self.awarded is not None:
            return rule.awarded_for if self.awarded == entry else rule.awarded_against
        return self.home_score if entry == self.home else self.away_score

    def conceded(self, entry: int, rule: MatchRule) -> int:
        return self.scored(self.away if entry == self.home else self.home, rule)

    def tables_won(self, entry: int) -> int:
        return sum(ahead > 0 for ahead in self._tables_ahead(entry))

    def _tables_ahead(self, entry: int) -> list[int]:
        if self.awarded is not None:
            return []
        tables = self.tables or ((self.home_score, self.away_score),)
        return [home - away if entry == self.home else away - home for home, away in tables]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table. `decided`: what puts this one above the next: "points", one of `MatchRule.ties`, "decided"
    by the organiser; "equal": the next shares the place; "" for the last.

    `points` are match points with what was given or taken by hand (`by_hand`), or the total of the scores where
    totals count. `tables`: tables won.
    """

    rank: int
    entry: int
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    against: int
    points: int
    decided: str = ""
    by_hand: int = 0
    tables: int = 0

    @property
    def difference(self) -> int:
        return self.scored - self.against


Key = tuple[int | tuple[int, int], ...]


def table(
    entries: Sequence[int],
    results: Collection[Result],
    *,
    rule: MatchRule | None = None,
    totals: bool = False,
    by_hand: Mapping[int, int] | None = None,
    figures: Figures | None = None,
    decided: Sequence[Sequence[int]] = (),
) -> list[Line]:
    """The rows, best first; equals in the order of `entries`.

    totals: the sum of scores counts, not match points. by_hand: points given or taken by the organiser, by entry.
    figures: what pits, nats and roem are counted from. decided: orders that the organiser (or his lot) gave to equals,
    best first; the last one that names all of some equals counts for them. Results against an entry that is not listed do not count.
    """
    rule = rule or MatchRule()
    count = _Count(entries, results, rule, totals, by_hand or {}, figures or {})
    keys = _with_decisions({entry: count.key(entry) for entry in entries}, decided)
    order = sorted(entries, key=lambda entry: keys[entry], reverse=True)
    names: tuple[str, ...] = ("points", *rule.ties, "decided")
    lines: list[Line] = []
    for _key, group in groupby(order, key=lambda entry: keys[entry]):
        rank = len(lines) + 1
        for entry in group:
            following = order[len(lines) + 1] if len(lines) + 1 < len(order) else None
            by = "" if following is None else _decided(names, keys[entry], keys[following])
            lines.append(count.line(rank, entry, by))
    return lines


def _with_decisions(keys: Mapping[int, Key], decided: Sequence[Sequence[int]]) -> dict[int, Key]:
    """The keys with the place among equals that was decided, 0 where nothing was."""
    places = dict.fromkeys(keys, 0)
    equals: defaultdict[Key, list[int]] = defaultdict(list)
    for entry, key in keys.items():
        equals[key].append(entry)
    for group in equals.values():
        order = next((order for order in reversed(decided) if set(group) <= set(order)), None)
        if order and len(group) > 1:
            places |= {entry: -order.index(entry) for entry in group}
    return {entry: (*key, places[entry]) for entry, key in keys.items()}


class _Count:
    """The sums that a table is made of."""

    def __init__(
        self,
        entries: Sequence[int],
        results: Collection[Result],
        rule: MatchRule,
        totals: bool,
        by_hand: Mapping[int, int],
        figures: Figures,
    ) -> None:
        listed = set(entries)
        counted = [result for result in results if {result.home, result.away} <= listed]
        self.rule, self.totals, self.by_hand, self.figures = rule, totals, by_hand, figures
        self.of = {
            entry: [result for result in counted if entry in (result.home, result.away)] for entry in entries
        }
        self.points = {
            entry: self._points(entry, self.of[entry]) + by_hand.get(entry, 0) for entry in entries
        }

    def _points(self, entry: int, results: Collection[Result]) -> int:
        if self.totals:
            return sum(result.scored(entry, self.rule) for result in results)
        return sum(result.points(entry, self.rule) for result in results)

    def key(self, entry: int) -> Key:
        return (self.points[entry], *(self._tie(tie, entry) for tie in self.rule.ties))

    def _tie(self, tie: str, entry: int) -> int | tuple[int, int]:
        own, rule = self.of[entry], self.rule
        if tie == "among":
            among = self._among(entry)
            return sum(one.points(entry, rule) for one in among), sum(one.ahead(entry, rule) for one in among)
        if tie == "difference":
            return sum(result.ahead(entry, rule) for result in own)
        if tie == "score":
            return sum(result.scored(entry, rule) for result in own)
        if tie == "wins":
            return sum(result.outcome(entry) > 0 for result in own)
        if tie == "tables":
            return sum(result.tables_won(entry) for result in own)
        counted = self.figures.get(entry, {}).get(tie, 0)
        return -counted if tie == "nats" else counted

    def _among(self, entry: int) -> list[Result]:
        """The matches of this entry against those with equal points; none as long as not all of these have met
        equally often."""
        equals = {other for other in self.points if self.points[other] == self.points[entry]}
        met = Counter(
            frozenset((result.home, result.away))
            for one in equals
            for result in self.of[one]
            if one == result.home and result.away in equals
        )
        pairs = len(equals) * (len(equals) - 1) // 2
        if len(met) != pairs or len(set(met.values())) > 1:
            return []
        return [result for result in self.of[entry] if {result.home, result.away} <= equals]

    def line(self, rank: int, entry: int, decided: str) -> Line:
        own, rule = self.of[entry], self.rule
        outcomes = Counter(result.outcome(entry) for result in own)
        return Line(
            rank=rank,
            entry=entry,
            played=len(own),
            won=outcomes[1],
            drawn=outcomes[0],
            lost=outcomes[-1],
            scored=sum(result.scored(entry, rule) for result in own),
            against=sum(result.conceded(entry, rule) for result in own),
            points=self.points[entry],
            decided=decided,
            by_hand=self.by_hand.get(entry, 0),
            tables=sum(result.tables_won(entry) for result in own),
        )


def _decided(names: Sequence[str], above: Key, below: Key) -> str:
    for decider, one, other in zip(names, above, below, strict=True):
        if one != other:
            return decider
    return "equal"
