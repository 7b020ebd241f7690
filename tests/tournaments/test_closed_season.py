"""A closed season at the desk: its pages can be read, whatever is sent is refused in words, and nothing crashes."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tournaments import urls
from tournaments.models import Change, Competition, Role
from tournaments.services import closing, guards, seasons
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db

STILL_DONE = {"season_reopen", "publish"}
"""What is still done with a closed season."""
READ_ONLY_PAGES = (
    ("standing_rule", "competition"),
    ("standing_title_add", "competition"),
    ("standing_evenings", "competition"),
    ("attendance_rule", "competition"),
    ("prize_plan", "competition"),
    ("competition_edit", "competition"),
    ("entries", "competition"),
    ("evening_add", "competition"),
    ("draw_rule", "competition"),
    ("draw_wishes", "competition"),
    ("apart_add", "competition"),
    ("division_add", "competition"),
    ("evening_date", "evening"),
    ("evening_embargo", "evening"),
    ("evening_decisions", "evening"),
    ("table_seats", "table"),
)


@pytest.fixture
def user():
    return factories.make_user(Role.Kind.ADMINISTRATOR)


@pytest.fixture
def closed(user) -> dict[str, int]:
    """The keys of a closed season of one evening of one round, of its first entry, table and seat."""
    competition = factories.make_competition(8, rounds=1, club=user.roles.get().club, season="2026/27")
    evening = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    closing.close_evening(evening, actor=user)
    seasons.close(competition, actor=user)
    round_ = evening.rounds.get()
    table = round_.tables.first()
    entry = competition.entries.first()
    return {
        "competition": competition.pk,
        "evening": evening.pk,
        "round": round_.pk,
        "table": table.pk,
        "entry_pk": entry.pk,
        "seat_pk": table.seats.first().pk,
    }


def addresses(closed: dict[str, int]) -> list[tuple[str, str]]:
    """The name and address of everything at the desk under this competition, evening, round or table."""
    found = []
    for pattern in urls.urlpatterns:
        route = str(pattern.pattern)
        of = route.partition("/")[0]
        named = closed | {"pk": closed.get(of), "entry": closed["entry_pk"], "table_pk": closed["table"]}
        asked = set(pattern.pattern.converters)
        if of in closed and asked <= set(named):
            found.append((pattern.name, reverse(pattern.name, kwargs={name: named[name] for name in asked})))
    return found


def test_whatever_is_sent_to_a_closed_season_is_answered_and_changes_nothing(user, closed):
    client = factories.sign_in(user)
    known = Change.objects.count()
    sent = [each for each in addresses(closed) if each[0] not in STILL_DONE]
    assert len(sent) > 50
    for name, address in sent:
        answer = client.post(address, {"everybody": "1", "seen": "1"})
        assert answer.status_code < 500, name
        assert Change.objects.count() == known, name


def test_removing_somebody_from_a_closed_season_is_refused_on_a_page_with_a_way_back(user, closed):
    client = factories.sign_in(user)
    address = reverse("entry_remove", args=[closed["competition"], closed["entry_pk"]])
    back = "http://testserver" + reverse("entries", args=[closed["competition"]])
    answer = client.post(address, headers={"referer": back})
    competition = Competition.objects.get(pk=closed["competition"])
    assert answer.status_code == 409
    assert f"The season {competition} is closed" in answer.text
    assert f'href="{back}"' in answer.text
    assert competition.entries.get(pk=closed["entry_pk"]).active
    elsewhere = client.post(address, headers={"referer": "https://elsewhere.example/entries/"})
    assert "elsewhere.example" not in elsewhere.text


def test_the_wishes_for_a_draw_are_refused_in_a_closed_season(user, closed):
    answer = factories.sign_in(user).post(reverse("draw_wishes", args=[closed["competition"]]), {"send": "1"})
    assert (answer.status_code, "nothing in it changes any more" in answer.text) == (409, True)


def test_a_part_of_a_page_gets_the_refusal_as_a_message_and_a_script_as_json(user, closed):
    client = factories.sign_in(user)
    address = reverse("draw_wishes", args=[closed["competition"]])
    part = client.post(address, {"send": "1"}, headers={"hx-request": "true"})
    assert (part.status_code, part["HX-Retarget"]) == (409, "#messages")
    assert "is closed" in part.text
    assert "<html" not in part.text
    told = client.post(address, {"send": "1"}, headers={"accept": "application/json"})
    assert told.status_code == 409
    assert "is closed" in told.json()["problem"]


@pytest.mark.parametrize(("name", "of"), READ_ONLY_PAGES)
def test_forms_of_a_closed_season_can_only_be_read(user, closed, name, of):
    client = factories.sign_in(user)
    address = reverse(name, args=[closed[of]])
    text = client.get(address).text
    main = text[text.index('<main id="main"') : text.index("</main>")]
    competition = Competition.objects.get(pk=closed["competition"])
    assert f"The season {competition} is closed" in main
    before, _, inside = main.partition('<fieldset class="only-to-read" disabled>')
    inside, closes, after = inside.rpartition("</fieldset>")
    assert closes
    assert "<h1>" in inside
    assert "<form" not in before + after
    seasons.reopen(competition, actor=user, reason="a sheet was misread")
    assert "only-to-read" not in client.get(address).text


def test_a_closed_season_is_named_as_it_is_kept(user, closed):
    competition = Competition.objects.get(pk=closed["competition"])
    kept = str(competition)
    competition.name = "Another name"
    with translation.override("en"), pytest.raises(Refused, match=f"The season {kept} is closed"):
        guards.refuse_closed_season(competition)
