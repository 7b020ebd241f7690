"""`manage.py simulate draw`: figures of whole events, as text and as JSON, and options that cannot be."""

import json

import pytest
from django.core.management import CommandError

from tests.klaverclub.test_simulate import simulate


def test_events_as_json():
    told = json.loads(
        simulate(
            *[
                "draw",
                "--format",
                "howell",
                "--unit",
                "pairs",
                "--players",
                "9",
                "--rounds",
                "4",
                "--events",
                "2",
                "--json",
            ]
        )
    )
    assert (told["format"], told["players"], told["rounds"], told["seed"]) == ("howell", 9, 4, 1)
    assert told["found"]["opponents_again"] == 0
    assert told["found"]["second_rests"] == 0
    assert told["least"] == {"partners_again": 0, "opponents_again": 0}


def test_events_as_text():
    text = simulate(*["draw", "--players", "8", "--rounds", "7", "--events", "2", "--seed", "5"])
    assert text.startswith("2 events of 8 individuals, 7 rounds, swiss, seed 5; per event:\n")
    assert "(at least 28)" in text
    assert "seconds a draw" in text


def test_people_who_come_and_go_have_no_least():
    told = json.loads(
        simulate(
            *[
                "draw",
                "--format",
                "lot",
                "--players",
                "14",
                "--late",
                "0.2",
                "--withdraw",
                "0.1",
                "--absent",
                "0.1",
                "--apart",
                "2",
                "--json",
            ]
        )
    )
    assert told["least"] is None
    assert (told["late"], told["withdraw"], told["absent"], told["apart"]) == (0.2, 0.1, 0.1, 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--players 1", "whole number from 2 to 2,000"),
        ("--rounds none", "whole number from 1 to 60"),
        ("--late 2", "no share from 0 to 1"),
        ("--absent often", "no share from 0 to 1"),
        ("--format knockout", "invalid choice"),
        (
            "--format whist --unit pairs",
            "pairs are drawn by lot, swiss, mitchell, howell, move_up; whist is for individuals: add --unit individuals",
        ),
        ("--format whist --players 12 --rounds 20", "12 players has 1 to 11 rounds"),
        ("--format lot --players 3", "a table takes 4 individuals"),
    ],
)
def test_draw_options_that_cannot_be(options, message):
    with pytest.raises(CommandError, match=message):
        simulate("draw", *options.split())
