"""Numbers on the command line: what cannot be is refused with a sentence."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 12
"""Digits that are read; a longer number is out of any range here."""


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number from `least` to `most`; raises `ArgumentTypeError` for anything else."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= LONGEST and least <= int(text) <= most):
            raise ArgumentTypeError(f"{text!r} is no whole number from {least:,} to {most:,}")
        return int(text)

    return read


seed = whole(0, 999_999_999)
"""Any of these starts the generators of random numbers."""
