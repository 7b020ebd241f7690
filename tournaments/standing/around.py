"""The places around a place: who is next above and below it or shares it, and what separates them, in words."""

from __future__ import annotations

from bisect import bisect, bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure, signed
from tournaments.standing.notes import translated
from tournaments.standing.separation import separation

if TYPE_CHECKING:
    from fractions import Fraction

    from tournaments.standing.lines import SeasonLine
    from tournaments.standing.readers import Who
    from tournaments.standing.season_lists import SeasonList, SeasonRow
    from tournaments.standing.separation import Difference, Meeting, Separation

MOST_SHARED = 5
"""So many of those who share a place are compared; of the others it is said how many there are."""


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


class Around:
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
        others = [
            self.lines[at]
            for at in self._same[: MOST_SHARED + 1]
            if self.lines[at].entry != self.row.who.entry
        ]
        return tuple(self._compared(line) for line in others[:MOST_SHARED])

    @property
    def more_shared(self) -> int:
        """How many share the place beside the row itself and those in `shared`."""
        return max(len(self._same) - 1 - MOST_SHARED, 0)

    @property
    def _same(self) -> range:
        """The places of all who have this rank, the row among them."""
        return range(self._first(self.rank), self._first(self.rank + 1)) if self.rank else range(0)

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
            verdict=self._verdict(step),
            decides=step.decides,
            meetings=tuple(self._meeting(meeting) for meeting in step.meetings),
        )

    def _verdict(self, step: Difference) -> str:
        if step.unmet is None:
            return translated(step.verdict)
        one, other = (self.listed.who[entry].name for entry in step.unmet)
        return _("cannot tell: of those who are equal %(one)s and %(other)s have not played each other") % {
            "one": one,
            "other": other,
        }

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
