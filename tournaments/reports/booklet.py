"""A document of several parts: texts, tables and graphs below each other, each chapter on a new page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.reports.documents import Heading, Link, TableReport
from tournaments.reports.history_plot import HistoryGraph
from tournaments.reports.plots import Graph

LOOKS = ("title", "heading", "text", "strong", "small")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text in one of the LOOKS. Raises ValueError for another look."""

    text: str
    look: str = "text"

    def __post_init__(self) -> None:
        if self.look not in LOOKS:
            raise ValueError(f"a paragraph looks like one of {', '.join(LOOKS)}, not {self.look!r}")


Block = Paragraph | TableReport | Graph | HistoryGraph
"""Of a table its title is not set again: a paragraph before it says what it is."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Blocks that begin on a new page."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """Chapters for paper, and the same figures as tables for a workbook, a sheet each, and for text (the first).

    `link` stands on the first page as a code for phones.
    Raises ValueError without a chapter or a table.
    """

    heading: Heading
    name: str
    chapters: tuple[Chapter, ...]
    tables: tuple[TableReport, ...]
    link: Link | None = None

    def __post_init__(self) -> None:
        if not self.chapters or not self.tables:
            raise ValueError("a booklet has at least a chapter and a table")


def chapter(*blocks: Block | Sequence[Block]) -> Chapter:
    """A chapter of blocks and lists of blocks, in this order."""
    flat: list[Block] = []
    for block in blocks:
        flat += block if isinstance(block, list | tuple) else [block]
    return Chapter(tuple(flat))
