"""One paper typed twice."""

from tournaments.rating import rows_apart

ROWS = [(100, 62), (62, 100), (81, 81), (120, 42), (162, 0), (0, 162), (90, 72), (85, 77)]


def test_the_same_rows_the_sides_exchanged_or_not():
    assert rows_apart(ROWS, list(ROWS)) == 0
    assert rows_apart(ROWS, [(they, we) for we, they in ROWS]) == 0


def test_one_deal_of_eight_may_differ_and_none_of_seven():
    slip = [(101, 61), *ROWS[1:]]
    assert rows_apart(ROWS, slip) == 1
    assert rows_apart(ROWS, [(61, 101), *((they, we) for we, they in ROWS[1:])]) == 1
    assert rows_apart(ROWS, [(101, 61), (61, 101), *ROWS[2:]]) is None
    assert rows_apart(ROWS[:7], slip[:7]) is None
    assert rows_apart(ROWS[:7], ROWS[:7]) == 0


def test_what_says_nothing():
    assert rows_apart([], []) is None, "only totals were typed"
    assert rows_apart([(81, 81)] * 16, [(81, 81)] * 16) is None
    assert rows_apart([(81, 81)] * 15 + [(100, 62)], [(81, 81)] * 15 + [(90, 72)]) is None
    assert rows_apart(ROWS, ROWS[:7]) is None
    assert rows_apart(ROWS, ROWS[::-1]) is None, "the deals of a paper stand in their order"
