"""What a publication says otherwise than the one before it: an erratum, computed from their contents. Pure.

A content is described in `tournaments.models.publication`. A change is a JSON object with `what`:

"rule"   the rule is another: `before` and `after` in sentences by language.
"evening" an evening counts that was left out, or does not count any more: its `number`, and `how` "new" or "gone".
"span"   all that follows is about a standing over these `evenings` alone, the later list counts more.
"line"   somebody's rank, value or cells (rounds of an evening, evenings of a season, matches) are others. `rank` and `value`
         are [before, after], null where they are the same or not to be compared; `cells` is a list of
         [number, before, after]. `how` is "new" or "gone" for who stands in one of the lists only.
"prize"  somebody wins another prize, or the same one with another result: `by`, `place`, `before` and `after` ({"cents",
         "goods"} or null); `value` is [before, after] where the result is another.
"name"   somebody is called otherwise: `before` and `after`.
"match"  a match of a knock-out is told otherwise (`tournaments.errata_brackets`).

Those about somebody have `entry`, `name` and `public` (the name that everybody may read). Where a value was measured
otherwise before than after, and with every value of a prize, `measures` says how: [before, after], each as `measure_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tournaments import errata_brackets

Content = Mapping[str, Any]
Change = dict[str, Any]
Over = Callable[[list[int]], Content]
"""Makes the later list over some of its evenings, by their numbers."""


def changes(
    before: Content, after: Content, merged: Mapping[int, int] | None = None, over: Over | None = None
) -> list[Change]:
    """Every change, in the order of the later list; who is gone comes last.

    merged: entries that went on in another one since, by key: where the earlier list has only such a one, it is the
    other under the name of then; where it has both, one line is gone.

    Where the later list counts evenings (or matches) that the earlier one could not know, only what both tell is
    compared: the evenings of both, not the ranks. When something is wrong in these, and `over` is there, ranks and
    values are compared as well: with the later list over the evenings of the earlier one.
    """
    found = list(_rules(before, after))
    if errata_brackets.is_bracket(before) or errata_brackets.is_bracket(after):
        both = errata_brackets.is_bracket(before) and errata_brackets.is_bracket(after)
        return [*found, *(errata_brackets.changes(before, after, merged or {}) if both else ())]
    before = {**before, "lines": _as_called_now(before, merged or {})}
    if after["kind"] == "prizes":
        won = list(_prizes(before, after))
        return [*found, *(_ranked_by(before, after) if is_wrong(won) else ()), *won]
    found += _evenings(before, after)
    common = _span(before, after)
    if common == edition(after):
        return [*found, *_lines(before, after, same=True)]
    found_in_both = [*found, *_lines(before, after, same=False)]
    if over is None or after["kind"] != "standing" or not is_wrong(found_in_both):
        return found_in_both
    told = {"what": "span", "evenings": common}
    return [*found, told, *_lines(before, over(common), same=True)]


def _rules(before: Content, after: Content) -> Iterator[Change]:
    same = before["rule"] == after["rule"]
    if after["kind"] == "prizes":  # a plan has those of other lists too; the sentences are of this one
        same = same or before["rules"] == after["rules"]
    if not same:
        yield {"what": "rule", "before": before["rules"], "after": after["rules"]}


def _ranked_by(before: Content, after: Content) -> Iterator[Change]:
    """The rule of the season that prizes are won by, where both tell it; a list of prizes itself does not print it."""
    if "standing" in before and "standing" in after and before["standing"] != after["standing"]:
        yield {"what": "rule", "before": before["standing_rules"], "after": after["standing_rules"]}


def _evenings(before: Content, after: Content) -> Iterator[Change]:
    """Evenings that are taken out of the count, or taken into it although they had been left out."""
    if after["kind"] != "standing":
        return
    for number in spans(before):
        if number not in spans(after):
            yield {"what": "evening", "number": number, "how": "gone"}
    for number in _left_out(before, after):
        yield {"what": "evening", "number": number, "how": "new"}


def _left_out(before: Content, after: Content) -> list[int]:
    """The evenings of the later list that had been played when the earlier one was made, and did not count."""
    return [number for number in spans(after) if number in before.get("others", ())]


def _span(before: Content, after: Content) -> list[int]:
    """What the later list counts of what the earlier one knew, whether it counted that or not."""
    if after["kind"] == "division":
        return edition(before)
    known = {*spans(before), *_left_out(before, after)}
    return [number for number in spans(after) if number in known]


def _as_called_now(content: Content, merged: Mapping[int, int]) -> list[Mapping[str, Any]]:
    prizes = content["kind"] == "prizes"
    known = {_place_of(line, prizes=prizes) for line in content["lines"]}
    lines: list[Mapping[str, Any]] = []
    for line in content["lines"]:
        now = {**line, "entry": merged.get(line["entry"], line["entry"])}
        if _place_of(now, prizes=prizes) not in known:
            known.add(_place_of(now, prizes=prizes))
            lines.append(now)
        else:
            lines.append(line)
    return lines


def _place_of(line: Mapping[str, Any], *, prizes: bool) -> tuple[Any, ...]:
    return _prize_key(line) if prizes else (line["entry"],)


def is_wrong(found: Iterable[Change]) -> bool:
    """Was something wrong in what was published? Another spelling of a name is not: it was right at the time."""
    return any(change["what"] != "name" for change in found)


def spans(content: Content) -> list[int]:
    """The numbers of the evenings that a list counts."""
    return [evening["number"] for evening in content["evenings"]]


def edition(content: Content) -> list[int]:
    """What a list counts: its evenings, or of a division the matches that are played or decided."""
    return matches_in(content["columns"]) if content["kind"] == "division" else spans(content)


def measure_of(content: Content) -> dict[str, Any]:
    """In what a list ranks: {"counts"} of a division, else {"measure"} and of an average its decimals; {} where that is
    not known: of older prizes of a season."""
    if content["kind"] == "division":
        return {"counts": content["rule"].get("counts")}
    rule = content["rule"] if content["kind"] == "standing" else content.get("standing")
    if rule is None:
        return {"measure": "sum"} if content.get("evening") or content["kind"] == "evening" else {}
    measured = {"measure": rule["measure"]}
    return measured | ({"decimals": rule["decimals"]} if rule["measure"] == "average" else {})


def settled(before: Content, found: list[Change], after: Content, over: Over) -> Content:
    """What readers know for good of a list, once `found` is told of what they knew `before`: of the same evenings.

    The later list may still change, but not what it tells of these. Enough to be compared with (`changes`).
    """
    if not is_wrong(found):
        return before
    if after["kind"] == "standing":
        common = _span(before, after)
        return after if common == edition(after) else over(common)
    if after["kind"] != "division" or edition(before) == edition(after):
        return after
    columns = [number for number in before["columns"] if number in after["columns"]]
    if errata_brackets.is_bracket(after):
        return {**after, "columns": columns}
    return {**after, "columns": columns, "lines": list(_narrowed(before, after, columns))}


def _narrowed(before: Content, after: Content, columns: list[int]) -> Iterator[Mapping[str, Any]]:
    """The lines of a division over fewer matches; with the rank of before, for no other was told."""
    then = {line["entry"]: line for line in before["lines"]}
    for line in after["lines"]:
        if line["entry"] in then:
            cells = dict(zip(after["columns"], line["cells"], strict=True))
            known = {name: then[line["entry"]][name] for name in ("rank", "value")}
            yield {**line, **known, "cells": [cells[number] for number in columns]}


def matches_in(columns: Iterable[int]) -> list[int]:
    """The matches among the columns of a division; the others are minus the evenings, for points by hand."""
    return [number for number in columns if number > 0]


def _lines(before: Content, after: Content, *, same: bool) -> Iterator[Change]:
    then = {line["entry"]: line for line in before["lines"]}
    now = {line["entry"]: line for line in after["lines"]}
    for entry, line in now.items():
        if entry in then:
            yield from _line(then[entry], line, before, after, same=same)
        elif same:
            yield _who(line) | {
                "what": "line",
                "how": "new",
                "rank": [None, line["rank"]],
                "value": [None, line["value"]],
                "cells": [],
            }
    for entry, line in then.items():
        if entry not in now:
            yield _who(line) | {
                "what": "line",
                "how": "gone",
                "rank": [line["rank"], None],
                "value": [line["value"], None],
                "cells": [],
            }


def _line(
    then: Mapping[str, Any], now: Mapping[str, Any], before: Content, after: Content, *, same: bool
) -> Iterator[Change]:
    measures = [measure_of(before), measure_of(after)]
    cells = []
    if after["kind"] != "division" or measures[0] == measures[1]:
        cells = _cells(then, now, before["columns"], after["columns"])
    if after["kind"] == "division":
        cells += _withdrawn(then, before["columns"], after["columns"])
    pairs = {
        name: [then[name], now[name]] if same and then[name] != now[name] else None
        for name in ("rank", "value")
    }
    if cells or any(pairs.values()):
        otherwise = {"measures": measures} if pairs["value"] and measures[0] != measures[1] else {}
        yield _who(now) | {"what": "line", "how": "changed", **pairs, "cells": cells} | otherwise
    if same and then["name"] != now["name"]:
        yield _who(now) | {"what": "name", "before": then["name"], "after": now["name"]}


def _cells(
    then: Mapping[str, Any], now: Mapping[str, Any], earlier: list[int], later: list[int]
) -> list[list[Any]]:
    """[number, before, after] of every round or evening that both lists have and tell otherwise."""
    old = dict(zip(earlier, then["cells"], strict=True))
    new = dict(zip(later, now["cells"], strict=True))
    return [
        [number, old[number], new[number]] for number in later if number in old and old[number] != new[number]
    ]


def _withdrawn(then: Mapping[str, Any], earlier: list[int], later: list[int]) -> list[list[Any]]:
    """[number, before, null] of a match that counted, and does not any more."""
    old = zip(earlier, then["cells"], strict=True)
    return [[number, points, None] for number, points in old if number not in later and points is not None]


def _who(line: Mapping[str, Any]) -> Change:
    return {name: line[name] for name in ("entry", "name", "public")}


def _prizes(before: Content, after: Content) -> Iterator[Change]:
    """Who wins what, prize by prize; what is shared otherwise is another prize."""
    then = {_prize_key(line): line for line in before["lines"]}
    now = {_prize_key(line): line for line in after["lines"]}
    for key in (*now, *(key for key in then if key not in now)):
        old, new = then.get(key), now.get(key)
        result = _result(old, new)
        if _worth(old) != _worth(new) or result:
            line = new or old
            assert line is not None  # the key is from one of the two
            measures = {"measures": [measure_of(before), measure_of(after)]} if result else {}
            yield _who(line) | {
                "what": "prize",
                "by": key[0],
                "place": key[1],
                "before": _worth(old),
                "after": _worth(new),
                **result,
                **measures,
            }
        elif old and new and old["name"] != new["name"]:
            yield _who(new) | {"what": "name", "before": old["name"], "after": new["name"]}


def _prize_key(line: Mapping[str, Any]) -> tuple[str, int, int]:
    return line["by"], line["place"], line["entry"]


def _result(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> dict[str, list[str]]:
    """With what it is won, before and after, where somebody wins a prize of the same place with another result."""
    if old is None or new is None or old["value"] == new["value"]:
        return {}
    return {"value": [old["value"], new["value"]]}


def _worth(line: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if line is None else {name: line[name] for name in ("cents", "goods")}
