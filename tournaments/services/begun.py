"""Two who change the same settings at once: a form knows what it was filled in from, and undoes nothing unseen."""

from __future__ import annotations

import hashlib
import json

from django.utils.translation import gettext as _

from tournaments.services.errors import Refused


def began_with(stored: object) -> str:
    """What a form is filled in from, as it is sent along: a fingerprint of JSON values."""
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]


def begins_with(stored: object, posted: str, *, told: bool) -> str:
    """What the page that is shown now begins with: what is stored, or as long as nobody asked whether that has changed
    (`told`: a form was understood, and to be saved or looked at with its effects), what the form that was sent began
    with."""
    return began_with(stored) if told or not posted else posted


def refuse_changed(stored: object, began: str) -> None:
    """Raises `Refused` when something else is stored now than a form began with; "" is from who does not say.

    Asked within the transaction that saves. The page that is shown then begins with what is stored now, so who saves
    again knows what he does.
    """
    if began and began != began_with(stored):
        raise Refused(
            _(
                "Somebody else has changed this since you opened the page. What you typed stands here and is not "
                "saved. Look in another window at what is saved now; saving once more puts yours in its place."
            )
        )
