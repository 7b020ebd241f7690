"""What no service may do, asked first in the transaction that would do it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.services.errors import Refused


def closed_season(competition: Competition) -> str:
    """Why nothing in this season changes any more, and who can undo that."""
    return _(
        "The season %(season)s is closed: nothing in it changes any more. An administrator of the club can open it "
        "again on its page."
    ) % {"season": competition}


def refuse_closed_season(competition: Competition) -> None:
    """Raises `Refused` when the season is closed; asks the database, because somebody may just have closed it."""
    if Competition.objects.filter(pk=competition.pk, closed_at__isnull=False).exists():
        raise Refused(closed_season(competition))
