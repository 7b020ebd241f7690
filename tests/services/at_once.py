"""Several processes that do the same in the same instant, on a database of their own on the server."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.services.line import ROOT, Line

if TYPE_CHECKING:
    from pathlib import Path

READY = """
import pathlib, sys, time
import django; django.setup()
"""
WAIT = """
print("ready", flush=True)
while not pathlib.Path(sys.argv[-1]).exists():
    time.sleep(0.001)
"""


class Server(Line):
    """Only a database on the server; nothing here goes through a broker."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "redis")

    def close(self) -> None:
        self.on_server(f"DROP DATABASE {self.name} WITH (FORCE)")

    def at_once(self, before: str, act: str, *arguments: str) -> list[str]:
        """Runs `before` and then, once all are ready, `act`: a process for each argument. What each said."""
        gate = self.folder / "gate"
        script = READY + before + WAIT + act
        started = [
            subprocess.Popen(
                [sys.executable, "-c", script, argument, str(gate)],
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for argument in arguments
        ]
        for process in started:
            assert process.stdout.readline() == "ready\n"
        gate.touch()
        said = []
        for process in started:
            answer, trouble = process.communicate(timeout=120)
            assert process.returncode == 0, trouble
            said.append(answer.strip())
        return said
