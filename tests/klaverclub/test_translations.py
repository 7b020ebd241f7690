"""The Dutch catalogue: whole, in step with the program, and what the pages really show."""

from __future__ import annotations

import ast
import gettext
import html
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from klaverclub.settings import BASE_DIR, LOCALE_PATHS
from klaverclub.text import BORROWED
from tests import factories
from tournaments.models import Evening

CATALOGUE = LOCALE_PATHS[0] / "nl" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[+\d.]*[a-z]|%%|\{\w*\}|</?\w[^>]*>")
LINE = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) (?P<text>".*")')


@dataclass
class Message:
    """One text of the catalogue; `dutch` holds one form, or one for each number when there is a plural."""

    context: str = ""
    english: str = ""
    plural: str = ""
    dutch: dict[int, str] = field(default_factory=dict)
    flags: str = ""

    @property
    def key(self) -> str:
        """As in the compiled catalogue."""
        return f"{self.context}\x04{self.english}" if self.context else self.english

    @property
    def source(self) -> tuple[str, str, str]:
        return self.context, self.english, self.plural

    def pairs(self) -> list[tuple[str, str]]:
        """Every Dutch form beside the English one it stands for."""
        return [(self.plural if form else self.english, text) for form, text in self.dutch.items()]


def read(path: Path) -> list[Message]:
    """The messages of a .po file, without its header; obsolete ones (#~) are not messages."""
    found = [_message(block) for block in path.read_text(encoding="utf-8").split("\n\n")]
    return [message for message in found if message.english]


def _message(block: str) -> Message:
    message = Message()
    parts: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line.startswith("#,"):
            message.flags = line
        elif start := LINE.fullmatch(line):
            name = start[1]
            parts[name] = ast.literal_eval(start["text"])
        elif line.startswith('"'):
            parts[name] += ast.literal_eval(line)
    message.context = parts.pop("msgctxt", "")
    message.english = parts.pop("msgid", "")
    message.plural = parts.pop("msgid_plural", "")
    message.dutch = {int(name[7:8] or 0): text for name, text in parts.items()}
    return message


@pytest.fixture(scope="module")
def messages() -> list[Message]:
    return read(CATALOGUE)


# The catalogue itself -----------------------------------------------------------------------------------


def test_every_text_has_its_dutch(messages):
    assert len(messages) > 1000
    assert [message.key for message in messages if not all(message.dutch.values())] == []
    assert [message.key for message in messages if "fuzzy" in message.flags] == []
    assert [message.key for message in messages if len(message.dutch) != (2 if message.plural else 1)] == []


def test_every_translation_keeps_the_placeholders(messages):
    wrong = {
        english: dutch
        for message in messages
        for english, dutch in message.pairs()
        if Counter(PLACEHOLDER.findall(english)) != Counter(PLACEHOLDER.findall(dutch))
    }
    assert wrong == {}


def test_a_percent_sign_that_is_no_placeholder_is_doubled(messages):
    formats = [message for message in messages if "python-format" in message.flags]
    assert len(formats) > 300
    assert [text for one in formats for text in one.dutch.values() if "%" in PLACEHOLDER.sub("", text)] == []


def test_a_sentence_stays_a_sentence(messages):
    """The mark at the end and the blanks around a text are part of how it is put together with others."""
    wrong = {
        english: dutch
        for message in messages
        for english, dutch in message.pairs()
        if english[-1] != dutch[-1] and (english[-1] in ".:?! …" or dutch[-1] in ".:?! …")
    }
    assert wrong == {}


def test_the_compiled_catalogue_says_the_same(messages):
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = dict(gettext.GNUTranslations(file)._catalog)
    del compiled[""]  # the header
    expected = {}
    for message in messages:
        for form, text in message.dutch.items():
            expected[(message.key, form) if message.plural else message.key] = text
    assert compiled == expected, "compile it: manage.py makemessages"


def test_nothing_in_the_catalogue_changes_by_itself():
    """No dates, line numbers or folders of one computer, so that a change is a change of a text."""
    text = CATALOGUE.read_text(encoding="utf-8")
    places = re.findall(r"^#: (.*)$", text, re.MULTILINE)
    assert "POT-Creation-Date" not in text
    assert [place for place in places if ":" in place or place.startswith("/")] == []


@pytest.mark.gettext
def test_the_catalogue_is_in_step_with_the_program(tmp_path, messages):
    """Extracted anew from a copy: nothing is missing and nothing left over."""
    for folder in ("klaverclub", "scoring", "tournaments", "templates"):
        shutil.copytree(
            BASE_DIR / folder, tmp_path / folder, ignore=shutil.ignore_patterns("static", "__pycache__")
        )
    environment = {
        "DJANGO_SETTINGS_MODULE": "klaverclub.settings",
        "KLAVERCLUB_DATA": str(tmp_path / "data"),
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages"],
        cwd=tmp_path,
        env=os.environ | environment,
        check=True,
        capture_output=True,
    )
    extracted = {message.source for message in read(tmp_path / CATALOGUE.relative_to(BASE_DIR))}
    assert {message.source for message in messages} == extracted, "run manage.py makemessages"


# The words ----------------------------------------------------------------------------------------------


def test_checking_in_at_the_door_and_logging_in_are_two_words(messages):
    account = re.compile(r"\b(log|sign|logged|signed)[ -]?(in|out)\b", re.IGNORECASE)
    door = re.compile(r"aanmeld|afmeld|aangemeld|afgemeld", re.IGNORECASE)
    wrong = [
        message.english
        for message in messages
        if account.search(message.english) and any(map(door.search, message.dutch.values()))
    ]
    assert wrong == []


