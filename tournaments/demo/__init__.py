"""The demo club: an invented season, so that somebody new can try everything at once."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import User

CAST = settings.BASE_DIR / "fixtures" / "demo" / "club.json"
# What the accounts are for, as the cast words it; marked here for the translators.
ABOUT = (
    gettext_noop("administrator: everything, users and roles too"),
    gettext_noop("organiser: draws, closes, corrects"),
    gettext_noop("secretary: checks in and types the sheets"),
    gettext_noop("player: looks up the own results"),
)


@cache
def cast() -> dict[str, Any]:
    """Who plays in the demo club, how well, and who was away when."""
    found: dict[str, Any] = json.loads(CAST.read_text(encoding="utf-8"))
    return found


def logins() -> list[tuple[str, str, str]]:
    """User name, password and purpose of every demo account that still has its first password."""
    password = cast()["password"]
    known = {user.username: user for user in User.objects.filter(roles__club__slug=cast()["club"]["slug"])}
    return [
        (each["username"], password, _(each["about"]))
        for each in cast()["users"]
        if each["username"] in known and known[each["username"]].check_password(password)
    ]
