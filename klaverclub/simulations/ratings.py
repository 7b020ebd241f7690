"""How well ratings find the true strengths: ours beside what clubs do now, Elo, OpenSkill and the exact filter."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError

from klaverclub.simulations.numbers import seed, whole
from klaverclub.simulations.rating_measures import Measured, measure
from klaverclub.simulations.rating_rivals import OpenSkill, Ours, rivals
from klaverclub.simulations.rating_worlds import FEWEST, MOST, SEATINGS, make_world

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterator

HELP = "rate clubs and leagues of which everybody's true strength is known"
OPTIONS = ("seating", "clubs", "leagues", "players", "seed", "exact", "json")
LEAGUE, CLUBS_A_LEAGUE = 400, 10


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seating", choices=SEATINGS, help="only clubs that sit down this way")
    parser.add_argument("--clubs", type=whole(0, 1000), default=40, help="clubs of each seating")
    parser.add_argument(
        "--leagues", type=whole(0, 1000), default=10, help=f"leagues of {LEAGUE} in {CLUBS_A_LEAGUE} clubs"
    )
    parser.add_argument("--players", type=whole(FEWEST, MOST), default=80, help="people in a club")
    parser.add_argument("--seed", type=seed, default=101, help="constants were tuned on seeds 1 to 12")
    parser.add_argument("--exact", action="store_true", help="the exact filter too: slow for leagues")
    parser.add_argument("--json", action="store_true", help="one JSON object a line instead of text")


def run(write: Callable[[str], object], told: dict[str, Any]) -> None:
    kinds = list(_kinds(told))
    if not kinds:
        raise CommandError(
            "Nothing to rate: leagues are only played with all seatings. Ask for --clubs, or for --leagues without --seating."
        )
    library = find_spec("openskill") is not None
    if not library:
        sys.stderr.write("openskill is not installed (it belongs to the test group): it is left out\n")
    makers = rivals(library=library, exact=told["exact"])
    for title, seating, players, clubs, count in kinds:
        seeds = range(told["seed"], told["seed"] + count)
        found = measure((make_world(seating, players, clubs, seed) for seed in seeds), makers)
        for line in [_as_json(title, found)] if told["json"] else _as_text(title, found):
            write(line)


def _kinds(told: dict[str, Any]) -> Iterator[tuple[str, str, int, int, int]]:
    """Title, seating, people, clubs that meet, and how many of these."""
    count, players = told["clubs"], told["players"]
    for seating in (told["seating"],) if told["seating"] else SEATINGS:
        if count:
            yield f"{count} clubs of {players}, {seating} seating", seating, players, 1, count
    if told["leagues"] and not told["seating"]:
        title = f"{told['leagues']} leagues of {LEAGUE} people in {CLUBS_A_LEAGUE} clubs, mixed seating"
        yield title, "mixed", LEAGUE, CLUBS_A_LEAGUE, told["leagues"]


def figures(found: Measured) -> dict[str, dict[str, float | None]]:
    """What was found, by rival."""
    return {
        name: {
            "log_loss": rival.log_loss,
            "gain": found.gain(name),
            "slope": rival.slope,
            "spearman_1": rival.spearman(0) if rival.orders[0] else None,
            "spearman_3": rival.spearman(2) if rival.orders[2] else None,
            "covered": rival.covered if rival.banded else None,
            "club_slope": rival.club_slope if rival.clubs else None,
        }
        for name, rival in found.rivals.items()
    }


def _as_json(title: str, found: Measured) -> str:
    return json.dumps(
        {"worlds": title, "rounds": found.rounds, "known": found.known, "found": figures(found)}
    )


def _as_text(title: str, found: Measured) -> Iterator[str]:
    yield f"{title}: {found.rounds:,} rounds, log-loss {found.known:.5f} for who knows all strengths"
    yield f"  {'':30} log-loss    gain  slope  Spearman after 1 / 3 seasons"
    for name, one in figures(found).items():
        slope = "" if one["slope"] is None else f"{one['slope']:.2f}"
        order = "" if one["spearman_1"] is None else f"{one['spearman_1']:.3f} / {one['spearman_3']:.3f}"
        yield f"  {name:30} {one['log_loss']:.5f}  {100 * (one['gain'] or 0):4.1f} %  {slope:>5}  {order}".rstrip()
    ours = figures(found)[Ours.name]
    told = f"  80 % bands hold the true strength of {100 * (ours['covered'] or 0):.1f} %"
    if OpenSkill.name in found.rivals:
        told += f"; gain over OpenSkill {found.gain(Ours.name) / found.gain(OpenSkill.name):.2f} ×"
    if ours["club_slope"] is not None:
        told += f"; of differences between clubs {ours['club_slope']:.2f} is found"
    yield told
