"""Documents of a club: the same numbers on page, paper and workbook; one job for ten clicks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.reports.reading import lines, number, text_of
from tests.tournaments.read_page import table as table_of
from tests.tournaments.scores import accept_deals, book, entry_of, make_competition, play
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Entry, Job, Posting, Presence, SitOut
from tournaments.reports.render import Format
from tournaments.services import closing, draw, jobs, people, reports
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(client):
    client.cookies["django_language"] = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def desk(client, user):
    client.force_login(user)
    return client


def click(desk, kind: str, pk: int, format: str = "pdf") -> Job:
    response = desk.post(reverse("report", args=[kind, pk, format]))
    assert response.status_code == 302
    return Job.objects.get(pk=int(re.search(r"/job/(\d+)/", response.url)[1]))


def made(desk, kind: str, pk: int, format: str = "pdf") -> Path:
    """Orders a document as a click does and lets the worker make it."""
    job = click(desk, kind, pk, format)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message_text
    return jobs.path_of(job)


def workbook(path: Path) -> list[dict[str, object]]:
    titles, *rows = load_workbook(path).worksheets[0].iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def printed(path: Path, names: list[str]) -> dict[str, list[str]]:
    """The rows of a printed table by name: every text behind it."""
    pdf = PdfReader(path)
    rows = {}
    for page in range(len(pdf.pages)):
        for texts in lines(pdf, page):
            for name in set(names).intersection(texts[:3]):
                assert name not in rows, f"{name} is printed twice"
                rows[name] = texts[texts.index(name) + 1 :]
    return rows


def value_of(text: str) -> float | None:
    """What a cell of the page says; None for a dash, dots or words."""
    return number(text) if any(map(str.isdigit, text)) else None


@pytest.fixture
def season(user, club):
    """Two evenings, the second still going on: sitting out, absence, a guest, a penalty, shared places."""
    rule = AttendanceRule(
        sit_out=Compensation("fixed", 1600, pits=1), absent_with_notice=Compensation("fixed", 1450)
    )
    competition = factories.make_competition(10, club=club, rounds=2, attendance=rule.to_json())
    guest = factories.make_person("Łukasz =Sum", club, kind="guest")
    people.add_entry(competition, [guest], actor=None)
    entries = list(Entry.objects.filter(competition=competition))
    for number_of_evening in (1, 2):
        evening = factories.make_evening(competition, present=0)
        for place, entry in enumerate(entries):
            state = "excused" if place == 0 else "present"
            Presence.objects.create(evening=evening, entry=entry, state=state)
        for round_number in (1, 2):
            round_ = draw.draw_round(evening, actor=user, seed=10 * number_of_evening + round_number)
            draw.publish(round_, actor=user)
            for table in factories.tables(round_):
                if (number_of_evening, round_number, table.number) != (2, 2, 1):
                    points = 90 + 7 * table.number + round_number + 3 * number_of_evening
                    accept_deals(
                        table,
                        user,
                        [(points, 162 - points)] * 16,
                        we={"points": points * 16 - 200, "roem": 100, "bonus": 100, "pits": 1},
                        they={"nats": 3},
                    )
            if (number_of_evening, round_number) != (2, 2):
                closing.close_round(round_, actor=user)
        if number_of_evening == 1:
            book(evening.rounds.first(), entries[3], -50, Posting.Kind.PENALTY)
            closing.close_evening(evening, actor=user)
    return competition


@pytest.mark.parametrize("which", [1, 2])
def test_an_evening_has_the_same_numbers_on_page_paper_and_workbook(desk, season, which):
    evening = season.evenings.get(number=which)
    page = table_of(desk.get(reverse("evening_result", args=[evening.pk])).content.decode())
    sheet = workbook(made(desk, "evening", evening.pk, "xlsx"))
    paper = printed(made(desk, "evening", evening.pk), [row["Name"] for row in sheet])

    assert len(page) == len(sheet) == len(paper) == 11
    figures = ["Round 1", "Round 2", "Total", "Best", "Worst", "Pits", "Nats", "Roem"]
    for seen, row in zip(page, sheet, strict=True):
        name = row["Name"]
        assert (seen["Name"], seen["No."]) == (name, row["No."] or "")
        assert seen["Place"] == ("" if row["Place"] is None else str(row["Place"]))
        values = [value_of(seen[title]) for title in figures]
        assert values == [row[title] for title in figures]
        assert [number(text) for text in paper[name]] == [value for value in values if value is not None]
    given = [row["Name"] for row in page if "1600" in re.sub(r"\D", "", row["Round 1"])]
    assert len(given) == 2
    for name in given:  # sat out
        assert paper[name][0].endswith("*")


@pytest.mark.parametrize("measure", ["sum", "average"])
def test_a_season_has_the_same_numbers_on_page_paper_and_workbook(desk, season, measure):
    rule = StandingRule(measure=measure, unit="evening" if measure == "average" else "round", decimals=1)
    season.standing = rule.to_json()
    season.save()
    page = table_of(desk.get(reverse("season", args=[season.pk])).content.decode())
    sheet = workbook(made(desk, "season", season.pk, "xlsx"))
    paper = printed(made(desk, "season", season.pk), [row["Name"] for row in sheet])

    assert len(page) == len(sheet) == len(paper) == 11
    total = "All points" if measure == "average" else "Total"
    figures = ["Evenings", "Rounds", total, "Average", "Behind", "Last evening"]
    for seen, row in zip(page, sheet, strict=True):
        name = row["Name"]
        assert (seen["Name"], seen["No."]) == (name, row["No."] or "")
        assert seen["Place"] == ("" if row["Place"] is None else str(row["Place"]))
        values = [value_of(seen[title]) for title in figures]
        assert values == pytest.approx([row[title] for title in figures])
        assert [number(text) for text in paper[name]] == [value for value in values if value is not None]


def test_what_can_still_change_says_so_on_paper(desk, season):
    closed, running = season.evenings.order_by("number")
    assert "provisional" not in text_of(PdfReader(made(desk, "evening", closed.pk))).lower()
    text = text_of(PdfReader(made(desk, "evening", running.pk)))
    assert "provisional" in text.lower()
    assert "Round 2: the sheet of table 1 is not in yet." in text
    assert "Sat out: 1\u202f600 points a round. Pits credited: 1." in text
    assert "Guests: Łukasz =Sum." in text
    assert "Evening 2 is not closed yet." in text_of(PdfReader(made(desk, "season", season.pk)))


def test_ten_clicks_are_one_job_and_one_file(desk, season):
    evening = season.evenings.first()
    clicked = {click(desk, "evening", evening.pk).pk for _ in range(5)}
    jobs.run(clicked.copy().pop())
    clicked |= {click(desk, "evening", evening.pk).pk for _ in range(5)}
    assert len(clicked) == 1
    job = Job.objects.get()
    assert (job.state, job.attempt) == (Job.State.DONE, 1)


def test_another_score_format_or_language_is_another_job(desk, season):
    evening = season.evenings.first()
    first = click(desk, "evening", evening.pk)
    assert click(desk, "evening", evening.pk, "xlsx") != first
    desk.cookies["django_language"] = "nl"
    dutch = click(desk, "evening", evening.pk)
    assert (first.language, dutch.language) == ("en", "nl")
    desk.cookies["django_language"] = "en"
    posting = Posting.objects.filter(round__evening=evening).first()
    posting.total += 10
    posting.save()
    assert click(desk, "evening", evening.pk) not in (first, dutch)


def test_a_score_that_changes_between_click_and_worker_is_printed_and_not_taken_for_the_old(desk, season):
    evening = season.evenings.first()
    first = click(desk, "evening", evening.pk)
    posting = Posting.objects.filter(round__evening=evening, kind="penalty").get()
    posting.total = -60
    posting.save()
    jobs.run(first.pk)
    first.refresh_from_db()
    assert first.state == Job.State.DONE

    posting.total = -50
    posting.save()
    assert click(desk, "evening", evening.pk) != first


def test_who_may_not_make_documents_gets_none(client, club, season):
    order = reverse("report", args=["season", season.pk, "pdf"])
    client.force_login(factories.make_user("player", club))
    assert client.post(order).status_code == 403
    client.force_login(factories.make_user("organiser"))
    assert client.post(order).status_code == 404
    client.logout()
    assert client.post(order).status_code == 302
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("kind", "format"), [("nonsense", "pdf"), ("season", "docx"), ("season", "PDF"), ("wall", "pdf")]
)
def test_documents_that_do_not_exist_are_not_found(desk, season, kind, format):
    pk = season.pk if kind != "wall" else 10**9
    assert desk.post(reverse("report", args=[kind, pk, format])).status_code == 404


def test_orders_are_posted(desk, season):
    assert desk.get(reverse("report", args=["season", season.pk, "pdf"])).status_code == 405


def test_nothing_is_printed_of_a_draw_that_is_not_published(desk, club):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(4, club=club)))
    for kind in ("slips", "wall", "wall-table"):
        response = desk.post(reverse("report", args=[kind, round_.pk, "pdf"]), follow=True)
        assert "The draw of round 1 is not published yet" in response.content.decode()
    assert not Job.objects.exists()


@pytest.fixture
def round_(club):
    """A published round of nine in two tables of 12 deals; the writer of every sheet is the west player."""
    competition = factories.make_competition(9, club=club, deals=12, first_dealer="W", records_declarer=False)
    return factories.make_published_round(factories.make_evening(competition))


def test_slips_have_names_codes_and_the_order_of_dealing(desk, round_):
    text = text_of(PdfReader(made(desk, "slips", round_.pk)))
    for table in factories.tables(round_):
        assert table.sheet.code in text
        for seat in table.seats.all():
            assert seat.person.name in text
    rows = workbook(made(desk, "slips", round_.pk, "xlsx"))
    assert len(rows) == 2 * 12
    assert [row["Dealer"] for row in rows[:5]] == ["W", "N", "E", "S", "W"]


def test_the_wall_says_where_everybody_sits(desk, round_):
    rows = workbook(made(desk, "wall", round_.pk, "xlsx"))
    assert len(rows) == 9
    listed = {row["Name"]: row for row in rows}
    for table in factories.tables(round_):
        at = {seat.position: seat.person for seat in table.seats.all()}
        north = listed[at["N"].list_name]
        assert (north["Table"], north["With"]) == (table.number, at["S"].name)
        assert north["Against"] == f"{at['E'].name}, {at['W'].name}"
    resting = SitOut.objects.get(round=round_).entry.people[0]
    assert listed[resting.list_name]["With"] == "sits out this round"
    sort_keys = {person.list_name: person.sort_key for person in (*at.values(), resting)}
    order = [row["Name"] for row in rows if row["Name"] in sort_keys]
    assert order == sorted(order, key=sort_keys.get)

    by_table = workbook(made(desk, "wall-table", round_.pk, "xlsx"))
    assert [row["Table"] for row in by_table] == [1, 2]
    assert {by_table[1][seat] for seat in ("North", "South")} == {at["N"].name, at["S"].name}


def test_a_sheet_with_more_deals_than_paper_holds_is_refused_in_words(desk, club):
    round_ = factories.make_published_round(
        factories.make_evening(factories.make_competition(4, club=club, deals=64))
    )
    response = desk.post(reverse("report", args=["slips", round_.pk, "pdf"]), follow=True)
    assert "A sheet of 64 deals does not fit on paper; 40 is the most." in response.content.decode()


def test_what_was_removed_before_the_worker_came_fails_in_words(desk, round_):
    job = click(desk, "wall", round_.pk)
    Job.objects.filter(pk=job.pk).update(params=job.params | {"pk": 10**9})
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert "has been removed" in job.message_text


def test_full_names_stand_on_the_paper_of_the_club(desk, club):
    competition = make_competition(["Anna Aal", "Bert Bos"], club=club)
    people_of = competition.entries.first().people[0]
    people_of.visibility = "hidden"
    people_of.save()
    evening = play(competition, {"Anna": [1500], "Bert": [1400]})
    assert entry_of(competition, "Anna").people[0].visibility == "hidden"
    assert "Anna Aal" in text_of(PdfReader(made(desk, "evening", evening.pk)))


def test_files_are_kept_below_the_data_folder(desk, season):
    path = made(desk, "season", season.pk, "xlsx")
    assert settings.FILES_DIR in path.parents
    assert set(reports.CONTENT_TYPES) == set(Format)
