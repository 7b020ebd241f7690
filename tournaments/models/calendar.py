"""What the calendars that people subscribe to said of a day of play, and since when."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club


class CalendarMark(models.Model):
    """An event as it was last sent: whoever has an earlier one sees by `sequence` and `changed_at` that it is another.

    An event rests on more than one row (an evening, a fixture, its table, its venue), and any of them can move it. So the
    event itself is compared: `fingerprint` is of what moves it (day, place, who plays, whether it is on) and raises
    `sequence`; `detail` is of what else it says. Neither holds a name or depends on a language.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="calendar_marks")
    key = models.CharField(max_length=40)
    sequence = models.PositiveIntegerField(default=0, db_default=0)
    fingerprint = models.CharField(max_length=64)
    detail = models.CharField(max_length=64)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("event as it was last sent")
        verbose_name_plural = _("events as they were last sent")
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="calendar_mark_once")]

    def __str__(self) -> str:
        return f"{self.key} {self.sequence}"
