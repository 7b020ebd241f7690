"""What an erratum is to, and what it tells, after acts that move no sheet too; every figure worked out by hand."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.scores import book, entry_of, make_competition, play
from tournaments import errata_words
from tournaments.models import Competition, Evening, Posting, Publication
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import publication_files, publish, published
from tournaments.services.errors import Refused
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db
Kind = Publication.Kind


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def organiser():
    return factories.make_user()


@pytest.fixture
def competition(organiser):
    return make_competition(["Anna Aal", "Bert Bos", "Cor Cats"], organiser.roles.get().club)


def made(competition, organiser, kind=Kind.STANDING, **options):
    competition.refresh_from_db()
    return publish.publish(competition, kind, actor=organiser, **options)


def score(competition, evening, name, points):
    """On this evening of one round it is otherwise now."""
    rows = Posting.objects.filter(round__evening__number=evening, round__evening__competition=competition)
    rows.filter(entry=entry_of(competition, name)).update(points=points, total=points)


def rank_by(competition, **rule):
    Competition.objects.filter(pk=competition.pk).update(standing=StandingRule(**rule).to_json())


def plain(text: str) -> str:
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


def told(publication) -> list[str]:
    sentences = errata_words.sentences(publication.erratum, publication.content, lambda each: each["name"])
    return [plain(sentence) for sentence in sentences]


def needed(competition) -> dict[int, list[str]]:
    """By number of the publication, what an erratum would say now."""
    fresh = Competition.objects.get(pk=competition.pk)
    return {
        each.publication.number: [
            plain(sentence)
            for sentence in errata_words.sentences(
                each.changes, each.publication.content, lambda who: who["name"]
            )
        ]
        for each in publish.effects_on_publications(fresh)
    }


def newest(competition, kind=Kind.STANDING, title="", evening=None):
    fresh = Competition.objects.select_related("club").get(pk=competition.pk)
    return published.latest(fresh, kind, title, evening)


# Another measure ------------------------------------------------------------------------------------------


def test_a_sum_is_never_told_as_an_average_nor_an_average_as_a_sum(competition, organiser):
    """Two rounds: Anna 2400 is 1200 on average, Bert 1800 is 900, Cor 1001 is 500.5."""
    play(competition, {"Anna": [1000, 1400], "Bert": [900, 900], "Cor": [500, 501]})
    first = made(competition, organiser)
    rank_by(competition, measure="average")
    lines = [
        "Anna Aal: 2 400 points → 1 200.00 on average.",
        "Bert Bos: 1 800 points → 900.00 on average.",
        "Cor Cats: 1 001 points → 500.50 on average.",
    ]
    assert needed(competition)[1][1:] == lines
    second = made(competition, organiser, reason="decided by the members")
    assert told(second)[1:] == lines
    assert [plain(line) for line in publication_files.erratum_lines(second)][2:] == lines
    client = factories.sign_in(organiser)
    page = client.get(reverse("publication_compare", args=[first.pk]), {"with": 2}).content.decode()
    assert "2 400 points → 1 200.00 on average" in plain(page)
    rank_by(competition, measure="average", decimals=0)
    third = made(competition, organiser, reason="whole numbers")
    assert len(told(third)) == 1  # the same averages, printed otherwise
    rank_by(competition)
    assert told(made(competition, organiser, reason="back again"))[1:] == [
        "Anna Aal: 1 200 on average → 2 400 points.",
        "Bert Bos: 900 on average → 1 800 points.",
        "Cor Cats: 501 on average → 1 001 points.",  # half up
    ]


def test_decimals_of_then_stand_beside_those_of_now(competition, organiser):
    play(competition, {"Anna": [1000, 1401], "Bert": [900, 900], "Cor": [500, 501]})
    rank_by(competition, measure="average", decimals=1)
    made(competition, organiser)
    rank_by(competition, measure="average", decimals=3)
    score(competition, 1, "Bert", 902)
    assert needed(competition)[1][1:] == [
        "Bert Bos: 900.0 on average → 902.000 on average; evening 1: 1 800 → 1 804.",
    ]


# A provisional one in between ---------------------------------------------------------------------------------


@pytest.fixture
def season(competition):
    """Two evenings: Anna 1500, Bert 1400, Cor 1300."""
    play(competition, {"Anna": [1000], "Bert": [900], "Cor": [800]})
    play(competition, {"Anna": [500], "Bert": [500], "Cor": [500]})
    return competition


def begin_third(season):
    return play(season, {"Anna": [100], "Bert": [700], "Cor": [300]}, closed=False)


def test_a_final_one_is_corrected_through_the_provisional_ones_after_it(season, organiser):
    first = made(season, organiser)
    begin_third(season)
    second = made(season, organiser)
    assert (second.provisional, second.erratum, second.replaces) == (True, [], None)
    score(season, 2, "Bert", 700)  # after two evenings 1600: before Anna
    lines = [
        "The standing over the evenings 1, 2 alone, as it was published and as it is now:",
        "Bert Bos: place 2 → place 1; 1 400 points → 1 600 points; evening 2: 500 → 700.",
        "Anna Aal: place 1 → place 2.",
    ]
    assert needed(season) == {1: lines}
    assert newest(season).wrong == 1
    with pytest.raises(Refused, match="Say why"):
        made(season, organiser)
    third = made(season, organiser, reason="slip of the pen")
    assert (third.provisional, third.replaces, told(third)) == (True, first, lines)
    assert needed(season) == {}
    assert not newest(season).moved_on

    score(season, 1, "Cor", 1050)  # after two evenings 1550: between Bert with 1600 and Anna with 1500
    again = [
        lines[0],
        "Cor Cats: place 3 → place 2; 1 300 points → 1 550 points; evening 1: 800 → 1 050.",
        "Anna Aal: place 2 → place 3.",  # not 1 → 3: the third publication told already that she is second
    ]
    assert needed(season) == {3: again}
    with pytest.raises(Refused, match="Say why"):
        made(season, organiser)
    fourth = made(season, organiser, reason="another slip")
    assert (fourth.replaces, sorted(told(fourth))) == (third, sorted(again))
    assert needed(season) == {}


def test_what_a_provisional_one_said_of_the_running_evening_needs_no_erratum(season, organiser):
    made(season, organiser)
    begin_third(season)
    made(season, organiser)
    score(season, 3, "Anna", 900)
    assert needed(season) == {}
    assert newest(season).moved_on
    Evening.objects.filter(competition=season, number=3).update(closed_at="2026-11-01T22:00Z")
    final = made(season, organiser)
    assert (final.provisional, final.erratum) == (False, [])
    score(season, 3, "Anna", 901)
    assert needed(season) == {3: ["Anna Aal: 2 400 points → 2 401 points; evening 3: 900 → 901."]}


def test_a_final_one_that_waits_for_a_check_takes_one_erratum_and_no_second(organiser):
    club = organiser.roles.get().club
    checker = factories.make_user("secretary", club)
    competition = factories.make_competition(4, club=club, rounds=1, require_check=True)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=organiser)
    table = factories.tables(round_)[0]
    factories.accept_sheet(table, organiser, 110, checked_by=checker)
    Evening.objects.filter(pk=evening.pk).update(closed_at="2026-10-06T22:00Z")
    evening.refresh_from_db()
    result = {"kind": Kind.EVENING, "evening": evening}
    first = made(competition, organiser, **result)
    factories.accept_sheet(table, organiser, 111, base=1)
    second = made(competition, organiser, reason="counted again", **result)
    assert (second.provisional, second.replaces, len(second.erratum)) == (True, first, 4)
    factories.accept_sheet(table, organiser, 112, base=2)  # still not checked, and not what readers were told
    assert list(needed(competition)) == [2]
    factories.accept_sheet(table, organiser, 111, base=3, checked_by=checker)
    assert needed(competition) == {}
    last = made(competition, organiser, **result)
    assert (last.provisional, last.replaces, last.erratum) == (False, second, [])


def test_a_provisional_one_of_before_this_was_kept_is_looked_through(season, organiser):
    """Older contents do not say what readers know for good; then the final one before says it."""
    made(season, organiser)
    begin_third(season)
    score(season, 2, "Bert", 700)
    draft = publish.prepare(season, Kind.STANDING)
    for part in ("settled", "rests_on", "others", "to_come"):
        del draft.content[part]
    draft.content["version"] = 2
    old = publish.as_publication(season, Kind.STANDING, "", None, draft)
    old.erratum, old.replaces = [], None
    old.save()
    assert needed(season)[1][1].startswith("Bert Bos: place 2 → place 1; 1 400 points → 1 600 points")


# Which evenings count, and how many there will be --------------------------------------------------------------


def test_an_evening_that_does_not_count_any_more_takes_an_erratum_with_places_and_totals(season, organiser):
    play(season, {"Anna": [100], "Bert": [900], "Cor": [300]})  # 1600, 2300, 1600
    first = made(season, organiser)
    assert newest(season).moved_on is False
    Evening.objects.filter(competition=season, number=3).update(counts=False)
    lines = [
        "Evening 3 does not count any more.",
        "Anna Aal: place 2 → place 1; 1 600 points → 1 500 points.",
        "Bert Bos: place 1 → place 2; 2 300 points → 1 400 points.",
        "Cor Cats: place 2 → place 3; 1 600 points → 1 300 points.",
    ]
    assert needed(season) == {1: lines}
    assert (newest(season).wrong, newest(season).moved_on) == (1, True)
    with pytest.raises(Refused, match="Say why"):
        made(season, organiser)
    second = made(season, organiser, reason="it was the barbecue")
    assert (second.replaces, told(second)) == (first, lines)

    Evening.objects.filter(competition=season, number=3).update(counts=True)
    assert needed(season)[2][0] == "Evening 3 counts now."
    third = made(season, organiser, reason="it counts after all")
    assert told(third)[1:] == [
        "Bert Bos: place 2 → place 1; 1 400 points → 2 300 points.",
        "Anna Aal: place 1 → place 2; 1 500 points → 1 600 points.",
        "Cor Cats: place 3 → place 2; 1 300 points → 1 600 points.",
    ]


def test_an_evening_more_with_one_less_is_told_over_those_that_are_left(season, organiser):
    made(season, organiser)
    play(season, {"Anna": [100], "Bert": [700], "Cor": [300]})
    Evening.objects.filter(competition=season, number=1).update(counts=False)
    assert needed(season)[1] == [
        "Evening 1 does not count any more.",
        "The standing over evening 2 alone, as it was published and as it is now:",
        "Anna Aal: 1 500 points → 500 points.",
        "Bert Bos: place 2 → place 1; 1 400 points → 500 points.",  # all three have 500 on evening 2
        "Cor Cats: place 3 → place 1; 1 300 points → 500 points.",
    ]


def test_a_late_evening_between_two_is_more_to_tell_and_no_error(season, organiser):
    """Nothing was played on it when the list was made; it had not been left out."""
    Posting.objects.filter(round__evening=season.evenings.get(number=2)).delete()
    play(season, {"Anna": [100], "Bert": [700], "Cor": [300]})
    assert [each["number"] for each in made(season, organiser).content["evenings"]] == [1, 3]
    book(season.evenings.get(number=2).rounds.get(), entry_of(season, "Bert"), 500)
    assert needed(season) == {}
    assert newest(season).moved_on
    assert made(season, organiser).erratum == []


def test_the_planned_number_of_evenings_can_end_the_season_of_a_list(competition, organiser):
    """Best 2 of 3 rounds, a plain sum until the season is over: Anna 3000 before Bert 2900; of the best two 2000 and 2400.

    Once one evening is planned the season is over, and Bert is champion.
    """
    rank_by(competition, best=2, interim="sum")
    play(competition, {"Anna": [1000, 1000, 1000], "Bert": [1200, 1200, 500], "Cor": [100, 100, 100]})
    first = made(competition, organiser)
    assert [line["rank"] for line in first.content["lines"]] == [1, 2, 3]
    assert not newest(competition).moved_on
    Competition.objects.filter(pk=competition.pk).update(planned_evenings=1)
    lines = [
        "Bert Bos: place 2 → place 1; 2 900 points → 2 400 points.",
        "Anna Aal: place 1 → place 2; 3 000 points → 2 000 points.",
        "Cor Cats: 300 points → 200 points.",
    ]
    assert needed(competition) == {1: lines}
    assert (newest(competition).wrong, newest(competition).moved_on) == (1, True)
    page = factories.sign_in(organiser).get(reverse("season", args=[competition.pk])).content.decode()
    assert "It says what stands here." not in page
    assert "needs an erratum" in page
    assert told(made(competition, organiser, reason="one evening it was")) == lines


def test_evenings_still_to_come_decide_who_can_reach_the_minimum(competition, organiser):
    """Two evenings must be attended. Cor was at none of the one evening: with one to come he cannot reach them."""
    rank_by(competition, minimum_attendance=2)
    Competition.objects.filter(pk=competition.pk).update(planned_evenings=3)
    play(competition, {"Anna": [1000], "Bert": [900]})
    play(competition, {"Anna": [1000], "Cor": [1500]})
    made(competition, organiser)
    Competition.objects.filter(pk=competition.pk).update(planned_evenings=2)
    assert needed(competition) == {
        1: [
            "Cor Cats: place 2 → not ranked.",
            "Bert Bos: place 3 → not ranked.",
        ]
    }


# Prizes ---------------------------------------------------------------------------------------------------


def test_the_same_prize_with_another_result_takes_an_erratum(season, organiser):
    plan = PrizePlan((Prize(places=(1, 2), cents=(1000, 500)), Prize(by="best_round", name="worst")))
    Competition.objects.filter(pk=season.pk).update(prizes=plan.to_json())
    evening = season.evenings.get(number=1)
    season.refresh_from_db()
    evening.competition = season
    first = made(season, organiser, Kind.PRIZES, evening=evening)
    assert not newest(season, Kind.PRIZES, evening=evening).moved_on
    score(season, 1, "Anna", 1030)
    lines = [
        "Place 1, Anna Aal: 1 000 points → 1 030 points.",
        "Highest round, Anna Aal: 1 000 points → 1 030 points.",
    ]
    assert sorted(needed(season)[1]) == sorted(lines)
    with pytest.raises(Refused, match="Say why"):
        made(season, organiser, Kind.PRIZES, evening=evening)
    second = made(season, organiser, Kind.PRIZES, evening=evening, reason="slip of the pen")
    assert (second.replaces, sorted(told(second))) == (first, sorted(lines))


def test_prizes_of_the_season_go_by_the_rule_of_the_standing(season, organiser):
    """By the sum Anna 1500, Bert 1400; by the best evening Anna 1000, Bert 900. By the lower evening all have 500."""
    plan = PrizePlan((Prize(of="season", places=(1, 2), cents=(5000, 3000)),))
    Competition.objects.filter(pk=season.pk).update(prizes=plan.to_json())
    first = made(season, organiser, Kind.PRIZES)
    assert not newest(season, Kind.PRIZES).moved_on
    rank_by(season, measure="average", unit="evening", decimals=0)
    found = needed(season)[1]
    assert found[0].startswith("The rule was: The standing is the sum of all points.")
    assert found[1:] == [
        "Place 1, Anna Aal: 1 500 points → 750 on average.",
        "Place 2, Bert Bos: 1 400 points → 700 on average.",
    ]
    assert newest(season, Kind.PRIZES).wrong == 1
    second = made(season, organiser, Kind.PRIZES, reason="decided by the members")
    assert (second.replaces, told(second)) == (first, found)
    rank_by(season, last=1)  # the last evening of each: all three have 500, and share 80 euros
    shared = needed(season)[2][1:]
    assert sum(line.count("26.66") for line in shared) == 1  # the lot says who gets a cent less
    assert sorted(line.replace("26.66", "26.67") for line in shared) == [
        "Place 1, Anna Aal: € 50.00 → € 26.67; 750 on average → 500 points.",
        "Place 1, Bert Bos: no prize → € 26.67.",
        "Place 1, Cor Cats: no prize → € 26.67.",
        "Place 2, Bert Bos: € 30.00 → no prize.",
    ]


def test_another_prize_of_an_evening_is_no_error_of_those_of_the_season(season, organiser):
    cup, poedel = Prize(of="season", places=(1,), name="cup"), Prize(by="last", name="poedel")
    evening = season.evenings.get(number=1)
    Competition.objects.filter(pk=season.pk).update(prizes=PrizePlan((cup, poedel)).to_json())
    season.refresh_from_db()
    evening.competition = season
    made(season, organiser, Kind.PRIZES)
    made(season, organiser, Kind.PRIZES, evening=evening)
    worst = Prize(by="last", name="worst")
    Competition.objects.filter(pk=season.pk).update(prizes=PrizePlan((cup, worst)).to_json())
    assert list(needed(season)) == [2]
    now = newest(season, Kind.PRIZES)
    assert (now.wrong, now.moved_on, now.reworded) == (None, False, False)
    assert publish.prepare(Competition.objects.get(pk=season.pk), Kind.PRIZES).same


def test_older_prizes_of_a_season_did_not_keep_the_rule_and_are_not_told_by_another(season, organiser):
    plan = PrizePlan((Prize(of="season", places=(1,), cents=(5000,)),))
    Competition.objects.filter(pk=season.pk).update(prizes=plan.to_json())
    season.refresh_from_db()
    draft = publish.prepare(season, Kind.PRIZES)
    for part in ("standing", "standing_rules", "rests_on"):
        del draft.content[part]
    publish.as_publication(season, Kind.PRIZES, "", None, draft).save()
    assert needed(season) == {}
    rank_by(season, measure="average")
    assert needed(season) == {1: ["Place 1, Anna Aal: with another result."]}
