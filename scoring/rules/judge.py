"""The rules engine as JSON in, JSON out: one case, one answer (see ``manage.py judge``)."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.rules import cards
from scoring.rules.deal import judge_deal
from scoring.rules.declared import read_deal
from scoring.rules.findings import SIDES
from scoring.rules.reach import POINTS, POINTS_BY_TRICKS
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import Ruleset, make_ruleset
from scoring.rules.score import Party, score_deal
from scoring.rules.seats import SEATS
from scoring.rules.sheet import judge_sheet
from scoring.rules.tricks import legal_cards

Json = dict[str, Any]


class CannotJudge(ValueError):
    """A case that cannot be judged; the text says what is wrong and where."""


def judge(case: object) -> Json:
    """Judge one case. Raises CannotJudge."""
    if not isinstance(case, Mapping):
        raise CannotJudge("a case is an object with id and kind")
    kind = case.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise CannotJudge(f"kind {kind!r} is not known; allowed are {', '.join(KINDS)}")
    try:
        ruleset = make_ruleset(
            case.get("ruleset", "amsterdam"), case.get("options"), roem_only=kind == "roem"
        )
        return KINDS[kind](case, ruleset)
    except CannotJudge:
        raise
    except ValueError as error:
        raise CannotJudge(str(error)) from error


def judge_text(text: str) -> Iterator[Json]:
    """Judge every case of a text: one object per line, or {"vectors": [...]}.

    Each answer holds the id of its case; a case that cannot be judged gives
    {"id", "error"} and never stops the rest.
    """
    for case, error in _cases(text):
        answer: Json = {"id": case.get("id") if isinstance(case, Mapping) else None}
        if error:
            yield {**answer, "error": error}
            continue
        try:
            yield {**answer, **judge(case)}
        except CannotJudge as reason:
            yield {**answer, "error": str(reason)}


def _cases(text: str) -> Iterator[tuple[object, str | None]]:
    """The cases of a text, each with what kept it from being read."""
    try:
        whole = _load(text)
    except ValueError:
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("vectors"), list):
        for case in whole["vectors"]:
            yield case, None
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _load(line), None
            except ValueError as error:
                yield None, f"line {number} is not JSON: {error}"


def _load(text: str) -> Any:
    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not a number of JSON")

    try:
        return json.loads(text, parse_constant=refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


# The kinds


def _legal(case: Mapping[str, Any], ruleset: Ruleset) -> Json:
    trump = _suit(case, "trump")
    trick, hand = _cards(case, "trick", 0, 3), _cards(case, "hand", 1, 8)
    both = cards.names(card for card in hand if card in trick)
    if both:
        raise CannotJudge(f"hand: {both[0]} lies in the trick already")
    legal = legal_cards(hand, trick, trump, ruleset)
    return {"legal": cards.names(legal.cards), "rule": legal.rule}


def _roem(case: Mapping[str, Any], ruleset: Ruleset) -> Json:
    parts = trick_roem(_cards(case, "cards", 4, 4), _suit(case, "trump"), ruleset)
    shown = [{"rule": part.rule, "points": part.points, "cards": cards.names(part.cards)} for part in parts]
    return {"roem": roem_points(parts), "parts": shown}


def _score(case: Mapping[str, Any], ruleset: Ruleset) -> Json:
    given = _object(case, "input")
    decl, defenders = _whole(given, "decl_pts"), _whole(given, "def_pts")
    if decl not in POINTS or decl + defenders != cards.TOTAL:
        raise CannotJudge(
            f"input: decl_pts {decl} and def_pts {defenders}: a side has 0, 2 to 160 or 162, together 162"
        )
    roem = [_whole(given, "decl_roem"), _whole(given, "def_roem")]
    for name, value in zip(("decl_roem", "def_roem"), roem, strict=True):
        if value not in ruleset.reach.one_side:
            raise CannotJudge(f"input: {name} {value} cannot occur in a deal")
    verzaakt = given.get("verzaakt")
    if verzaakt not in (None, "decl", "def"):
        raise CannotJudge(f"input: verzaakt {verzaakt!r}: allowed are decl, def, null")
    pit = _pit(given, decl, roem)
    score = score_deal(decl, roem[0], defenders, roem[1], ruleset, pit=pit, verzaakt=verzaakt)
    return {
        "decl": score.declarers.total,
        "def": score.defenders.total,
        "status": str(score.status),
    }


def _pit(given: Mapping[str, Any], decl_points: int, roem: list[int]) -> Party | None:
    if given.get("decl_tricks") is None:
        return None
    tricks = _whole(given, "decl_tricks")
    if tricks not in range(9):
        raise CannotJudge(f"input: decl_tricks {tricks}: allowed are 0 to 8, null")
    if decl_points not in POINTS_BY_TRICKS[tricks]:
        raise CannotJudge(f"input: {tricks} decl_tricks cannot hold {decl_points} decl_pts")
    for name, won, value in (("decl", tricks, roem[0]), ("def", 8 - tricks, roem[1])):
        if not won and value:
            raise CannotJudge(f"input: {name}_roem {value} without a trick cannot occur")
    return {0: "def", 8: "decl"}.get(tricks)  # type: ignore[return-value]


def _deal(case: Mapping[str, Any], ruleset: Ruleset) -> Json:
    try:
        deal, unreadable = read_deal(_object(case, "input"))
    except ValueError as error:
        raise CannotJudge(f"input: {error}") from error
    return judge_deal(deal, ruleset, unreadable=unreadable).to_json()


def _sheet(case: Mapping[str, Any], ruleset: Ruleset) -> Json:
    rows = case.get("deals")
    if not isinstance(rows, list):
        raise CannotJudge("deals is a list of deals")
    deals, unreadable = [], {}
    for number, row in enumerate(rows, 1):
        try:
            deal, unreadable[number] = read_deal(row)
        except ValueError as error:
            raise CannotJudge(f"deal {number}: {error}") from error
        deals.append(deal)
    written = case.get("written") or {}
    if not isinstance(written, Mapping):
        raise CannotJudge("written is an object with we and they, or null")
    totals = {side: None if written.get(side) is None else _whole(written, side) for side in SIDES}
    dealer = case.get("first_dealer")
    if dealer is not None and dealer not in SEATS:
        raise CannotJudge(f"first_dealer {dealer!r}: allowed are N, E, S, W, null")
    verdict = judge_sheet(deals, ruleset, written=totals, first_dealer=dealer, unreadable=unreadable)
    return verdict.to_json()


KINDS: dict[str, Callable[[Mapping[str, Any], Ruleset], Json]] = {
    "legal": _legal,
    "roem": _roem,
    "score": _score,
    "deal": _deal,
    "sheet": _sheet,
}

# Reading the parts of a case


def _object(case: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    value = case.get(field)
    if not isinstance(value, Mapping):
        raise CannotJudge(f"{field} is missing or not an object")
    return value


def _suit(case: Mapping[str, Any], field: str) -> cards.Suit:
    try:
        return cards.suit(case.get(field))
    except ValueError as error:
        raise CannotJudge(f"{field}: {error}") from error


def _cards(case: Mapping[str, Any], field: str, least: int, most: int) -> list[cards.Card]:
    value = case.get(field)
    if not isinstance(value, list):
        raise CannotJudge(f"{field} is a list of cards")
    try:
        found = cards.cards(value)
    except ValueError as error:
        raise CannotJudge(f"{field}: {error}") from error
    if not least <= len(found) <= most:
        allowed = least if least == most else f"{least} to {most}"
        raise CannotJudge(f"{field}: {len(found)} cards; allowed are {allowed}")
    return found


def _whole(given: Mapping[str, Any], field: str) -> int:
    value = given.get(field)
    if type(value) is not int:
        raise CannotJudge(f"{field} {value!r} is not a whole number")
    return value
