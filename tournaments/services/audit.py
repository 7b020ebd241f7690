"""One row in the log for every act, and the guard against acts that arrive twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q

from tournaments.models import Change
from tournaments.services.errors import AlreadyDone

if TYPE_CHECKING:
    from django.db import models

    from tournaments.models import Club, User


AGAIN = "~"
"""Stands between the key of an act and how often it was done by the same page."""


def was_done(key: str) -> bool:
    """Whether this key is that of the newest act of its page."""
    return _repeated(key) is not None


def refuse_repeat(key: str) -> None:
    """Raises `AlreadyDone` when the newest act of this page has this key: a second click.

    The part of a key before "-" is that of its page, the rest tells what was sent. Who saves A, goes back and saves B,
    and goes back and saves A again has not clicked twice. Called first in a transaction. Two requests in the same instant
    both pass; then `record` lets only one commit, because the key is unique.
    """
    if earlier := _repeated(key):
        raise AlreadyDone(earlier.subject)


def _repeated(key: str) -> Change | None:
    if not key:
        return None
    page = key.partition("-")[0]
    of_page = Change.objects.filter(Q(key=page) | Q(key__startswith=f"{page}-"))
    newest = of_page.order_by("-pk").first()
    return newest if newest and str(newest.key).partition(AGAIN)[0] == key else None


def _free(key: str) -> str:
    """The key, or with a number where it was done before and something else since."""
    if not Change.objects.filter(key=key).exists():
        return key
    times = Change.objects.filter(key__startswith=f"{key}{AGAIN}").count()
    return f"{key}{AGAIN}{times + 2}"


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
        key=_free(key) if key else None,
    )
