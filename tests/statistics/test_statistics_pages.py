"""Statistics on pages: the right numbers, hidden names hidden, and as many queries for many as for few."""

from __future__ import annotations

import datetime
from collections import defaultdict
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.reports.reading import number
from tests.statistics.seasons import play_season
from tests.tournaments.read_page import table as table_of
from tests.tournaments.scores import accept_deals
from tournaments.models import Posting, Seat, Table
from tournaments.reports.figures import rounded

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def competition(user, club):
    competition = factories.make_competition(12, club=club)
    play_season(competition, user, 4)
    return competition


@pytest.fixture
def desk(user):
    return factories.sign_in(user)


def totals_of(person) -> list[int]:
    """The totals of the sheets at which somebody sat, straight from the tables."""
    found = []
    for seat in Seat.objects.filter(person=person).select_related("table__sheet"):
        side = "we" if seat.position in "NS" else "they"
        found.append(seat.table.sheet.versions.get().result[side]["total"])
    return found


def figure(text: str) -> int:
    return int("".join(each for each in text if each.isdigit()))


def test_the_season_lists_everybody_with_the_averages_of_the_sheets(desk, competition):
    rows = {row["Name"]: row for row in table_of(desk.get(reverse("statistics", args=[competition.pk])).text)}
    people = [entry.people[0] for entry in competition.entries.all()]
    assert len(rows) == len(people) == 12
    for person in people:
        totals, row = totals_of(person), rows[person.name]
        assert figure(row["Rounds"]) == len(totals) == 12
        average = rounded(Fraction(sum(totals), len(totals)), 1)
        assert number(row["Average"]) == float(average)
        assert (figure(row["Best"]), figure(row["Worst"])) == (max(totals), min(totals))


def test_two_who_played_together_have_their_roem_and_their_nats(desk, user, club):
    """Four people play with each other in turn; every number is read from the sheets of the tables they shared."""
    competition = factories.make_competition(4, club=club)
    play_season(competition, user, 4)
    page = desk.get(reverse("statistics", args=[competition.pk])).text
    found = {row["Name"]: row for row in table_of(page, 1)}
    together = defaultdict(list)
    for table in Table.objects.filter(round__evening__competition=competition):
        version = table.sheet.versions.get()
        people = {seat.position: seat.person.name for seat in table.seats.select_related("person")}
        for side, seats in (("we", "NS"), ("they", "EW")):
            together[frozenset(people[seat] for seat in seats)].append((version, side))
    shared = {pair: sheets for pair, sheets in together.items() if len(sheets) >= 3}
    assert len(found) == len(shared) > 0
    for names, row in found.items():
        (sheets,) = (sheets for pair, sheets in shared.items() if all(name in names for name in pair))
        roem = [version.result[side]["roem"] for version, side in sheets]
        assert number(row["Roem a round"]) == float(rounded(Fraction(sum(roem), len(roem)), 1))
        deals = [(deal, side) for version, side in sheets for deal in version.deals]
        played = [deal for deal, side in deals if deal["declarer"] == side]
        lost = [deal for deal in played if "nat" in deal["marks"]]
        rate = rounded(Fraction(100 * len(lost), len(played)), 1)
        assert number(row["Nat when playing"].rstrip("%")) == float(rate)


def test_where_nobody_has_a_partner_yet_it_is_said(desk, user, club):
    competition = factories.make_competition(8, club=club, rounds=1)
    play_season(competition, user, 1)
    page = desk.get(reverse("statistics", args=[competition.pk])).text
    assert "Two players stand here as soon as they have played three rounds together." in page


def test_a_player_has_a_page_with_rounds_company_and_graphs(desk, competition):
    person = competition.entries.first().people[0]
    page = desk.get(reverse("player_statistics", args=[competition.pk, person.pk])).text
    totals = totals_of(person)
    assert person.name in page
    for words in ("With whom", "Against whom", "Best round", "As who played", "Place after it"):
        assert words in page
    assert page.count('<figure class="graph">') == 3
    partners = table_of(page)
    assert sum(figure(row["Rounds"]) for row in partners) == len(totals)


def test_graphs_are_images_that_may_look_as_they_were_drawn(desk, client, club, competition):
    person = competition.entries.first().people[0]
    for answer in (
        *(
            desk.get(reverse("statistics_graph", args=[competition.pk, kind]))
            for kind in ("averages", "heads", "classes")
        ),
        *(
            desk.get(reverse("player_graph", args=[competition.pk, person.pk, kind]))
            for kind in ("scores", "places")
        ),
        client.get(reverse("public_statistics_graph", args=[club.slug, competition.pk, "averages"])),
        client.get(reverse("public_player_graph", args=[club.slug, competition.pk, person.pk, "scores"])),
    ):
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/svg+xml"
        assert "style-src 'unsafe-inline'" in answer["Content-Security-Policy"]
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert ElementTree.fromstring(answer.content).tag.endswith("svg")
    assert desk.get(reverse("statistics_graph", args=[competition.pk, "nonsense"])).status_code == 404


