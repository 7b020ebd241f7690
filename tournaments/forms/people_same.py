"""The form for competitions that were somebody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import names
from tournaments.models import Competition

if TYPE_CHECKING:
    from tournaments.services.people_rows import Moving


class SplitForm(forms.Form):
    """Which competitions, and the name of whose they were."""

    competitions = forms.ModelMultipleChoiceField(
        Competition.objects.none(),
        label=_("Which were somebody else’s?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one competition.")},
    )
    name = forms.CharField(
        label=_("Whose were they?"),
        max_length=120,
        help_text=_("Of somebody of the club the beginning of the name or the number will do."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: object, moving: list[Moving], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["competitions"].queryset = Competition.objects.filter(
            pk__in=[one.competition.pk for one in moving]
        ).order_by("-created", "-pk")

    def new_name(self) -> names.Name:
        """The typed name as that of a new person, once the form is valid."""
        return names.parse(self.cleaned_data["name"])
