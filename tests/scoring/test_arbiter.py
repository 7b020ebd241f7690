"""The arbiter's page: verdicts worked out by hand from the rules, the rule that decides, and bad input by name."""

import html
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from scoring.arbiter.options import DISPUTED, NAMES
from scoring.arbiter.rule_texts import DECIDED_BY, RULES
from scoring.rules.catalogue import CATALOGUE
from scoring.rules.rulesets import OPTIONS, PRESETS

pytestmark = pytest.mark.django_db

VECTORS = json.loads((settings.BASE_DIR / "fixtures" / "rule_vectors.json").read_text())["vectors"]

# North holds the top: J Q K A 9 of trumps (spades) and three tens. Tricks 1 to 4 are runs of four (50 each),
# then four jacks (200), queens, kings and aces (100 each): 162 points, 700 roem and all tricks for north.
HIGHEST = {
    "t1": "TC 7C 8C 9C",
    "t2": "TD 7D 8D 9D",
    "t3": "TH 7H 8H 9H",
    "t4": "9S 7S TS 8S",
    "t5": "JS JC JD JH",
    "t6": "QS QC QD QH",
    "t7": "KS KC KD KH",
    "t8": "AS AC AD AH",
}
DEAL = {"trump": "S", "leader": "N", "declarer": "N", **HIGHEST}


@pytest.fixture
def ask(client):
    """`ask("arbiter", trump="S", …)`: the verdict in English, as text; without a cookie afterwards."""
    client.cookies["django_language"] = "en"

    def ask(name: str, /, **query: object) -> str:
        response = client.get(reverse(name), query)
        assert response.status_code == 200
        assert not response.cookies
        return answer(response.content.decode())

    return ask


def answer(page: str) -> str:
    (found,) = re.findall(r'<section id="answer".*?</section>', page, re.DOTALL)
    text = html.unescape(re.sub(r"<[^>]+>", " ", found)).replace("\ufe0e", "")
    return re.sub(r"([♣♦♥♠]) ", r"\1", " ".join(text.split()))


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["kind"] == "legal"], ids=lambda v: v["id"])
def test_which_card_may_be_played(client, vector):
    query = {
        "preset": vector["ruleset"],
        "trump": vector["trump"],
        "trick": " ".join(vector["trick"]),
        "hand": " ".join(vector["hand"]),
        **{name: str(value) for name, value in vector["options"].items()},
    }
    client.cookies["django_language"] = "en"
    response = client.get(reverse("arbiter"), query)
    found = response.context["answer"]
    assert found.legal == vector["expected"]
    assert found.rule.id == vector["rule"]
    shown = answer(response.content.decode())
    assert RULES[vector["rule"]] in shown
    assert vector["rule"] in shown


def test_the_verdict_tells_each_card_and_who_holds_the_trick(ask):
    # Spades are trump; the second player, an opponent, has ruffed with the nine, and only the jack is higher.
    said = ask("arbiter", preset="amsterdam", trump="S", trick="AD 9S", hand="7S 8S TC 7C")
    assert "2 cards may be played" in said
    assert "♠7 may not ♠8 may not ♣10 may ♣7 may" in said
    assert "an opponent holds the trick, with ♠9" in said
    said = ask("arbiter", preset="rotterdam", trump="S", trick="AD 9S", hand="7S 8S TC 7C")
    assert "♠7 may ♠8 may ♣10 may not ♣7 may not" in said
    assert "KJ-ROT-UNDER" in said


def test_the_page_is_in_dutch_for_who_has_chosen_nothing(client):
    response = client.get(reverse("arbiter"), {"trump": "S", "trick": "HR", "hand": "7R 8S"})
    found = response.context["answer"]
    assert (found.legal, found.best) == (["7D"], "KD")
    with translation.override("nl"):
        assert found.rule.text in html.unescape(response.content.decode())
    assert "♦\ufe0e</span>H</span>" in response.content.decode()  # heer


