"""The second sheet of a season in a workbook: the results as numbers, and formulas that add them up under the rule.

Whoever doubts a total changes a result and sees what becomes of it. What a formula comes to is stored with it, so
that the sheet is complete before anybody calculates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.reports.recount import Recount, RecountRow
from tournaments.reports.recount_formulas import FIRST, Answer, Count, Formula

Answers = Mapping[str, Answer]
"""By cell (C5), what its formula comes to."""

TYPEFACE, SIZE = "Calibri", 12
FELT, TINT = "FF14533A", "FFE3EEE4"
FORMULA = re.compile(r'<c r="([A-Z]+\d+)"([^>]*)><f>(.*?)</f><v\s*(?:/>|></v>)</c>', re.DOTALL)


def write(book: Workbook, recount: Recount, set_up: Callable[[Worksheet], None]) -> dict[str, Answers]:
    """Adds the sheets that count again; by the file of each inside the workbook, what its formulas come to.

    `set_up` makes a sheet ready to be printed.
    """
    sheet = _Sheet(book, _("Recount"))
    rounds = _Rounds(book, recount) if recount.rule.measure == "match_points" else None
    for one in (sheet, rounds):
        if one:
            set_up(one.sheet)
    _write_count(sheet, recount, rounds)
    return {_file_of(book, one.sheet): one.answers for one in (sheet, rounds) if one}


def with_answers(xml: str, answers: Answers) -> str:
    """The XML of a sheet with what its formulas come to."""

    def fill(match: re.Match[str]) -> str:
        cell, attributes, formula = match.groups()
        answer = answers[cell]
        if isinstance(answer, str):
            return f'<c r="{cell}"{attributes} t="str"><f>{formula}</f><v>{escape(answer)}</v></c>'
        number = answer if isinstance(answer, int) else float(answer)
        return f'<c r="{cell}"{attributes}><f>{formula}</f><v>{number}</v></c>'

    return FORMULA.sub(fill, xml)


def _file_of(book: Workbook, sheet: Worksheet) -> str:
    return f"xl/worksheets/sheet{book.worksheets.index(sheet) + 1}.xml"


class _Sheet:
    """A sheet in the making: rows of plain values, texts and formulas; each look of a cell is made once."""

    def __init__(self, book: Workbook, title: str) -> None:
        self.sheet = book.create_sheet(title)
        self.answers: dict[str, Answer] = {}
        self.row = 0
        self.looks: dict[object, WriteOnlyCell] = {}

    def append(self, values: Sequence[object], *, title: bool = False, decimals: int = 0) -> None:
        """The next row; None is an empty cell. `decimals` are those of what is no whole number by its nature."""
        self.row += 1
        self.sheet.append(self._cells(values, title, decimals))

    def _cells(self, values: Sequence[object], title: bool, decimals: int) -> Iterator[WriteOnlyCell | None]:
        for column, value in enumerate(values, 1):
            if value is None:
                yield None
                continue
            cell = self._look(value, title=title, right=title and column > 2, decimals=decimals)
            if isinstance(value, Formula):
                self.answers[f"{get_column_letter(column)}{self.row}"] = value.answer
                cell.value = f"={value.text}"
            else:
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"  # never a formula, whatever a name begins with
            yield cell

    def _look(self, value: object, *, title: bool, right: bool, decimals: int) -> WriteOnlyCell:
        """A cell that looks as this value should; the same one is filled again and again."""
        is_text = isinstance(value, str)
        shown = 0 if _is_whole(value) else decimals
        key = (title, right, is_text, shown)
        if key not in self.looks:
            self.looks[key] = cell = WriteOnlyCell(self.sheet)
            cell.font = Font(name=TYPEFACE, size=SIZE, bold=title, color=FELT if title else None)
            if title:
                cell.fill = PatternFill("solid", TINT)
                cell.border = Border(bottom=Side("medium", FELT))
                side = "right" if right else "left"
                cell.alignment = Alignment(horizontal=side, wrap_text=True, vertical="center")
            elif not is_text:
                cell.number_format = "#,##0" + ("." + "0" * shown if shown else "")
                cell.alignment = Alignment(horizontal="right")
            cell.quotePrefix = is_text
        return self.looks[key]


def _is_whole(value: object) -> bool:
    return isinstance(value.answer if isinstance(value, Formula) else value, int)


class _Rounds(_Sheet):
    """The rounds that match points follow from, one below the other, each with its formula."""

    def __init__(self, book: Workbook, recount: Recount) -> None:
        super().__init__(book, _("Rounds"))
        self.match = recount.rule.match
        self.sheet.freeze_panes = "A2"
        self.sheet.column_dimensions["A"].width = 28
        for letter in "BCDE":
            self.sheet.column_dimensions[letter].width = 14
        self.append((_("Name"), _("Evening"), _("Points"), _("Opponents"), _("Match points")), title=True)

    def add(self, name: str, evening: int, meetings: Sequence[tuple[int, int]]) -> str:
        """Writes these rounds; returns where their match points stand, empty for none."""
        if not meetings:
            return ""
        first = self.row + 1
        for own, other in meetings:
            at = self.row + 1
            formula = Formula(self._worth(f"C{at}", f"D{at}"), self.match.of(own - other))
            self.append((name, evening, own, other, formula))
        return f"{quote_sheetname(self.sheet.title)}!E{first}:E{self.row}"

    def _worth(self, own: str, other: str) -> str:
        worth = f"IF({own}>{other},{self.match.win},{self.match.loss})"
        for band in self.match.bands:
            wide = f"IF({own}>{other},{band.win},{band.loss})"
            worth = f"IF(ABS({own}-{other})>={band.margin},{wide},{worth})"
        return f"IF({own}={other},{self.match.draw},{worth})"


def _write_count(sheet: _Sheet, recount: Recount, rounds: _Rounds | None) -> None:
    count = Count(recount)
    notes = [*recount.sentences, *_notes(recount)]
    titles_at = len(notes) + 3
    sheet.sheet.column_dimensions["A"].width = 8
    sheet.sheet.column_dimensions["B"].width = 28
    for column in range(count.again, count.same + 1):
        sheet.sheet.column_dimensions[get_column_letter(column)].width = 15
    sheet.sheet.freeze_panes = f"{get_column_letter(FIRST)}{titles_at + 1}"
    for note in notes:
        sheet.append((note,))
    first, last = titles_at + 1, titles_at + len(recount.rows)
    rows = _("of %(count)d rows are the same") % {"count": len(recount.rows)}
    sheet.append((count.same_in(first, max(first, last)), rows))
    sheet.append(())
    sheet.append(count.titles(), title=True)
    for row in recount.rows:
        meetings = _meetings(recount, row, rounds)
        sheet.append(count.row(row, sheet.row + 1, meetings), decimals=count.decimals)


def _meetings(recount: Recount, row: RecountRow, rounds: _Rounds | None) -> list[str]:
    """By result of an entry, where the match points of its rounds stand."""
    if rounds is None:
        return [""] * len(row.results)
    return [
        rounds.add(row.name, unit.evening, result.meetings) if result else ""
        for unit, result in zip(recount.units, row.results, strict=True)
    ]


def _notes(recount: Recount) -> Iterator[str]:
    """How to read the sheet, and what its formulas cannot say."""
    yield _("Change a result and the total follows; the last column compares it with the standing.")
    results = [result for row in recount.rows for result in row.results if result]
    if any(not result.chosen_from for result in results):
        yield _(
            "Between brackets: an evening that this rule does not look at. No formula finds out which these are."
        )
    if any(result.fixed for result in results) and any(recount.keep):
        yield _(
            "Absences that cannot be dropped are in the formula by their cells; it does not follow when they change."
        )
    if any(unit.period < 0 for unit in recount.units):
        yield _("Evenings outside all periods stand here, but no formula counts them.")
    if recount.rule.ties:
        yield _("What separates equal totals is not counted here; the explanation of each place has it.")
