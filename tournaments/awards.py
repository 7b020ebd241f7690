"""Who wins which prize: from results and a prize plan to awards. Pure, exact, and the same in any order of entry."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.prizes import Prize, PrizePlan

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who can win, with what he made of the evening or the season.

    rank: the place among all contenders, guests too where they may win; equal results share it. None for who cannot
    win a prize for a place. value: what that rank rests on, for print. rounds: played at a table; best and worst: the
    highest and lowest of them, None without any.
    """

    entry: int
    rank: int | None
    value: Number = 0
    guest: bool = False
    rounds: int = 0
    pits: int = 0
    roem: int = 0
    nats: int = 0
    best: int | None = None
    worst: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A prize that is won.

    by: as in Prize. place: the best place that the winner and who ended equal take among those who can win (from
    below for "last"). cents: the winner's own money. goods: what else is won; by all `sharing` together where that is
    more than 1. value: what it was won with. drawn: the lot decided between equals.
    """

    by: str
    place: int
    entry: int
    cents: int
    goods: tuple[str, ...]
    value: Number
    sharing: int = 1
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """A prize that nobody won: nobody ended there, nobody made a pit, or equals took it with a better one."""

    by: str
    place: int
    cents: int
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Awards:
    """All that is given out, by prize in the order of the plan and by place, and what is left."""

    given: tuple[Award, ...] = ()
    left: tuple[Left, ...] = ()

    @property
    def cents(self) -> int:
        """The money that is given out."""
        return sum(award.cents for award in self.given)


@dataclass(frozen=True, slots=True)
class _Slot:
    """What one place is worth."""

    cents: int
    goods: tuple[str, ...]

    def __add__(self, other: _Slot) -> _Slot:
        return _Slot(self.cents + other.cents, self.goods + other.goods)


def awards(
    plan: PrizePlan, of: str, contenders: Iterable[Contender], occasion: int | str = 0, title: str = ""
) -> Awards:
    """The awards of an "evening", of the "season", of a "period" or of the "title" of this name.

    occasion: the number of the evening, or which period or title, so that the lot does not fall the same every time.
    """
    prizes = plan.of(of, title)
    able = [one for one in contenders if plan.guests or not one.guest]
    given: list[Award] = []
    left: list[Left] = []
    for by in dict.fromkeys(prize.by for prize in prizes):
        own = [prize for prize in prizes if prize.by == by]
        running = [one for one in able if _key(by, one, able) is not None]
        slots = _slots(own, len(running))
        had = {award.entry for award in given} if plan.one_each else set()
        groups = _groups(by, running, able)
        if by == "last" and len(groups) == 1:
            groups = []  # nobody is last where all end equal
        still = [[one for one in group if one.entry not in had] for group in groups]
        won = _Dealt(plan, by, occasion, slots).among([group for group in still if group])
        given += won
        left += _left(by, slots, won, plan.ties)
    return Awards(tuple(given), tuple(left))


def _slots(prizes: Sequence[Prize], listed: int) -> dict[int, _Slot]:
    """What each place is worth, prizes for the same place together."""
    slots: dict[int, _Slot] = {}
    for prize in prizes:
        for index, place in enumerate(prize.places_of(listed)):
            slot = _Slot(prize.cents_of(index), (prize.name,) if prize.name else ())
            slots[place] = slots.get(place, _Slot(0, ())) + slot
    return slots


def _key(by: str, one: Contender, able: Sequence[Contender]) -> Number | None:
    """What the lowest of wins this kind of prize; None for who cannot win it."""
    keys: dict[str, Callable[[], Number | None]] = {
        "place": lambda: one.rank,
        "last": lambda: None if one.rank is None else -one.rank,
        "pits": lambda: -one.pits if one.pits else None,
        "roem": lambda: -one.roem if one.roem else None,
        "best_round": lambda: None if one.best is None else -one.best,
        "worst_round": lambda: one.worst,
        "fewest_nats": lambda: _nats_a_round(one, able),
    }
    return keys[by]()


def _nats_a_round(one: Contender, able: Sequence[Contender]) -> Fraction | None:
    """Who played less than half of the rounds had too little chance to go nat."""
    most = max((each.rounds for each in able), default=0)
    return Fraction(one.nats, one.rounds) if one.rounds and 2 * one.rounds >= most else None


def _groups(by: str, running: Sequence[Contender], able: Sequence[Contender]) -> list[list[Contender]]:
    """Who ended equal, best first."""
    by_key: dict[Number, list[Contender]] = {}
    for one in running:
        key = _key(by, one, able)
        assert key is not None  # who has none is not running
        by_key.setdefault(key, []).append(one)
    return [by_key[key] for key in sorted(by_key)]


_VALUES: dict[str, Callable[[Contender], Number]] = {
    "place": lambda one: one.value,
    "last": lambda one: one.value,
    "pits": lambda one: one.pits,
    "roem": lambda one: one.roem,
    "best_round": lambda one: one.best or 0,
    "worst_round": lambda one: one.worst or 0,
    "fewest_nats": lambda one: one.nats,
}


@dataclass(frozen=True, slots=True)
class _Dealt:
    """Deals out the places of one kind of prize."""

    plan: PrizePlan
    by: str
    occasion: int | str
    slots: dict[int, _Slot]

    def among(self, groups: Sequence[Sequence[Contender]]) -> list[Award]:
        won: list[Award] = []
        place = 1
        for group in groups:
            worth = [self.slots.get(place + offset) for offset in range(len(group))]
            if any(worth):
                won += self._to(place, sorted(group, key=self._lot), worth)
            place += len(group)
        return won

    def _to(self, place: int, group: Sequence[Contender], worth: Sequence[_Slot | None]) -> list[Award]:
        """`group` in the order of the lot, `worth` what the places that they take are worth."""
        slots = [slot for slot in worth if slot]
        if len(group) == 1:
            return [self._award(place, group[0], slots[0])]
        if self.plan.ties == "lot":
            return [
                self._award(place + offset, one, slot, drawn=True)
                for offset, (one, slot) in enumerate(zip(group, worth, strict=True))
                if slot
            ]
        if self.plan.ties == "all":
            return [self._award(place, one, slots[0]) for one in group]
        together = sum(slots, _Slot(0, ()))
        each, odd = divmod(together.cents, len(group))
        return [
            self._award(place, one, _Slot(each + (index < odd), together.goods), sharing=len(group))
            for index, one in enumerate(group)
        ]

    def _award(self, place: int, one: Contender, slot: _Slot, sharing: int = 1, drawn: bool = False) -> Award:
        value = _VALUES[self.by](one)
        return Award(self.by, place, one.entry, slot.cents, slot.goods, value, sharing, drawn)

    def _lot(self, one: Contender) -> str:
        ticket = f"{self.plan.seed}:{self.occasion}:{self.by}:{one.entry}"
        return hashlib.sha256(ticket.encode()).hexdigest()


def _left(by: str, slots: dict[int, _Slot], won: Sequence[Award], ties: str) -> list[Left]:
    """The places whose prize went to nobody; those that equals shared were given out."""
    taken: set[int] = set()
    for place in {award.place for award in won}:
        equals = sum(award.place == place for award in won)
        taken |= set(range(place, place + equals)) if ties == "share" else _best(slots, place, equals)
    return [Left(by, place, slots[place].cents, slots[place].goods) for place in sorted(set(slots) - taken)]


def _best(slots: dict[int, _Slot], place: int, equals: int) -> set[int]:
    """The one place of those taken by equals whose prize all of them get."""
    return {next(each for each in range(place, place + equals) if each in slots)}
