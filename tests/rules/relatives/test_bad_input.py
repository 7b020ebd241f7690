"""What cannot be judged is refused with a sentence that names it; nothing is scored."""

import json

import pytest

from scoring.rules.judge import judge_text
from scoring.rules.relatives import (
    GAMES,
    game_from_json,
    judge_deal,
    judge_match,
    legal,
    make_game,
    melds,
    possible,
)

HAND = {"trump": "S", "trick": ["7D"], "hand": ["8D", "9D"]}
DEAL = {"declarer": "A", "A": {"points": 80, "melds": 0}, "B": {"points": 50, "melds": 0}}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": ["8D", "8D"]}, "hand: 8D is named twice"),
        ({"hand": ["7D", "8D"]}, "hand: 7D lies in the trick already"),
        ({"hand": ["8X"]}, "hand: '8X' is no card"),
        ({"hand": ["6D"]}, "hand: '6D' is no card: write the rank .7 8 9 T J Q K A."),
        ({"hand": [8]}, "hand: 8 is no card"),
        ({"hand": []}, "hand: 0 cards; allowed are 1 to 9"),
        ({"hand": None}, "hand is a list of cards"),
        ({"trick": ["7D", "TD"]}, "trick: 2 cards; allowed are 0 to 1"),
        ({"trump": "X"}, "trump 'X' is no suit: allowed are C D H S"),
        ({"trump": "CD"}, "trump 'CD' is no suit"),
        ({"trump": None}, "trump None is no suit"),
        ({"trump": "NT"}, "trump 'NT' is no suit"),
    ],
)
def test_cards(change, message):
    with pytest.raises(ValueError, match=message):
        legal("klaberjass", HAND | change)


def test_nine_cards_where_eight_are_dealt():
    hand = [rank + "H" for rank in "789TJQKA"] + ["7C"]
    with pytest.raises(ValueError, match="hand: 9 cards; allowed are 1 to 8"):
        legal("clobyosh", {"trump": "S", "trick": [], "hand": hand})


def test_the_sixes_are_in_tarabish():
    assert legal("tarabish", {"trump": "S", "trick": [], "hand": ["6D"]})["legal"] == ["6D"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"declarer": "C"}, "declarer 'C': allowed are A, B, null"),
        ({"declarer": "we"}, "declarer 'we': allowed are A, B, null"),
        ({"trump": "X"}, "trump 'X': allowed are C, D, H, S, null"),
        ({"bid": "taken"}, "bid 'taken': allowed are turned, named, passed, null"),
        ({"dealer": "N"}, "dealer 'N': allowed are A, B, null"),
        ({"last": ["A"]}, "last .* allowed are A, B, null"),
        ({"we": {"points": 1}}, "field 'we' is not known"),
        ({"fus": "A"}, "field 'fus' is not known"),
        ({"A": [80]}, "A is an object with points, melds, bela and tricks"),
        ({"A": 80}, "A is an object"),
        ({"A": {"roem": 20}}, "A: field 'roem' is not known"),
        ({"A": {"points": 80.5}}, "A: points 80.5 is not a whole number"),
        ({"A": {"points": True}}, "A: points True is not a whole number"),
        ({"A": {"bela": 20}}, "A: bela 20: allowed are true, false, null"),
        ({"A": {"bela": 1}}, "A: bela 1: allowed are true, false, null"),
        ({"A": {"bela": "yes"}}, "A: bela 'yes'"),
    ],
)
def test_deals(change, message):
    with pytest.raises(ValueError, match=message):
        judge_deal("klaberjass", DEAL | change)


@pytest.mark.parametrize("data", [None, [], "80 50", 7])
def test_a_deal_is_an_object(data):
    with pytest.raises(ValueError, match="a deal is an object of fields"):
        judge_deal("klaberjass", data)


