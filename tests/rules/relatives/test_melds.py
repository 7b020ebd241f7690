"""Melds of hands and whose count."""

from random import Random

import pytest

from scoring.rules.relatives import GAMES, melds
from scoring.rules.relatives.melds import make_meld, melds_in, worth
from tests.rules.relatives import reference


def found(name, hand):
    game = GAMES[name]
    return [(" ".join(meld.cards), meld.points) for meld in melds_in(game, hand.split())]


@pytest.mark.parametrize(
    ("name", "hand", "expected"),
    [
        ("klaberjass", "7S 8S 9S AH KD", [("7S 8S 9S", 20)]),
        ("klaberjass", "9S TS JS QS KS", [("9S TS JS QS KS", 50)]),  # four or more
        ("klaberjass", "7S 8S 9S TS JS QS KS AS", [("7S 8S 9S TS JS QS KS AS", 50)]),  # one run, not two
        ("klaberjass", "7S 8S 9S JS QS KS 7H 8H 9H", [("7H 8H 9H", 20), ("7S 8S 9S", 20), ("JS QS KS", 20)]),
        ("klaberjass", "JC JD JH JS", []),
        ("klaberjass", "9S JS QS", []),  # the order of runs is natural: the ten is missing
        ("zensa", "9S TS JS QS KS", [("9S TS JS QS KS", 100)]),
        ("zensa", "JC JD JH JS 7S", [("JC JD JH JS", 200)]),
        ("zensa", "TC TD TH TS", [("TC TD TH TS", 100)]),
        ("zensa", "9C 9D 9H 9S", []),
        # The jack of spades is worth more in the four than in the run.
        ("zensa", "JC JD JH JS TS QS", [("JC JD JH JS", 200)]),
        # Three melds are left when the tens stand in runs: 20 + 20 < 100.
        ("zensa", "TC TD TH TS 8C 9C", [("TC TD TH TS", 100)]),
        ("derda", "7S 8S 9S JH QH KH AH", [("JH QH KH AH", 50), ("7S 8S 9S", 30)]),
        ("bulka", "QC QD QH QS 9C 9D 9H 9S", [("9C 9D 9H 9S", 150), ("QC QD QH QS", 200)]),
        ("bulka", "7C 7D 7H 7S", [("7C 7D 7H 7S", 100)]),
        ("bulka", "JC JD JH JS", [("JC JD JH JS", 100)]),
        ("darda", "TC JC QC KC AC", [("TC JC QC KC AC", 100)]),
        ("tarabish", "6S 7S 8S", [("6S 7S 8S", 20)]),
        ("tarabish", "6S 7S 8S 9S", [("6S 7S 8S 9S", 50)]),
    ],
)
def test_melds_of_a_hand(name, hand, expected):
    assert sorted(found(name, hand)) == sorted(expected)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_against_the_reference(name):
    game, random = GAMES[name], Random(f"melds {name}")
    for _ in range(300):
        cards = reference.deck(name)
        # Hands of few ranks or suits, or melds are rare.
        some = random.choice(
            [
                cards,
                [card for card in cards if card[1] in "SH"],
                [card for card in cards if card[0] in "JQKA"],
            ]
        )
        hand = random.sample(some, min(game.hand, len(some)))
        assert worth(game, melds_in(game, hand)) == reference.meld_points(name, hand), hand


def test_derda_of_twenty():
    game = GAMES["derda"].with_options({"derda3": 20})
    assert worth(game, melds_in(game, ["7S", "8S", "9S"])) == 20


def test_three_dardas():
    hand = ["7S", "8S", "9S", "JS", "QS", "KS", "7H", "8H", "9H"]
    game = GAMES["bulka"].with_options({"three_dardas": 1000})
    assert worth(game, melds_in(game, hand)) == 1000
    assert worth(GAMES["bulka"], melds_in(GAMES["bulka"], hand)) == 60
    assert worth(game, melds_in(game, hand[:8])) == 40


@pytest.mark.parametrize(
    ("name", "cards", "message"),
    [
        ("klaberjass", "9H TH QH", "9H TH QH: no run of three or more"),
        ("klaberjass", "9H TH", "no run"),
        ("klaberjass", "9H TH JS", "no run"),
        ("klaberjass", "KH AH 7H", "no run"),  # round the corner
        ("klaberjass", "JC JD JH JS", "four equal of this rank are no meld"),
        ("zensa", "9C 9D 9H 9S", "four equal of this rank are no meld"),
        ("zensa", "9C 9D 9H", "neither a run of three or more nor four equal"),
        ("klaberjass", "9H TH 9H", "9H is named twice"),
        ("klaberjass", "6H 7H 8H", "'6H' is no card"),
        ("klaberjass", "9X TX JX", "'9X' is no card"),
        ("klaberjass", "", "no cards"),
    ],
)
def test_cards_that_make_no_meld(name, cards, message):
    with pytest.raises(ValueError, match=message):
        make_meld(GAMES[name], cards.split())


