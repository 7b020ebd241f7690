"""Making trump: what was said at the table, typed as words, and what the engine makes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext

from klaverclub.templatetags.cards import SEATS, SUITS
from scoring.arbiter.rule_texts import Rule, rule
from scoring.rules import AuctionRecord, judge_auction
from scoring.rules.auction import PASS, PLAY, Call, Turn
from scoring.rules.cards import SUITS as SUIT_LETTERS
from scoring.rules.seats import SIDE_OF

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.arbiter.forms import AuctionForm
    from scoring.rules import AuctionVerdict, Ruleset
    from scoring.rules.cards import Suit
    from scoring.rules.seats import Seat

MOST_CALLS = 20
WORDS = {
    **dict.fromkeys(("pass", "pas", "past", "p"), PASS),
    **dict.fromkeys(("play", "plays", "speel", "speelt"), PLAY),
    **dict.fromkeys(("c", "k", "clubs", "klaveren", "klaver", "♣"), "C"),
    **dict.fromkeys(("d", "r", "diamonds", "ruiten", "♦"), "D"),
    **dict.fromkeys(("h", "hearts", "harten", "♥"), "H"),
    **dict.fromkeys(("s", "spades", "schoppen", "♠"), "S"),
}
SEAT_WORDS = {"n": "N", "e": "E", "o": "E", "s": "S", "z": "S", "w": "W"}
_BETWEEN = re.compile(r"[\s,;.]+")
_STYLE = re.compile("[\ufe0e\ufe0f]")


class CannotRead(ValueError):
    """A text that is no list of calls; the message is translated and names the word."""


def read_calls(text: str) -> tuple[Call, ...]:
    """What was said, in order: "pass pass hearts", with the seat before who spoke: "W:pass". Raises CannotRead."""
    problem = gettext("“%(word)s” is no call. Type pass, play or a suit, for example: pass pass hearts.")
    return tuple(Call(said, seat) for said, seat in read_said(text, WORDS, SEAT_WORDS, problem))


def read_said(
    text: str, known: Mapping[str, str], seats: Mapping[str, str], problem: str
) -> list[tuple[str, str | None]]:
    """Each of the known words with the seat before it, if any; `problem` says what is wrong with another word."""
    words = [word for word in _BETWEEN.split(_STYLE.sub("", text)) if word]
    if len(words) > MOST_CALLS:
        raise CannotRead(
            gettext("%(count)d calls; there can be %(most)d at most.")
            % {"count": len(words), "most": MOST_CALLS}
        )
    found: list[tuple[str, str | None]] = []
    for word in words:
        seat, colon, said = word.lower().rpartition(":")
        if said not in known or (colon and seat not in seats):
            raise CannotRead(problem % {"word": word[:12]})
        found.append((known[said], seats[seat] if colon else None))
    return found


def read_suits(text: str) -> tuple[Suit, ...]:
    """The suits that were turned, in order. Raises CannotRead."""
    calls = read_calls(text)
    if any(call.said not in SUIT_LETTERS or call.seat for call in calls):
        raise CannotRead(gettext("Type the suits that were turned, for example: hearts clubs."))
    return tuple(SUIT_LETTERS.index(call.said) for call in calls)


@dataclass(frozen=True)
class AuctionAnswer:
    """How trump came about: `head` says it; who leads; the rules; what the next to speak, or who should have, may say.

    `dealer` deals next where the deal is void.
    """

    head: str
    is_fault: bool
    leader: str
    says: list[str]
    who: str
    rules: list[Rule]
    trump: str = ""
    dealer: str = ""


def who_made_trump(form: AuctionForm, ruleset: Ruleset) -> AuctionAnswer | None:
    """The calls followed until somebody made trump, said what was not allowed, or is to speak.

    None, with an error at its field, where calls and turned suits do not belong together.
    """
    data = form.cleaned_data
    record = AuctionRecord(data["dealer"], data["calls"], data["turned"])
    if problem := _problem(record, ruleset):
        field, text = problem
        form.add_error(field, f"{form.fields[field].label}: {text}")
        return None
    verdict = judge_auction(record, ruleset)
    if data["hand"] and (seat := _last(verdict)):
        verdict = judge_auction(replace(record, hands={seat: data["hand"]}), ruleset)
    return _answer(verdict, ruleset)


def _problem(record: AuctionRecord, ruleset: Ruleset) -> tuple[str, str] | None:
    """The field that cannot be as it is, and why."""
    turned = len(record.turned)
    if ruleset.trump_method != "random" and turned:
        return "turned", gettext("Under these rules no suit is turned: leave this empty.")
    if ruleset.trump_method == "random" and not turned:
        return "turned", gettext("Under these rules a suit is turned: type which.")
    most = {"forced2": 2, "name_other": 1}.get(ruleset.random_allpass, turned)
    if turned > most:
        text = gettext("%(count)d suits; under these rules %(most)d at most are turned.")
        return "turned", text % {"count": turned, "most": most}
    return _followed(record, ruleset)


def _followed(record: AuctionRecord, ruleset: Ruleset) -> tuple[str, str] | None:
    for number in range(len(record.calls) + 1):
        try:
            verdict = judge_auction(replace(record, calls=record.calls[:number]), ruleset)
        except ValueError:
            return "turned", gettext("Everybody passed: type the suit that was turned then.")
        if verdict.declarer and number < len(record.calls):
            text = gettext("Call %(next)d: trump was made in call %(number)d already.")
            return "calls", text % {"next": number + 1, "number": number}
    return None


def _last(verdict: AuctionVerdict) -> Seat | None:
    """The seat that the question is about."""
    if verdict.fault:
        return verdict.fault.seat
    return verdict.declarer or (verdict.turn.seat if verdict.turn else None)


def _answer(verdict: AuctionVerdict, ruleset: Ruleset) -> AuctionAnswer:
    leader = seat_name(verdict.leader)
    if fault := verdict.fault:
        values = {"number": fault.call, "seat": seat_name(fault.seat), "said": say(fault.said)}
        head = gettext("Call %(number)d was not allowed: %(seat)s said %(said)s.") % values
        rules = _rules([fault.turn.rule], ruleset)
        return AuctionAnswer(head, True, leader, _allowed(fault.turn), seat_name(fault.turn.seat), rules)
    if turn := verdict.turn:
        head = gettext("Now %(seat)s speaks.") % {"seat": seat_name(turn.seat)}
        return AuctionAnswer(
            head, False, leader, _allowed(turn), seat_name(turn.seat), _rules([turn.rule], ruleset)
        )
    trump = SUIT_LETTERS[verdict.trump]
    side = gettext(SIDE_OF[verdict.declarer])
    values = {"seat": seat_name(verdict.declarer), "suit": say(trump), "side": side}
    head = gettext("%(seat)s plays %(suit)s: the side that plays is “%(side)s”.") % values
    rules = _rules([verdict.rule, "KJ-DECL-TEAM", "KJ-LEAD"], ruleset)
    return AuctionAnswer(head[:1].upper() + head[1:], False, leader, [], "", rules, trump)


def _rules(cited: Iterable[str], ruleset: Ruleset) -> list[Rule]:
    return [rule(one, ruleset) for one in cited]


def _allowed(turn: Turn) -> list[str]:
    """What could be said, in words."""
    words = [say(word) for word in turn.legal]
    if turn.turned is not None:
        suit = say(SUIT_LETTERS[turn.turned])
        words = [
            f"{word} ({suit})" if one == PLAY else word for word, one in zip(words, turn.legal, strict=True)
        ]
    return words


def say(said: str) -> str:
    """A call in words: pass, play, or the suit."""
    if said == PASS:
        return pgettext("call", "pass")
    return pgettext("call", "play") if said == PLAY else str(SUITS[said][1])


def seat_name(seat: Seat) -> str:
    return str(SEATS[seat][1])
