"""The form of a division: who plays how often, and what a match is worth."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.key import key_field
from tournaments.forms.league_fields import NUMERIC, day_field, number_field
from tournaments.in_words import translated
from tournaments.models import Division
from tournaments.pairing.leagues import (
    MOST_ENTRIES,
    MOST_MATCH_ROUNDS,
    MOST_TRANSFERS,
    TIES,
    MatchRule,
    TransferRule,
    tie_word,
)
from tournaments.sentences import RuleError
from tournaments.services import leagues
from tournaments.standing.rules import MOST_MATCH_POINTS, Band, MatchPoints

if TYPE_CHECKING:
    from collections.abc import Sequence

_BAND = re.compile(r"^\s*(\d{1,7})\s*[:=]\s*(\d{1,4})\s*[-–]\s*(\d{1,4})\s*$")
_MOST_SCORE = 1_000_000
LOWEST = 99
"""The number of the lowest level."""
PLACES = 5
"""So many things can break equal points, one after the other."""


def _worth(label: str, **options: Any) -> forms.IntegerField:
    return number_field(label, 0, MOST_MATCH_POINTS, **options)


class BandsField(forms.CharField):
    """Match points by margin, one on a line: "1000: 3-0" gives 3 and 0 from a difference of 1000 points on."""

    def to_python(self, value: object) -> tuple[Band, ...]:
        lines = [line for line in super().to_python(value).splitlines() if line.strip()]
        return tuple(sorted(map(_read_band, lines), key=lambda band: band.margin))

    def prepare_value(self, value: object) -> object:
        if isinstance(value, tuple):
            return "\n".join(f"{band.margin}: {band.win}-{band.loss}" for band in value)
        return value


def _read_band(line: str) -> Band:
    if found := _BAND.match(line):
        return Band(*map(int, found.groups()))
    raise ValidationError(
        _("“%(line)s” is not understood. Write the difference, a colon, and both numbers: 1000: 3-0")
        % {"line": line.strip()}
    )


class DivisionForm(forms.ModelForm):
    key = key_field(required=False)
    rounds = number_field(
        gettext_lazy("Rounds a match"),
        1,
        MOST_MATCH_ROUNDS,
        help_text=gettext_lazy("all on one evening; in the second round the guests play a table further"),
    )
    win = _worth(gettext_lazy("For a win"))
    draw = _worth(gettext_lazy("For equal scores"))
    loss = _worth(gettext_lazy("For a loss"))
    bands = BandsField(
        label=gettext_lazy("Otherwise with a larger difference"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "One on a line. “1000: 3-0” gives the winner 3 and the loser 0 from 1000 points between them on."
        ),
    )
    level = number_field(
        gettext_lazy("Level"),
        1,
        LOWEST,
        help_text=gettext_lazy("1 is the highest; pools stand at the same level"),
    )
    table_win = _worth(gettext_lazy("For each table won"))
    table_draw = _worth(gettext_lazy("For each equal table"))
    awarded_win = _worth(gettext_lazy("For the winner (empty: as for a win)"), required=False)
    awarded_loss = _worth(gettext_lazy("For the loser (empty: as for a loss)"), required=False)
    awarded_for = number_field(gettext_lazy("Score of the winner"), 0, _MOST_SCORE)
    awarded_against = number_field(gettext_lazy("Score of the loser"), 0, _MOST_SCORE)

    transfers = forms.BooleanField(
        label=gettext_lazy("Players may go to another team during the season"), required=False
    )
    transfers_until = day_field(gettext_lazy("At the latest on"), required=False)
    most_player = number_field(gettext_lazy("Most times, each player"), 1, MOST_TRANSFERS, required=False)
    most_team = number_field(gettext_lazy("Most players, each team"), 1, MOST_TRANSFERS, required=False)
    cup_tied = forms.BooleanField(
        label=gettext_lazy("Who has played for a team in this knock-out plays for no other in it"),
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why, if matches are worth something else from now on"),
        required=False,
        max_length=300,
        help_text=gettext_lazy("Matches are drawn or decided already. What was published stays as it was."),
    )

    class Meta:
        model = Division
        fields = ("name", "kind", "level", "legs", "counts", "promoted", "relegated")
        widgets = {name: forms.TextInput(attrs=NUMERIC) for name in ("legs", "promoted", "relegated")}
        help_texts = {
            "promoted": gettext_lazy("to a higher division, or from a pool to the finals"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = uuid.uuid4().hex
        self.fields["counts"].label = gettext_lazy("What counts in the table")
        self.tie_names = [f"tie-{at}" for at in range(PLACES)]
        for at, name in enumerate(self.tie_names):
            self.fields[name] = forms.ChoiceField(
                label=_("First") if at == 0 else _("Then"),
                choices=[("", "–"), *((tie, _(tie_word(tie))) for tie in TIES)],
                required=False,
            )
        if not self.instance.competition.is_teams:
            for name in ("table_win", "table_draw", *_TRANSFERS):
                del self.fields[name]
        if not leagues.is_begun(self.instance):
            del self.fields["reason"]
        self._fill_in(self.instance.get_rule())
        transfers = self.instance.get_transfers()
        values = (transfers.allowed, *(getattr(transfers, name) for name in _LIMITS), transfers.until)
        self.initial |= dict(zip(("transfers", *_LIMITS, "transfers_until"), values, strict=True))

    def _fill_in(self, rule: MatchRule) -> None:
        points = rule.points
        self.initial |= {"win": points.win, "draw": points.draw, "loss": points.loss, "bands": points.bands}
        for name in ("rounds", "table_win", "table_draw", *_AWARDED):
            self.initial[name] = getattr(rule, name)
        self.initial |= dict(zip(self.tie_names, rule.ties, strict=False))

    @property
    def opens(self) -> bool:
        """Whether something of the match rule is not the usual, or wrong: then it is shown at once."""
        usual = {"name", "kind", "level", "legs", "counts", "promoted", "relegated", "reason", *_TRANSFERS}
        return bool(set(self.errors) - usual) or self.instance.get_rule() != MatchRule()

    @property
    def opens_transfers(self) -> bool:
        """Whether something of changing teams is not the usual, or wrong."""
        return bool(set(self.errors) & set(_TRANSFERS)) or self.instance.get_transfers() != TransferRule()

    def rows(self) -> list[tuple[str, Sequence[forms.BoundField]]]:
        """The short fields of the match rule in rows under their headings."""
        tables = [self[name] for name in ("table_win", "table_draw") if name in self.fields]
        rows = [(_("Match points"), [self["win"], self["draw"], self["loss"], *tables])]
        rows.append((_("Decided without play"), [self[name] for name in _AWARDED]))
        return rows

    def ties(self) -> list[forms.BoundField]:
        return [self[name] for name in self.tie_names]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        entries = self.instance.members.count() if self.instance.pk else MOST_ENTRIES
        for name in ("promoted", "relegated"):
            if (data.get(name) or 0) > entries:
                self.add_error(name, _("At most %(most)s.") % {"most": entries})
        if not self.errors and data["promoted"] + data["relegated"] > entries:
            self.add_error("relegated", _("At most %(most)s together.") % {"most": entries})
        if not self.errors:
            self._clean_rule(data)
        return data

    def _clean_rule(self, data: dict[str, Any]) -> None:
        try:
            rule = MatchRule(
                points=MatchPoints(
                    win=data["win"], draw=data["draw"], loss=data["loss"], bands=data["bands"]
                ),
                table_win=data.get("table_win", 0),
                table_draw=data.get("table_draw", 0),
                ties=tuple(filter(None, (data[name] for name in self.tie_names))),
                **{name: data[name] for name in ("rounds", *_AWARDED)},
            )
        except RuleError as error:
            self.add_error(None, translated(error.sentence))
        else:
            self.instance.rule = {} if rule == MatchRule() else rule.to_json()
        if "transfers" in self.fields:
            limits = {name: data[name] for name in _LIMITS}
            changing = TransferRule(allowed=data["transfers"], until=data["transfers_until"], **limits)
            self.instance.transfers = {} if changing == TransferRule() else changing.to_json()


_LIMITS = ("most_player", "most_team", "cup_tied")
_TRANSFERS = ("transfers", "transfers_until", *_LIMITS)
_AWARDED = ("awarded_win", "awarded_loss", "awarded_for", "awarded_against")
