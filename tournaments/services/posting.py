"""From accepted sheets and the attendance rule to the ledger.

Nothing is counted up: the rows of a table, and all rows of absence of an evening, are thrown away and made
again from their sources, so the ledger can never drift from the sheets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.rules.family import side_of_position, sides
from tournaments import attendance
from tournaments.models import Competition, Evening, Posting, Presence, Round, SitOut
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.models import SheetVersion
    from tournaments.models import Entry, Seat, Table, User


@transaction.atomic
def post_table(table: Table, version: SheetVersion, author: User) -> None:
    """Books a sheet for everyone who sat there (a fixed pair once), and what follows from it.

    The first accepted sheet freezes the rules of the competition.
    """
    refuse_closed_season(table.round.evening.competition)
    seats = list(table.seats.select_related("entry").prefetch_related("entry__members__person"))
    Posting.objects.filter(round=table.round, entry__in=[seat.entry for seat in seats]).exclude(
        kind__in=Posting.BESIDE
    ).delete()
    rules = version.sheet.get_rules()
    rows = {
        seat.entry_id: _played(seat, side_of_position(rules, seat.position), version, author)
        for seat in seats
    }
    Posting.objects.bulk_create(rows.values())
    freeze(table.round.evening.competition)
    post_absences(table.round.evening)


def freeze(competition: Competition) -> None:
    """Fixes the rules of play; once is enough."""
    Competition.objects.filter(pk=competition.pk, frozen_at=None).update(frozen_at=timezone.now())


def _played(seat: Seat, side: str, version: SheetVersion, author: User) -> Posting:
    booked = version.result[side]
    others = [version.result[other]["total"] for other in sides(version.sheet.get_rules()) if other != side]
    own = any(seat.person_id == person.pk for person in seat.entry.people)
    return Posting(
        round_id=seat.round_id,
        entry=seat.entry,
        person_id=seat.person_id,
        kind=Posting.Kind.PLAYED if own else Posting.Kind.SUBSTITUTE,
        points=booked["points"],
        roem=booked["roem"],
        bonus=booked["bonus"],
        total=booked["total"],
        pits=booked["pits"],
        nats=booked["nats"],
        against=max(others),
        author=author,
        sheet_version=version,
    )


@transaction.atomic
def post_absences(evening: Evening) -> None:
    """Makes the rows of everybody who did not play, for the closed rounds of this evening and of later ones.

    Later evenings too, because an own average may rest on the scores of this one.
    """
    competition = evening.competition
    rule = competition.get_attendance()
    usual = _usual_round(competition)
    for later in competition.evenings.filter(number__gte=evening.number).order_by("number"):
        Posting.objects.filter(round__evening=later, kind__in=Posting.FROM_ATTENDANCE).delete()
        played = _played_scores(later)
        own = _own_scores(later)
        for round_ in later.rounds.filter(state=Round.State.CLOSED):
            Posting.objects.bulk_create(
                _absence(round_, entry, kind, rule, usual, played, own.get(entry.pk, []))
                for entry, kind in absent_in(round_)
            )


def absent_in(round_: Round) -> Iterator[tuple[Entry, str]]:
    """Every entry known this evening that has no score in the round, with the kind of posting it gets."""
    scored = set(
        Posting.objects.filter(round=round_)
        .exclude(kind__in=Posting.BESIDE)
        .values_list("entry_id", flat=True)
    )
    sat_out = {sit_out.entry_id: sit_out.reason for sit_out in SitOut.objects.filter(round=round_)}
    presences = Presence.objects.filter(evening=round_.evening).select_related("entry").order_by("entry_id")
    for presence in presences:
        if presence.entry_id not in scored:
            yield presence.entry, _kind(presence, round_.number, sat_out.get(presence.entry_id))


def _kind(presence: Presence, number: int, sat_out: str | None) -> str:
    if presence.state == Presence.State.EXCUSED:
        return Posting.Kind.EXCUSED
    if presence.state == Presence.State.ABSENT:
        return Posting.Kind.ABSENT
    if presence.until_round is not None and number > presence.until_round:
        return Posting.Kind.LEFT
    if sat_out == SitOut.Reason.LOT:
        return Posting.Kind.SIT_OUT
    # In the hall, but neither seated nor drawn out: came after the draw.
    return Posting.Kind.LATE


def _played_scores(evening: Evening) -> dict[int, dict[int, int]]:
    """The scores really played this evening: by round in the order of play, then by entry."""
    scores: dict[int, dict[int, int]] = {}
    rows = Posting.objects.filter(round__evening=evening, kind__in=Posting.FROM_SHEET)
    for round_pk, entry_pk, total in rows.order_by("round__number", "entry").values_list(
        "round_id", "entry_id", "total"
    ):
        scores.setdefault(round_pk, {})[entry_pk] = total
    return scores


def _totals(played: dict[int, dict[int, int]]) -> list[int]:
    """The totals of who played every round."""
    rounds = list(played.values())
    everywhere = set.intersection(*(set(scores) for scores in rounds)) if rounds else set()
    return [sum(scores[entry] for scores in rounds) for entry in sorted(everywhere)]


def _own_scores(evening: Evening) -> dict[int, list[int]]:
    """The scores each entry played itself in the season, up to and with this evening."""
    scores: dict[int, list[int]] = {}
    rows = (
        Posting.objects.filter(
            round__evening__competition=evening.competition,
            round__evening__number__lte=evening.number,
            kind=Posting.Kind.PLAYED,
        )
        .annotate(evening_number=F("round__evening__number"))
        .order_by("evening_number", "round__number")
    )
    for entry_pk, total in rows.values_list("entry_id", "total"):
        scores.setdefault(entry_pk, []).append(total)
    return scores


def _usual_round(competition: Competition) -> dict[str, int | None]:
    """What the usual worth of a round depends on."""
    rules = competition.get_rules()
    return {
        "deals": competition.deals_per_round,
        "sides": len(sides(rules)),
        "match_points": rules.end_number if rules.end_kind == "points" else None,
    }


def _absence(
    round_: Round,
    entry: Entry,
    kind: str,
    rule: attendance.AttendanceRule,
    usual: dict[str, int | None],
    played: dict[int, dict[int, int]],
    own: list[int],
) -> Posting:
    given = attendance.award(
        rule.for_kind(kind),
        **usual,
        round_scores=list(played.get(round_.pk, {}).values()),
        evening_scores=[score for scores in played.values() for score in scores.values()],
        own_scores=own,
        evening_totals=_totals(played),
        number=list(played).index(round_.pk) + 1 if round_.pk in played else 1,
        rounds=len(played),
    )
    return Posting(
        round=round_,
        entry=entry,
        kind=kind,
        points=given.points,
        total=given.points,
        pits=given.pits,
        reason=given.reason.to_json(),
    )
