"""A TableReport as PDF."""

from pathlib import Path

from django.utils.translation import gettext as _

from tournaments.reports.documents import TableReport
from tournaments.reports.figures import AWARDED_MARK
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, OBLIQUE
from tournaments.reports.pdf.layout import LEADING, TITLE, Layout, lay_out, pages, printed_rows
from tournaments.reports.pdf.page import BESIDE_CODE, FELT, INK, LINE, MARGIN, SOFT, Paper, Progress

UPPER, LOWER = 0.97, 0.17
"""Baselines of a cell in two lines above the lower edge of its row, in shares of the type size."""


def write(report: TableReport, path: Path, progress: Progress) -> None:
    """Write the table to `path`; progress counts pages."""
    fonts.register()
    texts = printed_rows(report)
    layout = lay_out(report, texts)
    notes = [
        line
        for note in (report.footnotes if report.rows else [_("Nothing to list yet.")])
        for line in fonts.wrap(fonts.printable(note), OBLIQUE, layout.footnote_size, layout.line_width)
    ]
    tail = (len(notes) + 1) * layout.footnote_size * LEADING / layout.row_height if notes else 0
    lower = BESIDE_CODE if report.link else 0
    breaks = pages(len(texts), tail, layout.capacity, layout.fits_below(lower))
    paper = Paper(path, report.heading, layout.page, len(breaks), progress)
    for rows in breaks:
        paper.start_page()
        first = paper.page == 1
        paper.head(report.link if first else None)
        titles = put_titles(paper, layout, layout.body_top - (lower if first else 0))
        bottom = put_rows(paper, layout, texts[rows.start : rows.stop], titles)
        if rows is breaks[-1]:
            if report.totals:
                paper.rule(MARGIN, layout.page[0] - MARGIN, bottom + layout.row_height, 0.8, FELT)
            _footnotes(paper, layout, notes, bottom)
        paper.foot()
        paper.end_page()
    paper.save()


def put_titles(paper: Paper, layout: Layout, top: float) -> float:
    """Set the titles of the columns below `top`; returns their lower edge."""
    size = layout.size * TITLE
    base = top - layout.title_height + 0.5 * layout.size
    for band in layout.bands:
        for line, text in enumerate(reversed(band.title)):
            x, align = (band.left + band.width, "right") if band.right_aligned else (band.left, "left")
            paper.put(x, base + line * size * 1.25, text, size, BOLD, FELT, room=band.width, align=align)
    bottom = top - layout.title_height
    paper.rule(MARGIN, layout.page[0] - MARGIN, bottom, 0.8, FELT)
    return bottom


def put_rows(paper: Paper, layout: Layout, texts: list[tuple[str, ...]], top: float) -> float:
    """Set rows of one page below `top` in one text object, hairlines under them; returns the lower edge."""
    canvas, height, size = paper.canvas, layout.row_height, layout.size
    right = layout.page[0] - MARGIN
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.4)
    canvas.lines([(MARGIN, top - height * n, right, top - height * n) for n in range(1, len(texts) + 1)])

    ink = canvas.beginText()
    ink.setFillColor(INK)
    current = None
    for number, cells in enumerate(texts, 1):
        base = top - height * number + (height - 0.72 * size) / 2
        for band in layout.bands:
            text = cells[band.index]
            if not text:
                continue
            if not band.right_aligned and (
                two := fonts.in_two_lines(text, band.font, size, band.width + 0.01)
            ):
                current = band.font, two[0]
                ink.setFont(*current)
                for line, up in zip(two[1:], (UPPER, LOWER), strict=True):
                    ink.setTextOrigin(band.left, top - height * number + up * size)
                    ink.textLine(line)
                continue
            mark = AWARDED_MARK if band.right_aligned and text.endswith(AWARDED_MARK) else ""
            text, fitted, width = fonts.fit(text.removesuffix(mark), band.font, size, band.width + 0.01)
            x = band.left + band.width - width if band.right_aligned else band.left
            if current != (band.font, fitted):
                current = band.font, fitted
                ink.setFont(*current)
            ink.setTextOrigin(x, base)
            ink.textLine(text + mark)  # the mark hangs; unlike textOut this does not measure again
    canvas.drawText(ink)
    return top - height * len(texts)


def _footnotes(paper: Paper, layout: Layout, lines: list[str], bottom: float) -> None:
    size = layout.footnote_size
    for number, line in enumerate(lines, 1):
        paper.put(MARGIN, bottom - 0.4 * size - number * size * LEADING, line, size, OBLIQUE, SOFT)
