"""Matches on an evening: a round of the fixtures that the organiser chooses, home as North and South."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import league_board, pairing
from tournaments.models import Presence, Round, SitOut
from tournaments.pairing.assess import figures
from tournaments.services import audit, check_in, draw, draw_tables
from tournaments.services.draw_input import draw_input, present_entries
from tournaments.services.errors import Refused
from tournaments.standing.queries import Reader

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tournaments.models import Entry, Evening, User


@dataclass(frozen=True, slots=True)
class Choice:
    """A match that can be played this evening; `today`: it is planned for this date."""

    match: league_board.Match
    division: str
    today: bool


def choices(evening: Evening, reader: Reader | None = None) -> list[Choice]:
    """The matches that are known and not yet drawn: those of this date first, then the oldest, then undated ones."""
    found = [
        Choice(match, board.division.name, match.fixture.date == evening.date)
        for board in league_board.load(evening.competition, reader or Reader())
        for match in board.matches
        if match.is_open
    ]
    return sorted(
        found,
        key=lambda choice: (
            not choice.today,
            choice.match.fixture.date is None,
            str(choice.match.fixture.date),
            choice.match.fixture.division.level,
            choice.match.fixture.number,
        ),
    )


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
    """Round `number`, or the next, as a draft: a table for each chosen match (keys of fixtures), ordered as `choices`.

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
            matches = _chosen(evening, chosen)
            seed = secrets.randbits(48)
            round_ = Round(evening=evening, number=number, seed=seed, method=draw.FIXTURES, drawn_by=actor)
            round_.save()
            _seat(round_, matches, actor)
            return round_
    except IntegrityError:
        return evening.rounds.get(number=number)


def _chosen(evening: Evening, chosen: Collection[int]) -> list[league_board.Match]:
    matches = [choice.match for choice in choices(evening) if choice.match.fixture.pk in chosen]
    if not chosen:
        raise Refused(_("Choose at least one match."))
    if len(matches) < len(set(chosen)):
        raise Refused(
            _("One of these matches was drawn or decided in the meantime. Look again, then choose.")
        )
    busy: dict[int | None, league_board.Match] = {}
    for match in matches:
        for side in (match.home, match.away):
            if side.entry in busy:
                raise Refused(
                    _("%(name)s would play two matches in this round. Choose one of them.")
                    % {"name": side.name}
                )
            busy[side.entry] = match
    return matches


def _seat(round_: Round, matches: Sequence[league_board.Match], actor: User | None) -> None:
    evening = round_.evening
    playing = {side.entry for match in matches for side in match.sides}
    for entry in evening.competition.entries.filter(pk__in=playing).prefetch_related("members__person"):
        _mark_present(evening, entry, round_.number, actor)
    present = present_entries(evening, round_.number)
    resting = [entry.pk for entry in present if entry.pk not in playing]
    drawn = tuple(_table(number, match) for number, match in enumerate(matches, 1))
    _remember(round_, drawn, resting, present)
    for table, match in zip(draw_tables.store(round_, drawn), matches, strict=True):
        fixture = match.fixture
        fixture.home_id, fixture.away_id, fixture.table = match.home.entry, match.away.entry, table
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


def _table(number: int, match: league_board.Match) -> pairing.Table:
    assert match.home.entry is not None
    assert match.away.entry is not None
    return pairing.Table(number, (match.home.entry,), (match.away.entry,))


def _mark_present(evening: Evening, entry: Entry, number: int, actor: User | None) -> None:
    """Whoever plays a match is there; who already is stays as he was noted."""
    presence = Presence.objects.filter(evening=evening, entry=entry).first()
    if presence is None or not presence.in_round(number):
        from_round = presence.from_round if presence and presence.state == Presence.State.PRESENT else number
        check_in.set_presence(
            evening, entry, Presence.State.PRESENT, actor=actor, from_round=min(from_round, number)
        )
