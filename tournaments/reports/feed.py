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
    """Something on a day; `key` stays the same when it moves, so that a calendar moves it too."""

    key: str
    day: date
    title: str
    place: str = ""
    text: str = ""
    cancelled: bool = False


def calendar(
    name: str, events: Iterable[Event], *, stamp: datetime, origin: str = "", time_zone: str = ""
) -> bytes:
    """The calendar as it is sent. `stamp` stands in every event: the same events give the same bytes.

    `origin` is unlike that of any other club in the world, so that whoever subscribes to two sees the events of both.

    Events fill a day and have no hour; `time_zone` only tells where these days are.
    """
    made = Calendar()
    made.add("prodid", "-//Klaverclub//NL")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", name)
    if time_zone:
        made.add("x-wr-timezone", time_zone)
    for event in events:
        entry = Entry()
        entry.add("uid", ".".join(filter(None, (event.key, origin))) + "@klaverclub")
        entry.add("dtstamp", stamp)
        entry.add("dtstart", event.day)
        entry.add("summary", event.title)
        entry.add("status", "CANCELLED" if event.cancelled else "CONFIRMED")
        if event.place:
            entry.add("location", event.place)
        if event.text:
            entry.add("description", event.text)
        made.add_component(entry)
    return bytes(made.to_ical())
