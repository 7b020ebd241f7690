"""Places of a division that are shared when everything is played: the organiser, or his lot, puts them in order."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import league_board
from tournaments.models import Division
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import User


@transaction.atomic
def decide(
    division: Division,
    entries: Sequence[int],
    reason: str,
    *,
    actor: User,
    key: str = "",
    by_lot: bool = False,
) -> None:
    """Puts those who share a place in this order, or by lot in one that its stored seed makes again.

    Raises `AlreadyDone` for a repeated key, and `Refused` without a reason or when these do not share a place (any
    more) after the last match.
    """
    audit.refuse_repeat(key)
    refuse_closed_season(division.competition)
    division.refresh_from_db(from_queryset=Division.objects.select_for_update())
    board = league_board.load_division(division, DESK)
    if set(entries) not in [{who.entry for who in tied} for _rank, tied in board.ties]:
        raise Refused(
            _("These do not share a place, or matches are still to be played. Look at the table again.")
        )
    if not reason.strip():
        raise Refused(_("Say why: it stands below the table."))
    seed = secrets.randbits(31) if by_lot else None
    order = list(entries) if seed is None else drawn(entries, seed)
    division.lots = [*division.lots, {"entries": order, "reason": reason.strip(), "seed": seed}]
    division.save(update_fields=["lots"])
    audit.record(
        actor, division.competition.club, "decide shared place", division, key=key, **division.lots[-1]
    )


def drawn(entries: Sequence[int], seed: int) -> list[int]:
    """The order that a lot gives: by what its number makes of each, so that anybody can draw it again."""
    return sorted(entries, key=lambda entry: hashlib.sha256(f"{seed}:{entry}".encode()).hexdigest())


@transaction.atomic
def take_back(division: Division, *, actor: User) -> None:
    """Takes the last decision back. Nothing to take back is nothing done."""
    refuse_closed_season(division.competition)
    division.refresh_from_db(from_queryset=Division.objects.select_for_update())
    if not division.lots:
        return
    *division.lots, gone = division.lots
    division.save(update_fields=["lots"])
    audit.record(actor, division.competition.club, "take back shared place", division, **gone)
