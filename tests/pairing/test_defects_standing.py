"""What went wrong in other pairing programs, in a draw of pairs by standing; addresses of the reports."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.pairing.evenings import perfect_matchings
from tests.pairing.events import Event, play_event
from tournaments.pairing import DrawError, DrawInput, History, PairingRule, draw_round, repair_round

SWISS = PairingRule("swiss")


def by_score(scores: dict[int, Fraction], **extra: object) -> DrawInput:
    return DrawInput(tuple(scores), 5, rule=SWISS, scores=scores, round_number=3, **extra)  # type: ignore[arg-type]


def meetings(given: DrawInput) -> set[tuple[int, ...]]:
    return {tuple(sorted(table.entries)) for table in draw_round(given, "pairs").tables}


@pytest.mark.parametrize("seed", range(10))
def test_eight_pairs_in_seven_rounds_do_not_get_stuck(seed: int) -> None:
    """https://github.com/lichess-org/lila/issues/7675: stopped after round 5."""
    event = play_event(range(8), 7, seed)
    assert {tuple(sorted(table.entries)) for table in event.tables} == set(combinations(range(8), 2))


def test_the_third_round_of_four_is_forced() -> None:
    """https://github.com/phase-rs/phase/issues/7937: A-B C-D and A-C B-D are played, A-D B-C is left."""
    met = History(opponents={(1, 2): 1, (3, 4): 1, (1, 3): 1, (2, 4): 1})
    scores = {entry: Fraction(-entry) for entry in range(1, 5)}
    assert meetings(by_score(scores, evening=met)) == {(1, 4), (2, 3)}


@pytest.mark.parametrize("seed", range(30))
def test_a_rematch_only_where_every_draw_has_one(seed: int) -> None:
    """https://github.com/sendou-ink/sendou.ink/issues/2002: avoidable replays because not all pairings were tried."""
    random = Random(seed)
    met = {pair: 1 for pair in combinations(range(8), 2) if random.random() < 0.7}
    scores = {entry: Fraction(random.randrange(9)) for entry in range(8)}
    draw = draw_round(by_score(scores, evening=History(opponents=met)), "pairs")
    least = min(sum(pair in met for pair in matching) for matching in perfect_matchings(list(range(8))))
    assert draw.quality.repeated_opponents == least


def test_no_shortcut_in_a_large_field_admits_a_rematch() -> None:
    """https://github.com/muyjohno/cobra/pull/107; https://github.com/zanlib0/golden/issues/16 (greedy engines)."""
    event = play_event(range(300), 6, 1)
    assert max(History.from_tables(event.tables).opponents.values()) == 1


@pytest.mark.parametrize("pairs", [50, 200, 1000])
def test_nobody_is_left_out_or_drawn_twice(pairs: int) -> None:
    """Two players left out at 50, 200 and 1000 players; https://github.com/lichess-org/lila/issues/12147: paired twice."""
    event = Event(tuple(range(pairs)), 5, 1, announced=False)
    for _ in range(2):
        draw = event.play()
        assert sorted(entry for table in draw.tables for entry in table.entries) == list(range(pairs))


def test_the_sides_change() -> None:
    """https://github.com/Null-Signal-Games/cobra/issues/373: the same sides again."""
    event = play_event(range(10), 6, 4)
    assert all(1 <= seats["N"] <= 5 for seats in event.seats.values())


def test_an_even_field_has_no_rest() -> None:
    """Six, played 12 34 56, 13 25 46, 15 24 36: another engine lets 5 and 6 rest although 14 26 35 is free."""
    played = [(1, 2), (3, 4), (5, 6), (1, 3), (2, 5), (4, 6), (1, 5), (2, 4), (3, 6)]
    scores = {entry: Fraction(9 - entry) for entry in range(1, 7)}
    draw = draw_round(by_score(scores, evening=History(opponents=dict.fromkeys(played, 1))), "pairs")
    assert draw.sit_outs == ()
    assert draw.quality.repeated_opponents == 0


def test_no_second_rest_while_somebody_has_had_none() -> None:
    """https://github.com/BieremaBoyzProgramming/bbpPairings/issues/27, /19; https://github.com/lichess-org/lila/issues/6619."""
    scores = {entry: Fraction(-entry) for entry in range(7)}
    for fresh in range(7):
        rested = {entry: 1 for entry in range(7) if entry != fresh}
        assert draw_round(by_score(scores, sit_outs_evening=rested), "pairs").sit_outs == (fresh,)


def test_a_rest_that_was_asked_for_is_no_rest_by_draw() -> None:
    """https://github.com/BieremaBoyzProgramming/bbpPairings/issues/3, /28: a bye beforehand is misread."""
    scores = {entry: Fraction(-entry) for entry in range(7)}
    draw = draw_round(by_score(scores, must_sit_out=frozenset({0})), "pairs")
    assert draw.sit_outs == (0,)
    assert len(draw.tables) == 3


