"""Ratings on paper, in the workbook and as text: the same numbers as on the pages."""

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
from tests.reports.reading import number
from tests.tournaments.rated import career
from tests.tournaments.read_page import table as table_of
from tournaments.models import Job, RatingValue
from tournaments.players.career import Career
from tournaments.rating import points
from tournaments.reports.render import Format, render
from tournaments.services import code_documents, jobs, rating_documents, reports
from tournaments.services.errors import Refused
from tournaments.standing import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def season(user):
    club = user.roles.get().club
    people = factories.make_people(8, club)
    competition = factories.make_competition(people, club=club)
    career(competition, people, evenings=2, rounds=45, best=300)
    return competition, people


def made(user, kind: str, pk: int, format: str, **options: object) -> Path:
    """Orders a document as a click does and lets the worker make it."""
    response = factories.sign_in(user).post(reverse("report", args=[kind, pk, format]), options)
    job = Job.objects.get(pk=int(re.search(r"/job/(\d+)/", response.url)[1]))
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message_text
    return jobs.path_of(job)


def in_workbook(path: Path, sheet: int = 0) -> list[dict[str, object]]:
    titles, *rows = load_workbook(path).worksheets[sheet].iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def words_of(path: Path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(path).pages)


def test_the_list_has_the_same_numbers_on_page_paper_in_workbook_and_text(user, season):
    competition, _people = season
    club = competition.club
    page = table_of(factories.sign_in(user).get(reverse("ratings", args=[club.slug])).text)
    book = in_workbook(made(user, "ratings", club.pk, "xlsx"))
    text = made(user, "ratings", club.pk, "csv-int").read_bytes().decode()
    plain = list(csv.DictReader(text.splitlines()))
    paper = words_of(made(user, "ratings", club.pk, "pdf"))
    assert len(page) == len(book) == len(plain) == 8
    for seen, row, line in zip(page, book, plain, strict=True):
        assert seen["Name"].startswith(str(row["Name"]))
        assert row["Name"] == line["Name"]
        assert number(seen["Rating"]) == row["Rating"] == int(line["Rating"])
        assert number(seen["Place"]) == row["Place"]
        assert number(seen["Rounds"]) == row["Rounds"] == 90
        assert row["Name"] in paper


def test_the_list_of_a_day_and_of_a_competition(user, season):
    competition, people = season
    club = competition.club
    day = competition.evenings.order_by("date").first().date.isoformat()
    rows = in_workbook(made(user, "ratings", club.pk, "xlsx", on=day))
    assert len(rows) == 8
    assert {row["Rounds"] for row in rows} == {45}
    other = factories.make_competition(people[:4], club=club)
    rows = in_workbook(made(user, "ratings", club.pk, "xlsx", competition=other.pk))
    assert {row["Name"] for row in rows} == {person.name for person in people[:4]}
    with pytest.raises(Refused, match="no date"):
        rating_documents.ratings_document(club.pk, on="gisteren")
    with pytest.raises(LookupError):
        rating_documents.ratings_document(club.pk, competition="999999")


def test_a_player_has_the_same_rounds_on_paper_in_workbook_and_on_the_page(user, season):
    competition, people = season
    club = competition.club
    one = Career(club, people[0], queries.DESK)
    path = made(user, "player", people[0].pk, "xlsx", club=club.pk)
    rows = in_workbook(path)
    assert len(rows) == 90
    assert [row["Result"] for row in rows] == [each.change.result for each in reversed(one.rounds)]
    for row, each in zip(rows, reversed(one.rounds), strict=True):
        assert float(row["Change"]) == pytest.approx(each.change.change, abs=0.0501)
    value = RatingValue.objects.get(person=people[0])
    assert rows[0]["Rating"] == points(value.mean)
    partners = in_workbook(path, 2)
    assert sum(row["Rounds"] for row in partners) == 90
    paper = words_of(made(user, "player", people[0].pk, "pdf", club=club.pk))
    assert people[0].name in paper
    assert "Established: 90 rated rounds." in paper
    assert all(str(row["Partner"]) in paper for row in rows)


def test_a_card_for_everybody_with_the_way_to_the_page(user, season, settings):
    """Each leads to the page of its player; who is hidden has none, and gets no card."""
    competition, people = season
    club = competition.club
    people[0].visibility = "hidden"
    people[0].save()
    settings.CSRF_TRUSTED_ORIGINS = []
    with pytest.raises(Refused, match="KLAVERCLUB_ORIGINS"):
        code_documents.cards_document(club.pk)
    settings.CSRF_TRUSTED_ORIGINS = ["https://klaverjas.example"]
    found = code_documents.cards_document(club.pk)
    assert {card.link for card in found.cards} == {
        f"https://klaverjas.example/c/{club.slug}/player/{person.pk}/" for person in people[1:]
    }
    path = made(user, "player-cards", club.pk, "pdf")
    paper = words_of(path)
    assert all(person.name in paper for person in people[1:])
    assert people[0].name not in paper
    club.public = False
    club.save()
    with pytest.raises(Refused, match="lead nowhere"):
        code_documents.cards_document(club.pk)


def test_what_cannot_be_printed(user, season):
    competition, people = season
    client = factories.sign_in(user)
    other = factories.make_user("organiser")
    address = reverse("report", args=["player", people[0].pk, "pdf"])
    assert client.post(address, {"club": other.roles.get().club_id}).status_code == 404
    assert client.post(address).status_code == 404
    assert factories.sign_in(other).post(address, {"club": competition.club_id}).status_code == 404
    new = factories.make_person("Nog Nooit", competition.club)
    answer = client.post(
        reverse("report", args=["player", new.pk, "pdf"]), {"club": competition.club_id}, follow=True
    )
    assert "Nog Nooit has no rating yet: there is nothing to print." in answer.text


@pytest.mark.parametrize("format", [Format.PDF, Format.XLSX, Format.CSV])
def test_the_same_document_gives_the_same_bytes(user, season, tmp_path, format):
    competition, people = season
    for kind, pk, options in (
        ("ratings", competition.club_id, {}),
        ("player", people[0].pk, {"club": str(competition.club_id)}),
    ):
        document = reports.BUILDERS[kind](pk, **options)
        for name in ("one", "two"):
            render(document, format, tmp_path / name, lambda _done, _of: None)
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
