"""What somebody who did not play a round gets for it.

Clubs differ in this more than in anything else, so it is data: for each reason of not playing
(sitting out, absent with or without notice, late, left early) one `Compensation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import floor

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

COMPENSATIONS = ("fixed", "evening_average", "own_average", "lowest", "lowest_evening", "zero")
# The kind of a posting in the ledger, and the field of the rule that says what it is worth.
FIELD_OF_KIND = {
    "sit_out": "sit_out",
    "late": "late",
    "left": "left_early",
    "excused": "absent_with_notice",
    "absent": "absent_without_notice",
}
# What a round is worth to a side on average, used when no score is known yet: of every deal one of two sides has
# 100, roem and pits included; of a match by points the winner has a little over what ends it and the other side
# less, together nine tenths of it on average.
POINTS_PER_DEAL = 100
SHARE_OF_MATCH = 90  # per cent
MOST_POINTS = 10_000
MOST_PITS = 16


def _check_number(name: str, value: object, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise RuleError(
            gettext_noop("“%(field)s” is a whole number from 0 to %(most)s, not %(value)s."),
            field=name,
            most=most,
            value=value,
        )


@dataclass(frozen=True, slots=True)
class Compensation:
    """What a round not played is worth.

    kind: "fixed" (`value` points), "evening_average" (the mean of all scores played this evening, whatever
    the round), "own_average" (the mean of the own rounds really played this season), "lowest" (the lowest
    score played in that round, or that evening while the round has none), "lowest_evening" (the round's share of the
    lowest total of that evening, so that a whole evening missed is worth just that total), "zero".
    value: points, 0 to 10,000; only for "fixed".
    pits: credited to the count of pits, 0 to 16; adds no points.
    counts_as_played: whether the round weighs in averages per round and per evening.
    Raises RuleError (a ValueError) when out of range.
    """

    kind: str = "zero"
    value: int = 0
    pits: int = 0
    counts_as_played: bool = True

    def __post_init__(self) -> None:
        if self.kind not in COMPENSATIONS:
            raise RuleError(
                gettext_noop("“%(kind)s” is no compensation; choose one of: %(choices)s."),
                kind=self.kind,
                choices=", ".join(COMPENSATIONS),
            )
        _check_number("value", self.value, MOST_POINTS)
        _check_number("pits", self.pits, MOST_PITS)
        if self.value and self.kind != "fixed":
            raise RuleError(
                gettext_noop("A value of %(value)s points goes only with a fixed compensation."),
                value=self.value,
            )
        if not isinstance(self.counts_as_played, bool):
            raise RuleError(gettext_noop("Whether the round counts as played is either true or false."))

    def sentences(self) -> list[Sentence]:
        """The compensation in plain words, to stand behind the reason of absence."""
        texts = {
            "fixed": Sentence(gettext_noop("%(value)s points a round."), {"value": self.value}),
            "evening_average": Sentence(gettext_noop("The average round of that evening.")),
            "own_average": Sentence(gettext_noop("The own average of the rounds played this season.")),
            "lowest": Sentence(gettext_noop("The lowest score of that round.")),
            "lowest_evening": Sentence(
                gettext_noop("The round's share of the lowest total of that evening.")
            ),
            "zero": Sentence(gettext_noop("No points.")),
        }
        sentences = [texts[self.kind]]
        if self.pits:
            sentences.append(Sentence(gettext_noop("Pits credited: %(pits)s."), {"pits": self.pits}))
        if not self.counts_as_played:
            sentences.append(Sentence(gettext_noop("Does not count as a round played.")))
        return sentences

    def to_json(self) -> dict[str, object]:
        return {item.name: getattr(self, item.name) for item in fields(self)}

    @classmethod
    def from_json(cls, data: object) -> Compensation:
        known = {item.name for item in fields(cls)}
        if not isinstance(data, Mapping) or not set(data) <= known:
            raise RuleError(
                gettext_noop("A compensation has the fields %(fields)s and no others."),
                fields=", ".join(sorted(known)),
            )
        return cls(**data)


# Sitting out is nobody's merit or fault: the average of those who did play favours and harms nobody, is known
# on the first evening too, and gives a strong player no strong score for free. Late and left early get the
# lowest score, so that it never pays. Absence scores nothing, but leaves averages alone.
_AVERAGE = Compensation("evening_average")
_LOWEST = Compensation("lowest")
_NOTHING = Compensation("zero", counts_as_played=False)


@dataclass(frozen=True, slots=True)
class AttendanceRule:
    """Per reason of not playing, the compensation for each round missed."""

    sit_out: Compensation = field(default=_AVERAGE)
    absent_with_notice: Compensation = field(default=_NOTHING)
    absent_without_notice: Compensation = field(default=_NOTHING)
    late: Compensation = field(default=_LOWEST)
    left_early: Compensation = field(default=_LOWEST)

    VERSION = 1

    def for_kind(self, kind: str) -> Compensation:
        """The compensation for a posting of this kind (see FIELD_OF_KIND); KeyError for any other kind."""
        compensation: Compensation = getattr(self, FIELD_OF_KIND[kind])
        return compensation

    def counts_as_played(self, kind: str) -> bool:
        """Does a posting of this kind weigh in averages? Whatever is no compensation does."""
        return kind not in FIELD_OF_KIND or self.for_kind(kind).counts_as_played

    def to_json(self) -> dict[str, object]:
        return {"version": self.VERSION} | {
            name: getattr(self, name).to_json() for name in FIELD_OF_KIND.values()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> AttendanceRule:
        """Raises RuleError for another version, unknown or missing reasons, and values out of range."""
        check_version(data, cls.VERSION)
        names = set(FIELD_OF_KIND.values())
        if set(data) - {"version"} != names:
            raise RuleError(
                gettext_noop("An attendance rule says what these get, and nothing else: %(fields)s."),
                fields=", ".join(sorted(names)),
            )
        return cls(**{name: Compensation.from_json(data[name]) for name in names})


@dataclass(frozen=True, slots=True)
class Award:
    """What one entry gets for one round it did not play, and the sentence that explains it."""

    points: int
    pits: int
    counts_as_played: bool
    reason: Sentence


def award(
    compensation: Compensation,
    *,
    deals: int,
    sides: int = 2,
    match_points: int | None = None,
    round_scores: Sequence[int] = (),
    evening_scores: Sequence[int] = (),
    own_scores: Sequence[int] = (),
    evening_totals: Sequence[int] = (),
    number: int = 1,
    rounds: int = 1,
) -> Award:
    """The points for one round not played, as a whole number, halves rounded up.

    deals: deals in the round. sides: how many share the points of a deal. match_points: what ends a match that
    does not end by its deals. round_scores, evening_scores: the scores really played in that round and in
    that evening so far, one for each entry that played. own_scores: the entry's own scores of rounds really
    played this season. evening_totals: the totals of who played every round of that evening so far; number, rounds:
    which of how many rounds this is. Compensations belong in none of them, lest a punishment or favour echo.
    What is not known yet falls back: own average to the evening average, that and the lowest score to what a
    round is worth on average (see POINTS_PER_DEAL).
    """
    if compensation.kind == "lowest_evening" and evening_totals:
        points, reason = _share_of_lowest(min(evening_totals), number, rounds)
    else:
        known = _points(compensation, round_scores, evening_scores, own_scores)
        points, reason = known or _usual(deals, sides, match_points)
    return Award(points, compensation.pits, compensation.counts_as_played, reason)


def _points(
    compensation: Compensation,
    round_scores: Sequence[int],
    evening_scores: Sequence[int],
    own_scores: Sequence[int],
) -> tuple[int, Sentence] | None:
    """What the compensation gives; None while the scores that it rests on are not known."""
    kind = compensation.kind
    if kind == "zero":
        return 0, Sentence(gettext_noop("no points"))
    if kind == "fixed":
        return compensation.value, Sentence(
            gettext_noop("fixed at %(points)s points"), {"points": compensation.value}
        )
    if kind in ("lowest", "lowest_evening") and (round_scores or evening_scores):
        lowest = min(round_scores or evening_scores)
        if round_scores:
            return lowest, Sentence(
                gettext_noop("the lowest score of the round, %(points)s"), {"points": lowest}
            )
        return lowest, Sentence(
            gettext_noop("the lowest score of the evening, %(points)s"), {"points": lowest}
        )
    if kind == "own_average" and own_scores:
        points = _average(own_scores)
        params = {"points": points, "rounds": len(own_scores)}
        return points, Sentence(gettext_noop("own average over %(rounds)s rounds, %(points)s"), params)
    if kind in ("own_average", "evening_average") and evening_scores:
        points = _average(evening_scores)
        params = {"points": points, "scores": len(evening_scores)}
        return points, Sentence(
            gettext_noop("average of %(scores)s scores of the evening, %(points)s"), params
        )
    return None


def _usual(deals: int, sides: int, match_points: int | None) -> tuple[int, Sentence]:
    """What a round is worth on average, as no score is known yet."""
    if match_points:
        points = match_points * SHARE_OF_MATCH // 100
        params = {"points": points, "share": SHARE_OF_MATCH, "match": match_points}
        text = gettext_noop(
            "%(share)s per cent of the %(match)s points that end a match, %(points)s, as no score is known yet"
        )
        return points, Sentence(text, params)
    per_deal = POINTS_PER_DEAL * 2 // sides
    points = deals * per_deal
    params = {"points": points, "per_deal": per_deal, "deals": deals}
    return points, Sentence(
        gettext_noop("%(per_deal)s points for each of %(deals)s deals, %(points)s, as no score is known yet"),
        params,
    )


def _share_of_lowest(total: int, number: int, rounds: int) -> tuple[int, Sentence]:
    """Round `number` of `rounds` gets its part of the total; the parts of all rounds are just the total."""
    points = total * number // rounds - total * (number - 1) // rounds
    params = {"points": points, "total": total}
    text = gettext_noop("a share of the lowest total of the evening, %(total)s: %(points)s")
    return points, Sentence(text, params)


def _average(scores: Sequence[int]) -> int:
    return floor(Fraction(sum(scores), len(scores)) + Fraction(1, 2))


def _fixed(value: int, pits: int = 0) -> Compensation:
    return Compensation("fixed", value, pits)


# Rules found at real clubs, by name. A round is 16 deals in all of them.
PRESETS: dict[str, AttendanceRule] = {
    "default": AttendanceRule(),
    "de_pitslag": AttendanceRule(
        sit_out=_fixed(1600, pits=1),
        absent_with_notice=_NOTHING,
        absent_without_notice=_NOTHING,
        late=_fixed(1450),
        left_early=_fixed(1450),
    ),
    "aobk": AttendanceRule(sit_out=_fixed(1600)),
    # 5000 for an evening of four rounds with notice; without notice 0, and the evening still counts.
    "de_daele": AttendanceRule(
        absent_with_notice=_fixed(1250),
        absent_without_notice=Compensation("zero"),
        left_early=_fixed(1250),
    ),
    "laarderwegkwartier": AttendanceRule(
        sit_out=_LOWEST,
        absent_with_notice=_LOWEST,
        absent_without_notice=_NOTHING,
        late=_LOWEST,
        left_early=_LOWEST,
    ),
}
