"""Work in the background: asked once, done once, and never half a file.

The row is the truth and the broker's message only a doorbell, because every broker can lose or double a
message. Claim, progress, finish and fail are each one conditional UPDATE that holds only for the attempt
that still owns the row, so of two workers on the same job one loses in silence. The sweep rings again for
what nobody came to fetch and for what a dead worker left behind.
"""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext_noop

from klaverclub.celery import SOFT_LIMIT, SWEEP_SECONDS, app
from tournaments.models import Job
from tournaments.models.jobs import ATTEMPTS
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from tournaments.models import Club, User

logger = logging.getLogger(__name__)

FOLDER = "jobs"  # below settings.FILES_DIR
UNANSWERED = timedelta(seconds=2 * SWEEP_SECONDS)  # a bell nobody answered for this long is rung again
RINGS = 200  # bells one sweep may ring

GAVE_UP = gettext_noop(
    "This was started %(attempts)s times and each time the program that made it stopped before it was ready. "
    "Try again; if it happens again, tell the administrator."
)
WENT_WRONG = gettext_noop(
    "Something unexpected went wrong while this was being made. "
    "The details are in the log of the worker under job %(job)s."
)
TOO_LONG = gettext_noop("This took longer than %(minutes)s minutes and was stopped.")
DISK_FULL = gettext_noop("The disk is full: make room, then try again.")
UNKNOWN_KIND = gettext_noop("This version of the program cannot make “%(kind)s”.")


class JobError(Exception):
    """What a person can understand and repair: an English msgid with named placeholders and their values."""

    def __init__(self, message: str, /, **params: str | int) -> None:
        super().__init__(message % params)
        self.message, self.params = message, params


class LostLease(Exception):
    """Another worker took this job over; whatever this one still makes is thrown away."""


