"""A fixed pair that stands in the books twice: both people are one in one act, and two again in one."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.played import everything, refreshed
from tournaments.models import Change, EntryMember
from tournaments.services import closing, people_merge, people_part
from tournaments.services.errors import Refused
from tournaments.standing import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def names(club):
    return {
        name: factories.make_person(name, club)
        for name in ("Jan Jansen", "Piet Bakker", "J. Jansen", "P. Bakker")
    }


@pytest.fixture
def season(user, club, names):
    """Jan and Piet on the first evening, the same two under other spellings on the second, against the same pair."""
    rivals = factories.make_people(2, club, start=20)
    found = factories.make_competition([*names.values(), *rivals], club=club, kind="pairs", rounds=1)
    twice = [names[name].entries.get().entry for name in ("Jan Jansen", "J. Jansen")]
    for absent, we in ((twice[1], 110), (twice[0], 90)):
        evening = factories.make_evening(found)
        evening.presences.filter(entry=absent).update(state="absent")
        round_ = factories.make_published_round(evening, actor=user)
        factories.accept_sheet(factories.tables(round_)[0], user, we)
        closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)
    return found


def merge(user, club, kept, other, **options):
    return people_merge.merge(
        kept, other, club=club, actor=user, allowed=[club.pk], reason="dubbel", **options
    )


def test_a_pair_twice_is_one_pair(user, club, names, season):
    """The two lines of the standing become one: their sum."""
    jan, piet, double, with_double = names.values()
    before = {row.who.name: row.line.value for row in queries.season_list(season, queries.DESK).rows}
    digest, rows = refreshed(club), everything()
    with pytest.raises(Refused, match="Where the partners are one person too, make both one at once"):
        merge(user, club, jan, double)
    act = merge(user, club, jan, double, partners=True)
    season.refresh_from_db()
    after = {row.who.name: row.line.value for row in queries.season_list(season, queries.DESK).rows}
    assert after == {
        "Jan Jansen + Piet Bakker": before["Jan Jansen + Piet Bakker"] + before["J. Jansen + P. Bakker"],
        **{name: value for name, value in before.items() if "Jansen" not in name},
    }
    assert sum(after.values()) == 2 * 16 * 162, "two evenings of one table"
    for one in (double, with_double):
        one.refresh_from_db()
    assert (double.merged_into, with_double.merged_into) == (jan, piet)
    assert refreshed(club) != digest
    assert [found.detail["other"] for _who, found in people_part.merges_of(piet)] == [with_double.pk]
    (partner_act,) = Change.objects.filter(verb="merge people", subject=f"person:{piet.pk}")
    people_part.undo(partner_act, actor=user, allowed=[club.pk], reason="toch twee")
    assert refreshed(club) == digest
    assert everything() == rows
    with pytest.raises(Refused, match=r"J\. Jansen is not one with Jan Jansen any more"):
        people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")


def test_with_another_partner_it_is_another_pair(user, club, names, season):
    """Only one of two pairs is called alike: the partners are not one, and one evening holds both of them."""
    jan, piet, double, _with_double = names.values()
    rivals = EntryMember.objects.filter(competition=season).exclude(person__in=names.values())
    stranger = rivals.first().person
    with pytest.raises(Refused, match="play in two pairs of"):
        merge(user, club, jan, stranger)
    with pytest.raises(Refused, match="were both there on the evening of 03/09/2026"):
        merge(user, club, jan, stranger, partners=True)
    with pytest.raises(Refused, match="are a pair in"):
        merge(user, club, jan, piet)
    assert not Change.objects.filter(verb="merge people").exists()
    assert double.entries.get().entry.people[0] == double


def test_the_page_offers_both_at_once(user, club, names, season):
    jan, piet, double, with_double = names.values()
    client = factories.sign_in(user)
    page = reverse("person_merge", args=[club.slug, jan.pk])
    look = client.get(page, {"other": double.pk}).content.decode()
    assert "P. Bakker is Piet Bakker too: make both one at once" in look
    both = client.get(page, {"other": double.pk, "partners": 1}).content.decode()
    assert "With it P. Bakker becomes Piet Bakker" in both
    typed = {
        name: both.split(f'name="{name}" value="')[1].split('"')[0] for name in ("seen", "effects", "key")
    }
    client.post(page, {"other": double.pk, "partners": 1, "why": "dubbel", **typed})
    with_double.refresh_from_db()
    assert with_double.merged_into == piet
    act = Change.objects.get(verb="merge people", subject=f"person:{piet.pk}")
    back = client.get(reverse("person_part", args=[club.slug, piet.pk, act.pk])).content.decode()
    assert "With it J. Jansen is not Jan Jansen either" in back
