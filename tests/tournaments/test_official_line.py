"""The official line on the page of a player, its graph and its JSON: where each point stands, and what is told of
corrections. Every rating is worked out by the core from the rounds that are given."""

from __future__ import annotations

import datetime
import re

import pytest
from django.test import TestCase
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import strip_tags

from tests import factories
from tests.tournaments.rated_acts import World, values
from tournaments.models import Club, Competition, RatingList, RatingNote
from tournaments.players.career import Career
from tournaments.players.kept import look_of_club
from tournaments.players.line import printed
from tournaments.rating.shown import ZERO
from tournaments.services import competitions, rating_preview
from tournaments.standing.queries import DESK, Reader

pytestmark = pytest.mark.django_db
PUBLIC = Reader(public=True)
THIRD, TENTH, SEVENTEENTH = (datetime.date(2026, 9, day) for day in (3, 10, 17))
AMSTERDAM = timezone.get_default_timezone()


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def world(monkeypatch):
    return World(monkeypatch)


@pytest.fixture
def eight():
    club = factories.make_club()
    people = factories.make_people(8, club)
    return factories.make_competition(people, club=club), people


def at(day, hour=22, minute=30):
    return datetime.datetime.combine(day, datetime.time(hour, minute), AMSTERDAM)


def keys(people, *places):
    return [people[place].pk for place in places]


def line(career):
    """The official points: day, mean, with the mark of a correction."""
    return [(one.day, one.mean, one.corrected) for one in career.moments() if one.mean is not None]


def known(world, person, *evenings):
    return values(world.sheets[evening.pk] for evening in evenings)[person.pk].mean


# Where a point stands -----------------------------------------------------------------------------------------


def test_a_late_evening_stands_where_it_was_made_known(world, eight):
    """3 and 17 September first; 10 September is closed on the 20th. The line ends at the rating."""
    competition, people = eight
    four, others = keys(people, 0, 1, 2, 3), keys(people, 0, 4, 2, 5)
    one = world.close(competition, THIRD, [(four, -500)], at=at(THIRD))
    three = world.close(competition, SEVENTEENTH, [(others, 500)], at=at(SEVENTEENTH))
    world.run(competition.club)
    late = world.close(competition, TENTH, [(four, 500)], at=at(datetime.date(2026, 9, 20), 11))
    world.run(competition.club)
    career = Career(competition.club, people[0], PUBLIC)
    rating = known(world, people[0], one, late, three)
    assert line(career) == [
        (THIRD, known(world, people[0], one), False),
        (SEVENTEENTH, known(world, people[0], one, three), False),
        (datetime.date(2026, 9, 20), rating, False),
    ]
    assert career.line.mean == rating
    (row,) = [moment for moment in career.moments() if moment.day == TENTH]
    assert (row.mean, row.now) == (None, known(world, people[0], one, late))
    assert [list_.day for list_ in RatingList.objects.order_by("at", "pk")] == [THIRD, SEVENTEENTH, TENTH]


def test_a_season_that_is_typed_in_one_afternoon_stands_on_its_own_days(world, eight):
    competition, people = eight
    made = [
        world.close(competition, day, [(keys(people, 0, 1, 2, 3), 500)])
        for day in (THIRD, TENTH, SEVENTEENTH)
    ]
    world.run(competition.club)
    career = Career(competition.club, people[0], PUBLIC)
    assert line(career) == [
        (evening.date, known(world, people[0], *made[: count + 1]), False)
        for count, evening in enumerate(made)
    ]


def test_of_several_lists_on_a_day_the_last_stands_and_the_mark_is_kept(world, eight):
    """The mistake is told at the club: corrected and closed on the same evening, in that order."""
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    one = world.close(competition, THIRD, [(four, -500)], at=at(THIRD))
    world.run(competition.club)
    world.correct(one, [(four, 900)])
    world.run(competition.club)
    RatingList.objects.filter(kind="correction").update(at=at(TENTH, 21))
    two = world.close(competition, TENTH, [(four, -300)], at=at(TENTH))
    world.run(competition.club)
    career = Career(competition.club, people[0], PUBLIC)
    assert [(day, corrected) for day, _mean, corrected in line(career)] == [(THIRD, False), (TENTH, True)]
    assert line(career)[-1][1] == known(world, people[0], one, two) == career.line.mean


def test_the_day_of_a_correction_is_that_of_the_club(world, eight):
    """Half past midnight on 1 December in the Netherlands is still 30 November in Greenwich."""
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    one = world.close(competition, THIRD, [(four, -500)], at=at(THIRD))
    world.run(competition.club)
    world.correct(one, [(four, 900)])
    world.run(competition.club)
    RatingList.objects.filter(kind="correction").update(at=at(datetime.date(2026, 12, 1), 0, 30))
    career = Career(competition.club, people[0], PUBLIC)
    assert line(career)[-1][0] == datetime.date(2026, 12, 1)


# When the job comes late --------------------------------------------------------------------------------------


