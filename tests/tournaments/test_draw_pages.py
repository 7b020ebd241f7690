"""Changing a draw from its pages: swap, pin, go home, draw too early; as organiser, secretary and player."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.test_evening_pages import as_role, get, post, text
from tournaments.models import Presence, Round, Seat
from tournaments.services import check_in, draw, draw_changes, draw_tables, pairing_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return factories.make_evening(factories.make_competition(13))


@pytest.fixture
def organiser(evening):
    return factories.make_user("organiser", evening.competition.club)


@pytest.fixture
def client(organiser):
    return factories.sign_in(organiser)


@pytest.fixture
def draft(evening, organiser):
    return factories.make_draft_round(evening, actor=organiser)


def norths(round_):
    return [table.seats.get(position="N").entry for table in round_.tables.order_by("number")]


def hidden(response) -> dict[str, str]:
    """The hidden fields of the last form of a page, as a browser sends them."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', response.content.decode())
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


def test_a_swap_is_chosen_looked_at_and_done(client, draft):
    one, other = norths(draft)[:2]
    page = get(client, "round_swap", draft.pk, one=one.pk)
    assert f'value="{one.pk}" selected' in page.content.decode()

    preview = get(client, "round_swap", draft.pk, one=one.pk, other=other.pk)
    assert f"{one.name} and {other.name} change places" in text(preview)
    assert "What it costs" in text(preview)
    assert norths(draft)[:2] == [one, other]

    fields = hidden(preview)
    response = post(client, "round_swap", draft.pk, **fields)
    again = post(client, "round_swap", draft.pk, **fields)
    assert [answer.headers["Location"] for answer in (response, again)] == [
        reverse("round", args=[draft.pk])
    ] * 2
    assert norths(draft)[:2] == [other, one]
    page = text(get(client, "round", draft.pk))
    assert "1 change by hand" in page
    assert "These tables as the draw itself had them" in page


def test_a_swap_that_breaks_something_says_what(organiser):
    evening = factories.make_evening(factories.make_competition(8))
    client = as_role("organiser", evening)
    factories.play_round(factories.make_published_round(evening, actor=organiser), organiser)
    draft = factories.make_draft_round(evening)
    first = evening.rounds.get(number=1)
    north, south = (factories.tables(first)[0].seats.get(position=position).entry for position in "NS")
    seat = Seat.objects.get(round=draft, entry=north)
    opposite = {"N": "S", "S": "N", "E": "W", "W": "E"}[seat.position]
    partner = Seat.objects.get(table=seat.table, position=opposite).entry

    page = text(get(client, "round_swap", draft.pk, one=partner.pk, other=south.pk))

    assert "Partners again" in page
    assert north.name in page.split("At these tables")[1]


def test_somebody_elses_change_is_seen_before_a_swap(client, draft, organiser):
    one, other, third = norths(draft)[:3]
    fields = hidden(get(client, "round_swap", draft.pk, one=one.pk, other=other.pk))
    draw_changes.swap(draft, one, third, actor=organiser)
    response = post(client, "round_swap", draft.pk, **fields)
    assert response.status_code == 422
    assert "Look at it again" in text(response)


@pytest.mark.parametrize("query", [{"one": "x", "other": "1"}, {"one": "", "other": ""}, {"other": "999999"}])
def test_names_that_are_not_in_the_draw_are_asked_again(client, draft, query):
    response = get(client, "round_swap", draft.pk, **query)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_a_closed_round_is_not_swapped(client, draft, organiser):
    one, other = norths(draft)[:2]
    draw.publish(draft, actor=organiser)
    factories.play_round(draft, organiser)
    for response in (
        get(client, "round_swap", draft.pk, one=one.pk),
        post(client, "round_swap", draft.pk, one=one.pk, other=other.pk, seen="", key="k"),
    ):
        assert response.status_code == 422
        assert "Round 1 is closed." in text(response)


def test_at_a_table_with_something_typed_nobody_is_offered_for_a_swap(client, draft, organiser):
    one, other, third = norths(draft)[:3]
    draw.publish(draft, actor=organiser)
    factories.type_rows(factories.tables(draft)[0], organiser, 1)
    page = get(client, "round_swap", draft.pk, one=other.pk).content.decode()
    assert f'value="{one.pk}"' not in page
    assert f'value="{third.pk}"' in page
    assert post(client, "round_swap", draft.pk, one=one.pk, other=other.pk, key="k").status_code == 422
    assert norths(draft)[:2] == [one, other]


