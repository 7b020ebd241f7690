"""The life of a draw: draft, published, taken back, late arrivals, substitutes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection, connections

from scoring.models import Draft, DraftRow, Sheet
from tests import factories
from tournaments.models import Change, Presence, Round, Seat, SitOut, Table
from tournaments.pairing import validate_draw
from tournaments.services import check_in, draw, draw_changes, draw_tables, pairing_rules, people
from tournaments.services.draw_input import as_drawn, given_of
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


def test_a_draw_seats_everybody_once_or_lets_them_sit_out():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(14))

    round_ = draw.draw_round(evening, actor=user, seed=7)

    seated = [seat.entry_id for seat in Seat.objects.filter(round=round_)]
    resting = [out.entry_id for out in round_.sit_outs.all()]
    everybody = sorted(entry.pk for entry in evening.competition.entries.all())
    assert sorted(seated + resting) == everybody
    assert (len(seated), len(resting)) == (12, 2)
    assert round_.state == Round.State.DRAFT
    assert Change.objects.filter(verb="draw", subject=f"round:{round_.pk}").count() == 1


def test_only_who_is_in_the_hall_for_that_round_is_drawn():
    evening = factories.make_evening(factories.make_competition(10))
    late, gone, sick, *_rest = evening.presences.order_by("entry_id")
    Presence.objects.filter(pk=late.pk).update(from_round=2)
    Presence.objects.filter(pk=gone.pk).update(until_round=1)
    Presence.objects.filter(pk=sick.pk).update(state=Presence.State.EXCUSED)

    first = [entry.pk for entry in draw.present_entries(evening, 1)]
    second = [entry.pk for entry in draw.present_entries(evening, 2)]

    assert late.entry_id not in first
    assert late.entry_id in second
    assert gone.entry_id in first
    assert gone.entry_id not in second
    assert sick.entry_id not in first + second


def test_the_same_seed_draws_the_same_tables():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(12))

    def tables() -> list[tuple[int, str, int]]:
        round_ = draw.draw_round(evening, actor=user, seed=99)
        seats = Seat.objects.filter(round=round_).order_by("table__number", "position")
        found = list(seats.values_list("table__number", "position", "entry_id"))
        draw.undo(round_, actor=user)
        return found

    assert tables() == tables()


def test_nobody_keeps_a_partner_in_three_rounds_with_twelve():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(12))
    couples = []
    for _number in range(3):
        round_ = draw.draw_round(evening, actor=user)
        draw.publish(round_, actor=user)
        for table in round_.tables.prefetch_related("seats"):
            at = {seat.position: seat.entry_id for seat in table.seats.all()}
            couples += [frozenset((at["N"], at["S"])), frozenset((at["E"], at["W"]))]

    assert len(couples) == 3 * 6
    assert len(set(couples)) == len(couples)


def test_sitting_out_goes_round_over_the_season():
    user = factories.make_user()
    competition = factories.make_competition(5, rounds=1)
    resting = []
    for _evening in range(5):
        round_ = draw.draw_round(factories.make_evening(competition), actor=user)
        draw.publish(round_, actor=user)
        resting += [out.entry_id for out in round_.sit_outs.all()]

    assert sorted(resting) == sorted(entry.pk for entry in competition.entries.all())


def test_a_fixed_pair_sits_opposite_each_other():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(12, kind="pairs"))

    round_ = draw.draw_round(evening, actor=user)

    for table in round_.tables.prefetch_related("seats__entry__members"):
        at = {seat.position: seat for seat in table.seats.all()}
        for one, other in ("NS", "EW"):
            assert at[one].entry_id == at[other].entry_id
            people_there = {at[one].person_id, at[other].person_id}
            assert people_there == {member.person_id for member in at[one].entry.members.all()}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_too_few_people_is_said_in_words(count):
    evening = factories.make_evening(factories.make_competition(count))
    with pytest.raises(Refused, match=str(count)):
        draw.draw_round(evening, actor=None)
    assert not Round.objects.exists()


def test_a_next_round_waits_for_the_draft_and_ends_at_the_plan():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(8, rounds=1))
    round_ = draw.draw_round(evening, actor=user)
    evening.rounds_planned = 2
    with pytest.raises(Refused):
        draw.draw_round(evening, actor=user)
    draw.publish(round_, actor=user)
    evening.rounds_planned = 1
    with pytest.raises(Refused):
        draw.draw_round(evening, actor=user)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_make_one_round():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(16))

    def press(seed: int) -> int:
        try:
            return draw.draw_round(evening, actor=user, number=1, seed=seed).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as pool:
        drawn = set(pool.map(press, (1, 2, 3)))

    assert Round.objects.filter(evening=evening).count() == 1
    assert drawn == {Round.objects.get(evening=evening).pk}
    assert Seat.objects.count() == 16
    connection.close()


def test_drawing_again_is_the_same_round_with_other_tables_once_however_often_it_is_pressed():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(20))
    round_ = draw.draw_round(evening, actor=user, seed=5)

    def seats() -> list[tuple[int, str, int]]:
        return sorted(Seat.objects.filter(round=round_).values_list("table__number", "position", "entry_id"))

    first = seats()
    seen = draw_tables.look_of(round_)
    draw.redraw(round_, actor=user, seen=seen)
    second = seats()
    draw.redraw(round_, actor=user, seen=seen)

    assert second != first
    assert seats() == second
    assert len(second) == 20
    assert Round.objects.get() == round_


def test_nobody_publishes_a_draw_that_somebody_else_has_just_drawn_again():
    user = factories.make_user()
    round_ = draw.draw_round(factories.make_evening(factories.make_competition(8)), actor=user, seed=5)
    seen = draw_tables.look_of(round_)
    draw.redraw(Round.objects.get(), actor=user)
    with pytest.raises(Refused):
        draw.publish(round_, actor=user, seen=seen)
    assert not Sheet.objects.exists()
    draw.publish(round_, actor=user, seen=draw_tables.look_of(round_))
    assert Sheet.objects.count() == 2


def test_publishing_hands_out_one_sheet_a_table_with_its_own_rules():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(8, deals=12))
    round_ = draw.draw_round(evening, actor=user)

    draw.publish(round_, actor=user)
    draw.publish(round_, actor=user)

    sheets = list(Sheet.objects.all())
    assert len(sheets) == 2
    assert {sheet.deals for sheet in sheets} == {12}
    assert {sheet.ruleset["preset"] for sheet in sheets} == {"amsterdam"}
    assert len({sheet.code for sheet in sheets}) == 2


def test_a_published_draw_goes_back_only_while_nothing_is_typed():
    user = factories.make_user()
    round_ = factories.make_published_round(actor=user)
    first = factories.tables(round_)[0]
    draft = Draft.objects.create(sheet=first.sheet, author=user)
    row = DraftRow.objects.create(draft=draft, position=1, cells={"we_points": "95"})

    with pytest.raises(Refused, match=str(first.number)):
        draw.undo(round_, actor=user)

    row.delete()
    assert draw.undo(round_, actor=user, state=Round.State.PUBLISHED).state == Round.State.DRAFT
    assert not Sheet.objects.exists()
    assert draw.undo(round_, actor=user, state=Round.State.PUBLISHED).state == Round.State.DRAFT
    assert draw.undo(round_, actor=user, state=Round.State.DRAFT) is None
    assert not Table.objects.exists()


def test_late_arrivals_join_who_sits_out_and_nobody_else_moves():
    user = factories.make_user()
    competition = factories.make_competition(10)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    before = set(Seat.objects.values_list("table__number", "position", "entry_id"))
    for person in factories.make_people(3, competition.club, start=20):
        entry = people.add_entry(competition, [person], actor=user)
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=user)

    (table,) = draw_changes.seat_late(round_, actor=user)

    after = set(Seat.objects.values_list("table__number", "position", "entry_id"))
    assert before < after
    assert table.number == 3
    assert table.sheet is not None
    left_over = SitOut.objects.get(round=round_)
    assert left_over.reason == SitOut.Reason.LATE


@pytest.mark.parametrize("scope", ["evening", "season"])
@pytest.mark.parametrize(
    ("kind", "method"),
    [
        ("individual", "lot"),
        ("individual", "swiss"),
        ("individual", "stay"),
        ("pairs", "lot"),
        ("pairs", "swiss"),
    ],
)
def test_every_way_of_drawing_plays_two_evenings_and_a_second_opinion_finds_nothing_wrong(
    kind, method, scope
):
    user = factories.make_user()
    competition = factories.make_competition(14, kind=kind)
    rule = replace(competition.get_pairing(), method=method, scope=scope)
    pairing_rules.save_rule(competition, rule, actor=user)
    for _evening in range(2):
        evening = factories.make_evening(competition)
        for _number in range(3):
            round_ = factories.make_published_round(evening, actor=user)
            assert validate_draw(as_drawn(round_), given_of(round_)) == []
            assert round_.method == method
            factories.play_round(round_, user)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_draw_again_or_publish_at_once_do_one_of_it():
    user = factories.make_user()
    round_ = draw.draw_round(factories.make_evening(factories.make_competition(16)), actor=user, seed=5)
    seen = draw_tables.look_of(round_)

    def press(act) -> bool:
        try:
            act(Round.objects.get(pk=round_.pk), actor=user, seen=seen)
        except Refused:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(press, (draw.redraw, draw.redraw, draw.redraw)))
    assert Change.objects.filter(verb="draw").count() == 2
    assert Seat.objects.count() == 16

    seen = draw_tables.look_of(Round.objects.get())
    with ThreadPoolExecutor(2) as pool:
        published, _drawn = pool.map(press, (draw.publish, draw.redraw))
    state = Round.objects.get().state
    assert published == (state == Round.State.PUBLISHED)
    assert Sheet.objects.count() == (4 if published else 0)
    connection.close()


def test_a_round_that_is_not_the_next_is_not_drawn():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(8))
    with pytest.raises(Refused, match="3"):
        draw.draw_round(evening, actor=user, number=3)
    first = draw.draw_round(evening, actor=user, number=1)
    assert draw.draw_round(evening, actor=user, number=1) == first
    assert evening.rounds.count() == 1
