"""What has gone on in something else, so that whatever still names it keeps its meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Entry

if TYPE_CHECKING:
    from tournaments.models.competition import Competition


class MergedEntry(models.Model):
    """An entry that is no more, because its people turned out to be those of another one: `entry`, for good.

    Publications, the log of a draw and old addresses go on naming it by `key`, its key of then.
    """

    key = models.PositiveBigIntegerField(primary_key=True)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="was")

    class Meta:
        verbose_name = _("merged entry")
        verbose_name_plural = _("merged entries")

    def __str__(self) -> str:
        return f"{self.key}: {self.entry}"

    @classmethod
    def onward(cls, competition: Competition) -> dict[int, int]:
        """Which entry each of these is now; one query."""
        return dict(cls.objects.filter(entry__competition=competition).values_list("key", "entry"))
