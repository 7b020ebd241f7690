"""The result of an evening from the ledger; every figure worked out by hand."""

from fractions import Fraction

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.scores import accept_deals, book, entry_of, make_competition, play
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Person, Posting, Round
from tournaments.services import closing, people
from tournaments.standing import facts, notes, queries, stories
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


DESK = queries.Reader()
PUBLIC = queries.Reader(public=True)


def ranks(listed: queries.EveningList) -> list[tuple[int | None, str, int]]:
    return [(row.line.rank, row.who.name, row.line.total) for row in listed.rows]


def test_equal_totals_share_a_place_and_the_next_place_is_skipped():
    """Westerwolde 2023/24, after four evenings: 5046, then 4925 and 4925 shared second."""
    competition = make_competition(["Anna Aal", "Bert Bos", "Cor Cats", "Dora Dam"])
    evening = play(
        competition,
        {
            "Dora": [1200, 1250, 1300, 1296],
            "Cor": [1225, 1200, 1250, 1250],
            "Bert": [1300, 1200, 1200, 1225],
            "Anna": [1000, 1100, 1200, 1300],
        },
    )
    listed = queries.evening_list(evening, DESK)
    assert ranks(listed) == [
        (1, "Dora Dam", 5046),
        (2, "Bert Bos", 4925),
        (2, "Cor Cats", 4925),
        (4, "Anna Aal", 4600),
    ]
    assert [row.line.gap for row in listed.rows] == [0, 121, 121, 446]
    assert [row.poedel for row in listed.rows] == [False, False, False, True]


def test_fixed_pairs_of_texel():
    """October 2017: 1986 + 1988 + 1692 + 1912 = 7578, eight points ahead of a pair with 7570."""
    names = ["Anna Aal", "Bert Bos", "Cor Cats", "Dora Dam"]
    competition = make_competition(names, kind="pairs")
    evening = play(competition, {"Anna": [1986, 1988, 1692, 1912], "Cor": [2334, 1700, 1736, 1800]})
    listed = queries.evening_list(evening, DESK)
    assert ranks(listed) == [(1, "Anna Aal + Bert Bos", 7578), (2, "Cor Cats + Dora Dam", 7570)]
    assert listed.rows[1].line.gap == 8
    assert (listed.rows[0].line.tally.best, listed.rows[0].line.tally.worst) == (1988, 1692)
    highest = facts.evening_facts(listed, DESK).highest
    assert [(mark.points, mark.names, mark.round) for mark in highest] == [
        (2334, ("Cor Cats + Dora Dam",), 1)
    ]


def test_a_guest_is_shown_without_a_place_unless_the_rule_ranks_guests():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    guest = factories.make_person("Gé Gast", competition.club, kind="guest")
    people.add_entry(competition, [guest], actor=None)
    evening = play(competition, {"Anna": [1500], "Bert": [1400], "Gé": [1600]})
    assert ranks(queries.evening_list(evening, DESK)) == [
        (1, "Anna Aal", 1500),
        (2, "Bert Bos", 1400),
        (None, "Gé Gast", 1600),
    ]
    competition.standing = StandingRule(guests_ranked=True).to_json()
    competition.save()
    evening.refresh_from_db()
    assert ranks(queries.evening_list(evening, DESK))[0] == (1, "Gé Gast", 1600)


def test_points_for_absence_are_shown_with_a_word_and_without_a_place():
    rule = AttendanceRule(absent_with_notice=Compensation("fixed", 1450))
    competition = make_competition(["Anna Aal", "Bert Bos", "Cor Cats"], attendance=rule.to_json())
    evening = play(competition, {"Anna": [1500], "Bert": [1400]})
    round_ = evening.rounds.get()
    book(round_, entry_of(competition, "Cor"), 1450, Posting.Kind.EXCUSED)
    listed = queries.evening_list(evening, DESK)
    assert ranks(listed)[2] == (None, "Cor Cats", 1450)
    (score,) = listed.rows[2].scores
    assert (score.points, score.words, score.at_table) == (1450, ["absent"], False)
    assert notes.kind_notes(listed) == ["Absent with notice: 1\u202f450 points a round."]


def test_who_was_absent_for_nothing_is_only_named():
    competition = make_competition(["Anna Aal", "Bert Bos", "Cor Cats"])
    evening = play(competition, {"Anna": [1500], "Bert": [1400]})
    book(evening.rounds.get(), entry_of(competition, "Cor"), 0, Posting.Kind.ABSENT)
    listed = queries.evening_list(evening, DESK)
    assert [row.who.name for row in listed.rows] == ["Anna Aal", "Bert Bos"]
    assert notes.away_notes(listed) == ["Not there: Cor Cats."]


