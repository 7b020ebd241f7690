"""The publications of a list, one after another, and what readers were told in them for good."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import F

from tournaments import errata
from tournaments.models import MergedEntry, Publication
from tournaments.services import publication_content as contents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.errata import Change, Content, Over
    from tournaments.models import Competition, Evening

KEPT = (
    *("version", "kind", "title", "evening", "rule", "rules", "evenings", "columns", "lines"),
    *("others", "to_come", "standing", "standing_rules"),
)
"""What of a content is needed to compare another one with it."""


def history(
    competition: Competition, kind: str, title: str = "", evening: Evening | None = None
) -> list[Publication]:
    """The publications of a list, newest first, without their contents but for `rests_on`; one query."""
    found = Publication.objects.filter(competition=competition, kind=kind, title=title, evening=evening)
    rows = found.defer("content").annotate(rests_on=F("content__rests_on")).order_by("-number")
    return list(rows)


def histories(competition: Competition) -> list[list[Publication]]:
    """Those of every list, the list with the newest one first; one query."""
    found = Publication.objects.filter(competition=competition).select_related("evening")
    lists: dict[tuple[str, str, int | None], list[Publication]] = {}
    for row in found.defer("content").annotate(rests_on=F("content__rests_on")).order_by("-number"):
        lists.setdefault((row.kind, row.title, row.evening_id), []).append(row)
    return list(lists.values())


def rests_on(row: Publication) -> str:
    """What a publication out of these lists rested on when it was made (`publication_basis`); older ones did not say."""
    return getattr(row, "rests_on", None) or ""


@dataclass(frozen=True, slots=True)
class Known:
    """What readers know of a list for good.

    content: the newest that was final, or what a provisional one after it told of the same evenings. publication: to
    which an erratum would be.
    """

    publication: Publication
    content: Content


def known(rows: Sequence[Publication]) -> Known | None:
    """None when all that was published of a list (newest first) said of itself that it may change."""
    for row in rows:
        content = row.content.get("settled") if row.provisional else row.content
        if content:
            return Known(_last_word(rows), content)
    return None


def _last_word(rows: Sequence[Publication]) -> Publication:
    """The newest one that was final or corrected something; or what took its place since."""
    found = next(row for row in rows if not row.provisional or errata.is_wrong(row.erratum))
    followed = {row.replaces_id: row for row in rows if row.replaces_id}
    while found.pk in followed:
        found = followed[found.pk]
    return found


def changes_since(before: Known, now: Content, competition: Competition) -> list[Change]:
    """What a content of now says otherwise than what readers know."""
    merged = MergedEntry.onward(competition)
    return errata.changes(before.content, now, merged, _over(before, now, competition))


def settled(before: Known, changes: list[Change], now: Content, competition: Competition) -> dict[str, Any]:
    """What readers know for good once they are told these changes, in a list that may still change."""
    content = errata.settled(before.content, changes, now, _over(before, now, competition))
    plain: dict[str, Any] = json.loads(json.dumps({name: content[name] for name in KEPT if name in content}))
    return plain


def _over(before: Known, now: Content, competition: Competition) -> Over:
    def over(evenings: list[int]) -> Content:
        to_come = before.content.get("to_come")
        return contents.standing_over(competition, now["title"], evenings, to_come)

    return over
