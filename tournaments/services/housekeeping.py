"""What may be thrown away: old jobs with their files, files of dead attempts, spent messages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.models import Job, WorkerHeartbeat
from tournaments.services.jobs import FOLDER

KEEP_JOBS = timedelta(days=30)
KEEP_ORPHANS = timedelta(hours=2)  # longer than any job may take


def tidy() -> None:
    """Removes all of it. Idempotent, and safe beside running jobs: what is younger than two hours stays."""
    now = timezone.now()
    Job.objects.filter(finished__lt=now - KEEP_JOBS).delete()
    WorkerHeartbeat.objects.filter(at__lt=now - KEEP_ORPHANS).delete()
    wanted = set(Job.objects.exclude(file="").values_list("file", flat=True))
    for path in older(settings.FILES_DIR / FOLDER, KEEP_ORPHANS):
        if f"{FOLDER}/{path.name}" not in wanted:
            path.unlink(missing_ok=True)
    # A message that waited this long is rung again by the sweep if it still matters.
    for folder in ("messages", "processed"):
        for path in older(settings.QUEUE_DIR / folder, KEEP_ORPHANS):
            path.unlink(missing_ok=True)


def older(folder: Path, age: timedelta) -> Iterator[Path]:
    """The files in a folder that were last written longer ago than `age`; none when there is no folder."""
    limit = time.time() - age.total_seconds()
    for path in folder.glob("*"):
        if path.is_file() and path.stat().st_mtime < limit:
            yield path
