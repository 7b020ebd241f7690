"""What the engine says, in the words of the page."""

from django.utils import translation

from scoring import messages
from scoring.entry.twins import SAME
from scoring.rules import DeclaredDeal, Ruleset, judge_deal, judge_sheet, make_ruleset
from scoring.rules.findings import Sentence


def test_a_finding_is_said_with_its_values_and_begins_with_a_capital():
    with translation.override("en"):
        (finding,) = judge_deal(DeclaredDeal(None, 95, 0, 76, 0), Ruleset(), number=9).findings
        assert messages.say_finding(finding).startswith("The card points are 95 and 76, together 171")
        assert messages.where(finding) == "Deal 9, points they"
        assert messages.say(Sentence("%(side)s played.", {"side": "they"})) == "They played."


def test_every_sentence_of_the_engine_fits_its_values():
    """Each finding of a crowd of odd rows can be said: template and parameters belong together."""
    points = [None, 0, 1, 60, 81, 82, 102, 162, 170]
    marks = [set(), {"nat"}, {"nat-we"}, {"pit-we"}, {"pit-they"}, {"verzaakt-they"}, {"nat", "pit-we"}]
    said = set()
    with translation.override("en"):
        for we in points:
            for they in points:
                for roem in (None, 0, 20, 30, 120, 320):
                    for mark in marks:
                        deal = DeclaredDeal("we", we, roem, they, 0, frozenset(mark))
                        for finding in judge_deal(deal, Ruleset(), number=1).findings:
                            said.add(messages.say_finding(finding))
    assert len(said) > 50
    assert not [text for text in said if "%(" in text or "None" in text]


def test_the_check_line_adds_up():
    deals = [DeclaredDeal(None, 95, 20, 67, 0), DeclaredDeal(None, 162, 50, 0, 0, frozenset({"pit-we"}))]
    check = judge_sheet(deals, Ruleset()).checksum
    with translation.override("en"):
        assert messages.check_line(check) == "2 × 162 + roem 70 + pits 100 = 494"


def test_what_is_missing_is_said_together():
    deals = [
        DeclaredDeal(None, 95, None, None, 0),
        DeclaredDeal(),
        DeclaredDeal(),
        DeclaredDeal(None, None, 0),
    ]
    verdict = judge_sheet(deals, Ruleset())
    with translation.override("en"):
        assert messages.missing_lines(verdict.missing, [2, 3]) == [
            "deal 1: roem we",
            "deal 4: points we, roem they",
            "deals 2–3",
        ]


def test_the_rules_have_a_name_and_house_rules_are_told():
    with translation.override("en"):
        assert messages.ruleset_name(Ruleset()) == "Amsterdam rules"
        assert messages.ruleset_name(make_ruleset("nku")) == "rules of the NKU"
        assert (
            messages.ruleset_name(make_ruleset("amsterdam", {"pit": 0}))
            == "Amsterdam rules, with house rules"
        )


def test_the_sentence_about_a_twin_names_the_table():
    with translation.override("en"):
        text = messages.say(Sentence(SAME, {"table": 3, "deals": 16}))
    assert "table 3" in text
    assert "16 deals" in text


def test_every_box_of_every_game_has_a_name():
    with translation.override("en"):
        assert messages.field_name("A_melds") == "melds A"
        assert messages.field_name("they_tricks") == "tricks they"
        assert messages.field_name("written_C") == "written total C"
        assert messages.field_name("bela") == "bela"
        assert messages.field_name("written_we") == "written total we"


def test_seats_and_suits_of_a_finding_are_said_as_at_the_table():
    sentence = Sentence("%(dealer)s dealt, %(trump)s is trumps.", {"dealer": "E", "trump": "H"})
    with translation.override("nl"):
        assert messages.say(sentence) == "O dealt, ♥ is trumps."
    with translation.override("en"):
        assert messages.say(Sentence("%(dealer)s dealt.", {"dealer": "A"})) == "A dealt."


def test_ranks_are_said_in_the_letters_of_the_reader():
    sentence = Sentence("in the order %(ranks)s", {"ranks": "7 8 9 10 J Q K A"})
    with translation.override("nl"):
        assert messages.say(sentence) == "In the order 7 8 9 10 B V H A"
