"""``judge``: JSON in, JSON out; a bad case never stops the rest."""

import io
import json
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from scoring.rules.judge import CannotJudge, judge, judge_text

DEAL = {
    "kind": "deal",
    "ruleset": "amsterdam",
    "input": {
        "declarer": "we",
        "we": {"points": 95, "roem": 20},
        "they": {"points": 67, "roem": 0},
        "marks": [],
    },
}
ROEM = {"id": "r", "kind": "roem", "ruleset": "default", "trump": "S", "cards": ["7D", "8D", "9D", "AS"]}
LEGAL = {"kind": "legal", "ruleset": "amsterdam", "trump": "S"}


def test_a_deal():
    assert judge(DEAL) == {
        "verdict": "accept",
        "we": 115,
        "they": 67,
        "status": "made",
        "declarer": "we",
        "complete": True,
        "completed": {},
        "findings": [],
        "suggestions": [],
    }


def test_findings_and_suggestions_of_a_deal():
    answer = judge(DEAL | {"input": DEAL["input"] | {"they": {"points": 76, "roem": 0}}})
    assert answer["verdict"] == "refuse"
    assert set(answer["findings"][0]) == {"code", "severity", "field", "rule", "message"}
    assert answer["suggestions"][0]["fields"] == {"they_points": 67}
    assert answer["suggestions"][0]["reason"] == "Two digits swapped: 76 typed for 67."


def test_a_sheet():
    case = {"kind": "sheet", "ruleset": "amsterdam", "deals": [DEAL["input"]] * 2}
    answer = judge(case | {"written": {"we": 230, "they": 143}})
    assert answer["verdict"] == "confirm"
    assert [one["we"] for one in answer["deals"]] == [115, 115]
    assert answer["totals"] == {"we": 230, "they": 134}
    assert answer["running"] == [{"we": 115, "they": 67}, {"we": 230, "they": 134}]
    assert answer["findings"][0]["field"] == "written_they"
    assert answer["suggestions"][0]["fields"] == {"written_they": 134}
    assert judge(case | {"written": None})["verdict"] == "accept"
    assert judge(case)["checksum"]["expected"] == 2 * 162 + 40


def test_a_sheet_with_an_unreadable_cell():
    deals = [DEAL["input"], DEAL["input"] | {"we": {"points": "9O", "roem": 20}}]
    answer = judge({"kind": "sheet", "deals": deals, "written": {"we": 230, "they": 134}})
    assert answer["verdict"] == "refuse"
    assert [(one["deal"], one["field"]) for one in answer["deals"][1]["findings"]] == [(2, "we_points")]


def test_the_first_dealer_of_a_sheet():
    case = {"kind": "sheet", "ruleset": "amsterdam-utrecht", "deals": [DEAL["input"]], "first_dealer": "N"}
    assert judge(case)["deals"][0]["findings"][0]["code"] == "declarer_against_turn"


def test_a_relative_is_judged_by_its_own_rules():
    answer = judge({"kind": "possible", "ruleset": "clobyosh", "trump": "NT"})
    assert max(answer["points"]) == 130
    with pytest.raises(CannotJudge, match="kind 'roem' is not known for clobyosh"):
        judge({"kind": "roem", "ruleset": "clobyosh"})


