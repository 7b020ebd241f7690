"""The account of one place: what it rests on, computed once more in plain Python from the single rows.

It shares no arithmetic with `counting`, where the ranks come from, so that each is proof of the other. Nothing in
it depends on who asks; names and dates are for the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from tournaments.sentences import Sentence, counted, gettext_noop, ngettext_noop
from tournaments.standing.attendance import Attendance
from tournaments.standing.counting import in_force
from tournaments.standing.ledger import AT_TABLE, ATTENDED, AWAY, BESIDE, EveningRows, Posted, Season
from tournaments.standing.parts import MATCHED
from tournaments.standing.rules import StandingRule
from tournaments.standing.ties import lot


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody has in a round, or on a whole evening (round is None), and what became of it.

    points: what it is worth in what is ranked, points or match points. counts: whether it is in the value; why says
    for what reason it is or is not. is_result: False for what is only a penalty or grant, or does not weigh.
    period: the number of the period it is in, from 1. rows: what it was made of.
    """

    evening: int
    round: int | None
    points: int
    counts: bool
    why: Sentence
    is_result: bool
    period: int | None
    rows: tuple[Posted, ...]


@dataclass(frozen=True, slots=True)
class PeriodResult:
    """The result of a period, by its number from 1; None when nothing in it counts."""

    number: int
    first: int
    last: int
    value: Fraction | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Account:
    """Everything behind one place.

    rule: as it counts now; interim when that is a plain sum instead. results: in the order of play, of every evening
    with a row. missing: evenings of the standing without any row: they are worth nothing and are left out first.
    loose: points of penalties and grants that belong to no result. counted: how many results count, which is what an
    average divides by. value: what is ranked. numbers: of the criteria that need nobody else, None for a best of nothing.
    attendance: how it stands against the minimum of the rule, None without one.
    """

    entry: int
    rule: StandingRule
    interim: bool
    results: tuple[Result, ...]
    periods: tuple[PeriodResult, ...]
    missing: tuple[int, ...]
    outside: tuple[int, ...]
    loose: int
    counted: int
    value: Fraction | None
    evenings_attended: int
    rounds_attended: int
    numbers: Mapping[str, int | None]
    attendance: Attendance | None

    @property
    def left_out(self) -> list[Result]:
        """Results of evenings of the standing that do not count."""
        return [result for result in self.results if result.is_result and not result.counts]


def account(season: Season, rule: StandingRule, entry: int, *, evenings_to_come: int = 0) -> Account:
    """The account of an entry under a rule; of who has no row too, with nothing in it."""
    now = in_force(rule, season, evenings_to_come)
    view = season.seen(all_evenings=rule.all_evenings)
    posted = {rows.evening: list(rows.posted(entry)) for rows in view}
    attended = [evening for evening, rows in posted.items() if any(row.kind not in AWAY for row in rows)]
    given = [
        _result(season, now, evening, rows, attended)
        for evening, all_rows in posted.items()
        for rows in _units(now, all_rows)
    ]
    chosen = _chosen(now, given, view)
    periods = _period_results(now, chosen)
    results = tuple(_without_lost_periods(now, chosen, periods))
    counting = [result for result in results if result.counts and result.is_result]
    loose = sum(result.points for result in results if result.counts and not result.is_result)
    return Account(
        entry=entry,
        rule=now,
        interim=now != rule,
        results=results,
        periods=periods,
        missing=tuple(evening for evening, rows in posted.items() if not rows),
        outside=tuple(rows.evening for rows in season.evenings if rows not in view and entry in rows),
        loose=loose,
        counted=len(counting),
        value=_value(now, counting, loose),
        evenings_attended=len(attended),
        rounds_attended=_rounds_attended(posted),
        numbers={name: _number(name, now, entry, results) for name in rule.ties if name != "head_to_head"},
        attendance=_attendance(season, rule, posted, attended, evenings_to_come),
    )


# Attendance ----------------------------------------------------------------------


def _attendance(
    season: Season,
    rule: StandingRule,
    posted: Mapping[int, Sequence[Posted]],
    attended: Sequence[int],
    evenings_to_come: int,
) -> Attendance | None:
    """What somebody has of the minimum and can still have: evenings to come, and what is left of those being played."""
    if not rule.minimum_attendance:
        return None
    open_rounds = {evening: _open_rounds(season, evening, rows) for evening, rows in posted.items()}
    if rule.minimum_unit == "evening":
        have = len(attended)
        left = evenings_to_come + sum(
            bool(rounds) and evening not in attended for evening, rounds in open_rounds.items()
        )
    else:
        an_evening = season.rounds_an_evening
        if an_evening is None:
            view = season.seen(all_evenings=rule.all_evenings)
            an_evening = max((len(rows.rounds) for rows in view), default=0)
        have = _rounds_attended(posted)
        left = evenings_to_come * an_evening + sum(len(rounds) for rounds in open_rounds.values())
    return Attendance(rule.minimum_unit, have, rule.minimum_attendance, left, season.supposed)


