"""The packed ledger: always the ledger as it is now, whoever changed it and however."""

from __future__ import annotations

import datetime

import pytest
from django.db import OperationalError
from django.utils import timezone

from tests import factories
from tests.tournaments import ledger as sheets
from tests.tournaments.scores import book, entry_of, make_competition, play
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Entry, EveningPack, Posting, Presence, Seat
from tournaments.pairing import PairingRule
from tournaments.services import closing, draw_changes, posting, threes_list
from tournaments.standing import ledger
from tournaments.standing.packs import partners_key, partners_of, season_of

pytestmark = pytest.mark.django_db


def fresh(competition) -> list[tuple]:
    """What the postings say, in the words of a pack, without a pack."""
    columns = (
        *("round__evening__number", "entry", "round__number", "kind", "total", "points", "roem", "pits"),
        *("nats", "against", "match_points"),
    )
    return sorted(
        Posting.objects.filter(round__evening__competition=competition).values_list(*columns),
        key=str,
    )


def packed(competition) -> list[tuple]:
    seasons = season_of(competition).evenings
    rows = [(evening.evening, row) for evening in seasons for row in evening.posted()]
    return sorted(((number, row.entry, row.round, row.kind, *row[5:]) for number, row in rows), key=str)


class Club:
    """A competition of nine with a first evening of two rounds; eight play, the ninth sits out."""

    def __init__(self) -> None:
        self.user = factories.make_user()
        self.competition = factories.make_competition(
            9,
            club=self.user.roles.get().club,
            rounds=2,
            attendance=AttendanceRule(sit_out=Compensation("evening_average")).to_json(),
        )
        self.evening = factories.make_evening(self.competition)
        self.round = factories.make_published_round(self.evening, actor=self.user)
        self.tables = factories.tables(self.round)
        for number, table in enumerate(self.tables):
            self.sheet(table, 1500 + number)
        closing.close_round(self.round, actor=self.user)

    def sheet(self, table, points: int) -> None:
        sheets.accept(table, self.user, sheets.side(points, 40, pits=1), sheets.side(1092, 20, nats=2))


@pytest.fixture
def club():
    return Club()


def correct_a_sheet(club):
    club.sheet(club.tables[0], 1400)


def take_an_entry_away_for_the_evening(club):
    Presence.objects.filter(evening=club.evening).exclude(entry__seats__round=club.round).update(
        state="absent"
    )
    posting.post_absences(club.evening)


def open_a_round_again(club):
    closing.reopen_round(club.round, actor=club.user)


def punish(club):
    book(club.round, Entry.objects.first(), -100, Posting.Kind.PENALTY)


def change_one_row(club):
    row = Posting.objects.filter(kind="played").first()
    row.total += 10
    row.save()


def change_rows(club):
    Posting.objects.filter(kind="played").update(roem=0)


def throw_a_row_away(club):
    Posting.objects.filter(kind="played").first().delete()


def throw_rows_away(club):
    Posting.objects.filter(round=club.round).delete()


def write_many(club):
    rows = [
        Posting(round=club.round, entry=entry, kind="granted", total=5, points=5)
        for entry in club.competition.entries.all()
    ]
    Posting.objects.bulk_create(rows)


def put_somebody_on_a_seat(club):
    stranger = factories.make_person("Inge Valler", club.competition.club)
    draw_changes.substitute(
        Seat.objects.filter(round=club.round).first(),
        stranger,
        actor=club.user,
        reason="sat there",
        reviewed=True,
    )


def play_another_evening(club):
    evening = factories.make_evening(club.competition)
    for table in factories.tables(factories.make_published_round(evening, actor=club.user)):
        club.sheet(table, 1234)


CHANGES = [
    correct_a_sheet,
    take_an_entry_away_for_the_evening,
    open_a_round_again,
    punish,
    change_one_row,
    change_rows,
    throw_a_row_away,
    throw_rows_away,
    write_many,
    put_somebody_on_a_seat,
    play_another_evening,
]


@pytest.mark.parametrize("change", CHANGES)
def test_after_every_change_of_the_ledger_the_next_reader_sees_it(club, change):
    before = packed(club.competition)
    assert before == fresh(club.competition)
    change(club)
    after = packed(club.competition)
    assert after == fresh(club.competition)
    assert after != before


