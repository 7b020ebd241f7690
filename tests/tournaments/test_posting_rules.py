"""What the attendance rule puts in the ledger over a season: falling amounts, own averages, substitutes, closed evenings.

Every figure is worked out by hand. Five take part unless it says otherwise: four play, the fifth is who it is about.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.ledger import accept, side
from tournaments.attendance import Amount, AttendanceRule, Compensation, Substitution
from tournaments.models import Competition, Evening, Posting, Seat
from tournaments.services import attendance_rules, closing, decisions, draw_changes, posting, reseat
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db
USUAL = Substitution()


@pytest.fixture
def user():
    return factories.make_user()


def season(rule: AttendanceRule, people: int = 5, rounds: int = 1, **fields) -> Competition:
    return factories.make_competition(people, rounds=rounds, attendance=rule.to_json(), **fields)


def last_entry(competition: Competition):
    return competition.entries.order_by("pk").last()


def evening_of(
    competition: Competition, user, *scores: tuple[int, int], away: str = "", close: bool = True, **fields
) -> Evening:
    """An evening on which one table plays a round for each of `scores`; the last entry is `away`."""
    evening = factories.make_evening(competition, **fields)
    if away:
        evening.presences.filter(entry=last_entry(competition)).update(state=away)
    for we, they in scores:
        round_ = factories.make_published_round(evening, actor=user)
        accept(factories.tables(round_)[0], user, side(we), side(they))
        closing.close_round(round_, actor=user)
    if close:
        closing.close_evening(evening, actor=user)
    return evening


def given_to(entry) -> list[tuple[str, int]]:
    """What an entry got by the rule, in the order of play."""
    rows = Posting.objects.filter(entry=entry, author=None)
    rows = rows.order_by("round__evening__number", "round__number", "pk")
    return [(row.kind, row.total) for row in rows]


def ledger() -> list[tuple]:
    """Everything the ledger says, whoever wrote it and when."""
    fields = ("round", "entry", "board", "person", "kind", "points", "roem", "bonus", "total", "pits", "nats")
    rows = Posting.objects.order_by("round", "entry", "kind", "board", "pk")
    return [
        (*row, str(reason))
        for *row, reason in rows.values_list(*fields, "against", "match_points", "sheet_version", "reason")
    ]


# How often ----------------------------------------------------------------------------------------------------


def test_each_evening_missed_is_worth_less_however_many_rounds_it_has(user):
    excused = Compensation("fixed", 1500, later=(Amount("fixed", 1400), Amount("fixed", 1000)), most_times=3)
    competition = season(AttendanceRule(absent_with_notice=excused), rounds=2)
    for _evening in range(4):
        evening_of(competition, user, (1300, 1292), (1300, 1292), away="excused")
    assert [total for _kind, total in given_to(last_entry(competition))] == [
        *(1500, 1500, 1400, 1400, 1000, 1000, 0, 0)
    ]
    fourth = Posting.objects.filter(entry=last_entry(competition), round__evening__number=4).first()
    assert fourth.reason["more"] == [{"msgid": "time %(times)s of this season", "params": {"times": 4}}]


def test_a_round_of_sitting_out_is_a_time_by_itself(user):
    rule = AttendanceRule(sit_out=Compensation("fixed", 1600, pits=1, most_times=1))
    competition = season(rule, rounds=5)
    evening_of(competition, user, *[(1300, 1292)] * 5)
    evening_of(competition, user, *[(1300, 1292)] * 5)
    by_entry: dict[int, list[tuple[int, int]]] = {}
    for row in Posting.objects.filter(kind="sit_out").order_by("round__evening__number", "round__number"):
        by_entry.setdefault(row.entry_id, []).append((row.total, row.pits))
    assert len(by_entry) == 5
    for each in by_entry.values():
        assert each == [(1600, 1)] + [(0, 0)] * (len(each) - 1)
    assert sum(map(len, by_entry.values())) == 10


def test_evenings_that_do_not_count_are_no_time(user):
    excused = Compensation("fixed", 1500, later=(Amount("fixed", 1000),))
    competition = season(AttendanceRule(absent_with_notice=excused))
    evening_of(competition, user, (1300, 1292), away="excused", counts=False)
    evening_of(competition, user, (1300, 1292), away="excused")
    evening_of(competition, user, (1300, 1292), away="excused", counts=False)
    evening_of(competition, user, (1300, 1292), away="excused")
    assert [total for _kind, total in given_to(last_entry(competition))] == [1500, 1500, 1000, 1000]


def test_kinds_are_counted_each_by_itself(user):
    falling = Compensation("fixed", 1500, later=(Amount("fixed", 1000),))
    rule = AttendanceRule(absent_with_notice=falling, absent_without_notice=replace(falling, value=800))
    competition = season(rule)
    for away in ("excused", "absent", "excused", "absent"):
        evening_of(competition, user, (1300, 1292), away=away)
    assert [total for _kind, total in given_to(last_entry(competition))] == [1500, 800, 1000, 1000]


# The own average ----------------------------------------------------------------------------------------------


def own_average_after(user, own_average: str) -> int:
    """Played 1300 or 1292, then absent without notice for 300, then a penalty of 500 beside a round: then excused.

    All five scores of the last one who plays are known; who it is about plays evenings 1 and 3.
    """
    rule = AttendanceRule(
        absent_with_notice=Compensation("own_average"),
        absent_without_notice=Compensation("fixed", 300),
        own_average=own_average,
    )
    competition = season(rule, people=4)
    entry = last_entry(competition)
    four = competition.entries.order_by("pk")
    evening_of(competition, user, (1400, 1400))
    (extra,) = factories.make_people(1, competition.club, start=60)
    factories.people_service.add_entry(competition, [extra], actor=user)
    first = four[0]

    def without(who, state, *scores):
        evening = factories.make_evening(competition)
        evening.presences.filter(entry=who).update(state=state)
        for we, they in scores:
            round_ = factories.make_published_round(evening, actor=user)
            accept(factories.tables(round_)[0], user, side(we), side(they))
            closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)
        return evening

    without(entry, "absent", (1200, 1200))  # 300, a punishment
    third = without(first, "excused", (1700, 1700))
    decisions.penalise(entry, third.rounds.get(), points=500, reason="Late", actor=user)
    without(first, "excused", (1500, 1500))
    without(entry, "excused", (1000, 1000))
    return Posting.objects.get(entry=entry, kind="excused").total


def test_an_own_average_of_rounds_played_knows_no_punishment(user):
    """(1400 + 1700 + 1500) / 3 = 1533.33…: neither the 300 nor the 500 taken off is in it."""
    assert own_average_after(user, "played") == 1533


def test_an_own_average_of_what_was_given_leaves_out_punished_evenings_whole(user):
    """(1400 + 1500) / 2 = 1450: the evening with 300 and the one with the penalty are left out."""
    assert own_average_after(user, "given") == 1450


def test_what_was_given_for_an_evening_with_notice_is_in_the_average_of_the_next(user):
    """First 1400 played; excused for the own average, 1400, halved: 700. Then (1400 + 700) / 2 = 1050, halved: 525."""
    rule = AttendanceRule(absent_with_notice=Compensation("own_average", percent=50), own_average="given")
    competition = season(rule, people=4)
    evening_of(competition, user, (1400, 1400))
    (extra,) = factories.make_people(1, competition.club, start=60)
    factories.people_service.add_entry(competition, [extra], actor=user)
    entry = competition.entries.order_by("pk")[3]
    for _evening in range(2):
        evening = factories.make_evening(competition)
        evening.presences.filter(entry=entry).update(state="excused")
        round_ = factories.make_published_round(evening, actor=user)
        accept(factories.tables(round_)[0], user, side(1000), side(1000))
        closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)
    assert given_to(entry) == [("excused", 700), ("excused", 525)]
    # The same with rounds played only: 1400, halved, twice.
    played = replace(rule, own_average="played")
    Evening.objects.update(frozen=None)
    Competition.objects.update(attendance=played.to_json())
    posting.post_absences(competition.evenings.get(number=1))
    assert given_to(entry) == [("excused", 700), ("excused", 700)]


# Substitutes --------------------------------------------------------------------------------------------------


def with_substitute(user, inside=USUAL, outside=USUAL, rounds=2, guest=False, **rule):
    """Round 1: five play one table, 1500 against 1092 with a pit for who is 1500; the one who rests sits at North for
    somebody (or a `guest` who takes no part does). Returns round 1, the entry replaced, and that of who sits there.
    """
    competition = season(AttendanceRule(inside=inside, outside=outside, **rule), rounds=rounds)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    seat = Seat.objects.select_related("round__evening__competition").get(round=round_, position="N")
    if guest:
        (person,) = factories.make_people(1, competition.club, start=70)
    else:
        person = resting.people[0]
    draw_changes.substitute(seat, person, actor=user)
    accept(factories.tables(round_)[0], user, side(1400, pits=1), side(1092))
    closing.close_round(round_, actor=user)
    return round_, seat.entry, resting


def rows_in(round_, entry) -> list[tuple[str, int, int]]:
    rows = Posting.objects.filter(round=round_, entry=entry).order_by("pk")
    return [(row.kind, row.total, row.pits) for row in rows]


def test_as_it_always_was_the_score_is_for_who_is_replaced(user):
    round_, replaced, resting = with_substitute(user)
    assert rows_in(round_, replaced) == [("substitute", 1500, 1)]
    # Who sat out and filled in has no score of his own: (1500 + 1500 + 1092 + 1092) / 4 = 1296.
    assert rows_in(round_, resting) == [("sit_out", 1296, 0)]


def test_the_score_may_be_for_who_sits_in(user):
    round_, replaced, resting = with_substitute(user, inside=Substitution("substitute"))
    assert rows_in(round_, resting) == [("played", 1500, 1)]
    assert rows_in(round_, replaced) == [("excused", 0, 0)]  # as any absence with notice
    row = Posting.objects.get(round=round_, entry=resting)
    assert (row.person, row.against) == (resting.people[0], 1092)
    assert row.reason_in_words()


def test_the_score_may_be_for_both_and_counts_once_in_averages(user):
    round_, replaced, resting = with_substitute(
        user, inside=Substitution("both"), sit_out=Compensation("round_average")
    )
    assert rows_in(round_, replaced) == [("substitute", 1500, 1)]
    assert rows_in(round_, resting) == [("played", 1500, 1)]
    assert Posting.objects.get(round=round_, entry=resting).person is None
    ledger_of = attendance_rules.evening_ledger.EveningLedger(
        round_.evening, round_.evening.get_attendance(), attendance_rules.evening_ledger.Past()
    )
    assert (ledger_of.of_evening.count, ledger_of.of_evening.total) == (4, 2 * 1500 + 2 * 1092)


def test_the_score_may_be_for_nobody_with_something_else_for_who_is_replaced(user):
    half = Substitution("nobody", Amount("score", percent=50))
    round_, replaced, _resting = with_substitute(user, outside=half, guest=True)
    assert rows_in(round_, replaced) == [("substitute", 750, 0)]
    row = Posting.objects.get(round=round_, entry=replaced)
    assert [each["params"] for each in row.reason["more"]] == [
        {"points": 1500},
        {"percent": 50, "points": 750},
    ]
    # Of the scores that count: (1500 + 1092 + 1092) / 3 = 1228 for who sat out.
    assert Posting.objects.get(kind="sit_out").total == 1228


def test_a_fixed_number_for_who_is_replaced(user):
    fixed = Substitution("nobody", Amount("fixed", 1250))
    round_, replaced, _resting = with_substitute(user, outside=fixed, guest=True)
    assert rows_in(round_, replaced) == [("substitute", 1250, 0)]


def test_a_substitute_from_outside_goes_by_his_own_rule(user):
    round_, replaced, _resting = with_substitute(user, inside=Substitution("nobody"), guest=True)
    assert rows_in(round_, replaced) == [("substitute", 1500, 1)]


def play_second_round(evening, user, own, we, they):
    """Round 2 in which `own` plays with `we`: returns it."""
    round_ = factories.make_published_round(evening, actor=user)
    at = "we" if Seat.objects.get(round=round_, entry=own).position in "NS" else "they"
    scores = (we, they) if at == "we" else (they, we)
    accept(factories.tables(round_)[0], user, *scores)
    closing.close_round(round_, actor=user)
    return round_


MAY_REPLACE = Substitution("nobody", may_replace=True)


def test_who_filled_in_replaces_a_lower_round_with_its_pits_and_roem(user):
    """1400 + a pit made for somebody else, instead of 1100 with 40 roem and a nat of his own: 1500 − 1140 = 360."""
    first, _replaced, resting = with_substitute(user, inside=MAY_REPLACE)
    second = play_second_round(first.evening, user, resting, side(1100, 40, nats=1), side(1452))
    own, gain = Posting.objects.filter(round=second, entry=resting).order_by("pk")
    assert (own.kind, own.total) == ("played", 1140)
    assert (gain.kind, gain.total, gain.points, gain.roem, gain.bonus) == ("filled_in", 360, 300, -40, 100)
    assert (gain.pits, gain.nats, gain.against) == (1, -1, None)
    assert own.total + gain.total == 1500
    assert gain.reason["params"] == {"extra": 1500, "table": 1, "round": 1, "own": 1140}


def fill_in_at_table_two(user, rule=MAY_REPLACE):
    """Eight people at two tables; who sits at North of table 1 also fills in at South of table 2."""
    competition = season(AttendanceRule(inside=rule), people=8)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    one, two = factories.tables(round_)
    filler = one.seats.get(position="N")
    seat = Seat.objects.select_related("round__evening__competition").get(table=two, position="S")
    draw_changes.substitute(seat, filler.person, actor=user)
    return round_, filler.entry, seat


def test_who_is_done_fills_in_at_another_table_in_the_same_round(user):
    """1100 at his own table, 1500 with a pit at the other: 400 more, and the pit. Who was replaced was absent."""
    round_, filler, seat = fill_in_at_table_two(user)
    one, two = factories.tables(round_)
    accept(one, user, side(1100), side(1492))
    accept(two, user, side(1400, pits=1), side(1092))
    closing.close_round(round_, actor=user)
    assert rows_in(round_, filler) == [("played", 1100, 0), ("filled_in", 400, 1)]
    assert rows_in(round_, seat.entry) == [("excused", 0, 0)]
    assert Seat.objects.get(pk=seat.pk).extra
    # The own player takes his seat back: it is nobody's second seat any more.
    draw_changes.substitute(seat, seat.entry.people[0], actor=user, reason="He sat there", reviewed=True)
    assert not Seat.objects.get(pk=seat.pk).extra
    assert rows_in(round_, filler) == [("played", 1100, 0)]
    assert rows_in(round_, seat.entry) == [("played", 1500, 1)]


def test_a_third_seat_the_own_table_and_other_rules_are_refused(user):
    round_, filler, _seat = fill_in_at_table_two(user)
    person = filler.people[0]
    for table, position in ((2, "N"), (1, "E")):
        seat = Seat.objects.get(round=round_, table__number=table, position=position)
        with pytest.raises(Refused):
            draw_changes.substitute(seat, person, actor=user)
    with pytest.raises(Refused):
        fill_in_at_table_two(user, rule=Substitution("substitute"))


def test_who_fills_in_beside_his_seat_keeps_it_when_places_are_corrected(user):
    """North and East of table 2 sat in each other's place: the extra seat at South stays what it is."""
    round_, filler, seat = fill_in_at_table_two(user)
    one, two = factories.tables(round_)
    accept(one, user, side(1100), side(1492))
    accept(two, user, side(1400, pits=1), side(1092))
    places = {each.position: each.entry_id for each in two.seats.all()}
    places["N"], places["E"] = places["E"], places["N"]
    reseat.reseat(two, places, actor=user, reason="Mixed up")
    closing.close_round(round_, actor=user)
    extra = Seat.objects.get(round=round_, extra=True)
    assert (extra.position, extra.person, extra.entry) == ("S", filler.people[0], seat.entry)
    assert rows_in(round_, filler) == [("played", 1100, 0), ("filled_in", 400, 1)]


