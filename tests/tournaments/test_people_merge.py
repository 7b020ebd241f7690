"""Two people who are one: everything comes along, ratings are as if it had always been so, and it can be undone."""

from __future__ import annotations

import datetime

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.played import everything, play_evening, refreshed
from tournaments.models import (
    Change,
    Competition,
    EntryMember,
    Membership,
    Person,
    Posting,
    Publication,
    RatingMark,
    RatingValue,
    Role,
    Seat,
)
from tournaments.rating import Book, RatedRound
from tournaments.rating import Evening as RatedEvening
from tournaments.services import closing, people_merge, people_part, publish, rating_sources
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing import queries

pytestmark = pytest.mark.django_db


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
    return factories.make_person("J. Jansen", club, kind=Membership.Kind.GUEST)


@pytest.fixture
def seasons(user, club, jan, guest):
    """Two seasons of the same seven: Jan played in the second, the guest in the first."""
    others = factories.make_people(7, club, start=20)
    first = factories.make_competition([guest, *others], club=club, season="2025/26")
    play_evening(first, user, scores=(90, 110), date=datetime.date(2025, 9, 4))
    play_evening(first, user, scores=(70, 130), date=datetime.date(2025, 9, 11))
    second = factories.make_competition([jan, *others], club=club)
    play_evening(second, user, scores=(120, 95))
    refreshed(club)
    return first, second


def merge(kept, other, user, club, **options):
    return people_merge.merge(kept, other, club=club, actor=user, allowed=[club.pk], **options)


def as_if_always(competitions, kept, other) -> str:
    """The digest of ratings in a world in which there never were two."""
    evenings = [
        rating_sources.rated_evening(evening)
        for competition in competitions
        for evening in competition.evenings.select_related("competition")
    ]
    made = []
    for evening in evenings:
        rounds = []
        for at in range(len(evening)):
            round_, table, sheet, four = evening.place(at)
            seated = tuple(kept if person == other else person for person in four)
            rounds.append(
                RatedRound(round_, table, seated, evening.differences[at], evening.deals[at], sheet)
            )
        made.append(RatedEvening(*evening.key, rounds))
    return Book(made).digest()


def test_everything_comes_along(user, club, jan, guest, seasons):
    Role.objects.create(user=factories.make_user("player", club), club=club, kind="secretary", person=guest)
    merge(jan, guest, user, club)
    assert EntryMember.objects.filter(person=jan).count() == 2
    assert Seat.objects.filter(person=jan).count() == 6, "two rounds on each of three evenings"
    assert Posting.objects.filter(person=jan).count() == 6
    assert jan.roles.count() == 1
    for rows in (EntryMember, Seat, Posting, Membership, Role):
        assert not rows.objects.filter(person=guest).exists(), rows
    own = jan.memberships.get()
    assert (own.number, own.kind) == ("007", "member")
    guest.refresh_from_db()
    assert guest.merged_into == jan
    assert list(people_part.merges_of(jan)) == [(guest, Change.objects.get(verb="merge people"))]


def test_ratings_are_as_if_there_always_was_one(user, club, jan, guest, seasons):
    expected = as_if_always(seasons, jan.pk, guest.pk)
    apart = refreshed(club)
    merge(jan, guest, user, club)
    together = refreshed(club)
    assert together == expected != apart
    assert RatingValue.objects.get(person=jan).rounds == 6
    assert not RatingValue.objects.filter(person=guest).exists()
    assert RatingMark.objects.filter(person=guest).count() == 2, "what was made known of him stays"


def test_undone_it_is_as_it_was(user, club, jan, guest, seasons):
    """Every row that names somebody is the same again, and so is the digest."""
    Role.objects.create(user=factories.make_user("player", club), club=club, kind="secretary", person=guest)
    before, digest = everything(), refreshed(club)
    act = merge(jan, guest, user, club)
    assert refreshed(club) != digest
    assert people_part.contradictions(act) == []
    people_part.undo(act, actor=user, allowed=[club.pk])
    assert refreshed(club) == digest
    assert everything() == before