# RULES B5: 20 for three in a row, 50 for four, stuk on top; quads by the house rules.
@pytest.mark.parametrize(
    ("query", "verdict", "rules"),
    [
        ({"trump": "S", "trick": "JS 7S 8S 9S"}, "34 points, 20 roem", ["KJ-ROEM-SEQ3"]),
        ({"trump": "S", "trick": "AD 7D TC KD"}, "25 points, 0 roem", ["KJ-TRICKWIN"]),
        ({"trump": "H", "trick": "JH KH QH 7S"}, "27 points, 40 roem", ["KJ-ROEM-SEQ3", "KJ-ROEM-STUK-SEQ"]),
        ({"trump": "H", "trick": "KH 7S QH 8S"}, "7 points, 20 roem", ["KJ-ROEM-STUK"]),
        ({"trump": "H", "trick": "TH JH QH KH"}, "37 points, 70 roem", ["KJ-ROEM-SEQ4", "KJ-ROEM-STUK-SEQ"]),
        ({"trump": "C", "trick": "9H 9C 9S 9D"}, "14 points, 0 roem", ["KJ-TRICKWIN"]),
        ({"trump": "C", "trick": "9H 9C 9S 9D", "quad.9": "150"}, "14 points, 150 roem", ["KJ-ROEM-QUAD-9"]),
        ({"trump": "C", "trick": "9H 9C 9S 9D", "preset": "nku"}, "14 points, 100 roem", ["KJ-ROEM-QUAD-9"]),
        ({"trump": "C", "trick": "7H 8H 9D TD", "last": "on"}, "20 points, 0 roem", ["KJ-LAST10"]),
    ],
)
def test_what_a_trick_is_worth(ask, query, verdict, rules):
    said = ask("arbiter_trick", **query)
    assert verdict in said
    for rule in rules:
        assert rule in said


def test_the_winner_of_a_trick(ask):
    assert "♦A wins: card 1 of the trick" in ask("arbiter_trick", trump="S", trick="AD 7D TC KD")
    assert "♠7 wins: card 3 of the trick" in ask("arbiter_trick", trump="S", trick="AD TD 7S KD")


def test_a_rule_that_is_an_option_is_said_as_these_rules_have_it(ask):
    said = ask("arbiter_trick", trump="C", trick="JH JC JS JD", preset="nku")
    assert "Four jacks in one trick are 100 roem. KJ-ROEM-QUAD-J" in said
    assert "Four jacks in one trick are 200 roem. KJ-ROEM-QUAD-J" in ask(
        "arbiter_trick", trump="C", trick="JH JC JS JD"
    )


def test_a_whole_deal(ask):
    said = ask("arbiter_deal", **DEAL)
    assert "We 962, They 0 pit" in said
    assert "nobody revoked" in said
    assert "we N S plays 8 162 700 962" in said
    assert "they E W 0 0 0 0" in said
    assert "KJ-SCORE-PIT" in said
    said = ask("arbiter_deal", **DEAL | {"declarer": "E"})
    assert "We 962, They 0 nat and pit" in said
    assert "KJ-PIT-DEF" in said


# West throws the nine of diamonds on clubs in trick 1 though it has the nine of clubs, which shows in trick 2.
REVOKED = DEAL | {"t1": "TC 7C 8C 9D", "t2": "TD 7D 8D 9C"}


@pytest.mark.parametrize(
    ("options", "head"),
    [
        # Roem of the tricks: 7-8-10 and 7-8 are no runs of three, so 50 + 50 less: 600.
        ({}, "We 762, They 0"),
        ({"verzaakt": "void"}, "We 162, They 0"),
        ({"verzaakt": "own"}, "We 762, They 0"),
        ({"extra": "100"}, "We 862, They 0"),
    ],
)
def test_a_revoke_is_named_and_costs_what_the_rules_say(ask, options, head):
    said = ask("arbiter_deal", **REVOKED, **options)
    assert f"{head} revoke" in said
    assert "Trick 1: west revoked." in said
    assert "Played: ♦9 . Allowed: ♣9 ." in said
    assert "KJ-FOLLOW" in said
    assert "KJ-VERZAAKT" in said


def test_undeclared_roem_is_pointed_out_where_it_must_be_announced(ask):
    assert "roem must be announced" in ask("arbiter_deal", **DEAL, roem_declare="required")
    assert "roem must be announced" not in ask("arbiter_deal", **DEAL)


