"""Figures that only statistics have."""

from fractions import Fraction

from django import template

from klaverclub.templatetags.figures import THIN_SPACE, figure

register = template.Library()


@register.filter
def percent(share: Fraction | None) -> str:
    """`{{ tally.nat_rate|percent }}`: 1/8 as "12.5 %", None as a dash."""
    text = figure(None if share is None else share * 100, 1)
    return text if share is None else f"{text}{THIN_SPACE}%"
