"""The 32 cards: names, orders and card points (KJ-DECK, KJ-ORDER-*, KJ-POINTS-*).

A card is an int 0..31, ``suit * 8 + rank``, with the suits C D H S as 0..3 and the
ranks 7 8 9 T J Q K A (the natural order) as 0..7. Trump is a suit 0..3.
"""

from collections.abc import Iterable, Sequence

Card = int
Suit = int
Mask = int
"""A set of cards, bit c for card c."""

RANKS = "789TJQKA"
SUITS = "CDHS"
DECK: tuple[Card, ...] = tuple(range(32))
WHOLE_DECK: Mask = 0xFFFFFFFF
SUIT_MASKS: tuple[Mask, ...] = tuple(0xFF << 8 * suit for suit in range(4))
LAST_TRICK = 10  # KJ-LAST10
TOTAL = 162  # KJ-TOTAL162, the last trick inside

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)

# Strength and card points by rank, in the natural order 7 8 9 T J Q K A.
_PLAIN_ORDER = (0, 1, 2, 6, 3, 4, 5, 7)  # A T K Q J 9 8 7
_TRUMP_ORDER = (0, 1, 6, 4, 7, 2, 3, 5)  # J 9 A T K Q 8 7
_PLAIN_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
_TRUMP_POINTS = (0, 0, 14, 10, 20, 3, 4, 11)


def _power(card: Card, led: Suit, trump: Suit) -> int:
    suit, rank = divmod(card, 8)
    if suit == trump:
        return 16 + _TRUMP_ORDER[rank]
    return 8 + _PLAIN_ORDER[rank] if suit == led else 0


POWER = tuple(
    tuple(tuple(_power(card, led, trump) for card in DECK) for led in range(4)) for trump in range(4)
)
"""``POWER[trump][led][card]``: the highest wins the trick, 0 never does."""

OVER: tuple[tuple[Mask, ...], ...] = tuple(
    tuple(
        sum(1 << other for other in DECK if other // 8 == trump and _power(other, trump, trump) > power)
        for power in (_power(card, trump, trump) for card in DECK)
    )
    for trump in range(4)
)
"""``OVER[trump][card]``: the trumps that beat this card; all of them when it is plain."""

POINTS = tuple(
    tuple((_TRUMP_POINTS if card // 8 == trump else _PLAIN_POINTS)[card % 8] for card in DECK)
    for trump in range(4)
)
"""``POINTS[trump][card]``: card points without the last trick."""

NAMES = tuple(RANKS[card % 8] + SUITS[card // 8] for card in DECK)
_BY_NAME = {name: card for card, name in enumerate(NAMES)}


def card(name: str) -> Card:
    """The card named rank + suit, as in "TD". Raises ValueError."""
    try:
        return _BY_NAME[name]
    except (KeyError, TypeError):
        raise ValueError(
            f"{name!r} is no card: write the rank ({' '.join(RANKS)}) and then "
            f"the suit ({' '.join(SUITS)}), for example TD"
        ) from None


def cards(names: Iterable[str]) -> list[Card]:
    """The cards of these names. Raises ValueError, also when a card is named twice."""
    found: list[Card] = []
    for name in names:
        one = card(name)
        if one in found:
            raise ValueError(f"{name} is named twice")
        found.append(one)
    return found


def names(some: Iterable[Card]) -> list[str]:
    """The names of these cards, in the same order."""
    return [NAMES[one] for one in some]


def suit(name: object) -> Suit:
    """The suit of a letter C D H S. Raises ValueError."""
    if isinstance(name, str) and len(name) == 1 and name in SUITS:
        return SUITS.index(name)
    raise ValueError(f"{name!r} is no suit: allowed are {' '.join(SUITS)}")


def mask(some: Iterable[Card]) -> Mask:
    """These cards as a set of bits."""
    return sum(1 << one for one in some)


def from_mask(some: Mask) -> list[Card]:
    """The cards of a set of bits, suit by suit in natural order."""
    return [one for one in DECK if some >> one & 1]


def trick_points(trick: Sequence[Card], trump: Suit, *, last: bool = False) -> int:
    """Card points of a trick, with the 10 of the last trick when it is the last."""
    worth = POINTS[trump]
    return sum(worth[one] for one in trick) + (LAST_TRICK if last else 0)
