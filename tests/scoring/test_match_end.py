"""A match of klaverjassen that ends by points: over as soon as it is won, and it says by whom."""

import re

import pytest

from scoring.rules import make_ruleset
from tests.scoring.paper import make_table, typist

pytestmark = pytest.mark.django_db

# To 750, with the stand after each deal.
ROWS = [
    {"we_points": "142", "we_roem": "20", "they_roem": "-"},  # 162 – 20
    {"we_points": "142", "we_roem": "20", "they_roem": "-"},  # 324 – 40
    {"we_points": "102", "we_roem": "50", "they_roem": "-"},  # 476 – 100
    {"we_points": "60", "we_roem": "-", "they_roem": "20"},  # 536 – 222
    {"we_points": "112", "we_roem": "100", "they_roem": "-"},  # 748 – 272
    {"we_points": "82", "we_roem": "-", "they_roem": "-"},  # 830 – 352
]


@pytest.fixture
def ans():
    return match_of("points:750")


def match_of(end: str, deals: int = 16):
    return typist(
        make_table(deals, ruleset=make_ruleset("amsterdam", {"end": end}).to_json()), username="ans"
    )


def type_all(who, rows):
    for position, cells in enumerate(rows, 1):
        answer = who.row(position, **cells)
    return answer.json()


def test_the_sheet_may_be_accepted_once_the_match_is_won(ans):
    answer = type_all(ans, ROWS[:-1])
    assert (answer["ended"], answer["ready"], answer["stands"][4]) == (None, False, [748, 272])
    answer = ans.row(6, **ROWS[5]).json()
    assert (answer["ended"], answer["ready"]) == (6, True)
    assert "750" in answer["rows"]["6"]["status"]
    assert "750" in answer["summary"]
    totals = {"r0-written_we": "830", "r0-written_they": "352"}
    assert ans.accept(ROWS, **totals, **{f"r{n}-revision": 1 for n in range(1, 7)}).status_code == 200
    version = ans.table.sheet.versions.get()
    assert (version.result["winner"], version.result["ended"]) == ("we", 6)
    assert (version.result["we"]["total"], len(version.deals)) == (830, 6)
    page = ans.page().content.decode()
    assert "750" in page
    assert page.count('<tr class="row-') == 6


def test_a_deal_after_the_end_is_refused(ans):
    rows = [*ROWS, ROWS[5]]
    answer = type_all(ans, rows)
    assert (answer["ended"], answer["ready"]) == (6, False)
    assert "say-impossible" in answer["foot"]
    refused = ans.accept(rows, **{f"r{n}-revision": 1 for n in range(1, 8)})
    assert refused.status_code == 422
    assert not ans.table.sheet.versions.exists()


def test_until_then_the_rest_of_the_paper_is_asked_for(ans):
    answer = ans.accept(ROWS[:-1])
    assert answer.status_code == 422
    assert "6–16" in answer.json()["problem"]


def test_a_paper_that_is_full_is_a_sheet_though_nobody_has_won_once_that_is_confirmed():
    ans = match_of("points:1500", deals=6)
    asked = ans.accept(ROWS)
    assert (asked.status_code, asked.json()["fields"]) == (422, ["confirmed"])
    assert "1500" in asked.json()["foot"]
    confirmed = re.search(r'name="confirmed" value="([0-9a-f]+)"', asked.json()["needs"])[1]
    again = ans.accept(ROWS, confirmed=confirmed, **{f"r{n}-revision": 1 for n in range(1, 7)})
    assert again.status_code == 200
    result = ans.table.sheet.versions.get().result
    assert (result["winner"], result["ended"]) == (None, None)


def test_both_past_the_end_in_one_deal_the_higher_total_wins():
    ans = match_of("points:160")
    rows = [
        {"we_points": "82", "we_roem": "50", "they_roem": "-"},  # 132 – 80
        {"we_points": "62", "we_roem": "-", "they_roem": "-"},  # 194 – 180
    ]
    assert ans.accept(rows).status_code == 200
    assert ans.table.sheet.versions.get().result["winner"] == "we"


def test_equal_past_the_end_plays_on():
    ans = match_of("points:160")
    rows = [
        {"we_points": "82", "we_roem": "-", "they_roem": "20"},  # 82 – 100, made by they
        {"we_points": "90", "we_roem": "-", "they_roem": "-"},  # 172 – 172
    ]
    assert type_all(ans, rows)["ended"] is None
    answer = ans.row(3, we_points="90", we_roem="-", they_roem="-").json()
    assert answer["ended"] == 3


def test_a_paper_of_so_many_deals_is_as_long_as_it_is():
    """Sixteen deals by the rules, twelve rows on this paper: twelve are the whole."""
    ans = match_of("hands:16", deals=12)
    rows = [ROWS[5]] * 12
    assert ans.accept(rows).status_code == 200
    result = ans.table.sheet.versions.get().result
    assert result["we"]["total"] == 12 * 82
    assert "winner" not in result


def test_a_row_that_was_begun_after_the_end_takes_nothing_back(ans):
    type_all(ans, ROWS)
    answer = ans.row(7, we_points="90").json()
    assert (answer["ended"], answer["ready"]) == (6, False)
