"""The list of a day is a list: places, groups, bands and status, as it was made known and as corrected since."""

from __future__ import annotations

import datetime
import math
import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.rated import career
from tournaments import rating_queries
from tournaments.models import EntryMember, Membership, Person, RatingValue
from tournaments.players.lists import on_day, ratings, refused
from tournaments.rating import Status
from tournaments.standing import queries

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Club, Competition, Evening

pytestmark = pytest.mark.django_db
READER = queries.Reader(public=True)


@pytest.fixture(autouse=True)
def _english():
    for cache in caches.all():
        cache.clear()
    with translation.override("en"):
        yield


def a_club(start: int = 1, people: int = 8) -> tuple[Competition, list[Person]]:
    club = factories.make_club()
    made = factories.make_people(people, club, start=start)
    return factories.make_competition(made, club=club), made


def made_known(evening: Evening, days_ago: int) -> datetime.date:
    """Has the list of an evening made known so many days ago; that day."""
    at = timezone.now() - datetime.timedelta(days=days_ago)
    evening.rating_lists.update(at=at)
    return timezone.localdate(at)


def page(client: Client, club: Club, query: str = "") -> str:
    client.cookies["django_language"] = "en"
    return client.get(reverse("public_ratings", args=[club.slug]) + query).content.decode()


def rows_of(html: str, caption: str) -> list[list[str]]:
    """The cells of the table with this caption, row by row."""
    (table,) = [one for one in re.findall(r"<table.*?</table>", html, re.DOTALL) if f">{caption}<" in one]
    body = table.split("<tbody>")[1]
    rows = [
        re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]
    return [
        [re.sub(r"\s+", " ", unescape(re.sub("<[^>]+>", " ", cell))).strip() for cell in row] for row in rows
    ]


# A list as it was ---------------------------------------------------------------------------------------------


def test_a_list_of_a_day_is_what_the_list_was(client: Client) -> None:
    """Eight with 90 rounds, and a second evening, made known two weeks later. Between them the list is, as made known
    and as corrected since, what the club's list was before the second evening: names, places, ratings."""
    competition, people = a_club()
    (first,) = career(competition, people, evenings=1, rounds=90, best=500)
    was = ratings(competition.club, READER)
    (second,) = career(competition, people, evenings=1, rounds=30, best=-2000, seed=2)
    made_known(first, 20)
    made_known(second, 6)
    assert [(one.who, one.rank) for one in ratings(competition.club, READER).lines] != [
        (one.who, one.rank) for one in was.lines
    ], "the best has become the worst"
    between = timezone.localdate() - datetime.timedelta(days=9)
    for known, day in ((True, between), (False, first.date)):
        then = ratings(competition.club, READER, on=day, known=known)
        assert [(one.who, one.rank, one.line.mean) for one in then.established] == [
            (one.who, one.rank, one.line.mean) for one in was.established
        ]
        html = page(client, competition.club, f"?on={day}&list={'known' if known else 'corrected'}")
        shown = rows_of(html, "Established players")
        assert [cells[:2] for cells in shown] == [[str(one.rank), one.who.name] for one in was.established]
        assert [cells[3] for cells in shown] == [f"± {round(one.line.band)}" for one in then.established]
    both = {line.who.person: line.known_rank for line in on_day(competition.club, READER, between).lines}
    assert both == {one.who.person: one.rank for one in was.established}


def test_established_and_developing_stand_apart(client: Client) -> None:
    """Eight have 90 rounds, four others 30: of a day they stand in two tables, the second without places."""
    competition, people = a_club()
    others = factories.make_people(4, competition.club, start=20)
    (one,) = career(competition, people, evenings=1, rounds=90)
    (other,) = career(competition, others, evenings=1, rounds=30)
    day = max(made_known(one, 3), made_known(other, 2))
    then = on_day(competition.club, READER, day)
    assert {line.who.person for line in then.established} == {person.pk for person in people}
    assert {line.who.person for line in then.developing} == {person.pk for person in others}
    assert all(line.known_rank and line.corrected_rank for line in then.established)
    assert not any(line.known_rank or line.corrected_rank for line in then.developing)
    html = page(client, competition.club, f"?on={day}")
    assert len(rows_of(html, "Established players")) == 8
    assert len(rows_of(html, "Developing")) == 4
    for which in ("known", "corrected"):
        html = page(client, competition.club, f"?on={day}&list={which}")
        assert len(rows_of(html, "Established players")) == 8
        assert len(rows_of(html, "Developing")) == 4


