"""How many slips on a sheet are caught, how often the right repair is offered, how often honest sheets are asked about."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from klaverclub.simulations.numbers import seed, whole
from scoring.rules import make_ruleset
from scoring.rules.repair_measure import SHOWN, Report, Tally, measure, measure_honest
from scoring.rules.rulesets import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.core.management.base import CommandParser

HELP = "put slips into honest sheets, and count what is caught and rightly repaired"
OPTIONS = ("sheets", "seed", "ruleset", "even", "honest", "json")
SEVERITIES = ("impossible", "irregular", "unusual")


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--sheets", type=whole(1, 1_000_000), default=1000, help="how many sheets to play")
    parser.add_argument("--seed", type=seed, default=1, help="the same seed plays the same sheets")
    parser.add_argument("--ruleset", choices=sorted(PRESETS), default="amsterdam")
    parser.add_argument(
        "--even", action="store_true", help="every kind of slip as often as every other, against the model"
    )
    parser.add_argument(
        "--honest", action="store_true", help="no slips: only judge honest sheets, each in eight styles"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(write: Callable[[str], object], told: dict[str, Any]) -> None:
    ruleset = make_ruleset(told["ruleset"])
    if told["honest"]:
        report = measure_honest(ruleset, told["sheets"], told["seed"])
    else:
        report = measure(ruleset, told["sheets"], told["seed"], even=told["even"])
    for line in [as_json(report, told)] if told["json"] else as_text(report, told):
        write(line)


def as_json(report: Report, told: dict[str, Any]) -> str:
    return json.dumps(
        {
            **{name: told[name] for name in OPTIONS if name != "json"},
            "honest": {
                "sheets": {one: report.alarmed[one] for one in SEVERITIES},
                "findings": {f"{one}: {code}": count for (one, code), count in sorted(report.alarms.items())},
            },
            "large": _figures(report.total()),
            "seen": _figures(report.total(unseen=False)),
            "small": _figures(sum(report.small.values(), Tally())),
            "kinds": {kind: _figures(tally) for kind, tally in sorted(report.large.items())},
        }
    )


def _figures(tally: Tally) -> dict[str, int]:
    return dict(vars(tally))


def as_text(report: Report, told: dict[str, Any]) -> Iterator[str]:
    yield f"{told['sheets']:,} sheets, rules {told['ruleset']}, seed {told['seed']}"
    yield f"Honest, {report.sheets:,} typed sheets, per 1,000: " + ", ".join(
        f"{one} {1000 * report.alarmed[one] / max(1, report.sheets):.2f}" for one in SEVERITIES
    )
    for (severity, code), count in sorted(report.alarms.items()):
        yield f"  {severity}: {code} × {count}"
    if told["honest"]:
        return
    kinds = "each kind as often as every other" if told["even"] else "as often as the model says"
    yield f"One slip in each sheet, {kinds}:"
    yield f"{'':44} slips  caught  by rows  right first  in first {SHOWN}"
    for kind, tally in sorted(report.large.items(), key=lambda one: (-one[1].slips, one[0])):
        yield _line(kind, tally)
    yield _line("changing a total by less than 10", sum(report.small.values(), Tally()))
    yield _line("changing a total by 10 or more", report.total())
    yield _line(f"the same without {report.unseen} that the paper hides", report.total(unseen=False))


def _line(name: str, tally: Tally) -> str:
    counts = (tally.caught, tally.by_rows, tally.first, tally.shown)
    caught, rows, first, shown = (f"{100 * count / max(1, tally.slips):.1f} %" for count in counts)
    return f"{name:44} {tally.slips:5} {caught:>7} {rows:>8} {first:>12} {shown:>11}"
