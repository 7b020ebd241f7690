"""Why somebody has a place, on paper: one place, or a booklet of all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from tournaments.reports.booklet import Block, Booklet, Chapter, Paragraph, chapter
from tournaments.reports.documents import Column, Dropped, Heading, Kind, TableReport
from tournaments.services import season_lists
from tournaments.services.errors import Refused
from tournaments.standing import notes, queries
from tournaments.standing.why import why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.reports.documents import Cell
    from tournaments.standing.season_lists import SeasonList, SeasonRow
    from tournaments.standing.why import Compared, EveningWhy, Part, Why

MOST_PLACES = 500
"""Places in one booklet."""
SIZE = 9.5


def why_document(pk: int, *, entry: int, title: str = "", of: str = "entries") -> Booklet:
    """The account of one place. Raises LookupError for who is not in the list."""
    listed = season_lists.listed(pk, title, of)
    row = listed.row_of(entry)
    if row is None:
        raise LookupError(f"{entry} is not in this standing")
    return _booklet(listed, [row], _("Why this place"))


def why_all_document(pk: int, *, title: str = "", of: str = "entries") -> Booklet:
    """The account of every place, one after the other. Raises `Refused` without places and for too many."""
    listed = season_lists.listed(pk, title, of)
    _refuse(listed)
    return _booklet(listed, listed.rows, _("Why everybody has his place"))


def why_all_outline(pk: int, *, title: str = "", of: str = "entries") -> tuple[Heading, str]:
    """The heading of the booklet, and a text that changes with anything in it; made without the accounts."""
    listed = season_lists.listed(pk, title, of)
    _refuse(listed)
    head = season_lists.season_heading(listed, _("Why everybody has his place"))
    return head, f"{queries.standing_key(listed.competition)}:{title}:{of}"


def _refuse(listed: SeasonList) -> None:
    if not listed.rows:
        raise Refused(_("There is no standing yet: nothing can be explained."))
    if len(listed.rows) > MOST_PLACES:
        raise Refused(
            _(
                "A booklet explains at most %(most)s places, and this standing has %(count)s. Print single places."
            )
            % {"most": figure(MOST_PLACES), "count": figure(len(listed.rows))}
        )


def _booklet(listed: SeasonList, rows: Sequence[SeasonRow], title: str) -> Booklet:
    head = season_lists.season_heading(listed, title)
    accounts = [why(listed, row, queries.DESK) for row in rows]
    rule = [Paragraph(note, "small") for note in notes.season_notes(listed)]
    return Booklet(
        heading=head,
        name=_("why"),
        chapters=tuple(_chapter(head, listed, found, rule) for found in accounts),
        tables=(_all_results(head, accounts),),
    )


def _chapter(head: Heading, listed: SeasonList, found: Why, rule: list[Paragraph]) -> Chapter:
    line = found.row.line
    place = f"{line.rank}. " if line.rank is not None else ""
    said = [one.sentence for one in (found.above, found.below) if one]
    around = [found.above, *found.shared, found.below]
    compared = [block for one in around if one for block in _compared(head, found, one)]
    return chapter(
        Paragraph(f"{place}{found.row.who.name}", "title"),
        Paragraph(notes.place_among(found)),
        [Paragraph(missing)] if (missing := notes.attendance_note(found)) else [],
        [Paragraph(sentence) for sentence in said],
        Paragraph(_("What it is made of"), "heading"),
        [Paragraph(found.sum, "strong")] if found.sum else [],
        _results(head, found),
        list(_absent(found)),
        _periods(head, listed, found),
        [Paragraph(_("The places around it"), "heading")] if compared else [],
        compared,
        [Paragraph(more)] if (more := notes.more_shared_note(found)) else [],
        Paragraph(_("The rule"), "heading"),
        rule,
    )


# The results ------------------------------------------------------------------


def _results(head: Heading, found: Why) -> TableReport:
    """A row for each result that is added up or left out."""
    report = TableReport(
        heading=head,
        name=_("why"),
        columns=(
            Column("evening", _("Evening"), Kind.INT),
            Column("date", _("Date"), Kind.DATE),
            Column("round", _("Round"), Kind.INT),
            Column("made", _("Rounds")),
            Column("points", _("Points"), Kind.INT, strong=True),
            Column("why", _("Counts?")),
        ),
        rows=[
            (told.evening.number, told.evening.date, part.round, _made(part), _points(part), _verdict(part))
            for told in found.evenings
            for part in told.parts
        ],
        size=SIZE,
    )
    return report.without_empty("round", "made")


def _made(part: Part) -> str:
    """The rounds of an evening that is one result, as they add up; of a single round, what it was if not simply played.

    Match points come with the scores that they are for: "1 676 – 1 436: 2". What breaks ties stands beside.
    """
    numbers = [number for one in part.rounds for number in one.numbers]
    if any(one.won is not None for one in part.rounds):
        made = [one.score if one.won is None else f"{one.score}: {figure(one.won)}" for one in part.rounds]
        made += [one.word for one in part.rounds if one.word and part.round is not None]
    elif part.round is None:
        against = any(one.against is not None for one in part.rounds)
        made = [("; " if against else " + ").join(one.score for one in part.rounds).replace("+ −", "− ")]
    else:
        made = [one.word for one in part.rounds if one.word]
        made += [one.score for one in part.rounds if one.against is not None]
    return "; ".join([*made, *numbers, *filter(None, [part.limit])])


def _points(part: Part) -> int:
    return part.points if part.counts else Dropped(part.points)


def _verdict(part: Part) -> str:
    reasons = [one.reason for one in part.rounds if one.reason]
    words = [one.word for one in part.rounds if one.word] if part.round is None else []
    sign = "✓" if part.counts else "✗"
    return f"{sign} {capfirst(part.why)}" + "".join(f"; {text}" for text in dict.fromkeys([*words, *reasons]))


def _absent(found: Why) -> Iterator[Paragraph]:
    for text, evenings in (
        (_("Without a score: evening %(numbers)s."), found.missing),
        (_("Played, but not for this standing: evening %(numbers)s."), found.outside),
    ):
        if evenings:
            numbers = ", ".join(str(evening.number) for evening in evenings)
            yield Paragraph(text % {"numbers": numbers})


def _periods(head: Heading, listed: SeasonList, found: Why) -> list[Block]:
    if not found.account.periods:
        return []
    decimals = listed.rule.printed_decimals
    rows: list[tuple[Cell, ...]] = [
        (
            period.number,
            _("evening %(first)s to %(last)s") % {"first": period.first, "last": period.last},
            period.value,
            _("✓ counts") if period.counts else _("✗ does not count"),
        )
        for period in found.account.periods
    ]
    columns = (
        Column("period", _("Period"), Kind.INT),
        Column("evenings", _("Evenings")),
        Column("value", _("Result"), Kind.DECIMAL if decimals else Kind.INT, decimals=decimals, strong=True),
        Column("counts", _("Counts?")),
    )
    return [Paragraph(_("The periods"), "heading"), TableReport(head, _("why"), columns, rows, size=SIZE)]


# The places around --------------------------------------------------------------


def _compared(head: Heading, found: Why, other: Compared) -> Iterator[Block]:
    yield Paragraph(f"{other.rank}. {other.who.name}", "strong")
    if other.rank == found.row.line.rank:
        yield Paragraph(other.sentence)
    columns = (
        Column("criterion", _("Criterion")),
        Column("own", found.row.who.name),
        Column("other", other.who.name),
        Column("verdict", _("What comes of it")),
    )
    rows = [(capfirst(step.text), step.own, step.other, step.verdict) for step in other.steps]
    yield TableReport(head, _("why"), columns, rows, size=SIZE)
    yield from (Paragraph(meeting, "small") for step in other.steps for meeting in step.meetings)


def _all_results(head: Heading, accounts: Sequence[Why]) -> TableReport:
    """For a workbook: every result of everybody, with what became of it."""
    report = TableReport(
        heading=head,
        name=_("why"),
        columns=(
            Column("rank", _("Place"), Kind.RANK),
            Column("name", _("Name")),
            Column("evening", _("Evening"), Kind.INT),
            Column("date", _("Date"), Kind.DATE),
            Column("round", _("Round"), Kind.INT),
            Column("points", _("Points"), Kind.INT),
            Column("counted", _("Counts"), Kind.INT, strong=True),
            Column("why", _("Why")),
        ),
        rows=[
            _result_row(found, told, part)
            for found in accounts
            for told in found.evenings
            for part in told.parts
        ],
    )
    return replace(report.without_empty("round"), footnotes=())


def _result_row(found: Why, told: EveningWhy, part: Part) -> tuple[Cell, ...]:
    row = found.row
    counted = part.points if part.counts else None
    return (
        row.line.rank,
        row.who.name,
        told.evening.number,
        told.evening.date,
        part.round,
        part.points,
        counted,
        part.why,
    )
