"""Reading a result table back from a page, as a reader sees it on a wide screen."""

from __future__ import annotations

from html.parser import HTMLParser

UNSEEN = ("visually-hidden", "folded-only", "badge", "why", "more")
VOID = {"br", "img", "input", "meta", "link", "hr"}


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.open: list[bool] = []  # for every open element: is it left out?
        self.reading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        classes = (dict(attrs).get("class") or "").split()
        self.open.append(any(name in classes for name in UNSEEN))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables:
            self.tables[-1][-1].append("")
            self.reading = True

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        self.open.pop()
        if tag in ("td", "th"):
            self.reading = False

    def handle_data(self, data: str) -> None:
        if self.reading and not any(self.open):
            row = self.tables[-1][-1]
            row[-1] = f"{row[-1]} {data.strip()}".strip()


def table(page: str, number: int = 0) -> list[dict[str, str]]:
    """The first table of a page, or another by its number: for every row what stands under each title."""
    reader = _Tables()
    reader.feed(page)
    titles, *rows = reader.tables[number]
    return [dict(zip(titles, row, strict=True)) for row in rows]
