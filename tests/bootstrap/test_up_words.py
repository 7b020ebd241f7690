"""What `up` says and asks, piece by piece and without starting anything."""

from __future__ import annotations

import errno
import io
import shutil
import sqlite3
import sys
from collections import namedtuple
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.utils import translation

from klaverclub import backups, preparation, servers
from klaverclub.management.commands import up
from klaverclub.management.commands.up import Command
from klaverclub.management.plain import Klaverclub
from klaverclub.supervisor import GaveUp, Supervisor
from tournaments.models import Club, User


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


@pytest.fixture
def command() -> Command:
    return Command(stdout=io.StringIO(), stderr=io.StringIO())


def said(command: Command) -> str:
    return command.stdout.getvalue()


def answer(monkeypatch: pytest.MonkeyPatch, names: list[str], passwords: list[str]) -> None:
    """A person at a terminal who types these, in this order."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("builtins.input", lambda prompt: names.pop(0))
    monkeypatch.setattr(up.getpass, "getpass", lambda prompt: passwords.pop(0))
    for name in ("KLAVERCLUB_ADMIN_USER", "KLAVERCLUB_ADMIN_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.django_db
def test_the_first_administrator_is_asked_until_it_is_right(command, monkeypatch):
    good = "klaver-boer-negen"
    answer(
        monkeypatch,
        ["beheer", "beheer", "no spaces allowed", "beheer"],
        [good, "typo", "12345", "12345", *[good] * 4],
    )
    command.first_administrator()
    user = User.objects.get()
    assert user.check_password(good)
    assert (user.username, user.is_superuser, user.is_staff) == ("beheer", True, True)
    assert "The two passwords differ" in said(command)


@pytest.mark.django_db
def test_with_nobody_to_ask_it_says_how(command, monkeypatch):
    answer(monkeypatch, [], [])
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: False))
    with pytest.raises(Klaverclub, match="KLAVERCLUB_ADMIN_PASSWORD"):
        command.first_administrator()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "password"), [("a b", "klaver-boer-negen"), ("beheer", "beheer1"), ("", "x")]
)
def test_a_bad_name_or_password_makes_nobody(name, password):
    with pytest.raises(ValidationError):
        up.add_administrator(name, password)
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("there", ["a user", "a club"])
def test_only_an_empty_database_gets_the_demo_club_or_an_administrator(command, monkeypatch, there):
    User.objects.create_user("iemand") if there == "a user" else Club.objects.create(name="Club", slug="club")
    asked = []
    monkeypatch.setattr(preparation, "migrate", lambda: None)
    monkeypatch.setattr(preparation, "collect_static", lambda: None)
    monkeypatch.setattr(preparation, "load_demo", lambda: asked.append("demo"))
    monkeypatch.setattr(command, "first_administrator", lambda: asked.append("administrator"))
    monkeypatch.setattr(up.connections, "close_all", lambda: None)
    command.prepare(no_demo=False)
    command.prepare(no_demo=True)
    assert asked == []


@pytest.mark.django_db
def test_an_empty_database_gets_what_was_asked_for(command, monkeypatch):
    asked = []
    monkeypatch.setattr(preparation, "migrate", lambda: None)
    monkeypatch.setattr(preparation, "collect_static", lambda: None)
    monkeypatch.setattr(preparation, "load_demo", lambda: asked.append("demo"))
    monkeypatch.setattr(command, "first_administrator", lambda: asked.append("administrator"))
    monkeypatch.setattr(up.connections, "close_all", lambda: None)
    command.prepare(no_demo=False)
    command.prepare(no_demo=True)
    assert asked == ["demo", "administrator"]


def test_a_nearly_full_disk_is_told_before_the_start(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 5 * 2**20))
    with pytest.raises(Klaverclub, match="nearly full: 5 MB left"):
        up.check_room()


def test_a_disk_that_fills_up_on_the_way_is_told():
    full = OperationalError(str(sqlite3.OperationalError("database or disk is full")))
    assert up.explain(full).startswith("The disk is full")
    assert up.explain(OSError(errno.ENOSPC, "No space left on device")).startswith("The disk is full")
    failed = backups.BackupError("The back-up could not be written")
    failed.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    assert up.explain(failed).startswith("The disk is full")


def test_other_reasons_not_to_start_are_told_in_words():
    assert "refused" in up.explain(OperationalError("connection refused"))
    assert "cannot be written" in up.explain(OSError(errno.EROFS, "Read-only file system"))
    assert up.explain(backups.BackupError("no pg_dump here")) == "no pg_dump here"


def test_ctrl_c_while_preparing_is_no_accident(command, monkeypatch, free_port):
    def interrupted(no_demo: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "prepare", interrupted)
    monkeypatch.setattr(up.bootstrap, "language", lambda: "en")
    with pytest.raises(Klaverclub, match="nothing is left half done"):
        command.handle(host="127.0.0.1", port=free_port, no_demo=True)


def test_a_server_that_keeps_dying_is_named(command, monkeypatch):
    def run(self: Supervisor, on_tick: object) -> None:
        raise GaveUp("worker")

    monkeypatch.setattr(Supervisor, "run", run)
    with pytest.raises(Klaverclub, match="The worker keeps stopping"):
        command.serve("127.0.0.1", 8000)


def test_every_server_has_a_name_in_words():
    assert all(up.title(name).startswith("The ") for name in servers.all_of_them("127.0.0.1", 8000))


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("fe80::1", "http://[fe80::1]:8000/"),
        ("klaver.local", "http://klaver.local:8000/"),
    ],
)
def test_the_address_is_one_that_a_browser_takes(host, shown):
    assert up.address(host, 8000) == shown


@pytest.mark.django_db
def test_the_address_for_the_other_devices_is_told_when_they_may_come(command, monkeypatch):
    monkeypatch.setattr(up, "lan_address", lambda: "192.168.1.20")
    monkeypatch.setattr(up.connections, "close_all", lambda: None)
    command.greet("127.0.0.1", 8000)
    assert "192.168.1.20" not in said(command)
    command.greet("0.0.0.0", 8000)
    assert "http://192.168.1.20:8000/" in said(command)


def test_a_start_that_takes_long_says_once_what_is_missing(command, monkeypatch):
    monkeypatch.setattr(up, "missing", lambda host, port: ["worker"])
    monkeypatch.setattr(up, "LONG_START", -1)
    tick = command.greeting("127.0.0.1", 8000)
    tick()
    tick()
    assert command.stderr.getvalue().count("not up yet are worker") == 1


def test_no_server_at_all_is_reported_as_the_web_that_is_missing(free_port):
    assert up.missing("127.0.0.1", free_port) == ["web"]


def test_static_files_are_collected_once_and_again_when_they_change(settings, tmp_path, monkeypatch):
    collected = []
    settings.STATIC_ROOT = tmp_path
    monkeypatch.setattr(preparation, "call_command", lambda *words, **options: collected.append(words[0]))
    monkeypatch.setattr(preparation, "static_fingerprint", lambda: "one")
    preparation.collect_static()
    preparation.collect_static()
    assert collected == ["collectstatic"]
    monkeypatch.setattr(preparation, "static_fingerprint", lambda: "two")
    preparation.collect_static()
    assert collected == ["collectstatic"] * 2


def test_the_fingerprint_of_the_static_files_is_stable():
    assert preparation.static_fingerprint() == preparation.static_fingerprint()
