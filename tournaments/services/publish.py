"""Publishing: a numbered list that never changes, and after a correction the next number with an erratum."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import errata
from tournaments.models import Competition, Evening, MergedEntry, Publication
from tournaments.services import audit
from tournaments.services import publication_content as contents
from tournaments.services.errors import Refused
from tournaments.services.publication_divisions import division_source
from tournaments.standing.queries import NoSuchTitle

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.errata import Change
    from tournaments.models import User

MOST_REASON = 500
TRIES = 5
"""How often a list is made anew because sheets came in while it was read."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be published now.

    earlier: the newest publication of the same list. changes: what it said otherwise, empty for a provisional one,
    which says of itself that it may change. same: nothing at all is different.
    """

    content: dict[str, Any]
    provisional: bool
    earlier: Publication | None
    changes: list[Change]
    same: bool

    @property
    def corrects(self) -> bool:
        """Is something wrong in what was published? Then it takes a reason."""
        return errata.is_wrong(self.changes)


def prepare(competition: Competition, kind: str, *, title: str = "", evening: Evening | None = None) -> Draft:
    """What would be published. Raises `Refused` when there is nothing, or while sheets keep coming in."""
    made = _steady(competition, kind, title, evening)
    earlier = newest(competition, kind, title, evening)
    if earlier is None:
        return Draft(made.content, made.provisional, None, [], same=False)
    changed = errata.changes(earlier.content, made.content, MergedEntry.onward(competition))
    same = earlier.provisional == made.provisional and _same(earlier.content, made.content)
    return Draft(made.content, made.provisional, earlier, [] if earlier.provisional else changed, same)


def _steady(competition: Competition, kind: str, title: str, evening: Evening | None) -> contents.Made:
    """The content of one moment: made again when the ledger moved while it was read."""
    for _attempt in range(TRIES):
        before = _versions(competition)
        try:
            found = contents.source(competition, kind, title, evening)
        except NoSuchTitle:
            if kind == Publication.Kind.DIVISION:
                raise Refused(_("There is no division “%(name)s” any more.") % {"name": title}) from None
            raise Refused(_("There is no standing “%(title)s” any more.") % {"title": title}) from None
        made = contents.whole(found, competition, kind, title, evening)
        if _versions(competition) == before:
            return made
    raise Refused(_("Sheets keep coming in: publish again in a moment."))


def _versions(competition: Competition) -> list[tuple[int, int]]:
    return list(competition.evenings.order_by("number").values_list("number", "ledger_version"))


def _same(earlier: dict[str, Any], now: dict[str, Any]) -> bool:
    """Do two contents say the same, as far as an older one says it?"""
    return _essence(earlier) == {part: value for part, value in _essence(now).items() if part in earlier}


def _essence(content: dict[str, Any]) -> dict[str, Any]:
    """A content without the versions it was made of."""
    evenings = [
        {name: value for name, value in each.items() if name != "version"} for each in content["evenings"]
    ]
    return content | {"evenings": evenings, "names_version": 0, "version": 0}


def newest(
    competition: Competition, kind: str, title: str = "", evening: Evening | None = None
) -> Publication | None:
    """The newest publication of a list."""
    found = Publication.objects.filter(competition=competition, kind=kind, title=title, evening=evening)
    return found.order_by("-number").first()


@transaction.atomic
def publish(
    competition: Competition,
    kind: str,
    *,
    title: str = "",
    evening: Evening | None = None,
    reason: str = "",
    actor: User | None,
    key: str = "",
) -> Publication:
    """The next publication of a competition: the result of an evening, a standing (`title` "" is the official one), the
    table or bracket of a division (`title` is its name), or prizes (without an evening of the season).

    Two clicks with one key are one publication (`AlreadyDone`), two organisers at once get two numbers. Raises
    `Refused` when nothing changed since the newest one, and when something that was published is corrected without a
    reason.
    """
    competition = (
        Competition.objects.select_for_update(of=("self",)).select_related("club").get(pk=competition.pk)
    )
    audit.refuse_repeat(key)
    draft = prepare(competition, kind, title=title, evening=evening)
    reason = reason.strip()[:MOST_REASON]
    if draft.same and draft.earlier:
        raise Refused(
            _("Nothing has changed since publication %(number)s.") % {"number": draft.earlier.number}
        )
    if draft.corrects and not reason:
        raise Refused(_("Say why: what was published changes only with a reason."))
    published = as_publication(competition, kind, title, evening, draft)
    published.reason = reason if draft.corrects else ""
    published.published_by = actor
    published.save()
    audit.record(
        actor,
        competition.club,
        "publish",
        published,
        key=key,
        number=published.number,
        kind=str(kind),
        title=title,
        reason=published.reason,
        fingerprint=published.fingerprint,
    )
    return published


def as_publication(
    competition: Competition, kind: str, title: str, evening: Evening | None, draft: Draft
) -> Publication:
    """The publication as it would be, with the number that is next; not saved."""
    last = Publication.objects.filter(competition=competition).order_by("-number").only("number").first()
    return Publication(
        competition=competition,
        number=last.number + 1 if last else 1,
        kind=kind,
        evening=evening,
        title=title,
        content=draft.content,
        fingerprint=fingerprint(draft.content),
        provisional=draft.provisional,
        replaces=draft.earlier if draft.earlier and _same_edition(draft) else None,
        erratum=draft.changes,
        published_at=timezone.now(),
    )


def _same_edition(draft: Draft) -> bool:
    """Does it stand in the place of the earlier one? A list of an evening more does so only to correct it."""
    assert draft.earlier is not None
    return draft.corrects or errata.edition(draft.earlier.content) == errata.edition(draft.content)


def fingerprint(content: dict[str, Any]) -> str:
    """SHA-256 of the content, members in order of name."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class NeedsErratum:
    """A publication that says something else than the ledger does now."""

    publication: Publication
    changes: list[Change]


