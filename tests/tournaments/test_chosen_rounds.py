"""A round of chosen matches says so, whatever the rule by which its competition draws otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.test_evening_pages import text
from tournaments.models import Round
from tournaments.services import draw_review, leagues_play, pairing_rules
from tournaments.services.draw_input import given_of

pytestmark = pytest.mark.django_db
UNTRUE = ("nobody has met", "Nobody at", "Draw again to follow that", "by lot")


@pytest.fixture
def organiser():
    return factories.make_user("organiser")


@pytest.fixture(params=["lot", "swiss"])
def round_(organiser, request):
    """A match of a league, chosen on an evening of a competition that draws in another way."""
    competition = factories.make_competition(8, club=organiser.roles.get().club, kind="pairs", rounds=2)
    rule = replace(competition.get_pairing(), method=request.param)
    pairing_rules.save_rule(competition, rule, actor=organiser)
    competition.refresh_from_db()
    first, *_rest = leagues.make_fixtures(leagues.make_division(4, competition=competition))
    evening = factories.make_evening(competition, present=0)
    return leagues_play.draw_fixtures(evening, [first.pk], actor=organiser)


def page(organiser, round_) -> str:
    return text(factories.sign_in(organiser).get(reverse("round", args=[round_.pk])))


def test_as_it_is_made_now(organiser, round_):
    said = page(organiser, round_)
    assert "Chosen from the fixtures" in said
    assert not any(sentence in said for sentence in UNTRUE)


@pytest.mark.parametrize("kept", ["nothing", "another rule"])
def test_as_it_was_kept_by_earlier_versions(organiser, round_, kept):
    """Once nothing was kept of what a round was made from, and later the rule of the competition with it."""
    given = dict(round_.given)
    given["rule"] = given["rule"] | {"method": round_.evening.competition.get_pairing().method}
    Round.objects.filter(pk=round_.pk).update(given=given if kept == "another rule" else None)
    round_.refresh_from_db()
    assert given_of(round_).rule.method == "fixtures"
    said = page(organiser, round_)
    assert "Chosen from the fixtures" in said
    assert not any(sentence in said for sentence in UNTRUE)
    why = text(factories.sign_in(organiser).get(reverse("round_why", args=[round_.pk])))
    assert ("were chosen; they were not weighed" in why) == (kept == "another rule")


def test_wishes_of_later_ask_nobody_to_draw_again(organiser, round_):
    playing = list(round_.evening.competition.entries.filter(seats__round=round_).distinct())
    pairing_rules.save_group(round_.evening.competition, "One family", None, playing, actor=organiser)
    type(playing[0]).objects.filter(pk=playing[0].pk).update(fixed_table=7)
    assert not draw_review.asks_otherwise(round_, playing)
    assert "Draw again to follow that" not in page(organiser, round_)


def test_a_round_that_is_drawn_still_asks(organiser):
    competition = factories.make_competition(8, club=organiser.roles.get().club, kind="pairs")
    drawn = factories.make_published_round(factories.make_evening(competition), actor=organiser)
    entries = list(competition.entries.all())
    pairing_rules.save_group(competition, "One family", None, entries[:2], actor=organiser)
    assert draw_review.asks_otherwise(drawn, entries)
