"""Standings that are kept once they have been counted, page by page, until something they rest on changes.

Every key holds `standing_key`, so nothing is ever thrown out by hand: a changed ledger, rule or name simply has
another key. Inside a transaction nothing is kept or taken, because what is seen there may never come to be.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.cache import caches
from django.db import connection
from django.utils.translation import get_language

from tournaments import names
from tournaments.standing import facts, two_averages
from tournaments.standing.marks import standing_key
from tournaments.standing.notes import nobody_ranked
from tournaments.standing.season_lists import Of, SeasonList, plain_rule, rule_of, season_list

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.models import Competition, Evening
    from tournaments.standing.facts import SeasonRecords
    from tournaments.standing.marks import Marks
    from tournaments.standing.readers import Reader, Who
    from tournaments.standing.rules import StandingRule
    from tournaments.standing.season_lists import SeasonRow

ON_A_PAGE = 100
KEPT_FOR = 24 * 60 * 60  # seconds; what is not asked for any more goes sooner, when room is needed
MOST_FOUND = 100
FORMAT = 6  # of what is kept: raised when that changes, for a cache outlives the program
PLAIN = ("sum", "average")


@dataclass(frozen=True, slots=True)
class View:
    """Which standing of a competition: of a title ("" for its own) or by a plain measure, and whose."""

    title: str = ""
    by: str = ""
    of: str = Of.ENTRIES

    def rule(self, competition: Competition) -> StandingRule:
        """Raises NoSuchTitle."""
        rule = rule_of(competition, self.title)
        return plain_rule(rule, self.by) if self.by else rule


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said about a standing beside its rows.

    rule, official, interim: as in `SeasonList` and its table. evenings: those that count, with the winning total and
    the winners, newest first. others: evenings with scores that do not count. count: rows in all. two_averages: whether
    its averages are others than those of the rounds at a table. unsettled: the numbers of evenings that can still
    change. over: nothing is left to play. nobody: there are rows, and none with a rank.
    """

    rule: StandingRule
    official: bool
    interim: bool
    evenings: tuple[tuple[Evening, int | None, tuple[Who, ...]], ...]
    others: tuple[Evening, ...]
    records: SeasonRecords
    count: int
    pages: int
    two_averages: bool
    unsettled: frozenset[int]
    over: bool
    nobody: bool

    @property
    def open_evenings(self) -> list[Evening]:
        """Evenings that can still change, in the order of play."""
        return [evening for evening, _, _ in reversed(self.evenings) if evening.number in self.unsettled]


@dataclass(frozen=True, slots=True)
class Name:
    """A row as it is looked for."""

    entry: int
    search_key: str
    people: tuple[int, ...]


