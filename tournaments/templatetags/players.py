"""Ratings on a page: real numbers rounded half up, and addresses for the same readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse

from tournaments.players import words
from tournaments.rating import points

if TYPE_CHECKING:
    from tournaments.rating import Status

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
def rating(mean: float | None) -> str:
    """`{{ line.mean|rating }}`: 1 512; nothing as a dash."""
    return words.figure(None if mean is None else points(mean))


@register.filter
def status_word(status: Status) -> str:
    return words.status_word(status)


@register.simple_tag(takes_context=True)
def players_url(context: dict[str, Any], name: str, *args: object) -> str:
    """`{% players_url "person" who.person %}`: a page about players of this club, for the same readers."""
    slug = context["club"].slug
    return reverse(f"public_{name}" if context["public"] else name, args=[slug, *args])
