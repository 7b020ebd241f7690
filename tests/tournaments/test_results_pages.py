"""The result pages at the desk: who may see them and what stands on them."""

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.scores import accept_deals, entry_of, make_competition, play
from tournaments.models import Person

pytestmark = pytest.mark.django_db

NAMES = [
    "Anna Aal",
    "Bert Bos",
    "Çem Çelik",
    "Dora Dam",
    "Els Eik",
    "Fie Fok",
    "Gé Gans",
    "Huub Hop",
    "Ina Iep",
]


@pytest.fixture
def competition():
    return make_competition(NAMES)


@pytest.fixture
def evening(competition):
    return play(competition, {name.split()[0]: [2000 - 10 * place] for place, name in enumerate(NAMES)})


@pytest.fixture
def desk(client, competition):
    """Signed in as organiser of the club, reading English."""
    client.cookies["django_language"] = "en"
    client.force_login(factories.make_user("organiser", competition.club))
    return client


def result_of(evening):
    return reverse("evening_result", args=[evening.pk])


def season_of(competition):
    return reverse("season", args=[competition.pk])


def test_the_result_names_everybody_with_place_and_total(desk, evening):
    page = desk.get(result_of(evening)).content.decode()
    assert page.index("Anna Aal") < page.index("Bert Bos") < page.index("Çem Çelik")
    assert "2\N{NARROW NO-BREAK SPACE}000" in page
    assert "provisional" not in page


def test_an_evening_that_goes_on_is_marked_provisional(desk, competition):
    evening = play(competition, {"Anna": [1500]}, closed=False)
    for url in (result_of(evening), season_of(competition)):
        assert "provisional" in desk.get(url).content.decode()


def test_before_the_first_score_the_pages_say_what_will_come(desk, competition):
    evening = factories.make_evening(competition)
    assert "No score yet" in desk.get(result_of(evening)).content.decode()
    assert "No standing yet" in desk.get(season_of(competition)).content.decode()


@pytest.mark.parametrize(
    ("query", "there", "gone"), [("celik", "Çem Çelik", "Anna Aal"), ("ge", "Gé Gans", "Bert Bos")]
)
def test_a_name_is_found_without_its_accents(desk, evening, competition, query, there, gone):
    for url in (result_of(evening), season_of(competition)):
        page = desk.get(url, {"q": query}).content.decode()
        assert there in page
        assert gone not in page.split('id="list"')[1].split('class="notes"')[0]


def test_a_name_that_is_not_there_offers_the_whole_list(desk, evening):
    page = desk.get(result_of(evening), {"q": "<b>Zeeman"}).content.decode()
    assert "Nobody in this list is called “&lt;b&gt;Zeeman”." in page
    assert f'href="{result_of(evening)}"' in page


def test_a_name_leads_to_where_the_points_come_from(desk, competition):
    user = factories.make_user("organiser", competition.club)
    evening = factories.make_evening(competition, present=4, rounds_planned=1)
    (table,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept_deals(table, user, [(262, 0)], we={"points": 162, "bonus": 100, "pits": 1}, they={"nats": 1})
    at = {seat.position: seat for seat in table.seats.select_related("person")}
    page = desk.get(result_of(evening), {"entry": at["N"].entry_id}).content.decode()
    for text in ("table 1", "162 in cards", "100 for 1 pit", "= <strong>262</strong>"):
        assert text in page
    for seat in at.values():
        assert seat.person.name in page


def test_the_season_story_links_to_the_evenings(desk, competition, evening):
    anna = entry_of(competition, "Anna").pk
    page = desk.get(season_of(competition), {"entry": anna}).content.decode()
    assert f'href="{result_of(evening)}?entry={anna}"' in page
    assert "Place 1: 10 points ahead of Bert Bos." in page


@pytest.mark.parametrize("entry", ["0", "999999", "x", "-1", "", "٣", "1e2"])
def test_a_name_that_is_not_in_the_list_is_not_found(desk, evening, competition, entry):
    for url in (result_of(evening), season_of(competition)):
        assert desk.get(url, {"entry": entry}).status_code == 404


def test_the_season_can_be_looked_at_by_average(desk, competition, evening):
    url = season_of(competition)
    assert "another way to look at it" not in desk.get(url).content.decode()
    assert "another way to look at it" in desk.get(url, {"by": "average"}).content.decode()
    assert desk.get(url, {"by": "nonsense"}).status_code == 200


def test_documents_are_offered_to_who_may_make_them(client, competition, evening):
    client.cookies["django_language"] = "en"
    order = reverse("report", args=["evening", evening.pk, "pdf"])
    for role, offered in (("secretary", True), ("player", False)):
        client.force_login(factories.make_user(role, competition.club))
        assert (order in client.get(result_of(evening)).content.decode()) is offered


def test_the_own_row_is_marked(client, competition, evening):
    client.cookies["django_language"] = "en"
    user = factories.make_user("player", competition.club)
    user.roles.update(person=Person.objects.get(first_name="Bert"))
    client.force_login(user)
    for url in (result_of(evening), season_of(competition)):
        page = client.get(url).content.decode()
        row = page.split('<tr class="own">')[1].split("</tr>")[0]
        assert "Bert Bos" in row
        assert "you" in row


def test_strangers_do_not_see_a_club_of_others(client, competition, evening):
    client.force_login(factories.make_user("organiser"))
    assert client.get(result_of(evening)).status_code == 404
    assert client.get(season_of(competition)).status_code == 404
    client.logout()
    assert client.get(result_of(evening)).status_code == 302


def test_results_are_only_read(desk, evening, competition):
    assert desk.post(result_of(evening)).status_code == 405
    assert desk.post(season_of(competition)).status_code == 405


def test_the_queries_of_the_pages_are_bounded(desk, competition, evening, django_assert_max_num_queries):
    for url in (result_of(evening), season_of(competition)):
        with django_assert_max_num_queries(20):
            desk.get(url)
