"""Questions that are filled in already, to see how a page works."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.arbiter.reading import shown
from scoring.rules import cards

PLAY = {"trump": "S", "trick": "AD 9S", "hand": "7S 8S TC 7C"}
REVOKED = {
    "trump": "S",
    "leader": "E",
    "declarer": "N",
    "t1": "AC KC TC QC",
    "t2": "KH QH 9H 8H",
    "t3": "QD JD 7D 9D",
    "t4": "7C KD 9C 8C",
    "t5": "TS JS KS QS",
    "t6": "JC TH JH AS",
    "t7": "8S 9S 8D AD",
    "t8": "TD 7H AH 7S",
}
BELA = {
    "trump": "S",
    "declarer": "A",
    "leader": "B",
    "t1": "AD KD",
    "t2": "TD QD",
    "t3": "7D JS",
    "t4": "9S AS",
    "t5": "KS 8S",
    "t6": "QS 7S",
    "t7": "AH 8H",
    "t8": "TC AC",
    "t9": "9C 7H",
}
ROW = {"row-declarer": "we", "row-we_roem": "20", "row-they_roem": "-"}

EXAMPLES: dict[str, list[tuple[Promise, dict[str, str]]]] = {
    "play": [
        (_("Too low to overtrump, in Amsterdam"), {"preset": "amsterdam", **PLAY}),
        (_("The same cards in Rotterdam"), {"preset": "rotterdam", **PLAY}),
    ],
    "trick": [
        (_("A run of trumps with stuk"), {"preset": "amsterdam", "trump": "H", "trick": "JH KH QH 7S"}),
        (_("Four nines by the rules of the NKU"), {"preset": "nku", "trump": "C", "trick": "9H 9C 9S 9D"}),
    ],
    "deal": [(_("A deal in which somebody revoked"), {"preset": "amsterdam", **REVOKED})],
    "trump": [
        (
            _("All four pass: who must play?"),
            {"preset": "amsterdam", "dealer": "N", "calls": "pass pass pass pass"},
        ),
        (
            _("Nobody plays the suit that was turned"),
            {
                "preset": "amsterdam",
                "trump_method": "random",
                "dealer": "N",
                "turned": "hearts clubs",
                "calls": "pass pass pass pass play",
            },
        ),
        (
            _("Somebody speaks out of turn"),
            {"preset": "amsterdam", "dealer": "N", "calls": "pass W:clubs"},
        ),
        (
            _("Klaberjass: the elder offers to throw in"),
            {"preset": "klaberjass", "schmeiss": "on", "dealer": "A", "turned": "H", "calls": "schmeiss"},
        ),
        (
            _("Clobyosh: no trumps before the turned suit is refused"),
            {"preset": "clobyosh", "dealer": "N", "turned": "H", "calls": "pass NT"},
        ),
    ],
    "legal": [
        (
            _("Yasman: the jack of trumps, alone, may be kept"),
            {"preset": "yasman", "trump": "S", "trick": "AD", "hand": "JS 7H TC"},
        ),
        (
            _("The same cards in Klaberjass"),
            {"preset": "klaberjass", "trump": "S", "trick": "AD", "hand": "JS 7H TC"},
        ),
    ],
    "melds": [
        (
            _("A run of four against one of three"),
            {"preset": "klaberjass", "trump": "H", "hA": "9C TC JC QC AS", "hB": "QD KD AD 7H"},
        ),
        (
            _("Runs that are equal but for trumps"),
            {"preset": "klaberjass", "trump": "H", "hA": "9C TC JC", "hB": "9H TH JH"},
        ),
    ],
    "record": [(_("A deal of Klaberjass with bela"), {"preset": "klaberjass", **BELA})],
    "row": [
        (
            _("Equal with roem is nat"),
            {"preset": "amsterdam", **ROW, "row-we_points": "71", "row-they_points": "91"},
        ),
        (
            _("Points that are not 162 together"),
            {"preset": "amsterdam", **ROW, "row-we_points": "75", "row-they_points": "78"},
        ),
    ],
}
HOLDS_CARDS = ("trick", "hand", "hA", "hB", *(f"t{number}" for number in range(1, 10)))


class Example(NamedTuple):
    """A link that asks something."""

    label: str
    query: str


def of(kind: str) -> list[Example]:
    """The examples of a page, their cards written in the active language."""
    return [Example(str(label), urlencode(_written(query))) for label, query in EXAMPLES[kind]]


def _written(query: dict[str, str]) -> dict[str, str]:
    return {
        name: " ".join(map(shown, cards.cards(value.split()))) if name in HOLDS_CARDS else value
        for name, value in query.items()
    }
