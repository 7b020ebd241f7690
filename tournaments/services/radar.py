"""Results of a round that look wrong, for the organiser to compare with the paper before the round is closed.

Nothing is refused: luck makes results that nobody believes. Asked is about a surprise of more than 3.5 standard
deviations, sides that may have been exchanged, a sheet with the rows of another, and somebody who sits elsewhere at
the same time. It asks in every competition, also in one that does not count for the rating. `manage.py simulate radar` says how much of what is wrong is found so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, Subquery
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from scoring.models import SheetVersion
from tournaments.models import Round, Seat, Table
from tournaments.rating import RatedTable, looks_mirrored, rows_apart, too_surprising
from tournaments.services import rating_preview

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Competition


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
    for table in rating_preview.explained(round_.evening):
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
    """Sheets of this round that may be the paper of another: of the evening, of the day, or of the evening before."""
    newest = _newest(round_)
    for mine in newest:
        if mine.sheet.table.round_id != round_.pk:
            continue
        for other in newest:
            apart = rows_apart(_rows(mine), _rows(other)) if other is not mine else None
            if apart is not None:
                yield Doubt(tables[mine.sheet.table.number], _twice(mine, other, nearly=apart > 0))
                break


def _rows(version: SheetVersion) -> list[tuple[int, ...]]:
    return [tuple(row) for row in version.result["deals"]]


def _newest(round_: Round) -> list[SheetVersion]:
    """The newest version of every sheet that can be mixed up with one of this round, those of the evening first."""
    evening = round_.evening
    before = evening.competition.evenings.filter(number__lt=evening.number).order_by("-number")
    at = "sheet__table__round"
    versions = SheetVersion.objects.filter(
        Q(**{f"{at}__evening": evening, f"{at}__number__lte": round_.number})
        | Q(
            ~Q(**{f"{at}__evening": evening}),
            **{
                f"{at}__evening__date": evening.date,
                f"{at}__evening__competition__club": evening.competition.club_id,
            },
        )
        | Q(**{f"{at}__evening": Subquery(before.values("pk")[:1])})
    )
    found = {
        version.sheet_id: version
        for version in versions.select_related(f"{at}__evening__competition").order_by("number")
    }
    return sorted(found.values(), key=lambda one: (_round_of(one).evening_id != evening.pk, *_place(one)))


def _round_of(version: SheetVersion) -> Round:
    return version.sheet.table.round


def _place(version: SheetVersion) -> tuple[int, int, int]:
    round_ = _round_of(version)
    return round_.evening_id, round_.number, version.sheet.table.number


def _twice(mine: SheetVersion, other: SheetVersion, *, nearly: bool) -> str:
    evening = _round_of(other).evening
    told = {
        "table": mine.sheet.table.number,
        "other": other.sheet.table.number,
        "round": _round_of(other).number,
        "event": evening.competition,
        "date": date_format(evening.date, "DATE_FORMAT"),
    }
    if evening.pk == _round_of(mine).evening_id:
        text = (
            _(
                "Table %(table)s: the sheet differs in one deal from that of table %(other)s in round %(round)s. "
                "Was one paper typed twice?"
            )
            if nearly
            else _(
                "Table %(table)s: the sheet has the same rows as that of table %(other)s in round %(round)s. "
                "Was one paper typed twice?"
            )
        )
    else:
        text = (
            _(
                "Table %(table)s: the sheet differs in one deal from that of table %(other)s in round %(round)s of "
                "%(event)s on %(date)s. Was one paper typed twice?"
            )
            if nearly
            else _(
                "Table %(table)s: the sheet has the same rows as that of table %(other)s in round %(round)s of "
                "%(event)s on %(date)s. Was one paper typed twice?"
            )
        )
    return text % told


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
        yield Doubt(mine[seat.person_id], _twofold(seat, mine[seat.person_id], round_.evening.competition))


def _twofold(seat: Seat, table: Table, own: Competition) -> str:
    """What is played in another club is not named: it may not be public, nor may that somebody plays there."""
    other = seat.round.evening.competition
    told = {"table": table.number, "name": seat.person.name, "other": seat.table.number, "event": other}
    if other.club_id == own.club_id:
        text = _(
            "Table %(table)s: %(name)s also sits at table %(other)s of %(event)s at this time. "
            "Who really played here?"
        )
    else:
        text = _(
            "Table %(table)s: %(name)s also sits at a table of another club at this time. Who really played here?"
        )
    return text % told
