"""While the scores of an evening are kept back no page for readers or players has one of them: every link is followed."""

from __future__ import annotations

import html
import itertools
import re
from collections import deque
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from tests import factories
from tournaments.api.addresses import api
from tournaments.models import Publication, Role
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import closing, embargo, prizes, publish

pytestmark = pytest.mark.django_db
DEALS = 29
FIRST, SECRET = (50 * DEALS, 112 * DEALS), (69 * DEALS, 93 * DEALS)
TOTALS = {one + other for one in FIRST for other in SECRET}
DESK_ONLY = ("/admin/", "/account/", "/language/", "/arbiter/", "/rules/", "/static/")


@pytest.fixture
def evening():
    """The second evening of four, every list of it published and its prizes known; only the embargo keeps it back."""
    organiser = factories.make_user(Role.Kind.ORGANISER)
    competition = factories.make_competition(
        4, club=organiser.roles.get().club, kind="pairs", rounds=1, deals=DEALS
    )
    prizes.save_plan(competition, PrizePlan((Prize(places=(1,), name="cup"),)), actor=organiser)
    for we in (50, 69):
        evening = factories.make_evening(competition)
        round_ = factories.make_published_round(evening, actor=organiser)
        factories.accept_sheet(factories.tables(round_)[0], organiser, we)
        closing.close_round(round_, actor=organiser)
        closing.close_evening(evening, actor=organiser)
    embargo.keep_back(evening, timezone.now(), None, actor=organiser)
    competition.refresh_from_db()
    publish.publish(competition, Publication.Kind.STANDING, actor=organiser)
    for kind in (Publication.Kind.EVENING, Publication.Kind.PRIZES):
        publish.publish(competition, kind, evening=evening, actor=organiser)
    return evening


def crawl(client, *starts):
    """Every page that can be reached over links, by its address."""
    pages, to_read, seen = {}, deque(starts), set(starts)
    while to_read:
        address = to_read.popleft()
        answer = client.get(address, follow=True)
        body = b"".join(answer) if answer.streaming else answer.content
        pages[address] = body.decode(errors="replace")
        for link in re.findall(r'(?:href|src)="([^"#]+)', pages[address]):
            there = urlsplit(urljoin(address, html.unescape(link)))
            found = there.path + (f"?{there.query}" if there.query else "")
            ours = not there.netloc and not there.path.startswith(DESK_ONLY)
            if ours and found not in seen and "json" not in there.path.rsplit("/", 1)[-1]:
                seen.add(found)
                to_read.append(found)
    return pages


def leaks(pages, numbers):
    """Addresses of pages with one of these numbers, however it is written."""
    written = {
        text
        for number in numbers
        for text in (str(number), f"{number // 1000}[ .,\u202f\u00a0]{number % 1000:03}")
    }
    pattern = re.compile(rf"(?<![0-9])(?:{'|'.join(sorted(written))})(?![0-9])")
    return {address for address, body in pages.items() if pattern.search(body)}


def reader():
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def public_addresses(evening):
    """Every address for readers, with whatever keys fit; pages that are made later come in by themselves."""
    competition = evening.competition
    entry = competition.entries.first()
    keys = {competition.pk, evening.pk, *competition.publications.values_list("pk", flat=True)}
    values = {
        "slug": [competition.club.slug],
        "pk": sorted(keys),
        "entry": [entry.pk],
        "entry_pk": [entry.pk],
        "person": [entry.people[0].pk],
    }
    found = []
    for route in routes(get_resolver().url_patterns):
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        if route.startswith("c/<slug:slug>/") and set(names) <= set(values):
            for chosen in itertools.product(*(values[name] for name in names)):
                fill = iter(chosen)
                found.append("/" + re.sub(r"<[^>]+>", lambda _match, fill=fill: str(next(fill)), route))
    return found + [f"{address}?entry={entry.pk}" for address in found]


def routes(patterns, before=""):
    for pattern in patterns:
        route = before + str(pattern.pattern)
        yield from routes(pattern.url_patterns, route) if hasattr(pattern, "url_patterns") else [route]


def test_no_page_for_readers_has_a_score_of_that_evening(evening):
    pages = crawl(reader(), *public_addresses(evening))
    assert len(pages) > 20
    assert leaks(pages, {*SECRET, *TOTALS}) == set()
    assert any("The standing follows at the prize-giving." in body for body in pages.values())


def test_no_page_for_a_player_has_one_either(evening):
    player = factories.sign_in(factories.make_user(Role.Kind.PLAYER, evening.competition.club))
    pages = crawl(
        player,
        *public_addresses(evening),
        reverse("club", args=[evening.competition.club.slug]),
        reverse("competition", args=[evening.competition_id]),
        reverse("evening", args=[evening.pk]),
        reverse("projector", args=[evening.pk]),
        reverse("sheet", args=[evening.rounds.get().tables.get().pk]),
    )
    assert leaks(pages, {*SECRET, *TOTALS}) == set()


def test_the_same_crawl_finds_the_scores_once_the_prizes_are_given(evening):
    """The proof that the tests above look in the right places."""
    embargo.lift(evening, actor=None)
    found = leaks(crawl(reader(), *public_addresses(evening)), {*SECRET, *TOTALS})
    club, season = evening.competition.club, evening.competition_id
    assert {
        reverse("public_club", args=[club.slug]),
        reverse("public_evening", args=[club.slug, evening.pk]),
        reverse("public_season", args=[club.slug, season]),
        reverse("public_publication", args=[club.slug, Publication.objects.get(number=1).pk]),
    } <= found


def test_the_json_interface_has_none(evening):
    """Every address of its own description, with the key of the competition and of the evening where it asks for one."""
    client, slug = reader(), evening.competition.club.slug
    keys = (evening.competition_id, evening.pk, Publication.objects.get(number=1).pk)
    addresses = {
        path.format(slug=slug, pk=key, entry=key, number=key, other=key)
        for path in api.get_openapi_schema()["paths"]
        for key in keys
    }
    pages = {address: client.get(address) for address in addresses}
    bodies = {address: page.content.decode() for address, page in pages.items() if page.status_code == 200}
    assert len(bodies) > 3
    assert leaks(bodies, {*SECRET, *TOTALS}) == set()
