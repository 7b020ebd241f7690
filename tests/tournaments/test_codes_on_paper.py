"""Codes for phones on what hangs on the wall, read back from the page: where they lead, and when there are none."""

from __future__ import annotations

import datetime
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from openpyxl import load_workbook

from tests import factories
from tests.reports.reading import printed, text_of
from tests.reports.scanning import codes, images
from tests.tournaments import leagues, rated
from tournaments.models import Publication
from tournaments.reports.render import Format, render
from tournaments.services import publication_files, publish, reports, schedules
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.models import Evening

pytestmark = pytest.mark.django_db

SITE = "https://klaverjas.example"
LONG = ("Maximiliaan-Alexander", "van", "Hoogstraten-Leeuwenburgh")


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


@pytest.fixture(autouse=True)
def _public(settings):
    settings.CSRF_TRUSTED_ORIGINS = [SITE + "/", "https://tweede.example"]


def evening(players: int = 8, **fields) -> Evening:
    """An evening with one round that is typed."""
    user = factories.make_user()
    club = user.roles.get().club
    people = factories.make_people(players, club)
    found = factories.make_evening(factories.make_competition(people, club=club, **fields))
    factories.play_round(factories.make_published_round(found, actor=user), user)
    return found


def embargoed(found: Evening) -> None:
    found.embargo_from = timezone.now() - datetime.timedelta(hours=1)
    found.save()


def paper(kind: str, pk: int, folder: Path, **options: str) -> Path:
    path = folder / f"{kind}.pdf"
    render(reports.BUILDERS[kind](pk, **options), Format.PDF, path)
    return path


def only_code(path: Path) -> str:
    """The one code of a document, which stands on its first page."""
    first, *others = codes(path)
    assert others == [[]] * len(others)
    (code,) = first
    return code.text


def opened(address: str) -> str:
    """The page behind an address for who is not signed in."""
    assert address.startswith(SITE + "/")
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    response = client.get(address.removeprefix(SITE))
    assert response.status_code == 200
    return unescape(response.text)


def test_every_list_for_the_wall_leads_to_its_own_public_page(tmp_path):
    found = evening()
    competition, round_ = found.competition, found.rounds.get()
    slug = competition.club.slug
    for kind, pk, page in (
        ("evening", found.pk, f"evening/{found.pk}/"),
        ("season", competition.pk, f"season/{competition.pk}/"),
        ("wall", round_.pk, f"evening/{found.pk}/"),
        ("wall-table", round_.pk, f"evening/{found.pk}/"),
    ):
        path = paper(kind, pk, tmp_path)
        assert only_code(path) == f"{SITE}/c/{slug}/{page}"
        assert competition.name in opened(only_code(path))
        with_address = text_of(printed(reports.BUILDERS[kind](pk), tmp_path))
        assert f"klaverjas.example/c/{slug}/{page}" in with_address


def test_a_standing_leads_to_the_standing_under_its_own_title_and_of_the_same_people(tmp_path):
    competition = evening().competition
    competition.titles = [{"name": "Pits & roem", "rule": competition.standing}]
    competition.save()
    address = only_code(paper("season", competition.pk, tmp_path, title="Pits & roem", of="people"))
    assert parse_qs(urlsplit(address).query) == {"title": ["Pits & roem"], "of": ["people"]}
    assert "Pits & roem" in opened(address)


def test_no_code_leads_to_what_is_kept_back(tmp_path):
    """Not to scores under embargo, nor into a club that is not public; the lists are printed all the same."""
    found = evening()
    round_ = found.rounds.get()
    lists = [("evening", found.pk), ("season", found.competition_id), ("wall", round_.pk)]
    assert all(only_code(paper(kind, pk, tmp_path)) for kind, pk in lists)
    embargoed(found)
    assert [codes(paper(kind, pk, tmp_path)) for kind, pk in lists] == [[[]]] * 3
    found.embargo_lifted_at = timezone.now()
    found.save()
    assert all(only_code(paper(kind, pk, tmp_path)) for kind, pk in lists)
    found.competition.club.public = False
    found.competition.club.save()
    assert [codes(paper(kind, pk, tmp_path)) for kind, pk in lists] == [[[]]] * 3


