"""Every page of the product at phone, laptop and projector width: it answers, fits, and axe finds nothing serious."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import get_resolver, reverse

from tests import factories
from tests.tournaments import leagues, rated
from tournaments.attendance import PRESETS, AttendanceRule
from tournaments.models import Job, Publication, Role, Venue
from tournaments.pairing import PairingRule
from tournaments.services import (
    closing,
    competitions,
    decisions,
    draw,
    draw_changes,
    leagues_play,
    pairing_rules,
    people,
    people_merge,
    publish,
    schedules,
    standing_rules,
    threes_list,
    what_if,
)
from tournaments.standing.rules import StandingRule

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tournaments.models import Club, Competition, Person, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (390, 1280, 1920)
# Addresses that only take what a form sends, answer a script, or are no page of ours.
NO_PAGE = {
    *("language", "health", "api_nowhere", "presence", "guest_add", "draw", "round_publish", "round_undo"),
    *("round_close", "round_reopen", "round_late", "substitute", "evening_close", "evening_reopen"),
    *(
        "entry_remove",
        "sheet_row",
        "sheet_accept",
        "sheet_check",
        "sheet_deals",
        "sheet_review",
        "season_reopen",
        "standing_title_move",
        "comparison_remove",
        "comparison_alternative_remove",
        "report",
        "job_status",
        "job_file",
    ),
    *("job_retry", "round_board", "account_logout", "account_reauthenticate", "account_inactive"),
    *(
        "division_remove",
        "fixtures_remove",
        "division_places_back",
        "transfer_back",
        "league_feed",
        "league_entry_feed",
    ),
    *("public_calendar", "season_calendar", "statistics_graph", "player_graph"),
    *("public_statistics_graph", "public_player_graph"),
    *("person_graph", "public_person_graph"),
    *("round_pin", "apart_remove", "trf_export", "trf_season"),
    *("mark_rest", "publication_file", "schedule_drop", "schedule_take_over"),
}


@pytest.fixture
def filled_club() -> tuple[Club, User, dict[str, str]]:
    """A club with a closed round, a running one and a draft, and the address of every page in it."""
    user = factories.make_user(Role.Kind.ADMINISTRATOR, is_superuser=True)
    club = user.roles.get().club
    # A name that nothing can break but the page itself.
    endless = factories.make_person(f"Wilhelmina {'W' * 40}", club)
    competition = factories.make_competition([*factories.make_people(8, club), endless], club=club)
    evening = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    running = factories.make_published_round(evening, actor=user)
    table = factories.tables(running)[0]
    factories.accept_sheet(table, user)
    params = {"title": "Result", "event": "Autumn", "format": "pdf"}
    job = Job.objects.create(key="job", kind="evening", club=club, author=user, params=params)
    one = competition.entries.first().people[0]
    slug, numbers = [club.slug], {"evening": evening, "competition": competition, "round": running}
    pages = {name: reverse(name) for name in ("home", "club_add", "find_sheet", "account_change_password")}
    for name in ("club", "club_edit", "roles", "people", "person_add", "competitions", "competition_add"):
        pages[name] = reverse(name, args=slug)
    pages["documents"] = reverse("documents", args=slug)
    pages["trf_import"] = reverse("trf_import", args=slug)
    pages["public_club"] = reverse("public_club", args=slug)
    pages["public_evening"] = reverse("public_evening", args=[club.slug, evening.pk])
    pages["public_season"] = reverse("public_season", args=[club.slug, competition.pk])
    pages["public_rules"] = reverse("public_rules", args=[club.slug, competition.pk])
    seated = table.seats.first().person_id
    pages["statistics"] = reverse("statistics", args=[competition.pk])
    pages["player_statistics"] = reverse("player_statistics", args=[competition.pk, seated])
    pages["club_statistics"] = reverse("club_statistics", args=slug)
    pages["public_statistics"] = reverse("public_statistics", args=[club.slug, competition.pk])
    pages["public_player"] = reverse("public_player", args=[club.slug, competition.pk, seated])
    pages["public_club_statistics"] = reverse("public_club_statistics", args=slug)
    pages |= _pages_of_players(club)
    somebody = competition.entries.first().pk
    for name in ("season_matrix", "season_cross"):
        pages[name] = reverse(name, args=[competition.pk])
        pages[f"public_{name}"] = reverse(f"public_{name}", args=[club.slug, competition.pk])
    pages["season_why"] = reverse("season_why", args=[competition.pk, somebody])
    pages["public_season_why"] = reverse("public_season_why", args=[club.slug, competition.pk, somebody])
    pages["rules_preset"] = reverse("rules_preset", args=["nku"])
    for name in ("arbiter", "arbiter_trick", "arbiter_deal", "arbiter_row", "arbiter_trump"):
        pages[name] = reverse(name)
    for name in ("arbiter_legal", "arbiter_melds", "arbiter_record", "rules_compare", "api_explained"):
        pages[name] = reverse(name)
    pages |= _pages_of_one_or_two(club, user, one)
    for name in ("competition", "competition_edit", "entries", "evening_add", "season", "competition_rules"):
        pages[name] = reverse(name, args=[competition.pk])
    pages |= _pages_of_rules_for_absence(club, user)
    for name in (
        *("evening", "evening_edit", "evening_embargo", "embargo_lift"),
        *("projector", "evening_result", "check_in"),
    ):
        pages[name] = reverse(name, args=[evening.pk])
    pages["evening_schedule"] = reverse("evening_schedule", args=[evening.pk])
    for name in ("evening_prizes", "evening_prize_giving"):
        pages[name] = reverse(name, args=[evening.pk])
    made = publish.publish(competition, Publication.Kind.STANDING, actor=user)
    for name in ("publication", "publication_compare"):
        pages[name] = reverse(name, args=[made.pk])
    pages["public_publications"] = reverse("public_publications", args=[club.slug, competition.pk])
    pages["public_publication"] = reverse("public_publication", args=[club.slug, made.pk])
    pages["publish"] = reverse("publish", args=[competition.pk]) + f"?kind=evening&evening={evening.pk}"
    for name in ("prize_plan", "season_prizes", "season_prize_giving", "publications"):
        pages[name] = reverse(name, args=[competition.pk])
    pages |= _pages_of_a_schedule(club, user)
    pages |= _pages_of_a_draw_by_standing(club, user)
    pages["round"] = reverse("round", args=[numbers["round"].pk])
    pages["sheet"] = reverse("sheet", args=[factories.tables(running)[1].pk])
    pages["table_seats"] = reverse("table_seats", args=[table.pk])
    pages["sheet_versions"] = reverse("sheet_versions", args=[table.pk])
    pages["job"] = reverse("job", args=[job.pk])
    pages |= _pages_of_a_table_of_three(club, user)
    return club, user, pages | league_pages(club, user) | _pages_of_the_rules(competition, user)


def _pages_of_players(club: Club) -> dict[str, str]:
    """Careers long enough for every list: established, developing and just begun; pairs that stay together."""
    people = factories.make_people(8, club, start=390)
    competition = factories.make_competition(people, club=club)
    rated.career(competition, people, evenings=1, rounds=90, pairs=True)
    rated.career(competition, factories.make_people(4, club, start=398), evenings=1, rounds=30)
    one, other = people[0].pk, people[2].pk
    pages = {}
    for public in ("", "public_"):
        pages[f"{public}players"] = reverse(f"{public}players", args=[club.slug])
        pages[f"{public}person"] = reverse(f"{public}person", args=[club.slug, one])
        pages[f"{public}versus"] = reverse(f"{public}versus", args=[club.slug, one, other])
        pages[f"{public}ratings"] = reverse(f"{public}ratings", args=[club.slug])
        pages[f"{public}ratings of a day"] = pages[f"{public}ratings"] + "?on=2026-10-01"
        pages[f"{public}pair_ratings"] = reverse(f"{public}pair_ratings", args=[club.slug])
    last = competition.evenings.order_by("date").last().date
    pages["rating_period"] = reverse("rating_period", args=[club.slug])
    pages["rating_period"] += f"?from={last + datetime.timedelta(days=1)}"
    return pages


def _pages_of_one_or_two(club: Club, user: User, one: Person) -> dict[str, str]:
    """Somebody who was made one with another, a double that can be one, and one that cannot."""
    double = factories.make_person("Wilhelmina Dubbel", club, number="990")
    act = people_merge.merge(one, double, club=club, actor=user, allowed=[club.pk])
    again = factories.make_person(f"{one.first_name} {one.last_name}", club, number="991")
    together = factories.make_person(f"{one.first_name[0]}. {one.last_name}", club)
    pages = {
        name: reverse(name, args=[club.slug, one.pk])
        for name in ("person_edit", "person_merge", "person_split")
    }
    people.add_entry(one.entries.first().competition, [together], actor=user)
    pages["person_part"] = reverse("person_part", args=[club.slug, one.pk, act.pk])
    pages["merge seen"] = f"{pages['person_merge']}?other={again.pk}"
    pages["merge refused"] = f"{pages['person_merge']}?other={together.pk}"
    return pages


def _pages_of_rules_for_absence(club: Club, user: User) -> dict[str, str]:
    """A rule that falls each time, a decision that stands and one that was withdrawn."""
    people = factories.make_people(9, club, start=340)
    competition = factories.make_competition(people, club=club, attendance=PRESETS["bridge_105"].to_json())
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    factories.play_round(round_, user)
    one, other = competition.entries.all()[:2]
    stands = decisions.penalise(one, round_, points=100, reason="A sheet that was not signed", actor=user)
    gone = decisions.decide_score(other, round_, points=1500, reason="Fell ill at the table", actor=user)
    decisions.withdraw(gone, reason="He played after all", actor=user)
    closing.close_evening(evening, actor=user)
    return {
        "attendance_rule": reverse("attendance_rule", args=[competition.pk]),
        "decisions": reverse("decisions", args=[competition.pk]),
        "evening_decisions": reverse("evening_decisions", args=[evening.pk]),
        "evening_date": reverse("evening_date", args=[evening.pk]),
        "decision_withdraw": reverse("decision_withdraw", args=[evening.pk, stands.pk]),
    }


def _pages_of_the_rules(competition: Competition, user: User) -> dict[str, str]:
    """How the season is ranked, with a title, and a comparison with two other sets of rules."""
    standing_rules.save_titles(competition, [("Points champion", StandingRule())], actor=user)
    kept = what_if.start(competition, "Members’ meeting", actor=user)
    for seen, measure in enumerate(("average", "sum")):
        rule = StandingRule(measure=measure, unit="evening")
        other = what_if.Alternative(f"By {measure}", rule, AttendanceRule())
        what_if.set_alternative(kept, None, other, actor=user, seen=seen)
    names = (
        "standing_rule",
        "standing_evenings",
        "standing_title_add",
        "season_close",
        "season_next",
        "what_if",
    )
    pages = {name: reverse(name, args=[competition.pk]) for name in names}
    pages["standing_title"] = reverse("standing_title", args=[competition.pk, 1])
    pages["comparison"] = reverse("comparison", args=[kept.pk])
    pages["comparison_add"] = reverse("comparison_add", args=[kept.pk])
    pages["comparison_alternative"] = reverse("comparison_alternative", args=[kept.pk, 1])
    return pages


def league_pages(club: Club, user: User) -> dict[str, str]:
    """A league with a table, a cup with a bracket, and the address of every page of them."""
    pairs = factories.make_competition(factories.make_people(20, club, start=20), club=club, kind="pairs")
    venue = Venue.objects.create(club=club, name="Het Anker", tables=1)
    division = leagues.make_division(6, competition=pairs, venues={0: venue, 1: venue})
    cup = leagues.make_division(5, competition=pairs, name="Cup", kind="knock_out")
    first, *_rest, last = leagues.make_fixtures(division, dates=leagues.weeks(5))
    leagues.make_fixtures(cup, third_place=True)
    leagues.play(pairs, {first: (1500, 1400)}, user)
    others = list(pairs.entries.order_by("pk"))[6:]
    second = leagues.make_division(competition=pairs, entries=others, name="Second", level=2)
    tonight = leagues.evening_of(pairs, leagues.weeks(2)[1])
    entry = first.home_id
    people.remove_entry(last.home, actor=user)
    left = reverse("entry_left", args=[pairs.pk, last.home_id])
    pages = {
        "entry_left": left,
        "fixture": reverse("fixture", args=[first.pk]),
        "venues": reverse("venues", args=[club.slug]),
    }
    pages["venue_edit"] = reverse("venue_edit", args=[club.slug, venue.pk])
    for name in ("league", "division_add", "league_pools", "league_finals", "league_next"):
        pages[name] = reverse(name, args=[pairs.pk])
    for name in ("division", "division_edit", "division_entries"):
        pages[name] = reverse(name, args=[division.pk])
    pages["division_fixtures"] = reverse("division_fixtures", args=[second.pk])
    pages["cup"] = reverse("division", args=[cup.pk])
    pages["league_entry"] = reverse("league_entry", args=[pairs.pk, entry])
    pages["evening_fixtures"] = reverse("evening_fixtures", args=[tonight.pk])
    pages["public_league"] = reverse("public_league", args=[club.slug, pairs.pk])
    pages["public_division"] = reverse("public_division", args=[club.slug, division.pk])
    pages["public_league_entry"] = reverse("public_league_entry", args=[club.slug, pairs.pk, entry])
    return pages | team_pages(club, user)


def team_pages(club: Club, user: User) -> dict[str, str]:
    """A league of teams with a match behind it and one drafted, and a shared place to decide."""
    teams = leagues.make_teams(4, club=club, start=370)
    entries = list(teams.entries.order_by("pk"))
    division = leagues.make_division(2, competition=teams, entries=entries[:2])
    (match,) = leagues.make_fixtures(division)
    played = leagues.draw_round(leagues.evening_of(teams), [match], user)
    leagues.score_tables(played, match, [(900, 800), (800, 900)], user)
    other = leagues.make_division(2, competition=teams, entries=entries[2:], name="Other", level=2)
    draft = leagues_play.draw_fixtures(
        leagues.evening_of(teams), [leagues.make_fixtures(other)[0].pk], actor=user
    )
    team = entries[2].pk
    return {
        "team_add": reverse("team_add", args=[teams.pk]),
        "team_edit": reverse("team_edit", args=[teams.pk, team]),
        "line_up": reverse("line_up", args=[draft.pk, team]),
        "division_places": reverse("division_places", args=[division.pk, 1]),
        "transfers": reverse("transfers", args=[teams.pk]),
        "draft of teams": reverse("round", args=[draft.pk]),
        "match of teams": reverse("fixture", args=[match.pk]),
        "team": reverse("league_entry", args=[teams.pk, entries[0].pk]),
        "teams": reverse("entries", args=[teams.pk]),
        "league of teams": reverse("league", args=[teams.pk]),
        "public team": reverse("public_league_entry", args=[club.slug, teams.pk, entries[0].pk]),
    }


def _pages_of_a_table_of_three(club: Club, user: User) -> dict[str, str]:
    """A list that is to be typed, and one to be changed."""
    rule = PairingRule(leftovers="three").to_json()
    people = factories.make_people(10, club, start=300)
    competition = factories.make_competition(people, club=club, pairing=rule)
    round_ = factories.make_published_round(factories.make_evening(competition), actor=user)
    lists = [table for table in factories.tables(round_) if threes_list.is_list(table)]
    lines = {seat.entry_id: threes_list.Line(500, 40) for seat in lists[0].seats.all()}
    threes_list.record(lists[0], lines, actor=user)
    return {
        "threes_list": reverse("threes_list", args=[lists[0].pk]),
        "list to type": reverse("threes_list", args=[lists[1].pk]),
        "round with a list": reverse("round", args=[round_.pk]),
    }


def _pages_of_a_schedule(club: Club, user: User) -> dict[str, str]:
    """An evening played by a schedule, somebody gone and somebody new, and one for which it is to be chosen."""
    competition = factories.make_competition(factories.make_people(13, club, start=100), club=club, rounds=4)
    evening = factories.make_evening(competition)
    made = schedules.make(evening, method="whist", actor=user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    evening.presences.filter(entry=made.entries[0]).update(until_round=1)
    evening.presences.filter(entry=made.entries[1]).update(until_round=1)
    return {
        "schedule_numbers": reverse("schedule_numbers", args=[evening.pk]),
        "schedule to choose": reverse("evening_schedule", args=[factories.make_evening(competition).pk]),
        "schedule that is played": reverse("evening_schedule", args=[evening.pk]),
        "schedule_card": reverse("schedule_card", args=[evening.pk, made.entries[0]]),
        "public_schedule": reverse("public_schedule", args=[club.slug, evening.pk]),
        "public card": reverse("public_schedule", args=[club.slug, evening.pk]) + f"?entry={made.entries[0]}",
    }


def _pages_of_a_draw_by_standing(club: Club, user: User) -> dict[str, str]:
    """A draft of pairs that is pinned, swapped and drawn too early, a group kept apart, and the pages around them."""
    competition = factories.make_competition(
        factories.make_people(14, club, start=200), club=club, kind="pairs"
    )
    by_standing = replace(competition.get_pairing(), method="swiss")
    pairing_rules.save_rule(competition, by_standing, actor=user)
    entries = list(competition.entries.all())
    group = pairing_rules.save_group(competition, "Oost", None, entries[:5], actor=user)
    evening = factories.make_evening(competition)
    playing = factories.make_published_round(evening, actor=user)
    leaver = factories.tables(playing)[0].seats.all()[0].entry_id
    draft = draw.draw_round(evening, actor=user, provisional=True)
    one, other = (table.seats.all()[0].entry for table in factories.tables(draft)[:2])
    draw_changes.swap(draft, one, other, actor=user)
    draw_changes.pin(draft.tables.first(), pinned=True, actor=user)
    factories.accept_sheet(factories.tables(playing)[0], user)
    swap = reverse("round_swap", args=[draft.pk])
    pages = {
        "draft": reverse("round", args=[draft.pk]),
        "draw_formats": reverse("draw_formats", args=[competition.pk]) + "?unit=pairs&players=9&rounds=4",
        "round_why": reverse("round_why", args=[draft.pk]) + "?table=1",
        "why not those two": reverse("round_why", args=[draft.pk])
        + f"?one={one.pk}&other={other.pk}&check=1",
        "round_swap": swap,
        "swap in numbers": f"{swap}?one={one.pk}&other={other.pk}",
        "round_leave": reverse("round_leave", args=[playing.pk, leaver]),
        "apart_group": reverse("apart_group", args=[competition.pk, group.pk]),
    }
    for name in ("draw_rule", "apart_add", "draw_wishes"):
        pages[name] = reverse(name, args=[competition.pk])
    return pages


def look_at(page: Page, name: str) -> list[str]:
    """What is wrong with the page in its present size; empty when nothing is."""
    found = Axe().run(page).response["violations"]
    return [
        f"{name}: {one['id']} ({one['help']}): {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def measure(page: Page, name: str) -> list[str]:
    """At which width the page is wider than the screen."""
    wrong = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if (wide := _settled_width(page, width)) > width:
            wrong.append(f"{name} at {width} px scrolls sideways to {wide} px")
    return wrong


def _settled_width(page: Page, width: int) -> int:
    """How wide the page is, once tables that did not fit have had the time to fold."""
    for _moment in range(30):
        if (wide := page.evaluate("document.documentElement.scrollWidth")) <= width:
            break
        page.wait_for_timeout(100)
    return wide


def test_every_address_is_looked_at_or_known_to_be_no_page(filled_club):
    _club, _user, pages = filled_club
    named = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert named - set(pages) - NO_PAGE - {"account_login"} == set()


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_every_page_of_the_desk(visit: Callable[..., Page], filled_club, scheme, width):
    _club, user, pages = filled_club
    page = visit(user, "/", color_scheme=scheme)
    wrong = []
    for name, path in pages.items():
        page.set_viewport_size({"width": width, "height": 900})
        answer = page.goto(path)
        if answer.status != 200:
            wrong.append(f"{name}: {answer.status}")
            continue
        wrong += look_at(page, name)
        if scheme == "light":  # the layout is the same in the dark
            wrong += measure(page, name)
    assert "\n".join(wrong) == ""


def test_every_page_of_a_reader(visit: Callable[..., Page], filled_club):
    _club, _user, pages = filled_club
    page = visit(None, "/", viewport={"width": 390, "height": 900})
    wrong = look_at(page, "home") + measure(page, "home")
    for name in ("public_club", "public_evening", "public_season", "public_schedule", "public card"):
        page.goto(pages[name])
        wrong += look_at(page, name) + measure(page, name)
    assert page.context.cookies() == []
    page.goto(reverse("account_login"))
    assert wrong + look_at(page, "account_login") + measure(page, "account_login") == []


def test_every_page_of_an_empty_club(visit: Callable[..., Page]):
    """No people, no competition, no evening: each page says what comes first."""
    user = factories.make_user(Role.Kind.ADMINISTRATOR)
    club = user.roles.get().club
    page = visit(user, "/", viewport={"width": 390, "height": 900})
    wrong = []

    def look(names: tuple[str, ...], *args: object) -> None:
        for name in names:
            answer = page.goto(reverse(name, args=args))
            assert answer.status == 200, name
            wrong.extend(look_at(page, name))

    look(("club", "people", "competitions", "documents", "public_club", "roles"), club.slug)
    competition = factories.make_competition([], club=club)
    look(("competition", "entries", "season", "evening_add"), competition.pk)
    evening = competitions.add_evening(competition, datetime.date(2026, 10, 6), 3, actor=user)
    look(("evening", "check_in", "evening_result", "projector"), evening.pk)
    assert "\n".join(wrong) == ""
