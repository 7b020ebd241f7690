"""The rules engine: pure Python, no Django.

``DeclaredDeal`` under a ``Ruleset`` goes into ``judge_deal``, a list of them into
``judge_sheet``; out come bookings, findings and suggestions.
"""

from scoring.rules.deal import DealVerdict, judge_deal
from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError, parse_points, parse_roem
from scoring.rules.findings import Finding, Sentence, Severity, Side, Suggestion, Verdict
from scoring.rules.rulesets import Ruleset, make_ruleset
from scoring.rules.seats import Seat, dealer_of, derived_declarer
from scoring.rules.sheet import SheetVerdict, judge_sheet

__all__ = [
    "DealVerdict",
    "DeclaredDeal",
    "EntryError",
    "Finding",
    "Ruleset",
    "Seat",
    "Sentence",
    "Severity",
    "SheetVerdict",
    "Side",
    "Suggestion",
    "Verdict",
    "dealer_of",
    "derived_declarer",
    "judge_deal",
    "judge_sheet",
    "make_ruleset",
    "parse_points",
    "parse_roem",
]
