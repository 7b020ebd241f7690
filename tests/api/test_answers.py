"""The JSON interface answers what the public pages show: the same numbers and names, and nothing hidden."""

from __future__ import annotations

import datetime
import json
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.ledger import accept, side
from tournaments.api.web import client_of
from tournaments.models import Person
from tournaments.services import closing

if TYPE_CHECKING:
    from tournaments.models import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_allowance() -> None:
    cache.clear()


@pytest.fixture
def evening() -> Evening:
    """One round at one table, closed: N and S 1900 with a pit, E and W 1200 with a nat."""
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(4, club=user.roles.get().club, rounds=1))
    round_ = factories.make_published_round(evening, actor=user)
    (table,) = factories.tables(round_)
    accept(table, user, side(1700, roem=100, pits=1), side(1150, roem=50, nats=1))
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    return evening


def ask(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(f"/api/1/{address}")
    assert response.status_code == status, response.content
    return response.json()


def test_from_a_club_to_the_scores_of_a_table(client: Client, evening: Evening) -> None:
    club = ask(client, f"clubs/{evening.competition.club.slug}/")
    (link,) = club["competitions"]
    competition = ask(client, f"competitions/{link['id']}/")
    (found,) = competition["evenings"]
    assert (found["number"], found["date"], found["closed"]) == (1, evening.date.isoformat(), True)
    (round_,) = ask(client, f"evenings/{found['id']}/rounds/")
    (table,) = round_["tables"]
    assert [each["points"] for each in table["sides"]] == [1900, 1200]
    assert sum(len(each["names"]) for each in table["sides"]) == 4
    lines = ask(client, f"evenings/{found['id']}/result/")["lines"]
    assert [(line["rank"], line["total"], line["pits"], line["nats"]) for line in lines] == [
        (1, 1900, 1, 0),
        (1, 1900, 1, 0),
        (3, 1200, 0, 1),
        (3, 1200, 0, 1),
    ]
    winners = set(table["sides"][0]["names"])
    assert {line["name"] for line in lines if line["rank"] == 1} == winners


def test_a_standing_page_by_page(client: Client, evening: Evening) -> None:
    address = f"competitions/{evening.competition_id}/standing/"
    whole = ask(client, address)
    assert (whole["count"], whole["provisional"], whole["hidden"]) == (4, False, False)
    assert [line["value"] for line in whole["lines"]] == ["1900", "1900", "1200", "1200"]
    assert [line["gap"] for line in whole["lines"]] == ["0", "0", "700", "700"]
    pages = [ask(client, f"{address}?offset={offset}&limit=1")["lines"][0] for offset in range(4)]
    assert pages == whole["lines"]
    ask(client, f"{address}?title=Marsen", 404)
    assert "limit" in ask(client, f"{address}?limit=0", 422)["detail"]
    assert "pk" in ask(client, "competitions/abc/", 422)["detail"]
    assert ask(client, "clubs/", 404)["detail"] == ask(client, "club/1/", 404)["detail"] != ""


def test_names_are_shown_as_their_owners_want(client: Client, evening: Evening) -> None:
    hidden, initials, numbered = Person.objects.filter(entries__competition=evening.competition)[:3]
    hidden.visibility, initials.visibility = Person.Visibility.HIDDEN, Person.Visibility.INITIALS
    numbered.visibility = Person.Visibility.NUMBER
    for person in (hidden, initials, numbered):
        person.save()
    addresses = [
        f"competitions/{evening.competition_id}/standing/",
        f"evenings/{evening.pk}/result/",
        f"evenings/{evening.pk}/rounds/",
    ]
    for address in addresses:
        text = json.dumps(ask(client, address), ensure_ascii=False)
        assert hidden.last_name not in text
        assert initials.name not in text
        assert initials.public_name() in text
        assert numbered.last_name not in text
        assert str(numbered.pk) in numbered.public_name()
        assert numbered.public_name() in text


def test_nothing_of_a_club_that_is_not_public(client: Client, evening: Evening) -> None:
    club = evening.competition.club
    club.public = False
    club.save()
    for address in (
        f"clubs/{club.slug}/",
        f"clubs/{club.slug}/calendar/",
        f"competitions/{evening.competition_id}/",
        f"competitions/{evening.competition_id}/standing/",
        f"evenings/{evening.pk}/result/",
        f"evenings/{evening.pk}/rounds/",
    ):
        ask(client, address, 404)


def test_no_score_before_the_prize_giving(client: Client, evening: Evening) -> None:
    evening.embargo_from = timezone.now() - datetime.timedelta(hours=1)
    evening.save()
    standing = ask(client, f"competitions/{evening.competition_id}/standing/")
    assert standing["hidden"]
    assert standing["lines"] == []
    result = ask(client, f"evenings/{evening.pk}/result/")
    assert (result["evening"]["hidden"], result["lines"]) == (True, [])
    (round_,) = ask(client, f"evenings/{evening.pk}/rounds/")
    assert [each["points"] for each in round_["tables"][0]["sides"]] == [None, None]


def test_the_calendar(client: Client, evening: Evening) -> None:
    (date,) = ask(client, f"clubs/{evening.competition.club.slug}/calendar/")
    assert (date["kind"], date["date"], date["place"]) == ("evening", evening.date.isoformat(), "Zuidwolde")


def test_served_without_cookie_to_any_site_and_304_when_the_same(client: Client, evening: Evening) -> None:
    address = f"/api/1/competitions/{evening.competition_id}/standing/"
    first = client.get(address)
    assert first["Access-Control-Allow-Origin"] == "*"
    assert "public" in first["Cache-Control"]
    assert not first.cookies
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_it_can_only_be_read(evening: Evening) -> None:
    """HEAD has the headers of GET; anything else is refused in JSON, also where the site checks forms."""
    client = Client(enforce_csrf_checks=True)
    for address in (
        "/api/",
        "/api/1/openapi.json",
        f"/api/1/competitions/{evening.competition_id}/standing/",
    ):
        read, head = client.get(address), client.head(address)
        assert (head.status_code, head["Content-Type"]) == (200, read["Content-Type"])
        if "ETag" in read:
            assert head["ETag"] == read["ETag"]
        for ask_so in (client.post, client.put, client.delete, client.patch, client.options):
            refused = ask_so(address)
            assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
            assert refused.json()["detail"]
    assert client.head("/api/1/clubs/nowhere/").status_code == 404


def test_an_address_may_ask_120_times_a_minute(client: Client, evening: Evening) -> None:
    address = f"/api/1/clubs/{evening.competition.club.slug}/"
    for _ in range(120):
        assert client.get(address).status_code == 200
    refused = client.get(address, headers={"X-Forwarded-For": "203.0.113.9"})
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert client.get(address, REMOTE_ADDR="203.0.113.10").status_code == 200


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client_is"),
    [
        (0, None, "10.0.0.1"),
        (0, "203.0.113.9", "10.0.0.1"),
        (1, None, "10.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "192.0.2.1, 203.0.113.9", "203.0.113.9"),
        (2, "192.0.2.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "unknown", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_a_client_behind_proxies_of_our_own(
    settings: Any, rf: Any, proxies: int, forwarded: str | None, client_is: str
) -> None:
    """Only what our own proxies wrote counts, and only where the operator says how many there are."""
    settings.PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert client_of(rf.get("/api/", REMOTE_ADDR="10.0.0.1", headers=headers)) == client_is


def test_clients_behind_a_proxy_do_not_share_an_allowance(
    settings: Any, client: Client, evening: Evening
) -> None:
    settings.PROXIES = 1
    address = f"/api/1/clubs/{evening.competition.club.slug}/"
    for number in range(121):
        forged = f"198.51.100.{number}, 203.0.113.9"
        last = client.get(address, headers={"X-Forwarded-For": forged}).status_code
    assert last == 429, "what a client writes itself gives no new allowance"
    assert client.get(address, headers={"X-Forwarded-For": "203.0.113.10"}).status_code == 200


def test_the_description_names_every_address_and_field(client: Client) -> None:
    schema = client.get("/api/1/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert "/api/1/competitions/{pk}/standing/" in schema["paths"]
    page = client.get("/api/").content.decode()
    for address in schema["paths"]:
        assert address in page
    for name, model in schema["components"]["schemas"].items():
        assert name == "Problem" or model["description"]


def test_a_league_with_its_table_and_matches(client: Client) -> None:
    user = factories.make_user()
    club = user.roles.get().club
    competition = factories.make_competition(8, club=club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition)
    fixtures = leagues.make_fixtures(division)
    evening = leagues.evening_of(competition)
    first = [fixture for fixture in fixtures if fixture.match_day == 1]
    round_ = leagues.draw_round(evening, first, user)
    for table in factories.tables(round_):
        accept(table, user, side(1000), side(900))
    (answer,) = ask(client, f"competitions/{competition.pk}/divisions/")
    played = [match for match in answer["matches"] if match["state"] == "played"]
    assert len(played) == 2
    assert len(answer["matches"]) == 6  # four pairs, each against each
    assert [(line["rank"], line["won"], line["lost"], line["points"]) for line in answer["lines"]] == [
        (1, 1, 0, 2),
        (1, 1, 0, 2),
        (3, 0, 1, 0),
        (3, 0, 1, 0),
    ]
    winners = {match[where]["id"] for match in played for where in ("home", "away") if match[where]["won"]}
    assert winners == {line["id"] for line in answer["lines"][:2]}
