"""Publications on pages: the desk, the readers, the preview, the banners and the files."""

from __future__ import annotations

import html
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournaments import leagues as league
from tests.tournaments.test_publish import correct, play, standing
from tournaments.models import Job, Person, Publication, Role
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import jobs, prizes, publish
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return factories.make_user(Role.Kind.ORGANISER)


@pytest.fixture
def competition(organiser):
    return factories.make_competition(4, club=organiser.roles.get().club, rounds=1)


@pytest.fixture
def client(organiser):
    return factories.sign_in(organiser)


def text(response):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def get(client, name, *args, **query):
    return client.get(reverse(name, args=args), query)


def reader(competition, name, *args):
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client.get(reverse(name, args=[competition.club.slug, *args]))


def as_player(competition):
    return factories.sign_in(factories.make_user(Role.Kind.PLAYER, competition.club))


def field(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())[1]


def test_the_first_publication_is_looked_at_and_made(client, competition, organiser):
    play(competition, organiser, 110)
    look = get(client, "publish", competition.pk)
    assert "Publish as number 1: Standing" in text(look)
    assert "Anneke Bakker" in text(look)
    assert Publication.objects.count() == 0
    data = {"key": field(look, "key"), "kind": "standing", "title": "", "evening": ""}
    answer = client.post(reverse("publish", args=[competition.pk]), data, follow=True)
    assert "Published as number 1." in text(answer)
    again = client.post(reverse("publish", args=[competition.pk]), data)
    assert again.url == reverse("publication", args=[Publication.objects.get().pk])
    assert Publication.objects.count() == 1
    assert "Nothing has changed since publication 1." in text(get(client, "publish", competition.pk))


def test_a_correction_asks_why_and_keeps_what_was_typed(client, competition, organiser):
    evening = play(competition, organiser, 110)
    first = standing(competition, organiser)
    correct(evening, organiser, 60)
    assert "needs an erratum" in text(get(client, "publications", competition.pk))
    look = get(client, "publish", competition.pk)
    assert "This corrects publication 1" in text(look)
    assert "place 1 → place 3" in text(look)
    refused = client.post(reverse("publish", args=[competition.pk]), {"kind": "standing", "reason": " "})
    assert refused.status_code == 422
    assert "Say why: what was published changes only with a reason." in text(refused)
    made = client.post(
        reverse("publish", args=[competition.pk]),
        {"kind": "standing", "reason": "columns swapped"},
        follow=True,
    )
    assert "Erratum to publication 1" in text(made)
    assert "Reason: columns swapped" in text(made)
    assert "Replaced by publication 2 ." in text(get(client, "publication", first.pk))
    page = text(get(client, "publications", competition.pk))
    assert "corrects 1" in page
    assert "replaced by 2" in page
    assert "needs an erratum" not in page


def test_an_older_edition_points_to_the_newer_one(client, competition, organiser):
    play(competition, organiser, 110)
    first = standing(competition, organiser)
    play(competition, organiser, 90)
    standing(competition, organiser)
    page = text(get(client, "publication", first.pk))
    assert "There is a newer one: publication 2 ." in page
    assert "Replaced by" not in page


def test_two_publications_beside_each_other(client, competition, organiser):
    evening = play(competition, organiser, 110)
    first = standing(competition, organiser)
    assert "There is no other publication" in text(get(client, "publication_compare", first.pk))
    correct(evening, organiser, 60)
    second = standing(competition, organiser, reason="swapped")
    for one, other in ((first, second), (second, first)):
        page = text(get(client, "publication_compare", one.pk, **{"with": other.number}))
        assert "place 1 → place 3" in page


def test_readers_see_the_newest_number_and_that_the_standing_is_provisional(competition, organiser):
    evening = play(competition, organiser, 110)
    before = text(reader(competition, "public_season", competition.pk))
    assert "Publication" not in before.replace("Publications", "")
    first = standing(competition, organiser)
    page = text(reader(competition, "public_season", competition.pk))
    assert "Publication 1 of" in page
    assert "It says what stands here." in page
    correct(evening, organiser, 60)
    page = text(reader(competition, "public_season", competition.pk))
    assert "Since then something has changed: what stands here is provisional." in page
    assert "Publish as" not in page
    listed = text(reader(competition, "public_publications", competition.pk))
    assert "Standing" in listed
    assert organiser.username not in listed
    assert "Publication 1" in text(reader(competition, "public_publication", first.pk))


@pytest.mark.parametrize("rule", [StandingRule(unit="round", best=1), StandingRule(minimum_attendance=9)])
def test_every_page_says_the_same_of_a_publication_under_another_rule(client, competition, organiser, rule):
    """One round at one table: the best round is all there is, so only the words of the rule are others."""
    play(competition, organiser, 110)
    first = standing(competition, organiser)
    assert "It says what stands here." in text(get(client, "season", competition.pk))
    competition.standing = rule.to_json()
    competition.save()
    page = text(get(client, "season", competition.pk))
    assert "needs an erratum" in page
    assert "It says what stands here." not in page
    assert "needs an erratum" in text(get(client, "publications", competition.pk))
    assert "This corrects publication 1" in text(get(client, "publish", competition.pk))
    assert [each.pk for each in publish.outdated(competition)] == [first.pk]


def test_a_correction_that_is_taken_back_needs_no_erratum_on_any_page(client, competition, organiser):
    evening = play(competition, organiser, 110)
    standing(competition, organiser)
    correct(evening, organiser, 60)
    assert "needs an erratum" in text(get(client, "season", competition.pk))
    correct(evening, organiser, 110)
    page = text(get(client, "season", competition.pk))
    assert "It says what stands here." in page
    assert "needs an erratum" not in page + text(get(client, "publications", competition.pk))


