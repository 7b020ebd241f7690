"""The public page of a player with a thousand rated rounds, against an empty view behind the same middleware."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from random import Random

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse
from django.utils import timezone

from klaverclub.benchmarks.measure import Comparison, compare
from klaverclub.benchmarks.scratch import scratch_database
from tournaments.models import (
    Club,
    Competition,
    Evening,
    Membership,
    Person,
    RatedClub,
    RatingEvening,
    RatingPool,
)
from tournaments.rating import Evening as RatedEvening
from tournaments.rating import RatedRound
from tournaments.services import rating
from tournaments.services.rating_sources import key_of

PEOPLE, SEASONS, EVENINGS, ROUNDS = 80, 10, 25, 4
REQUESTS = 40
PEER = "an empty view behind the same middleware"


@login_not_required
def empty(request: HttpRequest) -> HttpResponse:
    """Does nothing, without a login like the page."""
    return HttpResponse()


urlpatterns = [path("bench/empty/", empty, name="empty"), path("", include("klaverclub.urls"))]


def comparisons() -> Iterator[Comparison]:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    changed = {
        "ROOT_URLCONF": __name__,
        "ALLOWED_HOSTS": ["*"],
        "STORAGES": settings.STORAGES | {"staticfiles": plain},
    }
    with scratch_database(), override_settings(**changed):
        club, person = _careers()
        client, nothing = Client(raise_request_exception=True), reverse("empty")
        page = reverse("public_person", args=[club.slug, person.pk])
        image = reverse("public_person_graph", args=[club.slug, person.pk])

        def ask(address: str, *, anew: bool = False, times: int = REQUESTS) -> None:
            for _number in range(times):
                if anew:
                    caches["standings"].clear()
                if client.get(address).status_code != 200:
                    raise RuntimeError(f"{address} gave no page")

        rounds = f"{SEASONS * EVENINGS * ROUNDS:,} rounds"
        for name, address, anew, times in (
            (f"the page of a player with {rounds}, as long as nothing changes", page, False, REQUESTS),
            (f"the page of a player with {rounds}, made anew", page, True, 4),
            (f"the graph of {rounds}, made anew", image, True, 4),
        ):
            found = compare(
                name,
                lambda address=address, anew=anew, times=times: ask(address, anew=anew, times=times),
                PEER,
                lambda: ask(nothing),
                unit="request",
            )
            yield Comparison(name, PEER, "request", found.ours / times, found.theirs / REQUESTS)


def _careers() -> tuple[Club, Person]:
    """Ten seasons of a club of eighty, everybody at every evening."""
    club = Club.objects.create(name="Bench", slug="bench")
    people = [Person(first_name="Speler", last_name=str(number)) for number in range(PEOPLE)]
    for person in people:
        person.set_keys()
    people = Person.objects.bulk_create(people)
    Membership.objects.bulk_create(Membership(club=club, person=person) for person in people)
    pool = RatingPool.objects.create()
    RatedClub.objects.create(club=club, pool=pool)
    random, keys = Random(1), [person.pk for person in people]
    for season in range(SEASONS):
        competition = Competition.objects.create(club=club, name="Bench", season=str(2016 + season))
        first = datetime.date(2016 + season, 9, 6)
        for number in range(EVENINGS):
            day = first + datetime.timedelta(weeks=number)
            evening = Evening.objects.create(
                competition=competition,
                number=number + 1,
                date=day,
                rounds_planned=ROUNDS,
                closed_at=timezone.make_aware(datetime.datetime.combine(day, datetime.time(23))),
            )
            rated = RatedEvening(*key_of(evening), _rounds(keys, random))
            RatingEvening.objects.create(
                pool=pool,
                evening=evening,
                day=rated.day,
                event=rated.key[1],
                version=evening.ledger_version,
                rounds=rated.pack(),
            )
    rating.replay(pool)
    return club, people[0]


def _rounds(people: list[int], random: Random) -> Iterator[RatedRound]:
    for number in range(1, ROUNDS + 1):
        random.shuffle(people)
        for table in range(len(people) // 4):
            north, south, east, west = people[4 * table : 4 * table + 4]
            yield RatedRound(
                number, table + 1, (north, south, east, west), round(random.gauss(0, 540)), 16, 0, None
            )
