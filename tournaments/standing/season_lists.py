"""The standing of a season as a list, under the rule of the competition, a title or any other, as a reader may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

from tournaments.models import EveningPack
from tournaments.standing import periods, tables
from tournaments.standing.counting import Counted
from tournaments.standing.evening_lists import unranked_on
from tournaments.standing.evenings import totals_of
from tournaments.standing.ledger import AWAY
from tournaments.standing.notes import translated
from tournaments.standing.packs import planned_to_count, season_of
from tournaments.standing.parts import parts_of
from tournaments.standing.readers import partners_who, people_who, who_is_who
from tournaments.standing.rules import StandingRule
from tournaments.standing.verified import unsettled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from tournaments.models import Competition, Evening
    from tournaments.standing.evenings import Totals
    from tournaments.standing.ledger import EveningRows, Season
    from tournaments.standing.readers import Reader, Who

Of = EveningPack.Of


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the season: its first evenings, by their numbers, and how many were to come after them; None: all others
    that count by now, and those to come."""

    evenings: tuple[int, ...]
    to_come: int | None = None


class NoSuchTitle(LookupError):
    """A competition has no title of this name."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One line of a season's list.

    line: under the rule shown. average: points a round or evening, whatever the rule ranks. last: the points of the
    last evening, None for who was not there and got nothing. behind: there was less attended than there has been to
    attend, as the minimum of the rule counts it.
    """

    who: Who
    line: tables.SeasonLine
    average: Fraction | None
    last: int | None
    behind: bool

    @property
    def why(self) -> str:
        """Why there is no rank, in words; empty with a rank."""
        return translated(self.line.unranked) if self.line.unranked else ""

    @property
    def remark(self) -> str:
        """Why there is no rank, or what is missing of the minimum attendance; empty for who has missed nothing so far."""
        if self.why or self.line.attendance is None or not self.behind:
            return self.why
        missing = self.line.attendance.sentence()
        return translated(missing) if missing else ""


@dataclass(frozen=True, eq=False)
class SeasonList:
    """The table of a season under `rule`; `official` when that is the rule of the competition.

    title: of the competition or one of its periods, "" for its own standing. of: whose, "entries", "people" or "partners". evenings: those
    with scores that this standing counts, in the order of play. others: those with scores that it does not.
    """

    competition: Competition
    rule: StandingRule
    official: bool
    title: str
    of: str
    evenings: tuple[Evening, ...]
    others: tuple[Evening, ...]
    season: Season
    table: tables.SeasonTable
    who: Mapping[int, Who]
    guests: frozenset[int]
    evenings_to_come: int

    @property
    def rows(self) -> Rows:
        return Rows(self)

    @property
    def provisional(self) -> bool:
        return bool(self.unsettled)

    @cached_property
    def unsettled(self) -> frozenset[int]:
        """The numbers of the evenings that can still change: not closed, or with a sheet that is not verified."""
        return unsettled(self.competition, self.evenings)

    @cached_property
    def results(self) -> Mapping[int, tables.EveningResult]:
        """The results of the evenings by their numbers, each made when it is asked for."""
        return _Results(self)

    @cached_property
    def held(self) -> int:
        """Evenings or rounds that could be attended so far, as the minimum of the rule counts them."""
        view = self.season.seen(all_evenings=self.rule.all_evenings)
        by_evening = self.rule.minimum_unit == "evening"
        return len(view) if by_evening else sum(len(rows.rounds) for rows in view)

    @cached_property
    def order(self) -> Mapping[int, int]:
        """The place of everybody in the order of the names."""
        return {entry: place for place, entry in enumerate(self.who)}

    @cached_property
    def averages(self) -> Mapping[int, Fraction | None]:
        """Points per round or evening that weighs, by the unit of the rule, whoever is ranked by what."""
        return Averages(self.season, self.rule)

    def last_of(self, line: tables.SeasonLine) -> int | None:
        """The points of a line on the last evening, None for who was not there and got nothing."""
        if not self.evenings:
            return None
        number = self.evenings[-1].number
        total = line.evenings.get(number)
        return total if total or was_there(self.season, number, line.entry) else None

    def rows_on(self, evening: Evening) -> EveningRows:
        """The rows of one of the evenings."""
        return next(rows for rows in self.season.evenings if rows.evening == evening.number)

    def totals_on(self, evening: Evening) -> Totals:
        """The result of one of the evenings, in columns."""
        return totals_of(self.rows_on(evening), self.unranked_on(evening))

    def unranked_on(self, evening: Evening) -> frozenset[int]:
        """Who has no rank in the result of an evening."""
        return unranked_on(evening, self.who) if self.of == Of.ENTRIES else self.guests

    def row_of(self, entry: int) -> SeasonRow | None:
        line = self.table.lines.of(entry)
        return None if line is None else self._row(line)

    def row_at(self, place: int) -> SeasonRow:
        return self._row(self.table.lines[place])

    def _row(self, line: tables.SeasonLine) -> SeasonRow:
        behind = line.attendance is not None and line.attendance.attended < self.held
        return SeasonRow(self.who[line.entry], line, self.averages[line.entry], self.last_of(line), behind)


