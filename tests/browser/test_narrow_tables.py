"""On the narrowest phone no table makes the page scroll sideways, by whatever rule it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests import factories
from tournaments.services import standing_rules, what_if
from tournaments.standing.rules import Band, MatchPoints, StandingRule

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [320, 390])
def test_match_points_and_rules_side_by_side(visit: Callable[..., Page], width: int) -> None:
    user = factories.make_user()
    club = user.roles.get().club
    competition = factories.make_competition(factories.make_people(8, club), club=club, rounds=2)
    for _number in range(2):
        evening = factories.make_evening(competition)
        for _round in range(2):
            factories.play_round(factories.make_published_round(evening, actor=user), user)
    rule = StandingRule(
        measure="match_points",
        match=MatchPoints(bands=(Band(300, 3, 0),), most_an_evening=6),
        ties=("best_evening",),
    )
    standing_rules.save_rule(competition, rule, actor=user)
    competition.refresh_from_db()
    compared = what_if.start(competition, "Voor de ledenvergadering", actor=user)
    for number, name in enumerate(("Wedstrijdpunten van de zomercompetitie", "Gemiddelde", "Som")):
        other = what_if.Alternative(name, StandingRule(), competition.get_attendance())
        what_if.set_alternative(compared, None, other, actor=user, seen=number)
        compared.refresh_from_db()
    entry = competition.entries.first()
    wrong = []
    for address in (
        reverse("season", args=[competition.pk]),
        reverse("season_why", args=[competition.pk, entry.pk]),
        reverse("season_matrix", args=[competition.pk]),
        reverse("comparison", args=[compared.pk]),
    ):
        page = visit(user, address, viewport={"width": width, "height": 800})
        page.wait_for_timeout(400)  # tables fold once they are measured
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            wrong.append(f"{address} scrolls sideways to {wide} px")
    assert wrong == []
