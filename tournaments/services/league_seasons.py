"""From pools to finals, and the divisions of one season in the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import league_board
from tournaments.in_words import translated
from tournaments.models import Division
from tournaments.pairing import DrawError, leagues
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season
from tournaments.services.leagues import Place, save_division, set_places
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.models import Competition, Entry, User

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEPT_OF_DIVISION = ("name", "level", "kind", "legs", "promoted", "relegated", "counts", "rule")


@transaction.atomic
def make_pools(
    competition: Competition,
    entries: Sequence[Entry],
    *,
    count: int,
    through: int,
    legs: int,
    actor: User | None,
    key: str = "",
) -> list[Division]:
    """Divides the entries, best seed first, over so many pools; the first `through` of each go on.

    Groups that are kept apart are spread over the pools. A repeated key raises `AlreadyDone`.
    """
    audit.refuse_repeat(key)
    refuse_closed_season(competition)
    if count > len(LETTERS):
        raise Refused(_("There are at most %(most)s pools.") % {"most": len(LETTERS)})
    by_key = {entry.pk: entry for entry in entries}
    apart = competition.apart_groups.prefetch_related("entries")
    groups = [[entry.pk for entry in group.entries.all() if entry.pk in by_key] for group in apart]
    try:
        found = leagues.snake(list(by_key), count, groups)
    except DrawError as error:
        raise Refused(translated(error.sentence)) from error
    if through > min(map(len, found.pools)):
        raise Refused(
            _("A pool has %(size)s entries; %(through)s cannot go on.")
            % {"size": min(map(len, found.pools)), "through": through}
        )
    pools = []
    for letter, members in zip(LETTERS, found.pools, strict=False):
        pool = Division(
            competition=competition,
            name=_("Pool %(letter)s") % {"letter": letter},
            level=2,
            legs=legs,
            promoted=through,
        )
        save_division(pool, actor=actor)
        set_places(pool, [Place(by_key[entry]) for entry in members], actor=actor)
        pools.append(pool)
    audit.record(actor, competition.club, "make pools", competition, key=key, pools=count)
    return pools


@transaction.atomic
def make_finals(
    competition: Competition, pools: Sequence[Division], name: str, *, actor: User | None, key: str = ""
) -> Division:
    """A knock-out of the first of every pool, then the seconds, and so on; its fixtures are made from there.

    Raises `Refused` as long as a pool is not finished, and when a place that goes on is shared.
    """
    audit.refuse_repeat(key)
    refuse_closed_season(competition)
    wanted = {pool.pk for pool in pools}
    boards = [board for board in league_board.load(competition, DESK) if board.division.pk in wanted]
    for board in boards:
        _refuse_open(board)
    most = max(board.division.promoted for board in boards)
    order = [
        board.lines[place].entry
        for place in range(most)
        for board in boards
        if place < board.division.promoted
    ]
    finals = Division(competition=competition, name=name, level=1, kind=Division.Kind.KNOCK_OUT)
    save_division(finals, actor=actor)
    entries = competition.entries.in_bulk(order)
    homes = {member.entry_id: member.venue for board in boards for member in board.members}
    set_places(finals, [Place(entries[entry], homes[entry]) for entry in order], actor=actor)
    audit.record(actor, competition.club, "make finals", finals, key=key, pools=sorted(wanted))
    return finals


def _refuse_open(board: league_board.DivisionBoard) -> None:
    through, lines = board.division.promoted, board.lines
    if not board.finished:
        raise Refused(
            _("%(division)s is not finished: matches are still to be played.")
            % {"division": board.division.name}
        )
    if not 1 <= through <= len(lines):
        raise Refused(_("Say at %(division)s how many go on.") % {"division": board.division.name})
    if through < len(lines) and lines[through - 1].rank == lines[through].rank:
        names = [board.who[line.entry].name for line in lines if line.rank == lines[through].rank]
        raise Refused(
            _(
                "In %(division)s %(names)s share a place of which not all go on. Decide who comes first on the page of "
                "that division, by lot for instance."
            )
            % {"division": board.division.name, "names": ", ".join(names)}
        )


def movements(competition: Competition) -> tuple[list[league_board.DivisionBoard], leagues.Movements]:
    """The round robins of a competition as they stand, and who would go up and down."""
    boards = [board for board in league_board.load(competition, DESK) if not board.is_bracket]
    return boards, leagues.next_season(
        [
            leagues.Finish(
                division=board.division.pk,
                level=board.division.level,
                entries=tuple(line.entry for line in board.lines),
                ranks=tuple(line.rank for line in board.lines),
                promoted=board.division.promoted,
                relegated=board.division.relegated,
            )
            for board in boards
        ]
    )


def _refuse_unfinished(boards: Sequence[league_board.DivisionBoard]) -> None:
    for board in boards:
        if not board.finished:
            raise Refused(
                _("%(division)s is not finished: matches are still to be played.")
                % {"division": board.division.name}
            )


def open_divisions_again(
    competition: Competition, following: Competition, entries: Mapping[int, Entry], *, actor: User | None
) -> list[Division]:
    """The round robins of a season in the next one, with who went up and down, their homes and their rules.

    `entries`: the new entry of every old one that comes along; who is missing leaves an open place. Raises `Refused`
    while matches are still to be played.
    """
    boards, moves = movements(competition)
    _refuse_unfinished(boards)
    homes = {member.entry_id: member.venue for board in boards for member in board.members}
    opened = []
    for board in boards:
        transfers = replace(board.division.get_transfers(), until=None)  # a day of the season that is over
        division = Division(
            competition=following,
            transfers={} if transfers == leagues.TransferRule() else transfers.to_json(),
            **{name: getattr(board.division, name) for name in KEPT_OF_DIVISION},
        )
        save_division(division, actor=actor)
        members = [pk for pk in moves.divisions[board.division.pk] if pk in entries]
        set_places(division, [Place(entries[pk], homes[pk]) for pk in members], actor=actor)
        opened.append(division)
    return opened
