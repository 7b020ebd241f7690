"""What separates two places: the value, then each criterion of the tie chain, until one decides.

Like `account` it is computed from the single rows in plain Python; of the table it takes only who is equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.sentences import Sentence, gettext_noop
from tournaments.standing.account import Account, account
from tournaments.standing.ledger import AT_TABLE, EveningRows, Posted, Season
from tournaments.standing.rule_words import CRITERIA
from tournaments.standing.rules import StandingRule
from tournaments.standing.tables import SeasonLine, SeasonTable


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round in which two entries sat at the same table on different sides: what each scored there, over all their
    tables together, and what that is worth to the one against the other."""

    evening: int
    round: int
    one: int
    other: int
    points: int
    against: int
    worth: int


@dataclass(frozen=True, slots=True)
class Difference:
    """One step of a comparison.

    criterion: "minimum" (attendance), "value", or one of the tie chain. one, other: the two numbers, None where there
    is none. decides: it parts them, and nothing after it was asked. verdict: in words what came of it. meetings: for
    "head_to_head", those among all who were still equal.
    """

    criterion: str
    text: Sentence
    one: Fraction | int | None
    other: Fraction | int | None
    decides: bool
    verdict: Sentence
    meetings: tuple[Meeting, ...] = ()


@dataclass(frozen=True, slots=True)
class Separation:
    """Two places compared; `one` is the better, or they share their rank when nothing decides."""

    one: Account
    other: Account
    steps: tuple[Difference, ...]

    @property
    def decided(self) -> Difference | None:
        return next((step for step in self.steps if step.decides), None)


def separation(
    season: Season, table: SeasonTable, one: int, other: int, *, evenings_to_come: int = 0
) -> Separation:
    """What separates two ranked entries of a table made of this season with as many evenings to come.

    Raises LookupError for who has no line, or no rank.
    """
    lines = [_ranked_line(table, entry) for entry in (one, other)]
    accounts = [
        account(season, table.rule, entry, evenings_to_come=evenings_to_come) for entry in (one, other)
    ]
    steps = [*_minimum(table.rule, lines, accounts)]
    if not any(step.decides for step in steps):
        steps.append(_value(accounts))
    if not any(step.decides for step in steps):
        view = season.seen(all_evenings=table.rule.all_evenings)
        steps += _ties(view, equals(table, lines[0]), *accounts)
    return Separation(accounts[0], accounts[1], tuple(steps))


def _ranked_line(table: SeasonTable, entry: int) -> SeasonLine:
    line = table.lines.of(entry)
    if line is None or line.rank is None:
        raise LookupError(f"entry {entry} has no rank")
    return line


def equals(table: SeasonTable, line: SeasonLine) -> list[SeasonLine]:
    """The lines with the same value and the same standing against the minimum, the line itself among them."""
    place = table.lines.index_of(line.entry)
    assert place is not None
    first = last = place
    while first and _is_equal(table.lines[first - 1], line):
        first -= 1
    while last + 1 < len(table.lines) and _is_equal(table.lines[last + 1], line):
        last += 1
    return list(table.lines[first : last + 1])


def _is_equal(one: SeasonLine, other: SeasonLine) -> bool:
    same_side = (one.below is None) == (other.below is None)
    return one.rank is not None and one.value == other.value and same_side


def _verdict(decides: bool) -> Sentence:
    return Sentence(gettext_noop("this decides")) if decides else Sentence(gettext_noop("equal"))


