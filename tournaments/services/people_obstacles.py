"""Why two people cannot be one, each with what to do about it: where both were there, and what cannot become one entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Evening, Publication, Round
from tournaments.services import guards, people_entries, people_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.models import Competition, Person
    from tournaments.services.people_entries import Couples, Joint

MOST_NAMED = 5
"""So many evenings that forbid it are named; the others are counted."""


def of_merge(couples: Couples) -> list[str]:
    """Everything that forbids making one of the two of each couple."""
    alike = {other.pk: kept.pk for kept, other in couples}
    found = [text for joint in people_entries.joints(couples) for text in _of_joint(joint, alike)]
    for kept, other in couples:
        both = [
            evening
            for competition in people_entries.shared(kept, other)
            for evening in _both_there(competition, kept, other)
        ]
        found += [_same_evening(kept, other, evening) for evening in both[:MOST_NAMED]]
        if len(both) > MOST_NAMED:
            found.append(_("And on %(count)s evenings more.") % {"count": len(both) - MOST_NAMED})
    return found


def _both_there(competition: Competition, one: Person, other: Person) -> Iterable[Evening]:
    evenings = [people_entries.evenings_of(person, competition) for person in (one, other)]
    found = Evening.objects.filter(pk__in=evenings[0] & evenings[1]).select_related("competition")
    return found.order_by("date", "number")


def _same_evening(one: Person, other: Person, evening: Evening) -> str:
    day = date_format(evening.date, "SHORT_DATE_FORMAT")
    told = {"one": one.name, "other": other.name, "day": day, "competition": evening.competition}
    return (
        _(
            "%(one)s and %(other)s were both there on the evening of %(day)s of %(competition)s, and nobody is there "
            "twice. If one of them was not, put that right on that evening first: at the door, or at the table by "
            "saying who really sat there."
        )
        % told
    )


def _of_joint(joint: Joint, alike: Mapping[int, int]) -> Iterable[str]:
    told = {"one": joint.person.name, "other": joint.other.name, "competition": joint.competition}
    if joint.competition.is_closed:
        yield (
            _("%(one)s and %(other)s both took part in %(competition)s.") % told
            + " "
            + guards.closed_season(joint.competition)
        )
    if joint.two_teams:
        yield from _of_two_teams(joint, told | {"team": joint.kept.name, "others": joint.gone.name})
    elif joint.competition.is_pairs and joint.one_squad:
        yield _("%(one)s and %(other)s are a pair in %(competition)s: they are two people.") % told
    elif joint.competition.is_pairs and not _same_pair(joint, alike):
        told |= {"pair": joint.kept.name, "others": joint.gone.name}
        yield (
            _(
                "%(one)s and %(other)s play in two pairs of %(competition)s (%(pair)s and %(others)s), and nobody is in "
                "two. Where the partners are one person too, make both one at once; else take the pair that has not "
                "played out of that competition first."
            )
            % told
        )
    elif joint.gone.divisions.exists() and not joint.one_squad:
        yield (
            _(
                "%(one)s and %(other)s both have matches in %(competition)s: their matches cannot become those of one."
            )
            % told
        )


def _same_pair(joint: Joint, alike: Mapping[int, int]) -> bool:
    """Whether the people of one entry turn out to be those of the other."""
    kept, gone = ({alike.get(one.pk, one.pk) for one in entry.people} for entry in (joint.kept, joint.gone))
    return kept == gone


def _of_two_teams(joint: Joint, told: dict[str, object]) -> Iterable[str]:
    """What was played for one team and then for another is a transfer; anything else is not one person."""
    if people_teams.went_before(joint.competition, joint.person, joint.other):
        yield (
            _(
                "In %(competition)s one of %(one)s and %(other)s changed teams already (%(team)s, %(others)s). Take that "
                "transfer back first, or leave them two there."
            )
            % told
        )
    elif not (joint.own and joint.others):
        yield (
            _(
                "%(one)s and %(other)s stand in the squads of two teams of %(competition)s (%(team)s and %(others)s). "
                "Take the one who has not played out of that squad first."
            )
            % told
        )
    elif people_teams.day_of_change(joint) is None:
        yield (
            _(
                "%(one)s and %(other)s played for two teams of %(competition)s by turns (%(team)s and %(others)s), and "
                "nobody plays for two teams at a time."
            )
            % told
        )


def needs_reason(competitions: Iterable[Competition]) -> bool:
    """Whether something in these competitions is closed or published, so that it changes only with a reason."""
    found = list(competitions)
    closed = Round.objects.filter(evening__competition__in=found, state=Round.State.CLOSED)
    return closed.exists() or Publication.objects.filter(competition__in=found).exists()
