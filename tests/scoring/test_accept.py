"""Accepting a sheet: whole or not at all, once, with what must be said, and never over somebody else's."""

import re

import pytest

from scoring import sheets
from scoring.models import Draft, SheetVersion
from tests.scoring.paper import DEALS, THEY, WE, Typist, make_table, typist
from tournaments.models import Change, Posting, Role, Round, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return make_table()


@pytest.fixture
def ans(table):
    return typist(table, username="ans")


def versions(table) -> list[SheetVersion]:
    return list(table.sheet.versions.order_by("number"))


def needed(answer) -> list[str]:
    """The form fields that the page asks to be answered."""
    return answer.json()["fields"]


def confirmation(answer) -> str:
    return re.search(r'name="confirmed" value="([0-9a-f]+)"', answer.json()["needs"])[1]


def test_an_accepted_sheet_is_a_version_with_everything_that_was_typed(ans, table):
    ans.row(1, we_points="95", we_roem="20", they_roem="-")
    answer = ans.accept(**{"r0-written_we": str(WE), "r0-written_they": str(THEY), "r1-revision": 1})
    assert answer.status_code == 200, answer.content
    (version,) = versions(table)
    assert (version.number, version.author, version.reason) == (1, ans.user, "")
    assert version.written == {"we": WE, "they": THEY}
    assert version.result["we"] == {
        "points": 1302,
        "roem": 70,
        "pits": 1,
        "nats": 1,
        "bonus": 100,
        "total": WE,
    }
    assert version.result["they"] == {
        "points": 1290,
        "roem": 40,
        "pits": 0,
        "nats": 0,
        "bonus": 0,
        "total": THEY,
    }
    assert version.result["deals"][:5] == [[115, 67], [61, 141], [0, 162], [312, 0], [82, 80]]
    first = version.deals[0]
    assert (first["we"], first["they"]) == ({"points": 95, "roem": 20}, {"points": 67, "roem": 0})
    assert first["completed"] == ["they_points"]
    assert not Draft.objects.exists()


def test_everybody_at_the_table_gets_his_score_in_the_same_moment(ans, table):
    ans.accept()
    totals = {
        posting.person_id: posting.total
        for posting in Posting.objects.filter(sheet_version__sheet=table.sheet)
    }
    expected = {
        seat.person_id: WE if seat.position in "NS" else THEY for seat in Seat.objects.filter(table=table)
    }
    assert totals == expected
    assert Change.objects.filter(verb="accept sheet", subject=f"table:{table.pk}").count() == 1


def test_when_the_scores_cannot_be_booked_nothing_is_accepted(ans, table, monkeypatch):
    def broken(*_args):
        raise RuntimeError

    monkeypatch.setattr("tournaments.services.posting.post_table", broken)
    with pytest.raises(RuntimeError):
        ans.accept()
    assert versions(table) == []
    assert Draft.objects.get().rows.count() == 16


def test_the_same_page_twice_is_one_version(ans, table):
    form = ans.form(DEALS)
    first, second = ans.send(form), ans.send(form)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert len(versions(table)) == 1
    assert not Draft.objects.exists()


def test_a_late_copy_of_a_row_of_an_accepted_sheet_begins_no_new_draft(ans):
    ans.accept()
    assert ans.row(1, we_points="95", we_roem="20", they_roem="-").status_code == 200
    assert not Draft.objects.exists()


def test_the_next_open_sheet_of_the_pile_follows(ans, table):
    other = table.round.tables.exclude(pk=table.pk).get()
    assert ans.accept().json()["next"] == Typist(other, ans.user).url("sheet")
    last = Typist(other, ans.user)
    changed = [{"we_points": "90", "we_roem": "-", "they_roem": "-"}] * 16
    assert last.accept(changed).json()["next"] == f"/round/{table.round_id}/"


# What stands in the way ---------------------------------------------------------------------------------------


