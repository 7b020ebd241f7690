"""What is printed of how a league stands: tables, knock-outs, clubs, squads, tables of matches."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments import league_board, league_clubs, league_squads, league_words
from tournaments.models import Entry
from tournaments.reports import leagues
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.services.errors import Refused
from tournaments.services.league_documents import named, remark, status_of
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.league_board import DivisionBoard
    from tournaments.league_matches import Match
    from tournaments.models import Competition
    from tournaments.reports.booklet import Block, Chapter
    from tournaments.reports.documents import Heading, TableReport


def league_tables(competition: Competition, heading: Heading, division: int | None = None) -> Booklet:
    """How all divisions stand, or one of them; of a whole league also its clubs, squads and tables of matches.

    In a workbook and as text the first table holds all divisions. Raises LookupError for a division of another
    competition, `Refused` where no fixtures are made.
    """
    known = league_board.load(competition, DESK)
    boards = [board for board in known if division in (None, board.division.pk)]
    if not boards and division is not None:
        raise LookupError(f"no division {division} in this competition")
    boards = [board for board in boards if board.matches]
    if not boards:
        raise Refused(_("The fixtures are not made yet: make them first, then print."))
    title = _("League tables") if division is None else boards[0].division.name
    status = status_of([match for board in boards for match in board.matches])
    provisional = any(board.provisional for board in boards)
    head = replace(heading, title=title, status=status, provisional=provisional)
    others = list(_others(competition, boards, head)) if division is None else []
    return Booklet(
        heading=head,
        name=_("league tables"),
        chapters=(chapter(*(_division(board, head) for board in boards)), *map(_chapter, others)),
        tables=(*_together(boards, head), *others),
    )


def _chapter(report: TableReport) -> Chapter:
    return chapter(Paragraph(report.heading.title, "title"), report)


# Divisions ------------------------------------------------------------------------


def _division(board: DivisionBoard, head: Heading) -> list[Block]:
    """A division under its name."""
    title = Paragraph(board.division.name, "heading")
    if board.is_bracket:
        return [title, bracket_table(board, head)]
    return [title, division_table(board, head)]


def division_table(board: DivisionBoard, heading: Heading) -> TableReport:
    """The table of a round robin, with what put equals above each other and points by hand below it."""
    notes = (*board.deciders, *board.hand_notes)
    return leagues.league_table(
        heading, _table_rows(board), one=True, totals=board.counts_totals, notes=notes
    )


def bracket_table(board: DivisionBoard, heading: Heading) -> TableReport:
    """The matches of a knock-out by round."""
    return leagues.cup_table(heading, _cup_rows(board), one=True)


def in_rounds(board: DivisionBoard) -> list[Match]:
    """The matches of a knock-out in the order in which they are printed."""
    return [match for _day, matches in board.days for match in matches]


def _together(boards: Sequence[DivisionBoard], head: Heading) -> Iterator[TableReport]:
    """All divisions in one table, and all knock-outs in another."""
    one = len(boards) == 1
    robins = [board for board in boards if not board.is_bracket]
    if robins:
        rows = [row for board in robins for row in _table_rows(board)]
        notes = [note for board in robins for note in (*board.deciders, *board.hand_notes)]
        totals = all(board.counts_totals for board in robins)
        yield leagues.league_table(head, rows, one=one, totals=totals, notes=notes)
    cups = [row for board in boards if board.is_bracket for row in _cup_rows(board)]
    if cups:
        title = _("Knock-out") if robins else head.title
        yield leagues.cup_table(replace(head, title=title), cups, one=one)


def _table_rows(board: DivisionBoard) -> list[leagues.TableRow]:
    return [
        leagues.TableRow(
            division=board.division.name,
            rank=line.rank,
            name=who.name,
            played=line.played,
            won=line.won,
            drawn=line.drawn,
            lost=line.lost,
            scored=line.scored,
            against=line.against,
            points=line.points,
            tables=line.tables if board.rule.table_win else 0,
            by_hand=line.by_hand,
        )
        for line, who in board.rows
    ]


def _cup_rows(board: DivisionBoard) -> list[leagues.CupRow]:
    return [
        leagues.CupRow(
            division=board.division.name,
            round=league_words.round_name(match.last, match.part),
            number=match.fixture.number,
            home=named(match.home),
            away=named(match.away),
            home_score=match.home.score,
            away_score=match.away.score,
            winner=match.winner_name,
            note=remark(match),
        )
        for match in in_rounds(board)
    ]


# What stands beside them --------------------------------------------------------


def _others(
    competition: Competition, boards: Sequence[DivisionBoard], head: Heading
) -> Iterator[TableReport]:
    """Clubs, and of teams their squads and the tables of their matches, as far as there are any."""
    clubs = [leagues.ClubRow(**asdict(line)) for line in league_clubs.club_table(competition, boards)]
    if clubs:
        yield leagues.club_table(head, clubs, teams=competition.is_teams)
    if not competition.is_teams:
        return
    yield leagues.squad_table(head, list(_squad_rows(boards)))
    played = [(board, match) for board in boards for match in board.matches if match.tables_in]
    if played:
        yield leagues.board_table(head, list(_board_rows(played)))


def _squad_rows(boards: Iterable[DivisionBoard]) -> Iterator[leagues.SquadRow]:
    members = {member for board in boards for member in board.entries}
    teams = Entry.objects.filter(pk__in=members).order_by("team_name", "pk")
    for team in teams.prefetch_related("members__person"):
        for line in league_squads.squad_lines(team, DESK):
            remark = _("from outside the squad") if line.outside else line.moves
            yield leagues.SquadRow(team.name, line.name, line.rounds, line.points, line.average, remark)


def _board_rows(played: Iterable[tuple[DivisionBoard, Match]]) -> Iterator[leagues.BoardRow]:
    for board, match in played:
        both = match.home.entry, match.away.entry
        sat = league_squads.who_sat(both, [table.table for table in match.tables], DESK)
        for table in match.tables:
            yield leagues.BoardRow(
                division=board.division.name,
                number=match.fixture.number,
                home=match.home.name,
                away=match.away.name,
                round=table.round_number,
                table=table.number,
                home_pair=" + ".join(sat[table.table].home),
                away_pair=" + ".join(sat[table.table].away),
                home_score=table.home,
                away_score=table.away,
            )
