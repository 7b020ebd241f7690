"""What the rules engine says, in the language of the reader.

The engine speaks in English templates with parameters; here they become sentences. Must be called while the
reader's language is active.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import make_ruleset
from scoring.rules.findings import TRANSLATED

if TYPE_CHECKING:
    from scoring.rules import Ruleset
    from scoring.rules.findings import Finding, Sentence
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
}

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


def say(sentence: Sentence) -> str:
    """A sentence of the engine, translated, beginning with a capital."""
    params = {
        name: gettext(str(value)) if name in TRANSLATED else value for name, value in sentence.params.items()
    }
    text = gettext(sentence.template)
    text = text % params if params else text
    return text[:1].upper() + text[1:]


def say_finding(finding: Finding) -> str:
    return say(finding.sentence)


def where(finding: Finding) -> str:
    """Deal and box of a finding: "Deal 9, roem we"."""
    field = str(FIELDS[finding.field]) if finding.field in FIELDS else ""
    if finding.deal is None:
        return field[:1].upper() + field[1:]
    deal = gettext("Deal %(deal)d") % {"deal": finding.deal}
    return f"{deal}, {field}" if field else deal


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


def open_boxes(findings: Iterable[Finding]) -> str:
    """What a row still needs: "roem we, roem they?"."""
    names = [
        str(FIELDS[one.field]) for one in findings if one.field in FIELDS and one.code != "missing_points"
    ]
    points = any(one.code == "missing_points" for one in findings)
    return ", ".join([gettext("points")] * points + names) + "?"


def missing_lines(missing: Iterable[Missing], untouched: Iterable[int]) -> list[str]:
    """What is not filled in: deals that nobody began, together; the boxes of the others one by one."""
    empty = sorted(untouched)
    lines = []
    boxes: dict[int, list[str]] = {}
    for cell in missing:
        if cell.deal not in empty:
            boxes.setdefault(cell.deal, []).append(str(FIELDS[cell.field]))
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
