"""Ratings kept up to date: closing, correcting, moving, merging; always what a whole recomputation gives."""

from __future__ import annotations

import datetime
import re

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from tests import factories
from tests.tournaments.ledger import accept, side
from tests.tournaments.played import play_evening
from tests.tournaments.rated_season import a_season, a_table, correct, for_the_same, means, refreshed
from tournaments import rating_queries
from tournaments.models import (
    EntryMember,
    Evening,
    Job,
    RatingEvening,
    RatingList,
    RatingPool,
    RatingValue,
    RatingYear,
    Seat,
)
from tournaments.services import (
    closing,
    decisions,
    effects,
    jobs,
    rating,
    rating_check,
    rating_preview,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def test_one_round_by_hand(user):
    """Four newcomers, 16 deals of 100 – 62: 608 of surprise.

    Total 4 × 3504.64 + 546.6² = 14,018.56 + 298,771.56 = 312,790.12; everybody's share 3504.64 / 312,790.12 = 1.1204 %,
    so ± 6.8122 from -12.2.
    """
    competition = factories.make_competition(4)
    evening = play_evening(competition, user, scores=(100,), rounds=1)
    assert refreshed(competition) == 1
    known = means(competition)
    for seat in Seat.objects.filter(round__evening=evening):
        won = 6.8122 if seat.position in "NS" else -6.8122
        assert known[seat.person_id] == pytest.approx(-12.2 + won, abs=1e-3)


def test_closing_an_evening_has_it_rated(user, django_capture_on_commit_callbacks, monkeypatch):
    monkeypatch.setattr(jobs, "ring", lambda job, **options: None)
    competition = factories.make_competition(8)
    with django_capture_on_commit_callbacks(execute=True):
        play_evening(competition, user)
    job = Job.objects.get(kind="rating")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert RatingValue.objects.count() == 8
    assert refreshed(competition) == 0, "all is done"


def test_a_correction_is_rated_from_its_evening_on(user, django_capture_on_commit_callbacks, monkeypatch):
    monkeypatch.setattr(jobs, "ring", lambda job, **options: None)
    competition, evenings = a_season(user)
    assert refreshed(competition) == 3
    with django_capture_on_commit_callbacks(execute=True):
        correct(a_table(evenings[1]), user, 150)
    assert Job.objects.filter(kind="rating").count() == 1
    jobs.run(Job.objects.get(kind="rating").pk)
    assert refreshed(competition) == 0
    correct(a_table(evenings[0]), user, 60)
    assert refreshed(competition) == 3


def test_the_same_stale_again_is_rated_again(user, django_capture_on_commit_callbacks, monkeypatch):
    monkeypatch.setattr(jobs, "ring", lambda job, **options: None)
    competition, _evenings = a_season(user, 1)
    for _time in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            rating.ask(competition)
        job = Job.objects.get(kind="rating")
        assert job.state == Job.State.QUEUED
        jobs.run(job.pk)
        RatingEvening.objects.all().delete()


def test_an_open_evening_is_only_foretold(user):
    competition, _evenings = a_season(user, 1)
    refreshed(competition)
    before = means(competition)
    evening = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    assert refreshed(competition) == 0
    assert means(competition) == before
    told = rating_preview.explained(evening)
    assert len(told) == 2
    foretold = rating_preview.provisional(competition.club_id, rating_preview.running(competition.club_id))
    for table in told:
        for person in table.people:
            change = table.of(person)
            one = foretold[person]
            assert (one.before, one.after) == (before[person], change.after)
            assert (change.before, one.rounds, one.day, one.again) == (one.before, 1, evening.date, False)


def test_the_first_evening_of_a_club_is_foretold(user):
    """Newcomers, - 12.2 each: 1500 - 1092 = 408; share 3504.64 / (4 × 3504.64 + 546.6²) = 0.0112045; ± 4.5714."""
    evening = factories.make_evening(factories.make_competition(4))
    club = evening.competition.club_id
    round_ = factories.make_published_round(evening, actor=user)
    assert rating_preview.running(club) == []
    (table,) = factories.tables(round_)
    accept(table, user, we=side(1500), they=side(1092))
    foretold = rating_preview.provisional(club, rating_preview.running(club))
    assert {one.before for one in foretold.values()} == {None}
    for seat in table.seats.all():
        sign = 1 if seat.position in "NS" else -1
        assert foretold[seat.person_id].after == pytest.approx(-12.2 + sign * 4.5714, abs=1e-3)


def test_an_evening_that_is_open_again_is_foretold_by_its_sheets_of_now(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    counted = means(competition)
    closing.reopen_evening(evenings[1], actor=user)
    correct(a_table(evenings[1]), user, 80)
    assert refreshed(competition) == 0, "it counts as it was until it is closed again"
    assert means(competition) == counted
    foretold = rating_preview.provisional(competition.club_id, rating_preview.running(competition.club_id))
    assert all(one.again and one.before == counted[person] for person, one in foretold.items())
    closing.close_evening(evenings[1], actor=user)
    refreshed(competition)
    assert {person: one.after for person, one in foretold.items()} == means(competition)
    assert means(competition) != counted


def test_a_check_of_an_evening_that_is_open_again(user, capsys):
    """Its rounds count as they were when it was closed: that is right, and said."""
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    pool = rating_queries.pool_of(competition.club)
    assert rating_check.check(pool).open_again == ()
    closing.reopen_evening(evenings[1], actor=user)
    correct(a_table(evenings[1]), user, 80)
    verdict = rating_check.check(pool)
    assert verdict.is_right
    assert verdict.open_again == (evenings[1],)
    call_command("rating", "--check")
    told = capsys.readouterr().out
    assert ": right, " in told
    assert f"evening 2 of {competition}, {evenings[1].date}, is open again" in told
    RatingValue.objects.filter(pool=pool).first().delete()
    assert not rating_check.check(pool).is_right, "and what is wrong is still found"


def test_nobody_is_moved_by_what_is_not_rated(user):
    """An evening of a competition that does not count, and a score that the organiser decided."""
    competition, evenings = a_season(user, 2)
    friendly = for_the_same(competition, rated=False)
    play_evening(friendly, user)
    refreshed(competition)
    assert RatingEvening.objects.count() == 2

    table = a_table(evenings[1])
    seat = table.seats.first()
    decisions.decide_score(seat.entry, table.round, points=1296, reason="wrong cards", actor=user)
    refreshed(competition)
    day = rating_queries.player(seat.person)
    assert [one.change.round for one in day.rounds if one.day == evenings[1].date.toordinal()] == [2]


def test_a_competition_that_no_longer_counts(user):
    competition, _evenings = a_season(user, 2)
    refreshed(competition)
    competition.rated = False
    competition.save()
    refreshed(competition)
    assert means(competition) == {}
    assert RatingYear.objects.count() == 0


def test_the_form_leaves_a_competition_out(user):
    """A competition that is saved without the tick no longer counts, and one that gets it counts again."""
    competition, _evenings = a_season(user, 1)
    client = factories.sign_in(factories.make_user("administrator", competition.club))
    url = reverse("competition_edit", args=[competition.pk])
    form = client.get(url).context["form"]
    assert form.initial["rated"] is True
    typed = {name: value for name, value in form.initial.items() if value not in (None, False)}
    for data, counts in (({k: v for k, v in typed.items() if k != "rated"}, False), (typed, True)):
        assert client.post(url, data).status_code == 302
        competition.refresh_from_db()
        assert competition.rated is counts
        refreshed(competition)
        assert bool(means(competition)) is counts


def test_a_substitute_is_rated_himself(user):
    club = factories.make_club()
    competition = factories.make_competition(4, club=club)
    guest = factories.make_person("Gast Zonder Plaats", club)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    seat = Seat.objects.filter(round=round_).first()
    absent = seat.person
    Seat.objects.filter(pk=seat.pk).update(person=guest)
    factories.accept_sheet(factories.tables(round_)[0], user, 120)
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    refreshed(competition)
    assert guest.pk in means(competition)
    assert absent.pk not in means(competition)


def test_an_evening_that_is_opened_moved_and_closed_again(user):
    competition, evenings = a_season(user, 2)
    other = for_the_same(competition)
    refreshed(competition)
    closing.reopen_evening(evenings[1], actor=user)
    assert rating.refresh(competition.club_id) == 0, "it stays as it was while it is open"
    Evening.objects.filter(pk=evenings[1].pk).update(date=evenings[1].date + datetime.timedelta(weeks=3))
    closing.close_evening(Evening.objects.get(pk=evenings[1].pk), actor=user)
    play_evening(other, user, date=evenings[1].date + datetime.timedelta(weeks=1))
    assert refreshed(competition) == 3, "the one that moved; then the new one before it, and it again"


def test_a_late_evening_goes_to_its_place(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    other = for_the_same(competition)
    play_evening(other, user, date=evenings[0].date + datetime.timedelta(days=1))
    assert refreshed(competition) == 2, "itself and the one that follows"


def test_two_people_turn_out_to_be_one(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    one, other = Seat.objects.filter(round__evening=evenings[1], round__number=1).order_by("pk")[:2]
    stranger = factories.make_person("Nieuwe Naam", competition.club)
    Seat.objects.filter(person=one.person, round__evening=evenings[1]).update(person=stranger)
    rating.forget(evenings[1:])
    assert refreshed(competition) == 1, "split: from the second evening on somebody else"
    assert RatingValue.objects.get(person=stranger).rounds == 2
    Seat.objects.filter(person=stranger).update(person=one.person)
    rating.forget(evenings[1:])
    assert refreshed(competition) == 1, "merged again"
    assert not RatingValue.objects.filter(person=stranger).exists()
    assert other.person_id in means(competition)


def test_a_guest_ties_two_clubs_together(user):
    one, _evenings = a_season(user, 2)
    far, _evenings = a_season(user, 2)
    refreshed(one)
    refreshed(far)
    assert RatingPool.objects.count() == 2
    visitor = EntryMember.objects.filter(competition=one).first().person
    member = EntryMember.objects.filter(competition=far).first()
    EntryMember.objects.filter(pk=member.pk).update(person=visitor)
    play_evening(far, user)
    assert refreshed(far) == 5, "both are replayed as one"
    assert RatingPool.objects.count() == 1
    assert rating_queries.pool_of(one.club) == rating_queries.pool_of(far.club)
    assert RatingValue.objects.get(person=visitor).rounds == 6
    assert set(RatingList.objects.values_list("pool", flat=True)) == {RatingPool.objects.get().pk}


def test_a_deleted_evening_is_left_out(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    first = evenings[0]
    RatingEvening.objects.filter(evening=first).update(evening=None)
    Evening.objects.filter(pk=first.pk).update(closed_at=None)
    assert refreshed(competition) == 1


def test_a_preview_heads_ratings_as_ratings(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    found = effects.of(competition, lambda: correct(a_table(evenings[0]), user, 80))
    told = {part.title: part.of for part in found.parts if part.moved}
    assert told.pop(gettext("Ratings")) == gettext("Rating")
    assert told
    assert set(told.values()) == {""}, "the other lists are of points"
    page = render_to_string("corrections/_effects.html", {"effects": found})
    heads = re.findall(r'<th scope="col" class="num">([^<]*)</th></tr>', page)
    assert heads.count(gettext("Rating")) == 1
    assert heads.count(gettext("Points")) == len(heads) - 1 > 0
