"""Cells as typed, what the engine reads in them, and back."""

import pytest
from django.http import QueryDict

from scoring.entry import cells as foot
from scoring.entry.klaverjas import cells as c
from scoring.rules import DeclaredDeal
from scoring.rules.findings import SIDES


def test_a_row_is_kept_exactly_as_typed_but_for_the_blanks_around_it():
    data = QueryDict("r3-we_points= 1e2 &r3-we_roem=IV&r3-nat=nat&r3-pit=nobody")
    assert foot.read_cells(data, c.NUMBERS, c.MARKS, "r3-") == {
        "we_points": "1e2",
        "we_roem": "IV",
        "they_points": "",
        "they_roem": "",
        "declarer": "",
        "nat": "nat",
        "pit": "",
        "verzaakt": "",
    }


def test_empty_is_not_zero():
    deal, unreadable = c.to_deal({"we_points": "", "we_roem": "", "they_points": "0", "they_roem": "-"})
    assert deal == DeclaredDeal(they_points=0, they_roem=0)
    assert unreadable == []


@pytest.mark.parametrize(
    ("typed", "roem"), [("2", 20), ("7", 70), ("20", 20), ("IV", 70), ("-", 0), ("0", 0), ("1", 1)]
)
def test_roem_is_read_in_digits_in_tens_and_in_tally_marks(typed, roem):
    assert c.to_deal({"we_roem": typed}) == (DeclaredDeal(we_roem=roem), [])


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("we_points", "1e2"),
        ("they_points", "102,0"),
        ("we_points", "-5"),
        ("we_roem", "−20"),
        ("they_roem", "IIX"),
    ],
)
def test_what_cannot_be_read_names_its_box_and_keeps_what_was_typed(field, typed):
    deal, (error,) = c.to_deal({field: typed})
    assert getattr(deal, field) is None
    assert (error.field, error.typed) == (field, typed)


def test_marks_become_the_marks_of_the_engine():
    deal, _ = c.to_deal({"declarer": "they", "nat": "nat", "pit": "we", "verzaakt": "they"})
    assert deal.declarer == "they"
    assert deal.marks == {"nat", "pit-we", "verzaakt-they"}
    assert c.to_deal({"nat": "we"})[0].marks == {"nat-we"}


@pytest.mark.parametrize(
    "deal",
    [
        DeclaredDeal("we", 95, 20, 67, 0),
        DeclaredDeal(None, 0, 0, 162, 40, frozenset({"nat"})),
        DeclaredDeal(None, None, 0, None, 0, frozenset({"nat-they"})),
        DeclaredDeal(None, 162, 50, 0, 0, frozenset({"pit-we"})),
        DeclaredDeal("they", 0, 0, 162, 20, frozenset({"verzaakt-we"})),
    ],
)
def test_a_deal_as_cells_reads_back_as_the_same_deal(deal):
    assert c.to_deal(c.from_deal(deal)) == (deal, [])


def test_a_suggestion_becomes_the_cells_it_changes():
    assert c.patch({"they_points": 67, "we_roem": 0}) == {"they_points": "67", "we_roem": "–"}
    assert c.patch({"marks": ["pit-they"]}) == {"nat": "", "pit": "they", "verzaakt": ""}
    assert c.patch({"declarer": None}) == {"declarer": ""}


@pytest.mark.parametrize("typed", ["1764", "1.764", "1 764", "1\u202f764"])
def test_written_totals_may_have_a_sign_between_the_thousands(typed):
    assert foot.read_written({"written_we": typed}, SIDES) == ({"we": 1764, "they": None}, [])


@pytest.mark.parametrize("typed", ["17 64", "1,5", "-20", "1e3", "١٢٣"])
def test_other_written_totals_are_refused_by_name(typed):
    totals, (error,) = foot.read_written({"written_they": typed}, SIDES)
    assert totals == {"we": None, "they": None}
    assert (error.field, error.typed) == ("written_they", typed)


def test_the_foot_keeps_the_reasons_that_say_something():
    name = "remark-0123456789abcdef"
    data: dict[str, str] = {}
    data |= {
        f"r0-{name}": " added up wrongly ",
        "r0-remark-xyz": "no",
        "r0-written_we": "12",
        "r1-we_points": "9",
    }
    assert foot.read_foot(data, ("written_we", "written_they"), "r0-") == {
        "written_we": "12",
        "written_they": "",
        "reason": "",
        name: "added up wrongly",
    }


def test_a_total_that_is_too_large_is_called_so():
    _totals, (error,) = foot.read_written({"written_we": "9999999999"}, SIDES)
    assert error.sentence.template == foot.TOTAL_TOO_LARGE