def test_empty_boxes_are_named_and_are_not_zeros(ans, table):
    deals = [*DEALS[:8], {"we_points": "95", "we_roem": "20"}]
    answer = ans.accept(deals)
    assert answer.status_code == 422
    assert needed(answer)[0] == "r9-they_roem"
    assert needed(answer)[1] == "r10-we_points"
    assert "10–16" in answer.json()["problem"]
    assert versions(table) == []
    assert Draft.objects.get().rows.count() == 9


def test_without_script_the_page_comes_back_with_what_was_typed_and_what_is_wrong(ans, table):
    deals = [{"we_points": "1e2", "we_roem": "IV", "they_roem": "-"}, *DEALS[1:]]
    answer = ans.send_plain(ans.form(deals))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'name="r1-we_points" value="1e2"' in page
    assert 'name="r2-they_points" value="101"' in page
    assert 'role="alert"' in page


def test_without_script_judging_keeps_the_rows_and_shows_the_sheet(ans):
    answer = ans.send_plain(ans.form([{"we_points": "95"}], action="judge"))
    assert (answer.status_code, answer["location"]) == (302, ans.url("sheet"))
    assert 'name="r1-we_points" value="95"' in ans.page().content.decode()


def test_without_script_accepting_goes_on_to_the_next_sheet(ans, table):
    answer = ans.send_plain(ans.form(DEALS))
    assert answer.status_code == 302
    assert len(versions(table)) == 1


def test_totals_on_paper_that_do_not_add_up_need_a_reason(ans, table):
    wrong = {"r0-written_we": str(WE + 10), "r0-written_they": str(THEY)}
    answer = ans.accept(**wrong)
    assert answer.status_code == 422
    (field,) = needed(answer)
    assert ans.accept(**wrong, **{field: "   "}).status_code == 422
    assert ans.accept(**wrong, **{field: "carried ten too many", "r0-revision": 1}).status_code == 200
    (version,) = versions(table)
    assert version.remarks["reasons"][0]["reason"] == "carried ten too many"
    assert version.remarks["reasons"][0]["findings"][0]["code"] == "written_total"
    assert version.written["we"] == WE + 10
    assert version.result["we"]["total"] == WE
    assert "carried ten too many" in ans.page().content.decode()


def test_a_reason_counts_for_the_values_it_was_given_for(ans):
    wrong = {"r0-written_we": str(WE + 10), "r0-written_they": str(THEY)}
    (field,) = needed(ans.accept(**wrong))
    other = {"r0-written_we": str(WE + 20), "r0-written_they": str(THEY)}
    answer = ans.accept(**other, **{field: "carried ten too many", "r0-revision": 1})
    assert answer.status_code == 422
    assert needed(answer) != [field]


def test_something_unusual_is_confirmed_for_this_table_and_these_people(ans, table):
    deals = [{"we_points": "162", "we_roem": "-", "they_roem": "-"}, *DEALS[1:]]
    answer = ans.accept(deals)
    assert answer.status_code == 422
    assert needed(answer) == ["confirmed"]
    question = answer.json()["needs"]
    for seat in Seat.objects.filter(table=table).select_related("person"):
        assert seat.person.name in question.replace("&#x27;", "'")
    assert f"table {table.number}" in question or f"tafel {table.number}" in question
    confirmed = confirmation(answer)
    revisions = {f"r{n}-revision": 1 for n in range(1, 17)}
    assert ans.accept(deals, confirmed="yes", **revisions).status_code == 422
    assert ans.accept(deals, confirmed=confirmed, **revisions).status_code == 200
    assert versions(table)[0].remarks["confirmed"][0]["findings"][0]["code"] == "pit_or_not"


def test_a_confirmation_is_bound_to_the_values_that_it_confirms(ans, table):
    deals = [{"we_points": "162", "we_roem": "-", "they_roem": "-"}, *DEALS[1:]]
    confirmed = confirmation(ans.accept(deals))
    changed = [{"they_points": "162", "we_roem": "-", "they_roem": "-"}, *DEALS[1:]]
    revisions = {f"r{n}-revision": 1 for n in range(1, 17)}
    assert ans.accept(changed, confirmed=confirmed, **revisions).status_code == 422
    assert versions(table) == []


