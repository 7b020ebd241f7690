"""Matches of the relatives: typed, judged, accepted, changed and compared."""

import re

import pytest

from scoring.models import Draft, DraftRow
from scoring.rules.relatives import GAMES, make_game
from tests.scoring.matches import MATCHES, make_match_table
from tests.scoring.paper import Typist, typist
from tournaments.models import Role

pytestmark = pytest.mark.django_db

TIE_CARRIED = make_game("klaberjass", {"kb_tie": "carry"})


@pytest.fixture
def ans() -> Typist:
    return at_table(GAMES["klaberjass"], username="ans")


def at_table(game, role: str = Role.Kind.SECRETARY, **fields: object) -> Typist:
    return typist(make_match_table(game), role, **fields)


def type_all(who: Typist, rows: list[dict[str, str]]) -> dict:
    """Types the rows one by one; what the page was told at the last."""
    answer = None
    for position, cells in enumerate(rows, 1):
        answer = who.row(position, **cells)
        assert answer.status_code == 200
    return answer.json()


def stands(answer: dict) -> list[list[int]]:
    return [stand for stand in answer["stands"] if stand]


def revisions(rows: list[dict[str, str]]) -> dict[str, int]:
    return {f"r{n}-revision": 1 for n in range(1, len(rows) + 1)}


# Whole matches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MATCHES)
def test_a_whole_match_is_typed_row_by_row_and_accepted(name):
    match = MATCHES[name]
    who = at_table(match.game)
    answer = type_all(who, match.cells)
    assert stands(answer) == match.running
    assert answer["ended"] == len(match.rows)
    assert answer["ready"]
    written = {f"r0-written_{party}": str(total) for party, total in match.totals.items()}
    accepted = who.accept(match.cells, **written, **revisions(match.cells))
    assert accepted.status_code == 200, accepted.content
    version = who.table.sheet.versions.get()
    assert version.result["deals"] == match.booked
    assert (version.result["winner"], version.result["ended"]) == (match.winner, len(match.rows))
    for party, total in match.totals.items():
        sums = version.result[party]
        assert sums["total"] == total == sums["points"] + sums["roem"] + sums["bonus"]
    assert version.written == match.totals
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", MATCHES)
def test_an_accepted_match_reads_back_as_it_was_typed(name):
    match = MATCHES[name]
    who = at_table(match.game, Role.Kind.ORGANISER)
    who.accept(match.cells)
    read = who.page().content.decode()
    assert str(max(match.totals.values())) in read
    form = who.page("?correct").content.decode()
    assert 'name="base" value="1"' in form
    for position, cells in enumerate(match.cells, 1):
        for box, typed in cells.items():
            if box.endswith("_points"):
                assert f'name="r{position}-{box}" value="{typed}"' in form
    again = who.accept(match.cells, base=1, **{"r0-reason": "looked again"})
    assert again.status_code == 200
    first, second = who.table.sheet.versions.order_by("number")
    assert first.deals == second.deals
    page = who.client.get(who.url("sheet_versions") + "?a=1&b=2").content.decode()
    assert "<mark>" not in page


def test_what_is_booked_is_told_apart():
    match = MATCHES["klaberjass-3"]
    who = at_table(match.game)
    who.accept(match.cells)
    result = who.table.sheet.versions.get().result
    # B: cards 50 + 70 + 55 + 70 + 62, melds 50 + 100 + bela 20 + 20, of makers who were bete 40 and half of 31
    assert result["B"] == {"points": 307, "roem": 190, "pits": 0, "nats": 0, "bonus": 56, "total": 553}
    assert result["C"]["nats"] == 1
    assert result["A"]["nats"] == 1


def test_all_tricks_are_counted_where_tricks_are_typed(ans):
    match = MATCHES["klaberjass"]
    first = {
        "declarer": "A",
        "A_points": "130",
        "A_melds": "-",
        "A_tricks": "9",
    }  # no trick: no points, no melds
    ans.accept([first, *match.cells[1:]])
    result = ans.table.sheet.versions.get().result
    assert result["deals"][0] == [130, 0]
    assert (result["A"]["pits"], result["B"]["pits"]) == (1, 0)


# The end of a match ----------------------------------------------------------------------------------------------


