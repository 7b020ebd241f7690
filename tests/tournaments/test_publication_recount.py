"""The workbook of a published standing counts its totals again, from what was published and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests import factories
from tests.reports.office import recalculated
from tests.tournaments.test_publish import correct, play, standing
from tournaments.models import Job, Person, Publication, Role
from tournaments.reports import recount as counts
from tournaments.reports.render import Format, render
from tournaments.services import jobs, publication_files, publish
from tournaments.services.errors import Refused
from tournaments.standing.rules import StandingRule

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db
BEST = StandingRule(unit="evening", best=2, interim="sum", ties=("pits",))
AVERAGE = StandingRule(measure="average", unit="round", decimals=3)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def organiser():
    return factories.make_user(Role.Kind.ORGANISER)


@pytest.fixture
def competition(organiser):
    """Three evenings of one round; the best two count, and the average is another title."""
    competition = factories.make_competition(
        4,
        club=organiser.roles.get().club,
        rounds=1,
        planned_evenings=3,
        standing=BEST.to_json(),
        titles=[{"name": "Average", "rule": AVERAGE.to_json()}],
    )
    for we in (110, 60, 95):
        play(competition, organiser, we)
    return competition


def workbook_of(publication: Publication, path: Path) -> Path:
    """Made anew, as if nobody had asked for it before."""
    render(publication_files.document(publication), Format.XLSX, path)
    return path


def judged(path: Path) -> list[str]:
    sheet = load_workbook(path, data_only=True)["Recount"]
    said = [cell.value for row in sheet.iter_rows() for cell in row]
    return [value for value in said if value in ("same", "different")]


def about(path: Path) -> str:
    sheet = load_workbook(path)["About"]
    return " ".join(str(cell) for row in sheet.iter_rows(values_only=True) for cell in row)


def test_it_is_in_the_file_that_the_organiser_gets(competition, organiser):
    publication = standing(competition, organiser)
    job = publication_files.order(publication, Format.XLSX, author=organiser)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    path = jobs.path_of(job)
    assert judged(path) == ["same"] * 4
    formulas = [
        cell.value
        for row in load_workbook(path)["Recount"].iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert any("LARGE" in formula for formula in formulas)  # the best two
    assert "The standing is the sum" in str(load_workbook(path)["Recount"]["A1"].value)


def test_it_is_in_the_language_of_who_asks(competition, organiser, tmp_path):
    publication = standing(competition, organiser)
    with translation.override("nl"):
        book = load_workbook(workbook_of(publication, tmp_path / "nl.xlsx"))
    names = set(book.sheetnames)
    english = set(load_workbook(workbook_of(publication, tmp_path / "en.xlsx")).sheetnames)
    assert "Recount" in english
    assert len(names) == len(english)
    assert "Recount" not in names


def test_nothing_that_changes_later_changes_it(competition, organiser, tmp_path):
    publication = standing(competition, organiser)
    before = workbook_of(publication, tmp_path / "before.xlsx").read_bytes()
    correct(competition.evenings.get(number=1), organiser, 140)
    Person.objects.update(first_name="Iemand", last_name="Anders")
    competition.refresh_from_db()
    competition.standing = AVERAGE.to_json()
    competition.save()
    publication = Publication.objects.get(pk=publication.pk)
    assert workbook_of(publication, tmp_path / "after.xlsx").read_bytes() == before
    again = standing(competition, organiser, reason="another rule")
    assert again.content["recount"]["rule"] == AVERAGE.to_json()
    assert workbook_of(again, tmp_path / "again.xlsx").read_bytes() != before
    assert judged(tmp_path / "again.xlsx") == ["same"] * 4


@pytest.mark.libreoffice
def test_libreoffice_comes_to_the_published_totals(competition, organiser, tmp_path):
    best, average = standing(competition, organiser), standing(competition, organiser, title="Average")
    paths = [workbook_of(each, tmp_path / f"publication-{each.number}.xlsx") for each in (best, average)]
    found = recalculated(paths, tmp_path)
    # Counted here from the evenings of each line: the best two of three, and all three by three rounds.
    of_best = [sum(sorted(line["cells"])[-2:]) for line in best.content["lines"]]
    of_average = [round(sum(line["cells"]) / 3, 3) for line in average.content["lines"]]
    for path, wanted in zip(paths, (of_best, of_average), strict=True):
        rows = list(found[path.name]["Recount"].iter_rows(values_only=True))
        counted = [row for row in rows if row[-1] in ("same", "different")]
        assert [row[-1] for row in counted] == ["same"] * 4
        assert [row[-2] for row in counted] == pytest.approx(wanted)
        assert [row[-3] for row in counted] == pytest.approx(wanted, abs=5e-4)


def older(publication: Publication) -> Publication:
    """The same list as a program of before would have published it: without what it is counted from."""
    content = {part: value for part, value in publication.content.items() if part != "recount"} | {
        "version": 1
    }
    return Publication.objects.create(
        competition=publication.competition,
        number=publication.number + 1,
        kind=publication.kind,
        content=content,
        fingerprint=publish.fingerprint(content),
        published_at=publication.published_at,
    )


def test_an_older_publication_has_none_and_says_why(competition, organiser, tmp_path):
    publication = older(standing(competition, organiser))
    path = workbook_of(publication, tmp_path / "old.xlsx")
    assert load_workbook(path).sheetnames == ["Season table", "About"]
    assert "what they are made of was not kept with it" in about(path)
    with pytest.raises(Refused, match="Nothing has changed since publication 2"):
        standing(competition, organiser)


def test_a_standing_too_large_for_a_spreadsheet_says_so(competition, organiser, tmp_path, monkeypatch):
    monkeypatch.setattr(counts, "MOST_CELLS", 5)
    publication = standing(competition, organiser)
    assert publication.content["recount"] is None
    path = workbook_of(publication, tmp_path / "large.xlsx")
    assert "Recount" not in load_workbook(path).sheetnames
    assert "with more than 5 results it would not open" in about(path)


def test_other_lists_have_no_count_and_say_nothing_of_it(competition, organiser, tmp_path):
    evening = competition.evenings.get(number=1)
    result = publish.publish(competition, Publication.Kind.EVENING, evening=evening, actor=organiser)
    assert "recount" not in result.content
    path = workbook_of(result, tmp_path / "evening.xlsx")
    assert "counts the totals again" not in about(path)
