"""Packs of cards: their orders, card points and totals.

A card is its name, rank and suit, as "TD" for the ten of diamonds. Trump is one of the
letters C D H S, or None where nothing is trump.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

Card = str
Trump = str | None

SUITS = "CDHS"


@dataclass(frozen=True)
class Deck:
    """The ranks of a pack in three orders, with the points of the last two.

    ``ranks`` is the natural order from low to high, in which runs are counted; ``plain``
    and ``trump`` go from high to low.
    """

    ranks: str
    plain: str
    plain_points: tuple[int, ...]
    trump: str
    trump_points: tuple[int, ...]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, suit by suit in natural order."""
        return tuple(rank + suit for suit in SUITS for rank in self.ranks)

    def points(self, card: Card, trump: Trump) -> int:
        """What a card counts in a trick."""
        if card[1] == trump:
            return self.trump_points[self.trump.index(card[0])]
        return self.plain_points[self.plain.index(card[0])]

    def values(self, *, trumps: bool) -> list[int]:
        """The points of all cards together, with one suit as trump or none."""
        return [self.points(card, "S" if trumps else None) for card in self.cards]

    def strength(self, card: Card, led: str, trump: Trump) -> int:
        """How high a card stands in a trick; 0 when it can never win."""
        rank, suit = card[0], card[1]
        if suit == trump:
            return 2 * len(self.ranks) - self.trump.index(rank)
        return len(self.ranks) - self.plain.index(rank) if suit == led else 0

    def winner(self, trick: Sequence[Card], trump: Trump) -> int:
        """The place (0 = leader) of the card that wins a trick."""
        led = trick[0][1]
        return max(range(len(trick)), key=lambda place: self.strength(trick[place], led, trump))

    def card(self, name: object) -> Card:
        """The card of this name. Raises ValueError."""
        if isinstance(name, str) and name in self.cards:
            return name
        raise ValueError(
            f"{name!r} is no card: write the rank ({' '.join(self.ranks)}) and then "
            f"the suit ({' '.join(SUITS)}), for example TD"
        )

    def read(self, names: Iterable[object]) -> tuple[Card, ...]:
        """The cards of these names. Raises ValueError, also when a card is named twice."""
        found: list[Card] = []
        for name in names:
            card = self.card(name)
            if card in found:
                raise ValueError(f"{card} is named twice")
            found.append(card)
        return tuple(found)

    def ordered(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards suit by suit, in natural order."""
        return tuple(sorted(cards, key=lambda card: (card[1], self.ranks.index(card[0]))))


PIQUET = Deck(
    ranks="789TJQKA",
    plain="ATKQJ987",
    plain_points=(11, 10, 4, 3, 2, 0, 0, 0),
    trump="J9ATKQ87",
    trump_points=(20, 14, 11, 10, 4, 3, 0, 0),
)
"""The 32 cards of klaverjassen and most of its relatives (KB-DECK)."""
