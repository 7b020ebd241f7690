"""Prize plans in words and as data, and what cannot be a prize."""

from __future__ import annotations

import pytest

from tournaments.prizes import MOST_PRIZES, Prize, PrizePlan, money
from tournaments.sentences import RuleError

MEAT = Prize(name="worst", places=(1, 2, 3))


def refused(**fields: object) -> str:
    with pytest.raises(RuleError) as caught:
        Prize(**{"name": "worst", "places": (1,)} | fields)
    return str(caught.value)


def test_places_of_a_free_list_stay_in_the_order_in_which_they_were_typed():
    assert Prize(name="a", places=(3, 8, 5, 10)).places_of(9) == [3, 8, 5, 10]


def test_every_fourth_place():
    assert Prize(name="a", every=4).places_of(19) == [4, 8, 12, 16]
    assert Prize(name="a", every=4).places_of(3) == []


def test_the_formula_of_four_gives_the_first_four_and_then_every_fourth():
    assert Prize(name="a", places=(1, 2, 3, 4), every=4).places_of(21) == [1, 2, 3, 4, 8, 12, 16, 20]


def test_one_prize_for_every_four_players_is_rounded_up():
    prize = Prize(name="a", per=4)
    assert [len(prize.places_of(count)) for count in (0, 1, 4, 5, 21)] == [0, 1, 1, 2, 6]


def test_a_prize_for_everybody_is_every_place():
    assert Prize(name="meat", every=1).places_of(3) == [1, 2, 3]


def test_money_follows_the_places_and_the_last_amount_is_repeated():
    prize = Prize(places=(1, 2, 3, 4), every=4, cents=(2000, 1000, 500))
    assert [prize.cents_of(index) for index in range(6)] == [2000, 1000, 500, 500, 500, 500]
    assert Prize(name="worst", places=(1,)).cents_of(0) == 0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"by": "luck"}, "“by” is one of place, last, pits"),
        ({"of": "year"}, "“of” is one of evening, season, period, title, not “year”."),
        ({"places": (1, 2, 1)}, "A place stands in this list twice."),
        ({"places": ()}, "Say for which places"),
        ({"places": (0,)}, "“places” is a whole number from 1 to 999, not 0."),
        ({"name": ""}, "Say what is won"),
        ({"name": "", "cents": (0,)}, "Say what is won"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"cents": (-1,)}, "“cents” is a whole number from 0 to 1000000, not -1."),
        ({"cents": (500, 400)}, "There are 2 amounts for 1 places: leave some out."),
        ({"by": "pits", "places": (2,)}, "Only prizes for places have a free list"),
        ({"by": "last", "places": (), "every": 4}, "Only prizes for places have a free list"),
        ({"by": "roem", "places": (), "cents": (500, 400)}, "There are 2 amounts for 1 places"),
        ({"every": True}, "“every” is a whole number from 0 to 100, not True."),
    ],
)
def test_what_cannot_be_a_prize_is_refused_with_the_reason(fields, sentence):
    assert sentence in refused(**fields)


def test_what_cannot_be_a_plan_is_refused_with_the_reason():
    for fields, sentence in [
        ({"ties": "fight"}, "“ties” is one of share, all, lot"),
        ({"seed": -1}, "“seed” is a whole number"),
        ({"guests": 1}, "“guests” is either true or false."),
        ({"prizes": (MEAT,) * (MOST_PRIZES + 1)}, "at most 40 prizes"),
    ]:
        with pytest.raises(RuleError, match=sentence):
            PrizePlan(**fields)


@pytest.mark.parametrize(
    ("prize", "sentence"),
    [
        (MEAT, "Places 1, 2, 3: worst."),
        (Prize(places=(1,), cents=(750,)), "Place 1: €\xa07.50."),
        (
            Prize(name="worst", places=(1, 2), cents=(1000, 500)),
            "Places 1, 2: worst + €\xa010.00, €\xa05.00.",
        ),
        (Prize(name="worst", every=4), "Places 4, 8, 12, …: worst."),
        (Prize(name="worst", places=(1, 2, 3, 4), every=4), "Places 1, 2, 3, 4, 8, 12, …: worst."),
        (Prize(name="worst", per=4), "From the first place on, one prize for every 4 in the list: worst."),
        (
            Prize(name="worst", places=(9,), per=4),
            "Places 9, and from the first on one for every 4 in the list: worst.",
        ),
        (Prize("last", name="poedel"), "Last place (poedel): poedel."),
        (Prize("pits", name="wine", places=(1, 2)), "Most pits, the first 2: wine."),
    ],
)
def test_a_prize_says_itself(prize, sentence):
    assert str(prize.sentence()) == sentence


def test_a_plan_says_its_prizes_and_who_can_win_them():
    plan = PrizePlan(
        (MEAT, Prize("last", name="poedel"), Prize(of="season", name="cup", places=(1,))), one_each=True
    )
    assert [str(sentence) for sentence in plan.sentences("evening")] == [
        "Places 1, 2, 3: worst.",
        "Last place (poedel): poedel.",
        "Equal results add up the prizes of the places they take and divide the money; cents that cannot be divided "
        "go by lot.",
        "Nobody wins twice: in the order above, whoever has won is passed over.",
        "Guests can win too.",
    ]
    assert str(plan.sentences("season")[0]) == "Place 1: cup."
    assert PrizePlan().sentences("evening") == []


def test_a_plan_comes_back_from_json():
    plan = PrizePlan((MEAT, Prize(every=4, cents=(100,), of="season")), ties="lot", seed=7, guests=False)
    assert PrizePlan.from_json(plan.to_json()) == plan
    assert PrizePlan.from_json({}) == PrizePlan()


def test_json_of_another_version_or_with_unknown_fields_is_refused():
    with pytest.raises(RuleError, match="version 9"):
        PrizePlan.from_json({"version": 9})
    with pytest.raises(RuleError, match="knows no field colour"):
        PrizePlan.from_json({"version": 1, "colour": "red"})
    with pytest.raises(RuleError, match="knows no field colour"):
        PrizePlan.from_json({"version": 1, "prizes": [{"by": "place", "colour": "red"}]})


def test_money_in_words():
    assert [money(cents) for cents in (0, 5, 750, 123456)] == [
        "€\xa00.00",
        "€\xa00.05",
        "€\xa07.50",
        "€\xa01234.56",
    ]
    assert money(750, ",") == "€\xa07,50"
