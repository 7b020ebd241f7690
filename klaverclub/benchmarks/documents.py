"""Lists of 10,000 rows and a season, as PDF and workbook, against the plainest code for the same rows."""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import Iterator
from pathlib import Path

from openpyxl import Workbook
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from klaverclub.benchmarks import season_documents
from klaverclub.benchmarks.measure import Comparison, compare
from tournaments.reports.documents import Heading
from tournaments.reports.render import Format, render
from tournaments.reports.results import EveningResultRow, evening_result

ROWS = 10_000
LINES_ON_A_PAGE = 50


def comparisons() -> Iterator[Comparison]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _compare(Path(folder))
        yield from season_documents.comparisons(Path(folder))


def _compare(folder: Path) -> Iterator[Comparison]:
    rows = [_row(number) for number in range(ROWS)]
    when = datetime.datetime(2026, 10, 6, 23, 0, tzinfo=datetime.UTC)
    heading = Heading(club="Bench", event="Bench", date=when.date(), printed_at=when)
    document = evening_result(heading, rows)
    cells = [
        [row.rank, row.name, *row.rounds, row.total, row.best, row.worst, row.pits, row.nats, row.roem]
        for row in rows
    ]

    def plain_workbook() -> None:
        book = Workbook(write_only=True)
        sheet = book.create_sheet()
        for row in cells:
            sheet.append(row)
        book.save(folder / "plain.xlsx")

    def plain_pdf() -> None:
        canvas = Canvas(str(folder / "plain.pdf"), pagesize=A4)
        for start in range(0, len(cells), LINES_ON_A_PAGE):
            canvas.setFont("Helvetica", 9)
            for line, row in enumerate(cells[start : start + LINES_ON_A_PAGE]):
                for column, value in enumerate(row):
                    canvas.drawString(20 + 48 * column, 800 - 15 * line, str(value))
            canvas.showPage()
        canvas.save()

    yield compare(
        f"workbook of {ROWS:,} rows",
        lambda: render(document, Format.XLSX, folder / "ours.xlsx"),
        "plain openpyxl, write-only",
        plain_workbook,
        unit="document",
        turns=3,
    )
    yield compare(
        f"PDF of {ROWS:,} rows",
        lambda: render(document, Format.PDF, folder / "ours.pdf"),
        "plain reportlab canvas",
        plain_pdf,
        unit="document",
        turns=3,
    )


def _row(number: int) -> EveningResultRow:
    scores = (1500 + number % 400, 1600 - number % 300, 1400 + number % 500)
    return EveningResultRow(
        rank=number + 1,
        name=f"Łukasz van den Berg {number}",
        number=f"{number:05}",
        rounds=scores,
        total=sum(scores),
        best=max(scores),
        worst=min(scores),
        pits=number % 3,
        nats=number % 5,
        roem=20 * (number % 40),
    )
