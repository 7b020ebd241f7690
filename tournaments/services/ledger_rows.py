"""Rows of the ledger that are made from sources: only what really differs is written, so that making again is free."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from django.db.models import Q

from tournaments.models import Posting

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from django.db.models import QuerySet

BY_RULE = Q(kind__in=Posting.FROM_ATTENDANCE) | Q(
    kind=Posting.Kind.SUBSTITUTE, author=None, sheet_version=None
)
"""Rows that the attendance rule gives: nobody typed or decided them."""

_FIELDS = (
    *(
        "round_id",
        "entry_id",
        "board",
        "person_id",
        "kind",
        "points",
        "roem",
        "bonus",
        "total",
        "pits",
        "nats",
    ),
    *("against", "match_points", "sheet_version_id"),
)


def replace_rows(existing: QuerySet[Posting], wanted: Iterable[Posting]) -> None:
    """Makes the rows of `existing` those of `wanted`. A row that says the same stays, with its author and its age."""
    missing: Counter[Hashable] = Counter()
    rows: dict[Hashable, list[Posting]] = {}
    for row in wanted:
        missing[_said(row)] += 1
        rows.setdefault(_said(row), []).append(row)
    gone = []
    for row in existing:
        if missing[_said(row)]:
            missing[_said(row)] -= 1
        else:
            gone.append(row.pk)
    if gone:
        Posting.objects.filter(pk__in=gone).delete()
    new = [row for said, count in missing.items() for row in rows[said][:count]]
    if new:
        Posting.objects.bulk_create(new)


def _said(row: Posting) -> Hashable:
    """Everything that a row says, whoever made it and when."""
    return (*(getattr(row, name) for name in _FIELDS), json.dumps(row.reason, sort_keys=True))
