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


# Lists of a day, of a competition, of pairs; two players; looking for somebody ----------------------------------


def test_the_list_of_a_day_as_made_known_and_as_corrected(client: Client, season) -> None:
    """Both evenings were played before the day; only the first had been made known by then."""
    competition, _people = season
    first, last = competition.evenings.order_by("date")
    first.rating_lists.update(at=timezone.now() - datetime.timedelta(days=9))
    day = timezone.localdate() - datetime.timedelta(days=5)
    assert last.date <= day
    address = f"clubs/{competition.club.slug}/ratings/?on={day}"
    known, corrected, plain = (ask(client, address + more) for more in ("&list=known", "&list=corrected", ""))
    assert corrected == plain
    assert (known["which"], corrected["which"]) == ("known", "corrected")
    assert {(line["rounds"], line["rank"]) for line in known["lines"]} == {(45, None)}
    assert {line["rounds"] for line in corrected["lines"]} == {90}
    assert corrected["lines"][0]["rank"] == 1
    ask(client, address + "&list=now", 422)


def test_a_day_that_has_not_been_is_refused(client: Client, season) -> None:
    competition, _people = season
    for address in ("ratings/", "ratings/pairs/"):
        for day in (timezone.localdate() + datetime.timedelta(days=1), "9999-12-31", "0001-01-01"):
            told = ask(client, f"clubs/{competition.club.slug}/{address}?on={day}", 422)
            assert "on" in told["detail"]


def test_bands_of_regular_partners_are_the_same_with_and_without_a_day(client: Client) -> None:
    people = factories.make_people(8, factories.make_club())
    competition = factories.make_competition(people, club=people[0].memberships.get().club)
    career(competition, people, evenings=1, rounds=60, pairs=True)
    address = f"clubs/{competition.club.slug}/ratings/"
    now, today = (
        {line["id"]: line["band"] for line in ask(client, address + more)["lines"]}
        for more in ("", f"?on={timezone.localdate()}")
    )
    assert now == today
    for person in people:
        own = ask(client, f"clubs/{competition.club.slug}/players/{person.pk}/")
        assert own["rating"]["band"] == now[person.pk]
        assert own["pair"]["rounds"] == 60
    pairs = ask(client, f"{address}pairs/")
    assert (pairs["count"], pairs["hidden"], pairs["on"]) == (4, False, None)
    assert {frozenset(one["id"] for one in line["players"]) for line in pairs["lines"]} == {
        frozenset((people[at].pk, people[at + 1].pk)) for at in range(0, 8, 2)
    }
    mine = ask(client, f"clubs/{competition.club.slug}/players/{people[0].pk}/")["pair"]
    assert mine["partner"] == {"id": people[1].pk, "name": people[1].name}
    (line,) = [one for one in pairs["lines"] if people[0].pk in [who["id"] for who in one["players"]]]
    assert {key: line[key] for key in ("value", "band", "rounds")} == {
        key: mine[key] for key in ("value", "band", "rounds")
    }
    assert ask(client, f"{address}pairs/?limit=1&offset=3")["lines"] == pairs["lines"][3:]


def test_the_list_of_a_competition(client: Client, season) -> None:
    competition, people = season
    other = factories.make_competition(people[2:6], club=competition.club)
    address = f"clubs/{competition.club.slug}/ratings/"
    found = ask(client, f"{address}?competition={other.pk}")
    assert {line["id"] for line in found["lines"]} == {person.pk for person in people[2:6]}
    assert found["competition"] == other.pk
    assert found["lines"][0]["rank"] == 1
    ask(client, f"{address}?competition={factories.make_competition(4).pk}", 404)


def test_two_players(client: Client, season) -> None:
    competition, people = season
    address = f"clubs/{competition.club.slug}/players"
    found = ask(client, f"{address}/{people[0].pk}/and/{people[1].pk}/")
    assert found["players"] == [{"id": one.pk, "name": one.name} for one in people[:2]]
    own = ask(client, f"{address}/{people[0].pk}/")["rounds"]
    names = {people[1].name}
    together = [one for one in own if one["partner"] in names]
    against = [one for one in own if names & {*one["opponents"]}]
    assert (found["together"]["rounds"], found["against"]["rounds"]) == (len(together), len(against))
    assert found["together"]["difference"] == sum(one["result"] for one in together)
    assert found["against"]["won"] == sum(one["result"] > 0 for one in against)
    assert found["rounds"] == [one for one in own if one in together or one in against]
    assert found["count"] == len(together) + len(against)
    assert found["pair"]["rounds"] == len(together)
    back = ask(client, f"{address}/{people[1].pk}/and/{people[0].pk}/")
    assert back["against"]["difference"] == -found["against"]["difference"]
    assert back["pair"] == found["pair"]
    ask(client, f"{address}/{people[0].pk}/and/{people[0].pk}/", 404)
    people[1].visibility = Person.Visibility.HIDDEN
    people[1].save()
    ask(client, f"{address}/{people[0].pk}/and/{people[1].pk}/", 404)


def test_looking_for_a_player(client: Client, season) -> None:
    competition, people = season
    address = f"clubs/{competition.club.slug}/players/"
    everybody = ask(client, address)
    assert everybody["count"] == 8
    assert {one["id"] for one in everybody["players"]} == {person.pk for person in people}
    (found,) = ask(client, f"{address}?q=celik")["players"]
    assert found["name"].endswith("Çelik")
    person = Person.objects.get(pk=found["id"])
    person.visibility = Person.Visibility.HIDDEN
    person.save()
    assert ask(client, f"{address}?q=celik")["players"] == []
    assert ask(client, address)["count"] == 7
