"""Rights: who may do what in a club, and look-ups that return only what the asker may touch.

A page never fetches an object and then asks whether that was allowed: it fetches through a
`get_…_for_user` function, which answers 404 for what does not exist for this user and 403
(`PermissionDenied`) for what he may see but not do.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from tournaments import embargo
from tournaments.models import Club, Competition, Division, Evening, Fixture, Job, Role, Round, Table, WhatIf

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from tournaments.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are given out by a club's administrator; nobody signs up by himself."""

    error_messages: ClassVar[dict[str, Any]] = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": gettext_lazy(
            "This user name and password do not belong together. Look at capitals, or ask the administrator "
            "of your club for a new password."
        ),
        "too_many_login_attempts": gettext_lazy(
            "Too many wrong passwords for this user name. Wait five minutes, then try again."
        ),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


class Act(enum.Enum):
    """What can be done. Typing a sheet and changing an accepted one are separate rights."""

    LOOK = "look"
    CHECK_IN = "check in"
    TYPE = "type sheets"
    CHECK = "check sheets"
    CORRECT = "correct accepted sheets"
    DRAW = "draw and close"
    PEOPLE = "members and guests"
    MERGE = "say who is the same person"
    COMPETITIONS = "competitions and their rules"
    REPORTS = "make documents"
    ROLES = "roles of users"
    SEASONS = "open a closed season again"


_SECRETARY = {Act.LOOK, Act.CHECK_IN, Act.TYPE, Act.CHECK, Act.PEOPLE, Act.REPORTS}
_ORGANISER = _SECRETARY | {Act.CORRECT, Act.DRAW, Act.COMPETITIONS, Act.MERGE}
RIGHTS: dict[str, frozenset[Act]] = {
    Role.Kind.PLAYER: frozenset({Act.LOOK}),
    Role.Kind.SECRETARY: frozenset(_SECRETARY),
    Role.Kind.ORGANISER: frozenset(_ORGANISER),
    Role.Kind.ADMINISTRATOR: frozenset(Act),
}


def acts(user: User | AnonymousUser, club: Club) -> frozenset[Act]:
    """Everything this user may do in this club; a superuser may do all of it."""
    if not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset(Act)
    roles = user.roles.filter(club=club).values_list("kind", flat=True)
    return frozenset().union(*(RIGHTS[role] for role in roles))


def may(user: User | AnonymousUser, club: Club, act: Act) -> bool:
    return act in acts(user, club)


def clubs_of(user: User | AnonymousUser) -> Any:
    """The clubs in which the user is anything at all."""
    if not user.is_authenticated:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(roles__user=user).distinct()


def _require(user: User | AnonymousUser, club: Club, act: Act) -> None:
    if not may(user, club, act):
        raise PermissionDenied(act.value)


def get_club_for_user(user: User | AnonymousUser, slug: str, act: Act = Act.LOOK) -> Club:
    club = get_object_or_404(clubs_of(user), slug=slug)
    _require(user, club, act)
    return club


def get_club_by_key_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Club:
    club = get_object_or_404(clubs_of(user), pk=pk)
    _require(user, club, act)
    return club


def get_competition_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Competition:
    competitions = Competition.objects.select_related("club").filter(club__in=clubs_of(user))
    competition = get_object_or_404(competitions, pk=pk)
    _require(user, competition.club, act)
    return competition


def get_division_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Division:
    divisions = Division.objects.select_related("competition__club").filter(
        competition__club__in=clubs_of(user)
    )
    division = get_object_or_404(divisions, pk=pk)
    _require(user, division.competition.club, act)
    return division


def get_fixture_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Fixture:
    fixtures = Fixture.objects.select_related("division__competition__club").filter(
        division__competition__club__in=clubs_of(user)
    )
    fixture = get_object_or_404(fixtures, pk=pk)
    _require(user, fixture.division.competition.club, act)
    return fixture


def get_comparison_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> WhatIf:
    comparisons = WhatIf.objects.select_related("competition__club")
    comparison = get_object_or_404(comparisons, pk=pk, competition__club__in=clubs_of(user))
    _require(user, comparison.competition.club, act)
    return comparison


def get_evening_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Evening:
    evenings = Evening.objects.select_related("competition__club").filter(
        competition__club__in=clubs_of(user)
    )
    evening = get_object_or_404(evenings, pk=pk)
    _require(user, evening.competition.club, act)
    return evening


def get_round_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Round:
    rounds = Round.objects.select_related("evening__competition__club").filter(
        evening__competition__club__in=clubs_of(user)
    )
    round_ = get_object_or_404(rounds, pk=pk)
    _require(user, round_.evening.competition.club, act)
    return round_


def get_table_for_user(user: User | AnonymousUser, pk: int, act: Act = Act.LOOK) -> Table:
    """A table with its sheet; a draw that is not published has no sheet and no page.

    Raises `KeptBack` for a player while the scores of the evening are under embargo.
    """
    tables = Table.objects.select_related("round__evening__competition__club", "sheet").filter(
        round__evening__competition__club__in=clubs_of(user), sheet__isnull=False
    )
    table = get_object_or_404(tables, pk=pk)
    _require(user, table.round.evening.competition.club, act)
    refuse_kept_back(user, table.round.evening)
    return table


def refuse_kept_back(user: User | AnonymousUser, evening: Evening) -> None:
    """Raises `KeptBack` for a player while the scores of the evening are under embargo."""
    if embargo.in_force(evening) and not may(user, evening.competition.club, Act.TYPE):
        raise embargo.KeptBack(evening)


def get_job_for_user(user: User | AnonymousUser, pk: int) -> Job:
    job = get_object_or_404(Job.objects.select_related("club"), pk=pk, club__in=clubs_of(user))
    _require(user, job.club, Act.REPORTS)
    return job
