"""The rules engine against bare loops over the same numbers, and against a compiled belote engine.

`colver` (PyPI) plays belote, whose cards, points and tricks are those of klaverjassen: where it is
installed, it replays the same deals, asking at each card what is legal.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from klaverclub.benchmarks.measure import Comparison, compare
from scoring.rules import DeclaredDeal, Ruleset, judge_deal, judge_sheet
from scoring.rules.cards import POINTS, TOTAL, Card
from scoring.rules.findings import SIDES, Side
from scoring.rules.play import PlayRecord, judge_play
from scoring.rules.seats import SEATS
from scoring.rules.simulate import PlayedDeal, play_sheet
from scoring.rules.tricks import legal_cards

SHEETS = 40
COLVER_DEALS = 200
_RANKS = (0, 1, 2, 4, 5, 6, 3, 7)  # colver sorts 7 8 9 J Q K 10 A
_SWAPPED = {points: points % 10 * 10 + points // 10 for points in range(12, 99) if points % 11}

Sheet = list[PlayedDeal]


def comparisons() -> Iterator[Comparison]:
    ruleset, rng = Ruleset(), Random("bench")
    sheets = [play_sheet(ruleset, rng) for _number in range(SHEETS)]
    yield from _declared(sheets, ruleset)
    yield _repaired(sheets, ruleset)
    yield _legal(sheets, ruleset)
    yield _play(sheets, ruleset)
    try:
        import colver
    except ImportError:
        sys.stderr.write("colver is not installed (pip install colver): the engine is not compared with it\n")
    else:
        yield _against_colver(colver, ruleset)


def _declared(sheets: Sequence[Sheet], ruleset: Ruleset) -> Iterator[Comparison]:
    rows = [[deal.declared(with_declarer=True) for deal in sheet] for sheet in sheets]
    numbers = [
        [(d.we_points or 0, d.we_roem or 0, d.they_points or 0, d.they_roem or 0) for d in sheet]
        for sheet in rows
    ]
    deals = [deal for sheet in rows for deal in sheet]

    def judge() -> None:
        for sheet in rows:
            judge_sheet(sheet, ruleset, written={"we": 1600, "they": 1600})

    def add() -> None:
        for sheet in numbers:
            we = they = 0
            for we_points, we_roem, they_points, they_roem in sheet:
                we += we_points + we_roem
                they += they_points + they_roem

    def judge_one_by_one() -> None:
        for deal in deals:
            judge_deal(deal, ruleset)

    yield compare(
        "judge a sheet of 16 deals with written totals",
        judge,
        "a bare loop that adds its numbers",
        add,
        unit="sheet",
        units=SHEETS,
    )
    yield compare(
        "judge a declared deal",
        judge_one_by_one,
        "a bare loop that adds its numbers",
        add,
        unit="deal",
        units=len(deals),
    )


def _repaired(sheets: Sequence[Sheet], ruleset: Ruleset) -> Comparison:
    """Sheets on which one number is typed wrong, with the right totals of the paper, and their repairs."""
    honest = [[deal.declared(with_declarer=True) for deal in sheet] for sheet in sheets]
    written = [_totals(rows, ruleset) for rows in honest]
    failing = [_with_slip(rows) for rows in honest]
    for rows, totals in zip(failing, written, strict=True):
        if not judge_sheet(rows, ruleset, written=totals).suggestions:
            raise RuntimeError(f"no repair is found for {rows}")

    def repair() -> None:
        for rows, totals in zip(failing, written, strict=True):
            _ = judge_sheet(rows, ruleset, written=totals).suggestions

    def judge() -> None:
        for rows, totals in zip(honest, written, strict=True):
            judge_sheet(rows, ruleset, written=totals)

    return compare(
        "judge a failing sheet and find its repairs",
        repair,
        "judging the same sheet without the slip",
        judge,
        unit="sheet",
        units=len(sheets),
        clock=time.process_time,
    )


def _totals(rows: Sequence[DeclaredDeal], ruleset: Ruleset) -> dict[Side, int | None]:
    totals = judge_sheet(rows, ruleset).totals
    return {side: totals[side].total for side in SIDES}


def _with_slip(rows: Sequence[DeclaredDeal]) -> list[DeclaredDeal]:
    """Of the first deal that allows it the points of we are typed with their digits swapped; they follows."""
    at = next(n for n, row in enumerate(rows) if not row.marks and row.we_points in _SWAPPED)
    slip = replace(rows[at], we_points=_SWAPPED[rows[at].we_points or 0], they_points=None)
    return [*rows[:at], slip, *rows[at + 1 :]]


def _legal(sheets: Sequence[Sheet], ruleset: Ruleset) -> Comparison:
    """Every position of the first sheets: who is to play, holding what."""
    positions = [
        (hand, trick[:place], deal.trump)
        for sheet in sheets[:5]
        for deal in sheet
        for hand, trick, place in _positions(deal)
    ]

    def legal() -> None:
        for hand, trick, trump in positions:
            legal_cards(hand, trick, trump, ruleset)

    def follow() -> None:
        for hand, trick, _trump in positions:
            [card for card in hand if not trick or card >> 3 == trick[0] >> 3]

    return compare(
        "legal cards of a hand",
        legal,
        "a bare loop that looks for the led suit",
        follow,
        unit="position",
        units=len(positions),
    )


def _positions(deal: PlayedDeal) -> Iterator[tuple[list[Card], tuple[Card, ...], int]]:
    left: dict[str, list[Card]] = {seat: [] for seat in SEATS}
    for leader, trick in reversed(deal.tricks):
        first = SEATS.index(leader)
        for place, card in enumerate(trick):
            hand = left[SEATS[(first + place) % 4]]
            hand.append(card)
            yield hand[:], trick, place


def _play(sheets: Sequence[Sheet], ruleset: Ruleset) -> Comparison:
    deals = [deal for sheet in sheets for deal in sheet]
    raw = [(d.trump, d.declarer, d.tricks[0][0], tuple(trick for _, trick in d.tricks)) for d in deals]

    def judge() -> None:
        for trump, declarer, leader, tricks in raw:
            judge_play(PlayRecord(trump, declarer, leader, tricks), ruleset)

    def add() -> None:
        for trump, _declarer, _leader, tricks in raw:
            worth = POINTS[trump]
            for trick in tricks:
                sum(worth[card] for card in trick)

    return compare(
        "judge a whole play record",
        judge,
        "a bare loop that adds its card points",
        add,
        unit="record",
        units=len(raw),
    )


def _against_colver(colver: Any, ruleset: Ruleset) -> Comparison:
    deals = [_colver_deal(colver, seed) for seed in range(COLVER_DEALS)]
    records = [_record(played, trump) for _hands, played, trump in deals]
    env = colver.Env()

    def replay_one(hands: list[list[int]], played: list[int], trump: int) -> tuple[int, int]:
        env.redeal_with_hands(3, hands)
        env.set_contract(trump, 80, 0, 0)
        env.set_phase_playing()
        for card in played:
            if card not in env.legal_actions():
                raise RuntimeError(f"colver does not allow what it played: {card}")
            env.step(card)
        north_south, east_west = env.get_points()
        # In belote the last trick of a pit counts 100.
        return min(north_south, TOTAL), min(east_west, TOTAL)

    for deal, record in zip(deals, records, strict=True):
        ours = judge_play(record, ruleset).points
        if replay_one(*deal) != (ours["we"], ours["they"]):
            raise RuntimeError(f"colver counts other card points: {record}")

    def replay() -> None:
        for deal in deals:
            replay_one(*deal)

    def judge() -> None:
        for record in records:
            judge_play(record, ruleset)

    return compare(
        "judge a whole play record",
        judge,
        "colver replaying it card by card",
        replay,
        unit="record",
        units=len(deals),
    )


def _colver_deal(colver: Any, seed: int) -> tuple[list[list[int]], list[int], int]:
    """The hands, the cards in the order played at random by belote rules, and trump."""
    rng, trump = Random(seed), seed % 4
    env = colver.Env.deal(dealer=3, seed=seed)
    hands = env.get_hands()
    env.set_contract(trump, 80, 0, 0)
    env.set_phase_playing()
    played: list[int] = []
    while not env.is_terminal():
        played.append(rng.choice(env.legal_actions()))
        env.step(played[-1])
    return hands, played, trump


def _record(played: Sequence[int], trump: int) -> PlayRecord:
    cards = [number // 8 * 8 + _RANKS[number % 8] for number in played]
    return PlayRecord(trump, "N", "N", tuple(tuple(cards[at : at + 4]) for at in range(0, 32, 4)))
