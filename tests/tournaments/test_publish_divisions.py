"""The table of a division is published: numbered, corrected with an erratum, and kept as it was."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from scoring import sheets
from tests import factories
from tests.tournaments import leagues
from tournaments import errata_words, league_board
from tournaments.models import Person, Publication
from tournaments.reports.render import Format
from tournaments.services import (
    decisions,
    jobs,
    league_seasons,
    league_ties,
    publication_files,
    publish,
    published,
)
from tournaments.services import fixtures as fixture_service
from tournaments.services.errors import Refused
from tournaments.standing import queries

pytestmark = pytest.mark.django_db
DIVISION = Publication.Kind.DIVISION


@pytest.fixture
def organiser():
    return factories.make_user()


@pytest.fixture
def division(organiser):
    """Four pairs, a win is worth 2. Match day 1 is played: the home pairs won 1000–900 and 1200–700."""
    competition = factories.make_competition(8, club=organiser.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition)
    first, second = [each for each in leagues.make_fixtures(division) if each.match_day == 1]
    leagues.play(competition, {first: (1000, 900), second: (1200, 700)}, organiser)
    competition.refresh_from_db()
    return division


def publish_table(division, organiser, **options):
    return publish.publish(division.competition, DIVISION, title=division.name, actor=organiser, **options)


def matches(division, day):
    return list(division.fixtures.filter(match_day=day).order_by("number"))


def test_kept_with_points_and_what_every_match_gave(division, organiser):
    first, second = matches(division, 1)
    made = publish_table(division, organiser)
    assert (made.number, made.provisional, made.content["columns"]) == (
        1,
        False,
        [first.number, second.number, -1],  # the last one is for points by hand on evening 1
    )
    lines = {line["entry"]: (line["rank"], line["value"], line["cells"]) for line in made.content["lines"]}
    # Equal points go by the difference: +500 before +100, -100 before -500.
    assert lines == {
        second.home_id: (1, "2", [None, 2, None]),
        first.home_id: (2, "2", [2, None, None]),
        first.away_id: (3, "0", [0, None, None]),
        second.away_id: (4, "0", [None, 0, None]),
    }
    with pytest.raises(Refused):
        publish_table(division, organiser)  # nothing has changed


def test_a_sheet_that_is_not_checked_makes_table_and_match_provisional(division, organiser):
    competition = division.competition
    assert not league_board.load_division(division, queries.DESK).provisional
    competition.require_check = True
    competition.save()
    first, _second = matches(division, 1)
    checker = factories.make_user("secretary", competition.club)
    board = league_board.load_division(division, queries.DESK)
    assert [match.provisional for match in board.matches if match.settled] == [True, True]
    assert publish_table(division, organiser).provisional
    sheet = first.table.sheet.newest()
    sheets.check(sheet, checker, lambda _version: None)
    board = league_board.load_division(division, queries.DESK)
    assert [match.fixture.pk for match in board.matches if match.settled and not match.provisional] == [
        first.pk
    ]


def test_a_corrected_sheet_makes_an_erratum_with_a_reason(division, organiser):
    first, _second = matches(division, 1)
    made = publish_table(division, organiser)
    leagues.score(first, 900, 1000, organiser)
    assert [each.publication for each in publish.effects_on_publications(division.competition)] == [made]
    with pytest.raises(Refused):
        publish_table(division, organiser)
    again = publish_table(division, organiser, reason="sides exchanged")
    assert (again.number, again.replaces) == (2, made)
    with translation.override("en"):
        told = errata_words.sentences(again.erratum, again.content, lambda each: str(each["entry"]))
    number = first.number
    assert sorted(told) == sorted(
        [
            f"{first.away_id}: place 3 → place 2; 0 match points → 2 match points; match {number}: 0 → 2.",
            f"{first.home_id}: place 2 → place 3; 2 match points → 0 match points; match {number}: 2 → 0.",
        ]
    )
    made.refresh_from_db()
    assert [line["value"] for line in made.content["lines"]] == ["2", "2", "0", "0"]


def test_a_match_decided_without_play_is_more_to_tell_and_no_error(division, organiser):
    made = publish_table(division, organiser)
    assert not published.latest(division.competition, DIVISION, division.name).moved_on
    later = matches(division, 2)[0]
    fixture_service.award(later, later.home, "they did not come", actor=organiser)
    now = published.latest(division.competition, DIVISION, division.name)
    assert (now.number, now.moved_on, now.needs_erratum) == (made.number, True, False)
    again = publish_table(division, organiser)
    assert (again.number, again.replaces, again.erratum) == (2, None, [])
    before = {line["entry"]: int(line["value"]) for line in made.content["lines"]}
    after = {line["entry"]: int(line["value"]) for line in again.content["lines"]}
    assert after[later.home_id] == before[later.home_id] + 2


def test_what_is_not_in_or_has_no_table(division, organiser):
    competition = division.competition
    evening = leagues.evening_of(competition)
    leagues.draw_round(evening, matches(division, 2), organiser)
    leagues.score(matches(division, 2)[0], 1000, 800, organiser)
    assert publish_table(division, organiser).provisional
    with translation.override("en"), pytest.raises(Refused, match="no division “Elsewhere” any more"):
        publish.publish(competition, DIVISION, title="Elsewhere", actor=organiser)


def test_the_file_stays_byte_for_byte(division, organiser):
    made = publish_table(division, organiser)

    def document():
        jobs.run(publication_files.order(made, Format.CSV, author=organiser).pk)
        return bytes(publication_files.stored(made, Format.CSV).data)

    bytes_then = document()
    assert b";2" in bytes_then
    division.name = "Eerste klasse"
    division.save()
    Person.objects.update(last_name="Anders")
    leagues.score(matches(division, 1)[0], 900, 1000, organiser)
    assert document() == bytes_then


def test_on_pages(division, organiser, client):
    desk = factories.sign_in(organiser)
    competition = division.competition
    page = desk.get(reverse("publications", args=[competition.pk]))
    link = f"{reverse('publish', args=[competition.pk])}?kind=division&amp;title=First%20division"
    assert link in page.content.decode()
    look = desk.get(link.replace("&amp;", "&"))
    key = look.context["key"]
    sent = {"kind": "division", "title": division.name, "evening": "", "key": key}
    assert desk.post(reverse("publish", args=[competition.pk]), sent).status_code == 302
    made = Publication.objects.get()
    hidden = competition.entries.first().people[0]
    hidden.visibility = Person.Visibility.HIDDEN
    hidden.save()
    public = client.get(reverse("public_publication", args=[competition.club.slug, made.pk])).content.decode()
    assert hidden.last_name not in public
    assert division.name in public
    assert "Publication 1" in desk.get(reverse("division", args=[division.pk])).content.decode()


# What is decided by hand after publishing ------------------------------------------


def needs_erratum(division) -> list[str]:
    """What publications of it say otherwise than is known now, in words; by key of the entry."""
    found = publish.effects_on_publications(division.competition)
    latest = published.latest(division.competition, DIVISION, division.name)
    assert latest.needs_erratum is bool(found)
    with translation.override("en"):
        return [
            told
            for each in found
            for told in errata_words.sentences(
                each.changes, each.publication.content, lambda who: str(who["entry"])
            )
        ]


def test_points_taken_by_hand_after_publishing_take_an_erratum(division, organiser):
    first, _second = matches(division, 1)
    made = publish_table(division, organiser)
    decisions.penalise(first.home, first.table.round, match_points=1, reason="late", actor=organiser)
    assert needs_erratum(division) == [
        f"{first.home_id}: 2 match points → 1 match points; by hand on evening 1: – → −1."
    ]
    with translation.override("en"), pytest.raises(Refused, match="Say why"):
        publish_table(division, organiser)
    again = publish_table(division, organiser, reason="they were late")
    assert (again.replaces, needs_erratum(division)) == (made, [])


def test_points_by_hand_are_seen_too_when_more_was_played_since(division, organiser):
    """Those of the evening that was published are an error of it; those of a later evening are not."""
    first, _second = matches(division, 1)
    publish_table(division, organiser)
    leagues.play(division.competition, dict.fromkeys(matches(division, 2), (1000, 900)), organiser)
    later = matches(division, 2)[0]
    later.refresh_from_db()
    decisions.penalise(later.home, later.table.round, match_points=1, reason="late", actor=organiser)
    assert needs_erratum(division) == []
    decisions.penalise(first.away, first.table.round, match_points=2, reason="no player", actor=organiser)
    assert needs_erratum(division) == [f"{first.away_id}: by hand on evening 1: – → −2."]


def test_a_decision_that_is_taken_back_or_goes_to_the_other_takes_an_erratum(division, organiser):
    later = matches(division, 2)[0]
    fixture_service.award(later, later.home, "they did not come", actor=organiser)
    publish_table(division, organiser)
    fixture_service.restore(later, actor=organiser)
    # The match counts for nobody now: what it gave is gone, though nobody else can be compared.
    assert sorted(needs_erratum(division)) == sorted(
        [
            f"{later.home_id}: match {later.number}: 2 → –.",
            f"{later.away_id}: match {later.number}: 0 → –.",
        ]
    )
    later.refresh_from_db()
    fixture_service.award(later, later.away, "they did come", actor=organiser)
    told = needs_erratum(division)
    assert any(f"match {later.number}: 2 → 0" in line for line in told)
    assert any(f"match {later.number}: 0 → 2" in line for line in told)


def test_a_lot_that_decides_a_shared_place_takes_an_erratum(organiser):
    """Two pairs, one match, equal scores: both first. The organiser puts the away pair first."""
    competition = factories.make_competition(4, club=organiser.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(2, competition=competition)
    (only,) = leagues.make_fixtures(division)
    leagues.play(competition, {only: (1000, 1000)}, organiser)
    publish_table(division, organiser)
    league_ties.decide(division, [only.away_id, only.home_id], "agreed", actor=organiser, by_lot=False)
    assert needs_erratum(division) == [f"{only.home_id}: place 1 → place 2."]
    league_ties.take_back(division, actor=organiser)
    assert needs_erratum(division) == []


def test_a_pool_is_published_like_any_table(organiser):
    competition = factories.make_competition(16, club=organiser.roles.get().club, kind="pairs", rounds=1)
    pools = league_seasons.make_pools(
        competition, list(competition.entries.all()), count=2, through=1, legs=1, actor=organiser
    )
    for pool in pools:
        leagues.make_fixtures(pool)
    leagues.play(competition, dict.fromkeys(matches(pools[0], 1), (1000, 900)), organiser)
    made = publish_table(pools[0], organiser)
    assert {line["entry"] for line in made.content["lines"]} == set(
        pools[0].members.values_list("entry", flat=True)
    )
