"""The page that says why a round is as it is, as organiser, player and stranger meet it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.test_evening_pages import text
from tournaments.models import Presence, Round
from tournaments.services import check_in, draw, draw_changes, pairing_rules

pytestmark = pytest.mark.django_db


def by_standing(people: int, kind: str = "pairs", rounds: int = 3):
    competition = factories.make_competition(people, kind=kind, rounds=rounds)
    rule = replace(competition.get_pairing(), method="swiss")
    pairing_rules.save_rule(competition, rule, actor=None)
    competition.refresh_from_db()
    return competition


@pytest.fixture
def evening():
    """Six pairs, a closed round, a second one published."""
    evening = factories.make_evening(by_standing(12))
    organiser = factories.make_user("organiser", evening.competition.club)
    factories.play_round(factories.make_published_round(evening, actor=organiser), organiser)
    factories.make_published_round(evening, actor=organiser)
    return evening


@pytest.fixture
def round_(evening):
    return evening.rounds.get(number=2)


@pytest.fixture
def client(evening):
    return factories.sign_in(evening.competition.club.roles.get(kind="organiser").user)


def ask(client, round_, **query):
    return client.get(reverse("round_why", args=[round_.pk]), query)


def test_why_these_at_a_table(client, round_):
    table = factories.tables(round_)[0]
    page = text(ask(client, round_, table=table.number))
    assert f"Why these at table {table.number}?" in page
    assert "In the standing by which was drawn:" in page
    assert "Nobody at this table met another before in this event." in page
    for seat in table.seats.all():
        assert seat.entry.name in page


def test_when_and_where_they_met(client, evening, round_):
    """With three rounds of two tables of pairs everybody meets; the last is shown with the round and table."""
    small = factories.make_evening(by_standing(4), present=2)
    organiser = factories.make_user("organiser", small.competition.club)
    first = factories.make_published_round(small, actor=organiser)
    factories.play_round(first, organiser)
    again = factories.make_published_round(small, actor=organiser)
    page = text(ask(factories.sign_in(organiser), again, table=1))
    assert "met before (1 ×)" in page
    assert "round 1, table 1" in page


def test_why_not_those_two(client, round_):
    one, other = (table.seats.all()[0].entry_id for table in factories.tables(round_)[:2])
    page = text(ask(client, round_, one=one, other=other))
    assert "There is such a draw, but it is worse:" in page or "just as good" in page
    assert "would be another" in page or "would be others" in page


def test_two_who_meet_and_the_same_one_twice(client, round_):
    one, other = sorted({seat.entry_id for seat in factories.tables(round_)[0].seats.all()})
    assert "That is so in this draw." in text(ask(client, round_, one=one, other=other))
    assert "Choose two different names." in text(ask(client, round_, one=one, other=one))
    assert "Select a valid choice." in text(ask(client, round_, one=999999, other=one))


def test_why_somebody_sits_out_and_another_does_not():
    competition = factories.make_competition(9)
    evening = factories.make_evening(competition)
    organiser = factories.make_user("organiser", competition.club)
    drawn = factories.make_published_round(evening, actor=organiser)
    client = factories.sign_in(organiser)
    resting = drawn.sit_outs.get().entry
    page = text(ask(client, drawn, one=resting.pk, other="rest"))
    assert f"Why {resting.name} sits out:" in page
    assert "9 can be seated, 4 at a table: 1 of them must rest." in page
    seated = factories.tables(drawn)[0].seats.all()[0].entry_id
    page = text(ask(client, drawn, one=seated, other="rest"))
    assert "Such a draw is just as good: the lot chose this one." in page
    assert f"Then would sit out: {competition.entries.get(pk=seated).name}." in page


def test_individuals_are_asked_for_as_partners_or_as_opponents():
    evening = factories.make_evening(by_standing(8, kind="individual"))
    organiser = factories.make_user("organiser", evening.competition.club)
    drawn = factories.make_published_round(evening, actor=organiser)
    client = factories.sign_in(organiser)
    table = factories.tables(drawn)[0]
    seats = {seat.position: seat.entry_id for seat in table.seats.all()}
    assert "That is so" in text(ask(client, drawn, one=seats["N"], other=seats["S"], meeting="partners"))
    page = text(ask(client, drawn, one=seats["N"], other=seats["S"], meeting="opponents"))
    assert "That is so" not in page


def test_the_second_opinion(client, round_):
    assert "Check this draw" in text(ask(client, round_))
    page = text(ask(client, round_, check=1))
    assert "Checked by a second method: no better draw of this round exists." in page


def test_the_second_opinion_on_a_draw_that_was_changed(client, evening, round_):
    organiser = evening.competition.club.roles.get(kind="organiser").user
    factories.play_round(round_, organiser)
    draft = draw.draw_round(evening, actor=organiser)
    seats = [factories.tables(draft)[number].seats.all()[0].entry for number in (0, 2)]
    draw_changes.swap(draft, *seats, actor=organiser)
    page = text(ask(client, draft, check=1))
    assert "This draw was changed by hand after it was made" in page
    assert "It was changed by hand after it was made." in page


def test_a_round_without_reasons_says_so(client, round_):
    Round.objects.filter(pk=round_.pk).update(given=None)
    page = text(ask(client, round_, table=1))
    assert "This round was drawn before its reasons were kept." in page
    assert "Why not those two?" not in page


def test_a_table_that_is_not_there(client, round_):
    assert ask(client, round_, table=9).status_code == 404


def test_a_player_sees_why_a_published_round_is_so_and_no_draft(evening, round_, client):
    player = factories.sign_in(factories.make_user("player", evening.competition.club))
    assert "Why these at table 1?" in text(ask(player, round_, table=1))
    draft = draw.draw_round(evening, actor=None, provisional=True)
    answer = ask(player, draft, table=1)
    assert answer.status_code == 200
    assert factories.tables(draft)[0].seats.all()[0].entry.name not in text(answer)
    assert "Why these at table 1?" in text(ask(client, draft, table=1))


def test_a_stranger_sees_nothing(round_):
    stranger = factories.sign_in(factories.make_user("organiser"))
    assert ask(stranger, round_).status_code == 404


def test_a_round_by_schedule_was_not_weighed(client, round_):
    given = round_.given | {"rule": round_.given["rule"] | {"method": "whist"}}
    Round.objects.filter(pk=round_.pk).update(given=given, method="whist")
    page = text(ask(client, round_, table=1))
    assert "The tables of this round come from a schedule, or were chosen" in page
    assert "Why not those two?" not in page


def test_where_the_four_stay_together_it_says_so(client, round_):
    given = round_.given | {"rule": round_.given["rule"] | {"method": "stay"}}
    Round.objects.filter(pk=round_.pk).update(given=given, method="stay")
    page = text(ask(client, round_, table=1))
    assert "The four of a table stay together for three rounds and change partners" in page
    assert "come from a schedule" not in page


def test_who_left_and_who_came_since_is_weighed_no_more():
    """Of nine one sits out and takes the place of who goes home; a tenth comes late."""
    competition = factories.make_competition(10)
    evening = factories.make_evening(competition, present=9)
    organiser = factories.make_user("organiser", competition.club)
    drawn = factories.make_published_round(evening, actor=organiser)
    gone, resting = factories.tables(drawn)[0].seats.all()[0].entry, drawn.sit_outs.get().entry
    draw_changes.withdraw(drawn, gone, actor=organiser)
    late = competition.entries.order_by("pk").last()
    check_in.set_presence(evening, late, Presence.State.PRESENT, actor=organiser)
    draw_changes.seat_late(drawn, actor=organiser)
    client = factories.sign_in(organiser)
    page = text(ask(client, drawn, check=1))
    assert "Checked by a second method:" in page
    assert "A second method finds this wrong" not in page
    page = text(ask(client, drawn, one=late.pk, other=resting.pk))
    assert "There is such a draw" in page or "Such a draw" in page
    assert f'<option value="{gone.pk}"' not in ask(client, drawn).content.decode()


def test_a_wish_that_cannot_be_is_refused_by_name():
    """Who cannot move has a table of his own; another with another table is never met."""
    competition = by_standing(12)
    one, other = competition.entries.order_by("pk")[:2]
    for number, entry in enumerate((one, other), 1):
        entry.fixed_table = number
        entry.save()
    evening = factories.make_evening(competition)
    organiser = factories.make_user("organiser", competition.club)
    drawn = factories.make_published_round(evening, actor=organiser)
    page = text(ask(factories.sign_in(organiser), drawn, one=one.pk, other=other.pk))
    answer = page[page.index("Why not? ") :]
    assert one.name in answer
    assert other.name in answer
    assert str(one.pk) not in answer.split("Is there a better draw?")[0].split()