def test_a_correction_that_is_followed_after_the_next_evening_has_its_own_list(world, eight):
    """Twice corrected, with an evening closed in between, before the job comes round: four lists in that order."""
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    one = world.close(competition, THIRD, [(four, -500)])
    world.run(competition.club)
    before = known(world, people[0], one)
    world.correct(one, [(four, 900)])
    first = known(world, people[0], one)
    two = world.close(competition, TENTH, [(four, -300)])
    both = known(world, people[0], one, two)
    world.correct(one, [(four, 100)])
    assert RatingNote.objects.count() == 3
    world.run(competition.club)
    assert not RatingNote.objects.exists()
    rating = known(world, people[0], one, two)
    marks = Career(competition.club, people[0], DESK).player.marks
    assert [(mark.list.kind, mark.mean) for mark in marks] == [
        ("evening", before),
        ("correction", first),
        ("evening", both),
        ("correction", rating),
    ]
    told = Career(competition.club, people[0], DESK).corrections()
    assert [(one.before, one.after) for one in told] == [
        (printed(both), printed(rating)),
        (printed(before), printed(first)),
    ]
    assert all(each.evening == one for each in told)


def test_without_notes_what_was_known_is_corrected_before_what_is_new_is_made_known(world, eight):
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    one = world.close(competition, THIRD, [(four, -500)])
    world.run(competition.club)
    world.correct(one, [(four, 900)], noted=False)
    first = known(world, people[0], one)
    two = world.close(competition, TENTH, [(four, -300)], noted=False)
    world.run(competition.club)
    marks = Career(competition.club, people[0], DESK).player.marks
    assert [(mark.list.kind, mark.mean) for mark in marks[1:]] == [
        ("correction", first),
        ("evening", known(world, people[0], one, two)),
    ]


# Whom it is told ----------------------------------------------------------------------------------------------


def test_a_correction_is_told_to_whom_the_look_ahead_names(world, eight):
    """A sheet of the first evening, 20 points otherwise: 0.2 for who sat there. Three who met one of them on the second
    evening and move in the last digits alone: no line, no square, no point."""
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    one = world.close(competition, THIRD, [(four, -500), (keys(people, 4, 5, 6, 7), 300)])
    two = world.close(competition, TENTH, [(keys(people, 0, 4, 5, 6), 200)])
    world.run(competition.club)
    before = rating_preview.ratings_of(competition.club_id)
    was = values(world.sheets[evening.pk] for evening in (one, two))
    world.correct(one, [(four, -480), (keys(people, 4, 5, 6, 7), 300)])
    foreseen = rating_preview.ratings_of(competition.club_id)
    world.run(competition.club)
    now = values(world.sheets[evening.pk] for evening in (one, two))
    moved = {person.pk for person in people if foreseen[person.pk] != before[person.pk]}
    assert moved == set(four)
    touched = {person.pk for person in people if now[person.pk].mean != was[person.pk].mean}
    assert touched > moved, "others moved by less than can be printed"
    for person in people:
        career = Career(competition.club, person, PUBLIC)
        told = career.corrections()
        assert bool(told) is (person.pk in moved)
        assert any(moment.corrected for moment in career.moments()) is (person.pk in moved)
        assert len(line(career)) == len({moment.day for moment in career.moments()})
        for each in told:
            assert each.after - each.before == each.change
            assert each.before == printed(was[person.pk].mean)
            assert each.after == printed(now[person.pk].mean)


def test_what_is_printed_of_a_correction_adds_up(world, eight):
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    one = world.close(competition, THIRD, [(four, -500)])
    world.run(competition.club)
    world.correct(one, [(four, -480)])
    world.run(competition.club)
    html = factories.sign_in(factories.make_user(club=competition.club)).get(
        reverse("person", args=[competition.club.slug, people[0].pk])
    )
    found = re.search(r">([^<>→]+) → ([^<>→]+) <strong>\(\+([\d.]+)\)", html.content.decode())
    before, after, change = found.groups()
    ends = [float(re.sub(r"\s", "", each)) for each in (before, after)]
    assert ends[1] - ends[0] == pytest.approx(float(change))
    assert ends[0] == float(printed(-12.2 - 500 * 3504.64 / 312790.12)), "by hand: 1.1204 % of 500"


# Clubs that are not public ------------------------------------------------------------------------------------


@pytest.fixture
def guest(world, eight):
    """Somebody of a public club who also plays in one that is not, on other days and the last of all."""
    competition, people = eight
    hidden = factories.make_club(public=False)
    strangers = factories.make_people(3, hidden, start=20)
    other = factories.make_competition([people[0], *strangers], club=hidden)
    played = [
        world.close(competition, THIRD, [(keys(people, 0, 1, 2, 3), 500)]),
        world.close(other, TENTH, [([people[0].pk, *keys(strangers, 0, 1, 2)], 700)]),
        world.close(competition, SEVENTEENTH, [(keys(people, 0, 1, 2, 3), 300)]),
        world.close(other, datetime.date(2026, 9, 24), [([people[0].pk, *keys(strangers, 0, 1, 2)], -900)]),
    ]
    for club in (competition.club, hidden):
        world.run(club)
    return competition, people[0], played


