"""Competitions in a relative of klaverjassen: the choice of the game, its options, and what does not go together."""

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from scoring.rules import Ruleset
from scoring.rules.relatives import GAMES, Game
from tests import factories
from tests.tournaments.test_desk_pages import NEW_COMPETITION
from tournaments import games
from tournaments.models import Club, Competition
from tournaments.services import competitions
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


OF_KLAVERJASSEN = ("quads", "pit_defenders", "records_declarer")


def desk(client) -> Club:
    user = factories.make_user()
    client.force_login(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return user.roles.get().club


def klaberjass(**changes: object) -> dict[str, object]:
    """The form of a competition in Klaberjass, as a browser sends it once its options are shown."""
    form = {name: value for name, value in NEW_COMPETITION.items() if name not in OF_KLAVERJASSEN}
    return form | {
        "options_of": "klaberjass",
        "ruleset_preset": "klaberjass",
        "deals_per_round": "20",
        "option_kb_tie": "carry",
        "option_equal_melds": "nobody",
        "option_bid2": "other",
        "match_end": "points",
        "match_points": "500",
        **changes,
    }


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_chosen_and_is_kept_with_its_options(client, name):
    club = desk(client)
    game = GAMES[name]
    chosen = NEW_COMPETITION | {"options_of": "klaverjassen", "ruleset_preset": name, "choose": "1"}
    shown = client.post(reverse("competition_add", args=[club.slug]), chosen)
    form = shown.context["form"]
    assert shown.status_code == 200
    assert [field.name for field in form.option_fields] == [
        f"option_{one}" for one in game.options if one != "end"
    ]
    assert form["name"].value() == NEW_COMPETITION["name"]
    typed = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    answer = client.post(reverse("competition_add", args=[club.slug]), typed)
    competition = Competition.objects.get(club=club)
    assert answer.url == reverse("entries", args=[competition.pk])
    assert competition.get_rules() == game
    assert competition.table_size == len(game.seats)
    assert competition.deals_per_round == 20
    assert client.get(reverse("competition", args=[competition.pk])).status_code == 200


def test_the_options_that_were_chosen_are_kept_and_shown(client):
    club = desk(client)
    client.post(
        reverse("competition_add", args=[club.slug]),
        klaberjass(option_schmeiss="on", option_equal_melds="elder", match_points="700"),
    )
    competition = Competition.objects.get(club=club)
    rules = competition.get_rules()
    assert rules.option_values() == {
        "kb_tie": "carry",
        "equal_melds": "elder",
        "bid2": "other",
        "schmeiss": True,
        "end": "points:700",
    }
    shown = client.get(reverse("competition_edit", args=[competition.pk])).context["form"]
    assert shown["option_schmeiss"].value() is True
    assert shown["option_kb_tie"].value() == "carry"
    words = client.get(reverse("competition", args=[competition.pk])).text
    assert "all the points go to the winner of the next deal" in words
    assert "Who first has 700 after a deal wins." in words


def test_numbers_of_a_game_are_options_too(client):
    club = desk(client)
    form = klaberjass(
        options_of="bulka",
        ruleset_preset="bulka",
        option_bela="40",
        option_three_dardas="on",
        match_end="hands",
        deals_per_round="12",
    )
    client.post(reverse("competition_add", args=[club.slug]), form)
    rules = Competition.objects.get(club=club).get_rules()
    assert (rules.bela, rules.three_dardas, rules.five_wins, rules.end) == (40, 1000, False, "hands:12")


def test_another_game_is_not_saved_before_its_options_were_seen(client):
    club = desk(client)
    switched = NEW_COMPETITION | {"options_of": "klaverjassen", "ruleset_preset": "derda", "name": "Derda"}
    answer = client.post(reverse("competition_add", args=[club.slug]), switched)
    assert answer.status_code == 200
    assert not Competition.objects.exists()
    assert "These are the options of Derda" in answer.text
    back = klaberjass(ruleset_preset="rotterdam")
    answer = client.post(reverse("competition_add", args=[club.slug]), back)
    form = answer.context["form"]
    assert form["pit_defenders"].value() is True
    assert form["records_declarer"].value() is True
    assert form["deals_per_round"].value() == 16


@pytest.mark.parametrize("name", ["klaberjass", "klaberjass-3"])
def test_fixed_pairs_need_a_table_of_four(client, name):
    club = desk(client)
    form = klaberjass(kind="pairs", ruleset_preset=name, options_of=name)
    answer = client.post(reverse("competition_add", args=[club.slug]), form)
    assert answer.status_code == 422
    assert "choose individuals, not fixed pairs" in answer.text
    four = klaberjass(kind="pairs", ruleset_preset="tarabish", options_of="tarabish")
    assert client.post(reverse("competition_add", args=[club.slug]), four).status_code == 302


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"match_points": "0"}, "match_points"),
        ({"match_points": "20000"}, "match_points"),
        ({"deals_per_round": "6"}, "deals_per_round"),
        ({"first_dealer": "E"}, "first_dealer"),
        ({"option_kb_tie": "nonsense"}, "option_kb_tie"),
        ({"ruleset_preset": "bridge", "options_of": ""}, "ruleset_preset"),
    ],
)
def test_what_a_game_cannot_have_is_refused_at_its_field(client, wrong, field):
    club = desk(client)
    answer = client.post(reverse("competition_add", args=[club.slug]), klaberjass(**wrong))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Competition.objects.exists()


