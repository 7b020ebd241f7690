"""The README says what is so: its commands exist, its variables are read, its files are there."""

import json
import re
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class

from klaverclub.benchmarks import engine
from scoring.rules.judge import judge_text

README = (settings.BASE_DIR / "README.md").read_text(encoding="utf-8")
SETTINGS = (settings.BASE_DIR / "klaverclub" / "settings.py").read_text(encoding="utf-8")


def test_every_command_that_is_named_exists():
    named = set(re.findall(r"python3 manage\.py (\w+)", README))
    assert {"up", "test", "judge", "backup", "restore", "bench"} <= named
    assert named <= set(get_commands())


def test_every_option_of_up_that_is_named_exists():
    named = set(re.findall(r"^\| `(--[a-z-]+)", README, re.MULTILINE))
    parser = load_command_class("klaverclub", "up").create_parser("manage.py", "up")
    known = {option for action in parser._actions for option in action.option_strings}
    assert named == {"--port", "--host", "--data", "--no-demo"}
    assert named <= known


def test_every_variable_that_is_named_is_read_and_described():
    named = set(re.findall(r"`(KLAVERCLUB_[A-Z_]+|DATABASE_URL)`", README))
    described = set(re.findall(r"^\| (KLAVERCLUB_[A-Z_]+|DATABASE_URL) \|", SETTINGS, re.MULTILINE))
    assert named
    assert named <= described
    code = SETTINGS.split('"""', 2)[2]
    assert all(name in code for name in described - {"DATABASE_URL"})


def test_the_example_of_the_judge_works():
    (example,) = re.findall(r"echo '(\{.*\})' \| python3 manage\.py judge", README)
    (answer,) = judge_text(example)
    # The opponent ruffed with the nine, no trump here is higher, and there is a plain card: no undertrumping.
    assert answer["legal"] == ["TC"]


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_file_that_is_linked_is_there(path):
    assert (settings.BASE_DIR / path).exists()


def test_the_first_login_words_are_those_of_the_demo_club():
    cast = json.loads((settings.BASE_DIR / "fixtures" / "demo" / "club.json").read_text(encoding="utf-8"))
    assert f"/c/{cast['club']['slug']}/" in README
    names = {each["username"] for each in cast["users"]}
    assert {"secretaris", "leider"} <= names


def test_the_bench_compares_with_a_baseline_of_the_same_run(monkeypatch):
    monkeypatch.setattr(engine, "SHEETS", 4)
    out = StringIO()
    call_command("bench", "engine", "--json", stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines
    for line in lines:
        assert line["seconds"] > 0
        assert line["baseline_seconds"] > 0
        assert line["ratio"] == pytest.approx(line["seconds"] / line["baseline_seconds"])


@pytest.mark.parametrize(
    "name", [name for name, app in get_commands().items() if app in ("klaverclub", "scoring")]
)
def test_every_command_of_ours_explains_itself(name):
    app = get_commands()[name]
    text = load_command_class(app, name).create_parser("manage.py", name).format_help()
    assert "usage: manage.py" in text
