"""The arbiter of a relative: melds compared, a deal judged card by card; worked out by hand."""

import html
import re

import pytest
from django.urls import reverse

from scoring.arbiter.examples import BELA
from tests.scoring.test_arbiter import answer


@pytest.fixture
def ask(client):
    client.cookies["django_language"] = "en"

    def ask(name: str, /, **query: str) -> str:
        response = client.get(reverse(name), query)
        assert response.status_code == 200
        return answer(response.content.decode())

    return ask


FOUR = "9C TC JC QC"  # a run of four, 50
THREE = "QD KD AD"  # a run of three with a higher top, 20


@pytest.mark.parametrize(
    ("query", "head", "rule"),
    [
        # The longer run is better, whatever its top.
        ({"hA": FOUR, "hB": THREE}, "The melds of “A” count: 50.", "KB-MELD-COMPARE"),
        # Equal length: the higher top card; all melds of the winner count.
        ({"hA": "9C TC JC", "hB": f"{THREE} 7H 8H 9H"}, "The melds of “B” count: 40.", "KB-MELD-COMPARE"),
        # Equal but for trumps.
        ({"hA": "9C TC JC", "hB": "9H TH JH"}, "The melds of “B” count: 20.", "KB-MELD-COMPARE"),
        # Equal in everything.
        ({"hA": "9C TC JC", "hB": "9S TS JS"}, "The best melds are equal: nobody counts", "KB-MELD-EQUAL"),
        ({"hA": "9C TC KC", "hB": "7D"}, "There are no melds.", "KB-MELD"),
        # The elder, who sits left of the dealer.
        (
            {"hA": "9C TC JC", "hB": "9S TS JS", "equal_melds": "elder", "dealer": "A"},
            "The melds of “B” count: 20.",
            "KB-MELD-EQUAL",
        ),
        (
            {"hA": "9C TC JC", "hB": "9S TS JS", "equal_melds": "elder"},
            "The best melds are equal: say who dealt.",
            "KB-MELD-EQUAL",
        ),
        # Derda: a run of three counts 30.
        ({"preset": "derda", "hA": THREE, "hB": ""}, "The melds of “A” count: 30.", "KB-MELD-COMPARE"),
        # Zensa: four jacks count 200, more than a run of five.
        (
            {"preset": "zensa", "hA": "JC JD JH JS", "hB": "7D 8D 9D TD"},
            "The melds of “A” count: 200.",
            "KB-MELD-COMPARE",
        ),
        # Partners in Tarabish: the side with the best run counts the runs of both; the pack has sixes.
        (
            {"preset": "tarabish", "hN": "6C 7C 8C 9C", "hE": THREE, "hS": "6D 7D 8D", "hW": ""},
            "The melds of “we” count: 70.",
            "TB-COMPARE",
        ),
    ],
)
def test_whose_melds_count(ask, query, head, rule):
    said = ask("arbiter_melds", **{"trump": "H", **query})
    assert said.startswith(head)
    assert rule in said


def test_melds_that_do_not_count_are_shown_as_such(ask):
    said = ask("arbiter_melds", trump="H", hA=FOUR, hB=THREE)
    assert "A counts 50 ♣9 ♣10 ♣J ♣Q" in said
    assert "B does not count 20 ♦Q ♦K ♦A" in said


def test_a_deal_of_klaberjass_card_by_card(ask):
    """Cards of A: 20 + 25 + 4 + 3 + 11 = 63, jack to king of trumps 20, bela 20; of B: 15 + 13 + 21 + 10 = 59."""
    said = ask("arbiter_record", **BELA)
    assert said.startswith("A 103, B 59 made")
    assert "nobody revoked" in said
    assert "A plays 63 20 20 103 B 59 0 0 59" in said
    assert ask("arbiter_record", **BELA, unsaid="on").startswith("A 83, B 59 made")
    other = ask("arbiter_record", **BELA | {"declarer": "B"})
    assert other.startswith("A 162, B 0 bete")
    assert "KB-SCORE" in other


def test_a_deal_says_which_melds_and_rules_made_its_score(ask):
    said = ask("arbiter_record", **BELA)
    assert "A 20 ♠J ♠Q ♠K 20 ♠K ♠Q bela" in said
    for rule in ("KB-MELD-COMPARE", "KB-BELA", "KB-SCORE"):
        assert rule in said


