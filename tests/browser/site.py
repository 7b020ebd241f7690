"""A real web server on the database of the tests, that can be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from klaverclub import servers

ROOT = Path(__file__).resolve().parents[2]


class Site:
    """One process as `up` starts it, on a port of its own; the club's data are those of the running test."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.url = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KLAVERCLUB_")}
        self.environment = clean | {
            "DJANGO_SETTINGS_MODULE": "klaverclub.settings",
            "KLAVERCLUB_DATA": str(folder),
            "KLAVERCLUB_SECRET_KEY": settings.SECRET_KEY,
            "DATABASE_URL": _database_url(),
        }

    def prepare(self) -> None:
        """Static files under their fingerprints, as in use."""
        collect = [sys.executable, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=self.environment, check=True, timeout=120)

    def start(self) -> None:
        with (self.folder / "web.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *servers.web("127.0.0.1", self.port)],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + 60
        while not self.answers():
            assert time.monotonic() < deadline, (self.folder / "web.log").read_text()
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(self.url + "/account/login/", timeout=3).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Without a word, as a power cut does, with every process that it started."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


def _database_url() -> str:
    """The address of the database that the tests are using at this moment."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    who = quote(at["USER"]) + (f":{quote(at['PASSWORD'])}" if at["PASSWORD"] else "")
    return f"postgres://{who}@{at['HOST']}:{at['PORT'] or 5432}/{at['NAME']}"
