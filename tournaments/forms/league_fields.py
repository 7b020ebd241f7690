"""Fields that the forms of leagues and cups share: numbers, days, lists of dates, a key against sending twice."""

from __future__ import annotations

import datetime
import re
import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.forms.key import key_field

if TYPE_CHECKING:
    pass
DATE_FORMATS = ["%d-%m-%Y", "%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"]
NUMERIC = {"inputmode": "numeric", "autocomplete": "off"}


def number_field(label: str, least: int, most: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, widget=forms.TextInput(attrs=NUMERIC), **options
    )


def day_field(label: str, **options: Any) -> forms.DateField:
    return forms.DateField(
        label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options
    )


class DatesField(forms.CharField):
    """Dates one under the other or with commas between: 8-10-2026, 15-10-2026."""

    def to_python(self, value: object) -> tuple[datetime.date, ...]:
        words = re.split(r"[,;\n]+", super().to_python(value))
        return tuple(_read_date(word.strip()) for word in words if word.strip())

    def prepare_value(self, value: object) -> object:
        if isinstance(value, (list, tuple)):
            between = "\n" if isinstance(self.widget, forms.Textarea) else ", "
            return between.join(f"{day:%d-%m-%Y}" for day in value)
        return value


def _read_date(word: str) -> datetime.date:
    for pattern in DATE_FORMATS:
        try:
            return datetime.datetime.strptime(word, pattern).date()
        except ValueError:
            continue
    raise ValidationError(
        _("“%(word)s” is no date. Type dates as 8-10-2026, with commas or on lines of their own.")
        % {"word": word}
    )


class KeyedForm(forms.Form):
    """A form with a key, so that it is carried out once however often it is sent."""

    key = key_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = uuid.uuid4().hex
