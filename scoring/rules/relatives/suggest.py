"""Single slips that would explain a deal that cannot be: never applied by themselves."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from scoring.rules import repair_model as model
from scoring.rules.findings import Sentence, Suggestion
from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives import reach
from scoring.rules.relatives.deal import DealVerdict, judge_row
from scoring.rules.relatives.game import Party
from scoring.rules.relatives.row import NUMBERS, Number
from scoring.rules.repair_digits import digit_slips

MOST_SUGGESTIONS = 5

Changes = dict[tuple[Party, Number], int]


class _Slip(NamedTuple):
    changes: Changes
    reason: Sentence
    weight: float


def suggest(deal: DealVerdict) -> list[Suggestion]:
    """The likeliest single slips after whose mending the deal is no longer refused."""
    if deal.booked is not None or not deal.complete or deal.row.unreadable or deal.row.booked:
        return []
    slips = sorted(
        [*_digits(deal), *_exchanged(deal), *_beaten(deal), *_rest(deal)], key=lambda slip: -slip.weight
    )
    found = list(_no_trumps(deal))
    for slip in slips:
        if len(found) < MOST_SUGGESTIONS and _mends(deal, slip.changes):
            fields = {f"{party}_{name}": value for (party, name), value in slip.changes.items()}
            if fields not in [one.fields for one in found]:
                found.append(Suggestion(fields, slip.reason, slip.weight, deal.number))
    return found


def _mends(deal: DealVerdict, changes: Changes) -> bool:
    columns = dict(deal.row.columns)
    for (party, name), value in changes.items():
        change: dict[str, Any] = {name: value}
        columns[party] = replace(columns[party], **change)
    row = replace(deal.row, columns=columns)
    return judge_row(deal.game, row, turn=deal.turn).booked is not None


def _no_trumps(deal: DealVerdict) -> Iterator[Suggestion]:
    """Played without trumps, which nobody filled in: likelier than any slip, because the pack counts less then."""
    bid = next((one.name for one in deal.game.bids if one.topic == "no_trumps"), None)
    if bid is None or deal.row.bid or deal.row.trump:
        return
    if judge_row(deal.game, replace(deal.row, bid=bid), turn=deal.turn).booked is not None:
        yield Suggestion({"bid": bid}, Sentence(_("It was no trumps.")), model.MARK_FORGOTTEN, deal.number)


def _digits(deal: DealVerdict) -> Iterator[_Slip]:
    """One digit of a number that was typed."""
    possible = {
        "points": reach.one_party(deal.game, trumps=not deal.no_trumps),
        "tricks": range(deal.game.hand + 1),
    }
    for party, column in deal.row.columns.items():
        for name in NUMBERS:
            typed = getattr(column, name)
            allowed = possible.get(name) or reach.meld_totals(deal.game, party)
            for meant, slip in digit_slips(typed).items() if typed is not None else ():
                if meant in allowed:
                    reason = Sentence(slip.template, {"old": typed, "new": meant})
                    yield _Slip({(party, name): meant}, reason, slip.weight(model.TYPED))


def _exchanged(deal: DealVerdict) -> Iterator[_Slip]:
    """The same number in another column."""
    first, *others = deal.game.parties
    columns = deal.row.columns
    reasons: tuple[tuple[Number, str, float], ...] = (
        ("points", _("Card points in each other's columns."), model.POINTS_COLUMNS),
        ("melds", _("Melds in the wrong column."), model.ROEM_SIDE),
    )
    for other in others:
        for name, reason, weight in reasons:
            one, two = getattr(columns[first], name), getattr(columns[other], name)
            if one is not None and two is not None and one != two:
                yield _Slip({(first, name): two, (other, name): one}, Sentence(reason), weight)


def _beaten(deal: DealVerdict) -> Iterator[_Slip]:
    """Melds that do not count were written down too."""
    for party, column in deal.row.columns.items():
        if column.melds:
            reason = Sentence(_("The melds of “%(side)s” do not count."), {"side": party})
            yield _Slip({(party, "melds"): 0}, reason, model.ROEM_SIDE)


def _rest(deal: DealVerdict) -> Iterator[_Slip]:
    """Where all cards are played: trust one side, and give the other what is left."""
    if not deal.game.all_played:
        return
    total = deal.game.total(trumps=not deal.no_trumps)
    for party, column in deal.row.columns.items():
        if column.points is not None and 0 <= column.points <= total:
            (other,) = deal.game.others(party)
            params = {"total": total, "points": column.points, "side": party}
            reason = Sentence(_("%(total)d less the %(points)d of “%(side)s”."), params)
            yield _Slip({(other, "points"): total - column.points}, reason, model.ANY)
