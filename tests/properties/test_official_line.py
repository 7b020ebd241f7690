"""Whatever is closed, entered late and corrected in whatever order, and whenever the job comes round: every list is
what was known then, and the line of everybody ends at the rating."""

from __future__ import annotations

import datetime
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests import factories
from tests.tournaments.rated_acts import World, values
from tournaments.models import RatingList, RatingPool, RatingValue
from tournaments.players.career import Career
from tournaments.players.line import printed
from tournaments.rating import Values
from tournaments.services import rating_check
from tournaments.standing.queries import DESK, Reader

if TYPE_CHECKING:
    from tournaments.models import Club, Competition, Evening, Person
    from tournaments.rating import Evening as RatedEvening

pytestmark = pytest.mark.django_db
FIRST = datetime.date(2026, 9, 1)
ACTS = 18


class Season:
    """Two clubs with some people in both, and a chance that does whatever can be done."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.chance = world, Random(seed)
        self.people: dict[int, list[Person]] = {}
        self.competitions: list[Competition] = []
        for both in (0, self.chance.randint(0, 2)):
            club = factories.make_club()
            people = factories.make_people(6 - both, club)
            people += [person for first in self.people.values() for person in first[:both]]
            self.competitions.append(factories.make_competition(people, club=club))
            self.people[club.pk] = people
        self.evenings: dict[int, list[Evening]] = {club: [] for club in self.people}
        self.waiting: dict[int, list[tuple[str, int, RatedEvening]]] = {club: [] for club in self.people}
        self.known: dict[int, RatedEvening] = {}

    def act(self) -> None:
        """Closes an evening on some day, or corrects one; mostly the job is late."""
        competition = self.chance.choice(self.competitions)
        club = competition.club
        done = self.evenings[club.pk]
        noted = self.chance.random() < 0.8
        if done and self.chance.random() < 0.45:
            evening, kind = self.chance.choice(done), "correction"
            self.world.correct(evening, self.rounds(club), noted=noted)
        else:
            day = FIRST + datetime.timedelta(days=self.chance.randrange(60))
            evening, kind = self.world.close(competition, day, self.rounds(club), noted=noted), "evening"
            done.append(evening)
        self.waiting[club.pk].append((kind, evening.pk, self.world.sheets[evening.pk]))
        if not noted or self.chance.random() < 0.3:
            self.follow(club)

    def rounds(self, club: Club) -> list[tuple[list[int], int]]:
        keys = [person.pk for person in self.people[club.pk]]
        return [
            (self.chance.sample(keys, 4), self.chance.randrange(-900, 901))
            for _round in range(self.chance.randint(1, 3))
        ]

    def follow(self, club: Club) -> None:
        """The job comes round: the lists that come are those of what was done, in that order."""
        before = set(RatingList.objects.values_list("pk", flat=True))
        self.world.run(club)
        made = list(RatingList.objects.exclude(pk__in=before).order_by("at", "pk"))
        for kind, evening, sheets in self.waiting[club.pk]:
            was = values(self.known.values())
            self.known[evening] = sheets
            now = values(self.known.values())
            if kind == "correction" and was == now:
                continue
            list_ = made.pop(0)
            assert (list_.kind, list_.evening_id, list_.club_id) == (kind, evening, club.pk)
            told = Values.thaw(list_.frozen)
            assert all(told.get(person) == now[person] for person in told.place)
            moved = {person for person in told.place if now[person] != was.get(person)}
            assert set(list_.marks.values_list("person", flat=True)) == moved, "and nobody else gets a mark"
            assert set(told.place) >= set(sheets.people)
        assert made == [], "and no others"
        self.waiting[club.pk].clear()


@pytest.mark.parametrize("seed", range(12))
def test_every_list_is_what_was_known_then_and_every_line_ends_at_the_rating(monkeypatch, seed) -> None:
    season = Season(World(monkeypatch), seed)
    for _act in range(ACTS):
        season.act()
    for competition in season.competitions:
        season.follow(competition.club)
    now = {person: value.mean for person, value in values(season.known.values()).items()}
    assert dict(RatingValue.objects.values_list("person", "mean")) == now
    assert all(rating_check.check(pool).is_right for pool in RatingPool.objects.all())
    for competition in season.competitions:
        for person in season.people[competition.club_id]:
            for reader in (DESK, Reader(public=True)):
                _check_line(Career(competition.club, person, reader), now.get(person.pk))


def _check_line(career: Career, rating: float | None) -> None:
    moments = [one for one in career.moments() if one.mean is not None]
    if rating is None:
        assert moments == []
        return
    assert printed(moments[-1].mean) == printed(rating)
    marks = {mark.mean for mark in career.player.marks}
    assert all(one.mean in marks for one in moments), "every point was made known"
    assert career.player.marks[-1].mean == rating
    for one in career.corrections():
        assert one.before is None or one.change != 0, "only what moved it as printed"
