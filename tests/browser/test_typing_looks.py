"""The typing page fits its screens, can be read by machine, and works without script."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from scoring.models import SheetVersion
from tests.scoring.paper import DEALS, make_table, typist

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROWS = {
    1: {"we_points": "95", "we_roem": "IV", "they_roem": "-"},
    2: {"we_points": "161", "we_roem": "30", "they_roem": "-"},
    3: {"pit": "we", "we_roem": "V"},
    4: {"verzaakt": "they", "we_roem": "-", "they_roem": "-"},
    5: {"we_points": "82"},
    6: {"we_points": "162", "we_roem": "-", "they_roem": "-"},
}


@pytest.fixture
def ans():
    return typist(make_table(), username="ans")


def seen(ans, visit, **options):
    for position, cells in ROWS.items():
        ans.row(position, **cells)
    return visit(ans.user, ans.url("sheet"), **options)


def serious(page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280, 1920])
def test_the_page_never_scrolls_sideways(visit, ans, width):
    page = seen(ans, visit, viewport={"width": width, "height": 800})
    expect(page.locator("#r1-status .sign")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_while_typing(visit, ans, scheme, width):
    page = seen(ans, visit, color_scheme=scheme, viewport={"width": width, "height": 800})
    assert serious(page) == []
    page.keyboard.press("F1")
    assert serious(page) == []


def test_axe_finds_nothing_serious_in_what_is_asked(visit, ans):
    page = visit(ans.user, ans.url("sheet"))
    ans.accept([ROWS[4], ROWS[6], *DEALS[2:]])
    page.reload()
    expect(page.locator(".needs")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious_on_the_pages_around_it(visit, ans, width):
    ans.accept()
    bob = typist(ans.table, username="bob")
    bob.row(1, we_points="59", we_roem="-", they_roem="-")
    ans.accept(
        [{"we_points": "96", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]],
        base=1,
        **{"r0-reason": "5 or 6"},
    )
    page = visit(bob.user, bob.url("sheet"), viewport={"width": width, "height": 800})
    for path in (
        bob.url("sheet"),
        bob.url("sheet_versions") + "?mine",
        bob.url("sheet_versions") + "?a=1&b=2",
        "/sheet/?code=QQQQQ",
    ):
        page.goto(path)
        assert serious(page) == []
        assert (
            page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        )


def test_a_whole_sheet_stands_on_one_screen_of_a_laptop(visit, ans):
    page = visit(ans.user, ans.url("sheet"), viewport={"width": 1280, "height": 720})
    expect(page.locator("#r16")).to_be_in_viewport(ratio=1)
    expect(page.locator("#r0-written_we")).to_be_in_viewport()


def test_targets_are_large_where_a_finger_presses(visit, ans):
    page = visit(
        ans.user, ans.url("sheet"), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    for locator in ("#r1-we_points", "#r1 .box-nat", "#accept"):
        assert page.locator(locator).bounding_box()["height"] >= 40


def test_a_finger_types_a_deal_without_any_letter_key(visit, ans):
    page = visit(
        ans.user, ans.url("sheet"), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page.locator("#r1-we_points").tap()
    page.keyboard.type("95")
    page.keyboard.press("Enter")
    page.locator("#r1 .box-rest").tap()
    expect(page.locator("#r1-stand")).to_have_text("95 – 67")
    page.locator("#r2 .box-pit").tap()
    expect(page.locator("#r2-pit")).to_have_value("we")


def test_everything_is_named_for_a_screen_reader(visit, ans):
    page = seen(ans, visit)
    expect(page.locator("#r1-we_points")).to_have_accessible_name(re.compile(r"\b1\b"))
    expect(page.locator("#r3 .box-pit")).to_have_accessible_name(re.compile(r"3.*pit"))
    expect(page.locator("#r2-we_points")).to_have_attribute("aria-invalid", "true")


def test_a_sheet_is_typed_and_accepted_without_script(visit, ans):
    page = visit(ans.user, ans.url("sheet"), java_script_enabled=False)
    for position, cells in enumerate(DEALS, 1):
        for name, value in cells.items():
            field = page.locator(f"#r{position}-{name}")
            field.select_option(value) if name in ("nat", "pit") else field.fill(value)
    page.locator("button[value=judge]").click()
    expect(page.locator("#r16-stand")).to_have_text(re.compile(r"\d+ – \d+"))
    page.locator("button[value=accept]").click()
    assert "/table/" in page.url
    assert SheetVersion.objects.filter(sheet=ans.table.sheet).count() == 1
