"""What must be in order before the servers start. On a second start every step finds nothing to do."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from klaverclub import backups


def migrate() -> Path | None:
    """Brings the database up to date; returns the back-up that was made of an older SQLite database."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    old = connection.vendor == "sqlite" and bool(executor.loader.applied_migrations)
    backup = backups.make(label="before-update") if old else None
    call_command("migrate", interactive=False, verbosity=0)
    return backup


def collect_static() -> None:
    """Copies style sheets and scripts to the data folder, when they have changed since the last time."""
    stamp = settings.STATIC_ROOT / ".fingerprint"
    now = static_fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(now)


def static_fingerprint() -> str:
    """Changes when a static file comes, goes, or is written to."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for path, storage in finder.list(None):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def load_demo() -> None:
    """The demo club whole, or, when that is broken off, nothing of it."""
    with transaction.atomic():
        call_command("demo", verbosity=0)
