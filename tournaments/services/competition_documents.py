"""What is printed of a competition beside its standing: house rules, fixtures, league tables, prizes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone

from klaverclub.typed import whole_number
from tournaments import prize_words
from tournaments.models import Competition
from tournaments.reports import house_rules
from tournaments.reports.booklet import Booklet
from tournaments.reports.documents import Document, Heading, HouseRules, TableReport
from tournaments.services import league_documents, league_tables, prize_documents, prizes, public_links
from tournaments.services.headings import heading

if TYPE_CHECKING:
    from collections.abc import Callable


def _competition(pk: int) -> Competition:
    return Competition.objects.select_related("club").get(pk=pk)


def rules_document(pk: int) -> HouseRules:
    """The house rules of a competition, as they are played."""
    competition = _competition(pk)
    rules = house_rules.as_played(competition.get_rules(), competition.deals_per_round)
    return house_rules.house_rules(heading(competition, str(competition), timezone.localdate()), rules)


def fixtures_document(pk: int) -> TableReport:
    """The fixtures of a league or cup. Raises `Refused` when there are none."""
    competition = _competition(pk)
    head = heading(competition, str(competition), timezone.localdate())
    return league_documents.fixture_list(competition, head)


def league_document(pk: int, *, division: str = "") -> Booklet:
    """How a league stands, or the one division with this key. Raises `Refused` without fixtures, LookupError for a
    division of another competition."""
    competition = _competition(pk)
    asked = whole_number(division)
    if division and asked is None:
        raise LookupError(f"no division {division!r}")
    head = heading(competition, str(competition), timezone.localdate())
    tables = league_tables.league_tables(competition, head, asked)
    return replace(tables, link=public_links.league(competition, asked))


def _of_season_prizes(build: Callable[[Heading, prizes.PrizeList], Document]) -> Callable[..., Document]:
    """A builder that gets the prizes of a season, or of a title or period, by the key of the competition."""

    def document(pk: int, *, title: str = "") -> Document:
        competition = _competition(pk)
        listed = prizes.season_prizes(competition, title=title)
        head = heading(competition, str(competition), timezone.localdate(), provisional=listed.provisional)
        return build(replace(head, title=prize_words.list_title(title)), listed)

    return document


BUILDERS: dict[str, Callable[..., Document | Booklet]] = {
    "rules": rules_document,
    "fixtures": fixtures_document,
    "league": league_document,
    "season-prizes": _of_season_prizes(prize_documents.prize_list),
    "season-receipts": _of_season_prizes(prize_documents.receipts),
}
"""By kind, what makes a document of a competition from its key and the options of that kind."""

OF_A_LEAGUE = ("fixtures", "league")
OPTIONS = {
    "league": ("division",),
    **dict.fromkeys(("season-prizes", "season-receipts"), ("title",)),
}
