"""Ratings kept up to date: closing, correcting, moving, merging; always what a whole recomputation gives."""

from __future__ import annotations

import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tournaments import rating_queries
from tournaments.models import (
    EntryMember,
    Evening,
    Job,
    RatingEvening,
    RatingList,
    RatingMark,
    RatingPool,
    RatingValue,
    RatingYear,
    Seat,
)
from tournaments.rating import Parameters
from tournaments.services import (
    closing,
    decisions,
    effects,
    jobs,
    rating,
    rating_check,
    rating_periods,
    rating_preview,
)
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def play_evening(competition, user, *, scores=(100, 120), rounds=2, **fields) -> Evening:
    """An evening, played and closed."""
    evening = factories.make_evening(competition, **fields)
    for _number in range(rounds):
        round_ = factories.make_published_round(evening, actor=user)
        for table, we in zip(factories.tables(round_), scores, strict=False):
            factories.accept_sheet(table, user, we)
        closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    evening.refresh_from_db()
    return evening


def a_season(user, evenings=3, people=8, **fields):
    competition = factories.make_competition(people, **fields)
    return competition, [
        play_evening(competition, user, scores=(90 + 7 * at, 120 - 5 * at)) for at in range(evenings)
    ]


def for_the_same(competition, **fields):
    """Another competition of the same people."""
    members = EntryMember.objects.filter(competition=competition).select_related("person")
    return factories.make_competition([member.person for member in members], club=competition.club, **fields)


def a_table(evening, round_=1, number=1):
    return (
        evening.rounds.get(number=round_).tables.select_related("sheet", "round__evening").get(number=number)
    )


def correct(table, user, we):
    return factories.accept_sheet(table, user, we, base=table.sheet.newest().number)


def refreshed(competition) -> int:
    """Brings the ratings up to date, and proves them."""
    replayed = rating.refresh(competition.club_id)
    pool = rating_queries.pool_of(competition.club)
    verdict = rating_check.check(pool)
    assert verdict.is_right, verdict
    return replayed


def means(competition) -> dict[int, float]:
    return dict(
        RatingValue.objects.filter(pool__clubs__club=competition.club_id).values_list("person", "mean")
    )


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
    told, state = rating_preview.provisional(evening)
    assert len(told) == 2
    for table in told:
        for person in table.people:
            change = table.of(person)
            assert change.before == before[person]
            assert state.people.get(person).mean == change.after


def test_the_first_evening_of_a_club_is_foretold(user):
    evening = factories.make_evening(factories.make_competition(8))
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    told, state = rating_preview.provisional(evening)
    assert len(told) == 2
    assert len(state.people.place) == 8


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
    assert refreshed(competition) == 2


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


def test_luck_is_estimated_once_a_season(user):
    """Hardly any luck in these sheets, so the new estimate is lower; what was rated before it stays as it was."""
    competition = factories.make_competition(8)
    day = play_evening(competition, user, scores=(83, 85)).date
    refreshed(competition)
    before = means(competition)
    with pytest.raises(Refused, match="choose a later day"), translation.override("en"):
        rating_periods.start_period(competition.club_id, day, actor=user)
    found = rating_periods.start_period(competition.club_id, day + datetime.timedelta(days=1), actor=user)
    assert found.after.hand_variance < Parameters().hand_variance
    assert refreshed(competition) == 0
    assert means(competition) == before
    play_evening(competition, user)
    assert refreshed(competition) == 1
    told = rating_queries.player(Seat.objects.first().person)
    assert told.rounds[-1].change.total < told.rounds[0].change.total - 1_000
    with pytest.raises(Refused, match="once a season"), translation.override("en"):
        rating_periods.start_period(competition.club_id, day + datetime.timedelta(days=200), actor=user)


def test_without_rated_evenings_nothing_is_estimated(user):
    competition = factories.make_competition(4)
    with pytest.raises(Refused, match="no rated evenings"), translation.override("en"):
        rating_periods.start_period(competition.club_id, datetime.date(2026, 9, 1), actor=user)


# The official line --------------------------------------------------------------------------------------------


def test_lists_as_made_known_and_as_corrected(user):
    competition, evenings = a_season(user, 2)
    club = competition.club
    refreshed(competition)
    lists = RatingList.objects.order_by("pk")
    assert [each.evening_id for each in lists] == [evening.pk for evening in evenings]
    for evening, days in zip(evenings, (3, 2), strict=True):
        RatingList.objects.filter(evening=evening).update(at=timezone.now() - datetime.timedelta(days=days))
    first_day = timezone.localdate() - datetime.timedelta(days=3)
    then = {line.person: line.mean for line in rating_queries.list_as_made_known(club, first_day)}
    known = {line.person: line.mean for line in rating_queries.list_as_corrected(club, evenings[0].date)}
    assert then == known

    correct(a_table(evenings[0]), user, 155)
    refreshed(competition)
    assert lists.last().kind == RatingList.Kind.CORRECTION
    assert lists.last().day == evenings[0].date
    assert then == {line.person: line.mean for line in rating_queries.list_as_made_known(club, first_day)}
    now = {line.person: line.mean for line in rating_queries.list_as_corrected(club, evenings[0].date)}
    assert now != known
    today = rating_queries.list_as_made_known(club, timezone.localdate())
    assert {line.person: line.mean for line in today} == means(competition)
    before = rating_queries.list_as_made_known(club, timezone.localdate() - datetime.timedelta(days=9))
    assert before == []
    assert rating_queries.list_as_corrected(club, datetime.date(2020, 1, 1)) == []


