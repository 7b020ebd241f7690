"""`manage.py up`: the whole product on one computer, started, watched over and stopped together."""

from __future__ import annotations

import errno
import getpass
import json
import os
import shutil
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, connections
from django.utils import translation
from django.utils.translation import gettext as _

from klaverclub import backups, bootstrap, preparation, servers
from klaverclub.management.plain import Klaverclub
from klaverclub.supervisor import LOCK, Child, GaveUp, Supervisor, hold

ROOM = 100 * 1024 * 1024  # bytes that must be free in the data folder for an evening without worries
LONG_START = 60  # seconds after which it is said what is still missing


class Command(BaseCommand):
    help = "Start Klaverclub: web server, worker and scheduler, until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0: also for phones and laptops in the same network"
        )
        # Taken out of the arguments before the settings are read (klaverclub.bootstrap); here for --help.
        parser.add_argument(
            "--data",
            metavar="DIR",
            help="where everything that lives is kept (default: .data beside manage.py)",
        )
        parser.add_argument(
            "--no-demo", action="store_true", help="start empty instead of with the demo club"
        )

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        with translation.override(bootstrap.language()):
            lock = hold(settings.DATA_DIR / LOCK)
            if lock is None:
                message = _("Klaverclub is already running on the data folder %(folder)s.")
                raise Klaverclub(message % {"folder": settings.DATA_DIR})
            with lock:
                check_port(host, port)
                check_room()
                try:
                    self.prepare(no_demo)
                except (OperationalError, OSError, backups.BackupError) as error:
                    raise Klaverclub(explain(error)) from error
                except KeyboardInterrupt:
                    raise Klaverclub(_("Stopped before it was up; nothing is left half done.")) from None
                self.serve(host, port)

    # Before the servers ----------------------------------------------------------

    def prepare(self, no_demo: bool) -> None:
        if backup := preparation.migrate():
            self.stdout.write(
                _("The database was brought up to date; a back-up is in %(path)s") % {"path": backup}
            )
        preparation.collect_static()
        if backups.is_empty():
            if no_demo:
                self.first_administrator()
            else:
                self.stdout.write(_("First start: the demo club is being made …"))
                preparation.load_demo()
        connections.close_all()

    def first_administrator(self) -> None:
        """From KLAVERCLUB_ADMIN_USER and KLAVERCLUB_ADMIN_PASSWORD, or asked at the terminal."""
        name, password = (os.environ.get(f"KLAVERCLUB_ADMIN_{part}", "") for part in ("USER", "PASSWORD"))
        if name and password:
            try:
                add_administrator(name, password)
            except ValidationError as error:
                raise Klaverclub(" ".join(error.messages)) from error
        elif sys.stdin.isatty():
            self.ask_administrator()
        else:
            raise Klaverclub(
                _(
                    "There is no administrator yet and nobody to ask. Start once in a terminal, or set "
                    "KLAVERCLUB_ADMIN_USER and KLAVERCLUB_ADMIN_PASSWORD."
                )
            )

    def ask_administrator(self) -> None:
        self.stdout.write(_("Who is the first administrator? This user may do everything."))
        while True:
            name = input(_("User name: ")).strip()
            password = getpass.getpass(_("Password: "))
            if password != getpass.getpass(_("Password again: ")):
                self.stdout.write(_("The two passwords differ. Once more."))
                continue
            try:
                return add_administrator(name, password)
            except ValidationError as error:
                self.stdout.write("\n".join(error.messages))

    # The servers -------------------------------------------------------------------

    def serve(self, host: str, port: int) -> None:
        supervisor = Supervisor(
            settings.BASE_DIR,
            [Child(name, module) for name, module in servers.all_of_them(host, port).items()],
            on_restart=self.say_restart,
            on_stop=lambda: self.stdout.write(_("Stopping …")),
        )
        try:
            supervisor.run(self.greeting(host, port))
        except GaveUp as error:
            message = _("%(name)s keeps stopping shortly after its start. The lines above say why.")
            raise Klaverclub(message % {"name": title(str(error))}) from error
        self.stdout.write(_("Klaverclub has stopped."))

    def say_restart(self, name: str, code: int) -> None:
        message = _("%(name)s stopped (code %(code)s) and is started again.")
        self.stderr.write(message % {"name": title(name), "code": code})

    def greeting(self, host: str, port: int) -> Callable[[], None]:
        """What to do on every tick: until the health page says that all is up, ask; then greet, once."""
        begin = time.monotonic()
        state = {"greeted": False, "warned": False}

        def tick() -> None:
            if state["greeted"]:
                return
            down = missing(host, port)
            if not down:
                state["greeted"] = True
                self.greet(host, port)
            elif not state["warned"] and time.monotonic() - begin > LONG_START:
                state["warned"] = True
                message = _("This takes long: not up yet are %(parts)s. Still trying; Ctrl-C stops.")
                self.stderr.write(message % {"parts": ", ".join(down)})

        return tick

    def greet(self, host: str, port: int) -> None:
        self.stdout.write(_("Klaverclub is running: %(address)s") % {"address": address(host, port)})
        if host in {"0.0.0.0", "::"} and (lan := lan_address()):
            self.stdout.write(_("In the same network: %(address)s") % {"address": address(lan, port)})
        from tournaments import demo

        if logins := demo.logins():
            self.stdout.write(_("Demo club; log in as:"))
            wide = max(len(name) for name, _password, _role in logins)
            for name, password, role in logins:
                self.stdout.write(f"  {name:<{wide}}  {password}  ({role})")
        connections.close_all()
        self.stdout.write(_("Stop with Ctrl-C."))
        self.stdout.flush()


