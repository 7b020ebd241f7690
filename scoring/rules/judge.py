"""The rules engine as JSON in, JSON out: one case, one answer (see ``manage.py judge``)."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.rules import judge_cards, judge_sheets, relatives
from scoring.rules.cases import CannotJudge, Case, Json
from scoring.rules.rulesets import Ruleset, make_ruleset

__all__ = ["KINDS", "CannotJudge", "judge", "judge_text"]

KINDS: dict[str, Callable[[Case, Ruleset], Json]] = {
    "legal": judge_cards.legal,
    "roem": judge_cards.roem,
    "score": judge_sheets.score,
    "deal": judge_sheets.deal,
    "sheet": judge_sheets.sheet,
    "play": judge_cards.play,
    "trump": judge_cards.trump,
    "match": judge_sheets.match,
    "possible": judge_sheets.possible,
}


def judge(case: object) -> Json:
    """Judge one case. Raises CannotJudge."""
    if not isinstance(case, Mapping):
        raise CannotJudge("a case is an object with id and kind")
    try:
        return _judged(case)
    except CannotJudge:
        raise
    except ValueError as error:
        raise CannotJudge(str(error)) from error


def _judged(case: Case) -> Json:
    name, kind = case.get("ruleset", "amsterdam"), case.get("kind")
    if isinstance(name, str) and name in relatives.GAMES:
        return relatives.judge_case(case)
    if not isinstance(kind, str) or kind not in KINDS:
        raise CannotJudge(f"kind {kind!r} is not known; allowed are {', '.join(KINDS)}")
    return KINDS[kind](case, make_ruleset(name, case.get("options"), roem_only=kind == "roem"))


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
