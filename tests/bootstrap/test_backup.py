"""Back-up and restore: a round trip on both databases, and no belief in anything damaged."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from klaverclub import backups
from klaverclub.supervisor import LOCK, hold
from tests.conftest import POSTGRES

ROOT = Path(__file__).resolve().parents[2]


class Place:
    """A data folder with a database of its own, worked on by commands as a person would."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder = folder
        self.environment = {name: v for name, v in os.environ.items() if not name.startswith("KLAVERCLUB_")}
        self.environment |= {
            "DJANGO_SETTINGS_MODULE": "klaverclub.settings",
            "KLAVERCLUB_DATA": str(folder),
            "LANG": "en_GB.UTF-8",
        }
        self.environment.pop("DATABASE_URL", None)
        if url:
            self.environment["DATABASE_URL"] = url

    def run(self, *words: str, ok: bool = True) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert (done.returncode == 0) == ok, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    def python(self, code: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{code}"],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def fill(self, name: str) -> None:
        self.run("migrate", "--verbosity", "0")
        self.python(f"from tournaments.models import Club; Club.objects.create(name={name!r}, slug='club')")
        document = self.folder / "files" / "jobs" / "1-1.pdf"
        document.parent.mkdir(parents=True, exist_ok=True)
        document.write_text(f"document of {name}")
        (document.parent / "2-1.pdf.part").write_text("half")

    def clubs(self) -> str:
        return self.python(
            "from tournaments.models import Club; print(*Club.objects.values_list('name', flat=True))"
        )

    def document(self) -> str:
        return (self.folder / "files" / "jobs" / "1-1.pdf").read_text()

    def backups(self) -> list[Path]:
        return sorted((self.folder / "backups").glob("*.tar.gz"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "sqlite":
        yield Place(tmp_path / "data")
        return
    name = f"klaverclub_backup_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield Place(tmp_path / "data", urlsplit(POSTGRES)._replace(path=f"/{name}").geturl())
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_what_was_kept_comes_back_and_what_stood_there_is_kept_too(place: Place):
    place.fill("Ruitenboer")
    place.run("backup")
    (backup,) = place.backups()
    place.python("from tournaments.models import Club; Club.objects.update(name='Schoppenvrouw')")
    (place.folder / "files" / "jobs" / "1-1.pdf").write_text("changed")

    refusal = place.run("restore", str(backup), ok=False)
    assert "--force" in refusal
    assert (place.clubs(), place.document()) == ("Schoppenvrouw", "changed")

    place.run("restore", str(backup), "--force")
    assert (place.clubs(), place.document()) == ("Ruitenboer", "document of Ruitenboer")
    assert not (place.folder / "files" / "jobs" / "2-1.pdf.part").exists()

    (before,) = set(place.backups()) - {backup}
    assert "before-restore" in before.name
    place.run("flush", "--no-input")
    place.run("restore", str(before))  # an empty place needs no force
    assert (place.clubs(), place.document()) == ("Schoppenvrouw", "changed")


def test_nothing_is_put_back_under_running_servers_and_no_place_is_told(tmp_path: Path):
    place = Place(tmp_path / "data")
    place.fill("Ruitenboer")
    archive = tmp_path / "kept.tar.gz"
    place.run("backup", "--to", str(archive))
    assert "could not be written" in place.run("backup", "--to", str(archive / "below.tar.gz"), ok=False)
    with hold(place.folder / LOCK):
        assert "running" in place.run("restore", str(archive), "--force", ok=False)


# What is believed: archives made by hand, without a database


def pack(archive: Path, *, manifest: dict[str, object] | None = None, **changed: str | None) -> Path:
    """A whole archive, but for the entries that are changed (or, with None, left out) after it was signed."""
    content = {"database.sqlite3": "rows", "database.dump": "rows", "files/jobs/1-1.pdf": "document"}
    content.pop("database.dump" if connection.vendor == "sqlite" else "database.sqlite3")
    signed = {
        "version": 1,
        "database": connection.vendor,
        "migrations": ["tournaments.0001_initial"],
        "checksums": {name: hashlib.sha256(text.encode()).hexdigest() for name, text in content.items()},
    }
    content |= {"files/jobs/1-1.pdf": changed.get("document", "document")}
    content |= {"manifest.json": json.dumps(signed | (manifest or {}))} | changed.get("extra", {})
    with tarfile.open(archive, "w:gz") as file:
        for name, text in content.items():
            if text is not None:
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                file.addfile(entry, io.BytesIO(text.encode()))
    return archive


@pytest.fixture
def staging(tmp_path: Path) -> Path:
    (tmp_path / "staging").mkdir()
    return tmp_path / "staging"


def test_a_whole_archive_is_unpacked(tmp_path, staging):
    backups.unpack(pack(tmp_path / "a.tar.gz"), staging)
    assert (staging / "files/jobs/1-1.pdf").read_text() == "document"


@pytest.mark.parametrize(
    "damage",
    [
        {"document": "forged"},
        {"document": None},
        {"extra": {"files/jobs/2-1.pdf": "smuggled in"}},
        {"extra": {"manifest.json": None}},
        {"extra": {"manifest.json": "no json"}},
        {"extra": {"../outside": "climbed out"}},
    ],
    ids=["forged", "missing", "unsigned", "no manifest", "broken manifest", "outside"],
)
def test_a_changed_archive_is_refused(tmp_path, staging, damage):
    with pytest.raises(backups.BackupError, match=r"a\.tar\.gz"):
        backups.unpack(pack(tmp_path / "a.tar.gz", **damage), staging)
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("part", [0.0, 0.3, 0.6])
def test_half_an_archive_is_refused(tmp_path, staging, part):
    archive = pack(tmp_path / "a.tar.gz")
    archive.write_bytes(archive.read_bytes()[: int(len(archive.read_bytes()) * part)])
    with pytest.raises(backups.BackupError):
        backups.unpack(archive, staging)


def test_no_archive_at_all_is_refused(tmp_path, staging):
    with pytest.raises(backups.BackupError):
        backups.unpack(tmp_path / "nothing.tar.gz", staging)


@pytest.mark.parametrize(
    "manifest",
    [{"version": 2}, {"database": "oracle"}, {"migrations": ["tournaments.9999_later"]}],
    ids=["later archive", "other database", "later program"],
)
def test_an_archive_that_does_not_fit_is_refused(tmp_path, staging, manifest):
    with pytest.raises(backups.BackupError):
        backups.unpack(pack(tmp_path / "a.tar.gz", manifest=manifest), staging)


@pytest.mark.postgres
def test_a_missing_client_program_is_named(tmp_path):
    place = Place(tmp_path / "data", POSTGRES)
    (tmp_path / "bin").mkdir()
    place.environment["PATH"] = str(tmp_path / "bin")
    refusal = place.run("backup", ok=False)
    assert "pg_dump is missing" in refusal
    assert "postgresql-client" in refusal


def test_an_update_of_the_program_makes_a_backup_first(tmp_path):
    place = Place(tmp_path / "data")
    place.fill("Ruitenboer")
    code = "from klaverclub import preparation; print(preparation.migrate())"
    assert place.python(code) == "None"
    place.run("migrate", "sessions", "zero", "--verbosity", "0")
    (made,) = {Path(place.python(code))} & set(place.backups())
    assert "before-update" in made.name
    assert place.python(code) == "None"
    assert place.clubs() == "Ruitenboer"
