"""The list of a table of three in a game for four: nobody has a partner there, so there is no sheet with two sides.

What each of the three made is written down in one line, and booked as it is written, for whose line it is: also when
somebody sits in for him. A list that is changed leaves what it was in the log, with the reason.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.rules.rulesets import MOST_DEALS, MOST_POINTS
from tournaments.models import Posting, Round
from tournaments.services import audit, posting
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season, refuse_unreviewed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Seat, Table, User

RECORDED = gettext_noop("Played at a table of three, recorded on a list.")
CORRECTED = gettext_noop("Played at a table of three, recorded on a list. Corrected: %(why)s")
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Line:
    """What one person made in the round: card points and roem, 0 to 10,000, and how often a pit and nat, 0 to 64."""

    points: int
    roem: int = 0
    pits: int = 0
    nats: int = 0


def is_list(table: Table) -> bool:
    """Does this table keep a list instead of a sheet? Callers prefetch `seats`."""
    competition = table.round.evening.competition
    return competition.table_size == 4 and {seat.position for seat in table.seats.all()} == {"N", "E", "S"}


def recorded(table: Table) -> dict[int, Posting]:
    """The lines of a list as they are booked, by entry; empty before it is recorded."""
    entries = [seat.entry_id for seat in table.seats.all()]
    rows = Posting.objects.filter(round=table.round_id, entry__in=entries, kind__in=Posting.FROM_SHEET)
    return {row.entry_id: row for row in rows.select_related("author")}


def look_of(rows: Mapping[int, Posting]) -> str:
    """What somebody who looks at the list sees: another text as soon as it is recorded or changed."""
    return "-".join(str(pk) for pk in sorted(row.pk for row in rows.values()))


@transaction.atomic
def record(
    table: Table,
    lines: Mapping[int, Line],
    *,
    actor: User,
    reason: str = "",
    seen: str | None = None,
    reviewed: bool = False,
    key: str = "",
) -> None:
    """Books a list, `lines` by entry. `seen` is the list that the asker saw (`look_of`).

    Raises `Refused` when the draw is not published, the lines are not those of the table or out of range, somebody
    else recorded it meanwhile, for a change without a reason, and for one whose effects must be looked at first
    (`guards.refuse_unreviewed`); `AlreadyDone` for a repeated `key`.
    """
    refuse_closed_season(table.round.evening.competition)
    round_ = Round.objects.select_for_update().select_related("evening__competition").get(pk=table.round_id)
    audit.refuse_repeat(key)
    if round_.state == Round.State.DRAFT:
        raise Refused(_("The draw of this round is not published."))
    before = recorded(table)
    since = min((row.created for row in before.values()), default=None)
    refuse_unreviewed(round_, reason=reason, reviewed=reviewed, since=since)
    if seen not in (None, look_of(before)):
        raise Refused(
            _("Somebody else has recorded this list meanwhile. Look at it, then change it if need be.")
        )
    if before and not reason.strip():
        raise Refused(_("Say why the list is changed."))
    seats = list(table.seats.select_related("entry").prefetch_related("entry__members__person"))
    if set(lines) != {seat.entry_id for seat in seats}:
        raise Refused(_("Fill in a line for each of the three."))
    for line in lines.values():
        _refuse_out_of_range(line)
    competition = round_.evening.competition
    bonus = competition.get_rules().pit
    Posting.objects.filter(pk__in=[row.pk for row in before.values()]).delete()
    Posting.objects.filter(round=round_, entry__in=lines, kind__in=Posting.FROM_ATTENDANCE).delete()
    why = reason.strip()[:LONGEST_REASON]
    Posting.objects.bulk_create(_posting(seat, lines[seat.entry_id], bonus, why, actor) for seat in seats)
    posting.freeze(competition)
    posting.post_absences(round_.evening)
    audit.record(
        actor,
        competition.club,
        "correct list" if before else "record list",
        table,
        key=key,
        lines={entry: asdict(line) for entry, line in lines.items()},
        before={entry: row.total for entry, row in before.items()},
        reason=why,
    )


def _refuse_out_of_range(line: Line) -> None:
    if not (0 <= line.points <= MOST_POINTS and 0 <= line.roem <= MOST_POINTS):
        raise Refused(_("Points and roem are 0 to %(most)s.") % {"most": MOST_POINTS})
    if not (0 <= line.pits <= MOST_DEALS and 0 <= line.nats <= MOST_DEALS):
        raise Refused(_("Pits and nats are 0 to %(most)s.") % {"most": MOST_DEALS})


def _posting(seat: Seat, line: Line, bonus: int, why: str, actor: User) -> Posting:
    own = any(seat.person_id == person.pk for person in seat.entry.people)
    return Posting(
        round_id=seat.round_id,
        entry=seat.entry,
        person_id=seat.person_id,
        kind=Posting.Kind.PLAYED if own else Posting.Kind.SUBSTITUTE,
        points=line.points,
        roem=line.roem,
        bonus=line.pits * bonus,
        total=line.points + line.roem + line.pits * bonus,
        pits=line.pits,
        nats=line.nats,
        reason={"msgid": CORRECTED, "params": {"why": why}} if why else {"msgid": RECORDED, "params": {}},
        author=actor,
    )


def rebook_substitute(seat: Seat) -> None:
    """Notes on the line of a recorded list who really sat there."""
    row = recorded(seat.table).get(seat.entry_id)
    if row is None:
        return
    own = any(seat.person_id == person.pk for person in seat.entry.people)
    row.person_id = seat.person_id
    row.kind = Posting.Kind.PLAYED if own else Posting.Kind.SUBSTITUTE
    row.save(update_fields=["person", "kind"])
