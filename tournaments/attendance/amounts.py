"""What a round not played is worth: an amount, and a compensation that may be another amount the next time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from tournaments.sentences import RuleError, Sentence, counted, gettext_noop, ngettext_noop

COMPENSATIONS = (
    "fixed",
    "evening_average",
    "round_average",
    "own_average",
    "lowest",
    "lowest_evening",
    "zero",
    "score",
)
OF_SUBSTITUTES = "score"
"""The kind that rests on what a substitute scored; for who was not replaced it means nothing."""
MOST_POINTS = 10_000
MOST_PITS = 16
MOST_PERCENT = 200
MOST_TIMES = 100
MOST_STEPS = 9

_KINDS_IN_WORDS = {
    "evening_average": gettext_noop("The average round of that evening."),
    "round_average": gettext_noop("The average of the tables that played in that round."),
    "own_average": gettext_noop("The own average of this season."),
    "lowest": gettext_noop("The lowest score of that round."),
    "lowest_evening": gettext_noop("The round's share of the lowest total of that evening."),
    "score": gettext_noop("The score that the substitute made."),
    "zero": gettext_noop("No points."),
}


def check_number(name: str, value: object, most: int, least: int = 0) -> None:
    """Raises RuleError unless `value` is a whole number from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleError(
            gettext_noop("“%(field)s” is a whole number from %(least)s to %(most)s, not %(value)s."),
            field=name,
            least=least,
            most=most,
            value=value,
        )


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of points for one round, by what it is taken from.

    kind: "fixed" (`value` points), "evening_average" (the mean of all scores played this evening, whatever the
    round), "round_average" (the mean of the scores played in that round: what the other tables made), "own_average"
    (see `AttendanceRule.own_average`), "lowest" (the lowest score played in that round, or that evening while the
    round has none), "lowest_evening" (the round's share of the lowest total of that evening, so that a whole evening
    missed is worth just that total), "zero", and only for who is replaced "score" (what the substitute made).
    value: points, 0 to 10,000; only for "fixed".
    percent: how much of it is given, 1 to 200; not for "fixed" and "zero".
    most: never more than so many points, 0 for no cap; not for "fixed" and "zero".
    most_percent: never more than this part of the average round of the evening, 0 for no cap; instead of `most`.
    until_known: points as long as there is no own average, 0 for the average of the evening; only for "own_average".
    Raises RuleError (a ValueError) when out of range.
    """

    kind: str = "zero"
    value: int = 0
    percent: int = 100
    most: int = 0
    most_percent: int = 0
    until_known: int = 0

    def __post_init__(self) -> None:
        if self.kind not in COMPENSATIONS:
            raise RuleError(
                gettext_noop("“%(kind)s” is no compensation; choose one of: %(choices)s."),
                kind=self.kind,
                choices=", ".join(COMPENSATIONS),
            )
        check_number("value", self.value, MOST_POINTS)
        check_number("percent", self.percent, MOST_PERCENT, least=1)
        check_number("most", self.most, MOST_POINTS)
        check_number("most_percent", self.most_percent, MOST_PERCENT)
        check_number("until_known", self.until_known, MOST_POINTS)
        if self.value and self.kind != "fixed":
            raise RuleError(
                gettext_noop("A value of %(value)s points goes only with a fixed compensation."),
                value=self.value,
            )
        if self.kind in ("fixed", "zero") and (self.percent != 100 or self.most or self.most_percent):
            raise RuleError(
                gettext_noop("A fixed number of points has no percentage and no maximum: fill in the points.")
            )
        if self.most and self.most_percent:
            raise RuleError(
                gettext_noop("Choose one maximum: %(most)s points, or %(percent)s per cent of the average."),
                most=self.most,
                percent=self.most_percent,
            )
        if self.until_known and self.kind != "own_average":
            raise RuleError(
                gettext_noop("Points until the own average is known go only with the own average.")
            )

    def in_words(self) -> list[Sentence]:
        """The amount in plain words, to stand behind what it is given for."""
        if self.kind == "fixed":
            return [Sentence(gettext_noop("%(value)s points a round."), {"value": self.value})]
        found = [Sentence(_KINDS_IN_WORDS[self.kind])]
        if self.until_known:
            text = gettext_noop("As long as that is not known: %(points)s points.")
            found.append(Sentence(text, {"points": self.until_known}))
        if self.percent != 100:
            found.append(Sentence(gettext_noop("Of that %(percent)s per cent."), {"percent": self.percent}))
        if self.most:
            found.append(Sentence(gettext_noop("At most %(points)s points a round."), {"points": self.most}))
        if self.most_percent:
            text = gettext_noop("At most %(percent)s per cent of the average round of that evening.")
            found.append(Sentence(text, {"percent": self.most_percent}))
        return found

    def to_json(self) -> dict[str, object]:
        return {item.name: getattr(self, item.name) for item in fields(Amount)}

    @classmethod
    def from_json(cls, data: object) -> Amount:
        known = {item.name for item in fields(Amount)}
        if not isinstance(data, Mapping) or not set(data) <= known:
            raise RuleError(
                gettext_noop("An amount has the fields %(fields)s and no others."),
                fields=", ".join(sorted(known)),
            )
        return Amount(**data)


@dataclass(frozen=True, slots=True)
class Compensation(Amount):
    """An amount for a reason of not playing, with what may be different the next time.

    pits: credited to the count of pits, 0 to 16; adds no points.
    counts_as_played: whether the round weighs in averages per round and per evening.
    later: what the second time of the season gets, the third, …; the last goes on. Empty: always the same.
    most_times: so many times a season at most, then no points and no pits; 0 for no limit.
    What one time is: `AttendanceRule`. Raises RuleError when out of range, and for a step that is never reached.
    """

    pits: int = 0
    counts_as_played: bool = True
    later: tuple[Amount, ...] = ()
    most_times: int = 0

    def __post_init__(self) -> None:
        Amount.__post_init__(self)
        check_number("pits", self.pits, MOST_PITS)
        check_number("most_times", self.most_times, MOST_TIMES)
        if not isinstance(self.counts_as_played, bool):
            raise RuleError(gettext_noop("Whether the round counts as played is either true or false."))
        if len(self.later) > MOST_STEPS:
            raise RuleError(
                gettext_noop("No more than %(most)s steps after the first time."), most=MOST_STEPS
            )
        if self.most_times and len(self.later) >= self.most_times:
            raise RuleError(
                gettext_noop(
                    "Step %(step)s is never reached: this is given at most %(times)s times a season."
                ),
                step=len(self.later) + 1,
                times=self.most_times,
            )

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """Every amount that it can be, the first time first."""
        return (self, *self.later)

    @property
    def differs_by_time(self) -> bool:
        return bool(self.later or self.most_times)

    def amount(self, times: int) -> Amount | None:
        """What the `times`-th time (1, 2, …) is worth; None when it was given often enough."""
        if self.most_times and times > self.most_times:
            return None
        return self.amounts[min(times, len(self.amounts)) - 1]

    def sentences(self) -> list[Sentence]:
        """The compensation in plain words, to stand behind the reason of absence."""
        found = self.in_words()
        for times, amount in enumerate(self.later, 2):
            last = times == len(self.later) + 1
            text = (
                gettext_noop("From time %(times)s of the season on:")
                if last
                else gettext_noop("Time %(times)s of the season:")
            )
            found += [Sentence(text, {"times": times}), *amount.in_words()]
        if self.most_times:
            texts = ngettext_noop(
                "At most %(times)s time a season, after that no points.",
                "At most %(times)s times a season, after that no points.",
            )
            found.append(counted(texts, self.most_times, times=self.most_times))
        if self.pits:
            found.append(Sentence(gettext_noop("Pits credited: %(pits)s."), {"pits": self.pits}))
        if not self.counts_as_played:
            found.append(Sentence(gettext_noop("Does not count as a round played.")))
        return found

    def to_json(self) -> dict[str, object]:
        return Amount.to_json(self) | {
            "pits": self.pits,
            "counts_as_played": self.counts_as_played,
            "later": [amount.to_json() for amount in self.later],
            "most_times": self.most_times,
        }

    @classmethod
    def from_json(cls, data: object) -> Compensation:
        known = {item.name for item in fields(cls)}
        if not isinstance(data, Mapping) or not set(data) <= known:
            raise RuleError(
                gettext_noop("A compensation has the fields %(fields)s and no others."),
                fields=", ".join(sorted(known)),
            )
        later = data.get("later", [])
        if not isinstance(later, list):
            raise RuleError(gettext_noop("What the next times get is a list of amounts."))
        return cls(**{**data, "later": tuple(Amount.from_json(amount) for amount in later)})
