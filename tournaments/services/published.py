"""What was published, to be read: its table and erratum with the names that a reader may see, and how it stands now."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import errata_brackets, errata_words, prize_words
from tournaments.models import EntryMember, MergedEntry, Person, Publication
from tournaments.reports.documents import Cell, Column, Kind
from tournaments.reports.figures import on_paper
from tournaments.reports.frozen import thaw_row
from tournaments.services import publication_history, publish, published_brackets
from tournaments.services.publication_basis import Basis
from tournaments.standing import periods, queries
from tournaments.standing.kept import kept

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Competition, Evening
    from tournaments.services.published_brackets import ShownRound

ALWAYS = {"rank", "name", "gap", "won"}
"""Columns that stay on a phone, beside the strong one."""


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """`extra` folds away on a phone; the name is what a row goes by."""

    key: str
    title: str
    kind: str
    strong: bool
    extra: bool

    @property
    def is_text(self) -> bool:
        return self.kind == Kind.TEXT


@dataclass(frozen=True, slots=True)
class Shown:
    """A publication as a page shows it: a row for each line, each cell a text; notes below. `rounds`: of a knock-out
    the same matches by round, which is how a page shows them."""

    title: str
    event: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    erratum: tuple[str, ...]
    rounds: tuple[ShownRound, ...] = ()

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
    hidden = _hidden(publication.competition) if public else []
    names = _names(publication, hidden, public=public)
    told = errata_words.sentences(publication.erratum, content, lambda each: names[each["entry"]])
    rows = tuple(
        _row(columns, thaw_row(row), _named(line, columns, names), kept)
        for line, row in zip(content["lines"], frozen, strict=True)
    )
    keys = [columns[index].key for index in kept]
    bracket = errata_brackets.is_bracket(content)
    return Shown(
        title=printed["title"],
        event=printed["event"],
        columns=tuple(_column(columns[index]) for index in kept),
        rows=rows,
        rounds=published_brackets.rounds(keys, rows, content["lines"]) if bracket else (),
        notes=tuple(
            _hide(readers["footnotes"], publication, hidden, names) if public else printed["footnotes"]
        ),
        erratum=tuple(told),
    )


def _column(column: Column) -> ShownColumn:
    extra = not (column.strong or column.key in ALWAYS)
    return ShownColumn(column.key, column.title, str(column.kind), column.strong, extra)


def _row(
    columns: list[Column], cells: tuple[Cell, ...], names: Mapping[str, str], kept: list[int]
) -> tuple[str, ...]:
    return tuple(names.get(columns[index].key) or on_paper(columns[index], cells[index]) for index in kept)


def _named(line: Mapping[str, Any], columns: list[Column], names: Mapping[int, str]) -> dict[str, str]:
    """The names that stand in a row, by the key of their column: its own, or those of a match."""
    if "match" not in line:
        return {"name": names[line["entry"]]}
    found = {column.key: errata_brackets.entry_at(line, column.key) for column in columns}
    return {key: names[entry] for key, entry in found.items() if entry is not None}


def _in_lines(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Everybody who stands in a list: {entry, name, public, …}; in a bracket as often as in its matches."""
    if errata_brackets.is_bracket(content):
        return [who for line in content["lines"] for who in errata_brackets.people_in(line)]
    return list(content["lines"])


def _in_erratum(erratum: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    named = [change for change in erratum if "entry" in change]
    matches = [
        change[side] for change in erratum if change["what"] == "match" for side in ("before", "after")
    ]
    return [*named, *(who for line in matches for who in errata_brackets.people_in(line))]


def _hidden(competition: Competition) -> list[EntryMember]:
    """Whose name may be read less than in full by now; of a team only its own name is public."""
    if competition.is_teams:
        return []
    members = EntryMember.objects.filter(competition=competition).select_related("person")
    return list(members.exclude(person__visibility=Person.Visibility.SHOWN))


def _names(publication: Publication, hidden: Sequence[EntryMember], *, public: bool) -> Mapping[int, str]:
    """By entry, everybody in the list and in the erratum."""
    told = [*_in_erratum(publication.erratum), *_in_lines(publication.content)]
    if not public:
        return {each["entry"]: each["name"] for each in told}
    names = {each["entry"]: each["public"] for each in told}
    if not hidden:
        return names
    competition = publication.competition
    merged = MergedEntry.onward(competition)
    less = {member.entry_id for member in hidden}
    if entries := {entry for entry in names if merged.get(entry, entry) in less}:
        now = queries.who_is_who(competition, queries.Reader(public=True))
        names |= {entry: now[merged.get(entry, entry)].name for entry in entries}
    return names


def _hide(
    notes: list[str], publication: Publication, hidden: Sequence[EntryMember], names: Mapping[int, str]
) -> list[str]:
    """The notes with the names that may be read by now in the place of those that were; also of who is in no line."""
    changed = [(line["public"], names[line["entry"]]) for line in _in_lines(publication.content)]
    changed += [(member.person.name, member.person.public_name()) for member in hidden]
    for before, after in changed:
        if before != after:
            notes = [note.replace(before, after) for note in notes]
    return notes


def title_of(publication: Publication) -> str:
    """Which list it is: "Result of evening 3", "Standing", "Standing: Champion", or the name of a division."""
    number = publication.evening.number if publication.evening else 0
    if publication.kind == Publication.Kind.EVENING:
        return _("Result of evening %(number)s") % {"number": number}
    if publication.kind == Publication.Kind.PRIZES:
        if number:
            return _("Prizes of evening %(number)s") % {"number": number}
        return prize_words.list_title(publication.title)
    if publication.kind == Publication.Kind.DIVISION:
        return str(publication.title)
    under = periods.label(publication.title)
    return _("Standing: %(title)s") % {"title": under} if under else _("Standing")


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest publication of a list, and what has come since.

    wrong: the number of the publication that needs an erratum, for it says what readers were to rely on and is otherwise
    now; always None for the public. moved_on: places, figures, the rule or what is counted are others. reworded: only
    names or notes are.
    """

    pk: int
    number: int
    published_at: datetime
    provisional: bool
    wrong: int | None
    moved_on: bool
    reworded: bool

    @property
    def needs_erratum(self) -> bool:
        return self.wrong is not None


def latest(
    competition: Competition,
    kind: str,
    title: str = "",
    evening: Evening | None = None,
    *,
    public: bool = False,
) -> Latest | None:
    """What it says is read, and compared with the list of now, only when something moved on which it rests; until then
    it takes four queries. Compared once, that is kept until anything moves again."""
    rows = publication_history.history(competition, kind, title, evening)
    if not rows:
        return None
    basis = Basis(competition)
    wrong, moved_on, reworded = _since(rows, competition, basis, public=public)
    row = rows[0]
    return Latest(row.pk, row.number, row.published_at, row.provisional, wrong, moved_on, reworded)


Since = tuple[int | None, bool, bool]


def _since(rows: Sequence[Publication], competition: Competition, basis: Basis, *, public: bool) -> Since:
    if publish.unmoved(rows, basis):
        return None, False, False

    def made() -> Since:
        compared = publish.Compared(rows, competition)
        needed = None if public else compared.wrong
        moved = compared.moved
        return needed.publication.number if needed else None, moved, not moved and compared.reworded

    rests_on = basis.of(rows[0])
    if not rests_on:
        return made()
    name = hashlib.sha256(repr((rows[0].pk, rests_on, public)).encode()).hexdigest()[:40]
    found: Since = kept(f"since:{name}", made)
    return found
