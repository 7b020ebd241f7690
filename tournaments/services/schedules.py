"""The schedule of an evening: chosen before the first round for who comes, then played round by round."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import pairing
from tournaments.in_words import translated
from tournaments.models import Presence, Schedule
from tournaments.pairing import schedules
from tournaments.pairing.lot import Lot
from tournaments.services import audit
from tournaments.services.draw_input import present_entries, strengths
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Entry, Evening, User

LOT, STRENGTH = "lot", "strength"
ORDERS = (LOT, STRENGTH)
"""By what the numbers of a schedule are given out."""


@dataclass(frozen=True, slots=True)
class Option:
    """A schedule that exists for who is there, and what counting it says. `key` tells it from the others."""

    schedule: schedules.Schedule
    proof: schedules.Proof

    @property
    def key(self) -> str:
        return key_of(self.schedule.method, self.schedule.kind)


def key_of(method: str, kind: str) -> str:
    return f"{method}-{kind}" if kind else method


def of(evening: Evening) -> Schedule | None:
    """The schedule of an evening, if it has one."""
    return Schedule.objects.filter(evening=evening).first()


def coming(evening: Evening) -> list[Entry]:
    """Who plays tonight, be it from a later round: in a schedule they have a place from the start."""
    presences = Presence.objects.filter(
        evening=evening,
        entry__active=True,
        state=Presence.State.PRESENT,
        from_round__lte=evening.rounds_planned,
    )
    return [presence.entry for presence in presences.select_related("entry").order_by("entry_id")]


def options(evening: Evening) -> list[Option]:
    """The schedules to choose from, the best first. Raises `Refused` with what fits when there is none."""
    unit = evening.competition.entries_a_table
    if unit == 3:
        raise Refused(_("There are schedules for tables of four and for pairs, not for tables of three."))
    present, rounds = len(coming(evening)), evening.rounds_planned
    if unit == 4:
        wanted = [("whist", kind) for kind in schedules.kinds(present)] or [("whist", "")]
    else:
        wanted = [(method, "") for method in schedules.METHODS if method != "whist"]
    found, reasons = [], []
    for method, kind in wanted:
        try:
            found.append(_option(evening, present, rounds, method, kind))
        except Refused as refused:
            reasons.append(refused)
    if not found:
        raise reasons[0]
    if unit == 4:
        best = schedules.whist(present, rounds)
        found.sort(key=lambda option: option.schedule != best)
    return found


def why_not_the_usual(evening: Evening) -> str:
    """Why the schedule that the rule of the competition names cannot be made tonight; empty when it can or none is named."""
    method = evening.competition.get_pairing().method
    if method not in schedules.METHODS or method == "whist":
        return ""
    try:
        _option(evening, len(coming(evening)), evening.rounds_planned, method, "")
    except Refused as refused:
        return refused.message
    return ""


def _option(evening: Evening, present: int, rounds: int, method: str, kind: str) -> Option:
    unit = evening.competition.entries_a_table
    if method not in schedules.METHODS:
        raise Refused(_("Choose one of the schedules."))
    if (unit == 4) != (method == "whist"):
        raise Refused(
            _("This schedule is not for such tables: whist is for four people, the others for pairs.")
        )
    try:
        if method == "whist":
            schedule = schedules.whist(present, rounds, kind)
        else:
            schedule = schedules.movement(method, present, rounds)
    except pairing.DrawError as error:
        raise Refused(translated(error.sentence)) from error
    return Option(schedule, schedules.count(schedule.rounds))


def make(
    evening: Evening,
    *,
    method: str,
    kind: str = "",
    order: str = LOT,
    actor: User | None,
    seed: int | None = None,
    seen: int | None = None,
) -> Schedule:
    """Lays down all planned rounds for everybody who comes tonight.

    `order`: numbers by lot or by strength, number 1 the strongest; who cannot move gets a number that stays, if there
    is one. `seen`: the lot of the schedule that the asker saw, None for none: when there is another by now, a second
    click has arrived and that one is returned. Raises `Refused` once a round is drawn, and for what does not fit.
    """
    seed = secrets.randbits(48) if seed is None else seed
    try:
        with transaction.atomic():
            return _make(evening, method, kind, order, actor, seed, seen)
    except IntegrityError:
        return Schedule.objects.get(evening=evening)


def _make(
    evening: Evening, method: str, kind: str, order: str, actor: User | None, seed: int, seen: int | None
) -> Schedule:
    existing = Schedule.objects.select_for_update().filter(evening=evening).first()
    if existing and existing.seed != seen:
        return existing
    _refuse_begun(evening)
    entries = coming(evening)
    chosen = _option(evening, len(entries), evening.rounds_planned, method, kind)
    fixed = {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table is not None}
    plan, numbers = schedules.numbered(
        chosen.schedule, _in_order(evening, entries, chosen.schedule.method, order, seed), fixed
    )
    rounds = [planned.renamed(dict(enumerate(numbers, 1))) for planned in plan.rounds]
    made = existing or Schedule(evening=evening)
    made.method, made.seed, made.entries, made.made_by = method, seed, list(numbers), actor
    made.rounds = [
        [[table.number, list(table.north_south), list(table.east_west)] for table in planned.tables]
        for planned in rounds
    ]
    made.sit_outs = [list(planned.sit_outs) for planned in rounds]
    made.save()
    audit.record(
        actor,
        evening.competition.club,
        "make schedule",
        made,
        method=method,
        kind=kind,
        order=order,
        seed=seed,
    )
    return made


def _refuse_begun(evening: Evening) -> None:
    refuse_closed_season(evening.competition)
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to make a schedule."))
    if evening.rounds.exists():
        raise Refused(
            _(
                "Round 1 is drawn already: a schedule is for a whole evening. Take that draw back first, or go on "
                "drawing round by round."
            )
        )


def _in_order(evening: Evening, entries: list[Entry], method: str, order: str, seed: int) -> list[int]:
    """The entries in the order in which they get their numbers."""
    shuffled = Lot(seed).shuffled(entry.pk for entry in entries)
    if order != STRENGTH:
        return shuffled
    known = strengths(evening, entries)
    if not known:
        raise Refused(
            _(
                "Nobody's playing strength is known. Fill it in at the entries, or give out the numbers by lot."
            )
        )
    ranked = sorted(shuffled, key=lambda entry: -known[entry])
    return ranked if method == "whist" else _in_equal_lines(ranked)


def _in_equal_lines(ranked: list[int]) -> list[int]:
    """Odd and even numbers get equally strong pairs: the stronger of each two is odd and even by turns."""
    twos = [ranked[place : place + 2] for place in range(0, len(ranked), 2)]
    return [
        entry
        for place, two in enumerate(twos)
        for entry in (reversed(two) if place % 2 and len(two) == 2 else two)
    ]


@transaction.atomic
def renumber(evening: Evening, numbers: Mapping[int, int], *, actor: User, seen: int) -> None:
    """Gives everybody the number that he drew by hand, or that the organiser wants: entry to number, 1 to the size.

    `seen`: the lot of the schedule that the asker saw. Raises `Refused` when there is another by now, when a round is
    drawn, and when not everybody gets just one number.
    """
    refuse_closed_season(evening.competition)
    schedule = Schedule.objects.select_for_update().filter(evening=evening).first()
    if schedule is None or schedule.seed != seen:
        raise Refused(_("Somebody has made another schedule, or given it up. Look at it first."))
    _refuse_begun(evening)
    if set(numbers) != set(schedule.entries) or sorted(numbers.values()) != list(range(1, len(numbers) + 1)):
        raise Refused(
            _("Everybody gets one of the numbers 1 to %(most)s, and nobody the same.")
            % {"most": len(schedule.entries)}
        )
    order = sorted(numbers, key=lambda entry: numbers[entry])
    _rename(schedule, dict(zip(schedule.entries, order, strict=True)))
    schedule.save()
    audit.record(actor, evening.competition.club, "number schedule", schedule, entries=order)


@transaction.atomic
def drop(evening: Evening, *, actor: User) -> None:
    """Gives the schedule up; rounds that are not drawn yet are then drawn one by one. Twice is once."""
    refuse_closed_season(evening.competition)
    schedule = Schedule.objects.select_for_update().filter(evening=evening).first()
    if schedule is None:
        return
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to change its schedule."))
    audit.record(
        actor,
        evening.competition.club,
        "drop schedule",
        schedule,
        method=schedule.method,
        entries=schedule.entries,
    )
    schedule.delete()


@transaction.atomic
def take_over(evening: Evening, leaving: Entry, coming: Entry, *, actor: User) -> None:
    """Somebody who came late, or is a substitute to the end, takes the number of somebody who left.

    The rounds that are drawn stay as they are. Raises `Refused` when the one is still there, the other is not or has
    a number already, or no round is left.
    """
    refuse_closed_season(evening.competition)
    schedule = Schedule.objects.select_for_update().filter(evening=evening).first()
    if schedule is None:
        raise Refused(_("This evening has no schedule (any more)."))
    number = evening.rounds.count() + 1
    if number > len(schedule.rounds):
        raise Refused(_("All rounds of the schedule are drawn: nobody can take a number over any more."))
    if coming.pk in schedule.entries:
        raise Refused(_("%(name)s has a number in the schedule already.") % {"name": coming.name})
    present = {entry.pk for entry in present_entries(evening, number)}
    if leaving.pk not in schedule.entries or leaving.pk in present:
        raise Refused(
            _("%(name)s is still there. Say at the check-in who left, and after which round.")
            % {"name": leaving.name}
        )
    if coming.pk not in present:
        raise Refused(_("%(name)s is not there. Check in first.") % {"name": coming.name})
    _rename(schedule, {leaving.pk: coming.pk})
    schedule.save()
    audit.record(
        actor,
        evening.competition.club,
        "take number over",
        schedule,
        leaving=leaving.pk,
        coming=coming.pk,
        from_round=number,
    )


def _rename(schedule: Schedule, names: Mapping[int, int]) -> None:
    """Puts other entries in the places of these."""

    def renamed(entries: list[int]) -> list[int]:
        return [names.get(entry, entry) for entry in entries]

    schedule.entries = renamed(schedule.entries)
    schedule.rounds = [
        [[number, renamed(one), renamed(other)] for number, one, other in tables]
        for tables in schedule.rounds
    ]
    schedule.sit_outs = [renamed(resting) for resting in schedule.sit_outs]


def rounds_of(schedule: Schedule) -> tuple[schedules.PlannedRound, ...]:
    """The rounds as the pure core reads them, with entries for numbers."""
    return tuple(
        schedules.PlannedRound(
            tuple(pairing.Table(number, tuple(one), tuple(other)) for number, one, other in tables),
            tuple(sit_outs),
        )
        for tables, sit_outs in zip(schedule.rounds, schedule.sit_outs, strict=True)
    )


def decides(evening: Evening, number: int) -> bool:
    """Does a schedule say what round this is?"""
    schedule = of(evening)
    return schedule is not None and number <= len(schedule.rounds)


def rule_for(evening: Evening, number: int) -> pairing.PairingRule:
    """The rule by which a round is drawn: that of the competition, with the method of its schedule if it has one.

    A round beyond the schedule, or after it was given up, is drawn by lot when the rule asks for a schedule. Raises
    `Refused` when the rule asks for one, and none was made before the first round.
    """
    rule = evening.competition.get_pairing()
    schedule = of(evening)
    if schedule is not None and number <= len(schedule.rounds):
        return replace(rule, method=schedule.method)
    if rule.method not in schedules.METHODS:
        return rule
    if number == 1:
        raise Refused(
            _(
                "The rounds of this competition come from a schedule, and this evening has none yet. Make it on the "
                "page “Schedule” of the evening."
            )
        )
    return replace(rule, method="lot")


def tables_for(
    evening: Evening, number: int, given: pairing.DrawInput
) -> tuple[tuple[pairing.Table, ...], tuple[int, ...]]:
    """The tables of a round by the schedule, and who rests, for everybody present (see `pairing.schedules.play`).

    Only for a round of which a schedule `decides`. Raises `Refused` when the people present cannot be seated.
    """
    schedule = Schedule.objects.get(evening=evening)
    try:
        played = schedules.play(rounds_of(schedule)[number - 1], given)
    except pairing.DrawError as error:
        raise Refused(translated(error.sentence)) from error
    return played.tables, played.sit_outs