def test_the_end_is_told_at_once_and_the_rest_of_the_paper_is_not_asked_for(ans):
    rows = MATCHES["klaberjass"].cells
    assert type_all(ans, rows[:-1])["ended"] is None
    answer = ans.row(len(rows), **rows[-1]).json()
    assert (answer["ended"], answer["ready"]) == (6, True)
    assert "500" in answer["rows"]["6"]["status"]
    assert "500" in answer["summary"]


def test_before_the_end_every_row_of_the_paper_is_asked_for(ans):
    rows = MATCHES["klaberjass"].cells[:-1]
    answer = ans.accept(rows)
    assert answer.status_code == 422
    assert "6–20" in answer.json()["problem"]
    assert answer.json()["fields"][0] == "r6-declarer"


def test_a_paper_that_is_full_is_a_sheet_though_nobody_has_won_once_that_is_confirmed():
    ans = typist(make_match_table(GAMES["klaberjass"], deals=2))
    rows = MATCHES["klaberjass"].cells[:2]
    asked = ans.accept(rows)
    assert (asked.status_code, asked.json()["fields"]) == (422, ["confirmed"])
    confirmed = re.search(r'name="confirmed" value="([0-9a-f]+)"', asked.json()["needs"])[1]
    assert ans.accept(rows, confirmed=confirmed, **revisions(rows)).status_code == 200
    result = ans.table.sheet.versions.get().result
    assert (result["winner"], result["ended"], result["A"]["total"]) == (None, None, 112)


def test_a_row_after_the_end_is_refused(ans):
    rows = [
        *MATCHES["klaberjass"].cells,
        {"declarer": "A", "A_points": "90", "A_melds": "2", "B_points": "40"},
    ]
    answer = type_all(ans, rows)
    assert (answer["rows"]["7"]["state"], answer["ready"]) == ("wrong", False)
    assert answer["ended"] == 6
    refused = ans.accept(rows, **revisions(rows))
    assert refused.status_code == 422
    assert refused.json()["fields"] == ["r7-A_points"]
    assert not ans.table.sheet.versions.exists()


def test_a_row_after_the_end_counts_nothing_and_is_taken_away_with_one_key(ans):
    rows = [*MATCHES["klaberjass"].cells, GOOD, GOOD]
    answer = type_all(ans, rows)
    assert answer["stands"][5:8] == [[511, 294], None, None]
    for row in ("7", "8"):
        assert 'data-choice="F2"' in answer["rows"][row]["status"]
    ans.row(8, revision=1)  # every box empty, as the key does
    answer = ans.row(7, revision=1).json()
    assert (answer["ready"], answer["rows"]["7"]["state"]) == (True, "empty")


def test_the_remarks_of_later_deals_follow(ans):
    """The deal that ended the match no longer does."""
    rows = MATCHES["klaberjass"].cells
    type_all(ans, rows)
    answer = ans.row(1, revision=1, **rows[0] | {"A_points": "29"}).json()
    assert answer["ended"] is None
    assert "say-end" not in answer["rows"]["6"]["status"]


def test_equal_past_the_end_says_why_the_match_goes_on():
    ans = at_table(make_game("klaberjass", {"end": "points:60"}))
    # 50 + 40 and 49 + 41: 90 each
    first = {"declarer": "A", "A_points": "50", "A_melds": "-", "B_points": "49", "B_melds": "-"}
    second = {"declarer": "B", "A_points": "40", "A_melds": "-", "B_points": "41", "B_melds": "-"}
    assert type_all(ans, [first, second])["ended"] is None
    assert "60 " in ans.row(2, revision=1, **second).json()["rows"]["2"]["status"]


def test_both_past_the_end_in_one_deal_and_equal_play_on():
    game = make_game("tarabish", {"end": "points:150"})
    ans = at_table(game)
    # 162 cards a deal: 81 each with 20 and 20 of bela and melds cannot be, so first 81 + 81, a tie: 0 and 81.
    rows = [
        {"declarer": "we", "we_points": "81", "we_melds": "-", "they_melds": "-"},  # 0, 81
        {"declarer": "we", "we_points": "122", "we_melds": "2", "bela": "we"},  # 162, 40 → 162, 121
    ]
    assert type_all(ans, rows)["ended"] == 2


