"""The minimum attendance of a running season, as a club meets it: tonight and the rest of the calendar count."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.scores import entry_of, make_competition, play
from tournaments.models import Round
from tournaments.services import closing
from tournaments.services.season_documents import season_document
from tournaments.services.why_documents import why_document
from tournaments.standing import notes, queries
from tournaments.standing.rules import StandingRule
from tournaments.standing.why import why

pytestmark = pytest.mark.django_db
NAMES = ["Anna Aal", "Bert Bos", "Cor Cats"]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def season(planned=5, **rule):
    """Two evenings of two rounds were played: Anna came to both, Bert to one, Cor only to half of the second."""
    standing = StandingRule(**{"minimum_attendance": 4} | rule)
    competition = make_competition(NAMES, standing=standing.to_json(), planned_evenings=planned, rounds=2)
    play(competition, {"Anna": [1500, 1500], "Bert": [1600, 1500]})
    play(competition, {"Anna": [1500, 1500], "Cor": [1400, None]})
    return competition


def remarks(competition) -> dict[str, str]:
    return {row.who.name: row.remark for row in queries.season_list(competition, queries.DESK).rows}


def ranks(competition) -> dict[str, int | None]:
    return {row.who.name: row.line.rank for row in queries.season_list(competition, queries.DESK).rows}


def test_who_can_still_reach_it_is_ranked_and_told_so():
    competition = season()
    assert remarks(competition) == {
        "Anna Aal": "",  # has missed nothing so far
        "Bert Bos": "needs all 3 evenings still to play",
        "Cor Cats": "needs all 3 evenings still to play",
    }
    assert ranks(competition) == {"Anna Aal": 1, "Bert Bos": 2, "Cor Cats": 3}
    competition.planned_evenings = 6
    competition.save()
    assert remarks(competition)["Bert Bos"] == "needs 3 more of 4 evenings still to play"


def test_who_no_longer_can_is_told_so_at_once():
    competition = season(planned=4)
    assert remarks(competition)["Bert Bos"] == (
        "1 of at least 4 evenings attended, with only 2 still to play"
    )
    assert ranks(competition) == {"Anna Aal": 1, "Bert Bos": None, "Cor Cats": None}
    last = season(planned=4, below_minimum="last")
    assert ranks(last) == {"Anna Aal": 1, "Bert Bos": 2, "Cor Cats": 3}
    assert "with only 2 still to play" in remarks(last)["Cor Cats"]


def test_the_round_that_is_being_played_counts_until_it_is_closed():
    """Bert has two of four rounds, Cor one. Tonight has two rounds, and then the season is over: Cor cannot make four,
    Bert can only until the first round of tonight is closed without him."""
    competition = season(planned=3, minimum_attendance=4, minimum_unit="round")
    evening = play(competition, {"Anna": [1500, None]}, closed=False)
    assert remarks(competition) == {
        "Anna Aal": "",
        "Bert Bos": "needs all 2 rounds still to play",
        "Cor Cats": "1 of at least 4 rounds played, with only 2 still to play",
    }
    key = queries.standing_key(competition)
    evening.rounds.filter(number=1).update(state=Round.State.CLOSED, closed_at=timezone.now())
    assert queries.standing_key(competition) != key  # what is kept is made anew
    assert remarks(competition)["Bert Bos"] == "2 of at least 4 rounds played, with only 1 still to play"
    assert ranks(competition) == {"Anna Aal": 1, "Bert Bos": None, "Cor Cats": None}


def test_tonight_is_an_evening_for_who_has_not_come_yet():
    competition = season(planned=4, minimum_attendance=3)
    play(competition, {"Anna": [1500, None]}, closed=False)
    assert remarks(competition)["Bert Bos"] == "needs all 2 evenings still to play"  # tonight and the last
    evening = competition.evenings.get(number=3)
    evening.rounds.update(state=Round.State.CLOSED)
    evening.closed_at = timezone.now()
    evening.save()
    assert remarks(competition)["Bert Bos"] == "1 of at least 3 evenings attended, with only 1 still to play"


def test_without_a_plan_the_calendar_is_counted_and_nothing_is_invented():
    competition = season(planned=None)
    assert remarks(competition)["Bert Bos"] == "1 of at least 4 evenings attended"
    assert ranks(competition)["Bert Bos"] is None  # two more evenings are all that four ask for
    for _ in range(3):
        factories.make_evening(competition, present=0)
    assert remarks(competition)["Bert Bos"] == "needs all 3 evenings still to play"


def test_a_closed_season_says_only_what_was_missing():
    competition = season()
    competition.closed_at = timezone.now()
    competition.save()
    assert remarks(competition)["Bert Bos"] == "1 of at least 4 evenings attended"
    assert ranks(competition) == {"Anna Aal": None, "Bert Bos": None, "Cor Cats": None}


def test_the_page_and_the_document_of_a_place_say_it(client):
    competition = season()
    bert = entry_of(competition, "Bert")
    listed = queries.season_list(competition, queries.DESK)
    found = why(listed, listed.row_of(bert.pk), queries.DESK)
    assert notes.attendance_note(found) == "Needs all 3 evenings still to play."
    anna = why(listed, listed.row_of(entry_of(competition, "Anna").pk), queries.DESK)
    assert notes.attendance_note(anna) == "Needs 2 more of 3 evenings still to play."
    client.cookies["django_language"] = "en"
    page = client.get(reverse("public_season_why", args=[competition.club.slug, competition.pk, bert.pk]))
    assert "Needs all 3 evenings still to play." in page.content.decode()
    season_page = client.get(reverse("public_season", args=[competition.club.slug, competition.pk]))
    assert "needs all 3 evenings still to play" in season_page.content.decode()
    booklet = why_document(competition.pk, entry=bert.pk)
    said = [getattr(block, "text", "") for block in booklet.chapters[0].blocks]
    assert "Needs all 3 evenings still to play." in said


def test_paper_names_who_does_not_reach_it():
    assert not any("minimum" in note for note in season_document(season().pk).footnotes[:2])
    competition = season(planned=4)
    report = season_document(competition.pk)
    assert "Without the minimum attendance: Bert Bos, Cor Cats." in report.footnotes


def test_the_played_evening_closes_it():
    """Played through the services: the evening that is closed leaves nothing to come."""
    user = factories.make_user()
    competition = factories.make_competition(
        5,
        club=user.roles.get().club,
        rounds=1,
        planned_evenings=1,
        standing=StandingRule(minimum_attendance=1).to_json(),
    )
    evening = factories.make_evening(competition, present=4)
    round_ = factories.make_published_round(evening, actor=user)
    factories.play_round(round_, user)
    listed = queries.season_list(competition, queries.DESK)
    assert listed.season.running == {evening.number: frozenset()}
    closing.close_evening(evening, actor=user)
    assert queries.season_list(competition, queries.DESK).season.running == {}
