"""What the written totals offer at the foot of the sheet: repairs that the page can put into a row."""

from scoring.entry.form import form_of
from scoring.entry.judged import Judged
from scoring.models import Sheet
from scoring.rules import Ruleset
from tests.scoring.paper import DEALS, THEY, WE


def judged(rows: list[dict[str, str]], we: int, they: int, deals: int = 16) -> Judged:
    sheet = Sheet(code="AAAAA", deals=deals, ruleset=Ruleset().to_json(), first_dealer="N")
    foot = {"written_we": str(we), "written_they": str(they)}
    return form_of(sheet).judge({0: foot, **dict(enumerate(rows, 1))})


def test_right_totals_offer_nothing():
    assert judged(DEALS, WE, THEY).foot_choices == []


def test_wrong_totals_offer_the_row_that_explains_them():
    """Both totals differ by 54: where 82 and 80 was typed, the paper may say 28 and 134."""
    choices = judged(DEALS, WE - 54, THEY + 54).foot_choices
    assert choices
    assert {(choice.cells["we_points"], choice.cells["they_points"]) for choice in choices} == {("28", "134")}
    assert all(5 <= choice.position <= 16 for choice in choices)


def test_totals_say_how_a_single_refused_row_is_mended():
    """The first deal has roem 25, which cannot be; the totals of the paper ask for 20."""
    rows = [{**DEALS[0], "we_roem": "25"}, *DEALS[1:]]
    best = judged(rows, WE, THEY).foot_choices[0]
    assert best.position == 1
    assert best.cells["we_roem"] == "20"


def test_twelve_deals_are_a_whole_sheet_and_miss_none():
    """The totals are too high by just a deal (82 and 80), but the paper has no thirteenth row."""
    rows = DEALS[:12]
    choices = judged(rows, WE - 4 * 82 + 82, THEY - 4 * 80 + 80, deals=12).foot_choices
    # What is left to offer: the paper counted one of the equal deals twice.
    assert [(choice.position, choice.cells) for choice in choices] == [
        (0, {"written_we": str(WE - 4 * 82), "written_they": str(THEY - 4 * 80)})
    ]
