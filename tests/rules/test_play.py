"""A whole play record: every number worked out by hand, every option of revokes and roem."""

from copy import deepcopy

import pytest

from scoring.rules import cards
from scoring.rules.judge import CannotJudge, judge
from scoring.rules.play import PlayRecord, judge_play
from scoring.rules.rulesets import make_ruleset

# North has J Q K A of trumps and the nine, and every ten: the highest deal there is.
# Tricks 1 to 4 are runs of four, 5 to 8 four jacks, queens, kings, aces.
HIGHEST = {
    "kind": "play",
    "ruleset": "amsterdam",
    "trump": "S",
    "declarer": "N",
    "leader": "N",
    "tricks": [
        ["TC", "7C", "8C", "9C"],
        ["TD", "7D", "8D", "9D"],
        ["TH", "7H", "8H", "9H"],
        ["9S", "7S", "TS", "8S"],
        ["JS", "JC", "JD", "JH"],
        ["QS", "QC", "QD", "QH"],
        ["KS", "KC", "KD", "KH"],
        ["AS", "AC", "AD", "AH"],
    ],
}


def play(changes=(), swap=(), **more):
    """The highest deal with changes; ``swap`` exchanges two cards, as if dealt the other way."""
    case = deepcopy(HIGHEST) | dict(changes) | more
    if swap:
        other = {swap[0]: swap[1], swap[1]: swap[0]}
        case["tricks"] = [[other.get(card, card) for card in trick] for trick in case["tricks"]]
    return judge(case)


def test_the_highest_deal():
    answer = play()
    assert [trick["winner"] for trick in answer["tricks"]] == ["N"] * 8
    assert [trick["points"] for trick in answer["tricks"]] == [10, 10, 10, 24, 26, 12, 16, 54]
    assert [trick["roem"] for trick in answer["tricks"]] == [50, 50, 50, 50, 200, 100, 100, 100]
    assert answer["tricks"][3]["parts"] == [
        {"rule": "KJ-ROEM-SEQ4", "points": 50, "cards": ["7S", "8S", "9S", "TS"]}
    ]
    assert answer["tricks"][4]["parts"][0]["rule"] == "KJ-ROEM-QUAD-J"
    assert answer["points"] == {"NS": 162, "EW": 0}
    assert answer["roem"] == {"NS": 700, "EW": 0}
    assert answer["tricks_won"] == {"NS": 8, "EW": 0}
    assert answer["score"] == {"NS": 962, "EW": 0}
    assert answer["status"] == "pit"
    assert answer["revokes"] == []
    assert answer["hands"]["N"] == ["TC", "TD", "TH", "9S", "JS", "QS", "KS", "AS"]
    assert set(answer["hands"]["E"]) == {"7C", "JC", "QC", "KC", "AC", "7D", "7H", "7S"}


@pytest.mark.parametrize(
    ("options", "booked", "status"),
    [
        ({}, (0, 962), "nat+pit"),
        ({"pit_defenders": False}, (0, 862), "nat+pit"),
        ({"pit": 88}, (0, 950), "nat+pit"),
        ({"quad.J": 100}, (0, 862), "nat+pit"),
        ({"quad.T": 0, "pit": 0}, (0, 862), "nat+pit"),
    ],
)
def test_the_defenders_take_everything(options, booked, status):
    answer = play(declarer="W", options=options)
    assert (answer["score"]["EW"], answer["score"]["NS"], answer["status"]) == (*booked, status)


# West keeps the nine of clubs in trick 1 and discards the one of diamonds; in trick 2 it
# has no diamond left and must ruff with the eight, but plays the nine of clubs.
REVOKED = ("9C", "9D")


def test_revokes_are_named_in_the_order_of_play():
    answer = play(swap=REVOKED)
    assert answer["revokes"] == [
        {"trick": 1, "seat": "W", "card": "9D", "legal": ["9C"], "rule": "KJ-FOLLOW"},
        {"trick": 2, "seat": "W", "card": "9C", "legal": ["8S"], "rule": "KJ-AMS-OPP-RUFF"},
    ]
    assert answer["status"] == "verzaakt"
    assert answer["roem"] == {"NS": 600, "EW": 0}


