"""The paper score sheets, read back from the PDF."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from tests.reports.reading import HEADING, pieces, printed, text_of
from tournaments.reports.documents import FilledDeal, FilledSheet, FilledSide, TableSlip
from tournaments.reports.render import Format, render
from tournaments.reports.slips import table_slips

NAMES = {"N": "Şükran Yılmaz", "E": "Łukasz Wójcik", "S": "Ĳsbrand de Vrĳes", "W": "Jan a <b & Co"}
FILLED = FilledSheet(
    deals=(
        FilledDeal(102, 60, "VI", "20", declarer="we"),
        FilledDeal(0, 162, "", "50", nat=True, declarer="we"),
        FilledDeal(162, 0, "40", "–", pit=True, declarer="we"),
        FilledDeal(None, 71, "", "", declarer="they"),
    ),
    we=FilledSide(points=355, roem=110, pits=100, total=565),
    they=FilledSide(points=293, roem=70, pits=None, total=364),
)


def slip(table=5, deals=16, **more):
    values = {"seats": NAMES, "code": f"R2-{table}-K7F3", "first_dealer": "E", "ruleset": "Amsterdam"} | more
    return TableSlip(table=table, round_number=2, deals=deals, **values)


def sheets(*slips):
    with override("en"):
        return table_slips(HEADING, 2, slips)


def size(page):
    return round(page.mediabox.width), round(page.mediabox.height)


@pytest.mark.parametrize(("tables", "pages"), [(1, 1), (2, 1), (10, 5), (13, 7)])
@pytest.mark.parametrize("deals", [4, 8, 12, 16])
def test_two_sheets_go_on_an_a4_across(tables, pages, deals, tmp_path):
    pdf = printed(sheets(*(slip(table, deals) for table in range(1, tables + 1))), tmp_path)
    assert len(pdf.pages) == pages
    assert {size(page) for page in pdf.pages} == {(842, 595)}
    for number, page in enumerate(pdf.pages, 1):
        text = page.extract_text()
        assert f"page {number} of {pages}" in text
        for table in (2 * number - 1, 2 * number):
            assert (f"Table {table}" in text) == (table <= tables)
            assert (f"R2-{table}-K7F3" in text) == (table <= tables)


@pytest.mark.parametrize("deals", [24, 40])
def test_many_deals_get_a_whole_upright_page(deals, tmp_path):
    pdf = printed(sheets(slip(1, deals), slip(2, deals)), tmp_path)
    assert [size(page) for page in pdf.pages] == [(595, 842)] * 2


def test_a_sheet_names_club_event_date_round_players_and_rules(tmp_path):
    text = text_of(printed(sheets(slip()), tmp_path))
    expected = ["Table 5", "round 2", "R2-5-K7F3", "De Vrije Slag · Autumn league, evening 4", "Amsterdam"]
    for words in [*expected, *NAMES.values(), "Tuesday 6 October 2026", "printed on 06/10/2026 at 23:14"]:
        assert words in text


@pytest.mark.parametrize("deals", [8, 12, 16, 24])
def test_every_deal_has_its_dealer_clockwise_from_the_first(deals, tmp_path):
    found = pieces(printed(sheets(slip(deals=deals)), tmp_path))
    numbers = {piece.y: int(piece.text) for piece in found if piece.text.isdigit() and piece.size == 11}
    dealers = {numbers[piece.y]: piece.text for piece in found if piece.y in numbers and piece.text in "NESW"}
    assert dealers == {deal: "ESWN"[(deal - 1) % 4] for deal in range(1, deals + 1)}


@pytest.mark.parametrize(("deals", "check"), [(16, "16 × 162 = 2\u202f592"), (12, "12 × 162 = 1\u202f944")])
def test_the_check_of_the_points_is_printed(deals, check, tmp_path):
    assert f"check: points we + points they = {check}" in text_of(
        printed(sheets(slip(deals=deals)), tmp_path)
    )


def test_both_sides_sign(tmp_path):
    text = text_of(printed(sheets(slip()), tmp_path))
    assert "signed, we" in text
    assert "signed, they" in text


def test_the_declarer_is_asked_only_where_the_club_records_it(tmp_path):
    assert "plays" not in text_of(printed(sheets(slip()), tmp_path))
    found = pieces(printed(sheets(slip(records_declarer=True)), tmp_path))
    assert sum(piece.text == "plays" for piece in found) == 1
    assert sum(piece.text == "they" for piece in found) == 16


def test_a_line_for_pits_only_where_a_pit_is_worth_something(tmp_path):
    assert "pits, 88 each" in text_of(printed(sheets(slip(pit_bonus=88)), tmp_path))
    assert "pits" not in text_of(printed(sheets(slip(pit_bonus=0)), tmp_path))


def test_handwriting_stands_in_the_row_and_column_it_belongs_to(tmp_path):
    found = pieces(printed(sheets(slip(filled=FILLED)), tmp_path))
    written = [piece for piece in found if piece.font == "DkgHandwriting"]
    row_of = {piece.text: piece.y for piece in found if piece.text.isdigit() and piece.size == 11}
    rows = [
        [
            piece.text
            for piece in sorted(written, key=lambda piece: piece.x)
            if abs(piece.y - row_of[str(deal)]) < 5
        ]
        for deal in range(1, 6)
    ]
    assert rows == [
        ["102", "vl", "60", "20"],
        ["0", "162", "50", "N"],
        ["162", "40", "0", "-", "P"],
        ["71"],
        [],
    ]
    sums = [piece.text for piece in written if piece.y < row_of["16"] - 5]
    assert sorted(sums) == sorted(["355", "110", "100", "565", "293", "70", "364"])
    titles = {piece.text: [] for piece in found}
    for piece in found:
        titles[piece.text].append((piece.x + piece.end) / 2)
    centres = [*titles["points"], *titles["roem"]]
    first_row = sorted((p for p in written if abs(p.y - row_of["1"]) < 5), key=lambda piece: piece.x)
    for piece, centre in zip(first_row, sorted(centres), strict=True):
        assert (piece.x + piece.end) / 2 == pytest.approx(centre, abs=6)


def test_a_ring_is_drawn_around_who_played(tmp_path):
    def rings(**more):
        pdf = printed(sheets(slip(records_declarer=True, **more)), tmp_path)
        return pdf.pages[0].get_contents().get_data().count(b" c\n") // 4

    assert rings(filled=FILLED) - rings() == 4


def test_a_sheet_without_names_has_lines_to_write_them(tmp_path):
    def lines_drawn(seats):
        pdf = printed(sheets(slip(seats=seats)), tmp_path)
        return pdf.pages[0].get_contents().get_data().count(b" l S")

    assert lines_drawn({}) - lines_drawn(NAMES) == 4


def test_a_long_name_stays_within_its_half(tmp_path):
    long_name = "Wilhelmina Cornelia van der Heijden-Oosterbaan"
    found = pieces(printed(sheets(slip(seats={**NAMES, "N": long_name})), tmp_path))
    lines = [piece for piece in found if piece.text and piece.text in long_name and len(piece.text) > 5]
    opposite = next(piece for piece in found if piece.text == NAMES["E"])
    assert " ".join(piece.text for piece in lines) == long_name
    assert all(piece.size >= 8 and piece.end < opposite.x - 20 for piece in lines)


@pytest.mark.parametrize("deals", [1, 16, 20, 21, 40])
@pytest.mark.parametrize("pit_bonus", [0, 100])
def test_nothing_is_printed_in_the_white_edge_or_over_something_else(deals, pit_bonus, tmp_path):
    report = sheets(slip(deals=deals, pit_bonus=pit_bonus, records_declarer=True))
    found = sorted(pieces(printed(report, tmp_path)), key=lambda piece: -piece.y)
    assert min(piece.y for piece in found) >= 17
    assert (
        max(piece.y + piece.size for piece in found)
        <= printed(report, tmp_path).pages[0].mediabox.height - 17
    )
    last = min(piece.y for piece in found if piece.text.isdigit() and piece.size == 11)
    for label in ("sum", "TOTAL", "check", "signed", "Amsterdam"):
        y = next(piece.y for piece in found if piece.text.startswith(label))
        assert y < last - 8
        last = y


def test_the_same_sheets_give_the_same_bytes_and_other_ink_does_not(tmp_path):
    other = replace(FILLED, we=replace(FILLED.we, total=566))
    with override("en"):
        for name, filled in (("a", FILLED), ("b", FILLED), ("c", other)):
            render(sheets(slip(filled=filled)), Format.PDF, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()
