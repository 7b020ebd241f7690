"""A table as text with separators: in the form that Dutch spreadsheets read, or in the international one."""

import csv
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import rounded
from tournaments.reports.documents import Cell, Column, TableReport

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet may take for the beginning of a formula."""


def write(report: TableReport, path: Path, progress: Callable[[int, int], None], *, dutch: bool) -> None:
    """All columns, with their titles above in the active language. Dutch: semicolons, decimal commas, 8-10-2026 and
    a byte order mark; otherwise: commas, decimal points, 2026-10-08. A provisional list says so in a last column, for
    a file has no other place for it that stays with the rows. `progress` as in `render`."""
    status = [(_("Status"), _("provisional"))] if report.heading.provisional else []
    count = max(1, len(report.rows))
    with path.open("w", encoding="utf-8-sig" if dutch else "utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";" if dutch else ",")
        writer.writerow([column.title for column in report.columns] + [title for title, _word in status])
        for number, row in enumerate(report.rows, 1):
            writer.writerow(
                [_text(cell, column, dutch) for cell, column in zip(row, report.columns, strict=True)]
                + [word for _title, word in status]
            )
            if number % 500 == 0 and number < count:
                progress(number, count)
    progress(count, count)


def _text(cell: Cell, column: Column, dutch: bool) -> str:
    if cell is None:
        return ""
    if isinstance(cell, date):
        return f"{cell.day}-{cell.month}-{cell.year}" if dutch else cell.isoformat()
    if isinstance(cell, (Fraction, Decimal)):
        whole, rest = rounded(abs(cell), column.decimals)
        mark = "," if dutch else "."
        return ("-" if cell < 0 else "") + (f"{whole}{mark}{rest}" if rest else str(whole))
    if isinstance(cell, int):
        return str(int(cell))
    return f"'{cell}" if cell.startswith(FORMULA) else cell
