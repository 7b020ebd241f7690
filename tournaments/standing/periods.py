"""The standing of one period of a season: which it is, how it is asked for, and by what rule it is made.

A period is asked for as a title is, by a name of its own: "period:2" is the second period of the rule of the competition.
It takes the evenings of that period alone, chooses among them as the rule does within each period, and breaks ties
in the same way. What only holds for the whole season, a minimum attendance, the best periods and a plain sum until the
season is over, does not hold in it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from tournaments.standing.rules import Period, StandingRule


def name_of(number: int) -> str:
    """By what the standing of a period is asked for; `number` from 1."""
    return f"period:{number}"


def names_of(rule: StandingRule) -> list[str]:
    """All periods of a rule by what they are asked for, in order."""
    return [name_of(number) for number in range(1, len(rule.periods) + 1)]


def number_of(title: str) -> int | None:
    """Which period is asked for, from 1; None for a title that is no period."""
    found = re.fullmatch(r"period:([1-9][0-9]{0,2})", title)
    return int(found[1]) if found else None


def period_of(rule: StandingRule, title: str) -> Period | None:
    """The evenings of the period that is asked for; None for a title that is no period, or none of this rule."""
    number = number_of(title)
    return rule.periods[number - 1] if number is not None and number <= len(rule.periods) else None


def rule_within(rule: StandingRule) -> StandingRule:
    """How a season with periods ranks what was made in one of them."""
    return replace(
        rule, periods=(), best_periods=0, minimum_attendance=0, below_minimum="unranked", interim="rule"
    )


def label(title: str) -> str:
    """What a standing is called: the name of a title, or "Period 2"."""
    number = number_of(title)
    return title if number is None else _("Period %(number)s") % {"number": number}
