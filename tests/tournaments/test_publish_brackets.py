"""The bracket of a knock-out is published: numbered, with an erratum when a match it told was otherwise, and kept."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.filled_form import shown
from tournaments import errata, errata_words
from tournaments.models import Person, Publication
from tournaments.reports.render import Format
from tournaments.services import fixtures as fixture_service
from tournaments.services import jobs, publication_files, publish, published
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db
DIVISION = Publication.Kind.DIVISION


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def organiser():
    return factories.make_user()


@pytest.fixture
def cup(organiser):
    """Four pairs: match 1 was won 1000–900 by its home pair, match 2 by the away pair 700–1200; the final is to come."""
    competition = factories.make_competition(8, club=organiser.roles.get().club, kind="pairs", rounds=1)
    cup = leagues.make_division(4, competition=competition, name="Cup", kind="knock_out")
    first, second, _final = leagues.make_fixtures(cup)
    leagues.play(competition, {first: (1000, 900), second: (700, 1200)}, organiser)
    competition.refresh_from_db()
    return cup


def publish_bracket(cup, organiser, **options):
    return publish.publish(cup.competition, DIVISION, title=cup.name, actor=organiser, **options)


def matches(cup):
    return list(cup.fixtures.order_by("number"))


def told(changes, content):
    return errata_words.sentences(changes, content, lambda who: str(who["entry"]))


def lines(publication):
    return [
        (
            line["match"],
            *(line[side]["entry"] if line[side] else None for side in ("home", "away")),
            line["score"],
            line["winner"],
        )
        for line in publication.content["lines"]
    ]


def test_kept_with_every_match_and_who_goes_on(cup, organiser):
    first, second, _final = matches(cup)
    made = publish_bracket(cup, organiser)
    assert (made.number, made.provisional, made.content["columns"]) == (1, False, [1, 2])
    assert lines(made) == [
        (1, first.home_id, first.away_id, [1000, 900], first.home_id),
        (2, second.home_id, second.away_id, [700, 1200], second.away_id),
        (3, first.home_id, second.away_id, [None, None], None),
    ]
    assert made.content["rules"]["en"] == ["A knock-out: who wins goes on."]
    with pytest.raises(Refused, match="Nothing has changed since publication 1"):
        publish_bracket(cup, organiser)


def test_the_final_is_more_to_tell_and_no_error(cup, organiser):
    made = publish_bracket(cup, organiser)
    assert not published.latest(cup.competition, DIVISION, "Cup").moved_on
    leagues.play(cup.competition, {matches(cup)[2]: (1100, 800)}, organiser)
    now = published.latest(cup.competition, DIVISION, "Cup")
    assert (now.moved_on, now.needs_erratum) == (True, False)
    again = publish_bracket(cup, organiser)
    assert (again.number, again.replaces, again.erratum) == (2, None, [])
    assert lines(again)[:2] == lines(made)[:2]


def test_a_corrected_sheet_makes_an_erratum_with_a_reason(cup, organiser):
    """The final is between others then, and was open: only the match that was played is told."""
    first, second, _final = matches(cup)
    made = publish_bracket(cup, organiser)
    leagues.score(first, 900, 1000, organiser)
    (found,) = publish.effects_on_publications(cup.competition)
    assert found.publication == made
    expected = (
        f"Match 1 was: {first.home_id} – {first.away_id} 1\N{NO-BREAK SPACE}000 – 900, {first.home_id} goes on. "
        f"It is now: {first.home_id} – {first.away_id} 900 – 1\N{NO-BREAK SPACE}000, {first.away_id} goes on."
    )
    assert [
        line.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
        for line in told(found.changes, made.content)
    ] == [expected]
    with pytest.raises(Refused, match="Say why"):
        publish_bracket(cup, organiser)
    again = publish_bracket(cup, organiser, reason="sides exchanged")
    assert (again.number, again.replaces, again.reason) == (2, made, "sides exchanged")
    assert lines(again)[2] == (3, first.away_id, second.away_id, [None, None], None)
    assert lines(made)[2] == (3, first.home_id, second.away_id, [None, None], None)


def test_what_the_organiser_decides_otherwise_takes_an_erratum(cup, organiser):
    final = matches(cup)[2]
    winner = matches(cup)[0].home
    fixture_service.award(final, winner, "ill", actor=organiser)
    publish_bracket(cup, organiser)
    final.refresh_from_db()
    fixture_service.restore(final, actor=organiser)
    assert published.latest(cup.competition, DIVISION, "Cup").needs_erratum
    final.refresh_from_db()
    fixture_service.award(final, matches(cup)[1].away, "not ill", actor=organiser)
    (found,) = publish.effects_on_publications(cup.competition)
    assert [change["match"] for change in found.changes] == [3]
    publish_bracket(cup, organiser, reason="the other was ill")
    assert publish.effects_on_publications(cup.competition) == []


def test_another_kind_of_division_of_this_name_is_another_rule():
    """Fixtures of a cup are taken away, and a round robin is made of it: neither can be compared but by its rule."""
    same = {"kind": "division", "rules": {"en": []}, "lines": [], "columns": []}
    cup, table = same | {"rule": {"form": "knock_out"}}, same | {"rule": {"counts": "matches"}}
    for before, after in ((cup, table), (table, cup)):
        assert [change["what"] for change in errata.changes(before, after)] == ["rule"]


def test_the_files_stay_byte_for_byte_and_show_the_rounds(cup, organiser):
    made = publish_bracket(cup, organiser)

    def document(format):
        jobs.run(publication_files.order(made, format, author=organiser).pk)
        return bytes(publication_files.stored(made, format).data)

    before = document(Format.CSV_INT)
    text = before.decode()
    assert "Semi-finals" in text
    assert ",1000," in text
    assert document(Format.PDF)[:5] == b"%PDF-"
    assert document(Format.XLSX)[:2] == b"PK"
    Person.objects.update(last_name="Anders")
    leagues.score(matches(cup)[0], 900, 1000, organiser)
    assert document(Format.CSV_INT) == before


def test_on_pages_with_the_names_that_may_be_read(cup, organiser, client):
    desk = factories.sign_in(organiser)
    competition = cup.competition
    first = matches(cup)[0]
    fixture_service.award(matches(cup)[2], first.home, "a broken leg", actor=organiser)
    page = desk.get(reverse("division", args=[cup.pk]))
    assert "Not published yet" in page.content.decode()
    link = f"{reverse('publish', args=[competition.pk])}?kind=division&title=Cup"
    look = desk.get(link)
    assert desk.post(reverse("publish", args=[competition.pk]), shown(look)).status_code == 302
    made = Publication.objects.get()
    desk_page = desk.get(reverse("publication", args=[made.pk])).content.decode()
    assert "a broken leg" in desk_page
    assert first.home.people[0].name in desk_page
    hidden = first.home.people[0]
    hidden.visibility = Person.Visibility.HIDDEN
    hidden.save()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    public = client.get(reverse("public_publication", args=[competition.club.slug, made.pk])).content.decode()
    assert "Semi-finals" in public
    (semi_finals, final) = published.shown(made, public=False).rounds
    assert [match.goes_on for match in semi_finals.matches] == ["home", "away"]
    assert (final.name, final.matches[0].home_score, final.matches[0].goes_on) == ("Final", "", "home")
    assert final.matches[0].note == "decided without play, to " + first.home.name + ", a broken leg"
    assert first.away.people[0].public_name() in public
    assert hidden.last_name not in public
    assert "a broken leg" not in public
    leagues.score(first, 900, 1000, organiser)
    publish_bracket(cup, organiser, reason="sides exchanged")
    newest = Publication.objects.order_by("-number").first()
    public = client.get(
        reverse("public_publication", args=[competition.club.slug, newest.pk])
    ).content.decode()
    assert "Match 1 was:" in public
    assert hidden.last_name not in public


def test_without_fixtures_there_is_nothing_to_publish(organiser):
    competition = factories.make_competition(8, club=organiser.roles.get().club, kind="pairs", rounds=1)
    leagues.make_division(4, competition=competition, name="Cup", kind="knock_out")
    with pytest.raises(Refused, match="The fixtures are not made yet"):
        publish.publish(competition, DIVISION, title="Cup", actor=organiser)
