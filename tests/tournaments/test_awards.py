"""Who wins what, worked out by hand."""

from __future__ import annotations

import pytest

from tournaments.awards import Award, Contender, Left, awards
from tournaments.prizes import Prize, PrizePlan

ANN, BOB, CEM, DIA, EEF, FAY = range(1, 7)


def field(*ranks: int | None, **given: dict[int, object]) -> list[Contender]:
    """Contenders 1, 2, 3, … with these ranks; `pits={1: 3}` gives the first three pits."""
    return [
        Contender(
            entry,
            rank,
            value=5000 - 100 * (rank or 0),
            **{name: each[entry] for name, each in given.items() if entry in each},
        )
        for entry, rank in enumerate(ranks, 1)
    ]


def won(plan: PrizePlan, contenders: list[Contender], of: str = "evening", occasion: int = 0) -> list[tuple]:
    given = awards(plan, of, contenders, occasion).given
    return [(one.by, one.place, one.entry, one.cents, one.goods) for one in given]


def plan(*prizes: Prize, **fields: object) -> PrizePlan:
    return PrizePlan(prizes, **fields)


TOP = Prize(places=(1, 2, 3), cents=(1500, 1000, 500))
WORST = Prize(name="worst", places=(1, 2))


def test_places_are_paid_in_order():
    assert won(plan(TOP), field(1, 2, 3, 4)) == [
        ("place", 1, ANN, 1500, ()),
        ("place", 2, BOB, 1000, ()),
        ("place", 3, CEM, 500, ()),
    ]


def test_a_free_list_pays_its_own_places():
    odd = Prize(places=(3, 5, 2), cents=(300, 500, 200))
    assert won(plan(odd), field(1, 2, 3, 4, 5)) == [
        ("place", 2, BOB, 200, ()),
        ("place", 3, CEM, 300, ()),
        ("place", 5, EEF, 500, ()),
    ]


def test_two_who_end_equal_share_what_their_places_are_worth():
    # Places 2 and 3 are worth 1000 + 500 together: 750 each.
    assert sorted(won(plan(TOP), field(1, 2, 2, 4))) == [
        ("place", 1, ANN, 1500, ()),
        ("place", 2, BOB, 750, ()),
        ("place", 2, CEM, 750, ()),
    ]


def test_equals_beyond_the_last_prize_divide_what_there_is():
    # Three share places 3, 4 and 5, of which only 3 has a prize: 500 cents are 167, 167 and 166.
    given = awards(plan(TOP), "evening", field(1, 2, 3, 3, 3))
    shares = sorted(one.cents for one in given.given if one.place == 3)
    assert shares == [166, 167, 167]
    assert given.cents == 3000


def test_what_is_no_money_is_won_together():
    given = awards(plan(WORST), "evening", field(1, 1, 3)).given
    assert {one.entry for one in given} == {ANN, BOB}
    assert all(one.goods == ("worst", "worst") and one.sharing == 2 for one in given)


def test_all_get_the_full_prize_of_the_best_place():
    given = awards(plan(TOP, ties="all"), "evening", field(1, 2, 2, 4))
    assert sorted((one.entry, one.cents) for one in given.given) == [(ANN, 1500), (BOB, 1000), (CEM, 1000)]
    assert given.left == (Left("place", 3, 500, ()),)


def test_the_lot_gives_each_a_place_of_his_own_and_always_the_same():
    drawn = awards(plan(TOP, ties="lot", seed=4), "evening", field(1, 2, 2, 4), occasion=3)
    second, third = drawn.given[1:]
    assert {second.entry, third.entry} == {BOB, CEM}
    assert (second.place, second.cents, third.place, third.cents) == (2, 1000, 3, 500)
    assert second.drawn
    assert third.drawn
    assert drawn == awards(plan(TOP, ties="lot", seed=4), "evening", field(1, 2, 2, 4), occasion=3)


def test_the_lot_does_not_fall_the_same_every_evening():
    first = {
        awards(plan(TOP, ties="lot"), "evening", field(1, 1), number).given[0].entry for number in range(20)
    }
    assert first == {ANN, BOB}


def test_the_poedel_goes_to_who_is_last():
    poedel = Prize("last", name="poedel")
    assert won(plan(poedel), field(1, 2, 3)) == [("last", 1, CEM, 0, ("poedel",))]
    assert awards(plan(poedel), "evening", field(1, 1, 1)).left == (Left("last", 1, 0, ("poedel",)),)
    assert awards(plan(poedel), "evening", field(1)).given == ()


