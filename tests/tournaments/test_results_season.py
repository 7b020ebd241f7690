"""The season from the ledger, with published numbers of real clubs; every figure worked out by hand."""

from fractions import Fraction

import pytest
from django.utils import translation

from klaverclub.templatetags.figures import figure
from tests import factories
from tests.tournaments.scores import book, entry_of, make_competition, play
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Evening, Posting
from tournaments.services import people
from tournaments.standing import facts, notes, queries, season_lists, stories
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


DESK = queries.Reader()


def standing(season: queries.SeasonList) -> list[tuple[int | None, str, int]]:
    return [(row.line.rank, row.who.name, row.line.total) for row in season.rows]


def four_rounds(total: int) -> list[int]:
    """A total of an evening over four rounds."""
    quarter = total // 4
    return [quarter, quarter, quarter, total - 3 * quarter]


def test_westerwolde_2025():
    """Interim standing = sum of all: M and P change places on the fourth evening.

    M: 15,240 after three, 4448 on the fourth. P: 15,080 and 5317, the evening's best. Distances 160 and 709.
    """
    competition = make_competition(["Mia Mol", "Piet Pol"])
    earlier = {"Mia": [4753, 4754, 5733], "Piet": [5026, 5027, 5027]}  # together 15,240 and 15,080
    for evening in range(3):
        play(competition, {name: four_rounds(totals[evening]) for name, totals in earlier.items()})
    assert standing(queries.season_list(competition, DESK)) == [(1, "Mia Mol", 15240), (2, "Piet Pol", 15080)]

    play(competition, {"Mia": four_rounds(4448), "Piet": four_rounds(5317)})
    season = queries.season_list(competition, DESK)
    assert standing(season) == [(1, "Piet Pol", 20397), (2, "Mia Mol", 19688)]
    assert [row.line.moved for row in season.rows] == [1, -1]
    assert [row.line.gap for row in season.rows] == [0, 709]
    assert [row.last for row in season.rows] == [5317, 4448]


def test_averages_of_westerwolde_are_rounded_half_up():
    """Evening of 5363 in four rounds: 1340.75, printed 1341. Seven evenings of 33,049: 4721.3 an evening."""
    competition = make_competition(["Gré Geel"])
    play(competition, {"Gré": four_rounds(5363)})
    (row,) = queries.season_list(competition, DESK).rows
    assert row.average == Fraction(5363, 4)
    assert figure(row.average) == "1\N{NARROW NO-BREAK SPACE}341"

    rule = StandingRule(measure="average", unit="evening", decimals=0)
    competition = make_competition(["Gré Geel"], standing=rule.to_json())
    for total in (4721, 4721, 4721, 4721, 4721, 4722, 4722):
        play(competition, {"Gré": four_rounds(total)})
    (row,) = queries.season_list(competition, DESK).rows
    assert row.line.value == row.average == Fraction(33049, 7)
    assert figure(row.average) == "4\N{NARROW NO-BREAK SPACE}721"
    assert row.line.total == 33049


def test_the_sum_and_the_average_can_have_different_winners():
    """Anna played twice for 3000 each, Bert once for 3300."""
    competition = make_competition(["Anna Aal", "Bert Bos"])
    play(competition, {"Anna": [1500, 1500], "Bert": [1650, 1650]})
    play(competition, {"Anna": [1500, 1500]})
    by_sum = queries.season_list(competition, DESK)
    assert by_sum.official
    assert standing(by_sum) == [(1, "Anna Aal", 6000), (2, "Bert Bos", 3300)]
    assert [row.average for row in by_sum.rows] == [1500, 1650]
    by_average = queries.season_list(
        competition, DESK, rule=queries.plain_rule(competition.get_standing(), "average")
    )
    assert not by_average.official
    assert standing(by_average) == [(1, "Bert Bos", 3300), (2, "Anna Aal", 6000)]
    assert [row.line.gap for row in by_average.rows] == [0, 150]
    assert notes.season_notes(by_average)[0] == "The standing is the average number of points per round."


