"""The pair beside the rating of who has one partner, and pairs whose band grows while they do not play together."""

from __future__ import annotations

import datetime
import math
import re
from typing import TYPE_CHECKING

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.rated import career
from tournaments import rating_queries
from tournaments.models import Person
from tournaments.players import words
from tournaments.players.career import Career
from tournaments.players.pairs import pair_of, pair_ratings
from tournaments.players.versus import versus
from tournaments.rating import Company
from tournaments.standing import queries

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Competition

pytestmark = pytest.mark.django_db
READER = queries.Reader(public=True)


@pytest.fixture(autouse=True)
def _english():
    for cache in caches.all():
        cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture
def fixed() -> tuple[Competition, list[Person]]:
    """Four fixed pairs with 96 rounds each."""
    people = factories.make_people(8, factories.make_club())
    competition = factories.make_competition(people, club=people[0].memberships.get().club)
    career(competition, people, evenings=4, rounds=24, pairs=True, best=400)
    return competition, people


def told(client: Client, name: str, *args: object) -> str:
    client.cookies["django_language"] = "en"
    html = client.get(reverse(name, args=args)).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_the_pair_stands_beside_the_rating(client: Client, fixed) -> None:
    """The same number with the same band on the page of either, of the two, and in the list of pairs."""
    competition, people = fixed
    club = competition.club
    listed = next(
        one for one in pair_ratings(club, READER) if people[0].pk in (one.one.person, one.other.person)
    )
    mine, back = (pair_of(Career(club, person, READER)) for person in people[:2])
    assert (mine.other.person, back.other.person) == (people[1].pk, people[0].pk)
    assert listed.value == mine.value == back.value
    one = Career(club, people[0], READER)
    assert versus(one, mine.other).pair == mine.value
    figures = f"{words.signed_real(mine.value.mean)} ± {words.real(mine.band)}"
    seen = told(client, "public_person", club.slug, people[0].pk)
    assert f"As a pair with {people[1].name}: {figures} points a round" in seen
    assert "by 96 rounds together" in seen
    assert f"± {words.real(mine.band)} in 8 of 10" in told(
        client, "public_versus", club.slug, people[0].pk, people[1].pk
    )
    alone = Career(club, people[0], READER).line
    assert mine.band < alone.band * math.sqrt(2), "known better than two apart"


def test_without_a_regular_partner_and_with_a_hidden_one_there_is_no_pair(client: Client, fixed) -> None:
    competition, people = fixed
    club = competition.club
    people[1].visibility = Person.Visibility.HIDDEN
    people[1].save()
    assert pair_of(Career(club, people[0], READER)) is None
    assert "As a pair with" not in told(client, "public_person", club.slug, people[0].pk)
    assert pair_of(Career(club, people[0], queries.DESK)).other.person == people[1].pk
    others = factories.make_people(8, club, start=30)
    career(competition, others, evenings=2, rounds=30)
    assert pair_of(Career(club, others[0], READER)) is None


def test_the_band_of_a_pair_grows_while_it_does_not_play(client: Client, fixed) -> None:
    """Each week adds 2 × 2.84² to the variance: 10 weeks 161.3, for one of √853 = 29.2 that is from 40.4 to 44.0."""
    competition, people = fixed
    last = competition.evenings.order_by("date").last().date
    person = people[0]
    bands = []
    for weeks in (0, 10, 75):
        player = rating_queries.player(person, on=last + datetime.timedelta(weeks=weeks))
        bands.append(player.pair(people[1].pk).variance)
    assert bands[1] - bands[0] == pytest.approx(10 * 2 * 2.84**2, abs=1e-4)
    assert bands[2] - bands[0] == pytest.approx(75 * 2 * 2.84**2, abs=1e-3)
    now = next(
        one
        for one in pair_ratings(competition.club, READER)
        if person.pk in (one.one.person, one.other.person)
    )
    weeks = (timezone.localdate() - datetime.timedelta(days=timezone.localdate().weekday())).toordinal()
    weeks -= (last - datetime.timedelta(days=last.weekday())).toordinal()
    assert now.value.variance == pytest.approx(bands[0] + weeks / 7 * 2 * 2.84**2, abs=1e-3)


def test_pairs_of_a_day(client: Client, fixed) -> None:
    """After two of the four evenings each pair had 48 rounds; after one too few; under embargo only those before it."""
    competition, _people = fixed
    club = competition.club
    days = [evening.date for evening in competition.evenings.order_by("date")]
    assert {one.value.rounds for one in pair_ratings(club, READER, on=days[1])} == {48}
    assert pair_ratings(club, READER, on=days[0]) == []
    third = competition.evenings.get(date=days[2])
    third.embargo_from = timezone.now() - datetime.timedelta(hours=1)
    third.save()
    assert {one.value.rounds for one in pair_ratings(club, READER, on=days[3])} == {48}
    assert {one.value.rounds for one in pair_ratings(club, READER)} == {48}
    assert {one.value.rounds for one in pair_ratings(club, queries.DESK)} == {96}
    html = client.get(reverse("public_pair_ratings", args=[club.slug]) + f"?on={days[1]}").content.decode()
    assert html.count('<td class="num extra">48</td>') == 4
    wrong = client.get(reverse("public_pair_ratings", args=[club.slug]) + "?on=2999-01-01").content.decode()
    assert 'aria-invalid="true"' in wrong


# Words --------------------------------------------------------------------------------------------------------


def company(**fields: object) -> Company:
    return Company(
        **(
            {
                "person": 1,
                "rounds": 12,
                "won": 8,
                "difference": 4000,
                "above": 330.0,
                "error": 100.0,
                "compared": 1,
            }
            | fields
        )
    )


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({}, "clearly more than expected"),
        ({"above": -330.0}, "clearly less than expected"),
        ({"above": 150.0}, "may be chance"),
        ({"compared": 60}, "may be chance"),  # 60 of them: 3.34 standard errors
        ({"above": 340.0, "compared": 60}, "clearly more than expected"),
        ({"rounds": 1, "above": 2000.0}, "may be chance"),
    ],
)
def test_clear_takes_rounds_and_counts_who_is_compared(fields: dict[str, object], word: str) -> None:
    assert words.company_word(company(**fields)) == word
    assert word in words.company_sentence(company(**fields))


def test_nothing_is_clear_after_an_evening(client: Client) -> None:
    """One evening of three rounds, however far they were won by."""
    people = factories.make_people(8, factories.make_club())
    competition = factories.make_competition(people, club=people[0].memberships.get().club)
    career(competition, people, evenings=1, rounds=3, best=6000)
    one = Career(competition.club, people[0], READER)
    assert max(line.company.above / line.company.error for line in one.partners()) > 3
    assert not any(line.clear for line in [*one.partners(), *one.opponents()])
    assert "clearly" not in told(client, "public_person", competition.club.slug, people[0].pk)