def test_the_list_of_substitutes_says_who_still_plays(user):
    round_, filler, seat = fill_in_at_table_two(user)
    draw_changes.substitute(seat, seat.entry.people[0], actor=user)
    client = factories.sign_in(factories.make_user(club=round_.evening.competition.club))
    page = client.get(reverse("substitute", args=[round_.pk, seat.pk])).content.decode()
    assert f"{filler.list_name}, when table 1 is done" in page
    assert "The score counts for neither of the two." in page
    answer = client.post(reverse("substitute", args=[round_.pk, seat.pk]), {"person": filler.people[0].pk})
    assert answer.status_code == 302
    assert Seat.objects.get(pk=seat.pk).extra


def test_a_higher_round_of_his_own_is_not_replaced(user):
    first, _replaced, resting = with_substitute(user, inside=MAY_REPLACE)
    play_second_round(first.evening, user, resting, side(1500), side(1092))
    assert not Posting.objects.filter(kind="filled_in").exists()


def test_a_correction_of_the_own_round_moves_the_gain(user):
    first, _replaced, resting = with_substitute(user, inside=MAY_REPLACE)
    second = play_second_round(first.evening, user, resting, side(1100), side(1492))
    assert Posting.objects.get(kind="filled_in").total == 400
    table = factories.tables(second)[0]
    own_side = Seat.objects.get(round=second, entry=resting).position in "NS"
    scores = (side(1250), side(1342))
    accept(table, user, *(scores if own_side else reversed(scores)))
    assert Posting.objects.get(kind="filled_in").total == 250
    # And when the substitute turns out to have been somebody else, there is none.
    (person,) = factories.make_people(1, first.evening.competition.club, start=80)
    seat = Seat.objects.get(round=first, position="N")
    draw_changes.substitute(seat, person, actor=user, reason="It was the other one", reviewed=True)
    assert not Posting.objects.filter(kind="filled_in").exists()


