"""Fixtures on paper, in a spreadsheet and as text with separators."""

import csv
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.reports.reading import text_of
from tests.tournaments import leagues as league
from tournaments.models import Job
from tournaments.reports.csv_file import write
from tournaments.reports.documents import Column, Heading, Kind, TableReport
from tournaments.services import fixtures, jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    return league.make_division(4)


@pytest.fixture
def user(division):
    return factories.make_user("organiser", division.competition.club)


def made(user, division, format):
    """The file of the fixtures, ordered by a click and made by the worker."""
    url = reverse("report", args=["fixtures", division.competition_id, format])
    answer = factories.sign_in(user).post(url)
    assert answer.status_code == 302
    job = Job.objects.get(kind="fixtures", params__format=format)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message
    return jobs.path_of(job)


def test_every_match_is_printed_with_what_became_of_it(user, division):
    first, second, third, *_rest = league.make_fixtures(division, dates=league.weeks(3))
    league.play(division.competition, {first: (1500, 1400)}, user, league.START)
    fixtures.postpone(second, "snow", actor=user)
    fixtures.award(third, third.home, "no show", actor=user)

    text = text_of(PdfReader(made(user, division, "pdf")))

    for entry in division.competition.entries.all():
        assert entry.people[0].last_name in text
    for word in ("1\N{NARROW NO-BREAK SPACE}500", "postponed, snow", "decided without play"):
        assert word in text
    sheet = load_workbook(made(user, division, "xlsx")).active
    assert sum(1 for row in sheet.iter_rows(values_only=True) if "First division" in row) == 6


def status_in(path):
    about = load_workbook(path).worksheets[-1]
    return next(row[1] for row in about.iter_rows(values_only=True) if row[0] == "Status")


def test_a_workbook_is_final_only_after_the_last_match(user, division):
    first, second, *others = league.make_fixtures(division, dates=league.weeks(3))
    assert status_in(made(user, division, "xlsx")) == "0 of 6 matches played or decided"
    league.play(division.competition, {first: (1500, 1400)}, user)
    fixtures.award(second, second.home, "no show", actor=user)
    Job.objects.all().delete()
    assert status_in(made(user, division, "xlsx")) == "2 of 6 matches played or decided"
    for other in others:
        fixtures.cancel(other, "no more evenings", actor=user)
    Job.objects.all().delete()
    assert status_in(made(user, division, "xlsx")) == "final"


def test_the_text_file_is_one_line_a_match(user, division):
    league.make_fixtures(division, dates=league.weeks(3))
    lines = list(csv.reader(made(user, division, "csv-int").open(encoding="utf-8", newline="")))
    assert lines[0][:4] == ["Division", "Day", "No.", "Date"]
    assert len(lines) == 7
    assert lines[1][3] == "2026-09-03"


def test_without_fixtures_nothing_is_ordered(user, division):
    client = factories.sign_in(user)
    answer = client.post(reverse("report", args=["fixtures", division.competition_id, "pdf"]), follow=True)
    assert "make them first" in answer.text
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("nl", "\ufeffNaam;Datum;Gemiddelde\r\nÇelik;3-9-2026;-1,50\r\n'=1+1;;0,00\r\n"),
        ("en", "Naam,Datum,Gemiddelde\r\nÇelik,2026-09-03,-1.50\r\n'=1+1,,0.00\r\n"),
    ],
)
def test_dutch_and_international_spreadsheets_read_it(tmp_path, language, expected):
    columns = (
        Column("name", "Naam"),
        Column("date", "Datum", Kind.DATE),
        Column("average", "Gemiddelde", Kind.DECIMAL, decimals=2),
    )
    heading = Heading("Club", "", league.START, None)
    rows = [("Çelik", league.START, Fraction(-3, 2)), ("=1+1", None, Fraction(0))]
    report = TableReport(heading, "list", columns, rows)
    write(report, tmp_path / "list.csv", lambda done, of: None, dutch=language == "nl")
    assert (tmp_path / "list.csv").read_bytes().decode() == expected


@pytest.mark.parametrize(
    ("dutch", "expected"),
    [
        (True, "\ufeffNaam;Punten;Status\r\nAnna;120;provisional\r\n"),
        (False, "Naam,Punten,Status\r\nAnna,120,provisional\r\n"),
    ],
)
def test_a_provisional_list_says_so_in_every_row_of_a_text_file(tmp_path, dutch, expected):
    columns = (Column("name", "Naam"), Column("points", "Punten", Kind.INT))
    report = TableReport(
        Heading("Club", "", league.START, None, provisional=True), "list", columns, [("Anna", 120)]
    )
    with translation.override("en"):
        write(report, tmp_path / "list.csv", lambda done, of: None, dutch=dutch)
    assert (tmp_path / "list.csv").read_bytes().decode() == expected
