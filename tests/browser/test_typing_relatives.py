"""Typing a match of a relative in a real browser, by the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from scoring.models import SheetVersion
from scoring.rules.relatives import GAMES
from tests.browser.keyboard import box, count, type_keys
from tests.scoring.matches import make_match_table
from tests.scoring.paper import Typist, typist

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Klaberjass to 500, added up by hand. A dash is no melds, a star bela.
#   maker  A            B                 A    B
#   A      92 + 20      58               112   58
#   passed                               112   58
#   B      75 + 50      60 + bela: bete  317   58
#   A      70           70: equal        317  128
#   A      104 + bela   30               441  158
#   B      70           86 + 20          511  264: over
ROWS = ["a92i/58+", "p", "b75v/60*+", "a70/70+", "a104*/30+", "b70/86i+"]
STANDS = ["112 – 58", "112 – 58", "317 – 58", "317 – 128", "441 – 158", "511 – 264"]


@pytest.fixture
def table() -> Table:
    return make_match_table(GAMES["klaberjass"])


@pytest.fixture
def ans(table: Table) -> Typist:
    return typist(table, username="ans", first_name="Ans")


@pytest.fixture
def page(visit: Callable[..., Page], ans: Typist) -> Page:
    return visit(ans.user, ans.url("sheet"))


def maker(page: Page, position: int):
    return page.locator(f"#r{position} .box-declarer")


def test_a_whole_match_by_the_keyboard_alone(page, table):
    expect(maker(page, 1)).to_be_focused()
    for position, (keys, stand) in enumerate(zip(ROWS, STANDS, strict=True), 1):
        type_keys(page, keys)
        expect(page.locator(f"#r{position}-stand")).to_have_text(stand)
    # The match is over, and who had gone on to the next deal is at the foot.
    expect(page.locator("#r6-status")).to_contain_text("500")
    expect(box(page, 0, "written_A")).to_be_focused()
    type_keys(page, "511<Enter>264<Enter>")
    expect(page.locator("#accept")).to_be_focused()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: f"/table/{table.pk}/" not in url)
    version = SheetVersion.objects.get()
    assert (version.result["winner"], version.result["ended"]) == ("A", 6)
    assert version.written == {"A": 511, "B": 264}
    assert len(version.deals) == 6
    assert sum(map(count, ROWS)) / len(ROWS) <= 8
