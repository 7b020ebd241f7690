"""Documents of a season: the same numbers on page, paper, in the workbook and as text; the count again; every place told."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.reports.reading import lines, number, text_of
from tests.statistics.seasons import play_season
from tests.tournaments.read_page import table as table_of
from tournaments.models import Job, Posting, Round
from tournaments.reports.render import Format, render
from tournaments.services import jobs, reports
from tournaments.standing.rules import MatchPoints, Period, StandingRule
from tournaments.statistics import summaries

pytestmark = pytest.mark.django_db

BEST = StandingRule(unit="evening", best=3, ties=("pits", "lot"))
TITLES = {
    "Average": StandingRule(measure="average", minimum_attendance=2),
    "Matches": StandingRule(measure="match_points", match=MatchPoints(2, 1, 0)),
    "Periods": StandingRule(unit="evening", best=1, periods=(Period(1, 2), Period(3, 5))),
}
KINDS = ("season", "season-evenings", "cross", "why-all", "records", "calendar", "statistics")


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def desk(user):
    return factories.sign_in(user)


def make_season(user, people: int = 10, evenings: int = 5):
    club = user.roles.get().club
    titles = [{"name": name, "rule": rule.to_json()} for name, rule in TITLES.items()]
    members = factories.make_people(people, club, start=club.memberships.count())
    competition = factories.make_competition(members, club=club, standing=BEST.to_json(), titles=titles)
    play_season(competition, user, evenings)
    return competition


@pytest.fixture
def season(user):
    return make_season(user)


def made(desk, kind: str, pk: int, format: str = "pdf", **options: object) -> Path:
    """Orders a document as a click does and lets the worker make it."""
    response = desk.post(reverse("report", args=[kind, pk, format]), options)
    job = Job.objects.get(pk=int(re.search(r"/job/(\d+)/", response.url)[1]))
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message_text
    return jobs.path_of(job)


def in_workbook(path: Path, sheet: int = 0) -> list[dict[str, object]]:
    titles, *rows = load_workbook(path).worksheets[sheet].iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def in_text(path: Path, *, dutch: bool) -> list[dict[str, str]]:
    text = path.read_bytes().decode("utf-8-sig" if dutch else "utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter=";" if dutch else ","))


def on_paper(path: Path, names: list[str]) -> dict[str, list[str]]:
    """What stands behind each name, wherever it is printed in a table."""
    pdf = PdfReader(path)
    found: dict[str, list[str]] = {}
    for page in range(len(pdf.pages)):
        for texts in lines(pdf, page):
            for name in set(names).intersection(texts[:3]):
                found[name] = texts[texts.index(name) + 1 :]
    return found


def figures(texts: list[str]) -> list[float]:
    return [number(text.strip("()°")) for text in texts]


@pytest.mark.parametrize("title", ["", *TITLES])
def test_a_standing_has_the_same_numbers_on_page_paper_in_workbook_and_text(desk, season, title):
    options = {"title": title} if title else {}
    page = table_of(desk.get(reverse("season", args=[season.pk]), options).text)
    book = in_workbook(made(desk, "season", season.pk, "xlsx", **options))
    dutch = in_text(made(desk, "season", season.pk, "csv", **options), dutch=True)
    plain = in_text(made(desk, "season", season.pk, "csv-int", **options), dutch=False)
    names = [row["Name"] for row in book]
    paper = on_paper(made(desk, "season", season.pk, **options), names)
    assert len(page) == len(book) == len(dutch) == len(plain) == len(paper) == 10
    shown = [key for key in book[0] if key not in ("Place", "Trend", "Name", "No.")]
    for seen, row, semicolons, commas in zip(page, book, dutch, plain, strict=True):
        name = row["Name"]
        values = [row[key] for key in shown if row[key] is not None]
        assert seen["Name"] == semicolons["Name"] == commas["Name"] == name
        assert seen["Place"] == semicolons["Place"] == str(row["Place"])
        assert figures(paper[name]) == pytest.approx(values)
        assert [float(commas[key]) for key in shown if commas[key]] == pytest.approx(values)
        assert [semicolons[key].replace(",", ".") for key in shown] == [commas[key] for key in shown]
        assert set(shown) <= set(seen)
        for key in shown:
            if row[key] is not None:
                assert number(seen[key]) == pytest.approx(row[key]), (name, key)


@pytest.mark.parametrize("title", ["", *TITLES])
def test_every_total_is_counted_again_from_the_results(desk, season, title):
    options = {"title": title} if title else {}
    book = load_workbook(made(desk, "season", season.pk, "xlsx", **options), data_only=True)
    sheet = book["Recount"]
    same = [cell.value for cell in sheet[sheet.max_row]][-1]
    assert same == "same"
    values = [cell.value for row in sheet.iter_rows() for cell in row]
    assert values.count("same") == 10
    assert "different" not in values


def test_what_the_rule_leaves_out_is_in_brackets(desk, season):
    book = in_workbook(made(desk, "season-evenings", season.pk, "xlsx"))
    pdf = made(desk, "season-evenings", season.pk)
    paper = on_paper(pdf, [row["Name"] for row in book])
    assert "does not count under the rule" in text_of(PdfReader(pdf))
    for row in book:
        texts = paper[row["Name"]]
        evenings = [row[str(number)] for number in range(1, 6) if row[str(number)] is not None]
        assert figures(texts[: len(evenings)]) == evenings
        dropped = [text for text in texts if text.startswith("(")]
        assert len(dropped) == len(evenings) - 3
        counted = [value for value, text in zip(evenings, texts, strict=False) if not text.startswith("(")]
        assert sum(counted) == row["Ranked by"] == sum(sorted(evenings)[-3:])
        assert sum(evenings) == row["Total"]


def test_one_place_is_told_with_all_that_it_rests_on(desk, season):
    from tournaments.standing import queries

    listed = queries.season_list(season, queries.DESK)
    row = listed.rows[2]
    text = text_of(PdfReader(made(desk, "why", season.pk, entry=row.who.entry)))
    assert f"{row.line.rank}. {row.who.name}" in text
    assert "Place 3 of 10." in text
    plain = re.sub(r"\s", "", text)
    assert f"={int(row.line.value)}" in plain
    for neighbour in (listed.rows[1], listed.rows[3]):
        assert neighbour.who.name in text
    rows = in_workbook(made(desk, "why", season.pk, "xlsx", entry=row.who.entry))
    assert sum(each["Counts"] or 0 for each in rows) == row.line.value
    assert sum(each["Points"] for each in rows) == row.line.total


def test_the_booklet_tells_every_place_once(desk, season):
    path = made(desk, "why-all", season.pk)
    text = text_of(PdfReader(path))
    for entry in season.entries.all():
        assert re.search(rf"\d+\. {re.escape(entry.name)}\n", text)
    rows = in_workbook(made(desk, "why-all", season.pk, "xlsx"))
    assert {row["Name"] for row in rows} == {entry.name for entry in season.entries.all()}


def test_statistics_on_paper_are_those_of_the_page(desk, season):
    from tournaments.standing.queries import DESK

    page = {row["Name"]: row for row in table_of(desk.get(reverse("statistics", args=[season.pk])).text)}
    book = in_workbook(made(desk, "statistics", season.pk, "xlsx"))
    path = made(desk, "statistics", season.pk)
    paper = on_paper(path, [row["Name"] for row in book])
    assert len(book) == len(page) == 10
    for row in book:
        seen = page[row["Name"]]
        assert number(seen["Rounds"]) == row["Rounds"]
        assert number(seen["Average"]) == row["Average"]
        assert number(paper[row["Name"]][2]) == row["Average"]
        assert number(seen["Best"]) == row["Best"]
    assert load_workbook(made(desk, "statistics", season.pk, "xlsx")).sheetnames[:3] == [
        "Players",
        "Partners",
        "Evenings",
    ]
    whole = summaries.season_statistics(season, DESK).figures.whole
    assert f"Pits: {whole.pits}" in text_of(PdfReader(path))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format", list(Format))
def test_the_same_season_gives_the_same_bytes(season, kind, format, tmp_path, monkeypatch):
    from django.utils import timezone

    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    for name in ("one", "other"):
        render(reports.BUILDERS[kind](season.pk), format, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_ten_clicks_are_one_job_and_another_score_or_title_is_another(desk, season):
    def click(kind: str, **options: object) -> str:
        return desk.post(reverse("report", args=[kind, season.pk, "pdf"]), options).url

    for kind in ("season", "why-all", "statistics"):
        assert click(kind) == click(kind)
    before = {kind: click(kind) for kind in ("season", "why-all")}
    assert click("season", title="Average") not in before.values()
    assert click("why-all", title="Average") not in before.values()
    posting = Posting.objects.filter(round__evening__competition=season).first()
    posting.total += 1
    posting.save()
    for kind, url in before.items():
        assert click(kind) != url


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("season", {"title": "No such title"}),
        ("season", {"of": "nobody"}),
        ("why", {"entry": "0"}),
        ("why", {"entry": "one"}),
        ("why", {}),
    ],
)
def test_what_is_not_there_is_not_found(desk, season, kind, options):
    assert desk.post(reverse("report", args=[kind, season.pk, "pdf"]), options).status_code == 404
    assert not Job.objects.exists()


@pytest.mark.parametrize("kind", ["season", "season-evenings", "records", "calendar", "statistics"])
def test_a_season_without_rounds_has_sensible_documents(desk, user, kind):
    competition = factories.make_competition(1, club=user.roles.get().club)
    for format in Format:
        assert made(desk, kind, competition.pk, format).stat().st_size
    assert "No" in text_of(PdfReader(made(desk, kind, competition.pk)))


@pytest.mark.parametrize("kind", ["cross", "why-all"])
def test_without_a_standing_there_is_nothing_to_explain(desk, user, kind):
    competition = factories.make_competition(1, club=user.roles.get().club)
    answer = desk.post(reverse("report", args=[kind, competition.pk, "pdf"]), follow=True)
    assert "There is no standing yet" in answer.text


PAGES = {
    8: {"season": 1, "season-evenings": 1, "cross": 1, "why-all": 8, "statistics": 4, "records": 1},
    40: {"season": 2, "season-evenings": 2, "cross": 2, "why-all": 40, "statistics": 5, "records": 1},
    360: {"season": 10, "season-evenings": 9, "statistics": 13, "records": 1},
}


@pytest.mark.parametrize("people", PAGES)
def test_page_counts_from_8_to_hundreds_of_players(user, tmp_path, people):
    competition = make_season(user, people, 4)
    for kind, pages in PAGES[people].items():
        document = reports.BUILDERS[kind](competition.pk)
        render(document, Format.PDF, tmp_path / "document.pdf")
        assert len(PdfReader(tmp_path / "document.pdf").pages) == pages, kind


def test_a_cross_table_of_too_many_says_so(desk, user):
    competition = make_season(user, 204, 1)
    answer = desk.post(reverse("report", args=["cross", competition.pk, "pdf"]), follow=True)
    assert "A cross table holds at most 200 names" in answer.text


def test_statistics_without_partners_have_no_part_about_them(user, tmp_path):
    competition = make_season(user, 8, 1)  # two or three rounds: hardly anybody sits together three times
    Posting.objects.filter(round__number__gt=1).delete()
    Round.objects.filter(number__gt=1).delete()
    document = reports.BUILDERS["statistics"](competition.pk)
    assert [table.heading.title for table in document.tables] == ["Players", "Evenings"]
    render(document, Format.PDF, tmp_path / "document.pdf")
    text = text_of(PdfReader(tmp_path / "document.pdf"))
    assert "Nothing to list yet" not in text
    assert "Partners" not in text


def test_the_note_about_partners_stands_once_where_they_are(user, tmp_path):
    document = reports.BUILDERS["statistics"](make_season(user, 8, 5).pk)
    render(document, Format.PDF, tmp_path / "document.pdf")
    text = text_of(PdfReader(tmp_path / "document.pdf"))
    assert text.count("Partners are compared from") == 1


def test_statistics_of_nothing_are_one_sentence(user, tmp_path):
    competition = factories.make_competition(1, club=user.roles.get().club)
    render(reports.BUILDERS["statistics"](competition.pk), Format.PDF, tmp_path / "document.pdf")
    pdf = PdfReader(tmp_path / "document.pdf")
    assert len(pdf.pages) == 1
    assert "No statistics yet" in text_of(pdf)
    assert "–" not in text_of(pdf).replace("Statistics –", "")
