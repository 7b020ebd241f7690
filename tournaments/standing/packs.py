"""Seasons as packed columns: read from the packs of their evenings, which are made again when the ledger moved on.

A pack is stored with the version of the ledger it was made of, and that version is read before the rows are. So a
pack can only be newer than it says, and is then made once more than needed; it is never taken for newer than it is.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from django.db import DatabaseError, transaction

from tournaments.attendance import AttendanceRule
from tournaments.models import EveningPack, Posting, Round, Seat
from tournaments.seating import THREE, seating
from tournaments.standing import ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scoring.rules.family import Rules
    from tournaments.models import Competition, Evening

Of = EveningPack.Of
logger = logging.getLogger(__name__)

AT_ONCE = 10  # evenings that are packed together: a few hundred thousand rows at most
KIND = {kind: place for place, kind in enumerate(ledger.KINDS)}
SCORE = ("total", "points", "roem", "pits", "nats", "against", "match_points")


def season_of(
    competition: Competition, of: str = Of.ENTRIES, *, evenings: Sequence[Evening] | None = None
) -> ledger.Season:
    """The rows of a whole season. `of`: whose, "entries", "people" or "partners" (`partners_key`).

    Everybody who sat at a table counts for himself among the people, a substitute too; what was given for not
    playing is in the rows of the entries alone. `evenings`: those of the competition, where the caller has read them
    just before.
    """
    known = list(competition.evenings.order_by("number")) if evenings is None else evenings
    return ledger.Season(
        evenings=tuple(rows_of(competition, known, of)),
        counts=frozenset(evening.number for evening in known if evening.counts),
        weighs={evening.number: _weighing(_attendance_of(evening, competition)) for evening in known},
        planned=planned_to_count(competition, known),
        rounds_an_evening=competition.rounds_per_evening,
        closed=competition.is_closed,
        running=_running(known),
    )


def rows_of(
    competition: Competition, evenings: Sequence[Evening], of: str = Of.ENTRIES
) -> list[ledger.EveningRows]:
    """The rows of these evenings of a competition, in their order; evenings without rows are left out."""
    stored = EveningPack.objects.filter(evening__in=[evening.pk for evening in evenings], of=of)
    found: dict[int, ledger.EveningRows] = {}
    version = {evening.pk: evening.ledger_version for evening in evenings}
    number = {evening.pk: evening.number for evening in evenings}
    for pk, packed_version, columns in stored.values_list("evening_id", "version", "columns"):
        if packed_version == version[pk]:
            try:
                found[pk] = ledger.unpack(number[pk], columns)
            except ledger.PackError:  # made by another version of the program
                logger.info("the pack of evening %s cannot be read and is made again", pk)
    missing = [evening for evening in evenings if evening.pk not in found]
    for start in range(0, len(missing), AT_ONCE):
        some = missing[start : start + AT_ONCE]
        packs = {evening.pk: data for evening, data in _packed(competition, some, of)}
        _store(packs, version, of)
        found |= {pk: ledger.unpack(number[pk], data) for pk, data in packs.items()}
    return [found[evening.pk] for evening in evenings if len(found[evening.pk])]


def partners_key(one: int, other: int) -> int:
    """Two people as one number, whoever is named first."""
    return min(one, other) << 32 | max(one, other)


def partners_of(key: int) -> tuple[int, int]:
    """The two people of a `partners_key`."""
    return key >> 32, key & 0xFFFFFFFF


def planned_to_count(competition: Competition, known: Iterable[Evening]) -> int | None:
    """How many evenings will count in the whole season; None while that is not known."""
    if competition.planned_evenings is None:
        return None
    return max(competition.planned_evenings - sum(not evening.counts for evening in known), 0)


def _running(known: Iterable[Evening]) -> dict[int, frozenset[int]]:
    """By evening that is not closed, the rounds that are not over: those planned, and any that was drawn beyond these."""
    rounds = {
        evening.pk: set(range(1, evening.rounds_planned + 1)) for evening in known if not evening.is_closed
    }
    drawn = Round.objects.filter(evening__in=rounds).order_by()
    for evening, number, state in drawn.values_list("evening_id", "number", "state"):
        if state == Round.State.CLOSED:
            rounds[evening].discard(number)
        else:
            rounds[evening].add(number)
    return {evening.number: frozenset(rounds[evening.pk]) for evening in known if evening.pk in rounds}


@lru_cache(maxsize=64)
def _weighing(rule: str) -> frozenset[str]:
    """The kinds that weigh as a round under an attendance rule, given as JSON: most evenings have the same."""
    attendance = AttendanceRule.from_json(json.loads(rule))
    return frozenset(kind for kind in ledger.KINDS if attendance.counts_as_played(kind))


def _attendance_of(evening: Evening, competition: Competition) -> str:
    """As it was when the evening was closed, or that of the competition."""
    return json.dumps((evening.frozen or {}).get("attendance", competition.attendance))


def _store(packs: Mapping[int, bytes], version: Mapping[int, int], of: str) -> None:
    """Keeps the packs for the next reader. Who reads is never refused because that cannot be done."""
    made = [
        EveningPack(evening_id=pk, of=of, version=version[pk], columns=data) for pk, data in packs.items()
    ]
    try:
        with transaction.atomic():
            EveningPack.objects.bulk_create(
                made,
                update_conflicts=True,
                unique_fields=["evening", "of"],
                update_fields=["version", "columns"],
            )
    except DatabaseError:
        logger.warning("packs of %d evenings could not be stored", len(made), exc_info=True)


# From the ledger --------------------------------------------------------------


class Chair(NamedTuple):
    """A seat as numbers: the table in its round and the side at it, 1 and up in the order of the sheet.

    extra: somebody who has a seat of his own in that round filled in there; that counts for the entry alone.
    """

    table: int
    side: int
    entry: int
    person: int
    extra: bool


class Score(NamedTuple):
    """A posting as numbers. `board` is the table where an entry can have several, 0 otherwise; `person` sat there."""

    round: int
    entry: int
    person: int | None
    kind: str
    board: int
    score: tuple[int, ...]

    @property
    def at_table(self) -> bool:
        return self.kind in ledger.AT_TABLE


def _packed(
    competition: Competition, evenings: Iterable[Evening], of: str
) -> Iterator[tuple[Evening, bytes]]:
    evenings = list(evenings)
    scores, chairs = _scores(evenings), _chairs(evenings, competition.get_rules())
    rows = {Of.ENTRIES: _entry_rows, Of.PEOPLE: _people_rows, Of.PARTNERS: _partner_rows}[Of(of)]
    for evening in evenings:
        yield evening, ledger.pack(rows(scores[evening.pk], chairs[evening.pk]))


def _scores(evenings: Iterable[Evening]) -> Mapping[int, list[Score]]:
    """The postings by evening."""
    found: dict[int, list[Score]] = defaultdict(list)
    postings = Posting.objects.filter(round__evening__in=evenings)
    columns = ("round__evening_id", "round__number", "entry_id", "person_id", "kind", "board", *SCORE)
    for evening, round_, entry, person, kind, board, *score in postings.order_by().values_list(*columns):
        numbers = tuple(ledger.NO_SCORE if value is None else value for value in score)
        found[evening].append(Score(round_, entry, person, kind, board, numbers))
    return found


def _chairs(evenings: Iterable[Evening], rules: Rules) -> Mapping[int, dict[int, list[Chair]]]:
    """Who sat where, by evening and number of the round, partners after each other."""
    at_tables: dict[tuple[int, int, int], dict[str, tuple[int, int, bool]]] = defaultdict(dict)
    seats = Seat.objects.filter(round__evening__in=evenings).order_by()
    columns = ("round__evening_id", "round__number", "table__number", "position", "entry_id", "person_id")
    for evening, round_, table, position, *taken in seats.values_list(*columns, "extra"):
        at_tables[evening, round_, table][position] = tuple(taken)
    found: dict[int, dict[int, list[Chair]]] = defaultdict(lambda: defaultdict(list))
    sides = {three: tuple(seating(rules, THREE if three else ()).sides.values()) for three in (False, True)}
    for (evening, round_, table), taken in at_tables.items():
        for side, positions in enumerate(sides[taken.keys() == THREE], 1):
            found[evening][round_] += [
                Chair(table, side, *taken[position]) for position in positions if position in taken
            ]
    return found


def _entry_rows(scores: Iterable[Score], chairs: Mapping[int, list[Chair]]) -> Iterator[tuple[int, ...]]:
    """The ledger as it stands, with the table where a score was made."""
    of_entry: dict[tuple[int, int, int], tuple[int, int]] = {}
    of_person: dict[tuple[int, int | None], tuple[int, int]] = {}
    for round_, at_tables in chairs.items():
        for chair in reversed(at_tables):
            place = (chair.table, chair.side)
            of_entry[round_, chair.entry, 0] = of_entry[round_, chair.entry, chair.table] = place
            if not chair.extra:
                of_person[round_, chair.person] = place
    for one in scores:
        # Who sat there for somebody else, and gets the score himself, has no seat of his own.
        place = of_entry.get((one.round, one.entry, one.board)) or of_person.get((one.round, one.person))
        yield (one.entry, one.round, *((one.at_table and place) or (0, 0)), KIND[one.kind], *one.score)


def _people_rows(scores: Iterable[Score], chairs: Mapping[int, list[Chair]]) -> Iterator[tuple[int, ...]]:
    """What was made at the tables, for everybody who sat there."""
    made = _made(scores)
    for round_, at_tables in chairs.items():
        for chair in at_tables:
            score = _score_at(made, round_, chair)
            if score and not chair.extra:
                yield (chair.person, round_, chair.table, chair.side, KIND["played"], *score)


def _partner_rows(scores: Iterable[Score], chairs: Mapping[int, list[Chair]]) -> Iterator[tuple[int, ...]]:
    """What was made at the tables by two people together."""
    made = _made(scores)
    for round_, at_tables in chairs.items():
        sides: dict[tuple[int, int], list[Chair]] = defaultdict(list)
        for chair in at_tables:
            sides[chair.table, chair.side].append(chair)
        for (table, side), chairs_there in sides.items():
            score = _score_at(made, round_, chairs_there[0])
            if score and len(chairs_there) == 2 and not any(chair.extra for chair in chairs_there):
                key = partners_key(*(chair.person for chair in chairs_there))
                yield (key, round_, table, side, KIND["played"], *score)


Made = dict[tuple[str, int, int | None, int], tuple[int, ...]]
"""What was made at tables, by round and entry (and board), or by round and person."""


def _made(scores: Iterable[Score]) -> Made:
    made: Made = {}
    for one in scores:
        if one.at_table:
            made["entry", one.round, one.entry, one.board] = one.score
            made["person", one.round, one.person, 0] = one.score
    return made


def _score_at(made: Made, round_: int, chair: Chair) -> tuple[int, ...] | None:
    """The score of the entry for which somebody sat there, or, where he got it himself, his own."""
    return (
        made.get(("entry", round_, chair.entry, chair.table))
        or made.get(("entry", round_, chair.entry, 0))
        or made.get(("person", round_, chair.person, 0))
    )
