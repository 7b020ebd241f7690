"""Pages for readers without a login: no cookie, no hidden name, nothing sent twice."""

import gzip
import re

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.scores import accept_deals, book, entry_of, make_competition, play
from tournaments.models import Person, Posting

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Bert hides behind initials, Cor altogether."""
    competition = make_competition(["Anna Aal", "Bert van den Boschveld", "Cornelis Catsheuvel", "Dora Dam"])
    Person.objects.filter(first_name="Bert").update(visibility="initials")
    Person.objects.filter(first_name="Cornelis").update(visibility="hidden")
    return competition


@pytest.fixture
def evening(competition):
    """One round, played at a table: everybody is somebody's partner or opponent."""
    user = factories.make_user(club=competition.club)
    evening = factories.make_evening(competition, rounds_planned=1)
    (table,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept_deals(table, user, [(100, 62), (90, 92)])
    return evening


@pytest.fixture
def urls(competition, evening):
    """Every page a reader can come to, stories of every name included."""
    slug = competition.club.slug
    evening_page = reverse("public_evening", args=[slug, evening.pk])
    season_page = reverse("public_season", args=[slug, competition.pk])
    entries = competition.entries.values_list("pk", flat=True)
    stories = [f"{page}?entry={entry}" for page in (evening_page, season_page) for entry in entries]
    return [
        reverse("public_club", args=[slug]),
        evening_page,
        season_page,
        f"{season_page}?by=average",
        *stories,
    ]


@pytest.fixture(autouse=True)
def _english(client):
    client.cookies["django_language"] = "en"


def test_readers_get_no_cookie_and_may_keep_the_page_a_moment(client, urls):
    for url in urls:
        response = client.get(url)
        assert response.status_code == 200, url
        assert not response.cookies
        assert response.headers["Cache-Control"] == "public, max-age=15"
        assert "Cookie" in response.headers["Vary"]
        assert "csrf" not in response.content.decode()


def test_the_same_page_again_is_answered_with_nothing(client, urls, evening, competition):
    for url in urls:
        first = client.get(url)
        again = client.get(url, headers={"if-none-match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert not again.cookies
    tag = client.get(urls[1]).headers["ETag"]
    book(evening.rounds.get(), entry_of(competition, "Anna"), -50, Posting.Kind.PENALTY)
    assert client.get(urls[1], headers={"if-none-match": tag}).status_code == 200


def test_pages_are_packed_for_a_bad_line(client, competition):
    """A quarter of the size; the same page again is nothing, packed or not."""
    names = [f"P{chr(65 + n)} Player" for n in range(24)]
    large = make_competition(names, club=factories.make_club())
    play(large, {name.split()[0]: [1500, 1400, 1300] for name in names})
    url = reverse("public_season", args=[large.club.slug, large.pk])
    plain = client.get(url)
    packed = client.get(url, headers={"accept-encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 4
    again = {"accept-encoding": "gzip", "if-none-match": packed.headers["ETag"]}
    assert client.get(url, headers=again).status_code == 304


def test_hidden_names_are_nowhere(client, urls):
    for url in urls:
        page = client.get(url).content.decode()
        assert not re.search("boschveld|catsheuvel|cornelis", page, re.IGNORECASE), url
    club = client.get(urls[0]).content.decode()
    for shown in ("Anna Aal", "B. v.d. B.", "(name hidden)"):
        assert shown in club


def test_a_hidden_name_cannot_be_found_by_looking_for_it(client, urls):
    for url in urls[1:3]:
        page = client.get(url, {"q": "catsheuvel"}).content.decode()
        assert "Nobody in this list is called “catsheuvel”" in page
        assert "Anna Aal" in client.get(url, {"q": "aal"}).content.decode()


def test_member_numbers_are_not_for_readers(client, urls):
    for url in urls:
        assert not re.search(r"\b00[1-4]\b", client.get(url).content.decode())


def test_a_club_that_is_not_public_is_not_there(client, urls, competition):
    competition.club.public = False
    competition.club.save()
    client.force_login(factories.make_user("organiser", competition.club))
    for url in urls:
        assert client.get(url).status_code == 404


def test_pages_of_one_club_are_not_found_under_another(client, competition, evening):
    other = factories.make_club()
    assert client.get(reverse("public_evening", args=[other.slug, evening.pk])).status_code == 404
    assert client.get(reverse("public_season", args=[other.slug, competition.pk])).status_code == 404
    assert client.get(reverse("public_club", args=["no-such-club"])).status_code == 404


def test_an_evening_without_scores_is_not_shown(client, competition):
    evening = factories.make_evening(competition)
    factories.make_draft_round(evening)
    assert client.get(reverse("public_evening", args=[competition.club.slug, evening.pk])).status_code == 404
    page = client.get(reverse("public_club", args=[competition.club.slug])).content.decode()
    assert "Nothing has been played yet" in page


def test_the_front_page_tells_latest_evening_standing_records_and_calendar(client, competition):
    play(competition, {"Anna": [1800], "Dora": [1700]})
    play(competition, {"Anna": [1500], "Dora": [1900]})
    factories.make_evening(competition, present=0, date="2099-05-07")
    page = client.get(reverse("public_club", args=[competition.club.slug])).content.decode()
    standing, rest = page.split('id="latest"')
    assert standing.index("Dora Dam") < standing.index("Anna Aal")
    assert "3\N{NARROW NO-BREAK SPACE}600" in standing
    assert "Evening 2" in rest.split('id="records"')[0]
    assert "Evening 1" not in rest.split('id="records"')[0]
    assert rest.split('id="records"')[1].split('id="evenings"')[0].count("1\N{NARROW NO-BREAK SPACE}900") == 2
    assert "2099" in rest.split('id="coming"')[1]


def test_other_competitions_can_be_reached(client, competition, evening):
    other = make_competition([], club=competition.club, name="Zomer")
    page = client.get(reverse("public_club", args=[competition.club.slug])).content.decode()
    assert reverse("public_season", args=[competition.club.slug, other.pk]) in page


def test_who_is_signed_in_sees_himself_marked_in_a_page_that_is_his_alone(client, competition, evening, urls):
    user = factories.make_user("player", competition.club)
    user.roles.update(person=Person.objects.get(first_name="Anna"))
    client.force_login(user)
    response = client.get(urls[1])
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "you" in response.content.decode().split('<tr class="own">')[1].split("</tr>")[0]
    assert "Catsheuvel" not in response.content.decode()


def test_readers_only_read(client, urls):
    for url in urls:
        assert client.post(url).status_code == 405
        assert client.head(url).status_code == 200


def test_the_queries_of_a_reader_are_bounded(client, urls, django_assert_max_num_queries):
    for url in urls:
        client.get(url)  # packs the evenings
        with django_assert_max_num_queries(22):
            client.get(url)
