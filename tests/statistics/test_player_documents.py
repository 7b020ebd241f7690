"""The statistics of one player on paper, in a workbook and as text: the sheets' own numbers, and those of the page."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.reports.reading import number
from tests.statistics.seasons import play_season
from tests.tournaments.read_page import table as table_of
from tournaments.models import Competition, Job, Person, Seat
from tournaments.services import jobs, reports

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def season(user) -> Competition:
    found = factories.make_competition(12, club=user.roles.get().club)
    play_season(found, user, 4)
    return found


def person_of(season: Competition, place: int = 0) -> Person:
    return season.entries.order_by("pk")[place].members.get().person


def made(user, season: Competition, person: object, format: str = "pdf") -> Path:
    """Orders the document as the button on the page does, and lets the worker make it."""
    address = reverse("report", args=["player-statistics", season.pk, format])
    response = factories.sign_in(user).post(address, {"person": person})
    job = Job.objects.get(pk=int(re.search(r"/job/(\d+)/", response.url)[1]))
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message_text
    return jobs.path_of(job)


def sheet_of(path: Path, title: str) -> list[dict[str, object]]:
    titles, *rows = load_workbook(path)[title].iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def at_tables(person: Person) -> list[tuple[int, int, int, int]]:
    """Evening, round and both totals, straight from the sheets at which somebody sat."""
    found = []
    for seat in Seat.objects.filter(person=person).select_related("table__round__evening", "table__sheet"):
        own, other = ("we", "they") if seat.position in "NS" else ("they", "we")
        result = seat.table.sheet.versions.get().result
        round_ = seat.table.round
        found.append((round_.evening.number, round_.number, result[own]["total"], result[other]["total"]))
    return sorted(found)


def test_every_round_is_that_of_its_sheet_in_workbook_text_and_on_paper(user, season):
    person = person_of(season)
    book = made(user, season, person.pk, "xlsx")
    rounds = sheet_of(book, "Round by round")
    expected = at_tables(person)
    assert [
        (row["Evening"], row["Round"], row["Points"], row["Points against"]) for row in rounds
    ] == expected
    plain = list(csv.DictReader(made(user, season, person.pk, "csv-int").read_text("utf-8").splitlines()))
    assert [int(row["Points"]) for row in plain] == [own for _evening, _round, own, _against in expected]
    dutch = made(user, season, person.pk, "csv").read_bytes().decode("utf-8-sig").splitlines()
    assert len(dutch) == len(expected) + 1
    assert ";" in dutch[0]
    paper = " ".join(page.extract_text() for page in PdfReader(made(user, season, person.pk)).pages)
    assert person.name in paper
    for row in rounds:
        assert row["With"] in paper
    own = [total for _evening, _round, total, _against in expected]
    average = Fraction(sum(own), len(own))
    assert number(dict(_facts(book))["Average of a round"]) == pytest.approx(float(average), abs=0.0501)
    assert number(dict(_facts(book))["Best round"].split(",")[0]) == max(own)
    won = sum(total > against for _evening, _round, total, against in expected)
    assert dict(_facts(book))["Rounds won, drawn, lost"].startswith(f"{won} – ")


def table_in(page: str, place: int) -> list[dict[str, str]]:
    """The rows of a table of the page, the first being 0."""
    return table_of("<table" + page.split("<table")[place + 1].split("</table>")[0])


def _facts(book: Path) -> list[tuple[str, str]]:
    return [(row["What"], row["How much"]) for row in sheet_of(book, "In figures")]


def test_company_and_evenings_are_those_of_the_page(user, season):
    person = person_of(season, 3)
    client = factories.sign_in(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    page = client.get(reverse("player_statistics", args=[season.pk, person.pk])).text
    assert reverse("report", args=["player-statistics", season.pk, "pdf"]) in page
    assert f'name="person" value="{person.pk}"' in page
    book = made(user, season, person.pk, "xlsx")
    for title, place in (("Partners", 0), ("Opponents", 1)):
        shown = table_in(page, place)
        rows = sheet_of(book, title)
        assert len(shown) == len(rows) > 2
        for line, row in zip(shown, rows, strict=True):
            assert line["Name"] == row["Name"]
            assert number(line["Own average"]) == pytest.approx(float(row["Own average"]), abs=0.0501)
            assert number(line["Won"]) == row["Won"]
    evenings = sheet_of(book, "Evening by evening")
    assert sum(row["Rounds"] for row in evenings) == len(at_tables(person))
    assert [row["Place after it"] for row in evenings] == [
        number(line["Place after it"]) for line in table_in(page, 2)
    ]


def test_who_may_not_and_what_is_not_there(user, season):
    address = reverse("report", args=["player-statistics", season.pk, "pdf"])
    client = factories.sign_in(user)
    stranger = factories.make_person("Nooit Geweest", season.club)
    for person in ("", "x", "999999", stranger.pk):
        assert client.post(address, {"person": person}).status_code == 404
    player = factories.sign_in(factories.make_user("player", season.club))
    assert player.post(address, {"person": person_of(season).pk}).status_code == 403
    elsewhere = factories.sign_in(factories.make_user("organiser"))
    assert elsewhere.post(address, {"person": person_of(season).pk}).status_code == 404
    fresh = factories.make_competition(factories.make_people(4, season.club, start=50), club=season.club)
    answer = client.post(
        reverse("report", args=["player-statistics", fresh.pk, "pdf"]),
        {"person": person_of(fresh).pk},
        follow=True,
    )
    assert "has not played in this competition yet: there is nothing to print." in answer.text


def test_readers_find_no_document_and_no_page_of_who_is_hidden(client, season):
    person = person_of(season)
    page = client.get(reverse("public_player", args=[season.club.slug, season.pk, person.pk]))
    assert page.status_code == 200
    assert "player-statistics" not in page.text
    person.visibility = Person.Visibility.HIDDEN
    person.save()
    hidden = client.get(reverse("public_player", args=[season.club.slug, season.pk, person.pk]))
    assert hidden.status_code == 404


def test_one_round_and_a_long_name_make_a_sensible_document(user, tmp_path):
    season = factories.make_competition(4, club=user.roles.get().club, rounds=1)
    play_season(season, user, 1, tells=False, closed=False)
    person = person_of(season)
    person.first_name, person.prefix, person.last_name = (
        "Maximiliaan-Alexander",
        "van",
        "Hoogstraten-Leeuwenburgh",
    )
    person.save()
    document = reports.BUILDERS["player-statistics"](season.pk, person=str(person.pk))
    assert document.heading.provisional
    facts = dict(document.tables[-1].rows)
    assert facts["As who played"] == "The sheets do not say who played."
    assert "Best partner" not in facts
    paper = " ".join(page.extract_text() for page in PdfReader(made(user, season, person.pk)).pages)
    assert person.name in paper
    assert "1 round, evenings: 1." in paper
