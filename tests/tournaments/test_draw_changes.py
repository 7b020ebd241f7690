"""A draw that is changed after it was made: swapped, pinned, with who comes late and who goes home."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.utils.translation import gettext as _

from scoring.models import Sheet
from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.models import Change, Posting, Presence, Round, Seat, SitOut, Table
from tournaments.services import check_in, draw, draw_changes, draw_review, draw_tables, people
from tournaments.services.draw_input import as_drawn
from tournaments.services.errors import AlreadyDone, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def seats(round_: Round) -> dict[int, tuple[int, str]]:
    """Where each entry sits."""
    rows = Seat.objects.filter(round=round_).order_by("position")
    return {
        entry: (table, seat)
        for entry, table, seat in rows.values_list("entry_id", "table__number", "position")
    }


def arrive(evening, user, count: int):
    new = factories.make_people(count, evening.competition.club, start=40)
    entries = [people.add_entry(evening.competition, [person], actor=user) for person in new]
    for entry in entries:
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=user)
    return entries


# Swapping ----------------------------------------------------------------------------------------------------


def test_two_change_places_and_nobody_else(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(12)))
    before = seats(round_)
    one, other = Seat.objects.filter(round=round_, position="N").order_by("table__number")[:2]

    draw_changes.swap(round_, one.entry, other.entry, actor=user)

    after = seats(round_)
    assert (after[one.entry_id], after[other.entry_id]) == (before[other.entry_id], before[one.entry_id])
    assert {entry: seat for entry, seat in after.items() if entry not in (one.entry_id, other.entry_id)} == {
        entry: seat for entry, seat in before.items() if entry not in (one.entry_id, other.entry_id)
    }
    assert all(seat.entry.people == [seat.person] for seat in Seat.objects.filter(round=round_))


def test_who_sits_out_is_swapped_in(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(9)))
    resting = round_.sit_outs.get().entry
    seated = Seat.objects.filter(round=round_, table__number=2, position="E").get().entry

    draw_changes.swap(round_, resting, seated, actor=user)

    assert round_.sit_outs.get().entry == seated
    assert seats(round_)[resting.pk] == (2, "E")


def test_a_pair_is_swapped_as_a_whole(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(16, kind="pairs")))
    one = Seat.objects.get(round=round_, table__number=1, position="N").entry
    other = Seat.objects.get(round=round_, table__number=2, position="W").entry

    draw_changes.swap(round_, one, other, actor=user)

    there = Seat.objects.filter(round=round_, table__number=2, position__in="EW").order_by("position")
    assert [seat.entry for seat in there] == [one, one]
    assert [seat.person for seat in there] == one.people


def test_a_swap_stands_in_the_log_beside_the_tables_of_the_draw_itself(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(12)))
    own = {table.number: table for table in as_drawn(round_).tables}
    one, other = Seat.objects.filter(round=round_, position="N").order_by("table__number")[:2]

    draw_changes.swap(round_, one.entry, other.entry, actor=user)

    found = draw_review.review(round_)
    text = _("%(one)s and %(other)s have changed places") % {"one": one.entry.name, "other": other.entry.name}
    assert [(change.by, change.text) for change in found.changes] == [(user, text)]
    assert [table.number for table in found.own] == [1, 2]
    assert one.person.name in found.own[0].sides[0]
    assert len(own) == 3
    draw_changes.swap(round_, one.entry, other.entry, actor=user)
    assert draw_review.review(round_).own == ()


def test_a_swap_that_cannot_be_is_refused_by_name(user):
    evening = factories.make_evening(factories.make_competition(11), present=10)
    round_ = factories.make_draft_round(evening)
    first, second = (out.entry for out in round_.sit_outs.all())
    seated = Seat.objects.filter(round=round_).first().entry
    absent = evening.competition.entries.exclude(presences__evening=evening).get()
    for one, other in ((seated, seated), (first, second), (seated, absent)):
        with pytest.raises(Refused):
            draw_changes.swap(round_, one, other, actor=user)
    draw.publish(round_, actor=user)
    factories.play_round(round_, user)
    with pytest.raises(Refused, match="1"):
        draw_changes.swap(round_, seated, first, actor=user)
    assert not Change.objects.filter(verb="swap in draw").exists()


def test_in_a_published_round_two_untouched_tables_swap_and_get_new_slips(user):
    round_ = factories.make_published_round(
        factories.make_evening(factories.make_competition(12)), actor=user
    )
    first, second, third = factories.tables(round_)
    factories.type_rows(first, user, 1)
    one, two, three = (table.seats.get(position="N").entry for table in (first, second, third))

    draw_changes.swap(round_, two, three, actor=user)
    with pytest.raises(Refused, match=one.name):
        draw_changes.swap(round_, one, two, actor=user)

    now = factories.tables(round_)
    assert [table.seats.get(position="N").entry for table in now] == [one, three, two]
    assert now[0].sheet == first.sheet
    assert not {now[1].sheet.code, now[2].sheet.code} & {second.sheet.code, third.sheet.code}
    assert Sheet.objects.count() == 3


def test_a_second_click_does_not_swap_back(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(8)))
    one, other = Seat.objects.filter(round=round_, position="N")
    seen = draw_tables.look_of(round_)
    draw_changes.swap(round_, one.entry, other.entry, actor=user, seen=seen, key="once")
    after = seats(round_)
    with pytest.raises(AlreadyDone):
        draw_changes.swap(round_, one.entry, other.entry, actor=user, seen=seen, key="once")
    with pytest.raises(Refused):
        draw_changes.swap(round_, one.entry, other.entry, actor=user, seen=seen, key="another")
    assert seats(round_) == after


def test_nobody_publishes_a_swap_that_he_has_not_seen(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(8)))
    seen = draw_tables.look_of(round_)
    one, other = Seat.objects.filter(round=round_, position="N")
    draw_changes.swap(round_, one.entry, other.entry, actor=user)
    with pytest.raises(Refused):
        draw.publish(round_, actor=user, seen=seen)
    assert not Sheet.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_swaps_at_once_are_done_one_after_the_other(user):
    evening = factories.make_evening(factories.make_competition(8))
    round_ = factories.make_draft_round(evening)
    seen = draw_tables.look_of(round_)
    (north, east), (other_north, other_east) = (
        [table.seats.get(position=position).entry for position in "NE"] for table in round_.tables.all()
    )

    def swap(two) -> bool:
        try:
            draw_changes.swap(Round.objects.get(pk=round_.pk), *two, actor=user, seen=seen)
        except Refused:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(swap, ((north, other_north), (east, other_east))))

    assert sorted(done) == [False, True]
    assert len(seats(round_)) == 8
    connection.close()


# Pinning -----------------------------------------------------------------------------------------------------


def test_a_pinned_table_stays_when_the_rest_is_drawn_again(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(20)))
    kept = round_.tables.get(number=3)
    draw_changes.pin(kept, pinned=True, actor=user)
    draw_changes.pin(kept, pinned=True, actor=user)
    before = as_drawn(round_).tables

    for _time in range(3):
        draw.redraw(round_, actor=user)

    after = as_drawn(round_).tables
    assert after[2] == before[2]
    assert after != before
    assert [table.number for table in round_.tables.filter(pinned=True)] == [3]
    assert Change.objects.filter(verb="pin table").count() == 1
    draw_changes.pin(round_.tables.get(number=3), pinned=False, actor=user)
    assert not round_.tables.filter(pinned=True).exists()


def test_a_pinned_table_with_somebody_gone_is_named(user):
    round_ = factories.make_draft_round(factories.make_evening(factories.make_competition(12)))
    table = round_.tables.get(number=2)
    draw_changes.pin(table, pinned=True, actor=user)
    gone = table.seats.get(position="N").entry
    gone.active = False
    gone.save()

    with pytest.raises(Refused, match=gone.name):
        draw.redraw(round_, actor=user)

    assert round_.tables.count() == 3


# Coming late --------------------------------------------------------------------------------------------------


def test_late_arrivals_are_seated_in_a_draft_too_and_what_was_swapped_stays(user):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_draft_round(evening)
    one, other = Seat.objects.filter(round=round_, position="N")
    draw_changes.swap(round_, one.entry, other.entry, actor=user)
    before = seats(round_)
    arrive(evening, user, 3)

    (table,) = draw_changes.seat_late(round_, actor=user)

    assert (table.number, table.sheet) == (3, None)
    assert before.items() <= seats(round_).items()
    assert not round_.sit_outs.exists()


def test_a_late_pair_meets_the_pair_that_sits_out(user):
    competition = factories.make_competition(10, kind="pairs")
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    new = factories.make_people(2, competition.club, start=40)
    late = people.add_entry(competition, new, actor=user)
    check_in.set_presence(evening, late, Presence.State.PRESENT, actor=user)

    (table,) = draw_changes.seat_late(round_, actor=user)

    assert {seat.entry for seat in table.seats.all()} == {resting, late}
    assert table.sheet is not None
    assert late.pk in Round.objects.get().given["entries"]


def test_nobody_comes_late_into_a_closed_round(user):
    evening = factories.make_evening(factories.make_competition(8))
    round_ = factories.make_published_round(evening, actor=user)
    factories.play_round(round_, user)
    arrive(evening, user, 4)
    with pytest.raises(Refused):
        draw_changes.seat_late(round_, actor=user)


# Going home ---------------------------------------------------------------------------------------------------


def test_who_leaves_frees_his_own_table_and_the_others_play_with_who_sat_out(user):
    evening = factories.make_evening(factories.make_competition(13))
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    leaver = Seat.objects.get(round=round_, table__number=2, position="S").entry
    others = {entry: seat for entry, seat in seats(round_).items() if seat[0] != 2}
    codes = dict(round_.tables.values_list("number", "sheet__code"))

    (table,) = draw_changes.withdraw(round_, leaver, actor=user)

    after = seats(round_)
    assert others.items() <= after.items()
    assert leaver.pk not in after
    assert after[resting.pk][0] == table.number == 2
    assert not round_.sit_outs.exists()
    now = dict(round_.tables.values_list("number", "sheet__code"))
    assert now[2] != codes.pop(2)
    assert codes.items() <= now.items()
    assert Sheet.objects.count() == 3
    presence = evening.presences.get(entry=leaver)
    assert presence.state == Presence.State.EXCUSED


def test_who_cannot_fill_a_table_rests(user):
    evening = factories.make_evening(factories.make_competition(8))
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    second = factories.make_published_round(evening, actor=user)
    leaver = Seat.objects.get(round=second, table__number=1, position="E").entry
    freed = {entry for entry, seat in seats(second).items() if seat[0] == 1} - {leaver.pk}

    assert draw_changes.withdraw(second, leaver, actor=user) == []

    assert set(second.sit_outs.values_list("entry_id", flat=True)) == freed
    assert [table.number for table in second.tables.all()] == [2]
    presence = evening.presences.get(entry=leaver)
    assert (presence.state, presence.until_round) == (Presence.State.PRESENT, 1)
    factories.play_round(second, user)
    assert Posting.objects.get(round=second, entry=leaver).kind == Posting.Kind.LEFT
    assert {row.kind for row in Posting.objects.filter(round=second, entry__in=freed)} == {
        Posting.Kind.SIT_OUT
    }


def test_the_other_pair_of_the_table_plays_the_pair_that_sat_out(user):
    evening = factories.make_evening(factories.make_competition(14, kind="pairs"))
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    leaver = Seat.objects.get(round=round_, table__number=3, position="N").entry
    left = Seat.objects.get(round=round_, table__number=3, position="E").entry

    (table,) = draw_changes.withdraw(round_, leaver, actor=user)

    assert {seat.entry for seat in table.seats.all()} == {left, resting}


def test_who_sat_out_just_goes(user):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    before = seats(round_)
    assert draw_changes.withdraw(round_, round_.sit_outs.get().entry, actor=user) == []
    assert seats(round_) == before
    assert not SitOut.objects.exists()


def test_a_table_with_something_typed_is_not_touched(user):
    evening = factories.make_evening(factories.make_competition(12))
    round_ = factories.make_published_round(evening, actor=user)
    typed = factories.tables(round_)[0]
    factories.type_rows(typed, user, 2)
    leaver = typed.seats.get(position="N").entry
    before = seats(round_)

    with pytest.raises(Refused, match=r"\b1\b"):
        draw_changes.withdraw(round_, leaver, actor=user)
    draw_changes.withdraw(
        round_, Seat.objects.get(round=round_, table__number=2, position="N").entry, actor=user
    )

    after = seats(round_)
    assert {entry: seat for entry, seat in after.items() if seat[0] == 1} == {
        entry: seat for entry, seat in before.items() if seat[0] == 1
    }


def test_the_last_table_is_not_broken_up(user):
    round_ = factories.make_published_round(factories.make_evening(factories.make_competition(5)), actor=user)
    one, other = Seat.objects.filter(round=round_)[:2]
    draw_changes.withdraw(round_, one.entry, actor=user)
    with pytest.raises(Refused):
        draw_changes.withdraw(round_, other.entry, actor=user)
    assert Table.objects.count() == 1


def test_who_left_comes_back_and_plays_again(user):
    evening = factories.make_evening(factories.make_competition(8))
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    second = factories.make_published_round(evening, actor=user)
    leaver = Seat.objects.get(round=second, table__number=1, position="E").entry
    draw_changes.withdraw(second, leaver, actor=user)

    check_in.set_presence(evening, leaver, Presence.State.PRESENT, actor=user)
    (table,) = draw_changes.seat_late(second, actor=user)

    assert leaver in {seat.entry for seat in table.seats.all()}
    assert len(seats(second)) == 8


def test_a_substitute_keeps_the_seat_he_took_when_his_table_is_broken_up(user):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    (outsider,) = factories.make_people(1, evening.competition.club, start=50)
    table = factories.tables(round_)[0]
    replaced = table.seats.get(position="N")
    draw_changes.substitute(replaced, outsider, actor=user)

    draw_changes.withdraw(round_, table.seats.get(position="E").entry, actor=user)

    assert Seat.objects.get(round=round_, entry=replaced.entry).person == outsider


# Substitutes --------------------------------------------------------------------------------------------------


def test_a_substitute_sits_but_the_score_stays_with_the_entry(user):
    evening = factories.make_evening(factories.make_competition(8))
    round_ = factories.make_published_round(evening, actor=user)
    table = factories.tables(round_)[0]
    accept(table, user, side(1300, 200), side(1292, 100))
    seat = table.seats.get(position="N")
    (outsider,) = factories.make_people(1, evening.competition.club, start=30)

    draw_changes.substitute(seat, outsider, actor=user)

    posting = Posting.objects.get(entry=seat.entry)
    assert (posting.kind, posting.total, posting.person) == (Posting.Kind.SUBSTITUTE, 1500, outsider)


def test_nobody_sits_at_two_tables(user):
    round_ = factories.make_published_round(actor=user)
    one, other = factories.tables(round_)
    sitting = other.seats.get(position="E").person
    with pytest.raises(Refused, match=sitting.name):
        draw_changes.substitute(one.seats.get(position="N"), sitting, actor=user)


def test_a_closed_round_is_left_not_broken_up(user):
    evening = factories.make_evening(factories.make_competition(8))
    round_ = factories.make_published_round(evening, actor=user)
    factories.play_round(round_, user)
    with pytest.raises(Refused):
        draw_changes.withdraw(round_, Seat.objects.filter(round=round_).first().entry, actor=user)
    assert round_.tables.count() == 2
