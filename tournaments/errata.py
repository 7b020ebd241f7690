"""What a publication says otherwise than the one before it: an erratum, computed from their contents. Pure.

A content is described in `tournaments.models.publication`. A change is a JSON object with `what`:

"line"   somebody's rank, value or cells (rounds of an evening, evenings of a season, matches) are others. `rank` and `value`
         are [before, after], null where they are the same or not to be compared; `cells` is a list of
         [number, before, after]. `how` is "new" or "gone" for who stands in one of the lists only.
"prize"  somebody wins another prize: `by`, `place`, `before` and `after` ({"cents", "goods"} or null).
"name"   somebody is called otherwise: `before` and `after`.
"rule"   the rule is another: `before` and `after` in sentences by language.
"match"  a match of a knock-out is told otherwise (`tournaments.errata_brackets`).

All but "rule" and "match" have `entry`, `name` and `public` (the name that everybody may read).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournaments import errata_brackets

Content = Mapping[str, Any]
Change = dict[str, Any]


def changes(before: Content, after: Content, merged: Mapping[int, int] | None = None) -> list[Change]:
    """Every change, in the order of the later list; who is gone comes last.

    merged: entries that went on in another one since, by key: where the earlier list has only such a one, it is the
    other under the name of then; where it has both, one line is gone.

    Where the later list counts evenings (or matches) that the earlier one did not know, only what both tell is
    compared: the evenings of both, not the ranks.
    """
    found: list[Change] = []
    if before["rule"] != after["rule"]:
        found.append({"what": "rule", "before": before["rules"], "after": after["rules"]})
    if errata_brackets.is_bracket(before) or errata_brackets.is_bracket(after):
        both = errata_brackets.is_bracket(before) and errata_brackets.is_bracket(after)
        return [*found, *(errata_brackets.changes(before, after, merged or {}) if both else ())]
    before = {**before, "lines": _as_called_now(before, merged or {})}
    if after["kind"] == "prizes":
        return [*found, *_prizes(before, after)]
    return [*found, *_lines(before, after, same=edition(before) == edition(after))]


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
    cells = _cells(then, now, before["columns"], after["columns"])
    if after["kind"] == "division":
        cells += _withdrawn(then, before["columns"], after["columns"])
    pairs = {
        name: [then[name], now[name]] if same and then[name] != now[name] else None
        for name in ("rank", "value")
    }
    if cells or any(pairs.values()):
        yield _who(now) | {"what": "line", "how": "changed", **pairs, "cells": cells}
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
        if _worth(old) != _worth(new):
            line = new or old
            assert line is not None  # the key is from one of the two
            yield _who(line) | {
                "what": "prize",
                "by": key[0],
                "place": key[1],
                "before": _worth(old),
                "after": _worth(new),
            }
        elif old and new and old["name"] != new["name"]:
            yield _who(new) | {"what": "name", "before": old["name"], "after": new["name"]}


def _prize_key(line: Mapping[str, Any]) -> tuple[str, int, int]:
    return line["by"], line["place"], line["entry"]


def _worth(line: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if line is None else {name: line[name] for name in ("cents", "goods")}
