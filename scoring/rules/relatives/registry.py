"""Finding the games: every module of ``games`` names its own in ``GAMES``."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from scoring.rules.relatives import games
from scoring.rules.relatives.game import VERSION, Game


def _found() -> dict[str, Game]:
    found: dict[str, Game] = {}
    for module in sorted(module.name for module in iter_modules(games.__path__)):
        for game in import_module(f"{games.__name__}.{module}").GAMES:
            assert game.name not in found, f"two games are called {game.name}"
            found[game.name] = game
    return found


GAMES: dict[str, Game] = _found()
"""Every relative by the name of its ruleset."""


def make_game(name: object, options: object = None) -> Game:
    """A game with some options changed. Raises ValueError that lists what is allowed."""
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(f"game {name!r} is not known; allowed are {', '.join(GAMES)}")
    return GAMES[name].with_options(options) if options else GAMES[name]  # type: ignore[arg-type]


def game_from_json(data: object) -> Game:
    """Read ``Game.to_json``; options that are left out keep their default. Raises ValueError."""
    if not isinstance(data, Mapping):
        raise ValueError("a game is an object with version, preset and options")  # noqa: TRY004
    stored: Mapping[str, Any] = data
    if stored.get("version") != VERSION:
        raise ValueError(
            f"version {stored.get('version')!r} of a game is not known: this program reads version {VERSION}"
        )
    return make_game(stored.get("preset"), stored.get("options"))
