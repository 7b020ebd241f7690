"""The arbiter's page in a real browser: tapping on a phone, typing, the same without a script, and no cookie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.scoring.test_arbiter import DEAL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDTHS = (390, 1280, 1920)


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"[data-deck] button[data-words~='{card}']").tap()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def test_a_trick_is_tapped_on_a_phone(visit: Callable[..., Page]):
    page = visit(None, "/arbiter/", **PHONE)
    page.locator("#id_trump label", has=page.locator("input[value=S]")).tap()
    tap(page, "AR", "9S")
    expect(page.locator("#id_trick")).to_have_value("♦A ♠9")
    expect(page.locator("button[data-words~=AR]")).to_have_attribute("aria-pressed", "true")
    tap(page, "9S", "9S")  # a second tap takes the card back
    expect(page.locator("#id_trick")).to_have_value("♦A ♠9")
    page.locator("#id_hand").tap()
    expect(page.locator("#id_hand")).to_be_focused()
    tap(page, "7S", "8S", "10K", "7K")
    expect(page.locator("#id_hand")).to_have_value("♠7 ♠8 ♣10 ♣7")
    page.locator("form.question .button-primary").tap()
    expect(page.locator(".playing-card.is-chosen")).to_have_count(2)
    expect(page.locator("#answer code")).to_have_text("KJ-AMS-OPP-DISCARD")
    expect(page.locator("#answer h2")).to_be_in_viewport()
    assert page.context.cookies() == []
    assert violations(page) == []


def test_the_deck_fits_under_the_thumb(visit: Callable[..., Page]):
    page = visit(None, "/arbiter/deal/", **PHONE)
    sizes = page.locator("[data-deck] button").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(r => [r.width, r.height])"
    )
    assert len(sizes) == 32
    assert min(min(size) for size in sizes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.locator("[data-deck]")).to_be_in_viewport(ratio=1)
    page.locator("#id_t8").focus()
    field, deck = (page.locator(one).bounding_box() for one in ("#id_t8", "[data-deck]"))
    assert field["y"] + field["height"] <= deck["y"]  # what is filled is seen


def test_a_full_trick_goes_on_to_the_next(visit: Callable[..., Page]):
    page = visit(None, "/arbiter/deal/", **PHONE)
    tap(page, "10K", "7K", "8K", "9K", "10R")
    expect(page.locator("#id_t1")).to_have_value("♣10 ♣7 ♣8 ♣9")
    expect(page.locator("#id_t2")).to_have_value("♦10")
    expect(page.locator("[data-deck-to]")).to_have_text(page.locator("label[for=id_t2]").inner_text())
    tap(page, "8K")  # out of the trick where it lies, which is then the one to fill
    tap(page, "AK")
    expect(page.locator("#id_t1")).to_have_value("♣10 ♣7 ♣9 ♣A")


def test_typing_and_tapping_are_one(visit: Callable[..., Page]):
    page = visit(None, "/arbiter/trick/")
    page.locator("#id_trump label", has=page.locator("input[value=H]")).click()
    page.locator("#id_trick").fill("bh hh")
    expect(page.locator("[data-deck] [aria-pressed=true]")).to_have_count(2)
    page.locator("[data-deck] button[data-words~=VH]").click()
    expect(page.locator("#id_trick")).to_have_value("bh hh ♥V")
    page.locator("#id_trick").press("End")
    page.locator("#id_trick").press_sequentially(" 7s")
    page.locator("#id_trick").press("Enter")
    expect(page.locator("#answer .roem li")).to_have_count(2)
    assert "pit=" not in page.url  # options that were left alone do not stand in the address


def test_the_deck_is_one_stop_for_the_keyboard(visit: Callable[..., Page]):
    page = visit(None, "/arbiter/")
    page.locator("#id_hand").focus()
    page.keyboard.press("Tab")
    expect(page.locator("button[data-words~=AK]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("button[data-words~=HR]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#id_hand")).to_have_value("♦H")
    page.keyboard.press("Tab")
    expect(page.locator("form.question .button-primary")).to_be_focused()


def test_without_a_script_the_fields_suffice(visit: Callable[..., Page]):
    page = visit(None, "/arbiter/trick/", java_script_enabled=False)
    expect(page.locator("[data-deck]")).to_be_hidden()
    page.locator("#id_trump input[value=S]").check(force=True)
    page.locator("#id_trick").fill("AR 7R 10R HR")
    page.locator("form.question .button-primary").click()
    expect(page.locator(".playing-card.is-chosen")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_verdicts_fit_and_can_be_read(visit: Callable[..., Page], scheme):
    query = "&".join(f"{name}={value.replace(' ', '+')}" for name, value in DEAL.items())
    revoked = query.replace("TC+7C+8C+9C", "TC+7C+8C+9D").replace("TD+7D+8D+9D", "TD+7D+8D+9C")
    paths = [
        f"/arbiter/deal/?{revoked}",
        "/arbiter/?trump=S&trick=AD&hand=XX",
        "/arbiter/row/?row-we_points=75&row-they_points=78&row-we_roem=20&row-they_roem=-",
        "/arbiter/row/?row-declarer=we&row-we_points=71&row-we_roem=20&row-they_roem=-",
        "/rules/compare/?a=nku&b=rotterdam-ko",
        "/rules/nku/",
    ]
    page = visit(None, paths[0], color_scheme=scheme)
    wrong = []
    for path in paths:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(50)  # one frame for the tables to measure themselves
            wide = page.evaluate("document.documentElement.scrollWidth")
            wrong += [f"{path}: {wide} at {width}"] if wide > width else []
        wrong += violations(page)
    assert wrong == []
    assert page.context.cookies() == []
