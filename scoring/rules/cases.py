"""Reading the parts of a JSON case, with errors that say what is wrong and where."""

from collections.abc import Mapping
from typing import Any

from scoring.rules import cards

Json = dict[str, Any]
Case = Mapping[str, Any]


class CannotJudge(ValueError):
    """A case that cannot be judged; the text says what is wrong and where."""


def object_at(case: Case, field: str) -> Case:
    """The object in this field."""
    value = case.get(field)
    if not isinstance(value, Mapping):
        raise CannotJudge(f"{field} is missing or not an object")
    return value


def list_at(case: Case, field: str, what: str) -> list[Any]:
    """The list in this field; ``what`` it should hold."""
    value = case.get(field)
    if not isinstance(value, list):
        raise CannotJudge(f"{field} is a list of {what}")
    return value


def whole_at(case: Case, field: str) -> int:
    """The whole number in this field."""
    value = case.get(field)
    if type(value) is not int:
        raise CannotJudge(f"{field} {value!r} is not a whole number")
    return value


def word_at(case: Case, field: str, allowed: tuple[str, ...]) -> Any:
    """One of these words."""
    value = case.get(field)
    if not isinstance(value, str) or value not in allowed:
        raise CannotJudge(f"{field} {value!r}: allowed are {', '.join(allowed)}")
    return value


def suit_at(case: Case, field: str) -> cards.Suit:
    """The suit in this field."""
    try:
        return cards.suit(case.get(field))
    except ValueError as error:
        raise CannotJudge(f"{field}: {error}") from error


def cards_at(case: Case, field: str, least: int, most: int, where: str | None = None) -> list[cards.Card]:
    """The cards in this field, all different; ``where`` names it in errors."""
    where = where or field
    try:
        found = cards.cards(list_at(case, field, "cards"))
    except CannotJudge:
        raise
    except ValueError as error:
        raise CannotJudge(f"{where}: {error}") from error
    if not least <= len(found) <= most:
        allowed = least if least == most else f"{least} to {most}"
        raise CannotJudge(f"{where}: {len(found)} cards; allowed are {allowed}")
    return found
