"""Explanations: the parts are the whole, to the last bit, in whatever order they are added."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rating.evenings import MONDAY, PEOPLE, evening, rounds
from tournaments.rating import (
    Book,
    Evening,
    Parameters,
    Periods,
    Played,
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
    value = pair_value(((one.week, one.change) for one in history(book, 1)), EASY)
    assert value.mean == pytest.approx(32, abs=2e-6)
    assert value.variance == pytest.approx(120 - 120**2 / 420)
    assert value.rounds == 2
    mine, partners = value, pair_value(((one.week, one.change) for one in history(book, 2)), EASY)
    assert mine == partners
    assert pair_value([], EASY) is None


def test_a_pair_is_known_better_than_its_two():
    """Together for 40 rounds: what is unknown of the pair is less than what the two variances add up to."""
    book = Book([evening(MONDAY + 7 * week, ((1, 2, 3 + week, 50 + week), 60)) for week in range(40)])
    value = pair_value(((one.week, one.change) for one in history(book, 1)), Parameters())
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
