"""What is printed of a schedule, and the slips to draw at the door, read back from the files."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.reports.reading import HEADING, pieces, printed, text_of
from tournaments.models import Competition, Job, Schedule
from tournaments.reports.documents import CardsReport, MatrixReport, PaperCard
from tournaments.reports.render import Format, render
from tournaments.services import jobs, reports, schedules
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


KINDS = ("schedule", "proof", "matrix", "cards", "guides")


def scheduled(players: int, rounds: int, method: str = "whist", **fields) -> Schedule:
    user = factories.make_user()
    club = user.roles.get().club
    people = factories.make_people(players, club)
    evening = factories.make_evening(factories.make_competition(people, club=club, rounds=rounds, **fields))
    return schedules.make(evening, method=method, actor=user, seed=3)


def document(kind: str, pk: int):
    with override("en"):
        return reports.BUILDERS[kind](pk)


def names_by_number(made: Schedule) -> dict[int, str]:
    names = {entry.pk: entry.name for entry in made.evening.competition.entries.all()}
    return {number: names[entry] for number, entry in enumerate(made.entries, 1)}


@pytest.mark.parametrize(("players", "rounds", "pages"), [(16, 5, 3), (13, 4, 2), (40, 20, 20), (4, 3, 1)])
def test_everybody_gets_a_card_and_as_many_as_fit_share_a_sheet(players, rounds, pages, tmp_path):
    made = scheduled(players, rounds)
    pdf = printed(document("cards", made.evening_id), tmp_path)
    assert len(pdf.pages) == pages
    found = [
        piece.text
        for page in range(pages)
        for piece in pieces(pdf, page)
        if piece.size > 10 < piece.size < 20
    ]
    assert sorted(found) == sorted(names_by_number(made).values())


def test_a_card_holds_table_partner_and_opponents_of_every_round(tmp_path):
    made = scheduled(4, 3)
    names = names_by_number(made)
    number = {entry: number for number, entry in enumerate(made.entries, 1)}
    text = text_of(printed(document("cards", made.evening_id), tmp_path))
    for planned in schedules.rounds_of(made):
        for entry in planned.tables[0].entries:
            assert (
                text.count(f"{number[entry]} {names[number[entry]]}") == 9
            )  # three rounds on three other cards
    assert text.count("With") == text.count("Against") == 4


@pytest.mark.parametrize("kind", ["cards", "guides", "lots"])
def test_nothing_leaves_its_card_however_long_the_names(kind, tmp_path):
    made = scheduled(12, 6)
    competition = made.evening.competition
    for entry in competition.entries.all():
        person = entry.people[0]
        person.last_name = f"{person.last_name}-{'Wwwww' * 6} van de Overkant"
        person.save()
    pdf = printed(document(kind, made.evening_id), tmp_path)
    across = 3 if kind == "lots" else 2
    width = (595 - 40) / across
    for page in range(len(pdf.pages)):
        for piece in pieces(pdf, page):
            assert 0 < piece.y < 842
            column = int((piece.x - 20) // width)
            assert piece.end <= 20 + (column + 1) * width + 0.5, piece


def test_a_card_too_long_for_a_sheet_is_drawn_smaller(tmp_path):
    rows = tuple((str(number), "1", "N", "a\nb", "c\nd") for number in range(1, 41))
    report = CardsReport(
        HEADING, "cards", (PaperCard("Jan", "1", rows=rows),), ("R", "T", "S", "W", "A"), (1, 1, 1, 3, 3)
    )
    pdf = printed(report, tmp_path)
    assert len(pdf.pages) == 1
    assert min(piece.y for piece in pieces(pdf)) > 10


def test_cards_are_refused_when_there_are_none_or_a_row_does_not_fit():
    with pytest.raises(ValueError, match="no cards"):
        CardsReport(HEADING, "cards", ())
    with pytest.raises(ValueError, match="one cell"):
        CardsReport(HEADING, "cards", (PaperCard("Jan", rows=(("1",),)),), ("R", "T"), (1, 1))


def test_every_table_gets_a_guide_card(tmp_path):
    made = scheduled(13, 4)
    text = text_of(printed(document("guides", made.evening_id), tmp_path))
    assert [f"Table {number}" in text for number in (1, 2, 3, 4)] == [True, True, True, False]
    names = names_by_number(made)
    assert sum(text.count(f"{number} {name}") for number, name in names.items()) >= 4 * 12


def test_the_proof_is_printed_in_words_and_figures(tmp_path):
    made = scheduled(13, 13)
    text = text_of(printed(document("proof", made.evening_id), tmp_path))
    assert "Everybody plays once with everybody and twice against everybody." in text
    assert "Everybody sits out once." in text
    report = document("proof", made.evening_id)
    figures = [row[2:7] for row in report.rows]
    assert figures == [(12, 0, 12, 1, 3)] * 13


@pytest.mark.parametrize(("players", "rounds", "pages"), [(12, 11, 1), (40, 6, 1), (53, 4, 4)])
def test_the_matrix_counts_every_couple(players, rounds, pages, tmp_path):
    made = scheduled(players, rounds)
    report = document("matrix", made.evening_id)
    pdf = printed(report, tmp_path)
    assert len(pdf.pages) == pages
    counted = schedules.rounds_of(made)
    number = {entry: place for place, entry in enumerate(made.entries)}
    expected = {}
    for planned in counted:
        for table in planned.tables:
            for place, pairs in ((0, table.partners), (1, table.opponents)):
                for one, other in pairs:
                    for key in ((number[one], number[other]), (number[other], number[one])):
                        expected.setdefault(key, [0, 0])[place] += 1
    cells = {(i, j): cell for i, row in enumerate(report.cells) for j, cell in enumerate(row) if cell}
    assert cells == {key: f"{together}·{against}" for key, (together, against) in expected.items()}
    found = [piece for page in range(pages) for piece in pieces(pdf, page)]
    assert sum("·" in piece.text and len(piece.text) == 3 for piece in found) == len(cells)
    assert all(piece.x > 0 and piece.end < 842 and 0 < piece.y < 595 for piece in found)


def test_a_matrix_is_square():
    with pytest.raises(ValueError, match="2 rows"):
        MatrixReport(HEADING, "matrix", ((1, "Jan"), (2, "Piet")), (("", "1"),), "")


def test_the_wall_lists_every_table_of_every_round_and_who_rests(tmp_path):
    made = scheduled(13, 4)
    report = document("schedule", made.evening_id)
    names = names_by_number(made)
    number = {entry: number for number, entry in enumerate(made.entries, 1)}
    expected = [
        (place, table.number, *(f"{number[entry]} {names[number[entry]]}" for entry in table.entries))
        for place, planned in enumerate(schedules.rounds_of(made), 1)
        for table in planned.tables
    ]
    assert list(report.rows) == expected
    text = text_of(printed(report, tmp_path))
    assert text.count("Sitting out in round") == 4


def test_a_table_that_became_one_of_three_is_told_as_such():
    made = scheduled(4, 3)
    evening = made.evening
    names = names_by_number(made)
    first, second, third, gone = (made.entries[place] for place in range(4))
    round_ = factories.make_published_round(evening)
    round_.tables.get().seats.filter(entry=gone).delete()
    for entry, position in ((first, "N"), (second, "E"), (third, "S")):
        seat = round_.tables.get().seats.get(entry=entry)
        seat.position = position
        round_.tables.get().seats.filter(entry=entry).delete()
        seat.pk = None
        seat.save()
    report = document("schedule", evening.pk)
    assert list(report.rows[0]) == [1, 1, f"1 {names[1]}", "", f"2 {names[2]}", f"3 {names[3]}"]
    rows = {card.title: card.rows[0] for card in document("cards", evening.pk).cards}
    assert rows[names[3]] == ("1", "1", "S", "", f"1 {names[1]}\n2 {names[2]}")
    assert rows[names[4]] == ("1", "", "", "not there", "")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("players", "method", "fields"), [(13, "whist", {}), (14, "mitchell", {"kind": Competition.Kind.PAIRS})]
)
def test_paper_and_spreadsheet_come_from_the_same_rows(kind, players, method, fields, tmp_path):
    made = scheduled(players, 4, method, **fields)
    path = tmp_path / "document.xlsx"
    with override("en"):
        render(document(kind, made.evening_id), Format.XLSX, path)
    cells = [
        str(cell)
        for row in load_workbook(path).active.iter_rows(values_only=True)
        for cell in row
        if cell is not None
    ]
    text = text_of(printed(document(kind, made.evening_id), tmp_path))
    for name in names_by_number(made).values():
        assert any(name in cell for cell in cells)
        assert all(person in text for person in name.split(" + "))


def test_the_same_schedule_gives_the_same_bytes(tmp_path):
    made = scheduled(12, 4)
    report = document("cards", made.evening_id)
    for name in ("one", "two"):
        render(report, Format.PDF, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(
    ("players", "fields", "slips"),
    [(13, {}, 16), (16, {}, 16), (12, {"kind": Competition.Kind.PAIRS}, 6), (0, {}, 4)],
)
def test_slips_for_the_door_fill_whole_tables(players, fields, slips):
    evening = factories.make_evening(factories.make_competition(players, **fields))
    report = document("lots", evening.pk)
    assert [card.mark for card in report.cards] == [str(number) for number in range(1, slips + 1)]


def test_partners_are_two_slips_apart():
    report = document("lots", factories.make_evening(factories.make_competition(8)).pk)
    sixth = report.cards[5]
    assert (sixth.title, sixth.subtitle) == ("Table 2", "East")
    assert sixth.note == "with number 8, against 5 and 7"
    pairs = document("lots", factories.make_evening(factories.make_competition(8, kind="pairs")).pk)
    assert [card.note for card in pairs.cards] == [f"against pair {n}" for n in (2, 1, 4, 3)]


@pytest.mark.parametrize("kind", [*KINDS, "lots"])
def test_it_is_ordered_from_the_page_and_made_by_the_worker(kind):
    made = scheduled(8, 3)
    user = factories.make_user(club=made.evening.competition.club)
    client = factories.sign_in(user)
    answer = client.post(reverse("report", args=[kind, made.evening_id, "pdf"]))
    job = Job.objects.get()
    assert answer.url == reverse("job", args=[job.pk])
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.message
    assert len(PdfReader(jobs.path_of(job)).pages) >= 1
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_schedule_there_is_nothing_to_print(kind):
    evening = factories.make_evening()
    with pytest.raises(Refused, match="no schedule"):
        reports.BUILDERS[kind](evening.pk)
    user = factories.make_user(club=evening.competition.club)
    answer = factories.sign_in(user).post(reverse("report", args=[kind, evening.pk, "pdf"]), follow=True)
    assert "no schedule" in answer.content.decode()
