"""New versions of the database are made while an older version of the program still writes to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import POSTGRES

ROOT = Path(__file__).parents[2]

LINT = """
import django
django.setup()
from django.conf import settings
from django_migration_linter import MigrationLinter

linter = MigrationLinter(
    str(settings.BASE_DIR),
    include_apps=["scoring", "tournaments"],
    ignore_initial_migrations=True,
    no_cache=True,
    # Unique constraints that every row kept already, for they are weaker than those they replace.
    ignore_name=["0006_one_score_a_board", "0017_own_seat_once", "0023_transfers"],
)
linter.lint_all_migrations()
linter.print_summary()
raise SystemExit(linter.has_errors)
"""


@pytest.mark.postgres
def test_no_migration_breaks_the_program_that_still_runs():
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": POSTGRES}
    done = subprocess.run(
        [sys.executable, "-c", LINT], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0002_draws_and_leagues" in done.stdout
