"""Where a standing and the statistics have two averages they say so, on pages and on paper; where they agree, nothing."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.statistics.seasons import play_season
from tournaments.models import Posting
from tournaments.reports.booklet import Paragraph
from tournaments.services import reports
from tournaments.standing import queries, two_averages
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db
HERE = "The average also counts what was given for rounds that were not played"
THERE = "in the standing it also counts what was given for rounds that were not played"
MINE = "In the standing it is"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user("organiser")


@pytest.fixture
def season(user):
    found = factories.make_competition(4, club=user.roles.get().club, rounds=2)
    play_season(found, user, 2)
    return found


def gave(season, points: int, kind: str = Posting.Kind.SIT_OUT) -> Posting:
    """A score by rule for the first entry in a third round of the last evening."""
    evening = season.evenings.order_by("number").last()
    last = evening.rounds.order_by("number").last()
    round_ = evening.rounds.create(number=3, state=last.state, seed=3)
    given = Posting.objects.create(
        round=round_, entry=season.entries.order_by("pk")[0], kind=kind, points=points, total=points
    )
    evening.ledger_version += 1
    evening.save()
    return given


def texts(season) -> dict[str, str]:
    """What readers see of the standing, the statistics and the one who got something; and the documents."""
    reader = Client()
    reader.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    slug, first = season.club.slug, season.entries.order_by("pk")[0]
    person = first.members.get().person_id
    other = season.entries.order_by("pk")[1].members.get().person_id
    standing = reports.BUILDERS["season"](season.pk)
    statistics = reports.BUILDERS["statistics"](season.pk)
    player = reports.BUILDERS["player-statistics"](season.pk, person=str(person))
    return {
        "standing": reader.get(reverse("public_season", args=[slug, season.pk])).text,
        "statistics": reader.get(reverse("public_statistics", args=[slug, season.pk])).text,
        "player": reader.get(reverse("public_player", args=[slug, season.pk, person])).text,
        "another": reader.get(reverse("public_player", args=[slug, season.pk, other])).text,
        "standing on paper": " ".join(standing.footnotes),
        "statistics on paper": paragraphs(statistics),
        "player on paper": paragraphs(player),
    }


def paragraphs(booklet) -> str:
    blocks = [block for each in booklet.chapters for block in each.blocks]
    return " ".join(block.text for block in blocks if isinstance(block, Paragraph))


def told(season) -> set[str]:
    return {
        where for where, text in texts(season).items() if any(each in text for each in (HERE, THERE, MINE))
    }


def test_without_compensations_nothing_is_said(season):
    assert told(season) == set()


def test_with_one_it_is_said_everywhere_but_with_who_got_none(season):
    gave(season, 1600)
    assert told(season) == set(texts(season)) - {"another"}


def test_the_average_of_the_standing_is_named_with_the_player(season):
    """Four rounds at a table and 1,600 given: their sum divided by five."""
    first = season.entries.order_by("pk")[0]
    total = sum(Posting.objects.filter(entry=first).values_list("total", flat=True))
    gave(season, 1600)
    found = texts(season)
    whole, cents = divmod(round((total + 1600) * 100 / 5), 100)
    figure = f"{whole // 1000}\N{NARROW NO-BREAK SPACE}{whole % 1000:03}.{cents:02}"
    plain = {where: found[where].replace("\N{THIN SPACE}", "\N{NARROW NO-BREAK SPACE}") for where in found}
    assert f"In the standing it is {figure}" in plain["player"].replace("&#x27;", "'")
    assert f"In the standing it is {figure}" in plain["player on paper"]


def test_who_was_given_just_his_average_has_one_average(season):
    first = season.entries.order_by("pk")[0]
    totals = list(Posting.objects.filter(entry=first).values_list("total", flat=True))
    short = -sum(totals) % len(totals)
    last = Posting.objects.filter(entry=first).last()
    last.total += short
    last.points += short
    last.save()
    gave(season, (sum(totals) + short) // len(totals))
    listed = queries.season_list(season, queries.DESK)
    assert not two_averages.differs_for(listed, first.pk)
    assert not two_averages.differ(listed)


def test_a_penalty_beside_a_round_makes_two_averages(season):
    gave(season, -100, Posting.Kind.PENALTY)
    assert two_averages.differ(queries.season_list(season, queries.DESK))


def test_an_average_of_evenings_is_another_thing(season):
    gave(season, 1600)
    season.standing = StandingRule(measure="average", unit="evening").to_json()
    season.save()
    assert told(season) == set()
