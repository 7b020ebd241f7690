"""What the rules of a relative say to a question, as a page shows it: cards by name, rules cited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext, pgettext

from scoring import messages
from scoring.arbiter import bidding
from scoring.arbiter.answers import CardView, PlayAnswer
from scoring.arbiter.auction import AuctionAnswer
from scoring.arbiter.relative_forms import BiddingForm, LegalForm, MeldsForm, RecordForm, seat_name
from scoring.arbiter.rule_texts import Rule
from scoring.rules.relatives import DealVerdict, Game, Status
from scoring.rules.relatives.bidding import PLAY, Bidding, BiddingVerdict, Outcome, Turn, judge_bidding
from scoring.rules.relatives.legal import legal_cards
from scoring.rules.relatives.melds import best_melds, melds_in, worth
from scoring.rules.relatives.record import Record, Revoke, judge_record
from scoring.rules.relatives.row import NO_TRUMPS


def rule_of(game: Game, rule_id: str) -> Rule:
    """What a rule of this game says."""
    said = [messages.say(one.sentence) for one in game.house_rules() if one.id == rule_id]
    return Rule(rule_id, " ".join(said))


def may_be_played(form: LegalForm, game: Game) -> PlayAnswer:
    """Which cards of the hand may follow the trick."""
    hand, trick, trump = form.cleaned_data["hand"], form.cleaned_data["trick"], form.trumps()
    legal = legal_cards(game, hand, trick, trump)
    shown = [CardView(card, card in legal.cards) for card in hand]
    if not trick:
        return PlayAnswer(shown, rule_of(game, legal.rule))
    place = game.deck.winner(trick, trump)
    partner = len(game.seats) == 4 and place == len(trick) - 2
    return PlayAnswer(shown, rule_of(game, legal.rule), trick[place], partner)


def who_made_trump(form: BiddingForm, game: Game) -> AuctionAnswer | None:
    """The calls followed until trumps were made, the deal was void, a call was not allowed, or somebody is to speak.

    None, with an error at the calls, where some follow after the end.
    """
    data = form.cleaned_data
    given = Bidding(game, data["dealer"], data["calls"], data.get("turned"))
    for number in range(1, len(given.calls)):
        outcome = judge_bidding(replace(given, calls=given.calls[:number])).outcome
        if outcome:
            text = (
                gettext("Call %(next)d: the deal was void in call %(number)d already.")
                if outcome.bid.void
                else gettext("Call %(next)d: trump was made in call %(number)d already.")
            )
            problem = text % {"next": number + 1, "number": number}
            form.add_error("calls", f"{form.fields['calls'].label}: {problem}")
            return None
    return _bid_answer(judge_bidding(given))


def _bid_answer(verdict: BiddingVerdict) -> AuctionAnswer:
    if verdict.outcome:
        return _made(verdict.bidding, verdict.outcome)
    leader = seat_name(verdict.bidding.elder)
    game, fault = verdict.bidding.game, verdict.fault
    if fault:
        values = {"number": fault.call, "seat": seat_name(fault.seat), "said": bidding.say(fault.said)}
        head = gettext("Call %(number)d was not allowed: %(seat)s said %(said)s.") % values
    else:
        head = gettext("Now %(seat)s speaks.") % {"seat": seat_name(verdict.turn.seat)}
    turn = fault.turn if fault else verdict.turn
    rules = [rule_of(game, one) for one in dict.fromkeys([*([fault.rule] if fault else []), turn.rule])]
    return AuctionAnswer(head, bool(fault), leader, _may_say(turn), seat_name(turn.seat), rules)


def _made(given: Bidding, outcome: Outcome) -> AuctionAnswer:
    game = given.game
    if outcome.bid.void:
        head, rules = gettext("The deal is void."), [rule_of(game, outcome.rule)]
        return AuctionAnswer(head, False, "", [], "", rules, dealer=seat_name(outcome.dealer))
    values = {
        "seat": seat_name(outcome.maker),
        "suit": bidding.say(outcome.trump or NO_TRUMPS),
        "side": gettext(game.party_of(outcome.maker)),
    }
    if len(game.seats) == 4:
        head = gettext("%(seat)s plays %(suit)s: the side that plays is “%(side)s”.") % values
    else:
        head = gettext("%(seat)s plays %(suit)s.") % values
    rules = [rule_of(game, outcome.rule), rule_of(game, game.rule("lead"))]
    return AuctionAnswer(
        head[:1].upper() + head[1:], False, seat_name(given.elder), [], "", rules, outcome.trump or ""
    )


def _may_say(turn: Turn) -> list[str]:
    """What could be said, in words; the turned suit is named."""
    suit = bidding.say(turn.turned) if turn.turned else ""
    return [f"{bidding.say(said)} ({suit})" if said == PLAY else bidding.say(said) for said in turn.legal]


@dataclass(frozen=True)
class Shown:
    """What a player has: the cards of each meld with its points, and king and queen of trumps if he has both."""

    seat: str
    counts: bool
    melds: list[tuple[list[str], int]]
    bela: list[str]


@dataclass(frozen=True)
class MeldsAnswer:
    """Whose melds count, what bela is worth, and the rules that decide."""

    head: str
    players: list[Shown]
    bela: int
    rules: list[Rule]


def whose_melds_count(form: MeldsForm, game: Game) -> MeldsAnswer:
    """The melds in the hands, compared."""
    hands, trump = form.hands(), form.trumps()
    melds = {seat: melds_in(game, hand) for seat, hand in hands.items()}
    award = best_melds(game, melds, trump, form.cleaned_data["dealer"] or None)
    party = award.party if award else None
    if party:
        points = sum(worth(game, melds[seat]) for seat in game.players(party))
        values = {"side": gettext(party), "points": points}
        head = gettext("The melds of “%(side)s” count: %(points)d.") % values
    elif award is None:
        head = gettext("There are no melds.")
    elif award.open:
        head = gettext("The best melds are equal: say who dealt.")
    else:
        head = gettext("The best melds are equal: nobody counts melds.")
    players = [
        Shown(seat_name(seat), game.party_of(seat) == party, _cards(some), _royal(hands[seat], trump))
        for seat, some in melds.items()
    ]
    cited = [award.rule if award else game.rule("meld")]
    cited += [game.rule("bela")] if any(player.bela for player in players) else []
    return MeldsAnswer(head, players, game.bela, [rule_of(game, one) for one in cited])


def _cards(melds: Iterable[tuple[tuple[str, ...], int]]) -> list[tuple[list[str], int]]:
    return [(list(cards), points) for cards, points in melds]


def _royal(hand: Iterable[str], trump: str | None) -> list[str]:
    """King and queen of trumps, where both are in the hand."""
    both = [f"K{trump}", f"Q{trump}"]
    return both if set(both) <= set(hand) else []


@dataclass(frozen=True)
class TrickLine:
    """A trick: who led it, its cards with the winning one marked, who won it, its points."""

    number: int
    leader: str
    cards: list[tuple[str, bool]]
    winner: str
    points: int
    revoked: bool


@dataclass(frozen=True)
class ColumnLine:
    """A column of the sheet after the deal."""

    side: str
    plays: bool
    points: int
    melds: int
    bela: int
    booked: int | None


@dataclass(frozen=True)
class RecordAnswer:
    """The verdict on a deal of a relative: what is booked, the melds that count, and the rules that decide."""

    status: str
    columns: list[ColumnLine]
    melds: list[Shown]
    tricks: list[TrickLine]
    revokes: list[tuple[Revoke, str, Rule]]
    remarks: list[str]
    rules: list[Rule]


def how_did_it_end(form: RecordForm, game: Game) -> RecordAnswer:
    """The tricks judged: winners, points, melds and bela, what was not allowed, and what is booked."""
    record = form.record()
    deal, revokes, _json = judge_record(record)
    columns = [
        ColumnLine(
            side=gettext(party),
            plays=party == record.declarer,
            points=column.points or 0,
            melds=column.melds or 0,
            bela=game.bela * column.bela,
            booked=deal.booked[party] if deal.booked else None,
        )
        for party, column in deal.columns.items()
    ]
    return RecordAnswer(
        status=_status(deal),
        columns=columns,
        melds=_counting(record, deal),
        tricks=list(_tricks(record, revokes)),
        revokes=[(one, seat_name(one.seat), rule_of(game, one.rule)) for one in revokes],
        remarks=[messages.say_finding(one) for one in deal.findings],
        rules=[rule_of(game, one) for one in dict.fromkeys(_cited(deal))],
    )


def _status(deal: DealVerdict) -> str:
    if deal.status is Status.MADE:
        return pgettext("deal", "made")
    if deal.status is Status.CARRIED:
        return str(messages.OUTCOMES["tie"])
    return str(messages.OUTCOMES.get(str(deal.status), ""))


def _counting(record: Record, deal: DealVerdict) -> list[Shown]:
    """The melds and the bela that are booked, by who had them."""
    game = record.game
    found = []
    for seat, some in (deal.row.announced or {}).items():
        column = deal.columns[game.party_of(seat)]
        melds = _cards(some) if column.melds else []
        bela = _royal(record.hands[seat], record.trump) if column.bela else []
        if melds or bela:
            found.append(Shown(seat_name(seat), True, melds, bela))
    return found


def _cited(deal: DealVerdict) -> Iterable[str]:
    """The ids of the rules by which the deal is booked as it is."""
    game = deal.game
    if any(column.melds for column in deal.columns.values()):
        yield game.rule("compare")
    if any(column.bela for column in deal.columns.values()):
        yield game.rule("bela")
    yield game.rule(
        {Status.BETE: "bete", Status.TIE: "kb_tie", Status.CARRIED: "kb_tie"}.get(deal.status, "score")
    )
    yield from (one.rule for one in deal.findings)


def _tricks(record: Record, revokes: list[Revoke]) -> Iterable[TrickLine]:
    game, leaders = record.game, record.leaders
    for number, cards in enumerate(record.tricks, 1):
        place = game.deck.winner(cards, record.trump)
        points = sum(game.deck.points(card, record.trump) for card in cards)
        yield TrickLine(
            number,
            seat_name(leaders[number - 1]),
            [(card, at == place) for at, card in enumerate(cards)],
            seat_name(leaders[number]),
            points + (game.last_trick if number == game.hand else 0),
            any(one.trick == number for one in revokes),
        )