def judge(name, trump="S", dealer=None, options=None, **hands):
    hands = {seat: hand.split() for seat, hand in hands.items()}
    answer = melds(name, {"trump": trump, "dealer": dealer, "hands": hands}, options)
    return answer["party"], answer["points"], answer["rule"]


def test_longer_beats_higher():
    assert judge("klaberjass", A="7H 8H 9H TH", B="QD KD AD") == ("A", 50, "KB-MELD-COMPARE")
    assert judge("klaberjass", A="7H 8H 9H TH", B="8D 9D TD JD QD") == ("B", 50, "KB-MELD-COMPARE")


def test_higher_beats_trumps():
    assert judge("klaberjass", A="QD KD AD", B="TS JS QS") == ("A", 20, "KB-MELD-COMPARE")


def test_trumps_decide_equal_runs():
    assert judge("klaberjass", A="QD KD AD", B="QS KS AS") == ("B", 20, "KB-MELD-COMPARE")
    assert judge("klaberjass", A="QD KD AD", B="QS KS AS", trump="D") == ("A", 20, "KB-MELD-COMPARE")


def test_the_best_counts_all_his_runs():
    assert judge("klaberjass", A="QD KD AD", B="7S 8S 9S TH JH QH") == ("A", 20, "KB-MELD-COMPARE")
    assert judge("klaberjass", A="QD KD AD 7C 8C 9C", B="7S 8S 9S") == ("A", 40, "KB-MELD-COMPARE")


def test_runs_equal_in_everything():
    hands = {"A": "QD KD AD", "B": "QH KH AH 7S 8S 9S"}
    assert judge("klaberjass", **hands) == (None, 0, "KB-MELD-EQUAL")
    elder = {"equal_melds": "elder"}
    assert judge("klaberjass", **hands, options=elder, dealer="A") == ("B", 40, "KB-MELD-EQUAL")
    assert judge("klaberjass", **hands, options=elder, dealer="B") == ("A", 20, "KB-MELD-EQUAL")


def test_no_melds():
    assert judge("klaberjass", A="QD KD", B="QH KH") == (None, 0, "KB-MELD")


def test_fours_and_runs():
    assert judge("zensa", A="JC JD JH JS", B="TH QH KH AH")[:2] == ("A", 200)
    assert judge("zensa", A="KC KD KH KS", B="7H 8H 9H TH JH") == ("A", 100, "KB-MELD-COMPARE")
    assert judge("zensa", A="KC KD KH KS", B="AC AD AH AS 7H")[:2] == ("B", 100)
    assert judge("zensa", A="7H 8H 9H TH JH", B="7D 8D 9D TD JD QD")[:2] == ("B", 100)
    assert judge("bulka", A="9C 9D 9H 9S", B="AC AD AH AS")[:2] == ("A", 150)
    assert judge("bulka", A="QC QD QH QS", B="9C 9D 9H 9S KC KD KH KS")[:2] == ("A", 200)


def test_three_dardas_beat_everything():
    option = {"three_dardas": 1000}
    hands = {"A": "7S 8S 9S JS QS KS 7H 8H 9H", "B": "TC JC QC KC AC"}
    assert judge("bulka", **hands, options=option)[:2] == ("A", 1000)
    assert judge("bulka", **hands)[:2] == ("B", 100)


@pytest.mark.parametrize("name", ["clobyosh", "darda", "tarabish"])
def test_partners_count_together(name):
    game = GAMES[name]
    hands = {"N": "QD KD AD", "E": "TH JH QH", "S": "7S 8S 9S", "W": "TC JC QC"}
    assert judge(name, **hands, trump="H") == ("we", 40, game.rule("compare"))
    hands["E"] = "TH JH QH KH"
    assert judge(name, **hands, trump="H") == ("they", 70, game.rule("compare"))


def test_partners_with_equal_runs_do_not_beat_each_other():
    hands = {"N": "QD KD AD", "E": "TH JH QH", "S": "QC KC AC"}
    assert judge("clobyosh", **hands) == ("we", 40, "KB-MELD-COMPARE")


def test_the_elder_of_four():
    hands = {"N": "QD KD AD", "E": "QH KH AH"}
    elder = {"equal_melds": "elder"}
    assert judge("clobyosh", **hands, options=elder, dealer="N")[0] == "they"
    assert judge("clobyosh", **hands, options=elder, dealer="E")[0] == "we"
    assert judge("clobyosh", **hands, options=elder, dealer="W")[0] == "we"


def test_without_trumps_none_is_in_trumps():
    assert judge("clobyosh", N="QS KS AS", E="QH KH AH", trump="NT") == (None, 0, "KB-MELD-EQUAL")


def test_three_players():
    assert judge("klaberjass-3", A="QD KD AD", B="7S 8S 9S TS", C="JH QH KH AH")[:2] == ("C", 50)
