"""What is told instead of scores that are kept back until the prize-giving."""

from __future__ import annotations

from django import template

from tournaments import embargo
from tournaments.models import Evening

register = template.Library()


@register.filter
def promise(evening: Evening) -> str:
    """`{{ kept_back|promise }}`: when the standing follows."""
    return embargo.promise(evening)


@register.filter
def hour_of(evening: Evening, field: str) -> str:
    """`{{ evening|hour_of:"prizes_at" }}`: a moment of the evening on the clock of its club."""
    return embargo.hour(evening, getattr(evening, field))


@register.filter
def under_embargo(evening: Evening) -> bool:
    return embargo.in_force(evening)
