"""The relatives as JSON in, JSON out. Every function raises ValueError for what cannot be judged."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.rules.cases import CannotJudge, Case, Json, list_at, word_at
from scoring.rules.findings import verdict_of
from scoring.rules.relatives import bidding, reach
from scoring.rules.relatives.deal import judge_row
from scoring.rules.relatives.deck import SUITS, Card, Trump
from scoring.rules.relatives.explain import explain
from scoring.rules.relatives.game import Game
from scoring.rules.relatives.legal import legal_cards
from scoring.rules.relatives.match import MatchVerdict, check_written, judge_rows
from scoring.rules.relatives.melds import best_melds, check_announced, melds_in, worth
from scoring.rules.relatives.record import Record, judge_record
from scoring.rules.relatives.registry import make_game
from scoring.rules.relatives.row import NO_TRUMPS, Row, read_row

Name = str | Game


def judge_deal(game: Name, data: object, options: object = None) -> Json:
    """The verdict of one deal: what each party books, status and findings."""
    chosen = _game(game, options)
    return judge_row(chosen, read_row(chosen, data)).to_json()


def judge_match(game: Name, deals: object, options: object = None, first_dealer: object = None) -> Json:
    """Who has won and when, with totals after each deal and carried ties."""
    return _match(_game(game, options), deals, first_dealer).to_json()


def judge_sheet(
    game: Name,
    deals: object,
    options: object = None,
    first_dealer: object = None,
    written: object = None,
) -> Json:
    """A match with the totals that stand on the paper, {party: total or null}."""
    chosen = _game(game, options)
    match = _match(chosen, deals, first_dealer)
    totals = _written(chosen, written)
    findings = [*match.findings, *check_written(match, totals)]
    everything = [*findings, *(one for deal in match.deals for one in deal.findings)]
    return match.to_json() | {
        "verdict": str(verdict_of(everything)),
        "findings": [one.to_json() for one in findings],
        "suggestions": [one.to_json() for one in explain(match, totals)],
    }


def _match(game: Game, deals: object, first_dealer: object) -> MatchVerdict:
    if not isinstance(deals, list):
        raise CannotJudge("deals is a list of deals")
    if first_dealer is not None and first_dealer not in game.seats:
        raise CannotJudge(f"first_dealer {first_dealer!r}: allowed are {', '.join(game.seats)}, null")
    rows: list[Row] = []
    for number, data in enumerate(deals, 1):
        try:
            rows.append(read_row(game, data))
        except ValueError as error:
            raise CannotJudge(f"deal {number}: {error}") from error
    return judge_rows(game, rows, first_dealer)


def _written(game: Game, written: object) -> Mapping[str, int | None]:
    if written is None:
        return {}
    if not isinstance(written, Mapping) or not set(written) <= set(game.parties):
        raise CannotJudge(f"written is an object with the totals of {', '.join(game.parties)}")
    for party, total in written.items():
        if total is not None and type(total) is not int:
            raise CannotJudge(f"written: {party} {total!r} is not a whole number")
    return written


def legal(game: Name, data: Case, options: object = None) -> Json:
    """What may be played: trump ("NT" where the game has no trumps), trick and hand."""
    chosen = _game(game, options)
    trump = _trump(chosen, data)
    trick = _cards(chosen, data, "trick", 0, len(chosen.seats) - 1)
    hand = _cards(chosen, data, "hand", 1, chosen.hand)
    both = [card for card in hand if card in trick]
    if both:
        raise CannotJudge(f"hand: {both[0]} lies in the trick already")
    found = legal_cards(chosen, hand, trick, trump)
    return {"legal": list(found.cards), "rule": found.rule}


def melds(game: Name, data: Case, options: object = None) -> Json:
    """The melds of hands, whose count, and by which rule: trump, hands by player, dealer or null."""
    chosen = _game(game, options)
    trump = _trump(chosen, data)
    given = data.get("hands")
    if not isinstance(given, Mapping) or not set(given) <= set(chosen.seats):
        raise CannotJudge(f"hands is an object with the cards of {', '.join(chosen.seats)}")
    hands = {seat: _cards(chosen, given, seat, 1, chosen.hand) for seat in given}
    every = [card for hand in hands.values() for card in hand]
    twice = [card for card in every if every.count(card) > 1]
    if twice:
        raise CannotJudge(f"hands: {twice[0]} is in two hands")
    dealer = word_at(data, "dealer", chosen.seats) if data.get("dealer") is not None else None
    shown = {seat: melds_in(chosen, hand) for seat, hand in hands.items()}
    check_announced(chosen, shown)
    award = best_melds(chosen, shown, trump, dealer)
    party = award.party if award else None
    return {
        "melds": {
            seat: [{"cards": list(meld.cards), "points": meld.points} for meld in some]
            for seat, some in shown.items()
        },
        "party": party,
        "points": sum(worth(chosen, shown.get(seat, ())) for seat in chosen.players(party)) if party else 0,
        "rule": award.rule if award else chosen.rule("meld"),
    }


def play(game: Name, data: Case, options: object = None) -> Json:
    """A whole play record: trump, declarer, leader, tricks; ``announced`` and ``bela`` where written down."""
    chosen = _game(game, options)
    tricks = []
    for number, trick in enumerate(list_at(data, "tricks", f"{chosen.hand} tricks"), 1):
        if not isinstance(trick, list):
            raise CannotJudge(f"trick {number}: a trick is a list of cards in the order played")
        try:
            tricks.append(tuple(chosen.deck.card(name) for name in trick))
        except ValueError as error:
            raise CannotJudge(f"trick {number}: {error}") from error
    bela = data.get("bela", True)
    if not isinstance(bela, bool):
        raise CannotJudge(f"bela {bela!r}: allowed are true, false")
    record = Record(
        chosen,
        word_at(data, "declarer", chosen.parties),
        word_at(data, "leader", chosen.seats),
        _trump(chosen, data),
        tuple(tricks),
        read_row(chosen, {"announced": data.get("announced")}).announced,
        bela,
    )
    return judge_record(record)[2]


def trump(game: Name, data: Case, options: object = None) -> Json:
    """How trumps were made: dealer, ``turned`` (a suit or a card) where a card is turned, and calls.

    A call is a word of ``bidding.WORDS``, or {seat, call}. The answer is the maker and
    trumps, or the void deal, or the fault, or who is to speak.
    """
    chosen = _game(game, options)
    given = data.get("turned")
    if isinstance(given, str) and given in chosen.deck.cards:
        given = given[1]
    turned = None if given is None else word_at({"turned": given}, "turned", tuple(SUITS))
    calls = [_call(chosen, number, said) for number, said in enumerate(list_at(data, "calls", "calls"), 1)]
    dealer = word_at(data, "dealer", chosen.seats)
    return bidding.judge_bidding(bidding.Bidding(chosen, dealer, tuple(calls), turned)).to_json()


def _call(game: Game, number: int, given: object) -> bidding.Call:
    case = given if isinstance(given, Mapping) else {"call": given}
    try:
        said = word_at(case, "call", bidding.WORDS)
        return bidding.Call(said, None if case.get("seat") is None else word_at(case, "seat", game.seats))
    except CannotJudge as error:
        raise CannotJudge(f"call {number}: {error}") from error


def possible(game: Name, data: Case, options: object = None) -> Json:
    """What card points and melds a deal can have.

    With the columns of a deal: whether they are possible. With ``points``: whether a
    party can have them, with ``tricks`` or any number. Otherwise what a party can have,
    and the sums of all.
    """
    chosen = _game(game, options)
    if any(data.get(party) is not None for party in chosen.parties):
        return _possible_columns(chosen, data)
    tricks, points = data.get("tricks"), data.get("points")
    if tricks is not None and (type(tricks) is not int or not 0 <= tricks <= chosen.hand):
        raise CannotJudge(f"tricks {tricks!r}: allowed are 0 to {chosen.hand}, null")
    trumps = not (chosen.no_trumps and data.get("trump") == NO_TRUMPS)
    found = reach.one_party(chosen, trumps=trumps, tricks=tricks)
    if points is not None:
        if type(points) is not int:
            raise CannotJudge(f"points {points!r} is not a whole number")
        reason = "some splitting of the cards gives it" if points in found else "no splitting gives it"
        return {"possible": points in found, "reason": reason, "rule": chosen.rule("deck")}
    return {
        "tricks": tricks,
        "points": sorted(found),
        "points_exact": True,
        "sums": sorted(reach.sums(chosen, trumps=trumps)),
        "melds": sorted(reach.meld_totals(chosen, chosen.parties[0]) if tricks != 0 else {0}),
    }


def _possible_columns(game: Game, data: Case) -> Json:
    """The findings on columns that are impossible; melds beside points are not proven."""
    fields = {name: data[name] for name in (*game.parties, "trump", "last", "bid") if name in data}
    row = read_row(game, {**fields, "declarer": game.parties[0]})
    deal: dict[str, Any] = judge_row(game, row).to_json()
    wrong = [one for one in deal["findings"] if one["severity"] == "impossible"]
    if wrong:
        missing = [one for one in wrong if one["code"].startswith("missing")]
        if missing:
            raise CannotJudge(f"{missing[0]['field']} is not filled in")
        return {"possible": False, "reason": wrong[0]["message"], "rule": wrong[0]["rule"]}
    if any(column.melds for column in row.columns.values()):
        return {
            "possible": "unknown",
            "reason": "card points and melds can each occur; together they were not computed",
            "rule": game.rule("meld"),
        }
    return {"possible": True, "reason": "some splitting of the cards gives it", "rule": game.rule("deck")}


KINDS: dict[str, Callable[[Case, Game], Json]] = {
    "deal": lambda case, game: judge_deal(game, case.get("input")),
    "match": lambda case, game: judge_match(game, case.get("deals"), None, case.get("first_dealer")),
    "sheet": lambda case, game: judge_sheet(
        game, case.get("deals"), None, case.get("first_dealer"), case.get("written")
    ),
    "legal": lambda case, game: legal(game, case),
    "melds": lambda case, game: melds(game, case),
    "play": lambda case, game: play(game, case),
    "trump": lambda case, game: trump(game, case),
    "possible": lambda case, game: possible(game, case.get("input") or case),
}
"""The kinds of case that a relative can judge."""


def judge_case(case: Case) -> Json:
    """Judge one case whose ruleset is a relative. Raises ValueError."""
    game, kind = make_game(case.get("ruleset"), case.get("options")), case.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise CannotJudge(f"kind {kind!r} is not known for {game.name}; allowed are {', '.join(KINDS)}")
    return KINDS[kind](case, game)


def _game(game: Name, options: object) -> Game:
    if isinstance(game, Game):
        return game.with_options(options) if options else game  # type: ignore[arg-type]
    return make_game(game, options)


def _trump(game: Game, data: Case) -> Trump:
    """Trump of a case; None for no trumps."""
    given = data.get("trump")
    if given == NO_TRUMPS and game.no_trumps:
        return None
    if isinstance(given, str) and len(given) == 1 and given in SUITS:
        return given
    allowed = (*SUITS, NO_TRUMPS) if game.no_trumps else SUITS
    raise CannotJudge(f"trump {given!r} is no suit: allowed are {' '.join(allowed)}")


def _cards(game: Game, data: Case, field: str, least: int, most: int) -> tuple[Card, ...]:
    try:
        found = game.deck.read(list_at(data, field, "cards"))
    except CannotJudge:
        raise
    except ValueError as error:
        raise CannotJudge(f"{field}: {error}") from error
    if not least <= len(found) <= most:
        raise CannotJudge(f"{field}: {len(found)} cards; allowed are {least} to {most}")
    return found
