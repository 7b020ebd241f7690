"""Typing a sheet in a real browser: the keys, what they cost, and what survives."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Draft, DraftRow, SheetVersion
from scoring.rules import Ruleset, judge_sheet
from scoring.rules.simulate import play_sheet
from tests.scoring.paper import DEALS, THEY, WE, Typist, make_table, typist

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.rules import DeclaredDeal
    from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# DEALS of tests/scoring/paper.py, as somebody types them.
KEY = re.compile(r"<(.+?)>|(.)")
TYPED = ["95i+", "61/ii+", "n+", "pv+", *["82+"] * 12]


@pytest.fixture
def table() -> Table:
    return make_table()


@pytest.fixture
def ans(table: Table) -> Typist:
    return typist(table, username="ans", first_name="Ans")


@pytest.fixture
def page(visit: Callable[..., Page], ans: Typist) -> Page:
    return visit(ans.user, ans.url("sheet"))


def box(page: Page, position: int, name: str):
    return page.locator(f"#r{position}-{name}")


def type_keys(page: Page, keys: str) -> None:
    """One key after the other; a name in brackets is a key with a name: 12<Enter>."""
    for key in KEY.findall(keys):
        page.keyboard.press(key[0] or key[1])


def kept(page: Page) -> None:
    """Waits until everything that was typed is kept."""
    expect(page.locator("#sheet")).to_have_attribute("data-unkept", "0")
    expect(page.locator("tr.unkept")).to_have_count(0)


# The keys -------------------------------------------------------------------------------------------------------


def test_a_whole_sheet_by_the_keyboard_alone(page, ans, table):
    other = table.round.tables.exclude(pk=table.pk).get()
    for keys in TYPED:
        type_keys(page, keys)
    type_keys(page, f"{WE}<Enter>{THEY}<Enter>")
    expect(page.locator("#accept")).to_be_focused()
    expect(page.locator("#r16-stand")).to_have_text(f"{WE} – {THEY}")
    expect(page.locator("#summary .sum")).to_have_text(re.compile(r"^16 × 162 \+ \D*110 \+ \D*100 = 2802$"))
    page.keyboard.press("Control+Enter")
    page.wait_for_url(f"**/table/{other.pk}/sheet/")
    version = SheetVersion.objects.get()
    assert version.result["we"]["total"] == WE
    assert version.result["they"]["total"] == THEY
    assert version.written == {"we": WE, "they": THEY}


def test_enter_goes_to_the_next_box_that_is_needed_and_changes_no_number(page):
    expect(box(page, 1, "we_points")).to_be_focused()
    type_keys(page, "95<Enter>")
    expect(box(page, 1, "we_roem")).to_be_focused()
    type_keys(page, "20<Enter>")
    expect(box(page, 1, "they_roem")).to_be_focused()  # the points of they follow from those of we
    type_keys(page, "<Enter>")
    expect(box(page, 1, "they_roem")).to_have_value("–")
    expect(box(page, 2, "we_points")).to_be_focused()
    type_keys(page, "<ArrowUp>")
    expect(box(page, 1, "we_points")).to_be_focused()
    type_keys(page, "<Enter>")
    expect(box(page, 1, "we_points")).to_have_value("95")


def test_the_other_side_is_worked_out_and_stays_empty_until_somebody_types_it(page):
    type_keys(page, "95<Enter>")
    expect(page.locator("#r1-they_points-worked")).to_have_text("67")
    expect(box(page, 1, "they_points")).to_have_value("")


def test_the_side_that_is_quickest_to_count_may_be_typed(page):
    type_keys(page, "/67+")
    expect(box(page, 1, "they_points")).to_have_value("67")
    expect(page.locator("#r1-we_points-worked")).to_have_text("95")
    expect(page.locator("#r1-stand")).to_have_text("95 – 67")


def test_tally_marks_go_straight_from_the_points_to_the_roem_of_that_side(page):
    type_keys(page, "95iv/i+")
    expect(box(page, 1, "we_points")).to_have_value("95")
    expect(box(page, 1, "we_roem")).to_have_value("IV")
    expect(box(page, 1, "they_roem")).to_have_value("I")
    expect(page.locator("#r1-we_roem-worked")).to_have_text("70")
    expect(page.locator("#r1-stand")).to_have_text("165 – 87")


def test_a_minus_is_no_roem_and_plus_without_points_only_asks_for_them(page):
    type_keys(page, "+")
    expect(box(page, 1, "we_points")).to_be_focused()
    type_keys(page, "95-")
    expect(box(page, 1, "we_roem")).to_have_value("–")
    expect(box(page, 1, "we_roem")).to_be_focused()
    expect(box(page, 1, "they_roem")).to_have_value("")


def test_nat_and_pit_say_the_points_by_themselves(page):
    type_keys(page, "n/i+")
    expect(page.locator("#r1-stand")).to_have_text("0 – 182")
    type_keys(page, "pi+")
    expect(page.locator("#r2-stand")).to_have_text("282 – 182")
    type_keys(page, "/n+")
    expect(page.locator("#r3-stand")).to_have_text("444 – 182")
    type_keys(page, "pp<Enter><Enter>")
    expect(page.locator("#r4-stand")).to_have_text("444 – 444")


def test_nat_and_pit_follow_the_points_that_are_typed_and_go_off_again(page):
    type_keys(page, "67n+")
    expect(page.locator("#r1-status")).to_contain_text("nat: 0–162")
    type_keys(page, "<ArrowUp>n<ArrowDown>")
    expect(page.locator("#r1-stand")).to_have_text("67 – 95")
    type_keys(page, "0p+")
    expect(box(page, 2, "pit")).to_have_value("they")


def test_the_right_hand_neighbours_of_the_keys_are_for_the_right_hand_column(page):
    type_keys(page, "95io+")
    expect(page.locator("#r1-stand")).to_have_text("115 – 87")
    type_keys(page, "101ob+")
    expect(box(page, 2, "they_roem")).to_have_value("IV")
    expect(page.locator("#r2-stand")).to_have_text("216 – 218")
    type_keys(page, "mi+")
    expect(page.locator("#r3-stand")).to_have_text("398 – 218")


def test_a_single_digit_of_roem_stands_for_tens(page):
    type_keys(page, "95<Enter>2<Enter>7<Enter>")
    expect(page.locator("#r1-we_roem-worked")).to_have_text("20")
    expect(box(page, 1, "we_roem")).to_have_value("2")
    expect(page.locator("#r1-stand")).to_have_text("115 – 137")


def test_who_played_typed_after_the_numbers_ends_the_deal(page):
    type_keys(page, "w95i")
    expect(box(page, 1, "we_roem")).to_be_focused()
    they = page.locator("#sheet").get_attribute("data-key-they")
    type_keys(page, f"+61{they}")
    expect(box(page, 3, "we_points")).to_be_focused()
    expect(box(page, 2, "declarer")).to_have_value("they")
    expect(page.locator("#r2-stand")).to_have_text("176 – 168")


def test_who_played_is_typed_by_letter_and_otherwise_shown_as_it_follows(page):
    declarer = page.locator("#r1 .box-declarer")
    type_keys(page, "67+")
    expect(declarer).to_have_class(re.compile("derived"))
    type_keys(page, "<ArrowUp>w")
    expect(box(page, 1, "declarer")).to_have_value("we")
    expect(declarer).not_to_have_class(re.compile("derived"))
    expect(page.locator("#r1-stand")).to_have_text("0 – 162")  # we played and have less: nat
    type_keys(page, "<ArrowUp>w")
    expect(box(page, 1, "declarer")).to_have_value("")


def test_escape_brings_back_what_stood_there(page):
    type_keys(page, "95<Enter><ArrowLeft>12<Escape>")
    expect(box(page, 1, "we_points")).to_have_value("95")


def test_arrows_home_and_end_move_about(page):
    type_keys(page, "<ArrowRight><ArrowRight><ArrowDown>")
    expect(box(page, 2, "they_points")).to_be_focused()
    type_keys(page, "<End>")
    expect(box(page, 2, "they_roem")).to_be_focused()
    type_keys(page, "<Home>")
    expect(box(page, 2, "we_points")).to_be_focused()
    type_keys(page, "<Control+End>")
    expect(box(page, 0, "written_we")).to_be_focused()
    type_keys(page, "<Control+Home>")
    expect(box(page, 1, "we_points")).to_be_focused()


def test_the_wheel_changes_nothing(page):
    type_keys(page, "95")
    field = box(page, 1, "we_points").bounding_box()
    page.mouse.move(field["x"] + 5, field["y"] + 5)
    for _turn in range(5):
        page.mouse.wheel(0, 120)
    expect(box(page, 1, "we_points")).to_have_value("95")


def test_f1_shows_the_keys_and_escape_returns_to_the_box(page):
    type_keys(page, "95<F1>")
    expect(page.locator("#keys")).to_be_visible()
    type_keys(page, "<Escape>")
    expect(page.locator("#keys")).to_be_hidden()
    expect(box(page, 1, "we_points")).to_be_focused()


def test_an_impossible_row_is_named_and_a_suggestion_is_one_key(page):
    type_keys(page, "95<Enter><Enter><ArrowLeft>76<Enter><Enter>")
    expect(page.locator("#r1")).to_have_class(re.compile("row-wrong"))
    expect(page.locator("#r1-status .say-impossible").first).to_be_visible()
    expect(box(page, 1, "they_points")).to_have_value("76")
    choices = page.locator("#r1-status .choice")
    expect(choices.first).to_contain_text("67")
    box(page, 1, "they_points").focus()
    type_keys(page, "<F2>")
    expect(box(page, 1, "they_points")).to_have_value("67")
    expect(page.locator("#r1")).not_to_have_class(re.compile("row-wrong"))


# What it costs ----------------------------------------------------------------------------------------------------


STROKES = {"we": {20: "i", 40: "ii", 50: "v", 70: "iv"}, "they": {20: "o", 40: "oo", 50: "b", 70: "ob"}}
JUMP = {"we": "<Enter>", "they": "/"}


def count(keys: str) -> int:
    return len(KEY.findall(keys))


def presses(deal: DeclaredDeal, letters: dict[str, str], *, who_played: bool) -> str:
    """The keys for one row of the paper, as a practised typist presses them."""
    nat, pit = marked(deal, "nat"), marked(deal, "pit")
    if pit:
        keys = {"we": "p", "they": "pp"}[pit]
    elif nat:
        keys = {"we": "n", "they": "m"}[nat]
    else:
        keys = str(deal.we_points)
    for side, roem in (("we", deal.we_roem), ("they", deal.they_roem)):
        if roem:
            keys += STROKES[side].get(roem) or JUMP[side] + (str(roem // 10) if roem < 100 else str(roem))
    says_who = bool(nat or pit)
    return keys + (letters[deal.declarer] if who_played and not says_who else "+")


def marked(deal: DeclaredDeal, kind: str) -> str:
    """The side that has this mark on the paper; nat alone is that of who played."""
    sides = [mark.removeprefix(f"{kind}-") for mark in deal.marks if mark.startswith(f"{kind}-")]
    return sides[0] if sides else (deal.declarer if kind in deal.marks else "")


@pytest.mark.parametrize(
    "who_played", [False, True], ids=["paper without who played", "paper with who played"]
)
def test_a_typical_sheet_takes_five_key_presses_a_deal(visit, who_played, record_property, capsys):
    """Sixteen deals that were played out card by card, with nat, pit and roem as they come, and the totals."""
    rows = typical_sheet(who_played)
    table = make_table(records_declarer=who_played)
    ans = typist(table)
    page = visit(ans.user, ans.url("sheet"))
    booked = judge_sheet(rows, Ruleset()).totals
    form = page.locator("#sheet")
    letters = {side: form.get_attribute(f"data-key-{side}") for side in ("we", "they")}
    counted = 0
    for row in rows:
        keys = presses(row, letters, who_played=who_played)
        type_keys(page, keys)
        counted += count(keys)
    foot = f"{booked['we'].total}<Enter>{booked['they'].total}<Control+Enter>"
    type_keys(page, foot)
    counted += count(foot)
    expect(page.locator("#problem")).to_be_empty()
    page.wait_for_url(lambda url: f"/table/{table.pk}/" not in url)
    version = SheetVersion.objects.get()
    assert version.result["we"]["total"] == booked["we"].total
    assert version.result["they"]["total"] == booked["they"].total
    average = counted / len(rows)
    record_property("key presses a deal", average)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{counted} key presses, {average:.2f} a deal{', who played typed too' * who_played}\n"
        )
    assert average <= 5


def typical_sheet(who_played: bool) -> list[DeclaredDeal]:
    """The first simulated sheet with four times nat, one pit and about thirty roem a deal."""
    for seed in range(10_000):
        played = play_sheet(Ruleset(), Random(seed), deals=16)
        roem = sum(sum(deal.roem.values()) for deal in played)
        if (
            sum(deal.nat is not None for deal in played) == 4
            and sum(deal.pit is not None for deal in played) == 1
            and 460 <= roem <= 500
        ):
            return [deal.declared(with_declarer=who_played, as_written=True) for deal in played]
    raise AssertionError("no such sheet")


# What survives ------------------------------------------------------------------------------------------------------


def test_a_reload_shows_every_row_and_goes_on_where_it_was(page):
    type_keys(page, "95i+61/ii+12")
    page.reload()
    expect(box(page, 1, "we_roem")).to_have_value("I")
    expect(box(page, 2, "they_roem")).to_have_value("II")
    expect(box(page, 3, "we_points")).to_have_value("12")  # typed, and the box was not even left
    kept(page)
    assert Draft.objects.get().rows.get(position=3).cells["we_points"] == "12"


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
    opened.value.close()
    kept(page)
    assert DraftRow.objects.get(position=2).cells["they_roem"] == "II"


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
    for keys in TYPED:
        type_keys(page, keys)
    kept(page)
    page.locator("#accept").dblclick(delay=10)
    page.wait_for_url(lambda url: "sheet" not in url or str(table.pk) not in url)
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
    for keys in TYPED:
        type_keys(page, keys)
    type_keys(page, f"{WE + 10}<Enter>{THEY}<Control+Enter>")
    reason = page.locator(".needs input[type=text]")
    expect(reason).to_be_focused()
    type_keys(page, "added up wrongly")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: f"/table/{table.pk}/" not in url)
    assert SheetVersion.objects.get().remarks["reasons"][0]["reason"] == "added up wrongly"


def test_a_reason_that_was_typed_survives_a_reload(page):
    for keys in TYPED:
        type_keys(page, keys)
    type_keys(page, f"{WE + 10}<Enter>{THEY}<Control+Enter>")
    expect(page.locator(".needs input[type=text]")).to_be_focused()
    type_keys(page, "added up wrongly")
    page.reload()
    expect(page.locator(".needs input[type=text]")).to_have_value("added up wrongly")


def test_accepting_without_a_server_says_so_and_works_afterwards(page, site, table):
    for keys in TYPED:
        type_keys(page, keys)
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
