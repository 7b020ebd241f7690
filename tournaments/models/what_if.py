"""Other rules for a season, to be laid beside the real ones: nothing of the season itself is in it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition


class WhatIf(models.Model):
    """A comparison for the members' meeting: up to three other sets of rules over the evenings of a season.

    alternatives: in their order, each `{"name", "standing": StandingRule.to_json(), "attendance":
    AttendanceRule.to_json()}`. What they would have made of the season is worked out whenever it is asked for.
    """

    MOST = 3

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="what_ifs")
    name = models.CharField(_("name"), max_length=80)
    alternatives = models.JSONField(default=list)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("comparison of rules")
        verbose_name_plural = _("comparisons of rules")
        ordering = ["competition", "-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name
