"""The rules of a trick once more: slow, by sets of card names, sharing nothing with the engine."""

from itertools import product

RANKS = "789TJQKA"
SUITS = "CDHS"
DECK = [rank + suit for suit, rank in product(SUITS, RANKS)]
TRUMP_HIGH_TO_LOW = "J9ATKQ87"
PLAIN_HIGH_TO_LOW = "ATKQJ987"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

DEFAULTS = {
    "ams_ruff_partner": "free",
    "undertrump_partner": "forbidden",
    "cannot_overtrump": "discard",
    "trump_lead_beat_partner": True,
    "follow_or_trump": False,
}


def beats(one: str, other: str, led: str, trump: str) -> bool:
    """Whether card ``one`` beats card ``other``."""
    if one[1] == trump and other[1] == trump:
        return TRUMP_HIGH_TO_LOW.index(one[0]) < TRUMP_HIGH_TO_LOW.index(other[0])
    if one[1] == trump or other[1] == trump:
        return one[1] == trump
    if one[1] == led and other[1] == led:
        return PLAIN_HIGH_TO_LOW.index(one[0]) < PLAIN_HIGH_TO_LOW.index(other[0])
    return one[1] == led


def winner(trick: list[str], trump: str) -> int:
    led = trick[0][1]
    return next(
        place
        for place, card in enumerate(trick)
        if all(beats(card, other, led, trump) for other in trick if other != card)
    )


def points(trick: list[str], trump: str) -> int:
    return sum((TRUMP_POINTS if suit == trump else PLAIN_POINTS)[rank] for rank, suit in trick)


def legal(hand: list[str], trick: list[str], trump: str, system: str, options: dict) -> set[str]:
    """What may be played, as a filter per prohibition."""
    options = DEFAULTS | options
    everything = set(hand)
    if not trick:
        return everything
    led = trick[0][1]
    best = trick[winner(trick, trump)]
    partner_holds = len(trick) >= 2 and trick[-2] == best
    trumps = {card for card in hand if card[1] == trump}
    over = {card for card in trumps if beats(card, best, led, trump)}
    under = trumps - over
    following = {card for card in hand if card[1] == led}
    if led == trump:
        if not trumps:
            return everything
        excused = partner_holds and not options["trump_lead_beat_partner"]
        return trumps if excused or not over else over
    if following:
        return following | (trumps if options["follow_or_trump"] else set())
    if not trumps:
        return everything
    if system == "rotterdam":
        return over or trumps
    ruffed = best[1] == trump
    plain = everything - trumps
    if partner_holds:
        must = options["ams_ruff_partner"] == "must"
        barred = under if ruffed and options["undertrump_partner"] == "forbidden" else set()
        wished = (trumps if must else everything) - barred
        return wished or (plain if must and plain else everything)
    if over:
        return over
    return {"discard": plain or trumps, "undertrump": trumps, "free": everything}[options["cannot_overtrump"]]


def roem(trick: list[str], trump: str, quads: dict[str, int], either: bool) -> int:
    """Roem of four cards, by looking for every run in the deck of runs."""
    ranks = {card[0] for card in trick}
    if len(ranks) == 1:
        return quads.get(trick[0][0], 0)
    held = set(trick)
    best_run: set[str] = set()
    for length in (3, 4):
        for suit in SUITS:
            for start in range(9 - length):
                run = {rank + suit for rank in RANKS[start : start + length]}
                if run <= held:
                    best_run = run
    total = {0: 0, 3: 20, 4: 50}[len(best_run)]
    royal = {"K" + trump, "Q" + trump}
    if royal <= held or (either and royal & best_run):
        total += 20
    return total


SEATS = "NESW"
PAIR = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
SCORING = {"tie": "nat", "pit": 100, "pit_defenders": True, "verzaakt": "move", "extra": 0}


def play(tricks, trump, leader, declarer, system, options, quads):
    """A whole play record, told trick by trick and then booked."""
    holder = {}
    winners = []
    seat = leader
    for trick in tricks:
        order = SEATS[SEATS.index(seat) :] + SEATS[: SEATS.index(seat)]
        holder |= dict(zip(trick, order, strict=True))
        seat = order[winner(trick, trump)]
        winners.append(seat)
    revokes = []
    gone = set()
    for number, trick in enumerate(tricks, 1):
        for place, card in enumerate(trick):
            hand = [one for one, seat in holder.items() if seat == holder[card] and one not in gone]
            allowed = legal(hand, trick[:place], trump, system, options)
            if card not in allowed:
                revokes.append((number, holder[card], card, allowed))
            gone.add(card)
    counts = {what: {"NS": 0, "EW": 0} for what in ("points", "roem", "tricks_won")}
    for number, (trick, seat) in enumerate(zip(tricks, winners, strict=True), 1):
        counts["points"][PAIR[seat]] += points(trick, trump) + (10 if number == 8 else 0)
        counts["roem"][PAIR[seat]] += roem(trick, trump, quads, options.get("run_bonus") == "either")
        counts["tricks_won"][PAIR[seat]] += 1
    score, status = booked(PAIR[declarer], counts, revokes, SCORING | options)
    return counts | {"winners": winners, "revokes": revokes, "score": score, "status": status}


def booked(mine, counts, revokes, options):
    """What both pairs book, and the status; ``mine`` is the pair that plays."""
    yours = {"NS": "EW", "EW": "NS"}[mine]
    roem_of = counts["roem"]
    if revokes:
        guilty = PAIR[revokes[0][1]]
        free = {"NS": "EW", "EW": "NS"}[guilty]
        score = {guilty: 0, free: 162 + options["extra"]}
        if options["verzaakt"] == "own":
            score = {pair: score[pair] + roem_of[pair] for pair in score}
        elif options["verzaakt"] == "move":
            score[free] += roem_of["NS"] + roem_of["EW"]
        return score, "verzaakt"
    total = {pair: counts["points"][pair] + roem_of[pair] for pair in ("NS", "EW")}
    everything = 8 in counts["tricks_won"].values()
    nat = total[mine] < total[yours] or (total[mine] == total[yours] and options["tie"] == "nat")
    if nat:
        bonus = options["pit"] if everything and options["pit_defenders"] else 0
        return {mine: 0, yours: 162 + sum(roem_of.values()) + bonus}, "nat+pit" if everything else "nat"
    bonus = options["pit"] if everything else 0
    return {mine: total[mine] + bonus, yours: total[yours]}, "pit" if everything else "made"