@pytest.mark.parametrize(
    ("options", "guilty", "innocent"),
    [
        ({}, 0, 762),
        ({"verzaakt": "void"}, 0, 162),
        ({"verzaakt": "own"}, 0, 762),
        ({"extra": 100}, 0, 862),
        ({"verzaakt": "void", "extra": 100}, 0, 262),
        ({"extra": 100, "extra_for": "person"}, 0, 762),
    ],
)
@pytest.mark.parametrize("declarer", ["N", "E"])
def test_what_a_revoke_costs(options, guilty, innocent, declarer):
    score = play(swap=REVOKED, options=options, declarer=declarer)["score"]
    assert score == {"NS": innocent, "EW": guilty}


def test_a_revoke_may_cost_the_player_himself():
    options = {"extra": 100, "extra_for": "person"}
    assert play(swap=REVOKED, options=options)["penalty"] == {"seat": "W", "points": 100}
    assert "penalty" not in play(swap=REVOKED, options={"extra": 100})
    assert "penalty" not in play(swap=REVOKED, options={"extra_for": "person"})
    assert "penalty" not in play(options=options)


# South plays the eight of diamonds to clubs in trick 1, and a club to diamonds in trick 2;
# in trick 3 West discards the nine of diamonds though it holds hearts.
BOTH = {
    "tricks": [
        ["TC", "7C", "8D", "9C"],
        ["TD", "7D", "8C", "9H"],
        ["TH", "7H", "8H", "9D"],
        *HIGHEST["tricks"][3:],
    ]
}


def test_the_first_revoke_decides():
    answer = play(BOTH, options={"verzaakt": "own"})
    assert [(one["trick"], one["seat"]) for one in answer["revokes"]] == [
        (1, "S"), (2, "S"), (2, "W"), (3, "W"),
    ]  # fmt: skip
    # South was first, so the points go to East and West; the roem stays where it lay.
    assert answer["roem"] == {"NS": 550, "EW": 0}
    assert answer["score"] == {"NS": 550, "EW": 162}
    assert play(BOTH)["score"] == {"NS": 0, "EW": 712}


def test_a_revoke_takes_the_pit_away():
    assert play(swap=REVOKED)["score"]["NS"] == 762
    assert play(swap=REVOKED, options={"pit": 0})["score"]["NS"] == 762


def test_what_is_legal_depends_on_the_system():
    """South, void of hearts, discards on its partner's ten while it holds a trump."""
    amsterdam = play(swap=("8H", "JC"))
    assert amsterdam["revokes"] == []
    assert amsterdam["score"] == {"NS": 262 + 450, "EW": 0}
    rotterdam = play(swap=("8H", "JC"), ruleset="rotterdam")
    assert rotterdam["revokes"] == [
        {"trick": 3, "seat": "S", "card": "JC", "legal": ["TS"], "rule": "KJ-ROT-RUFF"}
    ]
    assert rotterdam["score"] == {"NS": 0, "EW": 162 + 450}


# Roem that must be announced


@pytest.mark.parametrize(
    ("options", "announced", "roem"),
    [
        ({}, None, 700),
        ({"roem_declare": "required"}, None, 700),  # nobody wrote down what was said
        ({}, [None] * 8, 700),
        ({"roem_declare": "required"}, [None] * 8, 0),
        ({"roem_declare": "required"}, ["N", "E", None, "S", ["E", "W"], "W", "N", "N"], 650),
        (
            {"roem_declare": "required", "roem_who": "own"},
            ["N", "E", None, "S", ["E", "W"], "W", "N", "N"],
            300,
        ),
        ({"roem_who": "own"}, ["E"] * 8, 700),
    ],
)
def test_announced_roem(options, announced, roem):
    answer = play(options=options, announced=announced)
    assert answer["roem"] == {"NS": roem, "EW": 0}
    assert answer["score"]["NS"] == 262 + roem
    assert sum(part["points"] for trick in answer["tricks"] for part in trick["parts"]) == 700
    assert ("announced" in answer["tricks"][0]) == (announced is not None)


