"""Making trumps in the relatives, worked out by hand: who speaks, what may be said, and how it ends."""

import pytest

from scoring.rules.judge import judge
from scoring.rules.relatives import GAMES
from scoring.rules.relatives.bidding import WORDS, Bidding, Call, judge_bidding

TWO = ("klaberjass", "zensa", "yasman", "derda", "bulka")
SUITS = ["C", "D", "H", "S"]
OTHERS = ["C", "D", "S"]  # hearts lie turned
ON = {"schmeiss": True}


def ask(name, calls="", options=None, **case):
    """The verdict when A or N dealt and hearts were turned, unless the case says otherwise."""
    game = GAMES[name]
    usual = {"dealer": game.seats[0]} | ({"turned": "H"} if game.has_turned_suit else {})
    given = {"kind": "trump", "ruleset": name, "options": options, "calls": calls}
    if isinstance(calls, str):
        given["calls"] = calls.split()
    return judge(given | usual | case)


def made(name, calls, options=None, **case):
    answer = ask(name, calls, options, **case)
    assert answer["fault"] is answer["next"] is answer["next_dealer"] is None
    assert not answer["void"]
    return tuple(answer[key] for key in ("declarer", "trump", "bid", "rule"))


def void(name, calls, options=None, **case):
    answer = ask(name, calls, options, **case)
    assert answer["void"]
    for key in ("fault", "next", "declarer", "trump", "side", "leader"):
        assert answer[key] is None
    return tuple(answer[key] for key in ("bid", "next_dealer", "rule"))


def speaks(name, calls, options=None, **case):
    turn = ask(name, calls, options, **case)["next"]
    return turn["seat"], turn["legal"], turn["rule"]


def wrong(name, calls, options=None, **case):
    fault = ask(name, calls, options, **case)["fault"]
    return tuple(fault[key] for key in ("call", "said", "by", "seat", "rule"))


# Two players


@pytest.mark.parametrize("name", TWO)
def test_two_players_take_the_turned_suit_or_name_another(name):
    """A dealt, so B is the elder and speaks first."""
    assert speaks(name, "") == ("B", ["pass", "play"], "KB-BID1")
    assert made(name, "play") == ("B", "H", "turned", "KB-BID1")
    assert made(name, "H") == ("B", "H", "turned", "KB-BID1")
    assert made(name, "pass play") == ("A", "H", "turned", "KB-BID1")
    assert speaks(name, "pass pass") == ("B", ["pass", *OTHERS], "KB-BID2")
    assert made(name, "pass pass S") == ("B", "S", "named", "KB-BID2")
    assert made(name, "pass pass pass C") == ("A", "C", "named", "KB-BID2")
    assert void(name, "pass pass pass pass") == ("passed", "B", "KB-THROWIN")
    assert wrong(name, "S") == (1, "S", "B", "B", "KB-BID1")
    assert wrong(name, "pass pass H") == (3, "H", "B", "B", "KB-BID2")


@pytest.mark.parametrize("name", [*TWO, "klaberjass-3", "darda"])
def test_any_suit_may_be_named_where_the_house_says_so(name):
    option, players = {"bid2": "any"}, len(GAMES[name].seats)
    first = "pass " * players
    seat = GAMES[name].seats[1]
    assert speaks(name, first, option) == (seat, ["pass", *SUITS], "KB-BID2")
    assert made(name, f"{first} H", option) == (seat, "H", "named", "KB-BID2")
    assert wrong(name, f"{first} H")[:2] == (players + 1, "H")
    assert wrong(name, f"{first} play", option)[:2] == (players + 1, "play")


