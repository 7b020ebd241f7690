"""What the engine makes of a sheet of a relative in hand: a match, its deals in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from scoring import messages
from scoring.entry.cells import is_empty
from scoring.entry.judged import CHOICE_KEYS, Judged, is_missing
from scoring.entry.relative import cells as c
from scoring.entry.shown import Choice
from scoring.rules.family import seat_of_position
from scoring.rules.match import DRAW, leader
from scoring.rules.relatives import Game, MatchVerdict, Status, judge_rows
from scoring.rules.relatives.catalogue import make_finding
from scoring.rules.relatives.explain import explain
from scoring.rules.relatives.match import check_written
from scoring.rules.relatives.sums import sum_up
from scoring.rules.sheet import Missing

if TYPE_CHECKING:
    from scoring.entry.relative.form import RelativeForm
    from scoring.rules import Finding, Suggestion
    from scoring.rules.relatives import DealVerdict

OUTCOMES = {"bete", "tie", "tie_carried", "pot"}
"""Notes that say how a deal ended: shown in short beside the row."""


class RelativeJudged(Judged):
    """`match` holds the rows up to the end of the match, or while it goes on all rows of the paper; `typed` those
    up to the last that something is typed in.
    """

    def __init__(
        self, form: RelativeForm, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()
    ) -> None:
        super().__init__(form, rows, extra)
        self.game = _on_paper(form.game, form.sheet.deals)
        self.first_dealer = seat_of_position(form.game, form.sheet.first_dealer)
        typed = [n for n in range(1, form.sheet.deals + 1) if not is_empty(self.cells(n))]
        self.typed = self._judge(max(typed, default=0))
        self.match = self.typed if self.typed.ended else self._judge(form.sheet.deals)
        self.deals = self.match.deals
        self.ended, self.winner = self.match.ended, self.match.winner
        if not self.ended and self.game.end_kind == "hands" and not self.match.refused:
            self._end_with_the_paper()

    def _judge(self, count: int) -> MatchVerdict:
        rows = [c.to_row(self.game, self.cells(n)) for n in range(1, count + 1)]
        return judge_rows(self.game, rows, self.first_dealer)

    def _end_with_the_paper(self) -> None:
        """A match of so many deals is over when its paper is full, also where some of them were void."""
        self.ended = len(self.deals)
        place = leader(list(self.totals.values()))
        self.winner = DRAW if place is None else self.game.parties[place]

    # What the engine says --------------------------------------------------------------------------------

    @property
    def totals(self) -> dict[str, int]:
        return self.match.totals

    def running(self, position: int) -> tuple[int, ...]:
        return tuple(self.match.running[position - 1].values())

    @property
    def pot(self) -> int:
        """Points of ties that wait for the winner of the next deal."""
        return self.match.pot

    def findings_of(self, position: int) -> Sequence[Finding]:
        """That the match was over is said of every deal after its end."""
        over = (
            [one for one in self.match.findings if one.code == "match_over"]
            if self._is_after(position)
            else []
        )
        return [*over, *self.deals[position - 1].findings]

    def _is_after(self, position: int) -> bool:
        return self.ended is not None and position > self.ended

    @property
    def carries(self) -> bool:
        return self.game.kb_tie == "carry"

    def choices_of(self, position: int) -> list[Choice]:
        """A deal after the end is taken away with one key."""
        if not self._is_after(position):
            return super().choices_of(position)
        nothing = dict.fromkeys((*self.form.boxes, *self.form.marks), "")
        return [Choice(CHOICE_KEYS[0], _("take this deal away"), position, nothing)]

    @property
    def said_of_sheet(self) -> Iterable[Finding]:
        if not self.complete:
            return []
        return [*self._not_over(), *check_written(self.match, self.written)]

    def _not_over(self) -> Iterable[Finding]:
        """A full paper on which nobody reached the end."""
        if not self.ended and not self.match.refused:
            yield make_finding(self.game, "not_over", None, number=self.game.end_number)

    @property
    def missing(self) -> list[str]:
        findings = [one for deal in self.deals for one in deal.findings if is_missing(one)]
        cells = [Missing(one.deal, one.field) for one in findings]
        return messages.missing_lines(cells, self.untouched)

    def open_boxes(self, said: Sequence[Finding]) -> str:
        return ", ".join(messages.field_name(one.field) for one in said if is_missing(one)) + "?"

    @cached_property
    def offered(self) -> Iterable[Suggestion]:
        """Also where the match goes on only because of the slip."""
        return explain(self.typed, self.written)

    @property
    def end_line(self) -> str:
        if not self.ended:
            return ""
        if self.deals[self.ended - 1].status is Status.WON:
            values = {"deal": self.ended, "side": _(str(self.winner))}
            return _("Run of five in deal %(deal)d: “%(side)s” has won.") % values
        return messages.end_line(self.ended, self.winner, self.game)

    # To be kept ------------------------------------------------------------------------------------------

    def accepted_deals(self) -> list[dict[str, Any]]:
        """The rows as they were typed, as `relatives.read_row` reads them."""
        return [c.to_deal(self.game, self.cells(n)) for n in range(1, len(self.deals) + 1)]

    def result(self) -> dict[str, Any]:
        booked = {
            party: {
                "points": sums.points,
                "roem": sums.melds,
                "pits": sums.all_tricks,
                "nats": sums.bete,
                "bonus": sums.bonus,
                "total": sums.total,
            }
            for party, sums in sum_up(self.match).items()
        }
        deals = [[(deal.booked or {}).get(party) for party in self.game.parties] for deal in self.deals]
        return booked | {"deals": deals, "winner": self.winner, "ended": self.ended}

    # Ready to be shown -----------------------------------------------------------------------------------

    def is_told(self, finding: Finding) -> bool:
        return super().is_told(finding) and finding.code not in OUTCOMES

    def texts(self, position: int) -> list[str]:
        typed, deal, row = self.cells(position), self.deal(position), self.row(position)
        numbers = [row.worked_out.get(name) or typed.get(name, "") for name in self.form.numbers]
        words = [row.booked, self.form.details(typed)]
        if typed.get("declarer"):
            words.insert(0, row.declarer_word)
        return [*numbers, ", ".join(filter(None, words)) if deal else ""]

    def dealer(self, position: int) -> str:
        return self.cells(position).get("dealer") or self.game.left_of(self.first_dealer, position - 1)

    def turn(self, position: int) -> str:
        return ""

    def declarer(self, deal: DealVerdict) -> str:
        """Where the bid and the dealer tell."""
        return deal.completed.get("declarer", "")

    def booked_words(self, deal: DealVerdict) -> str:
        """How the deal was played and ended, where it did not simply end: "bete: 0–142"."""
        if deal.status is Status.CARRIED:
            return _("equal: %(pot)d to the winner of the next deal") % {"pot": deal.pot}
        words = [_("no trumps")] if deal.no_trumps else []
        if str(deal.status) in messages.OUTCOMES:
            words.append(str(messages.OUTCOMES[str(deal.status)]))
        if carried := next((one.params["pot"] for one in deal.findings if one.code == "pot"), 0):
            words.append(_("with the %(pot)d carried") % {"pot": carried})
        text = ", ".join(words)
        if not text or deal.status in (Status.PASSED, Status.THROWN, Status.WON):
            return text
        return f"{text}: {'–'.join(map(str, deal.booked.values()))}"

    def worked_out(self, deal: DealVerdict, typed: Mapping[str, str]) -> dict[str, str]:
        """Boxes that were filled in by the engine, and what single digits of melds stand for."""
        shown = {}
        for party, column in deal.columns.items():
            for kind in ("points", "melds", "tricks"):
                name, value = f"{party}_{kind}", getattr(column, kind)
                followed = not typed.get(name) or (kind == "melds" and value and str(value) != typed[name])
                if value is not None and followed:
                    shown[name] = c.text(kind, value)
        return shown

    def choice_label(self, suggestion: Suggestion) -> str:
        """With the box and what comes into it, where that is one number."""
        label = super().choice_label(suggestion)
        numbers = {name: value for name, value in suggestion.fields.items() if isinstance(value, int)}
        if len(numbers) != 1:
            return label
        ((field, value),) = numbers.items()
        return f"{messages.field_name(field)} → {value}. {label}"

    def patch(self, fields: Mapping[str, Any]) -> dict[str, str]:
        return c.patch(fields)

    def field_of(self, finding: Finding) -> str | None:
        return c.box_of(finding.field)


def _on_paper(game: Game, deals: int) -> Game:
    """A match of so many deals has as many as its paper has rows, where that is fewer."""
    if game.end_kind == "hands" and game.end_number > deals:
        return game.with_options({"end": f"hands:{deals}"})
    return game
