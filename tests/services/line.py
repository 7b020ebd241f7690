"""A line of production for the tests: one database, one broker, and real workers started on them."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from kombu import Connection

from tests import processes
from tests.conftest import POSTGRES, RABBITMQ, REDIS

ROOT = Path(__file__).resolve().parents[2]
BROKERS = {"filesystem": "filesystem://localhost", "redis": REDIS, "rabbitmq": RABBITMQ}
LEASE = 3  # seconds
COLUMNS = ("id", "state", "attempt", "done", "of", "message", "file")

CLICK = """
import django, json, sys; django.setup()
from tournaments.services import jobs
order = json.load(sys.stdin)
for _ in range(order["clicks"]):
    job = jobs.enqueue(order["kind"], order["params"], key=order["key"])
for _ in range(order["rings"]):
    jobs.ring(job.pk)
"""

SUPERVISE = """
import django; django.setup()
from django.conf import settings
from klaverclub import servers
from klaverclub.supervisor import Child, Supervisor
worker = [*servers.worker(), "--beat", "--include", "tests.services.handlers"]
Supervisor(settings.BASE_DIR, [Child("worker", worker)], print, print).run(lambda: None)
"""


class Line:
    """Processes see it by its environment alone, as they would on a server."""

    def __init__(self, folder: Path, broker: str) -> None:
        self.folder = folder
        self.name = f"klaverclub_test_{uuid.uuid4().hex[:8]}"
        self.broker = broker
        self.database = "sqlite" if broker == "filesystem" else "postgres"
        self.supervisor: subprocess.Popen[bytes] | None = None
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "klaverclub.settings",
            "KLAVERCLUB_DATA": str(folder),
            "KLAVERCLUB_BROKER_URL": BROKERS[broker],
            "KLAVERCLUB_QUEUE": self.name,
            "KLAVERCLUB_JOB_LEASE": str(LEASE),
        }
        self.environment.pop("DATABASE_URL", None)
        if self.database == "postgres":
            place = urlsplit(POSTGRES)
            self.environment["DATABASE_URL"] = place._replace(path=f"/{self.name}").geturl()

    # The line itself

    def open(self) -> None:
        if self.database == "postgres":
            self.on_server(f"CREATE DATABASE {self.name}")
        self.python("-m", "django", "migrate", "--verbosity", "0")

    def close(self) -> None:
        self.kill_workers()
        if self.database == "postgres":
            self.on_server(f"DROP DATABASE {self.name} WITH (FORCE)")
        if self.broker == "rabbitmq":
            with Connection(RABBITMQ) as connection, connection.channel() as channel:
                channel.queue_delete(self.name)
                channel.exchange_delete(self.name)
        if self.broker == "redis":
            with Connection(REDIS) as connection, connection.channel() as channel:
                for key in channel.client.keys(f"*{self.name}*"):
                    channel.client.delete(key)

    def on_server(self, statement: str) -> None:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(statement)

    def python(self, *arguments: str, text: str = "") -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=180,  # seconds: migrating on a busy machine
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    # Its workers

    def start_worker(self) -> None:
        """A worker and its supervisor, as `up` starts them."""
        self.supervisor = subprocess.Popen(
            [sys.executable, "-c", SUPERVISE],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
        )

    def kill_workers(self) -> None:
        """Without a word, as a power cut does: the supervisor, the worker and everything it started."""
        if self.supervisor:
            self.supervisor.kill()
            self.supervisor.wait()
        processes.kill(self.folder)

    # Its jobs

    def ask(self, kind: str, *, clicks: int = 1, rings: int = 0, **params: Any) -> str:
        """Asks for a new job, with that many clicks and that many needless rings; returns its key."""
        key = f"{kind}:{uuid.uuid4().hex}"
        order = {"kind": kind, "params": params | {"trace": str(self.trace(key))}, "key": key}
        self.python("-c", CLICK, text=json.dumps(order | {"clicks": clicks, "rings": rings}))
        return key

    def trace(self, key: str) -> Path:
        return self.folder / f"trace-{key.partition(':')[2]}"

    def runs(self, key: str) -> list[int]:
        """The attempts that a handler began, in order."""
        path = self.trace(key)
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    def rows(self, key: str) -> list[dict[str, Any]]:
        columns = ", ".join(f'"{name}"' for name in COLUMNS)
        query = f"SELECT {columns} FROM tournaments_job WHERE key = "
        if self.database == "sqlite":
            with closing(sqlite3.connect(self.folder / "klaverclub.sqlite3", timeout=20)) as connection:
                found = connection.execute(query + "?", (key,)).fetchall()
        else:
            with psycopg.connect(self.environment["DATABASE_URL"]) as connection:
                found = connection.execute(query + "%s", (key,)).fetchall()
        return [dict(zip(COLUMNS, row, strict=True)) for row in found]

    def wait(self, key: str, *, until: str = "done failed", seconds: float = 60) -> dict[str, Any]:
        """The row of the job as soon as its state is one of `until`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            (row,) = self.rows(key)
            if row["state"] in until.split():
                return row
            time.sleep(0.1)
        raise AssertionError(f"{key} is not {until} after {seconds} s: {self.rows(key)}")

    def files(self) -> list[str]:
        """Names of all job files on the disk, whole or not."""
        return sorted(path.name for path in (self.folder / "files" / "jobs").glob("*"))

    def text(self, row: dict[str, Any]) -> str:
        return (self.folder / "files" / row["file"]).read_text()
