"""Shared by every test: which services are there, and where the real processes of a test live."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings

# A busy computer is no defect: no property test fails because an example took long.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

REDIS = os.environ.get("KLAVERCLUB_TEST_REDIS", "redis://127.0.0.1:6379/13")
RABBITMQ = os.environ.get("KLAVERCLUB_TEST_RABBITMQ", "amqp://guest:guest@127.0.0.1:5672//")
POSTGRES = os.environ.get("KLAVERCLUB_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def answers(url: str) -> bool:
    """Whether something listens at the address of this URL."""
    place = urlsplit(url)
    try:
        with socket.create_connection((place.hostname, place.port), timeout=2):
            return True
    except OSError:
        return False


# What each marker needs, whether it is there, and how to get it.
NEEDS: dict[str, tuple[Callable[[], bool], str]] = {
    "postgres": (
        lambda: answers(POSTGRES),
        "no PostgreSQL: start one on 127.0.0.1:5432 or name it in KLAVERCLUB_TEST_POSTGRES",
    ),
    "redis": (
        lambda: answers(REDIS),
        "no Redis: start one on 127.0.0.1:6379 or name it in KLAVERCLUB_TEST_REDIS",
    ),
    "rabbitmq": (
        lambda: answers(RABBITMQ),
        "no RabbitMQ: start one on 127.0.0.1:5672 or name it in KLAVERCLUB_TEST_RABBITMQ",
    ),
    "browser": (
        lambda: any(map(shutil.which, CHROMIUM)),
        "no Chromium: install it (Debian and Ubuntu: sudo apt install chromium)",
    ),
    "gettext": (
        lambda: shutil.which("xgettext") is not None,
        "no GNU gettext: install it (Debian and Ubuntu: sudo apt install gettext)",
    ),
    "libreoffice": (
        lambda: shutil.which("soffice") is not None,
        "no LibreOffice: install it (Debian and Ubuntu: sudo apt install libreoffice-calc-nogui)",
    ),
}


PROCESSES = {"services", "bootstrap", "browser"}  # folders of tests that start servers or browsers


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="only tests that use the database of the settings (a second run, on another database)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skips by name what this computer cannot run, or, with KLAVERCLUB_TEST_ALL=1, lets it fail.

    Tests of one folder that starts servers or browsers run one after another, so that a parallel run on a
    small computer does not start them all at once.
    """
    for name, (is_there, how) in NEEDS.items():
        marked = [item for item in items if item.get_closest_marker(name)]
        if not marked or is_there():
            continue
        if os.environ.get("KLAVERCLUB_TEST_ALL") == "1":
            raise pytest.UsageError(how)
        for item in marked:
            item.add_marker(pytest.mark.skip(reason=how))
    for item in items:
        for folder in PROCESSES.intersection(item.path.parts):
            item.add_marker(pytest.mark.xdist_group(folder))
    if config.getoption("--database-only"):
        config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
        items[:] = [item for item in items if uses_database(item)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With KLAVERCLUB_TEST_ALL=1 nothing may have been skipped, for whatever reason."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("KLAVERCLUB_TEST_ALL") == "1" and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def uses_database(item: pytest.Item) -> bool:
    """Whether the test runs in the database of the settings, and not in one that it makes itself."""
    fixtures = {"db", "transactional_db"}.intersection(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or fixtures)


@pytest.fixture
def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
