"""Short ways to write rows of a sheet in tests."""

from scoring.rules import DeclaredDeal, make_ruleset

AMSTERDAM = make_ruleset("amsterdam")


def row(we, they, *marks, declarer=None):
    """``we`` and ``they`` are (points, roem)."""
    return DeclaredDeal(declarer, we[0], we[1], they[0], they[1], frozenset(marks))


def codes(verdict):
    return [finding.code for finding in verdict.findings]
