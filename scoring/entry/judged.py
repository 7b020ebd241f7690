"""What the engine makes of the rows in hand, ready to be shown: per row a state, a booking, messages, choices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.translation import gettext

from scoring import messages
from scoring.entry import cells as c
from scoring.entry.shown import ASK, EMPTY, OK, TODO, WRONG, Choice, Message, RowView
from scoring.rules.findings import Severity, Verdict

if TYPE_CHECKING:
    from scoring.entry.form import SheetForm
    from scoring.rules import Finding, Suggestion

CHOICE_KEYS = ("F2", "F3", "F4")


class DealVerdict(Protocol):
    """What the engine of either family says about a deal."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def complete(self) -> bool: ...

    @property
    def findings(self) -> tuple[Finding, ...]: ...

    @property
    def suggestions(self) -> list[Suggestion]: ...

    @property
    def booked(self) -> Mapping[str, Any] | None: ...


class Judged(ABC):
    """A sheet in hand: the rows by position (0 is the foot), judged under the rules of the sheet.

    `deals` are the deals that the sheet has, from the first: as many as there are rows on the paper, or fewer
    when the match ended before. `ended` is the deal that ended it, `winner` a side, "draw" or None.
    """

    deals: Sequence[DealVerdict]
    ended: int | None = None
    winner: str | None = None

    def __init__(
        self, form: SheetForm, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()
    ) -> None:
        self.form = form
        self.rows = rows
        self.extra = list(extra)
        self.written, self.unreadable_foot = c.read_written(rows.get(0, {}), form.sides)

    # What the engine of the game says ------------------------------------------------------------------

    @property
    @abstractmethod
    def totals(self) -> dict[str, int]:
        """What each side has booked."""

    @abstractmethod
    def running(self, position: int) -> tuple[int, ...]:
        """The totals of all sides after this deal."""

    @property
    @abstractmethod
    def said_of_sheet(self) -> Iterable[Finding]:
        """What the engine says about the sheet as a whole."""

    @property
    @abstractmethod
    def missing(self) -> list[str]:
        """What is not filled in, in words."""

    @abstractmethod
    def open_boxes(self, said: Sequence[Finding]) -> str:
        """What a row that was begun still needs, in words."""

    @property
    @abstractmethod
    def offered(self) -> Iterable[Suggestion]:
        """Slips that would explain the written totals."""

    @property
    @abstractmethod
    def end_line(self) -> str:
        """How the match ended, once it has."""

    @abstractmethod
    def accepted_deals(self) -> list[dict[str, Any]]:
        """The deals to be kept, as `SheetVersion.deals` holds them."""

    @abstractmethod
    def result(self) -> dict[str, Any]:
        """What the sheet books for each side, as `SheetVersion.result` keeps it."""

    @abstractmethod
    def texts(self, position: int) -> list[str]:
        """The boxes of a row as full values, and its marks in words: equal for what was typed or worked out."""

    @abstractmethod
    def dealer(self, position: int) -> str:
        """The seat that deals this deal."""

    @abstractmethod
    def turn(self, position: int) -> str:
        """The side that had to play by the order of dealing; empty where it may vary."""

    @abstractmethod
    def declarer(self, deal: Any) -> str:
        """Who played, where it was not typed but is known."""

    @abstractmethod
    def booked_words(self, deal: Any) -> str:
        """How a deal ended, where it did not simply end."""

    @abstractmethod
    def worked_out(self, deal: Any, typed: Mapping[str, str]) -> dict[str, str]:
        """Boxes that follow from what was typed."""

    def choice_label(self, suggestion: Suggestion) -> str:
        """What a suggestion would change, in words."""
        return messages.say(suggestion.reason)

    @abstractmethod
    def patch(self, fields: Mapping[str, Any]) -> dict[str, str]:
        """A suggestion of the engine as cells to put into a row."""

    def field_of(self, finding: Finding) -> str | None:
        """The box of the row that a finding is about; None for the row as a whole."""
        return finding.field

    def box_of(self, finding: Finding) -> str:
        """The box to go to for a finding on a deal."""
        return self.field_of(finding) or self.form.numbers[0]

    # Everything, in the order of the paper ---------------------------------------------------------------

    def cells(self, position: int) -> Mapping[str, str]:
        return self.rows.get(position, {})

    def deal(self, position: int) -> DealVerdict | None:
        """The verdict of a deal, from 1; None for a row that the match did not need."""
        return self.deals[position - 1] if position <= len(self.deals) else None

    def stand(self, position: int) -> tuple[int, ...] | None:
        """The totals after a deal that counts."""
        deal = self.deal(position)
        counts = deal is not None and deal.booked and position <= (self.ended or position)
        return self.running(position) if counts else None

    @property
    def redrawn(self) -> set[int]:
        """The deals of which a remark may change with any other: in a match, all that are typed."""
        if self.form.rules.end_kind != "points" and not self.carries:
            return set()
        return {position for position in self.rows if position and not c.is_empty(self.rows[position])}

    @property
    def carries(self) -> bool:
        """Whether a deal may leave points to the next."""
        return False

    def findings_of(self, position: int) -> Sequence[Finding]:
        """What is to be said about one deal."""
        return self.deals[position - 1].findings

    @cached_property
    def sheet_findings(self) -> list[Finding]:
        """What is to be said about the sheet as a whole."""
        unreadable = [error.finding() for error in self.unreadable_foot]
        return [*unreadable, *self.said_of_sheet, *self.extra]

    @cached_property
    def findings(self) -> list[Finding]:
        """Everything, without what is merely not filled in."""
        numbers = range(1, len(self.deals) + 1)
        of_deals = [one for n in numbers for one in self.findings_of(n) if not is_missing(one)]
        return of_deals + self.sheet_findings

    @property
    def untouched(self) -> list[int]:
        """The deals that nobody began."""
        return [n for n in range(1, len(self.deals) + 1) if c.is_empty(self.cells(n))]

    @property
    def impossible(self) -> list[Finding]:
        return [one for one in self.findings if one.severity == Severity.IMPOSSIBLE]

    @property
    def complete(self) -> bool:
        """Whether every deal that the sheet needs is filled in."""
        return all(deal.complete for deal in self.deals)

    @property
    def can_accept(self) -> bool:
        """Whether nothing stands in the way but reasons and confirmations."""
        return self.complete and not self.impossible

    @property
    def score(self) -> str:
        """The totals in one line: "1472 – 1330"."""
        return messages.score_line(self.totals.values())

    @property
    def any_booked(self) -> bool:
        return any(deal.booked for deal in self.deals)

    def accepted_written(self) -> dict[str, int | None] | None:
        """The totals on the paper; None when nobody typed one."""
        return dict(self.written) if any(value is not None for value in self.written.values()) else None

    def fields_to_mend(self) -> list[str]:
        """The form fields that are impossible or not filled in, in the order of the paper."""
        fields = []
        for number in range(1, len(self.deals) + 1):
            wrong = [one for one in self.findings_of(number) if one.severity == Severity.IMPOSSIBLE]
            fields += [f"r{number}-{self.box_of(one)}" for one in wrong]
        of_sheet = [one for one in self.sheet_findings if one.severity == Severity.IMPOSSIBLE]
        return fields + [f"r0-{one.field}" for one in of_sheet if one.field]

    # Ready to be shown -----------------------------------------------------------------------------------

    def row(self, position: int, revision: int = 0) -> RowView:
        """Row `position`, from 1."""
        typed, deal = self.cells(position), self.deal(position)
        dealer, turn = self.dealer(position), self.turn(position)
        if deal is None:
            return RowView(self.form, position, dealer, typed, revision, EMPTY, turn=turn)
        said = self.findings_of(position)
        state = _state(deal, said, typed)
        return RowView(
            self.form,
            position,
            dealer,
            typed,
            revision,
            state,
            booked=self.booked_words(deal) if deal.booked else "",
            stand=self.stand(position),
            worked_out=self.worked_out(deal, typed),
            declarer=self.declarer(deal),
            turn=turn,
            messages=[] if state == EMPTY else [*self._messages(said, state), *self._end(position)],
            choices=[] if state in (EMPTY, TODO) else self.choices_of(position),
        )

    def _messages(self, said: Sequence[Finding], state: str) -> list[Message]:
        """The worst first. In a row that is merely not finished yet, the boxes that are still open."""
        if state == TODO:
            return [Message("missing", self.open_boxes(said))]
        order = list(Severity)
        told = [one for one in said if self.is_told(one)]
        told.sort(key=lambda one: order.index(one.severity))
        return [_message(one, self.field_of(one)) for one in told]

    def is_told(self, finding: Finding) -> bool:
        """Whether this stands beside its row: not what is merely not filled in."""
        return not is_missing(finding)

    def choices_of(self, position: int) -> list[Choice]:
        """What may have been meant in a deal."""
        return self._choices(self.deals[position - 1].suggestions, position)

    def _end(self, position: int) -> list[Message]:
        if position == self.ended:
            return [Message("end", self.end_line)]
        stand, rules = self.stand(position), self.form.rules
        highest = max(stand or (0,))
        equal = stand is not None and stand.count(highest) > 1
        if equal and rules.end_kind == "points" and highest >= rules.end_number:
            return [Message("note", messages.play_on_line(rules))]
        return []

    @property
    def foot_messages(self) -> list[Message]:
        return [_message(one, one.field) for one in self.sheet_findings]

    @property
    def foot_choices(self) -> list[Choice]:
        """Slips that would explain the written totals; each is put into the row it is about."""
        return self._choices(self.offered, 0)

    def _choices(self, suggestions: Iterable[Suggestion], position: int) -> list[Choice]:
        choices = []
        for key, one in zip(CHOICE_KEYS, suggestions, strict=False):
            label = self.choice_label(one)
            if position == 0 and one.deal:
                label = gettext("deal %(deal)d: %(slip)s") % {"deal": one.deal, "slip": label}
            choices.append(Choice(key, label, one.deal or position, self.patch(one.fields)))
        return choices


def is_missing(finding: Finding) -> bool:
    """Whether it only says that a box is not filled in."""
    return finding.code.startswith("missing_")


def _state(deal: DealVerdict, said: Sequence[Finding], typed: Mapping[str, str]) -> str:
    if c.is_empty(typed):
        return EMPTY
    if any(one.severity == Severity.IMPOSSIBLE and not is_missing(one) for one in said):
        return WRONG
    if not deal.complete:
        return TODO
    return OK if deal.verdict == Verdict.ACCEPT else ASK


def _message(finding: Finding, box: str | None) -> Message:
    return Message(str(finding.severity), messages.say_finding(finding), box, finding.rule)
