"""Publishing: a numbered list that never changes, and after a correction the next number with an erratum."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import errata
from tournaments.models import Competition, Evening, Publication
from tournaments.services import audit
from tournaments.services import publication_content as contents
from tournaments.services import publication_history as past
from tournaments.services.errors import Refused
from tournaments.services.publication_basis import Basis
from tournaments.standing import periods
from tournaments.standing.queries import NoSuchTitle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.errata import Change
    from tournaments.models import User

MOST_REASON = 500
BEHIND = ("version", "names_version", "rests_on", "settled", "to_come", "standing", "standing_rules")
"""What of a content is not said to anybody."""
OF_A_NAME = ("name", "public", "number", "guest")
"""What of a line is about a name."""
TRIES = 5
"""How often a list is made anew because sheets came in while it was read."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be published now.

    earlier: the newest publication of the same list. changes: what readers knew for good otherwise; nothing of what a
    provisional one said, which says of itself that it may change. corrected: to which publication these are an
    erratum. same: nothing at all is different.
    """

    content: dict[str, Any]
    provisional: bool
    earlier: Publication | None
    corrected: Publication | None
    changes: list[Change]
    same: bool

    @property
    def corrects(self) -> bool:
        """Is something wrong in what was published? Then it takes a reason."""
        return errata.is_wrong(self.changes)


def prepare(competition: Competition, kind: str, *, title: str = "", evening: Evening | None = None) -> Draft:
    """What would be published. Raises `Refused` when there is nothing, or while sheets keep coming in."""
    made = _steady(competition, kind, title, evening)
    rows = past.history(competition, kind, title, evening)
    if not rows:
        return Draft(made.content, made.provisional, None, None, [], same=False)
    same = rows[0].provisional == made.provisional and _same(rows[0].content, made.content)
    known = past.known(rows)
    if known is None:
        return Draft(made.content, made.provisional, rows[0], None, [], same)
    changes = past.changes_since(known, made.content, competition)
    same = same and not errata.is_wrong(changes)
    if made.provisional:
        made.content["settled"] = past.settled(known, changes, made.content, competition)
    return Draft(made.content, made.provisional, rows[0], known.publication, changes, same)


def _steady(competition: Competition, kind: str, title: str, evening: Evening | None) -> contents.Made:
    """The content of one moment: made again when something moved while it was read."""
    for _attempt in range(TRIES):
        basis = Basis(competition)
        rests_on = basis.of_list(kind, title, evening.pk if evening else None)
        try:
            found = contents.source(competition, kind, title, evening)
        except NoSuchTitle:
            if kind == Publication.Kind.DIVISION:
                raise Refused(_("There is no division “%(name)s” any more.") % {"name": title}) from None
            raise Refused(
                _("There is no standing “%(title)s” any more.") % {"title": periods.label(title)}
            ) from None
        made = contents.whole(found, competition, kind, title, evening)
        after = Basis(competition)
        if after.everything == basis.everything:
            made.content["rests_on"] = rests_on
            return made
    raise Refused(_("Sheets keep coming in: publish again in a moment."))


def _same(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Do two contents say the same, as far as both say it? An older one, and one that is not for print, say less."""
    before, after = _essence(earlier), _essence(now)
    return all(before[part] == after[part] for part in before.keys() & after.keys())


def _essence(content: Mapping[str, Any]) -> dict[str, Any]:
    """What a content says, without what it was made of and is compared by."""
    evenings = [
        {name: value for name, value in each.items() if name != "version"} for each in content["evenings"]
    ]
    said = {part: value for part, value in content.items() if part not in BEHIND}
    if content["kind"] == Publication.Kind.PRIZES:
        del said["rule"]  # the plan of all lists; the sentences are those of this one
    return said | {"evenings": evenings}


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
    table or bracket of a division (`title` is its name), or prizes (without an evening of the season, of the title or period `title`).

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
        replaces=_replaced_by(draft),
        erratum=draft.changes,
        published_at=timezone.now(),
    )


def _replaced_by(draft: Draft) -> Publication | None:
    """Which one it takes the place of: the one that it corrects, or an earlier one of the same evenings."""
    if draft.changes:
        return draft.corrected
    earlier = draft.earlier
    same_edition = earlier and errata.edition(earlier.content) == errata.edition(draft.content)
    return earlier if same_edition else None


def fingerprint(content: dict[str, Any]) -> str:
    """SHA-256 of the content, members in order of name."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


# What was published, beside what is known now --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NeedsErratum:
    """A publication that says something else than the database does now."""

    publication: Publication
    changes: list[Change]


def effects_on_publications(competition: Competition) -> list[NeedsErratum]:
    """What would need an erratum by what the database says now: of every list the publication that is not right."""
    lists = past.histories(competition)
    basis = Basis(competition) if lists else None
    found = [Compared(rows, competition).wrong for rows in lists if basis and not unmoved(rows, basis)]
    return [each for each in found if each]


def outdated(competition: Competition) -> list[Publication]:
    """The publications that would need an erratum, of every list at most one."""
    return [each.publication for each in effects_on_publications(competition)]


def unmoved(rows: Sequence[Publication], basis: Basis) -> bool:
    """Is all on which the newest publication of a list rests as it was? Then nothing else would be published now."""
    rests_on = basis.of(rows[0])
    return bool(rests_on) and rests_on == past.rests_on(rows[0])


class Compared:
    """The newest publication of a list (`rows`, newest first) beside what would be published now; made when asked."""

    def __init__(self, rows: Sequence[Publication], competition: Competition) -> None:
        self.rows, self.competition = rows, competition
        newest = rows[0]
        self.what = (competition, newest.kind, newest.title, newest.evening)

    @cached_property
    def source(self) -> contents.Source | None:
        """None when its title or division is gone."""
        try:
            return contents.source(*self.what)
        except NoSuchTitle:
            return None

    @cached_property
    def now(self) -> dict[str, Any]:
        assert self.source is not None  # asked first
        return contents.core(self.source, *self.what)

    @cached_property
    def wrong(self) -> NeedsErratum | None:
        """What needs an erratum. Provisional ones need none, as far as they may change, nor does one in which only
        somebody's name is spelled otherwise by now: it was right when it was published."""
        known = past.known(self.rows)
        if known is None or self.source is None:
            return None
        changes = past.changes_since(known, self.now, self.competition)
        return NeedsErratum(known.publication, changes) if errata.is_wrong(changes) else None

    @property
    def moved(self) -> bool:
        """Are places, figures, the rule or what is counted others, or may they change where they could not, or the reverse?"""
        if self.source is None:
            return True
        newest = self.rows[0]
        counted = [evening.number for evening in self.source.evenings]
        if newest.provisional != self.source.provisional or counted != errata.spans(newest.content):
            return True  # without making any line
        return _figures(newest.content) != _figures(self.now)

    @property
    def reworded(self) -> bool:
        """Is anything at all said otherwise, names and notes too?"""
        if self.source is None:
            return True
        content = self.rows[0].content
        if not _same(content, self.now):
            return True
        try:
            return not _same(content, contents.whole(self.source, *self.what).content)
        except Refused:
            return True


def _figures(content: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a content says but for names and notes."""
    rule = content["rules" if content["kind"] == Publication.Kind.PRIZES else "rule"]
    return rule, content["columns"], errata.spans(content), _without_names(content["lines"])


def _without_names(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_names(each) for each in value]
    if isinstance(value, dict):
        return {name: _without_names(each) for name, each in value.items() if name not in OF_A_NAME}
    return value
