"""A schedule of an evening: made once, played round by round, and what happens when people leave or come late."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection, connections
from django.utils.translation import override

from tests import factories
from tournaments.models import Change, Competition, Entry, Presence, Round, Schedule, Seat, SitOut
from tournaments.pairing.schedules import count
from tournaments.services import check_in, draw, people, schedules
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


def evening_of(players: int, rounds: int = 4, **fields) -> object:
    return factories.make_evening(factories.make_competition(players, rounds=rounds, **fields))


def pairs_evening(pairs: int, rounds: int = 4) -> object:
    return evening_of(2 * pairs, rounds, kind=Competition.Kind.PAIRS)


def seats(round_: Round) -> set[tuple[int, str, int]]:
    return set(Seat.objects.filter(round=round_).values_list("table__number", "position", "entry_id"))


def planned_seats(schedule: Schedule, number: int) -> set[tuple[int, str, int]]:
    tables = schedules.rounds_of(schedule)[number - 1].tables
    return {(table.number, seat, entry) for table in tables for seat, entry in table.seats.items()}


@pytest.mark.parametrize("players", [4, 7, 12, 13, 18, 40])
def test_a_schedule_is_for_everybody_who_is_there_and_every_planned_round(user, players):
    evening = evening_of(players, 3)
    schedule = schedules.make(evening, method="whist", actor=user)

    everybody = sorted(entry.pk for entry in evening.competition.entries.all())
    assert sorted(schedule.entries) == everybody
    assert len(schedule.rounds) == 3
    assert count(schedules.rounds_of(schedule)).is_sound
    made = Change.objects.get(verb="make schedule")
    assert made.detail["method"] == "whist"
    assert made.actor == user


def test_two_clicks_make_one_schedule_and_a_new_lot_is_asked_for_by_what_was_seen(user):
    evening = evening_of(16)
    first = schedules.make(evening, method="whist", actor=user)
    again = schedules.make(evening, method="whist", actor=user)
    assert again.seed == first.seed

    other = schedules.make(evening, method="whist", actor=user, seen=first.seed)
    twice = schedules.make(evening, method="whist", actor=user, seen=first.seed)
    assert other.seed != first.seed
    assert (twice.seed, twice.entries) == (other.seed, other.entries)
    assert Schedule.objects.count() == 1
    assert Change.objects.filter(verb="make schedule").count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_make_one_schedule():
    user = factories.make_user()
    evening = evening_of(16)

    def press(seed: int) -> int:
        try:
            return schedules.make(evening, method="whist", actor=user, seed=seed).seed
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        seen = set(pool.map(press, (1, 2)))
    assert seen == {Schedule.objects.get().seed}
    connection.close()


def test_the_same_lot_gives_the_same_numbers(user):
    evening = evening_of(12)
    one = schedules.make(evening, method="whist", actor=user, seed=5).entries
    schedules.drop(evening, actor=user)
    assert schedules.make(evening, method="whist", actor=user, seed=5).entries == one


def test_numbers_by_strength_are_in_its_order_and_lines_of_pairs_are_equally_strong(user):
    evening = evening_of(8)
    with pytest.raises(Refused, match="strength"):
        schedules.make(evening, method="whist", order=schedules.STRENGTH, actor=user)
    for strength, entry in enumerate(evening.competition.entries.order_by("pk")):
        Entry.objects.filter(pk=entry.pk).update(strength=strength)
    schedule = schedules.make(evening, method="whist", order=schedules.STRENGTH, actor=user)
    assert schedule.entries == sorted(schedule.entries, reverse=True)

    evening = pairs_evening(8)
    for strength, entry in enumerate(evening.competition.entries.order_by("-pk"), 1):
        Entry.objects.filter(pk=entry.pk).update(strength=9 - strength)
    schedule = schedules.make(evening, method="mitchell", order=schedules.STRENGTH, actor=user)
    rank = {
        pk: place
        for place, pk in enumerate(evening.competition.entries.order_by("-pk").values_list("pk", flat=True))
    }
    odd, even = schedule.entries[::2], schedule.entries[1::2]
    assert sum(rank[pk] for pk in odd) == sum(rank[pk] for pk in even)


def test_who_cannot_move_keeps_his_table(user):
    evening = evening_of(12)
    sitting = evening.competition.entries.all()[4]
    Entry.objects.filter(pk=sitting.pk).update(fixed_table=2)
    schedules.make(evening, method="whist", actor=user)
    for number in (1, 2, 3):
        round_ = factories.make_published_round(evening, actor=user)
        assert Seat.objects.get(round=round_, entry=sitting).table.number == 2, number
        factories.play_round(round_, user)


@pytest.mark.parametrize(
    ("method", "make", "words"),
    [
        ("whist", lambda: pairs_evening(8), "pairs"),
        ("howell", lambda: evening_of(8), "whist is for four"),
        ("whist", lambda: evening_of(3), "from 4 to 40"),
        ("whist", lambda: evening_of(42), "from 4 to 40"),
        ("whist", lambda: evening_of(4, 4), "1 to 3 rounds"),
        ("mitchell", lambda: pairs_evening(6, 4), "Howell"),
        ("whist", lambda: evening_of(0), "from 4 to 40"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(user, method, make, words):
    evening = make()
    with pytest.raises(Refused, match=words):
        schedules.make(evening, method=method, actor=user)
    assert not Schedule.objects.exists()


def test_the_choices_are_what_exists_for_who_is_there():
    evening = evening_of(13)
    keys = [option.key for option in schedules.options(evening)]
    assert sorted(keys) == ["whist-directed", "whist-whist"]
    assert [option.key for option in schedules.options(pairs_evening(6, 4))] == ["howell"]
    assert len(schedules.options(pairs_evening(8))) == 3
    with pytest.raises(Refused, match="42"):
        schedules.options(evening_of(42))


def test_once_a_round_is_drawn_the_schedule_stays(user):
    evening = evening_of(12)
    draw.draw_round(evening, actor=user)
    with pytest.raises(Refused, match="Round 1"):
        schedules.make(evening, method="whist", actor=user)


def test_the_rounds_are_those_of_the_schedule(user):
    evening = evening_of(13)
    schedule = schedules.make(evening, method="whist", actor=user)
    for number in range(1, 5):
        round_ = factories.make_published_round(evening, actor=user)
        assert round_.method == "whist"
        assert seats(round_) == planned_seats(schedule, number)
        assert list(round_.sit_outs.values_list("entry_id", flat=True)) == schedule.sit_outs[number - 1]
        assert round_.quality["repeated_partners"] == 0
        factories.play_round(round_, user)


def test_pairs_sit_in_both_their_seats(user):
    evening = pairs_evening(7)
    schedule = schedules.make(evening, method="move_up", actor=user)
    round_ = factories.make_published_round(evening, actor=user)
    assert seats(round_) == planned_seats(schedule, 1)
    assert SitOut.objects.filter(round=round_).count() == 1


def asked_for_schedules(evening) -> None:
    competition = evening.competition
    competition.pairing = replace(competition.get_pairing(), method="whist").to_json()
    competition.save()


def test_a_competition_that_plays_by_schedule_asks_for_one_first_and_goes_on_by_lot_without(user):
    evening = evening_of(12)
    asked_for_schedules(evening)
    with pytest.raises(Refused, match="Schedule"):
        draw.draw_round(evening, actor=user)
    assert not Round.objects.exists()

    schedules.make(evening, method="whist", actor=user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    schedules.drop(evening, actor=user)
    schedules.drop(evening, actor=user)
    assert draw.draw_round(evening, actor=user).method == "lot"
    assert Change.objects.filter(verb="drop schedule").count() == 1


def test_a_round_beyond_the_schedule_is_drawn(user):
    evening = evening_of(8, 1)
    schedules.make(evening, method="whist", actor=user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    evening.rounds_planned = 2
    evening.save()
    assert draw.draw_round(evening, actor=user).method == "lot"


# Leaving and coming ---------------------------------------------------------------


def leaves(evening, entry: Entry, after: int, user) -> None:
    check_in.set_presence(evening, entry, Presence.State.PRESENT, until_round=after, actor=user)


def comes(evening, from_round: int, user, start: int = 60) -> Entry:
    (person,) = factories.make_people(1, evening.competition.club, start=start)
    entry = people.add_entry(evening.competition, [person], actor=user)
    check_in.set_presence(evening, entry, Presence.State.PRESENT, from_round=from_round, actor=user)
    return entry


def after_round_1(players: int, user):
    evening = evening_of(players)
    schedule = schedules.make(evening, method="whist", actor=user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    return evening, schedule


def test_who_would_rest_sits_in_for_who_left(user):
    evening, schedule = after_round_1(13, user)
    table = schedules.rounds_of(schedule)[1].tables[0]
    gone = Entry.objects.get(pk=table.entries[0])
    leaves(evening, gone, 1, user)

    round_ = draw.draw_round(evening, actor=user)

    assert not round_.sit_outs.exists()
    kept = {seat for seat in planned_seats(schedule, 2) if seat[0] != table.number}
    assert kept < seats(round_)
    assert schedule.sit_outs[1][0] in {entry for _table, _seat, entry in seats(round_)}


def test_his_table_rests_when_nobody_can_sit_in(user):
    evening, schedule = after_round_1(12, user)
    table = schedules.rounds_of(schedule)[1].tables[1]
    leaves(evening, Entry.objects.get(pk=table.entries[0]), 1, user)

    round_ = draw.draw_round(evening, actor=user)

    assert set(round_.sit_outs.values_list("entry_id", flat=True)) == set(table.entries[1:])
    assert seats(round_) == {seat for seat in planned_seats(schedule, 2) if seat[0] != table.number}


def test_who_comes_late_takes_the_number_of_who_left(user):
    evening, schedule = after_round_1(12, user)
    gone = Entry.objects.get(pk=schedule.entries[3])
    late = comes(evening, 2, user)
    with pytest.raises(Refused, match="still there"):
        schedules.take_over(evening, gone, late, actor=user)
    leaves(evening, gone, 1, user)

    schedules.take_over(evening, gone, late, actor=user)

    schedule.refresh_from_db()
    assert schedule.entries[3] == late.pk
    round_ = draw.draw_round(evening, actor=user)
    assert seats(round_) == planned_seats(schedule, 2)
    assert Seat.objects.filter(round=round_, entry=late).exists()
    assert Change.objects.get(verb="take number over").detail["from_round"] == 2
    with pytest.raises(Refused, match="number in the schedule already"):
        schedules.take_over(evening, gone, late, actor=user)


def test_only_who_is_there_takes_a_number_over(user):
    evening, schedule = after_round_1(12, user)
    gone = Entry.objects.get(pk=schedule.entries[0])
    leaves(evening, gone, 1, user)
    late = comes(evening, 3, user)
    with pytest.raises(Refused, match="not there"):
        schedules.take_over(evening, gone, late, actor=user)
    schedules.drop(evening, actor=user)
    with pytest.raises(Refused, match="no schedule"):
        schedules.take_over(evening, gone, late, actor=user)


def test_who_comes_late_without_a_free_number_waits_for_a_table(user):
    evening, schedule = after_round_1(13, user)
    late = comes(evening, 2, user)
    round_ = draw.draw_round(evening, actor=user)
    assert seats(round_) == planned_seats(schedule, 2)
    assert set(round_.sit_outs.values_list("entry_id", flat=True)) == {*schedule.sit_outs[1], late.pk}
    draw.undo(round_, actor=user)
    for start in (61, 62):
        comes(evening, 2, user, start)
    round_ = draw.draw_round(evening, actor=user)
    assert round_.tables.count() == 4
    assert not round_.sit_outs.exists()


def test_who_comes_later_has_a_number_and_who_would_rest_sits_in_until_then(user):
    evening = evening_of(13)
    late = evening.competition.entries.all()[5]
    check_in.set_presence(evening, late, Presence.State.PRESENT, from_round=3, actor=user)
    made = schedules.make(evening, method="whist", actor=user)
    assert late.pk in made.entries
    for number in (1, 2):
        round_ = factories.make_published_round(evening, actor=user)
        assert round_.tables.count() == 3
        planned_rest = made.sit_outs[number - 1]
        assert not round_.sit_outs.exists() or planned_rest == [late.pk]
        factories.play_round(round_, user)
    round_ = draw.draw_round(evening, actor=user)
    assert seats(round_) == planned_seats(made, 3)


# Numbers by hand -------------------------------------------------------------------


def test_numbers_drawn_by_hand_take_the_places_of_those_numbers(user):
    evening = evening_of(13)
    made = schedules.make(evening, method="whist", actor=user)
    plan, order = schedules.rounds_of(made), list(made.entries)
    drawn = {entry: number for number, entry in enumerate(reversed(order), 1)}

    schedules.renumber(evening, drawn, actor=user, seen=made.seed)

    made.refresh_from_db()
    assert made.entries == order[::-1]
    back = dict(zip(made.entries, order, strict=True))
    assert tuple(planned.renamed(back) for planned in schedules.rounds_of(made)) == plan
    assert Change.objects.get(verb="number schedule").detail["entries"] == made.entries


def test_a_number_twice_an_unknown_entry_or_another_schedule_is_refused(user):
    evening = evening_of(8)
    made = schedules.make(evening, method="whist", actor=user)
    numbers = {entry: number for number, entry in enumerate(made.entries, 1)}
    first, second, *_rest = numbers
    for wrong in (numbers | {first: 2}, numbers | {first: 0}, numbers | {999: 9}, {first: 1}):
        with pytest.raises(Refused, match="numbers 1 to 8"):
            schedules.renumber(evening, wrong, actor=user, seen=made.seed)
    swapped = numbers | {first: 2, second: 1}
    with pytest.raises(Refused, match="another schedule"):
        schedules.renumber(evening, swapped, actor=user, seen=made.seed + 1)
    draw.draw_round(evening, actor=user)
    with pytest.raises(Refused, match="Round 1"):
        schedules.renumber(evening, swapped, actor=user, seen=made.seed)
