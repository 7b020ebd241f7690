"""Figures that only statistics have."""

from fractions import Fraction

from django import template

from klaverclub.templatetags.figures import THIN_SPACE, figure
from tournaments.standing import notes

register = template.Library()

register.simple_tag(notes.table_average_note, name="table_average_note")


@register.filter
def percent(share: Fraction | None) -> str:
    """`{{ tally.nat_rate|percent }}`: 1/8 as "12.5 %", None as a dash."""
    text = figure(None if share is None else share * 100, 1)
    return text if share is None else f"{text}{THIN_SPACE}%"
