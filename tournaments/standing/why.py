"""Why somebody has a place: every result behind it, and what separates it from the places above and below, in words.

All of it comes from `account` and `separation`, which compute the place once more from the single rows.
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure, signed
from tournaments.models import Posting, Seat
from tournaments.standing.account import account
from tournaments.standing.ledger import AWAY
from tournaments.standing.notes import kind_word, translated
from tournaments.standing.packs import partners_of
from tournaments.standing.season_lists import Of
from tournaments.standing.separation import separation
from tournaments.standing.stories import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from tournaments.models import Evening
    from tournaments.standing.account import Account, Result
    from tournaments.standing.ledger import Posted
    from tournaments.standing.lines import SeasonLine
    from tournaments.standing.readers import Reader, Who
    from tournaments.standing.season_lists import SeasonList, SeasonRow
    from tournaments.standing.separation import Difference, Meeting, Separation


@dataclass(frozen=True, slots=True)
class RoundWhy:
    """What was made or given in a round. word: why it was not simply played; reason: of points that were given.

    table: its number, and sheet the key of the table whose sheet can be looked at; None for neither.
    """

    number: int
    points: int
    word: str
    reason: str
    table: int | None
    sheet: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """A result that is added up or left out, and why: of an evening, or (`round`) of a round in it."""

    round: int | None
    points: int
    counts: bool
    why: str
    rounds: tuple[RoundWhy, ...]


@dataclass(frozen=True, slots=True)
class EveningWhy:
    """An evening: `total` are all points made, `points` what counts of what is ranked, None when nothing does.

    listed: there is a line in the result of that evening.
    """

    evening: Evening
    total: int
    points: int | None
    listed: bool
    parts: tuple[Part, ...]

    @property
    def counts(self) -> bool:
        return self.points is not None

    @property
    def why(self) -> str:
        """The one reason for the whole evening; empty when its rounds have different ones."""
        reasons = {part.why for part in self.parts}
        return reasons.pop() if len(reasons) == 1 else ""


@dataclass(frozen=True, slots=True)
class Step:
    """A criterion in a comparison: the own number, that of the other, and what came of it."""

    text: str
    own: str
    other: str
    verdict: str
    decides: bool
    meetings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """A neighbour in the list, what separates the two in one sentence, and each criterion in turn."""

    who: Who
    rank: int
    sentence: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """Everything behind one place.

    ranked: how many have a rank. missing: evenings without anything; outside: evenings with scores that this standing
    does not take. sum: the calculation as a line. above, below: the neighbours, None at the ends; who has no rank has
    nobody below or above it. shared: who have the same place, the first five of them.
    """

    row: SeasonRow
    account: Account
    ranked: int
    evenings: tuple[EveningWhy, ...]
    missing: tuple[Evening, ...]
    outside: tuple[Evening, ...]
    sum: str
    above: Compared | None
    below: Compared | None
    shared: tuple[Compared, ...]

    @property
    def chooses(self) -> bool:
        """Something is left out, or could have been: then it is said of every result what became of it."""
        rule = self.account.rule
        some = bool(rule.best or rule.drop or rule.periods or rule.last)
        return some or not all(part.counts for evening in self.evenings for part in evening.parts)


MOST_SHARED = 5


def why(listed: SeasonList, row: SeasonRow, reader: Reader) -> Why:
    """The account of a row of a list."""
    told = account(listed.season, listed.rule, row.who.entry, evenings_to_come=listed.evenings_to_come)
    by_number = {evening.number: evening for evening in (*listed.evenings, *listed.others)}
    evenings = tuple(_evenings(told, by_number, _Places(listed, row.who, reader)))
    around = _Around(listed, row)
    return Why(
        row=row,
        account=told,
        ranked=around.ranked,
        evenings=evenings,
        missing=tuple(by_number[number] for number in told.missing),
        outside=tuple(by_number[number] for number in told.outside),
        sum=_sum(told, evenings, listed.rule.printed_decimals),
        above=around.above,
        below=around.below,
        shared=around.shared,
    )


# The results ------------------------------------------------------------------


class _Places:
    """Where the rounds of somebody were played, and for what reason points were given, by evening and round."""

    def __init__(self, listed: SeasonList, who: Who, reader: Reader) -> None:
        competition = listed.competition
        seats = Seat.objects.filter(round__evening__competition=competition)
        if listed.of == Of.ENTRIES:
            seats = seats.filter(entry=who.entry)
        else:
            seats = seats.filter(person=partners_of(who.entry)[0] if listed.of == Of.PARTNERS else who.entry)
        columns = ("round__evening__number", "round__number", "table__number", "table_id", "table__sheet_id")
        self.sheets = {
            (evening, round_, number): None if reader.public or not sheet else table
            for evening, round_, number, table, sheet in seats.values_list(*columns)
        }
        self.reasons: dict[tuple[int, int, str], str] = {}
        if listed.of == Of.ENTRIES:
            given = Posting.objects.filter(round__evening__competition=competition, entry=who.entry)
            for posting in given.filter(sheet_version=None).select_related("round__evening"):
                place = (posting.round.evening.number, posting.round.number, posting.kind)
                self.reasons[place] = reason_of(posting, reader)

    def rounds(self, evening: int, rows: Iterable[Posted]) -> Iterator[RoundWhy]:
        for row in rows:
            place = (evening, row.round)
            yield RoundWhy(
                number=row.round,
                points=row.total,
                word="" if row.kind == Posting.Kind.PLAYED else kind_word(row.kind),
                reason=self.reasons.get((*place, row.kind), ""),
                table=row.table or None,
                sheet=self.sheets.get((*place, row.table)),
            )


def _evenings(told: Account, by_number: Mapping[int, Evening], places: _Places) -> Iterator[EveningWhy]:
    for number, results in groupby(told.results, key=attrgetter("evening")):
        found = list(results)
        rows = [row for result in found for row in result.rows]
        total = sum(row.total for row in rows)
        counted = [result.points for result in found if result.counts]
        yield EveningWhy(
            evening=by_number[number],
            total=total,
            points=sum(counted) if counted else None,
            listed=bool(total) or any(row.kind not in AWAY for row in rows),
            parts=tuple(_part(number, result, places) for result in found),
        )


def _part(evening: int, result: Result, places: _Places) -> Part:
    return Part(
        round=result.round,
        points=result.points,
        counts=result.counts,
        why=translated(result.why),
        rounds=tuple(places.rounds(evening, result.rows)),
    )


def _sum(told: Account, evenings: Iterable[EveningWhy], decimals: int) -> str:
    """1 500 + 1 400 = 2 900, or for an average (1 500 + 1 400) : 2 = 1 450,00; empty where there is nothing."""
    counted = [evening.points for evening in evenings if evening.points is not None]
    if told.value is None or not counted:
        return ""
    line = " + ".join(figure(points) for points in counted).replace("+ −", "− ")
    if told.rule.measure == "average" and not told.rule.periods:
        line = f"({line}) : {told.counted}"
    elif told.rule.measure == "average":
        return ""
    return f"{line} = {figure(told.value, decimals)}"


# The neighbours ---------------------------------------------------------------


class _Around:
    """The places around a row: who is next above and below it, and who shares its place."""

    def __init__(self, listed: SeasonList, row: SeasonRow) -> None:
        self.listed = listed
        self.row = row
        self.lines = listed.table.lines
        # The ranked come first.
        self.ranked = bisect(range(len(self.lines)), False, key=lambda at: self.lines[at].rank is None)

    @property
    def rank(self) -> int | None:
        return self.row.line.rank

    def _first(self, rank: int) -> int:
        """The place of the first line with this rank or a worse one."""
        return bisect_left(range(self.ranked), rank, key=lambda at: self.lines[at].rank or 0)

    @cached_property
    def above(self) -> Compared | None:
        first = self._first(self.rank) if self.rank else 0
        return self._compared(self.lines[first - 1]) if first else None

    @cached_property
    def below(self) -> Compared | None:
        after = self._first(self.rank + 1) if self.rank else self.ranked
        return self._compared(self.lines[after]) if after < self.ranked else None

    @cached_property
    def shared(self) -> tuple[Compared, ...]:
        if not self.rank:
            return ()
        same = range(self._first(self.rank), self._first(self.rank + 1))
        others = [
            self.lines[at] for at in same[: MOST_SHARED + 1] if self.lines[at].entry != self.row.who.entry
        ]
        return tuple(self._compared(line) for line in others[:MOST_SHARED])

    def _compared(self, line: SeasonLine) -> Compared:
        assert self.rank
        assert line.rank
        own, other = self.row.who.entry, line.entry
        better, worse = (other, own) if line.rank < self.rank else (own, other)
        found = separation(
            self.listed.season,
            self.listed.table,
            better,
            worse,
            evenings_to_come=self.listed.evenings_to_come,
        )
        who = self.listed.who[other]
        turned = better == other
        steps = tuple(self._step(step, turned) for step in found.steps)
        return Compared(who, line.rank, self._sentence(who, found, turned), steps)

    def _step(self, step: Difference, turned: bool) -> Step:
        own, other = (step.other, step.one) if turned else (step.one, step.other)
        return Step(
            text=translated(step.text),
            own=self._figure(step, own),
            other=self._figure(step, other),
            verdict=translated(step.verdict),
            decides=step.decides,
            meetings=tuple(self._meeting(meeting) for meeting in step.meetings),
        )

    def _figure(self, step: Difference, number: Fraction | int | None) -> str:
        decimals = self.listed.rule.printed_decimals if step.criterion == "value" else 0
        return signed(number) if step.criterion == "head_to_head" else figure(number, decimals)

    def _meeting(self, meeting: Meeting) -> str:
        return _("Evening %(evening)s, round %(round)s: %(one)s %(points)s – %(against)s %(other)s") % {
            "evening": meeting.evening,
            "round": meeting.round,
            "one": self.listed.who[meeting.one].name,
            "other": self.listed.who[meeting.other].name,
            "points": figure(meeting.points),
            "against": figure(meeting.against),
        }

    def _sentence(self, who: Who, found: Separation, turned: bool) -> str:
        """What separates the two, in one sentence."""
        step = found.decided
        if step is None:
            return _("Equal to %(name)s in everything that counts, so they share the place.") % {
                "name": who.name
            }
        own, other = (step.other, step.one) if turned else (step.one, step.other)
        params = {"name": who.name, "own": self._figure(step, own), "other": self._figure(step, other)}
        if step.criterion == "value":
            assert found.one.value is not None
            assert found.other.value is not None
            gap = figure(found.one.value - found.other.value, self.listed.rule.printed_decimals)
            text = (
                _("%(name)s is %(gap)s ahead: %(other)s against %(own)s.")
                if turned
                else _("%(gap)s ahead of %(name)s: %(own)s against %(other)s.")
            )
            return text % (params | {"gap": gap})
        params["criterion"] = translated(step.text)
        if step.criterion == "minimum":
            text = (
                _("%(name)s has what this place lacks: %(criterion)s (%(other)s, here %(own)s).")
                if turned
                else _("This place has what %(name)s lacks: %(criterion)s (%(own)s, there %(other)s).")
            )
            return text % params
        text = (
            _("Equal to %(name)s; what decides for %(name)s is %(criterion)s: %(other)s against %(own)s.")
            if turned
            else _("Equal to %(name)s; what decides is %(criterion)s: %(own)s against %(other)s.")
        )
        return text % params