def test_our_words_come_before_those_of_django_and_allauth():
    with translation.override("nl"):
        words = {text: translation.gettext(text) for text in (*BORROWED, "Log in", "Log out")}
    assert words["Log in"] == words["Sign In"] == "Inloggen"
    assert words["Log out"] == words["Sign Out"] == "Uitloggen"
    assert [text for text in words if re.search("aanmeld|afmeld", words[text], re.IGNORECASE)] == []


def test_english_is_said_in_the_words_of_the_program():
    with translation.override("en"):
        assert translation.gettext("Check in") == "Check in"
        assert translation.gettext("Log in") == "Log in"
        assert translation.ngettext("%(count)s table", "%(count)s tables", 2) == "%(count)s tables"


# The pages ----------------------------------------------------------------------------------------------

# Words of every English sentence and of this trade that no Dutch sentence has.
ENGLISH = re.compile(
    r"\b(the|and|not|no|with|this|that|your|you|by|to|from|are|all|for|"
    r"round|evening|evenings|table|tables|sheet|sheets|draw|name|names|points|deals|"
    r"people|person|club's|save|close|closed|back|print|result|results|standing|season)\b",
    re.IGNORECASE,
)


def shown(page: str) -> str:
    """What a reader sees or hears of a page: text and the attributes that are read aloud."""
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = re.findall(r'\b(?:aria-label|placeholder|title|alt|data-more|data-word)="([^"]*)"', page)
    return html.unescape(" | ".join([re.sub(r"<[^>]*>", " | ", page), *spoken]))


def english_words(page: str) -> list[str]:
    return [found[0] for found in ENGLISH.finditer(shown(page))]


@pytest.fixture
def evening(db) -> Evening:
    """Nine people, one round closed, the second being played with one sheet in, the third to come."""
    evening = factories.make_evening(factories.make_competition(9))
    author = factories.make_user("secretary", evening.competition.club, username="schrijver")
    factories.play_round(factories.make_published_round(evening), author)
    second = factories.make_published_round(evening)
    factories.accept_sheet(factories.tables(second)[0], author, 100)
    return evening


NOT_FOUND = {"/nowhere/", "/sheet/?code=XXXXX"}


def addresses(evening: Evening) -> list[str]:
    club, competition = evening.competition.club, evening.competition
    done, running = evening.rounds.order_by("number")
    person = competition.entries.first().people[0]
    first, second = factories.tables(running)[:2]
    by_club = [
        "club",
        "club_edit",
        "roles",
        "people",
        "person_add",
        "competitions",
        "competition_add",
        "documents",
    ]
    by_competition = ["competition", "competition_edit", "entries", "evening_add", "season"]
    by_evening = ["evening", "evening_edit", "check_in", "evening_result", "projector"]
    return [
        *(reverse(name, args=[club.slug]) for name in (*by_club, "public_club")),
        *(reverse(name, args=[competition.pk]) for name in by_competition),
        *(reverse(name, args=[evening.pk]) for name in by_evening),
        *(reverse("round", args=[each.pk]) for each in (done, running)),
        *(reverse("sheet", args=[table.pk]) for table in (first, second)),
        reverse("sheet_versions", args=[first.pk]),
        reverse("substitute", args=[running.pk, first.seats.first().pk]),
        reverse("person_edit", args=[club.slug, person.pk]),
        reverse("find_sheet"),
        reverse("public_evening", args=[club.slug, evening.pk]),
        reverse("public_season", args=[club.slug, competition.pk]),
        *(
            f"{reverse(name, args=[pk])}?entry={competition.entries.first().pk}"
            for name, pk in (("evening_result", evening.pk), ("season", competition.pk))
        ),
        reverse("competition_rules", args=[competition.pk]),
        reverse("public_rules", args=[club.slug, competition.pk]),
        reverse("rules_preset", args=["nku"]),
        reverse("rules_compare"),
        *(reverse(name) for name in ("arbiter", "arbiter_trick", "arbiter_deal", "arbiter_row")),
        reverse("home"),
        reverse("account_change_password"),
        reverse("account_logout"),
        *NOT_FOUND,
    ]


def test_no_page_shows_english_to_a_dutch_reader(evening):
    browser = Client()
    browser.force_login(factories.make_user("administrator", evening.competition.club, username="beheerder"))
    left = {}
    for address in addresses(evening):
        answer = browser.get(address)
        assert (answer.status_code == 404) == (address in NOT_FOUND), address
        if words := english_words(answer.content.decode()):
            left[address] = words
    assert left == {}


def test_the_login_shows_no_english_either(db):
    address = reverse("account_login")
    assert english_words(Client().get(address).content.decode()) == []
    refused = Client().post(address, {"login": "a", "password": "b"}).content.decode()
    assert "horen niet bij elkaar" in refused
    assert english_words(refused) == []


def test_a_draft_shows_no_english_either(db):
    draft = factories.make_draft_round(factories.make_evening(factories.make_competition(9)))
    browser = Client()
    browser.force_login(factories.make_user("organiser", draft.evening.competition.club, username="leider"))
    page = browser.get(reverse("round", args=[draft.pk])).content.decode()
    assert "concept" in page
    assert english_words(page) == []


def test_the_same_page_in_english_would_be_caught(evening):
    """The telltale words do tell: otherwise the tests above could not fail."""
    browser = factories.sign_in(factories.make_user("organiser", evening.competition.club))
    assert len(english_words(browser.get(reverse("evening", args=[evening.pk])).content.decode())) > 10
