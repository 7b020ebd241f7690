"""The key that makes a repeated click the same act.

A page has a key of its own, and an act is done once for a key: a double click is one act. Who goes back in his browser and
saves again does another, because he gets the page anew, with another key (`FreshPagesMiddleware`); where a browser keeps
the page alive all the same, a script changes the key with the first thing that is changed (`pageshow` in app.js).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 64


def key_of(data: Mapping[str, Any], name: str = "key") -> str:
    """The key of what was sent; empty where there is none."""
    return str(data.get(name) or "")[:LONGEST]


def key_field(*, required: bool = True) -> forms.CharField:
    """The hidden field of a form whose act must not be done twice."""
    return forms.CharField(max_length=LONGEST, widget=forms.HiddenInput, required=required)