def test_once_everybody_rested_it_goes_round_again_from_the_lowest() -> None:
    """https://github.com/HeXO-Game/HeXO/issues/102; https://github.com/online-go/online-go.com/issues/2412: five for the leader."""
    event = play_event(range(5), 15, 2)
    assert set(event.rests.values()) == {3}
    scores = {entry: Fraction(-entry) for entry in range(5)}
    assert draw_round(by_score(scores, sit_outs_evening=dict.fromkeys(range(5), 1)), "pairs").sit_outs == (4,)


def test_the_lowest_rests_first() -> None:
    """https://github.com/morphinepl/ANRTournament/issues/22; https://github.com/prof18/Friends-Tournament/issues/6."""
    scores = {entry: Fraction(-entry) for entry in range(9)}
    rested: dict[int, int] = {}
    for lowest in range(8, -1, -1):
        assert draw_round(by_score(scores, sit_outs_evening=rested), "pairs").sit_outs == (lowest,)
        rested[lowest] = 1


def test_who_rested_meets_others_than_who_rested() -> None:
    """https://github.com/Null-Signal-Games/cobra/issues/521: bye takers are paired with each other too much."""
    together = rounds = 0
    for seed in range(20):
        event = Event(tuple(range(13)), 6, seed)
        for _ in range(6):
            rested = set(event.rests)
            draw = event.play()
            together += sum(rested.issuperset(table.entries) for table in draw.tables)
            rounds += 1
    assert together / rounds < 1


def test_nobody_is_drawn_when_everybody_withdrew() -> None:
    """https://github.com/lichess-org/lila/issues/10812."""
    with pytest.raises(DrawError, match="A table needs two pairs; there are 0"):
        draw_round(DrawInput((), 1, rule=SWISS), "pairs")
    given = by_score({entry: Fraction(entry) for entry in range(6)})
    with pytest.raises(DrawError, match="there are 0 to be seated"):
        repair_round(draw_round(given, "pairs"), given, gone=set(range(6)))


def test_who_left_after_a_result_is_not_drawn() -> None:
    """https://github.com/slashinfty/tournament-organizer/issues/10: paired with himself."""
    event = Event(tuple(range(8)), 5, 3)
    event.play()
    event.present = tuple(range(7))
    draw = event.play()
    assert sorted([entry for table in draw.tables for entry in table.entries] + list(draw.sit_outs)) == list(
        range(7)
    )


def test_who_comes_after_the_first_round_is_drawn() -> None:
    """https://github.com/ThatRickGuy/PGSwiss/issues/77; https://github.com/lichess-org/lila/issues/15450."""
    event = Event(tuple(range(8)), 5, 3)
    event.play()
    event.present = tuple(range(10))
    draw = event.play()
    assert draw.quality.repeated_opponents == 0
    assert len(draw.tables) == 5
    # Without a score they stand below all others.
    assert {8, 9} <= {entry for table in draw.tables[-2:] for entry in table.entries}


@pytest.mark.parametrize("present", [*range(9), 31])
def test_no_number_of_pairs_makes_it_hang(present: int) -> None:
    """https://github.com/MahjongPantheon/pantheon/issues/784, /693, /300."""
    given = DrawInput(tuple(range(present)), 1, rule=SWISS, rounds_after=40)
    if present < 2:
        with pytest.raises(DrawError):
            draw_round(given, "pairs")
    else:
        assert len(draw_round(given, "pairs").tables) == present // 2


def test_equals_do_not_come_back_to_the_same_table() -> None:
    """https://github.com/ThatRickGuy/PGSwiss/issues/92: the same physical table again and again."""
    before: dict[int, Counter[int]] = {entry: Counter() for entry in range(12)}
    equal = dict.fromkeys(range(12), Fraction(0))
    met: list[tuple[int, ...]] = []
    for seed in range(5):
        given = replace(
            by_score(equal, evening=History(opponents=dict.fromkeys(met, 1)), tables_before=before),  # type: ignore[arg-type]
            seed=seed,
        )
        for table in draw_round(given, "pairs").tables:
            met.append(tuple(sorted(table.entries)))
            for entry in table.entries:
                before[entry][table.number] += 1
    assert max(times for tables in before.values() for times in tables.values()) <= 2


def test_the_gap_is_the_smallest_there_is() -> None:
    """https://github.com/johnridesabike/coronate/issues/52: 3½ met 2½ instead of 3."""
    halves = {1: 7, 2: 7, 3: 7, 4: 6, 5: 6, 6: 5, 7: 5, 8: 5}
    scores = {entry: Fraction(half, 2) for entry, half in halves.items()}
    met = meetings(by_score(scores))
    gaps = sorted(abs(scores[one] - scores[other]) for one, other in met)
    assert gaps == [0, 0, Fraction(1, 2), Fraction(1, 2)]
