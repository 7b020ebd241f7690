"""Packs, and what a deal can have: the published figures, and other methods for the same sets."""

from itertools import product
from random import Random

import pytest

from scoring.rules.relatives import GAMES, possible
from scoring.rules.relatives import reach as reach_of
from tests.rules.relatives import reference

NAMES = sorted(GAMES)


def test_every_relative_is_there():
    assert (
        sorted(
            [
                "klaberjass",
                "zensa",
                "yasman",
                "bima",
                "derda",
                "bulka",
                "darda",
                "klaberjass-3",
                "clobyosh",
                "tarabish",
            ]
        )
        == NAMES
    )


@pytest.mark.parametrize(
    ("name", "cards", "total"),
    [
        *(
            (name, 32, 162)
            for name in ("klaberjass", "zensa", "yasman", "bima", "derda", "klaberjass-3", "clobyosh")
        ),
        ("bulka", 32, 161),  # 151 and 10: trump queen 20 for 3, trump jack 2 for 20
        ("darda", 32, 161),
        ("tarabish", 36, 162),
    ],
)
def test_the_pack_is_proven_by_its_total(name, cards, total):
    game = GAMES[name]
    assert len(set(game.deck.cards)) == cards
    for trump in "CDHS":
        assert sum(game.deck.points(card, trump) for card in game.deck.cards) + 10 == total
    assert game.total() == total


def test_no_trumps_count_130():
    assert GAMES["clobyosh"].total(trumps=False) == 4 * 30 + 10 == 130


@pytest.mark.parametrize("name", NAMES)
def test_orders_and_points_are_those_of_the_tables(name):
    deck = GAMES[name].deck
    assert sorted(deck.cards) == sorted(reference.deck(name))
    for trump, led in product("CDHS", repeat=2):
        for one, other in product(deck.cards, repeat=2):
            assert deck.points(one, trump) == reference.points(name, one, trump)
            if one != other and other[1] == led:
                wins = reference.beats(name, one, other, trump)
                assert (deck.strength(one, led, trump) > deck.strength(other, led, trump)) == wins


@pytest.mark.parametrize(
    ("name", "missing", "most", "sums"),
    [
        ("klaberjass", {1}, 156, set(range(28, 157))),
        ("zensa", {1}, 156, set(range(28, 157))),
        ("bulka", {1}, 155, set(range(27, 156))),
        ("klaberjass-3", {1, 161}, 162, {*range(95, 161), 162}),
        ("clobyosh", {1, 161}, 162, {162}),
        ("darda", {1, 160}, 161, {161}),
        ("tarabish", {1, 161}, 162, {162}),
    ],
)
def test_card_points_of_a_party_and_of_all(name, missing, most, sums):
    game = GAMES[name]
    assert reach_of.one_party(game) == set(range(most + 1)) - missing
    assert reach_of.sums(game) == sums


def test_card_points_without_trumps():
    game = GAMES["clobyosh"]
    assert reach_of.one_party(game, trumps=False) == set(range(131)) - {1, 129}
    assert reach_of.sums(game, trumps=False) == {130}


def test_card_points_by_tricks_as_in_klaverjassen():
    game = GAMES["clobyosh"]
    assert reach_of.one_party(game, tricks=0) == {0}
    assert reach_of.one_party(game, tricks=1) == {0, *range(2, 67)}
    assert reach_of.one_party(game, tricks=6) == {*range(54, 57), *range(58, 161), 162}
    assert reach_of.one_party(game, tricks=8) == {162}


def test_two_cards_a_trick():
    # One trick of two: 0+0 to jack and nine of trumps, and the last trick's 10.
    pairs = {
        a + b
        for a, b in product((20, 14, 11, 10, 4, 3, 2, 0), repeat=2)
        if a != b or a in (11, 10, 4, 3, 2, 0)
    }
    game = GAMES["klaberjass"]
    assert reach_of.one_party(game, tricks=1) == pairs | {points + 10 for points in pairs}


def two_handed_pairs(name):
    """All (A, B) by one big set of bits over the 18 cards that are played: another method."""
    width, most = 34, 256
    found = 1
    for card in reference.deck(name):
        worth = reference.points(name, card, "S")
        found |= found << (most * most + worth) | found << (width * most * most + most * worth)
    pairs = set()
    for tricks in range(10):
        block = found >> (2 * tricks * width + 18 - 2 * tricks) * most * most & (1 << most * most) - 1
        for a, b in product(range(147), repeat=2):
            if block >> a * most + b & 1:
                pairs |= (
                    {(a + 10, b)}
                    if tricks == 9
                    else {(a, b + 10)}
                    if tricks == 0
                    else {(a + 10, b), (a, b + 10)}
                )
    return pairs


