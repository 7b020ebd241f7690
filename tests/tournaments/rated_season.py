"""Seasons that were really played, for the tests of how ratings are kept up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests import factories
from tests.tournaments.played import play_evening
from tournaments import rating_queries
from tournaments.models import EntryMember, RatingValue
from tournaments.services import rating, rating_check

if TYPE_CHECKING:
    from scoring.models import SheetVersion
    from tournaments.models import Competition, Evening, Table, User


def a_season(
    user: User, evenings: int = 3, people: int = 8, **fields: Any
) -> tuple[Competition, list[Evening]]:
    """A competition with its evenings: at two tables north and south make 90 and 120 points a deal, then 97 and 115, …"""
    competition = factories.make_competition(people, **fields)
    return competition, [
        play_evening(competition, user, scores=(90 + 7 * at, 120 - 5 * at)) for at in range(evenings)
    ]


def for_the_same(competition: Competition, **fields: Any) -> Competition:
    """Another competition of the same people."""
    members = EntryMember.objects.filter(competition=competition).select_related("person")
    return factories.make_competition([member.person for member in members], club=competition.club, **fields)


def a_table(evening: Evening, round_: int = 1, number: int = 1) -> Table:
    """A table, with its sheet."""
    return (
        evening.rounds.get(number=round_).tables.select_related("sheet", "round__evening").get(number=number)
    )


def correct(table: Table, user: User, we: int) -> SheetVersion:
    """The next version of its sheet: north and south made so many points in every deal."""
    return factories.accept_sheet(table, user, we, base=table.sheet.newest().number)


def refreshed(competition: Competition) -> int:
    """Brings the ratings up to date, and proves them; the number of evenings replayed."""
    replayed = rating.refresh(competition.club_id)
    pool = rating_queries.pool_of(competition.club)
    verdict = rating_check.check(pool)
    assert verdict.is_right, verdict
    return replayed


def means(competition: Competition) -> dict[int, float]:
    """Everybody's rating as it is kept, by person."""
    return dict(
        RatingValue.objects.filter(pool__clubs__club=competition.club_id).values_list("person", "mean")
    )
