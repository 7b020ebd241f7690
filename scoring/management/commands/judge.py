"""``manage.py judge``: the rules engine on the command line."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.rules.judge import judge_text

CANNOT_JUDGE = 2


class Command(BaseCommand):
    """Reads cases as JSON, one per line, and writes one verdict per line."""

    help = "Judge deals, sheets and tricks given as JSON, one object per line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="a file of cases, or - for the input")

    def handle(self, *_args: Any, file: str, **_options: Any) -> None:
        failed = False
        for answer in judge_text(_read(file)):
            failed |= "error" in answer
            self.stdout.write(json.dumps(answer))
        if failed:
            sys.exit(CANNOT_JUDGE)


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=CANNOT_JUDGE) from error
    # What is not UTF-8 spoils its own line only.
    return data.decode("utf-8-sig", errors="replace")
