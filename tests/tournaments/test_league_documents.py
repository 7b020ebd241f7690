"""Fixtures on paper, in a spreadsheet and as text with separators."""

import csv
import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.reports.reading import text_of
from tests.tournaments import leagues as league
from tournaments.models import Division, Job
from tournaments.reports.csv_file import write
from tournaments.reports.documents import Column, Heading, Kind, TableReport
from tournaments.services import fixtures, jobs, leagues, season_documents, squads
from tournaments.services.leagues import Place

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


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


# How it stands ------------------------------------------------------------------------------


def ordered(user, competition, format="xlsx", **options):
    """The document of the tables of a league, ordered by a click and made by the worker."""
    answer = factories.sign_in(user).post(reverse("report", args=["league", competition.pk, format]), options)
    job = Job.objects.get(pk=int(re.search(r"/job/(\d+)/", answer.url)[1]))
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message
    return jobs.path_of(job)


def rows_of(sheet):
    titles, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def test_the_table_of_a_league_is_printed_with_the_figures_of_its_page(user, division):
    first, second, *_rest = league.make_fixtures(division)
    league.play(division.competition, {first: (1500, 1400), second: (800, 800)}, user)
    names = {entry.pk: entry.name for entry in division.competition.entries.all()}
    # A win is worth 2, equal scores 1: 1500-1400 gives 2 and 0, 800-800 gives 1 and 1.
    expected = {
        names[first.home_id]: (1, 2, 1, 0, 0, 1500, 1400, 100),
        names[second.home_id]: (2, 1, 0, 1, 0, 800, 800, 0),
        names[second.away_id]: (2, 1, 0, 1, 0, 800, 800, 0),
        names[first.away_id]: (4, 0, 0, 0, 1, 1400, 1500, -100),
    }
    keys = ("Place", "Points", "Won", "Equal", "Lost", "Scored", "Against", "Difference")
    rows = rows_of(load_workbook(ordered(user, division.competition)).worksheets[0])
    assert {row["Name"]: tuple(row[key] for key in keys) for row in rows} == expected
    text = ordered(user, division.competition, "csv-int").read_text("utf-8")
    told = {row["Name"]: tuple(int(row[key]) for key in keys) for row in csv.DictReader(text.splitlines())}
    assert told == expected
    paper = text_of(PdfReader(ordered(user, division.competition, "pdf")))
    assert "First division" in paper
    assert all(name in paper for name in names.values())
    assert "1\N{NARROW NO-BREAK SPACE}500" in paper


def test_of_more_divisions_all_are_in_one_table_and_each_can_be_had_alone(user, division):
    competition = division.competition
    others = list(competition.entries.order_by("pk"))[2:]
    leagues.set_places(
        division, [Place(entry) for entry in competition.entries.order_by("pk")[:2]], actor=None
    )
    second = league.make_division(2, competition=competition, entries=others, name="Second division", level=2)
    league.make_fixtures(division)
    league.make_fixtures(second)
    rows = rows_of(load_workbook(ordered(user, competition)).worksheets[0])
    assert [row["Division"] for row in rows] == ["First division"] * 2 + ["Second division"] * 2
    rows = rows_of(load_workbook(ordered(user, competition, division=second.pk)).worksheets[0])
    assert {row["Name"] for row in rows} == {entry.name for entry in others}
    assert "Division" not in rows[0]
    client = factories.sign_in(user)
    elsewhere = league.make_division(2, competition=factories.make_competition(4, kind="pairs"))
    for wrong in (elsewhere.pk, "x"):
        url = reverse("report", args=["league", competition.pk, "pdf"])
        assert client.post(url, {"division": wrong}).status_code == 404


def test_of_teams_clubs_squads_and_tables_come_along():
    competition = league.make_teams(2, squad=5)
    user = factories.make_user("organiser", competition.club)
    for team, club in zip(competition.entries.order_by("pk"), ("Noord", "Zuid"), strict=True):
        squads.change_team(team, team.team_name, team.people, represents=club, actor=None)
    division = league.make_division(2, competition=competition)
    (only,) = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(competition), [only], user)
    league.score_tables(round_, only, [(1500, 1400), (1250, 1600)], user)
    book = load_workbook(ordered(user, competition))
    assert book.sheetnames == [
        "provisional League tables",
        *(f"provisional {each}" for each in ("Clubs", "Squads", "Tables of the match")),
        "About",
    ]
    # Home made 1500 + 1250 = 2750, away 1400 + 1600 = 3000.
    by_club = {row["Club"]: (row["Points"], row["Scored"]) for row in rows_of(book.worksheets[1])}
    clubs = dict(competition.entries.values_list("pk", "represents"))
    assert by_club == {clubs[only.home_id]: (0, 2750), clubs[only.away_id]: (2, 3000)}
    home = [row for row in rows_of(book.worksheets[2]) if row["Team"] == only.home.team_name]
    assert [(row["Rounds"], row["Points"]) for row in home] == [
        (1, 1500),
        (1, 1500),
        (1, 1250),
        (1, 1250),
        (0, 0),
    ]
    tables = rows_of(book.worksheets[3])
    assert [(row["Table"], row["Score home"], row["Score away"]) for row in tables] == [
        (1, 1500, 1400),
        (2, 1250, 1600),
    ]
    assert tables[0]["For home"] == " + ".join(person.name for person in only.home.people[:2])


def test_a_cup_is_printed_by_round():
    division = league.make_division(4, kind=Division.Kind.KNOCK_OUT, name="Cup")
    user = factories.make_user("organiser", division.competition.club)
    first, _second, _final = league.make_fixtures(division)
    fixtures.award(first, first.home, "no show", actor=user)
    rows = rows_of(load_workbook(ordered(user, division.competition)).worksheets[0])
    assert [row["Round"] for row in rows] == ["Semi-finals", "Semi-finals", "Final"]
    assert rows[0]["Goes on"] == rows[2]["Home"] == first.home.name


def test_the_sum_over_all_divisions_says_that_it_is_no_table(division):
    report = season_documents.season_document(division.competition_id)
    assert "who is first of a division stands in its table" in "".join(report.footnotes)
    alone = factories.make_competition(4)
    assert "division" not in "".join(season_documents.season_document(alone.pk).footnotes)
