"""Addresses within a season, the same words on the pages of the desk and of the readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse

from tournaments.standing import notes, periods

if TYPE_CHECKING:
    from tournaments.models import Evening

register = template.Library()


@register.simple_tag
def why_question(rank: int | None) -> str:
    """`{% why_question 3 %}`: Why am I third?"""
    return notes.why_question(rank)


@register.filter
def standing_name(title: str) -> str:
    """`{{ view.title|standing_name }}`: what the standing of a title or period is called."""
    return periods.label(title)


@register.simple_tag(takes_context=True)
def season_url(context: dict[str, Any], name: str, *args: int) -> str:
    """`{% season_url "season_why" entry %}`: a page of this season, for the same readers and of the same standing."""
    competition = context["competition"]
    if context["public"]:
        address = reverse(f"public_{name}", args=[competition.club.slug, competition.pk, *args])
    else:
        address = reverse(name, args=[competition.pk, *args])
    return address + context["query_string"]


@register.simple_tag(takes_context=True)
def evening_url(context: dict[str, Any], evening: Evening, entry: int | None = None) -> str:
    """`{% evening_url evening %}`: the result of an evening, or the story of an entry in it."""
    if context["public"]:
        address = reverse("public_evening", args=[context["club"].slug, evening.pk])
    else:
        address = reverse("evening_result", args=[evening.pk])
    return address if entry is None else f"{address}?entry={entry}"
