"""Which two the question is about: why do they not meet?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import QueryDict

REST, EITHER = "rest", "either"


class WhyNotForm(forms.Form):
    """Two of a draw, and for individuals whether as partners or as opponents; the second may be "rests"."""

    one = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    other = forms.ChoiceField(label=gettext_lazy("With whom"))
    meeting = forms.ChoiceField(
        label=gettext_lazy("How"),
        choices=[
            (EITHER, gettext_lazy("at one table")),
            ("partners", gettext_lazy("as partners")),
            ("opponents", gettext_lazy("as opponents")),
        ],
    )

    def __init__(
        self, data: QueryDict | None, *, names: Iterable[tuple[int, str]], partners: bool, **kwargs: Any
    ) -> None:
        if data is not None and "meeting" not in data:  # a link names the two alone
            data = data.copy()
            data["meeting"] = EITHER
        super().__init__(data, **kwargs)
        choose = [("", _("choose a name"))]
        people = [(str(entry), name) for entry, name in names]
        self.fields["one"].choices = [*choose, *people]
        self.fields["other"].choices = [*choose, (REST, _("nobody: sit out")), *people]
        if not partners:
            del self.fields["meeting"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("other") == str(cleaned.get("one")):
            self.add_error("other", _("Choose two different names."))
        return cleaned

    @property
    def as_partners(self) -> bool | None:
        """How they are to meet; None: either way."""
        return {"partners": True, "opponents": False}.get(self.cleaned_data.get("meeting", ""))
