"""The processes that serve a club on one computer, as the words after `python -m`."""

import os

from django.conf import settings

THREADS = 8


def all_of_them(host: str, port: int) -> dict[str, list[str]]:
    if os.name == "posix":
        return {"web": web(host, port), "worker": [*worker(), "--beat"]}
    return {"web": web(host, port), "worker": worker(), "scheduler": celery("beat")}  # no --beat on Windows


def web(host: str, port: int) -> list[str]:
    """One process with eight threads serves a club evening and spares the memory of a laptop."""
    options = {
        "--interface": "wsgi",
        "--http": "1",
        "--host": host,
        "--port": str(port),
        "--workers": "1",
        "--blocking-threads": str(THREADS),
        "--workers-kill-timeout": "10",
        "--log-level": "error",
    }
    flat = [word for option in options.items() for word in option]
    return ["granian", *flat, "--no-ws", "--respawn-failed-workers", "klaverclub.wsgi:application"]


def worker() -> list[str]:
    """One job at a time.

    On the file-system broker the worker does the job itself (solo). A pool there shares one lock between its
    processes, and one that is killed while it waits for work takes the lock with it: the worker then looks
    alive and never works again. On the other brokers each process has a pipe of its own.
    """
    pool = "solo" if settings.CELERY_BROKER_URL.startswith("filesystem:") else "prefork"
    return celery("worker", "--pool", pool, "--concurrency", "1", "--without-gossip", "--without-mingle")


def celery(*command: str) -> list[str]:
    return ["celery", "--quiet", "-A", "klaverclub", *command]
