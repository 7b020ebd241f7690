"""Line-ups of teams: reserves, guests, and what cannot be."""

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments.models import Change, Seat
from tournaments.services import draw, leagues_play, line_ups
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def drafted(user):
    competition = league.make_teams(2, squad=6)
    made = league.make_fixtures(league.make_division(2, competition=competition))
    return leagues_play.draw_fixtures(league.evening_of(competition), [made[0].pk], actor=user), made[0]


def test_a_reserve_and_a_guest_come_into_the_line_up(drafted, user):
    round_, fixture = drafted
    home = fixture.home
    guest = factories.make_person("Geert Smeets", home.competition.club, kind="guest")
    one, two, three, _four, five, _six = home.people
    look = round_.tables.count(), Seat.objects.filter(round=round_).count()
    line_ups.change(round_, home, [five, guest, three, one], actor=user)
    assert [seat.person for seat in line_ups.seats_of(round_, home)] == [five, guest, three, one]
    assert (round_.tables.count(), Seat.objects.filter(round=round_).count()) == look
    line_ups.change(round_, home, [five, guest, three, one], actor=user)  # twice is once
    assert Change.objects.filter(verb="line-up").count() == 1
    assert two not in [seat.person for seat in line_ups.seats_of(round_, home)]


def test_a_line_up_that_cannot_be_is_refused_and_changes_nothing(drafted, user):
    round_, fixture = drafted
    home, away = fixture.home, fixture.away
    before = [seat.person for seat in line_ups.seats_of(round_, home)]
    one, two, three, four, *_rest = home.people
    reserve = away.people[4]
    for wanted, says in (
        ([one, two, three], "each of the 4 seats"),
        ([one, two, three, one], "has two seats"),
        ([one, two, three, away.people[0]], "already sits at table 1"),
        ([one, two, three, reserve], f"plays for {away.name}"),
    ):
        with pytest.raises(Refused, match=says):
            line_ups.change(round_, home, wanted, actor=user)
    draw.publish(round_, actor=user)
    with pytest.raises(Refused, match="already published"):
        line_ups.change(round_, home, [two, one, three, four], actor=user)
    assert [seat.person for seat in line_ups.seats_of(round_, home)] == before


def test_nobody_publishes_a_line_up_that_was_changed_behind_his_back(drafted, user):
    from tournaments.services.draw_tables import look_of

    round_, fixture = drafted
    seen = look_of(round_)
    one, two, three, four, *_rest = fixture.home.people
    line_ups.change(round_, fixture.home, [two, one, three, four], actor=user)
    with pytest.raises(Refused, match="changed this draw"):
        draw.publish(round_, actor=user, seen=seen)
