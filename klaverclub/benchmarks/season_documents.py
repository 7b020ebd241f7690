"""Documents of a season, against the plainest code for the same figures."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from pathlib import Path

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfgen.canvas import Canvas

from klaverclub.benchmarks.measure import Comparison, compare
from tournaments.reports.documents import Heading
from tournaments.reports.recount import Recount, recount
from tournaments.reports.render import Format, render
from tournaments.reports.results import SeasonRow, season_table
from tournaments.reports.seasons import MatrixRow, evening_matrix
from tournaments.standing import ledger
from tournaments.standing.rules import StandingRule
from tournaments.standing.tables import season_table as standing

PEOPLE, EVENINGS, ROUNDS = 80, 30, 3
RULE = StandingRule(unit="evening", best=20)
LINES_ON_A_PAGE = 32


def comparisons(folder: Path) -> Iterator[Comparison]:
    season = _season()
    lines = list(standing(season, RULE).lines)
    heading = _heading()
    found = recount(season, RULE, [(x.entry, x.rank, f"Player {x.entry}", x.value) for x in lines], [])
    assert found is not None
    rows = [
        SeasonRow(
            x.rank, f"Player {x.entry}", "", x.evenings_attended, 0, x.total, None, None, None, None, x.value
        )
        for x in lines
    ]
    document = season_table(heading, rows, value="Counts", recount=found)
    yield compare(
        f"workbook of a season of {PEOPLE} that counts every total again",
        lambda: render(document, Format.XLSX, folder / "season.xlsx"),
        "plain openpyxl, write-only, the same figures and as many formulas",
        lambda: _plain_workbook(found, folder / "plain.xlsx"),
        unit="document",
        turns=3,
    )
    matrix = [
        MatrixRow(
            x.rank,
            f"Player {x.entry}",
            tuple(x.evenings.get(n) for n in range(1, EVENINGS + 1)),
            x.total,
            x.value,
        )
        for x in lines
    ]
    evenings = evening_matrix(heading, range(1, EVENINGS + 1), matrix)
    yield compare(
        f"PDF of {EVENINGS} evenings of {PEOPLE}",
        lambda: render(evenings, Format.PDF, folder / "evenings.pdf"),
        "plain reportlab canvas",
        lambda: _plain_pdf(matrix, folder / "plain.pdf"),
        unit="document",
        turns=3,
    )


def _season() -> ledger.Season:
    lot = random.Random(5)
    packs = []
    for evening in range(1, EVENINGS + 1):
        rows = [
            (entry, number, 1 + entry // 4, 1 + entry % 2, 0, total, total, 0, 0, 0, 3000 - total, 0)
            for entry in range(1, PEOPLE + 1)
            for number in range(1, ROUNDS + 1)
            for total in [lot.randint(1000, 2200)]
        ]
        packs.append(ledger.unpack(evening, ledger.pack(rows)))
    return ledger.Season(tuple(packs), frozenset(range(1, EVENINGS + 1)))


def _heading() -> Heading:
    when = datetime.datetime(2026, 10, 6, 23, 0, tzinfo=datetime.UTC)
    return Heading(club="Bench", event="Bench", date=when.date(), printed_at=when)


def _plain_workbook(found: Recount, path: Path) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    last = get_column_letter(2 + len(found.units))
    for at, row in enumerate(found.rows, 1):
        points = [result.points if result else None for result in row.results]
        formulas = [f"=SUM(C{at}:{last}{at})", f'=IF(SUM(C{at}:{last}{at})=0,"no","yes")']
        sheet.append([row.rank, row.name, *points, *formulas])
    book.save(path)


def _plain_pdf(rows: list[MatrixRow], path: Path) -> None:
    canvas = Canvas(str(path), pagesize=landscape(A4))
    for start in range(0, len(rows), LINES_ON_A_PAGE):
        canvas.setFont("Helvetica", 6)
        for line, row in enumerate(rows[start : start + LINES_ON_A_PAGE]):
            for column, value in enumerate([row.rank, row.name, *row.evenings, row.total]):
                canvas.drawString(20 + 24 * column, 560 - 15 * line, str(value))
        canvas.showPage()
    canvas.save()
