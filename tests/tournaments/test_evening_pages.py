"""Cockpit, draw, board and closing as an organiser, a secretary and a player meet them."""

from __future__ import annotations

import datetime
import html
import re

import pytest
from django.urls import reverse

from tests import factories
from tournaments.models import Change, Entry, Evening, Presence, Round, Seat, SitOut
from tournaments.services import closing, draw, draw_tables
from tournaments.services.check_in import set_presence

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def evening():
    return factories.make_evening(factories.make_competition(9), present=8)


@pytest.fixture
def organiser(evening):
    return factories.make_user("organiser", evening.competition.club)


@pytest.fixture
def client(organiser):
    return factories.sign_in(organiser)


def as_role(role, evening):
    return factories.sign_in(factories.make_user(role, evening.competition.club))


def get(client, name, *args, **query):
    return client.get(reverse(name, args=args), query)


def post(client, name, *args, **data):
    return client.post(reverse(name, args=args), data)


def text(response):
    """The words of a page, without tags and with single blanks."""
    words = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split()
    return " ".join(words).replace(" ,", ",").replace(" .", ".")


# Cockpit ------------------------------------------------------------------------------------------------


def test_the_cockpit_of_a_new_evening(client, evening):
    page = text(get(client, "evening", evening.pk))
    assert "Check in who is there" in page
    assert "2 tables, everybody plays. 1 not yet asked." in page
    assert "No round is drawn yet" in page


def test_the_next_button_draws_and_shows_the_draft(client, evening):
    response = post(client, "draw", evening.pk, number=1)
    round_ = evening.rounds.get()
    assert response.headers["Location"] == reverse("round", args=[round_.pk])
    assert round_.state == Round.State.DRAFT
    page = text(get(client, "round", round_.pk))
    assert "Publish this draw" in page
    assert "First round of the evening: nobody has met anybody yet." in page
    assert all(entry.name in page for entry in draw.present_entries(evening, 1))


def test_drawing_the_same_round_again_is_the_same_round(client, evening):
    post(client, "draw", evening.pk, number=1)
    first = evening.rounds.get()
    draw.publish(first, actor=None)
    response = post(client, "draw", evening.pk, number=1)
    assert response.headers["Location"] == reverse("round", args=[first.pk])
    assert evening.rounds.count() == 1


def test_too_few_people_are_told_beside_the_button(client):
    evening = factories.make_evening(factories.make_competition(3), present=3)
    client = as_role("organiser", evening)
    response = post(client, "draw", evening.pk, number=1)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert evening.rounds.count() == 0


