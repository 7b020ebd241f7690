"""What a service refuses whoever asks, and what must be seen before it is done: asked first in each transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Competition, Publication, Round
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    import datetime


def closed_season(competition: Competition) -> str:
    """Why nothing in this season changes any more, and who can undo that."""
    return _(
        "The season %(season)s is closed: nothing in it changes any more. An administrator of the club can open it "
        "again on its page."
    ) % {"season": competition}


def refuse_closed_season(competition: Competition) -> None:
    """Raises `Refused` when the season is closed; asks the database, because somebody may just have closed it.

    The season is named as it is kept, not as a form may just have called it.
    """
    kept = Competition.objects.filter(pk=competition.pk, closed_at__isnull=False).first()
    if kept is not None:
        raise Refused(closed_season(kept))


def needs_review(round_: Round, since: datetime.datetime | None = None) -> bool:
    """Whether a change in this round takes a reason, and is done only by who has seen its effects.

    So it is once the round or its evening is closed, and when its numbers stand in a publication. `since`: when what
    is to be changed got its score; only later publications count. Without it nothing has a score yet.
    """
    if round_.state == Round.State.CLOSED or round_.evening.is_closed:
        return True
    if since is None:
        return False
    evening = round_.evening
    later = Publication.objects.filter(competition=evening.competition_id, published_at__gte=since)
    return later.filter(Q(evening=evening) | Q(evening=None) | Q(kind=Publication.Kind.STANDING)).exists()


def refuse_unreviewed(
    round_: Round, *, reason: str, reviewed: bool, since: datetime.datetime | None = None
) -> None:
    """Raises `Refused` for a change of published numbers without a reason, or whose effects nobody has looked at."""
    if not needs_review(round_, since):
        return
    if not reviewed:
        raise Refused(
            _(
                "Round %(round)s is closed, or its numbers are published: look first at everything that moves with "
                "this change."
            )
            % {"round": round_.number}
        )
    if not reason.strip():
        raise Refused(_("Say why: what was published changes only with a reason."))
