"""Documents of ratings: no name that the public pages do not show, no evening that is kept back, all that the page has."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.statistics.seasons import play_season
from tests.tournaments.ledger import accept, side
from tests.tournaments.played import play_evening, refreshed
from tests.tournaments.rated import career
from tournaments.models import Evening
from tournaments.players.career import Career
from tournaments.reports.render import Format, filename_for, render
from tournaments.services import reports
from tournaments.services.errors import Refused
from tournaments.standing.queries import Reader

pytestmark = pytest.mark.django_db
READERS = Reader(public=True)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def season(club):
    """Eight people, two evenings of 45 rounds; the second is hidden, the third is shown by initials."""
    people = factories.make_people(8, club)
    competition = factories.make_competition(people, club=club)
    career(competition, people, evenings=2, rounds=45, best=300)
    for person, visibility in ((people[1], "hidden"), (people[2], "initials")):
        person.visibility = visibility
        person.save()
    return competition, people


def text_of(document: object, tmp_path: Path) -> str:
    """Everything that a document says, on paper, in the workbook and as text."""
    found = []
    for format in (Format.PDF, Format.XLSX, Format.CSV):
        path = tmp_path / f"document.{format.extension}"
        render(document, format, path)
        if format is Format.PDF:
            found += [page.extract_text() for page in PdfReader(path).pages]
        elif format is Format.XLSX:
            sheets = load_workbook(path).worksheets
            found += [
                str(cell) for sheet in sheets for row in sheet.iter_rows(values_only=True) for cell in row
            ]
        else:
            found.append(path.read_text("utf-8-sig"))
    return " ".join(" ".join(found).split())


def sheet(document: object, tmp_path: Path, title: str) -> list[dict[str, object]]:
    render(document, Format.XLSX, tmp_path / "book.xlsx")
    sheets = {
        "".join(filter(str.isalpha, each.title)): each for each in load_workbook(tmp_path / "book.xlsx")
    }
    titles, *rows = sheets["".join(filter(str.isalpha, title))].iter_rows(values_only=True)
    return [dict(zip(titles, row, strict=True)) for row in rows]


def document(kind: str, pk: int, **options: object) -> object:
    return reports.BUILDERS[kind](pk, **{name: str(value) for name, value in options.items()})


def test_nobody_is_named_who_does_not_want_to_be(club, season, tmp_path):
    _competition, people = season
    secret = people[1:3]
    day = timezone.localdate().isoformat()
    for made in (
        document("ratings", club.pk),
        document("ratings", club.pk, on=day),
        document("player", people[0].pk, club=club.pk),
        document("versus", club.pk, one=people[0].pk, other=people[1].pk),
        document("pair-ratings", club.pk),
    ):
        text = text_of(made, tmp_path)
        assert not [person.name for person in secret if person.name in text or person.last_name in text]
    text = text_of(document("player", people[0].pk, club=club.pk), tmp_path)
    assert people[0].name in text
    assert "(name hidden)" in text
    assert people[2].public_name() in text


def test_who_it_is_about_stands_on_his_own_document(club, season, tmp_path):
    _competition, people = season
    text = text_of(document("player", people[1].pk, club=club.pk), tmp_path)
    assert people[1].name in text
    assert people[2].name not in text


def test_an_evening_that_is_kept_back_is_in_no_document(club, season, tmp_path):
    competition, people = season
    last = Evening.objects.filter(competition=competition).order_by("date").last()
    Evening.objects.filter(pk=last.pk).update(embargo_from=timezone.now() - datetime.timedelta(hours=1))
    rows = sheet(document("ratings", club.pk), tmp_path, "Rating list")
    assert {row["Rounds"] for row in rows} == {45}
    assert "kept back until the prize-giving" in text_of(document("ratings", club.pk), tmp_path)
    rounds = sheet(document("player", people[0].pk, club=club.pk), tmp_path, "Rating")
    assert len(rounds) == 45


@pytest.mark.parametrize("on", ["9999-12-31", "2999-01-01", "1899-12-31", "0001-01-01"])
def test_a_day_that_has_not_been_is_refused_with_a_sentence(user, club, season, on):
    with pytest.raises(Refused, match="Choose a day that has been"):
        document("ratings", club.pk, on=on)
    answer = factories.sign_in(user).post(reverse("report", args=["ratings", club.pk, "pdf"]), {"on": on})
    assert answer.status_code == 302


def test_everything_of_the_page_is_in_the_workbook(club, season, tmp_path):
    competition, people = season
    play_season(competition, factories.make_user("organiser", club), 3)
    one = Career(club, people[0], READERS)
    made = document("player", people[0].pk, club=club.pk)
    form = sheet(made, tmp_path, "Form the last evenings")
    assert [row["Points ahead"] for row in form] == [line.difference for line in one.form]
    assert [row["Rounds"] for row in form] == [45, 45]
    results = sorted(each.change.result for each in one.rounds)
    assert [row["Result"] for row in sheet(made, tmp_path, "Best rounds")] == results[::-1][:3]
    assert [row["Result"] for row in sheet(made, tmp_path, "Worst rounds")] == results[:3]
    own, everybody = sheet(made, tmp_path, "Nat, pit and roem")
    assert (own["Who"], everybody["Who"]) == ("own", "everybody")
    assert own["Competition"] == str(competition)
    places = sheet(made, tmp_path, "Place after each evening")
    assert len(places) == 3
    (standing,) = sheet(made, tmp_path, "Seasons")
    assert standing["Place"] == places[-1]["Place"]
    text = text_of(made, tmp_path)
    for title in ("Form: the last evenings", "Best rounds", "Worst rounds", "Nat, pit and roem", "Seasons"):
        assert title in text


def test_a_correction_is_told_with_what_it_did(user, club, tmp_path):
    """A round of 83 – 79 a deal becomes 99 – 63 after the rating was made known."""
    competition = factories.make_competition(4, club=club)
    evening = play_evening(competition, user, scores=(83,), rounds=1)
    refreshed(club)
    person = competition.entries.order_by("pk").first().members.get().person
    assert "Moved by corrections" not in text_of(document("player", person.pk, club=club.pk), tmp_path)
    table = evening.rounds.get().tables.get()
    accept(table, user, side(99 * 16), side(63 * 16))
    refreshed(club)
    (row,) = sheet(document("player", person.pk, club=club.pk), tmp_path, "Moved by corrections")
    (told,) = Career(club, person, READERS).corrections()
    assert row["Results of"].date() == evening.date
    assert float(row["Before"]) == float(told.before)
    assert float(row["After"]) == float(told.after)
    assert float(row["Change"]) == float(told.after - told.before)
    assert row["Before"] != row["After"]


def test_the_points_of_a_sum_are_whole_and_the_caption_is_whole(club, season, tmp_path):
    competition, people = season
    play_season(competition, factories.make_user("organiser", club), 1)
    made = document("player", people[0].pk, club=club.pk)
    (points,) = (column for column in made.tables[4].columns if column.key == "points")
    assert points.decimals == 0
    render(made, Format.PDF, tmp_path / "one.pdf")
    paper = " ".join(" ".join(page.extract_text() for page in PdfReader(tmp_path / "one.pdf").pages).split())
    assert "in the band in which the real strength lies in 8 of 10 cases." in paper


def test_two_players_have_two_files_and_a_provisional_rating_is_not_final(club, season, tmp_path):
    _competition, people = season
    names = {filename_for(document("player", person.pk, club=club.pk), Format.PDF) for person in people[:4]}
    assert len(names) == 4
    made = document("player", people[0].pk, club=club.pk)
    render(made, Format.XLSX, tmp_path / "book.xlsx")
    about = dict(load_workbook(tmp_path / "book.xlsx")["About"].iter_rows(values_only=True, max_col=2))
    assert about["Status"] == "established"
    assert about["Event"] == club.name


def test_two_players_have_a_document_and_a_pair_is_told_with_the_partner(user, club, tmp_path):
    people = factories.make_people(8, club)
    competition = factories.make_competition(people, club=club)
    career(competition, people, evenings=2, rounds=45, pairs=True)
    rows = sheet(document("pair-ratings", club.pk), tmp_path, "Ratings of pairs")
    assert {row["Rounds together"] for row in rows} == {90}
    assert len(rows) == 4
    two = document("versus", club.pk, one=people[0].pk, other=people[1].pk)
    rounds = sheet(two, tmp_path, "At the same table")
    assert len(rounds) == 90
    assert {row["Together or against"] for row in rounds} == {"together"}
    told = next(row for row in rows if people[0].name in row["Pair"])
    assert f"{abs(told['Points a round'])} points a round against two average opponents" in text_of(
        two, tmp_path
    )
    text = text_of(document("player", people[0].pk, club=club.pk), tmp_path)
    assert f"With {people[1].name}:" in text
    stranger = factories.make_person("Nooit Gezien", club)
    with pytest.raises(Refused, match="not been at the same table"):
        document("versus", club.pk, one=people[0].pk, other=stranger.pk)
    for other in (people[0].pk, 999999, "", "x"):
        with pytest.raises(LookupError):
            document("versus", club.pk, one=people[0].pk, other=other)
    client = factories.sign_in(user)
    page = client.get(reverse("versus", args=[club.slug, people[0].pk, people[1].pk])).text
    address = reverse("report", args=["versus", club.pk, "pdf"])
    assert address in page
    assert client.post(address, {"one": people[0].pk, "other": people[1].pk}).status_code == 302
    assert client.post(address, {"one": people[0].pk}).status_code == 404
    player = factories.sign_in(factories.make_user("player", club))
    assert player.post(address, {"one": people[0].pk, "other": people[1].pk}).status_code == 403
