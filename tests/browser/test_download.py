"""From a click on a result to a file on the disk, with a real worker behind it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from klaverclub import servers
from tests import factories
from tournaments.models import Job, Posting, Round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def worker(site: Site) -> Iterator[subprocess.Popen[bytes]]:
    """A worker on the database of the test and the queue of the site."""
    command = servers.celery(
        *("worker", "--pool", "solo", "--concurrency", "1", "--without-gossip", "--without-mingle")
    )
    with (site.folder / "worker.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            env=site.environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    yield process
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def round_() -> Round:
    """A round of nine that is played and closed: two tables, one who sat out."""
    user = factories.make_user("organiser", username="leider")
    club = user.roles.get().club
    evening = factories.make_evening(factories.make_competition(9, club=club, rounds=1))
    played = factories.make_published_round(evening, actor=user)
    factories.play_round(played, user)
    return played


@pytest.fixture
def result(visit: Callable[..., Page], round_: Round) -> Page:
    user = round_.evening.competition.club.roles.get().user
    return visit(user, reverse("evening_result", args=[round_.evening_id]), accept_downloads=True)


def download(page: Page, folder: Path) -> Path:
    """Waits for the document and fetches it by the keyboard alone."""
    button = page.locator('a[href$="/file/"]')
    expect(button).to_be_visible(timeout=60_000)
    expect(button).to_be_focused()
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def test_the_result_of_an_evening_comes_as_pdf_and_as_workbook(result, worker, round_, tmp_path):
    buttons = result.locator("form.report button")
    buttons.nth(0).click()
    pdf = download(result, tmp_path)
    assert re.fullmatch(r"[\w-]+-2026-09-03\.pdf", pdf.name)
    text = "".join(page.extract_text() for page in PdfReader(pdf).pages)
    result.go_back()
    buttons.nth(1).click()
    book = download(result, tmp_path)
    cells = [cell for row in load_workbook(book).worksheets[0].iter_rows(values_only=True) for cell in row]
    postings = Posting.objects.filter(round=round_).select_related("person")
    assert postings.count() == 9
    for posting in postings.filter(kind="played"):
        assert posting.person.name in text
        assert posting.person.name in cells
        assert posting.total in cells


def test_impatient_clicking_makes_one_document(result, worker, round_, tmp_path):
    form = result.locator("form.report").first
    for _ in range(9):  # sent without waiting for an answer, as a double click is
        form.evaluate(
            "form => { fetch(form.action, {method: 'POST', body: new FormData(form), redirect: 'manual'}) }"
        )
    form.locator("button").click()
    download(result, tmp_path)
    assert Job.objects.filter(kind="evening").count() == 1
    assert Job.objects.get().attempt == 1


def test_a_document_waits_in_the_list_for_who_walked_away(result, worker, tmp_path):
    result.locator("form.report button").first.click()
    club = Job.objects.get().club
    expect(result.locator('a[href$="/file/"]')).to_be_visible(timeout=60_000)
    result.goto(reverse("documents", args=[club.slug]))
    with result.expect_download() as coming:
        result.locator('.documents a[href$="/file/"]').click()
    coming.value.save_as(tmp_path / "result.pdf")
    assert PdfReader(tmp_path / "result.pdf").pages


def test_without_script_the_page_asks_by_itself(visit, worker, round_):
    """The page of a job refreshes; what was asked for appears without a click."""
    user = round_.evening.competition.club.roles.get().user
    page = visit(user, reverse("evening_result", args=[round_.evening_id]), java_script_enabled=False)
    page.locator("form.report button").first.click()
    expect(page.locator('a[href$="/file/"]')).to_be_visible(timeout=60_000)


def test_while_no_worker_is_there_the_page_waits_and_then_goes_on(result, site, request):
    result.locator("form.report button").first.click()
    expect(result.locator(".state-loading")).to_be_visible()
    expect(result.locator('a[href$="/file/"]')).to_have_count(0)
    request.getfixturevalue("worker")
    expect(result.locator('a[href$="/file/"]')).to_be_visible(timeout=60_000)
