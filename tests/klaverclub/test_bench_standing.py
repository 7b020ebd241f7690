"""The bench of standings in the small: the same ranks as the SQL, and after a correction one evening is read again."""

import pytest
from django.core.cache import caches
from django.test import override_settings

from klaverclub.benchmarks import standing
from klaverclub.benchmarks.league import Size, make_league
from tournaments.models import Club, Posting, Seat

SIZE = Size(players=24, evenings=14, rounds=2, present=16)


@pytest.fixture(autouse=True)
def _nothing_kept():
    caches["standings"].clear()
    yield
    caches["standings"].clear()


@pytest.mark.django_db(transaction=True)
def test_a_small_league_is_ranked_as_by_sql_and_measured():
    with override_settings(ROOT_URLCONF="klaverclub.benchmarks.standing"):
        found = list(standing.league(SIZE, turns=1))
    assert [each.baseline.split()[0] for each in found] == ["the"] * 7 + ["an"]
    (corrected,) = [each for each in found if "after one correction" in each.name]
    assert "32 of 448 rows read again" in corrected.name


@pytest.mark.django_db(transaction=True)
def test_a_rank_that_differs_from_the_sql_stops_the_bench():
    competition = make_league(Club.objects.create(name="League", slug="league"), SIZE)
    (question, *_others) = standing._questions(SIZE)
    standing._check(competition, question)
    wrong = standing.Question(
        question.name, question.rule, question.sql.replace("SUM(p.total), 1", "SUM(p.points), 1")
    )
    with pytest.raises(RuntimeError, match="ranks differ from the SQL"):
        standing._check(competition, wrong)


@pytest.mark.django_db(transaction=True)
def test_the_league_is_one_that_could_have_been_played():
    make_league(Club.objects.create(name="League", slug="league"), SIZE)
    assert Posting.objects.count() == Seat.objects.count() == SIZE.player_rounds
    for posting in Posting.objects.select_related("round")[:40]:
        seat = Seat.objects.get(round=posting.round, entry=posting.entry)
        partner = {"N": "S", "S": "N", "E": "W", "W": "E"}[seat.position]
        other = Seat.objects.get(table=seat.table, position=partner)
        assert Posting.objects.get(round=posting.round, entry=other.entry).total == posting.total
        assert posting.total == posting.points + posting.roem + posting.bonus


@pytest.mark.django_db(transaction=True)
def test_pages_of_a_club_are_asked_for_without_anything_kept():
    with override_settings(ROOT_URLCONF="klaverclub.benchmarks.standing"):
        (found,) = standing.club(Size(players=8, evenings=2, rounds=1, present=8), turns=1)
    assert found.unit == "page"
