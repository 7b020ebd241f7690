"""Making trumps in a relative: what was said at the table, typed as words, and said again in the words of a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext

from klaverclub.templatetags.cards import SUITS
from scoring.arbiter import auction
from scoring.rules.relatives.bidding import AGREE, PASS, PLAY, REFUSE, SCHMEISS, Call
from scoring.rules.relatives.row import NO_TRUMPS

if TYPE_CHECKING:
    from scoring.rules.relatives import Game

_WORDS = {
    **auction.WORDS,
    **dict.fromkeys(("take", "takes", "neem", "neemt"), PLAY),
    **dict.fromkeys(("schmeiss", "schmeis", "throw", "gooi", "ingooien"), SCHMEISS),
    **dict.fromkeys(("agree", "agrees", "akkoord", "yes", "ja"), AGREE),
    **dict.fromkeys(("refuse", "refuses", "weiger", "weigert", "no", "nee"), REFUSE),
    **dict.fromkeys(("nt", "sans"), NO_TRUMPS),
}
_NO_TRUMPS = re.compile(r"\b(?:no|zonder|geen)[\s-]*(?:trumps?|troef)\b", re.IGNORECASE)


def read_calls(text: str, game: Game) -> tuple[Call, ...]:
    """What was said, in order: "pass pass hearts", "schmeiss agree", "B:pass". Raises auction.CannotRead."""
    seats = auction.SEAT_WORDS if len(game.seats) == 4 else {seat.lower(): seat for seat in game.seats}
    problem = gettext("“%(word)s” is no call. Type pass, take or a suit, for example: pass pass hearts.")
    said = auction.read_said(_NO_TRUMPS.sub(NO_TRUMPS, text), _WORDS, seats, problem)
    return tuple(Call(word, seat) for word, seat in said)


def say(said: str) -> str:
    """A call in words: pass, take, the suit, no trumps, schmeiss and its answers."""
    if said in SUITS:
        return str(SUITS[said][1])
    words = {
        PASS: pgettext("call", "pass"),
        PLAY: pgettext("call", "take"),
        SCHMEISS: pgettext("call", "schmeiss"),
        AGREE: pgettext("call", "agree"),
        REFUSE: pgettext("call", "refuse"),
        NO_TRUMPS: gettext("no trumps"),
    }
    return words[said]
