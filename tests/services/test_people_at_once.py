"""On PostgreSQL, in the same instant: evenings closed and rated, and two people made one in both directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.services.at_once import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.postgres

EVENINGS = """
import django; django.setup()
from tests import factories
from tournaments.services import closing
user = factories.make_user()
club = user.roles.get().club
people = factories.make_people(8, club)
for scores in ((90, 110), (120, 130), (70, 84)):
    competition = factories.make_competition(people, club=club, rounds=2)
    evening = factories.make_evening(competition)
    for _number in range(2):
        round_ = factories.make_published_round(evening, actor=user)
        for table, we in zip(factories.tables(round_), scores):
            factories.accept_sheet(table, user, we)
        closing.close_round(round_, actor=user)
"""

CLOSE = """
from tournaments.models import Evening, User
from tournaments.services import closing, rating
evening = Evening.objects.select_related("competition__club").order_by("pk")[int(sys.argv[1])]
user = User.objects.get()
"""

VERDICT = """
import django; django.setup()
from tournaments.models import Evening, RatingEvening, RatingList, RatingPool
from tournaments.services import rating_check
verdict = rating_check.check(RatingPool.objects.get())
assert verdict.is_right, verdict
kinds = RatingList.objects.filter(kind="evening").values_list("evening", flat=True)
assert sorted(kinds) == sorted(Evening.objects.values_list("pk", flat=True)), "each made known once"
print(RatingEvening.objects.count(), verdict.kept == verdict.whole)
"""

DOUBLES = """
import django; django.setup()
from tests import factories
user = factories.make_user()
club = user.roles.get().club
for name in ("Jan Jansen", "J. Jansen"):
    factories.make_competition([factories.make_person(name, club)], club=club)
"""

PEOPLE = """
from tournaments.models import Club, Person, User
from tournaments.services import people_merge
from tournaments.services.errors import Refused
club, user = Club.objects.get(), User.objects.get()
one, other = Person.objects.order_by("pk")
kept, gone = (one, other) if sys.argv[1] == "0" else (other, one)
"""

MERGE = """
try:
    people_merge.merge(kept, gone, club=club, actor=user, allowed=[club.pk])
    print("done")
except Refused:
    print("refused")
"""

ENTRIES = """
import django; django.setup()
from tournaments.models import EntryMember, Person
kept = Person.objects.get(merged_into=None)
print(EntryMember.objects.filter(person=kept).count(), EntryMember.objects.count(), kept.memberships.count())
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    line = Server(tmp_path)
    line.open()
    yield line
    line.close()


def test_three_first_evenings_closed_at_once_are_rated_as_one_after_another(server):
    """No pool yet, three processes: the digest is that of a whole recomputation, and each evening is known once."""
    server.python("-c", EVENINGS)
    act = "closing.close_evening(evening, actor=user)\nrating.refresh(evening.competition.club_id)\n"
    server.at_once(CLOSE, act, "0", "1", "2")
    assert server.python("-c", VERDICT) == "3 True\n"


def test_merged_in_both_directions_one_stays(server):
    server.python("-c", DOUBLES)
    assert sorted(server.at_once(PEOPLE, MERGE, "0", "1")) == ["done", "refused"]
    assert server.python("-c", ENTRIES) == "2 2 1\n"
