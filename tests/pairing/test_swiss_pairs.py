"""The draw by standing for fixed pairs: against every possible draw, counted here from the words of the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.pairing.evenings import perfect_matchings
from tournaments.pairing import Apart, Draw, DrawError, DrawInput, History, PairingRule, Table, draw_round

SWISS = PairingRule("swiss")
REST = 0
"""Stands for resting in a matching."""


def draw_pairs(given: DrawInput) -> Draw:
    return draw_round(given, "pairs")


def random_input(count: int, seed: int) -> DrawInput:
    """An event halfway, with everything that a rule can look at."""
    random = Random(f"{count} {seed}")
    entries = list(range(1, count + 1))
    couples = list(combinations(entries, 2))
    scored = random.choice([[], entries, entries, random.sample(entries, count // 2)])
    met = {pair: random.choice([0, 0, 1, 1, 2]) for pair in couples} if scored else {}
    groups = (
        [frozenset(random.sample(entries, random.choice([2, 2, 3]))) for _ in range(2)] if count > 3 else []
    )
    return DrawInput(
        entries=tuple(random.sample(entries, count)),
        seed=seed,
        evening=History(opponents=met),
        sit_outs_evening={entry: random.randrange(2) for entry in entries},
        sit_outs_season={entry: random.randrange(3) for entry in entries},
        sit_out_first=frozenset(random.sample(entries, random.randrange(2))),
        rule=PairingRule(
            "swiss",
            pattern=random.choice(["near", "fold", "slide"]),
            seeding=random.choice(["lot", "strength"]),
            sit_out=random.choice(["season", "evening"]),
            directions=random.choice([True, False]),
        ),
        scores={entry: Fraction(random.randrange(5)) for entry in scored},
        strengths={entry: Fraction(random.randrange(3)) for entry in random.sample(entries, count - 1)},
        round_number=4 if scored else 1,
        apart=tuple(Apart(group, random.choice([None, 1, 3])) for group in groups),
        fixed_tables=dict(zip(random.sample(entries, 2), (3, 1), strict=True)) if count > 5 else {},
        seats_before={entry: {"N": random.randrange(3), "E": random.randrange(3)} for entry in entries},
        met_in_round={pair: random.randrange(1, 4) for pair in couples if random.randrange(2)},
    )


class ByHand:
    """The goals of a rule, as its words have them."""

    def __init__(self, given: DrawInput) -> None:
        self.given = given
        strengths = given.strengths if given.rule.seeding == "strength" else {}
        self.key = {
            entry: (
                (1, given.scores[entry]) if entry in given.scores else (0, 0),
                (1, strengths[entry]) if entry in strengths else (0, 0),
            )
            for entry in given.entries
        }

    def rank(self, entry: int) -> Fraction:
        """Who stand above, and half of the equals."""
        above = sum(1 for other in self.key.values() if other > self.key[entry])
        equal = sum(1 for other in self.key.values() if other == self.key[entry])
        return above + Fraction(equal + 1, 2)

    def off(self, one: int, other: int) -> Fraction:
        """Ranks between the two and what the pattern wants."""
        gap = abs(self.rank(one) - self.rank(other))
        if self.given.rule.pattern == "near" or self.key[one][0] != self.key[other][0]:
            return gap
        equals = [entry for entry in self.key if self.key[entry][0] == self.key[one][0]]
        above = sum(1 for key in self.key.values() if key[0] > self.key[one][0])
        even = len(equals) // 2 * 2
        if self.given.rule.pattern == "slide":
            return abs(gap - even // 2)
        return abs(self.rank(one) - above + self.rank(other) - above - even - 1)

    def goals(self, matching: Iterable[tuple[int, int]]) -> tuple[object, ...]:
        """The goals of a draw, the most important first."""
        given, matching = self.given, list(matching)
        meetings = [pair for pair in matching if REST not in pair]
        rests = [max(pair) for pair in matching if REST in pair]
        met = {pair: given.evening.opponents.get(pair, 0) for pair in meetings}
        shared = [(group, pair) for group in given.apart for pair in meetings if set(pair) <= group.entries]
        season = given.sit_outs_season if given.rule.sit_out == "season" else {}
        return (
            sum(times**2 for times in met.values()),
            sum(given.met_in_round.get(pair, 0) for pair, times in met.items() if times),
            sum(1 for group, _pair in shared if group.worth is None),
            [given.sit_outs_evening.get(entry, 0) for entry in rests],
            [entry not in given.sit_out_first for entry in rests],
            [season.get(entry, 0) for entry in rests],
            [-self.rank(entry) for entry in rests],
            sum(self.off(*pair) ** 2 for pair in meetings)
            + sum((group.worth or 0) ** 2 for group, _ in shared),
            sum(map(self.turn, meetings)) if given.rule.directions else 0,
        )

    def turn(self, pair: tuple[int, int]) -> int:
        before = [
            self.given.seats_before.get(entry, {}).get("N", 0)
            - self.given.seats_before.get(entry, {}).get("E", 0)
            for entry in pair
        ]
        return min((before[0] + way) ** 2 + (before[1] - way) ** 2 for way in (1, -1))

    def possible(self) -> Iterator[list[tuple[int, int]]]:
        """Every draw of the round in which nobody would have to be in two places."""
        entries = sorted(self.given.entries)
        tables = self.given.fixed_tables
        for matching in perfect_matchings(entries if len(entries) % 2 == 0 else [REST, *entries]):
            if not any(one in tables and other in tables for one, other in matching):
                yield matching


def as_matching(draw: Draw) -> list[tuple[int, int]]:
    couples = [(min(table.entries), max(table.entries)) for table in draw.tables]
    return couples + [(REST, entry) for entry in draw.sit_outs]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(25))
def test_nothing_better_exists(count: int, seed: int) -> None:
    given = random_input(count, seed)
    by_hand = ByHand(given)
    draw = draw_pairs(given)
    best = min(by_hand.goals(matching) for matching in by_hand.possible())
    assert by_hand.goals(as_matching(draw)) == best
    assert draw.quality.proven
    # In doubled ranks, squared.
    assert draw.quality.cost == draw.quality.bound == 4 * best[-2]  # type: ignore[operator]
    for table in draw.tables:
        for entry in table.entries:
            assert given.fixed_tables.get(entry, table.number) == table.number
        if given.rule.directions:
            north, east = (given.seats_before[entry] for entry in table.entries)
            assert north["N"] - north["E"] <= east["N"] - east["E"]


def ways_on(
    entries: tuple[int, ...], used: frozenset[tuple[int, int]], rests: Counter[int], rounds: int
) -> bool:
    """Can the rounds be played without a couple that was used, everybody resting in turn?"""
    if rounds == 0:
        return True
    points = sorted(entries) if len(entries) % 2 == 0 else [REST, *sorted(entries)]
    least = min(rests[entry] for entry in entries)
    for matching in perfect_matchings(points):
        resting = [max(pair) for pair in matching if REST in pair]
        if used.isdisjoint(matching) and all(rests[entry] == least for entry in resting):
            after = rests + Counter(resting)
            couples = {pair for pair in matching if REST not in pair}
            if ways_on(entries, used | couples, after, rounds - 1):
                return True
    return False


@pytest.mark.parametrize(("count", "rounds"), [(4, 2), (5, 3), (6, 2), (6, 3), (7, 2), (8, 2), (8, 3)])
@pytest.mark.parametrize("seed", range(12))
def test_the_best_draw_that_leaves_the_announced_rounds_possible(count: int, rounds: int, seed: int) -> None:
    """`rounds` are still to be drawn, this one included; the rounds before are played by lot."""
    random = Random(f"{count} {rounds} {seed}")
    played: set[tuple[int, int]] = set()
    rests: Counter[int] = Counter()
    entries = tuple(range(1, count + 1))
    for _ in range((count - 1) // 2 * 2 - rounds + (count % 2)):
        order = sorted(entries, key=lambda entry: (rests[entry], random.random()))
        rests.update(order[: count % 2])
        rest = order[count % 2 :]
        options = [one for one in perfect_matchings(sorted(rest)) if played.isdisjoint(one)]
        played.update(random.choice(options) if options else [])
    given = DrawInput(
        entries,
        seed,
        evening=History(opponents=dict.fromkeys(played, 1)),
        sit_outs_evening=dict(rests),
        rounds_after=rounds - 1,
        rule=SWISS,
        scores={entry: Fraction(random.randrange(20)) for entry in entries},
        round_number=4,
    )
    by_hand = ByHand(given)
    draw = draw_pairs(given)

    def leads_on(matching: list[tuple[int, int]]) -> bool:
        couples = frozenset(pair for pair in matching if REST not in pair)
        resting = Counter(max(pair) for pair in matching if REST in pair)
        return couples.isdisjoint(played) and ways_on(entries, couples | played, rests + resting, rounds - 1)

    # Nobody rests again for the sake of later rounds.
    draws = list(by_hand.possible())
    least = min(by_hand.goals(matching)[:4] for matching in draws)
    good = [matching for matching in draws if leads_on(matching) and by_hand.goals(matching)[:4] == least]
    if good:
        assert by_hand.goals(as_matching(draw)) == min(map(by_hand.goals, good))
        assert draw.quality.completable
        assert draw.quality.to_come == 0
        assert draw.quality.sentences() == []
    elif min(count - 1 - sum(entry in pair for pair in played) for entry in entries) >= rounds:
        assert draw.quality.completable is False
        assert draw.quality.to_come + draw.quality.repeated_opponents > 0


TWO_TRIANGLES = {(one, other): 1 for one in (1, 2, 3) for other in (4, 5, 6)}


def test_no_legal_draw_is_said_rounds_ahead_and_costs_as_little_as_can_be() -> None:
    """Six after three rounds left with two triangles, two rounds to go: one rematch in each, the other tables free."""
    scores = {entry: Fraction(10 - entry) for entry in range(1, 7)}
    given = DrawInput(
        tuple(range(1, 7)),
        1,
        evening=History(opponents=TWO_TRIANGLES),
        rounds_after=1,
        rule=SWISS,
        scores=scores,
        round_number=4,
        met_in_round={pair: 1 + sum(pair) % 3 for pair in TWO_TRIANGLES},
    )
    draw = draw_pairs(given)
    assert draw.quality.repeated_opponents == 1
    assert draw.quality.completable is False
    assert draw.quality.to_come == 1
    (words,) = draw.quality.sentences()
    assert str(words) == "In the announced rounds one meeting that should not be cannot be avoided."
    (again,) = (meeting for meeting in draw.meetings if meeting.opponents_evening)
    assert given.met_in_round[again.one, again.other] == 1


def test_the_end_of_the_road_is_seen_a_round_before() -> None:
    """With one couple left between the triangles this round is free of rematches, the next cannot be."""
    met = {pair: 1 for pair in TWO_TRIANGLES if pair != (1, 4)}
    draw = draw_pairs(
        DrawInput(tuple(range(1, 7)), 0, evening=History(opponents=met), rounds_after=1, rule=SWISS)
    )
    assert draw.quality.repeated_opponents == 0
    assert (draw.quality.completable, draw.quality.to_come) == (False, 1)


def test_near_fold_and_slide_by_strength_in_the_first_round() -> None:
    strengths = {entry: Fraction(10 - entry) for entry in range(1, 9)}
    for pattern, expected in (
        ("near", {(1, 2), (3, 4), (5, 6), (7, 8)}),
        ("fold", {(1, 8), (2, 7), (3, 6), (4, 5)}),
        ("slide", {(1, 5), (2, 6), (3, 7), (4, 8)}),
    ):
        rule = PairingRule("swiss", pattern=pattern, seeding="strength")
        draw = draw_pairs(DrawInput(tuple(range(1, 9)), 5, rule=rule, strengths=strengths))
        assert set(as_matching(draw)) == expected
        assert (
            [min(table.entries) for table in draw.tables] == [1, 2, 3, 4]
            if pattern != "near"
            else [1, 3, 5, 7]
        )
        odd = draw_pairs(DrawInput(tuple(range(1, 10)), 5, rule=rule, strengths=strengths | {9: Fraction(0)}))
        assert set(as_matching(odd)) == expected | {(REST, 9)}


def test_by_lot_in_the_first_round_all_draws_are_equally_likely() -> None:
    times = Counter(
        frozenset(as_matching(draw_pairs(DrawInput(tuple(range(1, 7)), seed, rule=SWISS))))
        for seed in range(1500)
    )
    assert len(times) == 15
    # 14 degrees of freedom: mean 14, standard deviation 5.3.
    assert sum((n - 100) ** 2 / 100 for n in times.values()) < 45


def test_accelerated_rounds_bring_the_strongest_half_together() -> None:
    """Ten pairs: group A is the six strongest (Baku: 2 · ⌈10/4⌉), one virtual point, in the third round half a point."""
    strengths = {entry: Fraction(100 - entry) for entry in range(1, 11)}
    rule = PairingRule("swiss", pattern="fold", seeding="strength", accelerated=3)
    given = DrawInput(tuple(range(1, 11)), 1, rule=rule, strengths=strengths)
    assert set(as_matching(draw_pairs(given))) == {(1, 6), (2, 5), (3, 4), (7, 10), (8, 9)}
    # Round 2: a round makes a difference of 1; winners in A stand at 2, losers at 1 together with winners in B.
    won = {entry: Fraction(int(entry in (1, 2, 3, 7, 8))) for entry in range(1, 11)}
    second = replace(given, scores=won, round_number=2)
    met = set(as_matching(draw_pairs(second)))
    assert all(len({1, 2, 3} & set(pair)) != 1 or {4, 5, 6, 7, 8} & set(pair) for pair in met)
    assert (9, 10) in met
    fourth = replace(given, scores=won, round_number=4)
    assert not any(
        {one, other} <= {1, 2, 3} and (9, 10) in as_matching(draw_pairs(fourth)) for one, other in met
    )


def test_a_group_is_broken_only_for_a_wider_gap_than_it_is_worth() -> None:
    """1 2 3 4 in rank; 1 and 2 are a family. Apart costs 1-3 2-4 (8 squared ranks) against 1-2 3-4 (2 + worth²)."""
    scores = {entry: Fraction(10 - entry) for entry in range(1, 5)}
    for worth, met in ((2, {(1, 2), (3, 4)}), (3, {(1, 3), (2, 4)}), (None, {(1, 3), (2, 4)})):
        group = Apart(frozenset({1, 2}), worth, "Jansen")
        draw = draw_pairs(
            DrawInput((1, 2, 3, 4), 1, rule=SWISS, scores=scores, apart=(group,), round_number=2)
        )
        assert set(as_matching(draw)) == met
        assert draw.quality.apart == (worth == 2)


def test_a_group_that_cannot_be_kept_apart_meets_rather_than_that_somebody_meets_again() -> None:
    group = Apart(frozenset({1, 2}))
    met = History(opponents={(1, 3): 1, (2, 4): 1, (1, 4): 1, (2, 3): 1})
    draw = draw_pairs(DrawInput((1, 2, 3, 4), 1, rule=SWISS, apart=(group,), evening=met))
    assert set(as_matching(draw)) == {(1, 2), (3, 4)}
    assert (draw.quality.apart, draw.quality.repeated_opponents) == (1, 0)


def test_a_group_is_a_dead_end_that_is_seen_ahead() -> None:
    """Four pairs, three rounds, two of them never to meet: two rounds are all there is."""
    given = DrawInput((1, 2, 3, 4), 1, rule=SWISS, apart=(Apart(frozenset({1, 2})),), rounds_after=2)
    draw = draw_pairs(given)
    assert (draw.quality.completable, draw.quality.to_come, draw.quality.apart) == (False, 1, 0)


def test_who_is_wanted_to_meet_does() -> None:
    scores = {entry: Fraction(10 - entry) for entry in range(1, 8)}
    given = DrawInput(
        tuple(range(1, 8)), 1, rule=SWISS, scores=scores, opponents_wanted=frozenset({(1, 7)}), round_number=2
    )
    assert set(as_matching(draw_pairs(given))) == {(1, 7), (2, 3), (4, 5), (REST, 6)}


@pytest.mark.parametrize("method", ["lot", "swiss"])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"partners_wanted": frozenset({(1, 2)})}, "Fixed pairs cannot be made partners of one another."),
        (
            {"opponents_wanted": frozenset({(1, 2), (2, 3)})},
            "Entry 2 is to meet two others in one round.",
        ),
        (
            {"opponents_wanted": frozenset({(1, 9)})},
            "Entries 1 and 9 are to meet, but 9 is not to be drawn.",
        ),
        (
            {"opponents_wanted": frozenset({(1, 2)}), "fixed_tables": {1: 1, 2: 2}},
            "Entries 1 and 2 are to meet, but each has a table of its own.",
        ),
        (
            {"fixed_tables": {1: 9}, "table_numbers": (1, 2, 3)},
            "Entry 1 needs table 9, which is not in use.",
        ),
        (
            {"fixed_tables": {1: 2, 3: 2}},
            "Entries 1 and 3 both need table 2. Give one of them another table.",
        ),
        (
            {"fixed_tables": {1: 2}, "locked": (Table(2, (3,), (4,)),)},
            "Entry 1 needs table 2, where others stay.",
        ),
        (
            {"fixed_tables": {entry: entry for entry in range(1, 6)}},
            "No draw is possible: too many entries have a table of their own, and two of them can never meet.",
        ),
    ],
)
def test_what_cannot_be_is_said_in_words(method: str, change: dict[str, object], sentence: str) -> None:
    given = replace(DrawInput(tuple(range(1, 7)), 1, rule=PairingRule(method)), **change)  # type: ignore[arg-type]
    with pytest.raises(DrawError) as refused:
        draw_pairs(given)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("method", ["lot", "swiss"])
@pytest.mark.parametrize("seed", range(5))
def test_who_cannot_move_has_the_same_table_all_evening(method: str, seed: int) -> None:
    fixed = {1: 4, 5: 2, 6: 9}
    tables: list[Table] = []
    for number in range(5):
        given = DrawInput(
            tuple(range(1, 12)),
            f"{seed} {number}",
            rule=PairingRule(method),
            evening=History.from_tables(tables),
            fixed_tables=fixed,
            rounds_after=4 - number,
        )
        drawn = draw_pairs(given)
        assert drawn.quality.repeated_opponents == 0
        for table in drawn.tables:
            assert all(fixed.get(entry, table.number) == table.number for entry in table.entries)
        assert len({table.number for table in drawn.tables}) == 5
        tables += drawn.tables


def test_the_best_play_at_the_first_table() -> None:
    scores = {entry: Fraction(entry * entry) for entry in range(1, 21)}
    draw = draw_pairs(DrawInput(tuple(range(1, 21)), 1, rule=SWISS, scores=scores, round_number=2))
    assert [max(table.entries) for table in draw.tables] == list(range(20, 0, -2))
    assert draw.quality.spread == 10


def test_equals_are_spread_over_the_tables_of_the_hall() -> None:
    """Four tables, four rounds by lot: everybody can sit at every table, or nearly."""
    before: dict[int, Counter[int]] = {entry: Counter() for entry in range(1, 9)}
    for seed in range(4):
        given = DrawInput(tuple(range(1, 9)), seed, tables_before=before)
        for table in draw_pairs(given).tables:
            for entry in table.entries:
                before[entry][table.number] += 1
    assert sum(times**2 for entry in before.values() for times in entry.values()) <= 8 * 4 + 10
