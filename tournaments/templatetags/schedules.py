"""What other pages show of the schedule of an evening: a note beside a round, and the way to it for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

from tournaments import timetable

if TYPE_CHECKING:
    from tournaments.models import Club, Evening, Round

register = template.Library()


@register.inclusion_tag("schedules/_note.html")
def schedule_note(round_: Round) -> dict[str, Any]:
    """`{% schedule_note round %}`: which round of the schedule it is and what differs; nothing without a schedule."""
    note = timetable.note(round_)
    return {"note": note, "round": round_, "title": timetable.method_name(note.method) if note else ""}


@register.inclusion_tag("schedules/_public_link.html")
def schedule_link(club: Club, evening: Evening) -> dict[str, Any]:
    """`{% schedule_link club evening %}`: the way to the public schedule, once readers may see it."""
    return {"club": club, "evening": evening, "shown": timetable.is_public(evening)}


@register.inclusion_tag("schedules/_public_link.html")
def running_schedule(club: Club) -> dict[str, Any]:
    """`{% running_schedule club %}`: the way to the public schedule of the evening that is being played."""
    evening = timetable.running(club)
    return {"club": club, "evening": evening, "shown": evening is not None}
