"""The tables of the rating of one player: rounds, days, company, seasons, form, corrections, rates, places."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import games
from tournaments.players.seasons import season_places
from tournaments.players.words import whole
from tournaments.rating.shown import ZERO
from tournaments.reports.documents import Column, Kind, TableReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.models import Competition
    from tournaments.players.career import Career, CompanyLine, RoundLine
    from tournaments.players.seasons import SeasonRates
    from tournaments.reports.documents import Cell, Heading

SIZE = 9.5
"""Points: many columns beside a name."""


def _real(value: float | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def rounds(head: Heading, career: Career) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("round", _("Round"), Kind.INT),
            Column("partner", _("Partner")),
            Column("opponents", _("Opponents")),
            Column("expected", _("Expected"), Kind.INT),
            Column("chance", _("Chance, %"), Kind.INT, on_paper=False),
            Column("result", _("Result"), Kind.INT),
            Column("surprise", _("Surprise"), Kind.INT),
            Column("share", _("Share, %"), Kind.DECIMAL, decimals=2),
            Column("change", pgettext("of a rating", "Change"), Kind.DECIMAL, decimals=1, strong=True),
            Column("after", _("Rating"), Kind.INT),
            Column("why", _("Why"), on_paper=False),
        ),
        rows=[
            (
                line.day,
                line.change.round,
                line.partner.name,
                " + ".join(one.name for one in line.opponents),
                whole(line.change.expected),
                whole(100 * line.change.chance),
                line.change.result,
                whole(line.change.surprise),
                _real(100 * line.change.share),
                _real(line.change.change),
                line.after,
                line.explained,
            )
            for line in career.lines(career.rounds[::-1])
        ],
        size=8.5,
    )


def history(head: Heading, career: Career) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("known", _("As made known"), Kind.DECIMAL, decimals=1, strong=True),
            Column("band", _("Band"), Kind.DECIMAL, decimals=1),
            Column("now", _("As known now"), Kind.DECIMAL, decimals=1),
            Column("remark", _("Remark")),
        ),
        rows=[
            (
                moment.day,
                None if moment.mean is None else ZERO + Fraction(moment.mean),
                _real(moment.band),
                None if moment.now is None else ZERO + Fraction(moment.now),
                _("correction") if moment.corrected else "",
            )
            for moment in career.moments()
        ],
    )


def company(head: Heading, lines: list[CompanyLine]) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("name", _("Name")),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("won", _("Won"), Kind.INT),
            Column("ahead", _("Points ahead"), Kind.INT),
            Column("above", _("Above expectation"), Kind.INT, strong=True),
            Column("error", _("Standard error"), Kind.INT, on_paper=False),
            Column("word", _("Says")),
        ),
        rows=[
            (
                line.who.name,
                line.company.rounds,
                line.company.won,
                line.company.difference,
                whole(line.company.above),
                whole(line.company.error),
                line.word,
            )
            for line in lines
        ],
        size=SIZE,
    )


def seasons(head: Heading, career: Career) -> TableReport:
    places = [place for place in season_places(career.club, career.person, career.reader) if place.row]
    decimals = max((place.decimals for place in places), default=0)
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("competition", _("Competition")),
            Column("place", _("Place"), Kind.RANK),
            Column("of", _("Of"), Kind.INT),
            Column("evenings", _("Evenings"), Kind.INT),
            Column("points", _("Points"), Kind.DECIMAL, decimals=decimals, strong=True),
            Column("titles", _("Titles")),
        ),
        rows=[
            (
                str(place.competition),
                place.row.line.rank,
                place.count,
                place.row.line.evenings_attended,
                place.row.line.value,
                ", ".join(title or _("champion") for title in place.titles),
            )
            for place in places
            if place.row
        ],
        size=SIZE,
    ).without_empty("titles")


def form(head: Heading, career: Career) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("won", _("Won"), Kind.INT),
            Column("ahead", _("Points ahead"), Kind.INT),
            Column("above", _("Above expectation"), Kind.INT),
            Column("change", pgettext("of a rating", "Change"), Kind.DECIMAL, decimals=1, strong=True),
        ),
        rows=[
            (one.day, one.rounds, one.won, one.difference, whole(one.surprise), _real(one.change))
            for one in career.form
        ],
        size=SIZE,
    )


def extremes(head: Heading, lines: Iterable[RoundLine]) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("round", _("Round"), Kind.INT),
            Column("partner", _("Partner")),
            Column("opponents", _("Opponents")),
            Column("result", _("Result"), Kind.INT, strong=True),
        ),
        rows=[_seated(line) for line in lines],
        size=SIZE,
    )


def _seated(line: RoundLine) -> tuple[Cell, ...]:
    opponents = " + ".join(one.name for one in line.opponents)
    return line.day, line.change.round, line.partner.name, opponents, line.change.result


def corrections(head: Heading, career: Career) -> TableReport:
    report = TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("day", _("Results of"), Kind.DATE),
            Column("at", _("Corrected on"), Kind.DATE),
            Column("before", _("Before"), Kind.DECIMAL, decimals=1),
            Column("after", _("After"), Kind.DECIMAL, decimals=1, strong=True),
            Column("change", pgettext("of a rating", "Change"), Kind.DECIMAL, decimals=1),
            Column("why", _("Why")),
        ),
        rows=[
            (
                one.day,
                timezone.localtime(one.at).date(),
                one.before,
                one.after,
                one.change,
                " ".join(one.causes),
            )
            for one in career.corrections()
        ],
        size=SIZE,
    )
    return report.without_empty("why")


def rates(head: Heading, known: Iterable[SeasonRates]) -> TableReport:
    """How often it went nat, pit and with how much roem, beside everybody in the same season."""
    report = TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("competition", _("Competition")),
            Column("who", _("Who")),
            Column("nat", _("Nat when playing, %"), Kind.DECIMAL, decimals=1),
            Column("pits", _("Pits, %"), Kind.DECIMAL, decimals=1),
            Column("roem", _("Roem a deal"), Kind.DECIMAL, decimals=1),
            Column("points", _("Points a round"), Kind.DECIMAL, decimals=1, strong=True),
        ),
        rows=[row for one in known for row in _rates_rows(one)],
        size=SIZE,
    )
    return report.without_empty("nat", "pits")


def _rates_rows(one: SeasonRates) -> Iterator[tuple[Cell, ...]]:
    tally, whole_season, pits = one.own.player.tally, one.whole, _has_pits(one.competition)
    own_pits, all_pits = (one.own_pit_rate, one.whole_pit_rate) if pits else (None, None)
    own = (_percent(tally.nat_rate), _percent(own_pits), tally.roem_per_deal, tally.per_round)
    everybody = (_percent(whole_season.nat_rate), _percent(all_pits), one.whole_roem, whole_season.average)
    yield str(one.competition), pgettext("figures of a player", "own"), *own
    yield "", pgettext("figures of a player", "everybody"), *everybody


def _has_pits(competition: Competition) -> bool:
    return games.terms(competition.get_rules()).pits


def _percent(share: Fraction | None) -> Fraction | None:
    return None if share is None else share * 100


def places(head: Heading, known: Iterable[SeasonRates]) -> TableReport:
    """Where somebody stood after each evening of each season."""
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("competition", _("Competition")),
            Column("evening", _("Evening"), Kind.INT),
            Column("place", _("Place"), Kind.RANK),
        ),
        rows=[
            (str(one.competition), evening, place)
            for one in known
            for evening, place in one.own.places
            if place is not None
        ],
        size=SIZE,
    )
