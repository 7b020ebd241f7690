"""Whoever keeps a list with names can see that a name in it has changed."""

import pytest

from tests import factories
from tournaments.models import Competition, Entry, EntryMember, Membership, Person
from tournaments.services import draw_changes, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    factories.make_competition(4)  # another one, which nothing of this concerns
    return factories.make_competition(4)


def change_a_name(competition):
    person = competition.entries.first().people[0]
    person.last_name = "Andersom"
    person.save()


def hide_a_name(competition):
    Person.objects.filter(entries__competition=competition).update(visibility="hidden")


def give_a_number(competition):
    Membership.objects.filter(club=competition.club).update(number="")


def end_a_membership(competition):
    Membership.objects.filter(club=competition.club).first().delete()


def remove_an_entry(competition):
    Entry.objects.filter(competition=competition)[:1].get().delete()


def rank_nobody(competition):
    competition.entries.update(ranked=False)


def change_many(competition):
    entries = list(competition.entries.all())
    Entry.objects.bulk_update(entries, ["ranked"])


def add_somebody(competition):
    people.add_entry(competition, [factories.make_person("Nieuw Hier", competition.club)], actor=None)


def take_somebody_out(competition):
    EntryMember.objects.filter(competition=competition).delete()


@pytest.mark.parametrize(
    "change",
    [
        change_a_name,
        hide_a_name,
        give_a_number,
        end_a_membership,
        remove_an_entry,
        rank_nobody,
        change_many,
        add_somebody,
        take_somebody_out,
    ],
)
def test_every_change_of_names_is_seen_in_this_competition_alone(competition, change):
    before = dict(Competition.objects.values_list("pk", "names_version"))
    change(competition)
    after = dict(Competition.objects.values_list("pk", "names_version"))
    assert after.pop(competition.pk) > before.pop(competition.pk)
    assert after == before


def test_who_only_sat_in_for_somebody_is_shown_too(competition):
    """He is in no entry, and in the standing of the players all the same."""
    user = factories.make_user(club=competition.club)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    stranger = factories.make_person("Inge Valler", competition.club)
    draw_changes.substitute(factories.tables(round_)[0].seats.first(), stranger, actor=user)
    before = Competition.objects.get(pk=competition.pk).names_version
    stranger.save()
    assert Competition.objects.get(pk=competition.pk).names_version > before


def test_people_who_do_not_play_change_nothing(competition):
    before = Competition.objects.get(pk=competition.pk).names_version
    factories.make_people(3, competition.club, start=50)
    Person.objects.filter(entries=None).update(visibility="hidden")
    assert Competition.objects.get(pk=competition.pk).names_version == before