def test_where_pairs_play_a_substitute_has_no_score_of_his_own(user):
    competition = factories.make_competition(10, kind="pairs", rounds=1)
    with pytest.raises(Refused):
        attendance_rules.save_rule(competition, AttendanceRule(inside=Substitution("substitute")), actor=user)
    attendance_rules.save_rule(competition, AttendanceRule(outside=Substitution("nobody")), actor=user)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    resting = round_.sit_outs.get().entry
    seat = Seat.objects.filter(round=round_).order_by("pk").first()
    draw_changes.substitute(seat, resting.people[0], actor=user)
    for table in factories.tables(round_):
        accept(table, user, side(1300), side(1292))
    closing.close_round(round_, actor=user)
    assert rows_in(round_, seat.entry) == [("excused", 0, 0)]
    assert rows_in(round_, resting)[0][0] == "sit_out"


def test_a_pair_books_once_and_a_substitute_for_one_of_them_is_seen_on_either_seat(user):
    for position in "NS":
        competition = factories.make_competition(4, kind="pairs", rounds=1)
        round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
        (person,) = factories.make_people(1, competition.club, start=90)
        seat = Seat.objects.get(round=round_, position=position)
        draw_changes.substitute(seat, person, actor=user)
        accept(factories.tables(round_)[0], user, side(1300), side(1292))
        row = Posting.objects.get(round=round_, entry=seat.entry)
        assert (row.kind, row.person) == ("substitute", person)


