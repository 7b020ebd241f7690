"""From a compensation and what was played to points, with the sentences that explain them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from tournaments.attendance.amounts import Amount, Compensation
from tournaments.sentences import Sentence, counted, gettext_noop, ngettext_noop

# What a round is worth to a side on average, used when no score is known yet: of every deal one of two sides has
# 100, roem and pits included; of a match by points the winner has a little over what ends it and the other side
# less, together nine tenths of it on average.
POINTS_PER_DEAL = 100
SHARE_OF_MATCH = 90  # per cent


@dataclass(frozen=True, slots=True)
class Scores:
    """A number of scores in short: how many, their total and the lowest; the lowest is 0 where nobody asks for it."""

    count: int = 0
    total: int = 0
    lowest: int = 0

    @classmethod
    def of(cls, scores: Iterable[int]) -> Scores:
        known = list(scores)
        return cls(len(known), sum(known), min(known)) if known else cls()

    def __add__(self, other: Scores) -> Scores:
        lowest = min(each.lowest for each in (self, other) if each.count) if self.count or other.count else 0
        return Scores(self.count + other.count, self.total + other.total, lowest)

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.count)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known when a round not played gets its points.

    deals: deals in the round. sides: how many share the points of a deal. match_points: what ends a match that does
    not end by its deals. round, evening: the scores really played in that round and in that evening so far, one
    for each that was made. own: what the own average of the entry is taken over (`AttendanceRule.own_average`).
    lowest_total: the lowest total of who played every round of that evening so far; number, rounds: which of how many
    rounds this is. score: what the substitute made, for who was replaced. times: which time of the season this is
    for this entry and reason.
    """

    deals: int
    sides: int = 2
    match_points: int | None = None
    round: Scores = Scores()
    evening: Scores = Scores()
    own: Scores = Scores()
    lowest_total: int | None = None
    number: int = 1
    rounds: int = 1
    score: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class Award:
    """What one entry gets for one round it did not play; `reasons` explain it, to be read one after another."""

    points: int
    pits: int
    reasons: tuple[Sentence, ...]


def award(compensation: Compensation, known: Known) -> Award:
    """The points for one round not played, as a whole number, halves rounded up once, at the end.

    What is not known yet falls back: the own average to `until_known` or the average of the evening, an average or
    lowest score of the round to that of the evening, and these to what a round is worth on average (see
    POINTS_PER_DEAL).
    """
    times = Sentence(gettext_noop("time %(times)s of this season"), {"times": known.times})
    amount = compensation.amount(known.times)
    if amount is None:
        texts = ngettext_noop(
            "no points: given at most %(times)s time a season",
            "no points: given at most %(times)s times a season",
        )
        given = counted(texts, compensation.most_times, times=compensation.most_times)
        return Award(0, 0, (given, times))
    points, reasons = worth(amount, known)
    if compensation.differs_by_time:
        reasons = (*reasons, times)
    return Award(points, compensation.pits, reasons)


def worth(amount: Amount, known: Known) -> tuple[int, tuple[Sentence, ...]]:
    """What an amount comes to, and from what."""
    exact, reason = _taken_from(amount, known)
    reasons = [reason]
    if amount.percent != 100:
        exact = exact * amount.percent / 100
        params = {"percent": amount.percent, "points": rounded(exact)}
        reasons.append(Sentence(gettext_noop("%(percent)s per cent of that, %(points)s"), params))
    if amount.most and exact > amount.most:
        exact = Fraction(amount.most)
        reasons.append(Sentence(gettext_noop("at most %(points)s"), {"points": amount.most}))
    if amount.most_percent:
        average, _reason = _average_of_evening(known)
        cap = average * amount.most_percent / 100
        if exact > cap:
            exact = cap
            params = {"percent": amount.most_percent, "points": rounded(cap)}
            text = gettext_noop("at most %(percent)s per cent of the average of the evening, %(points)s")
            reasons.append(Sentence(text, params))
    return rounded(exact), tuple(reasons)


def rounded(exact: Fraction) -> int:
    """To a whole number, a half upwards."""
    return floor(exact + Fraction(1, 2))


