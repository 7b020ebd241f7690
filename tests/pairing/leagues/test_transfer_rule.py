"""The rule for changing teams: read as it was written, said in sentences, refused when it cannot be."""

import datetime

import pytest

from tournaments.pairing.leagues import TransferRule
from tournaments.sentences import RuleError

DAY = datetime.date(2026, 9, 10)


@pytest.mark.parametrize(
    "rule", [TransferRule(), TransferRule(False), TransferRule(True, DAY, 1, 3, cup_tied=True)]
)
def test_a_rule_is_read_as_it_was_written(rule):
    assert TransferRule.from_json(rule.to_json()) == rule


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"version": 1, "most_team": 0}, "1 to 24"),
        ({"version": 1, "most_player": True}, "1 to 24"),
        ({"version": 1, "until": "soon"}, "no date"),
        ({"version": 1, "window": 3}, "no field window"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused(data, says):
    with pytest.raises(RuleError, match=says):
        TransferRule.from_json(data)
