"""A whole match on paper for every relative, added up by hand, and tables to type it at.

A row is (cells as typed, what each column books). Beside it stands the arithmetic: cards + melds + bela.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from scoring.rules.family import positions
from scoring.rules.relatives import make_game
from tests.scoring.paper import make_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.rules.relatives import Game
    from tournaments.models import Table

Row = tuple[dict[str, str], list[int]]


@dataclass(frozen=True)
class Match:
    """Of one game: its rows, and who has won."""

    game: Game
    rows: list[Row]
    winner: str

    @property
    def cells(self) -> list[dict[str, str]]:
        return [cells for cells, _booked in self.rows]

    @property
    def booked(self) -> list[list[int]]:
        return [booked for _cells, booked in self.rows]

    @property
    def running(self) -> list[list[int]]:
        return list(
            accumulate(
                self.booked, lambda so_far, booked: [a + b for a, b in zip(so_far, booked, strict=True)]
            )
        )

    @property
    def totals(self) -> dict[str, int]:
        return dict(zip(self.game.parties, self.running[-1], strict=True))


def make_match_table(game: Game, deals: int = 20, tables: int = 2, **fields: object) -> Table:
    """A table of a published round of this game, with a paper of so many rows."""
    people = tables * len(positions(game))
    return make_table(deals, people, ruleset=game.to_json(), **fields)


def _two(name: str, options: Mapping[str, object] | None = None) -> Match:
    """For the games that book a deal for two as Klaberjass does; a run of three counts 20, of four 50."""
    rows: list[Row] = [
        # 92 + 20 against 58
        ({"declarer": "A", "A_points": "92", "A_melds": "20", "B_points": "58"}, [112, 58]),
        # 75 + 50 against 60 and bela: the maker is bete, A books both
        ({"declarer": "B", "A_points": "75", "A_melds": "5", "B_points": "60", "bela": "B"}, [125 + 80, 0]),
        # equal at 70: the maker books nothing
        ({"declarer": "A", "A_points": "70", "A_melds": "-", "B_points": "70", "B_melds": "-"}, [0, 70]),
        # 104 and bela against 30
        (
            {
                "declarer": "A",
                "A_points": "104",
                "A_melds": "-",
                "B_points": "30",
                "B_melds": "-",
                "bela": "A",
            },
            [124, 30],
        ),
        # 70 against 86 + 50: A passes 500
        ({"declarer": "B", "A_points": "70", "B_points": "86", "B_melds": "50"}, [70, 136]),
    ]
    return Match(make_game(name, options), rows, "A")


def _void(bid: str, match: Match) -> Match:
    """The same with a deal in between that was not played."""
    return Match(match.game, [match.rows[0], ({"bid": bid}, [0, 0]), *match.rows[1:]], match.winner)


def _derda() -> Match:
    rows: list[Row] = [
        # 92 + 30 against 58
        ({"declarer": "A", "A_points": "92", "A_melds": "3", "B_points": "58"}, [122, 58]),
        # 75 + 50 against 60 and bela: bete
        ({"declarer": "B", "A_points": "75", "A_melds": "5", "B_points": "60", "bela": "B"}, [125 + 80, 0]),
        # 101 + 80 against 20: a run of four and one of three
        ({"declarer": "A", "A_points": "101", "A_melds": "80", "B_points": "20"}, [181, 20]),
    ]
    return Match(make_game("derda"), rows, "A")  # 122 + 205 + 181 = 508


def _bulka() -> Match:
    rows: list[Row] = [
        # Four queens count 200
        ({"declarer": "B", "A_points": "40", "B_points": "90", "B_melds": "200"}, [40, 290]),
        # A run of five counts 100: 70 + 100 against 60
        ({"declarer": "A", "A_points": "70", "A_melds": "100", "B_points": "60"}, [170, 60]),
        ({"bid": "passed"}, [0, 0]),
        # 80 + 20 and bela against 50
        ({"declarer": "B", "A_points": "50", "B_points": "80", "B_melds": "2", "bela": "B"}, [50, 120]),
        # 55 against 82
        ({"declarer": "B", "A_points": "55", "A_melds": "-", "B_points": "82", "B_melds": "-"}, [55, 82]),
    ]
    return Match(make_game("bulka"), rows, "B")  # 40 + 170 + 50 + 55 = 315; 290 + 60 + 120 + 82 = 552


def _four(name: str, total: int) -> Match:
    """For the games in which every card is played: the points of one side are enough."""
    rows: list[Row] = [
        # 100 + 20 against the rest
        ({"declarer": "we", "we_points": "100", "we_melds": "2"}, [120, total - 100]),
        # 60 against the rest: bete, they book all cards and their own 50
        ({"declarer": "we", "we_points": "60", "they_melds": "50"}, [0, total + 50]),
        # 120 + 100 and bela against the rest
        ({"declarer": "they", "they_points": "120", "they_melds": "100", "bela": "they"}, [total - 120, 240]),
    ]
    return Match(make_game(name), rows, "they")


def _three() -> Match:
    rows: list[Row] = [
        # Each opponent is beaten, not both together: 60 + 20 against 50 and 40
        (
            {"declarer": "A", "A_points": "60", "A_melds": "2", "B_points": "50", "C_points": "40"},
            [80, 50, 40],
        ),
        # 40 against 70 + 50 and 30: bete, B books the 40 too
        (
            {"declarer": "C", "A_points": "30", "B_points": "70", "B_melds": "50", "C_points": "40"},
            [30, 120 + 40, 0],
        ),
        # 31 against 55 and 55: bete, they halve the 31 and the odd point is for B, on the maker's left
        (
            {
                "declarer": "A",
                "A_points": "31",
                "A_melds": "-",
                "B_points": "55",
                "B_melds": "-",
                "C_points": "55",
                "C_melds": "-",
            },
            [0, 55 + 16, 55 + 15],
        ),
        # 70 + 100 and bela against 40 and 30
        (
            {
                "declarer": "B",
                "A_points": "40",
                "B_points": "70",
                "B_melds": "100",
                "C_points": "30",
                "bela": "B",
            },
            [40, 190, 30],
        ),
        # 62 + 20 against 40 and 38: B passes 500
        (
            {"declarer": "B", "A_points": "40", "B_points": "62", "B_melds": "20", "C_points": "38"},
            [40, 82, 38],
        ),
    ]
    return Match(make_game("klaberjass-3"), rows, "B")  # B: 50 + 160 + 71 + 190 + 82 = 553


MATCHES = {
    "klaberjass": _void("passed", _two("klaberjass")),
    "schmeiss": _void("thrown", _two("klaberjass", {"schmeiss": True})),
    "zensa": _two("zensa"),
    "yasman": _void("passed", _two("yasman")),
    "bima": _two("bima"),
    "derda": _derda(),
    "bulka": _bulka(),
    "darda": _four("darda", 161),
    "clobyosh": _four("clobyosh", 162),
    "tarabish": _four("tarabish", 162),
    "klaberjass-3": _three(),
}
