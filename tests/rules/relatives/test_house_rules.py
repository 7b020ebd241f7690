"""Every game prints itself as house rules, and says which of them are assumed."""

import pytest

from scoring.rules.relatives import GAMES, make_game
from scoring.rules.relatives.game import TOPICS

PREFIXES = {
    "klaberjass": ("KB-",),
    "zensa": ("KB-", "KBZ"),
    "yasman": ("KB-", "KBY"),
    "bima": ("KB-", "KBS"),
    "derda": ("KB-", "KBP"),
    "bulka": ("KB-", "KBC-"),
    "darda": ("KB-", "KBC-"),
    "klaberjass-3": ("KB-", "KB3-"),
    "clobyosh": ("KB-", "KB4-"),
    "tarabish": ("TB-",),
}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_rules_of_a_game(name):
    game = GAMES[name]
    rules = game.house_rules()
    assert {rule.id.split("-")[0] + "-" * ("-" in rule.id) for rule in rules} == set(PREFIXES[name])
    texts = [str(rule.sentence) for rule in rules]
    assert all(text.endswith(".") and "%" not in text for text in texts)
    assert any(str(game.total()) in text for text in texts)
    assert any("500" in text for text in texts)
    assert {topic.partition("=")[0] for topic in game.rules} <= set(TOPICS)


def ids(name, options=None):
    return [rule.id for rule in make_game(name, options).house_rules()]


def test_options_change_the_rules():
    assert "KB-TIE" in ids("klaberjass")
    assert "KB-TIE-CARRY" in ids("klaberjass", {"kb_tie": "carry"})
    assert "KB-TIE" not in ids("klaberjass", {"kb_tie": "carry"})
    assert "KB-SCHMEISS" in ids("klaberjass", {"schmeiss": True})
    assert "KB-SCHMEISS" not in ids("klaberjass")
    assert "KB-END-DEALS" in ids("klaberjass", {"end": "hands:12"})
    assert "KBC-FUS" in ids("bulka", {"five_wins": True})
    assert "KBC-DARDAS" in ids("bulka", {"three_dardas": 1000})
    text = next(
        str(rule.sentence) for rule in make_game("derda", {"derda3": 20}).house_rules() if rule.id == "KBP"
    )
    assert "counts 20, a run of four or more (fuf) 50" in text


def test_what_is_assumed_is_marked():
    assumed = {rule.id for rule in GAMES["klaberjass"].house_rules() if rule.assumed}
    assert assumed == {"KB-MELD-CARDS", "KB-MELD-EQUAL", "KB-PLAY-LEAD", "KB-END-BOTH"}
    assert {"KB3-DEAL", "KB3-BETE", "KB3-TIE"} <= {
        rule.id for rule in GAMES["klaberjass-3"].house_rules() if rule.assumed
    }
    tarabish = GAMES["tarabish"].house_rules()
    assert [rule.id for rule in tarabish if not rule.assumed] == ["TB-TEAMS"]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_option_has_its_value_and_every_value_its_rule(name):
    game = GAMES[name]
    values = game.option_values()
    assert list(values) == list(game.options)
    assert game.with_options(values) == game
    for topic in ("kb_tie", "equal_melds", "end_kind"):
        assert game.rule(topic)
    if "bid2" in game.options:
        assert {topic for topic in game.rules if topic.startswith("bid2")} == {"bid2=other", "bid2=any"}
