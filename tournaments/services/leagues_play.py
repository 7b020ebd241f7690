"""Matches on an evening: a round of the fixtures that the organiser chooses.

Home sits North and South; of a team at every other table, so that both sides sit in both directions.
"""

from __future__ import annotations

import itertools
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import league_board, league_matches, pairing
from tournaments.models import Presence, Round, SitOut
from tournaments.pairing.assess import figures
from tournaments.services import audit, check_in, draw, draw_tables, line_ups
from tournaments.services.draw_input import draw_input, present_entries
from tournaments.services.errors import Refused
from tournaments.standing.queries import DESK, Reader

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tournaments.league_matches import Match
    from tournaments.models import Entry, Evening, Person, User


@dataclass(frozen=True, slots=True)
class Choice:
    """A match that can be played this evening; `today`: it is planned for this date, or it has begun this evening."""

    match: Match
    division: str
    today: bool

    @property
    def goes_on(self) -> bool:
        """It has begun, and takes more rounds."""
        return self.match.rounds > 0

    @property
    def next_round(self) -> int:
        """Which of its rounds would be played."""
        return self.match.rounds + 1


def choices(evening: Evening, reader: Reader | None = None) -> list[Choice]:
    """The matches that are known and can be given a table: those that go on this evening, those of its date, then the
    oldest, then undated ones."""
    found = [
        Choice(match, board.division.name, _goes_on(match, evening) or match.fixture.date == evening.date)
        for board in league_board.load(evening.competition, reader or DESK)
        for match in board.matches
        if match.is_open or _goes_on(match, evening)
    ]
    return sorted(
        found,
        key=lambda choice: (
            not choice.goes_on,
            not choice.today,
            choice.match.fixture.date is None,
            str(choice.match.fixture.date),
            choice.match.fixture.division.level,
            choice.match.fixture.number,
        ),
    )


def _goes_on(match: Match, evening: Evening) -> bool:
    """It has begun on this evening and takes more rounds."""
    begun = match.fixture.table is not None and match.fixture.table.round.evening_id == evening.pk
    decided = match.fixture.state in league_matches.DECIDED
    return begun and not decided and 0 < match.rounds < match.planned_rounds


def proposed(evening: Evening, found: Sequence[Choice]) -> set[int]:
    """The matches of this date, as many as can be played at once: nobody twice, nobody who is away."""
    away = set(evening.presences.exclude(state=Presence.State.PRESENT).values_list("entry_id", flat=True))
    chosen = set()
    busy = away
    for choice in found:
        both = {choice.match.home.entry, choice.match.away.entry}
        if choice.today and not both & busy:
            chosen.add(choice.match.fixture.pk)
            busy |= both
    return chosen


def draw_fixtures(
    evening: Evening, chosen: Collection[int], *, actor: User | None, number: int | None = None
) -> Round:
    """Round `number`, or the next, as a draft: the tables of each chosen match (keys of fixtures), ordered as `choices`.

    Who plays is marked present; who is present without a match rests. Two organisers at once make one round: one that
    is there already is returned as it is. Raises `Refused` when it is not the next round, nothing is chosen, a match
    is not open any more, or somebody would play twice.
    """
    number = number or evening.rounds.count() + 1
    try:
        with transaction.atomic():
            if there := evening.rounds.filter(number=number).first():
                return there
            draw.refuse_next(evening, number)
            matches = _chosen(evening, chosen, number)
            seed = secrets.randbits(48)
            round_ = Round(evening=evening, number=number, seed=seed, method=draw.FIXTURES, drawn_by=actor)
            round_.save()
            _seat(round_, matches, actor)
            return round_
    except IntegrityError:
        return evening.rounds.get(number=number)


def _chosen(evening: Evening, chosen: Collection[int], number: int) -> list[Match]:
    found = choices(evening)
    matches = [choice.match for choice in found if choice.match.fixture.pk in chosen]
    if not chosen:
        raise Refused(_("Choose at least one match."))
    if len(matches) < len(set(chosen)):
        raise Refused(
            _("One of these matches was drawn or decided in the meantime. Look again, then choose.")
        )
    busy: dict[int | None, Match] = {}
    for match in matches:
        for side in (match.home, match.away):
            if side.entry in busy:
                raise Refused(
                    _("%(name)s would play two matches in this round. Choose one of them.")
                    % {"name": side.name}
                )
            busy[side.entry] = match
    _refuse_unfinished(found, chosen, evening.rounds_planned - number)
    return matches


def _refuse_unfinished(found: Sequence[Choice], chosen: Collection[int], left: int) -> None:
    """A match is played to its end on one evening: it has its rounds in this one and the `left` ones after it."""
    for choice in found:
        match, now = choice.match, choice.match.fixture.pk in chosen
        to_come = match.planned_rounds - match.rounds - now
        if not (now or choice.goes_on) or to_come <= left:
            continue
        told = {"home": match.home.name, "away": match.away.name, "count": to_come + now, "left": left + now}
        if now:
            raise Refused(
                _(
                    "%(home)s – %(away)s takes %(count)s more rounds on this evening, and there are %(left)s. Plan more "
                    "rounds for the evening first."
                )
                % told
            )
        raise Refused(
            _(
                "%(home)s – %(away)s goes on: it takes %(count)s more rounds, and %(left)s are left after this one. "
                "Choose it too, plan more rounds for the evening, or say on the page of the match that it ends here."
            )
            % told
        )


