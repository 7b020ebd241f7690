"""Explanations: the parts are the whole, to the last bit, in whatever order they are added."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rating.evenings import MONDAY, PEOPLE, evening, rounds
from tournaments.rating import (
    Book,
    Company,
    Evening,
    Parameters,
    Periods,
    Played,
    band,
    opponents,
    pack_history,
    pair_value,
    partners,
    unpack_history,
)

EASY = Parameters(newcomer_mean=0, newcomer_variance=100, drift=2, hand_variance=25)


def history(book: Book, person: int) -> list[Played]:
    return [
        Played(*one.key, table.of(person))
        for one in book
        for table in book.tell(one.key)
        if person in table.people
    ]


@settings(deadline=None)
@given(st.lists(rounds(least=1), min_size=1, max_size=4), st.randoms())
def test_changes_sum_to_the_last_bit(played, lot):
    evenings = [Evening(MONDAY + 7 * at, 1, rounds) for at, rounds in enumerate(played)]
    book = Book(evenings)
    for person in range(1, PEOPLE + 1):
        rounds_ = history(book, person)
        if not rounds_:
            assert book.state.people.get(person) is None
            continue
        value = book.state.people.get(person)
        changes = [one.change.change for one in rounds_]
        lot.shuffle(changes)
        assert rounds_[0].change.before + sum(changes) == value.mean
        assert rounds_[-1].change.variance == value.variance
        assert len(rounds_) == value.rounds
        for one, following in pairwise(rounds_):
            assert one.change.after == following.change.before
        for _day, _event, change in rounds_:
            own, partner, first, second = change.means
            assert second + first - partner - own - change.level == -change.expected
            assert change.expected + change.surprise == change.result


@given(rounds(least=1))
def test_four_views_of_one_table(played):
    book = Book([Evening(MONDAY, 1, played)])
    for table in book.tell((MONDAY, 1)):
        north, south, east, west = map(table.of, table.people)
        assert north.expected == south.expected == -east.expected == -west.expected == table.expected
        assert north.chance == pytest.approx(1 - west.chance)
        assert north.others == (table.people[1], table.people[2], table.people[3])
        assert east.others == (table.people[3], table.people[0], table.people[1])
        shares = sum(one.share for one in (north, south, east, west))
        assert shares < 1, "the rest is luck, and the clubs"


def test_a_round_by_hand():
    """Before: everybody ± 10 with variance 80. Ann (10) and Cas (-10) against Ben (10) and Eva, who is new (0, 100).

    Expected 0 - 10 = -10; total 3 × 80 + 100 + 100 = 440. They win by 34: surprise 44, a tenth of the total, so Ann's
    share 80/440 gives 8 and Eva loses 10. 34 more than -10 is 44/√440 = 2.098 standard deviations; the chance to win
    was Φ(-10/√440) = Φ(-0.4767) = 31.7 %.
    """
    book = Book([evening(MONDAY, ((1, 2, 3, 4), 50)), evening(MONDAY + 1, ((1, 3, 2, 5), 34))], Periods(EASY))
    (table,) = book.tell((MONDAY + 1, 1))
    ann, eva = table.of(1), table.of(5)
    assert (ann.before, ann.expected, ann.result, ann.surprise) == (10, -10, 34, 44)
    assert ann.share == pytest.approx(80 / 440)
    assert (ann.change, ann.after, eva.change) == (8, 18, -10)
    assert ann.deviations == pytest.approx(2.0976, abs=1e-4)
    assert ann.chance == pytest.approx(0.3168, abs=1e-4)
    assert table.luck == pytest.approx((44 * 44 - 340) / 4)


def test_a_history_survives_as_bytes():
    book = Book([evening(MONDAY, ((1, 2, 3, 4), 50, (1, 1, 2, 2)), ((1, 3, 2, 4), -42_000), event=77)])
    rounds_ = history(book, 3)
    assert unpack_history(pack_history(rounds_)) == rounds_
    assert unpack_history(pack_history([])) == []


def test_a_pair_by_hand():
    """1 and 2 always together. First they win by 50: from 0 with 200, total 500, their share 2/5 is 20; 200 - 80 is left.

    Next, in the same week, against two newcomers: expected 20, total 120 + 200 + 100 = 420, they win by 62: surprise
    42, share 120/420, so + 12; variance 120 - 120²/420.
    """
    book = Book(
        [evening(MONDAY, ((1, 2, 3, 4), 50)), evening(MONDAY + 1, ((5, 6, 2, 1), -62))], Periods(EASY)
    )
    value = pair_value(((one.week, one.change) for one in history(book, 1)), EASY, week=MONDAY // 7)
    assert value.mean == pytest.approx(32, abs=2e-6)
    assert value.variance == pytest.approx(120 - 120**2 / 420)
    assert value.rounds == 2
    assert value == pair_value(((one.week, one.change) for one in history(book, 2)), EASY, week=MONDAY // 7)
    assert pair_value([], EASY, week=MONDAY // 7) is None


def test_a_pair_that_has_stopped_fades_by_hand():
    """After the round of 50 a pair keeps 120. Two who do not play gain 2 each a week: 10 weeks later 120 + 40 = 160.

    Then they win by 20 + 44 against two newcomers: total 160 + 200 + 100 = 460, so 160 - 160²/460 is left, and 25 weeks
    after that 100 more; never more than two newcomers have, 200. A week that has been fades nothing.
    """
    week = MONDAY // 7
    book = Book(
        [evening(MONDAY, ((1, 2, 3, 4), 50)), evening(MONDAY + 70, ((1, 2, 5, 6), 64))], Periods(EASY)
    )
    rounds_ = [(one.week, one.change) for one in history(book, 1)]
    once = [pair_value(rounds_[:1], EASY, week=week + later) for later in (-3, 0, 10, 20, 99)]
    assert [value.variance for value in once] == pytest.approx([120, 120, 160, 200, 200])
    assert {value.mean for value in once} == {once[0].mean}, "nobody falls for not playing"
    left = 160 - 160**2 / 460
    twice = [pair_value(rounds_, EASY, week=week + 10 + later).variance for later in (0, 25)]
    assert twice == pytest.approx([left, min(200, left + 100)])


def test_the_pair_of_the_audit_by_hand():
    """853 when they stopped, 75 weeks ago: 853 + 75 × 2 × 2.84² = 2062.84, so 1.28 × 1.08 × √2062.84 = 62.79."""
    week = MONDAY // 7
    change = Book([evening(MONDAY, ((1, 2, 3, 4), 0))]).tell((MONDAY, 1))[0].of(1)
    left = 853.0
    # a first round with a pair that is known so well, and so much luck, that it leaves 853
    change = change._replace(variances=(500.0, 500.0), total=1e6 / (1000 - left))
    value = pair_value([(week, change)], Parameters(), week=week + 75)
    assert band(value.variance) == pytest.approx(62.79, abs=0.01)


def test_a_pair_is_known_better_than_its_two():
    """Together for 40 rounds: what is unknown of the pair is less than what the two variances add up to."""
    book = Book([evening(MONDAY + 7 * week, ((1, 2, 3 + week, 50 + week), 60)) for week in range(40)])
    value = pair_value(
        ((one.week, one.change) for one in history(book, 1)), Parameters(), week=MONDAY // 7 + 39
    )
    alone = book.state.people.get(1).variance + book.state.people.get(2).variance
    assert value.variance < alone
    assert not math.isclose(value.mean, 0)


def test_company_by_hand():
    """With 2 he wins by 50 and then loses by 30 (surprises of 50 and -50 from 0 and 20), with 3 a round by 10."""
    book = Book(
        [
            evening(MONDAY, ((1, 2, 3, 4), 50)),
            evening(MONDAY + 1, ((1, 2, 5, 6), -30)),
            evening(MONDAY + 2, ((7, 8, 3, 1), -10)),
        ],
        Periods(EASY),
    )
    changes = [one.change for one in history(book, 1)]
    two, three = partners(changes)
    assert (two.person, two.rounds, two.won, two.difference) == (2, 2, 1, 20)
    assert two.above == pytest.approx((50 - 50) / 2, abs=1e-5)
    assert two.error == pytest.approx(math.sqrt(500 + (2 * 80 + 200 + 100)) / 2)
    assert (three.person, three.rounds, three.won) == (3, 1, 1)
    assert [(one.person, one.rounds) for one in opponents(changes)] == [
        (3, 1),
        (4, 1),
        (5, 1),
        (6, 1),
        (7, 1),
        (8, 1),
    ]


def test_clear_is_what_luck_hardly_does_in_a_whole_table():
    """One of one: 1.96 standard errors; the best of four: a share of 0.05 / 4 of all cases, 2.498; of forty: 3.227."""
    one = Company(person=1, rounds=10, won=6, difference=900, above=0.0, error=100.0, compared=1)
    for compared, reach in ((1, 196.0), (4, 249.8), (40, 322.7)):
        near, over = (one._replace(above=reach + by, compared=compared) for by in (-0.1, 0.1))
        assert (near.clear, over.clear) == (False, True), compared
        assert over._replace(above=-over.above).clear
        assert over.reach == pytest.approx(reach, abs=0.05)
        assert not over._replace(rounds=9).clear, "too few rounds to say anything"


def test_only_those_with_enough_rounds_are_compared():
    """Ten rounds with 2, nine with 3; against 4 and 5 all nineteen, and twelve of them, so seven, against others."""
    tables = [((1, 2 if at < 10 else 3, 4, 5), 10) for at in range(12)]
    tables += [((1, 3, 4, 6), 10)] * 7
    book = Book([evening(MONDAY, *tables)])
    changes = [one.change for one in history(book, 1)]
    assert [(one.person, one.rounds, one.compared) for one in partners(changes)] == [(2, 10, 1), (3, 9, 1)]
    assert [(one.person, one.rounds, one.compared) for one in opponents(changes)] == [
        (4, 19, 2),
        (5, 12, 2),
        (6, 7, 2),
    ]


def test_where_all_is_luck_a_table_says_clear_in_one_of_twenty_at_most():
    """4,000 tables of thirty partners whose results are luck alone: 5 % may be mistaken, and not far fewer are."""
    lot = Random(7)
    empty = Company(person=1, rounds=12, won=0, difference=0, above=0.0, error=150.0, compared=30)
    mistaken = sum(
        any(empty._replace(above=lot.gauss(0, 150)).clear for _partner in range(30)) for _table in range(4000)
    )
    assert 0.035 < mistaken / 4000 < 0.062
