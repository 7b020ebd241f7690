"""The graph of a career, for a page and for paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.rating.shown import ZERO
from tournaments.reports.history_plot import HistoryGraph, Point

if TYPE_CHECKING:
    from tournaments.players.career import Career, Moment


def history_graph(career: Career, *, now: bool = False) -> HistoryGraph | None:
    """The rating of somebody day by day; None for who has none."""
    moments = career.moments()
    if not moments:
        return None
    return HistoryGraph(
        points=tuple(map(_point, moments)),
        seasons=tuple(career.season_starts()),
        now=now,
        caption=_(
            "The rating as it was made known, in the band in which the real strength lies in 8 of 10 cases."
        ),
    )


def _point(moment: Moment) -> Point:
    known = None if moment.mean is None else ZERO + moment.mean
    now = None if moment.now is None else ZERO + moment.now
    return Point(moment.day, known, moment.band, now, moment.corrected)