# Teams --------------------------------------------------------------------------------------------------------


def test_a_team_has_a_row_for_each_table_and_nothing_is_given_for_its_people(user):
    competition = leagues.make_teams(4)
    division = leagues.make_division(competition=competition)
    first = next(each for each in leagues.make_fixtures(division) if each.match_day == 1)
    evening = leagues.evening_of(competition)
    round_ = leagues.draw_round(evening, [first], user)
    leagues.score_tables(round_, first, [(1500, 1400), (1250, 1600)], user)
    evening.presences.update_or_create(entry=first.home, defaults={"state": "present", "until_round": 1})
    closing.close_round(round_, actor=user)
    rows = Posting.objects.filter(round=round_).order_by("entry", "board")
    assert sorted(rows.values_list("entry", "board", "total", "against")) == sorted(
        [
            *((first.home_id, 1, 1500, 1400), (first.home_id, 2, 1250, 1600)),
            *((first.away_id, 1, 1400, 1500), (first.away_id, 2, 1600, 1250)),
        ]
    )
    # A score decided at one table leaves the other as it is; withdrawn, the sheet is back.
    row = decisions.decide_score(first.home, round_, points=1000, board=2, reason="Ill", actor=user)
    assert [(each.board, each.total) for each in rows.filter(entry=first.home)] == [(1, 1500), (2, 1000)]
    posting.post_evening(evening)
    assert [(each.board, each.total) for each in rows.filter(entry=first.home)] == [(1, 1500), (2, 1000)]
    decisions.withdraw(row, reason="Not ill", actor=user)
    assert [(each.board, each.total) for each in rows.filter(entry=first.home)] == [(1, 1500), (2, 1250)]
    with pytest.raises(Refused):
        decisions.decide_score(first.home, round_, points=1000, board=7, reason="Ill", actor=user)