def test_a_booked_deal_has_nothing_else():
    with pytest.raises(ValueError, match="field 'declarer': beside what is booked there is nothing else"):
        judge_deal("klaberjass", {"A": 80, "B": 50, "declarer": "A"})


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("klaverjas", None, "game 'klaverjas' is not known; allowed are bima, .*zensa"),
        (7, None, "game 7 is not known"),
        ("klaberjass", {"kb_tie": "half"}, "option kb_tie: half is not allowed; allowed are maker0, carry"),
        ("klaberjass", {"tie": "carry"}, "option 'tie' is not known here; allowed are kb_tie"),
        ("klaberjass", {"derda3": 20}, "option 'derda3' is not known here"),
        ("klaberjass", {"schmeiss": 1}, "option schmeiss: 1 is not allowed; allowed are false, true"),
        ("klaberjass", {"end": "points:0"}, "option end: points:0 is not allowed"),
        ("klaberjass", ["kb_tie"], "options is an object"),
        ("derda", {"derda3": 40}, "option derda3: 40 is not allowed; allowed are 30, 20"),
        ("derda", {"derda3": True}, "option derda3: true is not allowed"),
    ],
)
def test_games_and_options(name, options, message):
    with pytest.raises(ValueError, match=message):
        judge_deal(name, DEAL, options)


@pytest.mark.parametrize("value", ["on", True])
def test_switches(value):
    assert make_game("klaberjass", {"schmeiss": value}).schmeiss is True
    assert make_game("klaberjass", {"schmeiss": "off"}).schmeiss is False


@pytest.mark.parametrize("name", sorted(GAMES))
def test_stored_games(name):
    game = make_game(name, {"end": "points:750"})
    assert game_from_json(json.loads(json.dumps(game.to_json()))) == game
    with pytest.raises(ValueError, match="version 2 of a game is not known"):
        game_from_json(game.to_json() | {"version": 2})
    with pytest.raises(ValueError, match="a game is an object"):
        game_from_json(name)


@pytest.mark.parametrize(
    ("deals", "dealer", "message"),
    [
        ("none", None, "deals is a list of deals"),
        ([DEAL, {"declarer": "X"}], None, "deal 2: declarer 'X'"),
        ([DEAL], "N", "first_dealer 'N': allowed are A, B, null"),
    ],
)
def test_matches(deals, dealer, message):
    with pytest.raises(ValueError, match=message):
        judge_match("klaberjass", deals, None, dealer)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ({"A": ["7D", "7D"]}, "A: 7D is named twice"),
        ({"A": ["7D"], "B": ["7D"]}, "hands: 7D is in two hands"),
        ({"N": ["7D"]}, "hands is an object with the cards of A, B"),
        (None, "hands is an object"),
        ({"A": [rank + suit for suit in "DH" for rank in "789TJ"]}, "A: 10 cards; allowed are 1 to 9"),
    ],
)
def test_hands(hands, message):
    with pytest.raises(ValueError, match=message):
        melds("klaberjass", {"trump": "S", "hands": hands})


@pytest.mark.parametrize("tricks", [-1, 10, "3", True])
def test_possible(tricks):
    with pytest.raises(ValueError, match=r"tricks .* allowed are 0 to 9, null"):
        possible("klaberjass", {"tricks": tricks})
    with pytest.raises(ValueError, match="B_points is not filled in"):
        possible("klaberjass", {"A": {"points": 80, "melds": 0}, "B": {"melds": 0}})


def lines(*cases):
    return list(judge_text("\n".join(map(json.dumps, cases))))


def test_the_command_judges_relatives_too():
    one, two, three = lines(
        {"id": 1, "kind": "deal", "ruleset": "klaberjass", "input": DEAL},
        {"id": 2, "kind": "deal", "ruleset": "klaberjass", "input": DEAL | {"trump": "X"}},
        {"id": 3, "kind": "match", "ruleset": "klaberjass", "deals": [DEAL] * 7},
    )
    assert (one["id"], one["A"], one["B"], one["status"]) == (1, 80, 50, "made")
    assert two == {"id": 2, "error": "trump 'X': allowed are C, D, H, S, null"}
    assert (three["winner"], three["ended_after"]) == ("A", 7)


def test_kinds_that_the_relatives_have_not():
    (answer,) = lines({"id": 1, "kind": "roem", "ruleset": "zensa"})
    assert answer["error"].startswith("kind 'roem' is not known for zensa; allowed are deal, match")
