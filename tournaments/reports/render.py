"""The one entrance for printing: a document, a format, a file."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.reports import cards, csv_file, excel, house_rules
from tournaments.reports import slips as sheets
from tournaments.reports.booklet import Booklet
from tournaments.reports.documents import (
    CardsReport,
    CodesReport,
    Document,
    HouseRules,
    MatrixReport,
    TableReport,
)
from tournaments.reports.pdf import booklet as booklet_pdf
from tournaments.reports.pdf import cards as cards_pdf
from tournaments.reports.pdf import codes as codes_pdf
from tournaments.reports.pdf import house_rules as house_rules_pdf
from tournaments.reports.pdf import matrix, slips, table


class Format(StrEnum):
    PDF = "pdf"
    XLSX = "xlsx"
    CSV = "csv"
    CSV_INT = "csv-int"

    @property
    def extension(self) -> str:
        return self.value.partition("-")[0]


def render(
    document: Document | Booklet,
    format: Format,
    target_path: Path,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> None:
    """Write the document to `target_path`, in the active language.

    The caller writes to a temporary place and renames. `progress(done, of)` is called in reasonable
    steps, the last time with done equal to of; what it raises ends the rendering.
    """
    if format is Format.XLSX:
        excel.write(_as_tables(document), target_path, progress)
    elif format in (Format.CSV, Format.CSV_INT):
        csv_file.write(_as_tables(document)[0], target_path, progress, dutch=format is Format.CSV)
    elif isinstance(document, Booklet):
        booklet_pdf.write(document, target_path, progress)
    elif isinstance(document, TableReport):
        table.write(document, target_path, progress)
    elif isinstance(document, HouseRules):
        house_rules_pdf.write(document, target_path, progress)
    elif isinstance(document, CardsReport):
        cards_pdf.write(document, target_path, progress)
    elif isinstance(document, CodesReport):
        codes_pdf.write(document, target_path, progress)
    elif isinstance(document, MatrixReport):
        matrix.write(document, target_path, progress)
    else:
        slips.write(document, target_path, progress)


def _as_tables(document: Document | Booklet) -> tuple[TableReport, ...]:
    return document.tables if isinstance(document, Booklet) else (_as_table(document),)


def _as_table(document: Document) -> TableReport:
    if isinstance(document, TableReport):
        return document
    if isinstance(document, HouseRules):
        return house_rules.as_table(document)
    if isinstance(document, CardsReport):
        return cards.as_table(document)
    if isinstance(document, CodesReport):
        return cards.codes_as_table(document)
    if isinstance(document, MatrixReport):
        return cards.matrix_as_table(document)
    return sheets.as_table(document)


def filename_for(document: Document | Booklet, format: Format) -> str:
    """A file name in plain ASCII, as `de-vrije-slag-uitslag-2026-10-06.pdf`; what is provisional says so."""
    club = slugify(document.heading.club)[:40].strip("-") or "klaverclub"
    provisional = f"-{slugify(_('provisional'))}" if document.heading.provisional else ""
    under = f"-{slugify(document.heading.under)[:40]}" if document.heading.under else ""
    form = "-int" if format is Format.CSV_INT else ""
    name = f"{club}-{slugify(document.name)[:40]}{under}{provisional}-{document.heading.date:%Y-%m-%d}{form}"
    return f"{name}.{format.extension}"
