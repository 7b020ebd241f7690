"""The forms for two people who are one, and for competitions that were somebody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments import names
from tournaments.models import Competition

if TYPE_CHECKING:
    from tournaments.services.people_rows import Moving


LONGEST_REASON = 200


class ReasonForm(forms.Form):
    """Why two people are one or two, where something changes that people have read already."""

    why = forms.CharField(
        label=_("Why?"),
        max_length=LONGEST_REASON,
        help_text=_("It stands in the log, and may stand in the erratum of what is published."),
        error_messages={"required": _("Say why: what was published changes only with a reason.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class _Chosen(forms.ModelMultipleChoiceField):
    """Competitions, each told with how much was played in it."""

    rounds: dict[int, int]

    def label_from_instance(self, competition: Competition) -> str:
        rounds = self.rounds[competition.pk]
        told = ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}
        return f"{competition}, {told}"


class SplitForm(forms.Form):
    """Which competitions, and the name of whose they were."""

    competitions = _Chosen(
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
        self.fields["competitions"].rounds = {one.competition.pk: one.rounds for one in moving}
        self.fields["competitions"].queryset = Competition.objects.filter(
            pk__in=[one.competition.pk for one in moving]
        ).order_by("-created", "-pk")

    def new_name(self) -> names.Name:
        """The typed name as that of a new person, once the form is valid."""
        return names.parse(self.cleaned_data["name"])
