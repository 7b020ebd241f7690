"""`manage.py simulate`: figures as text and as JSON, and options that cannot be."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def simulate(*options):
    out = StringIO()
    call_command("simulate", *options, stdout=out)
    return out.getvalue()


def test_slips_as_json_add_up():
    told = json.loads(simulate("slips", "--sheets", "25", "--seed", "4", "--json"))
    assert (told["ruleset"], told["sheets"], told["seed"], told["even"]) == ("amsterdam", 25, 4, False)
    assert told["honest"]["sheets"]["impossible"] == 0
    assert told["large"]["slips"] + told["small"]["slips"] == 25
    assert sum(kind["slips"] for kind in told["kinds"].values()) == told["large"]["slips"]
    for figures in (told["large"], told["seen"], told["small"], *told["kinds"].values()):
        assert figures["slips"] >= figures["caught"] >= figures["shown"] >= figures["first"] >= 0


def test_slips_as_text():
    text = simulate("slips", "--sheets", "8", "--even", "--ruleset", "rotterdam")
    assert text.startswith("8 sheets, rules rotterdam, seed 1\n")
    assert "Honest, 8 typed sheets, per 1,000: impossible 0.00, irregular 0.00, unusual" in text
    assert "each kind as often as every other" in text
    assert "changing a total by 10 or more" in text
    assert "in first 3" in text


def test_honest_sheets_only():
    text = simulate("slips", "--sheets", "3", "--honest")
    assert "Honest, 24 typed sheets" in text
    assert "slip" not in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("slips", "--sheets", "0"), "whole number from 1 to"),
        (("slips", "--sheets", "many"), "whole number from 1 to"),
        (("slips", "--ruleset", "bridge"), "invalid choice"),
        (("weather",), "invalid choice"),
        ((), "required"),
    ],
)
def test_options_that_cannot_be(options, message):
    with pytest.raises(CommandError, match=message):
        simulate(*options)
