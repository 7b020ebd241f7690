"""Who is the same person: two made one, that undone, and one made two. Each is shown first with all that moves."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from klaverclub.typed import whole_number
from tournaments import names
from tournaments.access import Act, clubs_of, get_club_for_user, may
from tournaments.forms.key import key_of
from tournaments.forms.people_same import ReasonForm, SplitForm
from tournaments.models import Change, Person
from tournaments.services import (
    audit,
    people_effects,
    people_entries,
    people_merge,
    people_obstacles,
    people_part,
    people_rows,
    people_split,
)
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.people_effects import OtherEffects
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Club, Competition

FOUND = 20


def _allowed(request: HttpRequest, people: Iterable[Person]) -> list[int]:
    """The clubs that know these people and in which the asker may say who they are."""
    known = people_rows.clubs_of(list(people)).filter(pk__in=clubs_of(request.user).values("pk"))
    return [club.pk for club in known if may(request.user, club, Act.MERGE)]


def _people_of(club: Club) -> QuerySet[Person]:
    return Person.objects.filter(memberships__club=club)


def _search(club: Club, query: str, besides: Person) -> list[Person]:
    people = _people_of(club).exclude(pk=besides.pk)
    found = people.search(query) | people.filter(memberships__number=query)
    return list(found.distinct().order_by("sort_key", "pk")[:FOUND])


def _with_numbers(club: Club, people: Iterable[Person]) -> list[tuple[Person, str]]:
    found = list(people)
    numbers = dict(club.memberships.filter(person__in=found).values_list("person", "number"))
    return [(person, numbers.get(person.pk, "")) for person in found]


# Two are one --------------------------------------------------------------------------------------------------


def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Chooses who is the same person as this one; with `?other=` all that moves, and the button that does it."""
    club = get_club_for_user(request.user, slug, Act.MERGE)
    person = get_object_or_404(_people_of(club), pk=pk)
    key = whole_number((request.POST or request.GET).get("other", ""))
    if key is not None:
        return _merge_with(request, club, person, get_object_or_404(Person, pk=key))
    query = request.GET.get("q", "").strip()
    return page(
        request,
        "people/merge_choose.html",
        club=club,
        current="people",
        person=person,
        query=query,
        found=_with_numbers(club, _search(club, query, person)) if query else [],
        probable=_with_numbers(club, people_merge.probable_doubles(club, person)),
        merges=people_part.merges_of(person),
    )


def _merge_with(request: HttpRequest, club: Club, person: Person, other: Person) -> HttpResponse:
    if request.method == "POST" and other.merged_into_id == person.pk:
        return redirect("person_edit", club.slug, person.pk)  # the second click
    get_object_or_404(_people_of(club), pk=other.pk)
    partners = (request.POST or request.GET).get("partners") == "1"
    pairs = people_entries.couples_of(person, other, partners=True)
    couples = pairs if partners else pairs[:1]
    allowed = _allowed(request, [one for couple in couples for one in couple])
    seen = people_merge.preview(person, other, allowed, partners=partners)
    look = Look(club, seen.seasons, people_entries.merged_in(seen.joints))
    form = _reason_form(request, needed=seen.needs_reason)
    changed = request.method == "POST" and request.POST.get("seen") != seen.fingerprint

    def act() -> list[int]:
        people_merge.merge(
            person,
            other,
            club=club,
            actor=request.user,
            allowed=allowed,
            reason=_reason(form, request),
            partners=partners,
            key=key_of(request.POST),
        )
        return [one.pk for couple in couples for one in couple]

    if request.method == "POST" and not changed and not seen.obstacles and (form is None or form.is_valid()):
        try:
            look.carry_out(act, request.POST.get("effects", ""))
        except (Refused, AlreadyDone):
            return redirect(
                f"{request.path}?other={other.pk}{'&partners=1' if partners else ''}"
            )  # somebody was first: what is now is shown
        except OtherEffects:
            changed = True
        else:
            told = {"other": other.name, "name": person.name}
            messages.success(request, _("%(other)s is %(name)s from now on.") % told)
            return redirect("person_edit", club.slug, person.pk)
    return page(
        request,
        "people/merge.html",
        club=club,
        current="people",
        person=person,
        other=other,
        seen=seen,
        partners=partners,
        offered=[] if partners else pairs[1:],
        changed=changed,
        form=form,
        effects=None if seen.obstacles else look.of(act),
        key=uuid.uuid4().hex,
        status=422 if request.method == "POST" else 200,
    )


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at before people become others: the club's ratings, and seasons of which more changes than names."""

    club: Club
    seasons: list[Competition]
    merged: dict[int, int]

    def of(self, act: Callable[[], Collection[int]]) -> people_effects.Effects:
        return people_effects.of_both(self.club, act, _("Ratings"), self.seasons, self.merged)

    def carry_out(self, act: Callable[[], Collection[int]], seen: str) -> None:
        """Does it; where seasons change only if the effects are those that were seen (`OtherEffects`)."""
        if self.seasons:
            people_effects.carry_out(self.club, act, _("Ratings"), self.seasons, self.merged, seen)
        else:
            act()