def test_an_evening_is_provisional_and_says_what_it_waits_for():
    user = factories.make_user()
    competition = factories.make_competition(9, rounds=2)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    first, second = factories.tables(round_)
    accept_deals(first, user, [(100, 62)])

    listed = queries.evening_list(evening, DESK)
    assert listed.provisional
    assert notes.waiting_notes(listed) == [
        "Round 1: the sheet of table 2 is not in yet.",
        "Round 2 is still to be played.",
    ]
    assert len(listed.rows) == 4
    assert len(listed.playing) == 4
    assert not any(row.poedel for row in listed.rows)

    accept_deals(second, user, [(90, 72)])
    closing.close_round(round_, actor=user)
    listed = queries.evening_list(evening, DESK)
    assert notes.waiting_notes(listed) == ["Round 2 is still to be played."]
    resting = [row for row in listed.rows if not row.scores[0].at_table]
    assert [score.words for row in resting for score in row.scores] == [["sat out"]]


def test_the_last_thing_an_evening_waits_for_is_its_closing():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    evening = play(competition, {"Anna": [1500], "Bert": [1400]}, closed=False)
    listed = queries.evening_list(evening, DESK)
    assert notes.waiting_notes(listed) == ["All sheets are in; the evening is not closed yet."]


def test_a_sheet_that_must_be_checked_is_waited_for():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(4, rounds=1, require_check=True))
    (table,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept_deals(table, user, [(100, 62)])
    listed = queries.evening_list(evening, DESK)
    assert notes.waiting_notes(listed) == ["Round 1: the sheet of table 1 is not checked yet."]


def test_in_the_running_round_who_plays_waits_and_who_rests_rests():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(5, rounds=2))
    first = factories.make_published_round(evening, actor=user)
    accept_deals(factories.tables(first)[0], user, [(100, 62)])
    closing.close_round(first, actor=user)
    second = factories.make_published_round(evening, actor=user, seed=2)
    listed = queries.evening_list(evening, DESK)
    running = {row.who.entry: row.scores[1] for row in listed.rows}
    resting = second.sit_outs.get().entry_id
    assert running[resting].points is None
    assert running[resting].words == ["sat out"]
    assert [score for entry, score in running.items() if entry != resting] == [queries.Score(None)] * 4


def test_a_draft_of_a_draw_shows_nothing():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(4, rounds=1))
    factories.make_draft_round(evening, actor=user)
    listed = queries.evening_list(evening, DESK)
    assert (listed.rounds, listed.rows, listed.playing, listed.waiting) == ((), (), (), ())


def test_facts_of_an_evening():
    """Two tables of two deals. Totals 200-144, 262-100 (a pit) and 150-174, 81-101."""
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(8, rounds=1))
    round_ = factories.make_published_round(evening, actor=user)
    first, second = factories.tables(round_)
    accept_deals(
        first,
        user,
        [(200, 144), (262, 100)],
        we={"points": 262, "roem": 100, "bonus": 100, "pits": 1},
        they={"points": 162, "roem": 82, "nats": 1},
    )
    accept_deals(second, user, [(150, 174), (81, 101)], they={"roem": 20, "points": 255})
    found = facts.evening_facts(queries.evening_list(evening, DESK), DESK)
    assert (found.entries, found.deals) == (8, 4)
    assert (found.pits, found.nats, found.roem) == (1, 1, 202)
    # 462 + 244 + 231 + 275 for two people each, over eight scores
    assert found.average_round == found.average_total == Fraction(2 * (462 + 244 + 231 + 275), 8)
    names = {
        side: {seat.person.name for seat in table.seats.all() if seat.position in side}
        for table, side in ((first, "NS"), (second, "NS "))
    }
    (highest,), (lowest,), (deal,) = found.highest, found.lowest, found.best_deals
    assert (highest.points, set(highest.names), highest.round) == (462, names["NS"], 1)
    assert (lowest.points, set(lowest.names)) == (231, names["NS "])
    assert (deal.points, deal.table, set(deal.names)) == (262, 1, names["NS"])


def test_the_highest_deal_made_three_times_is_named_once():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(4, rounds=1))
    (table,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept_deals(table, user, [(190, 0), (190, 0), (0, 182), (190, 0), (0, 190)])
    one, other = facts.evening_facts(queries.evening_list(evening, DESK), DESK).best_deals
    assert (one.points, one.times, other.points, other.times) == (190, 3, 190, 1)
    assert set(one.names).isdisjoint(other.names)


def test_the_story_of_a_score_names_table_partner_and_opponents():
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(4, rounds=1))
    (table,) = factories.tables(factories.make_published_round(evening, actor=user))
    accept_deals(table, user, [(100, 62), (90, 92)])
    seats = {seat.position: seat for seat in table.seats.all()}
    (told,) = stories.told(evening, seats["E"].entry_id, DESK)
    assert (told.round, told.table, told.posting.total, told.theirs) == (1, 1, 154, (190,))
    assert told.partner == seats["W"].person.name
    assert set(told.opponents) == {seats["N"].person.name, seats["S"].person.name}


def test_before_the_sheet_is_in_the_story_tells_where_one_plays():
    evening = factories.make_evening(factories.make_competition(4, rounds=1))
    (table,) = factories.tables(factories.make_published_round(evening))
    seat = table.seats.get(position="N")
    (told,) = stories.told(evening, seat.entry_id, DESK)
    assert told.posting is None
    assert told.table == 1
    assert told.word == "not in yet"


