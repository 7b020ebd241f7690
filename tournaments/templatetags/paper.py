"""Beside the documents: how lists for the wall get codes for phones, where they have none yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from tournaments.services import public_links

if TYPE_CHECKING:
    from tournaments.models import Club

register = template.Library()


@register.inclusion_tag("jobs/_codes_hint.html")
def codes_hint(club: Club) -> dict[str, str]:
    """`{% codes_hint club %}`: nothing where lists have codes, and in a club that is not public, where none could lead."""
    return {"how": public_links.how_to_get_codes() if club.public else ""}
