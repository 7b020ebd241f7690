"""What an act would change, found by doing it, looking, and taking it back: exact by construction.

Each `watching.Watcher` looks at one kind of consequence before and after, and tells the difference. Nobody need know
which rules lead from a sheet to a prize.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from tournaments.models import Competition
from tournaments.services import rating_preview, watch_leagues, watch_lists, watch_play

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.services.watching import Part

WATCHERS = (
    *watch_lists.WATCHERS,
    *watch_leagues.WATCHERS,
    *watch_play.WATCHERS,
    *rating_preview.WATCHERS,
)
"""In the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that changes, and a fingerprint of it: another one as soon as anything else would change."""

    parts: tuple[Part, ...]
    fingerprint: str

    @property
    def to_do(self) -> list[str]:
        """What is left to be done by hand once the act is done."""
        return [line for part in self.parts if part.to_do for line in part.lines]


class OtherEffects(Exception):
    """What would change is no longer what was shown; `effects` is what would change now. Nothing was done."""

    def __init__(self, effects: Effects) -> None:
        super().__init__(effects.fingerprint)
        self.effects = effects


def of(competition: Competition, act: Callable[[], object], *, since: int = 1, key: str = "") -> Effects:
    """The effects of an act, without doing it. What `act` raises comes through.

    since: the number of the first evening of which it can change anything. key: what else the fingerprint stands for
    (the act itself, where two acts may have the same effects).
    """
    with transaction.atomic():
        effects = _watch(competition, act, since, key)
        transaction.set_rollback(True)
    return effects


@transaction.atomic
def carry_out(
    competition: Competition, act: Callable[[], object], seen: str, *, since: int = 1, key: str = ""
) -> Effects:
    """Does the act, if its effects are those that were seen; else raises `OtherEffects`, and nothing is done."""
    Competition.objects.select_for_update(of=("self",)).get(pk=competition.pk)
    effects = _watch(competition, act, since, key)
    if effects.fingerprint != seen:
        raise OtherEffects(effects)
    return effects


def _watch(competition: Competition, act: Callable[[], object], since: int, key: str) -> Effects:
    """Looks, acts, looks again. The competition is read anew each time: what acts has a copy of its own."""
    before = [watcher.look(_read(competition), since) for watcher in WATCHERS]
    act()
    after = [watcher.look(_read(competition), since) for watcher in WATCHERS]
    seen = hashlib.sha256(key.encode())
    parts: list[Part] = []
    for watcher, then, now in zip(WATCHERS, before, after, strict=True):
        if then != now:
            seen.update(repr((watcher.key, then, now)).encode())
            parts += watcher.tell(then, now)
    return Effects(tuple(parts), seen.hexdigest()[:32])


def _read(competition: Competition) -> Competition:
    return Competition.objects.select_related("club").get(pk=competition.pk)