def test_a_substitute_comes_along_and_goes_back(user, club, jan, guest):
    """Who only ever sat in for somebody: the closed evening knows him by the other name, and by his own again."""
    competition = factories.make_competition(4, club=club)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    Seat.objects.filter(pk=Seat.objects.filter(round=round_).first().pk).update(person=guest)
    factories.play_round(round_, user)
    closing.close_evening(evening, actor=user)
    evening.refresh_from_db()
    assert evening.frozen["substitutes"] == {str(guest.pk): None}
    digest, before = refreshed(club), everything()
    act = merge(jan, guest, user, club)
    evening.refresh_from_db()
    assert evening.frozen["substitutes"] == {str(jan.pk): None}
    people_part.undo(act, actor=user, allowed=[club.pk])
    assert refreshed(club) == digest
    assert everything() == before


def test_a_second_click_merges_once(user, club, jan, guest):
    merge(jan, guest, user, club, key="click")
    with pytest.raises(AlreadyDone):
        merge(jan, guest, user, club, key="click")
    with pytest.raises(Refused, match=r"J\. Jansen is already known to be somebody else"):
        merge(jan, guest, user, club)
    assert Change.objects.filter(verb="merge people").count() == 1


def test_names_on_lists_follow_and_publications_stay(user, club, jan, guest, seasons):
    first, _second = seasons
    made = publish.publish(first, Publication.Kind.STANDING, actor=user)
    content, version = made.content, Competition.objects.get(pk=first.pk).names_version
    merge(jan, guest, user, club)
    first.refresh_from_db()
    assert first.names_version > version
    rows = queries.season_list(first, queries.DESK).rows
    assert "Jan Jansen" in [row.who.name for row in rows]
    made.refresh_from_db()
    assert made.content == content
    assert "J. Jansen" in str(content)


def test_the_more_private_of_two_wishes_stands(user, club, jan, guest):
    Person.objects.filter(pk=guest.pk).update(visibility="hidden")
    guest.refresh_from_db()
    assert people_merge.preview(jan, guest, [club.pk]).more_private == "hidden"
    act = merge(jan, guest, user, club)
    jan.refresh_from_db()
    assert jan.visibility == "hidden"
    people_part.undo(act, actor=user, allowed=[club.pk])
    jan.refresh_from_db()
    assert jan.visibility == "shown"


def test_numbers(user, club, jan, guest):
    """The number of who stays counts; without one he gets that of the other; undone, both have their own."""
    numbered = factories.make_person("Jan Janssen", club, number="12")
    assert [(each.number, each.lapses) for each in people_merge.preview(jan, numbered, [club.pk]).joined] == [
        ("007", "12")
    ]
    before = everything()
    act = merge(guest, numbered, user, club)
    own = guest.memberships.get()
    assert (own.number, own.kind) == ("12", "member")
    people_part.undo(act, actor=user, allowed=[club.pk])
    assert everything() == before


def test_a_number_that_was_given_away_forbids_undoing(user, club, jan):
    numbered = factories.make_person("Jan Janssen", club, number="12")
    act = merge(jan, numbered, user, club)
    factories.make_person("Nieuw Lid", club, number="12")
    with pytest.raises(Refused, match="Number 12 is that of Nieuw Lid now"):
        people_part.undo(act, actor=user, allowed=[club.pk])
    assert not numbered.memberships.exists()