def test_roem_that_nobody_announced_is_lost_where_it_must_be_announced(ask):
    """North takes every trick with roem in each: 4 × 50 + 200 + 3 × 100; only the jacks are announced, in trick 5."""
    deal = DEAL | {"roem_declare": "required", "written": "on"}
    said = ask("arbiter_deal", **deal, a5="N")
    assert "We 462, They 0 pit" in said  # 162 + 200 + 100
    assert "Not announced: this roem does not count." in said
    assert "KJ-ROEM-DECLARE" in said
    assert "We 462, They 0 pit" in ask("arbiter_deal", **deal, a5="E")  # whoever says it
    assert "We 262, They 0 pit" in ask("arbiter_deal", **deal, a5="E", roem_who="own")
    assert "We 962, They 0 pit" in ask("arbiter_deal", **DEAL, written="on", a5="N")  # counts by itself


def test_announced_roem_of_a_trick(ask):
    run = {"trump": "S", "trick": "JS 7S 8S 9S", "roem_declare": "required"}
    assert "34 points, 20 roem" in ask("arbiter_trick", **run, announced="yes")
    lost = ask("arbiter_trick", **run, announced="no")
    assert "34 points, 0 roem" in lost
    assert "KJ-ROEM-DECLARE" in lost
    assert "say above whether it was" in ask("arbiter_trick", **run)


def row(**cells: str) -> dict[str, str]:
    return {f"row-{name}": value for name, value in cells.items()}


def test_a_row_of_a_sheet(ask):
    equal = row(declarer="we", we_points="71", we_roem="20", they_roem="-")  # 91 against 91
    said = ask("arbiter_row", **equal)
    assert "we plays 0 0 0 0 they 162 20 0 182" in said
    assert "equal is nat. KJ-SCORE-TIE" in said
    said = ask("arbiter_row", **equal, tie="made")
    assert "we plays 71 20 0 91 they 91 0 0 91" in said
    assert "Equal is not nat" in said


def test_a_pit_on_a_sheet_earns_what_the_rules_give(ask):
    pit = row(declarer="we", pit="we", we_roem="20")
    assert "we plays 162 20 100 282 they 0 0 0 0" in ask("arbiter_row", **pit)
    said = ask("arbiter_row", **pit, pit="88")
    assert "we plays 162 20 88 270 they 0 0 0 0" in said
    assert "A pit earns 88 points. KJ-SCORE-PIT" in said


def test_a_row_that_cannot_be_says_why_and_what_may_have_been_meant(ask):
    said = ask("arbiter_row", **row(we_points="75", we_roem="20", they_points="78", they_roem="-"))
    assert "This row cannot be right." in said
    assert "together 153" in said
    assert RULES["I1"] in said
    assert "Two digits swapped: 78 typed for 87." in said


def test_a_row_that_cannot_be_read_is_refused_and_books_nothing(ask):
    said = ask("arbiter_row", **row(we_points="acht", we_roem="-", they_roem="-"))
    assert "“acht” cannot be read as card points" in said
    assert "Booked" not in said