def test_roem_that_was_not_announced_is_marked():
    tricks = play(announced=["N"] + [None] * 7)["tricks"]
    assert [trick["announced"] for trick in tricks] == [True] + [False] * 7


@pytest.mark.parametrize(
    ("options", "announced", "roem"),
    [
        ({}, None, 20),
        ({"roem_declare": "required"}, ["N"] * 8, 20),
        ({"roem_declare": "required"}, ["N"] * 6 + ["S", "N"], 0),  # the holder says it, at the second card
    ],
)
def test_stuk_in_hand(options, announced, roem):
    answer = play(options=options | {"stuk_scope": "hand"}, announced=announced)
    assert answer["stuk"] == {"seat": "N", "trick": 7, "roem": roem}
    assert answer["roem"]["NS"] == 700 + roem
    assert answer["score"]["NS"] == 962 + roem


def test_stuk_in_hand_needs_one_hand():
    answer = play(swap=("KS", "KD"), options={"stuk_scope": "hand"})
    assert "stuk" not in answer


def test_stuk_in_hand_of_the_side_without_a_trick():
    """East holds king and queen of trumps and takes no trick: 20 all the same."""
    tricks = [
        ["TC", "7C", "8C", "9C"], ["TD", "7D", "8D", "9D"], ["TH", "7H", "8H", "9H"], ["JS", "QS", "7S", "8S"],
        ["9S", "KS", "JD", "JH"], ["AS", "QC", "QD", "QH"], ["TS", "KC", "KD", "KH"], ["JC", "AC", "AD", "AH"],
    ]  # fmt: skip
    answer = play(tricks=tricks, options={"stuk_scope": "hand"})
    assert answer["stuk"] == {"seat": "E", "trick": 5, "roem": 20}
    assert answer["roem"]["EW"] == 20
    assert "stuk" not in play(tricks=tricks)


def test_stuk_in_the_trick_is_not_stuk_in_hand():
    tricks = deepcopy(HIGHEST["tricks"])
    tricks[3], tricks[5] = ["9S", "KS", "TS", "QS"], ["7S", "QC", "QD", "8S"]
    tricks[6][0] = "QH"
    assert play(tricks=tricks)["tricks"][3]["roem"] == 20
    answer = play(tricks=tricks, options={"stuk_scope": "hand"})
    assert answer["tricks"][3]["roem"] == 0
    assert "stuk" not in answer


# What cannot be a play record