def test_readers_read_the_names_that_were_shown_or_less_and_no_numbers(competition, organiser):
    people = list(Person.objects.filter(entries__competition=competition).order_by("pk"))
    hidden, initials, later, renamed = people
    hidden.visibility = Person.Visibility.HIDDEN
    hidden.save()
    initials.visibility = Person.Visibility.INITIALS
    initials.save()
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    page = text(reader(competition, "public_publication", published.pk))
    assert hidden.name not in page
    assert initials.name not in page
    assert initials.public_name() in page
    assert later.name in page
    assert "001" not in page
    was, renamed.last_name = renamed.name, "Anders"
    renamed.save()
    later.visibility = Person.Visibility.HIDDEN
    later.save()
    hidden.visibility = Person.Visibility.SHOWN
    hidden.save()
    page = text(reader(competition, "public_publication", published.pk))
    assert was in page  # as it was published
    assert "Anders" not in page
    assert later.name not in page  # may not be read any more
    assert hidden.name not in page  # was not published
    assert later.name in text(factories.sign_in(organiser).get(reverse("publication", args=[published.pk])))


def test_a_club_that_is_not_public_has_no_public_publication(competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    competition.club.public = False
    competition.club.save()
    assert reader(competition, "public_publication", published.pk).status_code == 404


def test_who_may_publish(competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    player = as_player(competition)
    assert get(player, "publish", competition.pk).status_code == 403
    assert get(player, "publication", published.pk).status_code == 200
    assert get(player, "publication_file", published.pk, "pdf").status_code == 403
    stranger = factories.sign_in(factories.make_user(Role.Kind.ORGANISER))
    assert get(stranger, "publication", published.pk).status_code == 404
    assert "Publish" not in text(get(player, "publications", competition.pk)).replace("Publications", "")


def test_the_file_is_ordered_once_and_then_given_out(client, competition, organiser):
    play(competition, organiser, 110)
    published = standing(competition, organiser)
    address = reverse("publication_file", args=[published.pk, "pdf"])
    assert client.get(address).url == reverse("publication", args=[published.pk])  # not made yet
    ordered = client.post(address)
    job = Job.objects.get(kind="publication")
    assert ordered.url == reverse("job", args=[job.pk])
    jobs.run(job.pk)
    assert "Season table, publication 1" in text(client.get(ordered.url))
    assert client.post(address).url == address
    first = client.get(address)
    assert first.content.startswith(b"%PDF")
    assert f"no-{published.number}.pdf" in first.headers["Content-Disposition"]
    assert client.get(address).content == first.content
    assert client.post(reverse("publication_file", args=[published.pk, "doc"])).status_code == 404


@pytest.mark.parametrize(
    "query", [{"kind": "other"}, {"kind": "evening"}, {"kind": "evening", "evening": "x"}]
)
def test_a_list_that_does_not_exist_is_not_found(client, competition, query):
    assert get(client, "publish", competition.pk, **query).status_code == 404


def test_prizes_and_results_are_published_from_their_own_pages(client, competition, organiser):
    prizes.save_plan(competition, PrizePlan((Prize(places=(1,), name="cup"),)), actor=organiser)
    evening = play(competition, organiser, 110)
    for name, kind in (("evening_result", "evening"), ("evening_prizes", "prizes")):
        page = get(client, name, evening.pk).content.decode()
        address = html.unescape(re.search(r'href="([^"]+/publish/[^"]*)"', page)[1])
        assert f"kind={kind}" in address
        assert client.get(address).status_code == 200


def test_a_page_of_a_publication_takes_as_many_queries_for_four_as_for_forty(
    django_assert_max_num_queries, organiser
):
    for count in (4, 40):
        competition = factories.make_competition(
            factories.make_people(count, organiser.roles.get().club, start=count),
            club=organiser.roles.get().club,
            rounds=1,
        )
        evening = factories.make_evening(competition)
        factories.play_round(factories.make_published_round(evening, actor=organiser), organiser)
        competition.refresh_from_db()
        published = standing(competition, organiser)
        client = factories.sign_in(organiser)
        with django_assert_max_num_queries(14):
            get(client, "publication", published.pk)
        with django_assert_max_num_queries(8):
            reader(competition, "public_publication", published.pk)


# The embargo ----------------------------------------------------------------------------------------------


def test_a_publication_waits_for_the_prize_giving(client, competition, organiser):
    play(competition, organiser, 110)
    earlier = standing(competition, organiser)
    evening = play(competition, organiser, 100)
    evening.embargo_from = timezone.now()
    evening.save()
    published = standing(competition, organiser)
    page = reader(competition, "public_publication", published.pk)
    assert "The standing follows at the prize-giving." in text(page)
    assert "1\N{NARROW NO-BREAK SPACE}600" not in page.content.decode()
    assert get(as_player(competition), "publication", published.pk).status_code == 403
    assert get(client, "publication", published.pk).status_code == 200
    assert "place" in text(reader(competition, "public_publication", earlier.pk)).lower()
    player = as_player(competition)
    compared = get(player, "publication_compare", earlier.pk, **{"with": published.number})
    assert compared.status_code == 403


def test_a_league_publishes_its_divisions_one_by_one_as_soon_as_they_have_matches(
    client, competition, organiser
):
    told = "its tables and knock-outs are published one by one"
    assert told not in text(get(client, "publications", competition.pk))
    division = league.make_division(4)
    league.make_fixtures(division)
    empty = league.make_division(2, competition=division.competition, name="Later", kind="knock_out")
    client = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, division.competition.club))
    page = text(get(client, "publications", division.competition_id))
    assert told in page
    assert "First division" in page
    assert empty.name not in page
