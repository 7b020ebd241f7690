"""Beside a list that grows: which publication of it is the newest, and the button that makes the next."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from tournaments import embargo
from tournaments.models import Competition, Division, Evening, Publication
from tournaments.services import publication_files, published

register = template.Library()


@register.inclusion_tag("publications/_beside.html", takes_context=True)
def published_standing(context: dict[str, Any], competition: Competition, title: str = "") -> dict[str, Any]:
    """`{% published_standing competition view.title %}` on the page of a standing."""
    return _beside(context, competition, Publication.Kind.STANDING, title=title)


@register.inclusion_tag("publications/_beside.html", takes_context=True)
def published_evening(context: dict[str, Any], evening: Evening) -> dict[str, Any]:
    """`{% published_evening evening %}` on the page of a result."""
    return _beside(context, evening.competition, Publication.Kind.EVENING, evening=evening)


@register.inclusion_tag("publications/_beside.html", takes_context=True)
def published_division(context: dict[str, Any], division: Division) -> dict[str, Any]:
    """`{% published_division division %}` on the page of a division that has a table."""
    return _beside(context, division.competition, Publication.Kind.DIVISION, title=division.name)


@register.inclusion_tag("publications/_beside.html", takes_context=True)
def published_prizes(
    context: dict[str, Any], competition: Competition, evening: Evening | None = None, title: str = ""
) -> dict[str, Any]:
    """`{% published_prizes competition evening listed.title %}` on the page of prizes."""
    return _beside(context, competition, Publication.Kind.PRIZES, title=title, evening=evening)


def _beside(
    context: dict[str, Any],
    competition: Competition,
    kind: str,
    title: str = "",
    evening: Evening | None = None,
) -> dict[str, Any]:
    asked = {"kind": str(kind), "title": title, "evening": evening.pk if evening else ""}
    query = urlencode({name: value for name, value in asked.items() if value})
    return {
        "latest": published.latest(competition, kind, title, evening, public=bool(context.get("public"))),
        "publish_url": f"{reverse('publish', args=[competition.pk])}?{query}",
        "may_publish": "DRAW" in context.get("acts", ()),
        "public": context.get("public"),
        "club": context.get("club"),
        "standing": kind == Publication.Kind.STANDING,
    }


@register.filter
def list_title(publication: Publication) -> str:
    """`{{ publication|list_title }}`: which list it is."""
    return published.title_of(publication)


@register.filter
def mark(publication: Publication) -> str:
    """`{{ publication|mark }}`: its number and what it replaces."""
    return publication_files.mark(publication)


@register.filter
def kept_back(publication: Publication, reader: embargo.Reads) -> Evening | None:
    """`{{ publication|kept_back:reader }}`: the evening whose prize-giving it waits for."""
    numbers = [evening["number"] for evening in publication.content["evenings"]]
    return embargo.list_hidden(publication.competition, numbers, reader)