def test_a_revoke_needs_the_name_of_who_decided(ans, table):
    deals = [{"verzaakt": "they", "we_roem": "-", "they_roem": "-"}, *DEALS[1:]]
    answer = ans.accept(deals)
    (field,) = needed(answer)
    revisions = {f"r{n}-revision": 1 for n in range(1, 17)}
    assert ans.accept(deals, **{field: "decided by the leader"}, **revisions).status_code == 200
    assert versions(table)[0].result["deals"][0] == [162, 0]


def test_a_round_that_is_closed_in_the_same_instant_takes_no_sheet(ans, table, monkeypatch):
    """The page was looked up while the round was open; it is closed before the version is made."""
    original = sheets.accept

    def close_first(*arguments):
        Round.objects.filter(pk=table.round_id).update(state=Round.State.CLOSED)
        return original(*arguments)

    monkeypatch.setattr(sheets, "accept", close_first)
    answer = ans.accept()
    assert (answer.status_code, "problem" in answer.json()) == (403, True)
    assert versions(table) == []
    assert not Posting.objects.exists()
    assert Draft.objects.get().rows.count() == 16


# The same sheet twice -------------------------------------------------------------------------------------------


def test_the_same_paper_typed_for_two_tables_is_refused_and_names_the_other(ans, table):
    other = Typist(table.round.tables.exclude(pk=table.pk).get(), ans.user)
    ans.accept()
    answer = other.accept()
    assert answer.status_code == 422
    assert f"{table.number}" in answer.json()["foot"]
    assert versions(other.table) == []


def test_the_same_paper_with_the_columns_exchanged_is_refused_too(ans, table):
    other = Typist(table.round.tables.exclude(pk=table.pk).get(), ans.user)
    ans.accept()
    mirror = {"we": "they", "they": "we"}
    mirrored = [
        {
            ("they" + name[2:] if name.startswith("we") else name.replace("they", "we")): mirror.get(
                value, value
            )
            for name, value in deal.items()
        }
        for deal in DEALS
    ]
    assert other.accept(mirrored).status_code == 422
    assert versions(other.table) == []


def test_four_equal_deals_are_asked_about_and_three_are_not(ans, table):
    other = Typist(table.round.tables.exclude(pk=table.pk).get(), ans.user)
    ans.accept()
    different = [{"we_points": "90", "we_roem": "-", "they_roem": "-"}] * 16
    answer = other.accept([*DEALS[:4], *different[4:]])
    assert (answer.status_code, len(needed(answer))) == (422, 1)
    revisions = {f"r{n}-revision": 1 for n in range(1, 17)}
    assert other.accept([*DEALS[:3], *different[3:]], **revisions).status_code == 200


# Two who accept -----------------------------------------------------------------------------------------------


def test_the_second_writer_sees_both_and_overwrites_nothing(ans, table):
    bob = typist(table, username="bob")
    bob.row(1, we_points="59", we_roem="20", they_roem="-")
    ans.accept()
    mine = [{"we_points": "59", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]]
    answer = bob.accept(mine, **{"r1-revision": 1})
    assert (answer.status_code, answer.json()) == (409, {"next": bob.url("sheet_versions") + "?mine"})
    page = bob.client.get(bob.url("sheet_versions") + "?mine").content.decode()
    assert re.findall(r"<mark>(.*?)</mark>", page)[:4] == ["95", "67", "59", "103"]
    assert [version.author for version in versions(table)] == [ans.user]
    assert Draft.objects.get().author == bob.user


def test_without_script_the_second_writer_gets_the_same_page(ans, table):
    bob = typist(table, username="bob")
    ans.accept()
    mine = [{"we_points": "59", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]]
    answer = bob.send_plain(bob.form(mine))
    assert answer.status_code == 409
    assert "<mark>59</mark>" in answer.content.decode()