def test_equal_sums_share_a_place():
    competition = make_competition(["Anna Aal", "Bert Bos", "Cor Cats"])
    play(competition, {"Anna": [1500], "Bert": [1400], "Cor": [1300]})
    play(competition, {"Anna": [1400], "Bert": [1500], "Cor": [1300]})
    season = queries.season_list(competition, DESK)
    assert standing(season) == [(1, "Anna Aal", 2900), (1, "Bert Bos", 2900), (3, "Cor Cats", 2600)]
    place = stories.season_place(season, entry_of(competition, "Bert").pk)
    assert notes.place_note(place) == "Shared place 1 with Anna Aal: 300 points ahead of Cor Cats."


def test_a_guest_is_listed_below_without_a_place_and_without_a_reason_twice():
    competition = make_competition(["Anna Aal"])
    guest = factories.make_person("Gé Gast", competition.club, kind="guest")
    people.add_entry(competition, [guest], actor=None)
    play(competition, {"Anna": [1500], "Gé": [1900]})
    season = queries.season_list(competition, DESK)
    assert standing(season) == [(1, "Anna Aal", 1500), (None, "Gé Gast", 1900)]
    assert season.rows[1].who.guest
    assert season.rows[1].why == "guest"


def test_points_for_absence_count_and_the_evening_is_not_attended():
    rule = AttendanceRule(absent_with_notice=Compensation("fixed", 1250))
    competition = make_competition(["Anna Aal", "Bert Bos"], attendance=rule.to_json())
    play(competition, {"Anna": [1500], "Bert": [1400]})
    second = play(competition, {"Anna": [1500]})
    book(second.rounds.get(), entry_of(competition, "Bert"), 1250, Posting.Kind.EXCUSED)
    bert = queries.season_list(competition, DESK).row_of(entry_of(competition, "Bert").pk)
    assert (bert.line.total, bert.line.evenings_attended, bert.line.rounds_counted) == (2650, 1, 2)
    assert bert.last == 1250
    told = stories.season_evenings(queries.season_list(competition, DESK), bert.who.entry)
    assert [(one.total, one.word) for one in told] == [(1400, ""), (1250, "absent")]


def test_who_missed_the_last_evening_for_nothing_has_no_points_there():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    play(competition, {"Anna": [1500], "Bert": [1400]})
    second = play(competition, {"Anna": [1500]})
    book(second.rounds.get(), entry_of(competition, "Bert"), 0, Posting.Kind.ABSENT)
    season = queries.season_list(competition, DESK)
    bert = season.row_of(entry_of(competition, "Bert").pk)
    assert (bert.last, bert.average) == (None, 1400)
    assert [one.listed for one in stories.season_evenings(season, bert.who.entry)] == [True, False]


def test_a_minimum_attendance_bites_only_when_it_is_out_of_reach():
    rule = StandingRule(minimum_attendance=2)
    competition = make_competition(["Anna Aal", "Bert Bos"], standing=rule.to_json())
    play(competition, {"Anna": [1500], "Bert": [1600]})
    assert [row.line.rank for row in queries.season_list(competition, DESK).rows] == [1, 2]
    play(competition, {"Anna": [1500]})
    bert = queries.season_list(competition, DESK).row_of(entry_of(competition, "Bert").pk)
    assert bert.line.rank is None
    assert bert.why == "1 of at least 2 evenings attended"
    factories.make_evening(competition, present=0)  # planned: Bert can still make it
    assert [row.line.rank for row in queries.season_list(competition, DESK).rows] == [1, 2]


def test_a_season_is_provisional_while_an_evening_is():
    competition = make_competition(["Anna Aal"])
    play(competition, {"Anna": [1500]})
    assert not queries.season_list(competition, DESK).provisional
    play(competition, {"Anna": [1500]}, closed=False)
    season = queries.season_list(competition, DESK)
    assert season.provisional
    assert notes.provisional_notes(season) == ["Evening 2 is not closed yet."]


