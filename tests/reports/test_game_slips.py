"""The paper of a match of a relative, read back from the PDF and the workbook."""

from itertools import pairwise

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.rules.relatives import GAMES
from tests import factories
from tests.reports.reading import HEADING, pieces, printed, text_of
from tournaments.reports.documents import GameSlip, SlipSide
from tournaments.reports.render import Format, render
from tournaments.reports.slips import table_slips
from tournaments.services import round_documents

LONG = "Wilhelmina Cornelia van der Heijden-Oosterbaan"
A, B, C = (
    SlipSide(word, ((word, name),)) for word, name in (("A", "Anna Kok"), ("B", LONG), ("C", "Şükran Yılmaz"))
)
WE = SlipSide("we", (("N", "Anna Kok"), ("S", LONG)))
THEY = SlipSide("they", (("E", "Jan a <b & Co"), ("W", "")))


def slip(*sides, dealers=("A", "B"), deals=20, **more):
    values = {"code": "K7F3", "ruleset": "Klaberjass", "notes": ("Who first has 500 wins.", "Equal: nobody.")}
    return GameSlip(3, 2, sides, dealers, deals, **values | more)


SLIPS = {
    "two": slip(A, B),
    "three": slip(A, B, C, dealers=("B", "C", "A")),
    "four": slip(WE, THEY, dealers=("N", "E", "S", "W"), suits=("C", "D", "H", "S", "NT")),
    "short": slip(A, B, deals=1),
    "long": slip(A, B, deals=40),
    "list": slip(A, B, C, dealers=("A", "B", "C"), suits=(), boxes=("points", "melds", "stand")),
}


def sheets(*slips):
    with override("en"):
        return table_slips(HEADING, 2, slips)


@pytest.mark.parametrize("name", SLIPS)
def test_names_notes_and_code_stand_on_the_paper_whole(name, tmp_path):
    paper = SLIPS[name]
    text = " ".join(text_of(printed(sheets(paper), tmp_path)).split())
    people = [person for side in paper.sides for _letter, person in side.players if person]
    for words in ("Table 3", "round 2", "K7F3", "Klaberjass", *paper.notes, *people):
        assert words in text
    for side in paper.sides:
        assert f"signed, {side.word}" in text


@pytest.mark.parametrize("name", SLIPS)
def test_each_side_has_its_columns_and_nothing_leaves_the_page(name, tmp_path):
    paper = SLIPS[name]
    pdf = printed(sheets(paper), tmp_path)
    found = pieces(pdf)
    for title in paper.boxes:
        assert sum(piece.text == title for piece in found) == len(paper.sides)
    whole = len(paper.sides) * len(paper.boxes) > 9 or paper.deals > 20
    width = pdf.pages[0].mediabox.width / (1 if whole else 2)
    assert all(piece.x >= 17 and piece.end <= width - 17 and piece.y >= 17 for piece in found)
    assert not any("…" in piece.text for piece in found)


@pytest.mark.parametrize("name", SLIPS)
def test_the_deal_goes_round_from_the_first_dealer(name, tmp_path):
    paper = SLIPS[name]
    found = pieces(printed(sheets(paper), tmp_path))
    rows = {piece.y: int(piece.text) for piece in found if piece.text.isdigit() and piece.size == 11}
    dealers = {
        rows[piece.y]: piece.text
        for piece in found
        if piece.y in rows and piece.size == 11 and piece.text in paper.dealers
    }
    turns = len(paper.dealers)
    assert dealers == {deal: paper.dealers[(deal - 1) % turns] for deal in range(1, paper.deals + 1)}


def test_two_go_on_a_sheet_and_three_players_get_a_whole_one(tmp_path):
    assert len(printed(sheets(SLIPS["two"], SLIPS["two"]), tmp_path).pages) == 1
    pages = printed(sheets(SLIPS["three"], SLIPS["three"]), tmp_path).pages
    assert [round(page.mediabox.width) for page in pages] == [595, 595]


@pytest.mark.parametrize("name", SLIPS)
def test_the_workbook_has_a_row_for_each_deal(name, tmp_path):
    paper = SLIPS[name]
    with override("en"):
        render(sheets(paper), Format.XLSX, tmp_path / "slips.xlsx")
    rows = list(load_workbook(tmp_path / "slips.xlsx").worksheets[0].values)
    assert len(rows) == paper.deals + 1
    assert f"{paper.sides[-1].word}: stand" in rows[0]


@pytest.mark.parametrize(("sides", "deals"), [((A,), 20), ((A, B), 0), ((A, B), 41)])
def test_a_paper_that_cannot_be_is_refused(sides, deals):
    with pytest.raises(ValueError, match="a sheet has"):
        slip(*sides, deals=deals)


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_sheets_of_a_round_are_those_of_its_game(name):
    game = GAMES[name]
    competition = factories.make_competition(12, deals=20, ruleset=game.to_json())
    round_ = factories.make_published_round(factories.make_evening(competition))
    with override("en"):
        document = round_documents.slips_document(round_.pk)
    for paper, table in zip(document.slips, factories.tables(round_), strict=True):
        names = [person for side in paper.sides for _letter, person in side.players]
        assert sorted(names) == sorted(seat.person.name for seat in table.seats.all())
        assert len(paper.dealers) == len(game.seats)
        assert "NT" in paper.suits if game.no_trumps else len(paper.suits) == 4
        assert "500" in paper.notes[0]
        assert all("%" not in note for note in paper.notes)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_how_to_write_every_deal_of_its_game_stands_on_the_paper_whole(name, language, tmp_path):
    game = GAMES[name]
    options = {"kb_tie": "carry", "schmeiss": True}
    game = game.with_options({key: value for key, value in options.items() if key in game.options})
    competition = factories.make_competition(len(game.seats), deals=20, ruleset=game.to_json())
    round_ = factories.make_published_round(factories.make_evening(competition))
    with override(language):
        document = round_documents.slips_document(round_.pk)
        found = pieces(printed(document, tmp_path))
    (paper,) = document.slips
    text = " ".join(" ".join(piece.text for piece in found).split())
    assert all(note in text for note in (*paper.notes, paper.ruleset))
    assert not any("…" in piece.text for piece in found)
    assert [piece.size for piece in found if piece.text == paper.ruleset] == [7]
    if language == "en":
        assert ("hrown in" in text) == ("thrown" in game.allowed_bids)
        assert ("All passed" in text) == ("passed" in game.allowed_bids)
        assert ("the stand stays" in text) == (game.kb_tie == "carry")
    lines = sorted(piece.y for piece in found if piece.size == 7.5)
    assert all(after - before >= 8.9 for before, after in pairwise(lines))
