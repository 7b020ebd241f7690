"""The form of a sheet of klaverjassen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import messages
from scoring.entry.form import Head, SheetForm
from scoring.entry.klaverjas import cells as c
from scoring.entry.klaverjas.judging import KlaverjasJudged
from scoring.rules import DeclaredDeal

if TYPE_CHECKING:
    from scoring.rules import Finding


class KlaverjasForm(SheetForm):
    """Points and roem of both sides, who played, nat, pit and revoke."""

    folder = "klaverjas"
    foot_span = 4
    numbers = c.NUMBERS
    marks = c.MARKS

    def meaning(self, cells: Mapping[str, str]) -> object:
        return c.to_deal(cells)

    def cells_of(self, deal: Mapping[str, Any]) -> dict[str, str]:
        cells = c.from_deal(DeclaredDeal.from_json(deal))
        return cells | dict.fromkeys(deal.get("completed", ()), "")

    def judge(self, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()) -> KlaverjasJudged:
        return KlaverjasJudged(self, rows, extra)

    def likeness(self, deal: Mapping[str, Any], turn: int = 0) -> tuple[object, ...]:
        """The four figures and the marks; who declared is not on every paper."""
        we, they = (deal["they"], deal["we"]) if turn else (deal["we"], deal["they"])
        marks = {_turned(mark) for mark in deal["marks"]} if turn else set(deal["marks"])
        return we["points"], we["roem"], they["points"], they["roem"], frozenset(marks)

    @property
    def heads(self) -> list[Head]:
        we, they, points, roem = _("we"), _("they"), _("points"), _("roem")
        return [
            Head("we_points", "we", we, after=points),
            Head("we_roem", "we", roem, before=we),
            Head("they_points", "they", they, after=points),
            Head("they_roem", "they", roem, before=they),
        ]

    @property
    def rules_name(self) -> str:
        return messages.ruleset_name(self.rules)

    @cached_property
    def choice_words(self) -> dict[str, list[tuple[str, str]]]:
        we, they = _("we"), _("they")
        nat, pit, revoke = pgettext("mark", "N"), pgettext("mark", "P"), pgettext("mark", "revoke")
        return {
            "declarer": [("", ""), ("we", we), ("they", they)],
            "nat": [("", ""), ("nat", nat), ("we", f"{nat} {we}"), ("they", f"{nat} {they}")],
            "pit": [("", ""), ("we", f"{pit} {we}"), ("they", f"{pit} {they}")],
            "verzaakt": [("", ""), ("we", f"{revoke} {we}"), ("they", f"{revoke} {they}")],
        }


def _turned(mark: str) -> str:
    """The mark in the other column."""
    kind, _dash, side = mark.rpartition("-")
    return f"{kind}-{'they' if side == 'we' else 'we'}" if side in ("we", "they") else mark
