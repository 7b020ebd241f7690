"""What the rules engine says, in the language of the reader.

The engine speaks in English templates with parameters; here they become sentences. Must be called while the
reader's language is active.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from klaverclub.templatetags.cards import RANKS, SEATS, SUITS
from scoring.rules import make_ruleset
from scoring.rules.findings import TRANSLATED
from scoring.rules.match import DRAW
from scoring.rules.relatives import GAMES

if TYPE_CHECKING:
    from scoring.rules import Ruleset
    from scoring.rules.family import Rules
    from scoring.rules.findings import Finding, Sentence
    from scoring.rules.relatives import Game
    from scoring.rules.sheet import CheckSum, Missing

FIELDS = {
    "we_points": _("points we"),
    "we_roem": _("roem we"),
    "they_points": _("points they"),
    "they_roem": _("roem they"),
    "written_we": _("written total we"),
    "written_they": _("written total they"),
    "declarer": _("who played"),
    "marks": _("marks"),
    "bid": _("trumps made"),
    "trump": _("trumps"),
    "turned": _("turned suit"),
    "dealer": _("dealer"),
    "last": _("last trick"),
    "fus": _("run of five"),
}

COLUMNS = {
    "points": _("card points"),
    "melds": _("melds"),
    "bela": _("bela"),
    "tricks": _("tricks"),
    "written": _("written total"),
}
"""What each side has a box for in the relatives, and at the foot of their sheets."""

PRESETS = {
    "amsterdam": _("Amsterdam rules"),
    "rotterdam": _("Rotterdam rules"),
    "amsterdam-utrecht": _("Amsterdam rules, forced trump"),
    "rotterdam-ko": _("Rotterdam rules, old school"),
    "nku": _("rules of the NKU"),
}

STATUSES = {
    "nat": _("nat"),
    "pit": _("pit"),
    "nat+pit": _("nat and pit"),
    "verzaakt": _("revoke"),
}


OUTCOMES = {
    "bete": _("bete"),
    "tie": _("equal"),
    "won": _("run of five"),
    "passed": _("all passed"),
    "thrown": _("thrown in"),
}
"""How a deal of a relative ended, where it did not simply end."""


def say(sentence: Sentence) -> str:
    """A sentence of the engine, translated, beginning with a capital."""
    params = {name: _say_value(name, value) for name, value in sentence.params.items()}
    text = gettext(sentence.template)
    text = text % params if params else text
    return text[:1].upper() + text[1:]


def _say_value(name: str, value: object) -> object:
    """A side by its word, a seat and ranks by their letters, a suit by its sign; anything else as it is."""
    if name in TRANSLATED:
        return gettext(str(value))
    if name in ("dealer", "due") and value in SEATS:
        return str(SEATS[str(value)][0])
    if name in ("trump", "turned") and value in SUITS:
        return SUITS[str(value)][0]
    if name == "ranks":
        return " ".join(str(RANKS.get(rank, rank)) for rank in str(value).split())
    return value


def say_finding(finding: Finding) -> str:
    return say(finding.sentence)


def where(finding: Finding) -> str:
    """Deal and box of a finding: "Deal 9, roem we"."""
    field = field_name(finding.field) if finding.field else ""
    if finding.deal is None:
        return field[:1].upper() + field[1:]
    deal = gettext("Deal %(deal)d") % {"deal": finding.deal}
    return f"{deal}, {field}" if field else deal


def field_name(field: str) -> str:
    """What a box is called: "roem we", "melds A", "written total B", "bela"."""
    if field in FIELDS or field in COLUMNS:
        return label(field)
    first, _underscore, last = field.partition("_")
    kind, side = (first, last) if first in COLUMNS else (last, first)
    return f"{COLUMNS[kind]} {gettext(side)}"


def label(name: str) -> str:
    """What a box or a choice of a relative is called, whichever side it is of."""
    return str(FIELDS.get(name) or COLUMNS[name])


def side_keys(sides: Sequence[str]) -> list[tuple[str, str]]:
    """For each side the letter that says: this side played."""
    words = {
        "we": pgettext("key for: we played", "w"),
        "they": pgettext("key for: they played", "t"),
    }
    return [(side, words.get(side, side.lower())) for side in sides]


def game_name(game: Game) -> str:
    """The name of a relative, and whether the club has changed its rules."""
    name = gettext(game.title)
    return name if game == GAMES[game.name] else gettext("%(rules)s, with house rules") % {"rules": name}


def ruleset_name(ruleset: Ruleset) -> str:
    """The preset, and whether the club has changed it."""
    name = str(PRESETS.get(ruleset.preset, ruleset.preset))
    if ruleset == make_ruleset(ruleset.preset):
        return name
    return gettext("%(rules)s, with house rules") % {"rules": name}


def check_line(check: CheckSum) -> str:
    """The sum that must hold for the deals booked so far: "16 × 162 + roem 580 + pits 200 = 3372"."""
    parts = [f"{check.deals} × 162", gettext("roem %(points)d") % {"points": check.roem}]
    pits = check.expected - check.deals * 162 - check.roem - check.extra
    if check.pits:
        parts.append(gettext("pits %(points)d") % {"points": pits})
    if check.extra:
        parts.append(gettext("revokes %(points)d") % {"points": check.extra})
    return f"{' + '.join(parts)} = {check.expected}"


def score_line(totals: Iterable[int]) -> str:
    """The totals of all sides: "1472 – 1330"."""
    return " – ".join(map(str, totals))


def end_line(ended: int, winner: str | None, rules: Rules) -> str:
    """How a match ended: "500 reached after deal 9: “A” has won."."""
    if winner is None or winner == DRAW:
        return gettext("Equal after deal %(deal)d: a draw.") % {"deal": ended}
    values = {"number": rules.end_number, "deal": ended, "side": gettext(winner)}
    if rules.end_kind == "points":
        return gettext("%(number)d reached after deal %(deal)d: “%(side)s” has won.") % values
    return gettext("Over after deal %(deal)d: “%(side)s” has won.") % values


def play_on_line(rules: Rules) -> str:
    """Why a match goes on though its end was reached."""
    return gettext("%(number)d reached, but equal: another deal is played.") % {"number": rules.end_number}


def open_boxes(findings: Iterable[Finding]) -> str:
    """What a row still needs: "roem we, roem they?"."""
    names = [field_name(one.field) for one in findings if one.field and one.code != "missing_points"]
    points = any(one.code == "missing_points" for one in findings)
    return ", ".join([gettext("points")] * points + names) + "?"


def missing_lines(missing: Iterable[Missing], untouched: Iterable[int]) -> list[str]:
    """What is not filled in: deals that nobody began, together; the boxes of the others one by one."""
    empty = sorted(untouched)
    lines = []
    boxes: dict[int, list[str]] = {}
    for cell in missing:
        if cell.deal not in empty:
            boxes.setdefault(cell.deal, []).append(field_name(cell.field))
    for deal, names in boxes.items():
        if len(names) > 1 and str(FIELDS["we_points"]) in names and str(FIELDS["they_points"]) in names:
            names.remove(str(FIELDS["they_points"]))  # one of the two is enough
        lines.append(gettext("deal %(deal)d: %(boxes)s") % {"deal": deal, "boxes": ", ".join(names)})
    if empty:
        words = ngettext("deal %(deals)s", "deals %(deals)s", len(empty))
        lines.append(words % {"deals": _ranges(empty)})
    return lines


def _ranges(numbers: list[int]) -> str:
    """1, 2, 3, 7 as "1–3, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
