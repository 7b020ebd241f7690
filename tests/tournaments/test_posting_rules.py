"""What the attendance rule puts in the ledger over a season: falling amounts, own averages, substitutes, closed evenings.

Every figure is worked out by hand. Five take part unless it says otherwise: four play, the fifth is who it is about.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.ledger import accept, side
from tests.tournaments.ruled import evening_of, given_to, last_entry, ledger, season, with_substitute
from tournaments.attendance import Amount, AttendanceRule, Compensation, Substitution
from tournaments.models import Competition, Evening, Posting, Seat
from tournaments.services import attendance_rules, closing, decisions, draw_changes, posting
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


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
