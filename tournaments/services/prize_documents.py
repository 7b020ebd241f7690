"""Prizes on paper: the list of an evening or a season, and receipts to be signed by the winners."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import prize_words
from tournaments.reports.documents import CardsReport, Column, Heading, Kind, PaperCard, TableReport
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from tournaments.services.prizes import PrizeLine, PrizeList


def prize_list(heading: Heading, listed: PrizeList) -> TableReport:
    """Who wins what, with the money in a column of its own and its sum below. Raises `Refused` without a winner."""
    _refuse_none(listed)
    report = TableReport(
        heading=heading,
        name=_("prizes"),
        columns=(
            Column("label", _("For")),
            Column("name", _("Name"), strong=True),
            Column("made", _("With")),
            Column("won", _("Prize")),
            Column("money", _("Euros"), Kind.DECIMAL, decimals=2),
        ),
        rows=[
            (line.label, line.who.name, line.made, line.goods, _euros(line.award.cents))
            for line in listed.lines
        ],
        totals=(_("Together"), "", "", "", _euros(sum(line.award.cents for line in listed.lines))),
        footnotes=(
            *(
                _("Not given out: %(label)s (%(prize)s).") % {"label": label, "prize": prize}
                for label, prize in listed.left
            ),
            *listed.sentences,
        ),
    ).without_empty("won", "money")
    return report if any(column.key == "money" for column in report.columns) else replace(report, totals=None)


def receipts(heading: Heading, listed: PrizeList) -> CardsReport:
    """A receipt for everybody who wins, all prizes of one winner together. Raises `Refused` without a winner.

    What several win together and is no money is handed over once: they have one receipt for it, which all of them sign,
    and on which also stands what each of them gets of the money. Every amount stands on one receipt.
    """
    _refuse_none(listed)
    together: dict[tuple[str, int], list[PrizeLine]] = {}
    by_winner: dict[int, list[PrizeLine]] = {}
    for line in listed.lines:
        award = line.award
        if award.sharing > 1 and award.goods:
            together.setdefault((award.by, award.place), []).append(line)
        else:
            by_winner.setdefault(award.entry, []).append(line)
    return CardsReport(
        heading=heading,
        name=_("receipts"),
        titles=(_("For"), _("Prize")),
        shares=(1.0, 1.2),
        cards=(
            *(_receipt(heading, lines) for lines in by_winner.values()),
            *(_joint_receipt(heading, lines) for lines in together.values()),
        ),
    )


def _receipt(heading: Heading, lines: list[PrizeLine]) -> PaperCard:
    amounts = [line.award.cents for line in lines if line.award.cents]
    rows = [(line.label, line.won) for line in lines]
    if len(amounts) > 1:
        rows.append((pgettext("sum", "Together"), prize_words.amount(sum(amounts))))
    return PaperCard(
        title=_("Receipt"),
        subtitle=f"{lines[0].who.name} · {heading.event}",
        rows=tuple(rows),
        note=_("Received:") + " " + "." * 70,
    )


def _joint_receipt(heading: Heading, lines: list[PrizeLine]) -> PaperCard:
    """What is won together, then for each of them the name, the own money, and a line to sign on."""
    first = lines[0]
    goods = _("%(prize)s together") % {"prize": prize_words.goods(first.award.goods)}
    signing = "\n" + _("Received:") + " " + "." * 34
    names = [(f"{line.who.name}\n{prize_words.amount(line.award.cents)}".rstrip(), signing) for line in lines]
    return PaperCard(
        title=_("Receipt for %(count)s together") % {"count": len(lines)},
        subtitle=heading.event,
        rows=((first.label, goods), *names),
    )


def _euros(cents: int) -> Fraction | None:
    return Fraction(cents, 100) if cents else None


def _refuse_none(listed: PrizeList) -> None:
    if not listed.sentences:
        raise Refused(_("There are no prizes yet: fill in first what can be won."))
    if not listed.lines:
        raise Refused(_("Nobody wins a prize yet: type the sheets first."))