def test_who_was_established_in_one_of_the_two_lists_says_so(client: Client) -> None:
    """Of two evenings of 60 rounds one had been made known: developing then, established as corrected since."""
    competition, people = a_club()
    first, late = career(competition, people, evenings=2, rounds=60)
    day = max(made_known(first, 9), late.date)
    assert day < made_known(late, 0)
    then = on_day(competition.club, READER, day)
    assert {(line.known.status, line.corrected.status) for line in then.lines} == {
        (Status.DEVELOPING, Status.ESTABLISHED)
    }
    assert {line.section for line in then.lines} == {Status.ESTABLISHED}
    assert all(line.known_rank is None and line.corrected_rank for line in then.lines)
    (first_row, *_others) = rows_of(page(client, competition.club, f"?on={day}"), "Established players")
    _place, _name, place_then, known, corrected, *_rest = first_row
    assert place_then == "–"
    assert known.endswith("developing")
    assert "established" not in corrected, "that is what the table says"


@pytest.mark.parametrize(("days", "may_be"), [(-1, False), (0, True), (5, True), (60_000, False)])
def test_a_day_that_has_not_been_has_no_list(days: int, may_be: bool) -> None:
    assert bool(refused(timezone.localdate() - datetime.timedelta(days=days))) is not may_be


# Bands --------------------------------------------------------------------------------------------------------


def test_bands_are_the_same_in_every_list_of_the_same_day() -> None:
    """Fixed pairs, 60 rounds: everybody's band is 1.2 × 1.3824 × the standard deviation, now and on today's lists."""
    competition, people = a_club()
    (evening,) = career(competition, people, evenings=1, rounds=60, pairs=True)
    made_known(evening, 0)
    today = timezone.localdate()
    lists = [
        rating_queries.club_list(competition.club),
        rating_queries.list_as_made_known(competition.club, today),
        rating_queries.list_as_corrected(competition.club, today),
        [rating_queries.player(person).line for person in people],
    ]
    bands = [{line.person: line.band for line in lines} for lines in lists]
    assert bands[0] == bands[1] == bands[2] == bands[3]
    weeks = (today - evening.date).days // 7 + 1
    for value in RatingValue.objects.all():
        alone = 1.28 * 1.08 * math.sqrt(value.variance)
        faded = 1.28 * 1.08 * math.sqrt(value.variance + weeks * 2.84**2)
        assert 1.2 * alone - 1e-6 <= bands[0][value.person_id] <= 1.2 * faded + 1e-6


@pytest.mark.parametrize(("rounds", "regular"), [(1, False), (29, False), (30, True)])
def test_a_few_rounds_with_one_partner_are_no_habit(rounds: int, regular: bool) -> None:
    """Also where a partner was kept of fewer rounds, as before there was a minimum."""
    competition, people = a_club()
    career(competition, people, evenings=1, rounds=rounds, pairs=True)
    assert RatingValue.objects.filter(partner__isnull=False).exists() is regular
    RatingValue.objects.filter(person=people[0]).update(partner=people[1])
    lines = [*rating_queries.club_list(competition.club), rating_queries.player(people[0]).line]
    assert {line.partner is not None for line in lines} == {regular}


def test_who_was_no_regular_partner_yet_was_none_in_the_list_of_then() -> None:
    """First 60 rounds with everybody, then 60 in fixed pairs: wide since, not before."""
    competition, people = a_club()
    (mixed,) = career(competition, people, evenings=1, rounds=60)
    (pairs,) = career(competition, people, evenings=1, rounds=60, pairs=True)
    day = made_known(mixed, 9)
    made_known(pairs, 0)
    known = rating_queries.list_as_made_known(competition.club, day)
    assert {line.partner for line in known} == {None}
    today = rating_queries.list_as_made_known(competition.club, timezone.localdate())
    assert {(line.person, line.partner) for line in today} == {
        (one.pk, other.pk)
        for at in range(0, 8, 2)
        for one, other in ((people[at], people[at + 1]), (people[at + 1], people[at]))
    }
    before = rating_queries.list_as_corrected(competition.club, mixed.date)
    assert {line.partner for line in before} == {None}


