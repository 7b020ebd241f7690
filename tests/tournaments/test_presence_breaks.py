"""Who leaves and comes back: which rounds he missed, what he gets for each, and what the door shows."""

from __future__ import annotations

import itertools

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tournaments import hall
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Posting, Presence, Seat
from tournaments.services import check_in, draw_changes
from tournaments.services.check_in import Stay
from tournaments.services.draw_input import present_entries
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db
PAIRS = list(itertools.combinations_with_replacement(range(1, 7), 2))
RULE = AttendanceRule(late=Compensation("fixed", 900), left_early=Compensation("fixed", 1100))


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def evening():
    competition = factories.make_competition(9, rounds=5, attendance=RULE.to_json())
    return factories.make_evening(competition)


def leaves_after(evening, entry, number, user, start=1):
    check_in.set_presence(evening, entry, "present", actor=user, from_round=start, until_round=number)


def comes_back(evening, entry, number, user):
    return check_in.set_presence(evening, entry, "present", actor=user, from_round=number)


def test_who_left_and_came_back_left_in_the_rounds_between_and_was_not_late(evening, user):
    entry = evening.competition.entries.first()
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    leaves_after(evening, entry, 1, user)
    for _round in (2, 3):
        factories.play_round(factories.make_published_round(evening, actor=user), user)
    presence = comes_back(evening, entry, 4, user)
    assert (presence.from_round, presence.until_round, presence.breaks) == (1, None, [[2, 3]])
    assert [entry in present_entries(evening, number) for number in range(1, 6)] == [
        True,
        False,
        False,
        True,
        True,
    ]
    factories.play_round(factories.make_published_round(evening, actor=user), user)

    rows = Posting.objects.filter(entry=entry).order_by("round__number").values_list("kind", "total")
    missed = list(rows)[1:3]
    assert missed == [("left", 1100), ("left", 1100)]


def test_two_breaks_and_gone_for_good(evening, user):
    entry = evening.competition.entries.first()
    leaves_after(evening, entry, 1, user)
    comes_back(evening, entry, 3, user)
    leaves_after(evening, entry, 3, user)
    comes_back(evening, entry, 5, user)
    presence = evening.presences.get(entry=entry)
    assert (presence.from_round, presence.until_round, presence.breaks) == (1, None, [[2, 2], [4, 4]])
    # Leaving after round 2, in which he was not: gone since round 1.
    leaves_after(evening, entry, 2, user)
    presence = evening.presences.get(entry=entry)
    assert (presence.until_round, presence.breaks) == (1, [])


def test_late_stays_late_and_is_no_break(evening, user):
    entry = evening.competition.entries.first()
    check_in.set_presence(evening, entry, "present", actor=user, from_round=3)
    presence = evening.presences.get(entry=entry)
    assert presence.breaks == []
    assert not presence.gone_in(1)
    assert not presence.in_round(2)


def test_who_comes_back_in_the_round_he_left_for_missed_nothing(evening, user):
    entry = evening.competition.entries.first()
    leaves_after(evening, entry, 2, user)
    presence = comes_back(evening, entry, 3, user)
    assert (presence.from_round, presence.until_round, presence.breaks) == (1, None, [])


def test_a_break_over_a_drawn_seat_is_refused(evening, user):
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    seat = Seat.objects.first()
    with pytest.raises(Refused):
        check_in.set_presence(evening, seat.entry, "present", actor=user, breaks=[(1, 1)])
    assert evening.presences.get(entry=seat.entry).breaks == []


def test_going_home_from_a_round_after_a_break_keeps_the_break(evening, user):
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    entry = Seat.objects.first().entry
    leaves_after(evening, entry, 1, user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    comes_back(evening, entry, 3, user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    fourth = factories.make_published_round(evening, actor=user)
    draw_changes.withdraw(fourth, entry, actor=user)
    presence = evening.presences.get(entry=entry)
    assert (presence.until_round, presence.breaks) == (3, [[2, 2]])
    # Out of round 3 he would have gone home after round 1.
    assert Stay(1, 2, ((2, 2),)).tidy(5) == Stay(1, 1)


def test_the_door_shows_a_break_takes_it_away_and_brings_it_back(evening, user):
    entry = evening.competition.entries.first()
    leaves_after(evening, entry, 1, user)
    comes_back(evening, entry, 3, user)
    client = factories.sign_in(factories.make_user("secretary", evening.competition.club))
    page = client.get(reverse("check_in", args=[evening.pk])).content.decode()
    assert "present, not in round 2" in page
    assert hall.door_row(evening, entry.pk).seen == f"{entry.pk}.present.1..2-2"

    url = reverse("presence", args=[evening.pk, entry.pk])
    said = {"state": "present", "from_round": 1, "until_round": "", "asks_breaks": "on"}
    answer = client.post(url, said, headers={"HX-Request": "true"}).content.decode()
    assert evening.presences.get(entry=entry).breaks == []
    assert 'name="breaks" value="2-2"' in answer  # the way back
    client.post(url, {**said, "breaks": "2-2"})
    assert evening.presences.get(entry=entry).breaks == [[2, 2]]
    client.post(url, {"state": "present"})  # a tap at the door
    assert evening.presences.get(entry=entry).breaks == [[2, 2]]
    assert client.post(url, {**said, "breaks": "9-1"}).status_code == 422


@given(
    first=st.integers(1, 6),
    last=st.none() | st.integers(1, 6),
    breaks=st.lists(st.sampled_from(PAIRS), max_size=4),
)
def test_a_tidy_stay_is_there_in_the_same_rounds(first, last, breaks):
    def rounds(stay: Stay) -> list[int]:
        presence = Presence(state="present", **stay.fields)
        return [number for number in range(1, 7) if presence.in_round(number)]

    stay = Stay(first, last, tuple(breaks))
    if not rounds(stay):
        with pytest.raises(Refused):
            stay.tidy(6)
        return
    tidy = stay.tidy(6)
    assert rounds(tidy) == rounds(stay)
    assert tidy.tidy(6) == tidy
    edges = [edge for gap in tidy.breaks for edge in gap]
    assert edges == sorted(edges)
    assert all(tidy.first < start <= end < (tidy.last or 7) for start, end in tidy.breaks)
