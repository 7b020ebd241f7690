"""Report files of pair events: ours to save, and those of other programs to read."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.test_evening_pages import text
from tournaments.models import ApartGroup, Change, Division, Round, SitOut
from tournaments.pairing.trf import read_trf
from tournaments.services import trf
from tournaments.services.check_in import set_presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Five pairs, two of three rounds played; the fifth pair leaves after them."""
    competition = factories.make_competition(10, kind="pairs")
    evening = factories.make_evening(competition)
    user = factories.make_user("organiser", competition.club)
    for _ in range(2):
        factories.play_round(factories.make_published_round(evening, actor=user), user)
    return evening


def client_of(evening, role="organiser"):
    return factories.sign_in(factories.make_user(role, evening.competition.club))


def another(evening, **fields):
    """A competition of eight others in the same club."""
    club = evening.competition.club
    return factories.make_competition(factories.make_people(8, club, start=20), club=club, **fields)


def saved(client, name, pk):
    answer = client.get(reverse(name, args=[pk]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"].endswith('.trf"')
    return read_trf(answer.content.decode())


def test_an_evening_is_saved_as_a_report(evening):
    competition = evening.competition
    entries = list(competition.entries.order_by("pk"))
    group = ApartGroup.objects.create(competition=competition, name="Family", worth=None)
    group.entries.set(entries[:2])
    set_presence(evening, entries[4], "present", actor=None, from_round=1, until_round=2)
    report = saved(client_of(evening), "trf_export", evening.pk)
    assert (report.name, report.place) == (str(competition), "Zuidwolde")
    assert (report.rounds, report.played, len(report.pairs)) == (3, 2, 5)
    assert {pair.name for pair in report.pairs} == {entry.name[:33].strip() for entry in entries}
    numbers = {pair.name: pair.number for pair in report.pairs}
    assert report.forbidden == (frozenset(numbers[entry.name[:33].strip()] for entry in entries[:2]),)
    assert report.absent == {numbers[entries[4].name[:33].strip()]}
    for round_ in evening.rounds.all():
        rest = round_.sit_outs.get(reason=SitOut.Reason.LOT).entry
        (resting,) = (pair for pair in report.pairs if pair.games[round_.number - 1].result == "U")
        assert resting.name == rest.name[:33].strip()
        totals = dict(round_.postings.values_list("entry__pk", "total"))
        for table in round_.tables.all():
            north, east = (table.seats.get(position=seat).entry for seat in "NE")
            game = report.pairs[numbers[north.name[:33].strip()] - 1].games[round_.number - 1]
            assert (game.opponent, game.colour) == (numbers[east.name[:33].strip()], "w")
            won = (totals[north.pk] > totals[east.pk]) - (totals[north.pk] < totals[east.pk])
            assert game.result == "0=1"[won + 1]
    assert min(pair.rank for pair in report.pairs) == 1


def test_a_season_is_saved_as_one_report(evening):
    again = factories.make_evening(evening.competition, present=4)
    user = factories.make_user("organiser", evening.competition.club)
    factories.play_round(factories.make_published_round(again, actor=user), user)
    running = factories.make_published_round(again, actor=user)
    factories.accept_sheet(factories.tables(running)[0], user)
    report = saved(client_of(evening), "trf_season", evening.competition.pk)
    assert report.played == 3, "the running round lacks a result"
    absent = [pair for pair in report.pairs if pair.games[2].result == "Z"]
    assert len(absent) == 1


def test_the_type_of_the_event_is_how_its_rounds_were_drawn(evening):
    """By lot here; a division in which everybody meets everybody; and both in one season."""
    user = factories.make_user("organiser", evening.competition.club)
    assert read_trf(trf.evening_report(evening)).type == "Individual: Drawn by lot"
    division = leagues.make_division(competition=another(evening, kind="pairs"))
    match = leagues.play(division.competition, {leagues.make_fixtures(division)[0]: (900, 700)}, user)
    text = trf.evening_report(match.evening)
    assert "\n092 Individual: Round-Robin\n" in text
    Division.objects.update(kind="knock_out")
    assert read_trf(trf.evening_report(match.evening)).type == "Individual: Knock-Out"
    evening.rounds.filter(number=2).update(method="swiss")
    assert read_trf(trf.season_report(evening.competition)).type == "Individual: Mixed"


def test_an_event_that_is_over_has_no_next_round(evening):
    report = trf.evening_report(evening).replace("XXR 3", "XXR 2").replace("142 3", "142 2")
    page = text(post(evening, text=report))
    assert "Round 2 of 2 is the last one played." in page
    assert "The event is over: all rounds that it announced are played." in page
    assert "The last round beside ours" in page
    assert "The event is over" not in text(post(evening, text=trf.season_report(evening.competition)))


def test_nothing_to_report_is_said(evening):
    fresh = factories.make_evening(another(evening, kind="pairs"))
    client = client_of(evening)
    for name, pk in (("trf_export", fresh.pk), ("trf_season", fresh.competition.pk)):
        page = client.get(reverse(name, args=[pk]), follow=True)
        assert "No round has all its results yet: there is nothing to report." in text(page)
    bare = factories.make_competition([], kind="pairs", club=evening.competition.club)
    assert "nothing to report" in text(client.get(reverse("trf_season", args=[bare.pk]), follow=True))


def test_individuals_have_no_report(evening):
    people = factories.make_evening(another(evening))
    page = client_of(evening).get(reverse("trf_export", args=[people.pk]), follow=True)
    assert "A report for other programs is of fixed pairs" in text(page)
    assert "TRF" not in text(client_of(evening).get(reverse("evening", args=[people.pk])))


def test_a_player_saves_and_reads_nothing(evening):
    client = client_of(evening, "player")
    club = evening.competition.club
    assert client.get(reverse("trf_export", args=[evening.pk])).status_code == 403
    assert client.get(reverse("trf_season", args=[evening.competition.pk])).status_code == 403
    assert client.get(reverse("trf_import", args=[club.slug])).status_code == 403
    stranger = factories.sign_in(factories.make_user("organiser"))
    assert stranger.get(reverse("trf_export", args=[evening.pk])).status_code == 404


def test_the_pages_lead_to_it(evening):
    client = client_of(evening)
    assert (
        reverse("trf_export", args=[evening.pk])
        in client.get(reverse("evening", args=[evening.pk])).content.decode()
    )
    competition = client.get(reverse("competition", args=[evening.competition.pk])).content.decode()
    assert reverse("trf_season", args=[evening.competition.pk]) in competition
    assert reverse("trf_import", args=[evening.competition.club.slug]) in competition


def nobody(count):
    """A report of so many pairs that have not played."""
    return "".join(f"001 {number:4}      Pair\n" for number in range(1, count + 1))


def post(evening, **data):
    return client_of(evening).post(reverse("trf_import", args=[evening.competition.club.slug]), data)


def test_a_report_is_read_and_drawn_on(evening):
    content = trf.evening_report(evening).encode()
    rounds, changes = Round.objects.count(), Change.objects.count()
    answer = post(evening, file=SimpleUploadedFile("event.trf", content))
    page = text(answer)
    assert answer.status_code == 200
    assert "Round 2 of 3 is the last one played." in page
    assert "The next round by our draw" in page
    assert "The last round beside ours" in page
    assert "Standing by the points of the report" in page
    assert "Table 2" in page
    assert (Round.objects.count(), Change.objects.count()) == (rounds, changes), "nothing is stored"
    again = text(post(evening, text=content.decode()))
    assert again.partition("The next round")[2] == page.partition("The next round")[2]


def test_the_text_of_a_file_stays_to_be_mended(evening):
    content = trf.evening_report(evening).replace("001    2 ", "001    1 ")
    answer = post(evening, file=SimpleUploadedFile("event.trf", content.encode()))
    assert answer.status_code == 422
    assert "pair 1 is there twice" in text(answer)
    assert "001    1 " in answer.content.decode()


def test_an_old_file_in_latin_1_is_read(evening):
    content = (
        trf.evening_report(evening)
        .replace("Zuidwolde", "Gré’s".replace("’", "'"))
        .encode("latin-1", "replace")
    )
    assert "Gré's" in text(post(evening, file=SimpleUploadedFile("event.trf", content)))


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        ({}, "Choose a file, or paste its text."),
        ({"text": "  \n"}, "Choose a file, or paste its text."),
        ({"text": "hello"}, "The report has no pairs: no line begins with 001."),
        ({"file": SimpleUploadedFile("big.trf", b"#" * 1_000_001)}, "at most 1 MB"),
        (
            {
                "text": nobody(400)
                + "".join(f"XXP {' '.join(map(str, range(first, 401)))}\n" for first in range(1, 5))
            },
            "The report forbids more meetings than this page can draw with.",
        ),
        (
            {"text": nobody(501)},
            "This page draws for at most 500 pairs; the report has 501.",
        ),
    ],
)
def test_what_cannot_be_read_is_said(evening, data, refusal):
    answer = post(evening, **data)
    assert answer.status_code == 422
    assert refusal in text(answer)


def test_an_event_that_has_not_begun_and_one_that_cannot_go_on(evening):
    page = text(post(evening, text=nobody(3)))
    assert "The last round beside ours" not in page
    assert "Table 1" in page
    assert "Sit out" in page
    alone = text(post(evening, text=nobody(2) + "XXZ 2\n"))
    assert "A table needs two pairs; there are 1 to be seated." in alone
