"""The read side of an evening: counts in words, stages of tables, the next step, bounded queries."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests import factories
from tournaments import agenda, hall
from tournaments.board import Stage, evening_board, fingerprint, round_board, table_list
from tournaments.models import Entry, Presence
from tournaments.services import check_in, closing, draw, draw_changes
from tournaments.services.check_in import set_presence

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def attendance(present, *, pairs=False, a_table=4, threes=False, **others):
    return hall.Attendance(
        round=1,
        pairs=pairs,
        a_table=2 if pairs else a_table,
        threes=threes,
        present=present,
        **{"later": 0, "excused": 0, "absent": 0, "unasked": 0} | others,
    )


@pytest.mark.parametrize(
    ("present", "words"),
    [
        (0, "4 more make a table"),
        (3, "1 more makes a table"),
        (4, "1 table, everybody plays"),
        (37, "9 tables, 1 sits out"),
        (38, "9 tables, 2 sit out"),
        (39, "9 tables, 3 sit out"),
        (40, "10 tables, everybody plays"),
    ],
)
def test_what_a_number_of_people_makes(present, words):
    assert attendance(present).words == words


@pytest.mark.parametrize(
    ("present", "words"),
    [
        (1, "1 more pair makes a table"),
        (2, "1 table, everybody plays"),
        (13, "6 tables, 1 pair sits out"),
    ],
)
def test_what_a_number_of_pairs_makes(present, words):
    assert attendance(present, pairs=True).words == words


def test_who_is_not_counted_is_named_by_kind():
    rest = attendance(8, later=1, excused=2, absent=0, unasked=3).rest
    assert rest == ["1 comes later", "2 absent with notice", "3 not yet asked"]


def test_the_count_is_for_the_next_round():
    evening = factories.make_evening(factories.make_competition(10), present=8)
    late, early = Entry.objects.order_by("pk")[8:10]
    set_presence(evening, late, "present", actor=None, from_round=2)
    set_presence(evening, early, "present", actor=None, until_round=1)

    first = hall.attendance(evening, evening.rounds.all())
    assert (first.round, first.present, first.later) == (1, 9, 1)

    factories.make_published_round(evening)
    second = hall.attendance(evening, evening.rounds.all())
    assert (second.round, second.present, second.later) == (2, 9, 0)


def test_a_draft_counts_for_itself_because_it_can_be_drawn_again():
    evening = factories.make_evening(present=8)
    factories.make_draft_round(evening)
    assert hall.attendance(evening, evening.rounds.all()).round == 1


def test_who_comes_in_during_a_round_can_still_be_seated_in_it():
    evening = factories.make_evening(present=8)
    user = factories.make_user()
    assert hall.round_of_arrival(evening, evening.rounds.all()) == 1
    round_ = factories.make_published_round(evening)
    assert hall.round_of_arrival(evening, evening.rounds.all()) == 1
    factories.play_round(round_, user)
    assert hall.round_of_arrival(evening, evening.rounds.order_by("number")) == 2


def test_a_guest_whom_nobody_asked_is_not_waited_for():
    competition = factories.make_competition(8)
    guest = factories.make_people(1, competition.club, kind="guest", start=8)
    from tournaments.services.people import add_entry

    add_entry(competition, guest, actor=None)
    evening = factories.make_evening(competition, present=8)
    assert hall.attendance(evening, []).unasked == 0
    assert [row.ranked for row in hall.door_list(evening)].count(False) == 1


def test_the_door_list_is_in_dutch_order_with_numbers_and_states():
    club = factories.make_club()
    people = [
        factories.make_person("Jan van der Berg", club, number="007"),
        factories.make_person("Anna IJssel", club),
        factories.make_person("Piet Zand", club),
        factories.make_person("Carel Xander", club),
    ]
    competition = factories.make_competition(people, club=club)
    evening = factories.make_evening(competition, present=1)
    rows = hall.door_list(evening)
    assert [row.list_name for row in rows] == [
        "Berg, Jan van der",
        "Xander, Carel",
        "IJssel, Anna",
        "Zand, Piet",
    ]
    assert [row.state for row in rows] == ["present", "unasked", "unasked", "unasked"]
    assert rows[0].number == "007"
    assert rows[0].matches("berg jan")
    assert rows[0].matches("007")
    assert not rows[0].matches("erg")


def test_who_left_the_competition_still_stands_where_he_was_present():
    evening = factories.make_evening(present=4)
    entry = Entry.objects.filter(competition=evening.competition).first()
    Entry.objects.filter(pk=entry.pk).update(active=False)
    assert entry.pk in {row.entry for row in hall.door_list(evening)}
    other = factories.make_evening(evening.competition, present=0)
    assert entry.pk not in {row.entry for row in hall.door_list(other)}


def test_stages_of_the_tables():
    user = factories.make_user(first_name="Sien", last_name="Smit")
    round_ = factories.make_published_round(factories.make_evening(present=16))
    tables = factories.tables(round_)
    factories.type_rows(tables[1], user, 5)
    factories.accept_sheet(tables[2], user)
    factories.accept_sheet(tables[3], user, checked_by=factories.make_user("secretary"))

    board = round_board(round_, require_check=False)
    assert [tile.stage for tile in board.tiles] == [Stage.WAITING, Stage.TYPING, Stage.TYPED, Stage.CHECKED]
    assert [tile.done for tile in board.tiles] == [False, False, True, True]
    typing = board.tiles[1]
    assert (typing.typists, typing.typed, typing.deals) == (("Sien Smit",), 5, 16)
    assert board.tiles[2].author == "Sien Smit"
    assert board.still_playing == "tables 1, 2"
    assert board.progress == "2 of 4 sheets in"
    assert board.touched == "tables 2, 3, 4"


def test_a_sheet_that_must_be_checked_is_not_done_before():
    round_ = factories.make_published_round(factories.make_evening(present=4))
    factories.accept_sheet(factories.tables(round_)[0], factories.make_user())
    board = round_board(round_, require_check=True)
    assert not board.is_done
    assert [tile.number for tile in board.unchecked] == [1]
    assert board.missing == []


def test_emptied_rows_are_not_typed_rows():
    from scoring.models import DraftRow

    user = factories.make_user()
    round_ = factories.make_published_round(factories.make_evening(present=4))
    factories.type_rows(factories.tables(round_)[0], user, 2)
    DraftRow.objects.update(cells={"we_points": "", "they_points": ""})
    board = round_board(round_, require_check=False)
    assert board.tiles[0].stage == Stage.WAITING
    assert board.tiles[0].typists == ()


def test_everybody_stands_in_the_list_by_name_once():
    round_ = factories.make_published_round(factories.make_evening(present=10))
    board = round_board(round_, require_check=False)
    names = [name for name, *_ in board.by_name]
    expected = sorted(hall.door_list(round_.evening), key=lambda row: row.sort)
    assert names == [row.list_name for row in expected]
    seatless = [waiting for *_, waiting in board.by_name if waiting]
    assert len(seatless) == 2


def test_a_substitute_is_named_with_whose_seat_it_is():
    user = factories.make_user()
    round_ = factories.make_published_round(factories.make_evening(factories.make_competition(5), present=4))
    seat = factories.tables(round_)[0].seats.first()
    owner = seat.person.name
    outsider = Entry.objects.exclude(presences__evening=round_.evening).get().people[0]
    draw_changes.substitute(seat, outsider, actor=user)
    places = round_board(round_, require_check=False).tiles[0].places
    assert [(place.name, place.instead_of) for place in places if place.instead_of] == [
        (outsider.name, owner)
    ]


def test_table_list():
    round_ = factories.make_published_round(factories.make_evening(present=8))
    tiles = list(round_board(round_, require_check=False).tiles)
    assert [table_list([]), table_list(tiles[:1]), table_list(tiles)] == ["", "table 1", "tables 1, 2"]


def step(evening, *, slips_made=False):
    evening.refresh_from_db()
    return agenda.next_step(evening_board(evening), slips_made=slips_made)


def test_the_next_step_through_a_whole_evening():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(9, rounds=1), present=3)
    assert step(evening).kind == "check_in"
    assert step(evening).also is None

    entries = list(Entry.objects.filter(competition=evening.competition).order_by("pk"))
    for entry in entries[3:8]:
        set_presence(evening, entry, "present", actor=user)
    asked = step(evening)
    assert asked.kind == "check_in"
    assert asked.text == "2 tables, everybody plays. 1 not yet asked."
    assert asked.also.label == "Draw round 1"

    set_presence(evening, entries[8], "excused", actor=user)
    assert step(evening).kind == "draw"

    round_ = draw.draw_round(evening, actor=user)
    assert step(evening).kind == "publish"
    draw.publish(round_, actor=user)
    assert step(evening).kind == "slips"
    assert step(evening, slips_made=True).kind == "type"

    first, second = factories.tables(round_)
    factories.accept_sheet(first, user)
    waiting = step(evening)
    assert (waiting.kind, waiting.text) == ("type", "Not in yet: table 2.")
    assert waiting.action.label == "Type table 2"

    factories.accept_sheet(second, user)
    assert step(evening).kind == "close_round"
    closing.close_round(round_, actor=user)
    assert step(evening).kind == "close_evening"
    closing.close_evening(evening, actor=user)
    assert step(evening).kind == "result"


def test_a_table_that_nobody_is_typing_comes_first():
    user = factories.make_user()
    round_ = factories.make_published_round(factories.make_evening(present=8))
    factories.type_rows(factories.tables(round_)[0], user, 3)
    assert step(round_.evening, slips_made=True).action.label == "Type table 2"


def test_checking_is_a_step_where_the_club_wants_it():
    user = factories.make_user()
    competition = factories.make_competition(4, require_check=True)
    round_ = factories.make_published_round(factories.make_evening(competition))
    factories.accept_sheet(factories.tables(round_)[0], user)
    asked = step(round_.evening)
    assert (asked.kind, asked.text) == ("check", "Not checked yet: table 1.")


def test_the_line_of_steps():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(8, rounds=2))
    statuses = lambda: [mark.status for mark in agenda.line(evening_board(evening))]  # noqa: E731
    assert statuses() == ["now", "", "", ""]
    round_ = factories.make_published_round(evening)
    assert statuses() == ["done", "now", "", ""]
    factories.play_round(round_, user)
    assert statuses() == ["done", "done", "now", ""]
    factories.play_round(factories.make_published_round(evening), user)
    assert statuses() == ["done", "done", "done", "now"]
    closing.close_evening(evening, actor=user)
    assert statuses() == ["done", "done", "done", "done"]


def test_a_round_that_was_opened_again_is_the_current_one():
    user = factories.make_user()
    evening = factories.make_evening(present=8)
    first = factories.make_published_round(evening)
    factories.play_round(first, user)
    factories.make_published_round(evening)
    closing.reopen_round(first, actor=user)
    board = evening_board(evening)
    assert board.current.number == 1
    assert [mark.status for mark in agenda.line(board)][:3] == ["done", "now", ""]


def test_the_fingerprint_changes_with_what_is_shown_and_only_then():
    user = factories.make_user()
    round_ = factories.make_published_round(factories.make_evening(present=8))
    before = fingerprint(evening_board(round_.evening))
    assert fingerprint(evening_board(round_.evening)) == before
    factories.type_rows(factories.tables(round_)[0], user, 1)
    typing = fingerprint(evening_board(round_.evening))
    assert typing != before
    factories.accept_sheet(factories.tables(round_)[0], user)
    assert fingerprint(evening_board(round_.evening)) not in {before, typing}


@pytest.mark.parametrize("people", [10, 42])
def test_a_board_takes_the_same_queries_for_ten_and_for_forty_two(people, django_assert_num_queries):
    user = factories.make_user()
    round_ = factories.make_published_round(factories.make_evening(present=people))
    for table in factories.tables(round_)[:2]:
        factories.accept_sheet(table, user)
        factories.type_rows(table, user, 2)
    evening = round_.evening
    str(evening.competition)
    with django_assert_num_queries(14):
        evening_board(evening)
    with django_assert_num_queries(6):
        hall.door_list(evening)


def test_presences_of_absence_never_seat_anybody():
    presence = Presence(state="excused", from_round=1)
    assert not presence.in_round(1)


def test_an_evening_of_pairs():
    competition = factories.make_competition(10, kind="pairs")
    evening = factories.make_evening(competition)
    board = evening_board(evening)
    assert (board.attendance.present, board.attendance.words) == (5, "2 tables, 1 pair sits out")
    round_ = factories.make_published_round(evening)
    shown = round_board(round_, require_check=False)
    for tile in shown.tiles:
        one, other = tile.sides
        assert {place.entry for place in one} != {place.entry for place in other}
        assert len({place.entry for place in one}) == 1
    assert len(shown.waiting) == 1
    assert " + " in shown.waiting[0].name
    check_in.clear_presence(
        evening, Entry.objects.get(pk=shown.waiting[0].entry), actor=factories.make_user()
    )
    assert evening_board(evening).attendance.present == 4