def test_a_match_of_so_many_deals_ends_with_them_and_may_be_a_draw():
    game = make_game("klaberjass", {"end": "hands:2"})
    ans = at_table(game)
    rows = [
        {"declarer": "A", "A_points": "90", "A_melds": "-", "B_points": "40", "B_melds": "-"},
        {"declarer": "B", "A_points": "40", "A_melds": "-", "B_points": "90", "B_melds": "-"},
    ]
    assert ans.accept(rows).status_code == 200
    result = ans.table.sheet.versions.get().result
    assert (result["winner"], result["ended"]) == ("draw", 2)


def test_a_match_of_more_deals_than_the_paper_has_rows_ends_with_the_paper():
    game = make_game("klaberjass", {"end": "hands:12"})
    ans = typist(make_match_table(game, deals=3))
    rows = [
        {"declarer": "A", "A_points": "90", "A_melds": "-", "B_points": "40", "B_melds": "-"},
        {"bid": "passed"},
        {"declarer": "B", "A_points": "40", "A_melds": "-", "B_points": "90", "B_melds": "2"},
    ]
    assert ans.accept(rows).status_code == 200
    result = ans.table.sheet.versions.get().result
    assert (result["winner"], result["ended"]) == ("B", 3)


def test_a_run_of_five_wins_a_match_of_bulka_that_is_played_so():
    ans = at_table(make_game("bulka", {"five_wins": True}))
    rows = [
        {"declarer": "A", "A_points": "70", "A_melds": "-", "B_points": "60", "B_melds": "-"},
        {"fus": "B"},
    ]
    assert type_all(ans, rows)["ended"] == 2
    assert ans.accept(rows, **revisions(rows)).status_code == 200
    result = ans.table.sheet.versions.get().result
    assert (result["winner"], result["B"]["total"], result["B"]["roem"]) == ("B", 160, 100)


# Ties, void deals, tricks ----------------------------------------------------------------------------------------


def test_a_tie_that_is_carried_is_shown_and_goes_to_the_winner_of_the_next_deal():
    ans = at_table(TIE_CARRIED)
    tie = {"declarer": "A", "A_points": "70", "A_melds": "-", "B_points": "70", "B_melds": "-"}
    first = ans.row(1, **tie).json()
    assert first["stands"][0] == [0, 0]
    assert "140" in first["rows"]["1"]["status"]
    assert "140" in first["summary"]
    # A void deal wins nothing: the points wait.
    assert "140" in ans.row(2, bid="passed").json()["summary"]
    after = ans.row(3, declarer="A", A_points="60", A_melds="-", B_points="90", B_melds="2").json()
    # 60 against 110: bete, B books both and the 140
    assert after["stands"][2] == [0, 310]
    assert "140" not in after["summary"]
    rows = [
        tie,
        {"bid": "passed"},
        {"declarer": "A", "A_points": "60", "A_melds": "-", "B_points": "90", "B_melds": "2"},
        {"declarer": "B", "A_points": "10", "B_points": "120", "B_melds": "100"},  # 310 + 220 = 530
    ]
    assert ans.accept(rows, **revisions(rows[:3])).status_code == 200
    result = ans.table.sheet.versions.get().result
    # B: cards 90 + 120, melds 20 + 100, the 140 that were carried; of A who was bete 60, and 10 in the last deal is A's
    assert result["B"] == {"points": 210, "roem": 120, "pits": 0, "nats": 0, "bonus": 200, "total": 530}


def test_melds_without_a_trick_do_not_count_and_the_box_for_tricks_is_opened(ans):
    row = ans.row(1, declarer="B", A_points="0", A_melds="2", B_points="120").json()["rows"]["1"]
    assert (row["state"], row["more"]) == ("ask", True)
    refused = ans.row(
        1, revision=1, declarer="B", A_points="0", A_melds="2", B_points="120", A_tricks="0"
    ).json()
    assert refused["rows"]["1"]["wrong"] == ["A_melds"]
    assert "KB-ZEROTRICK" in refused["rows"]["1"]["status"]


