"""Who does not want to be named in public is not: a reader follows every address there is, and never meets the name.

Every public page, feed and answer of the JSON interface is reached, by links and by name; where one is not, the test
fails, so that nobody forgets a new one.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from html import unescape
from itertools import permutations
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import get_resolver, resolve, reverse

from tests import factories
from tests.tournaments import leagues, rated
from tournaments.api.addresses import api
from tournaments.models import Evening, Person, Publication, Schedule
from tournaments.players.who import search
from tournaments.services import publish, schedules
from tournaments.standing.queries import Reader, with_scores

if TYPE_CHECKING:
    from tournaments.models import Club, User

pytestmark = pytest.mark.django_db

SECRET = {
    Person.Visibility.HIDDEN: ("Verborgina", "van Zwijgerveld"),
    Person.Visibility.INITIALS: ("Initialia", "Afkortinga"),
    Person.Visibility.NUMBER: ("Nummeria", "Cijferstra"),
}
"""Names that stand nowhere else, so that any piece of one that is read was told."""
MOST_OF_A_KIND = 12
"""So many addresses of one page with the same questions: everybody of the fixture, but not every order of a list."""
NOT_OF_PEOPLE = {"public_rules", "rules_preset", "rules_compare"}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def club() -> tuple[Club, dict[str, Person], User]:
    """A season, a league of pairs and careers, in each of which all three secret people play."""
    user = factories.make_user()
    club = user.roles.get().club
    secret = {}
    for visibility, (first, last) in SECRET.items():
        person = factories.make_person(f"{first} {last}", club)
        Person.objects.filter(pk=person.pk).update(visibility=visibility)
        person.refresh_from_db()
        secret[visibility] = person
    people = [*secret.values(), *factories.make_people(9, club)]
    competition = factories.make_competition(people, club=club)
    for _number in range(2):
        evening = factories.make_evening(competition)
        factories.play_round(factories.make_published_round(evening, actor=user), user)
    for kind, fields in (
        (Publication.Kind.STANDING, {}),
        (Publication.Kind.EVENING, {"evening": competition.evenings.first()}),
    ):
        publish.publish(competition, kind, actor=user, **fields)
    rated.career(
        factories.make_competition(people[:8], club=club), people[:8], evenings=2, rounds=50, pairs=True
    )
    planned = factories.make_evening(factories.make_competition(people, club=club, rounds=3))
    schedules.make(planned, method="whist", actor=user)
    factories.make_published_round(planned, actor=user)
    _a_league(club, people, user)
    return club, secret, user


def _a_league(club: Club, people: list[Person], user: User) -> None:
    pairs = factories.make_competition(people, club=club, kind="pairs")
    division = leagues.make_division(6, competition=pairs)
    first, *_rest = leagues.make_fixtures(division, dates=leagues.weeks(5))
    leagues.play(pairs, {first: (1500, 1400)}, user)


def crawl(start: list[str], besides: set[str]) -> dict[str, str]:
    """Every answer that links lead to without a login, by its address, but for some `besides`."""
    client, found, waiting = Client(headers={"Accept-Language": "nl"}), dict[str, str](), deque(start)
    times = Counter[tuple[str, ...]]()
    while waiting:
        address = waiting.popleft()
        if address in found or address in besides or not address.startswith("/c/"):
            continue
        kind = _kind(address)
        times[kind] += 1
        if times[kind] > MOST_OF_A_KIND:
            continue
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found[address] = body.decode("utf-8", "replace")
        if "html" in answer["Content-Type"]:
            links = re.findall(r'(?:href|src)="([^"#]+)', found[address])
            waiting += [_without(unescape(link), address) for link in links]
    return found


def _kind(address: str) -> tuple[str, ...]:
    """The name of the page and what is asked of it."""
    parts = urlsplit(address)
    return resolve(parts.path).url_name or "", *sorted(parse_qs(parts.query))


def _without(link: str, page: str) -> str:
    """A link as an address of this site; the same page under another sorting counts once."""
    parts = urlsplit(link)
    if parts.netloc:
        return ""
    path = parts.path or urlsplit(page).path
    return f"{path}?{parts.query}" if parts.query else path


def public_names() -> set[str]:
    found = set()

    def walk(patterns, prefix: str) -> None:
        for one in patterns:
            place = prefix + str(one.pattern)
            if hasattr(one, "url_patterns"):
                walk(one.url_patterns, place)
            elif place.startswith("c/") and one.name:
                found.add(one.name)

    walk(get_resolver().url_patterns, "")
    return found


def test_no_secret_name_on_any_public_page_feed_or_file(club) -> None:
    owner, secret, _user = club
    start = [reverse(name, args=[owner.slug]) for name in ("public_club", "public_calendar")]
    for competition in owner.competitions.all():
        start += [
            reverse(name, args=[owner.slug, competition.pk])
            for name in (
                "public_season",
                "public_season_matrix",
                "public_season_cross",
                "public_publications",
                "season_calendar",
            )
        ]
        evenings = with_scores(competition.evenings.all()).values_list("pk", flat=True)
        start += [reverse("public_evening", args=[owner.slug, pk]) for pk in evenings]
    planned = Schedule.objects.get().evening_id
    start.append(reverse("public_schedule", args=[owner.slug, planned]))
    made_up = Evening.objects.exclude(
        pk__in=with_scores(Evening.objects.all()).values("pk")
    )  # careers without cards
    found = crawl(start, {reverse("public_evening", args=[owner.slug, one.pk]) for one in made_up})
    reached = {resolve(urlsplit(address).path).url_name for address in found}
    missing = public_names() - reached - NOT_OF_PEOPLE
    assert not missing, f"no page of {missing} was read: lead the reader there"
    for address, text in found.items():
        for person in secret.values():
            for word in (person.first_name, person.last_name, person.last_name.split()[-1]):
                assert word not in text, (address, word)
    hidden = secret[Person.Visibility.HIDDEN]
    assert not any(f"/player/{hidden.pk}/" in address for address in found)


def test_no_secret_name_in_the_json_interface(club) -> None:
    owner, secret, _user = club
    client = Client()
    keys = {
        "slug": [owner.slug],
        "competitions": list(owner.competitions.values_list("pk", flat=True)),
        "evenings": [
            pk for one in owner.competitions.all() for pk in one.evenings.values_list("pk", flat=True)
        ],
        "players": [
            pk for pk in owner.memberships.values_list("person", flat=True) if pk != secret["hidden"].pk
        ],
    }
    read = 0
    for template in api.get_openapi_schema()["paths"]:
        for address in _addresses(template, keys):
            answer = client.get(address)
            assert answer.status_code == 200, address
            text = json.dumps(answer.json(), ensure_ascii=False)
            assert not any(part in text for names in SECRET.values() for part in names), address
            read += 1
            for cache in caches.all():
                cache.clear()
    assert read > 30
    refused = client.get(f"/api/1/clubs/{owner.slug}/players/{secret['hidden'].pk}/")
    assert refused.status_code == 404


def _addresses(template: str, keys: dict[str, list]) -> list[str]:
    """The addresses of a template for all keys there are of what stands before {pk}, each with every {other}."""
    template = template.replace("{slug}", str(keys["slug"][0]))
    if "{pk}" not in template:
        return [template]
    known = keys[template.split("/{pk}")[0].rsplit("/", 1)[1]]
    if "{other}" not in template:
        return [template.replace("{pk}", str(key)) for key in known]
    return [template.format(pk=one, other=other) for one, other in permutations(known, 2)]


def test_a_hidden_person_has_no_page_and_stands_in_no_list(club) -> None:
    owner, secret, _user = club
    client, hidden = Client(), secret[Person.Visibility.HIDDEN]
    other = secret[Person.Visibility.INITIALS]
    season = owner.competitions.filter(evenings__number=2).first().pk
    for name, keys in (
        ("public_player", [season, hidden.pk]),
        ("public_person", [hidden.pk]),
        ("public_person_graph", [hidden.pk]),
        ("public_versus", [hidden.pk, other.pk]),
        ("public_versus", [other.pk, hidden.pk]),
    ):
        assert client.get(reverse(name, args=[owner.slug, *keys])).status_code == 404, name
    listed = client.get(reverse("public_players", args=[owner.slug])).content.decode()
    assert f"/player/{hidden.pk}/" not in listed
    assert other.public_name() in listed
    for word in ("Verborgina", "zwijger", "Afkortinga", "Initialia", "cijferstra"):
        assert search(owner, Reader(public=True), word) == [], "a search does not tell a name either"
        assert search(owner, Reader(desk=True), word) != []
