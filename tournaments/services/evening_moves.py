"""The date of a closed evening put right: an act of its own, with a reason, done by who has seen what follows from it.

The rounds stay as they were played. What goes by the date moves: ratings are replayed from the earlier of the two days,
calendars tell the new one, and what was published with the old one is to be published again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Evening
from tournaments.services import audit, effects, publication_history, published, rating
from tournaments.services.errors import Refused
from tournaments.services.evenings import refuse_out_of_order
from tournaments.services.guards import refuse_closed_season
from tournaments.services.watching import Part

if TYPE_CHECKING:
    import datetime

    from tournaments.models import Publication, User


@transaction.atomic
def move(
    evening: Evening, *, date: datetime.date, reason: str, actor: User | None, reviewed: bool = False
) -> None:
    """Puts the date of a closed evening right.

    Raises `Refused` in a closed season, for an evening that is open, without a reason or unseen (`reviewed`), for the
    date that it has, one that has not been, and one that its number would be out of order with.
    """
    refuse_closed_season(evening.competition)
    found = (
        Evening.objects.select_for_update(of=("self",)).select_related("competition__club").get(pk=evening.pk)
    )
    if not found.is_closed:
        raise Refused(_("This evening is open: its date can be changed with its rounds."))
    if date == found.date:
        raise Refused(_("That is the date it has."))
    if date > timezone.localdate():
        raise Refused(_("A closed evening has been played: choose today or an earlier day."))
    refuse_out_of_order(found, date)
    if not reviewed:
        raise Refused(_("Look first at everything that moves with this date."))
    if not reason.strip():
        raise Refused(_("Say why: the date of a closed evening changes only with a reason."))
    before = found.date
    # The version rises so that every page and rating that was made with the old date is made anew.
    Evening.objects.filter(pk=found.pk).update(date=date, ledger_version=F("ledger_version") + 1)
    audit.record(
        actor,
        found.competition.club,
        "change evening",
        found,
        before={"date": before.isoformat()},
        date=date.isoformat(),
        reason=reason.strip(),
    )
    rating.ask(found.competition)
    evening.refresh_from_db()


# Its effects --------------------------------------------------------------------------------------------------


def effects_of(evening: Evening, date: datetime.date) -> effects.Effects:
    """What moves with this date. Raises what `move` raises."""
    found = effects.of(
        evening.competition,
        lambda: move(_copy(evening), date=date, reason="…", actor=None, reviewed=True),
        since=evening.number,
        key=_key(evening, date),
    )
    return _with_dates(evening, date, found)


def carry_out(
    evening: Evening, date: datetime.date, *, reason: str, actor: User, seen: str
) -> effects.Effects:
    """Moves it, if `seen` is the fingerprint of its effects; else raises `effects.OtherEffects`. Returns what moved."""
    before = _copy(evening)
    try:
        found = effects.carry_out(
            evening.competition,
            lambda: move(evening, date=date, reason=reason, actor=actor, reviewed=True),
            seen,
            since=evening.number,
            key=_key(before, date),
        )
    except effects.OtherEffects as other:
        raise effects.OtherEffects(_with_dates(before, date, other.effects)) from other
    return _with_dates(before, date, found)


def _copy(evening: Evening) -> Evening:
    return Evening.objects.select_related("competition__club").get(pk=evening.pk)


def _key(evening: Evening, date: datetime.date) -> str:
    """What the fingerprint stands for beside what moves in lists: the two dates, and the publications that tell one."""
    numbers = [each.number for each in _published_with(evening)]
    return f"{evening.pk}:{evening.date}:{date}:{numbers}"


def _with_dates(evening: Evening, date: datetime.date, found: effects.Effects) -> effects.Effects:
    """With what goes by the date alone."""
    told = {"before": date_format(evening.date, "j F Y"), "after": date_format(date, "j F Y")}
    calendar = _(
        "The evening moves from %(before)s to %(after)s, also in calendars that people subscribe to."
    )
    parts = [Part(_("Calendar"), lines=(calendar % told,)), *found.parts]
    again = _("Publication %(number)s (%(title)s) tells the old date: publish it again.")
    lines = [
        again % {"number": each.number, "title": published.title_of(each)}
        for each in _published_with(evening)
    ]
    if lines:
        parts.append(Part(_("Publications"), lines=tuple(lines), to_do=True))
    return replace(found, parts=tuple(parts))


def _published_with(evening: Evening) -> list[Publication]:
    """Of every list the newest publication, where that tells the date of this evening."""
    newest = [rows[0] for rows in publication_history.histories(evening.competition)]
    told = {"number": evening.number, "date": evening.date.isoformat()}
    return sorted(
        (each for each in newest if any(told.items() <= one.items() for one in each.content["evenings"])),
        key=lambda each: each.number,
    )