def test_both_at_one_evening_is_refused(user, club, jan, guest):
    """Ticked at the door, or at a table in the place of somebody else: nobody is there twice."""
    competition = factories.make_competition([jan, guest, *factories.make_people(3, club)], club=club)
    evening = factories.make_evening(competition)
    with pytest.raises(
        Refused, match=r"Jan Jansen and J\. Jansen were both there on the evening of 03/09/2026"
    ):
        merge(jan, guest, user, club)
    evening.presences.filter(entry__members__person=guest).update(state="absent")
    round_ = factories.make_published_round(evening, actor=user)
    seat = Seat.objects.filter(round=round_).exclude(person=jan).first()
    own = seat.person
    Seat.objects.filter(pk=seat.pk).update(person=guest)
    with pytest.raises(Refused, match="both there on the evening"):
        merge(jan, guest, user, club)
    assert Seat.objects.get(pk=seat.pk).person == guest
    Seat.objects.filter(pk=seat.pk).update(person=own)
    merge(jan, guest, user, club)
    assert competition.entries.count() == 4


def test_a_correction_since_goes_with_the_seat(user, club, jan, guest, seasons):
    """A sheet corrected after the merge has other postings: undone, they are of who sat there."""
    act = merge(jan, guest, user, club)
    seat = Seat.objects.get(pk=act.detail["rows"]["seats"][0])
    factories.accept_sheet(seat.table, user, 60, base=seat.table.sheet.newest().number)
    people_part.undo(act, actor=user, allowed=[club.pk])
    assert Posting.objects.filter(person=guest).count() == 4
    assert Posting.objects.get(round=seat.round, entry=seat.entry).person == guest
    refreshed(club)


def test_another_at_the_table_since_forbids_undoing(user, club, jan, guest, seasons):
    """Somebody else turns out to have sat there; and so when he who was kept is said to have sat elsewhere in that round."""
    act = merge(jan, guest, user, club)
    seat = Seat.objects.get(pk=act.detail["rows"]["seats"][0])
    stranger = factories.make_person("Vreemde Eend", club)
    for at_table, person in ((seat, stranger), (seat, jan)):
        Seat.objects.filter(pk=at_table.pk).update(person=person)
        assert bool(people_part.contradictions(act)) is (person == stranger)
    other = Seat.objects.filter(round=seat.round).exclude(person=jan).first()
    Seat.objects.filter(pk=other.pk).update(person=jan, extra=True)
    with pytest.raises(Refused, match="Split the person instead"):
        people_part.undo(act, actor=user, allowed=[club.pk])
    assert not guest.seats.exists()


def test_who_is_known_elsewhere_too_takes_rights_there(user, club, jan, guest):
    far = factories.make_club("De Verre Boer")
    Membership.objects.create(club=far, person=guest, kind="guest")
    with pytest.raises(Refused, match="De Verre Boer knows one of them too"):
        merge(jan, guest, user, club)
    people_merge.merge(jan, guest, club=club, actor=user, allowed=[club.pk, far.pk])
    assert set(jan.memberships.values_list("club", flat=True)) == {club.pk, far.pk}


def test_a_chain_is_undone_from_the_end(user, club, jan, guest):
    third = factories.make_person("Johannes Jansen", club)
    competition = factories.make_competition([guest, *factories.make_people(3, club)], club=club)
    first = merge(jan, guest, user, club)
    second = merge(third, jan, user, club)
    with pytest.raises(Refused, match=r"An entry that came from J\. Jansen has gone"):
        people_part.undo(first, actor=user, allowed=[club.pk])
    people_part.undo(second, actor=user, allowed=[club.pk])
    people_part.undo(first, actor=user, allowed=[club.pk])
    assert competition.entries.first().people == [guest]
    with pytest.raises(Refused, match=r"J\. Jansen is not one with Jan Jansen any more"):
        people_part.undo(first, actor=user, allowed=[club.pk])


def test_probable_doubles(club, jan, guest):
    same = factories.make_person("Ján Jansen", club)
    for stranger in ("Jan Janssens", "Piet Jansen", "Jan Berg"):
        factories.make_person(stranger, club)
    factories.make_person("Jan Jansen", factories.make_club())
    only_last = factories.make_person("Jansen", club)
    assert people_merge.probable_doubles(club, jan) == [same, only_last, guest]
