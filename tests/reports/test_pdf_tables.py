"""Tables on paper, read back from the PDF."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from tests.reports.reading import HEADING, lines, pieces, printed, text_of
from tournaments.reports.documents import Awarded, Column, Kind, TableReport
from tournaments.reports.pdf.layout import pages
from tournaments.reports.render import Format, render
from tournaments.reports.results import EveningResultRow, SeasonRow, evening_result, season_table
from tournaments.reports.wall import WallSeat, wall_by_name, wall_by_table

STRANGE = [
    "Şükran Yılmaz",
    "Łukasz Wójcik",
    "Ĳsbrand de Vrĳes",
    "Đorđe Ăștefan",
    "♣ ♦ ♥ ♠",
    "Jan a <b & Co</b>",
]


def evening(count, rounds=4, names=None, **heading):
    with override("en"):
        return evening_result(
            replace(HEADING, **heading),
            [
                EveningResultRow(
                    rank=place,
                    name=names[place - 1] if names else f"Player {place:03}",
                    number=f"{place:03}",
                    rounds=tuple(2100 - place - number for number in range(rounds)),
                    total=rounds * (2100 - place),
                    best=2100 - place,
                    worst=2100 - place - rounds,
                    pits=place % 3,
                    nats=place % 5,
                    roem=10 * place,
                    poedel=place == count,
                )
                for place in range(1, count + 1)
            ],
        )


def season(count):
    rows = [
        SeasonRow(
            place, f"Player {place:03}", "", 5, 15, 25000 - place, Fraction(25000 - place, 15), 4900, place, 1
        )
        for place in range(1, count + 1)
    ]
    with override("en"):
        return season_table(HEADING, rows)


def wall(count):
    return [
        WallSeat(f"Player {place:03}", "", place // 4 + 1, "NESW"[place % 4], f"Player {place ^ 2:03}")
        for place in range(count)
    ]


def by_name(count):
    with override("en"):
        return wall_by_name(HEADING, 2, wall(count))


def by_table(count):
    with override("en"):
        return wall_by_table(HEADING, 2, wall(count))


def test_every_name_comes_back_as_it_was_given(tmp_path):
    text = text_of(printed(evening(len(STRANGE), names=STRANGE), tmp_path))
    for name in STRANGE:
        assert name in text


@pytest.mark.parametrize(
    ("build", "count", "expected"),
    [
        (evening, 8, 1),
        (evening, 40, 2),
        (evening, 400, 12),
        (season, 8, 1),
        (season, 40, 2),
        (season, 400, 12),
        (by_name, 8, 1),
        (by_name, 40, 2),
        (by_name, 400, 16),
        (by_table, 8, 1),
        (by_table, 40, 1),
        (by_table, 400, 4),
    ],
)
def test_page_counts(build, count, expected, tmp_path):
    pdf = printed(build(count), tmp_path)
    assert len(pdf.pages) == expected
    texts = [page.extract_text() for page in pdf.pages]
    first = 1 if build in (evening, season) else 0
    assert set(re.findall(r"Player \d+", "".join(texts))) == {
        f"Player {place:03}" for place in range(first, first + count)
    }
    for number, text in enumerate(texts, 1):
        assert f"page {number} of {expected}" in text
        assert "printed on 06/10/2026 at 23:14" in text
        assert "De Vrije Slag" in text
        assert "Autumn league, evening 4" in text
        assert "Tuesday 6 October 2026" in text


@pytest.mark.parametrize(
    ("build", "titles"),
    [
        (evening, {"Place", "Name", "Total", "Best", "Worst", "Pits", "Nats", "Roem"}),
        (season, {"Place", "Trend", "Name", "Evenings", "Rounds", "Total", "Average", "Behind"}),
        (by_name, {"Name", "Table", "Seat", "With"}),
        (by_table, {"Table", "North", "East", "South", "West"}),
    ],
)
def test_the_titles_of_the_columns_stand_on_every_page(build, titles, tmp_path):
    pdf = printed(build(150), tmp_path)
    assert len(pdf.pages) > 1
    for number in range(len(pdf.pages)):
        assert titles <= {text for line in lines(pdf, number) for text in line}


def test_each_row_is_one_line_in_reading_order(tmp_path):
    rows = [line for line in lines(printed(evening(30), tmp_path)) if line[0].isdigit()]
    assert [row[1] for row in rows] == [f"Player {place:03}" for place in range(1, 31)]
    assert rows[4] == [
        *("5", "Player 005", "2\u202f095", "2\u202f094", "2\u202f093", "2\u202f092"),
        *("8\u202f380", "2\u202f095", "2\u202f091", "2", "0", "50"),
    ]


@pytest.mark.parametrize(("build", "least"), [(evening, 10.5), (season, 10.5), (by_name, 14), (by_table, 14)])
def test_rows_are_set_in_large_type(build, least, tmp_path):
    sizes = [piece.size for piece in pieces(printed(build(40), tmp_path)) if piece.text.startswith("Player")]
    assert len(sizes) > 20
    assert min(sizes) >= least


def test_ten_rounds_still_fit_across_the_page(tmp_path):
    pdf = printed(evening(33, rounds=10), tmp_path)
    width, height = pdf.pages[0].mediabox.width, pdf.pages[0].mediabox.height
    assert width > height
    assert max(piece.end for piece in pieces(pdf)) <= width - 39
    assert min(piece.size for piece in pieces(pdf) if piece.text.startswith("Player")) >= 10


def test_thirty_rounds_shrink_rather_than_run_off_the_page(tmp_path):
    pdf = printed(evening(5, rounds=30), tmp_path)
    assert max(piece.end for piece in pieces(pdf)) <= pdf.pages[0].mediabox.width - 39


def test_figures_line_up_on_the_right_and_the_mark_of_an_awarded_score_hangs(tmp_path):
    report = TableReport(
        HEADING,
        "x",
        (Column("name", "Name"), Column("score", "Score", Kind.INT), Column("more", "More", Kind.INT)),
        [("A", 7, 1), ("B", 1620, 1), ("C", -12, 1), ("D", Awarded(1600), 1)],
    )
    found = {piece.text: piece for piece in pieces(printed(report, tmp_path))}
    edge = found["1\u202f620"].end
    assert found["7"].end == pytest.approx(edge, abs=0.1)
    assert found["−12"].end == pytest.approx(edge, abs=0.1)
    assert found["1\u202f600*"].end > edge + 3
    assert found["1\u202f600*"].x == pytest.approx(found["1\u202f620"].x, abs=0.1)


def test_long_names_shrink_first_then_take_two_lines_and_then_as_many_as_it_takes(tmp_path):
    names = [
        "Ada Bol",
        "Wilhelmina van den Bergh",
        "Wilhelmina Cornelia van der Heijden-Oosterbaan",
        "W" * 200,
    ]
    pdf = printed(evening(4, names=names), tmp_path)
    found = pieces(pdf)
    short, longer, longest, wide = (
        next(piece for piece in found if piece.text.startswith(start))
        for start in ("Ada", "Wilhelmina van", "Wilhelmina Cor", "WWW")
    )
    assert longer.text == names[1]
    assert short.size * 0.72 <= longer.size < short.size
    assert longest.text == "Wilhelmina Cornelia van der"
    second = next(piece for piece in found if piece.text == "Heijden-Oosterbaan")
    assert second.y < longest.y
    assert second.x == longest.x
    rest = [piece for piece in found if set(piece.text) == {"W"} and piece.x == longest.x]
    assert sum(len(piece.text) for piece in rest) == 200
    assert len(rest) > 2
    assert not any("…" in piece.text for piece in found)
    figures = [piece.x for piece in found if piece.text.startswith("2\u202f")]
    assert max(longest.end, second.end) < min(figures) - 3
    assert max(piece.end for piece in (longer, wide, *rest)) < min(figures) - 3


def test_a_very_long_club_event_and_title_stay_on_the_page(tmp_path):
    heading = {"club": "Klaverjasclub " * 20, "event": "Najaarscompetitie " * 20, "title": "Uitslag " * 20}
    pdf = printed(evening(8, **heading), tmp_path)
    head = [piece for piece in pieces(pdf) if piece.y > 760]
    assert len(head) >= 4
    for line in {piece.y for piece in head}:
        on_line = sorted((piece for piece in head if piece.y == line), key=lambda piece: piece.x)
        for left, right in pairwise(on_line):
            assert left.end < right.x
        assert on_line[-1].end <= pdf.pages[0].mediabox.width - 39


def test_text_that_looks_like_markup_or_has_control_characters_stays_text(tmp_path):
    names = ["<b>Bold</b>", "A\nB\tC\x00D", "Zero\u200bwidth", "e\u0301te\u0301"]
    text = text_of(printed(evening(4, names=names), tmp_path))
    assert "<b>Bold</b>" in text
    assert "A B C D" in text
    assert "Zerowidth" in text
    assert "été" in text


def test_provisional_is_said_in_the_title_and_across_every_page(tmp_path):
    pdf = printed(evening(60, provisional=True), tmp_path)
    assert len(pdf.pages) == 2
    for number in range(2):
        found = pieces(pdf, number)
        assert any(piece.text == "Result of the evening (provisional)" for piece in found)
        assert any(piece.text == "PROVISIONAL" and piece.size > 50 for piece in found)
    final = text_of(printed(evening(8), tmp_path))
    assert "provisional" not in final.lower()


def test_totals_are_the_last_row(tmp_path):
    report = TableReport(
        HEADING,
        "x",
        (Column("name", "Name"), Column("score", "Score", Kind.INT)),
        [(f"Player {number}", 100) for number in range(70)],
        totals=("Together", 7000),
    )
    pdf = printed(report, tmp_path)
    assert ["Together", "7\u202f000"] in lines(pdf, len(pdf.pages) - 1)
    assert all(["Together", "7\u202f000"] not in lines(pdf, number) for number in range(len(pdf.pages) - 1))


def test_notes_never_run_into_the_foot_of_the_page(tmp_path):
    for count in range(30, 40):
        pdf = printed(evening(count), tmp_path)
        last = pieces(pdf, len(pdf.pages) - 1)
        foot = next(piece.y for piece in last if piece.text.startswith("printed on"))
        note = min(piece.y for piece in last if piece.text.startswith("Poedel"))
        assert note > foot + 11


def test_rows_stay_with_their_notes():
    assert pages([1] * 37, tail=4, capacity=37) == [range(34), range(34, 37)]
    assert pages([1] * 33, tail=4, capacity=37) == [range(33)]
    assert pages([1] * 37, tail=0, capacity=37) == [range(37)]
    assert pages([1] * 38, tail=4, capacity=37) == [range(37), range(37, 38)]


def test_a_table_without_rows_says_so(tmp_path):
    pdf = printed(evening(0), tmp_path)
    assert len(pdf.pages) == 1
    assert "Nothing to list yet." in text_of(pdf)


def test_metadata_name_the_document_the_club_and_the_language(tmp_path):
    pdf = printed(evening(8), tmp_path, language="nl")
    assert pdf.metadata.title == "Result of the evening, Autumn league, evening 4, 06-10-2026"
    assert pdf.metadata.author == "De Vrije Slag"
    assert pdf.metadata["/CreationDate"].startswith("D:20261006231400")
    assert pdf.root_object["/Lang"] == "nl"
    assert pdf.root_object["/ViewerPreferences"]["/DisplayDocTitle"]


def test_every_font_is_embedded(tmp_path):
    pdf = printed(evening(8, provisional=True), tmp_path)
    fonts = [font.get_object() for font in pdf.pages[0]["/Resources"]["/Font"].values()]
    used = {piece.font for piece in pieces(pdf)}
    assert used == {"DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique"}
    embedded = {
        font["/BaseFont"].split("+")[1]
        for font in fonts
        if "/FontDescriptor" in font and "/FontFile2" in font["/FontDescriptor"]
    }
    assert used <= embedded


def test_the_same_document_gives_the_same_bytes(tmp_path):
    with override("en"):
        for name in ("first.pdf", "second.pdf"):
            render(evening(60, provisional=True), Format.PDF, tmp_path / name)
        render(evening(61, provisional=True), Format.PDF, tmp_path / "other.pdf")
    first, second, other = (
        (tmp_path / name).read_bytes() for name in ("first.pdf", "second.pdf", "other.pdf")
    )
    assert first == second
    assert first != other


def test_progress_counts_pages_up_to_the_last(tmp_path):
    steps = []
    with override("en"):
        render(evening(100), Format.PDF, tmp_path / "x.pdf", lambda done, of: steps.append((done, of)))
    assert steps == [(1, 3), (2, 3), (3, 3)]


def test_what_progress_raises_ends_the_rendering(tmp_path):
    def stop(done, of):
        raise InterruptedError

    with override("en"), pytest.raises(InterruptedError):
        render(evening(100), Format.PDF, tmp_path / "x.pdf", stop)
    assert not (tmp_path / "x.pdf").exists()


def test_a_long_name_takes_a_second_line_and_keeps_its_end(tmp_path):
    report = evening(1, rounds=3, names=["Marijke van den Heuvel-de Vries"])
    path = tmp_path / "long.pdf"
    with override("en"):
        render(replace(report, footnotes=()), Format.PDF, path)
    text = " ".join(PdfReader(path).pages[0].extract_text().split())
    assert "Marijke van den Heuvel-de Vries" in text


def test_two_of_a_family_with_very_long_names_stay_two_people(tmp_path):
    family = "Alexander van der Grinten tot Schuilenburg"
    names = [f"Maximiliaan-Bartholomeus {family}", f"Maximiliaan-Bernardus {family}"]
    pdf = printed(evening(2, names=names), tmp_path)
    texts = [piece.text for piece in pieces(pdf)]
    assert not any("…" in text for text in texts)
    plain = "".join(texts).replace(" ", "")
    assert all(name.replace(" ", "") in plain for name in names)
    assert all(piece.end <= 842 - 39 for piece in pieces(pdf))


TITLES = "Jonkheer Maximiliaan-Bartholomeus Alexander Theodorus Wilhelmus Cornelis "
FAMILY = "van der Grinten tot Schuilenburg en Oud-Valkenveen, heer van Wassenaar-Zuylenstein"
LONG = f"{TITLES}{FAMILY}"
PAIRED = f"{LONG} + Prinses {LONG}"


def whole(pdf, name: str, page: int = 0) -> bool:
    """Is the name there to its last letter, whatever lines it stands in?"""
    texts = [piece.text for piece in pieces(pdf, page)]
    assert not any("…" in text for text in texts)
    return name.replace(" ", "") in "".join(texts).replace(" ", "")


@pytest.mark.parametrize("name", [LONG, PAIRED, "W" * 80, f"{LONG} " + "m" * 80])
@pytest.mark.parametrize("build", ["evening", "season", "wall"])
def test_the_longest_name_that_can_be_entered_is_whole_and_in_its_own_row(name, build, tmp_path):
    others = ["Ada Bol", "Bram Cox"]
    names = [others[0], name, others[1]]
    with override("en"):
        if build == "evening":
            report = evening(3, names=names)
        elif build == "season":
            rows = [
                SeasonRow(at, each, "", 5, 15, 25000 - at, Fraction(25000 - at, 15), 4900, at, 1)
                for at, each in enumerate(names, 1)
            ]
            report = season_table(HEADING, rows)
        else:
            report = wall_by_name(HEADING, 2, [WallSeat(each, "", 1, "N", names[0]) for each in names])
    pdf = printed(report, tmp_path)
    assert len(pdf.pages) == 1
    assert whole(pdf, name)
    found = pieces(pdf)
    own = [piece for piece in found if piece.text and piece.text in name and len(piece.text) > 3]
    heights = {other: next(piece.y for piece in found if piece.text == other) for other in others}
    first, last = heights["Ada Bol"], heights["Bram Cox"]
    if build != "wall":  # sorted by name there
        assert all(last + 5 < piece.y < first - 5 for piece in own)
    right = pdf.pages[0].mediabox.width - 39
    assert all(piece.end <= right for piece in own)
    by_line = sorted({piece.y for piece in own}, reverse=True)
    assert all(upper - lower > 4 for upper, lower in pairwise(by_line))  # no two lines upon each other


def test_high_rows_move_to_the_next_page_and_stay_above_the_foot(tmp_path):
    names = [f"{at:02} {PAIRED}" for at in range(40)]
    pdf = printed(evening(40, names=names), tmp_path)
    assert len(pdf.pages) > 2
    seen = []
    for number in range(len(pdf.pages)):
        found = pieces(pdf, number)
        foot = next(piece.y for piece in found if piece.text.startswith("printed on"))
        assert min(piece.y for piece in found if piece.text in PAIRED and len(piece.text) > 3) > foot + 11
        text = "".join(piece.text for piece in found).replace(" ", "")
        seen += [name for name in names if name.replace(" ", "") in text]
    assert list(dict.fromkeys(seen)) == names  # a note on the last page tells some of them again


def test_totals_below_a_high_row_have_their_line_above_them(tmp_path):
    report = TableReport(
        HEADING,
        "x",
        (Column("name", "Name"), *(Column(f"x{at}", "Text") for at in range(6)), Column("n", "N", Kind.INT)),
        [(PAIRED, *["text"] * 6, 100)],
        totals=("Together", *[""] * 6, 7000),
    )
    pdf = printed(report, tmp_path)
    assert whole(pdf, PAIRED)
    found = pieces(pdf)
    total = next(piece.y for piece in found if piece.text == "Together")
    assert all(piece.y > total + 8 for piece in found if piece.text in PAIRED and len(piece.text) > 3)


def test_a_long_name_is_whole_in_a_cross_table_on_a_card_and_on_a_slip(tmp_path):
    from tests.reports.test_pdf_slips import sheets, slip
    from tournaments.reports.documents import CardsReport, MatrixReport, PaperCard

    people = tuple((place, LONG if place == 7 else f"Player {place}") for place in range(1, 41))
    cross = MatrixReport(HEADING, "x", people, tuple(tuple(1 for _ in people) for _ in people), "legend")
    assert whole(printed(cross, tmp_path), LONG)
    card = PaperCard(
        "Receipt", subtitle=f"{LONG} · Autumn", rows=(("Place 1", "ham"), (LONG, "cake")), note="note"
    )
    cards = CardsReport(HEADING, "x", cards=(card, card), titles=("For", "Prize"), shares=(1.0, 1.2))
    pdf = printed(cards, tmp_path)
    assert whole(pdf, f"{LONG} · Autumn")
    assert whole(pdf, f"{LONG}cake")
    assert whole(printed(sheets(slip(seats={"N": LONG})), tmp_path), LONG)


def test_no_text_is_smaller_than_seven_points_and_the_row_grows_instead(tmp_path):
    """Eight rounds with their match points in one cell, in type of 9.5: 0.72 of it would be 6.84 points."""
    made = "; ".join(f"{number} 015 – {number} 227: {number}" for number in range(1, 9))
    name = "Anneke van der Heijden-Oosterbaan van Zuylen"
    report = TableReport(
        HEADING,
        "why",
        (Column("made", "Rounds"), Column("why", "Counts?"), Column("points", "Points", Kind.INT)),
        [(made, f"✓ One of the best 5; {name}", 12), ("short", name, 3), ("short", "✓", 4)],
        size=9.5,
    )
    found = [piece for piece in pieces(printed(report, tmp_path)) if piece.text.strip()]
    cells = [piece for piece in found if piece.y < min(one.y for one in found if one.text == "Points")]
    body = [piece for piece in cells if piece.text.rstrip("–; ") and piece.x < 560]
    rows = [piece for piece in body if piece.text != "Klaverjasclub De Vier Azen"]
    told = " ".join(piece.text for piece in rows)
    assert "8 015 – 8 227: 8" in told
    lines = [piece for piece in rows if piece.x == rows[0].x]
    assert min(piece.size for piece in lines) >= 7
    apart = [upper.y - lower.y for upper, lower in pairwise(lines) if upper.y != lower.y]
    assert min(apart) >= 7
