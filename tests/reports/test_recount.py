"""The second sheet of a season counts every total again: as stored, and as LibreOffice calculates it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.reports.office import recalculated
from tests.reports.reading import HEADING
from tournaments.reports import recount
from tournaments.reports.documents import Column, Kind, TableReport
from tournaments.reports.recount_formulas import Count
from tournaments.reports.render import Format, render
from tournaments.standing import ledger
from tournaments.standing.counting import in_force
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule
from tournaments.standing.tables import season_table

PERIODS = (Period(1, 3), Period(4, 5), Period(6, 8))
RULES = {
    "sum": StandingRule(),
    "average a round": StandingRule(measure="average", decimals=2),
    "average an evening": StandingRule(measure="average", unit="evening", decimals=1),
    "best evenings": StandingRule(unit="evening", best=5),
    "best rounds": StandingRule(unit="round", best=12),
    "drop evenings": StandingRule(unit="evening", drop=2),
    "drop rounds, average": StandingRule(measure="average", drop=3, decimals=4),
    "undroppable": StandingRule(unit="evening", best=4, undroppable=("absent", "late")),
    "periods": StandingRule(unit="evening", best=2, periods=PERIODS, best_periods=2),
    "all periods": StandingRule(unit="round", drop=1, periods=PERIODS),
    "periods of averages": StandingRule(
        measure="average", unit="round", best=4, periods=PERIODS, best_periods=2
    ),
    "ladder": StandingRule(unit="evening", last=3),
    "match points": StandingRule(measure="match_points", match=MatchPoints(2, 1, 0)),
    "match points by margin": StandingRule(
        measure="match_points",
        match=MatchPoints(3, 1, 0, (Band(200, 4, 0), Band(500, 5, -1 + 1)), most_an_evening=8),
    ),
}
KINDS = ("played",) * 8 + ("substitute", "sit_out", "late", "excused", "absent", "arbitrary")


def made_up(seed: int, evenings: int = 8, entries: int = 9) -> ledger.Season:
    """A season by lot, with absences, penalties and grants; somebody has only a penalty, somebody came once."""
    lot = random.Random(seed)
    packs = []
    for evening in range(1, evenings + 1):
        rows = []
        for entry in range(1, entries + 1):
            if lot.random() < 0.15 or (entry == 1 and evening > 1):
                continue
            rows += [_row(lot, entry, number, lot.choice(KINDS)) for number in (1, 2, 3)]
            if lot.random() < 0.15:
                rows.append(_row(lot, entry, 2, lot.choice(["penalty", "granted", "filled_in"])))
        rows.append(_row(lot, entries + 1, 1, "penalty"))
        packs.append(ledger.unpack(evening, ledger.pack(rows)))
    weighs = {2: frozenset(ledger.KINDS) - {"absent", "excused"}}
    return ledger.Season(tuple(packs), frozenset(range(1, evenings + 1)), weighs)


def _row(lot: random.Random, entry: int, number: int, kind: str) -> tuple[int, ...]:
    at_table = kind in ("played", "substitute")
    total = {"penalty": -50, "granted": 30, "filled_in": 100}.get(kind, lot.randint(900, 2100))
    against = lot.randint(900, 2100) if at_table else ledger.NO_SCORE
    by_hand = lot.choice([0, -1, 1]) if kind in ("penalty", "granted") else 0
    table = lot.randint(1, 4) if at_table else 0
    return (entry, number, table, at_table, ledger.KINDS.index(kind), total, total, 0, 0, 0, against, by_hand)


def counted(season: ledger.Season, rule: StandingRule) -> recount.Recount:
    table = season_table(season, rule)
    lines = [(line.entry, line.rank, f"=Entry {line.entry}", line.value) for line in table.lines]
    found = recount.recount(season, in_force(rule, season, 0), lines, [str(one) for one in rule.sentences()])
    assert found
    return found


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_counting_again_from_the_rows_comes_to_the_standing(name, seed):
    found = counted(made_up(seed), RULES[name])
    with override("en"):
        count = Count(found)
        for at, row in enumerate(found.rows, 10):
            *_cells, again, _standing, same = count.row(row, at, [""] * len(row.results))
            assert same.answer == "same", (name, row.name)
            assert again.answer == ("" if row.value is None else row.value)


def test_another_standing_is_called_different():
    found = counted(made_up(1), RULES["best evenings"])
    with override("en"):
        count = Count(found)
        wrong = replace(found.rows[0], value=found.rows[0].value + 1)
        assert count.row(wrong, 5, [""] * len(wrong.results))[-1].answer == "different"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("recount")


def workbook(folder, name: str):
    found = counted(made_up(7), RULES[name])
    rows = [(row.rank, row.name) for row in found.rows]
    report = TableReport(
        HEADING, "x", (Column("rank", "Place", Kind.RANK), Column("name", "Name")), rows, recount=found
    )
    path = folder / f"{name}.xlsx"
    with override("en"):
        render(report, Format.XLSX, path)
    return found, path


def below_titles(sheet) -> list[dict[str, object]]:
    rows = list(sheet.iter_rows(values_only=True))
    titles = next(at for at, row in enumerate(rows) if row[:2] == ("Place", "Name"))
    return [dict(zip(rows[titles], row, strict=True)) for row in rows[titles + 1 :]]


@pytest.fixture(scope="module")
def judged(folder):
    """The workbooks of all rules, and one in which a result was changed, as LibreOffice calculates them: in one run."""
    paths = [workbook(folder, name)[1] for name in RULES]
    book = load_workbook(folder / "sum.xlsx")
    sheet = book["Recount"]
    changed = next(cell for cell in sheet[sheet.max_row - 2][2:] if isinstance(cell.value, int))
    changed.value += 1000
    book.save(folder / "changed.xlsx")
    return recalculated([*paths, folder / "changed.xlsx"], folder)


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", RULES)
def test_libreoffice_comes_to_the_same_totals(name, folder, judged):
    found, path = workbook(folder, name)
    stored, theirs = load_workbook(path, data_only=True), judged[path.name]
    assert stored.sheetnames == theirs.sheetnames
    ours, theirs = below_titles(stored["Recount"]), below_titles(theirs["Recount"])
    assert len(ours) == len(theirs) == len(found.rows)
    for row, stored_row, judged_row in zip(found.rows, ours, theirs, strict=True):
        assert stored_row["Same?"] == judged_row["Same?"] == "same", row.name
        for again in (stored_row["Counted again"], judged_row["Counted again"]):
            if row.value is None:
                assert again in (None, "")
            else:
                assert again == pytest.approx(float(row.value), abs=1e-9)


@pytest.mark.libreoffice
def test_a_changed_result_changes_the_total_and_is_counted_as_different(folder, judged):
    found, _path = workbook(folder, "sum")
    sheet = judged["changed.xlsx"]["Recount"]
    row = below_titles(sheet)[-3]
    assert row["Counted again"] == found.rows[-3].value + 1000
    assert row["Same?"] == "different"
    said = [cells[0] for cells in sheet.iter_rows(values_only=True) if "rows are the same" in str(cells[1])]
    assert said == [len(found.rows) - 1]


def test_names_stay_text_and_formulas_have_their_values_from_the_start(folder):
    _found, path = workbook(folder, "periods")
    formulas, values = load_workbook(path), load_workbook(path, data_only=True)
    sheet, stored = formulas["Recount"], values["Recount"]
    seen = 0
    for line in sheet.iter_rows():
        for cell in line:
            if cell.data_type == "f":
                seen += 1
                assert stored[cell.coordinate].value is not None or '""' in cell.value
            elif isinstance(cell.value, str) and cell.value.startswith("="):
                assert cell.data_type == "s"
    assert seen > 3 * 10
    assert formulas.calculation.fullCalcOnLoad


def test_the_same_season_gives_the_same_bytes(folder):
    _found, path = workbook(folder, "match points by margin")
    first = path.read_bytes()
    _found, path = workbook(folder, "match points by margin")
    assert path.read_bytes() == first


def test_a_season_too_large_for_a_spreadsheet_is_not_counted_again(monkeypatch):
    season = made_up(1)
    monkeypatch.setattr(recount, "MOST_CELLS", 10)
    assert recount.recount(season, StandingRule(), [(1, 1, "A", None)], []) is None
