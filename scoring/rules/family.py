"""Klaverjassen and its relatives under one roof: rules as stored, seats at the table, columns of the sheet.

A seat at the table is named by a point of the compass, as in the draw; a relative for two or three names its
players by their columns, "A", "B" and "C".
"""

from collections.abc import Mapping
from typing import Any

from scoring.rules.findings import SIDES
from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives import GAMES, Game, game_from_json
from scoring.rules.rulesets import Ruleset
from scoring.rules.seats import SEATS

Rules = Ruleset | Game
"""What a sheet can be judged by."""

Position = str
"""A seat at the table: "N", "E", "S" or "W"."""

_POSITIONS: dict[int, tuple[Position, ...]] = {2: ("N", "S"), 3: ("N", "E", "S"), 4: SEATS}


def rules_from_json(data: object) -> Rules:
    """Read ``Ruleset.to_json`` or ``Game.to_json``: the preset tells which. Raises ValueError."""
    if not isinstance(data, Mapping):
        raise ValueError("rules are an object with version, preset and options")  # noqa: TRY004
    preset = data.get("preset")
    known: Mapping[str, Any] = data
    return game_from_json(known) if isinstance(preset, str) and preset in GAMES else Ruleset.from_json(known)


def positions(rules: Rules) -> tuple[Position, ...]:
    """The seats of a table in order of play, which is clockwise."""
    return _POSITIONS[len(rules.seats)] if isinstance(rules, Game) else SEATS


def sides(rules: Rules) -> tuple[str, ...]:
    """Who has a column on the sheet, from the left."""
    return rules.parties if isinstance(rules, Game) else SIDES


def side_of_position(rules: Rules, position: Position) -> str:
    """The column of who sits there. Raises ValueError when nobody does."""
    columns = sides(rules)
    return columns[_place(rules, position) % len(columns)]


def seat_of_position(game: Game, position: Position) -> str:
    """What the rules of the game call this seat. Raises ValueError when nobody sits there."""
    return game.seats[_place(game, position)]


def position_of_seat(game: Game, seat: str) -> Position:
    """The seat at the table of a player of the game. Raises ValueError."""
    return positions(game)[game.seats.index(seat)]


def title(rules: Rules) -> str:
    """The name of the game: a message id."""
    return rules.title if isinstance(rules, Game) else _("Klaverjassen")


def _place(rules: Rules, position: Position) -> int:
    seats = positions(rules)
    if position not in seats:
        raise ValueError(f"seat {position!r}: this game is played at {', '.join(seats)}")
    return seats.index(position)
