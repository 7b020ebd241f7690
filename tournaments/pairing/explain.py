"""Why a draw is as it is: what decided for a table, what it would cost that two others meet, and why somebody rests.

In the sentences `entry`, `one` and `other` are entries, for which a page puts the names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.pairing.goal import Goal, resting
from tournaments.pairing.goals import TABLE_SIZES, Level, Unit, goals, levels
from tournaments.pairing.methods import draw_round
from tournaments.pairing.model import Draw, DrawError, DrawInput, Table, couple
from tournaments.pairing.ranks import doubled_ranks
from tournaments.sentences import Sentence, gettext_noop

MOST_TABLES = 3
"""Tables named that pay for a wish."""


@dataclass(frozen=True, slots=True)
class Nearer:
    """Somebody at the table, somebody elsewhere who stands nearer than who is met, and what speaks against them, if one thing does."""

    one: int
    other: int
    reason: Sentence | None


@dataclass(frozen=True, slots=True)
class TableReasons:
    """What decided for one table. ranks: of its people, where the draw goes by standing; 1.5 is shared by 1 and 2."""

    table: Table
    ranks: dict[int, float]
    facts: tuple[Sentence, ...]
    nearer: tuple[Nearer, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A goal at which two draws differ: how the one does and how the other. parts: of what the goal is made up."""

    goal: str
    here: Sentence
    there: Sentence
    parts: tuple[Difference, ...] = ()


