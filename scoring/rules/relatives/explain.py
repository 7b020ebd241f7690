"""Single slips that would explain why the paper's totals are not the sum of its deals: never applied by themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from scoring.rules import repair_model as model
from scoring.rules.findings import Sentence, Suggestion
from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.deal import DealVerdict, Status, column_total, judge_row
from scoring.rules.relatives.game import Party
from scoring.rules.relatives.match import MatchVerdict, judge_rows
from scoring.rules.relatives.row import NUMBERS, Column, Number, Row
from scoring.rules.relatives.suggest import MOST_SUGGESTIONS
from scoring.rules.repair_digits import digit_slip, digit_slips

Written = Mapping[Party, int | None]


class _Slip(NamedTuple):
    """What the row of a deal would be without one slip, and what that changes."""

    row: Row
    fields: Mapping[str, object]
    reason: Sentence
    weight: float


def explain(match: MatchVerdict, written: Written) -> list[Suggestion]:
    """The likeliest single slips without which the deals add up to the written totals.

    Of the typist in one row or in one total, or of the writer who left the points of a
    beaten maker standing. Nothing while a deal is refused or the totals agree.
    """
    off = {party: total - match.totals[party] for party, total in written.items() if total is not None}
    if match.refused or not any(off.values()):
        return []
    found = [*_of_rows(match, written, off), *_of_totals(match, off), *_of_writer(match, off)]
    return sorted(found, key=lambda one: -one.weight)[:MOST_SUGGESTIONS]


def _of_rows(match: MatchVerdict, written: Written, off: Mapping[Party, int]) -> Iterator[Suggestion]:
    """Rows of which another reading books just what is missing."""
    for number, deal in enumerate(match.deals, 1):
        carried = match.deals[number - 2].pot if number > 1 else 0
        seen: list[Mapping[str, object]] = []
        for slip in _slips(deal):
            other = judge_row(match.game, slip.row, number=number, turn=deal.turn, carried=carried)
            if (
                slip.fields not in seen
                and _differs_by(deal, other, off)
                and _agrees(match, number, slip.row, written)
            ):
                seen.append(slip.fields)
                yield Suggestion(slip.fields, slip.reason, slip.weight, number)


def _differs_by(deal: DealVerdict, other: DealVerdict, off: Mapping[Party, int]) -> bool:
    """Whether the other reading books what is missing; a tie that is carried is looked at in its match."""
    if deal.booked is None or other.booked is None:
        return False
    if deal.pot != other.pot:
        return True
    return all(other.booked[party] - deal.booked[party] == points for party, points in off.items())


def _agrees(match: MatchVerdict, number: int, row: Row, written: Written) -> bool:
    """Whether the match with this row adds up to the paper, and is not over sooner."""
    rows = [deal.row for deal in match.deals]
    rows[number - 1] = row
    mended = judge_rows(match.game, rows, match.first_dealer)
    over = mended.ended is not None and mended.ended < len(rows)
    return not over and all(
        mended.totals[party] == total for party, total in written.items() if total is not None
    )


# Slips of the typist


def _slips(deal: DealVerdict) -> Iterator[_Slip]:
    if deal.row.booked or deal.row.unreadable or deal.status in (Status.PASSED, Status.THROWN, Status.WON):
        return
    yield from _digits(deal.row)
    yield from _exchanged(deal.row)
    yield from _bela(deal.row)
    if deal.row.declarer:
        for party in deal.game.others(deal.row.declarer):
            reason = Sentence(_("“%(side)s” made trumps."), {"side": party})
            yield _Slip(replace(deal.row, declarer=party), {"declarer": party}, reason, model.DECLARER)


def _digits(row: Row) -> Iterator[_Slip]:
    """One digit of a number that was typed."""
    for party, column in row.columns.items():
        for name in NUMBERS:
            typed = getattr(column, name)
            for meant, slip in digit_slips(typed).items() if typed is not None else ():
                reason = Sentence(slip.template, {"old": typed, "new": meant})
                yield _changed(row, {(party, name): meant}, reason, slip.weight(model.TYPED))


def _exchanged(row: Row) -> Iterator[_Slip]:
    """Numbers in each other's columns."""
    first, *others = row.columns
    for other in others:
        for name, reason, weight in _COLUMNS:
            one, two = (getattr(row.columns[party], name) or 0 for party in (first, other))
            if one != two:
                changes: dict[tuple[Party, Number], int] = {(first, name): two, (other, name): one}
                yield _changed(row, changes, Sentence(reason), weight)


