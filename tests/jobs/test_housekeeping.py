"""What is thrown away, and above all what is not."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tournaments.models import Job, WorkerHeartbeat
from tournaments.services import workers
from tournaments.services.housekeeping import tidy

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, settings) -> None:
    settings.FILES_DIR, settings.QUEUE_DIR = tmp_path / "files", tmp_path / "queue"


def old_file(path: Path, hours: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    os.utime(path, (time.time() - hours * 3600,) * 2)
    return path


def job(key: str, **fields: object) -> Job:
    return Job.objects.create(**{"key": key, "kind": "test", "state": "done"} | fields)


def test_files_that_no_job_points_to_go_after_two_hours(settings):
    folder = settings.FILES_DIR / "jobs"
    orphan, part = old_file(folder / "1-1.pdf", 3), old_file(folder / "2-1.pdf.part", 3)
    fresh, wanted = old_file(folder / "3-1.pdf.part", 1), old_file(folder / "4-2.pdf", 300)
    job("wanted", file="jobs/4-2.pdf", finished=timezone.now() - timedelta(days=12))
    tidy()
    assert [path.exists() for path in (orphan, part, fresh, wanted)] == [False, False, True, True]


def test_a_job_and_its_file_go_thirty_days_after_it_was_finished(settings):
    file = old_file(settings.FILES_DIR / "jobs" / "5-1.pdf", 24 * 31)
    job("old", file="jobs/5-1.pdf", finished=timezone.now() - timedelta(days=31))
    job("recent", finished=timezone.now() - timedelta(days=29))
    job("waiting", state="queued", created=timezone.now() - timedelta(days=90))
    tidy()
    assert set(Job.objects.values_list("key", flat=True)) == {"recent", "waiting"}
    assert not file.exists()


def test_spent_messages_go_and_other_files_of_the_queue_stay(settings):
    spent = old_file(settings.QUEUE_DIR / "processed" / "a.msg", 3)
    dead = old_file(settings.QUEUE_DIR / "messages" / "b.msg", 3)
    young = old_file(settings.QUEUE_DIR / "messages" / "c.msg", 0.1)
    exchange = old_file(settings.QUEUE_DIR / "control" / "klaverclub.exchange", 300)
    tidy()
    assert [path.exists() for path in (spent, dead, young, exchange)] == [False, False, True, True]


def test_tidying_an_empty_data_folder_finds_nothing_to_do():
    tidy()


def test_a_worker_is_alive_for_twenty_seconds_after_its_last_sign():
    assert not workers.any_alive()
    WorkerHeartbeat.objects.create(name="a", at=timezone.now() - timedelta(seconds=21))
    assert not workers.any_alive()
    WorkerHeartbeat.objects.create(name="b", at=timezone.now() - timedelta(seconds=15))
    assert workers.any_alive()
