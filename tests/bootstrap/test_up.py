"""`manage.py up` as a process: it starts, watches, restarts, refuses in words, and ends with everything."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).resolve().parents[2]
ADMIN = {"KLAVERCLUB_ADMIN_USER": "beheer", "KLAVERCLUB_ADMIN_PASSWORD": "klaver-boer-negen"}


class Up:
    """One start of `up --no-demo` on a folder and a port; its output goes to a file."""

    def __init__(self, data: Path, log: Path, port: int, *extra: str, **environment: str) -> None:
        self.data, self.log, self.port = data, log, port
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLAVERCLUB_")}
        for name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE"):
            clean.pop(name, None)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(port), "--data", str(data), *extra],
                cwd=ROOT,
                env=clean | {"LANG": "en_GB.UTF-8", "LC_ALL": "", "PYTHONUNBUFFERED": "1"} | environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    @property
    def output(self) -> str:
        return self.log.read_text()

    def health(self) -> dict[str, str]:
        return processes.health(self.port)

    def wait_for(self, what: Callable[[], object], seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < deadline, self.output
            time.sleep(0.1)

    def is_up(self) -> bool:
        assert self.process.poll() is None, self.output
        return self.health().get("status") == "ok" and "Stop with Ctrl-C" in self.output

    def family(self) -> dict[int, str]:
        return processes.family(self.data)

    def end(self, number: int = signal.SIGTERM, seconds: float = 30) -> int:
        self.process.send_signal(number)
        return self.process.wait(seconds)


@pytest.fixture
def start(tmp_path: Path, free_port: int) -> Iterator[Callable[..., Up]]:
    """Starts `up` on the test's own data folder and port; ends what is left of it afterwards."""
    started: list[Up] = []

    def start(*extra: str, data: Path = tmp_path / "data", **environment: str) -> Up:
        started.append(Up(data, tmp_path / f"{len(started)}.log", free_port, *extra, **environment))
        return started[-1]

    yield start
    for up in started:
        if up.process.poll() is None:
            up.process.kill()
            up.process.wait()
        up.process.stdin.close()
        processes.kill(up.data)


def needs_proc(function: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.skipif(
        not Path("/proc/self").exists(), reason="no /proc: counts processes on Linux only"
    )(function)


def count(data: Path, table: str) -> int:
    with closing(sqlite3.connect(data / "klaverclub.sqlite3")) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def content(data: Path) -> dict[str, tuple[int, int]]:
    """Size and moment of everything that is kept, the running marks of the processes left out."""
    passing = {"queue", "up.lock"}
    return {
        str(path.relative_to(data)): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in data.rglob("*")
        if path.is_file() and passing.isdisjoint(path.relative_to(data).parts) and "sqlite3" not in path.name
    }


def dump(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / "klaverclub.sqlite3")) as connection:
        return [
            line
            for line in connection.iterdump()
            if "workerheartbeat" not in line and "sqlite_seq" not in line
        ]


@needs_proc
def test_a_start_from_nothing_a_death_a_stop_and_a_second_start(start, tmp_path):
    up = start("--no-demo", **ADMIN)
    up.wait_for(up.is_up)
    assert up.health() == {"status": "ok", "database": "up", "broker": "up", "worker": "up", "disk": "up"}
    assert f"http://127.0.0.1:{up.port}/" in up.output
    assert count(up.data, "tournaments_user") == 1
    assert count(up.data, "tournaments_club") == 0
    assert ADMIN["KLAVERCLUB_ADMIN_PASSWORD"] not in up.output

    # A second one on the same folder is refused, and harms nothing.
    second = start("--no-demo")
    assert second.process.wait(30) == 1
    assert "already running" in second.output

    for word in ("granian", "celery"):
        dead = processes.leader(up.data, word)
        os.kill(dead, signal.SIGKILL)
        up.wait_for(lambda dead=dead, word=word: any(
            word in words and pid != dead and os.getpgid(pid) == pid for pid, words in up.family().items()
        ))  # fmt: skip
        up.wait_for(lambda: up.health().get("status") == "ok")
        assert dead not in up.family()
    assert "The web server stopped" in up.output
    assert "The worker stopped" in up.output

    assert up.end() == 0
    assert up.family() == {}
    assert "Klaverclub has stopped." in up.output

    kept, rows = content(up.data), dump(up.data)
    begin = time.monotonic()
    again = start()
    again.wait_for(again.is_up)
    assert time.monotonic() - begin < 30  # a few seconds; this machine may be busy
    assert again.end(signal.SIGINT) == 0
    assert again.family() == {}
    assert (content(up.data), dump(up.data)) == (kept, rows)


@needs_proc
def test_a_scheduler_that_died_is_replaced_and_nothing_outlives_a_killed_supervisor(start):
    up = start("--no-demo", **ADMIN)
    up.wait_for(up.is_up)
    worker = processes.leader(up.data, "celery")
    (scheduler,) = (pid for pid in up.family() if os.getpgid(pid) == worker and pid != worker)
    os.kill(scheduler, signal.SIGKILL)
    up.wait_for(lambda: worker not in up.family())
    up.wait_for(lambda: sum("celery" in words for words in up.family().values()) == 2)
    up.wait_for(lambda: up.health().get("status") == "ok")

    up.process.kill()
    up.wait_for(lambda: not up.family(), 30)


def test_a_taken_port_is_told_before_anything_is_made(start, free_port, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_port))
        other.listen()
        up = start("--no-demo", **ADMIN)
        assert up.process.wait(30) == 1
    assert f"Port {free_port} is taken" in up.output
    assert f"--port {free_port + 1}" in up.output
    assert not (tmp_path / "data" / "klaverclub.sqlite3").exists()


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (["--host", "192.0.2.77"], "192.0.2.77 is no address of this computer"),
        (["--port", "70000"], "70000 is no port"),
    ],
)
def test_an_impossible_address_is_told(start, extra, said):
    up = start("--no-demo", *extra)
    assert up.process.wait(30) == 1
    assert said in up.output
    assert "Traceback" not in up.output


def test_a_data_folder_that_cannot_be_made_is_told(start, tmp_path):
    (tmp_path / "file").write_text("")
    up = start("--no-demo", data=tmp_path / "file" / "data")
    assert up.process.wait(30) == 1
    assert "cannot be made or written to" in up.output
    assert "Traceback" not in up.output


def test_an_empty_start_that_nobody_can_answer_says_how(start):
    up = start("--no-demo")
    assert up.process.wait(30) == 1
    assert "KLAVERCLUB_ADMIN_PASSWORD" in up.output
    assert "Traceback" not in up.output


def test_a_weak_password_of_the_first_administrator_is_refused(start, tmp_path):
    up = start("--no-demo", **ADMIN | {"KLAVERCLUB_ADMIN_PASSWORD": "12345678"})
    assert up.process.wait(30) == 1
    assert "Traceback" not in up.output
    assert count(tmp_path / "data", "tournaments_user") == 0


def test_dutch_is_the_language_of_the_house(start, free_port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_port))
        other.listen()
        up = start("--no-demo", LANG="C.UTF-8")
        assert up.process.wait(30) == 1
    assert "is taken" not in up.output
