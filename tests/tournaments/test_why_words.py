"""What is said of a place: nothing cut without a word, one reason for what parts nobody, and figures as on the page."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.scores import entry_of, make_competition, play
from tournaments.in_words import translated
from tournaments.models import Posting
from tournaments.reports.booklet import Paragraph
from tournaments.sentences import Sentence, counted, reason
from tournaments.services import why_documents
from tournaments.standing import notes, queries
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule
from tournaments.standing.why import why

pytestmark = pytest.mark.django_db
SPACE = "\N{NARROW NO-BREAK SPACE}"
FIRST = ("Anna", "Bert", "Cor", "Dora", "Ella", "Fred", "Gijs", "Hilde")


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def equals(count: int):
    """So many who all scored 1 500 once, and Zara who scored 1 600."""
    names = [f"{name} Bakker" for name in FIRST[:count]]
    competition = make_competition([*names, "Zara Zwart"], rounds=1)
    play(competition, {name: [1500] for name in names} | {"Zara": [1600]})
    return competition


def told(competition, name, rule=None):
    listed = queries.season_list(competition, queries.DESK, rule=rule)
    return why(listed, listed.row_of(entry_of(competition, name).pk), queries.DESK)


# A list that is cut ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "place", "more"),
    [
        (6, "Anna Bakker, Bert Bakker, Cor Bakker, Dora Bakker, Ella Bakker.", ""),
        (
            7,
            "Anna Bakker, Bert Bakker, Cor Bakker, Dora Bakker, Ella Bakker and 1 other.",
            "1 other shares this place and is not compared here.",
        ),
        (
            8,
            "Anna Bakker, Bert Bakker, Cor Bakker, Dora Bakker, Ella Bakker and 2 others.",
            "2 others share this place and are not compared here.",
        ),
    ],
)
def test_a_shared_place_says_how_many_are_not_named(count, place, more):
    """Six share: the other five are named. Of seven and eight the sixth and the seventh other are counted."""
    competition = equals(count)
    last = FIRST[count - 1]
    found = told(competition, last)
    assert len(found.shared) == 5
    assert notes.place_among(found) == f"Shared place 2 of {count + 1}, with {place}"
    assert notes.more_shared_note(found) == more
    organiser = factories.make_user("organiser", competition.club)
    address = reverse("season_why", args=[competition.pk, found.row.who.entry])
    page = factories.sign_in(organiser).get(address).content.decode()
    assert (more in page) if more else ("not compared here" not in page)
    document = why_documents.why_document(competition.pk, entry=found.row.who.entry)
    texts = [block.text for block in document.chapters[0].blocks if isinstance(block, Paragraph)]
    assert [text for text in texts if "not compared here" in text] == ([more] if more else [])


# A criterion that parts nobody -------------------------------------------------------------------------------------


def test_who_has_not_met_is_told_by_one_pair_and_without_meetings():
    """Nobody sat at a table here: Anna and Bert are the first pair that has not met."""
    competition = equals(3)
    rule = StandingRule(ties=("head_to_head", "pits"))
    found = told(competition, "Anna", rule)
    step = found.shared[0].steps[1]
    assert step.verdict == (
        "cannot tell: of those who are equal Anna Bakker and Bert Bakker have not played each other"
    )
    assert (step.own, step.other, step.meetings) == ("–", "–", ())
    assert "Anna Bakker and Cor Bakker have not" in found.shared[1].steps[1].verdict


# Words of the rule, and figures as on the page -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (StandingRule(unit="evening", best=1), ["The standing is the best evening."]),
        (StandingRule(unit="round", best=1), ["The standing is the best round."]),
        (
            StandingRule(unit="evening", drop=1, undroppable=("absent",)),
            [
                "The standing is the sum of all points.",
                "The lowest evening is dropped; an evening missed is dropped first.",
                "Absence without notice is never dropped: something else is dropped instead.",
            ],
        ),
        (
            StandingRule(
                unit="round",
                drop=2,
                periods=(Period(first=1, last=2), Period(first=3, last=4)),
                best_periods=1,
            ),
            [
                "The season has periods of these evenings: 1–2, 3–4.",
                "The result of a period is the sum of all its points.",
                "The standing is the result of the best of 2 periods.",
                "In each period the lowest 2 rounds are dropped; a round missed is dropped first.",
            ],
        ),
        (
            StandingRule(last=1),
            [
                "The standing is the sum of all points.",
                "Only the last evening that somebody attended counts.",
            ],
        ),
    ],
)
def test_one_is_one_and_dropping_speaks_of_what_is_dropped(rule, said):
    assert [translated(sentence) for sentence in rule.sentences()][: len(said)] == said


def test_a_minimum_of_one_is_one_evening():
    rule = StandingRule(minimum_attendance=1)
    assert "To be ranked one attends at least 1 evening." in [str(each) for each in rule.sentences()]


def test_what_is_dropped_is_told_in_the_number_of_the_rule():
    """Of 1 400, 1 300 and 1 500 the lowest one goes: the others count, and no place or best is spoken of."""
    competition = make_competition(["Anna Aal"], rounds=1)
    for score in (1400, 1300, 1500):
        play(competition, {"Anna": [score]})
    found = told(competition, "Anna", StandingRule(unit="evening", drop=1))
    assert [evening.why for evening in found.evenings] == [
        "counts: only the lowest one is dropped",
        f"dropped: lower than 1{SPACE}400, the lowest that counts",
        "counts: only the lowest one is dropped",
    ]
    all_dropped = told(competition, "Anna", StandingRule(unit="evening", drop=3))
    assert all_dropped.evenings[2].why == "counts: the best one always does"
    assert all_dropped.account.value == 1500


def test_every_figure_of_a_sentence_has_its_thin_space():
    rule = StandingRule(measure="match_points", match=MatchPoints(bands=(Band(1250, 3, 0),)))
    assert f"With a difference of 1{SPACE}250 points or more: 3 for a win, 0 for a loss." in [
        translated(sentence) for sentence in rule.sentences()
    ]
    posting = Posting(reason=reason([Sentence("fixed at %(points)s points", {"points": 1600})]))
    assert posting.reason_in_words() == f"fixed at 1{SPACE}600 points"


def test_a_sentence_for_one_and_for_more_is_kept_with_its_number():
    one, more = (counted(("%(n)s round", "%(n)s rounds"), number, n=number) for number in (1, 2000))
    assert [str(one), str(more)] == ["1 round", "2000 rounds"]
    kept = json.loads(json.dumps(reason([one, more])))
    assert Posting(reason=kept).reason_in_words() == f"1 round, 2{SPACE}000 rounds"
