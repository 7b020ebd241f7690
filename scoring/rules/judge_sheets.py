"""The kinds of case about what was written down or can be: ``score`` to ``possible``."""

from collections.abc import Mapping

from scoring.rules import cards
from scoring.rules.booked import Booked
from scoring.rules.cases import CannotJudge, Case, Json, list_at, object_at, whole_at
from scoring.rules.deal import judge_deal
from scoring.rules.declared import DeclaredDeal, read_deal
from scoring.rules.entry import EntryError
from scoring.rules.findings import SIDES
from scoring.rules.match import judge_match
from scoring.rules.possible import Question, can_occur, totals
from scoring.rules.reach import POINTS, POINTS_BY_TRICKS
from scoring.rules.rulesets import Ruleset
from scoring.rules.score import Party, score_deal
from scoring.rules.seats import SEATS
from scoring.rules.sheet import judge_sheet


def score(case: Case, ruleset: Ruleset) -> Json:
    """What a counted deal books."""
    given = object_at(case, "input")
    decl, defenders = whole_at(given, "decl_pts"), whole_at(given, "def_pts")
    if decl not in POINTS or decl + defenders != cards.TOTAL:
        raise CannotJudge(
            f"input: decl_pts {decl} and def_pts {defenders}: a side has 0, 2 to 160 or 162, together 162"
        )
    roem = [whole_at(given, "decl_roem"), whole_at(given, "def_roem")]
    for name, value in zip(("decl_roem", "def_roem"), roem, strict=True):
        if value not in ruleset.reach.one_side:
            raise CannotJudge(f"input: {name} {value} cannot occur in a deal")
    verzaakt = given.get("verzaakt")
    if verzaakt not in (None, "decl", "def"):
        raise CannotJudge(f"input: verzaakt {verzaakt!r}: allowed are decl, def, null")
    pit = _pit(given, decl, roem, ruleset)
    booked = score_deal(decl, roem[0], defenders, roem[1], ruleset, pit=pit, verzaakt=verzaakt)
    return {
        "decl": booked.declarers.total,
        "def": booked.defenders.total,
        "status": str(booked.status),
    }


def _pit(given: Case, decl_points: int, roem: list[int], ruleset: Ruleset) -> Party | None:
    if given.get("decl_tricks") is None:
        return None
    tricks = whole_at(given, "decl_tricks")
    if tricks not in range(9):
        raise CannotJudge(f"input: decl_tricks {tricks}: allowed are 0 to 8, null")
    if decl_points not in POINTS_BY_TRICKS[tricks]:
        raise CannotJudge(f"input: {tricks} decl_tricks cannot hold {decl_points} decl_pts")
    for name, won, value in (("decl", tricks, roem[0]), ("def", 8 - tricks, roem[1])):
        if not won and value not in ruleset.reach.without_a_trick:
            raise CannotJudge(f"input: {name}_roem {value} without a trick cannot occur")
    return {0: "def", 8: "decl"}.get(tricks)  # type: ignore[return-value]


def deal(case: Case, ruleset: Ruleset) -> Json:
    """The verdict of one row."""
    try:
        declared, unreadable = read_deal(object_at(case, "input"))
    except CannotJudge:
        raise
    except ValueError as error:
        raise CannotJudge(f"input: {error}") from error
    return judge_deal(declared, ruleset, unreadable=unreadable).to_json()


def sheet(case: Case, ruleset: Ruleset) -> Json:
    """The verdict of a whole sheet."""
    deals, unreadable = [], {}
    for number, row in enumerate(list_at(case, "deals", "deals"), 1):
        declared, unreadable[number] = _declared(number, row)
        deals.append(declared)
    written = case.get("written") or {}
    if not isinstance(written, Mapping):
        raise CannotJudge("written is an object with we and they, or null")
    totals = {side: None if written.get(side) is None else whole_at(written, side) for side in SIDES}
    dealer = case.get("first_dealer")
    if dealer is not None and dealer not in SEATS:
        raise CannotJudge(f"first_dealer {dealer!r}: allowed are N, E, S, W, null")
    verdict = judge_sheet(deals, ruleset, written=totals, first_dealer=dealer, unreadable=unreadable)
    return verdict.to_json()


def match(case: Case, ruleset: Ruleset) -> Json:
    """Who won a match, and when; each deal as for ``deal``, or as booked: {"we": 115, "they": 67}."""
    deals: list[DeclaredDeal | Booked] = []
    unreadable: dict[int, list[EntryError]] = {}
    for number, row in enumerate(list_at(case, "deals", "deals"), 1):
        if isinstance(row, Mapping) and type(row.get("we")) is int:
            deals.append(_booked(number, row))
        else:
            declared, unreadable[number] = _declared(number, row)
            deals.append(declared)
    return judge_match(deals, ruleset, unreadable=unreadable).to_json()


def _declared(number: int, row: object) -> tuple[DeclaredDeal, list[EntryError]]:
    try:
        return read_deal(row)
    except ValueError as error:
        raise CannotJudge(f"deal {number}: {error}") from error


def _booked(number: int, row: Case) -> Booked:
    try:
        return Booked(whole_at(row, "we"), whole_at(row, "they"))
    except CannotJudge as error:
        raise CannotJudge(f"deal {number}: {error}") from error


def possible(case: Case, ruleset: Ruleset) -> Json:
    """What a side can have, or whether given points and roem can occur together."""
    given = case if case.get("input") is None else object_at(case, "input")
    tricks = _number(given, "tricks")
    if tricks is not None and tricks not in range(9):
        raise CannotJudge(f"tricks {tricks}: allowed are 0 to 8, null")
    points, we, they = (_number(given, field) for field in ("points", "roem_we", "roem_they"))
    if points is we is they is None:
        return totals(tricks, ruleset)
    return can_occur(Question(points, we, they, tricks), ruleset).to_json()


def _number(given: Case, field: str) -> int | None:
    return None if given.get(field) is None else whole_at(given, field)
