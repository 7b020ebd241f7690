"""From sheets and the attendance rule to the ledger; every figure worked out by hand."""

import pytest

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Entry, Evening, Posting, Presence, Round
from tournaments.services import closing, draw, posting
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def by_entry(round_: Round) -> dict[int, Posting]:
    return {row.entry_id: row for row in Posting.objects.filter(round=round_)}


def test_both_partners_book_the_total_of_their_side(user):
    round_ = factories.make_published_round(actor=user)
    table = factories.tables(round_)[0]

    accept(table, user, we=side(1400, 180, pits=1, nats=2), they=side(1192, 300, nats=3))

    rows = by_entry(round_)
    at = {seat.position: rows[seat.entry_id] for seat in table.seats.all()}
    for position in "NS":
        row = at[position]
        assert (row.points, row.roem, row.bonus, row.total) == (1400, 180, 100, 1680)
        assert (row.pits, row.nats) == (1, 2)
    for position in "EW":
        assert (at[position].total, at[position].pits, at[position].nats) == (1492, 0, 3)


def test_a_fixed_pair_books_once(user):
    evening = factories.make_evening(factories.make_competition(8, kind="pairs"))
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1300), side(1292))
    assert sorted(Posting.objects.values_list("total", flat=True)) == [1292, 1300]


def test_a_correction_replaces_the_rows(user):
    round_ = factories.make_published_round(actor=user)
    table = factories.tables(round_)[0]
    accept(table, user, side(1300), side(1292))
    second = accept(table, user, side(1310), side(1282))
    rows = Posting.objects.filter(round=round_)
    assert rows.count() == 4
    assert {row.sheet_version for row in rows} == {second}
    assert {row.total for row in rows} == {1310, 1282}


def test_the_first_sheet_freezes_the_rules_once(user):
    round_ = factories.make_published_round(actor=user)
    one, other = factories.tables(round_)
    competition = round_.evening.competition
    assert competition.frozen_at is None
    accept(one, user, side(1300), side(1292))
    competition.refresh_from_db()
    first = competition.frozen_at
    accept(other, user, side(1300), side(1292))
    competition.refresh_from_db()
    assert first is not None
    assert competition.frozen_at == first


def test_every_kind_of_absence_gets_its_own_compensation(user):
    rule = AttendanceRule(
        sit_out=Compensation("evening_average"),
        absent_with_notice=Compensation("fixed", 1250),
        absent_without_notice=Compensation("zero"),
        late=Compensation("lowest"),
        left_early=Compensation("fixed", 1000, pits=1),
    )
    competition = factories.make_competition(9, rounds=2, attendance=rule.to_json())
    evening = factories.make_evening(competition)
    sick, runaway, late, gone, *_others = evening.presences.order_by("entry_id")
    Presence.objects.filter(pk=sick.pk).update(state=Presence.State.EXCUSED)
    Presence.objects.filter(pk=runaway.pk).update(state=Presence.State.ABSENT)
    Presence.objects.filter(pk=late.pk).update(from_round=2)
    Presence.objects.filter(pk=gone.pk).update(until_round=1)

    first = factories.make_published_round(evening, actor=user)  # 6 in the hall: 1 table, 2 sit out
    accept(factories.tables(first)[0], user, side(1500), side(1092))
    closing.close_round(first, actor=user)

    rows = by_entry(first)
    assert (rows[sick.entry_id].kind, rows[sick.entry_id].total) == ("excused", 1250)
    assert (rows[runaway.entry_id].kind, rows[runaway.entry_id].total) == ("absent", 0)
    assert (rows[late.entry_id].kind, rows[late.entry_id].total) == ("late", 1092)
    resting = [row for row in rows.values() if row.kind == "sit_out"]
    assert len(resting) == 2
    assert {row.total for row in resting} == {1296}  # (2 x 1500 + 2 x 1092) / 4

    second = factories.make_published_round(evening, actor=user)  # without `gone`, with `late`
    accept(factories.tables(second)[0], user, side(1492), side(1100))
    closing.close_round(second, actor=user)
    left = by_entry(second)[gone.entry_id]
    assert (left.kind, left.total, left.pits) == ("left", 1000, 1)
    # The average of the evening moved: (2x1500 + 2x1092 + 2x1492 + 2x1100) / 8 = 1296; both rounds say so.
    assert set(Posting.objects.filter(kind="sit_out").values_list("total", flat=True)) == {1296}


def test_an_own_average_counts_only_rounds_really_played(user):
    rule = AttendanceRule(sit_out=Compensation("own_average"))
    competition = factories.make_competition(5, rounds=3, attendance=rule.to_json())
    evening = factories.make_evening(competition)
    totals = [(1400, 1192), (1201, 1391), (1000, 1592)]
    for we, they in totals:
        round_ = factories.make_published_round(evening, actor=user)
        accept(factories.tables(round_)[0], user, side(we), side(they))
        closing.close_round(round_, actor=user)
    for row in Posting.objects.filter(kind="sit_out"):
        own = [p.total for p in Posting.objects.filter(entry=row.entry, kind="played")]
        assert len(own) == 2
        assert row.total == (sum(own) + 1) // 2  # half up