def title(name: str) -> str:
    return {"web": _("The web server"), "worker": _("The worker"), "scheduler": _("The scheduler")}[name]


def check_port(host: str, port: int) -> None:
    """Refuses in words an address that cannot be listened on."""
    values = {"host": host, "port": port}
    if not 0 < port < 65536:
        raise Klaverclub(_("%(port)s is no port: choose one from 1024 to 65535.") % values)
    try:
        family, kind, protocol, _name, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            values["other"] = port + 1
            message = _("Port %(port)s is taken, perhaps by another Klaverclub. Try: --port %(other)s")
        elif error.errno == errno.EACCES:
            message = _("Port %(port)s is reserved for the system: choose one above 1023 with --port.")
        else:
            values["reason"] = error.strerror or error
            message = _("%(host)s is no address of this computer (%(reason)s).")
        raise Klaverclub(message % values) from error


def check_room() -> None:
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < ROOM:
        message = _(
            "The disk is nearly full: %(free)s MB left in %(folder)s and at least %(room)s MB is needed."
        )
        values = {"free": free // 2**20, "room": ROOM // 2**20, "folder": settings.DATA_DIR}
        raise Klaverclub(message % values)


def explain(error: OperationalError | OSError | backups.BackupError) -> str:
    """Why nothing could be started, in words."""
    causes = {getattr(cause, "errno", None) for cause in (error, error.__cause__)}
    if "disk is full" in str(error) or errno.ENOSPC in causes:
        return _("The disk is full: make room in %(folder)s and start again.") % {"folder": settings.DATA_DIR}
    if isinstance(error, OperationalError):
        return _("The database does not answer: %(reason)s") % {"reason": error}
    if isinstance(error, OSError):
        values = {"folder": settings.DATA_DIR, "reason": error}
        return _("The folder %(folder)s cannot be written: %(reason)s") % values
    return str(error)


def add_administrator(name: str, password: str) -> None:
    """Makes the user that may do everything; raises ValidationError for a bad name or a weak password."""
    user = get_user_model()(username=name, is_staff=True, is_superuser=True)
    validate_password(password, user)
    user.set_password(password)
    user.full_clean()
    user.save()


def address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def lan_address() -> str | None:
    """The address of this computer in its own network, or None; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def missing(host: str, port: int) -> list[str]:
    """The parts that the health page reports as down; ["web"] when it does not answer."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
    try:
        with opener.open(address(host, port) + "health/", timeout=3):
            return []
    except urllib.error.HTTPError as error:
        try:
            parts = json.load(error)
        except ValueError:
            return ["web"]
        return [name for name, state in parts.items() if name != "status" and state != "up"]
    except OSError:
        return ["web"]