def test_bela_with_the_highest_trump_in_it_brings_its_points():
    """In Bulka and Darda the queen of trumps is the highest and counts 20."""
    ans = at_table(GAMES["bulka"])
    cells = {"declarer": "A", "A_points": "80", "A_melds": "-", "B_melds": "-", "bela": "B"}
    row = ans.row(1, **cells, B_points="0").json()["rows"]["1"]
    assert (row["state"], row["wrong"]) == ("wrong", ["bela"])
    assert ans.row(1, revision=1, **cells, B_points="20").json()["rows"]["1"]["state"] == "ok"
    darda = at_table(GAMES["darda"])
    four = {"declarer": "we", "we_melds": "-", "they_melds": "-", "bela": "they"}
    assert darda.row(1, **four, we_points="145").json()["rows"]["1"]["state"] == "wrong"
    assert darda.row(1, revision=1, **four, we_points="140").json()["rows"]["1"]["state"] == "ok"


def test_every_card_is_played_so_that_one_side_is_enough():
    ans = at_table(GAMES["tarabish"])
    row = ans.row(1, declarer="they", they_points="112", they_melds="-", we_melds="-").json()
    assert row["rows"]["1"]["worked_out"] == {"we_points": "50"}
    assert row["stands"][0] == [50, 112]


def test_no_trumps_of_clobyosh_has_a_total_of_its_own():
    ans = at_table(GAMES["clobyosh"])
    cells = {"declarer": "we", "we_points": "70", "we_melds": "-", "they_melds": "-"}
    # Without trumps all cards count 130 with the last trick: 70 against 60.
    answer = ans.row(1, bid="notrump", trump="NT", **cells).json()
    assert answer["stands"][0] == [70, 60]
    assert "70–60" in answer["rows"]["1"]["status"]


def test_the_bid_of_who_must_names_the_maker():
    """On the bima the dealer must play: A deals the first."""
    ans = at_table(GAMES["bima"])
    cells = {"bid": "dealer", "A_points": "90", "A_melds": "-", "B_points": "40", "B_melds": "-"}
    answer = ans.row(1, **cells).json()
    assert (answer["rows"]["1"]["declarer"], answer["stands"][0]) == ("A", [90, 40])


# What cannot be -----------------------------------------------------------------------------------------------------

IMPOSSIBLE = [
    ("1e2 points", {"A_points": "1e2"}, ["A_points"]),
    ("a dash for points", {"B_points": "-"}, ["B_points"]),
    ("more points than the cards", {"A_points": "170"}, ["A_points"]),
    ("too many together", {"A_points": "100", "B_points": "90"}, ["B_points"]),
    ("melds of 30", {"A_melds": "30"}, ["A_melds"]),
    ("melds on both sides", {"B_melds": "20"}, ["B_melds"]),
    ("ten tricks", {"A_tricks": "10"}, ["A_tricks"]),
    ("nobody's last trick", {"last": "B", "B_points": "7"}, ["B_points", "last"]),
    ("another suit than was turned", {"bid": "turned", "trump": "H", "turned": "S"}, ["trump"]),
    ("a suit that was refused", {"bid": "named", "trump": "S", "turned": "S"}, ["trump"]),
    ("void with points", {"bid": "passed"}, []),
]
GOOD = {"declarer": "A", "A_points": "92", "A_melds": "20", "B_points": "58"}


@pytest.mark.parametrize(
    ("cells", "fields"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE]
)
def test_an_impossible_row_names_its_box_and_keeps_what_was_typed(ans, cells, fields):
    row = ans.row(1, **GOOD | cells).json()["rows"]["1"]
    assert (row["state"], row["wrong"]) == ("wrong", fields)
    stored = DraftRow.objects.get().cells
    assert {name: stored[name] for name in cells} == cells
    assert ans.accept([GOOD | cells], **revisions([cells])).status_code == 422
    assert not ans.table.sheet.versions.exists()


def test_a_slip_is_offered_for_one_key(ans):
    """192 cannot be; one digit less and it can."""
    status = ans.row(1, **GOOD | {"A_melds": "30"}).json()["rows"]["1"]["status"]
    assert 'data-choice="F2"' in status


