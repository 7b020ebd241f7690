"""The documents of a club: ordered from a page, built from the ledger and made by the worker.

An order is a job whose key holds a fingerprint of everything the document would print: ten clicks are one
job, and a changed score is another. Handlers are registered when this module is imported.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_noop

from scoring.rules.family import positions
from scoring.rules.relatives import Game
from scoring.rules.relatives.deck import SUITS
from scoring.rules.relatives.row import NO_TRUMPS
from tournaments import games
from tournaments.models import Competition, Evening, Job, Membership, Round, SitOut, Table
from tournaments.reports import cards, house_rules, results, slips, wall
from tournaments.reports.documents import (
    MAX_DEALS,
    Awarded,
    CardsReport,
    Document,
    GameSlip,
    Heading,
    HouseRules,
    SlipSide,
    TableReport,
    TableSlip,
)
from tournaments.reports.render import Format, filename_for, render
from tournaments.seating import seating
from tournaments.services import jobs, league_documents, prize_documents, prizes, schedules
from tournaments.services.errors import Refused
from tournaments.standing import notes, queries
from tournaments.timetable import Timetable, timetable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Club, User

CONTENT_TYPES = {
    Format.PDF: "application/pdf",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.CSV: "text/csv; charset=utf-8",
}
GONE = gettext_noop(
    "What this was to be made of has been removed. Go back to the evening and ask again from there."
)
SYSTEMS = {"amsterdam": gettext_noop("Amsterdam rules"), "rotterdam": gettext_noop("Rotterdam rules")}


def order(kind: str, pk: int, format: Format, *, club: Club, author: User) -> Job:
    """The job that makes this document, in the active language: a new one, or the one that is there already.

    Raises `Refused` when there is nothing to print yet.
    """
    document = BUILDERS[kind](pk)
    params = {
        "pk": pk,
        "format": str(format),
        "title": document.heading.title,
        "event": document.heading.event,
    }
    return jobs.enqueue(kind, params, key=_key(kind, pk, format, document), club=club, author=author)


def make(run: jobs.JobRun) -> None:
    """The handler of every kind: prints what is in the database now."""
    kind, pk, format = run.job.kind, run.params["pk"], Format(run.params["format"])
    try:
        document = BUILDERS[kind](pk)
    except ObjectDoesNotExist:
        raise jobs.JobError(GONE) from None
    key = _key(kind, pk, format, document)
    if key != run.job.key:
        # The data moved on since the click. Whoever asks for the old data again must not get this file.
        Job.objects.filter(pk=run.job.pk).update(key=f"{key}:{run.job.pk}")
    path = run.file(filename_for(document, format), CONTENT_TYPES[format])
    render(document, format, path, run.progress)


def _key(kind: str, pk: int, format: Format, document: Document) -> str:
    printed = replace(document, heading=replace(document.heading, printed_at=datetime.min))
    fingerprint = hashlib.sha256(repr(printed).encode()).hexdigest()[:40]
    return f"{kind}:{pk}:{format}:{get_language()}:{fingerprint}"


def _heading(competition: Competition, event: str, day: date, *, provisional: bool = False) -> Heading:
    club = competition.club
    now = timezone.localtime(timezone=ZoneInfo(club.time_zone))
    return Heading(club=club.name, event=event, date=day, printed_at=now, provisional=provisional)


def _evening_heading(evening: Evening, *, provisional: bool = False) -> Heading:
    competition = evening.competition
    event = gettext("%(competition)s, evening %(number)s") % {
        "competition": competition,
        "number": evening.number,
    }
    return _heading(competition, event, evening.date, provisional=provisional)


# Results ----------------------------------------------------------------------


def evening_document(pk: int) -> TableReport:
    """The result of an evening with full names, marked provisional until the evening is closed."""
    evening = Evening.objects.select_related("competition__club").get(pk=pk)
    return evening_report(queries.evening_list(evening, queries.DESK))


def evening_report(listed: queries.EveningList) -> TableReport:
    """A result as a document, row by row as in the list, in the active language."""
    evening = listed.evening
    terms = games.terms(evening.competition.get_rules())
    rows = [
        results.EveningResultRow(
            rank=row.line.rank,
            name=row.who.name,
            number=row.who.number,
            rounds=tuple(_printed(score) for score in row.scores),
            total=row.line.total,
            best=row.line.tally.best,
            worst=row.line.tally.worst,
            pits=row.line.tally.pits if terms.pits else None,
            nats=row.line.tally.nats,
            roem=row.line.tally.roem,
            poedel=row.poedel,
        )
        for row in listed.rows
    ]
    remarks = (
        *notes.waiting_notes(listed),
        *notes.guest_notes(row.who for row in listed.rows),
        *notes.kind_notes(listed),
        *notes.away_notes(listed),
    )
    heading = _evening_heading(evening, provisional=listed.provisional)
    return results.evening_result(heading, rows, remarks, terms)


def _printed(score: queries.Score | None) -> int | None:
    if score is None or score.points is None:
        return None
    return score.points if score.at_table else Awarded(score.points)


def season_document(pk: int) -> TableReport:
    """The table of a season under the rule of the competition."""
    competition = Competition.objects.select_related("club").get(pk=pk)
    return season_report(queries.season_list(competition, queries.DESK))


def season_report(season: queries.SeasonList) -> TableReport:
    """A standing as a document, row by row as in the list, in the active language."""
    competition = season.competition
    day = season.evenings[-1].date if season.evenings else timezone.localdate()
    rows = [
        results.SeasonRow(
            rank=row.line.rank,
            name=row.who.name,
            number=row.who.number,
            evenings=row.line.evenings_attended,
            rounds=row.line.rounds_counted,
            total=row.line.total,
            average=row.average,
            last_evening=row.last,
            gap=row.line.gap,
            trend=row.line.moved,
        )
        for row in season.rows
    ]
    heading = _heading(competition, str(competition), day, provisional=season.provisional)
    remarks = (
        notes.average_note(season),
        *notes.guest_notes(row.who for row in season.rows),
        *notes.season_notes(season),
    )
    by_average = season.rule.measure == "average"
    return results.season_table(heading, rows, by_average, season.rule.decimals, notes=remarks)


def rules_document(pk: int) -> HouseRules:
    """The house rules of a competition, as they are played."""
    competition = Competition.objects.select_related("club").get(pk=pk)
    heading = _heading(competition, str(competition), timezone.localdate())
    rules = house_rules.as_played(competition.get_rules(), competition.deals_per_round)
    return house_rules.house_rules(heading, rules)


def fixtures_document(pk: int) -> TableReport:
    """The fixtures of a league or cup. Raises `Refused` when there are none."""
    competition = Competition.objects.select_related("club").get(pk=pk)
    heading = _heading(competition, str(competition), timezone.localdate())
    return league_documents.fixture_list(competition, heading)


# A round ----------------------------------------------------------------------


def slips_document(pk: int) -> Document:
    """The paper sheets of a round. Raises `Refused` before the draw is published and for too many deals."""
    round_ = _published_round(pk)
    tables = Table.objects.filter(round=round_).select_related("sheet").prefetch_related("seats__person")
    return slips.table_slips(
        _evening_heading(round_.evening), round_.number, [_slip(round_, table) for table in tables]
    )


def _slip(round_: Round, table: Table) -> TableSlip | GameSlip:
    sheet = table.sheet
    if sheet is None:
        return _list_slip(round_, table)
    rules = sheet.get_rules()
    if sheet.deals > MAX_DEALS and rules.end_kind != "points":
        raise Refused(
            gettext("A sheet of %(deals)s deals does not fit on paper; %(most)s is the most.")
            % {"deals": sheet.deals, "most": MAX_DEALS}
        )
    names = {seat.position: seat.person.name for seat in table.seats.all()}
    if isinstance(rules, Game):
        return _game_slip(round_, table, rules, names)
    return TableSlip(
        table=table.number,
        round_number=round_.number,
        seats=names,
        deals=min(sheet.deals, MAX_DEALS),
        code=sheet.code,
        first_dealer=sheet.first_dealer,
        ruleset=gettext(SYSTEMS[rules.system]),
        records_declarer=sheet.records_declarer,
        pit_bonus=rules.pit,
    )


def _list_slip(round_: Round, table: Table) -> GameSlip:
    """Three at a table for four: everybody has a column, and the totals go onto the list of the secretary."""
    competition = round_.evening.competition
    names = {seat.position: seat.person.name for seat in table.seats.all()}
    sides = [(wall.seat_letter(position), names[position]) for position in "NES"]
    return GameSlip(
        table=table.number,
        round_number=round_.number,
        sides=tuple(SlipSide(letter, ((letter, name),)) for letter, name in sides),
        dealers=tuple(letter for letter, _name in sides),
        deals=min(competition.deals_per_round, MAX_DEALS),
        code=gettext("list"),
        ruleset=gettext("table of three"),
        notes=(gettext("Write down what everybody makes; hand in the totals, and how often pit and nat."),),
        suits=(),
        boxes=("points", "roem", "stand"),
    )


def _game_slip(round_: Round, table: Table, game: Game, names: dict[str, str]) -> GameSlip:
    """Who plays for himself is known by the letter of his column, partners by their seats."""
    at_table = seating(game)
    letters = {position: wall.seat_letter(at_table.called(position)) for position in at_table.positions}
    order = positions(game)
    first = order.index(table.sheet.first_dealer)
    return GameSlip(
        table=table.number,
        round_number=round_.number,
        sides=tuple(
            SlipSide(
                slips.side_word(side) if len(seats) > 1 else side,
                tuple((letters[position], names.get(position, "")) for position in seats),
            )
            for side, seats in at_table.sides.items()
        ),
        dealers=tuple(letters[position] for position in order[first:] + order[:first]),
        deals=min(table.sheet.deals, MAX_DEALS),
        code=table.sheet.code,
        ruleset=games.full_name(game),
        suits=(*SUITS, NO_TRUMPS) if game.no_trumps else tuple(SUITS),
        notes=tuple(games.on_the_sheet(game)),
    )


def wall_by_name_document(pk: int) -> TableReport:
    """Where everybody sits, by name as a list is sorted: Berg, Jan van den."""
    round_ = _published_round(pk)
    return wall.wall_by_name(
        _evening_heading(round_.evening), round_.number, _wall_seats(round_, listed=True)
    )


def wall_by_table_document(pk: int) -> TableReport:
    """Who sits at each table."""
    round_ = _published_round(pk)
    at_table = seating(round_.evening.competition.get_rules())
    seats = [at_table.called(position) for position in at_table.positions]
    return wall.wall_by_table(_evening_heading(round_.evening), round_.number, _wall_seats(round_), seats)


def _published_round(pk: int) -> Round:
    round_ = Round.objects.select_related("evening__competition__club").get(pk=pk)
    if round_.state == Round.State.DRAFT:
        raise Refused(
            gettext("The draw of round %(number)s is not published yet: publish it first, then print.")
            % {"number": round_.number}
        )
    return round_


def _wall_seats(round_: Round, *, listed: bool = False) -> list[wall.WallSeat]:
    """Everybody with a place or sitting out, by name; `listed` writes the names as lists sort them."""
    club = round_.evening.competition.club
    numbers = dict(Membership.objects.filter(club=club).values_list("person_id", "number"))
    rules = round_.evening.competition.get_rules()
    found = []
    for table in Table.objects.filter(round=round_).prefetch_related("seats__person"):
        names = {seat.position: seat.person.name for seat in table.seats.all()}
        at_table = seating(rules, names)
        for seat in table.seats.all():
            place = {
                "table": table.number,
                "seat": at_table.called(seat.position),
                "partner": names.get(at_table.partner(seat.position), ""),
                "opponents": tuple(
                    names[position] for position in at_table.opponents(seat.position) if position in names
                ),
            }
            found.append((seat.person, place))
    resting = SitOut.objects.filter(round=round_).prefetch_related("entry__members__person")
    found += [(person, {}) for sit_out in resting for person in sit_out.entry.people]
    found.sort(key=lambda pair: (pair[0].sort_key, pair[0].pk))
    return [
        wall.WallSeat(
            name=person.list_name if listed else person.name, number=numbers.get(person.pk, ""), **place
        )
        for person, place in found
    ]


# A schedule -------------------------------------------------------------------


def _of_schedule(build: Callable[[Heading, Timetable], Document]) -> Callable[[int], Document]:
    """A builder that gets the schedule of an evening, by the key of the evening; `Refused` when there is none."""

    def document(pk: int) -> Document:
        evening = Evening.objects.select_related("competition__club").get(pk=pk)
        made = schedules.of(evening)
        if made is None:
            raise Refused(gettext("This evening has no schedule: make one first, then print."))
        return build(_evening_heading(evening), timetable(evening, made, queries.Reader()))

    return document


def lots_document(pk: int) -> CardsReport:
    """Slips to draw at the door, as many as people could come, but no half table."""
    evening = Evening.objects.select_related("competition__club").get(pk=pk)
    competition = evening.competition
    if competition.table_size != 4:
        raise Refused(gettext("Draw slips are for tables of four."))
    size = competition.entries_a_table
    coming = competition.entries.filter(active=True).count()
    count = max(1, -(-coming // size)) * size
    return cards.draw_slips(_evening_heading(evening), count, pairs=competition.is_pairs)


# Prizes -----------------------------------------------------------------------


def _of_evening_prizes(build: Callable[[Heading, prizes.PrizeList], Document]) -> Callable[[int], Document]:
    """A builder that gets the prizes of an evening, by the key of the evening."""

    def document(pk: int) -> Document:
        evening = Evening.objects.select_related("competition__club").get(pk=pk)
        listed = prizes.evening_prizes(evening)
        heading = _evening_heading(evening, provisional=listed.provisional)
        return build(replace(heading, title=gettext("Prizes of the evening")), listed)

    return document


def _of_season_prizes(build: Callable[[Heading, prizes.PrizeList], Document]) -> Callable[[int], Document]:
    """A builder that gets the prizes of a season, by the key of the competition."""

    def document(pk: int) -> Document:
        competition = Competition.objects.select_related("club").get(pk=pk)
        listed = prizes.season_prizes(competition)
        heading = _heading(
            competition, str(competition), timezone.localdate(), provisional=listed.provisional
        )
        return build(replace(heading, title=gettext("Prizes of the season")), listed)

    return document


BUILDERS: dict[str, Callable[[int], Document]] = {
    "slips": slips_document,
    "wall": wall_by_name_document,
    "wall-table": wall_by_table_document,
    "evening": evening_document,
    "season": season_document,
    "rules": rules_document,
    "fixtures": fixtures_document,
    "schedule": _of_schedule(cards.all_rounds),
    "proof": _of_schedule(cards.proof),
    "matrix": _of_schedule(cards.who_meets_whom),
    "cards": _of_schedule(cards.personal_cards),
    "guides": _of_schedule(cards.guide_cards),
    "lots": lots_document,
    "prizes": _of_evening_prizes(prize_documents.prize_list),
    "receipts": _of_evening_prizes(prize_documents.receipts),
    "season-prizes": _of_season_prizes(prize_documents.prize_list),
    "season-receipts": _of_season_prizes(prize_documents.receipts),
}
for _kind in BUILDERS:
    jobs.register(_kind)(make)
