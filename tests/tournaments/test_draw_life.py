"""A round in a hall where everything happens at once: whatever is pressed, everybody has one place and no slip is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scoring.models import Sheet
from tests import factories
from tournaments.models import Presence, Round, Seat, SitOut
from tournaments.services import check_in, draw, draw_changes, draw_tables, pairing_rules, people
from tournaments.services.draw_input import as_drawn, present_entries
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db
ACTS = ("swap", "swap", "pin", "redraw", "late", "arrive", "leave", "leave", "publish", "type", "undo")


class Hall:
    """One evening with its running round, and every press of a button in it."""

    def __init__(self, kind: str, method: str, seed: int) -> None:
        self.lot, self.user = Random(f"{kind} {method} {seed}"), factories.make_user()
        competition = factories.make_competition(24 if kind == "pairs" else 14, kind=kind)
        rule = replace(competition.get_pairing(), method=method)
        pairing_rules.save_rule(competition, rule, actor=self.user)
        self.evening = factories.make_evening(competition)
        factories.play_round(factories.make_published_round(self.evening, actor=self.user), self.user)
        self.round = draw.draw_round(self.evening, actor=self.user, seed=seed)
        self.new = iter(range(60, 200))

    def act(self, name: str) -> None:
        try:
            getattr(self, name)()
        except Refused:
            return

    def entries(self):
        found = draw_changes.drawn_entries(self.round)
        return [found[pk] for pk in sorted(found)]

    def swap(self) -> None:
        draw_changes.swap(self.round, *self.lot.sample(self.entries(), 2), actor=self.user)

    def pin(self) -> None:
        table = self.lot.choice(list(self.round.tables.all()))
        draw_changes.pin(table, pinned=not table.pinned, actor=self.user)

    def redraw(self) -> None:
        draw.redraw(self.round, actor=self.user)

    def late(self) -> None:
        draw_changes.seat_late(self.round, actor=self.user)

    def arrive(self) -> None:
        competition = self.evening.competition
        size = 2 if competition.is_pairs else 1
        persons = factories.make_people(size, competition.club, start=next(self.new) * size)
        entry = people.add_entry(competition, persons, actor=self.user)
        check_in.set_presence(self.evening, entry, Presence.State.PRESENT, actor=self.user, from_round=2)

    def leave(self) -> None:
        draw_changes.withdraw(self.round, self.lot.choice(self.entries()), actor=self.user)

    def publish(self) -> None:
        draw.publish(self.round, actor=self.user)

    def type(self) -> None:
        if self.round.state == Round.State.PUBLISHED and self.lot.random() < 0.5:
            factories.type_rows(self.lot.choice(factories.tables(self.round)), self.user, 1)

    def undo(self) -> None:
        draw.undo(self.round, actor=self.user, state=Round.State.PUBLISHED)


def wrong(hall: Hall, typed_before: dict[int, object]) -> list[str]:
    """What must never be."""
    round_ = Round.objects.get(pk=hall.round.pk)
    seats = Seat.objects.filter(round=round_).select_related("entry", "table")
    places = {(seat.entry_id, seat.table.number) for seat in seats}
    resting = list(SitOut.objects.filter(round=round_).values_list("entry_id", flat=True))
    twice = [entry for entry, n in Counter([*(entry for entry, _n in places), *resting]).items() if n > 1]
    drawn = {entry for entry, _number in places} | set(resting)
    present = {entry.pk for entry in present_entries(hall.evening, 2)}
    found = [f"{twice} have two places"] if twice else []
    if drawn - present:
        found.append(f"{drawn - present} are in the draw and gone")
    sizes = {table.seats.count() for table in round_.tables.all()}
    if sizes != {4}:
        found.append(f"tables of {sizes}")
    people_of = {seat.person_id for seat in seats} - {
        person.pk for seat in seats for person in seat.entry.people
    }
    if people_of:
        found.append(f"{people_of} sit on the seat of somebody else")
    sheets = Sheet.objects.filter(table__round=round_).count()
    wanted = round_.tables.count() if round_.state == Round.State.PUBLISHED else 0
    if sheets != wanted or Sheet.objects.filter(table=None).exists():
        found.append(f"{sheets} sheets for {wanted} tables")
    now = typed(round_)
    if any(now.get(number) != table for number, table in typed_before.items()):
        found.append("a table with something typed was touched")
    return found


def typed(round_: Round) -> dict[int, object]:
    numbers = {table.number for table in draw_tables.typed_tables(round_)}
    return {table.number: table for table in as_drawn(round_).tables if table.number in numbers}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("kind", "method"),
    [
        ("individual", "lot"),
        ("individual", "swiss"),
        ("individual", "stay"),
        ("pairs", "lot"),
        ("pairs", "swiss"),
    ],
)
def test_whatever_is_pressed_everybody_has_one_place(kind, method, seed):
    hall = Hall(kind, method, seed)
    for _press in range(25):
        before = typed(hall.round)
        act = hall.lot.choice(ACTS)
        hall.act(act)
        hall.round.refresh_from_db()
        assert wrong(hall, before) == [], act