def test_a_list_of_three_that_is_recorded_and_corrected_is_seen():
    user = factories.make_user()
    pairing = PairingRule(leftovers="three").to_json()
    competition = factories.make_competition(7, club=user.roles.get().club, rounds=1, pairing=pairing)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    table = next(table for table in factories.tables(round_) if threes_list.is_list(table))
    entries = [table.seats.get(position=letter).entry_id for letter in "NES"]
    for points, reason in ((900, ""), (950, "read wrongly")):
        lines = {entry: threes_list.Line(points + place) for place, entry in enumerate(entries)}
        threes_list.record(table, lines, actor=user, reason=reason)
        assert packed(competition) == fresh(competition)
        (rows,) = season_of(competition).evenings
        found = {(row.table, row.side, row.entry, row.total) for row in rows.posted()}
        assert found == {
            (table.number, place, entry, points + place - 1) for place, entry in enumerate(entries, 1)
        }


def test_a_score_made_at_a_table_knows_table_and_side_and_another_none(club):
    seats = Seat.objects.filter(round=club.round).values_list("entry", "table__number", "position")
    expected = {(entry, table, 1 if position in "NS" else 2) for entry, table, position in seats}
    (rows,) = season_of(club.competition).evenings
    assert {(row.entry, row.table, row.side) for row in rows.posted() if row.kind == "played"} == expected
    (rest,) = [row for row in rows.posted() if row.kind == "sit_out"]
    assert (rest.table, rest.side, rest.against) == (0, 0, None)


def test_a_substitute_counts_for_himself_among_the_people(club):
    stranger = factories.make_person("Inge Valler", club.competition.club)
    seat = Seat.objects.filter(round=club.round, position="N").select_related("table").first()
    own, entry = seat.person_id, seat.entry_id
    draw_changes.substitute(seat, stranger, actor=club.user, reason="sat there", reviewed=True)
    (by_entry,) = season_of(club.competition).evenings
    assert [row.kind for row in by_entry.posted(entry)] == ["substitute"]
    (people,) = season_of(club.competition, "people").evenings
    assert [(row.kind, row.total) for row in people.posted(stranger.pk)] == [("played", 1640)]
    assert list(people.posted(own)) == []
    assert len(people) == 8  # nobody gets points for sitting out among the people


def test_who_sits_in_and_gets_the_score_himself_has_it_once(club):
    """His own entry has the row, that of the seat none."""
    seat = Seat.objects.filter(round=club.round, position="N").select_related("table", "entry").first()
    resting = club.competition.entries.exclude(seats__round=club.round).get()
    (person,) = resting.people
    Posting.objects.filter(round=club.round, entry__in=[seat.entry, resting]).delete()
    book(club.round, seat.entry, 1450, Posting.Kind.EXCUSED)
    book(club.round, resting, 1640, person=person, against=1112)
    Seat.objects.filter(pk=seat.pk).update(person=person)
    (by_entry,) = season_of(club.competition).evenings
    assert [(row.kind, row.table, row.side) for row in by_entry.posted(resting.pk)] == [
        ("played", seat.table.number, 1)
    ]
    assert [(row.kind, row.table, row.side) for row in by_entry.posted(seat.entry_id)] == [("excused", 0, 0)]
    (people,) = season_of(club.competition, "people").evenings
    assert [row.total for row in people.posted(person.pk)] == [1640]
    assert list(people.posted(seat.person_id)) == []


def test_a_second_seat_in_a_round_counts_for_the_entry_alone(club):
    north, other = (Seat.objects.get(round=club.round, table__number=table, position="N") for table in (1, 2))
    Seat.objects.filter(pk=other.pk).update(person=north.person_id, extra=True)
    (people,) = season_of(club.competition, "people").evenings
    assert [row.table for row in people.posted(north.person_id)] == [1]
    (partners,) = season_of(club.competition, "partners").evenings
    assert len(partners) == 3
    (entries,) = season_of(club.competition).evenings
    assert [row.table for row in entries.posted(other.entry_id)] == [2]


def test_partners_are_two_people_of_one_side(club):
    (partners,) = season_of(club.competition, "partners").evenings
    at = {
        (seat.table.number, seat.position): seat.person_id
        for seat in Seat.objects.filter(round=club.round).select_related("table")
    }
    expected = {
        partners_key(at[table, one], at[table, other]) for table in (1, 2) for one, other in ("NS", "EW")
    }
    assert set(partners.entries.tolist()) == expected
    north_south = partners_key(at[1, "N"], at[1, "S"])
    assert partners_of(north_south) == tuple(sorted((at[1, "N"], at[1, "S"])))
    assert [(row.total, row.against) for row in partners.posted(north_south)] == [(1640, 1112)]


