"""Melds of a hand: runs and four equal, what they are worth, and whose count (KB-MELD-*)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.rules.relatives.deck import SUITS, Card, Trump
from scoring.rules.relatives.game import Game, Party, Seat


class Meld(NamedTuple):
    """A run or four equal cards, in natural order, and its points."""

    cards: tuple[Card, ...]
    points: int

    @property
    def is_quad(self) -> bool:
        """Four equal, not a run."""
        return self.cards[0][0] == self.cards[1][0]


class Award(NamedTuple):
    """Whose melds count, by which rule; ``party`` None: nobody's.

    ``open`` is True where the elder of two equal holders scores and nobody said who dealt.
    """

    party: Party | None
    rule: str
    open: bool = False


def make_meld(game: Game, names: Iterable[object]) -> Meld:
    """The meld that these cards make. Raises ValueError when they make none."""
    cards = game.deck.ordered(game.deck.read(names))
    shown = " ".join(cards)
    ranks = "".join(card[0] for card in cards)
    if len(cards) == 4 and len(set(ranks)) == 1:
        points = dict(game.quads).get(ranks[0], 0)
        if not points:
            raise ValueError(f"{shown}: four equal of this rank are no meld in this game")
        return Meld(cards, points)
    if len({card[1] for card in cards}) == 1 and len(cards) >= 3 and ranks in game.deck.ranks:
        return Meld(cards, game.run(len(cards)))
    what = "neither a run of three or more nor four equal" if game.quads else "no run of three or more"
    raise ValueError(f"{shown or 'no cards'}: {what}, so no meld")


def melds_in(game: Game, hand: Iterable[Card]) -> tuple[Meld, ...]:
    """The melds of a hand that are worth most together, each card in one of them."""
    held = set(hand)
    quads = [
        Meld(cards, points)
        for rank, points in game.quads
        if set(cards := tuple(rank + suit for suit in SUITS)) <= held
    ]
    ways = [
        (*some, *_runs(game, held.difference(*(quad.cards for quad in some))))
        for number in range(len(quads) + 1)
        for some in combinations(quads, number)
    ]
    return max(ways, key=lambda way: worth(game, way))


def _runs(game: Game, held: set[Card]) -> list[Meld]:
    """The runs among these cards, each as long as the cards go."""
    found: list[Meld] = []
    for suit in SUITS:
        ranks = "".join(rank if rank + suit in held else " " for rank in game.deck.ranks)
        runs = [run for run in ranks.split() if len(run) >= 3]
        found += [Meld(tuple(rank + suit for rank in run), game.run(len(run))) for run in runs]
    return found


def worth(game: Game, melds: Sequence[Meld]) -> int:
    """What the melds of one player count together."""
    if _is_three_dardas(game, melds):
        return game.three_dardas
    return sum(meld.points for meld in melds)


def _is_three_dardas(game: Game, melds: Sequence[Meld]) -> bool:
    return bool(game.three_dardas) and [len(meld.cards) for meld in melds] == [3, 3, 3]


Announced = Mapping[Seat, Sequence[Meld]]


def check_announced(game: Game, announced: Announced) -> None:
    """Whether these melds can lie in the hands of one deal. Raises ValueError."""
    owner: dict[Card, Seat] = {}
    for seat, melds in announced.items():
        for meld in melds:
            for card in meld.cards:
                if card in owner:
                    where = "in two melds" if owner[card] == seat else f"with {owner[card]} too"
                    raise ValueError(f"announced: {seat}: {card} is {where}")
                owner[card] = seat
        cards = sum(len(meld.cards) for meld in melds)
        if cards > game.hand:
            raise ValueError(f"announced: {seat}: {cards} cards in melds; a hand has {game.hand}")
        for one, other in combinations([meld for meld in melds if not meld.is_quad], 2):
            both = game.deck.ordered(one.cards + other.cards)
            if both[0][1] == both[-1][1] and "".join(card[0] for card in both) in game.deck.ranks:
                raise ValueError(f"announced: {seat}: {' '.join(both)} is one run, not two")


def best_melds(game: Game, announced: Announced, trump: Trump, dealer: Seat | None) -> Award | None:
    """Whose melds count; None when there are none.

    The party with the best meld scores all its melds: higher points, four equal before
    a run, more cards, higher top card, trumps; then it is the house rule that decides.
    """
    strengths = {
        seat: (_is_three_dardas(game, melds), max(_strength(game, meld, trump) for meld in melds))
        for seat, melds in announced.items()
        if melds
    }
    if not strengths:
        return None
    best = max(strengths.values())
    holders = [seat for seat in strengths if strengths[seat] == best]
    parties = {game.party_of(seat) for seat in holders}
    if len(parties) == 1:
        return Award(parties.pop(), game.rule("compare"))
    equal = game.rule(f"equal_melds={game.equal_melds}")
    if game.equal_melds == "nobody":
        return Award(None, equal)
    if dealer is None:
        return Award(None, equal, open=True)
    elder = game.left_of(dealer)
    first = min(
        holders, key=lambda seat: (game.seats.index(seat) - game.seats.index(elder)) % len(game.seats)
    )
    return Award(game.party_of(first), equal)


def _strength(game: Game, meld: Meld, trump: Trump) -> tuple[int, bool, int, int, bool]:
    top = meld.cards[-1]
    in_trumps = not meld.is_quad and top[1] == trump
    return meld.points, meld.is_quad, len(meld.cards), game.deck.ranks.index(top[0]), in_trumps
