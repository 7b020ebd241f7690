"""What a deal books, worked out by hand for each rule; and every finding on a deal."""

import pytest

from scoring.rules.relatives import GAMES, judge_deal
from scoring.rules.relatives.catalogue import CATALOGUE


def column(points, melds=0, bela=False, tricks=None):
    return {"points": points, "melds": melds, "bela": bela, "tricks": tricks}


def row(declarer, *columns, name="klaberjass", **more):
    return {"declarer": declarer} | dict(zip(GAMES[name].parties, columns, strict=True)) | more


def booked(name, data, options=None):
    """What every party books, the status, and the codes of the findings."""
    answer = judge_deal(name, data, options)
    amounts = tuple(answer[party] for party in GAMES[name].parties)
    return (*amounts, answer["status"]), [(one["code"], one["rule"]) for one in answer["findings"]]


def codes(name, data, options=None):
    return [one["code"] for one in judge_deal(name, data, options)["findings"]]


# Two players


@pytest.mark.parametrize("name", ["klaberjass", "zensa", "yasman", "bima", "derda", "bulka"])
def test_made(name):
    assert booked(name, row("A", column(80), column(50))) == ((80, 50, "made"), [])
    assert booked(name, row("B", column(50), column(80))) == ((50, 80, "made"), [])


@pytest.mark.parametrize("name", ["klaberjass", "zensa", "yasman", "bima", "derda", "bulka"])
def test_bete(name):
    assert booked(name, row("A", column(50), column(80))) == ((0, 130, "bete"), [("bete", "KB-SCORE")])


def test_melds_and_bela_are_in_the_comparison():
    # 60 + 20 + 20 against 90: made; without bela 80 against 90: bete.
    assert booked("klaberjass", row("A", column(60, 20, bela=True), column(90)))[0] == (100, 90, "made")
    assert booked("klaberjass", row("A", column(60, 20), column(90)))[0] == (0, 170, "bete")
    # The opponent's melds count against the maker, and all goes to the opponent.
    assert booked("klaberjass", row("A", column(80, bela=True), column(50, 70)))[0] == (0, 220, "bete")


def test_tie():
    assert booked("klaberjass", row("A", column(65), column(65))) == ((0, 65, "tie"), [("tie", "KB-TIE")])
    assert booked("klaberjass", row("B", column(65), column(45, 20))) == ((65, 0, "tie"), [("tie", "KB-TIE")])


def test_tie_carried():
    answer = judge_deal("klaberjass", row("A", column(65, bela=True), column(85)), {"kb_tie": "carry"})
    assert (answer["A"], answer["B"], answer["status"], answer["carried"]) == (0, 0, "carried", 170)
    assert [(one["code"], one["rule"]) for one in answer["findings"]] == [("tie_carried", "KB-TIE-CARRY")]


def test_derda_counts_thirty():
    # 50 + 30 against 79; with twenty it is bete.
    assert booked("derda", row("A", column(50, 30), column(79)))[0] == (80, 79, "made")
    assert booked("derda", row("A", column(50, 20), column(79)), {"derda3": 20})[0] == (0, 149, "bete")
    assert codes("derda", row("A", column(50, 20), column(79))) == ["melds"]


def test_bela_of_forty():
    assert booked("bulka", row("A", column(60, bela=True), column(70)))[0] == (80, 70, "made")
    assert booked("bulka", row("A", column(60, bela=True), column(95)), {"bela": 40})[0] == (100, 95, "made")


def test_nobody_has_made_trumps():
    assert booked("klaberjass", {"bid": "passed"}) == ((0, 0, "passed"), [])
    assert booked("klaberjass", {"bid": "thrown"}, {"schmeiss": True}) == ((0, 0, "thrown"), [])
    zeros = {"A": column(0), "B": column(0)}
    assert booked("klaberjass", {"bid": "passed", **zeros}) == ((0, 0, "passed"), [])
    for more in (row("A", column(None), column(None)), row(None, column(20), column(None))):
        answer = booked("klaberjass", {**more, "bid": "passed"})
        assert answer == ((None, None, None), [("void_filled_in", "KB-THROWIN")])


def test_run_of_five_wins():
    fus = {"five_wins": True}
    assert booked("bulka", {"fus": "B"}, fus) == ((0, 100, "won"), [])
    filled = row("A", column(80), column(50), fus="B")
    assert booked("bulka", filled, fus) == ((None, None, None), [("fus_and_more", "KBC-FUS")])


