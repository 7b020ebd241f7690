"""What is printed of a round: the sheets of its tables, and lists for the wall."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext, gettext_noop

from scoring.rules.family import positions
from scoring.rules.relatives import Game
from scoring.rules.relatives.deck import SUITS
from scoring.rules.relatives.row import NO_TRUMPS
from tournaments import games
from tournaments.models import Membership, Round, SitOut, Table
from tournaments.reports import slips, wall
from tournaments.reports.documents import MAX_DEALS, Document, GameSlip, SlipSide, TableReport, TableSlip
from tournaments.seating import seating
from tournaments.services import public_links
from tournaments.services.errors import Refused
from tournaments.services.headings import evening_heading

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEMS = {"amsterdam": gettext_noop("Amsterdam rules"), "rotterdam": gettext_noop("Rotterdam rules")}


def slips_document(pk: int) -> Document:
    """The paper sheets of a round. Raises `Refused` before the draw is published and for too many deals."""
    round_ = _published_round(pk)
    tables = (
        Table.objects.filter(round=round_)
        .select_related("sheet")
        .prefetch_related("seats__person", "seats__entry")
    )
    return slips.table_slips(
        evening_heading(round_.evening), round_.number, [_slip(round_, table) for table in tables]
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
    teams = {seat.position: seat.entry.team_name for seat in table.seats.all()}
    if isinstance(rules, Game):
        return _game_slip(round_, table, rules, names, teams)
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
        teams=(teams.get("N", ""), teams.get("E", "")),
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


def _game_slip(
    round_: Round, table: Table, game: Game, names: dict[str, str], teams: dict[str, str]
) -> GameSlip:
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
                " · ".join(filter(None, (slips.side_word(side), teams.get(seats[0]))))
                if len(seats) > 1
                else side,
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
    report = wall.wall_by_name(
        evening_heading(round_.evening), round_.number, _wall_seats(round_, listed=True)
    )
    return replace(report, link=public_links.drawn(round_.evening))


def wall_by_table_document(pk: int) -> TableReport:
    """Who sits at each table."""
    round_ = _published_round(pk)
    at_table = seating(round_.evening.competition.get_rules())
    seats = [at_table.called(position) for position in at_table.positions]
    report = wall.wall_by_table(evening_heading(round_.evening), round_.number, _wall_seats(round_), seats)
    return replace(report, link=public_links.drawn(round_.evening))


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
    for table in Table.objects.filter(round=round_).prefetch_related("seats__person", "seats__entry"):
        names = {seat.position: seat.person.name for seat in table.seats.all()}
        at_table = seating(rules, names)
        for seat in table.seats.all():
            place = {
                "table": table.number,
                "seat": at_table.called(seat.position),
                "team": seat.entry.team_name,
                "partner": names.get(at_table.partner(seat.position), ""),
                "opponents": tuple(
                    names[position] for position in at_table.opponents(seat.position) if position in names
                ),
            }
            found.append((seat.person, place))
    resting = SitOut.objects.filter(round=round_).prefetch_related("entry__members__person")
    found += [
        (person, {"team": sit_out.entry.team_name})
        for sit_out in resting
        for person in sit_out.entry.people_on(round_.evening.date)
    ]
    found.sort(key=lambda pair: (pair[0].sort_key, pair[0].pk))
    return [
        wall.WallSeat(
            name=person.list_name if listed else person.name, number=numbers.get(person.pk, ""), **place
        )
        for person, place in found
    ]


BUILDERS: dict[str, Callable[[int], Document]] = {
    "slips": slips_document,
    "wall": wall_by_name_document,
    "wall-table": wall_by_table_document,
}
"""By kind, what makes a document of a round from its key."""