class Standing:
    """A standing for pages: its summary, and rows a page at a time."""

    def __init__(
        self, competition: Competition, reader: Reader, view: View, marks: Marks | None = None
    ) -> None:
        self.competition = competition
        self.reader = reader
        self.view = view
        rests_on = (FORMAT, standing_key(competition, marks), reader.public, view.title, view.by, view.of)
        self.key = hashlib.sha256(repr((*rests_on, get_language())).encode()).hexdigest()[:40]

    @cached_property
    def listed(self) -> SeasonList:
        """The whole of it, counted anew."""
        nobody = replace(self.reader, people=frozenset())  # own rows are marked when they are shown
        rule = self.view.rule(self.competition) if self.view.by else None
        return season_list(self.competition, nobody, self.view.title, rule, self.view.of)

    @cached_property
    def summary(self) -> Summary:
        return kept(f"{self.key}:summary", lambda: _summary(self.listed))

    def page(self, number: int) -> list[SeasonRow]:
        """The rows of a page, from 1, with the reader's own marked."""
        first = (number - 1) * ON_A_PAGE
        rows = kept(f"{self.key}:{number}", lambda: list(self.listed.rows[first : first + ON_A_PAGE]))
        return [self._seen(row) for row in rows]

    def rows_at(self, places: Sequence[int]) -> list[SeasonRow]:
        """The rows at these places, from 0."""
        pages = {number: self.page(number) for number in sorted({at // ON_A_PAGE + 1 for at in places})}
        return [pages[at // ON_A_PAGE + 1][at % ON_A_PAGE] for at in places]

    @cached_property
    def names(self) -> list[Name]:
        """Who is in it, row by row."""
        return kept(f"{self.key}:names", lambda: _names(self.listed))

    def found(self, query: str) -> list[SeasonRow]:
        """Rows that match a query, accents and case aside; the first hundred of them."""
        places = [at for at, name in enumerate(self.names) if names.search_matches(query, name.search_key)]
        return self.rows_at(places[:MOST_FOUND])

    def own(self) -> list[int]:
        """The places of the reader's own rows, from 0."""
        people = self.reader.people
        return (
            [at for at, name in enumerate(self.names) if not people.isdisjoint(name.people)] if people else []
        )

    def place_of(self, entry: int) -> int | None:
        """The place of somebody's row, from 0."""
        return next((at for at, name in enumerate(self.names) if name.entry == entry), None)

    def _seen(self, row: SeasonRow) -> SeasonRow:
        return replace(row, who=row.who.seen_by(self.reader)) if self.reader.people else row


LOOK = """
    SELECT c.*, k.*, CASE WHEN c.require_check THEN (SELECT MAX(id) FROM scoring_sheetcheck) END, e.*, (SELECT MAX(id) FROM tournaments_publication WHERE competition_id = c.id)
    FROM tournaments_competition c JOIN tournaments_club k ON k.id = c.club_id, (
        SELECT COUNT(*), SUM(ledger_version), SUM(CASE WHEN counts THEN number ELSE 0 END),
            COUNT(closed_at), MAX(closed_at), COUNT(embargo_from), COUNT(embargo_lifted_at),
            SUM(CASE WHEN embargo_from IS NOT NULL AND embargo_lifted_at IS NULL THEN 1 ELSE 0 END)
        FROM tournaments_evening WHERE competition_id = %s
    ) e WHERE c.id = %s AND k.slug = %s AND k.public
"""
UNDER_EMBARGO = -2  # which of these columns it is


def look_of(slug: str, pk: int) -> str | None:
    """Another text as soon as a score, its check, a rule, name or closing is another that a page of a season shows.

    None for a page that is not to be kept: of a club that is not public, or while there is an embargo. This is asked
    for every page that is kept, hence by one plain query without models. A date or name of an evening that is edited
    does not show in it; what is kept by it must not be kept for long.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOOK, [pk, pk, slug])
        found = cursor.fetchone()
    if found is None or found[UNDER_EMBARGO]:
        return None
    return repr((FORMAT, found))


def kept(key: str, make: Callable[[], Any], seconds: int = KEPT_FOR) -> Any:
    """What is kept under a key, or else made and kept, for so many seconds at most."""
    if connection.in_atomic_block:
        return make()
    cache = caches["standings"]
    found = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, seconds)
    return found


def _summary(listed: SeasonList) -> Summary:
    winners = []
    for evening in reversed(listed.evenings):
        total, who = facts.winners(listed, evening)
        winners.append((evening, total, tuple(who)))
    count = len(listed.rows)
    return Summary(
        rule=listed.rule,
        official=listed.official,
        interim=listed.table.interim,
        evenings=tuple(winners),
        others=listed.others,
        records=facts.season_records(listed),
        count=count,
        pages=max(-(-count // ON_A_PAGE), 1),
        two_averages=two_averages.differ(listed),
        unsettled=listed.unsettled,
        over=not listed.evenings_to_come,
        nobody=nobody_ranked(listed.table),
    )


def _names(listed: SeasonList) -> list[Name]:
    whose = (listed.who[entry] for entry in listed.table.lines.entries)
    return [Name(who.entry, who.search_key, who.people) for who in whose]
