"""Points by hand: what they do to the ledger, that they stand and go, and who may see what."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.models import Change, Posting
from tournaments.services import decisions, draw, effects, threes_list
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.watching import Moved, Part, Place
from tournaments.standing import queries
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def played(user):
    """One round of five: a table 1500 against 1092, and somebody who sat out for the average, 1296."""
    competition = factories.make_competition(5, rounds=2, club=user.roles.get().club)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    accept(factories.tables(round_)[0], user, side(1400, 100), side(1092))
    from tournaments.services import closing

    closing.close_round(round_, actor=user)
    return round_


def seated(round_, position="N"):
    return round_.tables.get().seats.get(position=position).entry


def rows(entry):
    return [
        (row.kind, row.total, row.match_points) for row in Posting.objects.filter(entry=entry).order_by("pk")
    ]


def test_a_penalty_and_points_on_top_stand_beside_the_score(played, user):
    entry = seated(played)
    decisions.penalise(entry, played, points=100, match_points=1, reason="Too late", actor=user)
    decisions.grant(entry, played, points=40, reason="Wrong sheet given", actor=user)
    assert rows(entry) == [("played", 1500, 0), ("penalty", -100, -1), ("granted", 40, 0)]
    penalty = Posting.objects.get(kind="penalty")
    assert (penalty.points, penalty.author) == (-100, user)
    with translation.override("en"):
        assert penalty.reason_in_words() == "penalty: Too late"


def test_match_points_alone(played, user):
    decisions.grant(seated(played), played, match_points=2, reason="Walk-over", actor=user)
    assert rows(seated(played)) == [("played", 1500, 0), ("granted", 0, 2)]


def test_a_decided_score_takes_the_place_of_the_played_one_and_withdrawn_it_is_back(played, user):
    entry = seated(played)
    before = Posting.objects.get(entry=entry)
    sit_out = Posting.objects.get(kind="sit_out")
    assert sit_out.total == 1296
    row = decisions.decide_score(entry, played, points=1000, roem=20, pits=1, reason="Ill", actor=user)
    assert rows(entry) == [("arbitrary", 1020, 0)]
    assert (row.points, row.roem, row.pits) == (1000, 20, 1)
    # The average is that of the scores played: (1500 + 1092 + 1092) / 3 = 1228.
    assert Posting.objects.get(kind="sit_out").total == 1228
    # A sheet that is corrected meanwhile changes the others only.
    table = factories.tables(played)[0]
    accept(table, user, side(1410, 100), side(1082))
    assert rows(entry) == [("arbitrary", 1020, 0)]
    assert rows(seated(played, "S")) == [("played", 1510, 0)]

    decisions.withdraw(row, reason="He played on", actor=user)
    assert rows(entry) == [("played", 1510, 0)]
    now = Posting.objects.get(entry=entry)
    assert now.sheet_version.number == before.sheet_version.number + 1
    assert Posting.objects.get(kind="sit_out").total == 1296
    told = Change.objects.get(verb=decisions.WITHDRAWN).detail
    assert (told["reason"], told["decision"]["total"], told["decision"]["name"]) == (
        "He played on",
        1020,
        entry.name,
    )
    decisions.withdraw(row, reason="again", actor=user)  # twice is once
    assert Change.objects.filter(verb=decisions.WITHDRAWN).count() == 1


def test_a_decided_score_is_won_or_lost_against_the_opponents_of_the_sheet(played, user):
    """North and south played 1500 – 1092; north gets 1020, so he loses and his partner still wins."""
    entry, partner, opponent = (seated(played, position) for position in "NSE")

    def against(one):
        return Posting.objects.get(entry=one).against

    def match_points():
        rule = StandingRule(measure="match_points")
        season = queries.season_list(played.evening.competition, queries.DESK, rule=rule)
        return [season.row_of(one.pk).line.value for one in (entry, partner, opponent)]

    assert match_points() == [2, 2, 0]
    decisions.decide_score(entry, played, points=1000, roem=20, reason="Ill", actor=user)
    assert (against(entry), against(partner), against(opponent)) == (1092, 1092, 1500)
    assert match_points() == [0, 2, 0]
    row = decisions.decide_score(entry, played, points=1082, reason="Less ill", actor=user)
    accept(factories.tables(played)[0], user, side(1410, 100), side(1082))  # 1510 – 1082: now it is a draw
    assert (against(entry), against(partner), against(opponent)) == (1082, 1082, 1510)
    assert match_points() == [1, 2, 0]
    decisions.withdraw(row, reason="He played on", actor=user)
    assert match_points() == [2, 2, 0]


def test_what_a_decided_score_changes_is_told_in_one_line(played, user):
    entry, competition = seated(played), played.evening.competition
    with translation.override("en"):
        found = effects.of(
            competition,
            lambda: decisions.decide_score(entry, played, points=1000, reason="Ill", actor=user),
            since=1,
        )
    lines = [line for part in found.parts for line in part.lines if entry.name in line and "round 1" in line]
    assert lines == [f"Evening 1, round 1: {entry.name} 1\u202f500 → 1\u202f000 (decided)"]


def test_a_penalty_in_match_points_is_told_as_one(played, user):
    entry, competition = seated(played), played.evening.competition

    def told(**numbers):
        with translation.override("en"):
            act = lambda: decisions.penalise(entry, played, **numbers, reason="Late", actor=user)  # noqa: E731
            parts = effects.of(competition, act).parts
        return [line for part in parts for line in part.lines if "penalty" in line]

    start = f"Evening 1, round 1: {entry.name} (penalty) no score → "
    assert told(match_points=1) == [f"{start}−1 match point"]
    assert told(points=100, match_points=2) == [f"{start}−100, −2 match points"]
    assert told(points=100) == [f"{start}−100"]


def test_nobody_has_more_pits_or_nats_than_there_are_deals(played, user):
    deals = played.evening.competition.deals_per_round
    for numbers in ({"pits": deals + 1}, {"nats": deals + 1}):
        with translation.override("en"), pytest.raises(Refused, match=f"Pits and nats are 0 to {deals}"):
            decisions.decide_score(seated(played), played, points=900, **numbers, reason="Ill", actor=user)
    row = decisions.decide_score(
        seated(played), played, points=900, pits=deals, nats=deals, reason="Ill", actor=user
    )
    assert (row.pits, row.nats) == (deals, deals)


def test_equal_figures_have_no_arrow_between_them():
    moved = (
        Moved("Jan Haas", Place(8, "3149"), Place(9, "3149")),
        Moved("Piet", Place(9, "10"), Place(8, "20")),
    )
    html = render_to_string(
        "corrections/_effects.html", {"effects": effects.Effects((Part("Standing", moved),), "")}
    )
    assert html.count("3149") == 1
    assert "10 → 20" in html


def test_a_decided_score_instead_of_an_absence_goes_back_to_it(played, user):
    entry = Posting.objects.get(kind="sit_out").entry
    row = decisions.decide_score(entry, played, points=1600, reason="Agreed", actor=user)
    assert rows(entry) == [("arbitrary", 1600, 0)]
    decisions.withdraw(row, reason="Not agreed", actor=user)
    assert rows(entry) == [("sit_out", 1296, 0)]


def test_a_second_decision_takes_the_place_of_the_first(played, user):
    entry = seated(played)
    decisions.decide_score(entry, played, points=1000, reason="Ill", actor=user)
    decisions.decide_score(entry, played, points=900, reason="Very ill", actor=user)
    assert rows(entry) == [("arbitrary", 900, 0)]
    log = Change.objects.filter(verb="decide arbitrary").order_by("-pk").first()
    assert log.detail["before"][0]["total"] == 1000


def test_twice_sent_is_once_done(played, user):
    give = {"points": 10, "reason": "Late", "actor": user, "key": "k1"}
    decisions.penalise(seated(played), played, **give)
    with pytest.raises(AlreadyDone):
        decisions.penalise(seated(played), played, **give)
    assert Posting.objects.filter(kind="penalty").count() == 1


@pytest.mark.parametrize(
    ("numbers", "reason", "sentence"),
    [
        ({"points": 10}, "  ", "Say why"),
        ({}, "Late", "Say how many"),
        ({"points": -10}, "Late", "Points are 1 to"),
        ({"points": 10_001}, "Late", "Points are 1 to"),
        ({"match_points": 1_001}, "Late", "Points are 1 to"),
        ({"points": 10}, "x" * 201, "at most 200"),
    ],
)
def test_what_cannot_be_is_refused_in_words(played, user, numbers, reason, sentence):
    for act in (decisions.penalise, decisions.grant):
        with translation.override("en"), pytest.raises(Refused, match=sentence):
            act(seated(played), played, **numbers, reason=reason, actor=user)
    assert not Posting.objects.filter(kind__in=Posting.DECIDED).exists()


def test_a_closed_season_refuses(played, user):
    row = decisions.penalise(seated(played), played, points=10, reason="Late", actor=user)
    competition = played.evening.competition
    competition.closed_at = "2026-12-01T12:00:00Z"
    competition.save()
    with pytest.raises(Refused):
        decisions.grant(seated(played), played, points=10, reason="Late", actor=user)
    with pytest.raises(Refused):
        decisions.withdraw(row, reason="No", actor=user)
    assert Posting.objects.filter(kind="penalty").exists()


def test_of_a_draft_and_of_another_competition_nothing_is_decided(played, user):
    stranger = factories.make_competition(4).entries.first()
    with pytest.raises(Refused):
        decisions.penalise(stranger, played, points=10, reason="Late", actor=user)
    draft = factories.make_draft_round(played.evening)
    with pytest.raises(Refused):
        decisions.penalise(seated(played), draft, points=10, reason="Late", actor=user)


def test_a_played_score_is_no_decision(played, user):
    with pytest.raises(Refused):
        decisions.withdraw(Posting.objects.get(entry=seated(played)), reason="No", actor=user)


def test_a_line_of_a_list_is_changed_on_the_list(user):
    from tournaments.pairing import PairingRule

    rule = PairingRule(leftovers="three").to_json()
    competition = factories.make_competition(7, pairing=rule)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    table = next(each for each in factories.tables(round_) if threes_list.is_list(each))
    with translation.override("en"), pytest.raises(Refused, match="on the list of table"):
        decisions.decide_score(table.seats.first().entry, round_, points=1, reason="Ill", actor=user)


def test_a_draw_in_which_something_is_decided_is_not_taken_back(user):
    round_ = factories.make_published_round(actor=user)
    entry = round_.tables.first().seats.first().entry
    row = decisions.penalise(entry, round_, points=10, reason="Late", actor=user)
    with translation.override("en"), pytest.raises(Refused, match="by hand"):
        draw.undo(round_, actor=user)
    decisions.withdraw(row, reason="No", actor=user)
    assert draw.undo(round_, actor=user).state == "draft"


# Pages --------------------------------------------------------------------------------------------------------


def test_a_decision_is_looked_at_then_made_then_withdrawn(played, user):
    client = factories.sign_in(user)
    url = reverse("evening_decisions", args=[played.evening_id])
    entry = seated(played)
    typed = {"kind": "penalty", "entry": entry.pk, "round": played.pk, "points": "600", "reason": "Too late"}
    typed["key"] = "one"
    look = client.post(url, typed)
    assert look.status_code == 200
    assert "What changes with it" in look.content.decode()
    assert not Posting.objects.filter(kind="penalty").exists()
    seen = look.context["effects"].fingerprint
    page = client.post(url, typed | {"effects": seen}, follow=True).content.decode()
    assert "Decided for" in page
    assert "Penalty: Too late" in page
    client.post(url, typed | {"effects": seen})  # the second click
    row = Posting.objects.get(kind="penalty")
    assert row.total == -600
    listed = client.get(reverse("decisions", args=[played.evening.competition_id])).content.decode()
    assert "Penalty: Too late" in listed

    away = reverse("decision_withdraw", args=[played.evening_id, row.pk])
    assert client.get(away).status_code == 200
    look = client.post(away, {"reason": "Was in time", "key": "two"})
    seen = look.context["effects"].fingerprint
    page = client.post(away, {"reason": "Was in time", "key": "two", "effects": seen}, follow=True)
    assert "Was in time" in page.content.decode()
    assert not Posting.objects.filter(kind="penalty").exists()
    assert client.post(away, {"reason": "x", "key": "three"}).status_code == 302


def test_effects_that_have_changed_are_shown_again(played, user):
    client = factories.sign_in(user)
    url = reverse("evening_decisions", args=[played.evening_id])
    typed = {"kind": "granted", "entry": seated(played).pk, "round": played.pk, "points": "5", "reason": "x"}
    answer = client.post(url, typed | {"key": "one", "effects": "something else"})
    assert "Something changed since you looked" in answer.content.decode()
    assert not Posting.objects.filter(kind="granted").exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"points": ""}, "Say how many points"),
        ({"roem": "20"}, "Only another score has"),
        ({"kind": "arbitrary", "points": ""}, "Say which score"),
        ({"kind": "arbitrary", "match_points": "1"}, "Give or take match points apart"),
        ({"reason": ""}, "This field is required"),
        ({"entry": "999999"}, "Select a valid choice"),
    ],
)
def test_what_is_filled_in_wrong_is_said_at_the_field(played, user, fields, sentence):
    typed = {"kind": "penalty", "entry": seated(played).pk, "round": played.pk, "points": "5", "reason": "x"}
    url = reverse("evening_decisions", args=[played.evening_id])
    answer = factories.sign_in(user).post(url, typed | {"key": "one"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_only_an_organiser_decides(played, user):
    club = played.evening.competition.club
    for role, status in (("player", 403), ("secretary", 403), ("organiser", 200), ("administrator", 200)):
        client = factories.sign_in(factories.make_user(role, club))
        assert client.get(reverse("evening_decisions", args=[played.evening_id])).status_code == status
        assert client.get(reverse("decisions", args=[played.evening.competition_id])).status_code == status
    stranger = factories.sign_in(factories.make_user())
    assert stranger.get(reverse("evening_decisions", args=[played.evening_id])).status_code == 404


def test_the_list_costs_the_same_whatever_is_decided(played, user, django_assert_max_num_queries):
    client = factories.sign_in(user)
    for entry in played.evening.competition.entries.all():
        decisions.penalise(entry, played, points=1, reason="Late", actor=user)
    with django_assert_max_num_queries(24):
        client.get(reverse("evening_decisions", args=[played.evening_id]))


def test_the_public_sees_that_points_were_given_and_not_why(played, user, client):
    club = played.evening.competition.club
    club.public = True
    club.save()
    decisions.penalise(seated(played), played, points=100, reason="Quarrelled at the bar", actor=user)
    url = reverse("public_evening", args=[club.slug, played.evening_id])
    for address in (url, f"{url}?entry={seated(played).pk}"):
        page = client.get(address).content.decode()
        assert "Quarrelled" not in page
    assert "1.400" in page.replace("\u2009", ".").replace("&thinsp;", ".").replace("\u202f", ".")