# Closed evenings ----------------------------------------------------------------------------------------------


def test_a_later_rule_leaves_closed_evenings_as_they_are_and_changes_open_ones(user):
    competition = season(AttendanceRule(absent_with_notice=Compensation("fixed", 1250)))
    evening_of(competition, user, (1300, 1292), away="excused")
    running = evening_of(competition, user, (1300, 1292), away="excused", close=False)
    before = Evening.objects.get(number=1).ledger_version
    attendance_rules.save_rule(
        competition, AttendanceRule(absent_with_notice=Compensation("fixed", 1000)), actor=user
    )
    assert given_to(last_entry(competition)) == [("excused", 1250), ("excused", 1000)]
    assert Evening.objects.get(number=1).ledger_version == before
    # A correction in the closed evening goes by what was frozen.
    table = factories.tables(competition.evenings.get(number=1).rounds.get())[0]
    accept(table, user, side(1310), side(1282))
    assert given_to(last_entry(competition)) == [("excused", 1250), ("excused", 1000)]
    closing.close_evening(running, actor=user)
    assert Evening.objects.get(pk=running.pk).frozen["attendance"]["absent_with_notice"]["value"] == 1000


def test_opened_again_an_evening_goes_by_the_rule_of_now(user):
    competition = season(AttendanceRule(absent_with_notice=Compensation("fixed", 1250)))
    evening = evening_of(competition, user, (1300, 1292), away="excused")
    attendance_rules.save_rule(
        competition, AttendanceRule(absent_with_notice=Compensation("fixed", 1000)), actor=user
    )
    closing.reopen_evening(evening, actor=user)
    assert evening.frozen is None
    assert given_to(last_entry(competition)) == [("excused", 1000)]


