"""Slips in one written number: two digits swapped, one digit wrong, one too few or too many."""

from functools import lru_cache
from typing import NamedTuple

from scoring.rules.findings import gettext_noop as _
from scoring.rules.repair_model import LOOKS_LIKE, Digits

MOST_READABLE = 99_999
"""No number on a sheet is higher; above it no slip of a digit is looked for."""

SWAPPED = _("Two digits swapped: %(old)d typed for %(new)d.")
MISREAD_DIGIT = _("A digit misread: %(old)d typed for %(new)d.")
OTHER_DIGIT = _("One digit wrong: %(old)d typed for %(new)d.")
LOST_DIGIT = _("A digit too few or too many: %(old)d typed for %(new)d.")

_LOST, _DOUBLED, _ADDED = 1 / 2, 1 / 3, 1 / 60
"""Shares of a wrong length: this digit left out, this one typed twice, one (of ten) put in."""


class DigitSlip(NamedTuple):
    """How one number came to stand for another.

    ``kind`` names a rate of ``Digits``, ``share`` is the part of its slips, at any digit,
    that end in just the number that was typed.
    """

    template: str
    kind: str
    share: float

    def weight(self, rates: Digits) -> float:
        """How often this happens, per 100,000."""
        rate: float = getattr(rates, self.kind)
        return rate * self.share


def digit_slip(typed: int, meant: int) -> DigitSlip | None:
    """The single slip of a digit that makes ``typed`` out of ``meant``, if there is one."""
    if not (0 <= typed <= MOST_READABLE and 0 <= meant <= MOST_READABLE) or typed == meant:
        return None
    one, other = str(typed), str(meant)
    if len(one) == len(other):
        return _same_length(one, other)
    if len(other) - len(one) == 1:
        return DigitSlip(LOST_DIGIT, "length", _LOST) if _drops(other, one) else None
    if len(one) - len(other) == 1 and (at := _drops(one, other)):
        doubled = at > 1 and one[at - 1] == one[at - 2]
        return DigitSlip(LOST_DIGIT, "length", _DOUBLED if doubled else _ADDED)
    return None


def _same_length(typed: str, meant: str) -> DigitSlip | None:
    wrong = [at for at, digit in enumerate(typed) if digit != meant[at]]
    first = wrong[0]
    if len(wrong) == 1:
        alike = LOOKS_LIKE[meant[first]]
        if typed[first] in alike:
            return DigitSlip(MISREAD_DIGIT, "lookalike", 1 / len(alike))
        return DigitSlip(OTHER_DIGIT, "other", 1 / (9 - len(alike)))
    if wrong == [first, first + 1] and typed[first : first + 2] == meant[first + 1] + meant[first]:
        return DigitSlip(SWAPPED, "swapped", 1.0)
    return None


def _drops(longer: str, shorter: str) -> int:
    """The place (from 1) of the digit that the longer number has too many; 0 if it is another number.

    Of equal neighbours it is the last one.
    """
    for at in range(len(longer) - 1, -1, -1):
        if longer[:at] + longer[at + 1 :] == shorter:
            return at + 1
    return 0


@lru_cache(maxsize=4096)
def digit_slips(typed: int) -> dict[int, DigitSlip]:
    """The numbers that may have been meant, if one slip of a digit was made."""
    text = str(typed) if 0 <= typed <= MOST_READABLE else ""
    digits = "0123456789"
    meant = {text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1)}
    for at in range(len(text)):
        meant |= {text[:at] + new + text[at + 1 :] for new in digits}
        meant.add(text[:at] + text[at + 1 :])
    for at in range(len(text) + 1) if text else ():
        meant |= {text[:at] + new + text[at:] for new in digits}
    numbers = sorted(int(one) for one in meant if one == "0" or (one and one[0] != "0"))
    return {number: slip for number in numbers if (slip := digit_slip(typed, number))}
