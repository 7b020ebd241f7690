"""Making trump settled: who may speak, who must, what was not allowed; in the words of the page."""

import pytest
from django.urls import reverse

from tests.scoring.test_arbiter import answer

RANDOM = {"trump_method": "random", "turned": "hearts"}
PASSES = "pass pass pass pass"


@pytest.fixture
def ask(client):
    client.cookies["django_language"] = "en"

    def ask(dealer: str = "N", calls: str = "", **query: str) -> str:
        response = client.get(reverse("arbiter_trump"), {"dealer": dealer, "calls": calls} | query)
        assert response.status_code == 200
        return answer(response.content.decode())

    return ask


@pytest.mark.parametrize(
    ("calls", "query", "head", "rule"),
    [
        ("hearts", {}, "East plays hearts: the side that plays is “they”.", "KJ-TRUMP-FREE"),
        ("pass pass C", {}, "West plays clubs", "KJ-TRUMP-FREE"),
        (f"{PASSES} ♠", {}, "East plays spades", "KJ-TRUMP-FORCED-FIRST"),
        (f"{PASSES} S", {"first_bidder": "dealer"}, "North plays spades", "KJ-TRUMP-FORCED-FIRST"),
        ("ruiten", {"trump_method": "utrecht"}, "East plays diamonds", "KJ-TRUMP-UTRECHT"),
        ("pass play", RANDOM, "South plays hearts", "KJ-TRUMP-RANDOM"),
        ("pass hearts", RANDOM, "South plays hearts", "KJ-TRUMP-RANDOM"),
        (f"{PASSES} play", RANDOM | {"turned": "H C"}, "East plays clubs", "KJ-TRUMP-RANDOM-FORCED2"),
        (
            f"{PASSES} clubs",
            RANDOM | {"random_allpass": "name_other"},
            "East plays clubs",
            "KJ-TRUMP-RANDOM-OTHER",
        ),
        (
            f"{PASSES} pass play",
            RANDOM | {"turned": "H D", "random_allpass": "redraw"},
            "South plays diamonds",
            "KJ-TRUMP-RANDOM-REDRAW",
        ),
    ],
)
def test_who_makes_trump_and_by_which_rule(ask, calls, query, head, rule):
    said = ask("N", calls, **query)
    assert said.startswith(head)
    assert rule in said
    assert "The first trick is led by east." in said


@pytest.mark.parametrize(
    ("calls", "query", "who", "may"),
    [
        ("", {}, "east", "pass, clubs, diamonds, hearts, spades"),
        ("pas", {}, "south", "pass, clubs, diamonds, hearts, spades"),
        (PASSES, {}, "east", "clubs, diamonds, hearts, spades"),
        ("", {"trump_method": "utrecht"}, "east", "clubs, diamonds, hearts, spades"),
        ("", RANDOM, "east", "pass, play (hearts)"),
        (PASSES, RANDOM | {"turned": "H C"}, "east", "play (clubs)"),
        (PASSES, RANDOM | {"random_allpass": "name_other"}, "east", "clubs, diamonds, spades"),
    ],
)
def test_who_speaks_and_what_may_be_said(ask, calls, query, who, may):
    said = ask("N", calls, **query)
    assert said.startswith(f"Now {who} speaks.")
    assert f"What {who} may say: {may} " in said


def test_a_call_out_of_turn_is_named(ask):
    said = ask("N", "pass W:clubs")
    assert said.startswith("Call 2 was not allowed: west said clubs.")
    assert "It was the turn of south, who could say: pass, clubs, diamonds, hearts, spades" in said


def test_who_must_play_may_not_pass(ask):
    assert ask("N", "pass", trump_method="utrecht").startswith("Call 1 was not allowed: east said pass.")
    assert "KJ-TRUMP-FORCED-FIRST" in ask("N", f"{PASSES} pass")


def test_trump_that_must_be_in_hand(ask):
    clubs = {"hand": "7C 8C 9C TC JC QC KC AC"}
    assert ask("N", "hearts", **clubs).startswith("East plays hearts")
    said = ask("N", "hearts", **clubs, trump_must_hold="True")
    assert said.startswith("Call 1 was not allowed: east said hearts.")
    assert "who could say: pass, clubs" in said


@pytest.mark.parametrize(
    ("calls", "query", "problem"),
    [
        ("pass bid", {}, "Said, in order: “bid” is no call"),
        ("X:pass", {}, "“X:pass” is no call"),
        ("pass " * 25, {}, "25 calls"),
        ("hearts pass", {}, "Call 2: trump was made in call 1 already."),
        ("", {"turned": "hearts"}, "no suit is turned"),
        ("", {"trump_method": "random"}, "a suit is turned: type which"),
        ("", RANDOM | {"turned": "pass"}, "Turned: Type the suits"),
        ("", RANDOM | {"turned": "C D H"}, "3 suits; under these rules 2 at most"),
        (f"{PASSES} play", RANDOM, "Everybody passed: type the suit"),
        ("", {"hand": "7C 7C"}, "is named twice"),
        ("", {"dealer": "X"}, "X is not one of"),
    ],
)
def test_what_cannot_be_judged_is_said_at_its_field(ask, calls, query, problem):
    said = ask(**{"dealer": "N", "calls": calls} | query)
    assert said.startswith("No verdict yet")
    assert problem in said