def test_a_table_is_pinned_and_the_rest_drawn_again(client, draft):
    table = draft.tables.get(number=2)
    there = set(table.seats.values_list("entry_id", flat=True))
    post(client, "round_pin", draft.pk, table.pk, pinned="1")
    page = get(client, "round", draft.pk)
    assert "Draw the rest again" in text(page)
    post(client, "draw", draft.evening_id, number=1, again=draw_tables.look_of(draft))
    assert set(draft.tables.get(number=2).seats.values_list("entry_id", flat=True)) == there
    gone = post(client, "round_pin", draft.pk, table.pk, pinned="0")
    assert gone.headers["Location"] == reverse("round", args=[draft.pk])
    post(client, "round_pin", draft.pk, draft.tables.get(number=2).pk, pinned="0")
    assert "Draw again" in text(get(client, "round", draft.pk))


def test_who_goes_home_now_is_shown_before_it_is_done(client, evening, draft, organiser):
    draw.publish(draft, actor=organiser)
    leaver, resting = norths(draft)[1], draft.sit_outs.get().entry
    page = text(get(client, "round_leave", draft.pk, leaver.pk))
    assert "Table 2 changes; its slip is no longer valid." in page
    assert resting.name in page

    response = post(client, "round_leave", draft.pk, leaver.pk, when="now")

    assert response.headers["Location"] == reverse("round", args=[draft.pk])
    page = text(get(client, "round", draft.pk))
    assert f"{leaver.name} is out of round 1. Changed: table 2." in page
    assert not Seat.objects.filter(round=draft, entry=leaver).exists()


def test_who_goes_home_after_the_round_keeps_his_seat(client, evening, draft, organiser):
    draw.publish(draft, actor=organiser)
    leaver = norths(draft)[0]
    post(client, "round_leave", draft.pk, leaver.pk, when="after")
    assert Seat.objects.filter(round=draft, entry=leaver).exists()
    assert evening.presences.get(entry=leaver).until_round == 1


def test_at_a_table_with_something_typed_leaving_now_is_explained(client, evening, draft, organiser):
    draw.publish(draft, actor=organiser)
    table = factories.tables(draft)[0]
    factories.type_rows(table, organiser, 1)
    leaver = table.seats.get(position="N").entry
    assert "Something is typed at table 1" in text(get(client, "round_leave", draft.pk, leaver.pk))
    response = post(client, "round_leave", draft.pk, leaver.pk, when="now")
    assert response.status_code == 422
    assert draft.tables.count() == 3


def test_a_secretary_looks_and_changes_nothing(draft, evening):
    client = as_role("secretary", evening)
    page = get(client, "round", draft.pk)
    assert page.status_code == 200
    assert reverse("round_swap", args=[draft.pk]) not in page.content.decode()
    one = norths(draft)[0]
    assert get(client, "round_swap", draft.pk).status_code == 403
    assert post(client, "round_pin", draft.pk, draft.tables.first().pk, pinned="1").status_code == 403
    assert get(client, "round_leave", draft.pk, one.pk).status_code == 403


def test_another_club_finds_nothing(draft):
    stranger = factories.sign_in(factories.make_user("organiser"))
    one = norths(draft)[0]
    for response in (
        get(stranger, "round_swap", draft.pk),
        post(stranger, "round_pin", draft.pk, draft.tables.first().pk, pinned="1"),
        get(stranger, "round_leave", draft.pk, one.pk),
    ):
        assert response.status_code == 404


# By standing, before all results are in ---------------------------------------------------------------------------


@pytest.fixture
def by_standing(evening, organiser):
    competition = evening.competition
    asked = replace(competition.get_pairing(), method="swiss")
    pairing_rules.save_rule(competition, asked, actor=organiser)
    return evening


def test_a_missing_result_is_named_and_may_be_done_without_knowingly(client, by_standing, organiser):
    first = factories.make_published_round(by_standing, actor=organiser)
    for table in factories.tables(first)[1:]:
        factories.accept_sheet(table, organiser)
    assert "Draw round 2 already" in text(get(client, "round", first.pk))

    refused = post(client, "draw", by_standing.pk, number=2)
    assert refused.status_code == 422
    assert "table 1 of round 1 is not in" in text(refused)
    assert by_standing.rounds.count() == 1

    post(client, "draw", by_standing.pk, number=2, provisional="1")
    second = by_standing.rounds.get(number=2)
    page = text(get(client, "round", second.pk))
    assert f"Drawn from a standing that was not complete. {organiser.username} allowed that." in page

    factories.accept_sheet(factories.tables(first)[0], organiser)
    assert "round 1, table 1 came in" in text(get(client, "round", second.pk))


