"""Results that are asked about before a round is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.services import closing, radar, rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def play(table, user, we, they):
    return accept(table, user, we=side(we), they=side(they))


def test_an_honest_round_is_not_asked_about(user):
    round_ = factories.make_published_round(factories.make_evening(present=8), actor=user)
    for table, we in zip(factories.tables(round_), (1500, 1100), strict=True):
        play(table, user, we, 2592 - we)
    assert radar.doubts(round_) == []


def test_too_great_a_surprise(user):
    """Four newcomers: 3.5 × √(4 × 3504.64 + 546.6²) = 1957; 2292 against 300 is 1992 more."""
    round_ = factories.make_published_round(factories.make_evening(present=8), actor=user)
    first, second = factories.tables(round_)
    play(first, user, 1400, 1192)
    play(second, user, 300, 2292)
    (doubt,) = radar.doubts(round_)
    assert doubt.table == second
    names = [seat.person.name for seat in second.seats.all() if seat.position in "EW"]
    assert doubt.text.startswith("Table 2: ")
    assert all(name in doubt.text for name in names)
    assert "have 1\N{NARROW NO-BREAK SPACE}992 points more, where 0 was expected." in doubt.text


def test_exchanged_sides(user):
    """After twenty rounds of winning by a thousand the same two are said to have lost by 1800."""
    competition = factories.make_competition(4, kind="pairs")
    for _number in range(10):
        evening = factories.make_evening(competition)
        for _round in range(2):
            round_ = factories.make_published_round(evening, actor=user)
            (table,) = factories.tables(round_)
            strong = min(seat.person_id for seat in table.seats.all())
            won = any(seat.person_id == strong and seat.position in "NS" for seat in table.seats.all())
            play(table, user, *((1900, 692) if won else (692, 1900)))
            closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)
    rating.refresh(competition.club_id)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    (table,) = factories.tables(round_)
    strong = min(seat.person_id for seat in table.seats.all())
    won = any(seat.person_id == strong and seat.position in "NS" for seat in table.seats.all())
    play(table, user, *((400, 2192) if won else (2192, 400)))
    (doubt,) = radar.doubts(round_)
    assert "Were the two sides exchanged?" in doubt.text


@pytest.mark.parametrize("turned", [False, True])
def test_the_same_paper_twice(user, turned):
    round_ = factories.make_published_round(factories.make_evening(present=8), actor=user)
    rows = [[100, 62], [62, 100], [81, 81], [120, 42]] * 4
    for table, own in zip(
        factories.tables(round_), (rows, [row[::-1] for row in rows] if turned else rows), strict=True
    ):
        version = play(table, user, 1452, 1140)
        version.result["deals"] = own
        type(version).objects.filter(pk=version.pk).update(result=version.result)
    found = radar.doubts(round_)
    assert [doubt.text for doubt in found] == [
        "Table 1: the sheet has the same rows as that of table 2 in round 1. Was one paper typed twice?",
        "Table 2: the sheet has the same rows as that of table 1 in round 1. Was one paper typed twice?",
    ]


def test_at_two_tables_at_the_same_time(user):
    club = factories.make_club()
    people = factories.make_people(4, club)
    round_ = factories.make_published_round(
        factories.make_evening(factories.make_competition(people, club=club)), actor=user
    )
    other = factories.make_published_round(
        factories.make_evening(factories.make_competition(people, club=club, name="Bridgeavond")), actor=user
    )
    found = radar.doubts(round_)
    assert len(found) == 4
    assert "also sits at table 1 of Bridgeavond 2026/27 at this time." in found[0].text
    factories.play_round(other, user)
    assert len(radar.doubts(round_)) == 4, "it was played at the same time all the same"


def test_the_organiser_reads_it_on_the_page_of_the_round():
    user = factories.make_user()
    club = user.roles.get().club
    evening = factories.make_evening(factories.make_competition(8, club=club))
    round_ = factories.make_published_round(evening, actor=user)
    client = factories.sign_in(user)
    url = reverse("round", args=[round_.pk])
    assert "before you close this round" not in client.get(url).content.decode()
    _first, second = factories.tables(round_)
    play(second, user, 300, 2292)
    page = client.get(url).content.decode()
    assert "Have a look at the paper before you close this round:" in page
    assert reverse("sheet", args=[second.pk]) in page
    assert "points more, where" in client.get(reverse("round_board", args=[round_.pk])).content.decode()
    secretary = factories.make_user("secretary", club)
    assert "before you close this round" not in factories.sign_in(secretary).get(url).content.decode()


def put_rows(version, rows):
    version.result["deals"] = rows
    type(version).objects.filter(pk=version.pk).update(result=version.result)


ROWS = [[100, 62], [62, 100], [81, 81], [120, 42]] * 4
"""Sixteen deals: 1452 against 1140."""
SLIP = [[101, 61], *ROWS[1:]]


def test_the_same_paper_with_one_slip(user):
    round_ = factories.make_published_round(factories.make_evening(present=8), actor=user)
    first, second = factories.tables(round_)
    put_rows(play(first, user, 1452, 1140), ROWS)
    put_rows(play(second, user, 1139, 1453), [row[::-1] for row in SLIP])
    assert [doubt.text for doubt in radar.doubts(round_)] == [
        "Table 1: the sheet differs in one deal from that of table 2 in round 1. Was one paper typed twice?",
        "Table 2: the sheet differs in one deal from that of table 1 in round 1. Was one paper typed twice?",
    ]
    two_slips = [[101, 61], [61, 101], *ROWS[2:]]
    put_rows(second.sheet.newest(), two_slips)
    assert radar.doubts(round_) == []


def test_the_paper_of_another_event_of_that_day(user):
    club = factories.make_club()
    people = factories.make_people(8, club)
    evening = factories.make_evening(factories.make_competition(people[:4], club=club))
    drive = factories.make_competition(people[4:], club=club, name="Paasdrive")
    other = factories.make_published_round(factories.make_evening(drive, date=evening.date), actor=user)
    put_rows(play(factories.tables(other)[0], user, 1452, 1140), ROWS)
    round_ = factories.make_published_round(evening, actor=user)
    put_rows(play(factories.tables(round_)[0], user, 1452, 1140), ROWS)
    (doubt,) = radar.doubts(round_)
    day = date_format(evening.date, "DATE_FORMAT")
    assert doubt.text == (
        "Table 1: the sheet has the same rows as that of table 1 in round 1 of Paasdrive 2026/27 on "
        f"{day}. Was one paper typed twice?"
    )
    other.evening.date += timedelta(days=1)
    other.evening.save()
    assert radar.doubts(round_) == [], "of another day and another event it is chance"


def test_the_paper_of_the_evening_before(user):
    competition = factories.make_competition(4)
    rounds = []
    for rows in (SLIP, ROWS):
        rounds.append(factories.make_published_round(factories.make_evening(competition), actor=user))
        put_rows(play(factories.tables(rounds[-1])[0], user, 1452, 1140), rows)
    assert radar.doubts(rounds[0]) == []
    (doubt,) = radar.doubts(rounds[1])
    assert doubt.text.startswith("Table 1: the sheet differs in one deal from that of table 1 in round 1 of ")


def test_it_asks_where_nothing_is_rated_too(user):
    """1992 points more, among newcomers, as above."""
    competition = factories.make_competition(4, rated=False)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    play(factories.tables(round_)[0], user, 300, 2292)
    (doubt,) = radar.doubts(round_)
    assert "That comes once in two thousand rounds" in doubt.text


def test_what_is_played_in_another_club_is_not_named(user):
    people = factories.make_people(4, factories.make_club())
    round_ = factories.make_published_round(
        factories.make_evening(factories.make_competition(people, club=people[0].memberships.get().club)),
        actor=user,
    )
    closed = factories.make_club(name="Besloten", public=False)
    secret = factories.make_competition(people, club=closed, name="Besloten drive")
    factories.make_published_round(factories.make_evening(secret, date=round_.evening.date), actor=user)
    found = [doubt.text for doubt in radar.doubts(round_)]
    assert len(found) == 4
    assert not any("Besloten" in text for text in found)
    assert all("also sits at a table of another club at this time. Who really" in text for text in found)
