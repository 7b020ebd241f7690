"""The rule of a season standing, and the small arithmetic that every standing shares.

Points are whole numbers and averages exact fractions until they are printed, half up. Equal values share
a rank: 1, 2, 2, 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from fractions import Fraction
from math import floor

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

MEASURES = ("sum", "average", "match_points")
UNITS = ("round", "evening")
TIES = (
    "head_to_head",
    "wins",
    "pits",
    "nats",
    "roem",
    "best_round",
    "best_evening",
    "lot",
)
ABSENCES = ("excused", "absent", "late", "left", "sit_out")
"""Kinds of rows that a rule can forbid to drop."""
MOST_DECIMALS = 4
MOST_EVENINGS = 100
MOST_MATCH_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Band:
    """From a difference of `margin` points (1 and up) the winner gets `win` match points and the loser `loss`."""

    margin: int
    win: int
    loss: int


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a round against opponents is worth, in match points, 0 to 1000 each.

    win, draw, loss: by the sign of the difference. bands: other values from a margin on, in rising order of
    margin. most_an_evening: no more than this is given for one evening, 0 for no limit.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    bands: tuple[Band, ...] = ()
    most_an_evening: int = 0


@dataclass(frozen=True, slots=True)
class Period:
    """A part of the season: from one evening to another, both included, by their numbers."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class StandingRule:
    """How a season is ranked.

    measure: "sum" of all points, "average" of them, or "match_points" (the sum of what `match` gives).
    unit: what is chosen among and what an average is taken over, "round" or "evening".
    decimals: 0 to 4, how an average is printed; ranks always follow the exact value.
    best: only so many best units count, 0 for all. drop: so many lowest units are dropped; never with `best`.
    periods: parts of the season, in order, that do not overlap; `best` and `drop` then count within each, the
    result of a period is its sum (or average), and evenings outside all periods do not count. best_periods: only so
    many best periods count, 0 for all.
    undroppable: kinds of absence that `best` and `drop` cannot leave out.
    last: only the last so many evenings that somebody attended (a ladder), 0 for all.
    all_evenings: take also the evenings that do not count for the official standing.
    interim: "rule" or "sum": while the planned season is not over, a plain sum instead of the choice of best units.
    minimum_attendance: evenings (or rounds, by `minimum_unit`) somebody must attend to be ranked, 0 for none.
    below_minimum: who stays below it is "unranked", or comes "last", behind everybody who does not.
    guests_ranked: whether guests get a rank; shown they are in any case.
    ties: criteria that break equal results, in order; what they do not break is a shared rank. seed: of "lot".
    Raises RuleError (a ValueError) for anything else.
    """

    measure: str = "sum"
    unit: str = "round"
    decimals: int = 2
    best: int = 0
    drop: int = 0
    periods: tuple[Period, ...] = ()
    best_periods: int = 0
    undroppable: tuple[str, ...] = ()
    last: int = 0
    all_evenings: bool = False
    interim: str = "rule"
    minimum_attendance: int = 0
    minimum_unit: str = "evening"
    below_minimum: str = "unranked"
    guests_ranked: bool = False
    match: MatchPoints = MatchPoints()
    ties: tuple[str, ...] = ()
    seed: int = 0

    VERSION = 2

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
        return {"version": self.VERSION} | asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> StandingRule:
        """Reads version 1 (before there was a choice of best units) too.

        Raises RuleError for another version, an unknown field or a value out of range.
        """
        if data.get("version") != 1:
            check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        unknown = set(values) - {item.name for item in fields(cls)}
        if unknown:
            raise RuleError(
                gettext_noop("A standing rule knows no field %(fields)s."), fields=", ".join(sorted(unknown))
            )
        return cls(**{name: _read(name, value) for name, value in values.items()})  # type: ignore[arg-type]


def _read(name: str, value: object) -> object:
    """A value out of JSON as the rule holds it; `__post_init__` judges it."""
    try:
        if name == "match":
            values = dict(value)  # type: ignore[call-overload]
            return MatchPoints(**values | {"bands": tuple(Band(**band) for band in values["bands"])})
        if name == "periods":
            return tuple(Period(**period) for period in value)  # type: ignore[attr-defined]
    except (KeyError, TypeError, ValueError) as error:
        raise RuleError(gettext_noop("“%(field)s” of a standing rule cannot be read."), field=name) from error
    return tuple(value) if isinstance(value, list) else value


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
