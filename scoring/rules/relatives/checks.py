"""The invariants that a played deal must satisfy: tricks, card points, melds and bela."""

from collections.abc import Callable, Mapping

from scoring.rules.relatives import reach
from scoring.rules.relatives.game import Party
from scoring.rules.relatives.melds import best_melds, worth
from scoring.rules.relatives.working import Working


def check_tricks(deal: Working) -> bool:
    """Every number of tricks can be, and together they are all (KB-DEAL)."""
    known, hand = deal.known("tricks"), deal.game.hand
    for party, tricks in known.items():
        if not 0 <= tricks <= hand:
            deal.say("tricks", f"{party}_tricks", side=party, tricks=tricks, total=hand)
            return False
    everybody, total = len(known) == len(deal.game.parties), sum(known.values())
    if total > hand or (everybody and total != hand):
        deal.say("tricks_sum", f"{list(known)[-1]}_tricks", sum=total, total=hand)
        return False
    return True


def check_points(deal: Working) -> None:
    """Every column by itself, the sum, and all columns together (KB-DECK, KB-LAST10)."""
    trumps, game = not deal.no_trumps, deal.game
    tricks = deal.known("tricks") if check_tricks(deal) else {}
    points = deal.known("points")
    wrong = False
    for party, own in points.items():
        field = f"{party}_points"
        if own not in reach.one_party(game, trumps=trumps):
            deal.say("points", field, side=party, points=own)
            wrong = True
        elif party in tricks and own not in reach.one_party(game, trumps=trumps, tricks=tricks[party]):
            deal.say("points_tricks", field, side=party, points=own, tricks=tricks[party])
            wrong = True
    if not wrong and len(points) == len(game.parties):
        _check_together(deal, list(points.values()), [tricks.get(party) for party in game.parties])


def _check_together(deal: Working, points: list[int], tricks: list[int | None]) -> None:
    game, trumps = deal.game, not deal.no_trumps
    total, possible = sum(points), reach.sums(game, trumps=trumps)
    field = f"{game.parties[-1]}_points"
    if total not in possible:
        least, most = min(possible), max(possible)
        if game.no_trumps and trumps and total == game.total(trumps=False):
            deal.say("sum_no_trumps", "bid", topic="no_trumps", sum=total, total=most)
        elif least == most:
            deal.say("sum", field, sum=total, total=most)
        elif least <= total <= most:
            deal.say("joint", field)
        else:
            deal.say("sum_range", field, sum=total, least=least, most=most)
    elif not reach.can_share(
        game,
        points,
        tricks,
        game.parties.index(deal.row.last) if deal.row.last else None,
        trumps=trumps,
        trump=deal.trump,
        played=deal.played_cards() if deal.trump else (),
    ):
        deal.say("joint", field)


def check_last_trick(deal: Working) -> None:
    """Who has the last trick has a trick, and its points (KB-LAST10)."""
    party = deal.row.last
    if party is None:
        return
    column = deal.columns[party]
    if column.tricks == 0:
        deal.say("last_without", "last", side=party)
    elif column.points is not None and column.points < deal.game.last_trick:
        deal.say("last_trick", "last", side=party, points=column.points)


def settle_melds(deal: Working) -> None:
    """Melds that were shown are compared, and what counts is filled in (KB-MELD-COMPARE)."""
    shown, game = deal.row.announced, deal.game
    if shown is None:
        return
    award = best_melds(game, shown, deal.trump, deal.dealer)
    party = award.party if award else None
    if award and party is None:
        if deal.trump is None and not deal.no_trumps:
            deal.say("melds_trump", "trump")
            return
        deal.say("melds_open" if award.open else "melds_nobody", "dealer" if award.open else None)
        if award.open:
            return
    due = dict.fromkeys(game.parties, 0)
    if party:
        due[party] = sum(worth(game, shown.get(seat, ())) for seat in game.players(party))
        if deal.columns[party].tricks == 0:
            deal.say("melds_lost", f"{party}_melds", side=party, melds=due[party])
            due[party] = 0
    typed = deal.known("melds")
    for column, points in due.items():
        if column not in typed:
            deal.fill(column, "melds", points)
        elif typed[column] != points:
            deal.say("melds_differ", f"{column}_melds", side=column, melds=typed[column], due=points)


def check_melds(deal: Working) -> None:
    """One column at most has melds, of a sum that can be, and a trick (KB-MELD, KB-ZEROTRICK)."""
    known = deal.known("melds")
    for party, melds in known.items():
        field = f"{party}_melds"
        possible = reach.meld_totals(deal.game, party)
        column = deal.columns[party]
        if melds not in possible:
            allowed = ", ".join(map(str, sorted(possible)))
            deal.say("melds", field, side=party, melds=melds, allowed=allowed)
        elif melds and column.tricks == 0:
            deal.say("melds_without_trick", field, side=party)
        elif melds and column.points == 0 and column.tricks is None:
            deal.say("trick_or_not", f"{party}_tricks", side=party)
    holders = [party for party, melds in known.items() if melds > 0]
    if len(holders) > 1:
        deal.say("melds_both", f"{holders[-1]}_melds")


def check_bela(deal: Working) -> None:
    """King and queen of trumps are in one hand (KB-BELA, KB4-NT, KBC)."""
    game = deal.game
    holders = [party for party, column in deal.columns.items() if column.bela]
    if not holders:
        return
    party = holders[-1]
    if len(holders) > 1:
        deal.say("bela_both", f"{party}_bela")
    if deal.no_trumps:
        deal.say("bela_no_trumps", f"{party}_bela", topic="no_trumps")
    points, highest = deal.columns[party].points, game.deck.trump[0]
    if game.bela_needs_trick and deal.columns[party].tricks == 0:
        deal.say("bela_without_trick", f"{party}_bela", side=party)
    elif highest in "KQ" and points is not None and points < game.deck.trump_points[0]:
        least = game.deck.trump_points[0]
        deal.say("bela_highest", f"{party}_bela", side=party, points=points, least=least)
    if not deal.trump:
        return
    for seat, melds in (deal.row.announced or {}).items():
        held = {card for meld in melds for card in meld.cards} & {"K" + deal.trump, "Q" + deal.trump}
        if held and game.party_of(seat) != party:
            other = game.party_of(seat)
            deal.say("bela_against_melds", f"{party}_bela", side=party, card=min(held), other=other)


def check_booked(deal: Working, booked: Mapping[Party, int]) -> None:
    """Nobody books less than nothing, and all together no more than a deal can bring."""
    game = deal.game
    most = max(reach.sums(game)) + max(reach.meld_totals(game, game.parties[0])) + game.bela
    carries = game.kb_tie == "carry"
    if min(booked.values()) < 0 or (sum(booked.values()) > most and not carries):
        deal.say("booked", None, booked=" – ".join(map(str, booked.values())))


STEPS: tuple[Callable[[Working], None], ...] = (
    Working.check_bid,
    settle_melds,
    Working.check_missing,
    check_points,
    check_last_trick,
    check_melds,
    check_bela,
)
