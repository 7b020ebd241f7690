"""What is published of a division: the table of a round robin, the matches of a knock-out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments import league_board
from tournaments.errata_brackets import FORM
from tournaments.models import Evening
from tournaments.reports.frozen import freeze_row
from tournaments.services import league_documents, league_tables
from tournaments.services.errors import Refused
from tournaments.services.headings import heading
from tournaments.services.publication_parts import EVERYBODY, date_of, who_in
from tournaments.standing import notes, queries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.league_board import DivisionBoard
    from tournaments.league_matches import Match, Side
    from tournaments.models import Competition, Division
    from tournaments.reports.documents import Heading, TableReport
    from tournaments.standing.queries import Reader


def division_source(competition: Competition, name: str) -> TableSource | BracketSource:
    """What is published of a division; raises `queries.NoSuchTitle` where there is none of this name."""
    board, seen = _board(competition, name, queries.DESK), _board(competition, name, EVERYBODY)
    return (BracketSource if board.is_bracket else TableSource)(competition, board, seen)


def _board(competition: Competition, name: str, reader: Reader) -> DivisionBoard:
    boards = league_board.load(competition, reader)
    found = next((board for board in boards if board.division.name == name), None)
    if found is None:
        raise queries.NoSuchTitle(name)
    return found


class _OfDivision:
    """What both have: `seen` is the division as everybody may read it."""

    columns: list[int]

    def __init__(self, competition: Competition, board: DivisionBoard, seen: DivisionBoard) -> None:
        self.competition, self.board, self.seen = competition, board, seen
        rounds = {table.round for match in board.matches for table in match.tables}
        rounds |= {one.round for one in board.by_hand}
        evenings = Evening.objects.filter(competition=competition, rounds__in=rounds).distinct()
        self.evenings: Sequence[Evening] = list(evenings.order_by("number"))
        self.provisional = board.provisional or bool(queries.unverified(competition, self.evenings))

    def beside(self) -> dict[str, Any]:
        return {}

    def _heading(self) -> Heading:
        """With how far it is: as long as matches are open it is not final, however sure all that was played."""
        found = heading(
            self.competition,
            str(self.competition),
            date_of(self.evenings, self.competition),
            title=self.board.division.name,
            provisional=self.provisional,
        )
        return replace(found, status=league_documents.status_of(self.board.matches))


class TableSource(_OfDivision):
    """The table of a round robin; its columns are the matches that count, then minus the evenings for points by hand."""

    def __init__(self, competition: Competition, board: DivisionBoard, seen: DivisionBoard) -> None:
        super().__init__(competition, board, seen)
        self.columns = [*sorted(board.results), *(-evening.number for evening in self.evenings)]

    def rule(self) -> dict[str, Any]:
        return table_rule(self.board.division)

    def rules(self) -> list[str]:
        return [notes.translated(sentence) for sentence in self.board.rule.sentences()]

    def lines(self) -> list[dict[str, Any]]:
        return [
            who_in(line.entry, self.board.who, self.seen.who)
            | {
                "rank": line.rank,
                "value": str(line.points),
                "cells": [self._cell(line.entry, column) for column in self.columns],
            }
            for line in self.board.lines
        ]

    def _cell(self, entry: int, column: int) -> int | None:
        """What a match gave, or what was given or taken by hand on an evening."""
        if column > 0:
            return self.board.earned(entry, column)
        return self.board.hand_points[entry, -column] or None

    def report(self) -> TableReport:
        return league_tables.division_table(self.board, self._heading())

    def readers(self) -> dict[str, Any]:
        report = league_tables.division_table(self.seen, self._heading())
        return {"footnotes": list(report.footnotes), "rows": None}


class BracketSource(_OfDivision):
    """The matches of a knock-out by round; its columns are those that are played or decided."""

    def __init__(self, competition: Competition, board: DivisionBoard, seen: DivisionBoard) -> None:
        super().__init__(competition, board, seen)
        self.columns = [match.fixture.number for match in board.matches if match.settled]

    def rule(self) -> dict[str, Any]:
        return {"form": FORM, "rounds": self.board.rule.rounds}

    def rules(self) -> list[str]:
        told = [sentence for sentence in self.board.rule.sentences() if "rounds" in sentence.params]
        return [_("A knock-out: who wins goes on."), *map(notes.translated, told)]

    def lines(self) -> list[dict[str, Any]]:
        return [self._line(match) for match in league_tables.in_rounds(self.board)]

    def _line(self, match: Match) -> dict[str, Any]:
        return {
            "match": match.fixture.number,
            "home": self._side(match.home),
            "away": self._side(match.away),
            "score": [match.home.score, match.away.score],
            "winner": match.winner,
        }

    def _side(self, side: Side) -> dict[str, Any] | None:
        """None as long as it is open who that is."""
        return None if side.entry is None else who_in(side.entry, self.board.who, self.seen.who)

    def report(self) -> TableReport:
        if not self.board.matches:
            raise Refused(_("The fixtures are not made yet: make them first, then publish."))
        return league_tables.bracket_table(self.board, self._heading())

    def readers(self) -> dict[str, Any]:
        """The same cells with the names that everybody may read; why something was decided is for the desk."""
        report, seen = self.report(), {one.fixture.number: one for one in self.seen.matches}
        keys = [column.key for column in report.columns]
        rows = []
        for row in report.rows:
            match = seen[int(row[keys.index("number")])]  # type: ignore[arg-type]
            public = {
                "home": league_documents.named(match.home),
                "away": league_documents.named(match.away),
                "winner": match.winner_name,
                "note": league_documents.public_remark(match),
            }
            rows.append(freeze_row(tuple(public.get(key, cell) for key, cell in zip(keys, row, strict=True))))
        return {"footnotes": list(report.footnotes), "rows": rows}


def table_rule(division: Division) -> dict[str, Any]:
    """What its matches are worth, and what is counted, as JSON."""
    return {"counts": str(division.counts), "match": division.get_rule().to_json()}