# Three players


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((60, 50, 40), (60, 50, 40, "made")),  # more than each, less than both
        ((50, 60, 40), (0, 110, 40, "bete")),
        ((50, 40, 60), (0, 40, 110, "bete")),
        ((40, 50, 60), (0, 50, 100, "bete")),
        ((30, 60, 60), (0, 75, 75, "bete")),  # equal: halved
        ((31, 60, 60), (0, 76, 75, "bete")),  # the odd point to the nearer on the left
        ((60, 60, 30), (0, 60, 30, "tie")),
        ((50, 50, 50), (0, 50, 50, "tie")),
    ],
)
def test_three_players(points, expected):
    data = row("A", *map(column, points), name="klaberjass-3")
    assert booked("klaberjass-3", data)[0] == expected


def test_three_players_left_of_another_maker():
    data = row("C", *map(column, (60, 60, 31)), name="klaberjass-3")
    assert booked("klaberjass-3", data)[0] == (76, 75, 0, "bete")
    data = row("B", *map(column, (60, 31, 60)), name="klaberjass-3")
    assert booked("klaberjass-3", data) == ((75, 0, 76, "bete"), [("bete", "KB3-BETE")])


def test_three_players_with_melds():
    data = row("A", column(50), column(40, 50, bela=True), column(60), name="klaberjass-3")
    assert booked("klaberjass-3", data)[0] == (0, 160, 60, "bete")


# Four players


@pytest.mark.parametrize(("name", "total"), [("clobyosh", 162), ("darda", 161), ("tarabish", 162)])
def test_the_other_side_completes_itself(name, total):
    answer = judge_deal(name, row("we", column(100), column(None), name=name))
    assert (answer["we"], answer["they"]) == (100, total - 100)
    assert answer["completed"] == {"they_points": total - 100}
    answer = judge_deal(name, row("they", column(100), {}, name=name))
    assert (answer["we"], answer["they"], answer["status"]) == (None, None, None)  # melds of "they" are open
    answer = judge_deal(name, row("they", column(100, 20), {}, name=name))
    assert (answer["we"], answer["they"], answer["status"]) == (total + 20, 0, "bete")


def test_clobyosh_without_trumps():
    data = row("we", column(70), column(None), name="clobyosh", bid="notrump")
    assert booked("clobyosh", data) == ((70, 60, "made"), [])
    data = row("we", column(65), column(65), name="clobyosh", trump="NT")
    assert booked("clobyosh", data)[0] == (0, 65, "tie")
    assert codes("clobyosh", data | {"we": column(65, bela=True)}) == ["bela_no_trumps"]
    assert codes("clobyosh", data | {"we": column(97)}) == ["sum"]
    assert codes("clobyosh", row("we", column(70), column(60), name="clobyosh")) == ["sum_no_trumps"]


def test_no_trumps_are_in_clobyosh_only():
    with pytest.raises(ValueError, match="trump 'NT': allowed are C, D, H, S, null"):
        judge_deal("tarabish", row("we", column(70), column(60), name="tarabish", trump="NT"))


def test_bait():
    data = row("they", column(100, 20), column(62, bela=True), name="tarabish")
    assert booked("tarabish", data) == ((202, 0, "bete"), [("bete", "TB-BAIT")])


# The invariants of the sheet


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ((1, 60), "points"),
        ((157, 0), "points"),
        ((-5, 60), "points"),
        ((10, 17), "sum_range"),  # 27: the lowest eighteen cards and the last trick count 28
        ((80, 77), "sum_range"),  # 157
        ((9, 147), "joint"),  # 156 needs all cards that count and two jacks' worth left out
    ],
)
def test_card_points_that_cannot_be(points, code):
    answer = judge_deal("klaberjass", row("A", *map(column, points)))
    assert answer["verdict"] == "refuse"
    assert [one["code"] for one in answer["findings"]] == [code]
    assert answer["A"] is answer["B"] is answer["status"] is None


@pytest.mark.parametrize(
    ("name", "columns", "code"),
    [
        ("klaberjass-3", (column(55), column(55), column(51)), "joint"),  # 161
        ("klaberjass-3", (column(30), column(30), column(34)), "sum_range"),  # 94
        ("clobyosh", (column(100), column(61)), "sum"),
        ("clobyosh", (column(161), column(None)), "points"),
        ("darda", (column(100), column(62)), "sum"),
        ("darda", (column(160), column(None)), "points"),
        ("tarabish", (column(1), column(None)), "points"),
    ],
)
def test_card_points_of_the_other_games(name, columns, code):
    assert code in codes(name, row(GAMES[name].parties[0], *columns, name=name))


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ((column(80, tricks=5), column(50, tricks=4)), []),
        ((column(80, tricks=5), column(50, tricks=5)), ["tricks_sum"]),
        ((column(80, tricks=10), column(50)), ["tricks"]),
        ((column(80, tricks=-1), column(50)), ["tricks"]),
        ((column(80, tricks=1), column(50)), ["points_tricks"]),  # 44 at most
        ((column(80, tricks=0), column(50)), ["points_tricks"]),
        ((column(80, tricks=9), column(50)), ["points_tricks"]),
    ],
)
def test_tricks(columns, expected):
    assert codes("klaberjass", row("A", *columns)) == expected


