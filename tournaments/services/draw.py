"""The life of a draw: draft, published, taken back; late arrivals and substitutes.

A draft can be thrown away. A published draw has handed out sheets; it goes back to a draft only while
nothing has been typed on any of them.
"""

from __future__ import annotations

import secrets
from collections import Counter
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import DraftRow, Sheet, SheetVersion
from tournaments import pairing
from tournaments.models import Presence, Round, Seat, SitOut, Table
from tournaments.services import audit, posting
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tournaments.models import Competition, Entry, Evening, Person, User

# No letters or digits that are mistaken for one another on paper.
_CODE_ALPHABET = "ABCDEFGHJKLMNPRSTUVWXYZ2346789"
_CODE_LENGTH = 5


def draw_round(evening: Evening, *, actor: User | None, seed: int | None = None) -> Round:
    """Draws the next round as a draft.

    Two organisers who press at once get the same round: its number is unique within the evening.
    Raises `Refused` when there is no next round to draw or too few people are in the hall.
    """
    number = evening.rounds.count() + 1
    try:
        with transaction.atomic():
            _refuse_next(evening, number)
            return _draw(evening, number, actor, secrets.randbits(48) if seed is None else seed)
    except IntegrityError:
        return evening.rounds.get(number=number)


def _refuse_next(evening: Evening, number: int) -> None:
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to draw another round."))
    if number > evening.rounds_planned:
        raise Refused(
            _("All %(count)s rounds of this evening are drawn. Plan another round at the evening first.")
            % {"count": evening.rounds_planned}
        )
    draft = evening.rounds.filter(state=Round.State.DRAFT).first()
    if draft:
        raise Refused(
            _("Round %(number)s is still a draft. Publish or discard it first.") % {"number": draft.number}
        )


@transaction.atomic
def redraw(round_: Round, *, actor: User, seen: int | None = None) -> Round:
    """Draws a draft anew with another lot.

    `seen` is the lot that the asker saw: when the draft has another by now, a second click has arrived and
    nothing is drawn again.
    """
    _refuse_unless_draft(round_)
    if seen in (None, round_.seed):
        round_.tables.all().delete()
        round_.sit_outs.all().delete()
        _fill(round_, actor, secrets.randbits(48))
    return round_


def _refuse_unless_draft(round_: Round) -> None:
    round_.refresh_from_db()
    if round_.state != Round.State.DRAFT:
        raise Refused(
            _("Round %(number)s is already published. Take the draw back first.") % {"number": round_.number}
        )


def present_entries(evening: Evening, number: int) -> list[Entry]:
    """Who is in the hall for that round, by entry number."""
    presences = Presence.objects.filter(evening=evening, entry__active=True).select_related("entry")
    return [presence.entry for presence in presences.order_by("entry_id") if presence.in_round(number)]


def _draw(evening: Evening, number: int, actor: User | None, seed: int) -> Round:
    round_ = Round.objects.create(evening=evening, number=number, seed=seed)
    _fill(round_, actor, seed)
    return round_


def _fill(round_: Round, actor: User | None, seed: int) -> None:
    """Draws the tables of a draft that has none."""
    evening = round_.evening
    entries = {entry.pk: entry for entry in present_entries(evening, round_.number)}
    _refuse_too_few(evening.competition, len(entries))
    draw = _draw_of(evening.competition)
    try:
        drawn = draw(_draw_input(evening, round_.number, list(entries), seed))
    except pairing.DrawError as error:
        raise Refused(_(error.msgid) % dict(error.params)) from error
    round_.seed, round_.quality, round_.drawn_by = seed, drawn.quality.to_json(), actor
    round_.save()
    _store_tables(round_, drawn.tables, entries)
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in drawn.sit_outs)
    audit.record(actor, evening.competition.club, "draw", round_, seed=seed, entries=list(entries))


def _draw_of(competition: Competition) -> Callable[[pairing.DrawInput], pairing.Draw]:
    """The core that fills such tables; at a table for two each plays like a pair of his own."""
    if competition.entries_a_table == 2:
        return pairing.draw_pairs
    return pairing.draw_threes if competition.entries_a_table == 3 else pairing.draw_individuals


def _refuse_too_few(competition: Competition, present: int) -> None:
    if competition.table_size < 4 and present < competition.table_size:
        raise Refused(
            _("A table needs %(size)s people; there are %(count)s to be seated.")
            % {"size": competition.table_size, "count": present}
        )


