"""What stands in the table of rounds as the score: that of the sheet, by where somebody sat."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.played import play_evening, refreshed
from tournaments.players.seasons import written_scores

pytestmark = pytest.mark.django_db

# 16 deals of 100 against 62, and of 120 against 42.
FIRST, SECOND = (1600, 992), (1920, 672)


@pytest.fixture
def user():
    return factories.make_user()


def play(user, kind):
    competition = factories.make_competition(8, club=user.roles.get().club, kind=kind)
    return play_evening(competition, user, rounds=1).rounds.get()


@pytest.mark.parametrize("kind", ["individual", "pairs"])
def test_partners_have_the_same_score_and_opponents_the_other(user, kind):
    round_ = play(user, kind)
    for table, (we, they) in zip(factories.tables(round_), (FIRST, SECOND), strict=True):
        for seat in table.seats.all():
            scores = written_scores(seat.person, round_.evening.competition)
            assert scores == {(1, 1, table.number): (we, they) if seat.position in "NS" else (they, we)}


def test_the_newest_version_of_a_sheet_is_told(user):
    round_ = play(user, "pairs")
    table = factories.tables(round_)[0]
    factories.accept_sheet(table, user, 90, base=1)
    [south] = [seat.person for seat in table.seats.all() if seat.position == "S"]
    assert written_scores(south, round_.evening.competition) == {(1, 1, 1): (1440, 1152)}


def test_who_fills_in_at_a_second_table_has_the_score_of_each(user):
    round_ = play(user, "individual")
    one, two = factories.tables(round_)
    filler = one.seats.get(position="N").person
    two.seats.filter(position="W").update(person=filler, extra=True)
    scores = written_scores(filler, round_.evening.competition)
    assert scores == {(1, 1, 1): FIRST, (1, 1, 2): SECOND[::-1]}


def test_the_page_of_both_of_a_pair_tells_the_score(user, client):
    round_ = play(user, "pairs")
    club = round_.evening.competition.club
    refreshed(club)
    for seat in factories.tables(round_)[1].seats.filter(position__in="NS"):
        page = client.get(reverse("public_person", args=[club.slug, seat.person_id]))
        assert "1\u202f920 – 672" in page.text
