"""Sums over tables against numbers worked out by hand."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.statistics import evenings, players, tallies
from tournaments.statistics.tables import PlayedTable, Side

ANNA, BERT, CAS, DIRK, ELS = 1, 2, 3, 4, 5

# Evening 1: three rounds of 16 deals, of which the sheets say who played. Evening 2: one round, the sheet does not.
FIRST = PlayedTable(
    1, 1, 1, 16, (Side((ANNA, BERT), 1700, 200, 1, 2, 9), Side((CAS, DIRK), 1292, 100, 0, 3, 7))
)
SECOND = PlayedTable(
    1, 2, 1, 16, (Side((ANNA, CAS), 1400, 60, 0, 1, 8), Side((BERT, DIRK), 1400, 148, 1, 0, 8))
)
THIRD = PlayedTable(1, 3, 1, 16, (Side((ANNA, DIRK), 1500, 0, 0, 0, 8), Side((BERT, CAS), 1092, 0, 0, 4, 8)))
FOURTH = PlayedTable(2, 1, 1, 16, (Side((ANNA, BERT), 1800, 100, 2, 1), Side((CAS, ELS), 1000, 8, 0, 2)))
TABLES = (FOURTH, THIRD, FIRST, SECOND)  # in any order


def test_the_sums_of_a_player():
    anna = tallies.by_person(TABLES)[ANNA]
    assert (anna.rounds, anna.deals, anna.total) == (4, 64, 6400)
    assert (anna.per_round, anna.per_deal) == (1600, 100)
    assert (anna.roem, anna.roem_per_round, anna.roem_per_deal) == (360, 90, Fraction(360, 64))
    assert (anna.pits, anna.pits_against) == (3, 1)
    assert (anna.wins, anna.draws, anna.losses) == (3, 1, 0)


def test_nats_are_counted_against_deals_played_only_where_the_sheet_tells_who_played():
    anna = tallies.by_person(TABLES)[ANNA]
    # 9 + 8 + 8 of 48 deals, of which 2 + 1 + 0 nat; the nat of the fourth sheet has no declarer.
    assert (anna.told, anna.declared, anna.declared_nats, anna.made) == (48, 25, 3, 22)
    assert anna.nat_rate == Fraction(3, 25)
    assert anna.declared_rate == Fraction(25, 48)
    els = tallies.by_person(TABLES)[ELS]
    assert (els.told, els.nat_rate, els.declared_rate) == (0, None, None)
    assert els.nats == 2


def test_partners_are_counted_once_a_table():
    partners = tallies.by_partners(TABLES)
    assert sorted(partners) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (3, 5)]
    together = partners[ANNA, BERT]
    assert (together.rounds, together.total, together.per_round) == (2, 3500, 1750)


def test_a_player_has_rounds_evenings_and_company_in_order():
    anna = players.player(TABLES, ANNA)
    assert [(one.evening, one.round, one.total, one.against) for one in anna.rounds] == [
        (1, 1, 1700, 1292),
        (1, 2, 1400, 1400),
        (1, 3, 1500, 1092),
        (2, 1, 1800, 1000),
    ]
    assert anna.rounds[1].partners == (CAS,)
    assert anna.rounds[1].opponents == (BERT, DIRK)
    assert [(one.evening, one.rounds, one.total) for one in anna.evenings] == [(1, 3, 4600), (2, 1, 1800)]
    assert [(one.person, one.tally.per_round) for one in anna.partners] == [
        (BERT, 1750),
        (DIRK, 1500),
        (CAS, 1400),
    ]
    # Against Els 1800; against Cas 1700, 1500, 1800; against Dirk 1700, 1400; against Bert 1400, 1500.
    assert [(one.person, one.tally.per_round) for one in anna.opponents] == [
        (ELS, 1800),
        (CAS, Fraction(5000, 3)),
        (DIRK, 1550),
        (BERT, 1450),
    ]


def test_best_and_worst_and_half_an_evening_is_not_a_bad_one():
    anna = players.player(TABLES, ANNA)
    assert [one.total for one in anna.best_rounds] == [1800]
    assert [one.total for one in anna.worst_rounds] == [1400]
    assert [one.evening for one in anna.best_evenings] == [1]
    assert [one.evening for one in anna.worst_evenings] == [1]


def test_the_best_partner_needs_enough_rounds_together():
    anna = players.player(TABLES, ANNA)
    assert anna.best_partners == ()
    more = [PlayedTable(3, number, 1, 16, THIRD.sides) for number in (1, 2)]
    anna = players.player((*TABLES, *more), ANNA)
    assert [(one.person, one.tally.rounds) for one in anna.best_partners] == [(DIRK, 3)]
    best = players.best_partners(tallies.by_partners((*TABLES, *more)))
    assert {person: (mate, tally.rounds) for person, (mate, tally) in best.items()} == {
        ANNA: (DIRK, 3),
        DIRK: (ANNA, 3),
        BERT: (CAS, 3),
        CAS: (BERT, 3),
    }


def test_form_is_the_average_over_the_last_evenings():
    weeks = [
        PlayedTable(week, 1, 1, 16, (Side((ANNA, BERT), 1000 + 100 * week), Side((CAS, DIRK), 900)))
        for week in range(1, 7)
    ]
    assert players.player(weeks[:5], ANNA).form is None
    anna = players.player(weeks, ANNA)
    assert (anna.form, anna.tally.per_round) == (1400, 1350)  # 1200 to 1600, and 1100 to 1600


def test_nobody_who_never_played_has_anything():
    nobody = players.player(TABLES, 99)
    assert (nobody.rounds, nobody.evenings, nobody.best_rounds, nobody.worst_evenings) == ((), (), (), ())
    assert (nobody.tally.per_round, nobody.tally.per_deal, nobody.form) == (None, None, None)


def test_the_figures_of_a_season():
    found = evenings.season_figures(TABLES)
    (one, first), (two, second) = found.evenings
    assert (one, two) == (1, 2)
    assert (first.tables, first.deals, first.roem, first.pits, first.nats) == (3, 48, 508, 2, 10)
    assert first.average == Fraction(1700 + 1292 + 1400 + 1400 + 1500 + 1092, 6)
    assert (first.highest, first.lowest) == (1700, 1092)
    assert first.roem_per_deal == Fraction(508, 48)
    assert first.pit_rate == Fraction(2, 48)
    assert first.nat_rate == Fraction(10, 48)
    assert second.nat_rate is None
    assert found.whole.nat_rate == Fraction(10, 48)
    assert found.whole.people == {ANNA, BERT, CAS, DIRK, ELS}
    assert found.everywhere == {ANNA, BERT, CAS}
    assert found.average_people == 4
    assert evenings.attendance(TABLES) == {ANNA: 2, BERT: 2, CAS: 2, DIRK: 1, ELS: 1}


def test_a_list_of_three_says_only_who_was_there():
    three = PlayedTable(3, 1, 1, 0, (), (ANNA, BERT, ELS))
    found = evenings.season_figures((*TABLES, three))
    assert found.evenings[2][1].people == {ANNA, BERT, ELS}
    assert found.evenings[2][1].average is None
    assert found.whole.deals == 64
    assert tallies.by_person((*TABLES, three)) == tallies.by_person(TABLES)


def test_a_season_without_tables():
    found = evenings.season_figures(())
    assert (found.evenings, found.everywhere, found.average_people) == ((), frozenset(), None)
    assert (found.whole.average, found.whole.pit_rate, found.whole.highest) == (None, None, None)


@given(st.lists(st.integers(0, 5000), max_size=200))
def test_every_score_falls_in_one_class(scores):
    found = tallies.distribution(scores)
    assert sum(count for _low, count in found) == len(scores)
    assert len(found) <= tallies.BUCKETS + 1
    if len(found) > 1:
        width = found[1][0] - found[0][0]
        assert [low for low, _count in found] == list(range(found[0][0], found[-1][0] + width, width))
        for low, count in found:
            assert count == sum(low <= score < low + width for score in scores)