def test_an_evening_closed_before_anything_was_frozen_keeps_the_rule_that_it_had(user):
    competition = season(AttendanceRule(absent_with_notice=Compensation("fixed", 1250)))
    evening = evening_of(competition, user, (1300, 1292), away="excused")
    Evening.objects.update(frozen=None)
    attendance_rules.save_rule(
        competition, AttendanceRule(absent_with_notice=Compensation("fixed", 1000)), actor=user
    )
    evening.refresh_from_db()
    assert evening.get_attendance().absent_with_notice.value == 1250
    posting.post_evening(evening)
    assert given_to(last_entry(competition)) == [("excused", 1250)]


def test_guests_and_substitutes_of_a_closed_evening_stay_what_they_were(user):
    first, replaced, _resting = with_substitute(user, rounds=1, outside=Substitution("nobody"), guest=True)
    evening = first.evening
    replaced.ranked = False
    replaced.save()
    closing.close_evening(evening, actor=user)
    assert evening.unranked == {replaced.pk}
    replaced.ranked = True
    replaced.save()
    # Who sat in as an outsider takes part from now on, under a rule that would give him the score.
    person = Seat.objects.get(round=first, position="N").person
    factories.people_service.add_entry(evening.competition, [person], actor=user)
    before = ledger()
    posting.post_evening(evening)
    assert ledger() == before
    assert Evening.objects.get(pk=evening.pk).unranked == {replaced.pk}
    assert factories.make_evening().unranked is None