@pytest.mark.parametrize("name", [*TWO, "bima"])
def test_schmeiss(name):
    """The elder may offer it in place of taking or passing; the dealer agrees, or the elder takes the suit."""
    assert speaks(name, "", ON) == ("B", ["pass", "play", "schmeiss"], "KB-BID1")
    assert speaks(name, "schmeiss", ON) == ("A", ["agree", "refuse"], "KB-SCHMEISS")
    assert void(name, "schmeiss agree", ON) == ("thrown", "B", "KB-SCHMEISS")
    assert made(name, "schmeiss refuse", ON) == ("B", "H", "schmeiss", "KB-SCHMEISS")
    # The dealer may not take the suit himself, nor pass; he has no schmeiss of his own.
    assert wrong(name, "schmeiss play", ON) == (2, "play", "A", "A", "KB-SCHMEISS")
    assert wrong(name, "schmeiss H", ON) == (2, "H", "A", "A", "KB-SCHMEISS")
    assert wrong(name, "schmeiss pass", ON) == (2, "pass", "A", "A", "KB-SCHMEISS")
    assert wrong(name, "pass schmeiss", ON) == (2, "schmeiss", "A", "A", "KB-SCHMEISS")
    # When the turned suit was refused it is too late, and an answer needs a question.
    assert wrong(name, "pass pass schmeiss", ON) == (3, "schmeiss", "B", "B", "KB-SCHMEISS")
    assert wrong(name, "agree", ON) == (1, "agree", "B", "B", "KB-BID1")
    # Where the house does not have it.
    assert speaks(name, "") == ("B", ["pass", "play"], "KB-BID1")
    assert wrong(name, "schmeiss") == (1, "schmeiss", "B", "B", "KB-BID1")


def test_on_the_bima_the_dealer_must_play():
    assert speaks("bima", "pass pass") == ("B", ["pass", *OTHERS], "KBS")
    assert made("bima", "pass pass D") == ("B", "D", "named", "KBS")
    assert speaks("bima", "pass pass pass") == ("A", SUITS, "KBS")
    assert made("bima", "pass pass pass H") == ("A", "H", "dealer", "KBS")
    assert wrong("bima", "pass pass pass pass") == (4, "pass", "A", "A", "KBS")
    assert wrong("bima", "pass pass H") == (3, "H", "B", "B", "KBS")


# Three and four players


def test_three_players_speak_in_turn():
    assert made("klaberjass-3", "pass play", dealer="B") == ("A", "H", "turned", "KB-BID1")
    assert speaks("klaberjass-3", "pass pass pass") == ("B", ["pass", *OTHERS], "KB-BID2")
    assert made("klaberjass-3", "pass pass pass pass S") == ("C", "S", "named", "KB-BID2")
    assert void("klaberjass-3", "pass " * 6, dealer="C") == ("passed", "A", "KB-THROWIN")
    assert ask("klaberjass-3", "play")["side"] == "B"


def test_four_players_of_darda():
    assert made("darda", "pass pass pass play") == ("N", "H", "turned", "KB-BID1")
    assert speaks("darda", "pass " * 4) == ("E", ["pass", *OTHERS], "KB-BID2")
    assert made("darda", "pass pass pass pass pass C") == ("S", "C", "named", "KB-BID2")
    assert void("darda", "pass " * 8, dealer="E") == ("passed", "S", "KB-THROWIN")
    assert wrong("darda", "schmeiss") == (1, "schmeiss", "E", "E", "KB-BID1")


def test_clobyosh_has_no_trumps_and_a_dealer_who_must():
    assert speaks("clobyosh", "") == ("E", ["pass", "play"], "KB4-BID1")
    assert made("clobyosh", "pass pass play") == ("W", "H", "turned", "KB4-BID1")
    # No trumps is called instead of another suit, so not before the turned suit is refused.
    assert wrong("clobyosh", "NT") == (1, "NT", "E", "E", "KB4-NT")
    assert speaks("clobyosh", "pass " * 4) == ("E", ["pass", *OTHERS, "NT"], "KB4-BID2")
    assert made("clobyosh", "pass pass pass pass pass D") == ("S", "D", "named", "KB4-BID2")
    assert made("clobyosh", "pass pass pass pass NT") == ("E", "NT", "notrump", "KB4-NT")
    assert wrong("clobyosh", "pass pass pass pass H") == (5, "H", "E", "E", "KB4-BID2")
    # The dealer is last: he may name any suit, and must.
    seven = "pass " * 7
    assert speaks("clobyosh", seven) == ("N", [*SUITS, "NT"], "KB4-FORCED")
    assert made("clobyosh", f"{seven} H") == ("N", "H", "dealer", "KB4-BID2")
    assert made("clobyosh", f"{seven} NT") == ("N", "NT", "notrump", "KB4-NT")
    assert wrong("clobyosh", f"{seven} pass") == (8, "pass", "N", "N", "KB4-FORCED")