def test_a_whole_evening_missed_is_worth_the_lowest_total_of_that_evening(user):
    rule = AttendanceRule(absent_with_notice=Compensation("lowest_evening"))
    competition = factories.make_competition(5, rounds=3, attendance=rule.to_json())
    evening = factories.make_evening(competition)
    sick = evening.presences.order_by("entry_id").first()
    Presence.objects.filter(pk=sick.pk).update(state=Presence.State.EXCUSED)
    for we, they in [(1400, 1192), (1000, 1592), (1201, 1391)]:
        round_ = factories.make_published_round(evening, actor=user)
        accept(factories.tables(round_)[0], user, side(we), side(they))
        closing.close_round(round_, actor=user)
    totals = {}
    for row in Posting.objects.filter(kind="played"):
        totals[row.entry_id] = totals.get(row.entry_id, 0) + row.total
    assert len(totals) == 4
    given = [row.total for row in Posting.objects.filter(entry=sick.entry).order_by("round__number")]
    assert sum(given) == min(totals.values())
    assert max(given) - min(given) <= 1


def test_recomputing_gives_the_same_rows(user):
    evening = factories.make_evening(factories.make_competition(7, rounds=1))
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1300), side(1292))
    closing.close_round(round_, actor=user)
    fields = ("entry_id", "kind", "points", "total", "pits", "reason")
    before = list(Posting.objects.order_by("entry_id").values_list(*fields))
    posting.post_absences(evening)
    assert list(Posting.objects.order_by("entry_id").values_list(*fields)) == before
    assert len(before) == 7


def test_a_round_with_a_missing_sheet_is_not_closed_and_says_whose(user):
    round_ = factories.make_published_round(actor=user)
    one, other = factories.tables(round_)
    accept(one, user, side(1300), side(1292))

    (blocker,) = closing.blockers(round_)
    assert blocker.table == other
    assert sorted(blocker.names) == sorted(seat.person.name for seat in other.seats.all())
    with pytest.raises(Refused, match=blocker.names[0]):
        closing.close_round(round_, actor=user)
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED


def test_where_sheets_are_checked_by_a_second_person_an_unchecked_one_blocks(user):
    competition = factories.make_competition(4, require_check=True)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    (table,) = factories.tables(round_)
    version = accept(table, user, side(1300), side(1292))
    assert [blocker.table for blocker in closing.blockers(round_)] == [table]
    from scoring.models import SheetCheck

    SheetCheck.objects.create(version=version, by=factories.make_user())
    assert closing.blockers(round_) == []


def test_opening_a_round_again_takes_its_absences_back(user):
    evening = factories.make_evening(factories.make_competition(5, rounds=1))
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1300), side(1292))
    closing.close_round(round_, actor=user)
    assert Posting.objects.filter(kind="sit_out").count() == 1
    closing.reopen_round(round_, actor=user)
    assert not Posting.objects.filter(kind="sit_out").exists()
    closing.close_round(round_, actor=user)
    assert Posting.objects.filter(kind="sit_out").count() == 1


def test_closing_the_evening_marks_who_was_never_asked_as_absent(user):
    competition = factories.make_competition(6, rounds=1)
    evening = factories.make_evening(competition, present=4)
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1300), side(1292))
    with pytest.raises(Refused):
        closing.close_evening(evening, actor=user)
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)

    assert evening.is_closed
    absent = Posting.objects.filter(kind="absent")
    assert absent.count() == 2
    assert set(absent.values_list("total", flat=True)) == {0}


def test_an_older_evening_stays_closed_once_a_newer_one_has_scores(user):
    competition = factories.make_competition(4, rounds=1)
    evenings = []
    for _number in range(2):
        evening = factories.make_evening(competition)
        round_ = factories.make_published_round(evening, actor=user)
        accept(factories.tables(round_)[0], user, side(1300), side(1292))
        closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)
        evenings.append(evening)
    with pytest.raises(Refused):
        closing.reopen_evening(evenings[0], actor=user)
    closing.reopen_evening(evenings[1], actor=user)
    assert not Evening.objects.get(pk=evenings[1].pk).is_closed


def test_who_entered_later_is_not_absent_from_earlier_evenings(user):
    competition = factories.make_competition(4, rounds=1)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1300), side(1292))
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    (newcomer,) = factories.make_people(1, competition.club, start=40)
    entry = Entry.objects.create(competition=competition)
    entry.members.create(competition=competition, person=newcomer)
    posting.post_absences(evening)
    assert not Posting.objects.filter(entry=entry).exists()


def test_a_draft_cannot_be_closed(user):
    evening = factories.make_evening(factories.make_competition(4))
    round_ = draw.draw_round(evening, actor=user)
    with pytest.raises(Refused):
        closing.close_round(round_, actor=user)
