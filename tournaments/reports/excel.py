"""Tables as a workbook: real numbers, frozen titles, a filter, ready to print on A4."""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell as ExcelCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from tournaments.reports import excel_recount
from tournaments.reports.documents import (
    Awarded,
    Cell,
    Column,
    Dropped,
    Heading,
    Kind,
    Partly,
    TableReport,
)
from tournaments.reports.excel_recount import Answers
from tournaments.reports.figures import AWARDED_MARK, PARTLY_MARK, long_date, on_paper, rounded, short_date

TYPEFACE, SIZE, ROW = "Calibri", 12, 18
FELT = "FF14533A"
FELT_TINT = "FFE3EEE4"
NARROWEST, WIDEST = 6, 45
"""Column widths in characters."""
STEP = 500
"""Rows between two reports of progress."""

ACTIVE = ("=", "+", "-", "@", "\t", "\r")
"""First characters by which a spreadsheet takes a text for something to calculate."""
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
NOT_IN_SHEET_TITLE = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


def write(reports: Sequence[TableReport], path: Path, progress: Callable[[int, int], None]) -> None:
    """Write the tables to `path`, a sheet each, and what they are; progress counts rows of the first."""
    heading = reports[0].heading
    moment = heading.printed_at.replace(tzinfo=None)
    book = Workbook(write_only=True)
    book.properties.title = _clean(heading.title)
    book.properties.creator = _clean(heading.club)
    book.properties.subject = _clean(heading.event)
    book.properties.created = book.properties.modified = moment
    answers: dict[str, Answers] = {}
    for report in reports:
        sheet = book.create_sheet(_sheet_title(report.heading))
        _table_sheet(sheet, report, progress if report is reports[0] else _silent)
        if report.recount:
            answers |= excel_recount.write(book, report.recount, partial(_set_up, heading=heading))
    _about_sheet(book.create_sheet(_("About")), reports)
    book.calculation.fullCalcOnLoad = bool(answers)
    with _DatedArchive(path, moment, answers) as archive:
        ExcelWriter(book, archive).write_data()


def _silent(_done: int, _of: int) -> None:
    """Progress that nobody waits for."""


class _DatedArchive(ZipFile):
    """A zip file in which every entry bears the given time, so that the same table gives the same bytes.

    `answers`: by the name of an entry, what its formulas come to; without them they would be empty until somebody
    calculates.
    """

    def __init__(self, path: Path, moment: datetime, answers: Mapping[str, Answers]) -> None:
        super().__init__(path, "w", ZIP_DEFLATED)
        self.moment, self.answers = moment, answers

    def writestr(self, name: str, data: bytes | str) -> None:
        super().writestr(self._entry(name), data)

    def write(self, filename: str, name: str) -> None:
        if found := self.answers.get(name):
            self.writestr(name, excel_recount.with_answers(Path(filename).read_text("utf-8"), found))
            return
        with open(filename, "rb") as source, self.open(self._entry(name), "w") as target:
            shutil.copyfileobj(source, target)

    def _entry(self, name: str) -> ZipInfo:
        entry = ZipInfo(name, self.moment.timetuple()[:6])
        entry.compress_type = ZIP_DEFLATED
        return entry


