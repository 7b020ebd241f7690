"""Jobs through real workers on every broker: once, whole, and taken up again after a death."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from tests import processes
from tests.services.line import LEASE, Line
from tournaments.services import jobs

LINES = [
    pytest.param("filesystem"),
    pytest.param("redis", marks=[pytest.mark.redis, pytest.mark.postgres]),
    pytest.param("rabbitmq", marks=[pytest.mark.rabbitmq, pytest.mark.postgres]),
]


@pytest.fixture(scope="module", params=LINES)
def line(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    line = Line(tmp_path_factory.mktemp(request.param), request.param)
    line.open()
    line.start_worker()
    yield line
    line.close()


def numbers(lines: int) -> str:
    return "".join(f"{number}\n" for number in range(1, lines + 1))


def test_twenty_clicks_are_one_run(line: Line):
    key = line.ask("test.write", clicks=20, lines=20, pause=0.01)
    row = line.wait(key)
    assert (row["state"], row["attempt"], row["done"], row["of"]) == ("done", 1, 20, 20)
    assert line.text(row) == numbers(20)
    assert line.runs(key) == [1]


def test_doubled_messages_are_one_run(line: Line):
    key = line.ask("test.write", rings=5, lines=20, pause=0.01)
    later = line.ask("test.write", lines=1, pause=0)  # behind all of the rings: they have been answered
    line.wait(later)
    assert line.wait(key)["attempt"] == 1
    assert line.runs(key) == [1]


def test_a_mistake_of_the_program_is_told_and_leaves_no_file(line: Line):
    key = line.ask("test.fails")
    row = line.wait(key)
    assert (row["state"], row["message"], row["file"]) == ("failed", jobs.WENT_WRONG, "")
    assert not any(name.startswith(f"{row['id']}-") for name in line.files())
    assert line.runs(key) == [1]


def test_a_refusal_is_told_as_it_is(line: Line):
    row = line.wait(line.ask("test.refuses"))
    assert (row["state"], row["message"]) == ("failed", "Table %(table)s has no sheet.")


def test_a_job_whose_process_died_is_done_by_another(line: Line):
    key = line.ask("test.dies", deaths=1)
    row = line.wait(key)
    assert (row["state"], row["attempt"]) == ("done", 2)
    assert line.text(row) == numbers(2)
    assert line.runs(key) == [1, 2]


def test_processes_killed_while_idle_are_replaced(line: Line):
    """A pool whose idle child was killed must not wait for ever for a lock that died with it."""
    line.wait(line.ask("test.write", lines=1, pause=0))
    main = processes.leader(line.folder, "celery")
    for pid in processes.family(line.folder).keys() - {main}:
        os.kill(pid, signal.SIGKILL)
    assert line.wait(line.ask("test.write", lines=1, pause=0))["state"] == "done"


def test_a_killed_worker_leaves_no_half_file_and_its_job_to_the_next(line: Line):
    key = line.ask("test.write", lines=30, pause=0.1)
    row = line.wait(key, until="running")
    while row["done"] < 5:
        time.sleep(0.1)
        row = line.wait(key, until="running")
    line.kill_workers()
    (row,) = line.rows(key)
    assert (row["state"], row["file"]) == ("running", "")

    line.start_worker()
    row = line.wait(key, seconds=LEASE + 30)
    assert (row["state"], row["attempt"]) == ("done", 2)
    assert line.text(row) == numbers(30)
    assert line.runs(key) == [1, 2]


@pytest.mark.parametrize("line", ["filesystem"], indirect=True)  # the broker has no part in it
def test_a_job_that_kills_every_worker_is_given_up_in_words(line: Line):
    key = line.ask("test.dies", deaths=99)
    row = line.wait(key, seconds=90)
    assert (row["state"], row["message"], row["file"]) == ("failed", jobs.GAVE_UP, "")
    assert line.runs(key) == [1, 2, 3]
