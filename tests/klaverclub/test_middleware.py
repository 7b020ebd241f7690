"""What every request goes through."""

import pytest
from django.urls import reverse

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
