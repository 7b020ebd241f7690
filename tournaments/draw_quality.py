"""How good a draw is, goal by goal and in names: who meets again, who sits out again, how close the tables are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pairing import History, couple
from tournaments.pairing.goals import levels
from tournaments.pairing.ranks import doubled_ranks

if TYPE_CHECKING:
    from tournaments.pairing import Apart, Couple, Draw, DrawInput, Table, Unit
    from tournaments.pairing.goals import Level
    from tournaments.sentences import Sentence

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Again:
    """Two who meet at a table although they should not; `times` counts this time too, `group` keeps them apart."""

    table: int
    one: str
    other: str
    times: int = 1
    group: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One goal. tone: "good", "bad", or "" for a figure without a judgement. couples: whom it is about, or a table."""

    tone: str
    text: str
    couples: tuple[Again, ...] = ()
    join: str = ""
    table: int | None = None

    @property
    def tables(self) -> set[int]:
        """The tables at which something is wrong."""
        own = set() if self.table is None else {self.table}
        return own | {couple.table for couple in self.couples}


@dataclass(frozen=True, slots=True)
class Difference:
    """A goal at which two draws differ, in the words of each."""

    before: str
    after: str
    better: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one draw does against another. verdict: "better", "worse" or "equal", by the first goal that differs."""

    verdict: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table in names: each side as one text, "Jan Kok + Els Smit"."""

    number: int
    sides: tuple[str, ...]


def named(table: Table, names: Names) -> NamedTable:
    return NamedTable(table.number, tuple(" + ".join(names[entry] for entry in side) for side in table.sides))


def judge(draw: Draw, given: DrawInput, unit: Unit, names: Names) -> tuple[Line, ...]:
    """What is good and what is not, the most important first; no query. Matches that were chosen are no draw."""
    if given.rule.method == "fixtures":
        return (Line("good", _chosen(draw)),)
    met = bool(given.evening.partners or given.evening.opponents)
    lines = [] if met else [_first_round(given)]
    for level in _single(levels(draw, given, unit)):
        if word := _WORDS.get(level.goal):
            lines += word(level, draw, given, names)
    lines += _off_table(draw, given, names)
    lines += _outlook(draw, given, unit)
    if draw.quality.proven and any(line.couples for line in lines):
        lines.append(Line("good", _best(given)))
    return tuple(lines)


def _chosen(draw: Draw) -> str:
    if len({entry for table in draw.tables for entry in table.entries}) < 2 * len(draw.tables):
        return _(
            "Chosen from the fixtures: at every other table of a match who plays at home sits North and South."
        )
    return _("Chosen from the fixtures: who plays at home sits North and South.")


def _outlook(draw: Draw, given: DrawInput, unit: Unit) -> list[Line]:
    """What the announced rounds cannot avoid, and what would."""
    never = any(group.worth is None for group in given.apart)
    lines = [Line("bad", _say(sentence)) for sentence in draw.quality.sentences(never=never)]
    count, rounds = len(given.entries), given.round_number + given.rounds_after
    most = count if count % 2 else count - 1
    if lines and unit != "threes" and rounds > most:
        text = _(
            "With %(count)s to draw, %(most)s rounds are enough to meet everybody once: plan no more, or let the last ones repeat."
        )
        lines.append(Line("", text % {"count": count, "most": most}))
    return lines


def _best(given: DrawInput) -> str:
    if given.locked:
        return _("No draw of this round does better, with what is pinned.")
    return _("No draw of this round does better.")


def order(draw: Draw, given: DrawInput, unit: Unit) -> tuple[int, ...]:
    """What tells the better of two draws of one round: the first figure at which they differ, lower is better.

    Before all goals comes that who cannot move sits at his own table.
    """
    return (len(_moved(draw, given)), *(level.value for level in levels(draw, given, unit)))


