"""What ratings would become by an evening that is being played: on the page, in the list, in JSON; never under embargo."""

from __future__ import annotations

import datetime

import pytest
from django.core.cache import cache, caches
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.models import RatingValue
from tournaments.players import running
from tournaments.services import closing, rating, rating_preview
from tournaments.standing.queries import DESK, Reader

pytestmark = pytest.mark.django_db
PUBLIC = Reader(public=True)


@pytest.fixture(autouse=True)
def _english():
    cache.clear()
    caches["standings"].clear()
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def table(user):
    """The only table of the running round of four people."""
    evening = factories.make_evening(factories.make_competition(4), date=datetime.date(2026, 11, 30))
    (table,) = factories.tables(factories.make_published_round(evening, actor=user))
    return table


def club_of(table):
    return table.round.evening.competition.club


def at(table, position):
    return table.seats.get(position=position).person


def page(client, table, person):
    client.cookies["django_language"] = "en"
    return client.get(reverse("public_person", args=[club_of(table).slug, person.pk])).content.decode()


def test_newcomers_by_hand(client, user, table):
    """1500 - 12.2 ± 408 × 3504.64 / 312790.12 = 1487.8 ± 4.57: 1492 and 1483."""
    assert running.running_of(club_of(table), PUBLIC) == {}
    accept(table, user, side(1500), side(1092))
    assert "Provisional, after 1 round on 30 November 2026: about 1\N{NARROW NO-BREAK SPACE}492." in page(
        client, table, at(table, "N")
    )
    told = page(client, table, at(table, "E"))
    assert "No rating yet." in told
    assert "about 1\N{NARROW NO-BREAK SPACE}483." in told
    assert "It is not counted yet: an evening counts when it is closed" in told


def test_every_accepted_sheet_makes_it_another(client, user, table):
    """Twice as much ahead moves twice as much: 1487.8 + 9.14 = 1496.9."""
    accept(table, user, side(1500), side(1092))
    page(client, table, at(table, "N"))
    accept(table, user, side(1704), side(888))
    assert "about 1\N{NARROW NO-BREAK SPACE}497." in page(client, table, at(table, "N"))
    found = running.running_of(club_of(table), PUBLIC)
    assert found[at(table, "S").pk].after == pytest.approx(-12.2 + 816 * 3504.64 / 312790.12, abs=1e-3)


def close(table, user):
    closing.close_round(table.round, actor=user)
    closing.close_evening(table.round.evening, actor=user)
    rating.refresh(club_of(table).pk)