def test_unknown_choices_count_as_none(ans):
    ans.row(1, **GOOD | {"declarer": "C", "bela": "we", "bid": "grand", "trump": "X"})
    cells = DraftRow.objects.get().cells
    assert [cells[name] for name in ("declarer", "bela", "bid", "trump")] == ["", "", "", ""]


def test_totals_on_paper_that_do_not_add_up_need_a_reason(ans):
    rows = MATCHES["klaberjass"].cells
    answer = ans.accept(rows, **{"r0-written_A": "501"})
    assert answer.status_code == 422
    (field,) = answer.json()["fields"]
    again = ans.accept(
        rows, **{"r0-written_A": "501", field: "added up wrongly"}, **revisions(rows), **{"r0-revision": 1}
    )
    assert again.status_code == 200
    version = ans.table.sheet.versions.get()
    assert (version.written["A"], version.result["A"]["total"]) == (501, 511)


def test_the_totals_of_the_paper_say_in_which_row_a_digit_is_wrong(ans):
    """29 for 92: with it the maker is bete, and A does not reach 500."""
    match = MATCHES["klaberjass"]
    answer = type_all(ans, [match.cells[0] | {"A_points": "29"}, *match.cells[1:]])
    assert answer["ended"] is None
    foot = ans.row(0, **{f"written_{party}": str(total) for party, total in match.totals.items()}).json()[
        "foot"
    ]
    assert 'data-choice="F2" data-position="1"' in foot
    assert "&quot;A_points&quot;: &quot;92&quot;" in foot
    # With another row, which the totals cannot tell from it, a reason is asked for.
    wrong = ans.row(1, revision=1, **match.cells[0] | {"A_points": "93"}).json()
    assert (wrong["ended"], wrong["ready"]) == (6, True)
    assert "say-irregular" in wrong["foot"]


def test_the_same_paper_typed_for_two_tables_is_refused(ans):
    rows = MATCHES["klaberjass"].cells
    other = Typist(ans.table.round.tables.exclude(pk=ans.table.pk).first(), ans.user)
    ans.accept(rows)
    assert other.accept(rows).status_code == 422
    names = {"A_points": "B_points", "A_melds": "B_melds", "B_points": "A_points", "B_melds": "A_melds"}
    sides = {"A": "B", "B": "A"}
    turned = [{names.get(name, name): sides.get(value, value) for name, value in row.items()} for row in rows]
    answer = other.accept(turned, **revisions(rows))
    assert answer.status_code == 422
    assert not other.table.sheet.versions.exists()


# Two who type ----------------------------------------------------------------------------------------------------


def test_another_tab_with_other_values_gets_both(ans):
    ans.row(1, **GOOD)
    answer = ans.row(1, **GOOD | {"A_points": "29"})
    assert answer.status_code == 409
    assert answer.json()["conflicts"]["1"]["cells"]["A_points"] == "92"
    assert DraftRow.objects.get().cells["A_points"] == "92"
    assert ans.row(1, revision=1, **GOOD | {"A_points": "29"}).json()["revision"] == 2


def test_the_second_writer_sees_both_and_overwrites_nothing(ans):
    rows = MATCHES["klaberjass"].cells
    bob = typist(ans.table, username="bob")
    mine = [GOOD | {"A_points": "29"}, *rows[1:]]
    bob.row(1, **mine[0])
    ans.accept(rows)
    assert bob.accept(mine, **{"r1-revision": 1}).status_code in (409, 422)
    page = bob.client.get(bob.url("sheet_versions") + "?mine").content.decode()
    assert "<mark>92</mark>" in page
    assert "<mark>29</mark>" in page


def test_a_late_copy_of_a_row_of_an_accepted_match_begins_no_new_draft(ans):
    rows = MATCHES["klaberjass"].cells
    ans.accept(rows)
    assert ans.row(1, **rows[0]).status_code == 200
    assert not Draft.objects.exists()


def test_without_script_everything_can_be_typed(ans):
    page = ans.page().content.decode()
    for name in ("r1-declarer", "r1-bid", "r1-trump", "r1-turned", "r1-last", "r1-dealer", "r1-A_tricks"):
        assert f'name="{name}"' in page
    answer = ans.send_plain(ans.form(MATCHES["klaberjass"].cells))
    assert answer.status_code == 302
    assert ans.table.sheet.versions.count() == 1
