"""A sheet that is not checked makes every list provisional that it stands in, and the check ends that."""

from __future__ import annotations

import csv
import io

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring import sheets
from tests import factories
from tests.reports.reading import text_of
from tournaments import projection
from tournaments.models import Competition, Publication, Role
from tournaments.reports.render import Format, filename_for, render
from tournaments.services import closing, evening_documents, prizes, publish, season_documents
from tournaments.standing import queries, verified

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _english():
    caches["standings"].clear()
    with translation.override("en"):
        yield
    caches["standings"].clear()


@pytest.fixture
def organiser():
    return factories.make_user()


@pytest.fixture
def checker(organiser):
    return factories.make_user(Role.Kind.SECRETARY, organiser.roles.get().club)


@pytest.fixture
def evening(organiser, checker):
    """Played at one table, every sheet checked, closed; in a club that everybody may look at."""
    club = organiser.roles.get().club
    club.public = True
    club.save()
    competition = factories.make_competition(4, club=club, rounds=1, require_check=True)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=organiser)
    factories.accept_sheet(factories.tables(round_)[0], organiser, 110, checked_by=checker)
    closing.close_round(round_, actor=organiser)
    closing.close_evening(evening, actor=organiser)
    return evening


@pytest.fixture
def table(evening):
    return evening.rounds.get().tables.get()


NOT_YET = "Evening 1: not every sheet is in and checked."
SHEET = "Round 1: the sheet of table 1 is not checked yet."


def pages(evening) -> dict[str, str]:
    """The pages with a list in which the evening stands, as the desk and as everybody sees them."""
    competition = evening.competition
    entry = competition.entries.first().pk
    slug, pk = competition.club.slug, competition.pk
    names = {
        "season": [pk],
        "season_why": [pk, entry],
        "season_matrix": [pk],
        "evening_result": [evening.pk],
    }
    public = {
        "public_season": [slug, pk],
        "public_season_why": [slug, pk, entry],
        "public_season_matrix": [slug, pk],
        "public_evening": [slug, evening.pk],
        "public_club": [slug],
    }
    desk = factories.sign_in(factories.make_user(Role.Kind.SECRETARY, competition.club))
    reader = Client()
    reader.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    found = {}
    for client, addresses in ((desk, names), (reader, public)):
        for name, args in addresses.items():
            found[name] = client.get(reverse(name, args=args)).content.decode()
    return found


def marked(evening) -> set[str]:
    """Which of these pages bear the mark."""
    return {name for name, page in pages(evening).items() if 'class="provisional"' in page}


def answers(evening) -> tuple[bool, bool]:
    """What the interface for programs says of the standing and of the result."""
    standing = Client().get(f"/api/1/competitions/{evening.competition_id}/standing/").json()
    result = Client().get(f"/api/1/evenings/{evening.pk}/result/").json()
    return standing["provisional"], result["provisional"]


def correct(table, organiser):
    factories.accept_sheet(table, organiser, 111, base=1)


def check(table, checker):
    sheets.check(table.sheet.newest(), checker, lambda _version: None)


def test_every_page_is_marked_until_the_correction_is_checked(evening, table, organiser, checker):
    assert marked(evening) == set()
    correct(table, organiser)
    everywhere = set(pages(evening))
    assert marked(evening) == everywhere
    found = pages(evening)
    for name in ("season", "season_why", "season_matrix", "public_season", "public_season_why"):
        assert NOT_YET in found[name], name
    for name in ("evening_result", "public_evening"):
        assert SHEET in found[name], name
    check(table, checker)  # moves no score: what is kept of pages must know it all the same
    assert marked(evening) == set()


def test_the_same_when_the_check_is_wanted_only_later(evening, table, organiser):
    Competition.objects.update(require_check=False)
    correct(table, organiser)
    assert marked(evening) == set()
    assert answers(evening) == (False, False)
    Competition.objects.update(require_check=True)
    assert marked(evening) == set(pages(evening))
    assert answers(evening) == (True, True)


def test_programs_are_told(evening, table, organiser, checker):
    assert answers(evening) == (False, False)
    correct(table, organiser)
    assert answers(evening) == (True, True)
    check(table, checker)
    assert answers(evening) == (False, False)


def documents(evening):
    competition = evening.competition.pk
    entry = evening.competition.entries.first().pk
    return {
        "standing": season_documents.season_document(competition),
        "matrix": season_documents.matrix_document(competition),
        "why": season_documents.BUILDERS["why"](competition, entry=entry),
        "why of all": season_documents.BUILDERS["why-all"](competition),
        "records": season_documents.records_document(competition),
        "statistics": season_documents.BUILDERS["statistics"](competition),
        "result": evening_documents.evening_document(evening.pk),
    }


def test_every_document_is_marked_and_its_file_is_called_so(evening, table, organiser):
    assert not [name for name, each in documents(evening).items() if each.heading.provisional]
    correct(table, organiser)
    found = documents(evening)
    assert [name for name, each in found.items() if not each.heading.provisional] == []
    for each in found.values():
        assert "provisional" in filename_for(each, Format.PDF)


def test_on_paper_in_a_workbook_and_as_text(evening, table, organiser, tmp_path):
    correct(table, organiser)
    for name in ("standing", "result"):
        report = documents(evening)[name]
        paths = {
            format: tmp_path / f"{name}.{format}" for format in (Format.PDF, Format.XLSX, Format.CSV_INT)
        }
        for format, path in paths.items():
            render(report, format, path)
        rows = list(csv.DictReader(io.StringIO(paths[Format.CSV_INT].read_text("utf-8-sig"))))
        assert {row["Status"] for row in rows} == {"provisional"}
        book = load_workbook(paths[Format.XLSX])
        assert any(
            row[:2] == ("Status", "provisional") for row in book.worksheets[-1].iter_rows(values_only=True)
        )
        assert "PROVISIONAL" in text_of(PdfReader(paths[Format.PDF]))


def test_prizes_the_hall_and_publications_say_the_same(evening, table, organiser):
    fresh = Competition.objects.select_related("club").get()
    evening.competition = fresh
    assert projection.scene(evening).final
    assert not publish.publish(fresh, Publication.Kind.STANDING, actor=organiser).provisional
    correct(table, organiser)
    assert not projection.scene(evening).final
    assert prizes.evening_prizes(evening).provisional
    assert prizes.season_prizes(fresh).provisional
    for kind, of in ((Publication.Kind.STANDING, None), (Publication.Kind.EVENING, evening)):
        assert publish.publish(fresh, kind, evening=of, reason="again", actor=organiser).provisional


def test_a_closed_season_changes_no_more_and_waits_for_nothing(evening, table, organiser):
    Competition.objects.update(require_check=False)
    correct(table, organiser)
    Competition.objects.update(require_check=True, closed_at=evening.closed_at)
    fresh = Competition.objects.get()
    assert not queries.season_list(fresh, queries.DESK).provisional
    evening.competition = fresh
    assert not queries.evening_list(evening, queries.DESK).provisional


def test_however_many_evenings_it_is_one_query(evening, table, organiser):
    correct(table, organiser)
    competition = Competition.objects.get()
    for _each in range(3):
        factories.make_evening(competition, closed_at=evening.closed_at)
    evenings = list(competition.evenings.all())
    with CaptureQueriesContext(connection) as seen:
        assert verified.unverified(competition, evenings) == {1}
        assert verified.unsettled(competition, evenings) == {1}
    assert len(seen) == 2
