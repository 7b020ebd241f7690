"""Whole deals played card by card: random legal ones against the reference, revokes, bad records."""

from random import Random

import pytest

from scoring.rules.relatives import GAMES, play
from tests.rules.relatives import reference


def random_record(name, seed, trump="S"):
    random = Random(f"{name} {seed}")
    hands = reference.deal(name, random)
    tricks, winners = reference.play(name, hands, trump, random)
    game = GAMES[name]
    record = {
        "trump": trump or "NT",
        "declarer": random.choice(game.parties),
        "leader": game.seats[0],
        "tricks": tricks,
    }
    return record, hands, winners


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("name", "trump"), [*((name, "S") for name in sorted(GAMES)), ("clobyosh", None), ("darda", "H")]
)
def test_a_deal_as_it_was_played(name, trump, seed):
    record, hands, winners = random_record(name, seed, trump)
    game = GAMES[name]
    answer = play(name, record)
    assert answer["revokes"] == []
    assert [one["winner"] for one in answer["tricks"]] == [game.seats[place] for place in winners]
    points = dict.fromkeys(game.parties, 0)
    for number, (trick, place) in enumerate(zip(record["tricks"], winners, strict=True), 1):
        won = sum(reference.points(name, card, trump) for card in trick) + 10 * (number == game.hand)
        points[game.parties[place % len(game.parties)]] += won
    assert answer["points"] == points
    assert {seat: sorted(hand) for seat, hand in answer["hands"].items()} == {
        seat: sorted(hand) for seat, hand in zip(game.seats, hands, strict=True)
    }
    # Nothing that really happened is refused, and every booking is kept in the family.
    assert answer["verdict"] == "accept"
    whole = sum(points.values()) + sum(answer["melds"].values()) + game.bela * sum(answer["bela"].values())
    booked = sum(answer[party] for party in game.parties)
    assert booked == whole or answer["status"] == "tie"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_who_has_bela(name):
    game = GAMES[name]
    for seed in range(15):
        record, hands, winners = random_record(name, seed)
        holder = [place for place, hand in enumerate(hands) if {"KS", "QS"} <= set(hand)]
        party = game.parties[holder[0] % len(game.parties)] if holder else None
        won = {game.parties[place % len(game.parties)] for place in winners}
        due = party if party in won or not game.bela_needs_trick else None
        assert [one for one, has in play(name, record)["bela"].items() if has] == [due] * bool(due)
        assert not any(play(name, record | {"bela": False})["bela"].values())


def test_a_revoke():
    record, hands, _ = random_record("klaberjass", 3)
    led, answer = record["tricks"][0]
    other = next(card for card in hands[1] if card[1] not in (led[1], "S"))
    assert led[1] == answer[1], "in this deal the first trick was followed"
    # The two cards change places: B keeps the one that was due for later.
    swap = {answer: other, other: answer}
    tricks = [[swap.get(card, card) for card in trick] for trick in record["tricks"]]
    judged = play("klaberjass", record | {"tricks": tricks})
    first = judged["revokes"][0]
    assert (first["trick"], first["seat"], first["card"], first["rule"]) == (1, "B", other, "KB-PLAY-FOLLOW")
    assert set(first["legal"]) == {card for card in hands[1] if card[1] == led[1]}
    assert judged["verdict"] == "confirm"
    found = next(one for one in judged["findings"] if one["code"] == "revoke")
    assert (found["severity"], found["rule"]) == ("irregular", "KB-PLAY-FOLLOW")


def test_shown_melds_must_lie_in_the_hand():
    record, hands, _ = random_record("klaberjass", 1)
    runs = [[rank + suit for rank in "JQK"] for suit in "CDHS"]
    run = next(run for run in runs if not set(run) <= set(hands[0]))
    with pytest.raises(ValueError, match="is not in the hand"):
        play("klaberjass", record | {"announced": {"A": [run]}})
    assert play("klaberjass", record | {"announced": {}})["melds"] == {"A": 0, "B": 0}


def changed(name, seed=0, **changes):
    return random_record(name, seed)[0] | changes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tricks: tricks[:8], "8 tricks; a deal has 9"),
        (lambda tricks: [tricks[0], tricks[0], *tricks[2:]], "trick 2: .. was played in trick 1 already"),
        (lambda tricks: [tricks[0][:1], *tricks[1:]], "trick 1: 1 cards; a trick is 2"),
        (lambda tricks: [["7X", "8S"], *tricks[1:]], "trick 1: '7X' is no card"),
        (lambda tricks: [["6S", "8S"], *tricks[1:]], "trick 1: '6S' is no card"),
        (lambda tricks: ["7S", *tricks[1:]], "trick 1: a trick is a list of cards"),
        (lambda tricks: None, "tricks is a list of 9 tricks"),
    ],
)
def test_records_that_cannot_be(change, message):
    record = changed("klaberjass")
    with pytest.raises(ValueError, match=message):
        play("klaberjass", record | {"tricks": change(record["tricks"])})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"declarer": "we"}, "declarer 'we': allowed are A, B"),
        ({"leader": "N"}, "leader 'N': allowed are A, B"),
        ({"trump": "NT"}, "trump 'NT' is no suit: allowed are C D H S"),
        ({"bela": 20}, "bela 20: allowed are true, false"),
    ],
)
def test_other_faults_of_a_record(change, message):
    with pytest.raises(ValueError, match=message):
        play("klaberjass", changed("klaberjass", **change))
