"""Job handlers for the tests with real workers: `celery … worker --include tests.services.handlers`.

Each run adds a line to the file named in its parameters, so that runs can be counted from outside.
"""

import os
import signal
import time
from pathlib import Path

from tournaments.services.jobs import JobError, JobRun, register


def note(run: JobRun) -> None:
    with Path(run.params["trace"]).open("a") as file:
        file.write(f"{run.job.attempt}\n")


@register("test.write")
def write_lines(run: JobRun) -> None:
    """`lines` numbered lines, a pause of `pause` seconds after each."""
    note(run)
    lines = run.params["lines"]
    with run.file("lines.txt", "text/plain").open("w") as file:
        for number in range(1, lines + 1):
            file.write(f"{number}\n")
            file.flush()
            time.sleep(run.params["pause"])
            run.progress(number, lines)


@register("test.dies")
def die(run: JobRun) -> None:
    """Half a file, and then the process is gone, on every attempt up to `deaths`."""
    note(run)
    with run.file("lines.txt", "text/plain").open("w") as file:
        file.write("1\n")
        file.flush()
        if run.job.attempt <= run.params["deaths"]:
            os.kill(os.getpid(), signal.SIGKILL)
        file.write("2\n")


@register("test.fails")
def fail(run: JobRun) -> None:
    note(run)
    run.file("half.txt", "text/plain").write_text("half")
    raise ZeroDivisionError


@register("test.refuses")
def refuse(run: JobRun) -> None:
    raise JobError("Table %(table)s has no sheet.", table=7)
