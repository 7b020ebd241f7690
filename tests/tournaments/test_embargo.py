"""The embargo: from its hour until it is lifted, and for whom."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

from klaverclub.templatetags.figures import THIN_SPACE
from tests import factories
from tournaments import embargo
from tournaments.models import Change, Evening, Role
from tournaments.services import closing
from tournaments.services import embargo as embargo_service
from tournaments.standing import queries

pytestmark = pytest.mark.django_db
NINE = timezone.now().replace(hour=20, minute=0, second=0, microsecond=0)
MINUTE = timedelta(minutes=1)
PUBLIC = queries.Reader(public=True)


def kept_back(**fields):
    return factories.make_evening(present=4, embargo_from=NINE, **fields)


def test_begins_at_its_hour_and_ends_when_it_is_lifted():
    evening = kept_back()
    assert not embargo.in_force(evening, NINE - MINUTE)
    assert embargo.in_force(evening, NINE)
    assert embargo.in_force(evening, NINE + 1000 * MINUTE)  # it does not end by itself
    evening.embargo_lifted_at = NINE + MINUTE
    assert not embargo.in_force(evening, NINE + MINUTE)


def test_an_evening_without_embargo_is_never_hidden():
    assert not embargo.hidden(factories.make_evening(present=4), NINE, PUBLIC)


def test_only_the_desk_sees_scores_under_embargo():
    evening = kept_back()
    club = evening.competition.club
    readers = {
        role: queries.reader_for(factories.make_user(role, club), club)
        for role in (Role.Kind.PLAYER, Role.Kind.SECRETARY, Role.Kind.ORGANISER, Role.Kind.ADMINISTRATOR)
    }
    hidden = {role: embargo.hidden(evening, NINE, reader) for role, reader in readers.items()}
    assert hidden == {
        Role.Kind.PLAYER: True,
        Role.Kind.SECRETARY: False,
        Role.Kind.ORGANISER: False,
        Role.Kind.ADMINISTRATOR: False,
    }
    assert embargo.hidden(evening, NINE, queries.reader_for(AnonymousUser(), club))


def test_a_public_page_shows_no_more_to_who_works_at_the_desk():
    evening = kept_back()
    club = evening.competition.club
    organiser = factories.make_user(Role.Kind.ORGANISER, club)
    assert embargo.hidden(evening, NINE, queries.reader_for(organiser, club, public=True))


def test_the_standing_is_kept_back_by_the_first_evening_in_force(django_assert_num_queries):
    evening = kept_back()
    other = factories.make_evening(present=4, embargo_from=NINE)
    later = factories.make_evening(evening.competition, embargo_from=NINE)
    with django_assert_num_queries(1):
        assert embargo.standing_hidden(evening.competition, PUBLIC, NINE) == evening
    evening.embargo_lifted_at = NINE
    evening.save()
    assert embargo.standing_hidden(evening.competition, PUBLIC, NINE) == later
    assert embargo.standing_hidden(evening.competition, PUBLIC, NINE - MINUTE) is None
    with django_assert_num_queries(0):
        assert embargo.standing_hidden(other.competition, queries.DESK, NINE) is None
    assert embargo.club_hidden(evening.competition.club, PUBLIC, NINE) == [later]


# Pages --------------------------------------------------------------------------------------------------


@pytest.fixture
def played():
    """An evening with one closed round of which we took 2001 points at table 1; the embargo is in force."""
    evening = factories.make_evening(factories.make_competition(4, deals=29, rounds=2))
    organiser = factories.make_user(Role.Kind.ORGANISER, evening.competition.club)
    round_ = factories.make_published_round(evening, actor=organiser)
    factories.accept_sheet(factories.tables(round_)[0], organiser, 69)
    closing.close_round(round_, actor=organiser)
    evening.embargo_from = timezone.now() - MINUTE
    evening.save()
    return evening


SCORES = (f"2{THIN_SPACE}001", "2001")


def sign_in(role, evening):
    return factories.sign_in(factories.make_user(role, evening.competition.club))


def shows_scores(client, name, *args):
    body = client.get(reverse(name, args=args)).content.decode()
    return any(score in body for score in SCORES)


def test_a_player_sees_no_score_at_the_desk_and_the_secretary_does(played):
    table = played.rounds.get().tables.get()
    for name, pk in (("evening", played.pk), ("sheet", table.pk), ("sheet_versions", table.pk)):
        assert not shows_scores(sign_in(Role.Kind.PLAYER, played), name, pk)
    assert shows_scores(sign_in(Role.Kind.SECRETARY, played), "evening", played.pk)
    assert shows_scores(sign_in(Role.Kind.SECRETARY, played), "sheet", table.pk)
    embargo_service.lift(played, actor=None)
    assert shows_scores(sign_in(Role.Kind.PLAYER, played), "evening", played.pk)
    assert shows_scores(sign_in(Role.Kind.PLAYER, played), "sheet", table.pk)


def test_a_sheet_under_embargo_says_when_it_can_be_seen(played):
    played.prizes_at = datetime(2026, 11, 30, 22, 30, tzinfo=ZoneInfo("Europe/Amsterdam"))
    played.save()
    answer = sign_in(Role.Kind.PLAYER, played).get(
        reverse("sheet", args=[played.rounds.get().tables.get().pk])
    )
    assert answer.status_code == 403
    assert "The standing follows at the prize-giving at 22:30." in answer.content.decode()


def test_statistics_of_a_player_and_graphs_say_when_they_come(played, client):
    competition = played.competition
    person = competition.entries.first().people[0].pk
    slug = competition.club.slug
    client.cookies["django_language"] = "en"
    for name, args in (
        ("public_player", [slug, competition.pk, person]),
        ("public_player_graph", [slug, competition.pk, person, "rounds"]),
        ("public_statistics_graph", [slug, competition.pk, "averages"]),
    ):
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 403, name
        assert "The standing follows at the prize-giving." in answer.text


def test_the_projector_shows_the_clock_instead_of_the_stand_and_still_the_draw(played):
    client = sign_in(Role.Kind.ORGANISER, played)
    screen = client.get(reverse("projector", args=[played.pk])).content.decode()
    assert "The standing follows at the prize-giving." in screen
    assert embargo.hour(played, timezone.now())[:2] in screen
    assert not any(score in screen for score in SCORES)
    factories.make_published_round(played)
    screen = client.get(reverse("projector", args=[played.pk])).content.decode()
    assert "your table and seat" in screen


def test_the_projector_shows_the_stand_when_the_prize_giving_begins(played):
    client = sign_in(Role.Kind.ORGANISER, played)
    answer = client.post(reverse("embargo_lift", args=[played.pk]), follow=True)
    assert "The prize-giving began at" in answer.content.decode()
    assert shows_scores(client, "projector", played.pk)
    lifted = Evening.objects.get(pk=played.pk).embargo_lifted_at
    client.post(reverse("embargo_lift", args=[played.pk]))
    assert Evening.objects.get(pk=played.pk).embargo_lifted_at == lifted
    assert Change.objects.filter(verb="lift embargo").count() == 1


def test_before_the_prize_giving_is_told_what_is_missing_and_nothing_is_shown_yet():
    competition = factories.make_competition(8, rounds=3)
    evening = factories.make_evening(competition, embargo_from=timezone.now() - MINUTE)
    organiser = factories.make_user(Role.Kind.ORGANISER, competition.club)
    factories.accept_sheet(
        factories.tables(factories.make_published_round(evening, actor=organiser))[0], organiser
    )
    client = factories.sign_in(organiser)
    address = reverse("embargo_lift", args=[evening.pk])
    assert f'href="{address}"' in client.get(reverse("evening", args=[evening.pk])).text
    asked = client.get(address).text
    # Eight people sit at two tables: one sheet is in; two of three rounds are not drawn.
    assert "Round 1: 1 sheet is not in." in asked
    assert "2 rounds are still to be drawn." in asked
    assert "The evening is not closed." in asked
    assert embargo.in_force(Evening.objects.get(pk=evening.pk))
    client.post(address)
    assert not embargo.in_force(Evening.objects.get(pk=evening.pk))
    assert "Nothing of this evening is kept back." in client.get(address).text


def test_the_hours_are_those_of_the_club_and_go_past_midnight():
    evening = factories.make_evening(present=4, date=date(2026, 10, 6))
    client = sign_in(Role.Kind.ORGANISER, evening)
    address = reverse("evening_embargo", args=[evening.pk])
    assert client.post(address, {"hidden_from": "21:30", "prizes_at": "00:15"}).status_code == 302
    evening.refresh_from_db()
    assert evening.embargo_from == datetime(2026, 10, 6, 19, 30, tzinfo=UTC)
    assert evening.prizes_at == datetime(2026, 10, 6, 22, 15, tzinfo=UTC)
    assert 'value="21:30"' in client.get(address).content.decode()
    client.post(address, {"hidden_from": "", "prizes_at": ""})
    evening.refresh_from_db()
    assert evening.embargo_from is None


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        ({"hidden_from": "22:00", "prizes_at": "21:00"}, "The prize-giving comes after the hour"),
        ({"hidden_from": "", "prizes_at": "21:00"}, "Fill in from when the standings are hidden"),
        ({"hidden_from": "25:00", "prizes_at": ""}, "Enter a valid time"),
    ],
)
def test_hours_that_cannot_be_are_refused_and_kept_in_the_form(hours, sentence):
    evening = factories.make_evening(present=4)
    answer = sign_in(Role.Kind.ORGANISER, evening).post(reverse("evening_embargo", args=[evening.pk]), hours)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert f'value="{hours["hidden_from"] or hours["prizes_at"]}"' in answer.content.decode()


def test_an_embargo_that_was_lifted_begins_anew_when_it_is_set_again(played):
    embargo_service.lift(played, actor=None)
    assert not embargo.in_force(played)
    embargo_service.keep_back(played, timezone.now(), None, actor=None)
    assert embargo.in_force(played)


def test_only_an_organiser_sets_and_lifts_an_embargo(played):
    for name in ("evening_embargo", "embargo_lift"):
        assert sign_in(Role.Kind.SECRETARY, played).post(reverse(name, args=[played.pk])).status_code == 403
    assert embargo.in_force(Evening.objects.get(pk=played.pk))


def test_typing_goes_on_and_nothing_typed_is_lost(played):
    round_ = factories.make_published_round(played)
    secretary = factories.make_user(Role.Kind.SECRETARY, played.competition.club)
    factories.accept_sheet(factories.tables(round_)[0], secretary, 70)
    embargo_service.lift(played, actor=None)
    # Whoever sits at a table, over two rounds everybody's points add up to four times 29 × 162.
    assert sum(row.line.total for row in queries.evening_list(played, PUBLIC).rows) == 4 * 29 * 162
