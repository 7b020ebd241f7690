"""The draw at tables of two and three, where everybody plays for himself: changed by hand as at tables of four."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.rules.relatives import GAMES
from tests import factories
from tests.tournaments.test_evening_pages import as_role, get, text
from tournaments.models import Presence, Seat
from tournaments.pairing import validate_draw
from tournaments.services import check_in, draw, draw_changes, pairing_rules, people, threes_list
from tournaments.services.draw_input import as_drawn, given_of, missing_results, unit_of
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db
SIZES = [("klaberjass", 2), ("klaberjass-3", 3)]


@pytest.fixture
def user():
    return factories.make_user()


def evening_of(name: str, present: int):
    competition = factories.make_competition(
        present, deals=20, ruleset=GAMES[name].to_json(), first_dealer="N"
    )
    return factories.make_evening(competition)


def at_tables(round_) -> list[int]:
    return sorted(table.seats.count() for table in round_.tables.all())


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_who_rests_is_swapped_in_and_the_page_says_what_it_costs(user, name, size):
    evening = evening_of(name, 3 * size + 1)
    round_ = factories.make_draft_round(evening)
    resting = round_.sit_outs.get().entry
    seated = Seat.objects.filter(round=round_, table__number=2).first().entry
    client = as_role("organiser", evening)

    page = text(get(client, "round_swap", round_.pk, one=resting.pk, other=seated.pk))
    draw_changes.swap(round_, resting, seated, actor=user)

    assert "What it costs" in page
    assert round_.sit_outs.get().entry == seated
    assert at_tables(round_) == [size] * 3
    assert get(client, "round", round_.pk).status_code == 200


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_who_leaves_is_replaced_and_who_comes_is_seated(user, name, size):
    evening = evening_of(name, 3 * size + 1)
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    leaver = Seat.objects.filter(round=round_, table__number=1).first().entry

    (changed,) = draw_changes.withdraw(round_, leaver, actor=user)

    assert resting in {seat.entry for seat in changed.seats.all()}
    competition = evening.competition
    for person in factories.make_people(size, competition.club, start=40):
        entry = people.add_entry(competition, [person], actor=user)
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=user)
    (new,) = draw_changes.seat_late(round_, actor=user)
    assert new.number == 4
    assert at_tables(round_) == [size] * 4


@pytest.mark.parametrize("method", ["lot", "swiss"])
@pytest.mark.parametrize(("name", "size"), SIZES)
def test_they_are_drawn_by_lot_and_by_standing_under_a_second_opinion(user, name, size, method):
    evening = evening_of(name, 4 * size)
    competition = evening.competition
    pairing_rules.save_rule(competition, replace(competition.get_pairing(), method=method), actor=user)
    for _number in range(3):
        round_ = factories.make_draft_round(evening, actor=user)
        draw_changes.pin(round_.tables.get(number=1), pinned=True, actor=user)
        kept = as_drawn(round_).tables[0]
        draw.redraw(round_, actor=user)
        drawn = as_drawn(round_)
        assert drawn.tables[0] == kept
        assert validate_draw(drawn, given_of(round_)) == []
        draw.publish(round_, actor=user)
        for table in factories.tables(round_):
            factories.accept_match(table, user, *range(300, 300 + 100 * size, 100))
        factories.closing.close_round(round_, actor=user)
    assert unit_of(competition) == {2: "pairs", 3: "threes"}[size]


@pytest.mark.parametrize(
    ("name", "method"), [("klaberjass", "whist"), ("klaberjass", "stay"), ("klaberjass-3", "mitchell")]
)
def test_a_way_for_other_tables_is_refused(user, name, method):
    competition = evening_of(name, 6).competition
    with pytest.raises(Refused):
        pairing_rules.save_rule(competition, replace(competition.get_pairing(), method=method), actor=user)


def test_a_table_of_three_among_fours_is_swapped_left_and_waited_for(user):
    competition = factories.make_competition(11)
    asked = replace(competition.get_pairing(), method="swiss", leftovers="three")
    pairing_rules.save_rule(competition, asked, actor=user)
    evening = factories.make_evening(competition)
    round_ = factories.make_draft_round(evening, actor=user)
    assert at_tables(round_) == [3, 4, 4]
    three = next(table for table in factories.tables(round_) if table.seats.count() == 3)
    four = next(table for table in factories.tables(round_) if table.seats.count() == 4)
    one, other = three.seats.get(position="S").entry, four.seats.get(position="W").entry
    draw_changes.swap(round_, one, other, actor=user)
    assert at_tables(round_) == [3, 4, 4]
    assert Seat.objects.get(round=round_, entry=other).position == "S"
    draw.publish(round_, actor=user)

    three = next(table for table in factories.tables(round_) if table.seats.count() == 3)
    for table in factories.tables(round_):
        if table.sheet:
            factories.accept_sheet(table, user)
    rule = competition.get_pairing()
    assert [each.table for each in missing_results(evening, 2, rule)] == [three.number]
    lines = {seat.entry_id: threes_list.Line(500, 20) for seat in three.seats.all()}
    threes_list.record(three, lines, actor=user)
    assert [each.table for each in missing_results(evening, 2, rule)] == [None]
    with pytest.raises(Refused, match=other.name):
        draw_changes.withdraw(round_, other, actor=user)
    factories.closing.close_round(round_, actor=user)
    second = factories.make_draft_round(evening, actor=user)
    assert given_of(second).threes_before == dict.fromkeys(lines, 1)
    assert len(given_of(second).scores) == 11