def _open_rounds(season: Season, evening: int, rows: Sequence[Posted]) -> set[int]:
    """The rounds of an evening that are not over, and in which somebody has no score yet."""
    return set(season.running.get(evening, ())) - {row.round for row in rows if row.kind not in BESIDE}


def _rounds_attended(posted: Mapping[int, Sequence[Posted]]) -> int:
    return sum(len({row.round for row in rows if row.kind in ATTENDED}) for rows in posted.values())


# One result ----------------------------------------------------------------------


def _units(rule: StandingRule, rows: Sequence[Posted]) -> list[tuple[Posted, ...]]:
    """The rows of an evening as the rule takes them: together, or by round."""
    if not rows:
        return []
    if _by_evening(rule):
        return [tuple(rows)]
    return [tuple(group) for _, group in groupby(rows, key=attrgetter("round"))]


def _by_evening(rule: StandingRule) -> bool:
    return rule.unit == "evening" or (rule.measure == "match_points" and rule.match.most_an_evening > 0)


def _result(
    season: Season, rule: StandingRule, evening: int, rows: tuple[Posted, ...], attended: Sequence[int]
) -> Result:
    """The result these rows make, judged by itself: whether it can count at all."""
    weighing = season.weighing(evening) if rule.measure == "average" else frozenset()
    if rule.measure == "match_points":
        points = _match_points(rule, rows)
    elif rule.measure == "average":
        points = sum(row.total for row in rows if row.kind in weighing | BESIDE)
    else:
        points = sum(row.total for row in rows)
    if rule.measure == "average":
        is_result = any(row.kind in weighing for row in rows)
    else:
        is_result = any(row.kind not in BESIDE for row in rows)
    period = next(
        (n for n, part in enumerate(rule.periods, start=1) if part.first <= evening <= part.last), None
    )
    counts, why = True, Sentence(gettext_noop("counts"))
    if rule.periods and period is None:
        counts, why = False, Sentence(gettext_noop("in none of the periods"))
    elif rule.last and evening not in attended[-rule.last :]:
        texts = ngettext_noop(
            "not the last evening attended", "not one of the last %(last)s evenings attended"
        )
        counts, why = False, counted(texts, rule.last, last=rule.last)
    elif not is_result and any(row.kind in BESIDE for row in rows):
        why = Sentence(gettext_noop("a penalty or grant counts whatever is dropped"))
    elif not is_result:
        counts, why = False, Sentence(gettext_noop("does not weigh in the average"))
    round_ = None if _by_evening(rule) else rows[0].round
    return Result(evening, round_, points, counts, why, is_result, period, rows)


def _match_points(rule: StandingRule, rows: Sequence[Posted]) -> int:
    won = sum(won_in_round(rule, list(group)) or 0 for _, group in groupby(rows, key=attrgetter("round")))
    if rule.match.most_an_evening:
        won = min(won, rule.match.most_an_evening)
    return won + sum(row.match_points for row in rows)


def won_in_round(rule: StandingRule, rows: Sequence[Posted]) -> int | None:
    """The match points for the scores of a round, before any maximum and without what was given by hand; None when
    nobody was met."""
    margin = _margin(rows)
    return rule.match.of(margin) if margin is not None else None


def _margin(rows: Sequence[Posted]) -> int | None:
    """By how many points a round was won over all its tables; None when nobody was met."""
    met = [row.total - row.against for row in rows if row.kind in MATCHED and row.against is not None]
    return sum(met) if met else None


# Which count ---------------------------------------------------------------------


def _chosen(rule: StandingRule, given: Sequence[Result], view: Sequence[EveningRows]) -> list[Result]:
    """The results with the best chosen, in each period by itself."""
    if not (rule.best or rule.drop):
        return list(given)
    numbers = range(1, len(rule.periods) + 1) if rule.periods else [None]
    judged: dict[int, Result] = {}
    for period in numbers:
        able = [
            at for at, each in enumerate(given) if each.counts and each.is_result and each.period == period
        ]
        held = _held(rule, view, period)
        places = rule.best or max(held - rule.drop, 1)
        judged |= _best(rule, given, able, places, _why_kept(rule, held))
    return [judged.get(at, result) for at, result in enumerate(given)]


def _held(rule: StandingRule, view: Sequence[EveningRows], period: int | None) -> int:
    """How many evenings or rounds there have been so far."""
    part = rule.periods[period - 1] if period is not None else None
    held = [rows for rows in view if part is None or part.first <= rows.evening <= part.last]
    return len(held) if rule.unit == "evening" else sum(len(rows.rounds) for rows in held)


