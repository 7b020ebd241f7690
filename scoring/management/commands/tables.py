"""``manage.py tables``: computes the bounds on points and roem that the rules engine loads."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.rules.bounds import MODES, bounds_of
from scoring.rules.reach import BOUNDS_FILE, joint_bounds, packed


class Command(BaseCommand):
    """Writes the table file, or compares it with what comes out now."""

    help = "Compute what points and roem can occur under every ruleset, and store it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only, write nothing")

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        start = time.monotonic()
        found = {mode: dict(bounds_of(mode)) for mode in MODES}
        if check:
            for mode, bounds in found.items():
                wrong = [quads for quads, bound in bounds.items() if joint_bounds(quads, mode) != bound]
                if wrong:
                    raise CommandError(f"{BOUNDS_FILE.name}: {mode} {wrong[0]} is not what comes out")
        else:
            BOUNDS_FILE.write_bytes(packed(bounds.values() for bounds in found.values()))
        done = "is right" if check else "written"
        size, seconds = BOUNDS_FILE.stat().st_size, time.monotonic() - start
        self.stdout.write(f"{BOUNDS_FILE.name} {done}: {size:,} bytes, {seconds:.0f} s")
