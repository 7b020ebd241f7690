"""What the engine makes of the rows in hand, ready to be shown: per row a state, a booking, messages, choices."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from scoring import messages
from scoring.entry import cells as c
from scoring.rules import Ruleset, SheetVerdict, dealer_of, derived_declarer, judge_sheet
from scoring.rules.findings import Severity, Verdict

if TYPE_CHECKING:
    from scoring.models import Sheet
    from scoring.rules import DealVerdict, Finding, Suggestion

EMPTY, TODO, OK, ASK, WRONG = "empty", "todo", "ok", "ask", "wrong"
MISSING = ("missing_points", "missing_roem")
_BOX = {"marks": "nat", None: "we_points"}
"""Where to go for a finding that is not about one box."""
CHOICE_KEYS = ("F2", "F3", "F4")


@dataclass(frozen=True)
class Message:
    """A sentence about a row or the sheet, with the box it is about."""

    severity: str
    text: str
    field: str | None


@dataclass(frozen=True)
class Choice:
    """What one key would put into a row (`position` 0: the foot); never applied by itself."""

    key: str
    label: str
    position: int
    cells: Mapping[str, str]

    @property
    def json(self) -> str:
        return json.dumps(self.cells)


@dataclass(frozen=True)
class Box:
    """One of the four numbers of a row: as typed, and as it follows from what was typed."""

    name: str
    typed: str
    worked_out: str
    wrong: bool

    @property
    def side(self) -> str:
        return self.name.split("_")[0]


@dataclass(frozen=True)
class RowView:
    """A row of the sheet as it stands.

    `worked_out` holds boxes that follow from what was typed, `declarer` who played where that was not typed,
    `turn` who had to play by the order of dealing, `stand` both totals after this deal.
    """

    position: int
    dealer: str
    cells: Mapping[str, str]
    revision: int
    state: str
    booked: str
    stand: tuple[int, int] | None
    worked_out: Mapping[str, str]
    declarer: str
    turn: str
    messages: list[Message]
    choices: list[Choice]

    @property
    def wrong_fields(self) -> set[str]:
        return {one.field for one in self.messages if one.severity == Severity.IMPOSSIBLE and one.field}

    @property
    def boxes(self) -> list[Box]:
        wrong = self.wrong_fields
        return [
            Box(name, self.cells.get(name, ""), self.worked_out.get(name, ""), name in wrong)
            for name in c.NUMBERS
        ]


class Judged:
    """A sheet in hand: the rows by position (0 is the foot), judged under the rules of the sheet."""

    def __init__(
        self, sheet: Sheet, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()
    ) -> None:
        self.sheet = sheet
        self.rows = rows
        self.extra = list(extra)
        self.ruleset = Ruleset.from_json(sheet.ruleset)
        deals, unreadable = [], {}
        for position in range(1, sheet.deals + 1):
            deal, errors = c.to_deal(rows.get(position, {}))
            deals.append(deal)
            if errors:
                unreadable[position] = errors
        self.written, self.unreadable_foot = c.read_written(rows.get(0, {}))
        self.verdict: SheetVerdict = judge_sheet(
            deals,
            self.ruleset,
            written=self.written,
            first_dealer=sheet.first_dealer,
            unreadable=unreadable,
        )

    def cells(self, position: int) -> Mapping[str, str]:
        return self.rows.get(position, {})

    @cached_property
    def sheet_findings(self) -> list[Finding]:
        """What is to be said about the sheet as a whole."""
        unreadable = [error.finding() for error in self.unreadable_foot]
        return [*unreadable, *self.verdict.findings, *self.extra]

    @cached_property
    def findings(self) -> list[Finding]:
        """Everything, in the order of the paper, without what is merely not filled in."""
        of_deals = [one for deal in self.verdict.deals for one in deal.findings if one.code not in MISSING]
        return of_deals + self.sheet_findings

    @property
    def untouched(self) -> list[int]:
        return [n for n in range(1, self.sheet.deals + 1) if c.is_empty(self.cells(n))]

    @property
    def missing(self) -> list[str]:
        return messages.missing_lines(self.verdict.missing, self.untouched)

    @property
    def impossible(self) -> list[Finding]:
        return [one for one in self.findings if one.severity == Severity.IMPOSSIBLE]

    @property
    def can_accept(self) -> bool:
        """Whether nothing stands in the way but reasons and confirmations."""
        return not self.verdict.missing and not self.impossible

    def row(self, position: int, revision: int = 0) -> RowView:
        """Row `position`, from 1."""
        deal = self.verdict.deals[position - 1]
        typed = self.cells(position)
        state = _state(deal, typed)
        return RowView(
            position=position,
            dealer=dealer_of(self.sheet.first_dealer, position),
            cells=typed,
            revision=revision,
            state=state,
            booked=_booked(deal),
            stand=self.verdict.running[position - 1] if deal.booked else None,
            worked_out=_worked_out(deal, typed),
            declarer=self._declarer(position, deal),
            turn=self._turn(position),
            messages=[] if state == EMPTY else _messages(deal, state),
            choices=[] if state in (EMPTY, TODO) else _choices(deal.suggestions, position),
        )

    def _declarer(self, position: int, deal: DealVerdict) -> str:
        """Who played, where it was not typed but is known by the order of dealing or from the row."""
        if deal.deal.declarer:
            return ""
        return self._turn(position) or (deal.declarer if deal.booked else None) or ""

    def _turn(self, position: int) -> str:
        return derived_declarer(self.ruleset, self.sheet.first_dealer, position) or ""

    @property
    def foot_messages(self) -> list[Message]:
        return [_message(one) for one in self.sheet_findings]

    @property
    def foot_choices(self) -> list[Choice]:
        """Slips that would explain the written totals; each is put into the row it is about.

        A deal that is missing from the whole sheet has no row to go into: the paper has as many as the page.
        """
        return _choices([one for one in self.verdict.suggestions if "missing_deal" not in one.fields], 0)

    @property
    def check_line(self) -> str:
        return messages.check_line(self.verdict.checksum)

    def accepted_deals(self) -> list[dict[str, object]]:
        """The deals to be kept: what was typed, with what followed from it and the names of those boxes."""
        return [
            {
                **replace(deal.deal, **deal.completed).to_json(),
                "completed": sorted(deal.completed),
            }
            for deal in self.verdict.deals
        ]

    def accepted_written(self) -> dict[str, int | None] | None:
        """The totals on the paper; None when nobody typed one."""
        return dict(self.written) if any(value is not None for value in self.written.values()) else None

    def fields_to_mend(self) -> list[str]:
        """The form fields that are impossible or not filled in, in the order of the paper."""
        fields = []
        for number, deal in enumerate(self.verdict.deals, 1):
            wrong = [one for one in deal.findings if one.severity == Severity.IMPOSSIBLE]
            fields += [f"r{number}-{_BOX.get(one.field, one.field)}" for one in wrong]
        of_sheet = [one for one in self.sheet_findings if one.severity == Severity.IMPOSSIBLE]
        return fields + [f"r0-{one.field}" for one in of_sheet if one.field]

    def result(self) -> dict[str, object]:
        """What the sheet books for each side, as `SheetVersion.result` keeps it."""
        totals = {
            side: {
                "points": total.points,
                "roem": total.roem,
                "pits": total.pits,
                "nats": total.nats,
                "bonus": total.pit_points + total.extra,
                "total": total.total,
            }
            for side, total in self.verdict.totals.items()
        }
        return totals | {"deals": [[deal.we, deal.they] for deal in self.verdict.deals]}


def _state(deal: DealVerdict, typed: Mapping[str, str]) -> str:
    if c.is_empty(typed):
        return EMPTY
    if any(one.severity == Severity.IMPOSSIBLE and one.code not in MISSING for one in deal.findings):
        return WRONG
    if not deal.complete:
        return TODO
    return OK if deal.verdict == Verdict.ACCEPT else ASK


def _booked(deal: DealVerdict) -> str:
    """How the deal ended, where it did not simply end: "nat: 0–162"."""
    if not deal.booked or str(deal.status) not in messages.STATUSES:
        return ""
    return f"{messages.STATUSES[str(deal.status)]}: {deal.we}–{deal.they}"


def _worked_out(deal: DealVerdict, typed: Mapping[str, str]) -> dict[str, str]:
    """Boxes that were filled in by the engine, and what tally marks and single digits stand for."""
    shown = {
        name: c.NO_ROEM if value == 0 and name in c.ROEM else str(value)
        for name, value in deal.completed.items()
        if not typed.get(name)
    }
    for name in c.ROEM:
        value = getattr(deal.deal, name)
        if value and str(value) != typed.get(name):
            shown[name] = str(value)
    return shown


def _messages(deal: DealVerdict, state: str) -> list[Message]:
    """The worst first. In a row that is merely not finished yet, the boxes that are still open."""
    if state == TODO:
        return [Message("missing", messages.open_boxes(deal.findings), None)]
    order = list(Severity)
    said = [one for one in deal.findings if one.code not in MISSING]
    return [_message(one) for one in sorted(said, key=lambda one: order.index(one.severity))]


def _message(finding: Finding) -> Message:
    return Message(str(finding.severity), messages.say_finding(finding), finding.field)


def _choices(suggestions: list[Suggestion], position: int) -> list[Choice]:
    choices = []
    for key, one in zip(CHOICE_KEYS, suggestions, strict=False):
        label = messages.say(one.reason)
        if position == 0 and one.deal:
            label = gettext("deal %(deal)d: %(slip)s") % {"deal": one.deal, "slip": label}
        choices.append(Choice(key, label, one.deal or position, c.patch(one.fields)))
    return choices
