"""A match by points that takes more deals than the paper has rows."""

import pytest

from scoring.rules.relatives import GAMES
from tests import factories
from tests.scoring.matches import make_match_table
from tests.scoring.paper import make_table, typist
from tournaments.models import Change, Round
from tournaments.services import paper
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db

PASSED = {"bid": "passed"}
WON = {"declarer": "A", "A_points": "130", "A_melds": "5", "B_points": "20", "B_melds": "-"}  # 180 – 20


@pytest.fixture
def ans():
    """A match of Klaberjass to 500 on a paper of four rows, three of them typed: 360 – 40 and a void deal."""
    who = typist(make_match_table(GAMES["klaberjass"], deals=4))
    for position, cells in enumerate([WON, WON, PASSED], 1):
        who.row(position, **cells)
    return who


def rows_of(who) -> int:
    who.table.sheet.refresh_from_db()
    return who.table.sheet.deals


def test_a_full_paper_on_which_the_match_goes_on_gets_a_row_until_the_match_is_won(ans):
    assert 'form="paper"' not in ans.page().text
    full = ans.row(4, **PASSED).json()
    assert 'name="deals" value="5"' in full["summary"]
    assert 'name="deals" value="5"' in ans.page().text
    answer = ans.client.post(ans.url("sheet_deals"), {"deals": 5}, follow=True)
    assert answer.redirect_chain == [(ans.url("sheet"), 302)]
    assert 'id="r5"' in answer.text
    assert 'name="deals" value="4"' in answer.text  # and back again
    last = ans.row(5, **WON).json()
    assert (last["stands"][4], last["ended"]) == ([540, 60], 5)
    assert 'form="paper"' not in last["summary"]
    accepted = ans.accept([WON, WON, PASSED, PASSED, WON], **{f"r{n}-revision": 1 for n in range(1, 6)})
    assert accepted.status_code == 200
    result = ans.table.sheet.versions.get().result
    assert (result["winner"], result["ended"], result["A"]["total"]) == ("A", 5, 540)
    assert "540" in ans.page().text


def test_a_row_too_many_is_taken_away_again(ans):
    ans.row(4, **PASSED)
    for deals in (5, 5, 4):
        ans.client.post(ans.url("sheet_deals"), {"deals": deals})
    assert rows_of(ans) == 4
    changes = Change.objects.filter(verb="change deals of sheet").order_by("pk")
    assert [change.detail for change in changes] == [{"before": 4, "deals": 5}, {"before": 5, "deals": 4}]


@pytest.mark.parametrize("deals", [0, 3, 65])
def test_no_fewer_rows_than_were_printed_and_no_more_than_can_be(ans, deals):
    with pytest.raises(Refused, match="4"):
        paper.set_deals(ans.table, deals, actor=ans.user)
    assert rows_of(ans) == 4


def test_a_row_that_somebody_has_typed_stays(ans):
    paper.set_deals(ans.table, 5, actor=ans.user)
    ans.row(5, **WON)
    with pytest.raises(Refused):
        paper.set_deals(ans.table, 4, actor=ans.user)
    assert rows_of(ans) == 5


def test_a_match_that_is_won_or_of_so_many_deals_or_in_a_closed_round_keeps_its_rows(ans):
    klaverjassen = make_table(16)
    with pytest.raises(Refused):
        paper.set_deals(klaverjassen, 17, actor=ans.user)
    Round.objects.filter(pk=ans.table.round_id).update(state=Round.State.CLOSED)
    answer = ans.client.post(ans.url("sheet_deals"), {"deals": 5}, follow=True)
    assert f"Ronde {ans.table.round.number} is afgesloten" in answer.text
    Round.objects.filter(pk=ans.table.round_id).update(state=Round.State.PUBLISHED)
    factories.accept_match(ans.table, ans.user, 512, 300)
    with pytest.raises(Refused):
        paper.set_deals(ans.table, 5, actor=ans.user)
    assert rows_of(ans) == 4


def test_what_is_no_number_changes_nothing(ans):
    assert ans.client.post(ans.url("sheet_deals"), {"deals": "many"}).status_code == 400
    assert rows_of(ans) == 4
