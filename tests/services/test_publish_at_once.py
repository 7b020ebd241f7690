"""Publishing from several processes in the same instant, on PostgreSQL: no number twice, no click twice."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.services.line import ROOT, Line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BEGIN = """
import django; django.setup()
from tests import factories
from tournaments.services import closing
from tournaments.standing.rules import StandingRule
titles = [{"name": str(number), "rule": StandingRule().to_json()} for number in range(4)]
organiser = factories.make_user()
competition = factories.make_competition(4, club=organiser.roles.get().club, rounds=1, titles=titles)
evening = factories.make_evening(competition)
round_ = factories.make_published_round(evening, actor=organiser)
factories.accept_sheet(factories.tables(round_)[0], organiser, 110)
closing.close_round(round_, actor=organiser)
closing.close_evening(evening, actor=organiser)
"""

# Everybody waits for the same file, then publishes a list of his own and clicks on one that all have.
PUBLISH = """
import pathlib, sys, time
import django; django.setup()
from tournaments.models import Competition, Evening
from tournaments.services import publish
from tournaments.services.errors import AlreadyDone
title, gate = sys.argv[1:]
competition, evening = Competition.objects.get(), Evening.objects.get()
print("ready", flush=True)
while not pathlib.Path(gate).exists():
    time.sleep(0.001)
print(publish.publish(competition, "standing", title=title, actor=None).number)
try:
    print(publish.publish(competition, "evening", evening=evening, actor=None, key="click").number)
except AlreadyDone:
    print("done before")
"""


class Server(Line):
    """Only a database on the server; nothing here goes through a broker."""

    def close(self) -> None:
        self.on_server(f"DROP DATABASE {self.name} WITH (FORCE)")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    line = Server(tmp_path, "redis")
    line.open()
    yield line
    line.close()


@pytest.mark.postgres
def test_no_number_and_no_click_twice(server, tmp_path):
    server.python("-c", BEGIN)
    gate = tmp_path / "gate"
    publishers = [
        subprocess.Popen(
            [sys.executable, "-c", PUBLISH, str(title), str(gate)],
            cwd=ROOT,
            env=server.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for title in range(4)
    ]
    for publisher in publishers:
        assert publisher.stdout.readline() == "ready\n"
    gate.touch()
    said = []
    for publisher in publishers:
        answer, trouble = publisher.communicate(timeout=120)
        assert publisher.returncode == 0, trouble
        said.append(answer.split("\n")[:2])
    assert sorted([own for own, _click in said] + [click for _own, click in said if click.isdigit()]) == list(
        "12345"
    )
    assert [click for _own, click in said].count("done before") == 3