_COLUMNS: tuple[tuple[Number, str, float], ...] = (
    ("points", _("Card points in each other's columns."), model.POINTS_COLUMNS),
    ("melds", _("Melds in the wrong column."), model.ROEM_SIDE),
)


def _bela(row: Row) -> Iterator[_Slip]:
    """Bela forgotten, or of somebody else."""
    holder = next((party for party, column in row.columns.items() if column.bela), "")
    for party in ("", *row.columns):
        if party != holder:
            columns = {one: replace(column, bela=one == party) for one, column in row.columns.items()}
            text = _("Bela of “%(side)s”.") if party else _("No bela of “%(side)s”.")
            reason = Sentence(text, {"side": party or holder})
            weight = model.ROEM_SIDE if party and holder else model.ROEM_FORGOTTEN
            yield _Slip(replace(row, columns=columns), {"bela": party}, reason, weight)


def _changed(row: Row, changes: Mapping[tuple[Party, Number], int], reason: Sentence, weight: float) -> _Slip:
    columns: dict[Party, Column] = dict(row.columns)
    for (party, name), value in changes.items():
        change: dict[str, Any] = {name: value}
        columns[party] = replace(columns[party], **change)
    fields = {f"{party}_{name}": value for (party, name), value in changes.items()}
    return _Slip(replace(row, columns=columns), fields, reason, weight)


def _of_totals(match: MatchVerdict, off: Mapping[Party, int]) -> Iterator[Suggestion]:
    """Written totals in each other's place, or one that was typed with a digit wrong."""
    wrong = [party for party, points in off.items() if points]
    written = {party: match.totals[party] + points for party, points in off.items()}
    for one, other in combinations(wrong, 2):
        right = {one: match.totals[one], other: match.totals[other]}
        if wrong == [one, other] and [written[one], written[other]] == [right[other], right[one]]:
            fields = {f"written_{party}": total for party, total in right.items()}
            yield Suggestion(
                fields, Sentence(_("The two totals on the paper are exchanged.")), model.TOTALS_EXCHANGED
            )
    if len(wrong) == 1:
        (party,) = wrong
        due = match.totals[party]
        if slip := digit_slip(due + off[party], due):
            reason = Sentence(slip.template, {"old": due + off[party], "new": due})
            yield Suggestion({f"written_{party}": due}, reason, slip.weight(model.TYPED))


# Slips of the writer


def _of_writer(match: MatchVerdict, off: Mapping[Party, int]) -> Iterator[Suggestion]:
    """A beaten maker whose points were left standing, or carried points that were left out, in adding up."""
    for number, deal in enumerate(match.deals, 1):
        yield from _pot_left_out(match, number, deal, off)
        if deal.status is not Status.BETE or deal.booked is None:
            continue
        own = {party: column_total(match.game, column) for party, column in deal.columns.items()}
        if all(own[party] - deal.booked[party] == points for party, points in off.items()):
            fields = {f"written_{party}": match.totals[party] for party in off}
            reason = Sentence(
                _("In deal %(deal)d “%(side)s” was bete; on the paper the points were left standing."),
                {"deal": number, "side": str(deal.declarer)},
            )
            yield Suggestion(fields, reason, model.NAT_NOT_APPLIED)


def _pot_left_out(
    match: MatchVerdict, number: int, deal: DealVerdict, off: Mapping[Party, int]
) -> Iterator[Suggestion]:
    for pot in (one for one in deal.findings if one.code == "pot"):
        points, winner = pot.params["pot"], pot.params["side"]
        if all(-missing == (points if party == winner else 0) for party, missing in off.items()):
            fields = {f"written_{party}": match.totals[party] for party, missing in off.items() if missing}
            reason = Sentence(
                _("In deal %(deal)d the %(pot)d points carried from an equal deal were left out."),
                {"deal": number, "pot": points},
            )
            yield Suggestion(fields, reason, model.NAT_NOT_APPLIED)
