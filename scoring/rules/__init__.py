"""The rules engine: pure Python, no Django.

``DeclaredDeal`` under a ``Ruleset`` goes into ``judge_deal``, a list of them into
``judge_sheet`` or ``judge_match``; out come bookings, findings and suggestions. A
``PlayRecord`` goes into ``judge_play``, an ``AuctionRecord`` into ``judge_auction``.
``can_occur`` answers what is possible at all.
"""

from scoring.rules.auction import AuctionRecord, AuctionVerdict, judge_auction
from scoring.rules.booked import Booked
from scoring.rules.deal import DealVerdict, judge_deal
from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError, parse_points, parse_roem
from scoring.rules.findings import Finding, Sentence, Severity, Side, Suggestion, Verdict
from scoring.rules.match import MatchVerdict, judge_match
from scoring.rules.play import PlayRecord, PlayVerdict, judge_play
from scoring.rules.possible import Answer, Question, can_occur
from scoring.rules.rulesets import Ruleset, make_ruleset
from scoring.rules.seats import Seat, dealer_of, derived_declarer
from scoring.rules.sheet import SheetVerdict, judge_sheet

__all__ = [
    "Answer",
    "AuctionRecord",
    "AuctionVerdict",
    "Booked",
    "DealVerdict",
    "DeclaredDeal",
    "EntryError",
    "Finding",
    "MatchVerdict",
    "PlayRecord",
    "PlayVerdict",
    "Question",
    "Ruleset",
    "Seat",
    "Sentence",
    "Severity",
    "SheetVerdict",
    "Side",
    "Suggestion",
    "Verdict",
    "can_occur",
    "dealer_of",
    "derived_declarer",
    "judge_auction",
    "judge_deal",
    "judge_match",
    "judge_play",
    "judge_sheet",
    "make_ruleset",
    "parse_points",
    "parse_roem",
]
