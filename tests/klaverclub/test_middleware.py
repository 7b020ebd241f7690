"""What every request goes through."""

import errno
import re

import pytest
from django.db import OperationalError
from django.urls import get_resolver, reverse

from tests import factories

pytestmark = pytest.mark.django_db


def test_a_nul_sign_is_refused_wherever_it_is_typed(client):
    user = factories.make_user()
    client.force_login(user)
    club = user.roles.get().club
    assert client.get(reverse("people", args=[club.slug]) + "?q=%00").status_code == 400
    assert client.post(reverse("person_add", args=[club.slug]), {"last_name": "a\0b"}).status_code == 400
    assert client.get(reverse("people", args=[club.slug]) + "?q=%20").status_code == 200


def test_dutch_is_spoken_unless_another_language_was_chosen(client):
    page = client.get(reverse("account_login"), headers={"accept-language": "en"})
    assert page.headers["Content-Language"] == "nl"
    client.post(reverse("language"), {"language": "en", "next": "/account/login/"})
    assert client.get(reverse("account_login")).headers["Content-Language"] == "en"


def test_the_language_switch_leads_nowhere_else(client):
    answer = client.post(reverse("language"), {"language": "en", "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == reverse("home")


def test_one_who_forgets_a_password_does_not_lock_the_others_out(client):
    one, other = factories.make_user(), factories.make_user()
    url = reverse("account_login")
    for _try in range(8):
        client.post(url, {"login": one.username, "password": "wrong"})
    refused = client.post(url, {"login": one.username, "password": factories.PASSWORD})
    assert refused.status_code == 200
    welcome = client.post(url, {"login": other.username, "password": factories.PASSWORD})
    assert welcome.status_code == 302


@pytest.mark.parametrize(
    "failure",
    [OperationalError("database or disk is full"), OSError(errno.ENOSPC, "No space left on device")],
)
def test_a_full_disk_is_told_as_such(client, monkeypatch, failure):
    def full(*args, **kwargs):
        raise failure

    user = factories.make_user()
    club = user.roles.get().club
    client.force_login(user)
    monkeypatch.setattr("tournaments.services.people.add_person", full)
    form = {"last_name": "Bakker", "kind": "member", "visibility": "shown"}
    url = reverse("person_add", args=[club.slug])
    page = client.post(url, form, headers={"accept": "text/html"})
    assert page.status_code == 507
    assert "schijf" in page.text
    asked_by_a_script = client.post(url, form, headers={"accept": "application/json"})
    assert asked_by_a_script.status_code == 507
    assert "schijf" in asked_by_a_script.json()["problem"]


def test_another_failure_of_the_database_stays_what_it_is(client, monkeypatch):
    def broken(*args, **kwargs):
        raise OperationalError("no such table")

    user = factories.make_user()
    client.force_login(user)
    monkeypatch.setattr("tournaments.services.people.add_person", broken)
    form = {"last_name": "Bakker", "kind": "member", "visibility": "shown"}
    with pytest.raises(OperationalError):
        client.post(reverse("person_add", args=[user.roles.get().club.slug]), form)


def _numbered(patterns, before=""):
    """Every address with a whole number in it, as Django writes it."""
    for each in patterns:
        route = before + str(each.pattern)
        if hasattr(each, "url_patterns"):
            if not route.startswith("admin"):
                yield from _numbered(each.url_patterns, route)
        elif "<int:" in route:
            yield route


def test_a_number_too_long_for_any_database_is_not_found_wherever_it_stands(client):
    user = factories.make_user("administrator")
    club = user.roles.get().club
    competition = factories.make_competition(4, club=club)
    client.force_login(user)
    routes = list(_numbered(get_resolver().url_patterns))
    assert len(routes) > 80
    for route in routes:
        whole = re.sub(r"<slug:slug>", club.slug, route)
        numbers = re.findall(r"<int:\w+>", whole)
        for wide in range(len(numbers)):
            url = "/" + whole
            for place, each in enumerate(numbers):
                url = url.replace(each, "9" * 20 if place >= wide else str(competition.pk), 1)
            url = re.sub(r"<\w+:\w+>", "standing", url)
            assert client.get(url).status_code in (404, 405), url


@pytest.mark.parametrize("typed", ["9" * 20, "9" * 5000, "²", "-1", "x"])
def test_a_number_that_cannot_be_one_is_not_found_where_it_is_asked(client, typed):
    user = factories.make_user("administrator")
    competition = factories.make_competition(4, club=user.roles.get().club)
    evening = factories.make_evening(competition)
    client.force_login(user)
    assert client.get(reverse("evening_result", args=[evening.pk]), {"entry": typed}).status_code == 404
    ordered = client.post(reverse("report", args=["why", competition.pk, "pdf"]), {"entry": typed})
    assert ordered.status_code == 404
    assert client.get(reverse("evening_decisions", args=[evening.pk]), {"entry": typed}).status_code == 200
    assert client.post(reverse("evening_fixtures", args=[evening.pk]), {"match": typed}).status_code == 422


def test_pages_of_who_is_signed_in_are_not_kept_by_the_browser(client):
    user = factories.make_user()
    club = user.roles.get().club
    public = reverse("public_club", args=[club.slug])
    assert "no-store" not in client.get(public).headers.get("Cache-Control", "")
    client.force_login(user)
    assert "no-store" in client.get(reverse("people", args=[club.slug])).headers["Cache-Control"]
