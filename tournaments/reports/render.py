"""The one entrance for printing: a document, a format, a file."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from django.utils.text import slugify

from tournaments.reports import cards, csv_file, excel, house_rules
from tournaments.reports import slips as sheets
from tournaments.reports.documents import CardsReport, Document, HouseRules, MatrixReport, TableReport
from tournaments.reports.pdf import cards as cards_pdf
from tournaments.reports.pdf import house_rules as house_rules_pdf
from tournaments.reports.pdf import matrix, slips, table


class Format(StrEnum):
    PDF = "pdf"
    XLSX = "xlsx"
    CSV = "csv"


def render(
    document: Document,
    format: Format,
    target_path: Path,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> None:
    """Write the document to `target_path`, in the active language.

    The caller writes to a temporary place and renames. `progress(done, of)` is called in reasonable
    steps, the last time with done equal to of; what it raises ends the rendering.
    """
    if format is Format.XLSX:
        excel.write(_as_table(document), target_path, progress)
    elif format is Format.CSV:
        csv_file.write(_as_table(document), target_path, progress)
    elif isinstance(document, TableReport):
        table.write(document, target_path, progress)
    elif isinstance(document, HouseRules):
        house_rules_pdf.write(document, target_path, progress)
    elif isinstance(document, CardsReport):
        cards_pdf.write(document, target_path, progress)
    elif isinstance(document, MatrixReport):
        matrix.write(document, target_path, progress)
    else:
        slips.write(document, target_path, progress)


def _as_table(document: Document) -> TableReport:
    if isinstance(document, TableReport):
        return document
    if isinstance(document, HouseRules):
        return house_rules.as_table(document)
    if isinstance(document, CardsReport):
        return cards.as_table(document)
    if isinstance(document, MatrixReport):
        return cards.matrix_as_table(document)
    return sheets.as_table(document)


def filename_for(document: Document, format: Format) -> str:
    """A file name in plain ASCII, as `de-vrije-slag-uitslag-2026-10-06.pdf`."""
    club = slugify(document.heading.club)[:40].strip("-") or "klaverclub"
    return f"{club}-{slugify(document.name)[:40]}-{document.heading.date:%Y-%m-%d}.{format}"