# Clubs that were apart ----------------------------------------------------------------------------------------


def test_the_list_of_a_day_is_the_clubs_own_of_before_a_tie(client: Client) -> None:
    """A and B each had lists; then somebody of A plays at B. A's list of before stays what it was, to the last bit."""
    here, mine = a_club()
    far, theirs = a_club(start=30)
    (own,) = career(here, mine, evenings=1, rounds=90)
    (other,) = career(far, theirs, evenings=1, rounds=90, seed=5)
    made_known(own, 20)
    day = made_known(other, 15)  # the newest list of what is one pool later, in which nobody of A stands
    before = rating_queries.list_as_made_known(here.club, day)
    there = rating_queries.list_as_made_known(far.club, day)
    assert len(before) == len(there) == 8
    (tie,) = career(far, [mine[0], *theirs[:3]], evenings=1, rounds=2, seed=6)
    assert rating_queries.pool_of(here.club) == rating_queries.pool_of(far.club)
    assert rating_queries.list_as_made_known(here.club, day) == before
    assert rating_queries.list_as_made_known(far.club, day) == there
    made_known(tie, 3)
    after = rating_queries.list_as_made_known(here.club, timezone.localdate())
    assert {line.person: line.rounds for line in after} == {
        person.pk: 92 if person == mine[0] else 90 for person in mine
    }
    known = [line.known for line in on_day(here.club, READER, day).lines]
    assert sorted(known, key=lambda line: (-line.mean, line.person)) == before
    assert "–" not in {
        cells[3] for cells in rows_of(page(client, here.club, f"?on={day}"), "Established players")
    }


def test_evenings_of_another_club_are_not_named(client: Client) -> None:
    here, mine = a_club()
    far, theirs = a_club(start=30)
    career(here, mine, evenings=1, rounds=90)
    (tie,) = career(far, [mine[0], *theirs[:3]], evenings=1, rounds=30, seed=6)
    day = tie.date
    then = on_day(here.club, READER, day)
    assert then.changed
    assert then.elsewhere
    html = page(client, here.club, f"?on={day}")
    assert "results of another club" in html
    assert str(far) not in html
    assert not on_day(far.club, READER, day).elsewhere or on_day(far.club, READER, day).late


# Who is hidden, and who is no member --------------------------------------------------------------------------


def test_places_are_the_same_in_public_and_at_the_desk(client: Client) -> None:
    """The best hides: places and groups of the others stay what they are for who sees all."""
    competition, people = a_club()
    career(competition, people, evenings=1, rounds=90, best=600)
    desk = {one.who.person: one.rank for one in ratings(competition.club, queries.DESK).established}
    assert desk[people[0].pk] == 1
    people[0].visibility = Person.Visibility.HIDDEN
    people[0].save()
    public = {one.who.person: one.rank for one in ratings(competition.club, READER).established}
    assert public == {person: rank for person, rank in desk.items() if person != people[0].pk}
    assert 1 not in public.values(), "he stands alone at the head"
    day = timezone.localdate()
    then = on_day(competition.club, READER, day)
    assert {line.who.person: line.corrected_rank for line in then.lines} == public
    html = page(client, competition.club)
    assert [int(cells[0]) for cells in rows_of(html, "Established players")] == list(public.values())


def test_who_is_entered_without_a_membership_stands_in_the_lists() -> None:
    competition, people = a_club()
    career(competition, people, evenings=1, rounds=90)
    Membership.objects.filter(person=people[3]).delete()
    assert EntryMember.objects.filter(competition=competition, person=people[3]).exists()
    for chosen in (None, competition):
        found = ratings(competition.club, READER, competition=chosen)
        assert {one.who.person for one in found.established} == {person.pk for person in people}
