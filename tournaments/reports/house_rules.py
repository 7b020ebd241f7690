"""The rules of a competition as house rules on one sheet of A4: everything that is played by, and what differs from the default."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.arbiter import options
from scoring.arbiter.rule_texts import rule
from scoring.rules import Ruleset
from scoring.rules.family import Rules
from scoring.rules.house_rules import SYSTEMS
from scoring.rules.relatives import Game
from tournaments.reports import game_rules
from tournaments.reports.documents import Column, Heading, HouseRules, Line, Section, TableReport

SYSTEM = "system"
MARK = "◆"

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        gettext_noop("The cards"),
        ("KJ-ORDER-TRUMP", "KJ-POINTS-TRUMP", "KJ-ORDER-PLAIN", "KJ-POINTS-PLAIN", "KJ-TOTAL162"),
    ),
    (
        gettext_noop("Making trump"),
        (
            *("deal", "trump_method", "first_bidder", "KJ-TRUMP-FORCED-FIRST", "random_allpass"),
            *("trump_must_hold", "KJ-DECL-TEAM"),
        ),
    ),
    (
        gettext_noop("Playing"),
        (
            *(SYSTEM, "KJ-LEAD", "follow_or_trump", "trump_lead_beat_partner", "KJ-ROT-RUFF", "KJ-ROT-OVER"),
            *("KJ-ROT-UNDER", "ams_ruff_partner", "undertrump_partner", "KJ-AMS-OPP-RUFF", "KJ-AMS-OPP-OVER"),
            *("cannot_overtrump", "KJ-TRICKWIN", "signals"),
        ),
    ),
    (
        gettext_noop("Roem"),
        (
            *("KJ-ROEM-SEQ3", "KJ-ROEM-SEQ4", "stuk_scope", "run_bonus", "KJ-ROEM-QUAD-AKQ", "quad.J"),
            *(
                "quad.T",
                "quad.9",
                "quad.8",
                "quad.7",
                "roem_scope",
                "KJ-ROEM-OWNER",
                "roem_declare",
                "roem_who",
            ),
        ),
    ),
    (
        gettext_noop("Counting"),
        (
            *("KJ-SCORE-MAJORITY", "tie", "KJ-SCORE-NAT", "pit", "pit_defenders"),
            *("verzaakt", "extra", "extra_for"),
        ),
    ),
    (gettext_noop("The match"), ("end",)),
)
"""What is said in which order: rule ids for what is the same everywhere, names of options for the rest."""


def as_played(rules: Rules, deals: int) -> Rules:
    """The rules of a competition whose rounds have so many deals, unless a match ends by points."""
    return rules.with_options({"end": f"hands:{deals}"}) if rules.end_kind == "hands" else rules


def sections(rules: Rules) -> tuple[Section, ...]:
    """Everything that is played by under these rules, in the active language."""
    return game_rules.sections(rules) if isinstance(rules, Game) else _sections(rules)


def _sections(ruleset: Ruleset) -> tuple[Section, ...]:
    return tuple(
        Section(_(title), tuple(_line(key, ruleset) for key in keys if counts(key, ruleset)))
        for title, keys in SECTIONS
    )


def counts(key: str, ruleset: Ruleset) -> bool:
    """Whether a rule or an option says anything under these rules."""
    if key.startswith("KJ-ROT-"):
        return ruleset.system == "rotterdam"
    if key.startswith("KJ-AMS-"):
        return ruleset.system == "amsterdam"
    if key == "KJ-TRUMP-FORCED-FIRST":
        return ruleset.trump_method == "free"
    return key == SYSTEM or key.startswith("KJ-") or options.counts(key, ruleset)


def say(key: str, ruleset: Ruleset) -> str:
    """What a rule or an option says, in the active language."""
    if key == SYSTEM:
        return _(SYSTEMS[ruleset.system])
    return rule(key).text if key.startswith("KJ-") else options.say(key, ruleset)


def _line(key: str, ruleset: Ruleset) -> Line:
    default = Ruleset()
    if key == SYSTEM:
        differs = ruleset.system != default.system
    else:
        differs = key in ruleset.differences() or key.startswith("KJ-ROT-")
    return Line(say(key, ruleset), differs)


def legend(rules: Rules) -> str:
    """What the marks mean, or that there is none."""
    if isinstance(rules, Game):
        return game_rules.legend(rules, MARK)
    if any(line.differs for section in _sections(rules) for line in section.lines):
        return _("%(mark)s differs from the usual Amsterdam rules.") % {"mark": MARK}
    return _("These are the usual Amsterdam rules, unchanged.")


def house_rules(heading: Heading, rules: Rules) -> HouseRules:
    """The house rules of a competition, ready to be printed."""
    title = heading.title or _("House rules")
    return HouseRules(replace(heading, title=title), _("house-rules"), sections(rules), legend(rules))


def as_table(document: HouseRules) -> TableReport:
    """The same rules as a list, for a spreadsheet."""
    return TableReport(
        heading=document.heading,
        name=document.name,
        columns=(Column("part", _("Part")), Column("rule", _("Rule")), Column("mark", _("Differs"))),
        rows=[
            (section.title, line.text, MARK if line.differs else "")
            for section in document.sections
            for line in section.lines
        ],
        footnotes=(document.legend,),
    )


# Two rulesets beside each other -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """What two rulesets say about one thing; empty where it means nothing under that ruleset."""

    label: str
    first: str
    second: str

    @property
    def same(self) -> bool:
        return self.first == self.second


def compare(first: Rules, second: Rules) -> Iterator[tuple[str, list[Difference]]]:
    """Two sets of rules side by side, by part of the game.

    Of klaverjassen every option, parts that have none left out; of two relatives every rule; of one of each what
    is said about each part.
    """
    if isinstance(first, Game) and isinstance(second, Game):
        for title, rows in game_rules.side_by_side(first, second):
            yield title, [Difference(*row) for row in rows]
    elif isinstance(first, Game) or isinstance(second, Game):
        yield from _parts_beside_each_other(sections(first), sections(second))
    else:
        yield from _options_beside_each_other(first, second)


def _parts_beside_each_other(
    first: tuple[Section, ...], second: tuple[Section, ...]
) -> Iterator[tuple[str, list[Difference]]]:
    """Klaverjassen and its relatives have the same six parts."""
    for one, other in zip(first, second, strict=True):
        texts = (" ".join(line.text for line in section.lines) for section in (one, other))
        title = one.title if one.title == other.title else f"{one.title}, {other.title}"
        yield title, [Difference(_("All of it"), *texts)]


def _options_beside_each_other(first: Ruleset, second: Ruleset) -> Iterator[tuple[str, list[Difference]]]:
    for title, keys in SECTIONS:
        rows = [
            Difference(_label(key), *(say(key, one) if counts(key, one) else "" for one in (first, second)))
            for key in keys
            if not key.startswith("KJ-") and (counts(key, first) or counts(key, second))
        ]
        if rows:
            yield _(title), rows


def _label(key: str) -> str:
    return _("System of play") if key == SYSTEM else str(options.NAMES[key])
