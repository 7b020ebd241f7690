"""What was published, to be read: its table and erratum with the names that a reader may see, and how it stands now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import errata_words
from tournaments.models import EntryMember, Person, Publication
from tournaments.reports.documents import Cell, Column, Kind
from tournaments.reports.figures import on_paper
from tournaments.reports.frozen import thaw_row
from tournaments.standing import queries

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Competition

ALWAYS = {"rank", "name", "gap", "won"}
"""Columns that stay on a phone, beside the strong one."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """`extra` folds away on a phone."""

    title: str
    kind: str
    strong: bool
    extra: bool

    @property
    def is_text(self) -> bool:
        return self.kind == Kind.TEXT


@dataclass(frozen=True, slots=True)
class Shown:
    """A publication as a page shows it: a row for each line, each cell a text; notes below."""

    title: str
    event: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    erratum: tuple[str, ...]

    @property
    def table(self) -> list[list[tuple[ShownColumn, str]]]:
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]


def shown(publication: Publication, *, public: bool) -> Shown:
    """In the active language. For the public: names as they were published, or less where the owner lets less be read
    by now, and no member numbers."""
    content = publication.content
    printed = content["printed"][get_language()]
    columns = [Column(**column | {"kind": Kind(column["kind"])}) for column in printed["columns"]]
    kept = [index for index, column in enumerate(columns) if not (public and column.key == "number")]
    readers = content["readers"][get_language()]
    frozen = readers["rows"] if public and readers["rows"] else printed["rows"]
    names = _names(publication, public=public)
    told = errata_words.sentences(publication.erratum, content, lambda each: names[each["entry"]])
    return Shown(
        title=printed["title"],
        event=printed["event"],
        columns=tuple(_column(columns[index]) for index in kept),
        rows=tuple(
            _row(columns, thaw_row(row), names[line["entry"]], kept)
            for line, row in zip(content["lines"], frozen, strict=True)
        ),
        notes=tuple(_hide((readers if public else printed)["footnotes"], content, names, public=public)),
        erratum=tuple(told),
    )


def _column(column: Column) -> ShownColumn:
    extra = not (column.strong or column.key in ALWAYS)
    return ShownColumn(column.title, str(column.kind), column.strong, extra)


def _row(columns: list[Column], cells: tuple[Cell, ...], name: str, kept: list[int]) -> tuple[str, ...]:
    return tuple(
        name if columns[index].key == "name" else on_paper(columns[index], cells[index]) for index in kept
    )


def _names(publication: Publication, *, public: bool) -> Mapping[int, str]:
    """By entry, everybody in the list and in the erratum."""
    told = [*(change for change in publication.erratum if "entry" in change), *publication.content["lines"]]
    if not public:
        return {each["entry"]: each["name"] for each in told}
    names = {each["entry"]: each["public"] for each in told}
    competition = publication.competition
    if competition.is_teams:
        return names
    hidden = EntryMember.objects.filter(competition=competition).exclude(
        person__visibility=Person.Visibility.SHOWN
    )
    if entries := names.keys() & set(hidden.values_list("entry_id", flat=True)):
        now = queries.who_is_who(competition, queries.Reader(public=True))
        names |= {entry: now[entry].name for entry in entries if entry in now}
    return names


def _hide(
    notes: list[str], content: Mapping[str, Any], names: Mapping[int, str], *, public: bool
) -> list[str]:
    """The notes with the names that may be read by now in the place of those that were."""
    if not public:
        return notes
    changed = [(line["public"], names[line["entry"]]) for line in content["lines"]]
    for before, after in changed:
        if before != after:
            notes = [note.replace(before, after) for note in notes]
    return notes


def title_of(publication: Publication) -> str:
    """Which list it is: "Result of evening 3", "Standing", "Standing: Champion", "Prizes of the season"."""
    number = publication.evening.number if publication.evening else 0
    if publication.kind == Publication.Kind.EVENING:
        return _("Result of evening %(number)s") % {"number": number}
    if publication.kind == Publication.Kind.PRIZES:
        if number:
            return _("Prizes of evening %(number)s") % {"number": number}
        return _("Prizes of the season")
    return _("Standing: %(title)s") % {"title": publication.title} if publication.title else _("Standing")


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest publication of a list, and whether the ledger says something else by now."""

    pk: int
    number: int
    published_at: datetime
    provisional: bool
    evenings: tuple[int, ...]
    moved_on: bool


def latest(competition: Competition, kind: str, title: str = "", evening: Any = None) -> Latest | None:
    """Two queries at most; the rows of the list are not read."""
    found = Publication.objects.filter(competition=competition, kind=kind, title=title, evening=evening)
    columns = ("pk", "number", "published_at", "provisional", "content__evenings", "content__rule")
    row = found.order_by("-number").values_list(*columns).first()
    if row is None:
        return None
    *identity, counted, rule = row
    known = {each["number"]: each["version"] for each in counted}
    return Latest(*identity, tuple(known), _moved_on(competition, kind, title, known, rule))


def _moved_on(competition: Competition, kind: str, title: str, known: Mapping[int, int], rule: Any) -> bool:
    evenings = list(competition.evenings.values_list("number", "ledger_version", "counts"))
    if any(known.get(number, version) != version for number, version, _counts in evenings):
        return True
    if kind != Publication.Kind.STANDING:
        return False
    everything = bool(rule.get("all_evenings"))
    return any(
        version and number not in known and (counts or everything) for number, version, counts in evenings
    )
