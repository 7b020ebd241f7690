"""Counts on a page: of something, and how often a count is so much."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def of(counts: Mapping[str, int], key: str) -> int:
    """`{{ seats|of:"N" }}`: how often; 0 when never."""
    return counts.get(key, 0)


@register.filter
def times(counts: Mapping[int, int], often: int) -> int:
    """`{{ opponents|times:2 }}`: how many were counted just so often."""
    return sum(count == often for count in counts.values())