def test_a_correction_is_told_on_the_round_that_was_drawn_before_it(client, by_standing, organiser):
    first = factories.make_published_round(by_standing, actor=organiser)
    factories.play_round(first, organiser)
    second = factories.make_published_round(by_standing, actor=organiser)
    factories.accept_sheet(factories.tables(first)[1], organiser, 140, base=1)
    page = text(get(client, "round", second.pk))
    assert "has changed since (round 1, table 2 corrected)" in page
    assert "The draw stays." in page


def test_a_wish_that_cannot_be_kept_is_named(client, by_standing, organiser):
    entries = list(by_standing.competition.entries.all())
    pairing_rules.save_group(by_standing.competition, "Ploeg Oost", None, entries[:6], actor=organiser)
    post(client, "draw", by_standing.pk, number=1)
    page = text(get(client, "round", by_standing.rounds.get().pk))
    assert "Never together, yet at one table" in page
    assert "Ploeg Oost" in page
    assert "at least two of them must share one" in page


def test_late_arrivals_join_a_draft_without_a_new_draw(client, evening, draft, organiser):
    before = {seat.entry_id: seat.table.number for seat in Seat.objects.filter(round=draft)}
    competition = evening.competition
    for person in factories.make_people(3, competition.club, start=60):
        entry = factories.people_service.add_entry(competition, [person], actor=organiser)
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=organiser)
    assert "Seat them, touching no other table" in text(get(client, "round", draft.pk))
    post(client, "round_late", draft.pk)
    after = {seat.entry_id: seat.table.number for seat in Seat.objects.filter(round=draft)}
    assert before.items() <= after.items()
    assert len(after) == 16


@pytest.mark.parametrize("people", [12, 48])
def test_a_draft_takes_the_same_queries_for_few_and_for_many(
    organiser, people, django_assert_max_num_queries
):
    evening = factories.make_evening(factories.make_competition(people))
    client = as_role("organiser", evening)
    draft = factories.make_draft_round(evening, actor=organiser)
    one, other = norths(draft)[:2]
    draw_changes.swap(draft, one, other, actor=organiser)
    with django_assert_max_num_queries(45):
        get(client, "round", draft.pk)
    with django_assert_max_num_queries(45):
        get(client, "round_swap", draft.pk, one=one.pk, other=other.pk)
    draw.publish(draft, actor=organiser)
    with django_assert_max_num_queries(50):
        get(client, "round_leave", draft.pk, one.pk)
    assert Round.objects.filter(evening=evening).count() == 1


def test_the_cheapest_swaps_stand_ready(client, draft):
    one = norths(draft)[0]
    page = get(client, "round_swap", draft.pk, one=one.pk)
    shown = page.context["cheapest"]
    assert len(shown) == 5
    at_home = set(draft.tables.get(number=1).seats.values_list("entry_id", flat=True))
    assert not at_home & {each["entry"] for each in shown}
    assert "What costs least" in text(page)


def test_a_pinned_table_that_breaks_a_wish_is_named(client, by_standing, organiser):
    draft = factories.make_draft_round(by_standing, actor=organiser)
    table = draft.tables.get(number=2)
    one, other = (table.seats.get(position=position).entry for position in "NE")
    pairing_rules.save_group(by_standing.competition, "Kok", None, [one, other], actor=organiser)
    post(client, "round_pin", draft.pk, table.pk, pinned="1")
    post(client, "draw", by_standing.pk, number=1, again=draw_tables.look_of(draft))
    page = text(get(client, "round", draft.pk))
    assert f"{one.name} – {other.name} table 2, Kok" in page
    assert "Table 2 is pinned with something that should not be." in page


def test_who_leaves_before_the_draw_is_published_is_taken_out_of_the_draft(client, evening, draft):
    leaver, resting = norths(draft)[0], draft.sit_outs.get().entry
    page = get(client, "round_swap", draft.pk, one=leaver.pk)
    assert reverse("round_leave", args=[draft.pk, leaver.pk]) in page.content.decode()
    assert "Table 1 changes." in text(get(client, "round_leave", draft.pk, leaver.pk))
    post(client, "round_leave", draft.pk, leaver.pk, when="now")
    assert norths(draft)[0] == resting
    assert evening.presences.get(entry=leaver).state == Presence.State.EXCUSED


def test_who_cannot_move_is_named_when_a_swap_moves_him(client, by_standing, organiser):
    first = by_standing.competition.entries.first()
    pairing_rules.save_wishes(by_standing.competition, {first.pk: (None, 2)}, actor=organiser)
    draft = factories.make_draft_round(by_standing, actor=organiser)
    other = draft.tables.get(number=1).seats.first().entry
    assert Seat.objects.get(round=draft, entry=first).table.number == 2
    draw_changes.swap(draft, first, other, actor=organiser)
    assert f"{first.name} cannot leave table 2, yet sits at table 1." in text(get(client, "round", draft.pk))