def test_readers_see_names_only_as_far_as_their_owners_allow(client, club, competition):
    hidden, seen = (entry.people[0] for entry in competition.entries.all()[:2])
    hidden.visibility = "hidden"
    hidden.save()
    client.cookies["django_language"] = "en"
    for url in (
        reverse("public_statistics", args=[club.slug, competition.pk]),
        reverse("public_player", args=[club.slug, competition.pk, seen.pk]),
    ):
        page = client.get(url).text
        assert hidden.last_name not in page
        assert seen.name in page
    for name, more in (("public_player", []), ("public_player_graph", ["places"])):
        url = reverse(name, args=[club.slug, competition.pk, hidden.pk, *more])
        assert client.get(url).status_code == 404, "who is hidden has no page"
    assert client.get(reverse("public_club_statistics", args=[club.slug])).status_code == 200


def test_under_embargo_only_the_desk_sees_statistics(client, desk, club, competition):
    evening = competition.evenings.last()
    evening.embargo_from = timezone.now() - datetime.timedelta(hours=1)
    evening.save()
    person = competition.entries.first().people[0]
    client.cookies["django_language"] = "en"
    page = client.get(reverse("public_statistics", args=[club.slug, competition.pk])).text
    assert person.name not in page
    assert "secret" in page
    for url in (
        reverse("public_player", args=[club.slug, competition.pk, person.pk]),
        reverse("public_statistics_graph", args=[club.slug, competition.pk, "averages"]),
    ):
        answer = client.get(url)
        assert answer.status_code == 403
        assert person.name not in answer.text
        assert "prize-giving" in answer.text
    assert (
        "waits for the prize-giving" in client.get(reverse("public_club_statistics", args=[club.slug])).text
    )
    assert person.name in desk.get(reverse("statistics", args=[competition.pk])).text


def test_a_corrected_sheet_counts_at_once(desk, user, competition):
    before = desk.get(reverse("statistics", args=[competition.pk])).text
    table = competition.evenings.first().rounds.first().tables.first()
    accept_deals(table, user, [(162, 0)] * 16, we={"total": 9999, "points": 9999})
    after = desk.get(reverse("statistics", args=[competition.pk])).text
    assert "9\N{NARROW NO-BREAK SPACE}999" not in before
    assert "9\N{NARROW NO-BREAK SPACE}999" in after


def test_sheets_that_do_not_tell_who_played_say_so(desk, user, club):
    competition = factories.make_competition(8, club=club)
    play_season(competition, user, 2, tells=False)
    page = desk.get(reverse("statistics", args=[competition.pk])).text
    assert "do not say who played each deal" in page
    assert "Nat when playing" not in page
    person = competition.entries.first().people[0]
    page = desk.get(reverse("player_statistics", args=[competition.pk, person.pk])).text
    assert "The sheets do not say who played." in page


def test_nothing_played_is_a_sensible_page(desk, client, club):
    competition = factories.make_competition(4, club=club)
    assert "No statistics yet" in desk.get(reverse("statistics", args=[competition.pk])).text
    person = competition.entries.first().people[0]
    assert desk.get(reverse("player_statistics", args=[competition.pk, person.pk])).status_code == 404
    assert "No statistics yet" in desk.get(reverse("club_statistics", args=[club.slug])).text


def test_others_get_no_statistics(desk, client, competition):
    foreign = factories.make_competition(4)
    assert desk.get(reverse("statistics", args=[foreign.pk])).status_code == 404
    assert client.get(reverse("statistics", args=[competition.pk])).status_code == 302
    foreign.club.public = False
    foreign.club.save()
    assert client.get(reverse("public_statistics", args=[foreign.club.slug, foreign.pk])).status_code == 404


def test_many_players_cost_no_more_queries(desk, user, club, competition, django_assert_max_num_queries):
    large = factories.make_competition(factories.make_people(40, club, start=100), club=club)
    play_season(large, user, 2)
    assert Posting.objects.filter(round__evening__competition=large).count() == 240
    for season in (competition, large):
        with django_assert_max_num_queries(18):
            desk.get(reverse("statistics", args=[season.pk]))
        person = season.entries.first().people[0]
        with django_assert_max_num_queries(34):
            desk.get(reverse("player_statistics", args=[season.pk, person.pk]))


def test_a_season_too_large_to_wait_for_is_a_document(desk, client, club, competition, monkeypatch):
    monkeypatch.setattr("tournaments.views.statistics.MOST_TABLES", 10)
    assert "order them as a document" in desk.get(reverse("statistics", args=[competition.pk])).text
    client.cookies["django_language"] = "en"
    page = client.get(reverse("public_statistics", args=[club.slug, competition.pk]))
    assert "ask the organisers" in page.text
    assert desk.get(reverse("statistics_graph", args=[competition.pk, "heads"])).status_code == 404
    person = competition.entries.first().people[0]
    assert desk.get(reverse("player_statistics", args=[competition.pk, person.pk])).status_code == 200


def test_a_long_list_has_pages(desk, competition, monkeypatch):
    monkeypatch.setattr("tournaments.views.statistics.ON_A_PAGE", 5)
    url = reverse("statistics", args=[competition.pk])
    pages = [table_of(desk.get(url, {"page": number}).text) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [5, 5, 2]
    assert len({row["Name"] for page in pages for row in page}) == 12