def effects_on_publications(competition: Competition) -> list[NeedsErratum]:
    """The newest publication of every list that would need an erratum by what the database says now."""
    found = [NeedsErratum(each, errata_of(each, competition)) for each in newest_of_each(competition)]
    return [each for each in found if each.changes]


def errata_of(publication: Publication, competition: Competition) -> list[Change]:
    """What this publication says otherwise than the database now; empty when it needs no erratum.

    Provisional ones need none: they say of themselves that they may change. Nor does one in which only somebody's
    name is spelled otherwise by now: it was right when it was published. Where neither the ledger, nor names, nor the
    rule moved, and the season was not closed since, nothing is computed.
    """
    versions = dict(_versions(competition))
    if publication.provisional or not may_differ(publication, competition, publication.content, versions):
        return []
    try:
        source = contents.source(competition, publication.kind, publication.title, publication.evening)
    except NoSuchTitle:
        return []
    now = contents.core(source, competition, publication.kind, publication.title, publication.evening)
    merged = MergedEntry.onward(competition)
    changed = errata.changes(publication.content, json.loads(json.dumps(now)), merged)
    return changed if errata.is_wrong(changed) else []


def outdated(competition: Competition) -> list[Publication]:
    """The newest publication of every list that would need an erratum."""
    return [each.publication for each in effects_on_publications(competition)]


def newest_of_each(competition: Competition) -> list[Publication]:
    """The newest publication of every list, newest first; one query."""
    rows: Iterable[Publication] = (
        Publication.objects.filter(competition=competition).select_related("evening").order_by("-number")
    )
    newest: dict[tuple[str, str, int | None], Publication] = {}
    for row in rows:
        newest.setdefault((row.kind, row.title, row.evening_id), row)
    return list(newest.values())


def may_differ(
    publication: Publication,
    competition: Competition,
    content: Mapping[str, Any],
    versions: Mapping[int, int],
) -> bool:
    """Has anything moved on which this publication rests?

    content: at least its evenings, names_version and rule. versions: of the ledger of every evening, by number.
    In the table of a division also what the organiser decided without play counts, which moves no ledger.
    """
    if publication.kind == Publication.Kind.DIVISION:
        return True
    if any(versions.get(each["number"]) != each["version"] for each in content["evenings"]):
        return True
    if content["names_version"] != competition.names_version:
        return True
    if competition.closed_at and competition.closed_at > publication.published_at:
        return True  # until then a standing may have been that of a season that goes on
    return bool(content["rule"] != _rule_now(publication, competition))


def settled_matches(competition: Competition, division: str) -> list[int]:
    """The numbers of the matches of a division that are played or decided now; none where it is gone."""
    try:
        return errata.matches_in(division_source(competition, division).columns)
    except NoSuchTitle:
        return []


def _rule_now(publication: Publication, competition: Competition) -> Any:
    """The rule of such a list as it is now, as JSON; {} for the result of an evening."""
    if publication.kind == Publication.Kind.EVENING:
        return {}
    if publication.kind == Publication.Kind.PRIZES:
        rule = competition.get_prizes().to_json()
    else:
        titles = competition.get_titles()
        if publication.title and publication.title not in titles:
            return publication.content["rule"]
        rule = (titles[publication.title] if publication.title else competition.get_standing()).to_json()
    return json.loads(json.dumps(rule))
