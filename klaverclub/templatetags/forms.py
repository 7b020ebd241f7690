"""Rendering of form fields for partials/_field.html."""

from django import template
from django.forms import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def control(field: BoundField) -> SafeString:
    """The input itself, without a placeholder: what helps stands in the hint, where it stays while typing."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def error_list(errors: list[str], auto_id: str) -> SafeString:
    """The errors of a field under the id that Django's aria-describedby points at; none, nothing."""
    if not errors:
        return SafeString("")
    items = format_html_join("", "<li>{}</li>", ((error,) for error in errors))
    return format_html('<ul class="errors" id="{}_error">{}</ul>', auto_id, items)
