"""What a few rounds teach, worked out by hand, and beside the same formulas in fractions."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rating.evenings import MONDAY, PEOPLE, evening, rounds
from tournaments.rating import Book, Evening, Parameters, Periods, State, rate

EASY = Parameters(
    newcomer_mean=0, newcomer_variance=100, drift=2, hand_variance=25, club_variance=25, club_drift=1
)
"""Four deals of luck are 100, as much as one newcomer."""
ANN, BEN, CAS, DIRK, EVA, FRED = range(1, 7)


def values(book: Book) -> dict[int, tuple[float, float]]:
    people = book.state.people
    return {person: people.get(person)[:2] for person in sorted(people.place)}


def book_of(*evenings: Evening) -> Book:
    return Book(evenings, Periods(EASY))


def test_five_rounds_by_hand():
    """Ann and Ben beat Cas and Dirk by 50: total 4 × 100 + 100 = 500, everybody's share 1/5, so ± 10; variance 100 - 20.

    Then Ann and Cas beat Ben and Dirk by 42: expected (10 - 10) - (10 - 10) = 0, total 4 × 80 + 100 = 420, share 4/21,
    so ± 8: Ann 18, Ben 2, Cas -2, Dirk -18; variance 80 - 80 × 4/21 = 1360/21.

    Three weeks later those four have 6 more: 1486/21. Ann and Ben lose 30 against Eva and Fred, who are new: expected
    20, surprise -50, total 2 × 1486/21 + 300 = 9272/21, shares 1486/9272 and 2100/9272: Ann and Ben lose 50 × 743/4636.
    The same evening Cas and Dirk, expected -20 against nobody new, draw with the same two, who have 50 × 2100/9272 each
    and variance 100 - 100 × 2100/9272: total 2 × 1486/21 + 2 × 717200/9272 + 100.
    """
    first = evening(MONDAY, ((ANN, BEN, CAS, DIRK), 50), ((ANN, CAS, BEN, DIRK), 42))
    book = book_of(first)
    after = pytest.approx(1360 / 21, abs=1e-9)
    assert values(book) == {ANN: (18, after), BEN: (2, after), CAS: (-2, after), DIRK: (-18, after)}

    book.change(put=[evening(MONDAY + 21, ((ANN, BEN, EVA, FRED), -30), ((CAS, DIRK, EVA, FRED), 0))])
    lost = Fraction(50 * 1486, 9272)
    eva, unsure = Fraction(50 * 2100, 9272), 100 - Fraction(100 * 2100, 9272)
    total = 2 * Fraction(1486, 21) + 2 * unsure + 100
    won = (20 + 2 * eva) * Fraction(1486, 21) / total
    told = {person: mean for person, (mean, _variance) in values(book).items()}
    assert told[ANN] == pytest.approx(float(18 - lost), abs=2e-6)
    assert told[BEN] == pytest.approx(float(2 - lost), abs=2e-6)
    assert told[CAS] == pytest.approx(float(-2 + won), abs=2e-6)
    assert told[EVA] == told[FRED] == pytest.approx(float(eva - (20 + 2 * eva) * unsure / total), abs=2e-6)


def test_two_clubs_meet():
    """Total 4 × 100 + 2² × 25 + 2² × 25 + 100 = 700; surprise 70: people's share 1/7 is 10, a club's 50/700 is 5.

    Club 2 loses what club 1 wins; what is unknown of either is 25 - 50²/700.
    """
    book = book_of(evening(MONDAY, ((ANN, BEN, CAS, DIRK), 70, (1, 1, 2, 2))))
    assert [mean for mean, _variance in values(book).values()] == [10, 10, -10, -10]
    assert book.state.clubs.get(1)[:2] == (5, pytest.approx(25 - 2500 / 700))
    assert book.state.clubs.get(2)[:2] == (-5, pytest.approx(25 - 2500 / 700))


def test_a_guest_at_a_table_of_clubs():
    """One of club 2 sits in for club 1: club 1 has 1 for and 2 against it, club 2 one for: -1 and +1.

    Total 400 + 25 + 25 + 100 = 550; surprise 55: people 10, clubs 25/550 × 55 = 2.5.
    """
    book = book_of(evening(MONDAY, ((ANN, BEN, CAS, DIRK), 55, (1, 2, 1, 1))))
    assert values(book)[ANN][0] == 10
    assert (book.state.clubs.get(1).mean, book.state.clubs.get(2).mean) == (-2.5, 2.5)


def test_among_clubmates_the_level_says_nothing():
    own = book_of(evening(MONDAY, ((ANN, BEN, CAS, DIRK), 50, (1, 1, 1, 1))))
    split = book_of(evening(MONDAY, ((ANN, BEN, CAS, DIRK), 50, (1, 2, 1, 2))))
    none = book_of(evening(MONDAY, ((ANN, BEN, CAS, DIRK), 50)))
    assert own.digest() == split.digest() == none.digest()
    assert own.state.clubs.get(1) is None


def test_nobody_gets_less_sure_than_a_newcomer():
    """Variance 80 after one round; 10 weeks add 20, and so do 500."""
    for weeks in (10, 500):
        book = book_of(
            evening(MONDAY, ((ANN, BEN, CAS, DIRK), 50)),
            evening(MONDAY + 7 * weeks, ((ANN, BEN, CAS, DIRK), 0)),
        )
        told = book.tell((MONDAY + 7 * weeks, 1))
        assert told[0].known.variances == (100, 100, 100, 100)


def test_weeks_go_from_monday_to_sunday():
    one = evening(MONDAY, ((ANN, BEN, CAS, DIRK), 50))
    sunday, next_monday = (
        book_of(one, evening(MONDAY + days, ((ANN, BEN, CAS, DIRK), 50))).tell((MONDAY + days, 1))[0]
        for days in (6, 7)
    )
    assert sunday.known.variances == pytest.approx((80,) * 4)
    assert next_monday.known.variances == pytest.approx((82,) * 4)


def in_fractions(evenings: list[Evening], known: Parameters) -> dict[int, tuple[Fraction, Fraction]]:
    """The formulas of the design without any rounding, for evenings without clubs."""
    newcomer = (Fraction(known.newcomer_mean), Fraction(known.newcomer_variance))
    state: dict[int, tuple[Fraction, Fraction]] = {}
    last: dict[int, int] = {}
    for one in sorted(evenings, key=lambda one: one.key):
        for played in one:
            for person in played.people:
                mean, variance = state.get(person, newcomer)
                weeks = one.week - last.get(person, one.week)
                state[person] = (mean, min(newcomer[1], variance + Fraction(known.drift) * weeks))
                last[person] = one.week
            signs = dict(zip(played.people, (1, 1, -1, -1), strict=True))
            total = sum(state[p][1] for p in signs) + Fraction(known.hand_variance) * played.deals
            surprise = played.difference - sum(sign * state[p][0] for p, sign in signs.items())
            for person, sign in signs.items():
                mean, variance = state[person]
                state[person] = (mean + sign * variance / total * surprise, variance - variance**2 / total)
    return state


@settings(max_examples=25, deadline=None)
@given(st.lists(rounds(least=1, clubs=False), min_size=1, max_size=3))
def test_the_same_in_fractions(played):
    """Every change is rounded to 1/2**20, so a dozen rounds stay within a hundred-thousandth of a point."""
    evenings = [Evening(MONDAY + 9 * number, 1, rounds) for number, rounds in enumerate(played)]
    known = Parameters()
    book = Book(evenings)
    for person, (mean, variance) in in_fractions(evenings, known).items():
        assert book.state.people.get(person).mean == pytest.approx(float(mean), abs=2e-5)
        assert book.state.people.get(person).variance == pytest.approx(float(variance), abs=1e-5)


@given(rounds(least=1))
def test_no_seat_is_privileged(played):
    """Partners exchanged, and the sides exchanged with the sign of the difference: the same bits."""

    def turned(one):
        (north, south, east, west), clubs = one.people, one.clubs
        return one._replace(
            people=(west, east, north, south),
            difference=-one.difference,
            clubs=clubs and (clubs[3], clubs[2], clubs[0], clubs[1]),
        )

    assert (
        Book([Evening(MONDAY, 1, played)]).digest()
        == Book([Evening(MONDAY, 1, map(turned, played))]).digest()
    )


@given(rounds(least=1), st.integers(-5000, 5000))
def test_what_is_unknown_does_not_depend_on_scores(played, more):
    changed = [one._replace(difference=one.difference + more) for one in played]
    one, other = (Book([Evening(MONDAY, 1, rounds)]).state.people for rounds in (played, changed))
    assert one.variances == other.variances


@given(rounds(least=1, clubs=False))
def test_equal_people_win_what_others_lose(played):
    """In a first round everybody's share is the same, so all changes together are nothing."""
    first = [one for one in played if one.round == 1]
    means = Book([Evening(MONDAY, 1, first)]).state.people.means
    assert sum(means) == len(means) * Parameters().newcomer_mean


@given(rounds(least=1))
def test_who_does_not_play_is_not_moved(played):
    """Who rests, is absent or gets points from the organiser is in no rated round."""
    state = State()
    rate(state, evening(MONDAY, ((ANN, BEN, CAS, DIRK), 90)), EASY)
    before = {person: state.people.get(person) for person in range(1, PEOPLE + 1)}
    evening_ = Evening(MONDAY + 7, 1, played)
    rate(state, evening_, EASY)
    for person in set(before) - set(evening_.people):
        assert state.people.get(person) == before[person]
