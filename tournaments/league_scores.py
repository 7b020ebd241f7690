"""What the ledger says of the matches of a competition: their tables, scores, and points given or taken by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Q

from tournaments.models import Posting, Round, Seat
from tournaments.sentences import Sentence
from tournaments.standing.notes import translated
from tournaments.standing.verified import waiting_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.models import Competition, Evening, Fixture

SCORED = (*Posting.FROM_SHEET, Posting.Kind.ARBITRARY)
BY_HAND = (Posting.Kind.PENALTY, Posting.Kind.GRANTED)
Meeting = tuple[int, frozenset[int]]
"""An evening and the two who meet on it."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table at which two entries meet."""

    table: int
    number: int
    round: int
    round_number: int
    round_state: str


@dataclass(frozen=True, slots=True)
class ByHand:
    """Points that the organiser gave or took (negative): of the score, or match points."""

    entry: int
    round: int
    evening: int
    points: int
    match_points: int
    reason: str


@dataclass(frozen=True)
class Scores:
    """Everything at once, so that a league costs the same few queries however large it is.

    tables: where two entries met on an evening, in the order of play. starts: the rounds in which a match of these
    two begins there. by_board: the score of an entry at a table of a round, table 0 where an entry has one score.
    waiting: the tables whose sheet is not in, or not checked where that is wanted.
    """

    boards: bool = False
    tables: Mapping[Meeting, Sequence[Drawn]] = field(default_factory=dict)
    starts: Mapping[Meeting, Sequence[int]] = field(default_factory=dict)
    by_board: Mapping[tuple[int, int, int], int] = field(default_factory=dict)
    by_hand: Sequence[ByHand] = ()
    waiting: frozenset[int] = frozenset()
    figures: Mapping[tuple[int, int], Mapping[str, int]] = field(default_factory=dict)

    def tables_of(self, fixture: Fixture, sides: tuple[int | None, int | None]) -> list[Drawn]:
        """The tables of a match: from its first round on, until the next match of the same two on that evening."""
        if fixture.table is None or None in sides:
            return []
        first = fixture.table.round
        meeting = (first.evening_id, frozenset(entry for entry in sides if entry is not None))
        later = [number for number in self.starts.get(meeting, ()) if number > first.number]
        end = min(later, default=None)
        return [
            drawn
            for drawn in self.tables.get(meeting, ())
            if drawn.round_number >= first.number and (end is None or drawn.round_number < end)
        ]

    def at(self, drawn: Drawn, entry: int) -> int | None:
        """What this entry scored at this table; None while its sheet is not in."""
        return self.by_board.get((drawn.round, entry, drawn.number if self.boards else 0))

    def corrected(self, rounds: Iterable[int], entry: int) -> int:
        """What was added to or taken from its score by hand in these rounds."""
        among = set(rounds)
        return sum(one.points for one in self.by_hand if one.entry == entry and one.round in among)

    def counted(self, rounds: Iterable[int], entry: int) -> Counter[str]:
        """Pits, nats and roem of this entry in these rounds."""
        total: Counter[str] = Counter()
        for round_ in set(rounds):
            total.update(self.figures.get((round_, entry), {}))
        return total


def read(competition: Competition, fixtures: Iterable[Fixture], hidden: Iterable[Evening] = ()) -> Scores:
    """The scores of these matches, in three queries; those of hidden evenings are left out."""
    at_table = [fixture for fixture in fixtures if fixture.table]
    starts: defaultdict[Meeting, list[int]] = defaultdict(list)
    for fixture in at_table:
        first = fixture.table.round
        both = frozenset((fixture.home_id, fixture.away_id))
        starts[first.evening_id, both].append(first.number)
    evenings = {evening for evening, _both in starts}
    tables, waiting = _tables(evenings), waiting_tables(competition, evenings)
    played = {drawn.round for there in tables.values() for drawn in there}
    by_board: dict[tuple[int, int, int], int] = {}
    figures: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    by_hand = []
    rows = Posting.objects.filter(
        Q(round__in=played, kind__in=SCORED) | Q(round__evening__competition=competition, kind__in=BY_HAND)
    )
    seen = rows.exclude(round__evening__in=[evening.pk for evening in hidden])
    for row in seen.select_related("round__evening").order_by("round", "pk"):
        if row.kind in BY_HAND:
            by_hand.append(_by_hand(row))
            continue
        by_board[row.round_id, row.entry_id, row.board] = row.total
        figures[row.round_id, row.entry_id].update(pits=row.pits, nats=row.nats, roem=row.roem)
    return Scores(competition.is_teams, tables, starts, by_board, by_hand, waiting, figures)


def _tables(evenings: set[int]) -> dict[Meeting, list[Drawn]]:
    """The tables with two entries of these evenings, by who meet there."""
    seats = Seat.objects.filter(table__round__evening__in=evenings).select_related("table__round")
    at: defaultdict[int, set[int]] = defaultdict(set)
    found = {}
    for seat in seats.order_by("table__round__number", "table__number", "pk"):
        at[seat.table_id].add(seat.entry_id)
        found[seat.table_id] = seat.table
    tables: defaultdict[Meeting, list[Drawn]] = defaultdict(list)
    for table in found.values():
        if len(at[table.pk]) == 2:
            drawn = Drawn(table.pk, table.number, table.round_id, table.round.number, table.round.state)
            tables[table.round.evening_id, frozenset(at[table.pk])].append(drawn)
    return tables


def _by_hand(row: Posting) -> ByHand:
    reason = row.reason or {}
    words = translated(Sentence(reason["msgid"], reason.get("params", {}))) if reason.get("msgid") else ""
    return ByHand(row.entry_id, row.round_id, row.round.evening.number, row.total, row.match_points, words)


def is_draft(drawn: Drawn) -> bool:
    """A draft is nobody's business yet."""
    return drawn.round_state == Round.State.DRAFT