def test_tiles_lead_to_the_sheets(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    first, second = factories.tables(round_)
    factories.type_rows(first, organiser, 5)
    factories.accept_sheet(second, organiser)
    response = get(client, "evening", evening.pk)
    page = response.content.decode()
    assert reverse("sheet", args=[first.pk]) in page
    assert "typed 5 of 16" in text(response)
    assert "1 of 2 sheets in" in text(response)


def test_a_poll_gets_nothing_until_something_changes(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    url = reverse("evening", args=[evening.pk])
    seen = re.search(r"seen=([0-9a-f]+)", client.get(url).content.decode()).group(1)
    assert client.get(url, {"seen": seen}, **HTMX).status_code == 204
    factories.accept_sheet(factories.tables(round_)[0], organiser)
    part = client.get(url, {"seen": seen}, **HTMX)
    assert part.status_code == 200
    assert part.content.decode().lstrip().startswith('<div id="cockpit"')
    assert "1 of 2 sheets in" in text(part)


def test_slips_that_were_asked_for_are_not_asked_again(client, evening):
    from tournaments.models import Job

    round_ = factories.make_published_round(evening)
    assert "Print the slips of round 1" in text(get(client, "evening", evening.pk))
    Job.objects.create(
        key="slips:1", kind="slips", params={"pk": round_.pk, "format": "pdf"}, club=evening.competition.club
    )
    assert "Type the sheets of round 1" in text(get(client, "evening", evening.pk))


def test_date_and_rounds_can_be_changed(client, evening):
    response = post(client, "evening_edit", evening.pk, date="2026-10-01", rounds_planned="4")
    assert response.status_code == 302
    evening.refresh_from_db()
    assert (evening.date, evening.rounds_planned) == (datetime.date(2026, 10, 1), 4)
    assert Change.objects.filter(verb="change evening").count() == 1


@pytest.mark.parametrize(
    ("rounds", "word"),
    [("0", "rounds_planned"), ("21", "rounds_planned"), ("1e1", "rounds_planned"), ("", "rounds_planned")],
)
def test_a_number_of_rounds_that_cannot_be_is_refused_at_the_field(client, evening, rounds, word):
    response = post(client, "evening_edit", evening.pk, date="2026-10-01", rounds_planned=rounds)
    assert response.status_code == 422
    page = response.content.decode()
    assert f'id="id_{word}_error"' in page
    assert 'value="2026-10-01"' in page
    evening.refresh_from_db()
    assert evening.rounds_planned == 3


def test_an_evening_cannot_have_fewer_rounds_than_are_drawn(client, evening, organiser):
    factories.play_round(factories.make_published_round(evening), organiser)
    factories.make_published_round(evening)
    response = post(client, "evening_edit", evening.pk, date="2026-10-01", rounds_planned="1")
    assert response.status_code == 422
    assert "Round 2 is already drawn" in text(response)


def test_an_evening_cannot_end_before_somebody_comes(client, evening):
    late = Entry.objects.exclude(presences__evening=evening).get()
    set_presence(evening, late, "present", actor=None, from_round=3)
    response = post(client, "evening_edit", evening.pk, date="2026-10-01", rounds_planned="2")
    assert response.status_code == 422
    assert "is noted from round 3 on" in text(response)


def test_closing_the_evening(client, evening, organiser):
    Evening.objects.update(rounds_planned=1)
    factories.play_round(factories.make_published_round(evening), organiser)
    assert "Close the evening" in text(get(client, "evening", evening.pk))
    assert post(client, "evening_close", evening.pk).status_code == 302
    page = get(client, "evening", evening.pk)
    assert "The evening is closed" in text(page)
    assert "every 4s" not in page.content.decode()
    post(client, "evening_reopen", evening.pk)
    evening.refresh_from_db()
    assert not evening.is_closed


def test_an_evening_with_an_open_round_is_not_closed_and_says_why(client, evening, organiser):
    factories.make_published_round(evening)
    response = post(client, "evening_close", evening.pk)
    assert response.status_code == 422
    assert "Round 1 is not closed." in text(response)
    assert "Table 1: the sheet is missing" in text(response)


# The draw ------------------------------------------------------------------------------------------------


def test_drawing_again_makes_another_draft_of_the_same_round(client, evening):
    first = factories.make_draft_round(evening)
    response = post(client, "draw", evening.pk, number=1, again=draw_tables.look_of(first))
    second = evening.rounds.get()
    assert second.seed != first.seed
    assert response.headers["Location"] == reverse("round", args=[second.pk])


def test_drawing_again_twice_from_the_same_page_is_once(client, evening):
    first = factories.make_draft_round(evening)
    post(client, "draw", evening.pk, number=1, again=draw_tables.look_of(first))
    second = evening.rounds.get()
    post(client, "draw", evening.pk, number=1, again=draw_tables.look_of(first))
    assert evening.rounds.get().seed == second.seed != first.seed


def test_publishing_hands_out_the_sheets_and_twice_is_once(client, evening):
    round_ = factories.make_draft_round(evening)
    post(client, "round_publish", round_.pk)
    codes = [table.sheet.code for table in factories.tables(round_)]
    assert len(set(codes)) == 2
    post(client, "round_publish", round_.pk)
    assert [table.sheet.code for table in factories.tables(round_)] == codes


def test_undo_goes_one_step_back_and_a_double_click_is_one_step(client, evening):
    round_ = factories.make_published_round(evening)
    for _click in range(2):
        response = post(client, "round_undo", round_.pk, state="published", evening=evening.pk)
        assert response.status_code == 302
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT


def test_discarding_twice_is_once(client, evening):
    round_ = factories.make_draft_round(evening)
    for _click in range(2):
        response = post(client, "round_undo", round_.pk, state="draft", evening=evening.pk)
        assert response.headers["Location"] == reverse("evening", args=[evening.pk])
    assert evening.rounds.count() == 0


def test_a_draw_with_something_typed_cannot_be_taken_back(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    factories.type_rows(factories.tables(round_)[1], organiser, 1)
    page = get(client, "round", round_.pk)
    assert "The draw can no longer be taken back: something is typed at table 2." in text(page)
    response = post(client, "round_undo", round_.pk, state="published", evening=evening.pk)
    assert response.status_code == 422
    assert "(table 2)" in text(response)
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED


def test_a_draft_says_who_came_in_since(client, evening):
    round_ = factories.make_draft_round(evening)
    late = Entry.objects.exclude(presences__evening=evening).get()
    set_presence(evening, late, "present", actor=None)
    assert f"Came in after this draw was made: {late.name}." in text(get(client, "round", round_.pk))


def test_repeated_partners_and_opponents_stand_in_the_draft_by_name(organiser):
    evening = factories.make_evening(factories.make_competition(4, rounds=4))
    client = as_role("organiser", evening)
    pairs = set()
    for _number in range(3):
        round_ = factories.make_published_round(evening, seed=_number)
        seats = {seat.position: seat.person.name for seat in factories.tables(round_)[0].seats.all()}
        pairs |= {frozenset((seats["N"], seats["S"])), frozenset((seats["E"], seats["W"]))}
        factories.play_round(round_, organiser)
    assert len(pairs) == 6, "four people can play three rounds with three partners"
    fourth = factories.make_draft_round(evening)
    seats = {seat.position: seat.person.name for seat in factories.tables(fourth)[0].seats.all()}
    page = text(get(client, "round", fourth.pk))
    assert f"Partners again: {seats['N']} + {seats['S']} table 1, {seats['E']} + {seats['W']} table 1" in page
    assert "Opponents again: " in page
    assert f"{seats['N']} – {seats['E']} table 1, 3 times" in page


def test_a_second_round_with_only_new_partners_says_so(client, evening, organiser):
    factories.play_round(factories.make_published_round(evening), organiser)
    second = factories.make_draft_round(evening)
    assert "Everybody has a new partner." in text(get(client, "round", second.pk))


def test_who_sits_out_again_is_named(organiser):
    evening = factories.make_evening(factories.make_competition(5, rounds=6))
    client = as_role("organiser", evening)
    for number in range(5):
        factories.play_round(factories.make_published_round(evening, seed=number), organiser)
    assert SitOut.objects.values("entry").distinct().count() == 5
    sixth = factories.make_draft_round(evening)
    name = sixth.sit_outs.get().entry.name
    assert f"Sit out again tonight: {name}." in text(get(client, "round", sixth.pk))


# The board and closing ---------------------------------------------------------------------------------------


def test_the_board_lists_by_table_and_by_name(client, evening):
    round_ = factories.make_published_round(evening)
    response = get(client, "round", round_.pk)
    page = text(response)
    for seat in Seat.objects.filter(round=round_).select_related("person", "table"):
        name = seat.person.list_name
        assert f"{name} {seat.table.number} {seat.position}" in page


def test_the_board_answers_a_poll(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    page = get(client, "round", round_.pk).content.decode()
    seen = re.search(r"board/\?seen=([0-9a-f]+)", page).group(1)
    assert get(client, "round_board", round_.pk, seen=seen).status_code == 204
    factories.type_rows(factories.tables(round_)[0], organiser, 3)
    assert "typed 3 of 16" in text(get(client, "round_board", round_.pk, seen=seen))


def test_closing_names_what_blocks_it_with_links(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    first, second = factories.tables(round_)
    factories.accept_sheet(first, organiser)
    response = post(client, "round_close", round_.pk)
    assert response.status_code == 422
    names = ", ".join(seat.person.name for seat in second.seats.all())
    assert "Round 1 cannot be closed yet:" in text(response)
    assert f"Table 2: the sheet is missing ({names})." in text(response)
    assert f'href="{reverse("sheet", args=[second.pk])}"' in response.content.decode()
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED


def test_closing_a_complete_round(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    for table in factories.tables(round_):
        factories.accept_sheet(table, organiser)
    assert "All sheets are in" in text(get(client, "round", round_.pk))
    response = post(client, "round_close", round_.pk)
    assert response.headers["Location"] == reverse("evening", args=[evening.pk])
    assert "Round 1 is closed" in text(get(client, "evening", evening.pk))
    assert "This round is closed" in text(get(client, "round", round_.pk))


def test_a_closed_round_can_be_opened_again(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    factories.play_round(round_, organiser)
    post(client, "round_reopen", round_.pk)
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED


def test_a_round_of_a_closed_evening_stays_closed_and_says_why(client, evening, organiser):
    Evening.objects.update(rounds_planned=1)
    round_ = factories.make_published_round(evening)
    factories.play_round(round_, organiser)
    evening.refresh_from_db()
    closing.close_evening(evening, actor=organiser)
    response = post(client, "round_reopen", round_.pk)
    assert response.status_code == 422
    assert "Open the evening first" in text(response)


def test_four_late_arrivals_get_a_table_of_their_own(organiser):
    evening = factories.make_evening(factories.make_competition(12), present=8)
    client = as_role("organiser", evening)
    round_ = factories.make_published_round(evening)
    seated = set(Seat.objects.values_list("pk", "person"))
    for entry in evening.competition.entries.exclude(presences__evening=evening):
        set_presence(evening, entry, "present", actor=organiser)
    assert "Came in after the draw:" in text(get(client, "round", round_.pk))
    response = client.post(reverse("round_late", args=[round_.pk]), follow=True)
    assert "1 table added: 3." in text(response)
    assert round_.tables.count() == 3
    assert seated <= set(Seat.objects.values_list("pk", "person"))
    post(client, "round_late", round_.pk)
    assert round_.tables.count() == 3


def test_who_left_although_drawn_is_named(client, evening):
    round_ = factories.make_published_round(evening)
    presence = Presence.objects.filter(evening=evening).first()
    Presence.objects.filter(pk=presence.pk).update(state="excused")
    assert f"In this draw, but no longer there: {presence.entry.name}." in text(
        get(client, "round", round_.pk)
    )


def test_a_substitute_sits_there_and_the_score_stays(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    seat = factories.tables(round_)[0].seats.first()
    owner = seat.entry
    outsider = Entry.objects.exclude(presences__evening=evening).get().people[0]
    page = get(client, "substitute", round_.pk, seat.pk)
    choices = set(map(int, re.findall(r'<option value="(\d+)"', page.content.decode())))
    assert choices == {seat.person_id, outsider.pk}
    post(client, "substitute", round_.pk, seat.pk, person=outsider.pk)
    seat.refresh_from_db()
    assert (seat.person, seat.entry) == (outsider, owner)
    assert f"for {owner.name}" in text(get(client, "round", round_.pk))


def test_who_sits_elsewhere_cannot_be_a_substitute(client, evening):
    round_ = factories.make_published_round(evening)
    first, second = factories.tables(round_)
    seat, other = first.seats.first(), second.seats.first()
    response = post(client, "substitute", round_.pk, seat.pk, person=other.person_id)
    assert response.status_code == 422
    assert 'id="id_person_error"' in response.content.decode()
    seat.refresh_from_db()
    assert seat.person_id != other.person_id


# Rights ----------------------------------------------------------------------------------------------------------


def test_a_player_looks_and_sees_no_button(evening):
    round_ = factories.make_published_round(evening)
    player = as_role("player", evening)
    page = get(player, "evening", evening.pk).content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert "<button" not in main
    assert reverse("check_in", args=[evening.pk]) not in main
    board = get(player, "round", round_.pk).content.decode()
    main = board[board.index("<main") : board.index("</main>")]
    assert "<button" not in main
    assert "/sheet/" not in main
    assert "Change the seat" not in main


def test_a_player_does_not_see_a_draft(evening):
    round_ = factories.make_draft_round(evening)
    player = as_role("player", evening)
    page = text(get(player, "round", round_.pk))
    assert "The draw is not published yet" in page
    name = Seat.objects.first().person.name
    assert name not in page
    cockpit = text(get(player, "evening", evening.pk))
    assert name not in cockpit
    assert "Waiting for the draw of round 1" in cockpit
    assert "It is a draft" not in cockpit
    assert get(player, "round_board", round_.pk).status_code == 204


@pytest.mark.parametrize("role", ["player", "secretary"])
def test_only_organisers_draw_and_close(evening, role):
    client = as_role(role, evening)
    round_ = factories.make_published_round(evening)
    seat = Seat.objects.first()
    forbidden = [
        post(client, "draw", evening.pk, number=2),
        post(client, "evening_close", evening.pk),
        post(client, "evening_reopen", evening.pk),
        get(client, "evening_edit", evening.pk),
        post(client, "round_publish", round_.pk),
        post(client, "round_undo", round_.pk, state="published"),
        post(client, "round_close", round_.pk),
        post(client, "round_reopen", round_.pk),
        post(client, "round_late", round_.pk),
        get(client, "substitute", round_.pk, seat.pk),
    ]
    assert [response.status_code for response in forbidden] == [403] * 10
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED


def test_another_club_does_not_exist(evening):
    round_ = factories.make_published_round(evening)
    stranger = factories.sign_in(factories.make_user("administrator"))
    assert get(stranger, "evening", evening.pk).status_code == 404
    assert get(stranger, "round", round_.pk).status_code == 404
    assert get(stranger, "projector", evening.pk).status_code == 404
    assert post(stranger, "round_undo", round_.pk, state="published", evening=evening.pk).status_code == 404


def test_who_is_not_signed_in_is_sent_to_the_door(evening):
    from django.test import Client

    for name in ("evening", "check_in", "projector"):
        response = Client().get(reverse(name, args=[evening.pk]))
        assert response.status_code == 302
        assert response.headers["Location"].startswith(reverse("account_login"))


def test_writes_are_posts(client, evening):
    round_ = factories.make_published_round(evening)
    for name in ("draw", "evening_close", "evening_reopen"):
        assert get(client, name, evening.pk).status_code == 405
    for name in ("round_publish", "round_undo", "round_close", "round_reopen", "round_late"):
        assert get(client, name, round_.pk).status_code == 405


# Projector -------------------------------------------------------------------------------------------------------


def test_the_projector_through_an_evening(client, evening, organiser):
    welcome = text(get(client, "projector", evening.pk))
    assert "Welcome to" in welcome
    assert "8 present" in welcome

    round_ = factories.make_draft_round(evening)
    assert "Welcome to" in text(get(client, "projector", evening.pk)), "a draft stays hidden"

    draw.publish(round_, actor=organiser)
    page = text(get(client, "projector", evening.pk))
    assert "Round 1" in page
    assert "Still playing" not in page, "as long as everybody is, nobody is named"
    seat = Seat.objects.select_related("person", "table").first()
    assert f"{seat.person.list_name} {seat.table.number} {seat.position}" in page

    first, second = factories.tables(round_)
    factories.accept_sheet(first, organiser, 100)
    assert "Still playing: table 2" in text(get(client, "projector", evening.pk))
    factories.accept_sheet(second, organiser, 110)
    closing.close_round(round_, actor=organiser)
    stand = text(get(client, "projector", evening.pk))
    assert "After round 1" in stand
    assert "provisional" in stand
    # Table 2 made 16 × 110 and 16 × 52, table 1 16 × 100 and 16 × 62.
    for name in (evening.competition.club.name, evening.competition.name):  # they hold a number of their own
        stand = stand.replace(name, "")
    totals = re.findall(r"\b1 \d{3}\b|\b[89]\d\d\b", stand)
    assert totals == ["1 760", "1 760", "1 600", "1 600", "992", "992", "832", "832"]


def test_the_projector_answers_a_poll(client, evening, organiser):
    round_ = factories.make_published_round(evening)
    url = reverse("projector", args=[evening.pk])
    seen = re.search(r"seen=([0-9a-f]+)", client.get(url).content.decode()).group(1)
    assert client.get(url, {"seen": seen}, **HTMX).status_code == 204
    factories.accept_sheet(factories.tables(round_)[0], organiser)
    part = client.get(url, {"seen": seen}, **HTMX)
    assert part.content.decode().lstrip().startswith('<div id="screen"')


# Queries --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [10, 42])
def test_pages_take_the_same_queries_for_ten_and_for_forty_two(people, django_assert_max_num_queries):
    evening = factories.make_evening(factories.make_competition(people))
    organiser = factories.make_user("organiser", evening.competition.club)
    client = factories.sign_in(organiser)
    round_ = factories.make_draft_round(evening)
    with django_assert_max_num_queries(35):
        get(client, "round", round_.pk)
    draw.publish(round_, actor=organiser)
    for table in factories.tables(round_)[:1]:
        factories.accept_sheet(table, organiser)
    with django_assert_max_num_queries(25):
        get(client, "evening", evening.pk)
    with django_assert_max_num_queries(36):  # eight of them look for results that cannot be right
        get(client, "round", round_.pk)
    with django_assert_max_num_queries(20):
        get(client, "projector", evening.pk)


def test_publishing_a_draw_that_was_discarded_meanwhile_leads_to_the_evening():
    organiser = factories.make_user()
    competition = factories.make_competition(8, club=organiser.roles.get().club)
    evening = factories.make_evening(competition)
    round_ = factories.make_draft_round(evening, actor=organiser)
    draw.undo(round_, actor=organiser)
    answer = factories.sign_in(organiser).post(
        reverse("round_publish", args=[round_.pk or 1]), {"evening": evening.pk, "seen": 1}, follow=True
    )
    assert answer.redirect_chain == [(reverse("evening", args=[evening.pk]), 302)]
    assert "discarded by somebody else" in answer.text


def test_who_throws_a_draft_away_that_is_published_meanwhile_is_told(client, evening, organiser):
    round_ = factories.make_published_round(evening, actor=organiser)
    response = client.post(reverse("round_undo", args=[round_.pk]), {"state": "draft"}, follow=True)
    assert "was published meanwhile by somebody else: nothing is thrown away." in text(response)
    assert evening.rounds.get().state == Round.State.PUBLISHED
