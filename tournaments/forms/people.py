"""The form for one person of a club."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership, Person
from tournaments.names import Name


class PersonForm(forms.Form):
    """Name in three parts, number as text, kind and what the public may read."""

    first_name = forms.CharField(label=_("First name"), max_length=60, required=False)
    prefix = forms.CharField(
        label=_("Prefix"), max_length=20, required=False, help_text=_("van, de, van der, in 't …")
    )
    last_name = forms.CharField(label=_("Last name"), max_length=80)
    number = forms.CharField(
        label=_("Number"), max_length=16, required=False, help_text=_("Leading zeros are kept.")
    )
    kind = forms.ChoiceField(label=_("Kind"), choices=Membership.Kind.choices, initial=Membership.Kind.MEMBER)
    visibility = forms.ChoiceField(
        label=_("Name in public"), choices=Person.Visibility.choices, initial=Person.Visibility.SHOWN
    )
    twin = forms.BooleanField(
        label=_("This is another person with the same name"), required=False, widget=forms.HiddenInput
    )

    def name(self) -> Name:
        """The typed name, once the form is valid."""
        data = self.cleaned_data
        return Name(data["first_name"], data["prefix"], data["last_name"])

    @classmethod
    def of(cls, membership: Membership) -> PersonForm:
        """The form filled with what is known."""
        person = membership.person
        return cls(
            initial={
                "first_name": person.first_name,
                "prefix": person.prefix,
                "last_name": person.last_name,
                "number": membership.number,
                "kind": membership.kind,
                "visibility": person.visibility,
            }
        )
