"""Who stops in mid-season: the matches that wait are named, and settled in one act."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tests.tournaments.filled_form import shown
from tournaments import league_board
from tournaments.models import Change, Fixture, Role
from tournaments.services import fixtures, leagues_play, leaving, people, seasons
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing.queries import DESK

pytestmark = pytest.mark.django_db
State = Fixture.State


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def division():
    """Of four, everybody has played once: first beats second 1500 to 1200, third and fourth are equal."""
    division = league.make_division(4)
    made = league.make_fixtures(division)
    league.play(division.competition, {made[0]: (1500, 1200), made[1]: (1300, 1300)}, factories.make_user())
    return division


@pytest.fixture
def user(division):
    return factories.make_user(Role.Kind.ORGANISER, division.competition.club)


@pytest.fixture
def four(division):
    first, second = division.fixtures.order_by("number")[:2]
    return first.home, first.away, second.home, second.away


def points(division) -> dict[int, tuple[int, int]]:
    """Played and points by entry."""
    board = league_board.load_division(division, DESK)
    return {line.entry: (line.played, line.points) for line in board.lines}


def leave(entry, user):
    people.remove_entry(entry, actor=user)
    entry.refresh_from_db()
    return entry


def test_all_that_waits_goes_to_the_opponents(division, user, four):
    winner, loser, third, fourth = four
    leave(winner, user)
    assert leaving.settle(winner, leaving.AWARD, "stopped", actor=user, key="k") == 2
    # third and fourth: 1 of their equal match and 2 without play; the match that was played stays
    assert points(division) == {winner.pk: (3, 2), loser.pk: (1, 0), third.pk: (2, 3), fourth.pk: (2, 3)}
    assert set(division.fixtures.filter(state=State.AWARDED).values_list("note", flat=True)) == {"stopped"}
    change = Change.objects.get(verb="settle matches of entry")
    assert (change.actor, change.detail["way"], change.detail["reason"]) == (user, "award", "stopped")
    assert len(change.detail["matches"]) == 2
    with pytest.raises(AlreadyDone):
        leaving.settle(winner, leaving.AWARD, "stopped", actor=user, key="k")
    assert leaving.open_matches(winner) == []


def test_all_that_waits_is_cancelled_and_counts_for_nobody(division, user, four):
    winner = four[0]
    before = points(division)
    leave(winner, user)
    assert leaving.settle(winner, leaving.CANCEL, "stopped", actor=user) == 2
    assert points(division) == before
    assert points(division)[winner.pk] == (1, 2)
    cancelled = division.fixtures.filter(state=State.CANCELLED)
    assert all(winner.pk in (match.home_id, match.away_id) for match in cancelled)
    assert cancelled.count() == 2
    assert sum(match.settled for match in league_board.load_division(division, DESK).matches) == 4


def test_a_match_of_two_who_both_stopped_goes_to_nobody(division, user, four):
    winner, _loser, third, fourth = four
    leave(winner, user)
    leave(third, user)
    assert leaving.settle(winner, leaving.AWARD, "stopped", actor=user) == 2
    assert points(division)[fourth.pk] == (2, 3)
    assert points(division)[third.pk] == (1, 1)
    assert division.fixtures.filter(state=State.CANCELLED).count() == 1


def test_in_a_knock_out_the_opponent_goes_on(user):
    cup = league.make_division(4, kind="knock_out", name="Cup")
    made = league.make_fixtures(cup)
    gone = leave(made[0].home, user)
    assert leaving.settle(gone, leaving.CANCEL, "ill", actor=user) == 1
    final = league_board.load_division(cup, DESK).matches[-1]
    assert made[0].away_id in (final.home.entry, final.away.entry)


def test_what_cannot_be_settled_is_refused_and_nothing_is_done(division, user, four):
    winner = four[0]
    with pytest.raises(Refused, match="takes part"):
        leaving.settle(winner, leaving.AWARD, "stopped", actor=user)
    waiting = [match.fixture for _board, match in leaving.open_matches(winner)]
    evening = league.evening_of(division.competition)
    leagues_play.draw_fixtures(evening, [waiting[-1].pk], actor=user)
    leave(winner, user)
    with pytest.raises(Refused, match="Say why"):
        leaving.settle(winner, leaving.AWARD, " ", actor=user)
    with pytest.raises(Refused, match=f"match {waiting[-1].number}: This match has a table"):
        leaving.settle(winner, leaving.AWARD, "stopped", actor=user)
    assert not division.fixtures.filter(state=State.AWARDED).exists()
    assert not Change.objects.filter(verb="award match").exists()


def test_a_closed_season_stays_as_it_is(division, user, four):
    leave(four[0], user)
    competition = division.competition
    competition.season = "2026/27"
    competition.save()
    seasons.close(competition, actor=user)
    entry = competition.entries.get(pk=four[0].pk)
    with pytest.raises(Refused):
        leaving.settle(entry, leaving.AWARD, "stopped", actor=user)
    assert not division.fixtures.filter(state=State.AWARDED).exists()


def test_whoever_is_removed_brings_the_page_that_names_the_matches(division, user, four):
    winner, _loser, third, _fourth = four
    competition = division.competition
    desk = factories.sign_in(user)
    gone = desk.post(reverse("entry_remove", args=[competition.pk, winner.pk]))
    url = reverse("entry_left", args=[competition.pk, winner.pk])
    assert gone.url == url
    page = desk.get(url)
    assert "2 matches still wait" in page.text
    for address in (reverse("division", args=[division.pk]), reverse("league", args=[competition.pk])):
        text = desk.get(address).text
        assert url in text
        assert text.count("withdrawn") == 1
    assert desk.post(url, shown(page) | {"reason": [""]}).status_code == 422
    look = desk.post(url, shown(page) | {"reason": ["moved house"], "look": ["1"]})
    assert points(division)[third.pk] == (1, 1)  # nothing is done yet
    saved = desk.post(url, shown(look) | {"reason": ["moved house"], "save": ["1"]}, follow=True)
    assert "2 matches of" in saved.text
    assert points(division)[third.pk] == (2, 3)
    assert url not in desk.get(reverse("division", args=[division.pk])).text
    assert desk.get(url).status_code == 302


def test_before_it_is_done_everybody_sees_who_moves(division, user, four):
    """The best stops. For the opponents, third and fourth get 2 points more: 3 each, and pass him (2); one goes up."""
    winner, loser, third, fourth = four
    division.promoted = 1
    division.save()
    leave(winner, user)
    address = reverse("entry_left", args=[division.competition.pk, winner.pk])
    desk = factories.sign_in(user)
    sent = shown(desk.get(address)) | {"reason": ["moved house"], "look": ["1"]}
    parts = {part.title: part for part in desk.post(address, sent).context["effects"].parts}
    moved = {line.name: line for line in parts["Table of First division"].moved}
    assert (moved[winner.name].before.rank, moved[winner.name].before.value) == (1, "2")
    assert moved[winner.name].after.rank == 3
    assert {moved[one.name].after.value for one in (third, fourth)} == {"3"}
    assert loser.name not in moved or moved[loser.name].after.value == "0"
    waiting = [match.fixture for _board, match in leaving.open_matches(winner)]
    assert parts["Matches"].lines == tuple(
        f"First division, match {one.number}, {one.home.name} – {one.away.name}: not played, "
        f"{(one.away if one.home_id == winner.pk else one.home).name} wins."
        for one in waiting
    )
    up = parts["Who goes up, on or down"].lines
    assert f"First division: {winner.name} would stay now." in up
    assert len(up) == 2
    cancelled = desk.post(address, sent | {"way": [leaving.CANCEL]}).context["effects"]
    assert [part.title for part in cancelled.parts] == ["Matches"]
    assert all(line.endswith("not played, and counts for nobody.") for line in cancelled.parts[0].lines)
    assert not division.fixtures.filter(state=State.AWARDED).exists()


def test_what_was_seen_is_what_is_done(division, user, four):
    """While the page lay open another match was decided: the new effects are shown first."""
    winner, loser, third, _fourth = four
    leave(winner, user)
    address = reverse("entry_left", args=[division.competition.pk, winner.pk])
    desk = factories.sign_in(user)
    sent = shown(desk.get(address)) | {"reason": ["moved house"]}
    look = desk.post(address, sent | {"look": ["1"]})
    other = division.fixtures.get(home__in=[loser, third], away__in=[loser, third])
    fixtures.award(other, third, "ill", actor=user)
    again = shown(look) | {"reason": ["moved house"], "save": ["1"]}
    answer = desk.post(address, again)
    assert answer.context["effects"].fingerprint != look.context["effects"].fingerprint
    assert division.fixtures.filter(state=State.AWARDED).count() == 1
    assert desk.post(address, shown(answer) | {"reason": ["moved house"], "save": ["1"]}).status_code == 302
    assert division.fixtures.filter(state=State.AWARDED).count() == 3


def test_who_has_no_match_left_brings_the_list():
    competition = factories.make_competition(8, kind="pairs", rounds=1)
    user = factories.make_user(Role.Kind.ORGANISER, competition.club)
    entry = competition.entries.first()
    desk = factories.sign_in(user)
    assert desk.post(reverse("entry_remove", args=[competition.pk, entry.pk])).url == reverse(
        "entries", args=[competition.pk]
    )
