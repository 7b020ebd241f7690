"""Work for the background: the row is the truth, the broker's message only a doorbell."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

ATTEMPTS = 3


class Job(models.Model):
    """One piece of work with at most one file as its outcome.

    `attempt` counts the claims and is the fencing token: whoever claims gets the next number, and every
    later write of that worker holds only as long as the number is still the row's own. `lease_until` is
    the moment from which a silent worker is taken for dead. `attempts_until` is the last attempt that
    may be made; a retry by hand moves it on. `done` of `of` is the progress, 0 of 0 when unknown.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")

    key = models.CharField(max_length=200, unique=True)
    club = models.ForeignKey("tournaments.Club", models.CASCADE, related_name="jobs", null=True, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="jobs", null=True, blank=True
    )
    kind = models.CharField(max_length=60)
    params = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=10, default="nl")

    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    attempt = models.PositiveIntegerField(default=0)
    attempts_until = models.PositiveIntegerField(default=ATTEMPTS)
    lease_until = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=500, blank=True, default="")
    message_params = models.JSONField(default=dict, blank=True)

    file = models.CharField(max_length=200, blank=True, default="")
    filename = models.CharField(max_length=200, blank=True, default="")
    content_type = models.CharField(max_length=100, blank=True, default="")

    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes = [
            models.Index(fields=["state", "lease_until"], name="job_state_lease"),
            models.Index(fields=["club", "-created"], name="job_club_created"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(state="running") | models.Q(lease_until__isnull=False),
                name="job_running_has_lease",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="failed") | ~models.Q(message=""),
                name="job_failed_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} ({self.state})"

    @property
    def is_over(self) -> bool:
        return self.state in {self.State.DONE, self.State.FAILED}

    @property
    def percent(self) -> int | None:
        """Progress from 0 to 100, or None as long as the size of the work is unknown."""
        return min(100, 100 * self.done // self.of) if self.of else None

    @property
    def message_text(self) -> str:
        """The message in the reader's language, or "" when there is nothing to say."""
        return gettext(self.message) % self.message_params if self.message else ""


class WorkerHeartbeat(models.Model):
    """When a worker last showed that it lives; the health page reads it."""

    name = models.CharField(max_length=200, unique=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