def test_the_pairs_of_two_players():
    pairs = two_handed_pairs("klaberjass")
    assert len(pairs) == 11_707
    game = GAMES["klaberjass"]
    asked = [(a, b) for a, b in product(range(157), repeat=2) if 28 <= a + b <= 156]
    edge = [pair for pair in asked if pair not in pairs and 1 not in pair]
    assert edge, "some pairs are refused although each number can be"
    for pair in [*edge, *Random(1).sample(asked, 300)]:
        assert reach_of.can_share(game, pair, (None, None)) == (pair in pairs), pair


def test_known_tricks_narrow_the_pairs():
    game = GAMES["klaberjass"]
    assert reach_of.can_share(game, (0, 100), (None, None))
    assert reach_of.can_share(game, (0, 100), (0, 9))
    assert not reach_of.can_share(game, (0, 28), (8, 1))  # sixteen cards worth nothing do not exist
    assert not reach_of.can_share(game, (5, 100), (None, None), last=0)  # the last trick alone is 10
    assert reach_of.can_share(game, (12, 100), (1, 8), last=0)


def test_bela_and_shown_cards_were_played():
    game = GAMES["klaberjass"]
    assert reach_of.can_share(game, (0, 28), (0, 9))
    # The 18 lowest cards hold three queens and no king: with bela in play it is 29 at least.
    assert not reach_of.can_share(game, (0, 28), (0, 9), trump="S", played=["KS", "QS"])
    assert reach_of.can_share(game, (0, 29), (0, 9), trump="S", played=["KS", "QS"])


def test_three_players():
    game = GAMES["klaberjass-3"]
    unknown = (None, None, None)
    assert reach_of.can_share(game, (54, 54, 54), unknown)
    assert reach_of.can_share(game, (0, 0, 162), unknown)
    assert not reach_of.can_share(game, (1, 60, 60), unknown)
    assert not reach_of.can_share(game, (53, 54, 54), unknown)  # 161
    # 95: the five best cards are out; what is left has nothing above a ten.
    assert reach_of.can_share(game, (30, 30, 35), unknown)


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("klaberjass", [0, 20, 40, 50, 60, 70, 100]),
        ("yasman", [0, 20, 40, 50, 60, 70, 100]),
        ("bima", [0, 20, 40, 50, 60, 70, 100]),
        ("klaberjass-3", [0, 20, 40, 50, 60, 70, 100]),
        ("zensa", [0, 20, 40, 50, 60, 70, 100, 120, 150, 200, 220, 250, 300]),
        ("derda", [0, 30, 50, 60, 80, 90, 100]),
        ("bulka", [0, 20, 40, 50, 60, 70, 100, 120, 150, 170, 200, 220, 250, 300, 350]),
        # Two hands of eight, each 0, 20, 40, 50, 70 or 100.
        ("clobyosh", sorted({a + b for a, b in product((0, 20, 40, 50, 70, 100), repeat=2)})),
    ],
)
def test_totals_of_melds(name, totals):
    game = GAMES[name]
    assert sorted(reach_of.meld_totals(game, game.parties[0])) == totals


def test_three_dardas_replace_their_sum():
    game = GAMES["bulka"].with_options({"three_dardas": 1000})
    assert reach_of.meld_totals(game, "A") == reach_of.meld_totals(GAMES["bulka"], "A") - {60} | {1000}


@pytest.mark.parametrize("name", NAMES)
def test_melds_of_random_hands_are_among_the_totals(name):
    game, random = GAMES[name], Random(name)
    for _ in range(150):
        hands = reference.deal(name, random)
        for party in game.parties:
            places = [game.seats.index(seat) for seat in game.players(party)]
            total = sum(reference.meld_points(name, hands[place]) for place in places)
            assert total in reach_of.meld_totals(game, party)


def test_possible():
    assert possible("klaberjass", {"tricks": 0}) == {
        "tricks": 0,
        "points": [0],
        "points_exact": True,
        "sums": list(range(28, 157)),
        "melds": [0],
    }
    assert possible("clobyosh", {"trump": "NT"})["points"][-1] == 130
    assert possible("klaberjass", {"points": 1})["possible"] is False
    assert possible("klaberjass", {"points": 156, "tricks": 9})["possible"] is True
    columns = {"A": {"points": 80, "melds": 0}, "B": {"points": 50, "melds": 0}}
    assert possible("klaberjass", columns)["possible"] is True
    refused = possible("klaberjass", columns | {"B": {"points": 80, "melds": 0}})
    assert refused["possible"] is False
    assert "160" in refused["reason"]
    assert refused["rule"] == "KB-DEAL"
    assert possible("klaberjass", columns | {"A": {"points": 80, "melds": 50}})["possible"] == "unknown"
