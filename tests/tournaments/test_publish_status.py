"""What a published list of a league says of itself: as long as matches are open it is not final."""

from __future__ import annotations

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.test_publish import play, standing
from tournaments.models import Publication
from tournaments.reports.render import Format, render
from tournaments.services import fixtures, publication_files, publish

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def organiser():
    return factories.make_user()


def status_of(publication, folder) -> str:
    path = folder / "made.xlsx"
    render(publication_files.document(publication), Format.XLSX, path)
    rows = load_workbook(path).worksheets[-1].iter_rows(values_only=True)
    return next(row[1] for row in rows if row[0] == "Status")


@pytest.mark.parametrize(("kind", "played", "count"), [("knock_out", 2, 3), ("round_robin", 2, 6)])
def test_open_matches_are_counted_until_the_last(organiser, tmp_path, kind, played, count):
    competition = factories.make_competition(8, club=organiser.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition, name="First", kind=kind)
    made = leagues.make_fixtures(division)
    now, later = made[:2], made[2:]
    leagues.play(competition, {now[0]: (1000, 900), now[1]: (1200, 700)}, organiser)
    competition.refresh_from_db()

    def published():
        return publish.publish(
            competition, Publication.Kind.DIVISION, title="First", actor=organiser, reason="more is known"
        )

    early = published()
    assert status_of(early, tmp_path) == f"{played} of {count} matches played or decided"
    for fixture in later:
        fixture.refresh_from_db()
        if kind == "knock_out":
            fixtures.award(fixture, now[0].home, "no more evenings", actor=organiser)
        else:
            fixtures.cancel(fixture, "no more evenings", actor=organiser)
    assert status_of(published(), tmp_path) == "final"
    assert status_of(early, tmp_path) == f"{played} of {count} matches played or decided"  # as it was


def test_a_standing_has_no_such_status_and_keeps_nothing_of_it(organiser, tmp_path):
    competition = factories.make_competition(4, club=organiser.roles.get().club, rounds=1)
    play(competition, organiser, 110)
    publication = standing(competition, organiser)
    assert "status" not in publication.content["printed"]["en"]
    assert status_of(publication, tmp_path) == "final"
