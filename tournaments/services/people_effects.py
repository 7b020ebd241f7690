"""What making one person of two, or two of one, does to seasons and ratings: found by doing it and taking it back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction

from klaverclub.templatetags.figures import figure
from tournaments.models import Competition
from tournaments.services import rating_preview, watch_lists, watch_play
from tournaments.services.watching import list_part

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from fractions import Fraction

    from tournaments.models import Club
    from tournaments.services.watching import Look, Part, Watcher

    Looks = list[Look]

WATCHERS: tuple[Watcher, ...] = tuple(
    each for each in (*watch_lists.WATCHERS, *watch_play.WATCHERS) if each.key != "scores"
)
"""All but single scores: those come along, and are told by evening and round."""
_ENTRY_AT = {"evenings": 1, "standings": 1, "prizes": 4}
"""Where in the keys of a look the entry stands."""


@dataclass(frozen=True, slots=True)
class RatingEffects:
    """The people concerned before and after (empty: nobody is rated otherwise), how many others move, and by how much at most."""

    parts: tuple[Part, ...]
    others: int
    most: Fraction

    @property
    def most_in_words(self) -> str:
        return figure(self.most, 1)


@dataclass(frozen=True, slots=True)
class SeasonEffects:
    """What moves in one competition: results, standings, prizes, draws, publications; nothing with no parts."""

    competition: Competition
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that moves, and a fingerprint of it: another one as soon as anything else would move."""

    seasons: tuple[SeasonEffects, ...]
    ratings: RatingEffects
    fingerprint: str


class OtherEffects(Exception):
    """What would move is no longer what was shown. Nothing was done."""


def of(club: Club, act: Callable[[], Collection[int]], title: str) -> RatingEffects:
    """The effects on the ratings of a club of an act that tells whom it concerns. What `act` raises comes through."""
    with transaction.atomic():
        before = rating_preview.ratings_of(club.pk)
        concerned = set(act())
        after = rating_preview.ratings_of(club.pk)
        transaction.set_rollback(True)
    return _of_ratings(before, after, concerned, title)


def _of_ratings(
    before: Mapping[int, Any], after: Mapping[int, Any], concerned: Collection[int], title: str
) -> RatingEffects:
    moved = [
        abs(after[one][2] - before[one][2])
        for one in before
        if one in after and one not in concerned and before[one] != after[one]
    ]
    then, now = ({one: look[one] for one in look if one in concerned} for look in (before, after))
    return RatingEffects(
        tuple(list_part(title, then, now, 1)), len(moved), max(moved) if moved else rating_preview.NOTHING
    )


# With seasons -------------------------------------------------------------------------------------------------


def of_both(
    club: Club,
    act: Callable[[], Collection[int]],
    title: str,
    seasons: Collection[Competition],
    merged: Mapping[int, int],
) -> Effects:
    """The effects on ratings and on these competitions, without doing it; see `carry_out`."""
    with transaction.atomic():
        effects = _watch(club, act, title, seasons, merged)
        transaction.set_rollback(True)
    return effects


@transaction.atomic
def carry_out(
    club: Club,
    act: Callable[[], Collection[int]],
    title: str,
    seasons: Collection[Competition],
    merged: Mapping[int, int],
    seen: str,
) -> None:
    """Does the act, if its effects are those that were seen; else raises `OtherEffects`, and nothing is done.

    merged: entries of which one is, or becomes, a part of another, by key. They are told as one where only one of them
    is in a list: another name alone is no effect. What `act` raises comes through.
    """
    if _watch(club, act, title, seasons, merged).fingerprint != seen:
        raise OtherEffects


def _watch(
    club: Club,
    act: Callable[[], Collection[int]],
    title: str,
    seasons: Collection[Competition],
    merged: Mapping[int, int],
) -> Effects:
    ratings, then = rating_preview.ratings_of(club.pk), [_looks(season) for season in seasons]
    concerned = set(act())
    rated, now = rating_preview.ratings_of(club.pk), [_looks(season) for season in seasons]
    parts = [
        SeasonEffects(season, tuple(_told(before, after, merged)))
        for season, before, after in zip(seasons, then, now, strict=True)
    ]
    seen = repr((ratings, rated, then, now)).encode()
    return Effects(
        tuple(parts),
        _of_ratings(ratings, rated, concerned, title),
        hashlib.sha256(seen).hexdigest()[:32],
    )


def _looks(competition: Competition) -> Looks:
    """Everything that can be seen in a competition, which is read anew: what acts has a copy of its own."""
    read = Competition.objects.select_related("club").get(pk=competition.pk)
    return [watcher.look(read, 1) for watcher in WATCHERS]


def _told(then: Looks, now: Looks, merged: Mapping[int, int]) -> Iterable[Part]:
    for watcher, before, after in zip(WATCHERS, then, now, strict=True):
        one, other = (_as_one(watcher.key, look, merged) for look in (before, after))
        one = {key: _called(line, other.get(key)) for key, line in one.items()}
        if one != other:
            yield from watcher.tell(one, other)


def _as_one(kind: str, look: Look, merged: Mapping[int, int]) -> dict[Any, Any]:
    """A look with an entry called as the one that it is part of, where that is not in the list itself."""
    if kind == "draws":
        return {
            key: (state, [_basis(each, merged) for each in basis]) for key, (state, basis) in look.items()
        }
    at = _ENTRY_AT.get(kind)
    found: dict[Any, Any] = {}
    for key, line in look.items():
        called = key
        if at is not None and key[at] in merged:
            called = (*key[:at], merged[key[at]], *key[at + 1 :])
        found[key if called in look else called] = line
    return found


def _basis(basis: Iterable[tuple[int, Any]], merged: Mapping[int, int]) -> list[tuple[int, Any]]:
    known = dict(basis)
    return sorted(
        (entry if merged.get(entry, entry) in known else merged[entry], value)
        for entry, value in known.items()
    )


def _called(line: Any, later: Any) -> Any:
    """A line under the name that it has later."""
    named = isinstance(line, tuple) and isinstance(later, tuple) and len(line) == len(later) > 1
    return (later[0], *line[1:]) if named and isinstance(line[0], str) and isinstance(later[0], str) else line