def tricks_with(number, trick):
    return [trick if at == number else one for at, one in enumerate(HIGHEST["tricks"], 1)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tricks": None}, "tricks is a list of 8 tricks"),
        ({"tricks": HIGHEST["tricks"][:7]}, r"7 tricks; a play record has 8 \(not played: AC AD AH AS\)"),
        ({"tricks": [*HIGHEST["tricks"], []]}, "trick 9: 0 cards"),
        ({"tricks": []}, "0 tricks; a play record has 8"),
        ({"tricks": tricks_with(3, "TH7H")}, "trick 3: a trick is a list of 4 cards"),
        ({"tricks": tricks_with(3, ["TH", "7H", "8H"])}, r"trick 3: 3 cards \(TH 7H 8H\); a trick is 4"),
        ({"tricks": tricks_with(3, ["TH", "7H", "8H", "9H", "JH"])}, "trick 3: 5 cards"),
        ({"tricks": tricks_with(3, ["TH", "7H", "8H", "9D"])}, "trick 3: 9D was played in trick 2 already"),
        ({"tricks": tricks_with(3, ["TH", "7H", "8H", "8H"])}, "trick 3: 8H was played in trick 3 already"),
        ({"tricks": tricks_with(8, ["AS", "AC", "AD", "9X"])}, "trick 8: '9X' is no card"),
        ({"tricks": tricks_with(8, ["AS", "AC", "AD", "6H"])}, "trick 8: '6H' is no card"),
        ({"tricks": tricks_with(8, ["AS", "AC", "AD", 7])}, "trick 8: 7 is no card"),
        ({"trump": "X"}, "trump: 'X' is no suit: allowed are C D H S"),
        ({"declarer": "NS"}, "declarer 'NS': allowed are N, E, S, W"),
        ({"leader": None}, "leader None: allowed are N, E, S, W"),
        ({"options": {"tie": "draw"}}, "option tie: draw is not allowed"),
        ({"options": {"verzaken": "own"}}, "option 'verzaken' is not known"),
        ({"ruleset": "gronings"}, "ruleset 'gronings' is not known"),
        ({"announced": "N"}, "announced is a list of 8"),
        ({"announced": ["N"] * 7}, "announced: 7 tricks; a play record has 8"),
        ({"announced": ["N", "X"] + [None] * 6}, "announced: trick 2: 'X': allowed are N, E, S, W, null"),
        ({"hands": []}, "hands is missing or not an object"),
        ({"hands": {"Q": []}}, "hands: 'Q': allowed are N, E, S, W"),
        ({"hands": {"N": ["TC"] * 8}}, "hand of N: TC is named twice"),
        (
            {"hands": {"N": ["TC", "TD", "TH", "9S", "JS", "QS", "KS", "AS", "7C"]}},
            "hand of N: 9 cards; allowed are 8",
        ),
        (
            {"hands": {"N": ["TC", "TD", "7H", "9S", "JS", "QS", "KS", "AS"]}},
            "trick 3: TH is not in the hand of N",
        ),
        (
            {
                "hands": {
                    "N": ["TC", "TD", "TH", "9S", "JS", "QS", "KS", "AS"],
                    "S": ["TC", "8D", "8H", "TS", "JD", "QD", "KD", "AD"],
                }
            },
            "hand of S: TC is in the hand of N too",
        ),
    ],
)  # fmt: skip
def test_what_is_no_play_record(changes, message):
    with pytest.raises(CannotJudge, match=message):
        judge(HIGHEST | changes)


def test_the_hands_may_be_given():
    dealt = play()["hands"]
    assert play(hands=dealt)["score"] == {"NS": 962, "EW": 0}


def test_a_record_is_checked_also_without_json():
    tricks = tuple(tuple(cards.cards(trick)) for trick in HIGHEST["tricks"])
    verdict = judge_play(PlayRecord(3, "N", "N", tricks), make_ruleset("amsterdam"))
    assert verdict.booked["we"].total == 962
    assert verdict.hands["N"] == cards.cards(["TC", "TD", "TH", "9S", "JS", "QS", "KS", "AS"])
    with pytest.raises(ValueError, match="7 tricks"):
        PlayRecord(3, "N", "N", tricks[:7])
    with pytest.raises(ValueError, match="trick 2: TC was played in trick 1 already"):
        PlayRecord(3, "N", "N", (tricks[0], *tricks[:7]))


# How trump was made, with the play


def test_the_auction_before_the_play():
    answer = play(auction={"dealer": "W", "calls": ["S"]})
    assert answer["auction"]["declarer"] == "N"
    assert answer["auction"]["fault"] is None


def test_a_fault_in_the_auction_is_told():
    answer = play(auction={"dealer": "W", "calls": ["pass", {"seat": "N", "call": "S"}]})
    assert answer["auction"]["fault"]["call"] == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"auction": {"dealer": "W", "calls": ["H"]}}, "auction: N makes H trump, the record says N and S"),
        ({"auction": {"dealer": "W", "calls": ["pass", "S"]}}, "auction: E makes S trump"),
        (
            {"declarer": "E", "auction": {"dealer": "N", "calls": ["S"]}},
            "leader: N leads, but E sits left of the dealer",
        ),
    ],
)
def test_an_auction_of_another_deal(changes, message):
    with pytest.raises(CannotJudge, match=message):
        judge(HIGHEST | changes)


def test_who_makes_trump_must_hold_it_in_the_play_record():
    case = {"declarer": "E", "trump": "D", "auction": {"dealer": "W", "calls": ["pass", "D"]}}
    answer = play(case, options={"trump_must_hold": True})
    assert answer["auction"]["declarer"] == "E"  # East was dealt the seven of diamonds
