"""Two people who are one and stand in squads: of one team it is one place less, of two teams he went from one to the other.

The record in the log, beside `competition`, `kept` and `gone` (the teams): `days` is [[membership, before, after]], each
side {"since", "until", "reason"}.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from tournaments.models import EntryMember

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Competition, Person
    from tournaments.services.people_entries import Joint


def went_before(competition: Competition, *people: Person) -> bool:
    """Whether one of these changed teams in this competition already."""
    rows = EntryMember.objects.filter(competition=competition, person__in=people)
    return rows.exclude(since=None, until=None).exists()


def day_of_change(joint: Joint) -> datetime.date | None:
    """The first evening for the later of two teams, where all that was played for the one came before the other."""
    own, others = ([evening.date for evening in each] for each in (joint.own, joint.others))
    if not own or not others:
        return None
    if max(own) < min(others):
        return min(others)
    return min(own) if max(others) < min(own) else None


def transfer(joint: Joint, reason: str) -> dict[str, Any]:
    """Has each of the two be of his team for his days, so that both can be one person's; the record for the log."""
    day = day_of_change(joint)
    assert day is not None  # or it is forbidden
    rows = [
        EntryMember.objects.get(competition=joint.competition, person=one)
        for one in (joint.person, joint.other)
    ]
    first, second = rows if joint.own[0].date < day else rows[::-1]
    before = [_days(first), _days(second)]
    first.until = day
    second.since, second.reason = day, reason
    first.save()
    second.save()
    days = [[row.pk, was, _days(row)] for row, was in zip((first, second), before, strict=True)]
    told = {"competition": joint.competition.pk, "kept": joint.kept.pk, "gone": joint.gone.pk}
    return told | {"days": days}


def _days(row: EntryMember) -> dict[str, Any]:
    dates = {name: getattr(row, name) for name in ("since", "until")}
    return {name: day and day.isoformat() for name, day in dates.items()} | {"reason": row.reason}


def is_whole(record: Mapping[str, Any]) -> bool:
    """Whether nobody changed these days since."""
    known = {
        row.pk: _days(row) for row in EntryMember.objects.filter(pk__in=[day[0] for day in record["days"]])
    }
    return all(known.get(key) == after for key, _before, after in record["days"])


def part(record: Mapping[str, Any]) -> None:
    """Has each be of his team all along again, after the people are two."""
    for key, before, _after in record["days"]:
        row = EntryMember.objects.get(pk=key)
        for name in ("since", "until"):
            setattr(row, name, before[name] and datetime.date.fromisoformat(before[name]))
        row.reason = before["reason"]
        row.save()
