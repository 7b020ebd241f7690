"""The graph of a rating holds what it is given: every day in its place, the band around it, marks of corrections."""

from __future__ import annotations

import datetime

import pytest
from django.utils import translation
from reportlab.graphics.shapes import Line, Polygon, PolyLine, Rect, String
from reportlab.pdfbase.pdfmetrics import stringWidth

from tournaments.reports.history_plot import HistoryGraph, Point

FIRST = datetime.date(2026, 9, 1)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def days(*values: tuple[float, float, float | None], corrected: int | None = None) -> tuple[Point, ...]:
    """A point a week: known, band, now."""
    return tuple(
        Point(FIRST + datetime.timedelta(weeks=at), known, band, now, corrected=at == corrected)
        for at, (known, band, now) in enumerate(values)
    )


def shapes(graph: HistoryGraph, kind: type) -> list:
    return [shape for shape in graph.drawing().contents if isinstance(shape, kind)]


def test_the_line_goes_through_every_day_in_proportion_to_time_and_value():
    """Three weeks, 1500, 1540, 1520: the middle day in the middle, the last value halfway up between the others."""
    graph = HistoryGraph(days((1500, 40, None), (1540, 30, None), (1520, 20, None)))
    (line,) = shapes(graph, PolyLine)
    x, y = line.points[::2], line.points[1::2]
    assert x[1] - x[0] == pytest.approx(x[2] - x[1])
    assert y[2] == pytest.approx((y[0] + y[1]) / 2)
    (band,) = shapes(graph, Polygon)
    lowest, highest = min(band.points[1::2]), max(band.points[1::2])
    assert highest - y[1] == pytest.approx(30 * (y[1] - y[0]) / 40)
    assert y[0] - lowest == pytest.approx(y[1] - y[0]), "1460 lies as far below 1500 as 1540 above it"


def test_what_is_known_now_is_dashed_and_only_when_asked_for():
    points = days((1500, 40, 1510), (1540, 30, 1530))
    assert len(shapes(HistoryGraph(points), PolyLine)) == 1
    dashed, through = shapes(HistoryGraph(points, now=True), PolyLine)
    assert dashed.strokeDashArray
    assert not through.strokeDashArray
    words = {shape.text for shape in shapes(HistoryGraph(points, now=True), String)}
    assert {"as made known", "as known now"} <= words


def test_a_correction_is_a_square_and_a_season_an_upright_line_with_its_name():
    points = days((1500, 40, None), (1540, 30, None), corrected=1)
    graph = HistoryGraph(points, seasons=((FIRST, "2026/27"),))
    assert len(shapes(graph, Rect)) == 2, "in the field and in the legend"
    assert "2026/27" in {shape.text for shape in shapes(graph, String)}
    upright = [line for line in shapes(graph, Line) if line.x1 == line.x2]
    assert len(upright) == 1


def test_one_day_is_a_dot_in_the_middle():
    graph = HistoryGraph(days((1495, 80, 1495)), now=True)
    assert shapes(graph, PolyLine) == []
    assert graph.svg().startswith(b"<?xml")


def test_without_a_day_there_is_no_graph():
    with pytest.raises(ValueError, match="at least one"):
        HistoryGraph(())


def test_the_same_values_give_the_same_image():
    points = days((1500, 40, 1510), (1540, 30, 1530))
    assert HistoryGraph(points, now=True).svg() == HistoryGraph(points, now=True).svg()


@pytest.mark.parametrize("now", [False, True])
def test_a_narrow_graph_has_the_same_figures_as_large_and_nothing_over_each_other(now):
    """For a phone: 280 points wide, so that figures of 11 points stay as large as text; each sign on a line of its own."""
    points = days((1500, 40, 1510), (1540, 30, 1530), (1520, 30, 1525), corrected=1)
    graph = HistoryGraph(points, seasons=((FIRST, "2026/27"),), now=now)
    wide, narrow = graph.drawing(), graph.drawing(narrow=True)
    assert (wide.width, narrow.width) == (520, 280)
    texts = [shape for shape in narrow.contents if isinstance(shape, String)]
    assert sorted(text.text for text in texts) == sorted(
        shape.text for shape in wide.contents if isinstance(shape, String)
    )
    spans = [span(text) for text in texts]
    assert all(left >= 0 and right <= 280 for left, right, _y in spans)
    for at, (left, right, y) in enumerate(spans):
        assert not [
            other
            for other in spans[at + 1 :]
            if abs(other[2] - y) < 11 and other[0] < right and left < other[1]
        ]
    (top,) = {max(line.points[1::2]) for line in narrow.contents if isinstance(line, Polygon)}
    named = [text.y for text in texts if text.text in ("correction", "as made known", "as known now")]
    assert len(named) == len(set(named)) == 2 + now
    assert top < min(named)


def span(text: String) -> tuple[float, float, float]:
    """From where to where a text reaches, and how high it stands."""
    width = stringWidth(text.text, text.fontName, text.fontSize)
    left = {"start": text.x, "end": text.x - width, "middle": text.x - width / 2}[text.textAnchor]
    return left, left + width, text.y
