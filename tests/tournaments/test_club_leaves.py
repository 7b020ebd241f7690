"""A club that leaves: its pages are closed or its rounds no longer count; those of other clubs stay right and say so."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.played import play_evening, refreshed
from tournaments import rating_queries
from tournaments.models import EntryMember, RatingPool, RatingValue
from tournaments.rating import Book
from tournaments.services.rating_sources import rated_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_clubs():
    """A club that stays, one that will leave, and somebody who plays in both."""
    user = factories.make_user()
    stays = factories.make_club("De Vaste Slag")
    leaves = factories.make_club("De Verre Boer")
    visitor = factories.make_person("Bep Bezoeker", stays)
    here = factories.make_competition([visitor, *factories.make_people(3, stays)], club=stays)
    there = factories.make_competition([visitor, *factories.make_people(3, leaves, start=60)], club=leaves)
    play_evening(here, user, scores=(120,))
    play_evening(there, user, scores=(70,))
    play_evening(here, user, scores=(90,))
    refreshed(stays)
    refreshed(leaves)
    return here, there, visitor


def reader(name, *args):
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client.get(reverse(name, args=args))


def test_a_club_that_is_closed_to_readers(two_clubs):
    """None of its people, names or rounds are on pages of the other; those say that rounds elsewhere count."""
    here, there, visitor = two_clubs
    club = there.club
    strangers = [one.person for one in EntryMember.objects.filter(competition=there).exclude(person=visitor)]
    before = rating_queries.club_list(here.club)
    club.public = False
    club.save()
    assert rating_queries.club_list(here.club) == before, "nobody moves"
    assert not {line.person for line in before} & {one.pk for one in strangers}
    for name in ("public_ratings", "public_players", "public_club"):
        assert reader(name, club.slug).status_code == 404
        text = reader(name, here.club.slug).content.decode()
        assert not [one.name for one in strangers if one.name in text], name
    assert reader("public_person", club.slug, visitor.pk).status_code == 404
    own = reader("public_person", here.club.slug, visitor.pk).content.decode()
    assert "2 rounds at other clubs count as well" in own
    assert not [one.name for one in (*strangers, club) if str(one) in own]
    assert reader("public_person", here.club.slug, strangers[0].pk).status_code == 404
    assert reader("public_versus", here.club.slug, visitor.pk, strangers[0].pk).status_code == 404


def test_a_club_whose_rounds_no_longer_count(two_clubs):
    """Its people leave the lists, and those of the other are rated as if it had never been there."""
    here, there, visitor = two_clubs
    there.rated = False
    there.save()
    alone = Book(
        rated_evening(evening) for evening in here.evenings.select_related("competition").order_by("number")
    )
    assert refreshed(there.club) == alone.digest()
    assert RatingPool.objects.count() == 1
    assert RatingValue.objects.get(person=visitor).rounds == 4
    assert [line.person for line in rating_queries.club_list(there.club)] == []
    assert len(rating_queries.club_list(here.club)) == 4
    own = reader("public_person", here.club.slug, visitor.pk).content.decode()
    assert "other clubs count" not in own
    empty = reader("public_ratings", there.club.slug)
    assert empty.status_code == 200
    there.rated = True
    there.save()
    refreshed(there.club)
    assert RatingValue.objects.get(person=visitor).rounds == 6
