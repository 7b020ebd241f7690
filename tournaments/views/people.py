"""Members, guests, and the roles of users."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from klaverclub.typed import whole_number
from tournaments.access import Act, get_club_for_user
from tournaments.forms.club import PasswordForm, RoleForm
from tournaments.forms.key import key_of
from tournaments.forms.people import PersonForm
from tournaments.models import Membership, Person, Role, User
from tournaments.services import audit, people_part
from tournaments.services import people as service
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Club

PEOPLE_ON_A_PAGE = 100


def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody of the club in Dutch order, to be found by name (accents do not matter) or number."""
    club = get_club_for_user(request.user, slug, Act.PEOPLE)
    query = request.GET.get("q", "").strip()
    memberships = club.memberships.select_related("person")
    if query:
        found = Person.objects.search(query)
        memberships = memberships.filter(person__in=found) | memberships.filter(number__startswith=query)
    shown = Paginator(memberships.order_by("person__sort_key", "pk"), PEOPLE_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    return page(
        request,
        "people/people.html",
        club=club,
        current="people",
        memberships=shown,
        query=query,
        total=club.memberships.count(),
    )


def person_add(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club_for_user(request.user, slug, Act.PEOPLE)
    form = PersonForm(request.POST or None)
    twins: list[Person] = []
    if request.method == "POST" and form.is_valid():
        twins = _namesakes(request, club, form)
        if not twins and (added := _add(request, club, form)):
            messages.success(request, _("%(name)s is added.") % {"name": added})
            return redirect("people", slug=slug)
    return page(
        request,
        "people/person_form.html",
        club=club,
        current="people",
        form=form,
        twins=twins,
        key=request.POST.get("key") or uuid.uuid4().hex,
        status=422 if form.errors or twins else 200,
    )


def _namesakes(request: HttpRequest, club: Club, form: PersonForm) -> list[Person]:
    """People of that name, unless the asker knows, or this very click has already added one."""
    if form.cleaned_data["twin"] or audit.was_done(key_of(request.POST)):
        return []
    return service.namesakes(club, form.name())


def _add(request: HttpRequest, club: Club, form: PersonForm) -> str:
    """Adds the person; returns the name, or "" with the refusal in the form."""
    data = form.cleaned_data
    try:
        person = service.add_person(
            club,
            form.name(),
            actor=request.user,
            kind=data["kind"],
            number=data["number"],
            visibility=data["visibility"],
            key=key_of(request.POST),
        )
    except AlreadyDone as done:
        return Person.objects.get(pk=done.subject.split(":")[1]).name
    except Refused as refusal:
        form.add_error("number", refusal.message)
        return ""
    return person.name


def person_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = get_club_for_user(request.user, slug, Act.PEOPLE)
    if moved := Person.objects.filter(pk=pk, merged_into__memberships__club=club).first():
        return redirect("person_edit", slug, moved.merged_into_id)
    membership = get_object_or_404(
        Membership.objects.select_related("person", "club"), club=club, person__pk=pk
    )
    form = PersonForm(request.POST) if request.method == "POST" else PersonForm.of(membership)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            person = service.change_person(
                membership,
                form.name(),
                actor=request.user,
                kind=data["kind"],
                number=data["number"],
                visibility=data["visibility"],
            )
        except Refused as refusal:
            form.add_error("number", refusal.message)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": person.name})
            return redirect("people", slug=slug)
    return page(
        request,
        "people/person_form.html",
        club=club,
        current="people",
        form=form,
        membership=membership,
        merges=people_part.merges_of(membership.person),
        status=422 if form.errors else 200,
    )


def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may do what; an administrator gives and takes roles, makes users and sets passwords."""
    club = get_club_for_user(request.user, slug, Act.ROLES)
    form, password_form = RoleForm(), PasswordForm(club)
    if request.method == "POST" and "take" in request.POST:
        return _take_role(request, club)
    if request.method == "POST" and "new_password" in request.POST:
        password_form = PasswordForm(club, request.POST)
        if password_form.is_valid() and _set_password(request, club, password_form):
            return redirect("roles", slug=slug)
    elif request.method == "POST":
        form = RoleForm(request.POST)
        if form.is_valid():
            user = _give(request, club, form)
            messages.success(request, _("%(user)s has the role.") % {"user": user.username})
            return redirect("roles", slug=slug)
    held = club.roles.select_related("user", "person").order_by("user__username", "kind")
    return page(
        request,
        "people/roles.html",
        club=club,
        form=form,
        password_form=password_form,
        roles=held,
        status=422 if form.errors or password_form.errors else 200,
    )


def _take_role(request: HttpRequest, club: Club) -> HttpResponse:
    role = get_object_or_404(Role, club=club, pk=whole_number(request.POST["take"]) or 0)
    try:
        service.take_role(role, actor=request.user)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("roles", slug=club.slug)


def _set_password(request: HttpRequest, club: Club, form: PasswordForm) -> bool:
    data = form.cleaned_data
    try:
        service.set_password(club, data["user"], data["new_password"], actor=request.user)
    except Refused as refusal:
        form.add_error("user", refusal.message)
        return False
    messages.success(request, _("%(user)s has a new password.") % {"user": data["user"].username})
    return True


@transaction.atomic
def _give(request: HttpRequest, club: Club, form: RoleForm) -> User:
    data = form.cleaned_data
    user: User = form.user or User.objects.create_user(data["username"], password=data["password"])
    service.give_role(club, user, data["kind"], actor=request.user)
    return user
