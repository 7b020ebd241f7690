"""What a way of drawing is worth over whole events: who meets again, rests again, how near the tables are, how long it takes."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError

from klaverclub.simulations.numbers import seed, whole
from tournaments.pairing import DrawError
from tournaments.pairing.formats import METHODS, Plan, least_again, simulate
from tournaments.pairing.goals import TABLE_SIZES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.core.management.base import CommandParser

HELP = "play whole events with one way of drawing, and measure what comes of it"
OPTIONS = (
    *("format", "unit", "players", "rounds", "seed", "events"),
    *("late", "withdraw", "absent", "apart", "json"),
)
MOST_PLAYERS, MOST_ROUNDS = 2000, 60


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ArgumentTypeError(f"{text!r} is no share from 0 to 1")
    return share


def add_arguments(parser: CommandParser) -> None:
    formats = sorted({method for methods in METHODS.values() for method in methods})
    parser.add_argument("--format", choices=formats, default="swiss", help="how rounds are drawn")
    parser.add_argument("--unit", choices=sorted(METHODS), default="individuals", help="who take part")
    parser.add_argument("--players", type=whole(2, MOST_PLAYERS), default=40, help="people, or pairs")
    parser.add_argument("--rounds", type=whole(1, MOST_ROUNDS), default=6)
    parser.add_argument("--seed", type=seed, default=1, help="the same seed plays the same events")
    parser.add_argument("--events", type=whole(1, 10_000), default=10, help="how many events are played")
    parser.add_argument("--late", type=_share, default=0.0, help="share that comes in after the first round")
    parser.add_argument("--withdraw", type=_share, default=0.0, help="share that leaves before the end")
    parser.add_argument("--absent", type=_share, default=0.0, help="share of rounds missed in between")
    parser.add_argument("--apart", type=whole(0, 500), default=0, help="groups of three that never meet")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(write: Callable[[str], object], told: dict[str, Any]) -> None:
    method, unit = told["format"], told["unit"]
    if method not in METHODS[unit]:
        other = next(kind for kind, ways in METHODS.items() if method in ways)
        raise CommandError(
            f"{unit} are drawn by {', '.join(METHODS[unit])}; {method} is for {other}: add --unit {other}"
        )
    if told["players"] < TABLE_SIZES[unit]:
        raise CommandError(f"--players {told['players']}: a table takes {TABLE_SIZES[unit]} {unit}")
    plan = Plan(
        method,
        unit,
        told["players"],
        told["rounds"],
        late=told["late"],
        withdraw=told["withdraw"],
        absent=told["absent"],
        groups=told["apart"],
    )
    try:
        found = simulate(plan, range(told["seed"], told["seed"] + told["events"])).summary()
    except DrawError as error:
        raise CommandError(str(error)) from error
    least = least_again(plan)
    for line in [_as_json(found, least, told)] if told["json"] else _as_text(found, least, told):
        write(line)


def _as_json(found: dict[str, float], least: tuple[int, int] | None, told: dict[str, Any]) -> str:
    asked = {name: told[name] for name in OPTIONS if name != "json"}
    fewest = {"partners_again": least[0], "opponents_again": least[1]} if least else None
    return json.dumps(asked | {"found": found, "least": fewest})


def _as_text(found: dict[str, float], least: tuple[int, int] | None, told: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{told['events']} events of {told['players']} {told['unit']}, {told['rounds']} rounds, "
        f"{told['format']}, seed {told['seed']}; per event:"
    )
    can = (f" (at least {least[0]})", f" (at least {least[1]})") if least else ("", "")
    if told["unit"] == "individuals":
        yield f"  {'partners again':28} {found['partners_again']:8.2f}{can[0]}"
    yield f"  {'opponents again':28} {found['opponents_again']:8.2f}{can[1]}"
    yield f"  {'met most often':28} {found['most_met']:8.0f} times"
    yield f"  {'rests too many':28} {found['second_rests']:8.2f}"
    yield f"  {'couples of groups together':28} {found['apart']:8.2f}"
    yield f"  {'ranks wide at a table':28} {found['spread']:8.2f} on average, {found['widest']:.1f} at most"
    yield f"  {'order against true strength':28} {found['fidelity']:8.3f} (Spearman)"
    yield f"  {'seconds a draw':28} {found['seconds']:8.4f} on average, {found['slowest']:.4f} at most"
