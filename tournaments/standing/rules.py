"""The rule of a season standing, and the small arithmetic that every standing shares.

Points are whole numbers and averages exact fractions until they are printed, half up. Equal values share
a rank: 1, 2, 2, 4.

What a rule chooses among are results: what somebody has in a round, or on an evening (`unit`). Whoever has no row
at all for a round or evening has no result there. That is less than any result: of `best` results those that exist are
taken, and `drop` leaves out what is missing first, so that dropping 2 of 7 evenings is the same as counting the best 5.
At least one result is always left. Penalties and grants belong to the result of their round or evening and go with it;
where somebody has none they count whatever is dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from fractions import Fraction
from math import floor

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop
from tournaments.standing import rule_checks, rule_words

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
SHEETS_HAVE = frozenset({"against", "pits", "nats", "roem"})
"""What a sheet can tell: the score of the other side (a table of two sides), pits, nats, roem."""
MOST_DECIMALS = 4
MOST_EVENINGS = 100
MOST_ROUNDS = 2000
MOST_MATCH_POINTS = 1000
MOST_MARGIN = 10_000
MOST_SEED = 2**63 - 1


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
    margin. most_an_evening: no more than this is won in one evening, 0 for no limit; match points given or taken by
    hand come on top of it. Raises RuleError for what cannot be.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    bands: tuple[Band, ...] = ()
    most_an_evening: int = 0

    def __post_init__(self) -> None:
        rule_checks.check_match_points(self, MOST_MATCH_POINTS, MOST_MARGIN)

    def of(self, difference: int) -> int:
        """The match points for winning by `difference` points (losing when it is below 0)."""
        if not difference:
            return self.draw
        worth = (self.win, self.loss)
        for band in self.bands:
            if abs(difference) >= band.margin:
                worth = (band.win, band.loss)
        return worth[difference < 0]


@dataclass(frozen=True, slots=True)
class Period:
    """A part of the season: from one evening to another, both included, by their numbers."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRule:
    """How a season is ranked.

    measure: "sum" of all points, "average" of them, or "match_points" (the sum of what `match` gives). An average is
    taken over the results that weigh, by the attendance rule; sums take all.
    unit: what is chosen among and what an average is taken over, "round" or "evening".
    decimals: 0 to 4, how an average is printed; ranks always follow the exact value.
    best: only so many best units count, 0 for all. drop: so many lowest units are dropped; never with `best`.
    Of equal units the earlier count.
    periods: parts of the season, in order, that do not overlap; `best` and `drop` then count within each, the
    result of a period is its sum (or average), and evenings outside all periods do not count. best_periods: only so
    many best periods count, 0 for all. The season is the sum (or the average) of the results of periods.
    undroppable: kinds of absence that `best` and `drop` cannot leave out: a unit with such a row counts, and takes
    one of the places of `best`. In an average only when it weighs, which the attendance rule says.
    last: only the last so many evenings that somebody attended (a ladder), 0 for all.
    all_evenings: take also the evenings that do not count for the official standing.
    interim: "rule" or "sum": while the season is not over, a plain sum instead of the choice of best units.
    minimum_attendance: evenings (or rounds, by `minimum_unit`) somebody must attend to be ranked, 0 for none.
    below_minimum: who stays below it is "unranked", or comes "last", behind everybody who does not.
    guests_ranked: whether guests get a rank; shown they are in any case.
    ties: criteria that break equal results, in order; what they do not break is a shared rank. seed: of "lot".
    They look at the results that count; only "head_to_head" looks at every evening of the standing (see `ties`).
    Raises RuleError (a ValueError) for anything else, and for what contradicts itself.
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
        choice, number = rule_checks.check_choice, rule_checks.check_number
        choice("measure", self.measure, MEASURES)
        choice("unit", self.unit, UNITS)
        choice("interim", self.interim, ("rule", "sum"))
        choice("minimum_unit", self.minimum_unit, ("evening", "round"))
        choice("below_minimum", self.below_minimum, ("unranked", "last"))
        number("decimals", self.decimals, MOST_DECIMALS)
        for name, unit in (
            ("best", self.unit),
            ("drop", self.unit),
            ("minimum_attendance", self.minimum_unit),
        ):
            number(name, getattr(self, name), MOST_ROUNDS if unit == "round" else MOST_EVENINGS)
        number("last", self.last, MOST_EVENINGS)
        number("best_periods", self.best_periods, MOST_EVENINGS)
        number("seed", self.seed, MOST_SEED)
        if not isinstance(self.guests_ranked, bool):
            raise RuleError(gettext_noop("Whether guests are ranked is either true or false."))
        if not isinstance(self.all_evenings, bool):
            raise RuleError(gettext_noop("Whether all evenings are taken is either true or false."))
        if not isinstance(self.match, MatchPoints):
            raise RuleError(gettext_noop("“%(field)s” of a standing rule cannot be read."), field="match")
        rule_checks.check_words("undroppable", self.undroppable, ABSENCES)
        rule_checks.check_words("ties", self.ties, TIES)
        rule_checks.check_periods(self.periods, MOST_EVENINGS)
        rule_checks.check_alone(self)

    def check(
        self,
        *,
        planned_evenings: int | None = None,
        rounds_per_evening: int | None = None,
        has: Collection[str] = SHEETS_HAVE,
    ) -> None:
        """Refuses a rule that cannot be in this season; raises RuleError with the sentence that explains it.

        planned_evenings: evenings in the whole season, rounds_per_evening: of each; None while that is not known, and
        then nothing rests on it. has: what its sheets tell, out of SHEETS_HAVE.
        """
        rule_checks.check_in_season(self, planned_evenings, rounds_per_evening)
        rule_checks.check_sheets(self, has)

    @property
    def chooses(self) -> bool:
        """Does it leave out anything that somebody scored, by choosing the best?"""
        return bool(self.best or self.drop or self.periods)

    @property
    def printed_decimals(self) -> int:
        """Sums are whole numbers; averages have the decimals of the rule."""
        return self.decimals if self.measure == "average" else 0

    def sentences(self) -> list[Sentence]:
        """The rule in plain words."""
        return rule_words.sentences(self)

    def to_json(self) -> dict[str, object]:
        values = asdict(self)
        values |= {name: list(values[name]) for name in ("periods", "undroppable", "ties")}
        values["match"]["bands"] = list(values["match"]["bands"])
        return {"version": self.VERSION} | values

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
            bands = tuple(Band(**band) for band in values.get("bands", ()))
            return MatchPoints(**values | {"bands": bands})
        if name == "periods":
            return tuple(Period(**period) for period in value)  # type: ignore[attr-defined]
    except RuleError:
        raise
    except (TypeError, ValueError) as error:
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
