"""A job: asked once, claimed by one, published whole or not at all, and over in words."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone, translation

from tournaments.models import Job
from tournaments.services import jobs
from tournaments.services.errors import Refused
from tournaments.services.jobs import HANDLERS, JobError, JobRun, LostLease

pytestmark = pytest.mark.django_db


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs that the bell was rung for, in order."""
    heard: list[int] = []
    monkeypatch.setattr(jobs, "ring", lambda job_id, **options: heard.append(job_id))
    return heard


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, settings) -> None:
    settings.FILES_DIR = tmp_path


@pytest.fixture
def handle(monkeypatch: pytest.MonkeyPatch):
    """Lets a function of the test be the handler of the kind "test"."""

    def use(handler: jobs.Handler) -> None:
        monkeypatch.setitem(HANDLERS, "test", handler)

    return use


def new_job(**fields: object) -> Job:
    return Job.objects.create(**{"key": "k", "kind": "test", "language": "nl"} | fields)


def write_hello(run: JobRun) -> None:
    run.file("groet.txt", "text/plain").write_text("hallo")


def files(folder: Path) -> Iterator[str]:
    return (path.name for path in folder.rglob("*") if path.is_file())


# Asking


def test_ten_clicks_are_one_job_and_one_ring(rings, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        asked = {jobs.enqueue("test", {"round": 3}, key="wall:3:abc").pk for _ in range(10)}
    assert asked == set(Job.objects.values_list("pk", flat=True))
    assert rings == list(asked)
    assert len(asked) == 1


def test_the_bell_rings_only_after_the_commit(rings, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        jobs.enqueue("test", {}, key="k")
    assert rings == []
    assert len(callbacks) == 1


def test_a_job_speaks_the_language_of_who_asked(rings):
    with translation.override("en"):
        assert jobs.enqueue("test", {}, key="english").language == "en"
    assert jobs.enqueue("test", {}, key="dutch", language="nl").language == "nl"


def test_asking_for_a_failed_job_takes_it_up_again_with_three_new_attempts(
    rings, django_capture_on_commit_callbacks
):
    failed = new_job(state="failed", attempt=3, message="no", finished=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        again = jobs.enqueue("test", {}, key="k")
    assert (again.pk, again.state, again.message, again.attempts_until) == (failed.pk, "queued", "", 6)
    assert rings == [failed.pk]


def test_asking_for_a_finished_job_makes_nothing_new_while_its_file_is_there(rings, handle, tmp_path):
    handle(write_hello)
    job = new_job()
    jobs.run(job.pk)
    assert jobs.enqueue("test", {}, key="k").state == "done"
    job.refresh_from_db()
    (tmp_path / job.file).unlink()
    assert jobs.enqueue("test", {}, key="k").state == "queued"


def test_retry_leaves_a_job_at_work_alone(rings):
    job = new_job()
    working = jobs.claim(job.pk)
    jobs.retry(working)
    assert (working.state, working.attempt) == ("running", 1)
    assert rings == []


# Working


def test_only_one_claims(handle):
    job = new_job()
    assert jobs.claim(job.pk).attempt == 1
    assert jobs.claim(job.pk) is None


def test_a_lease_that_ran_out_is_claimed_by_another_and_the_first_can_write_no_more():
    job = new_job()
    first = jobs.claim(job.pk)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    second = jobs.claim(job.pk)
    assert (first.attempt, second.attempt) == (1, 2)
    for late in (
        lambda: jobs.heartbeat(first, 1, 2),
        lambda: jobs.finish(first),
        lambda: jobs.fail(first, "x"),
    ):
        with pytest.raises(LostLease):
            late()
    jobs.finish(second)
    job.refresh_from_db()
    assert job.state == "done"


def test_progress_is_stored_and_lengthens_the_lease(handle):
    seen = []

    def handler(run: JobRun) -> None:
        Job.objects.update(lease_until=timezone.now())
        run.progress(10, 10)
        row = Job.objects.get()
        seen.append((row.done, row.of, row.percent, row.lease_until > timezone.now() + timedelta(seconds=30)))

    handle(handler)
    jobs.run(new_job().pk)
    assert seen == [(10, 10, 100, True)]


def test_many_calls_for_progress_write_little(handle, django_assert_max_num_queries):
    def handler(run: JobRun) -> None:
        with django_assert_max_num_queries(3):
            for step in range(2000):
                run.progress(step, 2000)

    handle(handler)
    jobs.run(new_job().pk)
    assert Job.objects.get().state == "done"


def test_the_file_is_published_whole_under_its_own_name(handle, tmp_path):
    handle(write_hello)
    job = new_job()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.filename, job.content_type) == ("done", "groet.txt", "text/plain")
    with jobs.open_file(job) as file:
        assert file.read() == b"hallo"
    assert list(files(tmp_path)) == [f"{job.pk}-1.txt"]


def test_a_job_without_a_file_is_done_and_has_nothing_to_open(handle):
    handle(lambda run: None)
    job = new_job()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == "done"
    with pytest.raises(FileNotFoundError):
        jobs.open_file(job)


def test_a_job_that_is_over_is_not_run_again(handle):
    runs = []
    handle(lambda run: runs.append(run.job.attempt))
    job = new_job()
    jobs.run(job.pk)
    jobs.run(job.pk)
    assert runs == [1]


def test_who_was_overtaken_publishes_nothing(handle, tmp_path):
    def overtaken(run: JobRun) -> None:
        run.file("laat.txt", "text/plain").write_text("too late")
        Job.objects.update(attempt=2)

    handle(overtaken)
    job = new_job()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempt, job.file) == ("running", 2, "")
    assert list(files(tmp_path)) == []


def test_the_handler_works_in_the_language_of_the_job(handle):
    spoken = []
    handle(lambda run: spoken.append(translation.get_language()))
    jobs.run(new_job(language="en").pk)
    assert spoken == ["en"]
    assert translation.get_language() == "nl"


# Failing


def half_a_file(error: Exception) -> jobs.Handler:
    def handler(run: JobRun) -> None:
        run.file("half.txt", "text/plain").write_text("ha")
        raise error

    return handler


@pytest.mark.parametrize(
    ("error", "message", "params"),
    [
        (RuntimeError("a secret of the program"), jobs.WENT_WRONG, {"job": "PK"}),
        (JobError("Table %(table)s has no sheet.", table=7), "Table %(table)s has no sheet.", {"table": 7}),
        (Refused("100% is too much"), "100%% is too much", {}),
        (SoftTimeLimitExceeded(), jobs.TOO_LONG, {"minutes": 15}),
        (OSError(errno.ENOSPC, "No space left on device"), jobs.DISK_FULL, {}),
    ],
)
def test_a_failure_is_told_in_words_and_leaves_no_half_file(handle, tmp_path, error, message, params):
    handle(half_a_file(error))
    job = new_job()
    jobs.run(job.pk)
    job.refresh_from_db()
    expected = {name: job.pk if value == "PK" else value for name, value in params.items()}
    assert (job.state, job.message, job.message_params) == ("failed", message, expected)
    assert "%(" not in job.message_text
    assert list(files(tmp_path)) == []


def test_the_text_of_a_refusal_is_shown_as_it_was(handle):
    handle(half_a_file(Refused("100% is too much")))
    job = new_job()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.message_text == "100% is too much"


def test_a_kind_nobody_knows_fails_in_words():
    job = new_job(kind="crystal ball")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.message) == ("failed", jobs.UNKNOWN_KIND)


