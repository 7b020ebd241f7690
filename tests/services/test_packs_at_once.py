"""Packs of a season while one process books scores and two others read, on PostgreSQL."""

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
from tournaments.models import Posting, Round
competition = factories.make_competition(2)
evening = factories.make_evening(competition)
round_ = Round.objects.create(evening=evening, number=1, seed=1)
for entry, total in zip(competition.entries.all(), (0, 3000)):
    Posting.objects.create(round=round_, entry=entry, kind="played", total=total, points=total)
"""

# The two totals are 3000 together and the first only rises, each time in one transaction.
WRITE = """
import time
import django; django.setup()
from django.db import transaction
from tournaments.models import EveningPack, Posting, Round
round_ = Round.objects.get()
while not EveningPack.objects.exists():
    time.sleep(0.01)  # until somebody reads
entries = list(round_.evening.competition.entries.all())
for total in range(1, 201):
    time.sleep(0.01)
    with transaction.atomic():
        Posting.objects.filter(round=round_).delete()
        Posting.objects.bulk_create(
            Posting(round=round_, entry=entry, kind="played", total=one, points=one)
            for entry, one in zip(entries, (total, 3000 - total))
        )
"""

READ = """
import django; django.setup()
from tournaments.models import Competition, EveningPack, Posting
from tournaments.standing.packs import season_of
first = Competition.objects.get().entries.first()
seen, last = set(), 0
while last < 200:
    at_least = Posting.objects.get(entry=first).total
    (rows,) = season_of(Competition.objects.get()).evenings
    assert rows["total"].sum() == 3000 and len(rows) == 2
    (row,) = rows.posted(first.pk)
    assert row.total >= max(at_least, last), f"{row.total} is older than {at_least} or {last}"
    last = row.total
    seen.add(last)
assert EveningPack.objects.count() == 1
print(len(seen))
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
def test_two_readers_never_see_an_older_season_than_there_is(server):
    server.python("-c", BEGIN)
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READ],
            cwd=ROOT,
            env=server.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _reader in range(2)
    ]
    server.python("-c", WRITE)
    for reader in readers:
        seen, trouble = reader.communicate(timeout=60)
        assert reader.returncode == 0, trouble
        assert int(seen) > 1  # it did read while it was written
