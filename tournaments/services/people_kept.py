"""Rows that are taken out and can be put back as they were, keys and times and all."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from django.core import serializers

from tournaments.models import Posting, Presence
from tournaments.models.shown import Shown, raise_names_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db import models

Row = dict[str, Any]


def take_out(rows: models.QuerySet[Any]) -> list[Row]:
    """Deletes rows; what they were, as values that JSON keeps."""
    found = list(rows.order_by("pk"))
    kept = told(found)
    rows.model._default_manager.filter(pk__in=[row.pk for row in found]).delete()
    return kept


def told(rows: Iterable[models.Model]) -> list[Row]:
    """Rows as values that JSON keeps; times to the last digit, which Django's own form for JSON drops."""
    found = serializers.serialize("python", rows)
    for row in found:
        row["fields"] = {name: _plain(value) for name, value in row["fields"].items()}
    return found


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else value


def put_back(rows: Sequence[Row]) -> None:
    """Puts rows back in their order, but for a presence or a score in the place of which there is another by now.

    Only a score that somebody decided stays in the way: all others are made again from their sources next.
    """
    for each in serializers.deserialize("python", rows):
        row = each.object
        if (
            isinstance(row, Presence)
            and Presence.objects.filter(evening=row.evening_id, entry=row.entry_id).exists()
        ):
            continue
        if isinstance(row, Posting) and _has_another(row):
            continue
        each.save()
        if isinstance(row, Shown):
            raise_names_version(type(row), [row.pk])


def _has_another(row: Posting) -> bool:
    if row.kind in Posting.BESIDE:
        return False
    scores = Posting.objects.filter(round=row.round_id, entry=row.entry_id, board=row.board)
    scores = scores.exclude(kind__in=Posting.BESIDE)
    scores.exclude(kind=Posting.Kind.ARBITRARY).delete()
    return scores.exists()