def test_from_what_counts_to_what_it_would_become(client, user, table):
    """Counted 1492.37 after the first evening; of the second nothing counts before it is closed, then exactly that."""
    accept(table, user, side(1500), side(1092))
    close(table, user)
    north = at(table, "N")
    assert "Provisional, after" not in page(client, table, north)
    evening = factories.make_evening(table.round.evening.competition)
    (second,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept(second, user, side(1296), side(1296))
    found = running.running_of(club_of(table), PUBLIC)[north.pk]
    assert found.before == RatingValue.objects.get(person=north).mean == pytest.approx(-7.6286, abs=1e-3)
    assert "1\N{NARROW NO-BREAK SPACE}492 → about 1\N{NARROW NO-BREAK SPACE}49" in page(client, table, north)
    close(second, user)
    assert RatingValue.objects.get(person=north).mean == found.after
    assert running.running_of(club_of(table), PUBLIC) == {}


def test_an_evening_that_is_open_again_says_so(client, user, table):
    accept(table, user, side(1500), side(1092))
    close(table, user)
    closing.reopen_evening(table.round.evening, actor=user)
    told = page(client, table, at(table, "N"))
    assert "That evening is open again: it counts as it was closed before" in told
    assert "1\N{NARROW NO-BREAK SPACE}492 → about 1\N{NARROW NO-BREAK SPACE}492." in told


def test_the_list_and_the_json_say_the_same(client, user, table):
    """Who has 90 rounds stands in the list; in public only where nothing is kept back."""
    accept(table, user, side(1500), side(1092))
    close(table, user)
    RatingValue.objects.update(rounds=90)
    evening = factories.make_evening(table.round.evening.competition)
    (second,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept(second, user, side(1800), side(792))
    club, north = club_of(table), at(second, "N")
    after = round(1500 + running.running_of(club, PUBLIC)[north.pk].after)
    client.cookies["django_language"] = "en"
    shown = client.get(reverse("public_ratings", args=[club.slug])).content.decode()
    assert "An evening is being played: behind the arrow" in shown
    assert f"→ 1\N{NARROW NO-BREAK SPACE}{after - 1000}" in shown
    lines = client.get(f"/api/1/clubs/{club.slug}/ratings/").json()["lines"]
    told = {"rating": after, "rounds": 1, "date": evening.date.isoformat(), "again": False}
    assert next(line["running"] for line in lines if line["id"] == north.pk) == told
    assert client.get(f"/api/1/clubs/{club.slug}/players/{north.pk}/").json()["running"] == told
    then = client.get(f"/api/1/clubs/{club.slug}/ratings/", {"on": "2026-11-30"}).json()["lines"]
    assert {line["running"] for line in then} <= {None}


@pytest.mark.parametrize("which", ["running", "closed"])
def test_never_while_an_evening_is_kept_back(client, user, table, which):
    accept(table, user, side(1500), side(1092))
    close(table, user)
    evening = factories.make_evening(table.round.evening.competition)
    (second,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept(second, user, side(1800), side(792))
    secret = evening if which == "running" else table.round.evening
    secret.embargo_from = timezone.now() - datetime.timedelta(minutes=1)
    secret.save()
    club, north = club_of(table), at(second, "N")
    assert running.running_of(club, PUBLIC) == {}
    assert "Provisional, after" not in page(client, table, north)
    assert client.get(f"/api/1/clubs/{club.slug}/players/{north.pk}/").json()["running"] is None
    assert north.pk in running.running_of(club, DESK), "the desk knows the scores anyhow"


def test_what_does_not_count_is_not_told(user):
    """A competition that is not rated, a season that is closed, another club."""
    competition = factories.make_competition(4, rated=False)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    accept(factories.tables(round_)[0], user, side(1500), side(1092))
    assert rating_preview.running(competition.club_id) == []
    competition.rated = True
    competition.save()
    assert rating_preview.running(competition.club_id) == [round_.evening]
    assert rating_preview.running(factories.make_club().pk) == []
    competition.closed_at = timezone.now()
    competition.save()
    assert rating_preview.running(competition.club_id) == []


def test_who_is_rated_with_another_club_has_nothing_foretold(user, table):
    """What he brings from there is only known when the evening is closed."""
    accept(table, user, side(1500), side(1092))
    close(table, user)
    here = factories.make_club()
    guest = at(table, "N")
    people = [guest, *factories.make_people(3, here)]
    round_ = factories.make_published_round(
        factories.make_evening(factories.make_competition(people, club=here)), actor=user
    )
    accept(factories.tables(round_)[0], user, side(1500), side(1092))
    found = running.running_of(here, PUBLIC)
    assert len(found) == 3
    assert guest.pk not in found


def test_it_is_worked_out_once_until_another_sheet_is_accepted(monkeypatch, user, table):
    made = {}

    def kept(key, make):
        if key not in made:
            made[key] = make()
        return made[key]

    monkeypatch.setattr(running, "kept", kept)
    club, north = club_of(table), at(table, "N").pk
    accept(table, user, side(1500), side(1092))
    first = running.running_of(club, PUBLIC)[north]
    assert running.running_of(club, DESK)[north] is first
    accept(table, user, side(1704), side(888))
    assert running.running_of(club, PUBLIC)[north].after > first.after
    assert len(made) == 2
