"""What separates two places: the value, then each criterion of the tie chain, until one decides.

Like `account` it is computed from the single rows in plain Python; of the table it takes only who is equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from tournaments.sentences import Sentence, counted, gettext_noop, ngettext_noop
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
    is none. decides: it parts them, and nothing after it was asked. verdict: in words what came of it. meetings: where
    "head_to_head" decides, those of either with all who were still equal. unmet: where it cannot, two who were equal and
    have not met, one of these two where that can be.
    """

    criterion: str
    text: Sentence
    one: Fraction | int | None
    other: Fraction | int | None
    decides: bool
    verdict: Sentence
    meetings: tuple[Meeting, ...] = ()
    unmet: tuple[int, int] | None = None


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
        ("evening", False): ngettext_noop(
            "at least %(minimum)s evening attended", "at least %(minimum)s evenings attended"
        ),
        ("round", False): ngettext_noop(
            "at least %(minimum)s round played", "at least %(minimum)s rounds played"
        ),
        ("evening", True): ngettext_noop(
            "at least %(minimum)s evening, with those still to play",
            "at least %(minimum)s evenings, with those still to play",
        ),
        ("round", True): ngettext_noop(
            "at least %(minimum)s round, with those still to play",
            "at least %(minimum)s rounds, with those still to play",
        ),
    }
    text = counted(
        texts[rule.minimum_unit, running], rule.minimum_attendance, minimum=rule.minimum_attendance
    )
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
        if criterion == "head_to_head":
            found = _head_to_head(rule, view, [line.entry for line in group], one.entry, other.entry)
        else:
            numbers = (each.numbers[criterion] for each in (one, other))
            found = _compared(criterion, *numbers)
        yield found
        if found.decides:
            return
        if found.unmet is None:
            group = [line for line in group if line.ties and line.ties.get(criterion) == found.one]


def _compared(criterion: str, one: int | None, other: int | None) -> Difference:
    text = Sentence(CRITERIA[criterion])
    return Difference(criterion, text, one, other, one != other, _verdict(one != other))


def _head_to_head(
    rule: StandingRule, view: Sequence[EveningRows], entries: Sequence[int], one: int, other: int
) -> Difference:
    """The two by their results against all of these who are equal. The meetings are told only where they part the two."""
    met = tuple(meetings(rule, view, entries))
    numbers = against_each_other(entries, met)
    if numbers is None:
        verdict = Sentence(gettext_noop("cannot tell: not all who are equal have met"))
        text = Sentence(CRITERIA["head_to_head"])
        unmet = _not_met(entries, met, one, other)
        return Difference("head_to_head", text, None, None, False, verdict, unmet=unmet)
    found = _compared("head_to_head", numbers[one], numbers[other])
    if not found.decides:
        return found
    own = tuple(meeting for meeting in met if {one, other} & {meeting.one, meeting.other})
    return replace(found, meetings=own)


def _not_met(entries: Iterable[int], met: Iterable[Meeting], one: int, other: int) -> tuple[int, int]:
    """Two of these who have not met: the two themselves, else one of them and another, else any two."""
    pairs = {frozenset((meeting.one, meeting.other)) for meeting in met}
    others = [entry for entry in entries if entry not in (one, other)]
    return next(pair for pair in combinations((one, other, *others), 2) if frozenset(pair) not in pairs)


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
