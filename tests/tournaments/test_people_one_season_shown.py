"""What people read after two of a season turned out to be one: publications, errata, draws, prizes, the page before it."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tournaments import errata_words
from tournaments.models import Change, Job, Membership, MergedEntry, Person, Publication, Seat
from tournaments.prizes import Prize, PrizePlan
from tournaments.reports.render import Format
from tournaments.services import (
    closing,
    draw_changes,
    draw_review,
    jobs,
    people_merge,
    people_part,
    publication_files,
    publish,
    published,
    schedules,
)

pytestmark = pytest.mark.django_db
STANDING, EVENING = Publication.Kind.STANDING, Publication.Kind.EVENING


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
def season(user, club, jan, guest):
    """Four at one table, Jan on the first evening and the guest on the second, one round of 16 deals each.

    Evening 1: Bart and Anneke 16 × 110 = 1760 each, Corrie and Jan 16 × 52 = 832. Evening 2: Bart and Corrie
    16 × 90 = 1440, Anneke and the guest 16 × 72 = 1152.
    """
    others = factories.make_people(3, club, start=20)
    found = factories.make_competition([jan, *others, guest], club=club, rounds=1)
    for absent, we in ((guest, 110), (jan, 90)):
        evening = factories.make_evening(found)
        evening.presences.filter(entry__members__person=absent).delete()
        round_ = factories.make_published_round(evening, actor=user)
        factories.accept_sheet(factories.tables(round_)[0], user, we)
        closing.close_round(round_, actor=user)
        closing.close_evening(evening, actor=user)
    return found


def merge(user, club, jan, guest):
    return people_merge.merge(jan, guest, club=club, actor=user, allowed=[club.pk], reason="dubbel ingevoerd")


def lines(publication):
    return [
        (line["name"], line["rank"], line["value"], line["cells"]) for line in publication.content["lines"]
    ]


def _pdf(publication, author):
    job = publication_files.order(publication, Format.PDF, author=author)
    jobs.run(job.pk)
    return jobs.path_of(Job.objects.get(pk=job.pk)).read_bytes()


def told(publication, changes):
    return errata_words.sentences(changes, publication.content, lambda each: each["name"])


def test_what_was_published_stays_and_what_moves_takes_an_erratum(user, club, jan, guest, season):
    second = season.evenings.get(number=2)
    result = publish.publish(season, EVENING, evening=second, actor=user)
    standing = publish.publish(season, STANDING, actor=user)
    files = [_pdf(each, user) for each in (result, standing)]
    kept = [(each.content, each.fingerprint) for each in (result, standing)]
    merge(user, club, jan, guest)
    season.refresh_from_db()
    for each, (content, fingerprint), file in zip((result, standing), kept, files, strict=True):
        each.refresh_from_db()
        assert (each.content, publish.fingerprint(each.content)) == (content, fingerprint)
        assert _pdf(each, user) == file
    (found,) = publish.effects_on_publications(
        season
    )  # in the result of that evening he is only spelled otherwise
    assert found.publication == standing
    assert told(standing, found.changes) == [
        "Jan Jansen: 832 points → 1\u202f984 points; evening 2: 0 → 1\u202f152.",
        "J. Jansen is no longer in the list, and was not ranked.",
    ]
    corrected = publish.publish(season, STANDING, actor=user, reason="J. Jansen is Jan Jansen")
    assert corrected.replaces == standing
    assert lines(corrected) == [
        ("Bart Bakker", 1, "3200", [1760, 1440]),
        ("Anneke Visser", 2, "2912", [1760, 1152]),
        ("Corrie van den Berg", 3, "2272", [832, 1440]),
        ("Jan Jansen", 4, "1984", [832, 1152]),
    ]


def test_a_guest_stays_a_guest_on_an_evening_that_was_closed_so(user, club, jan, guest, season):
    """The result of that evening has no rank for him, as it was made known; the season has."""
    merge(user, club, jan, guest)
    season.refresh_from_db()
    content = publish.prepare(season, EVENING, evening=season.evenings.get(number=2)).content
    own = next(line for line in content["lines"] if line["name"] == "Jan Jansen")
    assert (own["rank"], own["value"]) == (None, "1152")


def test_who_wants_to_be_hidden_is_so_under_the_old_name_too(user, club, jan, guest, season):
    result = publish.publish(season, EVENING, evening=season.evenings.get(number=2), actor=user)
    merge(user, club, jan, guest)
    Person.objects.filter(pk=jan.pk).update(visibility="hidden")
    assert "Jansen" not in str(published.shown(result, public=True))
    assert "J. Jansen" in str(published.shown(result, public=False)), "the desk reads what was printed"


def test_the_page_says_what_moves(user, club, jan, guest, season):
    """All five ranked: J. Jansen is fourth with 1152 and Jan fifth with 832; as one he is fourth with 1984.

    So the prize for the fourth goes to the same man, and that for the fifth to nobody.
    """
    season.prizes = PrizePlan((Prize(of="season", name="worst", places=(4, 5)),)).to_json()
    season.save()
    season.entries.update(ranked=True)
    client = factories.sign_in(user)
    page = reverse("person_merge", args=[club.slug, jan.pk])
    text = client.get(page, {"other": guest.pk}).content.decode()
    assert f"What moves in {season}" in text
    assert "832 → 1\u202f984" in text
    assert "Season, Place 5: Jan Jansen (worst) → nobody" in text
    assert "Season, Place 4" not in text
    assert "Result of evening" not in text, "another name alone is no effect"
    assert "03/09/2026" in text, "whose evening is whose"
    assert "10/09/2026" in text


def test_a_reason_and_the_effects_that_were_seen(user, club, jan, guest, season):
    client = factories.sign_in(user)
    page = reverse("person_merge", args=[club.slug, jan.pk])
    look = client.get(page, {"other": guest.pk})
    typed = {"other": guest.pk, **{name: hidden(look, name) for name in ("seen", "effects", "key")}}
    without = client.post(page, typed)
    assert without.status_code == 422
    assert "Say why: what was published changes only with a reason" in without.content.decode()
    table = season.evenings.get(number=1).rounds.get().tables.get()
    factories.accept_sheet(table, user, 60, base=table.sheet.newest().number)
    again = client.post(page, typed | {"why": "dubbel"})
    assert again.status_code == 422
    assert "Something changed since you looked" in again.content.decode()
    assert not Change.objects.filter(verb="merge people").exists()
    done = client.post(page, typed | {"why": "dubbel", "effects": hidden(again, "effects")}, follow=True)
    assert "J. Jansen is Jan Jansen from now on" in done.content.decode()
    act = Change.objects.get(verb="merge people")
    assert act.detail["reason"] == "dubbel"
    back = reverse("person_part", args=[club.slug, jan.pk, act.pk])
    look = client.get(back)
    assert f"What moves in {season}" in look.content.decode()
    assert client.post(back, {"effects": hidden(look, "effects")}).status_code == 422
    client.post(back, {"effects": hidden(look, "effects"), "why": "toch twee"})
    assert guest.entries.get().entry.postings.filter(kind="played").count() == 1


def hidden(response, name):
    return response.content.decode().split(f'name="{name}" value="')[1].split('"')[0]


def test_an_old_address_of_a_place_leads_to_the_one(user, club, jan, guest, season):
    gone = guest.entries.get().entry_id
    address = reverse("public_season_why", args=[club.slug, season.pk, gone])
    merge(user, club, jan, guest)
    assert MergedEntry.onward(season) == {gone: jan.entries.get().entry_id}
    page = factories.sign_in(user).get(address)
    assert page.status_code == 200
    assert "Jan Jansen" in page.content.decode()
    other = factories.make_competition(4, club=club)
    assert (
        factories.sign_in(user)
        .get(reverse("public_season_why", args=[club.slug, other.pk, gone]))
        .status_code
        == 404
    )


def test_draws_are_explained_with_the_name_of_now(user, club, jan, guest):
    """Two tables, and two changed places by hand before it: who was drawn where is told under the one name."""
    others = factories.make_people(7, club, start=20)
    season = factories.make_competition([jan, *others, guest], club=club, rounds=2)
    evening = factories.make_evening(season)
    evening.presences.filter(entry__members__person=jan).delete()
    round_ = factories.make_published_round(evening, actor=user)
    one = Seat.objects.get(round=round_, person=guest)
    other = Seat.objects.filter(round=round_).exclude(table=one.table).first()
    draw_changes.swap(round_, one.entry, other.entry, actor=user)
    before = round_.given
    act = merge(user, club, jan, guest)
    round_.refresh_from_db()
    entry = jan.entries.get().entry_id
    assert set(round_.given["entries"]) == set(
        Seat.objects.filter(round=round_).values_list("entry", flat=True)
    )
    told = str(draw_review.review(round_).own)
    assert "Jan Jansen" in told
    client = factories.sign_in(user)
    for asked in (
        {},
        {"table": 1},
        {"table": 2},
        {"check": 1},
        {"one": entry, "other": others[0].entries.get().entry_id},
    ):
        assert client.get(reverse("round_why", args=[round_.pk]), asked).status_code == 200
    assert client.get(reverse("round", args=[round_.pk])).status_code == 200
    people_part.undo(act, actor=user, allowed=[club.pk])
    round_.refresh_from_db()
    assert round_.given == before


def test_a_schedule_goes_on_under_the_one_name(user, club, jan, guest):
    """Merged after the first of three rounds: the second seats him where the schedule had the other name."""
    others = factories.make_people(7, club, start=20)
    season = factories.make_competition([jan, *others, guest], club=club, rounds=3)
    evening = factories.make_evening(season)
    evening.presences.filter(entry__members__person=jan).delete()
    made = schedules.make(evening, method="whist", actor=user)
    gone, kept = guest.entries.get().entry_id, jan.entries.get().entry_id
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    planned = made.rounds
    merge(user, club, jan, guest)
    second = factories.make_published_round(evening, actor=user)
    wanted = next(
        number for number, *sides in planned[1] if gone in [entry for side in sides for entry in side]
    )
    assert Seat.objects.get(round=second, entry=kept).table.number == wanted
    assert Seat.objects.get(round=second, entry=kept).person == jan
