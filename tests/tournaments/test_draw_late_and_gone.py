"""Who comes late into a round that is drawn, and who goes home from it: nobody else moves."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.models import Sheet
from tests import factories
from tournaments import hall
from tournaments.models import Posting, Presence, Round, Seat, SitOut, Table
from tournaments.services import check_in, draw_changes, people
from tournaments.services.draw_input import present_entries
from tournaments.services.errors import Refused

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


def test_a_closed_round_is_left_not_broken_up(user):
    evening = factories.make_evening(factories.make_competition(8))
    round_ = factories.make_published_round(evening, actor=user)
    factories.play_round(round_, user)
    with pytest.raises(Refused):
        draw_changes.withdraw(round_, Seat.objects.filter(round=round_).first().entry, actor=user)
    assert round_.tables.count() == 2


@pytest.mark.parametrize("asked", ["absent", None])
def test_who_sat_out_and_was_sent_home_at_the_door_is_taken_out_of_the_round(user, asked):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    if asked:
        check_in.set_presence(evening, resting, asked, actor=user)
    else:
        check_in.clear_presence(evening, resting, actor=user)
    assert draw_changes.changed_since_draw(round_) == ([], [resting])

    draw_changes.withdraw(round_, resting, actor=user)

    assert draw_changes.changed_since_draw(round_) == ([], [])
    assert (
        list(evening.presences.filter(entry=resting).values_list("state", flat=True))
        == [asked][: bool(asked)]
    )


def test_what_becomes_of_the_table_of_who_leaves_is_told_afterwards(user):
    evening = factories.make_evening(factories.make_competition(8))
    round_ = factories.make_published_round(evening, actor=user)
    leaver, *others = (seat.entry for seat in factories.tables(round_)[1].seats.all())
    client = factories.sign_in(factories.make_user("organiser", evening.competition.club))

    page = client.post(reverse("round_leave", args=[round_.pk, leaver.pk]), {"when": "now"}, follow=True)

    told = page.content.decode()
    assert f"{leaver.name} is out of round 1. Cancelled: table 2. Without a seat now:" in told
    assert all(other.name in told for other in others)


def test_who_went_home_is_shown_so_at_the_door_and_one_tap_brings_him_back(user):
    evening = factories.make_evening(factories.make_competition(8))
    first = factories.make_published_round(evening, actor=user)
    leaver = Seat.objects.filter(round=first).first().entry
    check_in.set_presence(evening, leaver, Presence.State.PRESENT, actor=user, until_round=1)
    assert hall.door_row(evening, leaver.pk).is_present
    factories.play_round(first, user)
    row = hall.door_row(evening, leaver.pk)
    assert (row.is_present, row.went_home) == (False, True)
    client = factories.sign_in(factories.make_user("secretary", evening.competition.club))
    assert "went home after round 1" in client.get(reverse("check_in", args=[evening.pk])).content.decode()

    client.post(reverse("presence", args=[evening.pk, leaver.pk]), {"state": "present"})

    presence = evening.presences.get(entry=leaver)
    assert (presence.from_round, presence.until_round) == (1, None)
    assert leaver in present_entries(evening, 2)


# Who sits in for somebody else --------------------------------------------------------------------------------


def test_who_rests_and_sits_in_has_no_second_place_in_the_round(user):
    """9 people: one rests, and takes the seat of somebody at table 1."""
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    person = resting.people[0]
    first, second = factories.tables(round_)
    taken = first.seats.get(position="N")
    draw_changes.substitute(taken, person, actor=user)
    goes = second.seats.get(position="E").entry

    with translation.override("en"):
        with pytest.raises(Refused, match="sits at table 1 for somebody else"):
            draw_changes.swap(round_, resting, goes, actor=user)
        with pytest.raises(Refused, match="sits at table 1 for somebody else"):
            draw_changes.withdraw(round_, resting, actor=user)

    draw_changes.withdraw(round_, goes, actor=user)  # nobody waits who could come in: three are left over
    assert Seat.objects.get(round=round_, person=person).entry == taken.entry
    assert round_.tables.count() == 1
    assert {out.entry_id for out in round_.sit_outs.all()} >= {resting.pk}
    assert round_.sit_outs.count() == 4


def test_a_substitute_who_enrols_plays_from_the_next_round(user):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    (person,) = factories.make_people(1, evening.competition.club, start=60)
    draw_changes.substitute(factories.tables(round_)[0].seats.get(position="S"), person, actor=user)
    entry = people.add_entry(evening.competition, [person], actor=user)
    check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=user)
    late = arrive(evening, user, 3)

    came, _gone = draw_changes.changed_since_draw(round_)
    assert set(came) == set(late)
    (table,) = draw_changes.seat_late(round_, actor=user)

    assert table.number == 3
    assert not Seat.objects.filter(round=round_, entry=entry).exists()
    assert not SitOut.objects.filter(round=round_, entry=entry).exists()
    assert entry in present_entries(evening, 2)


def test_the_form_to_swap_leaves_out_who_sits_in(user):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    draw_changes.substitute(
        factories.tables(round_)[0].seats.get(position="N"), resting.people[0], actor=user
    )
    organiser = factories.make_user(club=evening.competition.club)
    client, url = factories.sign_in(organiser), reverse("round_swap", args=[round_.pk])
    other = factories.tables(round_)[1].seats.get(position="N").entry
    page = client.get(url, {"one": resting.pk, "other": other.pk})
    assert page.status_code == 422
    assert "This name cannot be swapped" in page.content.decode()
