"""What is told about an evening and a season: highest and lowest, averages, records."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scoring.models import SheetVersion
from tournaments.models import Posting, Table
from tournaments.seating import seating
from tournaments.standing.evenings import best_rounds, best_totals, lowest_rounds, who_came

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Evening
    from tournaments.seating import Seating
    from tournaments.standing.evenings import Score
    from tournaments.standing.queries import EveningList, Reader, SeasonList, Who


@dataclass(frozen=True, slots=True)
class Mark:
    """A score worth telling: `names` made it on `evening`, in `round` (None: over the whole evening).

    `table` is given where it is one deal; `times`: how often they did.
    """

    points: int
    names: tuple[str, ...]
    evening: Evening
    round: int | None = None
    table: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True)
class EveningFacts:
    """What is told about an evening. Averages are exact; None while nothing has been played.

    average_total is over everybody who played, average_round over the rounds played with cards. highest,
    lowest and best_deals hold all that are equal. pits, nats, roem and deals count each table once.
    """

    entries: int
    average_total: Fraction | None
    average_round: Fraction | None
    highest: tuple[Mark, ...]
    lowest: tuple[Mark, ...]
    best_deals: tuple[Mark, ...]
    deals: int
    pits: int
    nats: int
    roem: int


def evening_facts(listed: EveningList, reader: Reader) -> EveningFacts:
    """The facts behind a list, from the same postings and the sheet versions these were made of."""
    played = [
        Mark(score.points, (row.who.name,), listed.evening, number)
        for row in listed.rows
        for number, score in zip(listed.rounds, row.scores, strict=True)
        if score and score.points is not None and score.at_table
    ]
    totals = [row.line.total for row in listed.rows if row.line.tally.rounds_played]
    booked = _booked(listed.evening)
    at_table = seating(listed.evening.competition.get_rules())
    sides = [*(result[side] for _, result in booked for side in at_table.sides), *_lists(listed.evening)]
    return EveningFacts(
        entries=len(totals),
        average_total=_mean(totals),
        average_round=_mean([mark.points for mark in played]),
        highest=_together(_equal_to(max, played)),
        lowest=_together(_equal_to(min, played)),
        best_deals=_counted(_equal_to(max, _deals(booked, listed.evening, at_table, reader))),
        deals=sum(len(result["deals"]) for _, result in booked),
        pits=sum(side["pits"] for side in sides),
        nats=sum(side["nats"] for side in sides),
        roem=sum(side["roem"] for side in sides),
    )


@dataclass(frozen=True, slots=True)
class SeasonRecords:
    """The best and lowest of a season so far; each holds all that are equal.

    came: how many different names there were. faithful: who came to every evening, once there were more than one.
    """

    rounds: tuple[Mark, ...]
    evenings: tuple[Mark, ...]
    lowest: tuple[Mark, ...] = ()
    came: int = 0
    faithful: tuple[str, ...] = ()


def season_records(season: SeasonList) -> SeasonRecords:
    """Best and lowest round and best evening of everybody who was there, guests too."""
    rounds, totals, lowest, came = [], [], [], []
    for evening in season.evenings:
        rows = season.rows_on(evening)
        rounds += _marks(season, evening, best_rounds(rows))
        totals += _marks(season, evening, best_totals(rows))
        lowest += _marks(season, evening, lowest_rounds(rows))
        came.append(who_came(rows))
    faithful = frozenset.intersection(*came) if len(came) > 1 else frozenset()
    return SeasonRecords(
        _together(_equal_to(max, rounds)),
        _together(_equal_to(max, totals)),
        _together(_equal_to(min, lowest)),
        len(frozenset().union(*came)),
        tuple(season.who[entry].name for entry in sorted(faithful, key=season.order.__getitem__)),
    )


def _marks(season: SeasonList, evening: Evening, scores: Iterable[Score]) -> list[Mark]:
    """In the order of the names."""
    return [
        Mark(score.points, (season.who[score.entry].name,), evening, score.round or None)
        for score in sorted(scores, key=lambda score: season.order[score.entry])
    ]


def winners(season: SeasonList, evening: Evening) -> tuple[int | None, list[Who]]:
    """The winning total of an evening and everybody who has it."""
    result = season.totals_on(evening)
    first = sorted(result.winners, key=season.order.__getitem__)
    return (result.of(first[0])[0] if first else None), [season.who[entry] for entry in first]


def _mean(values: list[int]) -> Fraction | None:
    return Fraction(sum(values), len(values)) if values else None


def _equal_to(choose: Any, marks: list[Mark]) -> list[Mark]:
    """All marks with the highest (`max`) or lowest (`min`) points."""
    limit = choose((mark.points for mark in marks), default=None)
    return [mark for mark in marks if mark.points == limit]


def _counted(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The same mark as often as it was made, in one."""
    return tuple(replace(mark, times=times) for mark, times in Counter(marks).items())


def _together(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks of the same round as one: partners made the same score together."""
    groups: dict[tuple[int, int | None], list[Mark]] = {}
    for mark in marks:
        groups.setdefault((mark.evening.pk, mark.round), []).append(mark)
    return tuple(
        Mark(
            group[0].points,
            tuple(name for mark in group for name in mark.names),
            group[0].evening,
            group[0].round,
        )
        for group in groups.values()
    )


def _booked(evening: Evening) -> list[tuple[Table, dict[str, Any]]]:
    """Tables with the result of the sheet version that the ledger rests on."""
    postings = Posting.objects.filter(round__evening=evening, sheet_version__isnull=False)
    versions = SheetVersion.objects.filter(pk__in=postings.values("sheet_version"))
    results = dict(versions.values_list("sheet_id", "result"))
    at_tables = (
        Table.objects.filter(sheet__in=results).select_related("round").prefetch_related("seats__person")
    )
    return [(table, results[table.sheet_id]) for table in at_tables]


def _lists(evening: Evening) -> Iterable[dict[str, Any]]:
    """What was made at tables of three, each person once."""
    rows = Posting.objects.filter(round__evening=evening, kind__in=Posting.FROM_SHEET, sheet_version=None)
    return rows.values("pits", "nats", "roem")


def _deals(
    booked: list[tuple[Table, dict[str, Any]]], evening: Evening, at_table: Seating, reader: Reader
) -> list[Mark]:
    """Every deal of the evening for all sides."""
    marks = []
    for table, result in booked:
        people = {seat.position: reader.name_of(seat.person) for seat in table.seats.all()}
        sides = [tuple(people[seat] for seat in seats if seat in people) for seats in at_table.sides.values()]
        for deal in result["deals"]:
            marks += [
                Mark(points, side, evening, table.round.number, table.number)
                for points, side in zip(deal, sides, strict=True)
            ]
    return marks