def _reason_form(request: HttpRequest, *, needed: bool) -> ReasonForm | None:
    if not needed:
        return None
    return ReasonForm(request.POST if request.method == "POST" else None)


def _reason(form: ReasonForm | None, request: HttpRequest) -> str:
    """What was typed; while it is only looked at, that it is."""
    if form is None:
        return ""
    return str(form.cleaned_data["why"]) if request.method == "POST" and form.is_valid() else "?"


def part(request: HttpRequest, slug: str, pk: int, act: int) -> HttpResponse:
    """Undoes a merge by name: what goes back and what moves with it, and the button that does it."""
    club = get_club_for_user(request.user, slug, Act.MERGE)
    person = get_object_or_404(_people_of(club), pk=pk)
    change = get_object_or_404(Change, pk=act, verb=people_merge.MERGED, subject=f"person:{pk}")
    other = get_object_or_404(Person, pk=change.detail["other"])
    if request.method == "POST" and other.merged_into_id != person.pk:
        return redirect("person_edit", slug, pk)  # the second click
    couples = people_part.couples_of(change)
    people = [one for couple in couples for one in couple]
    allowed = _allowed(request, people)
    obstacles = people_rows.not_allowed(people, allowed) + people_part.contradictions(change)
    seasons = people_part.seasons_of(change)
    records = people_part.entries_of(change)
    look = Look(club, seasons, people_entries.merged_by(records))
    form = _reason_form(request, needed=people_obstacles.needs_reason(seasons))
    changed = False

    def undo() -> list[int]:
        people_part.undo(change, actor=request.user, allowed=allowed, reason=_reason(form, request))
        return [one.pk for one in people]

    if request.method == "POST" and not obstacles and (form is None or form.is_valid()):
        try:
            look.carry_out(undo, request.POST.get("effects", ""))
        except Refused:
            return redirect(request.get_full_path())  # somebody was first: what is now is shown
        except OtherEffects:
            changed = True
        else:
            messages.success(request, _("%(other)s is somebody else again.") % {"other": other.name})
            return redirect("person_edit", slug, pk)
    rows = change.detail["rows"]
    return page(
        request,
        "people/part.html",
        club=club,
        current="people",
        person=person,
        other=other,
        partners=couples[1:],
        change=change,
        entries=len(rows["members"]) + len(records),
        rounds=len(rows["seats"]),
        obstacles=obstacles,
        changed=changed,
        form=form,
        effects=None if obstacles else look.of(undo),
        status=422 if request.method == "POST" else 200,
    )


# One is two ---------------------------------------------------------------------------------------------------


def split(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Chooses competitions that were somebody else's and who that is; then all that moves, and the button."""
    club = get_club_for_user(request.user, slug, Act.MERGE)
    person = get_object_or_404(_people_of(club), pk=pk)
    if "do" in request.POST and audit.was_done(key_of(request.POST)):
        return redirect("person_edit", slug, pk)  # the second click
    form = SplitForm(request.POST or None, moving=people_rows.moving(person, club))
    context: dict[str, Any] = {"step": "choose"}
    if request.method == "POST" and form.is_valid():
        chosen = request.POST.get("to", "")
        to = _people_of(club).filter(pk=whole_number(chosen)).first()
        if not (to or chosen == "new"):
            found = _search(club, form.cleaned_data["name"], person)
            context = {
                "step": "who",
                "found": _with_numbers(club, found),
                "new": names.display(form.new_name()),
            }
        else:
            done, context = _split_to(request, club, person, form, to)
            if done:
                return done
    return page(
        request,
        "people/split.html",
        club=club,
        current="people",
        person=person,
        form=form,
        moving=people_rows.moving(person, club),
        key=request.POST.get("key") or uuid.uuid4().hex,
        status=422 if form.errors or context.get("obstacles") else 200,
        **context,
    )


def _split_to(
    request: HttpRequest, club: Club, person: Person, form: SplitForm, to: Person | None
) -> tuple[HttpResponse | None, dict[str, Any]]:
    """Does it where it was seen; else what the page shows of it."""
    competitions = list(form.cleaned_data["competitions"])
    obstacles = people_split.obstacles(person, to, competitions)
    receiver = to or form.new_name()

    def act(key: str = "") -> tuple[int, int]:
        other = people_split.split(person, competitions, club=club, to=receiver, actor=request.user, key=key)
        return person.pk, other.pk

    if "do" in request.POST and not obstacles:
        try:
            act(key_of(request.POST))
        except AlreadyDone:
            pass
        except Refused as refused:  # somebody was first
            return None, {"step": "look", "to": to, "obstacles": [refused.message]}
        messages.success(request, _("Those competitions are somebody else’s from now on."))
        return redirect("person_edit", club.slug, person.pk), {}
    return None, {
        "step": "look",
        "to": to,
        "new": names.display(form.new_name()),
        "obstacles": obstacles,
        "ratings": None if obstacles else people_effects.of(club, act, _("Ratings")),
        "moved": [one for one in people_rows.moving(person, club) if one.competition in competitions],
    }
