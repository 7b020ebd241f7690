"""What may not be typed is refused with the field named; what was typed is kept."""

import pytest

from scoring.rules import DeclaredDeal, EntryError, judge_deal, parse_points, parse_roem
from scoring.rules.judge import judge
from tests.rules.rows import AMSTERDAM

NOT_WHOLE_NUMBERS = [
    "1e2",
    "102,0",
    "102.0",
    "１０",
    "+5",
    "-20",
    "99999999999",
    "12a",
    "0x10",
    "1_0",
    "²",
    "½",
    "ı",
]


@pytest.mark.parametrize("typed", NOT_WHOLE_NUMBERS)
def test_cells_that_cannot_be_read(typed):
    for parse, field, allowed in (
        (parse_points, "we_points", "whole number from 0 to 162"),
        (parse_roem, "they_roem", "digits"),
    ):
        with pytest.raises(EntryError, match=allowed) as caught:
            parse(typed, field)
        assert (caught.value.field, caught.value.typed) == (field, typed)


@pytest.mark.parametrize(
    ("typed", "points"),
    [("95", 95), (" 95 ", 95), ("0", 0), ("007", 7), ("999", 999), ("", None), ("  ", None), (None, None)],
)
def test_points_as_typed(typed, points):
    assert parse_points(typed) == points


@pytest.mark.parametrize("typed", ["II", "-", "V", "N", "/"])
def test_points_know_no_tally(typed):
    with pytest.raises(EntryError):
        parse_points(typed)


@pytest.mark.parametrize(
    ("typed", "roem"),
    [
        ("20", 20), ("0", 0), ("", None), (" ", None), (None, None), ("25", 25),
        ("I", 20), ("II", 40), ("V", 50), ("IV", 70), ("VI", 70), ("iv", 70), ("V i I", 90), ("VV", 100),
        ("-", 0), ("–", 0), ("—", 0), ("/", 0),
    ],
)  # fmt: skip
def test_roem_as_typed(typed, roem):
    assert parse_roem(typed) == roem


@pytest.mark.parametrize("typed", ["I5", "IX", "--", "V-", "l", "|", "I" * 17])
def test_roem_of_another_kind(typed):
    with pytest.raises(EntryError):
        parse_roem(typed)


def test_a_long_text_is_shown_short():
    with pytest.raises(EntryError) as caught:
        parse_points("9" * 500)
    assert len(str(caught.value)) < 150
    assert caught.value.typed == "9" * 500


def deal(roem=0, points=95, declarer="we", marks=(), they=(67, 0)):
    given = {
        "declarer": declarer,
        "we": {"points": points, "roem": roem},
        "they": {"points": they[0], "roem": they[1]},
        "marks": list(marks),
    }
    return judge({"kind": "deal", "ruleset": "amsterdam", "input": given})


@pytest.mark.parametrize("roem", [10, 25, 30, -20, 710, "1e2", "102,0", "-20", "１０", 20.0, True, [20], {}])
def test_roem_that_is_refused(roem):
    answer = deal(roem)
    assert answer["verdict"] == "refuse"
    assert [one["field"] for one in answer["findings"]] == ["we_roem"]
    assert (answer["we"], answer["they"]) == (None, None)


@pytest.mark.parametrize("points", [161, 1, 163, -1, 10**30, "1e2", "102,0", "+95", 95.0, True, []])
def test_points_that_are_refused(points):
    answer = deal(points=points, they=(None, 0))
    assert answer["verdict"] == "refuse"
    assert [one["field"] for one in answer["findings"]] == ["we_points"]


def test_161_and_1():
    answer = deal(points=161, they=(1, 0))
    assert answer["verdict"] == "refuse"
    assert [one["field"] for one in answer["findings"]] == ["we_points", "they_points"]


def test_a_cell_in_the_clubs_tally_is_read():
    assert deal("IV", "95", they=("67", "-"))["we"] == 165


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ({"points": 95, "they": (76, 0)}, "together 171"),
        ({"points": 70, "they": (92, 0), "marks": ["nat-they"]}, "Only the side that plays can be nat"),
        ({"points": 70, "they": (92, 0), "declarer": "they", "marks": ["nat"]}, "that is made"),
        ({"points": 162, "they": (0, 20), "marks": ["pit-we"]}, "Without a trick there is no roem"),
        ({"points": 150, "they": (12, 0), "marks": ["pit-we"]}, "A pit is all eight tricks"),
        ({"points": 95, "marks": ["nat"]}, "that is made"),
        ({"points": 81, "they": (81, 0), "marks": ["not-nat"]}, "that is nat"),
    ],
)
def test_refused_with_the_reason(case, says):
    answer = deal(**case)
    assert answer["verdict"] == "refuse"
    assert any(says in one["message"] for one in answer["findings"])


def test_unreadable_cells_are_not_called_missing():
    errors = []
    for parse, typed, field in ((parse_points, "9x", "we_points"), (parse_roem, "zz", "they_roem")):
        with pytest.raises(EntryError) as caught:
            parse(typed, field)
        errors.append(caught.value)
    verdict = judge_deal(DeclaredDeal(None, None, 0, 67, None), AMSTERDAM, number=3, unreadable=errors)
    assert [(one.code, one.field, one.deal) for one in verdict.findings] == [
        ("unreadable", "we_points", 3),
        ("unreadable", "they_roem", 3),
    ]
    assert verdict.verdict == "refuse"
    assert verdict.completed == {}