def _taken_from(amount: Amount, known: Known) -> tuple[Fraction, Sentence]:
    """What the amount starts from, before percentages and caps."""
    kind = amount.kind
    if kind == "fixed":
        params = {"points": amount.value}
        return Fraction(amount.value), Sentence(gettext_noop("fixed at %(points)s points"), params)
    if kind == "score" and known.score is not None:
        text = gettext_noop("the substitute made %(points)s")
        return Fraction(known.score), Sentence(text, {"points": known.score})
    if kind in ("zero", "score"):
        return Fraction(), Sentence(gettext_noop("no points"))
    if kind == "lowest_evening" and known.lowest_total is not None:
        return _share_of_lowest(known.lowest_total, known.number, known.rounds)
    if kind in ("lowest", "lowest_evening"):
        return _lowest(known)
    if kind == "own_average" and known.own.count:
        texts = ngettext_noop(
            "own average over %(rounds)s round, %(points)s", "own average over %(rounds)s rounds, %(points)s"
        )
        points, rounds = rounded(known.own.average), known.own.count
        return known.own.average, counted(texts, rounds, points=points, rounds=rounds)
    if kind == "own_average" and amount.until_known:
        text = gettext_noop("%(points)s as long as the own average is not known")
        return Fraction(amount.until_known), Sentence(text, {"points": amount.until_known})
    if kind == "round_average" and known.round.count:
        params = {"points": rounded(known.round.average), "scores": known.round.count}
        return known.round.average, Sentence(
            gettext_noop("average of %(scores)s scores of the round, %(points)s"), params
        )
    return _average_of_evening(known)


def _average_of_evening(known: Known) -> tuple[Fraction, Sentence]:
    if not known.evening.count:
        return _usual(known)
    params = {"points": rounded(known.evening.average), "scores": known.evening.count}
    text = gettext_noop("average of %(scores)s scores of the evening, %(points)s")
    return known.evening.average, Sentence(text, params)


def _lowest(known: Known) -> tuple[Fraction, Sentence]:
    if known.round.count:
        text = gettext_noop("the lowest score of the round, %(points)s")
        return Fraction(known.round.lowest), Sentence(text, {"points": known.round.lowest})
    if known.evening.count:
        text = gettext_noop("the lowest score of the evening, %(points)s")
        return Fraction(known.evening.lowest), Sentence(text, {"points": known.evening.lowest})
    return _usual(known)


def _share_of_lowest(total: int, number: int, rounds: int) -> tuple[Fraction, Sentence]:
    """Round `number` of `rounds` gets its part of the total; the parts of all rounds are just the total."""
    points = total * number // rounds - total * (number - 1) // rounds
    params = {"points": points, "total": total}
    text = gettext_noop("a share of the lowest total of the evening, %(total)s: %(points)s")
    return Fraction(points), Sentence(text, params)


def _usual(known: Known) -> tuple[Fraction, Sentence]:
    """What a round is worth on average, as no score is known yet."""
    if known.match_points:
        points = known.match_points * SHARE_OF_MATCH // 100
        params = {"points": points, "share": SHARE_OF_MATCH, "match": known.match_points}
        text = gettext_noop(
            "%(share)s per cent of the %(match)s points that end a match, %(points)s, as no score is known yet"
        )
        return Fraction(points), Sentence(text, params)
    per_deal = POINTS_PER_DEAL * 2 // known.sides
    points = known.deals * per_deal
    params = {"points": points, "per_deal": per_deal, "deals": known.deals}
    text = gettext_noop(
        "%(per_deal)s points for each of %(deals)s deals, %(points)s, as no score is known yet"
    )
    return Fraction(points), Sentence(text, params)


@dataclass(frozen=True, slots=True)
class Swap:
    """A lower round of one's own that a score made for somebody else takes the place of; both by their index."""

    own: int
    extra: int


def best_swaps(own: Iterable[int], extra: Iterable[int]) -> tuple[Swap, ...]:
    """Which own rounds are replaced by which scores made for others, so that the total is the highest.

    The highest extra score replaces the lowest own one, the next the next, as long as that is a gain. Of equals the
    earlier goes first. No better choice exists: of k swaps the gain is at most the k highest less the k lowest.
    """
    lowest = sorted(enumerate(own), key=lambda each: (each[1], each[0]))
    highest = sorted(enumerate(extra), key=lambda each: (-each[1], each[0]))
    pairs = zip(lowest, highest, strict=False)
    return tuple(Swap(mine[0], other[0]) for mine, other in pairs if other[1] > mine[1])
