"""Typing a sheet in a real browser: the keys, and what they cost."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, Route, expect

from scoring.models import DraftRow, SheetVersion
from scoring.rules import Ruleset, judge_sheet
from scoring.rules.simulate import play_sheet
from tests.browser.keyboard import box, count, kept, type_keys, type_sheet
from tests.scoring.paper import THEY, WE, Typist, make_table, typist

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.rules import DeclaredDeal
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


# The keys -------------------------------------------------------------------------------------------------------


def test_a_whole_sheet_by_the_keyboard_alone(page, ans, table):
    other = table.round.tables.exclude(pk=table.pk).get()
    type_sheet(page)
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


def test_who_types_before_the_page_is_live_stays_in_his_box_and_it_is_kept(page, ans):
    held: list[Route] = []
    page.route("**/typing_klaverjas*.js", lambda script: held.append(script))
    page.reload(wait_until="commit")
    box(page, 2, "they_points").fill("61")
    box(page, 3, "we_roem").focus()
    page.wait_for_timeout(100)
    [script] = held
    script.continue_()
    expect(page.locator("#sheet")).to_have_class(re.compile("live"))
    page.keyboard.type("20")
    expect(box(page, 3, "we_roem")).to_have_value("20")
    page.keyboard.press("Enter")
    kept(page)
    cells = dict(DraftRow.objects.filter(draft__author=ans.user).values_list("position", "cells"))
    assert (cells[2]["they_points"], cells[3]["we_roem"]) == ("61", "20")


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
    choices = page.locator("#r1-status .offer")
    expect(choices.first).to_contain_text("67")
    box(page, 1, "they_points").focus()
    type_keys(page, "<F2>")
    expect(box(page, 1, "they_points")).to_have_value("67")
    expect(page.locator("#r1")).not_to_have_class(re.compile("row-wrong"))


# What it costs ----------------------------------------------------------------------------------------------------


STROKES = {"we": {20: "i", 40: "ii", 50: "v", 70: "iv"}, "they": {20: "o", 40: "oo", 50: "b", 70: "ob"}}
JUMP = {"we": "<Enter>", "they": "/"}


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
