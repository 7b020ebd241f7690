"""Back-ups: one .tar.gz with the database, the files, and a manifest of checksums to believe it by.

manifest.json    version of the manifest, moment, kind of database, applied migrations, checksums
database.sqlite3 or database.dump (pg_dump's own format)
files/…          finished documents
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Club

MANIFEST = "manifest.json"
VERSION = 1
DATABASE = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}


class BackupError(Exception):
    """Why no back-up could be made or put back, in the reader's language."""


def make(label: str = "", to: Path | None = None) -> Path:
    """Writes a back-up of this moment, also while people are typing, and returns its path.

    Raises BackupError when a tool is missing or the folder cannot be written.
    """
    moment = timezone.localtime()
    name = "-".join(filter(None, ["klaverclub", moment.strftime("%Y%m%d-%H%M%S-%f"), label])) + ".tar.gz"
    target = to or settings.BACKUP_DIR / name
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
            staging = Path(folder)
            dump_database(staging / DATABASE[connection.vendor])
            content = dict(contents(staging))
            manifest = {
                "version": VERSION,
                "made": moment.isoformat(),
                "database": connection.vendor,
                "migrations": applied_migrations(),
                "checksums": {name: checksum(path) for name, path in content.items()},
            }
            (staging / MANIFEST).write_text(json.dumps(manifest, indent=1))
            with tarfile.open(part, "w:gz", compresslevel=6) as archive:
                archive.add(staging / MANIFEST, MANIFEST)
                for name, path in content.items():
                    archive.add(path, name)
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise BackupError(_("The back-up could not be written: %(reason)s") % {"reason": error}) from error
    return target


def contents(staging: Path) -> Iterator[tuple[str, Path]]:
    """What goes into the archive: its name there and the path it is read from."""
    database = DATABASE[connection.vendor]
    yield database, staging / database
    # Files are made under another name, renamed when whole and never changed after that.
    for path in sorted(settings.FILES_DIR.rglob("*")):
        if path.is_file() and path.suffix != ".part":
            yield f"files/{path.relative_to(settings.FILES_DIR).as_posix()}", path


def checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def applied_migrations() -> list[str]:
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def dump_database(target: Path) -> None:
    if connection.vendor == "sqlite":
        # SQLite's own copy: whole and consistent beside any number of writers.
        with closing(sqlite3.connect(database_path(), timeout=20)) as source:
            source.execute("VACUUM INTO ?", (str(target),))
    else:
        postgres("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")


def database_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def postgres(tool: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's own programs on our database; raises BackupError with what it said."""
    if shutil.which(tool) is None:
        message = _(
            "%(tool)s is missing on this computer: install the PostgreSQL client (postgresql-client)."
        )
        raise BackupError(message % {"tool": tool})
    # libpq reads these from the environment, so a password is not to be seen in the list of processes.
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    ours = connection.settings_dict
    environment = os.environ | {name: str(ours[key]) for name, key in names.items() if ours[key]}
    done = subprocess.run([tool, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"{tool}: {done.stderr.strip()}")


# Putting back -----------------------------------------------------------------


def restore(archive: Path, *, force: bool = False) -> Path | None:
    """Puts a back-up in the place of what is there, and brings it up to this version.

    Everything is checked before anything is touched. What is there is only replaced with `force`, and then a
    back-up of it is made first and its path returned. Raises BackupError in words; the servers must be down.
    """
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restore-") as folder:
        staging = Path(folder)
        unpack(archive, staging)
        saved = None
        if not is_empty():
            if not force:
                raise BackupError(
                    _("There is a club in this database. --force replaces it, after a back-up.")
                )
            saved = make(label="before-restore")
        load_database(staging / DATABASE[connection.vendor])
        (staging / "files").mkdir(exist_ok=True)
        settings.FILES_DIR.mkdir(parents=True, exist_ok=True)
        settings.FILES_DIR.rename(staging / "replaced")
        (staging / "files").rename(settings.FILES_DIR)
    call_command("migrate", interactive=False, verbosity=0)
    return saved


def unpack(archive: Path, staging: Path) -> None:
    """Unpacks and believes nothing: every file is there, is named in the manifest, and has its checksum."""
    damaged = BackupError(_("%(file)s is not a whole back-up of Klaverclub.") % {"file": archive})
    try:
        with tarfile.open(archive) as file:
            file.extractall(staging, filter="data")
        manifest = json.loads((staging / MANIFEST).read_text())
        wanted = manifest["checksums"]
    except FileNotFoundError as error:
        if archive.exists():
            raise damaged from error
        raise BackupError(f"{archive}: {error.strerror}") from error
    except (OSError, EOFError, tarfile.TarError, zlib.error, ValueError, KeyError) as error:
        raise damaged from error
    found = {
        path.relative_to(staging).as_posix(): checksum(path) for path in staging.rglob("*") if path.is_file()
    }
    if found.keys() - {MANIFEST} != wanted.keys() or any(found[name] != wanted[name] for name in wanted):
        raise damaged
    check_fits(manifest)


def check_fits(manifest: dict[str, Any]) -> None:
    """Raises BackupError for a back-up of another kind of database or of a newer program."""
    if manifest["database"] != connection.vendor:
        message = _("This is a back-up of %(theirs)s and the database here is %(ours)s.")
        raise BackupError(message % {"theirs": manifest["database"], "ours": connection.vendor})
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if manifest["version"] > VERSION or not known.issuperset(manifest["migrations"]):
        raise BackupError(
            _("This back-up was made by a newer version of Klaverclub: update the program first.")
        )


def is_empty() -> bool:
    """Whether nothing would be lost: no tables yet, or no club and nobody who can sign in."""
    if Club._meta.db_table not in connection.introspection.table_names():
        return True
    return not Club.objects.exists() and not get_user_model().objects.exists()


def load_database(dump: Path) -> None:
    """Replaces the whole database in one transaction."""
    if connection.vendor == "sqlite":
        connections.close_all()
        with (
            closing(sqlite3.connect(dump)) as source,
            closing(sqlite3.connect(database_path(), timeout=20)) as target,
        ):
            source.backup(target)
        return
    script = dump.with_suffix(".sql")
    postgres("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(dump))
    tables = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
    connections.close_all()
    drop = ["--command", f"DROP TABLE {tables} CASCADE"] if tables else []
    once = ["--single-transaction", "--set", "ON_ERROR_STOP=1", "--quiet", "--no-psqlrc"]
    postgres("psql", *once, *drop, "--file", str(script))
