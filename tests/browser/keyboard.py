"""Typing in a browser test: keys one after the other, and what the page looks like afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KEY = re.compile(r"<(.+?)>|(.)")

# DEALS of tests/scoring/paper.py, as somebody types them.
TYPED = ["95i+", "61/ii+", "n+", "pv+", *["82+"] * 12]


def box(page: Page, position: int, name: str) -> Locator:
    return page.locator(f"#r{position}-{name}")


def type_keys(page: Page, keys: str) -> None:
    """One key after the other; a name in brackets is a key with a name: 12<Enter>."""
    for key in KEY.findall(keys):
        page.keyboard.press(key[0] or key[1])


def count(keys: str) -> int:
    """How often somebody presses for these keys."""
    return len(KEY.findall(keys))


def type_sheet(page: Page) -> None:
    for keys in TYPED:
        type_keys(page, keys)


def kept(page: Page) -> None:
    """Waits until everything that was typed is kept."""
    expect(page.locator("#sheet")).to_have_attribute("data-unkept", "0")
    expect(page.locator("tr.unkept")).to_have_count(0)
