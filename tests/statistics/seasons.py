"""Whole seasons with sheets, written straight into the tables: made-up scores, but all sums right."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

from django.utils import timezone

from scoring.models import Sheet, SheetVersion
from tests import factories
from tournaments.models import Posting, Presence, Round, Seat, Table

if TYPE_CHECKING:
    from tournaments.models import Competition, User

POSITIONS = "NESW"
_codes = itertools.count(1)


def play_season(
    competition: Competition,
    author: User,
    evenings: int,
    *,
    seed: int = 1,
    tells: bool = True,
    closed: bool = True,
) -> None:
    """Plays so many evenings with everybody who fits at tables of four, by lot; `tells`: the paper says who played."""
    lot = random.Random(seed)
    entries = [(entry.pk, entry.members.get().person_id) for entry in competition.entries.order_by("pk")]
    for _ in range(evenings):
        evening = factories.make_evening(competition, present=0)
        Presence.objects.bulk_create(
            Presence(evening=evening, entry_id=entry, state=Presence.State.PRESENT) for entry, _ in entries
        )
        for number in range(1, competition.rounds_per_evening + 1):
            lot.shuffle(entries)
            _round(competition, evening, number, entries, lot, author, tells)
        if closed:
            evening.closed_at = timezone.now()
            evening.save(update_fields=["closed_at"])


def _round(competition, evening, number, entries, lot, author, tells) -> None:
    round_ = Round.objects.create(evening=evening, number=number, state=Round.State.CLOSED, seed=number)
    count = len(entries) // 4
    sheets = Sheet.objects.bulk_create(
        Sheet(code=f"S{next(_codes)}", deals=competition.deals_per_round, ruleset=competition.ruleset)
        for _ in range(count)
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=place + 1, sheet=sheet) for place, sheet in enumerate(sheets)
    )
    versions = SheetVersion.objects.bulk_create(
        _version(sheet, competition.deals_per_round, lot, author, tells) for sheet in sheets
    )
    seats, postings = [], []
    for place, (table, version) in enumerate(zip(tables, versions, strict=True)):
        for position, (entry, person) in zip(POSITIONS, entries[4 * place : 4 * place + 4], strict=True):
            seats.append(Seat(table=table, round=round_, position=position, entry_id=entry, person_id=person))
            own, other = ("we", "they") if position in "NS" else ("they", "we")
            made = version.result[own]
            postings.append(
                Posting(
                    round=round_,
                    entry_id=entry,
                    person_id=person,
                    kind=Posting.Kind.PLAYED,
                    **made,
                    against=version.result[other]["total"],
                    sheet_version=version,
                )
            )
    Seat.objects.bulk_create(seats)
    Posting.objects.bulk_create(postings)


def _version(sheet, deals, lot, author, tells) -> SheetVersion:
    rows, booked = [], []
    sums = {side: dict.fromkeys(("points", "roem", "bonus", "pits", "nats"), 0) for side in ("we", "they")}
    for _ in range(deals):
        side, other = lot.choice([("we", "they"), ("they", "we")])
        points, roem = lot.randint(60, 162), 20 * lot.randint(0, 3)
        nat, pit = points < 82, points == 162
        marks = ["nat"] * nat + [f"pit-{side}"] * pit
        made = {side: 0 if nat else points, other: 162 if nat else 162 - points}
        rows.append(
            {
                "declarer": side if tells else None,
                side: {"points": made[side], "roem": roem},
                other: {"points": made[other], "roem": 0},
                "marks": marks,
            }
        )
        sums[side]["roem"] += roem
        sums[side]["nats"] += nat
        sums[side]["pits"] += pit
        sums[side]["bonus"] += 100 * pit
        for each, card_points in made.items():
            sums[each]["points"] += card_points
        booked.append([made["we"], made["they"]])
    result = {
        side: {**made, "total": made["points"] + made["roem"] + made["bonus"]} for side, made in sums.items()
    }
    return SheetVersion(
        sheet=sheet,
        number=1,
        key=f"season-{sheet.code}",
        author=author,
        deals=rows,
        result={**result, "deals": booked},
    )
