"""Rows that are kept while they are typed."""

import re

import pytest
from django.utils import translation

from scoring.models import Draft, DraftRow
from tests.scoring.paper import DEALS, JSON, Typist, club_of, make_table, typist
from tournaments.models import Role, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return make_table()


@pytest.fixture
def ans(table):
    return typist(table, username="ans")


def stored(who: Typist, position: int) -> DraftRow:
    return DraftRow.objects.get(draft__sheet=who.table.sheet, draft__author=who.user, position=position)


def test_a_row_is_judged_at_once_and_the_other_side_completed(ans):
    answer = ans.row(1, we_points="95", we_roem="20", they_roem="-").json()
    assert answer["revision"] == 1
    row = answer["rows"]["1"]
    assert (row["state"], row["worked_out"], row["declarer"]) == ("ok", {"they_points": "67"}, "we")
    assert answer["stands"] == [[115, 67], *[None] * 15]
    assert re.search(r"1 × 162 \+ \D*20 = 182", answer["summary"])
    assert stored(ans, 1).cells["they_points"] == ""  # what follows is never stored as typed


def test_a_row_that_is_not_finished_says_what_is_open(ans):
    row = ans.row(4, we_points="95").json()["rows"]["4"]
    assert row["state"] == "todo"
    with translation.override("nl"):
        assert translation.gettext("roem we") in row["status"]


def test_nothing_stands_in_the_draft_until_something_is_typed(ans):
    assert ans.row(3, we_points="", nat="").json()["revision"] == 0
    assert not DraftRow.objects.exists()


def test_the_same_row_twice_is_one_save(ans):
    assert ans.row(1, we_points="95").json()["revision"] == 1
    assert ans.row(1, we_points="95").json()["revision"] == 1
    assert ans.row(1, revision=1, we_points="96").json()["revision"] == 2
    # The answer was lost and the outbox sends the copy with the old revision again.
    again = ans.row(1, revision=1, we_points="96")
    assert (again.status_code, again.json()["revision"]) == (200, 2)


def test_another_tab_with_other_values_gets_both(ans):
    ans.row(1, we_points="95")
    answer = ans.row(1, we_points="59")
    assert answer.status_code == 409
    assert answer.json()["conflicts"]["1"]["revision"] == 1
    assert answer.json()["conflicts"]["1"]["cells"]["we_points"] == "95"
    assert stored(ans, 1).cells["we_points"] == "95"
    # Keeping mine is saving again on top of what was found there.
    assert ans.row(1, revision=1, we_points="59").json()["revision"] == 2


def test_another_tab_is_told_what_changed_elsewhere(ans):
    ans.row(1, we_points="95", we_roem="-", they_roem="-")
    answer = ans.row(2, we_points="61", seen="0:0,1:0,2:0").json()
    assert answer["synced"]["1"]["cells"]["we_points"] == "95"
    assert answer["rows"]["1"]["state"] == "ok"


def test_two_typists_have_drafts_of_their_own(table, ans):
    bob = typist(table, username="bob")
    ans.row(1, we_points="95")
    assert bob.row(1, we_points="59").status_code == 200
    assert {draft.author.username for draft in Draft.objects.all()} == {"ans", "bob"}
    assert b"ans" in bob.page().content


def test_a_reload_shows_every_row_that_was_typed(ans):
    ans.row(7, we_points="1e2", we_roem="IV", nat="we")
    ans.row(0, written_we="1764")
    page = ans.page().content.decode()
    assert 'name="r7-we_points" value="1e2"' in page
    assert 'name="r7-we_roem" value="IV"' in page
    assert 'name="r0-written_we" value="1764"' in page
    assert 'aria-invalid="true"' in page


# What may not be typed, who may not type -----------------------------------------------------------------

IMPOSSIBLE = [
    ("161", {"we_points": "161", "we_roem": "-", "they_roem": "-"}, ["we_points"]),
    ("1 for the other side", {"they_points": "1", "we_roem": "-", "they_roem": "-"}, ["they_points"]),
    (
        "a sum of 161",
        {"we_points": "95", "they_points": "66", "we_roem": "-", "they_roem": "-"},
        ["they_points"],
    ),
    ("roem 10", {"we_points": "95", "we_roem": "10", "they_roem": "-"}, ["we_roem"]),
    ("roem 25", {"we_points": "95", "we_roem": "-", "they_roem": "25"}, ["they_roem"]),
    ("roem 30", {"we_points": "95", "we_roem": "30", "they_roem": "-"}, ["we_roem"]),
    ("roem −20", {"we_points": "95", "we_roem": "−20", "they_roem": "-"}, ["we_roem"]),
    ("1e2", {"we_points": "1e2", "we_roem": "-", "they_roem": "-"}, ["we_points"]),
    ("102,0", {"they_points": "102,0", "we_roem": "-", "they_roem": "-"}, ["they_points"]),
    ("pit against roem", {"pit": "we", "we_roem": "-", "they_roem": "20"}, ["they_roem"]),
    ("pit with points", {"pit": "we", "we_points": "150", "we_roem": "-", "they_roem": "-"}, ["we_points"]),
    ("nat against the points", {"we_points": "95", "nat": "we", "we_roem": "-", "they_roem": "-"}, []),
    (
        "nat for who did not play",
        {"declarer": "we", "nat": "they", "we_points": "0", "we_roem": "-", "they_roem": "-"},
        [],
    ),
]


