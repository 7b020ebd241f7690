"""The life of a draw: draft, published, taken back.

A draft can be thrown away. A published draw has handed out sheets; it goes back to a draft only while
nothing has been typed on any of them. What changes a draw by hand, and who comes and goes, is in `draw_changes`.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Sheet
from tournaments import pairing
from tournaments.models import Posting, Round, SitOut
from tournaments.pairing.assess import figures
from tournaments.services import audit, draw_tables, schedules
from tournaments.services.draw_input import (
    Missing,
    draw_input,
    missing_results,
    present_entries,
    pure_table,
    unit_of,
)
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Competition, Entry, Evening, User


FIXTURES = "fixtures"
"""The method of leagues and cups, of which the rounds are not drawn here."""


class ResultsMissing(Refused):
    """The standing is not complete; the draw can be made from it all the same, knowingly (`provisional`)."""

    def __init__(self, missing: list[Missing]) -> None:
        super().__init__(
            _("The standing is not complete: %(what)s.") % {"what": "; ".join(map(_say_missing, missing))}
        )
        self.missing = missing


def _say_missing(missing: Missing) -> str:
    params = {"table": missing.table, "round": missing.round, "evening": missing.evening}
    if missing.table is None:
        return _("round %(round)s of evening %(evening)s is not closed") % params
    return _("table %(table)s of round %(round)s is not in") % params


def draw_round(
    evening: Evening,
    *,
    actor: User | None,
    number: int | None = None,
    seed: int | None = None,
    provisional: bool = False,
) -> Round:
    """Draws a round as a draft: `number`, or the next.

    Two organisers who press at once get the same round: its number is unique within the evening, and a round that is
    there already is returned as it is. `provisional`: draws by standing even if results are missing, and remembers who
    wanted that. Raises `Refused` when it is not the next round, too few people are in the hall, or the method cannot
    draw for them, and `ResultsMissing`.
    """
    number = number or evening.rounds.count() + 1
    seed = secrets.randbits(48) if seed is None else seed
    try:
        with transaction.atomic():
            if there := evening.rounds.filter(number=number).first():
                return there
            refuse_next(evening, number)
            round_ = Round.objects.create(evening=evening, number=number, seed=seed)
            refuse_chosen(round_)
            _fill(round_, actor, seed, provisional=provisional)
            return round_
    except IntegrityError:
        return evening.rounds.get(number=number)


def refuse_next(evening: Evening, number: int) -> None:
    refuse_closed_season(evening.competition)
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to draw another round."))
    if number > evening.rounds_planned:
        raise Refused(
            _("All %(count)s rounds of this evening are drawn. Plan another round at the evening first.")
            % {"count": evening.rounds_planned}
        )
    if number > (first := evening.rounds.count() + 1):
        raise Refused(
            _("Round %(number)s cannot be drawn yet: round %(first)s comes first.")
            % {"number": number, "first": first}
        )
    draft = evening.rounds.filter(state=Round.State.DRAFT).first()
    if draft:
        raise Refused(
            _("Round %(number)s is still a draft. Publish or discard it first.") % {"number": draft.number}
        )


@transaction.atomic
def redraw(round_: Round, *, actor: User, seen: str | None = None, provisional: bool = False) -> Round:
    """Draws a draft anew with another lot; pinned tables stay.

    `seen` is the draw that the asker saw (`draw_tables.look_of`): when the draft is another by now, a second click
    has arrived and nothing is drawn again. Raises as `draw_round` does, and when somebody at a pinned table is gone.
    """
    refuse_closed_season(round_.evening.competition)
    refuse_unless_draft(draw_tables.lock(round_))
    refuse_chosen(round_)
    if seen in (None, draw_tables.look_of(round_)):
        tables = list(round_.tables.prefetch_related("seats"))
        pinned = tuple(pure_table(table) for table in tables if table.pinned)
        allowed = provisional or round_.provisional_by_id is not None
        draw_tables.remove(tables)
        round_.sit_outs.all().delete()
        _fill(round_, actor, secrets.randbits(48), pinned=pinned, provisional=allowed)
    return round_


def refuse_unless_draft(round_: Round) -> None:
    if round_.state != Round.State.DRAFT:
        raise Refused(
            _("Round %(number)s is already published. Take the draw back first.") % {"number": round_.number}
        )


def refuse_chosen(round_: Round) -> None:
    """The matches of a league or cup are chosen by name: there is nothing to draw again or to swap."""
    if FIXTURES in (round_.method, round_.evening.competition.get_pairing().method):
        raise Refused(
            _("The matches of this round are chosen, not drawn. Discard the draft and choose again.")
            if round_.tables.exists()
            else _("The matches of this competition are chosen, not drawn: choose them at the evening.")
        )


def _fill(
    round_: Round,
    actor: User | None,
    seed: int,
    *,
    pinned: tuple[pairing.Table, ...] = (),
    provisional: bool = False,
) -> None:
    """Draws the tables of a draft that has none."""
    evening = round_.evening
    entries = {entry.pk: entry for entry in present_entries(evening, round_.number)}
    _refuse_too_few(evening.competition, len(entries))
    _refuse_gone(evening.competition, pinned, entries)
    rule = schedules.rule_for(evening, round_.number)
    missing = missing_results(evening, round_.number, rule) if rule.method == "swiss" else []
    if missing and not provisional:
        raise ResultsMissing(missing)
    given = draw_input(evening, round_.number, entries.values(), seed, rule=rule, locked=pinned)
    drawn = _drawn(evening, round_.number, given, entries)
    round_.seed, round_.quality, round_.method = seed, drawn.quality.to_json(), rule.method
    round_.given, round_.provisional_by = given.to_json(), actor if missing else None
    round_.drawn_by, round_.drawn_at = actor, timezone.now()
    round_.save()
    draw_tables.store(round_, drawn.tables, pinned=[table.number for table in pinned])
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in drawn.sit_outs)
    audit.record(
        actor,
        evening.competition.club,
        "draw",
        round_,
        seed=seed,
        entries=list(entries),
        tables=[table.to_json() for table in drawn.tables],
        sit_outs=list(drawn.sit_outs),
        provisional=bool(missing),
    )


def _drawn(
    evening: Evening, number: int, given: pairing.DrawInput, entries: Mapping[int, Entry]
) -> pairing.Draw:
    """The round as its method makes it."""
    if schedules.decides(evening, number):
        tables, sit_outs = schedules.tables_for(evening, number, given)
        return pairing.Draw(tables, sit_outs, figures(tables, sit_outs, given), ())
    try:
        return pairing.draw_round(given, unit_of(evening.competition))
    except pairing.DrawError as error:
        raise Refused(in_words(error, entries)) from error


def in_words(error: pairing.DrawError, entries: Mapping[int, Entry]) -> str:
    """Why a draw cannot be made; who is meant by name."""
    names = {str(pk): entry.name for pk, entry in entries.items()}
    named = {
        param: ", ".join(names.get(each, each) for each in str(error.params[param]).split(", "))
        for param in ("entry", "entries", "one", "other")
        if param in error.params
    }
    return _(error.msgid) % {**error.params, **named}


def _refuse_too_few(competition: Competition, present: int) -> None:
    if competition.table_size < 4 and present < competition.table_size:
        raise Refused(
            _("A table needs %(size)s people; there are %(count)s to be seated.")
            % {"size": competition.table_size, "count": present}
        )


def _refuse_gone(
    competition: Competition, pinned: tuple[pairing.Table, ...], present: Mapping[int, Entry]
) -> None:
    """A pinned table stays as it is, so everybody at it must be there."""
    for table in pinned:
        gone = [entry for entry in table.entries if entry not in present]
        if gone:
            name = competition.entries.get(pk=gone[0]).name
            raise Refused(
                _("Table %(table)s is pinned, but %(name)s is no longer there. Unpin it, then draw again.")
                % {"table": table.number, "name": name}
            )


@transaction.atomic
def publish(round_: Round, *, actor: User | None, seen: str | None = None) -> None:
    """Makes a draft the draw of the round and hands out a sheet for every table. Twice is once.

    `seen` is the draw that the asker saw (`draw_tables.look_of`). Raises `Refused` when somebody has drawn again or
    changed it since: nobody publishes what he has not looked at.
    """
    refuse_closed_season(round_.evening.competition)
    draw_tables.lock(round_)
    if round_.state != Round.State.DRAFT:
        return
    if seen not in (None, draw_tables.look_of(round_)):
        raise Refused(_("Somebody has just changed this draw. Look at it again, then publish it."))
    round_.state, round_.published_at = Round.State.PUBLISHED, timezone.now()
    round_.save()
    for table in round_.tables.order_by("number"):
        draw_tables.hand_out_sheet(table)
    audit.record(actor, round_.evening.competition.club, "publish draw", round_)


@transaction.atomic
def undo(round_: Round, *, actor: User, state: str | None = None) -> Round | None:
    """Takes the newest draw of an evening one step back: published to draft, draft to nothing (returns None).

    `state` is the state in which the asker saw the round: when it is no longer in it, a second click has
    arrived and nothing more is taken back. Raises `Refused` when a later round is drawn, the round is closed, or
    something is typed on a sheet.
    """
    refuse_closed_season(round_.evening.competition)
    draw_tables.lock(round_)
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


def _refuse_typed(round_: Round) -> None:
    if typed := draw_tables.typed_tables(round_):
        raise Refused(
            _(
                "Sheets of this round are being typed (table %(tables)s): the draw can no longer be taken back."
            )
            % {"tables": draw_tables.numbers_of(typed)}
        )
    if Posting.objects.filter(round=round_, kind__in=Posting.DECIDED).exists():
        raise Refused(_("Points are decided by hand in this round: withdraw that first."))
