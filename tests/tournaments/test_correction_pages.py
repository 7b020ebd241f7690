"""Correcting a sheet of a closed evening from the typing page: typed, looked at, confirmed; without a browser."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.urls import reverse

from scoring.models import Draft, SheetVersion
from tests import factories
from tests.scoring.paper import DEALS, Typist, club_of
from tests.tournaments.filled_form import shown
from tournaments.models import Change, Posting, Role, Round, Seat
from tournaments.pairing import PairingRule
from tournaments.services import closing, publish, threes_list

pytestmark = pytest.mark.django_db

# As DEALS (1472 against 1330), but 85 instead of 95 in the first deal: 1462 against 1340.
CORRECTED = [{"we_points": "85", "we_roem": "20", "they_roem": "-"}, *DEALS[1:]]


@pytest.fixture
def evening():
    """Eight play one round: 1472 against 1330 at table 1, 1600 against 992 at table 2; the evening is closed."""
    user = factories.make_user()
    competition = factories.make_competition(8, rounds=1)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    one, other = factories.tables(round_)
    assert Typist(one, factories.make_user(Role.Kind.SECRETARY, competition.club)).accept().status_code == 200
    factories.accept_sheet(other, user, 100)
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    return evening


@pytest.fixture
def table(evening):
    return factories.tables(evening.rounds.get())[0]


@pytest.fixture
def leader(table):
    """An organiser at this table, who reads English."""
    typist = Typist(table, factories.make_user(Role.Kind.ORGANISER, club_of(table)))
    typist.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return typist


def propose(leader, deals=CORRECTED, reason: str = "read 9 for 8", **extra):
    """The corrected page, as a browser without script sends it; the page with the effects."""
    return leader.client.post(
        leader.url("sheet_accept"),
        leader.form(deals, base=1, **{"r0-reason": reason}, **extra),
        follow=True,
    )


def totals(table) -> set[int]:
    return set(Posting.objects.filter(sheet_version__sheet=table.sheet).values_list("total", flat=True))


def test_a_correction_is_looked_at_before_it_is_saved(leader, table):
    page = propose(leader)
    assert page.redirect_chain[0][0].startswith(leader.url("sheet_review"))
    assert "The sheet: 1472 – 1330 becomes 1462 – 1340." in page.text
    assert "Reason: read 9 for 8" in page.text
    north = Seat.objects.get(table=table, position="N").person.name
    assert re.search(rf"{north}</th>\s*<td class=\"num\">3</td>\s*<td class=\"num\">1.472 → 1.462", page.text)
    assert totals(table) == {1472, 1330}
    assert Draft.objects.get(author=leader.user).rows.exists()


def test_the_confirmation_saves_it_once_and_opens_nothing(leader, table):
    page = propose(leader)
    review = page.redirect_chain[0][0]
    form = shown(page)
    answer = leader.client.post(review, form, follow=True)
    assert "Table 1 of round 1 is corrected." in answer.text
    assert totals(table) == {1462, 1340}
    again = leader.client.post(review, form)
    assert again["location"] == leader.url("sheet")
    assert SheetVersion.objects.filter(sheet=table.sheet).count() == 2
    assert Change.objects.filter(verb="correct sheet").count() == 1
    round_ = Round.objects.get(pk=table.round_id)
    assert (round_.state, round_.evening.is_closed) == (Round.State.CLOSED, True)
    assert not Draft.objects.filter(author=leader.user).exists()


def test_with_script_the_same_pages_follow(leader, table):
    answer = leader.accept(CORRECTED, base=1, **{"r0-reason": "read 9 for 8"})
    url = answer.json()["next"]
    assert url.startswith(leader.url("sheet_review"))
    page = leader.client.get(url)
    assert leader.client.post(url, shown(page)).status_code == 302
    assert totals(table) == {1462, 1340}


def test_when_something_moved_meanwhile_the_new_effects_are_shown_first(leader, table, evening):
    page = propose(leader)
    review, form = page.redirect_chain[0][0], shown(page)
    other = factories.tables(evening.rounds.get())[1]
    factories.accept_sheet(other, leader.user, 101, base=1)
    page = leader.client.post(review, form)
    assert page.status_code == 409
    assert "Something changed since you looked" in page.text
    assert totals(table) == {1472, 1330}
    assert leader.client.post(review, shown(page)).status_code == 302
    assert totals(table) == {1462, 1340}


def test_a_correction_without_a_reason_never_gets_so_far(leader, table):
    page = propose(leader, reason="")
    assert page.status_code == 422
    assert page.redirect_chain == []
    assert totals(table) == {1472, 1330}


def test_who_typed_it_may_not_correct_it_after_the_closing(table):
    secretary = Typist(table, SheetVersion.objects.get(sheet=table.sheet).author)
    secretary.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert "An organiser can still correct its sheets" in secretary.page().text
    assert "?correct" not in secretary.page().text
    assert secretary.accept(CORRECTED, base=1, **{"r0-reason": "x"}).status_code == 403
    assert secretary.client.get(secretary.url("sheet_review") + "?key=a").status_code == 403


def test_an_old_address_of_a_review_leads_back_to_the_sheet(leader):
    for query in ("", "?key=nothing", f"?key={'k' * 65}"):
        answer = leader.client.get(leader.url("sheet_review") + query)
        assert answer["location"] == leader.url("sheet") + "?correct"


def test_a_published_list_that_needs_an_erratum_is_named(leader, table, evening):
    publish.publish(evening.competition, "standing", actor=leader.user)
    page = propose(leader)
    assert "Publication 1 (" in page.text
    assert "needs an erratum" in page.text
    done = leader.client.post(page.redirect_chain[0][0], shown(page), follow=True)
    assert "needs an erratum" in done.text


def test_seats_are_changed_after_a_look_and_with_a_reason(leader, table):
    url = leader.url("table_seats")
    form = shown(leader.client.get(url))
    north, east = form["seat_N"], form["seat_E"]
    page = leader.client.post(url, form | {"seat_N": east, "seat_E": north})
    assert "What changes with it" in page.text
    sent = shown(page)
    del sent["why"]
    page = leader.client.post(url, sent)
    assert page.status_code == 422
    assert "Say why" in page.text
    before = Posting.objects.get(entry=north[0], round=table.round).total
    assert leader.client.post(url, shown(page) | {"why": ["they told us"]}).status_code == 302
    assert (before, Posting.objects.get(entry=north[0], round=table.round).total) == (1472, 1330)
    assert Change.objects.get(verb="correct seats").detail["reason"] == "they told us"


def test_a_substitute_of_a_closed_evening_is_named_after_a_look(leader, table):
    stranger = factories.make_people(1, club_of(table), start=60)[0]
    seat = table.seats.get(position="N")
    url = reverse("substitute", args=[table.round_id, seat.pk])
    form = shown(leader.client.get(url)) | {"person": [str(stranger.pk)]}
    page = leader.client.post(url, form)
    assert f"{stranger.name} sat there, not {seat.person.name}." in page.text
    assert leader.client.post(url, shown(page) | {"why": ["he forgot"]}).status_code == 302
    seat.refresh_from_db()
    assert seat.person == stranger


def test_a_list_of_three_is_corrected_after_the_closing():
    user = factories.make_user()
    competition = factories.make_competition(3, rounds=1, pairing=PairingRule(leftovers="three").to_json())
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    (table,) = factories.tables(round_)
    lines = {seat.entry_id: threes_list.Line(500) for seat in table.seats.all()}
    threes_list.record(table, lines, actor=user)
    closing.close_round(round_, actor=user)
    client = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))
    url = reverse("threes_list", args=[table.pk])
    seat = table.seats.first()
    form = shown(client.get(url)) | {f"{seat.pk}-points": ["620"], "reason": ["read 5 for 6"]}
    page = client.post(url, form)
    assert "Reason: read 5 for 6" in page.text
    assert client.post(url, shown(page)).status_code == 302
    assert Posting.objects.get(entry=seat.entry_id).total == 620


def test_the_review_costs_the_same_for_eight_and_for_forty(django_assert_max_num_queries):
    """Queries do not grow with the people (a table needs its own seats and rows)."""
    counts = []
    for people in (8, 40):
        user = factories.make_user()
        competition = factories.make_competition(people, rounds=1)
        evening = factories.make_evening(competition)
        round_ = factories.make_published_round(evening, actor=user)
        one, *others = factories.tables(round_)
        Typist(one, factories.make_user(Role.Kind.SECRETARY, competition.club)).accept()
        for number, table in enumerate(others):
            factories.accept_sheet(table, user, 90 + number)
        closing.close_round(round_, actor=user)
        leader = Typist(one, factories.make_user(Role.Kind.ORGANISER, competition.club))
        review = leader.accept(CORRECTED, base=1, **{"r0-reason": "x"}).json()["next"]
        leader.client.get(review)
        with django_assert_max_num_queries(400) as captured:
            leader.client.get(review)
        counts.append(len(captured))
    assert counts[0] == counts[1]
