"""Who signs in and only looks reads about others what the public reads, and himself in full."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.rated import career
from tournaments.models import Person, Role

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    for cache in caches.all():
        cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture
def people() -> list[Person]:
    """Eight who are rated and listed; the first is hidden, the second stands by initials, the third is hidden too."""
    people = factories.make_people(8, factories.make_club())
    competition = factories.make_competition(people, club=people[0].memberships.get().club)
    career(competition, people, evenings=10, rounds=3)
    for at, visibility in ((0, "hidden"), (1, "initials"), (2, "hidden")):
        Person.objects.filter(pk=people[at].pk).update(visibility=visibility)
        people[at].refresh_from_db()
    return people


@pytest.fixture
def club(people) -> Club:
    return people[0].memberships.get().club


def signed_in(club: Club, role: str, person: Person | None = None) -> Client:
    user = factories.make_user(role, club)
    Role.objects.filter(user=user).update(person=person)
    return factories.sign_in(user)


def read(client: Client, name: str, club: Club, *args: int, query: str = "", status: int = 200) -> str:
    client.cookies["django_language"] = "en"
    answer = client.get(reverse(name, args=[club.slug, *args]) + query)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def pages_of(client: Client, club: Club, person: Person) -> str:
    """Everything about players that names others, seen on the way to a page of somebody."""
    return " ".join(
        (
            read(client, "players", club),
            read(client, "players", club, query=f"?q={person.last_name}"),
            read(client, "ratings", club),
            read(client, "person", club, person.pk, query="?all"),
            read(client, "pair_ratings", club),
        )
    )


def test_about_others_only_what_they_allow(people, club) -> None:
    hidden, initials, other, *_rest, shown = people
    client = signed_in(club, Role.Kind.PLAYER)
    seen = pages_of(client, club, shown)
    assert shown.name in seen
    assert initials.public_name() in seen
    for person in (hidden, initials, other):
        assert person.name not in seen
    assert "No. 0" not in seen, "nor a member number"
    for name in ("person", "person_graph"):
        read(client, name, club, hidden.pk, status=404)
    read(client, "versus", club, shown.pk, hidden.pk, status=404)
    assert hidden.name not in read(client, "players", club, query=f"?q={hidden.last_name}").replace(
        f"“{hidden.last_name}”", ""
    )


def test_himself_in_full(people, club) -> None:
    hidden, initials, other, *_rest, shown = people
    client = signed_in(club, Role.Kind.PLAYER, hidden)
    own = read(client, "person", club, hidden.pk)
    assert hidden.name in own
    assert initials.name not in own
    assert hidden.name in read(client, "ratings", club)
    assert hidden.name in read(client, "players", club, query=f"?q={hidden.last_name}")
    assert hidden.name in read(client, "person", club, shown.pk, query="?all")
    read(client, "person", club, other.pk, status=404)
    mine = signed_in(club, Role.Kind.PLAYER, initials)
    assert initials.name in read(mine, "person", club, initials.pk)


@pytest.mark.parametrize("role", [Role.Kind.SECRETARY, Role.Kind.ORGANISER, Role.Kind.ADMINISTRATOR])
def test_who_works_at_the_desk_reads_everybody(people, club, role) -> None:
    client = signed_in(club, role)
    hidden, initials, *_rest = people
    seen = pages_of(client, club, hidden)
    assert hidden.name in seen
    assert initials.name in seen
    assert "No. 0" in seen


def test_the_standing_at_the_desk_keeps_the_names_of_the_hall(club) -> None:
    competition = factories.make_competition(factories.make_people(4, club, start=40), club=club)
    round_ = factories.make_published_round(
        factories.make_evening(competition), actor=factories.make_user(club=club)
    )
    factories.play_round(round_, factories.make_user(club=club))
    person = competition.entries.first().people[0]
    Person.objects.filter(pk=person.pk).update(visibility=Person.Visibility.INITIALS)
    standing = signed_in(club, Role.Kind.PLAYER).get(reverse("season", args=[competition.pk]))
    assert person.name in standing.content.decode()
    public = signed_in(club, Role.Kind.PLAYER).get(reverse("public_season", args=[club.slug, competition.pk]))
    assert person.name not in public.content.decode()
