"""Typing a match of a relative in a real browser, by the keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scoring.models import SheetVersion
from scoring.rules.relatives import GAMES
from tests.browser.keyboard import box, count, kept, type_keys
from tests.scoring.matches import MATCHES, make_match_table
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


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")
    ]


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


def test_enter_goes_through_a_deal_in_the_order_of_the_paper(page):
    type_keys(page, "a")
    expect(box(page, 1, "A_points")).to_be_focused()
    type_keys(page, "92<Enter>")
    expect(box(page, 1, "A_melds")).to_be_focused()
    type_keys(page, "2<Enter>")
    expect(box(page, 1, "B_points")).to_be_focused()
    type_keys(page, "58<Enter>")
    expect(maker(page, 2)).to_be_focused()  # only one side can have melds
    expect(page.locator("#r1-A_melds-worked")).to_have_text("20")
    expect(page.locator("#r1-B_melds-worked")).to_have_text("–")


def test_who_made_trumps_is_asked_for_before_the_deal_is_left(page):
    type_keys(page, "<ArrowRight>92/58+")
    expect(maker(page, 1)).to_be_focused()
    type_keys(page, "b")
    expect(box(page, 1, "declarer")).to_have_value("B")
    expect(box(page, 1, "A_melds")).to_be_focused()
    type_keys(page, "+")
    expect(page.locator("#r1-stand")).to_have_text("150 – 0")


def test_what_is_seldom_needed_waits_behind_a_key(page):
    more = page.locator("#r1-more")
    expect(more).to_be_hidden()
    type_keys(page, "a.")
    expect(box(page, 1, "bid")).to_be_focused()
    box(page, 1, "bid").select_option("turned")
    type_keys(page, "<Enter>")
    expect(box(page, 1, "trump")).to_be_focused()
    box(page, 1, "trump").select_option("H")
    box(page, 1, "turned").select_option("S")
    box(page, 1, "A_points").focus()
    type_keys(page, "92/58+")
    expect(page.locator("#r1")).to_have_class(re.compile("row-wrong"))  # hearts were not turned
    box(page, 1, "turned").select_option("H")
    expect(page.locator("#r1")).to_have_class(re.compile("row-ok"))
    page.reload()
    expect(more).to_be_visible()  # it holds something
    expect(box(page, 1, "trump")).to_have_value("H")


def test_melds_without_points_open_the_box_for_tricks(page):
    type_keys(page, "b0i/120+")
    expect(box(page, 1, "A_tricks")).to_be_visible()
    box(page, 1, "A_tricks").fill("1")
    box(page, 1, "A_tricks").press("Enter")
    expect(page.locator("#r1")).to_have_class(re.compile("row-ok"))


def test_a_row_after_the_end_can_be_taken_away_again(page):
    for keys in ROWS:
        type_keys(page, keys)
    kept(page)
    box(page, 7, "A_points").fill("90")
    box(page, 7, "A_points").press("Enter")
    expect(page.locator("#r7-status .say-impossible")).to_be_visible()
    box(page, 0, "written_A").focus()
    type_keys(page, "<ArrowUp>")
    expect(box(page, 7, "A_points")).to_be_focused()
    type_keys(page, "<Delete><Enter>")
    expect(page.locator("#sheet")).to_have_class(re.compile("ready"))


def test_a_row_after_the_end_goes_with_one_key(page):
    for keys in ROWS:
        type_keys(page, keys)
    kept(page)
    maker(page, 7).click()
    box(page, 7, "A_points").fill("90")
    box(page, 7, "A_points").press("Enter")
    expect(page.locator("#r7-status .offer")).to_be_visible()
    box(page, 7, "A_points").focus()
    type_keys(page, "<F2>")
    expect(box(page, 7, "declarer")).to_have_value("")
    expect(page.locator("#sheet")).to_have_class(re.compile("ready"))


def test_a_row_that_somebody_comes_back_to_is_gone_through_box_by_box(page):
    type_keys(page, "a92i/58+a70/71+")
    box(page, 1, "A_points").focus()
    type_keys(page, "<ArrowLeft>b")
    expect(box(page, 1, "A_points")).to_be_focused()
    type_keys(page, "50<Enter>")
    expect(box(page, 1, "A_melds")).to_be_focused()
    type_keys(page, "-")
    expect(box(page, 1, "B_points")).to_be_focused()
    type_keys(page, "60i*+")
    expect(page.locator("#r1-stand")).to_have_text("50 – 100")
    expect(box(page, 2, "A_points")).to_have_value("70")
    box(page, 2, "A_points").focus()
    type_keys(page, "<ArrowLeft><Delete>")
    expect(box(page, 2, "declarer")).to_have_value("")


def test_two_tabs_with_other_values_are_asked_which_holds(page, ans):
    other = page.context.new_page()
    other.goto(ans.url("sheet"))
    expect(maker(other, 1)).to_be_focused()
    type_keys(page, "a92i/58+")
    kept(page)
    type_keys(other, "a29i/58+")
    choices = other.locator("#r1-status .conflict")
    expect(choices).to_contain_text("92 (20) – 58")
    box(other, 1, "A_points").focus()
    type_keys(other, "<F3>")
    expect(box(other, 1, "A_points")).to_have_value("92")


def test_three_play_each_in_a_column(visit):
    table = make_match_table(GAMES["klaberjass-3"])
    who = typist(table)
    page = visit(who.user, who.url("sheet"))
    type_keys(page, "a60i/50/40+")
    expect(page.locator("#r1-stand")).to_have_text("80 – 50 – 40")
    type_keys(page, "c30/70v/40+")
    expect(page.locator("#r2-stand")).to_have_text("110 – 210 – 40")


def test_one_side_is_enough_where_every_card_is_played(visit):
    table = make_match_table(GAMES["tarabish"])
    who = typist(table)
    page = visit(who.user, who.url("sheet"))
    we = page.locator("#sheet").get_attribute("data-key-we")
    type_keys(page, f"{we}100i+")
    expect(page.locator("#r1-they_points-worked")).to_have_text("62")
    expect(page.locator("#r1-stand")).to_have_text("120 – 62")


def test_no_trumps_is_one_key_where_a_game_has_them(visit):
    table = make_match_table(GAMES["clobyosh"])
    who = typist(table)
    page = visit(who.user, who.url("sheet"))
    we = page.locator("#sheet").get_attribute("data-key-we")
    type_keys(page, f"n{we}70+")  # all cards count 130 then
    expect(page.locator("#r1-stand")).to_have_text("70 – 60")
    expect(page.locator("#r1-more")).to_be_hidden()


def test_a_finger_types_a_deal_without_any_letter_key(visit, ans):
    page = visit(
        ans.user, ans.url("sheet"), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page.locator("#r1 .box-declarer").tap()
    for name, points in (("A_points", "92"), ("B_points", "58")):
        page.locator(f"#r1-{name}").tap()
        page.keyboard.type(points)
    page.locator("#r1-A_melds").tap()
    page.locator("#r1 .box-rest").tap()
    expect(page.locator("#r1-stand")).to_have_text("92 – 58")


@pytest.mark.parametrize("name", ["klaberjass", "klaberjass-3", "tarabish"])
@pytest.mark.parametrize("width", [320, 390, 1024, 1280, 1920])
def test_the_page_fits_and_can_be_read_by_machine(visit, name, width):
    match = MATCHES[name]
    who = typist(make_match_table(match.game))
    for position, cells in enumerate(match.cells[:-1], 1):
        who.row(position, **cells | {"last": match.game.parties[0]} if position == 1 else cells)
    page = visit(who.user, who.url("sheet"), viewport={"width": width, "height": 800})
    expect(page.locator("#r1-status .sign")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert serious(page) == []


@pytest.mark.parametrize("name", ["klaberjass", "klaberjass-3"])
@pytest.mark.parametrize("width", [390, 1280])
def test_what_was_accepted_fits_too(visit, name, width):
    match = MATCHES[name]
    who = typist(make_match_table(match.game))
    who.accept(match.cells)
    who.accept(match.cells, base=1, **{"r0-reason": "looked again", "r0-written_A": str(match.totals["A"])})
    page = visit(who.user, who.url("sheet"), viewport={"width": width, "height": 800})
    for path in (who.url("sheet"), who.url("sheet_versions") + "?a=1&b=2"):
        page.goto(path)
        assert (
            page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        )
        assert serious(page) == []
