"""Pages about players: what stands on them, for whom, and that every change explains itself."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.rated import career
from tournaments.models import Membership, Person, RatingValue
from tournaments.players import words
from tournaments.players.career import Career
from tournaments.players.lists import on_day, ratings
from tournaments.players.pairs import pair_ratings
from tournaments.players.versus import versus
from tournaments.rating import Status, points
from tournaments.standing import queries

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Club, Competition

pytestmark = pytest.mark.django_db
READER = queries.Reader(public=True)


@pytest.fixture(autouse=True)
def _english():
    for cache in caches.all():
        cache.clear()
    with translation.override("en"):
        yield


@pytest.fixture
def eight() -> tuple[Competition, list[Person]]:
    people = factories.make_people(8, factories.make_club())
    competition = factories.make_competition(people, club=people[0].memberships.get().club)
    return competition, people


def page(client: Client, name: str, club: Club, *args: int, query: str = "", status: int = 200) -> str:
    client.cookies["django_language"] = "en"
    answer = client.get(reverse(name, args=[club.slug, *args]) + query, headers={"Accept-Language": "en"})
    assert answer.status_code == status, answer.content[:300]
    return answer.content.decode()


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


# One player -------------------------------------------------------------------


def test_every_change_explains_itself_and_they_sum_up_to_the_rating(eight) -> None:
    competition, people = eight
    career(competition, people, evenings=3, rounds=4)
    one = Career(competition.club, people[0], READER)
    start = one.rounds[0].change.before
    assert start == pytest.approx(-12.2, abs=1e-6)
    assert start + sum(each.change.change for each in one.rounds) == one.line.mean
    assert one.line.mean == RatingValue.objects.get(person=people[0]).mean
    for line in one.lines(one.rounds):
        change = line.change
        assert change.change == pytest.approx(change.share * (change.result - change.expected), abs=1e-6)
        assert f"result {words.signed(change.result)}" in line.explained
        assert line.explained.endswith(f"so {words.signed_real(change.change, 1)}.")


def test_a_page_of_a_player(client: Client, eight) -> None:
    competition, people = eight
    career(competition, people, evenings=8, rounds=4)
    html = page(client, "public_person", competition.club, people[0].pk)
    seen = text(html)
    value = RatingValue.objects.get(person=people[0])
    assert f"{points(value.mean):,}".replace(",", " ") in seen
    assert "Developing: 32 rated rounds. A rating is established from 90 rounds." in seen
    assert seen.count("Your share of it is") == 32
    assert seen.count("a round above expectation") == 10
    assert html.count('name="told"') == 32 + 5 + 5, "every round, and whom one met most"
    whole = page(client, "public_person", competition.club, people[0].pk, query="?all=1")
    assert whole.count('name="told"') == 32 + 7 + 7, "every round, partner and opponent"
    assert "Form: the last evenings" in seen


def test_one_round_and_none(client: Client, eight) -> None:
    competition, people = eight
    extra = factories.make_person("Nooit Gespeeld", competition.club)
    career(competition, people, evenings=1, rounds=1)
    seen = text(page(client, "public_person", competition.club, people[0].pk))
    assert "Provisional: 1 rated round so far" in seen
    assert "Best rounds" not in seen
    assert "No rating yet" in text(page(client, "public_person", competition.club, extra.pk))
    lists = text(page(client, "public_ratings", competition.club))
    assert "Nobody is established yet" in lists
    assert "8 players have fewer than 30 rated rounds" in lists


def test_nobody_rated(client: Client) -> None:
    club = factories.make_club()
    assert "Nobody is rated yet" in page(client, "public_ratings", club)
    assert "No pairs yet" in page(client, "public_pair_ratings", club)
    assert "No players yet" in page(client, "public_players", club)
    assert "Nobody was rated on that day" in page(client, "public_ratings", club, query="?on=2026-01-01")


def test_who_is_gone_or_of_another_club_has_no_page(client: Client, eight) -> None:
    competition, people = eight
    other = factories.make_club()
    page(client, "public_person", other, people[0].pk, status=404)
    page(client, "public_person", competition.club, 10**6, status=404)
    page(client, "public_versus", competition.club, people[0].pk, people[0].pk, status=404)
    page(client, "public_person", competition.club, people[0].pk, query="?season=999999", status=404)


def test_who_turned_out_to_be_another_is_found_there(client: Client, eight) -> None:
    competition, people = eight
    career(competition, people)
    old = factories.make_person("Anneke Baker", competition.club)
    Person.objects.filter(pk=old.pk).update(merged_into=people[0])
    answer = client.get(reverse("public_person", args=[competition.club.slug, old.pk]))
    assert answer.url == reverse("public_person", args=[competition.club.slug, people[0].pk])
    assert old.name not in page(client, "public_players", competition.club)
    Person.objects.filter(pk=people[0].pk).update(visibility=Person.Visibility.HIDDEN)
    page(client, "public_person", competition.club, old.pk, status=404)


def test_the_desk_sees_names_and_numbers(eight) -> None:
    competition, people = eight
    career(competition, people)
    people[0].visibility = Person.Visibility.HIDDEN
    people[0].save()
    client = factories.sign_in(factories.make_user(club=competition.club))
    seen = text(page(client, "person", competition.club, people[0].pk))
    assert people[0].name in seen
    assert "No. 001" in seen
    page(factories.sign_in(factories.make_user()), "person", competition.club, people[0].pk, status=404)


def test_the_graph_is_an_image(client: Client, eight) -> None:
    competition, people = eight
    career(competition, people)
    for query in ("", "?now=1"):
        answer = client.get(
            reverse("public_person_graph", args=[competition.club.slug, people[0].pk]) + query
        )
        assert answer["Content-Type"] == "image/svg+xml"
        assert answer.content.startswith(b"<?xml")
        again = client.get(reverse("public_person_graph", args=[competition.club.slug, people[0].pk]) + query)
        assert again["Content-Type"] == "image/svg+xml", "kept answers keep their type"


@pytest.mark.django_db(transaction=True)
def test_a_kept_page_is_given_again_without_making_it(
    client: Client, eight, django_assert_num_queries
) -> None:
    competition, people = eight
    career(competition, people)
    first = page(client, "public_person", competition.club, people[0].pk)
    with django_assert_num_queries(2):
        assert page(client, "public_person", competition.club, people[0].pk) == first
    people[1].visibility = Person.Visibility.HIDDEN
    people[1].save()
    assert people[1].name not in page(client, "public_person", competition.club, people[0].pk)


def test_the_number_of_queries_does_not_grow_with_the_career(eight, django_assert_max_num_queries) -> None:
    competition, people = eight
    career(competition, people, evenings=1)
    counts = []
    for more in (0, 5):
        if more:
            career(competition, people, evenings=more, seed=2)
        with django_assert_max_num_queries(60) as seen:
            one = Career(competition.club, people[0], READER)
            one.lines(one.rounds), one.partners(), one.moments(), one.form, one.corrections()
        counts.append(len(seen))
    assert counts[0] == counts[1]


# Lists ------------------------------------------------------------------------


def test_established_are_ranked_in_groups_developing_apart_provisional_counted(eight) -> None:
    competition, people = eight
    career(competition, people, evenings=1, rounds=90, best=400)
    others = factories.make_people(4, competition.club, start=20)
    career(competition, others, evenings=1, rounds=30)
    newcomers = factories.make_people(4, competition.club, start=30)
    career(competition, newcomers, evenings=1, rounds=1)
    found = ratings(competition.club, READER)
    assert {one.who.person for one in found.established} == {person.pk for person in people}
    assert [one.rank for one in found.established] == sorted(one.rank for one in found.established)
    assert found.established[0].who.person == people[0].pk, "who wins 400 a round more"
    means = [one.line.mean for one in found.established]
    assert means == sorted(means, reverse=True)
    assert {one.who.person for one in found.developing} == {person.pk for person in others}
    assert all(one.rank is None for one in found.developing)
    assert found.provisional == 4
    only = ratings(competition.club, READER, competition=competition)
    assert {one.who.person for one in only.lines} == {person.pk for person in people}


def test_a_list_of_a_day_as_made_known_and_as_corrected(client: Client, eight) -> None:
    """Two evenings; the first is corrected later: of its day both lists are known, and differ for the four."""
    competition, people = eight
    first, second = career(competition, people, evenings=2, rounds=30)
    for at, evening in enumerate((first, second)):
        evening.rating_lists.update(at=timezone.now() - datetime.timedelta(days=20 - 7 * at))
    day = timezone.localdate() - datetime.timedelta(days=15)
    then = on_day(competition.club, READER, day)
    assert len(then.lines) == 8
    assert {line.known.rounds for line in then.lines} == {30}
    seen = text(page(client, "public_ratings", competition.club, query=f"?on={day.isoformat()}"))
    assert "As made known" in seen
    for wrong in ("2026-02-30", "gisteren", "2999-01-01"):
        seen = page(client, "public_ratings", competition.club, query=f"?on={wrong}")
        assert 'aria-invalid="true"' in seen


def test_who_was_not_in_the_list_yet_is_new_in_that_of_a_day(client: Client, eight) -> None:
    """The evening was played then and is made known only today."""
    competition, people = eight
    (evening,) = career(competition, people, evenings=1, rounds=30)
    assert evening.date < timezone.localdate()
    html = page(client, "public_ratings", competition.club, query=f"?on={evening.date.isoformat()}")
    (row,) = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*{people[0].name}.*?</tr>", html, re.DOTALL)
    cells = [text(cell).strip() for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
    assert (cells[0], cells[2]) == ("–", "new")
    value = RatingValue.objects.get(person=people[0])
    assert cells[1].split(" ±")[0] == text(words.figure(points(value.mean)))


def test_pairs_that_stay_together(client: Client, eight) -> None:
    competition, people = eight
    career(competition, people, evenings=2, rounds=20, pairs=True, best=300)
    found = pair_ratings(competition.club, READER)
    assert len(found) == 4
    assert {found[0].one.person, found[0].other.person} == {people[0].pk, people[1].pk}
    assert all(pair.value.rounds == 40 for pair in found)
    assert people[0].name in page(client, "public_pair_ratings", competition.club)


def test_two_players(client: Client, eight) -> None:
    competition, people = eight
    career(competition, people, evenings=2, rounds=20)
    one = Career(competition.club, people[0], READER)
    other = Career(competition.club, people[1], READER)
    found, back = versus(one, other.who), versus(other, one.who)
    assert found.together.rounds + found.against.rounds == len(found.rounds)
    assert found.together.rounds == back.together.rounds
    assert found.against.difference == -back.against.difference
    assert found.pair.mean == pytest.approx(back.pair.mean)
    seen = text(page(client, "public_versus", competition.club, people[0].pk, people[1].pk))
    assert f"Results are seen from {people[0].name}" in seen


def test_two_players_without_a_rating(client: Client, eight) -> None:
    competition, people = eight
    html = page(client, "public_versus", competition.club, people[0].pk, people[1].pk)
    assert html.count('<span class="figure-value">–</span>') == 2
    assert "have not been at the same table in a rated round yet" in html


@pytest.mark.parametrize("query", ["cel", "ÇEL", "bart cel", "Çelik"])
def test_search_without_accents(client: Client, query: str) -> None:
    club = factories.make_club()
    factories.make_person("Bart Çelik", club)
    factories.make_person("Anna de Vries", club)
    html = page(client, "public_players", club, query=f"?q={query}")
    assert "Bart Çelik" in html
    assert "Anna de Vries" not in html


def test_the_words_of_a_status() -> None:
    assert [words.status_word(status) for status in Status] == ["provisional", "developing", "established"]


# Embargo ----------------------------------------------------------------------


def test_nothing_of_an_evening_that_is_kept_back(client: Client, eight) -> None:
    """The public sees rating, rounds, lists and history as they were before it; the desk sees all."""
    competition, people = eight
    club = competition.club
    career(competition, people, evenings=2, rounds=30)
    before = Career(club, people[0], READER).line
    listed = [(one.who.person, one.line.mean) for one in ratings(club, READER).lines]
    (third,) = career(competition, people, evenings=1, rounds=30, seed=3)
    third.embargo_from = timezone.now() - datetime.timedelta(hours=1)
    third.save()
    hidden = Career(club, people[0], READER)
    assert hidden.line == before
    assert len(hidden.rounds) == 60
    assert hidden.moments()[-1].day < third.date
    found = ratings(club, READER)
    assert found.kept_back
    assert [(one.who.person, one.line.mean) for one in found.lines] == listed
    day = timezone.localdate()
    assert {line.known.rounds for line in on_day(club, READER, day).lines} <= {60}
    assert {line.corrected.rounds for line in on_day(club, READER, third.date).lines} == {60}
    assert len(Career(club, people[0], queries.DESK).rounds) == 90
    third.embargo_lifted_at = timezone.now()
    third.save()
    assert len(Career(club, people[0], READER).rounds) == 90
    assert page(client, "public_person", club, people[0].pk)


def test_a_guest_has_a_page_and_a_former_member_too(client: Client, eight) -> None:
    competition, people = eight
    Membership.objects.filter(person=people[0]).delete()
    assert people[0].name in page(client, "public_person", competition.club, people[0].pk)
