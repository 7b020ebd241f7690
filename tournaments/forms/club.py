"""Forms about the club itself and about who may do what in it."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Club, Role, User


class ClubForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ("name", "slug", "town", "time_zone", "public")
        help_texts = {
            "slug": gettext_lazy(
                "Leave it as it is once something was printed: with another one links and codes on paper, and calendars "
                "that people subscribe to, lead nowhere."
            )
        }

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        if zone not in zoneinfo.available_timezones():
            raise ValidationError(
                _("“%(zone)s” is not a time zone; write for example Europe/Amsterdam.") % {"zone": zone}
            )
        return zone


class RoleForm(forms.Form):
    """Gives a role to a user who exists, or makes the user when a first password is given."""

    username = forms.CharField(label=gettext_lazy("User name"), max_length=150)
    kind = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.Kind.choices)
    password = forms.CharField(
        label=gettext_lazy("First password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Only for a new user."),
    )

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        User.username_validator(name)
        return name

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        name, password = data.get("username"), data.get("password")
        if not name:
            return data
        self.user = User.objects.filter(username__iexact=name).first()
        if self.user is None and not password:
            self.add_error(
                "password",
                _("There is no user %(name)s yet: give a first password to make one.") % {"name": name},
            )
        elif self.user is not None and password:
            self.add_error(
                "password",
                _("User %(name)s exists already and keeps the own password: leave this empty.")
                % {"name": name},
            )
        elif self.user is None:
            try:
                validate_password(password or "", User(username=name))
            except ValidationError as error:
                self.add_error("password", error)
        return data


class PasswordForm(forms.Form):
    """A new password for a user of the club."""

    user = forms.ModelChoiceField(
        User.objects.none(), label=gettext_lazy("User name"), empty_label=gettext_lazy("choose a user")
    )
    new_password = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["user"]
        field.queryset = User.objects.filter(roles__club=club).distinct().order_by("username")
        field.label_from_instance = lambda user: user.username

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("user") and data.get("new_password"):
            try:
                validate_password(data["new_password"], data["user"])
            except ValidationError as error:
                self.add_error("new_password", error)
        return data
