"""The JSON interface tells of ratings what the pages tell, and nothing that they hide."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests import factories
from tests.tournaments.rated import career
from tournaments.models import Person, RatingValue
from tournaments.rating import points

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Competition

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_allowance() -> None:
    cache.clear()


@pytest.fixture
def season() -> tuple[Competition, list[Person]]:
    people = factories.make_people(8, factories.make_club())
    competition = factories.make_competition(people, club=people[0].memberships.get().club)
    career(competition, people, evenings=2, rounds=45, best=300)
    return competition, people


def ask(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(f"/api/1/{address}")
    assert response.status_code == status, response.content
    return response.json()


def test_the_list(client: Client, season) -> None:
    competition, people = season
    address = f"clubs/{competition.club.slug}/ratings/"
    found = ask(client, address)
    assert (found["count"], found["provisional"], found["hidden"], found["on"]) == (8, 0, False, None)
    values = {value.person_id: value for value in RatingValue.objects.all()}
    assert [line["rating"] for line in found["lines"]] == sorted(
        (points(value.mean) for value in values.values()), reverse=True
    )
    assert found["lines"][0]["id"] == people[0].pk
    assert {line["status"] for line in found["lines"]} == {"established"}
    assert {line["rounds"] for line in found["lines"]} == {90}
    page = ask(client, f"{address}?offset=3&limit=2")["lines"]
    assert page == found["lines"][3:5]


def test_the_list_of_a_day(client: Client, season) -> None:
    competition, _people = season
    first = competition.evenings.order_by("date").first()
    address = f"clubs/{competition.club.slug}/ratings/"
    found = ask(client, f"{address}?on={first.date}")
    assert {line["rounds"] for line in found["lines"]} == {45}
    assert {line["status"] for line in found["lines"]} == {"developing"}
    before = first.date - datetime.timedelta(days=1)
    assert ask(client, f"{address}?on={before}")["count"] == 0
    ask(client, f"{address}?on=gisteren", 422)


def test_a_player(client: Client, season) -> None:
    competition, people = season
    address = f"clubs/{competition.club.slug}/players/{people[0].pk}/"
    found = ask(client, address)
    value = RatingValue.objects.get(person=people[0])
    assert found["name"] == people[0].name
    assert found["rating"]["rating"] == points(value.mean)
    assert found["count"] == 90
    newest = found["rounds"][0]
    assert newest["after"] == 1500 + value.mean
    assert newest["change"] == pytest.approx(
        newest["share"] * (newest["result"] - newest["expected"]), abs=1e-6
    )
    assert [point["date"] for point in found["history"]] == [
        evening.date.isoformat() for evening in competition.evenings.order_by("date")
    ]
    assert len(ask(client, f"{address}?offset=85")["rounds"]) == 5


def test_who_is_hidden_does_not_exist_and_others_as_they_want(client: Client, season) -> None:
    competition, people = season
    hidden, initials = people[0], people[1]
    hidden.visibility, initials.visibility = Person.Visibility.HIDDEN, Person.Visibility.INITIALS
    hidden.save()
    initials.save()
    slug = competition.club.slug
    lines = ask(client, f"clubs/{slug}/ratings/")["lines"]
    assert hidden.pk not in {line["id"] for line in lines}
    assert initials.public_name() in {line["name"] for line in lines}
    ask(client, f"clubs/{slug}/players/{hidden.pk}/", 404)
    rounds = ask(client, f"clubs/{slug}/players/{people[2].pk}/")["rounds"]
    names = {name for one in rounds for name in [one["partner"], *one["opponents"]]}
    assert hidden.name not in names
    assert initials.name not in names
    assert initials.public_name() in names


def test_nothing_of_an_evening_that_is_kept_back(client: Client, season) -> None:
    competition, people = season
    last = competition.evenings.order_by("date").last()
    last.embargo_from = timezone.now() - datetime.timedelta(hours=1)
    last.save()
    slug = competition.club.slug
    found = ask(client, f"clubs/{slug}/ratings/")
    assert found["hidden"]
    assert {line["rounds"] for line in found["lines"]} == {45}
    player = ask(client, f"clubs/{slug}/players/{people[0].pk}/")
    assert player["count"] == 45
    assert player["rating"]["rounds"] == 45
    assert last.date.isoformat() not in {point["date"] for point in player["history"]}


def test_a_club_that_is_not_public_and_a_player_of_another(client: Client, season) -> None:
    competition, people = season
    other = factories.make_club()
    ask(client, f"clubs/{other.slug}/players/{people[0].pk}/", 404)
    competition.club.public = False
    competition.club.save()
    ask(client, f"clubs/{competition.club.slug}/ratings/", 404)
    ask(client, f"clubs/{competition.club.slug}/players/{people[0].pk}/", 404)


def test_who_has_not_played(client: Client, season) -> None:
    competition, _people = season
    new = factories.make_person("Nog Nooit", competition.club)
    found = ask(client, f"clubs/{competition.club.slug}/players/{new.pk}/")
    assert (found["rating"], found["history"], found["rounds"]) == (None, [], [])
