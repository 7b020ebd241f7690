"""The ledger: everything that counts for an entry is one row here, and every standing is a sum of rows."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models import SheetVersion
from tournaments.models.competition import Entry
from tournaments.models.people import Person
from tournaments.models.rounds import Round


class Posting(models.Model):
    """What one entry scored in one round, and why.

    Rows that come from sheets and from the attendance rule can be thrown away and made again from their
    sources; rows that a person decided (`Kind.ARBITRARY`, `Kind.PENALTY`) carry their author and reason.
    `total` = `points` (cards) + `roem` + `bonus` (pits); compensations have only `points`.
    """

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        SUBSTITUTE = "substitute", _("played by a substitute")
        SIT_OUT = "sit_out", _("sat out")
        LATE = "late", _("came late")
        LEFT = "left", _("left early")
        EXCUSED = "excused", _("absent with notice")
        ABSENT = "absent", _("absent without notice")
        ARBITRARY = "arbitrary", _("decided by the organiser")
        PENALTY = "penalty", _("penalty")

    FROM_ATTENDANCE = (Kind.SIT_OUT, Kind.LATE, Kind.LEFT, Kind.EXCUSED, Kind.ABSENT)
    FROM_SHEET = (Kind.PLAYED, Kind.SUBSTITUTE)

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="postings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    points = models.IntegerField(default=0)
    roem = models.IntegerField(default=0)
    bonus = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    pits = models.IntegerField(default=0)
    nats = models.IntegerField(default=0)
    reason = models.JSONField(
        default=dict, help_text="msgid and params of the sentence that explains the row"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    sheet_version = models.ForeignKey(
        SheetVersion, on_delete=models.PROTECT, null=True, related_name="postings"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        ordering = ["round", "entry"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"], condition=~models.Q(kind="penalty"), name="one_score_a_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.round}: {self.total}"