def _table_sheet(sheet: Worksheet, report: TableReport, progress: Callable[[int, int], None]) -> None:
    rows, columns = len(report.rows), report.columns
    last_column = get_column_letter(len(columns))
    for number, column in enumerate(columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = _width(report, number - 1, column)
    sheet.freeze_panes = "A2"
    sheet.row_dimensions[1].height = 2 * ROW
    _set_up(sheet, report.heading)
    sheet.print_title_rows = "1:1"
    sheet.print_area = f"A1:{last_column}{rows + 1 + (report.totals is not None)}"

    sheet.append([_title_cell(sheet, column) for column in columns])
    writers = [_ColumnWriter(sheet, column) for column in columns]
    for done, row in enumerate(report.rows, 1):
        sheet.append([writer.cell(value) for writer, value in zip(writers, row, strict=True)])
        if done % STEP == 0 and done < rows:
            progress(done, rows)
    if report.totals:
        totals = [_ColumnWriter(sheet, column, total=True) for column in columns]
        sheet.append([writer.cell(value) for writer, value in zip(totals, report.totals, strict=True)])
    sheet.auto_filter.ref = f"A1:{last_column}{rows + 1}"
    progress(rows, rows)


class _ColumnWriter:
    """Turns the values of one column into styled cells; each kind of cell is made once and used again."""

    def __init__(self, sheet: Worksheet, column: Column, total: bool = False) -> None:
        self.column = column
        self.plain = self._cell(sheet, total)
        self.inert = self._cell(sheet, total)
        self.inert.quotePrefix = True
        self.marked = {kind: self._cell(sheet, total) for kind in (Awarded, Dropped, Partly)}
        self.marked[Awarded].number_format += f'"{AWARDED_MARK}"'
        self.marked[Dropped].number_format = '"("#,##0")"'
        self.marked[Partly].number_format += f'"{PARTLY_MARK}"'

    def _cell(self, sheet: Worksheet, total: bool) -> ExcelCell:
        cell = WriteOnlyCell(sheet)
        cell.number_format = _number_format(self.column)
        cell.font = _font(bold=self.column.strong or total)
        cell.alignment = _alignment(self.column)
        if total:
            cell.border = Border(top=Side("thin", FELT))
        return cell

    def cell(self, value: Cell) -> ExcelCell | None:
        if value is None:
            return None
        if isinstance(value, str):
            cell = self.inert if value.startswith(ACTIVE) else self.plain
            cell.value = _clean(value)
            cell.data_type = "s"  # never a formula, never an error value
            return cell
        cell = self.marked.get(type(value), self.plain)
        # a decimal is stored as it is printed, so that paper and workbook can never differ in the last digit
        cell.value = rounded(value, self.column.decimals) if isinstance(value, Fraction | Decimal) else value
        return cell


def _number_format(column: Column) -> str:
    return {
        Kind.TEXT: "@",
        Kind.RANK: "0",
        Kind.INT: "#,##0",
        Kind.DECIMAL: "#,##0" + ("." + "0" * column.decimals if column.decimals else ""),
        Kind.DATE: "dd-mm-yyyy",
        Kind.TREND: '"▲ "0;"▼ "0;"="',
    }[column.kind]


def _title_cell(sheet: Worksheet, column: Column) -> ExcelCell:
    cell = WriteOnlyCell(sheet, _clean(column.title))
    cell.data_type = "s"
    cell.font = _font(bold=True, color=FELT)
    cell.fill = PatternFill("solid", FELT_TINT)
    cell.border = Border(bottom=Side("medium", FELT))
    cell.alignment = _alignment(column, vertical="center", wrap_text=True)
    return cell


def _font(**look: Any) -> Font:
    return Font(name=TYPEFACE, size=SIZE, **look)


def _alignment(column: Column, **more: Any) -> Alignment:
    """Texts left with some air, for a column of figures may end beside them; figures right."""
    if column.kind is Kind.TEXT:
        return Alignment(horizontal="left", indent=1, **more)
    return Alignment(horizontal="right", **more)


def _width(report: TableReport, index: int, column: Column) -> float:
    """Room for the widest cell, and for the words of the title with the button of the filter, in characters."""
    values = [row[index] for row in report.rows if row[index] is not None]
    if column.kind is not Kind.TEXT:
        values = [min(values), max(values)] if values else []
    if report.totals and report.totals[index] is not None:
        values.append(report.totals[index])
    widest = max((len(on_paper(column, value)) for value in values), default=0)
    word = max(len(word) for word in column.title.split(" "))
    return min(max(widest + 3, word + 5, NARROWEST), WIDEST)


def _about_sheet(sheet: Worksheet, reports: Sequence[TableReport]) -> None:
    """What the print carries in its head, foot and notes, for who only has the workbook."""
    heading = reports[0].heading
    sheet.column_dimensions["A"].width = 16
    sheet.column_dimensions["B"].width = 90
    _set_up(sheet, heading)
    for label, value in (
        (_("Club"), heading.club),
        (_("Event"), heading.event),
        (_("Date"), heading.date),
        (_("Document"), heading.title),
        (_("Status"), heading.status or (_("provisional") if heading.provisional else _("final"))),
        (_("Printed"), heading.printed_at.replace(tzinfo=None)),
        *([(_("Publication"), heading.mark)] if heading.mark else []),
        *([(_("Public page"), reports[0].link.address)] if reports[0].link else []),
        *((_("Note"), note) for note in dict.fromkeys(note for one in reports for note in _notes(one))),
    ):
        sheet.append(list(_about_row(sheet, label, value)))


def _notes(report: TableReport) -> Iterator[str]:
    yield from report.footnotes
    if report.no_recount:
        yield report.no_recount


def _about_row(sheet: Worksheet, label: str, value: str | date) -> Iterator[ExcelCell]:
    title = WriteOnlyCell(sheet, label)
    title.font = _font(bold=True, color=FELT)
    title.alignment = Alignment(vertical="top")
    yield title
    if isinstance(value, str):
        cell = WriteOnlyCell(sheet, _clean(value))
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(ACTIVE)
    else:
        cell = WriteOnlyCell(sheet, value)
        cell.number_format = "dd-mm-yyyy hh:mm" if isinstance(value, datetime) else "dd-mm-yyyy"
    cell.font = _font()
    cell.alignment = Alignment(horizontal="left", vertical="top", wrap_text=True)
    yield cell


def _set_up(sheet: Worksheet, heading: Heading) -> None:
    sheet.sheet_format.defaultRowHeight, sheet.sheet_format.customHeight = ROW, True
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    title = heading.title
    if heading.provisional:
        title = _("%(title)s (provisional)") % {"title": title}
    sheet.oddHeader.left.text = _header_text(heading.club)
    sheet.oddHeader.center.text = _header_text(title)
    sheet.oddHeader.right.text = _header_text(long_date(heading.date))
    sheet.oddFooter.left.text = _header_text(
        _("printed on %(date)s at %(time)s")
        % {"date": short_date(heading.printed_at.date()), "time": f"{heading.printed_at:%H:%M}"}
    )
    sheet.oddFooter.center.text = _header_text(heading.event)
    sheet.oddFooter.right.text = _("page %(page)s of %(pages)s") % {"page": "&P", "pages": "&N"}


def _header_text(text: str) -> str:
    """A part of a printed head: an ampersand is a code there, and all parts together may hold 255."""
    return _clean(text)[:40].replace("&", "&&")


def _clean(text: str) -> str:
    """The text with every character that XML forbids shown as a replacement character."""
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _sheet_title(heading: Heading) -> str:
    """The document's title within Excel's rules: 31 characters, none of []:*?/\\, no outer apostrophes."""
    title = heading.title
    if heading.provisional:
        title = f"{_('provisional')} {title}"
    return NOT_IN_SHEET_TITLE.sub(" ", _clean(title)).strip("' ")[:31].strip("' ") or "Klaverclub"
