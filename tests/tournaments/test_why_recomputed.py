"""What a reader needs to compute a place himself stands on the page: both scores, match points, pits, nats, divisions."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.scores import book, entry_of, make_competition, play
from tests.tournaments.test_evening_pages import text
from tournaments.models import Round
from tournaments.services.why_documents import why_document
from tournaments.standing import queries
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule
from tournaments.standing.why import Why, why

pytestmark = pytest.mark.django_db
SPACE = "\N{NARROW NO-BREAK SPACE}"
MATCH = StandingRule(
    measure="match_points",
    unit="evening",
    best=1,
    match=MatchPoints(win=2, draw=1, loss=0, bands=(Band(250, 3, 0),), most_an_evening=4),
    ties=("pits", "nats"),
)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def plain(value: str) -> str:
    return value.replace(SPACE, "")


def why_of(competition, name: str, **options) -> Why:
    listed = queries.season_list(competition, queries.DESK, **options)
    return why(listed, listed.row_of(entry_of(competition, name).pk), queries.DESK)


def met(competition, *rounds: tuple[int, int, int, int]) -> None:
    """A closed evening on which Anna met Bert: her score, his, her pits, her nats, round by round."""
    evening = factories.make_evening(competition, present=0, rounds_planned=len(rounds))
    for number, (score, against, pits, nats) in enumerate(rounds, start=1):
        round_ = Round.objects.create(evening=evening, number=number, state=Round.State.CLOSED, seed=number)
        book(round_, entry_of(competition, "Anna"), score, against=against, pits=pits, nats=nats)
        book(round_, entry_of(competition, "Bert"), against, against=score)
    evening.closed_at = timezone.now()
    evening.save()


@pytest.fixture
def season():
    """Evening 1: won by 240 (2), by 300 (3), lost: 5 match points of which 4 count. Evening 2: a win and a draw, 3."""
    competition = make_competition(
        ["Anna Aal", "Bert Bos"], titles=[{"name": "Matches", "rule": MATCH.to_json()}]
    )
    met(competition, (1676, 1436, 2, 0), (1700, 1400, 0, 1), (1400, 1500, 0, 0))
    met(competition, (1500, 1400, 1, 0), (1450, 1450, 0, 0))
    return competition


def test_match_points_are_told_round_by_round_with_both_scores(season):
    first, second = why_of(season, "Anna", title="Matches").evenings
    rounds = [one for part in first.parts for one in part.rounds]
    assert [(plain(one.score), one.won) for one in rounds] == [
        ("1676 – 1436", 2),
        ("1700 – 1400", 3),
        ("1400 – 1500", 0),
    ]
    assert [one.numbers for one in rounds] == [("2 pits",), ("1 nat",), ()]
    assert (first.points, first.limits) == (4, ["5 match points won, at most 4 count"])
    assert (second.counts, second.worth, second.total, second.limits) == (False, 3, 2950, [])
    assert second.why == "dropped: lower than 4, the lowest that counts"


def test_a_dropped_evening_shows_its_match_points_on_the_page_and_on_paper(season):
    client = factories.sign_in(factories.make_user(club=season.club))
    anna = entry_of(season, "Anna").pk
    page = text(client.get(reverse("season_why", args=[season.pk, anna]), {"title": "Matches"}))
    assert "Round 1: 1 676 – 1 436 · 2 match points · 2 pits" in page
    assert "5 match points won, at most 4 count." in page
    assert "3 match points · 2 950 made" in page
    (chapter,) = why_document(season.pk, entry=anna, title="Matches").chapters
    rows = next(block.rows for block in chapter.blocks if hasattr(block, "rows"))
    columns = next(block.columns for block in chapter.blocks if hasattr(block, "rows"))
    made = [plain(row[[column.key for column in columns].index("made")]) for row in rows]
    assert made == [
        "1676 – 1436: 2; 1700 – 1400: 3; 1400 – 1500: 0; 2 pits; 1 nat; 5 match points won, at most 4 count",
        "1500 – 1400: 2; 1450 – 1450: 1; 1 pit",
    ]


def test_points_without_such_criteria_stay_as_short_as_they_were(season):
    (first, _second) = why_of(season, "Anna").evenings
    assert [(plain(one.score), one.won, one.numbers) for part in first.parts for one in part.rounds] == [
        ("1676", None, ()),
        ("1700", None, ()),
        ("1400", None, ()),
    ]


def test_an_average_over_periods_is_written_out():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    for scores in ([1600, 1500], [1300, 1200], [1500, 1550]):
        play(competition, {"Anna": scores, "Bert": [1000, 1000]})
    rule = StandingRule(measure="average", periods=(Period(1, 2), Period(3, 3)))
    # Evenings 1 and 2: 5600 in 4 rounds, 1400; evening 3: 3050 in 2 rounds, 1525; (1400 + 1525) : 2.
    assert plain(why_of(competition, "Anna", rule=rule).sum) == "(5600 : 4 + 3050 : 2) : 2 = 1462.50"
    one = StandingRule(measure="average", periods=(Period(1, 2),))
    assert plain(why_of(competition, "Anna", rule=one).sum) == "5600 : 4 = 1400.00"
