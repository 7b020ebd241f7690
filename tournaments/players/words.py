"""What figures of a rating say, in sentences."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import THIN_SPACE, figure, signed
from tournaments.rating import Status, points
from tournaments.rating.company import ENOUGH
from tournaments.rating.shown import DEVELOPING, ESTABLISHED

if TYPE_CHECKING:
    from tournaments.rating import Change, Company
    from tournaments.rating_queries import Line


def real(value: float, decimals: int = 0) -> str:
    """A real number as figures are printed."""
    return figure(Fraction(value), decimals)


def signed_real(value: float, decimals: int = 0) -> str:
    return signed(Fraction(value), decimals)


def whole(value: float) -> int:
    """Rounded half up, away from zero, as a page prints it."""
    size = int(Fraction(abs(value)) + Fraction(1, 2))
    return -size if value < 0 else size


def percent(share: float, decimals: int = 0) -> str:
    return f"{real(share * 100, decimals)}{THIN_SPACE}%"


def status_word(status: Status) -> str:
    return {
        Status.PROVISIONAL: _("provisional"),
        Status.DEVELOPING: _("developing"),
        Status.ESTABLISHED: _("established"),
    }[status]


def status_sentence(line: Line) -> str:
    """How much this rating says, and from when it says more."""
    rounds = ngettext("%(count)d rated round", "%(count)d rated rounds", line.rounds) % {"count": line.rounds}
    if line.status is Status.PROVISIONAL:
        return _(
            "Provisional: %(rounds)s so far. A rating stands in the list from %(enough)d rounds; until then chance"
            " says more than skill."
        ) % {"rounds": rounds, "enough": DEVELOPING}
    if line.status is Status.DEVELOPING:
        return _("Developing: %(rounds)s. A rating is established from %(enough)d rounds.") % {
            "rounds": rounds,
            "enough": ESTABLISHED,
        }
    return _("Established: %(rounds)s.") % {"rounds": rounds}


def meaning(line: Line) -> str:
    """What the number says about the cards."""
    above = points(line.mean) - points(0)
    by = {"points": figure(abs(above))}
    if above > 0:
        return (
            _(
                "With an average partner against two average opponents this player wins a round by %(points)s points on"
                " average."
            )
            % by
        )
    if above < 0:
        return (
            _(
                "With an average partner against two average opponents this player loses a round by %(points)s points on"
                " average."
            )
            % by
        )
    return _(
        "With an average partner against two average opponents this player makes as many points as they do, on"
        " average."
    )


def band_sentence(line: Line) -> str:
    half = round(line.band)
    return _("In 8 of 10 cases the real strength lies between %(low)s and %(high)s.") % {
        "low": figure(points(line.mean - half)),
        "high": figure(points(line.mean + half)),
    }


def explained(change: Change) -> str:
    """Why a round moved somebody so: expected, result, surprise, share."""
    return _(
        "Expected %(expected)s (%(chance)s to win), result %(result)s: a surprise of %(surprise)s. Your share of it is"
        " %(share)s, so %(change)s."
    ) % {
        "expected": signed_real(change.expected),
        "chance": percent(change.chance),
        "result": signed(change.result),
        "surprise": signed_real(change.surprise),
        "share": percent(change.share, 2),
        "change": signed_real(change.change, 1),
    }


def is_clear(one: Company) -> bool:
    """Is it more than luck alone can hardly do, with the luckiest of all that are compared?"""
    return one.clear


def company_word(one: Company) -> str:
    """Whether results with or against somebody are above expectation, or may just as well be chance."""
    if not is_clear(one):
        return _("may be chance")
    return _("clearly more than expected") if one.above > 0 else _("clearly less than expected")


def company_sentence(one: Company) -> str:
    """The same with its figures; how far luck reaches for the luckiest of all that are compared."""
    figures = {
        "word": company_word(one),
        "above": signed_real(one.above),
        "enough": ENOUGH,
        "low": signed_real(-one.reach),
        "high": signed_real(one.reach),
        "compared": figure(one.compared),
    }
    if not one.enough:
        sentence = _(
            "%(above)s a round above expectation: %(word)s. That is looked at from %(enough)d rounds together on."
        )
    elif one.compared > 1:
        sentence = _(
            "%(above)s a round above expectation: %(word)s. With the luckiest and unluckiest of %(compared)s people luck"
            " alone reaches from %(low)s to %(high)s after as many rounds."
        )
    else:
        sentence = _(
            "%(above)s a round above expectation: %(word)s. Luck alone reaches from %(low)s to %(high)s after as many"
            " rounds."
        )
    return sentence % figures