def test_bela_in_a_hand_is_shown_beside_the_melds(ask):
    said = ask("arbiter_melds", trump="S", hA="KS QS 7D", hB="")
    assert "There are no melds." in said
    assert "20 ♠K ♠Q bela, if it is said" in said
    assert "KB-BELA" in said
    assert "bela" not in ask("arbiter_melds", trump="H", hA="KS QS 7D", hB="")


@pytest.mark.parametrize(
    ("query", "may", "rule"),
    [
        # Void of diamonds, with the jack as only trump: Yasman may keep it.
        ({"preset": "yasman", "hand": "JS 7H TC"}, "Every card may be played", "KBY"),
        ({"preset": "klaberjass", "hand": "JS 7H TC"}, "♠J may ♥7 may not ♣10 may not", "KB-PLAY-RUFF"),
        ({"hand": "7D JS"}, "♦7 may ♠J may not", "KB-PLAY-FOLLOW"),
        # Four at a table in South Africa: who cannot overtrump need not trump lower.
        (
            {"preset": "clobyosh", "trick": "AD JS", "hand": "7S 7H"},
            "Every card may be played",
            "KB4-RUFF",
        ),
        ({"preset": "klaberjass-3", "trick": "AD JS", "hand": "7S 7H"}, "♠7 may ♥7 may not", "KB3-OVER"),
        (
            {"preset": "clobyosh", "trump": "NT", "trick": "AD", "hand": "7S 7H"},
            "Every card may",
            "KB-PLAY-FREE",
        ),
    ],
)
def test_which_card_may_be_played(ask, query, may, rule):
    said = ask("arbiter_legal", **{"trump": "S", "trick": "AD", **query})
    assert may in said
    assert rule in said


def test_a_revoke_is_named_and_left_to_the_arbiter(ask):
    """In trick 3 A throws the seven of hearts on a diamond, holding trumps."""
    revoked = BELA | {
        "t3": "7D 7H",
        "t4": "8H AH",
        "t5": "9S AS",
        "t6": "KS 8S",
        "t7": "QS 7S",
        "t8": "JS AC",
        "t9": "TC 9C",
    }
    said = ask("arbiter_record", **revoked)
    assert said.startswith("Trick 3: A revoked.")
    assert "KB-PLAY-RUFF" in said
    assert "the arbiter decides" in said


@pytest.mark.parametrize(
    ("name", "query", "problem"),
    [
        ("arbiter_melds", {"hA": "9C", "hB": "9C"}, "Cards of B: ♣9 is in “Cards of A” already"),
        ("arbiter_melds", {"hA": "6C"}, "Cards of A: “6C” is no card"),
        ("arbiter_melds", {"hA": "XX"}, "“XX” is no card"),
        ("arbiter_melds", {"hA": "7C 8C 9C TC JC QC KC AC 7D 8D"}, "10 cards; there can be 9"),
        ("arbiter_melds", {"hA": FOUR, "trump": "NT"}, "NT is not one of"),
        ("arbiter_melds", {"hA": FOUR, "preset": "bridge"}, "bridge is not one of"),
        ("arbiter_record", BELA | {"t2": "TD"}, "Trick 2: 1 cards; there must be 2."),
        ("arbiter_record", BELA | {"t9": "9C KD"}, "Trick 9: ♦K is in “Trick 1” already"),
        ("arbiter_record", BELA | {"t9": ""}, "Trick 9: "),
        ("arbiter_record", BELA | {"declarer": "C"}, "C is not one of"),
    ],
)
def test_bad_input_gets_no_verdict_but_the_place_and_the_card(ask, name, query, problem):
    said = ask(name, **{"trump": "H", **query})
    assert said.startswith("No verdict yet")
    assert problem in said


@pytest.mark.parametrize("name", ["arbiter_legal", "arbiter_melds", "arbiter_record"])
def test_a_plain_visit_shows_examples_of_every_game(client, name):
    client.cookies["django_language"] = "en"
    for preset in ("klaberjass", "klaberjass-3", "tarabish", "bulka"):
        page = client.get(reverse(name), {"preset": preset}).content.decode()
        assert "The verdict appears here" in page
    for query in re.findall(r'href="\?([^"#]+)#answer"', page):
        found = client.get(f"{reverse(name)}?{html.unescape(query)}")
        assert found.context["answer"] is not None
