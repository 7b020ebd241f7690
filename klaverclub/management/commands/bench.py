"""Measures the product against named baselines, in one run."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from klaverclub.benchmarks import documents, draw, engine, pages, players, rating, standing
from klaverclub.benchmarks.measure import Comparison

SUBJECTS = {
    "engine": engine,
    "draw": draw,
    "pages": pages,
    "documents": documents,
    "standing": standing,
    "rating": rating,
    "players": players,
}


class Command(BaseCommand):
    help = "measure speed, as ratios to named baselines timed in the same run"

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("subject", nargs="*", choices=[*SUBJECTS, []], help="all of them when left out")
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def handle(self, *args: Any, subject: list[str], **options: Any) -> None:
        for name in subject or SUBJECTS:
            for found in SUBJECTS[name].comparisons():
                self.stdout.write(_as_json(found) if options["json"] else _as_text(found))


def _as_text(found: Comparison) -> str:
    return (
        f"{found.name}: {_seconds(found.ours)} a {found.unit}{_rate(found)}; "
        f"{_ratio(found.ratio)} × {found.baseline} ({_seconds(found.theirs)})"
    )


def _ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"1/{1 / value:.0f}"


def _rate(found: Comparison) -> str:
    return f", {found.per_second:,.0f} a second" if found.per_second >= 1 else ""


def _seconds(value: float) -> str:
    for limit, unit, factor in ((1e-3, "µs", 1e6), (1, "ms", 1e3)):
        if value < limit:
            return f"{value * factor:.1f} {unit}"
    return f"{value:.2f} s"


def _as_json(found: Comparison) -> str:
    return json.dumps(
        {
            "name": found.name,
            "baseline": found.baseline,
            "unit": found.unit,
            "seconds": found.ours,
            "baseline_seconds": found.theirs,
            "ratio": found.ratio,
        }
    )
