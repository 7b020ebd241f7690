"""What holds for every deal of every relative, whatever is typed."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.relatives import GAMES, judge_deal, judge_match, legal, melds
from tests.rules.relatives import reference

NAMES = st.sampled_from(sorted(GAMES))
SETTINGS = settings(max_examples=60, deadline=None)


@st.composite
def deals(draw):
    """A game, options, and a row that may or may not be possible."""
    game = GAMES[draw(NAMES)]
    options = {}
    if "kb_tie" in game.options:
        options["kb_tie"] = draw(st.sampled_from(["maker0", "carry"]))
    points = [draw(st.integers(0, 162)) for _ in game.parties]
    if len(points) == 2 and draw(st.booleans()):
        points[1] = max(0, draw(st.sampled_from([130, game.total()])) - points[0])
    columns = {
        party: {
            "points": own,
            "melds": draw(st.sampled_from([0, 0, 20, 30, 50, 70, 100])),
            "bela": draw(st.booleans()),
        }
        for party, own in zip(game.parties, points, strict=True)
    }
    if draw(st.booleans()):
        for column in list(columns.values())[1:]:
            column |= {"melds": 0, "bela": False}
    bid = {"bid": "notrump"} if game.no_trumps and draw(st.booleans()) else {}
    maker = draw(st.sampled_from(game.parties))
    return game, {"declarer": maker, **columns, **bid}, options


@given(deals())
@SETTINGS
def test_what_is_booked_is_what_was_won(case):
    game, data, options = case
    answer = judge_deal(game.name, data, options)
    booked = [answer[party] for party in game.parties]
    if answer["verdict"] == "refuse":
        assert booked == [None] * len(booked)
        assert answer["findings"]
        return
    own = {
        party: data[party]["points"] + data[party]["melds"] + 20 * data[party]["bela"]
        for party in game.parties
    }
    maker = data["declarer"]
    best = max(total for party, total in own.items() if party != maker)
    if answer["status"] == "tie":
        assert own[maker] == best
        assert sum(booked) == sum(own.values()) - own[maker]
    else:
        assert sum(booked) + answer["carried"] == sum(own.values())
    assert (answer[maker] == own[maker]) == (own[maker] > best or own[maker] == 0)
    assert answer["status"] == {1: "made", -1: "bete"}.get(
        (own[maker] > best) - (own[maker] < best), "carried" if options.get("kb_tie") == "carry" else "tie"
    )


@given(deals())
@SETTINGS
def test_the_players_may_change_columns(case):
    game, data, options = case
    if len(game.parties) != 2:
        return
    one, other = game.parties
    swap = {one: other, other: one}
    mirrored = data | {one: data[other], other: data[one], "declarer": swap[data["declarer"]]}
    left, right = judge_deal(game.name, data, options), judge_deal(game.name, mirrored, options)
    assert (left[one], left[other]) == (right[other], right[one])
    assert left["status"] == right["status"]


@given(st.lists(deals(), max_size=8), NAMES)
@SETTINGS
def test_totals_of_a_match_are_the_sum_of_its_deals(cases, name):
    game = GAMES[name]
    rows = [data for one, data, _ in cases if one.parties == game.parties and "bid" not in data]
    answer = judge_match(name, rows)
    counting = answer["deals"][: answer["ended_after"]]
    for party in game.parties:
        assert answer["totals"][party] == sum(deal[party] or 0 for deal in counting)
    if answer["ended_after"]:
        assert max(answer["totals"].values()) >= 500
        before = answer["running"][: answer["ended_after"] - 1]
        assert all(max(totals.values()) < 500 or len({*totals.values()}) < len(totals) for totals in before)


@given(NAMES, st.randoms(use_true_random=False), st.sampled_from(list(permutations("CDHS"))))
@SETTINGS
def test_suits_may_change_names(name, random, order):
    other = dict(zip("CDHS", order, strict=True))
    game = GAMES[name]
    cards = random.sample(reference.deck(name), game.hand + len(game.seats) - 1)
    number = random.randint(0, len(game.seats) - 1)
    case = {"trump": "S", "trick": cards[:number], "hand": cards[number:][: game.hand]}
    renamed = {
        "trump": other["S"],
        **{key: [card[0] + other[card[1]] for card in case[key]] for key in ("trick", "hand")},
    }
    answer, again = legal(name, case), legal(name, renamed)
    assert again["rule"] == answer["rule"]
    assert again["legal"] == [card[0] + other[card[1]] for card in answer["legal"]]
    hands = reference.deal(name, random)
    given_hands = dict(zip(game.seats, hands, strict=True))
    moved = {seat: [card[0] + other[card[1]] for card in hand] for seat, hand in given_hands.items()}
    one = melds(name, {"trump": "S", "hands": given_hands})
    two = melds(name, {"trump": other["S"], "hands": moved})
    assert [one[key] for key in ("party", "points", "rule")] == [
        two[key] for key in ("party", "points", "rule")
    ]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_legal_card_always_exists(name):
    game = GAMES[name]
    for card in game.deck.cards:
        for led in ("7C", "8S"):
            if card != led:
                assert legal(name, {"trump": "S", "trick": [led], "hand": [card]})["legal"] == [card]