def _best(
    rule: StandingRule, given: Sequence[Result], able: Sequence[int], places: int, why: Sentence
) -> dict[int, Result]:
    """What becomes of these results when so many can count, by their place in `given`; `why` the best of them do."""
    fixed = [at for at in able if any(row.kind in rule.undroppable for row in given[at].rows)]
    others = sorted((at for at in able if at not in fixed), key=lambda at: -given[at].points)
    free = max(places - len(fixed), 0)
    judged = {at: replace(given[at], why=Sentence(gettext_noop("cannot be dropped"))) for at in fixed}
    judged |= {at: replace(given[at], why=why) for at in others[:free]}
    for at in others[free:]:
        judged[at] = replace(given[at], counts=False, why=_why_dropped(given, others[:free], at))
    return judged


def _why_kept(rule: StandingRule, held: int) -> Sentence:
    """In the numbers of the rule: those of the best that count, or of the lowest that are dropped."""
    if rule.best:
        texts = ngettext_noop("the best one", "one of the best %(best)s")
        return counted(texts, rule.best, best=rule.best)
    if held <= rule.drop:
        return Sentence(gettext_noop("counts: the best one always does"))
    texts = ngettext_noop(
        "counts: only the lowest one is dropped", "counts: only the lowest %(drop)s are dropped"
    )
    return counted(texts, rule.drop, drop=rule.drop)


def _why_dropped(given: Sequence[Result], counting: Sequence[int], at: int) -> Sentence:
    if not counting:
        return Sentence(gettext_noop("dropped: what cannot be dropped takes all places"))
    lowest = given[counting[-1]].points
    if given[at].points == lowest:
        text = gettext_noop("dropped: no higher than %(lowest)s, the lowest that counts, and later")
    else:
        text = gettext_noop("dropped: lower than %(lowest)s, the lowest that counts")
    return Sentence(text, {"lowest": lowest})


def _period_results(rule: StandingRule, results: Sequence[Result]) -> tuple[PeriodResult, ...]:
    """Every period with its result, and whether it is one of the best."""
    values: dict[int, Fraction] = {}
    for number in range(1, len(rule.periods) + 1):
        own = [each.points for each in results if each.period == number and each.counts and each.is_result]
        if own:
            values[number] = Fraction(sum(own), len(own) if rule.measure == "average" else 1)
    best_first = sorted(values, key=lambda number: (-values[number], number))
    counting = set(best_first[: rule.best_periods] if rule.best_periods else best_first)
    return tuple(
        PeriodResult(number, period.first, period.last, values.get(number), number in counting)
        for number, period in enumerate(rule.periods, start=1)
    )


def _without_lost_periods(
    rule: StandingRule, results: Sequence[Result], periods: Sequence[PeriodResult]
) -> Iterator[Result]:
    """The results with those left out whose period does not count."""
    lost = {period.number for period in periods if not period.counts}
    texts = ngettext_noop("its period is not the best one", "its period is not one of the best %(best)s")
    why = counted(texts, rule.best_periods, best=rule.best_periods)
    for result in results:
        gone = result.is_result and result.counts and result.period in lost
        yield replace(result, counts=False, why=why) if gone else result


def _value(rule: StandingRule, counting: Sequence[Result], loose: int) -> Fraction | None:
    total = sum(result.points for result in counting)
    if rule.measure != "average":
        return Fraction(total + loose)
    if not counting:
        return None
    if not rule.periods:
        return Fraction(total + loose, len(counting))
    by_period = [list(group) for _, group in groupby(counting, key=attrgetter("period"))]
    averages = [Fraction(sum(each.points for each in group), len(group)) for group in by_period]
    return sum(averages, Fraction(0)) / len(averages) + Fraction(loose, len(counting))


# What breaks ties ----------------------------------------------------------------


def _number(criterion: str, rule: StandingRule, entry: int, results: Sequence[Result]) -> int | None:
    """The number of a criterion that needs nobody else, of what counts; penalties and grants are nobody's best."""
    if criterion == "lot":
        return lot(rule.seed, entry)
    best = criterion in ("best_round", "best_evening")
    counting = [result for result in results if result.counts and (result.is_result or not best)]
    if criterion == "best_evening":
        evenings = [list(group) for _, group in groupby(counting, key=attrgetter("evening"))]
        return max(
            (sum(row.total for each in group for row in each.rows) for group in evenings), default=None
        )
    rounds = [
        list(group) for result in counting for _, group in groupby(result.rows, key=attrgetter("round"))
    ]
    if criterion == "best_round":
        at_table = [rows for rows in rounds if any(row.kind in AT_TABLE for row in rows)]
        return max((sum(row.total for row in rows) for rows in at_table), default=None)
    if criterion == "wins":
        return sum((_margin(rows) or 0) > 0 for rows in rounds)
    return sum(int(getattr(row, criterion)) for rows in rounds for row in rows)