def test_a_fixed_pair_is_one_entry_and_two_people():
    user = factories.make_user()
    competition = factories.make_competition(8, club=user.roles.get().club, kind="pairs", rounds=1)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    for table in factories.tables(round_):
        sheets.accept(table, user, sheets.side(1500), sheets.side(1092))
    assert [len(season_of(competition, of).evenings[0]) for of in ("entries", "people", "partners")] == [
        4,
        8,
        4,
    ]


def test_the_second_reader_makes_nothing(club, django_assert_num_queries):
    season_of(club.competition)
    version = EveningPack.objects.get().version
    with django_assert_num_queries(3):  # evenings, packs, and the rounds of the evening that is being played
        season_of(club.competition)
    assert EveningPack.objects.get().version == version


def test_only_the_evening_that_changed_is_packed_again(club):
    play_another_evening(club)
    season_of(club.competition)
    kept = dict(EveningPack.objects.values_list("evening__number", "version"))
    correct = factories.tables(club.competition.evenings.get(number=2).rounds.get())[0]
    club.sheet(correct, 1000)
    season_of(club.competition)
    now = dict(EveningPack.objects.values_list("evening__number", "version"))
    assert now[1] == kept[1]
    assert now[2] > kept[2]


def test_packs_are_made_in_as_many_queries_for_one_evening_as_for_ten(django_assert_num_queries):
    for evenings in (1, 10):
        competition = make_competition(["Anna Aal", "Bert Bos"])
        for _number in range(evenings):
            play(competition, {"Anna": [1500], "Bert": [1400]})
        with django_assert_num_queries(
            7
        ):  # evenings, packs, postings, seats; and to store: begin, packs, end
            season_of(competition)


def test_a_pack_of_another_version_of_the_program_is_made_again(club):
    right = packed(club.competition)
    EveningPack.objects.update(columns=b"KLED\x63 of later")
    assert packed(club.competition) == right
    assert bytes(EveningPack.objects.get().columns[:4]) == b"KLED"


def test_who_reads_is_not_refused_because_a_pack_cannot_be_stored(club, monkeypatch, caplog):
    def refuse(*_args, **_options):
        raise OperationalError("read-only")

    monkeypatch.setattr(type(EveningPack.objects.all()), "bulk_create", refuse)
    assert packed(club.competition) == fresh(club.competition)
    assert not EveningPack.objects.exists()
    assert "could not be stored" in caplog.text


def test_a_pack_made_while_the_ledger_moved_on_is_not_taken_for_the_newer_one(club, monkeypatch):
    """The version is read first: rows that came in between are packed again by the next reader."""
    evenings = list(club.competition.evenings.all())
    punish(club)
    season_of(club.competition, evenings=evenings)
    assert EveningPack.objects.get().version == evenings[0].ledger_version
    throw_a_row_away(club)
    assert packed(club.competition) == fresh(club.competition)


def test_a_closed_evening_weighs_as_it_was_closed(club):
    rule = AttendanceRule(sit_out=Compensation("zero", counts_as_played=False))
    assert "sit_out" in season_of(club.competition).weighing(1)
    club.evening.frozen = {"attendance": rule.to_json(), "unranked": []}
    club.evening.closed_at = timezone.now()
    club.evening.save()
    assert "sit_out" not in season_of(club.competition).weighing(1)


def test_a_season_knows_which_evenings_count_and_how_many_are_planned(club):
    club.competition.planned_evenings = 7
    factories.make_evening(club.competition, counts=False, date=datetime.date(2026, 12, 31))
    season = season_of(club.competition)
    assert (season.counts, season.planned, season.rounds_an_evening) == (frozenset({1}), 6, 2)
    assert [rows.evening for rows in season.evenings] == [1]


def test_an_entry_without_rows_has_none(club):
    (rows,) = season_of(club.competition).evenings
    assert list(rows.posted(entry_of(club.competition, "").pk + 10_000)) == []
    assert ledger.NO_SCORE not in {row.against for row in rows.posted()}
