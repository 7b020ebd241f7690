"""The statistics of one player in a season on paper, in a workbook and as text: what his page shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from klaverclub.typed import whole_number
from tournaments import games
from tournaments.models import Competition, Person
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.reports.documents import Column, Kind, TableReport
from tournaments.services.errors import Refused
from tournaments.services.headings import heading
from tournaments.standing import notes, queries
from tournaments.statistics import summaries
from tournaments.statistics.players import RoundScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.games import Terms
    from tournaments.reports.documents import Cell, Heading
    from tournaments.statistics.players import EveningScore
    from tournaments.statistics.summaries import CompanyLine, PlayerStatistics

SIZE = 9.5
"""Points: many columns beside a name."""


def player_statistics_document(pk: int, *, person: str = "") -> Booklet:
    """The statistics of a person in a competition, with graphs; a workbook has a sheet of every table.

    Raises LookupError for who is not of it, `Refused` for who has not sat at a table yet.
    """
    competition = Competition.objects.select_related("club").get(pk=pk)
    asked = whole_number(person)
    somebody = Person.objects.filter(pk=asked).first()
    if asked is None or somebody is None:
        raise LookupError(f"nobody {person!r}")
    found = summaries.player_statistics(competition, asked, queries.DESK)
    if found is None:
        if not competition.entries.filter(members__person=asked).exists():
            raise LookupError(f"{asked} is not of competition {pk}")
        raise Refused(
            _("%(name)s has not played in this competition yet: there is nothing to print.")
            % {"name": somebody.name}
        )
    return _booklet(_heading(competition, found), found, games.terms(competition.get_rules()))


def _heading(competition: Competition, found: PlayerStatistics) -> Heading:
    last = found.lines[-1].evening
    head = heading(
        competition,
        str(competition),
        last.date,
        title=_("Statistics of a player"),
        provisional=found.played.provisional,
    )
    return replace(head, under=found.who.name)


def _booklet(head: Heading, found: PlayerStatistics, terms: Terms) -> Booklet:
    rounds = _rounds(_titled(head, _("Round by round")), found)
    evenings = _evenings(_titled(head, _("Evening by evening")), found)
    partners = _company(_titled(head, _("Partners")), found.partners)
    opponents = _company(_titled(head, _("Opponents")), found.opponents)
    facts = _facts(_titled(head, _("In figures")), found, terms)
    together = [Paragraph(_("With whom"), "heading"), partners] if partners.rows else []
    return Booklet(
        heading=head,
        name=_("statistics"),
        chapters=(
            chapter(
                Paragraph(found.who.name, "title"),
                Paragraph(_played(found)),
                facts,
                [Paragraph(notes.table_average_note(found.in_standing), "small")]
                if found.in_standing is not None
                else [],
                list(found.graphs.values()),
            ),
            chapter(
                Paragraph(_("Evening by evening"), "title"),
                evenings,
                together,
                Paragraph(_("Against whom"), "heading"),
                opponents,
                Paragraph(_("Round by round"), "title"),
                rounds,
            ),
        ),
        tables=(rounds, evenings, *([partners] if partners.rows else []), opponents, facts),
    )


def _titled(head: Heading, title: str) -> Heading:
    return replace(head, title=title)


def _played(found: PlayerStatistics) -> str:
    text = ngettext(
        "%(rounds)s round, evenings: %(evenings)s.",
        "%(rounds)s rounds, evenings: %(evenings)s.",
        found.player.tally.rounds,
    )
    return text % {
        "rounds": figure(found.player.tally.rounds),
        "evenings": figure(len(found.player.evenings)),
    }


# The tables -----------------------------------------------------------------------


def _rounds(head: Heading, found: PlayerStatistics) -> TableReport:
    report = TableReport(
        heading=head,
        name=_("statistics"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("evening", _("Evening"), Kind.INT),
            Column("round", _("Round"), Kind.INT),
            Column("table", _("Table"), Kind.INT),
            Column("partner", _("With")),
            Column("opponents", _("Against")),
            Column("points", _("Points"), Kind.INT, strong=True),
            Column("against", _("Points against"), Kind.INT),
        ),
        rows=[
            (
                found.played.evenings[one.evening].date,
                one.evening,
                one.round,
                one.table,
                _names(found, one.partners),
                _names(found, one.opponents),
                one.total,
                one.against,
            )
            for one in found.player.rounds
        ],
        size=SIZE,
    )
    return report.without_empty("partner")


def _names(found: PlayerStatistics, people: Iterable[int]) -> str:
    return " + ".join(found.names[person].name for person in people)


def _evenings(head: Heading, found: PlayerStatistics) -> TableReport:
    report = TableReport(
        heading=head,
        name=_("statistics"),
        columns=(
            Column("number", _("Evening"), Kind.INT),
            Column("date", _("Date"), Kind.DATE),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("points", _("Points"), Kind.INT, strong=True),
            Column("average", _("Average of a round"), Kind.DECIMAL, decimals=1),
            Column("place", _("Place after it"), Kind.RANK),
        ),
        rows=[
            (
                line.evening.number,
                line.evening.date,
                line.score.rounds,
                line.score.total,
                line.score.average,
                line.place,
            )
            for line in found.lines
        ],
        size=SIZE,
    )
    return report.without_empty("place")


def _company(head: Heading, lines: Iterable[CompanyLine]) -> TableReport:
    return TableReport(
        heading=head,
        name=_("statistics"),
        columns=(
            Column("name", _("Name")),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("average", _("Own average"), Kind.DECIMAL, decimals=1, strong=True),
            Column("won", _("Won"), Kind.INT),
            Column("best", _("Best"), Kind.INT),
            Column("worst", _("Worst"), Kind.INT),
        ),
        rows=[
            (line.who.name, tally.rounds, tally.per_round, tally.wins, tally.best, tally.worst)
            for line in lines
            for tally in [line.company.tally]
        ],
        size=SIZE,
    )


# In figures -----------------------------------------------------------------------


def _facts(head: Heading, found: PlayerStatistics, terms: Terms) -> TableReport:
    return TableReport(
        heading=head,
        name=_("statistics"),
        columns=(Column("what", _("What")), Column("figure", _("How much"), strong=True)),
        rows=list(_lines(found, terms)),
        footnotes=(
            _(
                "Evenings are compared among those with the most rounds. A best partner needs at least three rounds together."
            ),
        ),
        size=SIZE,
    )


def _lines(found: PlayerStatistics, terms: Terms) -> Iterator[tuple[Cell, ...]]:
    player, tally = found.player, found.player.tally
    yield _("Average of a round"), figure(tally.per_round, 1)
    yield _("Points a deal"), figure(tally.per_deal, 1)
    if player.form is not None:
        yield _("Average of the last 5 evenings"), figure(player.form, 1)
    yield _("Roem a deal") if terms.pits else _("Melds a deal"), figure(tally.roem_per_deal, 1)
    yield _("Rounds won, drawn, lost"), f"{tally.wins} – {tally.draws} – {tally.losses}"
    yield _("Best round"), _told(player.best_rounds)
    yield _("Worst round"), _told(player.worst_rounds)
    yield _("Best evening"), _told(player.best_evenings)
    yield _("Worst evening"), _told(player.worst_evenings)
    if terms.pits:
        yield (
            _("Pits"),
            _("%(made)s made, %(against)s against") % {"made": tally.pits, "against": tally.pits_against},
        )
    yield _("As who played"), _as_who_played(found)
    if found.best_partners:
        yield _("Best partner"), found.best_partners


def _told(scores: Iterable[RoundScore | EveningScore]) -> str:
    """Totals with when they were made."""
    return "; ".join(f"{figure(score.total)}, {_when(score)}" for score in scores)


def _when(score: RoundScore | EveningScore) -> str:
    if isinstance(score, RoundScore):
        return _("evening %(evening)s, round %(round)s") % {"evening": score.evening, "round": score.round}
    return _("evening %(evening)s") % {"evening": score.evening}


def _as_who_played(found: PlayerStatistics) -> str:
    tally = found.player.tally
    if not tally.told:
        return _("The sheets do not say who played.")
    return _("%(played)s of %(told)s deals (%(share)s %%), %(made)s made, %(lost)s lost") % {
        "played": figure(tally.declared),
        "told": figure(tally.told),
        "share": figure(Fraction(100 * tally.declared, tally.told), 1),
        "made": figure(tally.made),
        "lost": figure(tally.declared_nats),
    }
