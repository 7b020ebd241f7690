"""Why a round is as it is, in names: what decided for a table, what another draw would cost, what a second method says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.draw_quality import NamedTable, named, ranks
from tournaments.models import Change, Seat
from tournaments.pairing.explain import facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Round
    from tournaments.pairing import DrawInput, Table
    from tournaments.pairing.certificate import Certificate
    from tournaments.pairing.explain import Alternative, Difference, TableReasons
    from tournaments.sentences import Sentence

BY_HAND = ("swap in draw", "withdraw from round", "seat late arrivals")
"""Entries of the log that change a draw after it was made."""

GOALS = {
    "rematches": gettext_lazy("new opponents"),
    "latest": gettext_lazy("who met longest ago first"),
    "partners": gettext_lazy("new partners"),
    "opponents": gettext_lazy("new opponents"),
    "crossed": gettext_lazy("no partners as opponents, nor the reverse"),
    "apart": gettext_lazy("groups that are never to meet"),
    "groups": gettext_lazy("groups kept apart"),
    "first": gettext_lazy("who is first to rest"),
    "rests": gettext_lazy("nobody rests twice"),
    "season_rests": gettext_lazy("resting evenly over the season"),
    "lowest": gettext_lazy("the lowest rests"),
    "threes": gettext_lazy("nobody twice at a table of three"),
    "distance": gettext_lazy("near in the standing"),
    "gaps": gettext_lazy("near in the standing"),
    "pattern": gettext_lazy("the pattern of the meetings"),
    "nearness": gettext_lazy("near in the standing, with few repeats and equal sides"),
    "spread": gettext_lazy("near in the standing"),
    "balance": gettext_lazy("equal sides"),
    "meetings": gettext_lazy("few meetings again"),
    "season_partners": gettext_lazy("new partners over the season"),
    "season_opponents": gettext_lazy("new opponents over the season"),
    "directions": gettext_lazy("North-South and East-West in turn"),
}
ENTRIES = ("entry", "one", "other")
"""What stands for an entry in the sentences of the draw."""
WEIGHED = ("distance", "nearness", "meetings")
"""Goals whose number means nothing by itself."""


@dataclass(frozen=True, slots=True)
class Before:
    """A meeting of two at an earlier round: `partners` says how. date: of another evening than this one."""

    one: str
    other: str
    date: object
    round: int
    table: int
    partners: bool


@dataclass(frozen=True, slots=True)
class NearerOne:
    """Somebody who stands nearer and sits elsewhere; the numbers of the two ask why they do not meet."""

    one: int
    other: int
    text: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A goal in the draw as it is and in the other."""

    goal: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Paying:
    table: NamedTable
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Why two do not meet: in a sentence, at which goals the other draw differs, which tables would pay and be others,
    and who would rest that plays now."""

    text: str
    differences: tuple[Beside, ...] = ()
    pays: tuple[Paying, ...] = ()
    changed: tuple[NamedTable, ...] = ()
    rest: tuple[str, ...] = ()


def say(sentence: Sentence, names: Mapping[int, str]) -> str:
    """A sentence with names for entries, and numbers as the reader writes them."""
    return _(sentence.msgid) % {key: _shown(key, value, names) for key, value in sentence.params.items()}


def _shown(key: str, value: object, names: Mapping[int, str]) -> object:
    if key in ENTRIES and isinstance(value, int):
        return names.get(value, value)
    return ranks(value) if isinstance(value, float) else value


def table_lines(reasons: TableReasons, names: Mapping[int, str]) -> list[str]:
    lines = [say(fact, names) for fact in reasons.facts]
    if reasons.ranks:
        placed = sorted(reasons.ranks.items(), key=lambda item: item[1])
        listed = ", ".join(f"{names[entry]} ({ranks(rank)})" for entry, rank in placed)
        lines.insert(0, _("In the standing by which was drawn: %(listed)s.") % {"listed": listed})
    return lines


def nearer_lines(reasons: TableReasons, names: Mapping[int, str]) -> list[NearerOne]:
    """Who stands nearer than the nearest opponent, and what spoke against it."""
    found = []
    for each in reasons.nearer:
        text = _("%(other)s stands nearer to %(one)s.") % {"one": names[each.one], "other": names[each.other]}
        reason = f" {say(each.reason, names)}" if each.reason else ""
        found.append(NearerOne(each.one, each.other, text + reason))
    return found


def met_before(round_: Round, table: Table, names: Mapping[int, str]) -> list[Before]:
    """When and where who sit at this table met before, the latest first."""
    seats = Seat.objects.filter(
        entry__in=table.entries, round__evening__competition=round_.evening.competition_id
    ).select_related("table", "round__evening")
    at: dict[int, list[Seat]] = {}
    for seat in seats:
        then, now = seat.round, round_
        if (then.evening.number, then.number) < (now.evening.number, now.number):
            at.setdefault(seat.table_id, []).append(seat)
    found = [_meetings(round_, there, names) for there in at.values()]
    flat = [each for meetings in found for each in meetings]
    return [before for _when, before in sorted(flat, key=lambda item: item[0], reverse=True)]


def _meetings(
    round_: Round, seats: list[Seat], names: Mapping[int, str]
) -> list[tuple[tuple[int, int, str, str], Before]]:
    """The couples among those who sat at one earlier table."""
    positions: dict[int, str] = {}
    for seat in seats:
        positions.setdefault(seat.entry_id, seat.position)
    found = []
    entries = sorted(positions)
    for one, other in ((a, b) for i, a in enumerate(entries) for b in entries[i + 1 :]):
        partners = {positions[one], positions[other]} in ({"N", "S"}, {"E", "W"})
        then = seats[0].round
        date = None if then.evening_id == round_.evening_id else then.evening.date
        before = Before(names[one], names[other], date, then.number, seats[0].table.number, partners)
        found.append(((then.evening.number, then.number, names[one], names[other]), before))
    return found


def answer(found: Alternative, given: DrawInput, names: Mapping[int, str], *, by_hand: bool) -> Answer:
    """An alternative in words."""
    shown = {
        "same": _("That is so in this draw."),
        "refused": _("There is no such draw."),
        "worse": _("There is such a draw, but it is worse:"),
        "later": _("There is such a draw, but after it the rounds to come cannot be played without repeats."),
        "equal": _("Such a draw is just as good: the lot chose this one."),
        "better": _better(given, by_hand=by_hand),
    }
    text = say(found.refusal, names) if found.refusal else shown[found.outcome]
    changed = tuple(named(table, names) for table in found.changed)
    pays = tuple(
        Paying(named(table, names), tuple(say(fact, names) for fact in facts(table, given)))
        for table in found.pays
    )
    differences = _differences(found.decides, names) if found.decides else ()
    rest = tuple(names[entry] for entry in found.rest)
    return Answer(text, differences, pays, changed, rest)


def _better(given: DrawInput, *, by_hand: bool) -> str:
    if by_hand:
        return _("Such a draw would be better: this one was changed by hand after it was made.")
    if given.rounds_after:
        return _(
            "For this round alone such a draw would be better; this one minds the rounds to come as well."
        )
    return _("Such a draw would be better: the search for this one was cut short before it was found.")


def _differences(decides: Difference, names: Mapping[int, str]) -> tuple[Beside, ...]:
    single = decides.parts or (decides,)
    return tuple(Beside(str(GOALS[one.goal]), say(one.here, names), say(one.there, names)) for one in single)


def changed_by_hand(round_: Round) -> bool:
    """Has somebody swapped, left or come in since it was drawn?"""
    return Change.objects.filter(subject=f"round:{round_.pk}", verb__in=BY_HAND).exists()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the second method says. faults: what is wrong; tables: of a better draw, where one was made."""

    good: bool
    text: str
    faults: tuple[str, ...]
    tables: tuple[NamedTable, ...]