def test_rules_of_play_of_now_do_not_change_what_a_closed_round_was_worth(user):
    """A table that nobody knows a score of: an evening of excuses only, worth 100 points for each of 16 deals."""
    rule = AttendanceRule(absent_with_notice=Compensation("own_average"))
    competition = season(rule)
    evening = evening_of(competition, user, (1300, 1292), away="excused")
    assert evening.frozen["round"] == {"deals": 16, "sides": 2, "match_points": None}
    Competition.objects.filter(pk=competition.pk).update(deals_per_round=12)
    assert attendance_rules.evening_ledger.usual_round(Evening.objects.get(pk=evening.pk))["deals"] == 16


# Whatever the order -------------------------------------------------------------------------------------------

RULE = AttendanceRule(
    sit_out=Compensation("round_average", pits=1, later=(Amount("own_average", most_percent=95),)),
    absent_with_notice=Compensation(
        "own_average", percent=90, later=(Amount("lowest_evening"),), most_times=2
    ),
    absent_without_notice=Compensation("zero"),
    left_early=Compensation("lowest"),
    own_average="given",
    inside=Substitution("nobody", may_replace=True),
    outside=Substitution("nobody", Amount("score", percent=80)),
)


def whole_season(user, order, scores) -> None:
    """Two evenings of two rounds for ten: two tables and two over. Sheets are typed in this `order` of 0 to 3 within a
    round's pair of tables, and typed wrong first where the order says so."""
    competition = season(RULE, people=10, rounds=2)
    for number in range(2):
        evening = factories.make_evening(competition)
        entries = list(competition.entries.order_by("pk"))
        evening.presences.filter(entry=entries[number]).update(state="excused")
        evening.presences.filter(entry=entries[9]).update(until_round=1)
        for half in range(2):
            round_ = factories.make_published_round(evening, actor=user, seed=7)
            if sat := round_.sit_outs.order_by("entry").first():
                seat = Seat.objects.get(round=round_, table__number=1, position="N")
                draw_changes.substitute(seat, sat.entry.people[0], actor=user)
            tables = factories.tables(round_)
            places = list(range(len(tables)))
            if order[number * 2 + half]:
                places.reverse()
                accept(tables[0], user, side(1), side(1))
            for place in places:
                we = scores[number * 4 + half * 2 + place]
                accept(tables[place], user, side(we), side(2592 - we))
            closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    order=st.lists(st.booleans(), min_size=4, max_size=4),
    scores=st.lists(st.integers(900, 1700), min_size=8, max_size=8),
)
def test_the_order_of_typing_and_making_again_change_nothing(user, order, scores):
    def told() -> list[tuple]:
        """The ledger with places in the lists for keys, so that two seasons can be compared."""
        competition = Competition.objects.order_by("pk").last()
        place = {
            pk: number
            for number, pk in enumerate(competition.entries.order_by("pk").values_list("pk", flat=True))
        }
        rows = Posting.objects.filter(round__evening__competition=competition)
        fields = ("round__evening__number", "round__number", "kind", "total", "pits", "against", "reason")
        return sorted((place[entry], *map(str, rest)) for entry, *rest in rows.values_list("entry", *fields))

    whole_season(user, [False] * 4, scores)
    straight = told()
    whole_season(user, order, scores)
    assert told() == straight
    evenings = list(Competition.objects.order_by("pk").last().evenings.order_by("number"))
    versions = [evening.ledger_version for evening in evenings]
    for evening in reversed(evenings):
        posting.post_evening(evening)
    assert told() == straight
    for evening, version in zip(evenings, versions, strict=True):
        evening.refresh_from_db()
        assert evening.ledger_version == version  # nothing was written
    kinds = set()
    for row in Posting.objects.filter(author=None):
        assert explained(row) == row.total, row.reason
        kinds.add(row.kind)
    assert {"excused", "left", "sit_out"} <= kinds


def explained(row: Posting) -> int:
    """What the sentences of a row come to: the last points they name, or the gain of who filled in."""
    sentences = [row.reason, *row.reason.get("more", [])]
    if row.kind == Posting.Kind.FILLED_IN:
        return row.reason["params"]["extra"] - row.reason["params"]["own"]
    points = [each["params"]["points"] for each in sentences if "points" in each["params"]]
    return points[-1] if points else 0