class JobRun:
    """What a handler gets: the parameters, a place for its file, and a way to say how far it is."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.params: dict[str, Any] = job.params
        self.filename = ""
        self.content_type = ""
        self._begun = self._written = time.monotonic()

    def file(self, filename: str, content_type: str) -> Path:
        """The temporary path to write to; it is published as `filename` when the handler returns."""
        self.filename, self.content_type = filename, content_type
        self._temporary.parent.mkdir(parents=True, exist_ok=True)
        return self._temporary

    def progress(self, done: int, of: int) -> None:
        """Stores the progress and keeps the lease; call it freely, at least every 20 seconds.

        Raises LostLease when the job has been given to another worker, SoftTimeLimitExceeded when it takes
        longer than any job may.
        """
        now = time.monotonic()
        if now - self._begun > SOFT_LIMIT:
            raise SoftTimeLimitExceeded
        if now - self._written < 0.5 and done < of:
            return
        self._written = now
        heartbeat(self.job, done, of)

    @property
    def _name(self) -> str:
        return f"{self.job.pk}-{self.job.attempt}{Path(self.filename).suffix}"

    @property
    def _temporary(self) -> Path:
        return settings.FILES_DIR / FOLDER / f"{self._name}.part"

    def _publish(self) -> None:
        """Makes the file whole on the disk under a name of this attempt alone, then points the row to it."""
        if not self.filename:
            return finish(self.job)
        final = self._temporary.with_name(self._name)
        with self._temporary.open("rb+") as file:
            os.fsync(file.fileno())
        self._temporary.replace(final)
        try:
            finish(self.job, f"{FOLDER}/{self._name}", self.filename, self.content_type)
        except LostLease:
            final.unlink()
            raise

    def _clean_up(self) -> None:
        if self.filename:
            self._temporary.unlink(missing_ok=True)


Handler = Callable[[JobRun], None]
HANDLERS: dict[str, Handler] = {}


def register(kind: str) -> Callable[[Handler], Handler]:
    """Decorator: the function that makes jobs of this kind."""

    def add(handler: Handler) -> Handler:
        if HANDLERS.setdefault(kind, handler) is not handler:
            raise ValueError(f"two handlers for jobs of the kind {kind!r}")
        return handler

    return add


# Asking -----------------------------------------------------------------------


def enqueue(
    kind: str,
    params: dict[str, Any],
    key: str,
    club: Club | None = None,
    author: User | None = None,
    language: str | None = None,
) -> Job:
    """The job with this key: new, or the one that was asked for before.

    The key names the work and the data it is made from (a fingerprint of them), so ten clicks are one job
    and a changed score is another. A failed job, and one whose file has gone, are taken up again. The bell
    rings when the surrounding transaction commits.
    """
    job, created = Job.objects.get_or_create(
        key=key,
        defaults={
            "kind": kind,
            "params": params,
            "club": club,
            "author": author,
            "language": language or translation.get_language() or settings.LANGUAGE_CODE,
        },
    )
    if created:
        ring_on_commit(job)
    elif job.state == Job.State.FAILED or (job.file and not path_of(job).exists()):
        retry(job)
    return job


def retry(job: Job) -> None:
    """Takes a job that is over up again, with as many attempts as a new one; does nothing to one at work."""
    over = Job.objects.filter(pk=job.pk, state__in=[Job.State.DONE, Job.State.FAILED], attempt=job.attempt)
    if over.update(
        state=Job.State.QUEUED,
        attempts_until=F("attempt") + ATTEMPTS,
        created=timezone.now(),
        started=None,
        finished=None,
        message="",
        message_params={},
        file="",
        done=0,
        of=0,
    ):
        ring_on_commit(job)
    job.refresh_from_db()


def ring_on_commit(job: Job) -> None:
    """Rings once the row is there to be found; a broker that is down is logged and left to the sweep."""
    transaction.on_commit(lambda: ring(job.pk), robust=True)


def ring(job_id: int, **options: Any) -> None:
    app.send_task("tournaments.tasks.run_job", (job_id,), **options)


def path_of(job: Job) -> Path:
    return settings.FILES_DIR / job.file


def open_file(job: Job) -> IO[bytes]:
    """The finished file, opened for reading; raises FileNotFoundError when there is none (any more)."""
    if not job.file:
        raise FileNotFoundError(f"job {job.pk} has no file")
    return path_of(job).open("rb")


# Working ----------------------------------------------------------------------


def lease() -> timedelta:
    return timedelta(seconds=settings.JOB_LEASE_SECONDS)


def claim(job_id: int) -> Job | None:
    """Takes the job for this process, or None: done, gone, given up, or in the hands of a living worker."""
    now = timezone.now()
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    with transaction.atomic():
        claimed = Job.objects.filter(free, pk=job_id, attempt__lt=F("attempts_until")).update(
            state=Job.State.RUNNING,
            attempt=F("attempt") + 1,
            lease_until=now + lease(),
            started=now,
            done=0,
            of=0,
        )
        return Job.objects.get(pk=job_id) if claimed else None


def heartbeat(job: Job, done: int, of: int) -> None:
    write(job, lease_until=timezone.now() + lease(), done=done, of=of)


def finish(job: Job, file: str = "", filename: str = "", content_type: str = "") -> None:
    write(
        job,
        state=Job.State.DONE,
        finished=timezone.now(),
        file=file,
        filename=filename,
        content_type=content_type,
    )


def fail(job: Job, message: str, /, **params: str | int) -> None:
    write(job, state=Job.State.FAILED, finished=timezone.now(), message=message[:500], message_params=params)


def write(job: Job, **values: Any) -> None:
    """Writes to the row as long as this attempt owns it; raises LostLease when it no longer does."""
    mine = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempt=job.attempt)
    if not mine.update(**values):
        raise LostLease(f"job {job.pk}, attempt {job.attempt}")


def run(job_id: int) -> None:
    """Does the job if it is to be had; whatever happens, the row says in words how it ended.

    Only a database that does not answer is passed on: then nothing can be written, and the sweep takes the
    job up again when the lease has run out.
    """
    job = claim(job_id)
    if job is None:
        return
    begin = time.monotonic()
    try:
        attempt(job)
    except LostLease:
        logger.warning("job %s (%s): attempt %s was overtaken", job.pk, job.kind, job.attempt)
        return
    logger.info("job %s (%s): over in %.1f s", job.pk, job.kind, time.monotonic() - begin)


def attempt(job: Job) -> None:
    """Runs the handler and publishes its file, or writes down why not; raises LostLease."""
    this = JobRun(job)
    try:
        if job.kind not in HANDLERS:
            return fail(job, UNKNOWN_KIND, kind=job.kind)
        with translation.override(job.language):
            HANDLERS[job.kind](this)
        this._publish()
    except (LostLease, OperationalError, InterfaceError):
        raise
    except JobError as error:
        fail(job, error.message, **error.params)
    except Refused as refusal:
        fail(job, refusal.message.replace("%", "%%"))
    except SoftTimeLimitExceeded:
        fail(job, TOO_LONG, minutes=SOFT_LIMIT // 60)
    except Exception as error:
        logger.exception("job %s (%s) failed", job.pk, job.kind)
        full = isinstance(error, OSError) and error.errno == errno.ENOSPC
        fail(job, DISK_FULL) if full else fail(job, WENT_WRONG, job=job.pk)
    finally:
        this._clean_up()


def sweep() -> None:
    """Rings for queued and abandoned jobs, and gives up in words on those that keep dying. Idempotent."""
    now = timezone.now()
    abandoned = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    abandoned.filter(attempt__gte=F("attempts_until")).update(
        state=Job.State.FAILED, finished=now, message=GAVE_UP, message_params={"attempts": ATTEMPTS}
    )
    waiting = Q(state=Job.State.QUEUED, created__lt=now - UNANSWERED)
    waiting |= Q(state=Job.State.RUNNING, lease_until__lt=now)
    for job_id in Job.objects.filter(waiting).order_by("created").values_list("pk", flat=True)[:RINGS]:
        ring(job_id, expires=SWEEP_SECONDS)