def _seat(round_: Round, matches: Sequence[Match], actor: User | None) -> None:
    evening = round_.evening
    playing = {side.entry for match in matches for side in match.sides}
    for entry in evening.competition.entries.filter(pk__in=playing).prefetch_related("members__person"):
        _mark_present(evening, entry, round_.number, actor)
    present = present_entries(evening, round_.number)
    resting = [entry.pk for entry in present if entry.pk not in playing]
    boards = evening.competition.tables_a_match
    tables_of = [_tables(match, first, boards) for match, first in _first_tables(matches, boards)]
    drawn = tuple(sorted((table for tables in tables_of for table in tables), key=lambda one: one.number))
    _remember(round_, drawn, resting, present)
    stored = draw_tables.store(round_, drawn, line_ups=_line_ups(evening, matches, tables_of))
    by_number = {table.number: table for table in stored}
    for match, tables in zip(matches, tables_of, strict=True):
        if match.fixture.table is None:
            fixture = match.fixture
            fixture.home_id, fixture.away_id = match.home.entry, match.away.entry
            fixture.table = by_number[tables[0].number]
            fixture.save()
    SitOut.objects.bulk_create(SitOut(round=round_, entry_id=entry) for entry in resting)
    chosen = [match.fixture.pk for match in matches]
    audit.record(actor, evening.competition.club, "draw matches", round_, matches=chosen)


def _remember(
    round_: Round, drawn: tuple[pairing.Table, ...], resting: Sequence[int], present: Sequence[Entry]
) -> None:
    """Keeps what there was to choose from, and the figures of what was chosen, as with any draw."""
    given = draw_input(round_.evening, round_.number, present, round_.seed)
    given = replace(given, rule=replace(given.rule, method=draw.FIXTURES))
    round_.given, round_.quality = given.to_json(), figures(drawn, resting, given).to_json()
    round_.save()


def _first_tables(matches: Sequence[Match], count: int) -> list[tuple[Match, int]]:
    """Each match with the number of its first table: one that goes on stays where it is."""
    kept = {
        match.fixture.pk: min(table.number for table in match.tables) for match in matches if match.tables
    }
    taken = {first + at for first in kept.values() for at in range(count)}
    free = (first for first in itertools.count(1, count) if not taken & set(range(first, first + count)))
    return [(match, kept.get(match.fixture.pk) or next(free)) for match in matches]


def _tables(match: Match, first: int, count: int) -> list[pairing.Table]:
    """The tables of a match from number `first` on; at the second, fourth … home sits East and West."""
    assert match.home.entry is not None
    assert match.away.entry is not None
    home, away = (match.home.entry,), (match.away.entry,)
    return [pairing.Table(first + at, *((away, home) if at % 2 else (home, away))) for at in range(count)]


def _line_ups(
    evening: Evening, matches: Sequence[Match], tables_of: Sequence[Sequence[pairing.Table]]
) -> Mapping[tuple[int, int], list[Person]]:
    """Who sits for a team at each table: the first of its squad; in a later round of a match as in the one before,
    the guests one table further."""
    if not evening.competition.is_teams:
        return {}
    known = evening.competition.entries.prefetch_related("members__person")
    teams = known.in_bulk([side.entry for match in matches for side in match.sides])
    seated: dict[tuple[int, int], list[Person]] = {}
    for match, tables in zip(matches, tables_of, strict=True):
        for side in match.sides:
            pairs = _pairs(evening, match, teams[side.entry], len(tables), guests=side is match.away)
            seated |= {(table.number, side.entry): pair for table, pair in zip(tables, pairs, strict=True)}
    return seated


def _pairs(evening: Evening, match: Match, team: Entry, tables: int, *, guests: bool) -> list[list[Person]]:
    if not match.tables:
        return line_ups.from_squad(team, tables, evening.date, match.fixture)
    before = max(table.round_number for table in match.tables)
    sat = line_ups.as_they_sat(evening, before, team)
    return line_ups.moved_on(sat) if guests else sat


def _mark_present(evening: Evening, entry: Entry, number: int, actor: User | None) -> None:
    """Whoever plays a match is there; who already is stays as he was noted."""
    presence = Presence.objects.filter(evening=evening, entry=entry).first()
    if presence is None or not presence.in_round(number):
        from_round = presence.from_round if presence and presence.state == Presence.State.PRESENT else number
        check_in.set_presence(
            evening, entry, Presence.State.PRESENT, actor=actor, from_round=min(from_round, number)
        )