def test_tarabish_turns_no_card_and_forces_the_dealer():
    assert speaks("tarabish", "") == ("E", ["pass", *SUITS], "TB-BID")
    assert made("tarabish", "pass S") == ("S", "S", "named", "TB-BID")
    assert speaks("tarabish", "pass pass pass") == ("N", SUITS, "TB-FORCED")
    assert made("tarabish", "pass pass pass H") == ("N", "H", "dealer", "TB-FORCED")
    assert wrong("tarabish", "pass pass pass pass") == (4, "pass", "N", "N", "TB-FORCED")
    assert wrong("tarabish", "play") == (1, "play", "E", "E", "TB-BID")
    assert wrong("tarabish", "NT") == (1, "NT", "E", "E", "TB-BID")


# The record


def test_who_spoke_is_believed_when_it_is_said():
    assert wrong("darda", ["pass", {"seat": "W", "call": "play"}]) == (
        2,
        "play",
        "W",
        "S",
        "KB-BID1",
    )
    assert made("darda", [{"seat": "E", "call": "play"}]) == ("E", "H", "turned", "KB-BID1")


def test_the_elder_leads_and_the_side_is_that_of_the_sheet():
    answer = ask("tarabish", "pass pass D", dealer="W")
    assert (answer["declarer"], answer["side"], answer["leader"]) == ("S", "we", "N")
    assert ask("klaberjass", "", turned="9H")["next"]["turned"] == "H"
    assert "turned" not in ask("klaberjass", "pass pass")["next"]


@pytest.mark.parametrize(
    ("name", "case", "problem"),
    [
        ("klaberjass", {"turned": None}, "turned: no suit; in klaberjass a card is turned"),
        ("tarabish", {"turned": "H"}, "turned: in tarabish no card is turned"),
        ("klaberjass", {"turned": "6H"}, "turned '6H': allowed are C, D, H, S"),
        ("klaberjass", {"dealer": "N"}, "dealer 'N': allowed are A, B"),
        ("klaberjass", {"dealer": None}, "dealer None: allowed are A, B"),
        ("klaberjass", {"calls": None}, "calls is a list of calls"),
        ("klaberjass", {"calls": ["take"]}, "call 1: call 'take': allowed are pass, play"),
        (
            "klaberjass",
            {"calls": ["pass", {"seat": "C", "call": "pass"}]},
            "call 2: seat 'C': allowed are A, B",
        ),
        ("klaberjass", {"calls": ["play", "pass"]}, "call 2: trumps were made in call 1 already"),
        ("klaberjass", {"calls": ["pass"] * 5}, "call 5: the deal was void in call 4 already"),
    ],
)
def test_what_cannot_be_judged_is_named(name, case, problem):
    with pytest.raises(ValueError, match=problem):
        ask(name, **case)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("schmeiss", [False, True])
def test_every_way_through_ends(name, schmeiss):
    """Whatever is allowed leads on to a next speaker or an end, and each end is a bid of the sheet."""
    game = GAMES[name].with_options(ON) if schmeiss and "schmeiss" in GAMES[name].options else GAMES[name]
    found, open_ = set(), [()]
    while open_:
        calls = open_.pop()
        turned = "H" if game.has_turned_suit else None
        verdict = judge_bidding(Bidding(game, game.seats[0], calls, turned))
        if verdict.outcome:
            found.add(verdict.outcome.bid.name)
            continue
        assert verdict.turn
        assert set(verdict.turn.legal) <= set(WORDS)
        open_ += [(*calls, Call(word)) for word in verdict.turn.legal]
    assert found == set(game.allowed_bids)
