"""The door of the hall: who is there this evening, and for which rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Membership, Presence, Round
from tournaments.services import audit, people
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from tournaments.models import Entry, Evening, User
    from tournaments.names import Name


@transaction.atomic
def set_presence(
    evening: Evening,
    entry: Entry,
    state: str,
    *,
    actor: User | None,
    from_round: int = 1,
    until_round: int | None = None,
) -> Presence:
    """Says whether an entry is there, from which round and until which (inclusive).

    Setting the same twice is the same. Raises `Refused` when the evening is closed, when the rounds do not
    fit, when the entry plays in another competition, or has a seat in a round that would then be without it.
    """
    refuse_closed_season(evening.competition)
    if entry.competition_id != evening.competition_id:
        raise Refused(_("%(name)s does not take part in this competition.") % {"name": entry.name})
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to change who was there."))
    if from_round < 1 or from_round > evening.rounds_planned:
        raise Refused(
            _("Round %(number)s does not exist: this evening has %(count)s rounds.")
            % {"number": from_round, "count": evening.rounds_planned}
        )
    if until_round is not None and until_round < from_round:
        raise Refused(_("Nobody can leave before the first round that he plays."))
    if state == Presence.State.PRESENT:
        from_round = _since_first_round(evening, entry, from_round)
    wanted = Presence(
        evening=evening, entry=entry, state=state, from_round=from_round, until_round=until_round
    )
    _refuse_empty_seat(wanted)
    presence, created = Presence.objects.update_or_create(
        evening=evening,
        entry=entry,
        defaults={"state": state, "from_round": from_round, "until_round": until_round},
    )
    audit.record(
        actor,
        evening.competition.club,
        "presence",
        presence,
        entry=entry.pk,
        state=state,
        from_round=from_round,
        until_round=until_round,
        first=created,
    )
    return presence


def _since_first_round(evening: Evening, entry: Entry, from_round: int) -> int:
    """Who went home and comes back has been there since the round he first came: what he played stays."""
    before = Presence.objects.filter(evening=evening, entry=entry, until_round__lt=from_round).first()
    return before.from_round if before else from_round


def _refuse_empty_seat(presence: Presence) -> None:
    """A seat of a drawn round is not emptied from the door: take who leaves out of the round, or name a substitute."""
    rounds = Round.objects.filter(evening=presence.evening, tables__seats__entry=presence.entry)
    for drawn in rounds.distinct().order_by("number"):
        if not presence.in_round(drawn.number):
            raise Refused(
                _(
                    "%(name)s has a seat in round %(number)s. Say on the page of that round that %(name)s goes "
                    "home, or name a substitute at the table."
                )
                % {"name": presence.entry.name, "number": drawn.number}
            )


@transaction.atomic
def clear_presence(evening: Evening, entry: Entry, *, actor: User) -> None:
    """Takes a check-in back, as if nobody had asked."""
    refuse_closed_season(evening.competition)
    presence = Presence.objects.filter(evening=evening, entry=entry).first()
    if presence is None:
        return
    if evening.is_closed:
        raise Refused(_("This evening is closed. Open it again to change who was there."))
    _refuse_empty_seat(Presence(evening=evening, entry=entry, state=Presence.State.ABSENT))
    audit.record(actor, evening.competition.club, "clear presence", presence, entry=entry.pk)
    presence.delete()


@transaction.atomic
def add_guest(
    evening: Evening, name: Name, *, actor: User, from_round: int = 1, key: str = "", twin: bool = False
) -> Entry:
    """A guest at the door: person, membership, entry and check-in in one act.

    Only for individual competitions. Raises `AlreadyDone` for a repeated `key`; raises `Refused` when
    somebody of that name is in the club, unless `twin` says that this is another person.
    """
    refuse_closed_season(evening.competition)
    competition = evening.competition
    audit.refuse_repeat(key)
    if competition.is_pairs:
        raise Refused(_("This competition is for fixed pairs: enter the pair at the competition."))
    if competition.is_teams:
        raise Refused(_("This competition is for teams: a guest plays in the line-up of a team."))
    if not twin and (known := people.namesakes(competition.club, name)):
        raise Refused(
            _(
                "%(name)s is already known in this club. Tick the existing name, or say that this is somebody else."
            )
            % {"name": known[0].name}
        )
    person = people.add_person(competition.club, name, actor=actor, kind=Membership.Kind.GUEST, key=key)
    entry = people.add_entry(competition, [person], actor=actor, ranked=False)
    set_presence(evening, entry, Presence.State.PRESENT, actor=actor, from_round=from_round)
    return entry
