"""Results of a round that look wrong, for the organiser to compare with the paper before the round is closed.

Nothing is refused: luck makes results that nobody believes. Asked is about a surprise of more than 3.5 standard
deviations, sides that may have been exchanged, a sheet with the same rows as another, and somebody who sits elsewhere
at the same time. `manage.py simulate radar` says how much of what is wrong is found so.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from scoring.models import SheetVersion
from tournaments.models import Round, Seat, Table
from tournaments.rating import RatedTable, looks_mirrored, too_surprising
from tournaments.services import rating_preview

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Doubt:
    """A table whose result is asked about, and the question."""

    table: Table
    text: str


def doubts(round_: Round) -> list[Doubt]:
    """Everything to be asked about a round that is played, by table."""
    seats = list(Seat.objects.filter(round=round_).select_related("person", "table"))
    tables = {seat.table.number: seat.table for seat in seats}
    names = {seat.person_id: seat.person.name for seat in seats}
    found = [
        *_by_rating(round_, tables, names),
        *_same_rows(round_, tables),
        *_elsewhere(round_, {seat.person_id: seat.table for seat in seats}),
    ]
    return sorted(found, key=lambda doubt: doubt.table.number)


# Results ------------------------------------------------------------------------------------------------------


def _by_rating(round_: Round, tables: dict[int, Table], names: dict[int, str]) -> Iterator[Doubt]:
    told, _state = rating_preview.provisional(round_.evening)
    for table in told:
        if table.round != round_.number:
            continue
        if looks_mirrored(table):
            yield Doubt(tables[table.table], _said(table, names, mirrored=True))
        elif too_surprising(table):
            yield Doubt(tables[table.table], _said(table, names, mirrored=False))


def _said(table: RatedTable, names: dict[int, str], *, mirrored: bool) -> str:
    """Seen from those who won."""
    winners = table.people[:2] if table.difference > 0 else table.people[2:]
    sign = 1 if table.difference > 0 else -1
    told = {
        "table": table.table,
        "names": _("%(one)s and %(other)s")
        % dict(zip(("one", "other"), map(names.get, winners), strict=True)),
        "result": figure(sign * table.difference),
        "expected": figure(round(sign * table.expected)),
    }
    if mirrored:
        return (
            _(
                "Table %(table)s: %(names)s have %(result)s points more, where %(expected)s was expected. "
                "Were the two sides exchanged? Compare the names on the paper."
            )
            % told
        )
    return (
        _(
            "Table %(table)s: %(names)s have %(result)s points more, where %(expected)s was expected. "
            "That comes once in two thousand rounds: compare the sheet with the paper."
        )
        % told
    )


# Sheets -------------------------------------------------------------------------------------------------------


def _same_rows(round_: Round, tables: dict[int, Table]) -> Iterator[Doubt]:
    """Sheets of this round with the very rows of another sheet of the evening, the sides exchanged or not."""
    alike = defaultdict[tuple[tuple[int, ...], ...], list[tuple[int, int]]](list)
    for version in _newest(round_):
        table = version.sheet.table
        rows = [tuple(row) for row in version.result["deals"]]
        turned = [tuple(reversed(row)) for row in rows]
        alike[min(tuple(rows), tuple(turned))].append((table.round.number, table.number))
    for rows, places in alike.items():
        if len(set(rows)) < 2:
            continue  # without rows, or all of them equal: nothing follows from it
        for place in places:
            others = [other for other in places if other != place]
            if place[0] == round_.number and others:
                told = {"table": place[1], "other": others[0][1], "round": others[0][0]}
                yield Doubt(
                    tables[place[1]],
                    _(
                        "Table %(table)s: the sheet has the same rows as that of table %(other)s in round %(round)s. "
                        "Was one paper typed twice?"
                    )
                    % told,
                )


def _newest(round_: Round) -> Iterator[SheetVersion]:
    """The newest version of every sheet of the evening up to this round."""
    versions = SheetVersion.objects.filter(
        sheet__table__round__evening=round_.evening_id, sheet__table__round__number__lte=round_.number
    )
    newest: dict[int, SheetVersion] = {}
    for version in versions.select_related("sheet__table__round").order_by("number"):
        newest[version.sheet_id] = version
    yield from newest.values()


# Seats --------------------------------------------------------------------------------------------------------


def _elsewhere(round_: Round, mine: dict[int, Table]) -> Iterator[Doubt]:
    """People of this round who sit at a table of another event that is played at the same time."""
    if round_.published_at is None:
        return
    same_time = Q(round__closed_at=None) | Q(round__closed_at__gt=round_.published_at)
    until = Q(round__published_at__lt=round_.closed_at) if round_.closed_at else Q()
    others = Seat.objects.filter(
        same_time,
        until,
        person__in=mine,
        round__evening__date=round_.evening.date,
        round__published_at__isnull=False,
    ).exclude(round__evening=round_.evening_id)
    for seat in others.select_related("person", "table", "round__evening__competition"):
        told = {
            "table": mine[seat.person_id].number,
            "name": seat.person.name,
            "other": seat.table.number,
            "event": seat.round.evening.competition,
        }
        yield Doubt(
            mine[seat.person_id],
            _(
                "Table %(table)s: %(name)s also sits at table %(other)s of %(event)s at this time. "
                "Who really played here?"
            )
            % told,
        )
