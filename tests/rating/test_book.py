"""A book replays from what changed, and is then the same to the bit as a book written at once."""

from __future__ import annotations

import random
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.rating.evenings import MONDAY, PEOPLE, days, evening, rounds
from tournaments.rating import Book, Evening, Parameters, Periods, State
from tournaments.sentences import RefusalError

PERIODS = Periods(
    Parameters(), {date.fromordinal(MONDAY + 20): Parameters(hand_variance=20_000.0, newcomer_mean=-10.0)}
)
ALL = [evening(MONDAY + 7 * week, ((1 + week % 3, 5, 6, 7), 100 - 40 * week)) for week in range(8)]


class Edits(RuleBasedStateMachine):
    """Late sheets, corrections, deletions, moved dates, merges and splits, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.book = Book(periods=PERIODS)
        self.kept: dict[tuple[int, int], Evening] = {}

    def _put(self, *evenings: Evening, drop: tuple[tuple[int, int], ...] = ()) -> None:
        self.book.change(put=evenings, drop=drop)
        for key in drop:
            self.kept.pop(key, None)
        for one in evenings:
            self.kept[one.key] = one
            if not len(one):
                del self.kept[one.key]

    def _any(self, data: st.DataObject) -> Evening:
        return self.kept[data.draw(st.sampled_from(sorted(self.kept)))]

    @rule(day=days, event=st.integers(1, 2), played=rounds())
    def enter(self, day, event, played):
        self._put(Evening(day, event, played))

    @rule(data=st.data(), difference=st.integers(-3000, 3000))
    @precondition(lambda self: self.kept)
    def correct_a_sheet(self, data, difference):
        one = self._any(data)
        first, *others = data.draw(st.permutations(list(one)))
        self._put(Evening(*one.key, [first._replace(difference=difference), *others]))

    @rule(data=st.data())
    @precondition(lambda self: self.kept)
    def delete_a_sheet(self, data):
        one = self._any(data)
        _gone, *others = data.draw(st.permutations(list(one)))
        self._put(Evening(*one.key, others))

    @rule(data=st.data())
    @precondition(lambda self: self.kept)
    def delete_an_evening(self, data):
        self._put(drop=(self._any(data).key,))

    @rule(data=st.data(), day=days)
    @precondition(lambda self: self.kept)
    def move(self, data, day):
        one = self._any(data)
        self._put(one.moved(day), drop=(one.key,))

    @rule(one=st.integers(1, PEOPLE), other=st.integers(1, PEOPLE))
    def merge(self, one, other):
        """Two numbers turn out to be one person; where both played at once it cannot be."""
        try:
            renamed = [kept.renamed({one: other}) for kept in self.kept.values()]
        except RefusalError:
            return
        self._put(*renamed)

    @rule(data=st.data(), person=st.integers(1, PEOPLE))
    @precondition(lambda self: self.kept)
    def split(self, data, person):
        """One number turns out to be two people: from some evening on it is somebody else."""
        since = data.draw(st.sampled_from(sorted(self.kept)))
        self._put(*(kept.renamed({person: person + 100}) for key, kept in self.kept.items() if key >= since))

    @invariant()
    def it_is_a_book_written_at_once(self):
        evenings = list(self.kept.values())
        random.shuffle(evenings)
        assert list(self.book) == [self.kept[key] for key in sorted(self.kept)]
        assert self.book.digest() == Book(evenings, PERIODS).digest()


Edits.TestCase.settings = settings(max_examples=40, stateful_step_count=10, deadline=None)
TestEdits = Edits.TestCase


@settings(deadline=None)
@given(st.lists(rounds(least=1), min_size=1, max_size=4), st.randoms())
def test_order_of_entry_changes_nothing(played, lot):
    evenings = [Evening(MONDAY + 3 * at, 1, rounds) for at, rounds in enumerate(played)]
    at_once = Book(evenings).digest()
    lot.shuffle(evenings)
    book = Book()
    for one in evenings:
        sheets = list(one)
        lot.shuffle(sheets)
        for count in range(1, len(sheets) + 1):
            book.change(put=[Evening(*one.key, sheets[:count])])
    assert book.digest() == at_once


def test_only_what_follows_is_replayed():
    book = Book(ALL)
    changed = Evening(*ALL[5].key, [one._replace(difference=1) for one in ALL[5]])
    assert book.change(put=[changed]) == 3
    assert book.change(put=[changed]) == 0, "nothing changed"
    assert book.change(drop=[(1, 1)]) == 0, "there was no such evening"
    assert book.change(drop=[ALL[7].key]) == 0, "nothing follows"
    assert book.digest() == Book([*ALL[:5], changed, ALL[6]]).digest()


def test_a_digest_tells_the_smallest_difference():
    one = Evening(*ALL[0].key, [one._replace(difference=one.difference + 1) for one in ALL[0]])
    assert Book([one, *ALL[1:]]).digest() != Book(ALL).digest()


def test_how_it_was_on_a_day():
    book = Book(ALL)
    for count, one in enumerate(ALL):
        day = date.fromordinal(one.day)
        assert book.as_it_was(day).freeze() == Book(ALL[: count + 1]).state.freeze()
    before = book.as_it_was(date.fromordinal(MONDAY - 1))
    assert before.people.place == {}


def test_a_checkpoint_gives_the_same_state():
    book = Book(ALL)
    again = State.thaw(book.state.freeze())
    assert again.freeze() == book.state.freeze()
    assert again.people.get(5) == book.state.people.get(5)


def test_an_evening_survives_as_bytes():
    played = evening(MONDAY, ((1, 2, 3, 4), -70_000, (1, 1, 2, 300)), ((1, 3, 2, 5), 12), event=2**40)
    again = Evening.unpack(played.pack())
    assert again == played
    assert list(again) == list(played)
    assert Book([again]).digest() == Book([played]).digest()


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data + b"i", lambda data: b"no" + data]
)
def test_damaged_bytes_are_refused(damage):
    with pytest.raises(RefusalError, match="bytes"):
        Evening.unpack(damage(ALL[0].pack()))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"people": (1, 2, 3, 1)}, "Round 1, table 1: the same person sits there twice."),
        ({"deals": 0}, "Round 1, table 1: these numbers cannot be rated."),
        ({"deals": 300}, "these numbers cannot be rated"),
        ({"difference": 2_000_000}, "these numbers cannot be rated"),
    ],
)
def test_what_no_sheet_can_be_is_refused(change, message):
    (one,) = ALL[0]
    with pytest.raises(RefusalError, match=message):
        Evening(MONDAY, 1, [one._replace(**change)])


def test_who_fills_in_at_a_second_table_is_rated_for_both():
    (one,) = ALL[0]
    second = one._replace(table=2, people=(one.people[0], 20, 21, 22))
    state = Book([Evening(MONDAY, 1, [second, one])]).state
    assert state.people.get(one.people[0]).rounds == 2
    assert state.people.get(20).rounds == 1
