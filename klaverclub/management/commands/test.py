"""`manage.py test [pytest's own options]`: the whole suite, on two processes."""

import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Run the tests with pytest; everything after `test` goes to pytest (-k WORD, --lf, a path …)."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Leaves the options to pytest: Django's own parser would refuse them."""
        self.execute(*argv[2:], no_color=False, force_color=False)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pytest", nargs="*")

    def handle(self, *args: str, **options: Any) -> None:
        parallel = ["-n", "2", "--dist", "loadgroup"]
        command = [sys.executable, "-m", "pytest", *parallel, *args]
        raise SystemExit(subprocess.run(command, cwd=settings.BASE_DIR).returncode)
