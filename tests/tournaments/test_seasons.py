"""A season is closed, opened again by an administrator, and continued by the next one."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments import leagues
from tests.tournaments.filled_form import shown
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.forms.what_if import following
from tournaments.models import ApartGroup, Change, Competition, Entry, Posting, Role
from tournaments.pairing import PairingRule
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import (
    check_in,
    closing,
    competitions,
    draw,
    draw_changes,
    evenings,
    fixtures,
    guards,
    pairing_rules,
    paper,
    people,
    posting,
    reseat,
    schedules,
    seasons,
    standing_rules,
    threes_list,
    what_if,
)
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing import queries
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def competition(user):
    """One evening of one round, closed."""
    competition = factories.make_competition(8, rounds=1)
    evening = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    closing.close_evening(evening, actor=user)
    return competition


# Closing ----------------------------------------------------------------------------------------------------


def test_what_is_open_blocks_by_name(user):
    competition = factories.make_competition(8, rounds=1, require_check=True)
    first = factories.make_evening(competition)
    round_ = factories.make_published_round(first, actor=user)
    other = factories.make_user()
    one, two = factories.tables(round_)
    factories.accept_sheet(one, user, 100, checked_by=other)
    factories.accept_sheet(two, user, 101, checked_by=other)
    closing.close_round(round_, actor=user)
    closing.close_evening(first, actor=user)
    factories.accept_sheet(two, user, 102, base=1)  # a correction that nobody compared with the paper
    second = factories.make_evening(competition)
    found = [(blocker.evening, blocker.text) for blocker in seasons.blockers(competition)]
    assert [evening for evening, _text in found] == [first, second]
    with pytest.raises(Refused):
        seasons.close(competition, actor=user)
    assert not Competition.objects.get(pk=competition.pk).is_closed


def test_a_season_is_closed_once_and_opened_with_a_reason(competition, user):
    seasons.close(competition, actor=user)
    seasons.close(competition, actor=user)
    assert Change.objects.filter(verb="close season").count() == 1
    with pytest.raises(Refused):
        seasons.reopen(competition, actor=user, reason=" ")
    seasons.reopen(competition, actor=user, reason="a sheet was typed for another table")
    assert not Competition.objects.get(pk=competition.pk).is_closed


def test_a_season_without_an_evening_is_not_closed(user):
    with pytest.raises(Refused):
        seasons.close(factories.make_competition(4), actor=user)


def test_only_an_administrator_opens_it_again(competition):
    organiser = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))
    page = reverse("season_close", args=[competition.pk])
    assert "Close the season" in organiser.get(page).text
    assert organiser.post(page).status_code == 302
    assert Competition.objects.get().is_closed
    assert "Only an administrator of the club can do that." in organiser.get(page).text
    reopen = reverse("season_reopen", args=[competition.pk])
    assert organiser.post(reopen, {"reason": "please"}).status_code == 403
    administrator = factories.sign_in(factories.make_user(Role.Kind.ADMINISTRATOR, competition.club))
    assert "Why is it opened again?" in administrator.get(page).text
    administrator.post(reopen, {"reason": "a slip"})
    assert not Competition.objects.get().is_closed


def test_everything_that_writes_into_a_closed_season_refuses(user):
    """Every service by which an evening, a sheet, a rule or who takes part could change."""
    competition = factories.make_competition(9, rounds=3, pairing=PairingRule(leftovers="sit_out").to_json())
    evening = factories.make_evening(competition)
    played = factories.make_published_round(evening, actor=user)
    table = factories.tables(played)[0]
    version = factories.accept_sheet(table, user)
    entry, other = list(competition.entries.order_by("pk"))[:2]
    seat = table.seats.first()
    person = factories.make_people(1, competition.club, start=40)[0]
    group = pairing_rules.save_group(competition, "Family", None, [entry, other], actor=user)
    empty = factories.make_evening(competition, number=2)
    Competition.objects.filter(pk=competition.pk).update(closed_at=timezone.now())
    competition.refresh_from_db()
    rules = {name: getattr(competition, name) for name in ("ruleset", "pairing", "attendance", "standing")}
    today = timezone.localdate()
    acts = {
        "presence": lambda: check_in.set_presence(evening, entry, "excused", actor=user),
        "clear presence": lambda: check_in.clear_presence(evening, entry, actor=user),
        "guest": lambda: check_in.add_guest(evening, person.parts, actor=user, twin=True),
        "change evening": lambda: evenings.change_evening(
            evening, date=evening.date, rounds_planned=3, actor=user
        ),
        "mark rest": lambda: evenings.mark_rest(evening, "absent", actor=user),
        "add evening": lambda: competitions.add_evening(competition, today, 3, actor=user),
        "competition": lambda: competitions.save_competition(competition, rules, actor=user),
        "close round": lambda: closing.close_round(played, actor=user),
        "reopen round": lambda: closing.reopen_round(played, actor=user),
        "close evening": lambda: closing.close_evening(evening, actor=user),
        "reopen evening": lambda: closing.reopen_evening(evening, actor=user),
        "draw": lambda: draw.draw_round(evening, actor=user),
        "redraw": lambda: draw.redraw(played, actor=user),
        "publish": lambda: draw.publish(played, actor=user),
        "undo": lambda: draw.undo(played, actor=user),
        "swap": lambda: draw_changes.swap(played, entry, other, actor=user),
        "pin": lambda: draw_changes.pin(table, pinned=True, actor=user),
        "late": lambda: draw_changes.seat_late(played, actor=user),
        "withdraw": lambda: draw_changes.withdraw(played, entry, actor=user),
        "substitute": lambda: draw_changes.substitute(
            seat, person, actor=user, reason="so it was", reviewed=True
        ),
        "seats": lambda: reseat.reseat(table, {}, actor=user, reason="so it was", reviewed=True),
        "schedule": lambda: schedules.make(empty, method="whist", actor=user),
        "drop schedule": lambda: schedules.drop(empty, actor=user),
        "draw rule": lambda: pairing_rules.save_rule(competition, PairingRule(method="swiss"), actor=user),
        "group": lambda: pairing_rules.save_group(competition, "Clan", None, [entry, other], actor=user),
        "remove group": lambda: pairing_rules.remove_group(group, actor=user),
        "wishes": lambda: pairing_rules.save_wishes(competition, {entry.pk: (1, None)}, actor=user),
        "deals": lambda: paper.set_deals(table, 20, actor=user),
        "list": lambda: threes_list.record(table, {}, actor=user, reason="x", reviewed=True),
        "post": lambda: posting.post_table(table, version, user),
        "enter": lambda: people.add_entry(competition, [person], actor=user),
        "remove": lambda: people.remove_entry(entry, actor=user),
        "standing": lambda: standing_rules.save_rule(
            competition, StandingRule(measure="average"), actor=user
        ),
        "titles": lambda: standing_rules.save_titles(competition, [("A", StandingRule())], actor=user),
        "evenings": lambda: standing_rules.save_evenings(competition, 9, {1, 2}, actor=user),
    }
    before = list(Change.objects.values_list("pk", flat=True))
    for name, act in acts.items():
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.message == guards.closed_season(competition), name
    assert list(Change.objects.values_list("pk", flat=True)) == before


# The next season --------------------------------------------------------------------------------------------


def test_the_next_season_is_a_copy_and_nothing_of_the_past_changes(competition, user):
    entries = list(competition.entries.order_by("pk"))
    guest = people.add_entry(
        competition, factories.make_people(1, competition.club, start=60), actor=user, ranked=False
    )
    Entry.objects.filter(pk=entries[0].pk).update(strength=7, fixed_table=2)
    people.remove_entry(entries[7], actor=user)
    for name, members in (("Family", entries[:2]), ("Leavers", entries[6:])):
        pairing_rules.save_group(competition, name, 3, members, actor=user)
    standing_rules.save_titles(competition, [("Points", StandingRule())], actor=user)
    plan = PrizePlan(prizes=(Prize(by="place", places=(1,), cents=(500,)),))
    Competition.objects.filter(pk=competition.pk).update(prizes=plan.to_json())
    competition.refresh_from_db()
    seasons.close(competition, actor=user)
    before = Competition.objects.values().get(pk=competition.pk)
    rows = list(Posting.objects.order_by("pk").values())

    following = seasons.start_next(competition, seasons.as_it_was(competition, "2027/28"), actor=user)

    assert Competition.objects.values().get(pk=competition.pk) == before
    assert list(Posting.objects.order_by("pk").values()) == rows
    assert following.continues == competition
    assert (following.frozen_at, following.closed_at, following.season) == (None, None, "2027/28")
    assert [entry.name for entry in following.entries.order_by("pk")] == [entry.name for entry in entries[:7]]
    assert guest.name not in {entry.name for entry in following.entries.all()}
    first = following.entries.order_by("pk").first()
    assert (first.strength, first.fixed_table) == (7, 2)
    assert list(following.get_titles()) == ["Points"]
    assert following.get_prizes() == plan
    group = ApartGroup.objects.get(competition=following)  # of the other only one goes on
    assert (group.name, group.worth) == ("Family", 3)
    assert {entry.competition for entry in group.entries.all()} == {following}
    assert not following.evenings.exists()


def test_a_next_season_under_other_rules(competition, user):
    client = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))
    kept = what_if.start(competition, "Proposals", actor=user)
    other = AttendanceRule(absent_with_notice=Compensation("zero"))
    best = what_if.Alternative("Best 5 of 7", StandingRule(best=5, unit="evening"), other)
    what_if.set_alternative(kept, None, best, actor=user, seen=0)
    url = reverse("season_next", args=[competition.pk])
    form = shown(client.get(f"{url}?rules={kept.pk}-1"))
    assert form["rules"] == [f"{kept.pk}-1"]
    chosen = form | {"season": ["2027/28"], "planned": ["7"], "entries": form["entries"][:4]}
    assert client.post(url, chosen).status_code == 302
    following = Competition.objects.get(continues=competition)
    assert following.get_standing() == best.standing
    assert following.get_attendance() == other
    assert (following.planned_evenings, following.entries.count()) == (7, 4)
    assert client.post(url, chosen).status_code == 302  # the second click
    assert Competition.objects.filter(continues=competition).count() == 1


def test_rules_that_cannot_be_and_names_that_are_taken_are_refused(competition, user):
    wanted = seasons.as_it_was(competition, "2027/28")
    seasons.start_next(competition, wanted, actor=user, key="once")
    with pytest.raises(AlreadyDone):
        seasons.start_next(competition, wanted, actor=user, key="once")
    with pytest.raises(Refused):
        seasons.start_next(competition, wanted, actor=user)
    with pytest.raises(Refused):
        seasons.start_next(competition, seasons.as_it_was(competition, competition.season), actor=user)
    client = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))
    url = reverse("season_next", args=[competition.pk])
    assert client.post(url, shown(client.get(url)) | {"season": ["2027/28"]}).status_code == 422
    assert Competition.objects.count() == 2


def test_a_new_season_draws_its_own_lot(competition, user):
    rule = StandingRule(ties=("lot",), seed=12345)
    standing_rules.save_rule(competition, rule, actor=user)
    competition.refresh_from_db()
    following = seasons.start_next(competition, seasons.as_it_was(competition, "2027/28"), actor=user)
    assert following.get_standing().ties == ("lot",)
    assert following.get_standing().seed != 12345


def test_a_league_goes_on_with_its_divisions(user):
    division = leagues.make_division(4)
    (fixture, *_rest) = leagues.make_fixtures(division)
    competition = division.competition
    with pytest.raises(Refused):  # matches are still to be played
        seasons.start_next(competition, seasons.as_it_was(competition, "2027/28"), actor=user)
    for each in division.fixtures.all():
        fixtures.award(each, each.home, "not played", actor=user)
    following = seasons.start_next(competition, seasons.as_it_was(competition, "2027/28"), actor=user)
    again = following.divisions.get()
    assert (again.name, again.members.count()) == (division.name, 4)
    assert not again.fixtures.exists()
    assert fixture.division.fixtures.count() == division.fixtures.count()


@pytest.mark.parametrize(
    ("season", "next_one"),
    [
        ("2026/27", "2027/28"),
        ("1999/00", "2000/01"),
        ("2026-2027", "2027-2028"),
        ("2026", "2027"),
        ("autumn", ""),
        ("", ""),
    ],
)
def test_the_name_of_the_next_season_is_proposed(season, next_one):
    assert following(season) == next_one


# A season that ends early -----------------------------------------------------------------------------------


def test_closing_early_lets_the_rule_itself_count_and_says_so():
    """One evening of the two that were planned: the sum of both rounds gives way to the best of them."""
    competition = factories.make_competition(8, rounds=2)
    user = factories.make_user(club=competition.club)
    evening = factories.make_evening(competition)
    for _round in range(2):
        factories.play_round(factories.make_published_round(evening, actor=user), user)
    closing.close_evening(evening, actor=user)
    standing_rules.save_evenings(competition, 2, {1}, actor=user)
    competition.refresh_from_db()
    standing_rules.save_rule(competition, StandingRule(unit="round", best=1, interim="sum"), actor=user)
    competition.refresh_from_db()
    entry = competition.entries.order_by("pk").first()
    one, other = Posting.objects.filter(entry=entry).values_list("points", flat=True)

    before = queries.season_list(competition, queries.DESK)
    assert (before.table.interim, before.table.lines.of(entry.pk).value) == (True, one + other)
    with translation.override("en"):
        told = seasons.what_closing_means(competition)
    assert told[0] == "2 evenings are planned, 1 was held. After closing none is added."
    assert told[1].startswith("Standing: now all points are added up, once closed the rule itself counts.")

    client = factories.sign_in(user)
    assert told[0] in client.get(reverse("season_close", args=[competition.pk])).content.decode()
    seasons.close(competition, actor=user)
    competition.refresh_from_db()
    final = queries.season_list(competition, queries.DESK)
    assert (final.table.interim, final.table.lines.of(entry.pk).value) == (False, max(one, other))
    page = client.get(reverse("season", args=[competition.pk])).content.decode()
    assert "The season is not over" not in page


def test_closing_says_who_loses_the_rank_and_that_nobody_qualifies():
    """Three evenings planned and needed, one held: all eight are ranked as if they could still come twice more; once it
    is over nobody has three."""
    competition = factories.make_competition(8, rounds=1)
    user = factories.make_user(club=competition.club)
    evening = factories.make_evening(competition)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    closing.close_evening(evening, actor=user)
    standing_rules.save_evenings(competition, 3, {1}, actor=user)
    competition.refresh_from_db()
    standing_rules.save_rule(competition, StandingRule(minimum_attendance=3), actor=user)
    competition.refresh_from_db()
    before = queries.season_list(competition, queries.DESK)
    assert all(row.line.rank for row in before.rows)
    names = ", ".join(row.who.name for row in sorted(before.rows, key=lambda row: row.who.name))
    with translation.override("en"):
        told = seasons.what_closing_means(competition)
    assert told[:2] == [
        "3 evenings are planned, 1 was held. After closing none is added.",
        "Standing: once closed nobody can reach the minimum attendance any more. 8 places move; first is then nobody.",
    ]
    lost, nobody = told[2:]
    assert lost.endswith(" then have no rank any more, for want of the minimum attendance.")
    listed = lost.removeprefix("Standing: ").split(" then have")[0]
    assert ", ".join(sorted(listed.split(", "))) == names
    assert nobody == "Standing: nobody qualifies, so that nobody wins what is given by place."

    client = factories.sign_in(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    page = client.get(reverse("season", args=[competition.pk])).content.decode()
    assert "As long as somebody can still reach that" in page
    assert "Nobody has the minimum attendance" not in page
    seasons.close(competition, actor=user)
    page = client.get(reverse("season", args=[competition.pk])).content.decode()
    assert "Nobody has the minimum attendance, so nobody has a rank." in page
    assert "As long as somebody can still reach that" not in page


def test_closing_names_rounds_that_were_planned_and_not_played(competition, user):
    """One round of one was played: nothing to say; then a second was planned."""
    with translation.override("en"):
        assert seasons.what_closing_means(competition) == []
        competition.evenings.update(rounds_planned=2)
        assert seasons.what_closing_means(competition) == [
            "On evening 1 fewer rounds were played than planned."
        ]


def test_a_season_without_an_evening_does_not_offer_to_close():
    competition = factories.make_competition(8)
    user = factories.make_user(club=competition.club)
    page = factories.sign_in(user).get(reverse("season_close", args=[competition.pk])).content.decode()
    assert "No evening has been played yet" in page
    assert "Every evening is closed" not in page
