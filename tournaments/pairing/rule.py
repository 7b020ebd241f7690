"""The rule a club draws by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

METHODS = ("lot",)
SIT_OUT_POLICIES = ("season", "evening")
MOST_WEIGHT = 10_000_000


@dataclass(frozen=True, slots=True)
class Weights:
    """What each unwanted meeting of two people costs, 0 to 10,000,000; the cheapest draw wins.

    Evening costs grow with the square of how often it happened already this evening, so that a third meeting
    is avoided before a second; season costs grow with the count. One repeated partner this evening outweighs a
    thousand repeated opponents, one of those twenty times a partner who was an opponent or the reverse.
    """

    partner_again: int = 10_000_000
    opponent_again: int = 10_000
    crossed: int = 500
    season_partner: int = 12
    season_opponent: int = 3

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_WEIGHT:
                raise RuleError(
                    gettext_noop(
                        "The weight “%(field)s” is a whole number from 0 to %(most)s, not %(value)s."
                    ),
                    field=item.name,
                    most=MOST_WEIGHT,
                    value=value,
                )


@dataclass(frozen=True, slots=True)
class PairingRule:
    """How the rounds of a competition are drawn.

    method: "lot". season_memory: whether meetings on earlier evenings count, lightly. sit_out: who sits out when
    the number is no multiple of four is by fewest times this evening, then ("season") fewest times this season,
    then by lot. Raises RuleError (a ValueError) for anything else.
    """

    method: str = "lot"
    season_memory: bool = True
    sit_out: str = "season"
    weights: Weights = field(default_factory=Weights)

    VERSION = 1

    def __post_init__(self) -> None:
        for name, value, choices in (
            ("method", self.method, METHODS),
            ("sit_out", self.sit_out, SIT_OUT_POLICIES),
        ):
            if value not in choices:
                raise RuleError(
                    gettext_noop("“%(field)s” is one of %(choices)s, not “%(value)s”."),
                    field=name,
                    choices=", ".join(choices),
                    value=value,
                )
        if not isinstance(self.season_memory, bool):
            raise RuleError(gettext_noop("Whether earlier evenings count is either true or false."))

    def sentences(self) -> list[Sentence]:
        """The rule in plain words."""
        lot = gettext_noop("Every round is drawn by lot, without meeting again this evening where possible.")
        season = gettext_noop("Meetings on earlier evenings count lightly.")
        spread = gettext_noop("Sitting out is spread over the evening, then over the season.")
        evening = gettext_noop("Sitting out is spread over the evening, then by lot.")
        sentences = [Sentence(lot), Sentence(spread if self.sit_out == "season" else evening)]
        return [*sentences, Sentence(season)] if self.season_memory else sentences

    def to_json(self) -> dict[str, object]:
        weights = {item.name: getattr(self.weights, item.name) for item in fields(self.weights)}
        return {
            "version": self.VERSION,
            "method": self.method,
            "season_memory": self.season_memory,
            "sit_out": self.sit_out,
            "weights": weights,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> PairingRule:
        """Raises RuleError for another version, an unknown field or a value out of range."""
        check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        weights = values.pop("weights", {})
        _check_known(values, {"method", "season_memory", "sit_out"})
        if not isinstance(weights, Mapping):
            raise RuleError(gettext_noop("The weights of a draw are a list of names and numbers."))
        _check_known(weights, {item.name for item in fields(Weights)})
        return cls(**values, weights=Weights(**weights))  # type: ignore[arg-type]  # checked on the way in


def _check_known(values: Mapping[str, object], known: set[str]) -> None:
    unknown = set(values) - known
    if unknown:
        raise RuleError(
            gettext_noop("A pairing rule knows no field %(fields)s."), fields=", ".join(sorted(unknown))
        )
