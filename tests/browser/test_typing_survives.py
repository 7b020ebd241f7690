"""What is typed survives: a reload, a dead server, a lost login, a second tab, a second typist, a double click."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Draft, DraftRow, SheetVersion
from tests.browser.keyboard import TYPED, box, kept, type_keys, type_sheet
from tests.scoring.paper import DEALS, THEY, WE, Typist, make_table, typist

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    return make_table()


@pytest.fixture
def ans(table: Table) -> Typist:
    return typist(table, username="ans", first_name="Ans")


@pytest.fixture
def page(visit: Callable[..., Page], ans: Typist) -> Page:
    return visit(ans.user, ans.url("sheet"))


# What survives ------------------------------------------------------------------------------------------------------


def test_a_reload_shows_every_row_and_goes_on_where_it_was(page):
    type_keys(page, "95i+61/ii+12")
    page.reload()
    expect(box(page, 1, "we_roem")).to_have_value("I")
    expect(box(page, 2, "they_roem")).to_have_value("II")
    expect(box(page, 3, "we_points")).to_have_value("12")  # typed, and the box was not even left
    expect(box(page, 3, "we_roem")).to_be_focused()
    kept(page)
    assert Draft.objects.get().rows.get(position=3).cells["we_points"] == "12"


def test_a_row_that_is_taken_while_a_new_page_is_on_its_way_is_shown_on_it(page, ans):
    """The page was made just before the row was kept, and arrives just after."""
    stale = page.request.get(ans.url("sheet")).text()
    type_keys(page, "95i+")
    kept(page)
    page.route("**/sheet/", lambda route: route.fulfill(body=stale, content_type="text/html"))
    page.reload()
    expect(box(page, 1, "we_roem")).to_have_value("I")
    expect(box(page, 2, "we_points")).to_be_focused()
    type_keys(page, "<ArrowUp>96<Enter>")
    kept(page)
    assert DraftRow.objects.get(position=1).cells["we_points"] == "96"


def test_a_server_that_dies_and_comes_back_loses_nothing(page, site, ans):
    type_keys(page, "95i+")
    kept(page)
    site.kill()
    type_keys(page, "61/ii+n+pv+")
    expect(page.locator("#kept")).to_contain_text("3")
    type_keys(page, "82+")
    expect(page.locator("#kept")).to_contain_text("4")
    expect(box(page, 6, "we_points")).to_be_focused()
    site.start()
    kept(page)
    expect(page.locator("#r5-stand")).to_have_text(f"{95 + 20 + 61 + 312 + 82} – {67 + 141 + 162 + 80}")
    assert DraftRow.objects.filter(draft__author=ans.user).count() == 5


def test_a_browser_that_is_closed_while_the_server_is_dead_loses_nothing(visit, site, ans):
    page = visit(ans.user, ans.url("sheet"))
    type_keys(page, "95i+")
    kept(page)
    site.kill()
    type_keys(page, "61/ii+70")
    page.wait_for_timeout(300)
    page.evaluate("addEventListener('beforeunload', event => event.stopImmediatePropagation(), true)")
    page.goto("about:blank")
    site.start()
    page.goto(ans.url("sheet"))
    expect(box(page, 2, "they_roem")).to_have_value("II")
    expect(box(page, 3, "we_points")).to_have_value("70")
    kept(page)
    assert DraftRow.objects.get(position=2).cells["they_roem"] == "II"


def test_an_answer_that_never_came_is_asked_for_again_and_doubles_nothing(page, ans):
    lost = {"count": 0}

    def lose(route):
        if lost["count"] < 2:
            lost["count"] += 1
            route.fetch()  # the server gets it, the page hears nothing
            route.abort()
        else:
            route.continue_()

    page.route("**/sheet/row/", lose)
    type_keys(page, "95<Enter>")
    type_keys(page, "i+")
    kept(page)
    assert lost["count"] == 2
    row = DraftRow.objects.get(position=1)
    assert (row.cells["we_points"], row.cells["we_roem"]) == ("95", "I")
    expect(page.locator(".conflict")).to_have_count(0)


def test_a_lost_login_keeps_what_is_typed_and_sends_it_after_signing_in_again(page, ans, sign_in):
    type_keys(page, "95i+")
    kept(page)
    page.context.clear_cookies()
    type_keys(page, "61/ii+")
    link = page.locator("#kept a")
    expect(link).to_have_attribute("target", "_blank")
    assert f"next={ans.url('sheet')}" in link.get_attribute("href")
    expect(box(page, 2, "they_roem")).to_have_value("II")
    sign_in(page.context, ans.user)
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_load_state()  # who signs in has seen a page, and with it the token against forgery
    opened.value.close()
    kept(page)
    assert DraftRow.objects.get(position=2).cells["they_roem"] == "II"


def test_whenever_another_page_looks_what_it_would_send_next_knows_its_revision(page):
    heads = page.evaluate("""async () => {
      const script = performance.getEntriesByType("resource").find((one) => one.name.includes("outbox"));
      const { DONE, Outbox } = await import(script.name);
      const heads = [], noted = (store) => {
        const [head] = outbox.of("/row/", 1);
        if (head) heads.push(head.revision);
        return true;
      };
      const row = (points) => ({ url: "/row/", position: 1, cells: { points }, revision: 0, base: 0 });
      let sent = 0;
      const send = async () => {
        sent += 1;
        if (sent === 1) outbox.put(row("612")); // typed while the first is on its way
        return { kind: DONE, revision: sent };
      };
      const outbox = new Outbox({ prefix: "test.", send, onResult() {}, onChange() {} });
      outbox.store = new Proxy(localStorage, {
        set: (store, key, value) => { store[key] = value; return noted(store); },
        deleteProperty: (store, key) => { delete store[key]; return noted(store); },
      });
      outbox.put(row("61"));
      outbox.release();
      while (outbox.busy) await new Promise((done) => setTimeout(done, 10));
      outbox.release();
      while (outbox.busy) await new Promise((done) => setTimeout(done, 10));
      return { heads, sent, left: outbox.entries().length };
    }""")
    assert (heads["sent"], heads["left"]) == (2, 0)
    assert None not in heads["heads"]
    assert set(heads["heads"]) == {0, 1}


def test_what_one_typed_is_never_sent_in_the_name_of_another(page, table, ans, sign_in):
    bob = typist(table, username="bob")
    type_keys(page, "95")
    sign_in(page.context, bob.user)
    type_keys(page, "<Enter>")
    expect(page.locator("#sheet")).to_have_attribute("data-unkept", "1")
    expect(page.locator("#sheet")).to_have_class(re.compile("in-trouble"))
    assert not Draft.objects.filter(author=bob.user).exists()


# Two at once ----------------------------------------------------------------------------------------------------------


def test_two_tabs_of_one_typist_share_their_rows(page):
    second = page.context.new_page()
    second.goto(page.url)
    type_keys(page, "95i+")
    kept(page)
    box(second, 2, "we_points").focus()
    type_keys(second, "61+")
    expect(box(second, 1, "we_roem")).to_have_value("I")
    expect(second.locator("#r2-stand")).to_have_text(f"{115 + 61} – {67 + 101}")


def test_two_tabs_with_two_values_for_one_row_show_both(page):
    second = page.context.new_page()
    second.goto(page.url)
    type_keys(page, "95i+")
    kept(page)
    type_keys(second, "59<Enter>")
    conflict = second.locator("#r1-status .conflict")
    expect(conflict).to_contain_text("95")
    expect(box(second, 1, "we_points")).to_have_value("59")
    type_keys(second, "<F2>")
    expect(conflict).to_have_count(0)
    kept(second)
    assert DraftRow.objects.get(position=1).cells["we_points"] == "59"
    box(page, 1, "we_points").focus()
    type_keys(page, "96<Enter>")
    expect(page.locator("#r1-status .conflict")).to_contain_text("59")
    type_keys(page, "<F3>")
    expect(box(page, 1, "we_points")).to_have_value("59")
    kept(page)
    expect(page.locator("#r1-they_points-worked")).to_have_text("103")


def test_a_double_click_on_accept_makes_one_version(page, table):
    type_sheet(page)
    kept(page)
    page.locator("#accept").dblclick(delay=10)
    page.wait_for_url(lambda url: f"/table/{table.pk}/" not in url)
    assert SheetVersion.objects.filter(sheet=table.sheet).count() == 1
    assert not Draft.objects.exists()


def test_the_second_writer_compares_both_and_takes_over_the_first(visit, table, ans):
    bob = typist(table, username="bob")
    page = visit(bob.user, bob.url("sheet"))
    type_keys(page, "59i+")
    for keys in TYPED[1:]:
        type_keys(page, keys)
    kept(page)
    assert ans.accept(DEALS).status_code == 200
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/versions/?mine")
    expect(page.locator("tr.differs")).to_have_count(1)
    assert page.locator("tr.differs mark").all_inner_texts() == ["95", "67", "59", "103"]
    page.locator("button[value=theirs]").click()
    page.wait_for_url("**/sheet/")
    assert SheetVersion.objects.filter(sheet=table.sheet).count() == 1
    assert not Draft.objects.exists()


def test_the_first_sheet_that_is_accepted_while_one_types_is_told_on_the_page(page, table):
    bob = typist(table, username="bob")
    type_keys(page, "95i+")
    kept(page)
    assert bob.accept(DEALS).status_code == 200
    type_keys(page, "61+")
    expect(page.locator("#overtaken")).to_be_visible()


# Accepting ----------------------------------------------------------------------------------------------------------


def test_what_is_missing_is_gone_to(page):
    type_keys(page, "95i+61<Control+Enter>")
    expect(page.locator("#problem")).to_contain_text("3–16")
    expect(box(page, 2, "we_roem")).to_be_focused()
    assert not SheetVersion.objects.exists()


def test_a_wrong_total_asks_for_a_reason_and_then_goes_on(page, table):
    type_sheet(page)
    type_keys(page, f"{WE + 10}<Enter>{THEY}<Control+Enter>")
    reason = page.locator(".needs input[type=text]")
    expect(reason).to_be_focused()
    type_keys(page, "added up wrongly")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: f"/table/{table.pk}/" not in url)
    assert SheetVersion.objects.get().remarks["reasons"][0]["reason"] == "added up wrongly"


def test_a_reason_that_was_typed_survives_a_reload(page):
    type_sheet(page)
    type_keys(page, f"{WE + 10}<Enter>{THEY}<Control+Enter>")
    expect(page.locator(".needs input[type=text]")).to_be_focused()
    type_keys(page, "added up wrongly")
    page.reload()
    expect(page.locator(".needs input[type=text]")).to_have_value("added up wrongly")


def test_accepting_without_a_server_says_so_and_works_afterwards(page, site, table):
    type_sheet(page)
    kept(page)
    site.kill()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#problem .message")).to_be_visible()
    site.start()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: f"/table/{table.pk}/" not in url)
    assert SheetVersion.objects.count() == 1


def test_a_second_person_checks_with_one_press(visit, table, ans):
    ans.accept()
    bob = typist(table, username="bob")
    page = visit(bob.user, bob.url("sheet"))
    expect(page.locator("input[type=text]")).to_have_count(0)
    page.locator("form[action$='check/'] button").click()
    page.wait_for_url("**/round/**")
    assert SheetVersion.objects.get().check_mark.by == bob.user