def compare(before: Draw, after: Draw, given: DrawInput, unit: Unit) -> Comparison:
    """The goals at which two draws of one round differ, the most important first."""
    old, new = order(before, given, unit), order(after, given, unit)
    pairs = zip(_single(levels(before, given, unit)), _single(levels(after, given, unit)), strict=True)
    found = [
        Difference(_say(one.sentence), _say(other.sentence), better=other.value < one.value)
        for one, other in pairs
        if one.value != other.value and one.sentence != other.sentence
    ]
    if old[0] != new[0]:
        found.insert(0, Difference(_say_moved(old[0]), _say_moved(new[0]), better=new[0] < old[0]))
    return Comparison("equal" if new == old else "better" if new < old else "worse", tuple(found))


def _say_moved(count: int) -> str:
    if not count:
        return _("Who cannot move sits at the own table.")
    text = ngettext(
        "%(count)s who cannot move is not at the own table.",
        "%(count)s who cannot move are not at their own table.",
        count,
    )
    return text % {"count": count}


def _single(found: tuple[Level, ...]) -> Iterator[Level]:
    """Every goal by itself, also those that weigh together."""
    for level in found:
        yield from level.parts or (level,)


def _say(sentence: Sentence) -> str:
    params = {
        key: ranks(value) if isinstance(value, float) else value for key, value in sentence.params.items()
    }
    return _(sentence.msgid) % params


def ranks(number: float) -> str:
    """A rank, or a number of ranks: whole where it is whole."""
    return str(int(number)) if number == int(number) else number_format(number, 1)


def _first_round(given: DrawInput) -> Line:
    if given.rule.scope == "season":
        return Line("good", _("First round of the season: nobody has met anybody yet."))
    return Line("good", _("First round of the evening: nobody has met anybody yet."))


Word = Callable[["Level", "Draw", "DrawInput", Names], list[Line]]


