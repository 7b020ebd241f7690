"""A draw that is changed by hand: two who change places, pinned tables, substitutes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.utils.translation import gettext as _

from scoring.models import Sheet
from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.models import Change, Posting, Round, Seat
from tournaments.services import draw, draw_changes, draw_review, draw_tables
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