def test_the_cockpit_goes_from_a_round_that_is_played_to_the_draft_after_it(client, evening, organiser):
    first = factories.make_published_round(evening, actor=organiser)
    post(client, "draw", evening.pk, number=2)
    second = evening.rounds.get(number=2)
    page = text(get(client, "evening", evening.pk))
    assert "Round 1 0 of 3 sheets in" in page
    assert "Round 2 draft" in page
    assert "Draw round 3 already" not in text(get(client, "round", first.pk))
    factories.play_round(first, organiser)
    assert "Publish round 2" in text(get(client, "evening", evening.pk))
    post(client, "round_publish", second.pk)
    assert "Round 2 0 of 3 sheets in" in text(get(client, "evening", evening.pk))


def test_where_four_stay_together_meeting_again_is_no_fault(client, evening, organiser):
    competition = evening.competition
    asked = replace(competition.get_pairing(), method="stay")
    pairing_rules.save_rule(competition, asked, actor=organiser)
    factories.play_round(factories.make_published_round(evening, actor=organiser), organiser)
    draft = factories.make_draft_round(evening, actor=organiser)
    page = text(get(client, "round", draft.pk))
    assert "Everybody has a new partner." in page
    assert "Opponents again" not in page


# What a tester found --------------------------------------------------------------------------------------------------


def test_moving_who_cannot_move_makes_a_draw_worse_and_is_never_the_cheapest(client, by_standing, organiser):
    first = by_standing.competition.entries.first()
    pairing_rules.save_wishes(by_standing.competition, {first.pk: (None, 3)}, actor=organiser)
    draft = factories.make_draft_round(by_standing, actor=organiser)
    other = draft.tables.get(number=1).seats.first().entry
    page = get(client, "round_swap", draft.pk, one=other.pk, other=first.pk)
    assert page.context["comparison"].verdict == "worse"
    assert "1 who cannot move is not at the own table." in text(page)
    cheapest = get(client, "round_swap", draft.pk, one=other.pk).context["cheapest"]
    assert first.pk not in {each["entry"] for each in cheapest}


def test_a_draft_says_that_a_wish_was_changed_after_it(client, by_standing, organiser):
    competition = by_standing.competition
    draft = factories.make_draft_round(by_standing, actor=organiser)
    told = "was changed after this draw was made"
    assert told not in text(get(client, "round", draft.pk))
    one, two, three, *_rest = competition.entries.all()
    group = pairing_rules.save_group(competition, "Kok", 4, [one, two], actor=organiser)
    assert told in text(get(client, "round", draft.pk))
    pairing_rules.remove_group(group, actor=organiser)
    assert told not in text(get(client, "round", draft.pk))
    pairing_rules.save_wishes(competition, {three.pk: (None, 2)}, actor=organiser)
    assert told in text(get(client, "round", draft.pk))
    post(client, "draw", by_standing.pk, number=1, again=draw_tables.look_of(draft))
    assert told not in text(get(client, "round", draft.pk))
    other_rule = replace(competition.get_pairing(), repeat_worth=3)
    pairing_rules.save_rule(competition, other_rule, actor=organiser)
    assert told in text(get(client, "round", draft.pk))


def test_drawing_again_from_a_page_that_is_out_of_date_says_so(client, draft, organiser):
    seen = draw_tables.look_of(draft)
    draw.redraw(draft, actor=organiser)
    now = draw_tables.look_of(draft)
    response = client.post(
        reverse("draw", args=[draft.evening_id]), {"number": 1, "again": seen}, follow=True
    )
    assert "nothing was drawn again" in text(response)
    assert draw_tables.look_of(draft) == now


def test_the_first_round_says_nothing_of_directions(client, by_standing):
    post(client, "draw", by_standing.pk, number=1)
    assert "North-South" not in text(get(client, "round", by_standing.rounds.get().pk))


def test_a_group_that_cannot_be_kept_apart_is_not_laid_to_meeting_again(client):
    """Three rounds of eight people without a partner again there are; without two of all eight at a table there is none."""
    evening = factories.make_evening(factories.make_competition(8))
    user = factories.make_user("organiser", evening.competition.club)
    everybody = list(evening.competition.entries.all())
    pairing_rules.save_group(evening.competition, "All", None, everybody, actor=user)
    draft = factories.make_draft_round(evening, actor=user)
    page = text(get(factories.sign_in(user), "round", draft.pk))
    told = "No way was found to play the announced rounds without meeting again"
    assert f"{told} while who are never together stay apart." in page
    assert f"{told}." not in page
