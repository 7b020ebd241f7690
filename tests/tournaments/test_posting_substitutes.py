"""Who gets the score when somebody sits in for somebody else, at one table or at two; every figure worked out by hand."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.ledger import accept, side
from tests.tournaments.ruled import season, with_substitute
from tournaments.attendance import Amount, AttendanceRule, Compensation, Substitution
from tournaments.models import Posting, Seat
from tournaments.services import attendance_rules, closing, draw_changes, reseat
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


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