def _partners(_level: Level, draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    again = _met_again(draw, given.evening.partners, {}, _partners_at, names)
    if again:
        return [Line("bad", _("Partners again"), again, "+")]
    return [Line("good", _("Everybody has a new partner."))] if given.evening.partners else []


def _opponents(_level: Level, draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    met = given.evening.opponents
    again = _met_again(draw, met, _meant_to_meet(given), _opponents_at, names)
    if again:
        return [Line("bad", _("Opponents again"), again, "–")]
    if given.rule.method == "whist":
        return [Line("good", _("Nobody meets the same opponent more than twice."))]
    return [Line("good", _("Everybody has new opponents."))] if met and not given.set_tables else []


def _meant_to_meet(given: DrawInput) -> Mapping[Couple, int]:
    """How often opponents were to have met by the way of drawing, which is no fault.

    A whist schedule has everybody as an opponent twice; four who stay together meet in every round of the set.
    """
    if given.rule.method == "whist":
        return dict.fromkeys(given.evening.opponents, 1)
    return History.from_tables(given.set_tables).opponents


def _partners_at(table: Table) -> list[Couple]:
    """In the order of the seats, as one reads them from the table."""
    return [pair for side in table.sides for pair in combinations(side, 2)]


def _opponents_at(table: Table) -> list[Couple]:
    return [pair for one, other in combinations(table.sides, 2) for pair in product(one, other)]


def _met_again(
    draw: Draw,
    met: Mapping[Couple, int],
    meant: Mapping[Couple, int],
    couples: Callable[[Table], list[Couple]],
    names: Names,
) -> tuple[Again, ...]:
    """Who met oftener already than they were meant to."""
    found = [(table.number, one, other) for table in draw.tables for one, other in couples(table)]
    return tuple(
        Again(table, names[one], names[other], met[couple(one, other)] + 1)
        for table, one, other in found
        if met.get(couple(one, other), 0) > meant.get(couple(one, other), 0)
    )


def _rests(_level: Level, draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    again = [names[entry] for entry in draw.sit_outs if given.sit_outs_evening.get(entry, 0)]
    if not again:
        return []
    text = (
        _("Sit out again tonight: %(names)s.")
        if given.rule.scope == "evening"
        else _("Sit out again: %(names)s.")
    )
    return [Line("bad", text % {"names": ", ".join(again)})]


def _apart(level: Level, draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    groups = [group for group in given.apart if group.worth is None]
    return _broken(_("Never together, yet at one table"), groups, draw, names) or [
        Line("good", _say(level.sentence))
    ]


def _groups(level: Level, draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    groups = [group for group in given.apart if group.worth is not None]
    return _broken(_("To be kept apart, yet at one table"), groups, draw, names) or [
        Line("good", _say(level.sentence))
    ]


def _broken(label: str, groups: list[Apart], draw: Draw, names: Names) -> list[Line]:
    """Who of a group sit together; and, when the group is larger than the tables are many, that it must be so."""
    couples = tuple(
        Again(table.number, names[one], names[other], group=group.name)
        for group in groups
        for table in draw.tables
        for one, other in combinations(sorted(group.entries.intersection(table.entries)), 2)
    )
    if not couples:
        return []
    seated = {entry for table in draw.tables for entry in table.entries}
    text = _(
        "“%(group)s” has %(count)s people and there are %(tables)s tables: at least two of them must share one."
    )
    crowded = [
        Line("", text % {"group": group.name, "count": count, "tables": len(draw.tables)})
        for group in groups
        if (count := len(group.entries & seated)) > len(draw.tables)
    ]
    return [Line("bad", label, couples, "–"), *crowded]


def _figure(level: Level, _draw: Draw, given: DrawInput, _names: Names) -> list[Line]:
    """What has a size rather than a fault; nothing as long as nobody has a place in the standing."""
    return [Line("", _say(level.sentence))] if given.scores or given.strengths else []


def _lowest(_level: Level, draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    """Whether who rests stands lowest of those whose turn it was: who rested as seldom."""
    if not draw.sit_outs or not given.scores:
        return []
    ranks = doubled_ranks(given)
    seated = [entry for table in draw.tables for entry in table.entries]
    lower = {
        resting: sum(
            ranks[entry] > ranks[resting] and _turn(given, entry) <= _turn(given, resting) for entry in seated
        )
        for resting in draw.sit_outs
        if resting in ranks
    }
    if not any(lower.values()):
        return [Line("good", _("Who rests stands lowest of those whose turn it is."))]
    return [Line("", _say_higher(names[resting], count)) for resting, count in sorted(lower.items()) if count]


def _turn(given: DrawInput, entry: int) -> tuple[int, int]:
    season = given.sit_outs_season.get(entry, 0) if given.rule.sit_out == "season" else 0
    return given.sit_outs_evening.get(entry, 0), season


def _say_higher(name: str, count: int) -> str:
    text = ngettext(
        "%(name)s rests; %(count)s other whose turn it is as well stands lower.",
        "%(name)s rests; %(count)s others whose turn it is as well stand lower.",
        count,
    )
    return text % {"name": name, "count": count}


def _moved(draw: Draw, given: DrawInput) -> list[tuple[int, int]]:
    """Who cannot move and sits at another table all the same, with that table."""
    return [
        (entry, table.number)
        for table in draw.tables
        for entry in table.entries
        if given.fixed_tables.get(entry, table.number) != table.number
    ]


def _off_table(draw: Draw, given: DrawInput, names: Names) -> list[Line]:
    text = _("%(name)s cannot leave table %(own)s, yet sits at table %(table)s.")
    return [
        Line(
            "bad",
            text % {"name": names[entry], "own": given.fixed_tables[entry], "table": table},
            table=table,
        )
        for entry, table in _moved(draw, given)
    ]


def _directions(level: Level, _draw: Draw, given: DrawInput, _names: Names) -> list[Line]:
    return [Line("", _say(level.sentence))] if level.value and given.seats_before else []


def _if_any(level: Level, _draw: Draw, _given: DrawInput, _names: Names) -> list[Line]:
    return [Line("", _say(level.sentence))] if level.value else []


_WORDS: dict[str, Word] = {
    "partners": _partners,
    "opponents": _opponents,
    "rematches": _opponents,
    "rests": _rests,
    "apart": _apart,
    "groups": _groups,
    "lowest": _lowest,
    "gaps": _figure,
    "pattern": _figure,
    "spread": _figure,
    "balance": _figure,
    "first": _if_any,
    "directions": _directions,
}
