"""The options that the relatives know: name, attribute of the game, and allowed values."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scoring.rules import rulesets

Check = Callable[[object], object]


class Option(NamedTuple):
    """An option: where its value lives in a ``Game``, what is allowed, and how to check it.

    ``values`` is empty where there are too many to list.
    """

    attribute: str
    values: tuple[object, ...]
    check: Check


def _one_of(attribute: str, *allowed: object) -> Option:
    shown = ", ".join(_show(value) for value in allowed)

    def check(value: object) -> object:
        if value in ("on", "off") and True in allowed:
            value = value == "on"
        for one in allowed:
            if type(one) is type(value) and one == value:
                return one
        raise ValueError(f"{_show(value)} is not allowed; allowed are {shown}")

    return Option(attribute, allowed, check)


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | str) else repr(value)


OPTIONS: dict[str, Option] = {
    "kb_tie": _one_of("kb_tie", "maker0", "carry"),  # X25
    "derda3": _one_of("run3", 30, 20),  # X27
    "equal_melds": _one_of("equal_melds", "nobody", "elder"),
    "bid2": _one_of("bid2", "other", "any"),
    "schmeiss": _one_of("schmeiss", False, True),
    "bela": _one_of("bela", 20, 40),
    "three_dardas": _one_of("three_dardas", 0, 1000),
    "five_wins": _one_of("five_wins", False, True),
    "end": Option("end", (), rulesets.OPTIONS["end"]),
}
"""Every option by its name; a game lists the names that it has."""


def checked(given: object, known: tuple[str, ...]) -> Mapping[str, Any]:
    """Attributes and values from options as given. Raises ValueError that names the option."""
    if not isinstance(given, Mapping):
        raise ValueError("options is an object of option names and values")  # noqa: TRY004
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"option {name!r} is not known here; allowed are {', '.join(known)}")
        option = OPTIONS[name]
        try:
            values[option.attribute] = option.check(value)
        except ValueError as error:
            raise ValueError(f"option {name}: {error}") from None
    return values
