"""Who really sat where, said after the cards were played; every figure worked out by hand."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.models import Change, Posting, Seat, SitOut
from tournaments.services import closing, draw_changes, reseat
from tournaments.services.errors import AlreadyDone, Refused

pytestmark = pytest.mark.django_db

TOTALS = {1: (1400, 1192), 2: (1300, 1292)}


@pytest.fixture
def user():
    return factories.make_user()


def play(people: int = 8, *, user, closed: bool = True, **fields: object):
    """A round of two tables: 1400 against 1192, and 1300 against 1292."""
    evening = factories.make_evening(factories.make_competition(people, **fields))
    round_ = factories.make_published_round(evening, actor=user)
    for table in factories.tables(round_):
        we, they = TOTALS[table.number]
        accept(table, user, side(we), side(they))
    if closed:
        closing.close_round(round_, actor=user)
    return round_


def at(table) -> dict[str, int]:
    return {seat.position: seat.entry_id for seat in Seat.objects.filter(table=table)}


def scores(round_) -> dict[int, int]:
    return {
        row.entry_id: row.total for row in Posting.objects.filter(round=round_, kind__in=Posting.FROM_SHEET)
    }


def reviewed(user, **fields: object) -> dict[str, object]:
    return {"actor": user, "reason": "they told us", "reviewed": True} | fields


def test_partners_of_one_table_change_and_every_score_goes_along(user):
    """East and South had exchanged their chairs: who was written at East made 1400."""
    round_ = play(user=user)
    table = factories.tables(round_)[0]
    was = at(table)
    turned = was | {"E": was["S"], "S": was["E"]}
    reseat.reseat(table, turned, **reviewed(user))
    assert at(table) == turned
    assert scores(round_) | {was["E"]: 1400, was["S"]: 1192} == scores(round_)
    assert {row.person_id for row in Posting.objects.filter(round=round_)} == set(
        Seat.objects.filter(round=round_).values_list("person", flat=True)
    )
    assert Change.objects.get(verb="correct seats").detail["moves"] == sorted(
        [[was["E"], was["S"]], [was["S"], was["E"]]]
    )


def test_who_comes_from_another_table_changes_places_with_who_leaves(user):
    round_ = play(user=user)
    one, other = factories.tables(round_)
    here, there = at(one), at(other)
    reseat.reseat(one, here | {"N": there["W"]}, **reviewed(user))
    assert at(one) == here | {"N": there["W"]}
    assert at(other) == there | {"W": here["N"]}
    now = scores(round_)
    assert (now[there["W"]], now[here["N"]]) == (1400, 1292)
    assert len(now) == 8


def test_three_who_went_round_are_one_act(user):
    """N of table 1 really sat W of table 2, W there sat S of table 1, and S of table 1 sat N."""
    round_ = play(user=user)
    one, other = factories.tables(round_)
    here, there = at(one), at(other)
    reseat.reseat(one, here | {"N": here["S"], "S": there["W"]}, **reviewed(user))
    assert at(one) == here | {"N": here["S"], "S": there["W"]}
    assert at(other)["W"] == here["N"]
    assert Change.objects.filter(verb="correct seats").count() == 1


def test_who_rested_after_all_gets_what_resting_is_worth(user):
    round_ = play(9, user=user)
    rest = SitOut.objects.get(round=round_)
    table = factories.tables(round_)[0]
    was = at(table)
    worth = Posting.objects.get(round=round_, kind=Posting.Kind.SIT_OUT).total
    reseat.reseat(table, was | {"N": rest.entry_id}, **reviewed(user))
    assert scores(round_)[rest.entry_id] == 1400
    row = Posting.objects.get(round=round_, entry=was["N"])
    assert (row.kind, row.total) == (Posting.Kind.SIT_OUT, worth)
    assert SitOut.objects.get(round=round_).entry_id == was["N"]


def test_a_substitute_moves_along_with_who_he_sat_for(user):
    round_ = play(user=user)
    one, other = factories.tables(round_)
    here, there = at(one), at(other)
    stranger = factories.make_people(1, round_.evening.competition.club, start=30)[0]
    draw_changes.substitute(one.seats.get(position="N"), stranger, **reviewed(user))
    reseat.reseat(one, here | {"N": there["E"]}, **reviewed(user))
    seat = Seat.objects.get(round=round_, entry=here["N"])
    assert (seat.table, seat.position, seat.person) == (other, "E", stranger)
    row = Posting.objects.get(round=round_, entry=here["N"])
    assert (row.kind, row.person, row.total) == (Posting.Kind.SUBSTITUTE, stranger, 1292)


def test_pairs_change_sides_as_pairs(user):
    round_ = play(user=user, kind="pairs")
    table = factories.tables(round_)[0]
    was = at(table)
    north, east = was["N"], was["E"]
    people = {seat.position: seat.person_id for seat in table.seats.all()}
    reseat.reseat(table, {"N": east, "S": east, "E": north, "W": north}, **reviewed(user))
    assert (scores(round_)[north], scores(round_)[east]) == (1192, 1400)
    now = {seat.position: seat.person_id for seat in Seat.objects.filter(table=table)}
    assert now == {"N": people["E"], "S": people["W"], "E": people["N"], "W": people["S"]}
    with pytest.raises(Refused):
        reseat.reseat(table, {"N": east, "S": north, "E": north, "W": north}, **reviewed(user))


def test_the_same_seats_are_no_act(user):
    round_ = play(user=user)
    table = factories.tables(round_)[0]
    reseat.reseat(table, at(table), **reviewed(user))
    assert not Change.objects.filter(verb="correct seats").exists()


def test_a_second_click_changes_nothing_back(user):
    round_ = play(user=user)
    table = factories.tables(round_)[0]
    was = at(table)
    turned = was | {"E": was["S"], "S": was["E"]}
    reseat.reseat(table, turned, **reviewed(user, key="once"))
    with pytest.raises(AlreadyDone):
        reseat.reseat(table, turned, **reviewed(user, key="once"))
    assert at(table) == turned


def test_what_cannot_be_is_refused(user):
    round_ = play(user=user)
    table = factories.tables(round_)[0]
    was = at(table)
    stranger = factories.make_competition(1).entries.get()
    for wrong in (
        was | {"N": stranger.pk},
        was | {"N": was["E"]},
        {position: entry for position, entry in was.items() if position != "N"},
    ):
        with pytest.raises(Refused):
            reseat.reseat(table, wrong, **reviewed(user))
    turned = was | {"E": was["S"], "S": was["E"]}
    with pytest.raises(Refused):
        reseat.reseat(table, turned, actor=user)
    assert at(table) == was


def test_a_round_that_is_being_played_needs_no_reason(user):
    round_ = play(user=user, closed=False)
    table = factories.tables(round_)[0]
    was = at(table)
    reseat.reseat(table, was | {"E": was["S"], "S": was["E"]}, actor=user)
    assert scores(round_)[was["E"]] == 1400
