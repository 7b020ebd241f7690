"""The rule a club draws by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

METHODS = ("lot", "swiss", "stay", "whist", "mitchell", "howell", "move_up", "fixtures")
"""By lot every round; by standing; the four stay together for three rounds; the schedules of a whole evening;
the fixtures of a league or cup."""

SIT_OUT_POLICIES = ("season", "evening")
SCOPES = ("evening", "season")
PATTERNS = ("near", "fold", "slide")
SEEDINGS = ("lot", "strength")
MEASURES = ("total", "average")
LEFTOVERS = ("sit_out", "three")
MOST_ACCELERATED = 6
MOST_WORTH = 100
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

    method: one of METHODS. season_memory: whether meetings on earlier evenings count, lightly. sit_out: who sits
    out when somebody must is by fewest times this evening, then ("season") fewest times this season, then by lot.

    For a draw by standing:
    scope: within what nobody plays with (fixed pairs: against) the same again, an "evening" or the whole "season".
    pattern: who meet among about equals: "near" each other in rank, the upper half against the lower ("fold": first
    against last, "slide": first against first of the lower half). seeding: what stands in for the standing before
    the first round. measure: draws on the "total", or on the "average" of the rounds played, for when people miss
    evenings. accelerated: so many first rounds in which the upper half meets the upper half, 0 to 6.
    leftovers: who is left at tables of four sits out; or three play a table of three, two make two of these with four
    others, and only one who is left sits out.
    repeat_worth: a second meeting is avoided as if it were a table so many ranks wider, 0 to 100.
    balance: whether the two sides of a table are made equal in strength. directions: whether sitting North-South
    and dealing first are spread over the rounds.

    Raises RuleError (a ValueError) for anything else.
    """

    method: str = "lot"
    season_memory: bool = True
    sit_out: str = "season"
    weights: Weights = field(default_factory=Weights)
    scope: str = "evening"
    pattern: str = "near"
    seeding: str = "lot"
    measure: str = "total"
    accelerated: int = 0
    leftovers: str = "sit_out"
    repeat_worth: int = 20
    balance: bool = True
    directions: bool = True

    VERSION = 2

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            _check_choice(name, getattr(self, name), choices)
        for name, most in (("accelerated", MOST_ACCELERATED), ("repeat_worth", MOST_WORTH)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
                raise RuleError(
                    gettext_noop("“%(field)s” is a whole number from 0 to %(most)s, not %(value)s."),
                    field=name,
                    most=most,
                    value=value,
                )
        for name in ("season_memory", "balance", "directions"):
            if not isinstance(getattr(self, name), bool):
                raise RuleError(gettext_noop("“%(field)s” is either true or false."), field=name)

    def sentences(self) -> list[Sentence]:
        """The rule in plain words: how the rounds come about, and what of it can be chosen."""
        sentences = [Sentence(_METHOD[self.method])]
        if self.method == "swiss":
            sentences += self._by_standing()
        if self.method in ("lot", "swiss", "stay"):
            sentences += self._resting()
        if self.method in ("lot", "stay") and self.season_memory:
            sentences.append(Sentence(gettext_noop("Meetings on earlier evenings count lightly.")))
        return sentences

    def _by_standing(self) -> list[Sentence]:
        choices = [
            Sentence(_PATTERN[self.pattern]),
            Sentence(_SCOPE[self.scope]),
            Sentence(_SEEDING[self.seeding]),
            Sentence(_MEASURE[self.measure]),
            Sentence(
                gettext_noop(
                    "Where the same partner or opponent comes again, that counts as a table %(ranks)s ranks wider."
                ),
                {"ranks": self.repeat_worth},
            ),
        ]
        if self.accelerated:
            text = gettext_noop("In the first %(rounds)s rounds the strongest half meets the strongest half.")
            choices.append(Sentence(text, {"rounds": self.accelerated}))
        if self.balance:
            choices.append(Sentence(gettext_noop("The two sides of a table are made equal in strength.")))
        if self.directions:
            text = gettext_noop("Sitting North-South and dealing first is spread over the rounds.")
            choices.append(Sentence(text))
        return choices

    def _resting(self) -> list[Sentence]:
        three = gettext_noop("Three who are left at tables of four play a table of three.")
        return [
            Sentence(_SIT_OUT[self.method == "swiss", self.sit_out]),
            *([Sentence(three)] if self.leftovers == "three" else []),
        ]

    def to_json(self) -> dict[str, object]:
        weights = {item.name: getattr(self.weights, item.name) for item in fields(self.weights)}
        own = {item.name: getattr(self, item.name) for item in fields(self)}
        return {"version": self.VERSION} | own | {"weights": weights}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> PairingRule:
        """Reads version 2, and version 1, which knew the lot alone.

        Raises RuleError for another version, an unknown field or a value out of range.
        """
        if data.get("version") != 1:
            check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        weights = values.pop("weights", {})
        _check_known(values, {item.name for item in fields(cls)})
        if not isinstance(weights, Mapping):
            raise RuleError(gettext_noop("The weights of a draw are a list of names and numbers."))
        _check_known(weights, {item.name for item in fields(Weights)})
        return cls(**values, weights=Weights(**weights))  # type: ignore[arg-type]  # checked on the way in


_METHOD = {
    "lot": gettext_noop("Every round is drawn by lot, without meeting again this evening where possible."),
    "swiss": gettext_noop("Every round is drawn by the standing before it."),
    "stay": gettext_noop("The four of a table stay together for three rounds and change partners."),
    "whist": gettext_noop("A schedule of the whole event: everybody is everybody’s partner once."),
    "mitchell": gettext_noop("A schedule: the even pairs stay at their table, the odd pairs move up one."),
    "howell": gettext_noop("A schedule of the whole event: every pair meets every other pair once."),
    "move_up": gettext_noop("A schedule: the odd pairs go up one table, the even pairs down one."),
    "fixtures": gettext_noop("The fixtures of the league or cup say who meets whom."),
}
_PATTERN = {
    "near": gettext_noop("Who are close in the standing meet."),
    "fold": gettext_noop("Among equals the first meets the last, the second the last but one."),
    "slide": gettext_noop("Among equals the first of the upper half meets the first of the lower half."),
}
_SCOPE = {
    "evening": gettext_noop("Nothing is repeated within an evening where that can be avoided."),
    "season": gettext_noop("Nothing is repeated within the season where that can be avoided."),
}
_SEEDING = {
    "lot": gettext_noop("The first round is drawn by lot."),
    "strength": gettext_noop("In the first round playing strength stands in for the standing."),
}
_MEASURE = {
    "total": gettext_noop("The standing for the draw is by total."),
    "average": gettext_noop("The standing for the draw is by the average of the rounds played."),
}
_SIT_OUT = {
    (False, "season"): gettext_noop("Sitting out is spread over the evening, then over the season."),
    (False, "evening"): gettext_noop("Sitting out is spread over the evening, then by lot."),
    (True, "season"): gettext_noop(
        "Sitting out is spread over the evening, then over the season; then the lowest in the standing rests."
    ),
    (True, "evening"): gettext_noop(
        "Sitting out is spread over the evening; then the lowest in the standing rests."
    ),
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "method": METHODS,
    "sit_out": SIT_OUT_POLICIES,
    "scope": SCOPES,
    "pattern": PATTERNS,
    "seeding": SEEDINGS,
    "measure": MEASURES,
    "leftovers": LEFTOVERS,
}


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise RuleError(
            gettext_noop("“%(field)s” is one of %(choices)s, not “%(value)s”."),
            field=name,
            choices=", ".join(choices),
            value=value,
        )


def _check_known(values: Mapping[str, object], known: set[str]) -> None:
    unknown = set(values) - known
    if unknown:
        raise RuleError(
            gettext_noop("A pairing rule knows no field %(fields)s."), fields=", ".join(sorted(unknown))
        )
