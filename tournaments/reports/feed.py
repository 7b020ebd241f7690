"""Dates as a calendar that phones and mail programs subscribe to (iCalendar, RFC 5545)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from icalendar import Calendar
from icalendar import Event as Entry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Event:
    """Something on a day; `key` stays the same when it moves, so that a calendar moves it too.

    rests_on: what makes it another event when it changes, beside its day and whether it is cancelled; told: what else
    it says. Both are the same in every language and hold keys instead of names.
    """

    key: str
    day: date
    title: str
    place: str = ""
    text: str = ""
    cancelled: bool = False
    rests_on: tuple[object, ...] = ()
    told: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Revision:
    """How often an event has moved since it was first sent, from 0, and when anything in it last changed."""

    sequence: int
    changed: datetime


def calendar(
    name: str, events: Iterable[tuple[Event, Revision]], *, origin: str = "", time_zone: str = ""
) -> bytes:
    """The calendar as it is sent; the same events give the same bytes.

    `origin` is unlike that of any other club in the world, so that whoever subscribes to two sees the events of both.
    Events fill a day and have no hour; `time_zone` only tells where these days are. Of the same event a program keeps
    the one with the highest SEQUENCE, and of these the one with the latest DTSTAMP (RFC 5546, 2.1.5).
    """
    made = Calendar()
    made.add("prodid", "-//Klaverclub//NL")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    if time_zone:
        made.add("x-wr-timezone", time_zone)
    for event, revision in events:
        entry = Entry()
        entry.add("uid", ".".join(filter(None, (event.key, origin))) + "@klaverclub")
        entry.add("dtstamp", revision.changed)
        entry.add("last-modified", revision.changed)
        entry.add("sequence", revision.sequence)
        entry.add("dtstart", event.day)
        entry.add("summary", event.title)
        entry.add("status", "CANCELLED" if event.cancelled else "CONFIRMED")
        if event.place:
            entry.add("location", event.place)
        if event.text:
            entry.add("description", event.text)
        made.add_component(entry)
    return bytes(made.to_ical())