def test_no_trick_no_points_no_melds():
    answer = judge_deal("klaberjass", row("A", column(120, tricks=9), {}))
    assert answer["completed"] == {"B_tricks": 0, "B_points": 0, "B_melds": 0}
    assert (answer["A"], answer["B"], answer["verdict"]) == (120, 0, "accept")
    # Bela alone counts without a trick.
    answer = judge_deal("klaberjass", row("A", column(120, tricks=9), {"bela": True}))
    assert (answer["A"], answer["B"]) == (120, 20)


def test_melds_without_a_trick():
    data = row("A", column(120, tricks=9), column(0, 20))
    assert booked("klaberjass", data) == ((None, None, None), [("melds_without_trick", "KB-ZEROTRICK")])
    assert booked("tarabish", row("we", column(162, tricks=9), column(0, 20), name="tarabish"))[1] == [
        ("melds_without_trick", "TB-ZEROTRICK")
    ]


def test_melds_with_no_points_are_asked_about():
    answer = judge_deal("klaberjass", row("A", column(120), column(0, 20)))
    assert (answer["verdict"], answer["A"], answer["B"]) == ("confirm", 120, 20)
    assert [one["code"] for one in answer["findings"]] == ["trick_or_not"]
    answer = judge_deal("klaberjass", row("A", column(120, tricks=8), column(0, 20)))
    assert (answer["verdict"], answer["A"], answer["B"]) == ("accept", 120, 20)


def test_bela_of_who_has_no_trick():
    assert booked("bulka", row("A", column(120, tricks=9), column(0, bela=True)))[1] == [
        ("bela_without_trick", "KBC-BELA")
    ]
    assert booked("klaberjass", row("A", column(120, tricks=9), column(0, bela=True)))[0] == (120, 20, "made")


def test_melds():
    assert codes("klaberjass", row("A", column(80, 30), column(50))) == ["melds"]
    assert codes("klaberjass", row("A", column(80, 120), column(50))) == ["melds"]
    assert codes("zensa", row("A", column(80, 120), column(50))) == []
    assert codes("klaberjass", row("A", column(80, 20), column(50, 20))) == ["melds_both"]
    assert codes("klaberjass", row("A", column(80, -20), column(50))) == ["melds"]
    message = judge_deal("derda", row("A", column(80, 20), column(50)))["findings"][0]["message"]
    assert message == ("Column “A”: 20 for melds cannot occur; possible are 0, 30, 50, 60, 80, 90, 100.")


def test_bela_of_both():
    assert codes("klaberjass", row("A", column(80, bela=True), column(50, bela=True))) == ["bela_both"]


def test_bela_was_played():
    # 28 is three queens and no king among the cards played.
    assert codes("klaberjass", row("B", column(0), column(28, bela=True, tricks=9), trump="H")) == ["joint"]
    assert codes("klaberjass", row("B", column(0), column(29, bela=True, tricks=9), trump="H")) == []


def test_the_last_trick():
    assert codes("klaberjass", row("A", column(80), column(50), last="B")) == []
    assert codes("klaberjass", row("A", column(80), column(5), last="A")) == []
    assert "last_trick" in codes("klaberjass", row("A", column(80), column(5), last="B"))
    assert "last_without" in codes("klaberjass", row("A", column(120, tricks=9), column(0), last="B"))


def test_what_is_missing():
    answer = judge_deal("klaberjass", {})
    assert [one["code"] for one in answer["findings"]] == [
        *("missing_declarer", "missing_points", "missing_points", "missing_melds")
    ]
    assert (answer["verdict"], answer["complete"]) == ("refuse", False)
    assert codes("klaberjass", row("A", column(80), {"points": 50})) == ["missing_melds"]
    assert (
        codes("klaberjass", row("A", column(80, 20), {"points": 50})) == []
    )  # one has melds: the other none
    assert codes("klaberjass", row("A", column(80), {"melds": 0})) == ["missing_points"]