def opinion(found: Certificate, given: DrawInput, names: Mapping[int, str], *, by_hand: bool) -> Opinion:
    if found.faults:
        faults = tuple(say(fault, names) for fault in found.faults)
        return Opinion(False, _("A second method finds this wrong:"), faults, ())
    text = _verdict(found)
    if found.verdict == "better":
        text = f"{text} {_why_better(given, by_hand=by_hand)}"
    tables = tuple(named(table, names) for table in found.tables)
    return Opinion(found.verdict == "best", text, (), tables)


def _verdict(found: Certificate) -> str:
    goal = GOALS.get(found.goal, "")
    if found.verdict == "best":
        return _("Checked by a second method: no better draw of this round exists.")
    if found.verdict == "open":
        return _(
            "Checked by a second method: nothing is wrong. Whether a better draw exists it cannot decide for so many."
        )
    if found.verdict == "better":
        text = _("Checked by a second method: by itself this round could be better at “%(goal)s”.")
        return text % {"goal": goal}
    if found.goal in WEIGHED:
        text = _("Checked by a second method: no draw is more than %(percent)s percent better at “%(goal)s”.")
        percent = number_format(100 * (found.value - found.bound) / found.value, 1)
        return text % {"percent": percent, "goal": goal}
    text = _("Checked by a second method: “%(goal)s” counts %(value)s and cannot be below %(bound)s.")
    return text % {"goal": goal, "value": found.value, "bound": found.bound}


def _why_better(given: DrawInput, *, by_hand: bool) -> str:
    if by_hand:
        return _("It was changed by hand after it was made.")
    if given.rounds_after:
        return _("It minds the rounds to come as well: those must stay possible without repeats.")
    return _("The search for it was cut short before it was found.")
