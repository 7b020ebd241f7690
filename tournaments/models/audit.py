"""Who changed what, when: one row for every write that a person made."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club


class Change(models.Model):
    """One act of a user: the verb, what it was done to, and what matters of before and after."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="changes")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, help_text="model and key, e.g. round:12")
    detail = models.JSONField(default=dict)
    key = models.CharField(
        max_length=64, null=True, unique=True, help_text="makes a repeated click the same act"
    )
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["subject"], name="change_subject")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb} {self.subject}"
