"""What may be played, with the rule that says so; then against the reference."""

import os
from random import Random

import pytest

from scoring.rules.relatives import GAMES, legal
from scoring.rules.relatives.legal import legal_cards
from tests.rules.relatives import reference

FULL = os.environ.get("KLAVERCLUB_TEST_FULL") == "1"
POSITIONS = 20_000 if FULL else 400


def ask(name, trick, hand, trump="S"):
    answer = legal(name, {"trump": trump, "trick": trick.split(), "hand": hand.split()})
    return " ".join(answer["legal"]), answer["rule"]


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        ("", "7C JS AH", ("7C JS AH", "KB-PLAY-LEAD")),
        ("KD", "7D AD JS TC", ("7D AD", "KB-PLAY-FOLLOW")),  # no duty to beat a plain suit
        ("KD", "7S JS TC", ("7S JS", "KB-PLAY-RUFF")),
        ("KD", "TC AH", ("TC AH", "KB-PLAY-FREE")),
        ("TS", "AS KS 9S TC", ("AS 9S", "KB-PLAY-OVER")),
        ("JS", "AS 9S TC", ("AS 9S", "KB-PLAY-UNDER")),
        ("TS", "TC AH", ("TC AH", "KB-PLAY-FREE")),
        ("JD", "9D 8S", ("9D", "KB-PLAY-FOLLOW")),  # a plain jack is no jass
    ],
)
@pytest.mark.parametrize("name", ["klaberjass", "zensa", "yasman", "bima", "derda"])
def test_two_players(name, trick, hand, expected):
    assert ask(name, trick, hand) == expected


def test_yasman_keeps_the_lone_jack():
    assert ask("yasman", "KD", "JS TC AH") == ("JS TC AH", "KBY")
    assert ask("klaberjass", "KD", "JS TC AH") == ("JS", "KB-PLAY-RUFF")
    assert ask("yasman", "KD", "JS 7S TC") == ("JS 7S", "KB-PLAY-RUFF")  # not alone
    assert ask("yasman", "KD", "9S TC") == ("9S", "KB-PLAY-RUFF")  # not the jack
    assert ask("yasman", "9S", "JS TC AH") == ("JS", "KB-PLAY-OVER")  # a trump lead
    assert ask("yasman", "KD", "JS 7D") == ("7D", "KB-PLAY-FOLLOW")


@pytest.mark.parametrize("name", ["bulka", "darda"])
def test_the_queen_is_the_highest_czech_trump(name):
    assert ask(name, "9S", "QS JS AS") == ("QS", "KB-PLAY-OVER")
    assert ask(name, "QS", "9S JS TC") == ("9S JS", "KB-PLAY-UNDER")
    assert ask(name, "8S", "JS 7S") == ("JS", "KB-PLAY-OVER")
    assert ask(name, "JS", "KS 8S") == ("KS", "KB-PLAY-OVER")  # the jack is below the king


def test_three_players_overtrump_or_undertrump():
    assert ask("klaberjass-3", "KD TS", "AS 8S TC") == ("AS", "KB3-OVER")
    assert ask("klaberjass-3", "KD 9S", "AS 8S TC") == ("AS 8S", "KB3-OVER")
    assert ask("klaberjass-3", "KD 9S", "7D AS") == ("7D", "KB-PLAY-FOLLOW")
    assert ask("klaberjass-3", "7S TS", "KS AS 8S") == ("AS", "KB-PLAY-OVER")


def test_clobyosh_overtrumps_or_plays_anything():
    assert ask("clobyosh", "KD TS", "AS 8S TC") == ("AS", "KB4-RUFF")
    assert ask("clobyosh", "KD 9S", "AS 8S TC") == ("AS 8S TC", "KB4-RUFF")
    assert ask("clobyosh", "KD TS 7D", "AS 8S TC") == ("AS", "KB4-RUFF")  # the partner's trump too
    assert ask("clobyosh", "AD 7D", "8S TC") == ("8S", "KB-PLAY-RUFF")  # also when the partner leads
    assert ask("clobyosh", "9S 7S", "JS 8S") == ("JS", "KB4-TRUMPLED")
    assert ask("clobyosh", "JS", "9S 8S TC") == ("9S 8S", "KB4-TRUMPLED")


def test_clobyosh_without_trumps():
    assert ask("clobyosh", "KS", "JS 9S TC", trump="NT") == ("JS 9S", "KB-PLAY-FOLLOW")
    assert ask("clobyosh", "KS", "JD TC", trump="NT") == ("JD TC", "KB-PLAY-FREE")


def test_four_players_who_must_trump_lower():
    assert ask("darda", "KD 9S", "AS 8S TC") == ("AS 8S", "KBC-UNDER")
    assert ask("darda", "KD TS", "AS 8S TC") == ("AS", "KBC-OVER")
    assert ask("tarabish", "KD 9S", "6S 8S TC") == ("6S 8S", "TB-UNDER")
    assert ask("tarabish", "KD 6S", "8S TC") == ("8S", "TB-OVER")
    assert ask("tarabish", "6D", "7D 8S") == ("7D", "TB-FOLLOW")
    assert ask("tarabish", "6D", "8S TC") == ("8S", "TB-RUFF")
    assert ask("tarabish", "", "8S TC") == ("8S TC", "TB-LEAD")
    assert ask("tarabish", "6D", "8H TC") == ("8H TC", "TB-FREE")
    assert ask("tarabish", "TS", "8S 9S") == ("9S", "TB-OVER")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_against_the_reference(name):
    game, random = GAMES[name], Random(f"legal {name}")
    trumps = ["C", "D", "H", "S", *([None] if game.no_trumps else [])]
    for _ in range(POSITIONS):
        trump = random.choice(trumps)
        cards = random.sample(reference.deck(name), game.hand + len(game.seats) - 1)
        # Seldom enough a position is about trumps: half of them get many.
        if trump and random.random() < 0.5:
            cards.sort(key=lambda card: random.random() - (card[1] == trump))
        trick = cards[: random.randint(0, len(game.seats) - 1)]
        hand = random.sample(cards[len(trick) :], random.randint(1, game.hand))
        found = legal_cards(game, hand, trick, trump)
        expected = reference.legal(name, hand, trick, trump)
        assert set(found.cards) == expected, (trump, trick, hand)
        assert list(found.cards) == [card for card in hand if card in expected]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_rule_of_play_decides_somewhere(name):
    game, random, seen = GAMES[name], Random(f"rules {name}"), set()
    pool = [card for card in reference.deck(name) if card[1] in "SD"]
    for _ in range(1500):
        cards = random.sample(pool, 8)
        trick = cards[: random.randint(0, len(game.seats) - 1)]
        hand = random.sample(cards[len(trick) :], random.randint(1, 4))
        seen.add(legal_cards(game, hand, trick, "S").rule)
    topics = ["lead", "follow", "trump_led_over", "trump_led_under", "ruff", "free"]
    topics += ["overruff", "underruff"] * (len(game.seats) > 2) + ["lone_jack"] * game.lone_jack_free
    assert seen == {game.rule(topic) for topic in topics}
