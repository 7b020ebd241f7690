"""An evening itself: its date, how many rounds it has, and what became of those nobody asked after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Entry, Presence
from tournaments.services import audit, squads
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    import datetime

    from tournaments.models import Evening, User


def refuse_unlikely_date(date: datetime.date) -> None:
    """Refuses a date that can only be a slip of the finger in the year: older than ten years, or a year ahead."""
    today = timezone.localdate()
    if not -10 * 366 < (date - today).days < 366:
        raise Refused(
            _("%(date)s is too far from today to be meant: look at the year.")
            % {"date": f"{date.day}-{date.month}-{date.year}"}
        )


@transaction.atomic
def change_evening(evening: Evening, *, date: datetime.date, rounds_planned: int, actor: User) -> None:
    """Moves an evening to another date, or gives it more or fewer rounds.

    Raises `Refused` for a closed evening, a date out of the order of the season or on which somebody who has a seat
    is of another team, and for fewer rounds than are drawn or than somebody waits for.
    """
    refuse_closed_season(evening.competition)
    if evening.is_closed:
        raise Refused(
            _(
                "This evening is closed: its rounds stay as they were played. A wrong date is put right on a page of its own."
            )
        )
    refuse_out_of_order(evening, date)
    squads.refuse_other_day(evening, date)
    drawn = evening.rounds.aggregate(number=Max("number"))["number"] or 0
    if rounds_planned < drawn:
        raise Refused(
            _("Round %(number)s is already drawn: the evening cannot have fewer rounds.") % {"number": drawn}
        )
    waiting = evening.presences.filter(state=Presence.State.PRESENT, from_round__gt=rounds_planned).first()
    if waiting:
        raise Refused(
            _("%(name)s is noted from round %(number)s on. Change that at the check-in first.")
            % {"name": waiting.entry.name, "number": waiting.from_round}
        )
    before = {"date": evening.date.isoformat(), "rounds_planned": evening.rounds_planned}
    evening.date, evening.rounds_planned = date, rounds_planned
    evening.save(update_fields=["date", "rounds_planned"])
    audit.record(
        actor,
        evening.competition.club,
        "change evening",
        evening,
        before=before,
        date=date.isoformat(),
        rounds_planned=rounds_planned,
    )


def refuse_out_of_order(evening: Evening, date: datetime.date) -> None:
    """Refuses an unlikely date, and one before an earlier evening of the competition or after a later one."""
    refuse_unlikely_date(date)
    others = evening.competition.evenings.order_by("number")
    before = others.filter(number__lt=evening.number, date__gt=date).last()
    after = others.filter(number__gt=evening.number, date__lt=date).first()
    if wrong := before or after:
        raise Refused(
            _("Evening %(number)s is on %(date)s: the evenings of a season follow each other.")
            % {"number": wrong.number, "date": f"{wrong.date.day}-{wrong.date.month}-{wrong.date.year}"}
        )


@transaction.atomic
def mark_rest(evening: Evening, state: str, *, actor: User) -> list[Entry]:
    """Gives everybody of the standing who was not asked yet this state of absence; returns who that were.

    Guests are left alone: nobody waits for a guest who does not come.
    """
    refuse_closed_season(evening.competition)
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to change who was there."))
    if state not in {Presence.State.EXCUSED, Presence.State.ABSENT}:
        raise ValueError(state)
    unasked = Entry.objects.filter(competition=evening.competition, active=True, ranked=True)
    unasked = list(unasked.exclude(presences__evening=evening).prefetch_related("members__person"))
    Presence.objects.bulk_create(
        (Presence(evening=evening, entry=entry, state=state) for entry in unasked), ignore_conflicts=True
    )
    if unasked:
        entries = [entry.pk for entry in unasked]
        audit.record(actor, evening.competition.club, "mark rest", evening, state=state, entries=entries)
    return unasked
