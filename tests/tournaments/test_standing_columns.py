"""The columns of a standing that leaves something out say which of them count everything and which do not."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.scores import make_competition, play
from tests.tournaments.test_evening_pages import text
from tournaments.services.season_documents import season_document
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db
AVERAGE = StandingRule(measure="average", drop=1)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def season():
    competition = make_competition(
        ["Anna Aal", "Bert Bos"], titles=[{"name": "Without the lowest", "rule": AVERAGE.to_json()}]
    )
    play(competition, {"Anna": [1600, 1500, 1400], "Bert": [1000, 1100, 1200]})
    return competition


def line_of(season, **options) -> dict[str, object]:
    report = season_document(season.pk, **options)
    return dict(zip([column.title for column in report.columns], report.rows[0], strict=True))


def test_an_average_without_the_lowest_stands_beside_the_average_of_all(season):
    line = line_of(season, title="Without the lowest")
    # 1600 + 1500 count, 3100 : 2; all three are 4500 : 3.
    assert (line["Counted rounds"], line["Counted average"]) == (2, 1550)
    assert (line["All points"], line["Average of all"]) == (4500, 1500)
    assert "Average" not in line


def test_a_standing_of_everything_keeps_the_short_words(season):
    line = line_of(season)
    assert (line["Rounds"], line["Total"], line["Average"]) == (3, 4500, 1500)


def test_the_page_says_it_in_the_same_words(season):
    client = factories.sign_in(factories.make_user(club=season.club))
    page = text(client.get(reverse("season", args=[season.pk]), {"title": "Without the lowest"}))
    assert "Counted rounds All points Counted average" in page
    assert "Rounds Average Total" in text(client.get(reverse("season", args=[season.pk])))
