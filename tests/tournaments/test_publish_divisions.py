"""The table of a division is published: numbered, corrected with an erratum, and kept as it was."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues
from tournaments import errata_words
from tournaments.models import Person, Publication
from tournaments.reports.render import Format
from tournaments.services import fixtures as fixture_service
from tournaments.services import jobs, publication_files, publish, published
from tournaments.services.errors import Refused

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
        [first.number, second.number],
    )
    lines = {line["entry"]: (line["rank"], line["value"], line["cells"]) for line in made.content["lines"]}
    # Equal points go by the difference: +500 before +100, -100 before -500.
    assert lines == {
        second.home_id: (1, "2", [None, 2]),
        first.home_id: (2, "2", [2, None]),
        first.away_id: (3, "0", [0, None]),
        second.away_id: (4, "0", [None, 0]),
    }
    with pytest.raises(Refused):
        publish_table(division, organiser)  # nothing has changed


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


def test_a_bracket_is_printed_and_not_published(organiser):
    club = organiser.roles.get().club
    competition = factories.make_competition(8, club=club, kind="pairs", rounds=1)
    cup = leagues.make_division(4, competition=competition, name="Cup", kind="knock_out")
    leagues.make_fixtures(cup)
    with translation.override("en"), pytest.raises(Refused, match="print it from its own page"):
        publish.publish(competition, DIVISION, title="Cup", actor=organiser)
