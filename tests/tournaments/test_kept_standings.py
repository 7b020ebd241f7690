"""Standings that are kept: the same until something they rest on changes, and never a moment longer."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournaments.scores import book, entry_of, make_competition, play
from tournaments.models import Club, Competition, Evening, Posting
from tournaments.standing import kept, queries
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _empty():
    caches["standings"].clear()
    yield
    caches["standings"].clear()


@pytest.fixture
def competition():
    competition = make_competition(["Anna Aal", "Bert Bos", "Cor Cats"])
    play(competition, {"Anna": [1600], "Bert": [1500], "Cor": [1400]})
    return competition


def standing(competition, **view) -> kept.Standing:
    fresh = Competition.objects.get(pk=competition.pk)
    return kept.Standing(fresh, queries.DESK, kept.View(**view))


def names(competition) -> list[str]:
    return [row.who.name for row in standing(competition).page(1)]


def punish(competition):
    book(competition.evenings.get().rounds.get(), entry_of(competition, "Anna"), -500, Posting.Kind.PENALTY)


def rename(competition):
    person = entry_of(competition, "Anna").people[0]
    person.last_name = "Appel"
    person.save()


def leave_out(competition):
    Evening.objects.filter(competition=competition).update(counts=False)


def rank_otherwise(competition):
    Competition.objects.filter(pk=competition.pk).update(standing=StandingRule(measure="average").to_json())


def give_a_title(competition):
    titles = [{"name": "Best", "rule": StandingRule(unit="evening", best=1).to_json()}]
    Competition.objects.filter(pk=competition.pk).update(titles=titles)


def open_again(competition):
    Evening.objects.filter(competition=competition).update(closed_at=None)


def make_a_guest(competition):
    entry = entry_of(competition, "Anna")
    entry.ranked = False
    entry.save()


def plan(competition):
    Competition.objects.filter(pk=competition.pk).update(planned_evenings=9)


CHANGES = [punish, rename, leave_out, rank_otherwise, give_a_title, open_again, make_a_guest, plan]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_gives_another_key_and_another_look(competition, change):
    def keys():
        return standing(competition).key, kept.look_of(competition.club.slug, competition.pk)

    before = keys()
    assert keys() == before
    change(competition)
    after = keys()
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_the_next_reader_sees_what_changed(competition):
    assert names(competition) == ["Anna Aal", "Bert Bos", "Cor Cats"]
    punish(competition)
    assert names(competition) == ["Bert Bos", "Cor Cats", "Anna Aal"]
    rename(competition)
    assert names(competition)[-1] == "Anna Appel"


def test_what_was_counted_is_not_counted_again(competition, monkeypatch):
    first = standing(competition)
    rows, summary = first.page(1), first.summary

    def refuse(*_args, **_options):
        raise AssertionError("counted again")

    monkeypatch.setattr(kept, "season_list", refuse)
    again = standing(competition)
    assert again.page(1) == rows
    assert again.summary.records == summary.records


def test_a_page_takes_its_own_rows_alone(competition, monkeypatch):
    monkeypatch.setattr(kept, "ON_A_PAGE", 2)
    shown = standing(competition)
    assert [[row.who.name for row in shown.page(number)] for number in (1, 2)] == [
        ["Anna Aal", "Bert Bos"],
        ["Cor Cats"],
    ]
    assert shown.summary.pages == 2
    assert [row.who.name for row in shown.found("cats")] == ["Cor Cats"]
    assert [row.who.name for row in shown.rows_at([2, 0])] == ["Cor Cats", "Anna Aal"]


def test_inside_a_transaction_nothing_is_kept(competition):
    """What is taken back must not be shown to anybody afterwards."""
    with transaction.atomic():
        punish(competition)
        assert names(competition)[0] == "Bert Bos"
        transaction.set_rollback(True)
    assert names(competition)[0] == "Anna Aal"
    book(competition.evenings.get().rounds.get(), entry_of(competition, "Cor"), 300, Posting.Kind.PENALTY)
    assert names(competition) == ["Cor Cats", "Anna Aal", "Bert Bos"]


def test_own_rows_are_marked_for_each_reader_apart(competition):
    user = factories.make_user("player", competition.club)
    user.roles.update(person=entry_of(competition, "Bert").people[0])
    reader = queries.reader_for(user, competition.club)
    names(competition)
    own = kept.Standing(Competition.objects.get(pk=competition.pk), reader, kept.View())
    assert [row.who.own for row in own.page(1)] == [False, True, False]
    assert own.own() == [1]
    assert not any(row.who.own for row in standing(competition).page(1))


def page(client, competition, name="public_season", **query):
    return client.get(reverse(name, args=[competition.club.slug, competition.pk]), query)


def test_a_readers_page_is_made_once_and_anew_after_a_change(client, competition, django_assert_num_queries):
    client.cookies["django_language"] = "en"
    first = page(client, competition)
    with django_assert_num_queries(1):
        again = page(client, competition)
    assert again.content == first.content
    assert again.headers["ETag"] == first.headers["ETag"]
    assert page(client, competition, title="").content
    punish(competition)
    changed = page(client, competition).content.decode()
    assert changed.index("Bert Bos") < changed.index("Anna Aal")
    client.cookies["django_language"] = "nl"
    assert "Plaats" in page(client, competition).content.decode()


def test_under_embargo_and_in_a_club_that_is_not_public_nothing_is_kept(client, competition):
    page(client, competition)
    Evening.objects.update(embargo_from=timezone.now())
    assert "Anna Aal" not in page(client, competition).content.decode()
    Evening.objects.update(embargo_from=None)
    assert "Anna Aal" in page(client, competition).content.decode()
    Club.objects.update(public=False)
    assert page(client, competition).status_code == 404


def test_who_is_signed_in_never_gets_the_page_of_another(client, competition):
    user = factories.make_user("player", competition.club)
    user.roles.update(person=entry_of(competition, "Anna").people[0])
    own = factories.sign_in(user)
    assert 'class="own"' in page(own, competition).content.decode()
    assert 'class="own"' not in page(client, competition).content.decode()


def test_what_somebody_types_is_not_kept(client, competition):
    page(client, competition, q="aal")
    page(client, competition, nonsense="1")
    assert not [key for key in caches["standings"]._cache if ":page:" in key]
