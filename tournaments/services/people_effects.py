"""What making one person of two, or two of one, does to ratings: found by doing it and taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from klaverclub.templatetags.figures import figure
from tournaments.services import rating_preview
from tournaments.services.watching import list_part

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from fractions import Fraction

    from tournaments.models import Club
    from tournaments.services.watching import Part


@dataclass(frozen=True, slots=True)
class RatingEffects:
    """The people concerned before and after (empty: nobody is rated otherwise), how many others move, and by how much at most."""

    parts: tuple[Part, ...]
    others: int
    most: Fraction

    @property
    def most_in_words(self) -> str:
        return figure(self.most, 1)


def of(club: Club, act: Callable[[], Collection[int]], title: str) -> RatingEffects:
    """The effects on the ratings of a club of an act that tells whom it concerns. What `act` raises comes through."""
    with transaction.atomic():
        before = rating_preview.ratings_of(club.pk)
        concerned = set(act())
        after = rating_preview.ratings_of(club.pk)
        transaction.set_rollback(True)
    moved = [
        abs(after[one][2] - before[one][2])
        for one in before
        if one in after and one not in concerned and before[one] != after[one]
    ]
    then, now = ({one: look[one] for one in look if one in concerned} for look in (before, after))
    return RatingEffects(
        tuple(list_part(title, then, now, 1)), len(moved), max(moved) if moved else rating_preview.NOTHING
    )
