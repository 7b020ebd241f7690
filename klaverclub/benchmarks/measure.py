"""Two pieces of work timed in turns, so that whatever else the computer does slows both alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Comparison:
    """Seconds per unit of our work and of the baseline (medians), and what a unit is."""

    name: str
    baseline: str
    unit: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times as long ours takes."""
        return self.ours / self.theirs

    @property
    def per_second(self) -> float:
        return 1 / self.ours


def compare(
    name: str,
    ours: Work,
    baseline_name: str,
    baseline: Work,
    *,
    unit: str,
    units: int = 1,
    turns: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> Comparison:
    """Times both `turns` times in alternation after one unmeasured turn each; `units` are done in one call.

    With `time.process_time` as the clock only the time of this process counts.
    """
    ours()
    baseline()
    times: tuple[list[float], list[float]] = ([], [])
    for _turn in range(turns):
        for work, found in zip((ours, baseline), times, strict=True):
            gc.collect()
            start = clock()
            work()
            found.append((clock() - start) / units)
    return Comparison(name, baseline_name, unit, statistics.median(times[0]), statistics.median(times[1]))
