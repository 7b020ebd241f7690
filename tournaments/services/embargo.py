"""Keeping the scores of an evening back until the prizes are given, and lifting that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Sheet
from tournaments.models import Evening
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import User


@transaction.atomic
def keep_back(
    evening: Evening, hidden_from: datetime | None, prizes_at: datetime | None, *, actor: User
) -> None:
    """Hides the scores of an evening from this moment until they are let go; None takes the embargo away.

    prizes_at: when the prizes are given, as the hall is told; None when that is not known. An embargo that was lifted
    begins anew. Raises `Refused` for a prize-giving before its beginning.
    """
    refuse_closed_season(evening.competition)
    if hidden_from and prizes_at and prizes_at < hidden_from:
        raise Refused(_("The prize-giving comes after the hour from which the standings are hidden."))
    evening.embargo_from, evening.embargo_lifted_at = hidden_from, None
    evening.prizes_at = prizes_at if hidden_from else None
    evening.save(update_fields=["embargo_from", "embargo_lifted_at", "prizes_at"])
    audit.record(
        actor,
        evening.competition.club,
        "set embargo",
        evening,
        hidden_from=hidden_from.isoformat() if hidden_from else None,
        prizes_at=prizes_at.isoformat() if prizes_at else None,
    )


def not_in_yet(evening: Evening) -> list[str]:
    """What is still to be done before the scores of an evening are final, in sentences."""
    told = []
    rounds = list(evening.rounds.order_by("number"))
    for round_ in rounds:
        drawn = round_.tables.count()
        waiting = drawn - Sheet.objects.filter(table__round=round_, versions__isnull=False).distinct().count()
        if waiting:
            text = ngettext(
                "Round %(round)s: %(count)s sheet is not in.",
                "Round %(round)s: %(count)s sheets are not in.",
                waiting,
            )
            told.append(text % {"round": round_.number, "count": waiting})
    to_draw = evening.rounds_planned - len(rounds)
    if to_draw > 0 and not evening.is_closed:
        text = ngettext(
            "%(count)s round is still to be drawn.", "%(count)s rounds are still to be drawn.", to_draw
        )
        told.append(text % {"count": to_draw})
    if not evening.is_closed:
        told.append(_("The evening is not closed."))
    return told


@transaction.atomic
def lift(evening: Evening, *, actor: User) -> None:
    """The prize-giving begins: from now on everybody sees the scores. Lifting twice is lifting once."""
    kept = Evening.objects.filter(pk=evening.pk, embargo_from__isnull=False, embargo_lifted_at=None)
    if kept.update(embargo_lifted_at=timezone.now()):
        audit.record(actor, evening.competition.club, "lift embargo", evening)
    evening.refresh_from_db()
