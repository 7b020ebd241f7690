"""The statistics of a season, of one player and of a club with names and graphs, as pages and documents show them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from tournaments.models import EntryMember, Posting
from tournaments.reports.plots import Graph
from tournaments.standing import queries as standings
from tournaments.standing import two_averages
from tournaments.standing.ledger import AT_TABLE
from tournaments.standing.tables import season_table
from tournaments.statistics import evenings, players, queries, tallies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Club, Competition, Evening
    from tournaments.standing.queries import Reader, SeasonList
    from tournaments.statistics.evenings import Figures, SeasonFigures
    from tournaments.statistics.players import Company, EveningScore, Player
    from tournaments.statistics.queries import Named, Played
    from tournaments.statistics.tallies import Tally

MOST_ROWS = 40_000
"""Rows of a season of which the standing after every evening is still made for one graph."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One player in the statistics of a season. evenings: so many at a table. partner: the best one, with the tally of the two."""

    who: Named
    tally: Tally
    evenings: int
    partner: Named | None = None
    together: Tally | None = None


@dataclass(frozen=True, slots=True)
class PartnersLine:
    """Two people who played together."""

    names: str
    own: bool
    tally: Tally


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of the season in figures."""

    evening: Evening
    figures: Figures


@dataclass(frozen=True, slots=True)
class SeasonStatistics:
    """The statistics of a season: as a whole, by evening, by player (best average first) and by partners.

    everywhere: who came to all evenings, by name. graphs: by name, those for which there is enough to see.
    """

    played: Played
    figures: SeasonFigures
    evenings: tuple[EveningLine, ...]
    people: tuple[PersonLine, ...]
    partners: tuple[PartnersLine, ...]
    everywhere: tuple[Named, ...]
    graphs: Mapping[str, Graph]

    @property
    def has_partners(self) -> bool:
        """Did any two play together often enough to be compared?"""
        return any(line.partner for line in self.people)


def season_statistics(competition: Competition, reader: Reader) -> SeasonStatistics:
    """The statistics of a season as far as this reader may know them."""
    played = queries.played(competition, reader)
    figures = evenings.season_figures(played.tables)
    named = queries.who(figures.whole.people, competition.club, reader)
    partners = tallies.by_partners(played.tables)
    lines = tuple(EveningLine(played.evenings[number], one) for number, one in figures.evenings)
    return SeasonStatistics(
        played=played,
        figures=figures,
        evenings=lines,
        people=_people(played, named, partners),
        partners=_partners(named, partners),
        everywhere=tuple(one for person, one in named.items() if person in figures.everywhere),
        graphs=_season_graphs(played, figures),
    )


def has_two_averages(competition: Competition, reader: Reader) -> bool:
    """Has the standing other averages than the statistics, because it also counts what was not played?"""
    given = Posting.objects.filter(round__evening__competition=competition).exclude(kind__in=AT_TABLE)
    return given.exists() and two_averages.differ(standings.season_list(competition, reader))


def _people(
    played: Played, named: Mapping[int, Named], partners: Mapping[tuple[int, int], Tally]
) -> tuple[PersonLine, ...]:
    """Everybody, by average, then in the order of the names."""
    made = tallies.by_person(played.tables)
    came = evenings.attendance(played.tables)
    best = players.best_partners(partners)
    lines = []
    for person, who in named.items():
        mate, together = best.get(person, (None, None))
        tally = made.get(person) or tallies.Tally()
        partner = named[mate] if mate is not None else None
        lines.append(PersonLine(who, tally, came.get(person, 0), partner, together))
    return tuple(sorted(lines, key=lambda line: -(line.tally.per_round or Fraction(-1))))


def _partners(
    named: Mapping[int, Named], partners: Mapping[tuple[int, int], Tally]
) -> tuple[PartnersLine, ...]:
    """All who played together often enough, by average, then in the order of the names."""
    place = {person: number for number, person in enumerate(named)}
    known = [pair for pair, tally in partners.items() if tally.rounds >= players.ENOUGH]
    in_order = sorted(tuple(sorted(pair, key=place.__getitem__)) for pair in known)
    in_order.sort(key=lambda pair: [place[person] for person in pair])
    lines = [
        PartnersLine(
            " + ".join(named[person].name for person in pair),
            any(named[person].own for person in pair),
            partners[min(pair), max(pair)],
        )
        for pair in in_order
    ]
    return tuple(sorted(lines, key=lambda line: -(line.tally.per_round or 0)))


def _season_graphs(played: Played, figures: SeasonFigures) -> dict[str, Graph]:
    graphs: dict[str, Graph] = {}
    if len(figures.evenings) > 1:
        labels = tuple(str(number) for number, _one in figures.evenings)
        averages = tuple(one.average for _number, one in figures.evenings)
        caption = _("The average of a round on each evening, with the average of the season.")
        graphs["averages"] = Graph("averages", labels, averages, figures.whole.average, caption)
        counts = tuple(len(one.people) for _number, one in figures.evenings)
        graphs["heads"] = Graph("heads", labels, counts, None, _("How many played on each evening."))
    if classes := _classes([side.total for table in played.tables for side in table.sides]):
        graphs["classes"] = classes
    return graphs


def _classes(scores: list[int]) -> Graph | None:
    found = tallies.distribution(scores)
    if len(found) < 2:
        return None
    labels = tuple(figure(low) for low, _count in found)
    caption = _("How often a round came to so many points.")
    return Graph("classes", labels, tuple(count for _low, count in found), None, caption)


# One player -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompanyLine:
    """Somebody at the same table, by name."""

    who: Named
    company: Company


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """An evening of a player, and the place in the standing after it."""

    evening: Evening
    score: EveningScore
    place: int | None


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """The statistics of one player in a season.

    partners, opponents: in the order of `Player`. places: rank after each evening, empty where there is none to show.
    in_standing: the average there, where it is another because it also counts what was not played; else None.
    """

    played: Played
    who: Named
    player: Player
    partners: tuple[CompanyLine, ...]
    opponents: tuple[CompanyLine, ...]
    names: Mapping[int, Named]
    places: tuple[tuple[int, int | None], ...]
    graphs: Mapping[str, Graph]
    in_standing: Fraction | None = None

    @property
    def lines(self) -> list[PlayerEvening]:
        places = dict(self.places)
        return [
            PlayerEvening(self.played.evenings[one.evening], one, places.get(one.evening))
            for one in self.player.evenings
        ]

    @property
    def best_partners(self) -> str:
        return ", ".join(self.names[one.person].name for one in self.player.best_partners)


def player_statistics(competition: Competition, person: int, reader: Reader) -> PlayerStatistics | None:
    """The statistics of a person in a season; None for who did not play in it, or may not be seen yet."""
    played = queries.played(competition, reader, person)
    found = players.player(played.tables, person)
    if not found.rounds:
        return None
    seen = {person, *(one.person for one in (*found.partners, *found.opponents))}
    named = queries.who(seen, competition.club, reader)
    entry = _entry_of(competition, person)
    listed = standings.season_list(competition, reader) if entry else None
    places = _places(listed, entry) if listed else ()
    return PlayerStatistics(
        played=played,
        who=named[person],
        player=found,
        partners=tuple(CompanyLine(named[one.person], one) for one in found.partners),
        opponents=tuple(CompanyLine(named[one.person], one) for one in found.opponents),
        names=named,
        places=places,
        graphs=_player_graphs(found, places),
        in_standing=_other_average(listed, entry) if listed else None,
    )


def _entry_of(competition: Competition, person: int) -> int | None:
    """The entry of a person, of who changed teams that of the last."""
    members = EntryMember.objects.filter(competition=competition, person=person, until=None)
    return members.values_list("entry", flat=True).first()


def _other_average(listed: SeasonList, entry: int) -> Fraction | None:
    """The average of an entry in the standing, where that is another than at the tables."""
    return listed.averages[entry] if two_averages.differs_for(listed, entry) else None


def _player_graphs(found: Player, places: tuple[tuple[int, int | None], ...]) -> dict[str, Graph]:
    graphs: dict[str, Graph] = {}
    totals = [score.total for score in found.rounds]
    if len(totals) > 1:
        labels = tuple(f"{score.evening}.{score.round}" for score in found.rounds)
        caption = _("All rounds in the order of play, with the own average.")
        graphs["scores"] = Graph("scores", labels, tuple(totals), found.tally.per_round, caption)
    if classes := _classes(totals):
        graphs["classes"] = classes
    ranks = tuple(rank for _number, rank in places)
    if sum(rank is not None for rank in ranks) > 1:
        labels = tuple(str(number) for number, _rank in places)
        last = max(rank for rank in ranks if rank is not None)
        graphs["places"] = Graph(
            "places", labels, ranks, last, _("The place in the standing after each evening.")
        )
    return graphs


def _places(listed: SeasonList, entry: int) -> tuple[tuple[int, int | None], ...]:
    """The rank of an entry after each evening; empty where it would take too long."""
    if sum(len(rows) for rows in listed.season.evenings) > MOST_ROWS:
        return ()
    return tuple(
        (evening.number, _rank_after(listed, place, entry))
        for place, evening in enumerate(listed.evenings, 1)
    )


def _rank_after(listed: SeasonList, count: int, entry: int) -> int | None:
    """The rank of an entry when only the first so many evenings had been played."""
    known = {evening.number for evening in listed.evenings[:count]}
    season = replace(
        listed.season, evenings=tuple(rows for rows in listed.season.evenings if rows.evening in known)
    )
    to_come = listed.evenings_to_come + len(listed.evenings) - count
    table = season_table(season, listed.rule, guests=listed.guests, evenings_to_come=to_come)
    line = table.lines.of(entry)
    return line.rank if line else None


# A club -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClubSeason:
    """A competition of a club in figures; kept_back: the evening for whose sake it has none yet."""

    competition: Competition
    figures: SeasonFigures
    kept_back: Evening | None


def club_statistics(club: Club, reader: Reader) -> list[ClubSeason]:
    """Every competition of a club that was played, the newest first."""
    found = []
    for competition in club.competitions.all():
        competition.club = club
        played = queries.played(competition, reader)
        figures = evenings.season_figures(played.tables)
        if figures.evenings or played.kept_back:
            found.append(ClubSeason(competition, figures, played.kept_back))
    return found