def test_without_an_address_there_are_no_codes_and_the_page_says_how_to_get_them(tmp_path, settings):
    found = evening()
    user = factories.make_user("organiser", found.competition.club)
    season = reverse("season", args=[found.competition_id])
    how = "KLAVERCLUB_ORIGINS"
    assert how not in factories.sign_in(user).get(season).text
    settings.CSRF_TRUSTED_ORIGINS = []
    assert codes(paper("season", found.competition_id, tmp_path)) == [[]]
    for address in (
        season,
        reverse("evening", args=[found.pk]),
        reverse("players", args=[found.competition.club.slug]),
    ):
        assert how in factories.sign_in(user).get(address).text
    assert (
        how
        not in Client()
        .get(reverse("public_season", args=[found.competition.club.slug, found.competition_id]))
        .text
    )
    for kind in ("player-wall", "player-cards"):
        with pytest.raises(Refused, match=how):
            reports.BUILDERS[kind](found.competition.club_id)


def test_the_code_is_read_from_a_provisional_print_in_grey_of_poor_quality(tmp_path):
    """Across the page runs a grey word, and the address is long."""
    found = evening()
    found.competition.name = " ".join(LONG)
    found.competition.save()
    found.competition.club.slug = "kaartvereniging-de-vier-azen-van-hoogstraten"
    found.competition.club.save()
    document = reports.BUILDERS["evening"](found.pk)
    assert document.heading.provisional
    render(document, Format.PDF, tmp_path / "grey.pdf")
    (code,) = codes(tmp_path / "grey.pdf", dots=100)[0]
    assert code.text == document.link.address
    assert 55 < code.side < 76  # 27 mm with its border


def test_a_list_of_several_pages_has_its_code_on_the_first_and_no_row_is_lost(tmp_path):
    document = reports.BUILDERS["season"](evening(8).competition_id)
    rows = [tuple(f"Naam {number:03}" if column.key == "name" else cell for column, cell in zip(document.columns, document.rows[0], strict=True)) for number in range(120)]  # fmt: skip
    pdf = printed(replace(document, rows=rows), tmp_path)
    assert len(pdf.pages) > 2
    assert only_code(tmp_path / "document.pdf") == document.link.address
    assert all(f"Naam {number:03}" in text_of(pdf) for number in range(120))


def test_the_workbook_names_the_public_page(tmp_path):
    document = reports.BUILDERS["evening"](evening().pk)
    render(document, Format.XLSX, tmp_path / "book.xlsx")
    about = dict(load_workbook(tmp_path / "book.xlsx")["About"].iter_rows(values_only=True))
    assert about["Public page"] == document.link.address


def test_a_publication_leads_to_its_own_page(tmp_path):
    found = evening()
    user = factories.make_user("organiser", found.competition.club)
    made = publish.publish(found.competition, Publication.Kind.EVENING, evening=found, actor=user)
    render(publication_files.document(made), Format.PDF, tmp_path / "one.pdf")
    address = only_code(tmp_path / "one.pdf")
    assert address == f"{SITE}/c/{found.competition.club.slug}/publication/{made.pk}/"
    opened(address)
    embargoed(found)
    assert publication_files.document(made).link is None


def test_a_league_and_each_of_its_divisions_lead_to_their_own_pages(tmp_path):
    division = leagues.make_division(4)
    first, *_others = leagues.make_fixtures(division, dates=leagues.weeks(3))
    competition = division.competition
    user = factories.make_user("organiser", competition.club)
    leagues.play(competition, {first: (1500, 1400)}, user, leagues.START)
    start = f"{SITE}/c/{competition.club.slug}"
    assert only_code(paper("league", competition.pk, tmp_path)) == f"{start}/league/{competition.pk}/"
    of_one = only_code(paper("league", competition.pk, tmp_path, division=str(division.pk)))
    assert of_one == f"{start}/division/{division.pk}/"
    assert division.name in opened(of_one)
    embargoed(competition.evenings.get())
    assert not any(codes(paper("league", competition.pk, tmp_path)))


def test_the_rating_list_leads_to_its_page(tmp_path):
    club = factories.make_club()
    people = factories.make_people(4, club)
    competition = factories.make_competition(people, club=club)
    rated.career(competition, people, evenings=1, rounds=30)
    page = f"{SITE}/c/{club.slug}/ratings/"
    assert only_code(paper("ratings", club.pk, tmp_path)) == page
    of_one = only_code(paper("ratings", club.pk, tmp_path, competition=str(competition.pk)))
    assert of_one == f"{page}?competition={competition.pk}"
    assert people[0].name in opened(of_one)


