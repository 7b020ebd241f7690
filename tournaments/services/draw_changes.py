"""Who comes, goes and moves after a draw was made, touching nobody else: late, withdrawn, swapped, pinned, substitutes.

Nothing here moves anybody at a table of which something is typed. Every change stands in the log with its author.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import pairing
from tournaments.draw_quality import order
from tournaments.models import Entry, EntryMember, Presence, Round, Seat, SitOut, Table
from tournaments.pairing.assess import figures
from tournaments.services import audit, check_in, correct, draw_tables
from tournaments.services.draw import in_words, refuse_chosen, refuse_unless_draft
from tournaments.services.draw_input import as_drawn, draw_input, given_of, present_entries
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season, refuse_unreviewed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tournaments.models import Person, User


def changed_since_draw(round_: Round) -> tuple[list[Entry], list[Entry]]:
    """Who came after the draw was made, and who is in it but no longer there.

    Who sits in for somebody else has come, but there is no other place for him in this round.
    """
    present = {entry.pk: entry for entry in present_entries(round_.evening, round_.number)}
    drawn = drawn_entries(round_)
    came = [entry for pk, entry in present.items() if pk not in drawn]
    if came:
        sitting_in = standing_in(round_)
        came = [entry for entry in came if entry.pk not in sitting_in]
    gone = [entry for pk, entry in drawn.items() if pk not in present]
    return came, gone


def drawn_entries(round_: Round) -> dict[int, Entry]:
    """Everybody who is in the draw of the round, seated or not."""
    seats = Seat.objects.filter(round=round_).values("entry")
    resting = SitOut.objects.filter(round=round_).values("entry")
    entries = round_.evening.competition.entries.prefetch_related("members__person")
    return {entry.pk: entry for entry in entries.filter(pk__in=seats) | entries.filter(pk__in=resting)}


def standing_in(round_: Round) -> dict[int, Seat]:
    """The seats on which somebody sits for another, by his own entry: he cannot have a second place in the round."""
    seated = Seat.objects.filter(round=round_, extra=False).select_related("table")
    seats = {seat.person_id: seat for seat in seated}
    evening = round_.evening
    members = EntryMember.objects.on(evening.date).filter(competition=evening.competition, person__in=seats)
    return {
        entry: seats[person]
        for person, entry in members.values_list("person_id", "entry_id")
        if seats[person].entry_id != entry
    }


def refuse_standing_in(round_: Round, entry: Entry) -> None:
    """Raises `Refused` when this entry has no place of its own because its player sits in for somebody else."""
    seat = standing_in(round_).get(entry.pk)
    if seat and not Seat.objects.filter(round=round_, entry=entry).exists():
        raise Refused(
            _(
                "%(name)s sits at table %(table)s for somebody else in this round. Name another substitute there "
                "first."
            )
            % {"name": entry.name, "table": seat.table.number}
        )


def names_in(round_: Round) -> dict[int, str]:
    """The names of everybody in the draw of the round, by entry."""
    return {pk: entry.name for pk, entry in drawn_entries(round_).items()}


# Swapping and pinning ---------------------------------------------------------------------------------------


def swapped(draw: pairing.Draw, given: pairing.DrawInput, one: int, other: int) -> pairing.Draw:
    """The draw in which these two have changed places; one of them may rest.

    Raises `Refused` for the same one twice, who is not in this draw, and two who both rest.
    """
    seated = {entry for table in draw.tables for entry in table.entries}
    if one == other:
        raise Refused(_("Choose two different names to swap."))
    if not {one, other} <= seated | set(draw.sit_outs):
        raise Refused(_("One of these two is not in this draw. Look at it again."))
    if not {one, other} & seated:
        raise Refused(_("Both sit out: swapping them changes nothing."))
    places = {one: other, other: one}

    def turned(entries: Iterable[int]) -> tuple[int, ...]:
        return tuple(places.get(entry, entry) for entry in entries)

    tables = tuple(pairing.Table(table.number, *map(turned, table.sides)) for table in draw.tables)
    sit_outs = tuple(sorted(turned(draw.sit_outs)))
    return pairing.Draw(tables, sit_outs, figures(tables, sit_outs, given), ())


def cheapest_swaps(
    draw: pairing.Draw, given: pairing.DrawInput, unit: pairing.Unit, one: int, others: Iterable[int]
) -> list[tuple[int, pairing.Draw]]:
    """With whom of `others` this one may change places and the draw that makes, the best draw first."""
    tried = []
    home = next((table for table in draw.tables if one in table.entries), None)
    for other in others:
        at_home = other in home.entries if home else other in draw.sit_outs
        if not at_home:
            after = swapped(draw, given, one, other)
            tried.append((order(after, given, unit), other, after))
    return [(other, after) for _order, other, after in sorted(tried, key=lambda each: each[:2])]


@transaction.atomic
def swap(
    round_: Round, one: Entry, other: Entry, *, actor: User, seen: str | None = None, key: str = ""
) -> None:
    """Lets two change places; who rests and who plays may be swapped too. In a published round both get new slips.

    `seen`: the draw that the asker saw (`draw_tables.look_of`). Raises `Refused` when it is another by now, when the
    round is closed, when something is typed at one of their tables, and as `swapped` does; `AlreadyDone` for a
    repeated `key`.
    """
    refuse_closed_season(round_.evening.competition)
    draw_tables.lock(round_)
    audit.refuse_repeat(key)
    if round_.state == Round.State.CLOSED:
        raise Refused(_("Round %(number)s is closed. Open it again first.") % {"number": round_.number})
    refuse_chosen(round_)
    if seen not in (None, draw_tables.look_of(round_)):
        raise Refused(_("Somebody has just changed this draw. Look at it again, then swap."))
    before, given = as_drawn(round_), given_of(round_)
    after = swapped(before, given, one.pk, other.pk)
    for entry in (one, other):
        refuse_typed_seat(round_, entry)
        refuse_standing_in(round_, entry)
    draw_tables.replace_tables(round_, after)
    round_.quality = after.quality.to_json()
    round_.save()
    audit.record(
        actor,
        round_.evening.competition.club,
        "swap in draw",
        round_,
        key=key,
        one=one.pk,
        other=other.pk,
        names=[one.name, other.name],
        before=[table.to_json() for table in before.tables if table not in after.tables],
    )


@transaction.atomic
def pin(table: Table, *, pinned: bool, actor: User) -> None:
    """Says whether a table of a draft stays as it is when the rest is drawn again. Twice is once."""
    refuse_closed_season(table.round.evening.competition)
    round_ = draw_tables.lock(table.round)
    refuse_unless_draft(round_)
    refuse_chosen(round_)
    if Table.objects.filter(pk=table.pk).exclude(pinned=pinned).update(pinned=pinned):
        verb = "pin table" if pinned else "unpin table"
        audit.record(actor, round_.evening.competition.club, verb, round_, table=table.number)


# Coming late and leaving ------------------------------------------------------------------------------------


@transaction.atomic
def seat_late(round_: Round, *, actor: User) -> list[Table]:
    """Seats late arrivals together with who sits out, at new tables, touching nobody else.

    Who still finds no seat is written down as late.
    """
    refuse_closed_season(round_.evening.competition)
    draw_tables.lock(round_)
    if round_.state == Round.State.CLOSED:
        raise Refused(_("This round is closed: late arrivals play from the next one."))
    came, _gone = changed_since_draw(round_)
    tables = _repair(round_, came=came)
    seated = Seat.objects.filter(table__in=tables).values_list("entry_id", flat=True).distinct()
    audit.record(actor, round_.evening.competition.club, "seat late arrivals", round_, seated=sorted(seated))
    return tables


@transaction.atomic
def withdraw(round_: Round, entry: Entry, *, actor: User) -> list[Table]:
    """Takes somebody out of a round that is drawn; he counts as gone from this round on.

    Who waits takes his place; when nobody does, the others of his table play with who else has no seat, or rest. All
    other tables stay. Returns the changed tables.
    Raises `Refused` when the round is closed, when something is typed at his table, or when no table would be left.
    """
    refuse_closed_season(round_.evening.competition)
    draw_tables.lock(round_)
    if round_.state == Round.State.CLOSED:
        raise Refused(_("This round is closed: leave it, and say from which round on."))
    if entry.pk not in drawn_entries(round_):
        raise Refused(
            _("%(name)s is not in round %(number)s.") % {"name": entry.name, "number": round_.number}
        )
    refuse_typed_seat(round_, entry)
    refuse_standing_in(round_, entry)
    tables = _repair(round_, gone=[entry])
    _leave(round_, entry, actor)
    audit.record(
        actor, round_.evening.competition.club, "withdraw from round", round_, entry=entry.pk, name=entry.name
    )
    return tables


def refuse_typed_seat(round_: Round, entry: Entry) -> None:
    """Raises `Refused` when something is typed at the table of this entry."""
    typed = draw_tables.typed_tables(round_)
    seat = Seat.objects.filter(table__in=typed, entry=entry).select_related("table").first()
    if seat:
        raise Refused(
            _(
                "Something is typed at table %(table)s: %(name)s keeps that seat this round. Name a substitute "
                "there, or let %(name)s leave after this round."
            )
            % {"table": seat.table.number, "name": entry.name}
        )


def _leave(round_: Round, entry: Entry, actor: User) -> None:
    """Notes that somebody is gone from this round on; who played none was absent with notice."""
    presence = Presence.objects.filter(evening=round_.evening, entry=entry).first()
    if presence is None or not presence.in_round(round_.number):
        return  # the door knows already
    stays = presence.from_round < round_.number
    check_in.set_presence(
        round_.evening,
        entry,
        Presence.State.PRESENT if stays else Presence.State.EXCUSED,
        actor=actor,
        from_round=presence.from_round,
        until_round=round_.number - 1 if stays else None,
    )


def _repair(round_: Round, *, came: Collection[Entry] = (), gone: Collection[Entry] = ()) -> list[Table]:
    """Gives a place to who has none any more or not yet; tables that lost nobody stay. Returns the changed tables."""
    refuse_chosen(round_)
    before = as_drawn(round_)
    after, given = repaired(round_, before, came=came, gone=gone)
    late = {entry.pk: SitOut.Reason.LATE for entry in came}
    tables = draw_tables.replace_tables(round_, after, reasons=late)
    pins = tuple(table for table in given_of(round_).locked if table in after.tables)
    round_.given, round_.quality = replace(given, locked=pins).to_json(), after.quality.to_json()
    round_.save()
    return tables


def repaired(
    round_: Round, before: pairing.Draw, *, came: Collection[Entry] = (), gone: Collection[Entry] = ()
) -> tuple[pairing.Draw, pairing.DrawInput]:
    """The round with who came and without who is gone, and what it was made from.

    Who sits in for somebody else goes on resting. Raises `Refused` when no table can be filled any more, and when somebody leaves a table where play has begun.
    """
    leavers = {entry.pk for entry in gone}
    entries = {pk: entry for pk, entry in drawn_entries(round_).items() if pk not in leavers}
    entries |= {entry.pk: entry for entry in came}
    given = _as_it_was_drawn(round_, entries.values())
    begun = {table.number for table in draw_tables.typed_tables(round_)}
    sitting_in = frozenset(before.sit_outs) & set(standing_in(round_)) - leavers
    free = replace(given, entries=tuple(entry for entry in given.entries if entry not in sitting_in))
    waiting = replace(before, sit_outs=tuple(entry for entry in before.sit_outs if entry not in sitting_in))
    arrivals = {entry.pk for entry in came}
    try:
        after = pairing.repair_round(waiting, free, gone=leavers, arrivals=arrivals, keep=begun)
    except pairing.DrawError as error:
        raise Refused(in_words(error, entries)) from error
    sit_outs = tuple(sorted({*after.sit_outs, *sitting_in}))
    again = figures(after.tables, sit_outs, given).second_sit_outs
    return replace(after, sit_outs=sit_outs, quality=replace(after.quality, second_sit_outs=again)), given


def _as_it_was_drawn(round_: Round, entries: Iterable[Entry]) -> pairing.DrawInput:
    """What the round was drawn from, for those who are in it now; only of newcomers the standing of now counts."""
    then = given_of(round_)
    now = draw_input(round_.evening, round_.number, entries, round_.seed, rule=then.rule)
    new = set(now.entries) - set(then.entries)
    return replace(
        now,
        scores={**{pk: score for pk, score in now.scores.items() if pk in new}, **then.scores},
        strengths={**{pk: value for pk, value in now.strengths.items() if pk in new}, **then.strengths},
    )


# Substitutes ------------------------------------------------------------------------------------------------


@transaction.atomic
def substitute(
    seat: Seat, person: Person, *, actor: User, reason: str = "", reviewed: bool = False, key: str = ""
) -> None:
    """Says who really sat on a seat; the rule says whose score it is. The own player takes the seat back likewise.

    Raises `Refused` for somebody who has a seat in this round and may not fill in beside it, in a closed season, and for a score that was published
    as `guards.refuse_unreviewed` does; `AlreadyDone` for a repeated key.
    """
    audit.refuse_repeat(key)
    round_ = correct.lock(seat.round)
    table = Table.objects.select_related("sheet").get(pk=seat.table_id)
    table.round = round_
    refuse_closed_season(round_.evening.competition)
    refuse_unreviewed(round_, reason=reason, reviewed=reviewed, since=correct.scored_at(table))
    others = list(
        Seat.objects.filter(round=round_, person=person).exclude(pk=seat.pk).select_related("table")
    )
    extra = bool(others) and _fills_in(round_, seat, others)
    if others and not extra:
        raise Refused(
            _("%(name)s already sits at table %(table)s in this round.")
            % {"name": person.name, "table": others[0].table.number}
        )
    before = Seat.objects.get(pk=seat.pk).person_id
    Seat.objects.filter(pk=seat.pk).update(person=person, extra=extra)
    correct.rebook(table, actor)
    club = round_.evening.competition.club
    audit.record(actor, club, "substitute", seat, key=key, before=before, person=person.pk, reason=reason)


def _fills_in(round_: Round, seat: Seat, others: list[Seat]) -> bool:
    """Whether who sits on his own seat, and on no other, may fill in here as well, at another table."""
    if not may_fill_in(round_) or len(others) > 1:
        return False
    (own,) = others
    is_own = EntryMember.objects.filter(entry=own.entry_id, person=own.person_id).exists()
    return is_own and own.table_id != seat.table_id


def may_fill_in(round_: Round) -> bool:
    """Whether somebody may sit at a second table in a round: where that score may replace a lower one of his own."""
    competition = round_.evening.competition
    individual = not (competition.is_pairs or competition.is_teams)
    return individual and round_.evening.get_attendance().inside.may_replace