class Rows(Sequence[SeasonRow]):
    """The rows of a list, each made when it is asked for: a page of a long list makes its own alone."""

    def __init__(self, listed: SeasonList, chosen: Sequence[int] | None = None) -> None:
        self.listed = listed
        self.chosen = range(len(listed.table.lines)) if chosen is None else chosen

    def __len__(self) -> int:
        return len(self.chosen)

    @overload
    def __getitem__(self, place: int) -> SeasonRow: ...
    @overload
    def __getitem__(self, place: slice) -> Rows: ...
    def __getitem__(self, place: int | slice) -> SeasonRow | Rows:
        if isinstance(place, slice):
            return Rows(self.listed, self.chosen[place])
        return self.listed.row_at(self.chosen[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class _Results(dict[int, tables.EveningResult]):
    """Results of evenings that are made when they are asked for."""

    def __init__(self, listed: SeasonList) -> None:
        super().__init__()
        self.listed = listed
        self.evening = {evening.number: evening for evening in (*listed.evenings, *listed.others)}

    def __missing__(self, number: int) -> tables.EveningResult:
        listed = self.listed
        self[number] = tables.evening_result(
            tables.evening_rows(listed.season, number),
            number,
            unranked=listed.unranked_on(self.evening[number]),
            order=listed.order,
        )
        return self[number]


class Averages(Mapping[int, "Fraction | None"]):
    """The average of everybody over all evenings of a standing, by the unit of its rule; None for who has none."""

    def __init__(self, season: Season, rule: StandingRule) -> None:
        self.rule = StandingRule(measure="average", unit=rule.unit, all_evenings=rule.all_evenings)
        view = season.seen(all_evenings=rule.all_evenings)
        self.entries, parts = parts_of(view, season, self.rule)
        self.counted = Counted(self.entries, parts, self.rule)

    def __getitem__(self, entry: int) -> Fraction | None:
        place = int(np.searchsorted(self.entries, entry))
        if place == len(self.entries) or self.entries[place] != entry:
            raise KeyError(entry)
        return self.counted.value(place)

    def __iter__(self) -> Iterator[int]:
        return iter(self.entries.tolist())

    def __len__(self) -> int:
        return len(self.entries)


def was_there(season: Season, number: int, entry: int) -> bool:
    """Whether somebody has a row of that evening that says so."""
    return any(
        row.kind not in AWAY
        for rows in season.evenings
        if rows.evening == number
        for row in rows.posted(entry)
    )


def season_list(
    competition: Competition,
    reader: Reader,
    title: str = "",
    rule: StandingRule | None = None,
    of: str = Of.ENTRIES,
    span: Span | None = None,
) -> SeasonList:
    """The standing over all evenings so far (of `span` alone), from the ledger as it is at this moment.

    title: one of `Competition.get_titles`, a period (`standing.periods`), "" for the standing of the competition
    itself; raises NoSuchTitle. rule: any other way to look at it. of: "entries", "people" (who really sat there) or "partners" (two people at one side).
    """
    official = rule_of(competition, title)
    chosen = rule or official
    known = list(competition.evenings.order_by("number"))
    for evening in known:
        evening.competition = competition
    season = season_of(competition, of, evenings=known)
    who = _who(competition, reader, of, season)
    guests = _guests(competition, who, known, of)
    seen = {rows.evening for rows in season.seen(all_evenings=chosen.all_evenings)}
    posted = {rows.evening for rows in season.evenings if len(rows)}
    to_come = evenings_to_come(competition, known, seen, chosen)
    span = _within(competition, title, known, span)
    if span is not None:
        season = season.over(span.evenings)
        after = to_come + len(seen.difference(span.evenings))
        to_come = after if span.to_come is None else span.to_come
        seen, posted = seen.intersection(span.evenings), posted.intersection(span.evenings)
    planned = season.planned is not None or competition.is_closed
    supposed = not planned and to_come > _in_calendar(known, seen, chosen)
    season = replace(season, supposed=supposed)
    return SeasonList(
        competition=competition,
        rule=chosen,
        official=not title and chosen == official,
        title=title,
        of=of,
        evenings=tuple(evening for evening in known if evening.number in seen),
        others=tuple(evening for evening in known if evening.number in posted - seen),
        season=season,
        table=tables.season_table(
            season,
            chosen,
            guests=guests,
            evenings_to_come=to_come,
            order={entry: place for place, entry in enumerate(who)},
        ),
        who=who,
        guests=guests,
        evenings_to_come=to_come,
    )


def rule_of(competition: Competition, title: str = "") -> StandingRule:
    """The rule of a title or period of the competition, "" for its own. Raises NoSuchTitle."""
    if not title:
        return competition.get_standing()
    if periods.period_of(competition.get_standing(), title):
        return periods.rule_within(competition.get_standing())
    try:
        return competition.get_titles()[title]
    except KeyError:
        raise NoSuchTitle(title) from None


def _within(competition: Competition, title: str, known: Sequence[Evening], span: Span | None) -> Span | None:
    """The evenings of a period, as far as they are in `span`; `span` itself for what is no period."""
    period = periods.period_of(competition.get_standing(), title)
    if period is None:
        return span
    own = [evening.number for evening in known if period.first <= evening.number <= period.last]
    return Span(tuple(number for number in own if span is None or number in span.evenings), to_come=0)


def plain_rule(official: StandingRule, measure: str) -> StandingRule:
    """All points added up, or their average, whatever the official rule chooses among them."""
    return StandingRule(
        measure=measure,
        unit=official.unit,
        decimals=official.decimals,
        minimum_attendance=official.minimum_attendance,
        minimum_unit=official.minimum_unit,
        below_minimum=official.below_minimum,
        guests_ranked=official.guests_ranked,
    )


def evenings_to_come(
    competition: Competition, known: Sequence[Evening], seen: set[int], rule: StandingRule
) -> int:
    """Evenings still to be played for this standing.

    As many as are planned for the season; where that is not said, those in the calendar, and at least as many as a
    minimum attendance asks for. None any more when the season is closed.
    """
    if competition.is_closed:
        return 0
    coming = _in_calendar(known, seen, rule)
    planned = competition.planned_evenings if rule.all_evenings else planned_to_count(competition, known)
    if planned is not None:
        return max(coming, planned - len(seen))
    return max(coming, _evenings_asked(rule, competition.rounds_per_evening) - len(seen))


def _in_calendar(known: Sequence[Evening], seen: set[int], rule: StandingRule) -> int:
    """Evenings of this standing in the calendar of which nothing has been played."""
    return sum(
        not evening.is_closed and evening.number not in seen and (evening.counts or rule.all_evenings)
        for evening in known
    )


def _evenings_asked(rule: StandingRule, rounds_per_evening: int) -> int:
    """How many evenings the minimum attendance takes: of rounds, as many evenings as have these."""
    if rule.minimum_unit == "evening":
        return rule.minimum_attendance
    return -(-rule.minimum_attendance // max(rounds_per_evening, 1))


def _who(competition: Competition, reader: Reader, of: str, season: Season) -> dict[int, Who]:
    if of == Of.PEOPLE:
        return people_who(competition, reader)
    if of == Of.PARTNERS:
        keys = {int(key) for rows in season.evenings for key in rows.entries}
        return partners_who(competition, reader, keys)
    return who_is_who(competition, reader)


def _guests(
    competition: Competition, who: Mapping[int, Who], known: Sequence[Evening], of: str
) -> frozenset[int]:
    """Who has no rank: as the entries say it now, of a closed season as it was on its last evening."""
    if competition.is_closed and of == Of.ENTRIES:
        frozen = [evening.unranked for evening in known if evening.unranked is not None]
        if frozen:
            return frozen[-1]
    return frozenset(entry for entry, each in who.items() if each.guest)