# Schedules ----------------------------------------------------------------------


def test_a_personal_card_leads_to_the_same_card_once_readers_may_see_the_schedule(tmp_path):
    user = factories.make_user()
    club = user.roles.get().club
    people = factories.make_people(8, club)
    people[2].visibility = "hidden"
    people[2].save()
    found = factories.make_evening(factories.make_competition(people, club=club, rounds=3))
    schedules.make(found, method="whist", actor=user)
    assert all(each == [] for each in codes(paper("cards", found.pk, tmp_path)))
    assert codes(paper("schedule", found.pk, tmp_path)) == [[]]
    factories.make_published_round(found, actor=user)
    page = f"{SITE}/c/{club.slug}/evening/{found.pk}/schedule/"
    assert only_code(paper("schedule", found.pk, tmp_path)) == page
    on_cards = [code.text for each in codes(paper("cards", found.pk, tmp_path)) for code in each]
    entries = {entry.pk: entry for entry in found.competition.entries.all()}
    assert len(on_cards) == 7
    for address in on_cards:
        entry = entries.pop(int(parse_qs(urlsplit(address).query)["entry"][0]))
        assert address.startswith(page)
        assert entry.name in opened(address)
    assert [entry.name for entry in entries.values()] == [people[2].name]


# Everybody's page ---------------------------------------------------------------


def test_the_list_of_members_has_a_code_for_everybody_who_may_be_found(tmp_path):
    """By the names the public pages show; beside each name the way to the page of just that person."""
    user = factories.make_user()
    club = user.roles.get().club
    people = factories.make_people(19, club)
    known = {"hidden": people[0], "initials": people[1], "number": people[2]}
    for visibility, person in known.items():
        person.visibility = visibility
        person.save()
    people[3].first_name, people[3].prefix, people[3].last_name = LONG
    people[3].save()
    path = paper("player-wall", club.pk, tmp_path)
    found = [code.text for page in codes(path) for code in page]
    address = f"{SITE}/c/{club.slug}/player/%s/"
    assert sorted(found) == sorted(address % person.pk for person in people[1:])
    assert [len(page) for page in codes(path)] == [16, 2]
    text = text_of(printed(reports.BUILDERS["player-wall"](club.pk), tmp_path))
    joined = "".join(text.split())
    for person in people[3:]:
        assert "".join(person.list_name.split()) in joined
    for person in people[1:3]:
        assert "".join(person.public_name().split()) in joined
    for person in known.values():
        assert person.last_name not in joined
    listed = reports.BUILDERS["player-wall"](club.pk).codes
    by_address = {address % person.pk: person for person in people}
    for code in listed:
        person = by_address[code.address]
        assert code.label in (person.list_name, person.public_name())
        assert person.public_name() in opened(code.address)
    surnames = [by_address[code.address].sort_key for code in listed if "," in code.label]
    assert len(surnames) == 16
    assert surnames == sorted(surnames)


def test_the_members_list_is_ordered_from_the_page_and_is_a_list_of_addresses_in_a_workbook(tmp_path):
    user = factories.make_user("organiser")
    club = user.roles.get().club
    people = factories.make_people(3, club)
    client = factories.sign_in(user)
    assert (
        reverse("report", args=["player-wall", club.pk, "pdf"])
        in client.get(reverse("players", args=[club.slug])).text
    )
    answer = client.post(reverse("report", args=["player-wall", club.pk, "pdf"]))
    assert "/job/" in answer.url
    render(reports.BUILDERS["player-wall"](club.pk), Format.XLSX, tmp_path / "book.xlsx")
    rows = list(load_workbook(tmp_path / "book.xlsx").worksheets[0].iter_rows(min_row=2, values_only=True))
    people.sort(key=lambda person: person.sort_key)
    assert rows == [(person.list_name, f"{SITE}/c/{club.slug}/player/{person.pk}/") for person in people]


def test_codes_stand_apart_so_that_a_phone_sees_one_at_a_time(tmp_path):
    club = factories.make_club()
    factories.make_people(20, club)
    path = paper("player-wall", club.pk, tmp_path)
    page = codes(path)[0]
    assert len(images(path)) == 2
    assert len({round(code.x) for code in page}) == 2
    assert all(
        abs(one.x - other.x) > 200 or abs(one.y - other.y) > 70
        for one in page
        for other in page
        if one != other
    )
