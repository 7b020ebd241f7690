"""The rule of a season standing, and the small arithmetic that every standing shares.

Points are whole numbers and averages exact fractions until they are printed, half up. Equal values share
a rank: 1, 2, 2, 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from math import floor

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

MEASURES = ("sum", "average")
UNITS = ("round", "evening")
MOST_DECIMALS = 4
MOST_EVENINGS = 100


@dataclass(frozen=True, slots=True)
class StandingRule:
    """How a season is ranked.

    measure: "sum" of all points, or "average" of them.
    unit: what an average is taken over, "round" or "evening".
    decimals: 0 to 4, how an average is printed; ranks always follow the exact value.
    minimum_attendance: evenings somebody must attend to be ranked, 0 for none.
    guests_ranked: whether guests get a rank; shown they are in any case.
    Raises RuleError (a ValueError) for anything else.
    """

    measure: str = "sum"
    unit: str = "round"
    decimals: int = 2
    minimum_attendance: int = 0
    guests_ranked: bool = False

    VERSION = 1

    def __post_init__(self) -> None:
        _check_choice("measure", self.measure, MEASURES)
        _check_choice("unit", self.unit, UNITS)
        _check_number("decimals", self.decimals, MOST_DECIMALS)
        _check_number("minimum_attendance", self.minimum_attendance, MOST_EVENINGS)
        if not isinstance(self.guests_ranked, bool):
            raise RuleError(gettext_noop("Whether guests are ranked is either true or false."))

    @property
    def printed_decimals(self) -> int:
        """Sums are whole numbers; averages have the decimals of the rule."""
        return self.decimals if self.measure == "average" else 0

    def sentences(self) -> list[Sentence]:
        """The rule in plain words."""
        main = {
            ("sum", "round"): gettext_noop("The standing is the sum of all points."),
            ("sum", "evening"): gettext_noop("The standing is the sum of all points."),
            ("average", "round"): gettext_noop("The standing is the average number of points per round."),
            ("average", "evening"): gettext_noop("The standing is the average number of points per evening."),
        }
        sentences = [Sentence(main[self.measure, self.unit])]
        if self.minimum_attendance:
            text = gettext_noop("To be ranked one attends at least %(evenings)s evenings.")
            sentences.append(Sentence(text, {"evenings": self.minimum_attendance}))
        ranked = gettext_noop("Guests are ranked like members.")
        shown = gettext_noop("Guests are shown but not ranked.")
        sentences.append(Sentence(ranked if self.guests_ranked else shown))
        sentences.append(Sentence(gettext_noop("Equal results share a rank.")))
        return sentences

    def to_json(self) -> dict[str, object]:
        return {"version": self.VERSION} | {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> StandingRule:
        """Raises RuleError for another version, an unknown field or a value out of range."""
        check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        unknown = set(values) - {item.name for item in fields(cls)}
        if unknown:
            raise RuleError(
                gettext_noop("A standing rule knows no field %(fields)s."), fields=", ".join(sorted(unknown))
            )
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every value


def shared_ranks(values: Sequence[Fraction | int]) -> list[int]:
    """The rank of each value, highest first; equal values share it: 50, 40, 40, 30 are 1, 2, 2, 4."""
    place: dict[Fraction | int, int] = {}
    for position, value in enumerate(sorted(values, reverse=True), start=1):
        place.setdefault(value, position)
    return [place[value] for value in values]


def rounded(value: Fraction | int, decimals: int = 0) -> Decimal:
    """The value to print: halves are rounded away from zero, and every decimal is there (1550.50)."""
    scaled = floor(abs(Fraction(value)) * 10**decimals + Fraction(1, 2))
    return (Decimal(scaled if value >= 0 else -scaled)).scaleb(-decimals)


def _check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise RuleError(
            gettext_noop("“%(field)s” is one of %(choices)s, not “%(value)s”."),
            field=name,
            choices=", ".join(choices),
            value=value,
        )


def _check_number(name: str, value: object, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise RuleError(
            gettext_noop("“%(field)s” is a whole number from 0 to %(most)s, not %(value)s."),
            field=name,
            most=most,
            value=value,
        )