def test_who_has_no_rank_wins_no_prize_for_a_place():
    assert won(plan(TOP), field(1, None, 2)) == [("place", 1, ANN, 1500, ()), ("place", 2, CEM, 1000, ())]


def test_most_pits_with_a_second_prize():
    marsen = Prize("pits", name="marsenprijs", places=(1, 2))
    contenders = field(1, 2, 3, 4, pits={ANN: 1, BOB: 5, DIA: 4})
    given = awards(plan(marsen), "evening", contenders).given
    assert [(one.entry, one.place, one.value) for one in given] == [(BOB, 1, 5), (DIA, 2, 4)]


def test_without_a_pit_nobody_wins_the_prize_for_pits():
    assert awards(plan(Prize("pits", name="wine")), "evening", field(1, 2)).left == (
        Left("pits", 1, 0, ("wine",)),
    )


def test_highest_and_lowest_round_and_most_roem():
    contenders = field(
        1,
        2,
        3,
        best={ANN: 1900, BOB: 2100, CEM: 1600},
        worst={ANN: 1500, BOB: 900, CEM: 1400},
        roem={CEM: 400, ANN: 300},
    )
    prizes = [Prize(by, name=by) for by in ("best_round", "worst_round", "roem")]
    given = awards(plan(*prizes), "evening", contenders).given
    assert [(one.by, one.entry, one.value) for one in given] == [
        ("best_round", BOB, 2100),
        ("worst_round", BOB, 900),
        ("roem", CEM, 400),
    ]


def test_fewest_nats_is_by_round_and_asks_for_half_of_the_rounds():
    # Per round: Ann 2/4, Bob 1/3, Cem 0/1 (played less than half of 4).
    contenders = field(1, 2, 3, rounds={ANN: 4, BOB: 3, CEM: 1}, nats={ANN: 2, BOB: 1})
    given = awards(plan(Prize("fewest_nats", name="wine")), "evening", contenders).given
    assert given == (Award("fewest_nats", 1, BOB, 0, ("wine",), 1),)


def test_who_has_won_is_passed_over_when_nobody_wins_twice():
    marsen = Prize("pits", name="wine")
    contenders = field(1, 2, 3, 4, pits={ANN: 3, DIA: 2})
    assert won(plan(TOP, marsen), contenders)[-1] == ("pits", 1, ANN, 0, ("wine",))
    assert won(plan(TOP, marsen, one_each=True), contenders)[-1] == ("pits", 1, DIA, 0, ("wine",))


def test_the_only_one_who_is_left_is_still_last_when_nobody_wins_twice():
    poedel = Prize("last", name="poedel")
    assert won(plan(TOP, poedel, one_each=True), field(1, 2, 3, 4))[-1] == ("last", 1, DIA, 0, ("poedel",))


def test_without_guests_the_next_takes_the_place():
    contenders = field(1, 2, 3, guest={ANN: True})
    assert won(plan(Prize(name="cup", places=(1,))), contenders)[0][2] == ANN
    assert won(plan(Prize(name="cup", places=(1,)), guests=False), contenders)[0][2] == BOB


def test_two_prizes_for_one_place_go_together():
    assert won(plan(WORST, TOP), field(1, 2, 3))[:2] == [
        ("place", 1, ANN, 1500, ("worst",)),
        ("place", 2, BOB, 1000, ("worst",)),
    ]


def test_prizes_of_the_season_are_not_given_on_an_evening():
    cup = Prize(of="season", name="cup", places=(1,))
    assert won(plan(cup), field(1, 2)) == []
    assert won(plan(cup), field(1, 2), of="season") == [("place", 1, ANN, 0, ("cup",))]


def test_places_that_nobody_takes_are_left():
    assert awards(plan(TOP), "evening", field(1, 2)).left == (Left("place", 3, 500, ()),)
    assert awards(plan(TOP), "evening", []).left == tuple(
        Left("place", place, cents, ()) for place, cents in ((1, 1500), (2, 1000), (3, 500))
    )


@pytest.mark.parametrize("ties", ["share", "all", "lot"])
def test_everybody_equal(ties):
    given = awards(plan(TOP, ties=ties), "evening", field(1, 1, 1, 1))
    cents = sorted(one.cents for one in given.given)
    assert cents == {"share": [750] * 4, "all": [1500] * 4, "lot": [500, 1000, 1500]}[ties]
