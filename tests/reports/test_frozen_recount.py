"""What a standing is counted from, as it is kept with a publication: nothing of it is lost."""

from __future__ import annotations

import json

import pytest

from tests.reports.test_recount import RULES, counted, made_up
from tournaments.reports.frozen import freeze_recount, thaw_recount


@pytest.mark.parametrize("name", RULES)
def test_a_count_comes_back_as_it_was(name):
    found = counted(made_up(11), RULES[name])
    stored = json.loads(json.dumps(freeze_recount(found)))
    lines = [(row.rank, row.name, row.value) for row in found.rows]
    assert thaw_recount(stored, lines, found.sentences) == found


def test_most_results_are_one_number():
    found = counted(made_up(11), RULES["sum"])
    (results, _loose), *_others = freeze_recount(found)["rows"]
    assert all(result is None or isinstance(result, int) for result in results)
    assert any(isinstance(result, int) for result in results)


def test_a_count_for_other_lines_is_refused():
    found = counted(made_up(11), RULES["sum"])
    lines = [(row.rank, row.name, row.value) for row in found.rows[1:]]
    with pytest.raises(ValueError, match="zip"):
        thaw_recount(freeze_recount(found), lines, found.sentences)
