"""Why somebody has these points and this place: the postings of one entry, told one by one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils.translation import pgettext

from tournaments.models import Posting, Round, Seat
from tournaments.seating import seating
from tournaments.standing.notes import kind_word
from tournaments.standing.tables import Row, tally

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Evening
    from tournaments.seating import Seating
    from tournaments.standing.queries import EveningList, Reader, SeasonList, Who
    from tournaments.standing.tables import Tally


@dataclass(frozen=True, slots=True)
class Told:
    """What an entry has in a round, with what is needed to understand it.

    posting: None while the sheet of the table is not in. table, partner, opponents: where it was played; table
    is None for points that were given, then `reason` says why (empty when the reader may not know). theirs:
    what the opponents scored, each side. player: who sat there instead.
    """

    round: int
    posting: Posting | None
    table: int | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()
    theirs: tuple[int, ...] = ()
    player: str = ""
    reason: str = ""

    @property
    def word(self) -> str:
        return kind_word(self.posting.kind) if self.posting else pgettext("score", "not in yet")


def told(evening: Evening, entry: int, reader: Reader) -> list[Told]:
    """The postings of an entry on one evening and the tables it still plays at, in the order of play."""
    postings = (
        Posting.objects.filter(round__evening=evening, entry=entry)
        .select_related("round", "person", "sheet_version")
        .order_by("round__number", "pk")
    )
    seats, tables = _tables(evening, entry)
    rules = evening.competition.get_rules()
    seatings = {table: seating(rules, at) for table, at in tables.items()}
    stories = []
    played = set()
    for posting in postings:
        seat = seats.get(posting.round_id) if posting.kind in Posting.FROM_SHEET else None
        played.add(posting.round_id)
        stories.append(_told(posting.round.number, posting, seat, tables, seatings, reader))
    for round_pk, seat in seats.items():
        if round_pk not in played:
            stories.append(_told(seat.round.number, None, seat, tables, seatings, reader))
    return sorted(stories, key=lambda story: story.round)


def _tables(evening: Evening, entry: int) -> tuple[dict[int, Seat], dict[int, dict[str, Seat]]]:
    """The seat of the entry by round (of a pair: the first), and all seats of those tables by position."""
    seats = Seat.objects.filter(table__seats__entry=entry, round__evening=evening)
    seats = seats.exclude(round__state=Round.State.DRAFT).select_related("person", "table", "round")
    tables: dict[int, dict[str, Seat]] = defaultdict(dict)
    own: dict[int, Seat] = {}
    for seat in seats.distinct().order_by("pk"):
        tables[seat.table_id][seat.position] = seat
        if seat.entry_id == entry:
            own.setdefault(seat.round_id, seat)
    return own, tables


def _told(
    number: int,
    posting: Posting | None,
    seat: Seat | None,
    tables: dict[int, dict[str, Seat]],
    seatings: dict[int, Seating],
    reader: Reader,
) -> Told:
    if seat is None:
        return Told(number, posting, reason=reason_of(posting, reader) if posting else "")
    at_table, table = tables[seat.table_id], seatings[seat.table_id]
    partner = at_table.get(table.partner(seat.position))
    version = posting.sheet_version if posting else None
    substitute = posting.person if posting and posting.kind == Posting.Kind.SUBSTITUTE else None
    return Told(
        number,
        posting,
        table=seat.table.number,
        partner=reader.name_of(partner.person) if partner else "",
        opponents=tuple(
            reader.name_of(at_table[letter].person)
            for letter in table.opponents(seat.position)
            if letter in at_table
        ),
        theirs=tuple(
            version.result[side]["total"] for side in table.sides if side != table.side(seat.position)
        )
        if version
        else (),
        player=reader.name_of(substitute) if substitute else "",
        reason=reason_of(posting, reader) if posting and not version else "",
    )


def reason_of(posting: Posting, reader: Reader) -> str:
    """The stored reason in the active language; what an organiser decided about a person is not for the public."""
    if not posting.reason or (reader.public and posting.kind in Posting.DECIDED):
        return ""
    return posting.reason_in_words()


@dataclass(frozen=True, slots=True)
class Neighbour:
    names: tuple[str, ...]
    gap: int | Fraction


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list: with whom it is shared, who is next above and below, and by how much."""

    rank: int
    shared: tuple[str, ...]
    above: Neighbour | None
    below: Neighbour | None


def place(lines: Iterable[tuple[Who, int | None, int | Fraction | None]], entry: int) -> Place | None:
    """The place of an entry among (who, rank, value); None for who has no rank."""
    ranked = [(who, rank, value) for who, rank, value in lines if rank is not None and value is not None]
    mine = next(((rank, value) for who, rank, value in ranked if who.entry == entry), None)
    if mine is None:
        return None
    rank, value = mine
    above = min((other for _, _, other in ranked if other > value), default=None)
    below = max((other for _, _, other in ranked if other < value), default=None)
    return Place(
        rank=rank,
        shared=tuple(who.name for who, _, other in ranked if other == value and who.entry != entry),
        above=None if above is None else Neighbour(_holders(ranked, above), above - value),
        below=None if below is None else Neighbour(_holders(ranked, below), value - below),
    )


def evening_place(listed: EveningList, entry: int) -> Place | None:
    return place(((row.who, row.line.rank, row.line.total) for row in listed.rows), entry)


@dataclass(frozen=True, slots=True)
class EveningTold:
    """An evening of a season for one entry.

    total, rank: in its result, None without a posting or a rank. tally: of its rows. word: why not there, empty if it
    was. listed: is there a line in the result of that evening to go to? counts: for this standing.
    """

    evening: Evening
    total: int | None
    rank: int | None
    tally: Tally
    word: str
    listed: bool
    counts: bool


def season_evenings(season: SeasonList, entry: int) -> list[EveningTold]:
    """Every evening of the season for this entry, in the order of play."""
    played = sorted((*season.evenings, *season.others), key=lambda evening: evening.number)
    return [_evening_told(season, evening, entry) for evening in played]


def _evening_told(season: SeasonList, evening: Evening, entry: int) -> EveningTold:
    rows = [
        Row(entry, evening.number, row.round, row.kind, row.total, row.points, row.roem, row.pits, row.nats)
        for row in season.rows_on(evening).posted(entry)
    ]
    result = season.totals_on(evening).of(entry) if rows else None
    total, rank = result or (None, None)
    sums = tally(rows)
    return EveningTold(
        evening=evening,
        total=total,
        rank=rank,
        tally=sums,
        word="" if sums.rounds_played or not rows else kind_word(min(row.kind for row in rows)),
        listed=rank is not None or bool(total or sums.rounds_played),
        counts=evening in season.evenings,
    )


def season_place(season: SeasonList, entry: int) -> Place | None:
    lines = ((season.who[line.entry], line.rank, line.value) for line in season.table.lines)
    return place(lines, entry)


def _holders(ranked: list[tuple[Who, int, Any]], value: int | Fraction) -> tuple[str, ...]:
    return tuple(who.name for who, _, other in ranked if other == value)
