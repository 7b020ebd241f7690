"""One row in the log for every act, and the guard against acts that arrive twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.models import Change
from tournaments.services.errors import AlreadyDone

if TYPE_CHECKING:
    from django.db import models

    from tournaments.models import Club, User


def was_done(key: str) -> bool:
    """Whether an act with this key is in the log."""
    return bool(key) and Change.objects.filter(key=key).exists()


def refuse_repeat(key: str) -> None:
    """Raises `AlreadyDone` when an act with this key is in the log.

    Called first in a transaction. Two requests in the same instant both pass; then `record` lets only one
    commit, because the key is unique.
    """
    if key and (earlier := Change.objects.filter(key=key).first()):
        raise AlreadyDone(earlier.subject)


def record(
    actor: User | None, club: Club | None, verb: str, subject: models.Model, *, key: str = "", **detail: Any
) -> Change:
    """Logs an act of `actor` in the transaction that does it; `detail` holds JSON values only."""
    return Change.objects.create(
        actor=actor,
        club=club,
        verb=verb,
        subject=f"{subject._meta.model_name}:{subject.pk}",
        detail=detail,
        key=key or None,
    )