def test_records_and_winners():
    """Best round 1700 by Bert on the second evening, best evening 3100 by both on different evenings."""
    competition = make_competition(["Anna Aal", "Bert Bos"])
    first = play(competition, {"Anna": [1600, 1500], "Bert": [1400, 1400]})
    second = play(competition, {"Anna": [1500, 1300], "Bert": [1700, 1400]})
    season = queries.season_list(competition, DESK)
    records = facts.season_records(season)
    assert [(mark.points, mark.names, mark.evening, mark.round) for mark in records.rounds] == [
        (1700, ("Bert Bos",), second, 1)
    ]
    assert [(mark.points, mark.names, mark.evening) for mark in records.evenings] == [
        (3100, ("Anna Aal",), first),
        (3100, ("Bert Bos",), second),
    ]
    assert [(mark.points, mark.names, mark.evening) for mark in records.lowest] == [
        (1300, ("Anna Aal",), second)
    ]
    assert (records.came, records.faithful) == (2, ("Anna Aal", "Bert Bos"))
    total, winners = facts.winners(season, first)
    assert (total, [who.name for who in winners]) == (3100, ["Anna Aal"])


def test_who_missed_an_evening_is_not_among_who_came_to_all():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    play(competition, {"Anna": [1600], "Bert": [1400]})
    assert facts.season_records(queries.season_list(competition, DESK)).faithful == ()
    second = play(competition, {"Anna": [1500]})
    book(second.rounds.get(), entry_of(competition, "Bert"), 1250, Posting.Kind.EXCUSED)
    records = facts.season_records(queries.season_list(competition, DESK))
    assert (records.came, records.faithful) == (2, ("Anna Aal",))


def test_points_that_were_given_are_no_record():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    evening = play(competition, {"Anna": [1500], "Bert": [None]})
    book(evening.rounds.get(), entry_of(competition, "Bert"), 1600, Posting.Kind.SIT_OUT)
    records = facts.season_records(queries.season_list(competition, DESK))
    assert [mark.points for mark in records.rounds] == [1500]


def test_a_competition_without_scores_has_an_empty_standing():
    season = queries.season_list(make_competition(["Anna Aal"]), DESK)
    assert (season.rows, season.evenings, season.provisional) == ((), (), False)


def test_the_latest_evening_is_the_newest_with_scores():
    competition = make_competition(["Anna Aal"])
    assert queries.latest_evening(competition.club) is None
    play(competition, {"Anna": [1500]})
    second = play(competition, {"Anna": [1500]}, closed=False)
    factories.make_evening(competition, present=0)
    assert queries.latest_evening(competition.club) == second


def test_the_queries_of_a_season_do_not_grow_with_players_or_evenings(django_assert_num_queries):
    for players, evenings in ((2, 1), (20, 4)):
        names = [f"P{chr(65 + n)} Player" for n in range(players)]
        competition = make_competition(names)
        for _ in range(evenings):
            play(competition, {name.split()[0]: [1500, 1400] for name in names})
        queries.season_list(competition, DESK)  # packs the evenings
        with django_assert_num_queries(5):
            season = queries.season_list(competition, DESK)
            facts.season_records(season)
            for evening in season.evenings:
                facts.winners(season, evening)
                assert isinstance(str(evening.competition), str)
        assert Evening.objects.filter(competition=competition).count() == evenings


@pytest.mark.parametrize(
    ("unit", "minimum", "planned", "to_come"),
    [
        ("evening", 9, None, 7),  # two evenings were held
        ("round", 9, None, 1),  # of three rounds each: a third one is enough
        ("round", 10, None, 2),  # the tenth round is on the fourth
        ("round", 10, 2, 0),  # the season has no more
        ("round", 4, None, 0),
    ],
)
def test_evenings_to_come_are_at_least_those_a_minimum_asks_for(unit, minimum, planned, to_come):
    competition = factories.make_competition(4, rounds=3, planned_evenings=planned)
    rule = StandingRule(minimum_attendance=minimum, minimum_unit=unit)
    assert season_lists.evenings_to_come(competition, [], {1, 2}, rule) == to_come
