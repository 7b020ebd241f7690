"""The seasons of a player: the place in each standing, how it came to be, and the titles that were won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.models import SheetVersion
from scoring.rules.family import side_of_position
from tournaments import embargo
from tournaments.models import EntryMember, Seat
from tournaments.services.seat_scores import booked
from tournaments.standing.kept import Standing, View, kept
from tournaments.statistics import evenings, queries, summaries
from tournaments.statistics.tallies import ratio

if TYPE_CHECKING:
    from fractions import Fraction

    from tournaments.models import Club, Competition, Evening, Person
    from tournaments.standing.queries import Reader
    from tournaments.standing.season_lists import SeasonRow
    from tournaments.statistics.evenings import Figures
    from tournaments.statistics.summaries import PlayerStatistics


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """Somebody's row in the standing of a competition; none while nothing was played, or while it is kept back.

    count: rows in all. titles: won, of a season that is over; "" is the standing itself.
    """

    competition: Competition
    entry: int
    row: SeasonRow | None
    count: int
    decimals: int
    kept_back: Evening | None
    titles: tuple[str, ...]

    @property
    def running(self) -> bool:
        return not self.competition.is_closed


Place = tuple[int, int, int]
"""Evening, round and table, by number."""


def written_scores(person: Person, competition: Competition) -> dict[Place, tuple[int, int]]:
    """What the newest sheet says for somebody's own side and for the other.

    By where somebody sat, for whomever it counts: of a fixed pair or a team one posting stands for both, and who fills
    in at a second table has two scores in a round.
    """
    seats = Seat.objects.filter(
        person=person, round__evening__competition=competition, table__sheet__isnull=False
    ).values_list("table__sheet", "position", "round__evening__number", "round__number", "table__number")
    versions = SheetVersion.objects.filter(sheet__in=[sheet for sheet, *_place in seats]).order_by("number")
    versions = versions.select_related("sheet").only("sheet__ruleset", "number", "result")
    newest = {version.sheet_id: version for version in versions}
    found = {}
    for sheet, position, *place in seats:
        if version := newest.get(sheet):
            row = booked(version, side_of_position(version.sheet.get_rules(), position))
            found[tuple(place)] = (row["total"], row["against"])
    return found


def season_places(club: Club, person: Person, reader: Reader) -> list[SeasonPlace]:
    """The competitions of a club in which somebody is entered, the newest first; of a league the team of now."""
    entered = EntryMember.objects.filter(person=person, competition__club=club, until=None)
    entries = dict(entered.values_list("competition_id", "entry_id"))
    secret = {one.competition_id: one for one in embargo.club_hidden(club, reader)}
    found = []
    for competition in club.competitions.filter(pk__in=entries):
        competition.club = club
        entry = entries[competition.pk]
        found.append(_place(competition, entry, reader, secret.get(competition.pk)))
    return found


def _place(competition: Competition, entry: int, reader: Reader, kept_back: Evening | None) -> SeasonPlace:
    if kept_back:
        return SeasonPlace(competition, entry, None, 0, 0, kept_back, ())
    standing = Standing(competition, reader, View())
    row = _row(standing, entry)
    titles = [""] if competition.is_closed and row and row.line.rank == 1 else []
    if competition.is_closed:
        for title in competition.get_titles():
            other = _row(Standing(competition, reader, View(title=title)), entry)
            titles += [title] if other and other.line.rank == 1 else []
    summary = standing.summary
    return SeasonPlace(
        competition=competition,
        entry=entry,
        row=row if row and summary.evenings else None,
        count=summary.count,
        decimals=summary.rule.printed_decimals,
        kept_back=None,
        titles=tuple(titles),
    )


def _row(standing: Standing, entry: int) -> SeasonRow | None:
    place = standing.place_of(entry)
    return None if place is None else standing.rows_at([place])[0]


@dataclass(frozen=True, slots=True)
class SeasonRates:
    """How somebody played in a season beside everybody in it; of both it is what one of the two sides makes."""

    competition: Competition
    own: PlayerStatistics
    whole: Figures

    @property
    def own_pit_rate(self) -> Fraction | None:
        """The share of deals in which the own side made a pit."""
        tally = self.own.player.tally
        return ratio(tally.pits, tally.deals)

    @property
    def whole_pit_rate(self) -> Fraction | None:
        """The share of deals in which a side made a pit: one of two did, where the deal was one."""
        return ratio(self.whole.pits, 2 * self.whole.deals)

    @property
    def whole_roem(self) -> Fraction | None:
        """Roem of a side in a deal."""
        return ratio(self.whole.roem, 2 * self.whole.deals)


def season_rates(competition: Competition, person: int, reader: Reader) -> SeasonRates | None:
    """None for who did not play in it, or may not be seen yet; counted once for a ledger."""
    if embargo.standing_hidden(competition, reader):
        return None
    standing = Standing(competition, reader, View())
    found = kept(
        f"{standing.key}:rates:{person}:{reader.desk}", lambda: (_rates(competition, person, reader),)
    )
    return found[0]


def _rates(competition: Competition, person: int, reader: Reader) -> SeasonRates | None:
    own = summaries.player_statistics(competition, person, reader)
    if own is None:
        return None
    whole = evenings.figures(queries.played(competition, reader).tables)
    return SeasonRates(competition, own, whole)
