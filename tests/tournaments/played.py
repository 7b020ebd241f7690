"""Evenings that were really played, sheet by sheet, and everything that the database knows of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests import factories
from tournaments import rating_queries
from tournaments.models import (
    ApartGroup,
    Entry,
    EntryMember,
    Evening,
    Membership,
    MergedEntry,
    Person,
    Posting,
    Presence,
    RatingValue,
    RatingYear,
    Role,
    Round,
    Schedule,
    Seat,
    SitOut,
)
from tournaments.services import closing, rating, rating_check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Club, Competition, User


def play_evening(
    competition: Competition,
    user: User,
    *,
    scores: Sequence[int] = (100, 120),
    rounds: int = 2,
    **fields: Any,
) -> Evening:
    """An evening, played and closed."""
    evening = factories.make_evening(competition, **fields)
    for _number in range(rounds):
        round_ = factories.make_published_round(evening, actor=user)
        for table, we in zip(factories.tables(round_), scores, strict=False):
            factories.accept_sheet(table, user, we)
        closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    evening.refresh_from_db()
    return evening


def refreshed(club: Club) -> str:
    """Brings the ratings of a club up to date, proves them against a whole recomputation, and gives their digest."""
    rating.refresh(club.pk)
    verdict = rating_check.check(rating_queries.pool_of(club))
    assert verdict.is_right, verdict
    return verdict.kept


def everything() -> dict[str, list[dict[str, Any]]]:
    """All rows that name people or entries, but for counters that only say that something was changed."""
    kept = (Person, Membership, Role, EntryMember, Seat, Posting, RatingValue, RatingYear)
    kept += (Entry, MergedEntry, Presence, SitOut, Round, Schedule)
    found = {model.__name__: list(model.objects.order_by("pk").values()) for model in kept}
    found["frozen"] = list(Evening.objects.order_by("pk").values("pk", "frozen", "closed_at"))
    groups = ApartGroup.entries.through.objects.order_by("apartgroup", "entry")
    found["groups"] = list(groups.values("apartgroup", "entry"))
    for row in found["RatingYear"]:
        del row["id"]  # made anew by every replay
    found["RatingYear"].sort(key=lambda row: (row["person_id"], row["year"]))
    return found
