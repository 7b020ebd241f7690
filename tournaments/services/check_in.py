"""The door of the hall: who is there this evening, and for which rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Membership, Presence, Round
from tournaments.services import audit, people
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

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
    breaks: Iterable[tuple[int, int]] | None = None,
) -> Presence:
    """Says whether an entry is there, from which round and until which (inclusive).

    Who went home and comes back has been there since the round he first came: what he played stays, and the rounds
    between are a break. `breaks`: the first and last round of each, None for those that are known. Setting the same
    twice is the same. Raises `Refused` when the evening is closed, when the rounds do not
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
    stay = Stay(from_round, until_round, tuple(breaks or ()))
    if state == Presence.State.PRESENT:
        stay = _with_breaks(evening, entry, stay, keep=breaks is None)
    wanted = Presence(evening=evening, entry=entry, state=state, **stay.fields)
    _refuse_empty_seat(wanted)
    presence, created = Presence.objects.update_or_create(
        evening=evening,
        entry=entry,
        defaults={"state": state, **stay.fields},
    )
    audit.record(
        actor,
        evening.competition.club,
        "presence",
        presence,
        entry=entry.pk,
        state=state,
        **stay.fields,
        first=created,
    )
    return presence


@dataclass(frozen=True, slots=True)
class Stay:
    """From which round somebody is there, until which (None: to the end), and the breaks between, each both missed."""

    first: int
    last: int | None
    breaks: tuple[tuple[int, int], ...] = ()

    @property
    def fields(self) -> dict[str, Any]:
        """As `Presence` has them."""
        breaks = [list(each) for each in self.breaks]
        return {"from_round": self.first, "until_round": self.last, "breaks": breaks}

    def tidy(self, rounds: int) -> Stay:
        """The same stay with breaks in order, apart and inside: one at an end moves that end. `rounds`: of the evening.

        Raises `Refused` when no round is left.
        """
        end = rounds if self.last is None else self.last
        missed = {number for first, last in self.breaks for number in range(first, last + 1)}
        there = [number for number in range(self.first, end + 1) if number not in missed]
        if not there:
            raise Refused(_("Nobody can leave before the first round that he plays."))
        last = self.last if there[-1] == end else there[-1]
        gaps = pairwise(there)
        return Stay(there[0], last, tuple((one + 1, other - 1) for one, other in gaps if other > one + 1))


def _with_breaks(evening: Evening, entry: Entry, stay: Stay, *, keep: bool) -> Stay:
    before = Presence.objects.filter(evening=evening, entry=entry, state=Presence.State.PRESENT).first()
    if before and keep:
        stay = replace(stay, breaks=tuple((first, last) for first, last in before.breaks))
    if before and before.until_round is not None and before.until_round < stay.first:
        away = (before.until_round + 1, stay.first - 1)
        stay = Stay(before.from_round, stay.last, (*stay.breaks, away))
    return stay.tidy(evening.rounds_planned)


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