def test_the_ruleset_is_amsterdam_unless_said():
    assert judge({key: DEAL[key] for key in ("kind", "input")}) == judge(DEAL)


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ([], "a case is an object"),
        (
            {},
            "kind None is not known; allowed are legal, roem, score, deal, sheet, play, trump, match, possible",
        ),
        ({"kind": "deals"}, "kind 'deals' is not known"),
        ({"kind": ["deal"]}, "kind .* is not known"),
        (DEAL | {"ruleset": "fries"}, "ruleset 'fries' is not known; allowed are amsterdam"),
        (DEAL | {"ruleset": "default"}, "ruleset 'default' is not known"),
        (DEAL | {"ruleset": None}, "ruleset None is not known"),
        (DEAL | {"options": {"tie": "draw"}}, "option tie: draw is not allowed; allowed are nat, made"),
        (DEAL | {"options": {"ties": "nat"}}, "option 'ties' is not known; allowed are"),
        (DEAL | {"options": "nat"}, "options is an object"),
        (DEAL | {"input": None}, "input is missing or not an object"),
        (DEAL | {"input": {"marks": ["natt"]}}, "input: mark natt is not known"),
        (DEAL | {"input": {"declarer": "NS"}}, "input: declarer 'NS'"),
        ({"kind": "sheet"}, "deals is a list of deals"),
        ({"kind": "sheet", "deals": [DEAL["input"], 7]}, "deal 2: a deal is an object"),
        ({"kind": "sheet", "deals": [], "written": [1, 2]}, "written is an object with we and they"),
        ({"kind": "sheet", "deals": [], "written": {"we": "12"}}, "we '12' is not a whole number"),
        ({"kind": "sheet", "deals": [], "first_dealer": "Z"}, "first_dealer 'Z': allowed are N, E, S, W"),
        (ROEM | {"cards": ["7D", "8D", "9D"]}, "cards: 3 cards; allowed are 4"),
        (ROEM | {"cards": ["7D", "8D", "9D", "9D"]}, "cards: 9D is named twice"),
        (ROEM | {"cards": ["7D", "8D", "9D", "6S"]}, "cards: '6S' is no card"),
        (ROEM | {"cards": "7D"}, "cards is a list of cards"),
        (ROEM | {"trump": "X"}, "trump: 'X' is no suit: allowed are C D H S"),
        (ROEM | {"trump": None}, "trump: None is no suit"),
        (LEGAL | {"hand": ["7D"], "trick": ["7D"]}, "hand: 7D lies in the trick already"),
        (LEGAL | {"hand": [], "trick": []}, "hand: 0 cards; allowed are 1 to 8"),
        (LEGAL | {"hand": ["AS"]}, "trick is a list of cards"),
        (
            LEGAL | {"hand": ["AS"], "trick": ["7D", "8D", "9D", "TD"]},
            "trick: 4 cards; allowed are 0 to 3",
        ),
        ({"kind": "score", "input": {}}, "decl_pts None is not a whole number"),
    ],
)
def test_what_cannot_be_judged(case, message):
    with pytest.raises(CannotJudge, match=message):
        judge(case)


def answers(text):
    return list(judge_text(text))


def test_a_bad_case_never_stops_the_rest():
    lines = [
        json.dumps(ROEM),
        "{not json",
        "",
        '"text"',
        '{"id": 5, "kind": "x"}',
        "[" * 100_000,
        json.dumps(ROEM),
    ]
    found = answers("\n".join(lines))
    assert [one["id"] for one in found] == ["r", None, None, 5, None, "r"]
    assert [one.get("roem") for one in found] == [20, None, None, None, None, 20]
    assert found[1]["error"].startswith("line 2 is not JSON")
    assert "nested too deeply" in found[4]["error"]


def test_numbers_that_are_none():
    found = answers('{"id": 1, "kind": "deal", "input": {"we": {"points": NaN}}}')
    assert "NaN is not a number" in found[0]["error"]
    assert "error" in answers('{"id": 1, "kind": "deal", "input": {"we": {"points": ' + "9" * 5000 + "}}}")[0]


def test_a_file_of_vectors_in_any_layout():
    for indent in (None, 2):
        found = answers(json.dumps({"notation": "…", "vectors": [ROEM, 7, ROEM]}, indent=indent))
        assert [one.get("roem") for one in found] == [20, None, 20]


def test_windows_line_ends():
    assert [one["roem"] for one in answers(json.dumps(ROEM) + "\r\n" + json.dumps(ROEM) + "\r\n")] == [20, 20]


def run(text, tmp_path):
    file = tmp_path / "cases.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    output = io.StringIO()
    call_command("judge", str(file), stdout=output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_the_command_reads_a_file(tmp_path):
    assert run(json.dumps(ROEM), tmp_path)[0]["roem"] == 20
    assert run(b"\xef\xbb\xbf" + json.dumps(ROEM).encode(), tmp_path)[0]["roem"] == 20


def test_the_command_reads_its_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(ROEM).encode())))
    output = io.StringIO()
    call_command("judge", stdout=output)
    assert json.loads(output.getvalue())["roem"] == 20


def test_the_command_ends_with_2_after_all_answers(tmp_path):
    file = tmp_path / "cases.json"
    file.write_bytes(b'{"kind": "x"}\n\xff\xfe\n' + json.dumps(ROEM).encode())
    output = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("judge", str(file), stdout=output)
    assert ended.value.code == 2
    assert [json.loads(line).get("roem") for line in output.getvalue().splitlines()] == [None, None, 20]


def test_the_command_says_which_file_is_not_there(tmp_path):
    with pytest.raises(CommandError, match=r"nowhere\.json: No such file") as raised:
        call_command("judge", str(tmp_path / "nowhere.json"))
    assert raised.value.returncode == 2


def test_manage_py_judge():
    """As a program: needs no database, answers every case, says by its status that one failed."""
    lines = "\n".join([json.dumps({"id": 1} | DEAL), '{"id": 2, "kind": "?"}'])
    done = subprocess.run(
        [sys.executable, "manage.py", "judge", "-"],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["we"]) == (1, 115)
    assert second["error"].startswith("kind '?' is not known")
    assert done.returncode == 2
