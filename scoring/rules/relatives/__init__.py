"""The relatives of klaverjassen: Klaberjass and the other Jack-Nine games with hand melds.

``GAMES`` holds every game by the name of its ruleset. A ``Game`` is data: pack, players,
values of melds, options, the rules in words. The modules read it:

``deck``       cards, orders, points        ``row``      a deal as the sheet declares it
``game``       what a game is               ``working``  the deal while it is judged
``options``    house rules                  ``checks``   the invariants of a sheet
``legal``      what may be played           ``deal``     what a deal books
``melds``      finding and comparing melds  ``match``    totals, carried ties, the winner
``reach``      what can occur, exactly      ``record``   a deal played card by card
``catalogue``  every finding                ``suggest``  slips that would explain a refusal
``sums``       where a total comes from     ``explain``  slips behind a wrong total
``judge``      all of it as JSON            ``bidding``  how trumps are made

**Adding a game** is adding one module to ``games`` and its tests: a tuple ``GAMES`` of
``Game`` values, most easily ``dataclasses.replace`` of the nearest one, with what differs
(and ``{**RULES, topic: Rule(id, text)}`` for the rules that differ). It is found by
itself. Prove the pack by its total, and write the values of a few deals by hand.

Rules that are ``assumed`` are in no source: they are this program's own defaults, and
``ASSUMED`` says so beside them.
"""

from scoring.rules.relatives.deal import DealVerdict, Status, judge_row
from scoring.rules.relatives.game import ASSUMED, Bid, Game, HouseRule, Rule
from scoring.rules.relatives.judge import (
    judge_case,
    judge_deal,
    judge_match,
    judge_sheet,
    legal,
    melds,
    play,
    possible,
)
from scoring.rules.relatives.match import MatchVerdict, judge_rows
from scoring.rules.relatives.registry import GAMES, game_from_json, make_game
from scoring.rules.relatives.row import BIDS, Column, Field, Row, form_fields, read_row

__all__ = [
    "ASSUMED",
    "BIDS",
    "GAMES",
    "Bid",
    "Column",
    "DealVerdict",
    "Field",
    "Game",
    "HouseRule",
    "MatchVerdict",
    "Row",
    "Rule",
    "Status",
    "form_fields",
    "game_from_json",
    "judge_case",
    "judge_deal",
    "judge_match",
    "judge_row",
    "judge_rows",
    "judge_sheet",
    "legal",
    "make_game",
    "melds",
    "play",
    "possible",
    "read_row",
]