def _minimum(
    rule: StandingRule, lines: Sequence[SeasonLine], accounts: Sequence[Account]
) -> Iterable[Difference]:
    """The minimum attendance, where who is below it comes last; while there is something left to play, who can reach it."""
    if not any(line.below for line in lines):
        return
    found = [each.attendance for each in accounts if each.attendance]
    running = any(each.left for each in found)
    one, other = (each.attended + each.left for each in found)
    texts = {
        ("evening", False): gettext_noop("at least %(minimum)s evenings attended"),
        ("round", False): gettext_noop("at least %(minimum)s rounds played"),
        ("evening", True): gettext_noop("at least %(minimum)s evenings, with those still to play"),
        ("round", True): gettext_noop("at least %(minimum)s rounds, with those still to play"),
    }
    text = Sentence(texts[rule.minimum_unit, running], {"minimum": rule.minimum_attendance})
    decides = (lines[0].below is None) != (lines[1].below is None)
    yield Difference("minimum", text, one, other, decides, _verdict(decides))


def _value(accounts: Sequence[Account]) -> Difference:
    one, other = (each.value for each in accounts)
    texts = {
        "sum": gettext_noop("the sum"),
        "average": gettext_noop("the average"),
        "match_points": gettext_noop("the match points"),
    }
    text = Sentence(texts[accounts[0].rule.measure])
    return Difference("value", text, one, other, one != other, _verdict(one != other))


def _ties(
    view: Sequence[EveningRows], group: Sequence[SeasonLine], one: Account, other: Account
) -> Iterable[Difference]:
    """The criteria in order, each among those who were still equal to both."""
    rule = one.rule
    for criterion in rule.ties:
        text = Sentence(CRITERIA[criterion])
        met: tuple[Meeting, ...] = ()
        numbers: Mapping[int, int | None] | None
        if criterion == "head_to_head":
            entries = [line.entry for line in group]
            met = tuple(meetings(rule, view, entries))
            numbers = against_each_other(entries, met)
        else:
            numbers = {each.entry: each.numbers[criterion] for each in (one, other)}
        if numbers is None:
            verdict = Sentence(gettext_noop("cannot tell: not all who are equal have met"))
            yield Difference(criterion, text, None, None, False, verdict, met)
            continue
        first, second = numbers[one.entry], numbers[other.entry]
        yield Difference(criterion, text, first, second, first != second, _verdict(first != second), met)
        if first != second:
            return
        group = [line for line in group if line.ties and line.ties.get(criterion) == first]


def meetings(rule: StandingRule, view: Iterable[EveningRows], entries: Sequence[int]) -> Iterable[Meeting]:
    """Every meeting of two of these entries, in the order of play."""
    for rows in view:
        own = [row for entry in sorted(entries) for row in rows.posted(entry)]
        seated = [row for row in own if row.kind in AT_TABLE and row.table and row.side]
        for number in sorted({row.round for row in seated}):
            in_round = [row for row in seated if row.round == number]
            for one, other in combinations(sorted({row.entry for row in in_round}), 2):
                tables = [
                    (mine.total, theirs.total)
                    for mine in _of(one, in_round)
                    for theirs in _of(other, in_round)
                    if mine.table == theirs.table and mine.side != theirs.side
                ]
                if tables:
                    points, against = (sum(column) for column in zip(*tables, strict=True))
                    yield Meeting(
                        rows.evening, number, one, other, points, against, _worth(rule, points - against)
                    )


def _of(entry: int, rows: Iterable[Posted]) -> list[Posted]:
    return [row for row in rows if row.entry == entry]


def _worth(rule: StandingRule, difference: int) -> int:
    if rule.measure != "match_points":
        return difference
    return rule.match.of(difference) - rule.match.of(-difference)


def against_each_other(entries: Sequence[int], met: Iterable[Meeting]) -> Mapping[int, int | None] | None:
    """What each got against the others; None when two of them never met."""
    numbers: dict[int, int | None] = dict.fromkeys(entries, 0)
    pairs = set()
    for meeting in met:
        pairs.add((meeting.one, meeting.other))
        numbers[meeting.one] = (numbers[meeting.one] or 0) + meeting.worth
        numbers[meeting.other] = (numbers[meeting.other] or 0) - meeting.worth
    return numbers if len(pairs) == len(entries) * (len(entries) - 1) // 2 else None
