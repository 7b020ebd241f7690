"""What the attendance rule gives for an evening: to who did not play, who was replaced, and who filled in."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

from scoring.rules.family import side_of_position
from tournaments.attendance import award, best_swaps, worth
from tournaments.excused import DECIDED
from tournaments.models import Fixture, Posting, Presence, SitOut
from tournaments.sentences import Sentence, reason
from tournaments.services.evening_ledger import COPY, EveningLedger, Past
from tournaments.services.ledger_rows import BY_RULE
from tournaments.services.seat_scores import BOOKED, booked, replaced_seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tournaments.models import Evening, Round
    from tournaments.services.seat_scores import Replaced

REPLACED = gettext_noop("replaced by a substitute")
FILLED_IN = gettext_noop(
    "%(extra)s made at table %(table)s in round %(round)s in the place of somebody else, instead of the %(own)s here"
)


def rows_by_rule(evening: Evening) -> list[Posting]:
    """Every row that the rule gives for the closed rounds of an evening; teams have none."""
    if evening.competition.is_teams:
        return []
    rule = evening.get_attendance()
    ledger = EveningLedger(evening, rule, Past.before(evening, rule))
    if not ledger.rounds:
        return []
    replaced = list(replaced_seats(evening).values())
    return [*_not_played(ledger, replaced), *_filled_in(ledger, replaced)]


# Who did not play ---------------------------------------------------------------------------------------------


def _not_played(ledger: EveningLedger, replaced: Iterable[Replaced]) -> Iterator[Posting]:
    seats = {(each.seat.round_id, each.seat.entry_id): each for each in replaced}
    times: Counter[tuple[int, str]] = Counter()
    for round_, entry, kind in _away(ledger.evening, ledger.rounds, seats):
        if substitute := seats.get((round_.pk, entry)):
            gets = substitute.rule(ledger.rule, ledger.evening.competition).absent_gets
            made = _made(substitute)
            if gets and made:
                points, why = worth(gets, ledger.known(round_, entry, score=made["total"]))
                why = (Sentence(REPLACED), *why)
                yield _row(round_, entry, Posting.Kind.SUBSTITUTE, points, 0, why)
                continue
        times[entry, kind] = times[entry, kind] + 1 if kind == Posting.Kind.SIT_OUT else 1
        time = ledger.past.times[entry, kind] + times[entry, kind]
        given = award(ledger.rule.for_kind(kind), ledger.known(round_, entry, time))
        yield _row(round_, entry, kind, given.points, given.pits, given.reasons)


def _row(
    round_: Round, entry: int, kind: str, points: int, pits: int, reasons: tuple[Sentence, ...]
) -> Posting:
    return Posting(
        round=round_,
        entry_id=entry,
        kind=kind,
        points=points,
        total=points,
        pits=pits,
        reason=reason(reasons),
    )


def _away(
    evening: Evening, rounds: list[Round], replaced: Collection[tuple[int, int]]
) -> Iterator[tuple[Round, int, str]]:
    """Every entry known this evening without a score in a round, with the kind of posting it gets; by round.

    Who would have played a match that was decided without play gets nothing.
    """
    rows = Posting.objects.filter(round__in=rounds).exclude(kind__in=Posting.BESIDE).exclude(BY_RULE)
    scored = set(rows.values_list("round", "entry"))
    rests = SitOut.objects.filter(round__in=rounds).values_list("round", "entry", "reason")
    sat_out = {(round_pk, entry): why for round_pk, entry, why in rests}
    presences = list(Presence.objects.filter(evening=evening).order_by("entry"))
    known = {presence.entry_id for presence in presences}
    scored |= _decided(rounds)
    for round_ in rounds:
        for presence in presences:
            place = (round_.pk, presence.entry_id)
            if place in scored:
                continue
            if place in replaced and presence.in_round(round_.number):
                yield round_, presence.entry_id, Posting.Kind.EXCUSED
            else:
                yield round_, presence.entry_id, kind_of_absence(presence, round_.number, sat_out.get(place))
        for round_pk, entry in sorted(replaced):
            if round_pk == round_.pk and entry not in known and (round_pk, entry) not in scored:
                yield round_, entry, Posting.Kind.EXCUSED


def _decided(rounds: list[Round]) -> set[tuple[int, int]]:
    """Round and entry of who had a table for a match that was decided without play: the division tells what that gives."""
    if not any(round_.method == "fixtures" for round_ in rounds):
        return set()
    matches = Fixture.objects.filter(table__round__in=rounds, state__in=DECIDED)
    sides = matches.values_list("table__round", "home", "away")
    return {(round_, entry) for round_, *both in sides for entry in both}


def kind_of_absence(presence: Presence, number: int, sat_out: str | None) -> str:
    """Why somebody did not play that round; `sat_out` is the reason of his sitting out, if he did."""
    if presence.state == Presence.State.EXCUSED:
        return Posting.Kind.EXCUSED
    if presence.state == Presence.State.ABSENT:
        return Posting.Kind.ABSENT
    if presence.gone_in(number):
        return Posting.Kind.LEFT
    if sat_out == SitOut.Reason.LOT:
        return Posting.Kind.SIT_OUT
    # In the hall, but neither seated nor drawn out: came after the draw.
    return Posting.Kind.LATE


# Who filled in ------------------------------------------------------------------------------------------------


def _filled_in(ledger: EveningLedger, replaced: Iterable[Replaced]) -> Iterator[Posting]:
    """The gain of who put a score made for somebody else in the place of a lower round of his own."""
    closed = {round_.pk for round_ in ledger.rounds}
    extra: dict[int, list[Replaced]] = defaultdict(list)
    for each in replaced:
        may = each.rule(ledger.rule, ledger.evening.competition).may_replace
        if may and each.seat.round_id in closed and each.seat.table.sheet_id:
            extra[each.own].append(each)
    own: dict[int, list[Posting]] = defaultdict(list)
    rows = Posting.objects.filter(round__in=closed, entry__in=extra, kind=Posting.Kind.PLAYED).exclude(COPY)
    for row in rows.order_by("round__number"):
        own[row.entry_id].append(row)
    for entry, seats in extra.items():
        made = [_made(each) for each in seats]
        for swap in best_swaps([row.total for row in own[entry]], [score["total"] for score in made]):
            yield _gain(own[entry][swap.own], seats[swap.extra], made[swap.extra])


def _gain(own: Posting, extra: Replaced, made: dict[str, int]) -> Posting:
    params = {
        "extra": made["total"],
        "table": extra.seat.table.number,
        "round": extra.seat.round.number,
        "own": own.total,
    }
    return Posting(
        round_id=own.round_id,
        entry_id=own.entry_id,
        kind=Posting.Kind.FILLED_IN,
        reason={"msgid": FILLED_IN, "params": params},
        **{name: made[name] - getattr(own, name) for name in BOOKED},
    )


def _made(substitute: Replaced) -> dict[str, int] | None:
    """What the side of this seat made; None where there is no sheet of it."""
    sheet = substitute.seat.table.sheet
    version = sheet.newest() if sheet else None
    if version is None:
        return None
    return booked(version, side_of_position(sheet.get_rules(), substitute.seat.position))
