"""The key that makes a repeated click the same act, and what was changed since another one.

A page has a key of its own, and what is sent adds a fingerprint of everything in it. So a double click is one act; and who
goes back in his browser, corrects and saves again does another, also where the browser shows the very page that he sent,
key and all (WebKit does without https, whatever the page says of being kept), with scripts and without. What makes a
repetition of it is decided by `services.audit`.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE = 40
"""Letters of the key of a page at most, so that there is room for a fingerprint."""
LONGEST = 64


class KeyInput(forms.HiddenInput):
    """Hidden; its value is the key of the page with a fingerprint of everything that was sent."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Mapping[str, Any], name: str) -> str:
        return key_of(data, name)


def key_of(data: Mapping[str, Any], name: str = "key") -> str:
    """The key of what was sent; empty where there is none."""
    key = str(data.get(name) or "").partition("-")[0][:PAGE]
    if not key:
        return ""
    sent = [(each, _values(data, each)) for each in sorted(data) if each not in (name, "csrfmiddlewaretoken")]
    return f"{key}-{hashlib.sha256(repr(sent).encode()).hexdigest()[:16]}"


def _values(data: Mapping[str, Any], name: str) -> list[str]:
    many = data.getlist(name) if hasattr(data, "getlist") else [data[name]]
    return [str(value) for value in many]


def key_field(*, required: bool = True) -> forms.CharField:
    """The hidden field of a form whose act must not be done twice."""
    return forms.CharField(max_length=LONGEST, widget=KeyInput, required=required)
