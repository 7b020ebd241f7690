"""Leagues and cups: fixtures, calendars, tables, promotion, pools and brackets. Pure: entries are whole numbers."""

from tournaments.pairing.leagues.berger import MOST_ENTRIES, MOST_LEGS, round_robin
from tournaments.pairing.leagues.calendar import Calendar, LeagueInput, Member, Wish, make_calendar
from tournaments.pairing.leagues.knockout import (
    MOST_IN_BRACKET,
    BracketMatch,
    bracket,
    seed_order,
    separate,
)
from tournaments.pairing.leagues.levels import Finish, Move, Movements, next_season
from tournaments.pairing.leagues.match_rule import MOST_MATCH_ROUNDS, TIES, USUAL_TIES, MatchRule, tie_word
from tournaments.pairing.leagues.pools import Pools, snake
from tournaments.pairing.leagues.quality import Match, Quality, Trouble, assess
from tournaments.pairing.leagues.table import Line, Result, table
from tournaments.pairing.leagues.transfer_rule import MOST_TRANSFERS, TransferRule

__all__ = [
    "MOST_ENTRIES",
    "MOST_IN_BRACKET",
    "MOST_LEGS",
    "MOST_MATCH_ROUNDS",
    "MOST_TRANSFERS",
    "TIES",
    "USUAL_TIES",
    "BracketMatch",
    "Calendar",
    "Finish",
    "LeagueInput",
    "Line",
    "Match",
    "MatchRule",
    "Member",
    "Move",
    "Movements",
    "Pools",
    "Quality",
    "Result",
    "TransferRule",
    "Trouble",
    "Wish",
    "assess",
    "bracket",
    "make_calendar",
    "next_season",
    "round_robin",
    "seed_order",
    "separate",
    "snake",
    "table",
    "tie_word",
]
