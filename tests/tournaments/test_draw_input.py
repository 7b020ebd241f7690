"""What a draw is made from: the standing, strengths, wishes and the past, within the scope of the rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse

from tests import factories
from tournaments.models import Posting, Presence, Round, Seat
from tournaments.pairing import DrawInput
from tournaments.services import closing, draw, draw_changes, draw_review, pairing_rules, posting, schedules
from tournaments.services.draw_input import draw_input, given_of, missing_results, present_entries
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def competition_with(user, count: int = 8, *, rounds: int = 3, **rule):
    """A competition of fixed pairs that draws by standing unless told otherwise."""
    competition = factories.make_competition(count, kind="pairs", rounds=rounds)
    asked = replace(competition.get_pairing(), **{"method": "swiss"} | rule)
    pairing_rules.save_rule(competition, asked, actor=user)
    return competition


def now(evening, number: int) -> DrawInput:
    return draw_input(evening, number, present_entries(evening, number), 1)


def totals(evening) -> dict[int, int]:
    found: dict[int, int] = {}
    for entry, total in Posting.objects.filter(round__evening=evening).values_list("entry_id", "total"):
        found[entry] = found.get(entry, 0) + total
    return found


def test_what_a_draw_was_made_from_is_kept_with_it(user):
    evening = factories.make_evening(competition_with(user))
    round_ = factories.make_published_round(evening, actor=user)
    given = DrawInput.from_json(Round.objects.get().given)
    assert DrawInput.from_json(given.to_json()) == given
    assert given.entries == tuple(entry.pk for entry in present_entries(evening, 1))
    assert (given.seed, given.round_number, round_.method) == (round_.seed, 1, "swiss")


def test_the_standing_of_tonight_is_what_a_draw_by_standing_goes_by(user):
    competition = competition_with(user)
    first = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(first, actor=user), user)
    evening = factories.make_evening(competition)
    assert now(evening, 1).scores == {}
    factories.play_round(factories.make_published_round(evening, actor=user), user)

    given = now(evening, 2)

    assert given.scores == {entry: Fraction(total) for entry, total in totals(evening).items()}
    assert sum(given.evening.opponents.values()) == 2
    assert sum(given.season.opponents.values()) == 2
    assert given.round_number == 2


def test_a_season_is_one_event_when_the_rule_says_so(user):
    competition = competition_with(user, rounds=2, scope="season", measure="average")
    first = factories.make_evening(competition)
    for _number in range(2):
        factories.play_round(factories.make_published_round(first, actor=user), user)
    second = factories.make_evening(competition)

    given = now(second, 1)

    assert given.scores == {entry: Fraction(total, 2) for entry, total in totals(first).items()}
    assert sum(given.evening.opponents.values()) == 4
    assert not given.season.opponents
    assert given.round_number == 3
    assert set(given.met_in_round.values()) == {1, 2}


def test_seats_count_once_a_round_for_a_pair(user):
    evening = factories.make_evening(competition_with(user))
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    north = Seat.objects.filter(position="N").first().entry_id
    assert now(evening, 2).seats_before[north] == {"N": 1}


def test_strength_is_what_is_typed_and_else_the_average_so_far(user):
    competition = competition_with(user, 12, seeding="strength")
    evening = factories.make_evening(competition)
    assert now(evening, 1).strengths == {}
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    later = factories.make_evening(competition)

    averages = now(later, 1).strengths

    points = totals(evening)
    assert averages == {entry: Fraction(total, 16) for entry, total in points.items()}
    first, *rest = competition.entries.all()
    pairing_rules.save_wishes(competition, {first.pk: (7, None), rest[0].pk: (9, None)}, actor=user)
    typed = now(later, 1).strengths
    assert (typed[first.pk], typed[rest[0].pk]) == (7, 9)
    assert set(typed) == {entry.pk for entry in competition.entries.all()}


def test_groups_and_fixed_tables_reach_the_draw(user):
    competition = competition_with(user, 16)
    one, two, three, four, *_rest = competition.entries.all()
    pairing_rules.save_group(competition, "Kok", None, [one, two, three], actor=user)
    pairing_rules.save_group(competition, "Hoek", 5, [three, four], actor=user)
    pairing_rules.save_wishes(competition, {one.pk: (None, 3)}, actor=user)
    evening = factories.make_evening(competition)
    Presence.objects.filter(entry=four).update(state=Presence.State.EXCUSED)

    given = now(evening, 1)

    assert [(group.name, group.worth, group.entries) for group in given.apart] == [
        ("Kok", None, frozenset({one.pk, two.pk, three.pk}))
    ]
    assert given.fixed_tables == {one.pk: 3}
    round_ = factories.make_draft_round(evening)
    assert Seat.objects.filter(round=round_, entry=one).first().table.number == 3


# Results that are missing --------------------------------------------------------------------------------------


def test_a_draw_by_standing_waits_for_the_results_by_name(user):
    evening = factories.make_evening(competition_with(user, 12))
    first = factories.make_published_round(evening, actor=user)
    factories.accept_sheet(factories.tables(first)[0], user)

    with pytest.raises(draw.ResultsMissing) as refused:
        draw.draw_round(evening, actor=user)

    assert [(each.round, each.table) for each in refused.value.missing] == [(1, 2), (1, 3)]
    assert evening.rounds.count() == 1


def test_a_round_that_is_not_closed_is_missing_too(user):
    evening = factories.make_evening(competition_with(user, 10))
    first = factories.make_published_round(evening, actor=user)
    for table in factories.tables(first):
        factories.accept_sheet(table, user)
    rule = evening.competition.get_pairing()
    assert [each.table for each in missing_results(evening, 2, rule)] == [None]
    closing.close_round(first, actor=user)
    assert missing_results(evening, 2, rule) == []


def test_who_draws_from_a_provisional_standing_is_remembered(user):
    evening = factories.make_evening(competition_with(user))
    factories.make_published_round(evening, actor=user)
    second = draw.draw_round(evening, actor=user, provisional=True)
    assert second.provisional_by == user
    draw.redraw(second, actor=user)
    assert Round.objects.get(pk=second.pk).provisional_by == user


def test_a_draw_by_lot_does_not_wait(user):
    evening = factories.make_evening(competition_with(user, method="lot"))
    factories.make_published_round(evening, actor=user)
    second = draw.draw_round(evening, actor=user, provisional=True)
    assert second.provisional_by is None


# Corrections after a draw ----------------------------------------------------------------------------------------


def test_a_correction_is_told_and_changes_no_draw(user):
    evening = factories.make_evening(competition_with(user, 12))
    first = factories.make_published_round(evening, actor=user)
    factories.play_round(first, user)
    second = factories.make_published_round(evening, actor=user)
    before = Round.objects.get(pk=second.pk).given
    seats = list(Seat.objects.filter(round=second).values_list("pk", "entry_id"))
    assert draw_review.standing_moved(second) is None

    factories.accept_sheet(factories.tables(first)[1], user, 120, base=1)

    (moved,) = draw_review.standing_moved(second)
    assert (moved.round, moved.table, moved.corrected) == (1, 2, True)
    assert Round.objects.get(pk=second.pk).given == before
    assert list(Seat.objects.filter(round=second).values_list("pk", "entry_id")) == seats


def test_what_a_rest_is_worth_may_float_without_a_word(user):
    """A rest is worth the average of the evening by default, which every new sheet moves."""
    evening = factories.make_evening(competition_with(user, 10))
    first = factories.make_published_round(evening, actor=user)
    factories.play_round(first, user)
    closing.close_round(first, actor=user)
    second = factories.make_published_round(evening, actor=user)
    resting = first.sit_outs.get().entry_id
    worth = Posting.objects.get(round=first, entry=resting)

    factories.accept_sheet(factories.tables(second)[0], user, 162)
    version = factories.tables(second)[0].sheet.newest()
    Posting.objects.filter(round=second, sheet_version=version).update(points=9000, total=9000)
    posting.post_absences(evening)

    assert Posting.objects.get(round=first, entry=resting).total > worth.total
    assert draw_review.standing_moved(second) is None


def test_a_late_pair_is_seated_by_the_standing_the_round_was_drawn_from(user):
    competition = competition_with(user, 14)
    evening = factories.make_evening(competition, present=6)
    first = factories.make_published_round(evening, actor=user)
    factories.play_round(first, user)
    second = factories.make_published_round(evening, actor=user)
    then = given_of(second).scores
    factories.accept_sheet(factories.tables(first)[0], user, 150, base=1)
    late = competition.entries.exclude(presences__evening=evening).get()
    Presence.objects.create(evening=evening, entry=late, state=Presence.State.PRESENT, from_round=2)

    draw_changes.seat_late(second, actor=user)

    kept = given_of(Round.objects.get(pk=second.pk))
    assert {entry: kept.scores[entry] for entry in then} == then
    assert late.pk in kept.entries
    assert second.sit_outs.get().entry == late


def test_a_round_of_before_its_input_was_kept_can_be_changed_too(user):
    evening = factories.make_evening(factories.make_competition(9))
    round_ = factories.make_published_round(evening, actor=user)
    Round.objects.update(given=None)
    round_.refresh_from_db()
    leaver = Seat.objects.filter(round=round_).first().entry
    (table,) = draw_changes.withdraw(round_, leaver, actor=user)
    assert table.seats.count() == 4


def test_what_does_not_fit_is_refused_in_words(user):
    individuals = factories.make_competition(8)
    with pytest.raises(Refused):
        pairing_rules.save_rule(
            individuals, replace(individuals.get_pairing(), method="mitchell"), actor=user
        )
    pairs = factories.make_competition(8, kind="pairs")
    for method in ("whist", "stay"):
        with pytest.raises(Refused):
            pairing_rules.save_rule(pairs, replace(pairs.get_pairing(), method=method), actor=user)
    individuals.refresh_from_db()
    assert individuals.get_pairing().method == "lot"


@pytest.mark.parametrize("people", [24, 96])
def test_a_draw_takes_the_same_queries_for_few_and_for_many(user, people, django_assert_max_num_queries):
    competition = competition_with(user, people, seeding="strength")
    evening = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    with django_assert_max_num_queries(45):
        draw.draw_round(evening, actor=user, seed=1)


def test_two_pairs_who_cannot_leave_one_table_are_named(user):
    competition = competition_with(user, 12)
    one, two, *_rest = competition.entries.all()
    pairing_rules.save_wishes(competition, {one.pk: (None, 2), two.pk: (None, 2)}, actor=user)
    with pytest.raises(Refused) as refused:
        draw.draw_round(factories.make_evening(competition), actor=user)
    assert one.name in refused.value.message
    assert two.name in refused.value.message


def test_in_an_odd_field_everybody_rests_in_turn_and_too_many_rounds_are_told():
    user = factories.make_user()
    competition = competition_with(user, 10, rounds=6)
    evening = factories.make_evening(competition)
    client = factories.sign_in(factories.make_user("organiser", competition.club))
    for number in range(1, 6):
        round_ = factories.make_draft_round(evening, actor=user)
        page = client.get(reverse("round", args=[round_.pk])).content.decode()
        assert "With 5 to draw, 5 rounds are enough to meet everybody once" in page
        if number == 5:  # the leader, if he alone has not rested yet
            assert "Who rests stands lowest of those whose turn it is." in page
        draw.publish(round_, actor=user)
        factories.play_round(round_, user)


def test_a_schedule_in_which_everybody_meets_twice_is_no_fault(user):
    evening = factories.make_evening(factories.make_competition(8, rounds=7))
    schedules.make(evening, method="whist", actor=user)
    client = factories.sign_in(factories.make_user("organiser", evening.competition.club))
    for _number in range(7):
        round_ = factories.make_draft_round(evening, actor=user)
        page = client.get(reverse("round", args=[round_.pk])).content.decode()
        assert "Opponents again" not in page
        assert "Partners again" not in page
        draw.publish(round_, actor=user)
        factories.play_round(round_, user)
    assert "Nobody meets the same opponent more than twice." in page
