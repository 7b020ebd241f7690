"""Scores of before the totals of the opponents were kept get these from their sheets."""

import importlib

import pytest
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader

from scoring.rules import Ruleset
from scoring.rules.family import positions, side_of_position, sides
from scoring.rules.relatives import GAMES
from tests import factories
from tests.tournaments import ledger
from tournaments.models import Evening, Posting

NAME = "0008_scores_of_opponents"
migration = importlib.import_module(f"tournaments.migrations.{NAME}")


@pytest.fixture
def apps(db):
    """The models as they were at that migration."""
    return MigrationLoader(connection).project_state(("tournaments", NAME)).apps


@pytest.fixture
def right():
    """Two tables and somebody who sits out, as they are written today, then without the opponents."""
    user = factories.make_user()
    competition = factories.make_competition(9, club=user.roles.get().club, rounds=1)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    for number, table in enumerate(factories.tables(round_)):
        ledger.accept(table, user, ledger.side(1500 + number), ledger.side(1092 - number, roem=20))
    written = dict(Posting.objects.values_list("pk", "against"))
    models.QuerySet(Posting).update(against=None)  # past the manager, as the program of then
    return written


@pytest.mark.parametrize("rules", [Ruleset(), *GAMES.values()], ids=["klaverjassen", *GAMES])
def test_every_seat_finds_its_side(rules):
    """The migration knows no rules: it reads the sides from the sheet."""
    result = {side: {"total": 0} for side in reversed(sides(rules))} | {"deals": [], "winner": "we"}
    for position in positions(rules):
        assert migration.side_of(position, result) == side_of_position(rules, position)


def test_with_three_sides_the_best_of_the_others_counts():
    result = {"A": {"total": 500}, "B": {"total": 420}, "C": {"total": 310}, "deals": []}
    assert [migration.against(letter, result) for letter in "NES"] == [420, 500, 500]


def test_rows_of_sheets_get_the_total_of_the_other_side(apps, right):
    assert sorted(value for value in right.values() if value is not None) == [
        *(1111, 1111),
        *(1112, 1112),
        *(1500, 1500),
        *(1501, 1501),
    ]
    before = Evening.objects.get().ledger_version
    migration.fill(apps, None)
    assert dict(Posting.objects.values_list("pk", "against")) == right
    assert Evening.objects.get().ledger_version == before + 1


def test_it_may_stop_half_way_and_go_on(apps, right, monkeypatch):
    first = apps.get_model("tournaments", "Posting").objects.select_related("sheet_version").order_by("pk")
    migration.fill_batch(apps, list(first[:3]))
    assert Posting.objects.filter(against=None).count() == len(right) - 3
    monkeypatch.setattr(migration, "BATCH", 2)
    migration.fill(apps, None)
    assert dict(Posting.objects.values_list("pk", "against")) == right