def test_text_in_cells():
    answer = judge_deal("klaberjass", row("A", column("80"), column(" 50 ", "0")))
    assert (answer["A"], answer["B"]) == (80, 50)
    answer = judge_deal("klaberjass", row("A", column("8o"), column("50")))
    assert [(one["code"], one["field"]) for one in answer["findings"]] == [("unreadable", "A_points")]
    assert "“8o”" in answer["findings"][0]["message"]
    assert codes("klaberjass", row("A", column("-5"), column("1e2"))) == ["unreadable", "unreadable"]


# Melds that were shown


def shown(**melds):
    return {"announced": {seat: [meld.split() for meld in some] for seat, some in melds.items()}}


def test_melds_that_were_shown_are_compared():
    open_melds = row("A", {"points": 60}, {"points": 70}, trump="S")
    answer = judge_deal("klaberjass", open_melds | shown(A=["QD KD AD"], B=["7H 8H 9H"]))
    assert (answer["A"], answer["B"], answer["status"]) == (80, 70, "made")
    assert answer["completed"] == {"A_melds": 20, "B_melds": 0}
    typed = row("A", column(60, 20), column(70, 0), trump="S")
    assert codes("klaberjass", typed | shown(A=["QD KD AD"], B=["7H 8H 9H"])) == []
    assert codes("klaberjass", typed | shown(A=["QD KD AD"], B=["7H 8H 9H TH"])) == [
        *("melds_differ", "melds_differ")
    ]


def test_equal_melds_that_were_shown():
    data = row("A", {"points": 60}, {"points": 70}, trump="S") | shown(A=["QD KD AD"], B=["QH KH AH"])
    assert booked("klaberjass", data) == (
        (0, 130, "bete"),
        [("melds_nobody", "KB-MELD-EQUAL"), ("bete", "KB-SCORE")],
    )
    elder = {"equal_melds": "elder"}
    assert codes("klaberjass", data, elder) == ["melds_open"]
    assert booked("klaberjass", data | {"dealer": "B"}, elder)[0] == (80, 70, "made")
    assert booked("klaberjass", data | {"dealer": "A"}, elder)[0] == (0, 150, "bete")
    assert codes("klaberjass", data | {"trump": None}) == ["melds_trump", "missing_melds"]


def test_shown_melds_without_a_trick_are_lost():
    data = row("A", {"points": 120, "tricks": 9}, {}, trump="S") | shown(B=["QD KD AD"])
    assert booked("klaberjass", data) == ((120, 0, "made"), [("melds_lost", "KB-ZEROTRICK")])


def test_bela_and_shown_melds():
    data = row("A", {"points": 60, "bela": True}, {"points": 70}, trump="S")
    assert codes("klaberjass", data | shown(B=["JS QS KS"])) == ["bela_against_melds"]
    assert codes("klaberjass", data | shown(A=["JS QS KS"])) == []


@pytest.mark.parametrize(
    ("announced", "message"),
    [
        ({"A": [["QD", "KD", "TD"]]}, "announced: A: TD QD KD: no run of three or more, so no meld"),
        ({"A": [["QD", "KD", "QD"]]}, "announced: A: QD is named twice"),
        ({"A": [["QX", "KX", "AX"]]}, "announced: A: 'QX' is no card"),
        ({"A": [["6D", "7D", "8D"]]}, "announced: A: '6D' is no card"),
        ({"A": [["QD", "KD", "AD"], ["JD", "QD", "KD"]]}, "announced: A: QD is in two melds"),
        ({"A": [["QD", "KD", "AD"]], "B": [["JD", "QD", "KD"]]}, "QD is with A too"),
        ({"A": [["7D", "8D", "9D"], ["TD", "JD", "QD"]]}, "7D 8D 9D TD JD QD is one run, not two"),
        ({"A": [["7D", "8D", "9D"], ["7S", "8S", "9S"], ["JH", "QH", "KH", "AH"]]}, "10 cards in melds"),
        ({"C": [["QD", "KD", "AD"]]}, "announced: 'C': allowed are A, B"),
        ({"A": "QD KD AD"}, "announced: A: melds are a list of lists of cards"),
        (["QD", "KD", "AD"], "announced is an object"),
    ],
)
def test_melds_that_the_cards_cannot_make(announced, message):
    with pytest.raises(ValueError, match=message):
        judge_deal("klaberjass", row("A", column(60, 20), column(70), trump="S", announced=announced))


def test_every_finding_has_a_rule_in_every_game():
    for game in GAMES.values():
        for code, kind in CATALOGUE.items():
            if code not in ("fus_and_more", "bela_no_trumps"):
                assert game.rule(kind.topic), code
