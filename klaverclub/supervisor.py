"""Keeps a few child processes running, and ends with all of them.

Every child is the leader of a session of its own, so Ctrl-C in the terminal reaches only the supervisor and
a child can be ended with everything it started. It holds one end of a pipe (klaverclub.leash), so it also
ends when the supervisor is killed outright.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

POSIX = os.name == "posix"
LOCK = "up.lock"  # below the data folder: held by whoever has it in use
TICK = 0.2  # seconds
QUICK = 10  # a child that dies within this many seconds of its start died quickly
TRIES = 5  # quick deaths in a row before the supervisor gives up
PATIENCE = 15  # seconds a child may take to stop by itself


class GaveUp(Exception):
    """A child died too often: its name."""


@dataclass
class Child:
    """A process to keep alive: `module` and its arguments, as after `python -m`."""

    name: str
    module: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0
    due: float = 0  # when it may be started (again)
    quick_deaths: int = 0

    def start(self, folder: Path) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "klaverclub.leash", *self.module],
            cwd=folder,
            stdin=subprocess.PIPE,
            start_new_session=POSIX,
        )

    def has_died(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def bury(self) -> int:
        """Ends what the dead process left behind, plans the next start, and returns the exit code."""
        assert self.process is not None
        self.kill_group()
        code = self.process.returncode
        self.release()
        now = time.monotonic()
        self.quick_deaths = self.quick_deaths + 1 if now - self.started < QUICK else 1
        self.due = now + (2 ** (self.quick_deaths - 1) - 1)  # at once, then after 1, 3, 7 seconds
        return code

    def ask_to_stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def kill_group(self) -> None:
        if not self.process:
            return
        if POSIX:
            # Nobody may be left (macOS then says: not permitted).
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        elif self.process.poll() is None:
            self.process.kill()

    def release(self) -> None:
        if self.process and self.process.stdin:
            self.process.stdin.close()
        self.process = None


@dataclass
class Supervisor:
    """Runs children until it is told to stop.

    `on_restart` gets the name and exit code of a child that died, `on_stop` is called when stopping begins.
    """

    folder: Path
    children: list[Child]
    on_restart: Callable[[str, int], None]
    on_stop: Callable[[], None]
    stopping: threading.Event = field(default_factory=threading.Event)
    asked: bool = False

    def run(self, on_tick: Callable[[], None]) -> None:
        """Returns after a clean stop; raises GaveUp when a child keeps dying. Leaves nothing running."""
        for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            signal.signal(number, self._on_signal)
        watch_parent(self.stopping.set)
        try:
            while not self.stopping.is_set():
                self._look_after()
                on_tick()
                self.stopping.wait(TICK)
        finally:
            self._stop()

    def _on_signal(self, number: int, frame: object) -> None:
        if self.asked:  # a second time: at once
            for child in self.children:
                child.kill_group()
        self.asked = True
        self.stopping.set()

    def _look_after(self) -> None:
        for child in self.children:
            if child.has_died():
                code = child.bury()
                if child.quick_deaths >= TRIES:
                    raise GaveUp(child.name)
                self.on_restart(child.name, code)
            if child.process is None and time.monotonic() >= child.due:
                child.start(self.folder)

    def _stop(self) -> None:
        self.stopping.set()
        self.on_stop()
        for child in self.children:
            child.ask_to_stop()
        deadline = time.monotonic() + PATIENCE
        for child in self.children:
            if child.process:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, deadline - time.monotonic()))
            child.kill_group()
            if child.process:
                child.process.wait()
            child.release()


def watch_parent(stop: Callable[[], None]) -> None:
    """Calls `stop` when whoever started us through a pipe has gone.

    Only a pipe that is open now says something: a closed one, a terminal and /dev/null have no holder.
    """
    if not POSIX or not stat.S_ISFIFO(os.fstat(0).st_mode) or select.select([0], [], [], 0)[0]:
        return

    def watch() -> None:
        while os.read(0, 1):
            pass
        stop()

    threading.Thread(target=watch, name="parent", daemon=True).start()


def hold(path: Path) -> IO[str] | None:
    """Takes the lock of a file, kept as long as the returned file is open; None when another has it."""
    file = path.open("a+")
    try:
        if POSIX:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        file.close()
        return None
    return file
