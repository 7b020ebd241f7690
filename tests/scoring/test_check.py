"""The second look, the versions of a sheet, and the way to a sheet."""

import pytest
from django.conf import settings
from django.utils import timezone

from scoring.models import SheetCheck
from tests import factories
from tests.scoring.paper import DEALS, Typist, club_of, make_table, typist
from tournaments.models import Change, Competition, Role, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return make_table(require_check=True)


@pytest.fixture
def ans(table):
    return typist(table, username="ans")


def test_a_second_person_checks_a_sheet_once(table, ans):
    ans.accept()
    bob = typist(table, username="bob")
    assert bob.check().status_code == 302
    assert bob.check().status_code == 302
    mark = SheetCheck.objects.get()
    assert (mark.version.number, mark.by) == (1, bob.user)
    assert Change.objects.filter(verb="check sheet").count() == 1
    assert "bob" in ans.page().content.decode()


def test_who_typed_it_is_no_second_person(table, ans):
    ans.accept()
    for asked, text in ((True, "Iemand anders dan wie het invoerde"), (False, "")):
        Competition.objects.update(require_check=asked)
        read = ans.page().content.decode()
        assert ans.url("sheet_check") not in read
        assert text in read
        answer = ans.client.post(ans.url("sheet_check"), {"version": 1}, follow=True)
        assert answer.redirect_chain == [(ans.url("sheet"), 302)]
        assert "message-warn" in answer.text
    assert "Iemand anders dan wie het invoerde" not in read
    assert not SheetCheck.objects.exists()
    assert ans.url("sheet_check") in typist(table, username="bob").page().content.decode()


def test_a_check_is_of_what_was_looked_at(table, ans):
    bob = typist(table, username="bob")
    ans.accept()
    better = [{"we_points": "96", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]]
    ans.accept(better, base=1, **{"r0-reason": "read 5 for 6"})
    assert bob.check(1)["location"] == bob.url("sheet")
    assert not SheetCheck.objects.exists()
    bob.check(2)
    assert SheetCheck.objects.get().version.number == 2


def test_only_the_first_of_two_checkers_is_named(table, ans):
    bob, cas = typist(table, username="bob"), typist(table, username="cas")
    ans.accept()
    bob.check()
    assert cas.check()["location"] == cas.url("sheet")
    assert SheetCheck.objects.get().by == bob.user


def test_nothing_is_checked_before_it_is_accepted_or_after_the_season_is_closed(table, ans):
    bob = typist(table, username="bob")
    assert bob.check(0).status_code == 302
    ans.accept()
    competition = table.round.evening.competition
    competition.closed_at = timezone.now()
    competition.save()
    assert bob.url("sheet_check") not in bob.page().content.decode()
    bob.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    answer = bob.client.post(bob.url("sheet_check"), {"version": 1}, follow=True)
    assert answer.redirect_chain == [(bob.url("sheet"), 302)]
    # Beside the state of the sheet, and as the answer.
    assert answer.text.count("is closed: nothing in it changes any more") == 2
    assert not SheetCheck.objects.exists()


def test_a_corrected_sheet_of_a_closed_round_still_gets_its_second_look(table, ans):
    bob = typist(table, username="bob")
    ans.accept()
    Round.objects.filter(pk=table.round_id).update(state=Round.State.CLOSED)
    bob.check()
    assert SheetCheck.objects.get().by == bob.user


def test_a_player_checks_nothing(table, ans):
    ans.accept()
    assert typist(table, Role.Kind.PLAYER).check().status_code == 403


def test_two_versions_are_shown_deal_by_deal(table, ans):
    ans.accept()
    better = [{"we_points": "96", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]]
    ans.accept(better, base=1, **{"r0-reason": "read 5 for 6"})
    page = ans.client.get(ans.url("sheet_versions") + "?a=1&b=2").content.decode()
    assert page.count('<tr class="differs">') == 1
    for text in ("<mark>95</mark>", "<mark>96</mark>", "<mark>67</mark>", "<mark>66</mark>", "read 5 for 6"):
        assert text in page


def test_the_code_on_the_paper_opens_its_sheet(table, ans):
    answer = ans.client.get("/sheet/", {"code": f" {table.sheet.code.lower()} "})
    assert answer["location"] == ans.url("sheet")


def test_an_unknown_code_is_explained(ans):
    answer = ans.client.get("/sheet/", {"code": "QQQQQ"})
    assert answer.status_code == 404
    assert "QQQQQ" in answer.content.decode()
    assert ans.client.get("/sheet/").status_code == 200


def test_the_code_of_another_club_opens_nothing(table):
    assert typist(make_table()).client.get("/sheet/", {"code": table.sheet.code}).status_code == 404


def test_a_table_whose_draw_is_not_published_has_no_sheet_and_says_why(ans):
    club = club_of(ans.table)
    people = factories.make_people(8, club, start=8)
    evening = factories.make_evening(factories.make_competition(people, club=club))
    undrawn = Typist(factories.make_draft_round(evening).tables.first(), ans.user)
    answer = undrawn.page()
    assert answer.status_code == 409
    assert f"/round/{undrawn.table.round_id}/" in answer.content.decode()
    assert undrawn.accept().status_code == 404
    assert undrawn.row(1, we_points="95").status_code == 404
