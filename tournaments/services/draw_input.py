"""What a draw is made from: who is there, who met before, how they stand and what was asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from django.db.models import Q, Sum

from tournaments import pairing
from tournaments.excused import excused
from tournaments.models import ApartGroup, EntryMember, Posting, Presence, Round, SitOut, Table
from tournaments.services import threes_list
from tournaments.standing import queries

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.models import Competition, Entry, Evening
    from tournaments.pairing.methods import Unit


def unit_of(competition: Competition) -> Unit:
    """What sits at a table: four people, two pairs (or two people who play for themselves), or three people."""
    sizes: dict[int, Unit] = {2: "pairs", 3: "threes", 4: "individuals"}
    return sizes[competition.entries_a_table]


def present_entries(evening: Evening, number: int) -> list[Entry]:
    """Who is in the hall for that round, by entry number."""
    presences = Presence.objects.filter(evening=evening, entry__active=True).select_related("entry")
    presences = presences.prefetch_related("entry__members__person").order_by("entry_id")
    return [presence.entry for presence in presences if presence.in_round(number)]


def draw_input(
    evening: Evening,
    number: int,
    entries: Iterable[Entry],
    seed: int,
    *,
    rule: pairing.PairingRule | None = None,
    locked: tuple[pairing.Table, ...] = (),
) -> pairing.DrawInput:
    """Everything that the draw of this round depends on, as it stands now.

    `rule`: by which it is drawn, when not by that of the competition. `locked`: tables that are to stay.
    """
    entries = list(entries)
    rule = rule or evening.competition.get_pairing()
    event, before = _scopes(evening, number, rule)
    rounds, past = _rounds(event), _rounds(before) if before else []
    played = [table for tables in rounds for table in tables]
    rested, rested_past = _rests(event), _rests(before) if before else Counter[int]()
    return pairing.DrawInput(
        entries=tuple(entry.pk for entry in entries),
        seed=seed,
        evening=pairing.History.from_tables(played),
        season=pairing.History.from_tables(table for tables in past for table in tables),
        sit_outs_evening=rested,
        sit_outs_season=rested_past,
        locked=locked,
        rounds_after=max(0, evening.rounds_planned - number),
        rule=rule,
        scores=scores(evening, number, rule) if rule.method == "swiss" else {},
        strengths=strengths(evening, entries) if rule.seeding == "strength" else {},
        round_number=_round_number(evening, number, rule),
        apart=apart_groups(evening.competition, {entry.pk for entry in entries}),
        fixed_tables=fixed_tables(entries),
        seats_before=_seats_before(played),
        tables_before=_tables_before(played),
        threes_before=Counter(entry for table in played if table.third for entry in table.entries),
        set_tables=_set_so_far(evening, number) if rule.method == "stay" else (),
        met_in_round={
            pair: number
            for number, tables in enumerate(rounds, 1)
            for table in tables
            for pair in table.opponents
        },
    )


def _scopes(evening: Evening, number: int, rule: pairing.PairingRule) -> tuple[Q, Q | None]:
    """The rounds within which nothing should be repeated, and those before, if they are not the same event."""
    tonight = Q(round__evening=evening, round__number__lt=number)
    season = Q(round__evening__competition=evening.competition_id, round__evening__number__lt=evening.number)
    return (tonight | season, None) if _is_one_event(rule) else (tonight, season)


def _is_one_event(rule: pairing.PairingRule) -> bool:
    """Whether the whole season is one event, and not each evening by itself."""
    return rule.method == "swiss" and rule.scope == "season"


def _set_so_far(evening: Evening, number: int) -> tuple[pairing.Table, ...]:
    """Where the four stay together for three rounds: the tables of the rounds they have played of these."""
    first = number - (number - 1) % 3
    rounds = _rounds(Q(round__evening=evening, round__number__gte=first, round__number__lt=number))
    return tuple(table for tables in rounds for table in tables)


def _round_number(evening: Evening, number: int, rule: pairing.PairingRule) -> int:
    if not _is_one_event(rule):
        return number
    earlier = Round.objects.filter(
        evening__competition=evening.competition_id, evening__number__lt=evening.number
    )
    return earlier.count() + number


def _rounds(rounds: Q) -> list[list[pairing.Table]]:
    """The tables of these rounds, in the order of play."""
    tables = Table.objects.filter(rounds).prefetch_related("seats")
    ordered = tables.order_by("round__evening__number", "round__number", "number")
    return [
        [pure_table(table) for table in of_round]
        for _round, of_round in groupby(ordered, lambda t: t.round_id)
    ]


def _rests(rounds: Q) -> Counter[int]:
    return Counter(SitOut.objects.filter(rounds, reason=SitOut.Reason.LOT).values_list("entry_id", flat=True))


def pure_table(table: Table) -> pairing.Table:
    """The table with entries for people: two a side, or one entry a side; callers prefetch `seats`."""
    entry = {seat.position: seat.entry_id for seat in table.seats.all()}
    if "W" not in entry:  # a table for two or three
        return pairing.Table(table.number, *((entry[position],) for position in "NES" if position in entry))
    north_south = tuple(dict.fromkeys((entry["N"], entry["S"])))
    east_west = tuple(dict.fromkeys((entry["E"], entry["W"])))
    return pairing.Table(table.number, north_south, east_west)


def _seats_before(tables: Iterable[pairing.Table]) -> Mapping[int, Mapping[str, int]]:
    """How often each entry sat where; a pair counts once a round, at North or East."""
    seats: dict[int, Counter[str]] = {}
    for table in tables:
        for side, positions in zip(table.sides, ("NS", "EW", "S"), strict=False):
            for entry, position in zip(side, positions, strict=False):
                seats.setdefault(entry, Counter())[position] += 1
    return seats


def _tables_before(tables: Iterable[pairing.Table]) -> Mapping[int, Mapping[int, int]]:
    numbers: dict[int, Counter[int]] = {}
    for table in tables:
        for entry in table.entries:
            numbers.setdefault(entry, Counter())[table.number] += 1
    return numbers


def apart_groups(competition: Competition, present: set[int]) -> tuple[pairing.Apart, ...]:
    """The groups of which at least two are there."""
    groups = ApartGroup.objects.filter(competition=competition).prefetch_related("entries")
    found = [(group, {entry.pk for entry in group.entries.all()} & present) for group in groups]
    return tuple(
        pairing.Apart(frozenset(entries), group.worth, group.name)
        for group, entries in found
        if len(entries) > 1
    )


def fixed_tables(entries: Iterable[Entry]) -> dict[int, int]:
    """Who cannot move, and from which table."""
    return {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table is not None}


def scores(evening: Evening, number: int, rule: pairing.PairingRule) -> dict[int, Fraction]:
    """The standing before this round by the ledger as it is now; who has no row in it is left out."""
    event, _before = _scopes(evening, number, rule)
    points, rounds = Counter[int](), Counter[int]()
    for row in queries.ledger_rows(Posting.objects.filter(event), evening.get_attendance()):
        points[row.entry] += row.points
        rounds[row.entry] += row.played and row.kind not in Posting.BESIDE
    if rule.measure == "total":
        return {entry: Fraction(total) for entry, total in points.items()}
    return {entry: Fraction(points[entry], played) for entry, played in rounds.items() if played}


def strengths(evening: Evening, entries: Iterable[Entry]) -> dict[int, Fraction]:
    """How strong everybody is: as typed, and where nothing is typed at all the average per deal so far.

    Who is unknown is put in the middle; empty when nobody is known.
    """
    entries = list(entries)
    typed = {entry.pk: Fraction(entry.strength) for entry in entries if entry.strength is not None}
    known = typed or _averages(evening, entries)
    if not known:
        return {}
    middle = sorted(known.values())[len(known) // 2]
    return {entry.pk: known.get(entry.pk, middle) for entry in entries}


def _averages(evening: Evening, entries: list[Entry]) -> dict[int, Fraction]:
    """Points per deal of earlier evenings in the club at the same game; of a pair the mean of its people."""
    competition = evening.competition
    members = EntryMember.objects.filter(entry__in=entries, until=None)
    people = members.values_list("person_id", "entry_id")
    entry_of = dict(people)
    rows = (
        Posting.objects.filter(
            kind=Posting.Kind.PLAYED,
            round__evening__competition__club=competition.club_id,
            round__evening__competition__ruleset__preset=competition.ruleset["preset"],
            round__evening__date__lt=evening.date,
            entry__members__person__in=list(entry_of),
        )
        .values_list("entry__members__person")
        .annotate(points=Sum("total"), deals=Sum("round__evening__competition__deals_per_round"))
    )
    averages: dict[int, list[Fraction]] = {}
    for person, points, deals in rows:
        averages.setdefault(entry_of[person], []).append(Fraction(points, deals))
    return {entry: sum(found, Fraction()) / len(found) for entry, found in averages.items()}


@dataclass(frozen=True, slots=True)
class Missing:
    """A result that a standing still waits for: the sheet of a table, or without one the closing of the round."""

    evening: int
    round: int
    table: int | None


def missing_results(evening: Evening, number: int, rule: pairing.PairingRule) -> list[Missing]:
    """What the standing before this round still lacks, in the order of play."""
    rounds = Q(evening=evening, number__lt=number)
    if _is_one_event(rule):
        rounds |= Q(evening__competition=evening.competition_id, evening__number__lt=evening.number)
    running = Round.objects.filter(rounds, state=Round.State.PUBLISHED).select_related("evening")
    found = []
    for round_ in running.order_by("evening__number", "number"):
        waiting = round_.tables.filter(sheet__versions=None).exclude(excused())
        waiting = waiting.prefetch_related("seats").order_by("number")
        numbers = [table.number for table in waiting if table.sheet_id or not threes_list.recorded(table)]
        numbers = numbers or [None]
        found += [Missing(round_.evening.number, round_.number, table) for table in numbers]
    return found


def as_drawn(round_: Round) -> pairing.Draw:
    """The round as it is stored."""
    tables = tuple(pure_table(table) for table in round_.tables.prefetch_related("seats").order_by("number"))
    return pairing.Draw(
        tables=tables,
        sit_outs=tuple(round_.sit_outs.order_by("entry_id").values_list("entry_id", flat=True)),
        quality=pairing.Quality(**round_.quality),
        meetings=(),
    )


def given_of(round_: Round) -> pairing.DrawInput:
    """What the draw was made from; for a round of before that was kept, what it would be made from now.

    A round of chosen matches is one, whatever the rule of its competition says of drawing.
    """
    given = _given_of(round_)
    if round_.method != "fixtures":
        return given
    return replace(given, rule=replace(given.rule, method="fixtures"))


def _given_of(round_: Round) -> pairing.DrawInput:
    if round_.given is not None:
        return pairing.DrawInput.from_json(round_.given)
    draw = as_drawn(round_)
    wanted = {entry for table in draw.tables for entry in table.entries} | set(draw.sit_outs)
    entries = round_.evening.competition.entries.filter(pk__in=wanted).order_by("pk")
    return draw_input(round_.evening, round_.number, entries, round_.seed)