def test_a_database_that_does_not_answer_leaves_the_job_to_the_sweep(handle):
    handle(half_a_file(OperationalError("server closed the connection")))
    job = new_job()
    with pytest.raises(OperationalError):
        jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == "running"


def test_two_handlers_for_one_kind_are_a_mistake_of_the_program(handle):
    handle(write_hello)
    with pytest.raises(ValueError, match="two handlers"):
        jobs.register("test")(lambda run: None)


# Sweeping


def ago(**time: int):
    return timezone.now() - timedelta(**time)


def test_the_sweep_rings_for_the_forgotten_and_the_abandoned_and_for_nobody_else(rings):
    forgotten = new_job(key="1", created=ago(seconds=30))
    abandoned = new_job(
        key="2", state="running", attempt=1, lease_until=ago(seconds=1), created=ago(seconds=20)
    )
    new_job(key="3")
    new_job(key="4", state="running", attempt=1, lease_until=ago(seconds=-30), created=ago(seconds=60))
    new_job(key="5", state="done", created=ago(days=1))
    new_job(key="6", state="failed", message="no", created=ago(days=1))
    jobs.sweep()
    assert rings == [forgotten.pk, abandoned.pk]


def test_after_three_attempts_the_sweep_gives_up_in_words(rings):
    job = new_job()
    for _ in range(3):
        assert jobs.claim(job.pk)
        Job.objects.update(lease_until=ago(seconds=1))
    assert jobs.claim(job.pk) is None
    jobs.sweep()
    job.refresh_from_db()
    assert (job.state, job.message, job.message_params) == ("failed", jobs.GAVE_UP, {"attempts": 3})
    assert rings == []


def test_the_lease_is_the_one_of_the_settings(settings):
    settings.JOB_LEASE_SECONDS = 7
    job = jobs.claim(new_job().pk)
    assert timedelta(seconds=5) < job.lease_until - timezone.now() <= timedelta(seconds=7)


def test_files_of_jobs_live_below_the_files_folder():
    assert jobs.path_of(new_job(file="jobs/1-1.pdf")) == settings.FILES_DIR / "jobs/1-1.pdf"
