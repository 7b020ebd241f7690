"""No deal that can be is ever refused: every split of points and roem, in every way of writing it down.

A repair is only asked for where something is wrong; so nothing may be wrong with what is right. This goes
through the exact table of what can occur, which no number of simulated sheets does.
"""

import os
from dataclasses import replace
from itertools import product

import pytest

from scoring.rules import DeclaredDeal, judge_deal, make_ruleset
from scoring.rules.findings import OTHER, SIDES
from scoring.rules.score import Status, score_deal

STEP = 1 if os.environ.get("KLAVERCLUB_TEST_FULL") == "1" else 41
RULESETS = {
    "amsterdam": make_ruleset("amsterdam"),
    "rotterdam": make_ruleset("rotterdam"),
    "no pit for defenders": make_ruleset("amsterdam", {"pit_defenders": False}),
    "tie made": make_ruleset("amsterdam", {"tie": "made"}),
}


def possible_deals(ruleset):
    """Points of "we", roem of both, and who has all tricks, if anybody may."""
    for (we, they), (points, _seen) in sorted(ruleset.reach.joint.items()):
        for own in range(163):
            if points >> own & 1:
                yield own, we, they, None
                if own in (0, 162) and not (they if own else we):
                    yield own, we, they, "we" if own else "they"


def ways_to_write(points, roem, declarer, score, pit):
    """The rows that honest tables may have for a deal: with or without who played, nat as counted or as 0 and 162."""
    nat = score.status in (Status.NAT, Status.NAT_PIT)
    for with_declarer, as_written in product((True, False), (False, True) if nat else (False,)):
        marks = {"nat" if with_declarer else f"nat-{declarer}"} if nat else set()
        marks |= {f"pit-{pit}"} if pit else set()
        we, they = points
        own = dict(zip(SIDES, roem, strict=True))
        if as_written:
            we, they = (0, 162) if declarer == "we" else (162, 0)
            own = {declarer: 0, OTHER[declarer]: sum(roem)}
        row = DeclaredDeal(
            declarer if with_declarer else None, we, own["we"], they, own["they"], frozenset(marks)
        )
        yield row
        yield replace(row, we_points=None)
        yield replace(row, they_points=None)


@pytest.mark.parametrize("name", RULESETS)
def test_every_deal_that_can_be_is_booked_as_it_was_played(name):
    ruleset = RULESETS[name]
    judged = 0
    for number, (own, we, they, pit) in enumerate(possible_deals(ruleset)):
        if number % STEP:
            continue
        for declarer in SIDES:
            points, roem = (own, 162 - own), (we, they)
            at = SIDES.index(declarer)
            party = pit and ("decl" if pit == declarer else "def")
            score = score_deal(points[at], roem[at], points[1 - at], roem[1 - at], ruleset, pit=party)
            if ruleset.tie == "made" and points[0] + we == points[1] + they:
                continue  # nobody wins: it needs no mark and tells nothing
            booked = {declarer: score.declarers, OTHER[declarer]: score.defenders}
            for row in ways_to_write(points, roem, declarer, score, pit):
                verdict = judge_deal(row, ruleset)
                assert verdict.verdict != "refuse", (row, verdict.findings)
                assert verdict.booked == booked, row
                judged += 1
    assert judged > 15_000