@pytest.mark.parametrize(
    ("cells", "fields"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE]
)
def test_an_impossible_row_names_its_box_keeps_what_was_typed_and_stops_the_sheet(ans, cells, fields):
    row = ans.row(5, **cells).json()["rows"]["5"]
    assert row["state"] == "wrong"
    assert row["wrong"] == fields
    assert "say-impossible" in row["status"]
    assert {name: stored(ans, 5).cells[name] for name in cells} == cells
    deals = [*DEALS[:4], cells, *DEALS[5:]]
    answer = ans.accept(deals, **{"r5-revision": 1})
    assert answer.status_code == 422
    assert answer.json()["fields"][0].startswith("r5-")
    assert not ans.table.sheet.versions.exists()
    assert {name: stored(ans, 5).cells[name] for name in cells} == cells


def test_162_against_0_without_a_mark_is_no_pit(ans):
    answer = ans.row(1, we_points="162", we_roem="-", they_roem="-").json()
    assert answer["stands"][0] == [162, 0]
    assert answer["rows"]["1"]["state"] == "ask"


def test_equal_is_nat(ans):
    answer = ans.row(1, we_points="81", we_roem="-", they_roem="-", declarer="they").json()
    assert answer["stands"][0] == [162, 0]


def test_a_lost_login_is_told_and_nothing_is_redirected(ans):
    ans.client.logout()
    answer = ans.row(1, we_points="95")
    assert (answer.status_code, answer["content-type"]) == (401, "application/json")
    assert not DraftRow.objects.exists()


def test_rows_are_not_kept_for_somebody_else_who_logged_in_on_this_computer(table, ans):
    bob = typist(table)
    bob.client.force_login(ans.user)
    assert bob.row(1, we_points="95").status_code == 401
    assert not DraftRow.objects.exists()


def test_a_player_reads_but_does_not_type(table):
    player = typist(table, Role.Kind.PLAYER)
    assert player.page().status_code == 200
    assert player.row(1, we_points="95").status_code == 403
    assert player.accept().status_code == 403
    assert not DraftRow.objects.exists()


def test_somebody_of_another_club_finds_nothing(table):
    stranger = Typist(table, typist(make_table()).user)
    assert stranger.page().status_code == 404
    assert stranger.row(1, we_points="95").status_code == 404
    assert stranger.accept().status_code == 404


def test_a_closed_round_takes_no_rows(table, ans):
    Round.objects.filter(pk=table.round_id).update(state=Round.State.CLOSED)
    answer = ans.row(1, we_points="95")
    assert (answer.status_code, "problem" in answer.json()) == (403, True)
    assert ans.accept().status_code == 403


@pytest.mark.parametrize(
    "fields", [{"position": "17"}, {"position": "x"}, {"revision": "-1"}, {"base": "1e3"}]
)
def test_a_request_that_our_page_never_sends_is_refused(ans, fields):
    known = {"user": ans.user.pk, "position": 1, "revision": 0, "base": 0, "we_points": "95"}
    answer = ans.client.post(ans.url("sheet_row"), known | fields, headers=JSON)
    assert answer.status_code == 400
    assert not DraftRow.objects.exists()


def test_a_row_needs_the_token_against_forgery(table):
    ans = Typist(table, typist(table).user, csrf=True)
    assert ans.row(1, we_points="95").status_code == 403
    page = ans.page()
    token = page.cookies["csrftoken"].value
    fields = {"user": ans.user.pk, "position": 1, "revision": 0, "base": 0, "we_points": "95"}
    headers = JSON | {"x-csrftoken": token}
    assert ans.client.post(ans.url("sheet_row"), fields, headers=headers).status_code == 200


def test_what_is_typed_is_shown_as_text_and_nothing_else(ans):
    answer = ans.row(1, we_points="<b>x</b>").json()
    assert "<b>x" not in answer["rows"]["1"]["status"]
    assert "<b>x" not in ans.page().content.decode()


# Speed ------------------------------------------------------------------------------------------------------


def test_keeping_a_row_takes_a_fixed_number_of_queries(ans, django_assert_max_num_queries):
    ans.row(1, we_points="95")
    with django_assert_max_num_queries(12):
        ans.row(1, revision=1, we_points="96")


def test_the_page_takes_a_fixed_number_of_queries(table, ans, django_assert_max_num_queries):
    for position, cells in enumerate(DEALS, 1):
        ans.row(position, **cells)
    for _number in range(3):
        typist(table).row(1, we_points="95")
    with django_assert_max_num_queries(16):
        ans.page()


def test_the_page_of_a_big_round_takes_no_more_queries(django_assert_max_num_queries):
    ans = typist(make_table(people=48))
    with django_assert_max_num_queries(16):
        ans.page()
    assert club_of(ans.table).pk
