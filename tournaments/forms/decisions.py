"""The forms for points by hand: to decide, and to take a decision back."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.key import key_field
from tournaments.models import Entry, Posting, Round
from tournaments.services import decisions

if TYPE_CHECKING:
    from tournaments.models import Evening, User

KINDS = {
    Posting.Kind.PENALTY: gettext_lazy("Penalty: points off"),
    Posting.Kind.GRANTED: gettext_lazy("Points on top"),
    Posting.Kind.ARBITRARY: gettext_lazy("Another score instead of the one of this round"),
}


def _number(label: Any, most: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=decisions.LONGEST_REASON,
        help_text=gettext_lazy("It stands in the log and at the desk. In public only the points are shown."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DecisionForm(forms.Form):
    """Points for one entry in one round of an evening, with the reason."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What"), choices=list(KINDS.items()), widget=forms.RadioSelect
    )
    entry = forms.ModelChoiceField(
        Entry.objects.none(), label=gettext_lazy("For whom"), empty_label=gettext_lazy("choose a name")
    )
    round = forms.ModelChoiceField(Round.objects.none(), label=gettext_lazy("Round"), empty_label=None)
    points = _number(
        gettext_lazy("Points"),
        decisions.MOST_POINTS,
        gettext_lazy("A number without a minus sign. Of another score everything but roem, pits included."),
    )
    match_points = _number(gettext_lazy("Match points"), decisions.MOST_MATCH_POINTS)
    roem = _number(gettext_lazy("Roem"), decisions.MOST_POINTS)
    pits = _number(gettext_lazy("Pits"), decisions.MOST_COUNTED)
    nats = _number(gettext_lazy("Nats"), decisions.MOST_COUNTED)
    board = _number(
        gettext_lazy("Table"), 999, gettext_lazy("A team has a score for each table: say for which one.")
    )
    reason = reason_field()
    key = key_field()

    OF_SCORES = ("roem", "pits", "nats")

    def __init__(self, *args: Any, evening: Evening, entry: int | None = None, **kwargs: Any) -> None:
        rounds = evening.rounds.exclude(state=Round.State.DRAFT).order_by("-number")
        initial = {"kind": Posting.Kind.PENALTY, "entry": entry, "key": uuid.uuid4().hex}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["round"].queryset = rounds
        self.fields["round"].choices = [(round_.pk, str(round_.number)) for round_ in rounds]
        entries = evening.competition.entries.prefetch_related("members__person")
        named = sorted(entries, key=lambda each: each.sort_key)
        self.fields["entry"].queryset = entries
        self.fields["entry"].choices = [("", _("choose a name"))] + [
            (each.pk, each.team_name or each.list_name) for each in named
        ]
        if not evening.competition.is_teams:
            del self.fields["board"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["kind"] == Posting.Kind.ARBITRARY:
            if data["points"] is None:
                self.add_error("points", _("Say which score; 0 is allowed."))
            if data["match_points"]:
                self.add_error("match_points", _("Give or take match points apart, as a penalty or on top."))
            return data
        for name in self.OF_SCORES:
            if data[name]:
                self.add_error(name, _("Only another score has roem, pits and nats."))
        if not (data["points"] or data["match_points"]):
            self.add_error("points", _("Say how many points or match points."))
        return data

    def decide(self, actor: User) -> Posting:
        """Does it, once the form is valid; raises what the service raises."""
        data = self.cleaned_data
        common = {"reason": data["reason"], "actor": actor, "key": data["key"]}
        if data["kind"] == Posting.Kind.ARBITRARY:
            numbers = {name: data[name] or 0 for name in ("points", *self.OF_SCORES)}
            board = data.get("board") or 0
            return decisions.decide_score(data["entry"], data["round"], **numbers, board=board, **common)
        act = decisions.grant if data["kind"] == Posting.Kind.GRANTED else decisions.penalise
        numbers = {"points": data["points"] or 0, "match_points": data["match_points"] or 0}
        return act(data["entry"], data["round"], **numbers, **common)


class WithdrawForm(forms.Form):
    reason = reason_field()
    key = key_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"key": uuid.uuid4().hex}, **kwargs)
