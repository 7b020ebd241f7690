"""Two people who are one and both played in a season: as if he had been entered once, and undone as if never merged."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import timezone, translation

from tests import factories
from tests.tournaments import twins
from tests.tournaments.played import everything, play_evening, refreshed
from tournaments.attendance import AttendanceRule, Compensation, Substitution
from tournaments.attendance.presets import PRESETS
from tournaments.models import Change, Competition, MergedEntry, Person
from tournaments.services import closing, decisions, people_merge, people_part
from tournaments.services.errors import Refused
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db
TITLES = [
    {"name": "Beste 3", "rule": StandingRule(best=3, ties=("head_to_head", "best_round")).to_json()},
    {"name": "Gemiddeld", "rule": StandingRule(measure="average", unit="round").to_json()},
]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def jan(club):
    return factories.make_person("Jan Jansen", club, number="007")


@pytest.fixture
def guest(club):
    return factories.make_person("J. Jansen", club)


def merged(user, kept, other, **options):
    club = user.roles.get().club
    people = [Person.objects.get(memberships__club=club, first_name=n.split()[0]) for n in (kept, other)]
    return people_merge.merge(
        *people, club=club, actor=user, allowed=[club.pk], reason="dubbel ingevoerd", **options
    )


RULES = {
    "falling": PRESETS["bridge_100"],
    "fixed": PRESETS["de_pitslag"],
    "both": AttendanceRule(
        absent_with_notice=Compensation("own_average", percent=90),
        inside=Substitution("both"),
        own_average="given",
    ),
}


@pytest.mark.parametrize(("seed", "rule"), [(seed, list(RULES)[seed % 3]) for seed in range(6)])
def test_as_if_there_always_was_one_and_undone_as_if_never(seed, rule):
    """Both halves of the promise, over random seasons: the twin has had one name from the start."""
    tale = twins.random_tale(Random(seed))
    fields = {"attendance": RULES[rule].to_json(), "titles": TITLES}
    user, alone = factories.make_user(), factories.make_user()
    season = twins.told(tale, user, **fields)
    twin = twins.told([night.as_one() for night in tale], alone, **fields)
    club, other_club = user.roles.get().club, alone.roles.get().club
    refreshed(other_club)
    digest, before = refreshed(club), everything()
    act = merged(user, twins.JAN, twins.DOUBLE)
    season.refresh_from_db()
    assert twins.season_in_names(season) == twins.season_in_names(twin)
    assert refreshed(club) != digest
    assert twins.ratings_in_names(club) == twins.ratings_in_names(other_club)
    people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")
    assert refreshed(club) == digest
    assert everything() == before


def test_the_rules_by_age(user, club, jan, guest):
    """Nothing closed yet: at once. A round closed: with a reason. A season closed: not at all."""
    competition = factories.make_competition([jan, guest, *factories.make_people(3, club)], club=club)
    evening = factories.make_evening(competition)
    evening.presences.filter(entry__members__person=guest).update(state="absent")
    assert not people_merge.preview(jan, guest, [club.pk]).needs_reason
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    assert people_merge.preview(jan, guest, [club.pk]).needs_reason
    with pytest.raises(Refused, match="Say why: what was published changes only with a reason"):
        people_merge.merge(jan, guest, club=club, actor=user, allowed=[club.pk], reason=" ")
    Competition.objects.filter(pk=competition.pk).update(closed_at=timezone.now())
    with pytest.raises(Refused, match=r"both took part in .*The season .* is closed: nothing in it changes"):
        people_merge.merge(jan, guest, club=club, actor=user, allowed=[club.pk], reason="dubbel")
    assert competition.entries.count() == 5


def test_a_season_closed_since_stays_as_it_is(user, club, jan, guest):
    competition, act = _both_played(user, club, jan, guest)
    Competition.objects.filter(pk=competition.pk).update(closed_at=timezone.now())
    with pytest.raises(Refused, match="is closed: nothing in it changes"):
        people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")
    Competition.objects.filter(pk=competition.pk).update(closed_at=None)
    with pytest.raises(Refused, match="Say why"):
        people_part.undo(act, actor=user, allowed=[club.pk])
    people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")
    assert Change.objects.get(verb="undo merge").detail["reason"] == "toch twee"


def _both_played(user, club, jan, guest):
    """Jan on the first evening and the guest on the second, of four; merged."""
    others = factories.make_people(3, club, start=20)
    competition = factories.make_competition([jan, guest, *others], club=club, rounds=2)
    for absent in (guest, jan):
        evening = factories.make_evening(competition)
        evening.presences.filter(entry__members__person=absent).update(state="absent")
        for _round in range(2):
            factories.play_round(factories.make_published_round(evening, actor=user), user)
        closing.close_evening(evening, actor=user)
    act = people_merge.merge(jan, guest, club=club, actor=user, allowed=[club.pk], reason="dubbel ingevoerd")
    return competition, act


def test_what_was_done_since_is_whose_evening_it_was(user, club, jan, guest):
    """After the merge an evening more, a correction and points by hand: undone, each goes with its evening."""
    competition, act = _both_played(user, club, jan, guest)
    first, second = competition.evenings.order_by("number")
    entry = jan.entries.get().entry
    decisions.penalise(entry, second.rounds.first(), points=50, reason="te laat", actor=user)
    decisions.penalise(entry, first.rounds.first(), points=70, reason="te laat", actor=user)
    table = second.rounds.first().tables.get()
    factories.accept_sheet(table, user, 60, base=table.sheet.newest().number)
    play_evening(competition, user)
    people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")
    theirs = guest.entries.get().entry
    assert theirs.postings.get(kind="penalty").points == -50
    assert entry.postings.get(kind="penalty").points == -70
    seat = table.seats.get(entry=theirs)
    made = 16 * (60 if seat.position in "NS" else 102)
    assert theirs.postings.get(round=second.rounds.first(), kind="played").total == made
    assert set(theirs.seats.values_list("round__evening__number", flat=True)) == {2}
    assert set(entry.seats.values_list("round__evening__number", flat=True)) == {1, 3}
    refreshed(club)


def test_who_gave_notice_under_either_name_gave_notice(user, club, jan, guest):
    others = factories.make_people(4, club, start=20)
    competition = factories.make_competition([jan, guest, *others], club=club, rounds=1)
    evening = factories.make_evening(competition)
    evening.presences.filter(entry__members__person=jan).delete()
    evening.presences.filter(entry__members__person=guest).update(state="excused")
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    closing.close_evening(evening, actor=user)
    before = everything()
    act = people_merge.merge(jan, guest, club=club, actor=user, allowed=[club.pk], reason="dubbel")
    assert evening.presences.get(entry__members__person=jan).state == "excused"
    assert jan.entries.get().entry.postings.get().kind == "excused"
    people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")
    assert everything() == before


def test_three_names_of_one_are_undone_from_the_end(user, club, jan, guest):
    """Each name on an evening of its own: all leads to the last who is kept, and goes back step by step."""
    third = factories.make_person("Johannes Jansen", club)
    others = factories.make_people(3, club, start=20)
    names = (jan, guest, third)
    competition = factories.make_competition([*names, *others], club=club, rounds=1)
    for own in names:
        evening = factories.make_evening(competition)
        away = [person for person in names if person != own]
        evening.presences.filter(entry__members__person__in=away).update(state="absent")
        factories.play_round(factories.make_published_round(evening, actor=user), user)
        closing.close_evening(evening, actor=user)
    entries = [person.entries.get().entry_id for person in names]
    digest, states = refreshed(club), [everything()]
    acts = []
    for kept, other in ((jan, guest), (third, jan)):
        kept.refresh_from_db()
        other.refresh_from_db()
        acts.append(
            people_merge.merge(kept, other, club=club, actor=user, allowed=[club.pk], reason="dubbel")
        )
        refreshed(club)
        states.append(everything())
    assert MergedEntry.onward(competition) == {entries[0]: entries[2], entries[1]: entries[2]}
    assert third.entries.get().entry.postings.filter(kind="played").count() == 3
    with pytest.raises(Refused, match="no longer that of Jan Jansen alone"):
        people_part.undo(acts[0], actor=user, allowed=[club.pk], reason="toch twee")
    for act, state in zip(acts[::-1], states[-2::-1], strict=True):
        people_part.undo(act, actor=user, allowed=[club.pk], reason="toch twee")
        refreshed(club)
        assert everything() == state
    assert refreshed(club) == digest