def test_a_club_that_is_not_public_shows_no_day_elsewhere(world, guest):
    competition, person, played = guest
    rating = known(world, person, *played)
    career = Career(competition.club, person, PUBLIC)
    days = [moment.day for moment in career.moments()]
    assert days == [THIRD, SEVENTEENTH, timezone.localdate()], "what came of it stands on today"
    assert line(career)[-1][1] == career.line.mean == rating
    assert career.moments()[-1].now == rating
    desk = Career(competition.club, person, DESK)
    assert {TENTH, datetime.date(2026, 9, 24)} <= {moment.day for moment in desk.moments()}
    Club.objects.filter(public=False).update(public=True)
    assert TENTH in {moment.day for moment in Career(competition.club, person, PUBLIC).moments()}


def test_a_page_that_was_kept_is_made_again_when_another_club_is_no_longer_public(world, guest):
    competition, _person, _played = guest
    Club.objects.filter(public=False).update(public=True)
    before = look_of_club(competition.club.slug)
    assert look_of_club(competition.club.slug) == before
    Club.objects.exclude(pk=competition.club_id).update(public=False)
    assert look_of_club(competition.club.slug) != before


def test_its_corrections_are_not_told_elsewhere_either(world, guest):
    competition, person, played = guest
    strangers = [one for one in world.sheets[played[1].pk].people if one != person.pk]
    world.correct(played[1], [([person.pk, *strangers], -1200)])
    world.run(Club.objects.get(public=False))
    career = Career(competition.club, person, PUBLIC)
    assert career.corrections() == []
    assert line(career)[-1][1] == known(world, person, *played)
    (told,) = Career(competition.club, person, DESK).corrections()
    assert told.elsewhere
    assert told.causes == ()


def test_the_json_tells_the_same(world, guest, client):
    competition, person, played = guest
    answer = client.get(f"/api/1/clubs/{competition.club.slug}/players/{person.pk}/").json()
    assert [row["date"] for row in answer["history"]] == [
        THIRD.isoformat(),
        SEVENTEENTH.isoformat(),
        timezone.localdate().isoformat(),
    ]
    assert answer["history"][-1]["known"] == ZERO + known(world, person, *played)


# Competitions that begin or cease to count --------------------------------------------------------------------


def _switch(competition, user, *, rated):
    competition = Competition.objects.get(pk=competition.pk)
    competition.rated = rated
    rules = {"ruleset": competition.ruleset, "pairing": competition.pairing}
    with TestCase.captureOnCommitCallbacks(execute=True):
        competitions.save_competition(competition, rules, actor=user)


def test_a_competition_that_no_longer_counts_says_so_and_no_evening(world, eight):
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    user = factories.make_user(club=competition.club)
    other = factories.make_competition(people, club=competition.club)
    world.close(other, THIRD, [(four, 400)])
    evenings = [world.close(competition, day, [(four, 500)]) for day in (TENTH, SEVENTEENTH)]
    world.run(competition.club)
    for rated, says in (
        (False, "no longer counts for the rating"),
        (True, "counts for the rating from now on"),
    ):
        _switch(competition, user, rated=rated)
        world.run(competition.club)
        told = Career(competition.club, people[0], PUBLIC).corrections()[0]
        assert told.evening is None
        assert told.day == TENTH, "the first evening of it"
        assert told.causes == (f"{competition} {says}",)
    assert told.after == printed(known(world, people[0], *other.evenings.all(), *evenings))
    page = factories.sign_in(user).get(reverse("person", args=[competition.club.slug, people[0].pk]))
    words = strip_tags(page.content.decode())
    assert words.count("The ratings were worked out anew") == 2
    assert "was corrected" not in words
    assert "were corrected" not in words


def test_a_competition_that_begins_to_count_afterwards_is_one_correction(world, eight):
    """Its evenings were closed long before, and nothing was made known of them then."""
    competition, people = eight
    four = keys(people, 0, 1, 2, 3)
    user = factories.make_user(club=competition.club)
    other = factories.make_competition(people, club=competition.club, rated=False)
    quiet = [world.close(other, day, [(four, 400)]) for day in (THIRD, TENTH)]
    one = world.close(competition, SEVENTEENTH, [(four, 500)])
    world.run(competition.club)
    assert RatingList.objects.count() == 1
    _switch(other, user, rated=True)
    world.run(competition.club)
    list_ = RatingList.objects.get(kind="correction")
    assert (list_.evening, list_.day) == (None, THIRD)
    (told,) = Career(competition.club, people[0], PUBLIC).corrections()
    assert told.causes == (f"{other} counts for the rating from now on",)
    assert told.after == printed(known(world, people[0], *quiet, one))