def _draw_input(evening: Evening, number: int, entries: list[int], seed: int) -> pairing.DrawInput:
    tonight, before = [], []
    earlier = Q(round__evening__number__lt=evening.number) | Q(
        round__evening=evening, round__number__lt=number
    )
    for played, table in _tables_of(evening.competition, earlier):
        (tonight if played.evening_id == evening.pk else before).append(table)
    sit_outs = SitOut.objects.filter(
        earlier, round__evening__competition=evening.competition, reason=SitOut.Reason.LOT
    ).values_list("entry_id", "round__evening_id")
    return pairing.DrawInput(
        entries=tuple(entries),
        seed=seed,
        evening=pairing.History.from_tables(tonight),
        season=pairing.History.from_tables(before),
        sit_outs_evening=Counter(entry for entry, where in sit_outs if where == evening.pk),
        sit_outs_season=Counter(entry for entry, where in sit_outs if where != evening.pk),
        rounds_after=max(0, evening.rounds_planned - number),
        rule=evening.competition.get_pairing(),
    )


def _tables_of(competition: Competition, earlier: Q) -> Iterable[tuple[Round, pairing.Table]]:
    """The tables of earlier rounds of the season, as the pure core sees them."""
    tables = (
        Table.objects.filter(earlier, round__evening__competition=competition)
        .select_related("round")
        .prefetch_related("seats")
        .order_by("round__evening__number", "round__number", "number")
    )
    for table in tables:
        yield table.round, pure_table(table)


def pure_table(table: Table) -> pairing.Table:
    """The table with entries for people: two a side, or one entry a side."""
    entry = {seat.position: seat.entry_id for seat in table.seats.all()}
    if "W" not in entry:  # a table for two or three
        return pairing.Table(table.number, *((entry[position],) for position in "NES" if position in entry))
    north_south = tuple(dict.fromkeys((entry["N"], entry["S"])))
    east_west = tuple(dict.fromkeys((entry["E"], entry["W"])))
    return pairing.Table(table.number, north_south, east_west)


def _seats(drawn: pairing.Table, positions: tuple[str, ...]) -> dict[str, int]:
    """Who sits where; at a table for two or three everybody plays for himself, in this order."""
    return drawn.seats if len(positions) == 4 else dict(zip(positions, drawn.entries, strict=True))


def _store_tables(round_: Round, tables: Iterable[pairing.Table], entries: dict[int, Entry]) -> list[Table]:
    members = {
        pk: [member.person_id for member in entry.members.order_by("position")]
        for pk, entry in entries.items()
    }
    stored = []
    for drawn in tables:
        table = Table.objects.create(round=round_, number=drawn.number)
        stored.append(table)
        for position, entry in _seats(drawn, round_.evening.competition.positions).items():
            people = members[entry]
            # Of a fixed pair the first sits North or East, the second opposite.
            person = people[-1] if position in "SW" else people[0]
            Seat.objects.create(
                table=table, round=round_, position=position, entry_id=entry, person_id=person
            )
    return stored


@transaction.atomic
def publish(round_: Round, *, actor: User | None, seen: int | None = None) -> None:
    """Makes a draft the draw of the round and hands out a sheet for every table. Twice is once.

    `seen` is the lot that the asker saw. Raises `Refused` when somebody has drawn again since: nobody
    publishes what he has not looked at.
    """
    round_.refresh_from_db()
    if round_.state == Round.State.DRAFT and seen not in (None, round_.seed):
        raise Refused(_("Somebody has just drawn this round again. Look at the new draw, then publish it."))
    published = Round.objects.filter(pk=round_.pk, state=Round.State.DRAFT).update(
        state=Round.State.PUBLISHED, published_at=timezone.now()
    )
    round_.refresh_from_db()
    if not published:
        return
    for table in round_.tables.order_by("number"):
        _hand_out_sheet(table)
    audit.record(actor, round_.evening.competition.club, "publish draw", round_)


def _hand_out_sheet(table: Table) -> None:
    competition = table.round.evening.competition
    table.sheet = Sheet.objects.create(
        code=_free_code(),
        deals=competition.deals_per_round,
        ruleset=competition.ruleset,
        first_dealer=competition.first_dealer,
        records_declarer=competition.records_declarer,
    )
    table.save()


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(_CODE_ALPHABET) for _place in range(_CODE_LENGTH))
        if not Sheet.objects.filter(code=code).exists():
            return code


