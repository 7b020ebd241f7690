"""What the engine makes of a sheet of klaverjassen in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from scoring import messages
from scoring.entry.cells import is_empty
from scoring.entry.judged import Judged
from scoring.entry.klaverjas import cells as c
from scoring.rules import Ruleset, SheetVerdict, dealer_of, derived_declarer, judge_sheet
from scoring.rules.catalogue import finding
from scoring.rules.findings import SIDES
from scoring.rules.match import ended_after, leader

if TYPE_CHECKING:
    from scoring.entry.form import SheetForm
    from scoring.rules import DealVerdict, Finding, Suggestion

_BOX = {"marks": "nat", None: "we_points"}
"""Where to go for a finding that is not about one box."""


class KlaverjasJudged(Judged):
    """`verdict` is that of the deals of the sheet: all rows of the paper, or where the rules end a match by
    points, those up to its end.
    """

    def __init__(
        self, form: SheetForm, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()
    ) -> None:
        super().__init__(form, rows, extra)
        self.ruleset: Ruleset = form.rules
        self.verdict = self._judge(form.sheet.deals)
        if self.ruleset.end_kind == "points":
            self._find_end()
        self.deals = self.verdict.deals

    def _judge(self, count: int) -> SheetVerdict:
        deals, unreadable = [], {}
        for position in range(1, count + 1):
            deal, errors = c.to_deal(self.cells(position))
            deals.append(deal)
            if errors:
                unreadable[position] = errors
        return judge_sheet(
            deals,
            self.ruleset,
            written=self.written,
            first_dealer=self.form.sheet.first_dealer,
            unreadable=unreadable,
        )

    def _find_end(self) -> None:
        """The match is over when every deal up to its end is booked; the rows after it are not needed."""
        booked = list(takewhile(lambda deal: deal.booked, self.verdict.deals))
        running = self.verdict.running[: len(booked)]
        self.ended = ended_after(running, "points", self.ruleset.end_number)
        if self.ended:
            self.winner = SIDES[leader(running[self.ended - 1])]
            typed = [n for n in range(1, self.form.sheet.deals + 1) if not is_empty(self.cells(n))]
            self.verdict = self._judge(max(typed))

    @property
    def totals(self) -> dict[str, int]:
        return {side: total.total for side, total in self.verdict.totals.items()}

    def running(self, position: int) -> tuple[int, ...]:
        return self.verdict.running[position - 1]

    @property
    def said_of_sheet(self) -> Iterable[Finding]:
        """Also that nobody reached the points that end the match, on a paper that is full."""
        booked = all(deal.booked for deal in self.deals)
        if self.ruleset.end_kind == "points" and booked and not self.ended:
            return [*self.verdict.findings, finding("not_over", None, number=self.ruleset.end_number)]
        return self.verdict.findings

    @property
    def complete(self) -> bool:
        return self.verdict.complete

    @property
    def missing(self) -> list[str]:
        return messages.missing_lines(self.verdict.missing, self.untouched)

    def open_boxes(self, said: Iterable[Finding]) -> str:
        return messages.open_boxes(said)

    @property
    def offered(self) -> Iterable[Suggestion]:
        """A deal that is missing from the whole sheet has no row to go into: the paper has as many as the page."""
        return [one for one in self.verdict.suggestions if "missing_deal" not in one.fields]

    @property
    def end_line(self) -> str:
        return messages.end_line(self.ended, self.winner, self.ruleset) if self.ended else ""

    @property
    def check_line(self) -> str:
        return messages.check_line(self.verdict.checksum)

    def accepted_deals(self) -> list[dict[str, Any]]:
        """What was typed, with what followed from it and the names of those boxes."""
        return [
            {
                **replace(deal.deal, **deal.completed).to_json(),
                "completed": sorted(deal.completed),
            }
            for deal in self.deals
        ]

    def result(self) -> dict[str, Any]:
        booked = {
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
        end = {"winner": self.winner, "ended": self.ended} if self.ruleset.end_kind == "points" else {}
        return booked | {"deals": [[deal.we, deal.they] for deal in self.deals]} | end

    def texts(self, position: int) -> list[str]:
        """67 is the same typed or worked out, and so are II and 40."""
        typed, row, deal = self.cells(position), self.row(position), self.deal(position)
        full = c.from_deal(replace(deal.deal, **deal.completed)) if deal else {}
        numbers = [full.get(name) or typed.get(name, "") for name in c.NUMBERS]
        marks = [str(messages.STATUSES[name]) for name in ("nat", "pit", "verzaakt") if typed.get(name)]
        return [*numbers, row.booked or ", ".join(marks)]

    def dealer(self, position: int) -> str:
        return dealer_of(self.form.sheet.first_dealer, position)

    def turn(self, position: int) -> str:
        return derived_declarer(self.ruleset, self.form.sheet.first_dealer, position) or ""

    def declarer(self, deal: DealVerdict) -> str:
        """By the order of dealing or from the row."""
        if deal.deal.declarer:
            return ""
        return self.turn(deal.number) or (deal.declarer if deal.booked else None) or ""

    def booked_words(self, deal: DealVerdict) -> str:
        """How the deal ended, where it did not simply end: "nat: 0–162"."""
        if str(deal.status) not in messages.STATUSES:
            return ""
        return f"{messages.STATUSES[str(deal.status)]}: {deal.we}–{deal.they}"

    def worked_out(self, deal: DealVerdict, typed: Mapping[str, str]) -> dict[str, str]:
        """Boxes that were filled in by the engine, and what tally marks and single digits stand for."""
        shown = {
            name: c.NOTHING if value == 0 and name in c.ROEM else str(value)
            for name, value in deal.completed.items()
            if not typed.get(name)
        }
        for name in c.ROEM:
            value = getattr(deal.deal, name)
            if value and str(value) != typed.get(name):
                shown[name] = str(value)
        return shown

    def patch(self, fields: Mapping[str, Any]) -> dict[str, str]:
        return c.patch(fields)

    def box_of(self, finding: Finding) -> str:
        return _BOX.get(finding.field, finding.field)