def test_a_correction_marks_everybody_it_moves(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    before = means(competition)
    correct(a_table(evenings[1], round_=2), user, 155)
    refreshed(competition)
    after = means(competition)
    moved = {person for person in after if after[person] != before[person]}
    correction = RatingList.objects.get(kind=RatingList.Kind.CORRECTION)
    marks = RatingMark.objects.filter(list=correction)
    assert {mark.person_id for mark in marks} == moved
    assert moved
    assert all(mark.mean == after[mark.person_id] for mark in marks)


def test_a_change_that_moves_nobody_makes_no_list(user):
    """A penalty changes points, and the ledger, and no rating."""
    competition, evenings = a_season(user, 1)
    refreshed(competition)
    table = a_table(evenings[0])
    decisions.penalise(table.seats.first().entry, table.round, points=50, reason="late", actor=user)
    assert rating.stale(competition.club_id)
    assert refreshed(competition) == 0
    assert not rating.stale(competition.club_id)
    assert RatingList.objects.count() == 1


# Reading ------------------------------------------------------------------------------------------------------


def test_a_player_explained(user, django_assert_num_queries):
    competition, evenings = a_season(user, 3)
    refreshed(competition)
    person = Seat.objects.filter(round__evening=evenings[0]).first().person
    with django_assert_num_queries(3):
        told = rating_queries.player(person)
    assert len(told.rounds) == 6 == told.line.rounds
    assert told.rounds[0].change.before == Parameters().newcomer_mean
    total = told.rounds[0].change.before + sum(one.change.change for one in told.rounds)
    assert total == told.line.mean == told.marks[-1].mean
    assert [mark.list.evening_id for mark in told.marks] == [evening.pk for evening in evenings]
    assert sum(one.rounds for one in told.partners()) == 6
    assert sum(one.rounds for one in told.opponents()) == 12
    partner = told.partners()[0].person
    assert told.pair(partner).rounds == len(told.with_partner(partner))
    assert told.pair(person.pk) is None


def test_lists_of_a_club(user, django_assert_max_num_queries):
    competition, _evenings = a_season(user, 2)
    refreshed(competition)
    with django_assert_max_num_queries(4):
        lines = rating_queries.club_list(competition.club)
    assert [line.mean for line in lines] == sorted(means(competition).values(), reverse=True)
    assert {line.status for line in lines} == {"provisional"}
    later = rating_queries.club_list(competition.club, on=timezone.localdate() + datetime.timedelta(days=900))
    assert later[0].band > lines[0].band
    assert rating_queries.key_of(competition.club)


def test_nobody_rated(user):
    competition = factories.make_competition(4)
    person = EntryMember.objects.filter(competition=competition).first().person
    assert rating_queries.player(person) is None
    assert rating_queries.club_list(competition.club) == []
    assert rating_queries.list_as_made_known(competition.club, timezone.localdate()) == []
    assert rating_queries.list_as_corrected(competition.club, timezone.localdate()) == []
    assert rating_queries.key_of(competition.club) == ""


# Consequences -------------------------------------------------------------------------------------------------


def test_what_a_correction_would_change(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    before = means(competition)

    def act():
        correct(a_table(evenings[0]), user, 155)

    found = effects.of(competition, act, since=1)
    (part,) = [part for part in found.parts if part.title == "Ratings"]
    assert means(competition) == before, "nothing was done"
    act()
    refreshed(competition)
    after = means(competition)
    shown = {
        round(1500 + mean, 1) for person, mean in after.items() if round(mean, 1) != round(before[person], 1)
    }
    told = {
        float(moved.after.value.replace("\N{NARROW NO-BREAK SPACE}", "").replace(",", "."))
        for moved in part.moved
    }
    assert told == shown


def test_the_command_proves_the_ratings(user):
    competition, _evenings = a_season(user, 1)
    out = StringIO()
    call_command("rating", "--check", stdout=out)
    assert f"{competition.club}: 1 evenings rated" in out.getvalue()
    assert f"{competition.club}: right, " in out.getvalue()
    value = RatingValue.objects.first()
    value.mean += 1
    value.save()
    with pytest.raises(CommandError, match="differ"):
        call_command("rating", "--check", stdout=out)