@transaction.atomic
def undo(round_: Round, *, actor: User, state: str | None = None) -> Round | None:
    """Takes the newest draw of an evening one step back: published to draft, draft to nothing (returns None).

    `state` is the state in which the asker saw the round: when it is no longer in it, a second click has
    arrived and nothing more is taken back. Raises `Refused` when a later round is drawn, the round is closed, or something is typed on a sheet.
    """
    round_.refresh_from_db()
    if state not in (None, round_.state):
        return round_
    club = round_.evening.competition.club
    later = round_.evening.rounds.filter(number__gt=round_.number).first()
    if later:
        raise Refused(
            _("Round %(number)s is drawn already: take that back first.") % {"number": later.number}
        )
    if round_.state == Round.State.CLOSED:
        raise Refused(_("Round %(number)s is closed. Open it again first.") % {"number": round_.number})
    if round_.state == Round.State.DRAFT:
        audit.record(actor, club, "discard draw", round_)
        round_.delete()
        return None
    _refuse_typed(round_)
    sheets = list(Sheet.objects.filter(table__round=round_))
    round_.tables.update(sheet=None)
    Sheet.objects.filter(pk__in=[sheet.pk for sheet in sheets]).delete()
    round_.state, round_.published_at = Round.State.DRAFT, None
    round_.save()
    audit.record(actor, club, "take draw back", round_)
    return round_


def typed_tables(round_: Round) -> list[Table]:
    """Tables of which something is typed, be it a draft or an accepted sheet."""
    typed = set(SheetVersion.objects.filter(sheet__table__round=round_).values_list("sheet_id", flat=True))
    typed |= set(
        DraftRow.objects.filter(draft__sheet__table__round=round_).values_list("draft__sheet_id", flat=True)
    )
    return [table for table in round_.tables.order_by("number") if table.sheet_id in typed]


def _refuse_typed(round_: Round) -> None:
    if typed := typed_tables(round_):
        raise Refused(
            _(
                "Sheets of this round are being typed (table %(tables)s): the draw can no longer be taken back."
            )
            % {"tables": ", ".join(str(table.number) for table in typed)}
        )


def changed_since_draw(round_: Round) -> tuple[list[Entry], list[Entry]]:
    """Who came after the draw was made, and who is in it but no longer there."""
    present = {entry.pk: entry for entry in present_entries(round_.evening, round_.number)}
    seats = {seat.entry_id: seat.entry for seat in Seat.objects.filter(round=round_).select_related("entry")}
    sit_outs = {
        out.entry_id: out.entry for out in SitOut.objects.filter(round=round_).select_related("entry")
    }
    drawn = seats | sit_outs
    came = [entry for pk, entry in present.items() if pk not in drawn]
    gone = [entry for pk, entry in drawn.items() if pk not in present]
    return came, gone


@transaction.atomic
def seat_late(round_: Round, *, actor: User) -> list[Table]:
    """Seats late arrivals together with who sits out, at new tables, touching nobody else.

    Who still finds no seat is written down as late.
    """
    if round_.state != Round.State.PUBLISHED:
        raise Refused(_("Only a published round that is not closed takes late arrivals."))
    evening = round_.evening
    came, _gone = changed_since_draw(round_)
    waiting = SitOut.objects.filter(round=round_).select_related("entry")
    entries = {entry.pk: entry for entry in [*came, *(out.entry for out in waiting)]}
    before = _as_drawn(round_)
    drawn_entries = [entry for table in before.tables for entry in table.entries]
    given = _draw_input(evening, round_.number, [*drawn_entries, *before.sit_outs], round_.seed)
    try:
        after = pairing.seat_late(before, given, [entry.pk for entry in came])
    except pairing.DrawError as error:
        raise Refused(_(error.msgid) % dict(error.params)) from error
    tables = _store_tables(round_, [table for table in after.tables if table not in before.tables], entries)
    for table in tables:
        _hand_out_sheet(table)
    seated = {entry for table in after.tables for entry in table.entries} & set(entries)
    waiting.filter(entry__in=seated).delete()
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry=entry, reason=SitOut.Reason.LATE)
        for entry in came
        if entry.pk not in seated
    )
    audit.record(actor, evening.competition.club, "seat late arrivals", round_, seated=sorted(seated))
    return tables


def _as_drawn(round_: Round) -> pairing.Draw:
    return pairing.Draw(
        tables=tuple(pure_table(table) for table in round_.tables.prefetch_related("seats")),
        sit_outs=tuple(round_.sit_outs.order_by("entry_id").values_list("entry_id", flat=True)),
        quality=pairing.Quality(**round_.quality),
        meetings=(),
    )


@transaction.atomic
def substitute(seat: Seat, person: Person, *, actor: User) -> None:
    """Says who really sat on a seat; the score stays with the entry. The own player takes the seat back likewise."""
    round_ = seat.round
    other = (
        Seat.objects.filter(round=round_, person=person).exclude(pk=seat.pk).select_related("table").first()
    )
    if other:
        raise Refused(
            _("%(name)s already sits at table %(table)s in this round.")
            % {"name": person.name, "table": other.table.number}
        )
    before = seat.person_id
    seat.person = person
    seat.save()
    sheet = seat.table.sheet
    version = sheet.newest() if sheet else None
    if version:
        posting.post_table(seat.table, version, actor)
    audit.record(actor, round_.evening.competition.club, "substitute", seat, before=before, person=person.pk)
