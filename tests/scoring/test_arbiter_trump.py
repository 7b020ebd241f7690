"""Making trump settled: who may speak, who must, what was not allowed; in the words of the page."""

import pytest
from django.urls import reverse

from scoring.rules.relatives import GAMES
from scoring.rules.rulesets import PRESETS
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


# The relatives ------------------------------------------------------------------------------------------

TWO = {"preset": "klaberjass", "dealer": "A", "turned": "H"}
THROW = TWO | {"schmeiss": "on"}
CLOBYOSH = {"preset": "clobyosh", "dealer": "N", "turned": "H"}
TARABISH = {"preset": "tarabish", "dealer": "N"}


@pytest.mark.parametrize(
    ("calls", "query", "head", "rule"),
    [
        ("take", TWO, "B plays hearts.", "KB-BID1"),
        ("pass neemt", TWO, "A plays hearts.", "KB-BID1"),
        ("pass pass ♠", TWO, "B plays spades.", "KB-BID2"),
        ("pass pass H", TWO | {"bid2": "any"}, "B plays hearts.", "KB-BID2"),
        ("schmeiss refuse", THROW, "B plays hearts.", "KB-SCHMEISS"),
        ("pass pass pass H", TWO | {"preset": "bima"}, "A plays hearts.", "KBS"),
        (
            "pass pass pass pass no trumps",
            CLOBYOSH,
            "East plays no trumps: the side that plays is “they”.",
            "KB4-NT",
        ),
        (
            f"{PASSES} pass pass pass zonder troef",
            CLOBYOSH,
            "North plays no trumps: the side that plays is “we”.",
            "KB4-NT",
        ),
        ("pass pass pass C", TARABISH, "North plays clubs: the side that plays is “we”.", "TB-FORCED"),
        ("pass take", TWO | {"preset": "klaberjass-3"}, "C plays hearts.", "KB-BID1"),
    ],
)
def test_who_makes_trump_in_a_relative(ask, calls, query, head, rule):
    said = ask(calls=calls, **query)
    assert said.startswith(head)
    assert rule in said
    assert f"The first trick is led by {'east' if query['dealer'] == 'N' else 'B'}." in said


@pytest.mark.parametrize(
    ("calls", "query", "rule"),
    [(PASSES, TWO, "KB-THROWIN"), ("schmeiss agree", THROW, "KB-SCHMEISS")],
)
def test_a_void_deal_and_who_deals_next(ask, calls, query, rule):
    said = ask(calls=calls, **query)
    assert said.startswith("The deal is void.")
    assert rule in said
    assert "The next deal is dealt by B." in said
    assert "first trick" not in said


@pytest.mark.parametrize(
    ("calls", "query", "who", "may"),
    [
        ("", TWO, "B", "pass, take (hearts)"),
        ("", THROW, "B", "pass, take (hearts), schmeiss"),
        ("schmeiss", THROW, "A", "agree, refuse"),
        ("pass pass", TWO, "B", "pass, clubs, diamonds, spades"),
        (f"{PASSES} pass pass pass", CLOBYOSH, "north", "clubs, diamonds, hearts, spades, no trumps"),
        ("pass pass pass", TARABISH, "north", "clubs, diamonds, hearts, spades"),
    ],
)
def test_what_may_be_said_in_a_relative(ask, calls, query, who, may):
    said = ask(calls=calls, **query)
    assert said.startswith(f"Now {who} speaks.")
    assert f"What {who} may say: {may} " in said


@pytest.mark.parametrize(
    ("calls", "query", "head", "rule"),
    [
        ("schmeiss take", THROW, "Call 2 was not allowed: A said take.", "KB-SCHMEISS"),
        ("schmeiss", TWO, "Call 1 was not allowed: B said schmeiss.", "KB-BID1"),
        ("A:take", TWO, "Call 1 was not allowed: A said take. It was the turn of B, who", "KB-BID1"),
        ("pass NT", CLOBYOSH, "Call 2 was not allowed: south said no trumps.", "KB4-NT"),
        ("pass NT", CLOBYOSH, "Call 2 was not allowed: south said no trumps.", "KB4-BID1"),
        (f"{PASSES} {PASSES}", CLOBYOSH, "Call 8 was not allowed: north said pass.", "KB4-FORCED"),
        (PASSES, TARABISH, "Call 4 was not allowed: north said pass.", "TB-FORCED"),
    ],
)
def test_what_was_not_allowed_in_a_relative(ask, calls, query, head, rule):
    said = ask(calls=calls, **query)
    assert said.startswith(head)
    assert rule in said


@pytest.mark.parametrize(
    ("calls", "query", "problem"),
    [
        ("bid", TWO, "Said, in order: “bid” is no call. Type pass, take"),
        ("W:pass", TWO, "“W:pass” is no call"),
        ("take pass", TWO, "Call 2: trump was made in call 1 already."),
        (f"{PASSES} pass", TWO, "Call 5: the deal was void in call 4 already."),
        ("", TWO | {"dealer": "N"}, "Dealt: N has no seat in this game: choose again."),
        ("", TWO | {"turned": ""}, "Turned: In this game a card is turned: choose its suit."),
        ("", TWO | {"turned": "hearts"}, "Turned: In this game a card is turned: choose its suit."),
        ("", TWO | {"schmeiss": "perhaps"}, "perhaps is not one of"),
    ],
)
def test_what_cannot_be_judged_in_a_relative_is_said_at_its_field(ask, calls, query, problem):
    said = ask(calls=calls, **query)
    assert said.startswith("No verdict yet")
    assert problem in said


def test_every_game_is_offered_with_the_options_that_it_has(client):
    for preset in GAMES:
        page = client.get(reverse("arbiter_trump"), {"preset": preset}).content.decode()
        for other in (*PRESETS, *GAMES):
            assert f'<option value="{other}"' in page
        assert f'<option value="{preset}" selected>' in page
        assert ('name="turned"' in page) == (preset != "tarabish")
        for name in ("bid2", "schmeiss"):
            assert (f'<select name="{name}"' in page) == (name in GAMES[preset].options)
        assert ("<details" in page) == (
            "bid2" in GAMES[preset].options or "schmeiss" in GAMES[preset].options
        )


def test_the_game_goes_along_to_the_questions_that_know_it(client):
    page = client.get(reverse("arbiter_trump"), {"preset": "zensa", "schmeiss": "on"}).content.decode()
    for name in ("arbiter_legal", "arbiter_melds", "arbiter_record", "arbiter_trump"):
        assert f'href="{reverse(name)}?preset=zensa&amp;schmeiss=on"' in page
    assert f'href="{reverse("arbiter_row")}"' in page
    page = client.get(reverse("arbiter_legal"), {"preset": "zensa", "schmeiss": "on"}).content.decode()
    assert '<input type="hidden" name="schmeiss" value="on">' in page