def test_given_points_say_where_they_come_from():
    """The average of 100 + 62 for two people each is 81."""
    user = factories.make_user()
    evening = factories.make_evening(factories.make_competition(5, rounds=1))
    round_ = factories.make_published_round(evening, actor=user)
    accept_deals(factories.tables(round_)[0], user, [(100, 62)])
    closing.close_round(round_, actor=user)
    resting = round_.sit_outs.get().entry_id
    (told,) = stories.told(evening, resting, PUBLIC)
    assert (told.posting.total, told.reason) == (81, "average of 4 scores of the evening, 81")


def test_why_an_organiser_decided_is_not_for_the_public():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    evening = play(competition, {"Anna": [1500], "Bert": [1400]})
    reason = {"msgid": "led out of turn", "params": {}}
    anna = entry_of(competition, "Anna")
    book(evening.rounds.get(), anna, -100, Posting.Kind.PENALTY, reason=reason)
    assert [told.reason for told in stories.told(evening, anna.pk, DESK)] == ["", "led out of turn"]
    assert [told.reason for told in stories.told(evening, anna.pk, PUBLIC)] == ["", ""]
    assert ranks(queries.evening_list(evening, DESK))[:2] == [(1, "Anna Aal", 1400), (1, "Bert Bos", 1400)]


def test_a_place_between_its_neighbours():
    names = ["Anna Aal", "Bert Bos", "Cor Cats", "Dora Dam"]
    competition = make_competition(names)
    evening = play(competition, {"Anna": [1600], "Bert": [1500], "Cor": [1500], "Dora": [1400]})
    listed = queries.evening_list(evening, DESK)

    def told(name: str) -> str:
        return notes.place_note(stories.evening_place(listed, entry_of(competition, name).pk))

    assert told("Anna") == "Place 1: 100 points ahead of Bert Bos, Cor Cats."
    assert told("Bert") == (
        "Shared place 2 with Cor Cats: 100 points behind Anna Aal, 100 points ahead of Dora Dam."
    )
    assert told("Dora") == "Place 4: 100 points behind Bert Bos, Cor Cats."


def test_names_in_public_are_as_far_as_their_owners_allow():
    competition = make_competition(["Anna Aal", "Bert van den Bos", "Cor Cats"])
    Person.objects.filter(first_name="Bert").update(visibility="initials")
    Person.objects.filter(first_name="Cor").update(visibility="hidden")
    evening = play(competition, {"Anna": [1600], "Bert": [1500], "Cor": [1400]})
    shown = [(row.who.name, row.who.number) for row in queries.evening_list(evening, PUBLIC).rows]
    assert shown == [("Anna Aal", ""), ("B. v.d. B.", ""), ("(name hidden)", "")]
    assert [row.who.number for row in queries.evening_list(evening, DESK).rows] == ["001", "002", "003"]


@pytest.mark.parametrize(
    ("query", "found"), [("geza", ["Géza Ács"]), ("acs", ["Géza Ács"]), ("002", ["Bert Bos"]), ("x", [])]
)
def test_names_are_found_without_accents_and_by_number(query, found):
    competition = make_competition(["Géza Ács", "Bert Bos"])
    who = queries.who_is_who(competition, DESK).values()
    assert [each.name for each in who if each.matches(query)] == found


def test_the_reader_finds_his_own_row():
    competition = make_competition(["Anna Aal", "Bert Bos"])
    user = factories.make_user("player", competition.club)
    user.roles.update(person=Person.objects.get(first_name="Bert"))
    who = queries.who_is_who(competition, queries.reader_for(user, competition.club))
    assert [(each.name, each.own) for each in who.values()] == [("Anna Aal", False), ("Bert Bos", True)]


@pytest.mark.parametrize("reader", [DESK, PUBLIC])
def test_the_queries_of_an_evening_do_not_grow_with_the_players(reader, django_assert_num_queries):
    user = factories.make_user()
    for players in (8, 40):
        evening = factories.make_evening(factories.make_competition(players, rounds=1))
        round_ = factories.make_published_round(evening, actor=user)
        for table in factories.tables(round_):
            accept_deals(table, user, [(100, 62)])
        evening = type(evening).objects.select_related("competition__club").get(pk=evening.pk)
        with django_assert_num_queries(14 if reader == DESK else 13):
            facts.evening_facts(queries.evening_list(evening, reader), reader)
        entry = round_.tables.first().seats.first().entry_id
        with django_assert_num_queries(2):
            stories.told(evening, entry, reader)


def test_a_round_number_is_shown_although_another_round_has_no_draw():
    """Rounds are named by their own numbers, not by their place in the row."""
    competition = make_competition(["Anna Aal", "Bert Bos"])
    evening = factories.make_evening(competition, present=0, rounds_planned=3)
    round_ = Round.objects.create(evening=evening, number=2, state=Round.State.CLOSED, seed=1)
    book(round_, entry_of(competition, "Anna"), 1500)
    assert queries.evening_list(evening, DESK).rounds == (2,)
