"""What every page has in common: no cookie for readers, nothing inline, a way around for the keyboard."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from klaverclub.settings import BASE_DIR
from tournaments.models import User

TEMPLATES = BASE_DIR / "templates"
INLINE = re.compile(
    r"""<style|\sstyle=|\son[a-z]+=|\shx-on|javascript:|<script(?![^>]*(\ssrc=|type="application/json"))"""
)


def page(user, path: str = "/x/?q=1", language: str = "nl", template: str = "404.html") -> tuple[str, dict]:
    request = RequestFactory().get(path)
    request.user = user
    with translation.override(language):
        html = render_to_string(template, {}, request)
    return html, request.META


def test_a_reader_gets_no_csrf_cookie():
    html, meta = page(AnonymousUser())
    assert "CSRF_COOKIE_NEEDS_UPDATE" not in meta
    assert "csrf" not in html


def test_who_is_logged_in_sends_the_token_with_every_htmx_request():
    html, meta = page(User(username="a.bakker"))
    assert "CSRF_COOKIE_NEEDS_UPDATE" in meta
    assert re.search(r"""<body[^>]*hx-headers='{"x-csrftoken": "\w{64}"}'""", html)


@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_page_says_its_language_and_marks_it_in_the_switch(language):
    html, _ = page(AnonymousUser(), language=language)
    assert f'<html lang="{language}"' in html
    pressed = re.search(r'<button name="language" value="(\w+)"[^>]*aria-pressed="true"', html)
    assert pressed is not None
    assert pressed[1] == language


def test_the_language_switch_comes_back_to_this_page():
    html, _ = page(AnonymousUser(), path="/stand/?page=2&q=a")
    assert '<input type="hidden" name="next" value="/stand/?page=2&amp;q=a">' in html


def test_the_first_link_skips_to_the_content():
    html, _ = page(AnonymousUser())
    first = re.search(r'<a [^>]*href="([^"]+)"', html)
    assert first is not None
    assert first[1] == "#main"
    assert '<main id="main"' in html


def test_the_page_of_a_broken_server_needs_nothing_from_the_request():
    with translation.override("en"):
        html = render_to_string("500.html")
    assert "Something went wrong" in html


@pytest.mark.parametrize(
    "file", sorted(TEMPLATES.rglob("*.html")), ids=lambda f: str(f.relative_to(TEMPLATES))
)
def test_nothing_is_inline(file: Path):
    """The Content-Security-Policy would silently drop it."""
    html = re.sub(r"{%.*?%}", "", file.read_text())  # the arguments of a tag are no attributes
    assert [match[0] for match in INLINE.finditer(html)] == []
