"""Somebody goes from one team to another during a season: from a day on, with everything played left where it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max, Sum
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from tournaments.league_scores import SCORED
from tournaments.models import Competition, Division, EntryMember, Posting, Round, Seat
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.evenings import refuse_unlikely_date
from tournaments.services.guards import refuse_closed_season
from tournaments.services.squads import MOST_IN_SQUAD

if TYPE_CHECKING:
    import datetime

    from tournaments.models import Entry, Person, User


@dataclass(frozen=True, slots=True)
class Transfer:
    """Who went to which team, from which day on and why; `left` is None where that team is gone.

    `last`: it is the last of this person, so it can be taken back while nothing was played since.
    """

    member: EntryMember
    left: Entry | None
    last: bool

    @property
    def person(self) -> Person:
        return self.member.person

    @property
    def team(self) -> Entry:
        return self.member.entry

    @property
    def day(self) -> datetime.date:
        assert self.member.since is not None  # or it is no transfer
        return self.member.since


def of(competition: Competition) -> list[Transfer]:
    """The transfers of a season, the newest first; two queries."""
    moved = EntryMember.objects.filter(competition=competition).select_related("entry", "person")
    before = {(one.person_id, one.until): one.entry for one in moved.exclude(until=None)}
    came = moved.exclude(since=None).order_by("-since", "-pk")
    return [Transfer(one, before.get((one.person_id, one.since)), one.until is None) for one in came]


@transaction.atomic
def transfer(
    person: Person, team: Entry, day: datetime.date, reason: str, *, actor: User | None, key: str = ""
) -> EntryMember:
    """Lets somebody play for another team from `day` on, as its last reserve; before that he is of the old one.

    Raises `AlreadyDone` for a repeated key, and `Refused`, with nothing done, in a closed season, without a reason, for
    who is in no team or in this one, for a day on which he already has a seat elsewhere, for squads that would be too
    small or too large, and where the rules of a division do not allow it.
    """
    competition = Competition.objects.select_for_update(of=("self",)).get(pk=team.competition_id)
    refuse_closed_season(competition)
    audit.refuse_repeat(key)
    if not reason.strip():
        raise Refused(_("Say why somebody changes teams."))
    refuse_unlikely_date(day)
    now = _membership(competition, person)
    _refuse_team(team, now)
    _refuse_day(now, day)
    _refuse_small(now, day)
    for division in _divisions(now.entry, team):
        _refuse_by_rule(division, now, team, day)
    EntryMember.objects.filter(pk=now.pk).update(until=day)
    came = EntryMember.objects.create(
        entry=team,
        competition=competition,
        person=person,
        position=_next_position(team),
        since=day,
        reason=reason.strip(),
    )
    detail = {"person": person.pk, "from": now.entry_id, "to": team.pk, "day": day.isoformat()}
    audit.record(actor, competition.club, "transfer", came, key=key, reason=reason.strip(), **detail)
    return came


@transaction.atomic
def take_back(came: EntryMember, *, actor: User | None, key: str = "") -> None:
    """Undoes the last transfer of somebody, as long as he has no seat for the new team.

    Raises `AlreadyDone` for a repeated key, `Refused` in a closed season and where it cannot be taken back any more.
    """
    competition = Competition.objects.select_for_update(of=("self",)).get(pk=came.competition_id)
    refuse_closed_season(competition)
    audit.refuse_repeat(key)
    before = EntryMember.objects.filter(
        competition=competition, person=came.person_id, until=came.since
    ).first()
    told = {"name": came.person.name, "team": came.entry.name}
    if came.until is not None or before is None:
        raise Refused(_("%(name)s went on to another team since: take that transfer back first.") % told)
    if Seat.objects.filter(person=came.person_id, entry=came.entry_id, round__evening__date__gte=came.since):
        raise Refused(
            _("%(name)s has a seat for %(team)s: what was played stays. Let %(name)s go back from a day on.")
            % told
        )
    detail = {"person": came.person_id, "from": before.entry_id, "to": came.entry_id}
    audit.record(actor, competition.club, "take back transfer", came, key=key, day=f"{came.since}", **detail)
    came.delete()
    position = _next_position(before.entry)
    EntryMember.objects.filter(pk=before.pk).update(until=None, position=position)


def in_words(person: Person, team: Entry, day: datetime.date) -> list[str]:
    """What a transfer would do, for who is about to confirm it. Raises `Refused` for who is in no team."""
    now = _membership(team.competition, person)
    told = {
        "name": person.name,
        "old": now.entry.name,
        "new": team.name,
        "day": date_format(day, "j F Y"),
        "squad": sum(one.pk != now.pk for one in now.entry.members.all() if one.is_on(day)),
    }
    lines = [
        _("Until %(day)s %(name)s plays for %(old)s, from that day on for %(new)s.") % told,
        _stays(person, now.entry),
        _("%(old)s then has %(squad)s in its squad; %(name)s is the last reserve of %(new)s.") % told,
    ]
    if now.entry.represents and team.represents and now.entry.represents != team.represents:
        told |= {"club": now.entry.represents, "other": team.represents}
        lines.append(
            _("In the table of clubs what was made for %(club)s stays there; new scores go to %(other)s.")
            % told
        )
    return lines


def _stays(person: Person, old: Entry) -> str:
    seats = Seat.objects.filter(person=person, entry=old).exclude(round__state=Round.State.DRAFT)
    rounds = seats.values("round").distinct().count()
    told = {"name": person.name, "old": old.name, "rounds": rounds}
    if not rounds:
        return _("%(name)s has played nothing for %(old)s yet.") % told
    told |= {"points": figure(_points(list(seats.select_related("table"))))}
    words = ngettext(
        "What was played for %(old)s stays there: %(rounds)s round, %(points)s points at its tables.",
        "What was played for %(old)s stays there: %(rounds)s rounds, %(points)s points at its tables.",
        rounds,
    )
    return words % told


def _points(seats: list[Seat]) -> int:
    """What the pairs made at these seats."""
    tables = {(seat.round_id, seat.entry_id, seat.table.number) for seat in seats}
    rows = Posting.objects.filter(round__in=[seat.round_id for seat in seats], kind__in=SCORED)
    made = rows.values_list("round_id", "entry_id", "board").annotate(made=Sum("total"))
    return sum(total for *table, total in made if tuple(table) in tables)


# What is refused ----------------------------------------------------------------


def _membership(competition: Competition, person: Person) -> EntryMember:
    """Where somebody is now, and to the end unless he goes."""
    found = EntryMember.objects.select_related("entry").filter(
        competition=competition, person=person, until=None
    )
    if (now := found.first()) is None:
        raise Refused(
            _("%(name)s is in no team: add %(name)s to the squad of one on its page.") % {"name": person.name}
        )
    return now


def _refuse_team(team: Entry, now: EntryMember) -> None:
    told = {"name": now.person.name, "team": team.name, "most": MOST_IN_SQUAD}
    if team.pk == now.entry_id:
        raise Refused(_("%(name)s already plays for %(team)s.") % told)
    if not team.active:
        raise Refused(_("%(team)s no longer takes part.") % told)
    if team.members.filter(until=None).count() >= MOST_IN_SQUAD:
        raise Refused(_("The squad of %(team)s is full: at most %(most)s people.") % told)


def _refuse_day(now: EntryMember, day: datetime.date) -> None:
    told = {"name": now.person.name, "team": now.entry.name}
    if now.since is not None and day <= now.since:
        told |= {"day": date_format(now.since, "j F Y")}
        raise Refused(_("%(name)s came to %(team)s on %(day)s: another transfer is on a later day.") % told)
    seats = Seat.objects.filter(
        person=now.person_id, entry=now.entry_id, round__evening__date__gte=day
    ).select_related("round__evening")
    if last := seats.order_by("-round__evening__date").first():
        told |= {"day": date_format(last.round.evening.date, "j F Y")}
        raise Refused(
            _(
                "%(name)s has a seat for %(team)s on %(day)s: choose a later day, or change that line-up first. What "
                "was played stays."
            )
            % told
        )


def _refuse_small(now: EntryMember, day: datetime.date) -> None:
    """A team that goes on playing keeps enough people."""
    size = now.competition.team_size or 2
    left = now.entry.members.filter(until=None).count() - 1
    if now.entry.active and left < size:
        raise Refused(
            _(
                "%(team)s would have %(count)s in its squad, and a match takes %(size)s: add somebody to its squad first."
            )
            % {"team": now.entry.name, "count": left, "size": size}
        )


def _divisions(old: Entry, new: Entry) -> list[Division]:
    """The divisions in which one of both teams plays: the rules of each of them must allow it."""
    return list(Division.objects.filter(members__entry__in=[old, new]).distinct())


def _refuse_by_rule(division: Division, now: EntryMember, team: Entry, day: datetime.date) -> None:
    rule = division.get_transfers()
    told = {"division": division.name, "name": now.person.name, "team": team.name}
    if not rule.allowed:
        raise Refused(_("%(division)s: nobody changes teams during the season.") % told)
    if rule.until and day > rule.until:
        told |= {"day": date_format(rule.until, "j F Y")}
        raise Refused(_("%(division)s: somebody begins for another team on %(day)s at the latest.") % told)
    changed = EntryMember.objects.filter(competition=now.competition_id).exclude(since=None)
    told |= {"most": rule.most_player}
    if rule.most_player is not None and changed.filter(person=now.person_id).count() >= rule.most_player:
        raise Refused(
            _("%(division)s: %(name)s has changed teams as often as is allowed in a season: %(most)s.") % told
        )
    told |= {"most": rule.most_team}
    if rule.most_team is not None and changed.filter(entry=team).count() >= rule.most_team:
        raise Refused(
            _("%(division)s: %(team)s has taken over as many players as are allowed in a season: %(most)s.")
            % told
        )


def _next_position(team: Entry) -> int:
    last = team.members.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1