def test_the_second_writer_may_take_over_what_was_accepted(ans, table):
    bob = typist(table, username="bob")
    ans.accept()
    bob.accept([{"we_points": "59", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]])
    answer = bob.client.post(bob.url("sheet_versions"), {"action": "theirs"})
    assert answer["location"] == bob.url("sheet")
    assert not Draft.objects.exists()
    assert len(versions(table)) == 1


def test_an_organiser_may_keep_his_own_as_a_correction_with_a_reason(ans, table):
    bob = typist(table, Role.Kind.ORGANISER, username="bob")
    ans.accept()
    mine = [{"we_points": "59", "we_roem": "20", "they_roem": "-", "declarer": "they"}, *DEALS[1:]]
    assert bob.accept(mine).status_code == 409
    answer = bob.client.post(bob.url("sheet_versions"), {"action": "mine"})
    assert answer["location"] == bob.url("sheet") + "?correct"
    page = bob.page("?correct").content.decode()
    assert 'name="base" value="1"' in page
    assert 'name="r1-we_points" value="59"' in page
    revisions = {f"r{n}-revision": 1 for n in range(1, 17)}
    again = bob.accept(mine, base=1, **revisions)
    assert (again.status_code, needed(again)) == (422, ["r0-reason"])
    assert bob.accept(mine, base=1, **revisions, **{"r0-reason": "read the paper again"}).status_code == 200
    first, second = versions(table)
    assert (second.number, second.reason, second.author) == (2, "read the paper again", bob.user)
    assert first.result["we"]["total"] == WE
    assert second.result["we"]["total"] == WE - 36
    assert Posting.objects.get(person__seats__table=table, person__seats__position="N").total == WE - 36


def test_a_secretary_may_not_overrule_what_somebody_else_accepted(ans, table):
    bob = typist(table, username="bob")
    ans.accept()
    bob.accept([{"we_points": "59", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]])
    assert bob.client.post(bob.url("sheet_versions"), {"action": "mine"}).status_code == 403
    form = bob.form(DEALS, base=1, **{"r0-reason": "mine is better", "r1-revision": 1})
    assert bob.send(form).status_code == 403
    assert len(versions(table)) == 1


def test_a_typist_may_mend_his_own_sheet_until_it_is_checked(ans, table):
    ans.accept()
    bob = typist(table, username="bob")
    assert "correct" in ans.page().content.decode()
    better = [{"we_points": "96", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]]
    reason = {"r0-reason": "read 5 for 6"}
    assert ans.accept(better, base=1, **reason).status_code == 200
    assert bob.check(2).status_code == 302
    assert ans.accept(DEALS, base=2, **reason).status_code == 403
    assert [version.number for version in versions(table)] == [1, 2]


def test_a_correction_shows_only_what_was_typed_so_that_the_other_side_still_follows(ans):
    ans.accept()
    page = ans.page("?correct").content.decode()
    assert 'name="r1-we_points" value="95"' in page
    assert 'name="r1-they_points" value=""' in page


def test_the_same_key_with_other_deals_is_no_repeat(ans, table):
    form = ans.form(DEALS)
    ans.send(form)
    changed = form | {"r1-we_points": "96"}
    assert ans.send(changed).status_code == 409
    assert len(versions(table)) == 1


def test_a_page_that_is_not_whole_is_refused(ans, table):
    form = ans.form(DEALS)
    del form["key"]
    assert ans.send(form).status_code == 400
    assert ans.send(ans.form(DEALS, base="x")).status_code == 400
    assert versions(table) == []


def test_a_table_with_an_empty_seat_has_no_sheet_to_accept(ans, table):
    Seat.objects.filter(table=table, position="W").delete()
    assert ans.accept().status_code == 403
    assert ans.page().status_code == 200
    assert versions(table) == []
