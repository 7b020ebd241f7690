"""The supervisor with children of a few lines: what it does when they die, refuse to stop, or it dies itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from klaverclub.supervisor import Child, hold

ROOT = Path(__file__).resolve().parents[2]

# Children: each writes its process number to a file named after it, then behaves in its own way.
PREAMBLE = """
import os, pathlib, signal, subprocess, sys, time
def note(name):
    with open(pathlib.Path(os.environ["NOTES"]) / name, "a") as file:
        file.write(f"{os.getpid()}\\n")
"""
CHILDREN = {
    "sleeper": "note('sleeper'); time.sleep(600)",
    "parent": (
        "note('parent')\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "code = 'import os, time; print(os.getpid(), flush=True); time.sleep(600)'\n"
        "child = subprocess.Popen([sys.executable, '-c', code], stdout=subprocess.PIPE)\n"
        "with open(pathlib.Path(os.environ['NOTES']) / 'grandchild', 'a') as file:\n"
        "    file.write(child.stdout.readline().decode())\n"
        "time.sleep(600)"
    ),
    "stubborn": "signal.signal(signal.SIGTERM, signal.SIG_IGN); note('stubborn'); time.sleep(600)",
    "stillborn": "note('stillborn'); sys.exit(3)",
}
RUN = """
import sys
from pathlib import Path
from klaverclub import supervisor
from klaverclub.supervisor import Child, GaveUp, Supervisor
supervisor.PATIENCE = 2
children = [Child(name, [name]) for name in sys.argv[1:]]
say = lambda *words: print(*words, flush=True)
try:
    Supervisor(Path.cwd(), children, say, lambda: say("stopping")).run(lambda: None)
except GaveUp as error:
    say("gave up", error)
"""


class Run:
    def __init__(self, folder: Path, *names: str) -> None:
        self.notes = folder
        for name, code in CHILDREN.items():
            (folder / f"{name}.py").write_text(PREAMBLE + code)
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *names],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(folder), "NOTES": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def pids(self, name: str) -> list[int]:
        path = self.notes / name
        return [int(line) for line in path.read_text().splitlines()] if path.exists() else []

    def wait_for_start(self, name: str, times: int = 1) -> int:
        """The process number of the child at its `times`-th start."""
        wait(lambda: len(self.pids(name)) >= times)
        return self.pids(name)[times - 1]

    def end(self, number: int = signal.SIGTERM) -> str:
        """Asks the supervisor to stop; what it said until it had."""
        self.process.send_signal(number)
        return self.process.communicate(timeout=20)[0]


def wait(what: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    started: list[Run] = []

    def start(*names: str) -> Run:
        started.append(Run(tmp_path, *names))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate(timeout=20)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_with_its_children(run, number):
    one = run("sleeper")
    child = one.wait_for_start("sleeper")
    assert one.end(number) == "stopping\n"
    assert one.process.returncode == 0
    assert not is_alive(child)


def test_a_child_that_dies_is_started_again(run):
    one = run("sleeper")
    os.kill(one.wait_for_start("sleeper"), signal.SIGKILL)
    second = one.wait_for_start("sleeper", 2)
    assert is_alive(second)
    assert one.end() == f"sleeper {-signal.SIGKILL}\nstopping\n"


def test_what_a_dead_child_had_started_is_ended_too(run):
    one = run("parent")
    grandchild = one.wait_for_start("grandchild")
    os.kill(one.wait_for_start("parent"), signal.SIGKILL)
    one.wait_for_start("parent", 2)
    wait(lambda: not is_alive(grandchild))
    one.end()


def test_a_child_that_does_not_listen_is_killed_after_a_while(run):
    one = run("stubborn")
    child = one.wait_for_start("stubborn")
    begin = time.monotonic()
    one.end()
    assert 1.5 < time.monotonic() - begin < 10
    assert not is_alive(child)


def test_a_second_ctrl_c_does_not_wait(run):
    one = run("stubborn")
    child = one.wait_for_start("stubborn")
    one.process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    one.end(signal.SIGINT)
    assert not is_alive(child)


def test_a_child_that_never_lives_is_given_up_and_the_others_end(run):
    one = run("sleeper", "stillborn")
    said = one.process.communicate(timeout=40)[0].splitlines()
    assert said == ["stillborn 3"] * 4 + ["stopping", "gave up stillborn"]
    assert len(one.pids("stillborn")) == 5
    assert not is_alive(one.pids("sleeper")[0])


def test_children_end_when_the_supervisor_is_killed(run):
    one = run("sleeper")
    child = one.wait_for_start("sleeper")
    one.process.kill()
    wait(lambda: not is_alive(child))


def test_it_stops_when_whoever_started_it_is_gone(run):
    one = run("sleeper")
    child = one.wait_for_start("sleeper")
    one.process.stdin.close()
    one.process.stdin = None
    assert one.process.wait(20) == 0
    assert not is_alive(child)


def test_an_input_that_was_closed_from_the_start_says_nothing(tmp_path):
    one = Run(tmp_path, "sleeper")
    one.process.stdin.close()  # long before Python is up
    one.process.stdin = None
    child = one.wait_for_start("sleeper")
    time.sleep(0.5)
    assert is_alive(child)
    assert one.process.poll() is None
    one.end()


def test_the_pauses_between_quick_deaths_grow():
    child = Child("x", ["x"])
    pauses = []
    for _ in range(4):
        child.started = time.monotonic()
        child.process = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)
        child.process.wait()
        child.bury()
        pauses.append(round(child.due - time.monotonic()))
    assert pauses == [0, 1, 3, 7]


def test_a_lock_is_held_by_one_and_free_again_afterwards(tmp_path):
    first = hold(tmp_path / "lock")
    assert first is not None
    assert hold(tmp_path / "lock") is None
    first.close()
    second = hold(tmp_path / "lock")
    assert second is not None
    second.close()
