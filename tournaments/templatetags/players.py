"""Ratings on a page: real numbers rounded half up, and addresses for the same readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse

from tournaments.players import words
from tournaments.players.who import shown_people, somebodies
from tournaments.rating import points
from tournaments.services import rating_periods
from tournaments.standing.queries import reader_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.rating import Parameters, Status

register = template.Library()


@register.filter
def real(value: float | None, decimals: int = 0) -> str:
    """`{{ change.expected|real:1 }}`: a real number as figures are printed."""
    return words.figure(None) if value is None else words.real(value, decimals)


@register.filter
def signed_real(value: float | None, decimals: int = 0) -> str:
    """`{{ change.change|signed_real:1 }}`: +3.4, −3.4, 0.0."""
    return words.figure(None) if value is None else words.signed_real(value, decimals)


@register.filter
def chance(share: float) -> str:
    """`{{ change.chance|chance }}`: 51 %."""
    return words.percent(share)


@register.filter
def rating(mean: float | str | None) -> str:
    """`{{ line.mean|rating }}`: 1 512; nothing as a dash, also where there is no line (Django hands on "" then)."""
    return words.figure(points(mean) if isinstance(mean, float) else None)


@register.filter
def of_person(found: dict[int, Any] | str, person: int) -> Any:
    """`{{ running|of_person:who.person }}`: what belongs to a person; None for nothing, also where nothing was looked up."""
    return found.get(person) if isinstance(found, dict) else None


@register.filter
def spread(parameters: Parameters) -> float:
    """`{{ luck|spread|real }}`: the standard deviation of luck in a round, in points."""
    return rating_periods.spread(parameters)


@register.filter
def status_word(status: Status) -> str:
    return words.status_word(status)


@register.inclusion_tag("players/_pages.html", takes_context=True)
def pages_of(context: dict[str, Any], people: Iterable[int]) -> dict[str, Any]:
    """`{% pages_of row.who.people %}`: the way to the page of each of these people who has one; one query."""
    reader = reader_for(context["request"].user, context["club"], public=context["public"])
    found = somebodies(shown_people(context["club"], reader).filter(pk__in=people), context["club"], reader)
    return {"people": list(found.values()), "club": context["club"], "public": context["public"]}


@register.simple_tag(takes_context=True)
def players_url(context: dict[str, Any], name: str, *args: object) -> str:
    """`{% players_url "person" who.person %}`: a page about players of this club, for the same readers."""
    slug = context["club"].slug
    return reverse(f"public_{name}" if context["public"] else name, args=[slug, *args])
