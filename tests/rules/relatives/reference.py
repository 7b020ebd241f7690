"""The relatives once more: slow, by sets and tables of their own, sharing nothing with the engine."""

from itertools import combinations

SUITS = "CDHS"
NATURAL = {"tarabish": "6789TJQKA"}
PLAIN = "ATKQJ9876"
TRUMPS = {"bulka": "Q9ATKJ87", "darda": "Q9ATKJ87"}
JACK_HIGH = "J9ATKQ876"
PLAIN_POINTS = dict(zip("ATKQJ9876", (11, 10, 4, 3, 2, 0, 0, 0, 0), strict=True))
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0, "6": 0}
CZECH_POINTS = TRUMP_POINTS | {"Q": 20, "J": 2}
PLAYERS = {"klaberjass-3": 3, "clobyosh": 4, "darda": 4, "tarabish": 4}
HAND = {"clobyosh": 8, "darda": 8}
CZECH = ("bulka", "darda")


def ranks(game):
    return NATURAL.get(game, "789TJQKA")


def deck(game):
    return [rank + suit for suit in SUITS for rank in ranks(game)]


def order(game, card, trump):
    high_to_low = TRUMPS.get(game, JACK_HIGH) if card[1] == trump else PLAIN
    return high_to_low.index(card[0])


def beats(game, one, other, trump):
    """Whether ``one`` beats ``other``, which is winning."""
    if one[1] == other[1]:
        return order(game, one, trump) < order(game, other, trump)
    return one[1] == trump


def winning(game, trick, trump):
    best = trick[0]
    for card in trick[1:]:
        if beats(game, card, best, trump):
            best = card
    return best


def points(game, card, trump):
    if card[1] != trump:
        return PLAIN_POINTS[card[0]]
    return (CZECH_POINTS if game in CZECH else TRUMP_POINTS)[card[0]]


def legal(game, hand, trick, trump):
    """What may be played: everything that breaks no prohibition."""
    everything = set(hand)
    if not trick:
        return everything
    led, best = trick[0][1], winning(game, trick, trump)
    same = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    higher = {card for card in trumps if beats(game, card, best, trump)}
    barred = set()
    if same:
        barred |= everything - same
        if led == trump and higher:
            barred |= same - higher
    elif trumps:
        ruffed = best[1] == trump
        excused = game == "clobyosh" and ruffed and not higher
        if game == "yasman" and not ruffed and {card[0] for card in trumps} == {"J"}:
            excused = True
        if not excused:
            barred |= everything - trumps
        if ruffed and higher:
            barred |= trumps - higher
    return everything - barred


RUN_POINTS = {
    "zensa": (20, 50, 100),
    "bulka": (20, 50, 100),
    "darda": (20, 50, 100),
    "derda": (30, 50, 50),
}
QUAD_POINTS = {
    "zensa": {"J": 200, "A": 100, "K": 100, "Q": 100, "T": 100},
    "bulka": {"7": 100, "8": 100, "9": 150, "T": 100, "J": 100, "Q": 200, "K": 100, "A": 100},
}
QUAD_POINTS["darda"] = QUAD_POINTS["bulka"]


def runs(game, cards):
    """Maximal runs as (points, cards)."""
    found = []
    for suit in SUITS:
        whole = ranks(game)
        for low in range(len(whole)):
            for high in range(low + 3, len(whole) + 1):
                run = {rank + suit for rank in whole[low:high]}
                before = whole[low - 1] + suit if low else None
                after = whole[high] + suit if high < len(whole) else None
                if run <= cards and before not in cards and after not in cards:
                    found.append((RUN_POINTS.get(game, (20, 50, 50))[min(high - low, 5) - 3], frozenset(run)))
    return found


def meld_points(game, hand):
    """The most that the melds of a hand can count."""
    cards = set(hand)
    quads = [
        (worth, frozenset(rank + suit for suit in SUITS))
        for rank, worth in QUAD_POINTS.get(game, {}).items()
        if {rank + suit for suit in SUITS} <= cards
    ]
    best = 0
    for number in range(len(quads) + 1):
        for some in combinations(quads, number):
            used = {card for _, quad in some for card in quad}
            total = sum(worth for worth, _ in some) + sum(worth for worth, _ in runs(game, cards - used))
            best = max(best, total)
    return best


def deal(game, random):
    """Hands of a random deal, by place."""
    cards = deck(game)
    random.shuffle(cards)
    hand = HAND.get(game, 9)
    return [cards[place * hand : (place + 1) * hand] for place in range(PLAYERS.get(game, 2))]


def play(game, hands, trump, random):
    """A random legal play from the first place: the tricks and who won each."""
    hands = [list(hand) for hand in hands]
    leader, tricks, winners = 0, [], []
    while hands[0]:
        trick = []
        for turn in range(len(hands)):
            hand = hands[(leader + turn) % len(hands)]
            card = random.choice(sorted(legal(game, hand, trick, trump)))
            hand.remove(card)
            trick.append(card)
        leader = (leader + trick.index(winning(game, trick, trump))) % len(hands)
        tricks.append(trick)
        winners.append(leader)
    return tricks, winners