def test_a_match_of_klaverjassen_can_end_by_points(client):
    club = desk(client)
    form = NEW_COMPETITION | {"match_end": "points", "match_points": "1500", "deals_per_round": "24"}
    client.post(reverse("competition_add", args=[club.slug]), form)
    competition = Competition.objects.get(club=club)
    assert competition.get_rules().end == "points:1500"
    assert "1500" in client.get(reverse("competition", args=[competition.pk])).text


def test_the_rules_of_a_frozen_game_stay_as_they_are(client):
    club = desk(client)
    client.post(reverse("competition_add", args=[club.slug]), klaberjass())
    competition = Competition.objects.get(club=club)
    competition.frozen_at = competition.created
    competition.save()
    before = competition.ruleset
    other = klaberjass(ruleset_preset="zensa", option_kb_tie="maker0", match_points="900", name="Anders")
    assert client.post(reverse("competition_edit", args=[competition.pk]), other).status_code == 302
    competition.refresh_from_db()
    assert (competition.ruleset, competition.name) == (before, "Anders")


def test_once_a_round_is_drawn_the_seats_at_a_table_stay():
    evening = factories.make_evening(factories.make_competition(8))
    factories.make_draft_round(evening)
    competition = evening.competition
    rules = {"ruleset": GAMES["klaberjass"].to_json()}
    with pytest.raises(Refused, match="4 at a table"):
        competitions.save_competition(competition, rules, actor=None)
    competitions.save_competition(competition, {"ruleset": GAMES["tarabish"].to_json()}, actor=None)


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        (Ruleset(), 16),
        (Ruleset(end="hands:8"), 8),
        (Ruleset(end="points:750"), 20),
        (Ruleset(end="points:1500"), 40),
        (GAMES["klaberjass"], 20),
        (GAMES["klaberjass-3"], 20),
        (GAMES["darda"].with_options({"end": "points:1000"}), 28),
    ],
)
def test_the_paper_has_room_for_a_match(rules: Ruleset | Game, deals: int):
    assert games.usual_deals(rules) == deals
    assert games.fewest_deals(rules) <= deals


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("klaberjass", "Klaberjass, individuals, other opponents each round"),
        ("darda", "Darda, individuals, a new partner each round"),
    ],
)
def test_a_competition_says_what_is_played_and_by_whom(client, name, words):
    club = desk(client)
    competition = factories.make_competition(4, club=club, ruleset=GAMES[name].to_json())
    assert words in client.get(reverse("competition", args=[competition.pk])).text
    assert words in client.get(reverse("competitions", args=[club.slug])).text


@pytest.mark.parametrize(("name", "kinds"), [("klaberjass", 1), ("klaberjass-3", 1), ("tarabish", 3)])
def test_only_what_the_game_can_have_is_offered(client, name, kinds):
    """Fixed pairs and teams need four at a table, and only klaverjassen has pits to credit."""
    club = desk(client)
    chosen = NEW_COMPETITION | {"options_of": "klaverjassen", "ruleset_preset": name, "choose": "1"}
    page = client.post(reverse("competition_add", args=[club.slug]), chosen)
    assert len(page.context["form"].fields["kind"].choices) == kinds
    made = factories.make_competition(4, club=club, ruleset=GAMES[name].to_json())
    page = client.get(reverse("attendance_rule", args=[made.pk]))
    assert not [field for field in page.context["form"].fields if field.endswith("_pits")]
    assert "redited" not in page.text
    other = factories.make_competition(factories.make_people(4, club, start=4), club=club)
    klaverjassen = client.get(reverse("attendance_rule", args=[other.pk]))
    offered = [field for field in klaverjassen.context["form"].fields if field.endswith("_pits")]
    assert {"sit_out_pits", "late_pits", "left_early_pits"} <= set(offered)
    assert "Pits credited" in klaverjassen.text


@pytest.mark.parametrize(
    ("kind", "words"),
    [("pairs", "Enter the pairs one by one."), ("individual", "Enter everybody at once, or one by one.")],
)
def test_who_takes_part_is_entered_as_the_page_says(client, kind, words):
    club = desk(client)
    factories.make_people(4, club)
    competition = factories.make_competition(0, club=club, kind=kind)
    page = client.get(reverse("entries", args=[competition.pk])).text
    assert words in page
    assert ("Enter all members" in page) == (kind == "individual")
