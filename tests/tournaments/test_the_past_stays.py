"""Later changes of membership, name, club or settings never change what was played and closed."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments import names
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.models import Club, Competition, Evening, Membership, Person, Posting
from tournaments.pairing import PairingRule
from tournaments.services import (
    attendance_rules,
    closing,
    competitions,
    pairing_rules,
    people,
    seasons,
    standing_rules,
)
from tournaments.standing import queries
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db

ROWS = (
    "round",
    "entry",
    "person",
    "kind",
    "points",
    "roem",
    "bonus",
    "total",
    "pits",
    "nats",
    "against",
    "reason",
)


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def evening(user):
    """Nine take part, one of them a guest; eight play and one is absent with notice, which is worth the lowest score."""
    rule = AttendanceRule(absent_with_notice=Compensation("lowest"))
    competition = factories.make_competition(9, rounds=1, attendance=rule.to_json())
    competition.entries.filter(pk=competition.entries.first().pk).update(ranked=False)
    evening = factories.make_evening(competition, present=8)
    evening.presences.create(entry=competition.entries.order_by("pk").last(), state="excused")
    round_ = factories.make_published_round(evening, actor=user)
    for table, we in zip(factories.tables(round_), (1400, 1300), strict=True):
        accept(table, user, side(we), side(2592 - we))
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    return evening


def ledger() -> list[tuple]:
    return sorted(Posting.objects.values_list(*ROWS), key=str)


def result(evening) -> list[tuple]:
    fresh = Evening.objects.select_related("competition__club").get(pk=evening.pk)
    listed = queries.evening_list(fresh, queries.DESK)
    return sorted((row.who.entry, row.line.rank, row.line.total) for row in listed.rows)


def change_everything(competition: Competition, user) -> None:
    """What a secretary may do to people and settings after an evening is closed."""
    for membership in Membership.objects.filter(club=competition.club):
        kind = Membership.Kind.GUEST if membership.kind == "member" else Membership.Kind.MEMBER
        people.change_person(
            membership,
            names.parse(f"Nieuwe naam {membership.pk}"),
            actor=user,
            kind=kind,
            number=f"9{membership.pk:04}",
            visibility=Person.Visibility.HIDDEN,
        )
    for entry in competition.entries.all():
        entry.ranked = not entry.ranked
        entry.save()
    people.remove_entry(competition.entries.order_by("pk")[3], actor=user)
    other = AttendanceRule(absent_with_notice=Compensation("fixed", 5000), sit_out=Compensation("zero"))
    attendance_rules.save_rule(competition, other, actor=user)
    standing_rules.save_rule(competition, StandingRule(measure="average"), actor=user)
    pairing_rules.save_rule(competition, PairingRule(method="swiss"), actor=user)
    competition.refresh_from_db()
    competition.rounds_per_evening, competition.require_check = 5, True
    rules = {"ruleset": competition.ruleset, "pairing": competition.pairing}
    competitions.save_competition(competition, rules, actor=user)
    Club.objects.update(name="Andere naam", time_zone="Pacific/Auckland")


def test_the_ledger_and_the_result_stay(evening, user):
    rows, lines = ledger(), result(evening)
    change_everything(evening.competition, user)
    assert ledger() == rows
    assert result(evening) == lines


def test_booking_a_sheet_again_books_the_same(evening, user):
    """A correction of a closed evening goes by the rules and memberships of then."""
    rows, lines = ledger(), result(evening)
    change_everything(evening.competition, user)
    table = factories.tables(evening.rounds.get())[0]
    accept(table, user, side(1390), side(1202))
    accept(table, user, side(1400), side(1192))
    assert ledger() == rows
    assert result(evening) == lines


def test_wanting_a_second_look_from_now_on_does_not_reopen_what_was_closed(evening, user):
    change_everything(evening.competition, user)
    competition = Competition.objects.get()
    assert seasons.blockers(competition) == []
    accept(factories.tables(evening.rounds.get())[0], user, side(1390), side(1202))
    (blocker,) = seasons.blockers(competition)
    assert blocker.evening == evening


def test_a_closed_season_keeps_its_standing(evening, user):
    seasons.close(evening.competition, actor=user)
    competition = Competition.objects.get()
    before = [
        (row.who.entry, row.line.rank, row.line.value)
        for row in queries.season_list(competition, queries.DESK).rows
    ]
    for membership in Membership.objects.filter(club=competition.club):
        people.change_person(
            membership,
            names.parse(f"Nieuwe naam {membership.pk}"),
            actor=user,
            kind=Membership.Kind.GUEST,
            number="",
            visibility=Person.Visibility.SHOWN,
        )
    competition.entries.update(ranked=False)
    after = {
        (row.who.entry, row.line.rank, row.line.value)
        for row in queries.season_list(Competition.objects.get(), queries.DESK).rows
    }
    assert after == set(before)