Outcome = Literal["same", "refused", "worse", "later", "equal", "better"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best draw in which a wish is granted, beside the draw as it is.

    outcome: "same", the draw grants it already; "refused", no such draw can be, `refusal` says why; "worse", it loses
    at the goal `decides`; "later", it is as good but leaves no way through the rounds after it; "equal", the lot
    chose between them; "better", for this round alone it is better (a draw changed by hand, a search that was cut
    short, or one that minds the rounds to come). changed: the tables that would be others; pays: those of them that
    count most at the deciding goal.
    """

    outcome: Outcome
    refusal: Sentence | None = None
    decides: Difference | None = None
    changed: tuple[Table, ...] = ()
    pays: tuple[Table, ...] = ()
    rest: tuple[int, ...] = ()


def why_table(draw: Draw, given: DrawInput, number: int) -> TableReasons:
    """What is to be said of table `number`. Raises KeyError when there is none."""
    table = {table.number: table for table in draw.tables}[number]
    if not _ranked(given):
        return TableReasons(table, {}, tuple(facts(table, given)), ())
    ranks = doubled_ranks(given)
    shown = {entry: ranks[entry] / 2 for entry in table.entries}
    return TableReasons(table, shown, tuple(facts(table, given)), tuple(_nearer(table, given)))


def facts(table: Table, given: DrawInput) -> Iterator[Sentence]:
    """Who of the table met before and how often, who are kept apart, and how far apart they stand."""
    if table in given.locked:
        yield Sentence(gettext_noop("This table was pinned: the draw left it as it was."))
    yield from _wishes(table, given)
    if _ranked(given):
        ranks = doubled_ranks(given)
        at_table = [ranks[entry] / 2 for entry in table.entries]
        text = gettext_noop("From first to last they stand %(gap)s ranks apart.")
        yield Sentence(text, {"gap": max(at_table) - min(at_table)})
    elif given.rule.method == "swiss":
        yield Sentence(gettext_noop("Nobody stood higher than another yet: the lot decided."))
    met = list(_met(table, given))
    yield from met or [Sentence(gettext_noop("Nobody at this table met another before in this event."))]
    for pair in [*table.partners, *table.opponents]:
        for group in given.apart:
            if group.entries.issuperset(pair):
                text = gettext_noop("%(one)s and %(other)s belong to a group that is kept apart: %(name)s.")
                yield Sentence(text, {"one": pair[0], "other": pair[1], "name": group.name})


def _ranked(given: DrawInput) -> bool:
    """Does the draw go by a standing, or by strengths that stand in for it?"""
    known = given.scores or (given.strengths and given.rule.seeding == "strength")
    return given.rule.method == "swiss" and bool(known)


def _wishes(table: Table, given: DrawInput) -> Iterator[Sentence]:
    for entry in table.entries:
        if entry in given.fixed_tables:
            yield Sentence(gettext_noop("%(entry)s always sits at this table."), {"entry": entry})


def _met(table: Table, given: DrawInput) -> Iterator[Sentence]:
    texts = (
        (
            table.partners,
            given.evening.partners,
            gettext_noop("%(one)s and %(other)s were partners before (%(times)s ×)."),
        ),
        (
            table.opponents,
            given.evening.opponents,
            gettext_noop("%(one)s and %(other)s met before (%(times)s ×)."),
        ),
        (
            table.partners,
            given.evening.opponents,
            gettext_noop("%(one)s and %(other)s are partners now and were opponents before (%(times)s ×)."),
        ),
        (
            table.opponents,
            given.evening.partners,
            gettext_noop("%(one)s and %(other)s are opponents now and were partners before (%(times)s ×)."),
        ),
    )
    for pairs, counts, text in texts:
        for one, other in pairs:
            times = counts.get(couple(one, other), 0)
            if times:
                yield Sentence(text, {"one": one, "other": other, "times": times})


def _nearer(table: Table, given: DrawInput) -> Iterator[Nearer]:
    """For each at the table the nearest other of all who stands nearer than the nearest opponent there."""
    ranks = doubled_ranks(given)
    for entry in table.entries:
        met = [ranks[pair[0]] + ranks[pair[1]] - ranks[entry] for pair in table.opponents if entry in pair]
        gap = min(abs(rank - ranks[entry]) for rank in met)
        others = [other for other in given.entries if other not in table.entries]
        other = min(others, key=lambda each: (abs(ranks[each] - ranks[entry]), each), default=None)
        if other is not None and abs(ranks[other] - ranks[entry]) < gap:
            yield Nearer(entry, other, hindrance(given, entry, other))


def hindrance(given: DrawInput, one: int, other: int) -> Sentence | None:
    """The one thing that speaks against a meeting of these two as opponents, if there is one."""
    pair = couple(one, other)
    params: dict[str, object] = {"one": one, "other": other}
    for entry in pair:
        if entry in given.must_sit_out:
            return Sentence(gettext_noop("%(entry)s could not be seated in this round."), {"entry": entry})
    for group in given.apart:
        if group.entries.issuperset(pair):
            text = gettext_noop("%(one)s and %(other)s are kept apart: %(name)s.")
            return Sentence(text, params | {"name": group.name})
    fixed = {given.fixed_tables[entry] for entry in pair if entry in given.fixed_tables}
    if len(fixed) > 1:
        return Sentence(gettext_noop("%(one)s and %(other)s each have a table of their own."), params)
    times = given.evening.opponents.get(pair, 0)
    if times:
        text = gettext_noop("%(one)s and %(other)s met before (%(times)s ×).")
        return Sentence(text, params | {"times": times})
    return None


def why_not(
    draw: Draw, given: DrawInput, unit: Unit, one: int, other: int, *, as_partners: bool | None = None
) -> Alternative:
    """What it would take that these two meet at one table, as partners or as opponents where that is said."""
    for table in draw.tables:
        if {one, other} <= set(table.entries) and as_partners in (None, couple(one, other) in table.partners):
            return Alternative("same")
    ways = [as_partners] if as_partners is not None else [False, True] if unit == "individuals" else [False]
    hindered = _cannot(given, one, other)
    if hindered:
        return Alternative("refused", hindered)
    found = [_with(draw, given, unit, wish) for wish in (_wish(given, one, other, way) for way in ways)]
    order: tuple[Outcome, ...] = ("better", "equal", "later", "worse", "refused")
    return min(found, key=lambda each: order.index(each.outcome))


def why_rests(draw: Draw, given: DrawInput, unit: Unit, entry: int) -> tuple[Sentence, ...]:
    """What made this entry rest, in the order in which it was looked at. Raises KeyError when it does not rest."""
    if entry not in draw.sit_outs:
        raise KeyError(entry)
    if entry in given.must_sit_out:
        return (Sentence(gettext_noop("%(entry)s could not be seated in this round."), {"entry": entry}),)
    count = len(resting(draw, given))
    head = gettext_noop("%(present)s can be seated, %(size)s at a table: %(count)s of them must rest.")
    seated = sum(len(table.entries) for table in draw.tables if table not in given.locked)
    params = {"present": seated + count, "size": TABLE_SIZES[unit], "count": count}
    said = [each.sentence for each in levels(draw, given, unit) if each.goal in _about_rest(given, unit)]
    return (
        Sentence(head, params),
        *said,
        Sentence(gettext_noop("Among those who are equal in all of this the lot chose.")),
    )


def _about_rest(given: DrawInput, unit: Unit) -> set[str]:
    return {goal.name for goal in goals(given, unit) if goal.rest}


def why_not_rest(draw: Draw, given: DrawInput, unit: Unit, entry: int) -> Alternative:
    """What it would take that this entry rests, as one of as many as rest now."""
    if entry in draw.sit_outs:
        return Alternative("same")
    if not resting(draw, given):
        return Alternative("refused", Sentence(gettext_noop("Nobody has to rest in this round.")))
    if any(entry in table.entries for table in given.locked):
        return Alternative("refused", _pinned(entry))
    return _with(draw, given, unit, replace(given, must_sit_out=given.must_sit_out | {entry}))


def _cannot(given: DrawInput, one: int, other: int) -> Sentence | None:
    for entry in (one, other):
        if entry in given.must_sit_out:
            return Sentence(gettext_noop("%(entry)s could not be seated in this round."), {"entry": entry})
        if any(entry in table.entries for table in given.locked):
            return _pinned(entry)
    return None


def _pinned(entry: int) -> Sentence:
    return Sentence(gettext_noop("%(entry)s sits at a table that is pinned."), {"entry": entry})


def _wish(given: DrawInput, one: int, other: int, as_partners: bool) -> DrawInput:
    pair = frozenset({couple(one, other)})
    if as_partners:
        return replace(given, partners_wanted=given.partners_wanted | pair)
    return replace(given, opponents_wanted=given.opponents_wanted | pair)


def _with(draw: Draw, given: DrawInput, unit: Unit, wish: DrawInput) -> Alternative:
    """Draws the wish and weighs it by the goals of the draw as it is."""
    try:
        other = draw_round(wish, unit)
    except DrawError as error:
        return Alternative("refused", error.sentence)
    if not _granted(other, wish):
        return Alternative("refused", Sentence(gettext_noop("No draw was found in which that is so.")))
    here, there = levels(draw, given, unit), levels(other, given, unit)
    changed = tuple(table for table in other.tables if _sides(table) not in map(_sides, draw.tables))
    rest = tuple(sorted(set(other.sit_outs) - set(draw.sit_outs)))
    for goal, one, two in zip(goals(given, unit), here, there, strict=True):
        if goal.seat or one.value == two.value:
            continue
        outcome: Outcome = "worse" if two.value > one.value else "better"
        if outcome == "better" and _loses_later(draw, other):
            outcome = "later"
        return Alternative(outcome, None, _difference(one, two), changed, _paying(goal, changed), rest)
    return Alternative("later" if _loses_later(draw, other) else "equal", None, None, changed, (), rest)


def _granted(draw: Draw, wish: DrawInput) -> bool:
    partners = {pair for table in draw.tables for pair in table.partners}
    opponents = {pair for table in draw.tables for pair in table.opponents}
    return partners >= wish.partners_wanted and opponents >= wish.opponents_wanted


def _loses_later(draw: Draw, other: Draw) -> bool:
    return draw.quality.completable is True and other.quality.completable is False


def _sides(table: Table) -> frozenset[frozenset[int]]:
    """Who play together against whom, wherever they sit."""
    return frozenset(frozenset(side) for side in table.sides)


def _difference(here: Level, there: Level) -> Difference:
    parts = zip(here.parts, there.parts, strict=True)
    differing = tuple(_difference(one, two) for one, two in parts if one.value != two.value)
    return Difference(here.goal, here.sentence, there.sentence, differing)


def _paying(goal: Goal, changed: tuple[Table, ...]) -> tuple[Table, ...]:
    """The tables that count most at this goal, the dearest first."""
    priced = sorted(
        ((goal.at(table), -table.number, table) for table in changed), key=lambda each: each[:2], reverse=True
    )
    return tuple(table for price, _number, table in priced if price)[:MOST_TABLES]