@pytest.mark.parametrize(
    ("name", "query", "problem"),
    [
        ("arbiter", {"trump": "S", "trick": "AD XX", "hand": "7S"}, "On the table: “XX” is no card"),
        ("arbiter", {"trump": "S", "trick": "AD", "hand": "7S AD"}, "In the hand: ♦A is in “On the table” already"),
        ("arbiter", {"trump": "S", "trick": "AD 7D 8D 9D", "hand": "7S"}, "On the table: 4 cards; there can be 3"),
        ("arbiter", {"trump": "S", "hand": "7C 8C 9C TC JC QC KC AC 7D"}, "In the hand: 9 cards"),
        ("arbiter", {"trump": "S", "trick": "AD", "hand": ""}, "In the hand: "),
        ("arbiter", {"trump": "X", "trick": "AD", "hand": "7D"}, "X is not one of"),
        ("arbiter", {"trick": "AD", "hand": "7D"}, "required"),
        ("arbiter", {"trump": "S", "hand": "7D", "preset": "utopia"}, "utopia is not one of"),
        ("arbiter", {"trump": "S", "hand": "7D", "quad.9": "77"}, "Four nines"),
        ("arbiter", {"trump": "S", "hand": "7D", "extra": "1001"}, "Extra for verzaakt"),
        ("arbiter", {"trump": "S", "hand": "7D " * 100}, "In the hand: "),
        ("arbiter_trick", {"trump": "S", "trick": "AD 7D 8D"}, "The trick: 3 cards; a trick has four"),
        ("arbiter_trick", {"trump": "S", "trick": "AD 7D 8D 7D"}, "The trick: ♦7 is named twice"),
        ("arbiter_deal", DEAL | {"t8": ""}, "Trick 8: "),
        ("arbiter_deal", DEAL | {"t3": "TH 7H 8H"}, "Trick 3: 3 cards; a trick has four"),
        ("arbiter_deal", DEAL | {"t5": "JS JC JD AS"}, "Trick 8: ♠A is in “Trick 5” already"),
        ("arbiter_deal", DEAL | {"leader": ""}, "required"),
        ("arbiter_row", {"row-declarer": "everybody"}, "Who played: Select a valid choice. everybody is not one of"),
        ("arbiter_row", {"row-we_points": "9" * 21}, "Points we: Ensure this value has at most 12"),
    ],
)  # fmt: skip
def test_bad_input_gets_no_verdict_but_the_place_and_the_card(ask, name, query, problem):
    said = ask(name, **query)
    assert said.startswith("No verdict yet")
    assert problem in said


def test_a_plain_visit_asks_nothing_and_shows_an_example_of_each_kind(client):
    client.cookies["django_language"] = "en"
    for name in ("arbiter", "arbiter_trick", "arbiter_deal", "arbiter_trump", "arbiter_row"):
        page = client.get(reverse(name), {"preset": "nku", "quad.9": "150"}).content.decode()
        assert "The verdict appears here" in page
        kept = '<option value="150" selected>', '<input type="hidden" name="quad.9" value="150">'
        assert any(one in page for one in kept)  # rules that came along are kept
        examples = re.findall(r'href="\?([^"#]+)#answer"', page)
        assert examples
        for query in examples:
            found = client.get(f"{reverse(name)}?{html.unescape(query)}")
            assert found.context["answer"] is not None


def test_the_other_questions_keep_the_rules(client):
    page = client.get(reverse("arbiter"), {"preset": "nku", "quad.9": "150"}).content.decode()
    assert f'href="{reverse("arbiter_deal")}?preset=nku&amp;quad.9=150"' in page


def test_only_reading_is_answered(client):
    assert client.post(reverse("arbiter"), {"trump": "S"}).status_code == 405


# The catalogue ------------------------------------------------------------------------------------------


def test_every_rule_that_the_engine_names_has_its_sentence():
    folder = Path(settings.BASE_DIR / "scoring" / "rules")
    named = {
        rule
        for path in folder.glob("*.py")
        for rule in re.findall(r'"(KJ-[A-Z0-9-]*[A-Z0-9]|I\d+)"', path.read_text(encoding="utf-8"))
    }
    built = {f"KJ-ROEM-SEQ{length}" for length in (3, 4)} | {
        f"KJ-ROEM-QUAD-{one}" for one in ("AKQ", *"789TJ")
    }
    assert len(named) > 40
    assert (named | built | {kind.rule for kind in CATALOGUE.values()}) - set(RULES) == set()


def test_a_sentence_is_a_sentence():
    assert [text for text in RULES.values() if not re.fullmatch(r"[A-Z].*\.", text) or "%" in text] == []
    assert set(DECIDED_BY) <= set(RULES)
    assert set(DECIDED_BY.values()) <= set(OPTIONS)


def test_every_option_has_a_name_and_every_preset_can_be_chosen(client):
    assert set(NAMES) == set(OPTIONS)
    assert set(DISPUTED) <= set(OPTIONS)
    page = client.get(reverse("arbiter")).content.decode()
    assert all(f'<option value="{preset}"' in page for preset in PRESETS)
    assert all(f'name="{option}"' in page for option in DISPUTED)
