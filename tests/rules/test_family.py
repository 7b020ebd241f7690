"""Klaverjassen and its relatives read, seated and written down in one way."""

import pytest

from scoring.rules import family, make_ruleset
from scoring.rules.relatives import GAMES, make_game

TABLES = {
    "klaberjass": {"N": "A", "S": "B"},
    "klaberjass-3": {"N": "A", "E": "B", "S": "C"},
    "tarabish": {"N": "we", "E": "they", "S": "we", "W": "they"},
}


@pytest.mark.parametrize(
    "rules", [make_ruleset("nku"), *GAMES.values()], ids=lambda rules: family.title(rules)
)
def test_stored_rules_come_back_as_they_were(rules):
    assert family.rules_from_json(rules.to_json()) == rules


def test_options_come_back_too():
    rules = make_game("klaberjass", {"kb_tie": "carry", "end": "points:300"})
    assert family.rules_from_json(rules.to_json()) == rules


@pytest.mark.parametrize(
    "data", [None, [], {}, {"version": 1, "preset": "bridge"}, {"version": 1, "preset": []}]
)
def test_what_is_no_rules_is_refused(data):
    with pytest.raises(ValueError):
        family.rules_from_json(data)


@pytest.mark.parametrize(("name", "table"), TABLES.items())
def test_who_sits_where(name, table):
    game = GAMES[name]
    assert family.positions(game) == tuple(table)
    assert {position: family.side_of_position(game, position) for position in table} == table
    assert family.sides(game) == tuple(dict.fromkeys(table.values()))


def test_klaverjassen_is_played_by_four():
    rules = make_ruleset("amsterdam")
    assert family.positions(rules) == ("N", "E", "S", "W")
    assert family.sides(rules) == ("we", "they")
    assert [family.side_of_position(rules, seat) for seat in "NESW"] == ["we", "they", "we", "they"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_seats_of_the_table_are_those_of_the_game(game):
    seats = [family.seat_of_position(game, position) for position in family.positions(game)]
    assert tuple(seats) == game.seats
    assert [family.position_of_seat(game, seat) for seat in seats] == list(family.positions(game))


def test_a_seat_that_the_table_does_not_have_is_refused():
    with pytest.raises(ValueError, match="'E'"):
        family.side_of_position(GAMES["zensa"], "E")
    with pytest.raises(ValueError, match="'W'"):
        family.seat_of_position(GAMES["klaberjass-3"], "W")
