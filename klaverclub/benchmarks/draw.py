"""The draw by standing beside other engines, another matching library and greedy draws: time, and what comes of it.

Seconds are of the processor, so that whatever else the computer does counts little.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from klaverclub.benchmarks import draw_peers as peers
from klaverclub.benchmarks.draw_peers import Field, NoDrawError
from klaverclub.benchmarks.measure import Comparison
from tournaments.pairing import History, Table, draw_round
from tournaments.pairing.ranks import doubled_ranks

BEFORE = 5
"""Rounds played before the one that is drawn against the clock."""
SIZES = (50, 200, 500, 1000, 2000)
COMPLETE, NEAREST = 500, 30
"""Up to so many pairs the other library gets all meetings, above it those with the next thirty in rank."""
GACRUX = 200
"""More pairs take it long. It draws by wins alone, so its tables are not compared in ranks."""
TIGHT = ((6, 4), (6, 5), (7, 5), (8, 6), (8, 7), (10, 9))
"""Pairs and rounds of small fields, in which a draw without look-ahead can end up without a way on."""
EVENTS, SLOW_EVENTS = 50, 10
PEOPLE = ((16, 6), (16, 12), (40, 9), (100, 12), (200, 12), (400, 12))

Draw = Callable[[Field], list[Table]]


def comparisons() -> Iterator[Comparison]:
    try:
        import gacrux
        import networkx
        import swisspair
    except ImportError as error:
        sys.stderr.write(
            f"{error.name} is not installed (it belongs to the test group): the draw is not compared\n"
        )
        return
    del gacrux, networkx, swisspair
    for size in SIZES:
        yield from _next_round(size)
    for size, rounds in TIGHT:
        yield from _tight(size, rounds)
    for size, rounds in PEOPLE:
        yield _people(size, rounds)


def _seconds(work: Callable[[], object], turns: int) -> float:
    """The median of some turns, after one that is not counted where turns are cheap."""
    found = []
    for _turn in range(turns + (turns > 1)):
        gc.collect()
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return statistics.median(found[turns > 1 :])


def _next_round(size: int) -> Iterator[Comparison]:
    """The same state for everybody: five rounds of our draws, then the sixth."""
    field = Field(size, BEFORE + 4, seed=size)
    for _round in range(BEFORE):
        field.play(peers.ours(field))
    given = field.given()
    own = _seconds(lambda: draw_round(given, "pairs"), 5)
    name = f"draw the next round of {size} pairs by standing"
    yield _against_networkx(field, name, own)
    for peer, draw in (("swisspair", peers.by_swisspair), ("a greedy draw", peers.greedy_pairs)):
        yield _against(field, name, own, peer, draw)
    if size <= GACRUX:
        report = peers.report_text(field)
        theirs = _seconds(lambda: peers.by_gacrux(field, report), 1)
        yield Comparison(name, "gacrux, which draws by wins alone", "round", own, theirs)


def _against_networkx(field: Field, name: str, own: float) -> Comparison:
    """The same goals as a graph; making it is not counted."""
    given = field.given()
    complete = field.size <= COMPLETE
    graph = peers.graph_of(given, None if complete else NEAREST)
    price: list[int] = []
    theirs = _seconds(lambda: price.append(peers.by_networkx(graph)), 1)
    mine = peers.price_of(draw_round(given, "pairs"), given)
    if mine > price[0] or (complete and mine < price[0]):
        raise RuntimeError(f"{name}: {mine} is not the optimum {price[0]}")
    which = "all meetings" if complete else f"the next {NEAREST} of each"
    return Comparison(name, f"networkx on {which}, which finds the same optimum", "round", own, theirs)


def _against(field: Field, name: str, own: float, peer: str, draw: Draw) -> Comparison:
    """Time, and how near in the standing the tables are."""
    try:
        tables = draw(field)
        told = f"{peer} ({_nearness(field, tables)}, ours {_nearness(field, peers.ours(field))})"
    except NoDrawError as error:
        return Comparison(name, f"{peer} (no draw: {error})", "round", own, float("nan"))
    return Comparison(name, told, "round", own, _seconds(lambda: draw(field), 3 if field.size <= 200 else 1))


def _nearness(field: Field, tables: list[Table]) -> str:
    ranks = doubled_ranks(field.given())
    gaps = [abs(ranks[table.entries[0]] - ranks[table.entries[1]]) / 2 for table in tables]
    met = History.from_tables(field.tables).opponents
    again = sum(1 for table in tables for pair in table.opponents if pair in met)
    return f"{sum(gap**2 for gap in gaps) / len(gaps):.2f} squared ranks a table, {again} rematches"


def _tight(size: int, rounds: int) -> Iterator[Comparison]:
    """Whole events of a small field: in how many of them somebody meets or rests again, or no draw is made."""
    ways: dict[str, tuple[Draw, int]] = {
        "swisspair": (peers.by_swisspair, EVENTS),
        "gacrux": (lambda field: peers.by_gacrux(field, peers.report_text(field)), SLOW_EVENTS),
        "a greedy draw": (peers.greedy_pairs, EVENTS),
    }
    own, told = _events(size, rounds, EVENTS, peers.ours)
    name = f"{size} pairs, {rounds} rounds ({told})"
    for peer, (draw, events) in ways.items():
        theirs, found = _events(size, rounds, events, draw)
        yield Comparison(name, f"{peer} ({found})", "evening", own, theirs)


def _events(size: int, rounds: int, events: int, draw: Draw) -> tuple[float, str]:
    """Seconds an event, and the shares of events with a fault."""
    again = rests = failed = 0
    start = time.process_time()
    for seed in range(events):
        field = Field(size, rounds, seed)
        try:
            for _round in range(rounds):
                field.play(draw(field))
        except NoDrawError:
            failed += 1
            continue
        met, rested = peers.faulty(field)
        again += bool(met)
        rests += bool(rested)
    took = (time.process_time() - start) / events
    shares = [f"{100 * count / events:.0f} % {what}" for count, what in _named(again, rests, failed)]
    return took, ", ".join(shares)


def _named(again: int, rests: int, failed: int) -> tuple[tuple[int, str], ...]:
    return ((again, "rematches"), (rests, "second rests"), (failed, "no draw"))


def _people(size: int, rounds: int) -> Comparison:
    """A whole event of individuals, every round another partner."""
    own, mine = _individuals(
        size, rounds, lambda field: list(draw_round(field.given(), "individuals").tables)
    )
    theirs, greedy = _individuals(size, rounds, peers.greedy_tables)
    name = f"draw a round of {size} people by standing, {rounds} rounds ({mine})"
    return Comparison(name, f"a greedy draw ({greedy})", "round", own, theirs)


def _individuals(size: int, rounds: int, draw: Draw) -> tuple[float, str]:
    """Seconds a round, and partners and opponents again over the event, and ranks from first to last at a table."""
    field, widths, took = Field(size, rounds, seed=1), list[float](), 0.0
    for number in range(rounds):
        start = time.process_time()
        tables = draw(field)
        took += time.process_time() - start
        if number:
            ranks = doubled_ranks(field.given())
            widths += [
                (max(ranks[e] for e in t.entries) - min(ranks[e] for e in t.entries)) / 2 for t in tables
            ]
        field.play(tables)
    met = History.from_tables(field.tables)
    partners, opponents = (sum(n - 1 for n in counts.values()) for counts in (met.partners, met.opponents))
    told = f"{partners} partners and {opponents} opponents again, {statistics.mean(widths):.1f} ranks wide"
    return took / rounds, told
