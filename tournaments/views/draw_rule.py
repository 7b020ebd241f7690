"""How a competition is drawn: the way, its options, and what is asked of every draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.access import Act, get_competition_for_user
from tournaments.forms.draw_rule import ApartGroupForm, DrawRuleForm, WishesForm
from tournaments.models import ApartGroup
from tournaments.services import pairing_rules
from tournaments.services.begun import begins_with
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition


def _answer(
    request: HttpRequest, template: str, competition: Competition, *, invalid: bool, **context: Any
) -> HttpResponse:
    return page(
        request,
        template,
        club=competition.club,
        current="competitions",
        status=422 if invalid else 200,
        changes=competition,
        competition=competition,
        **context,
    )


def draw_rule(request: HttpRequest, pk: int) -> HttpResponse:
    """The way of drawing with its options, and the groups that are kept apart."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = DrawRuleForm(request.POST or None, competition=competition)
    began = request.POST.get("began", "")
    if valid := form.is_valid():
        try:
            pairing_rules.save_rule(competition, form.new_rule(), actor=request.user, began=began)
        except Refused as refused:
            form.add_error("method", refused.message)
        else:
            messages.success(request, _("Saved. The next draw goes by it; rounds that are drawn stay."))
            return redirect("draw_rule", pk)
    groups = competition.apart_groups.prefetch_related("entries__members__person")
    return _answer(
        request,
        "competitions/draw_rule.html",
        competition,
        invalid=bool(form.errors),
        form=form,
        began=begins_with(competition.pairing, began, told=valid),
        groups=groups,
        wishes=competition.entries.filter(active=True).exclude(strength=None, fixed_table=None).count(),
    )


def apart_group(request: HttpRequest, pk: int, group_pk: int | None = None) -> HttpResponse:
    """A new group to keep apart, or a change of one."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    group = get_object_or_404(ApartGroup, pk=group_pk, competition=competition) if group_pk else None
    form = ApartGroupForm(request.POST or None, competition=competition, group=group)
    if request.method == "POST" and form.is_valid():
        try:
            saved = pairing_rules.save_group(
                competition,
                form.cleaned_data["name"],
                form.worth_in_ranks,
                form.cleaned_data["entries"],
                actor=request.user,
                group=group,
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, _("“%(name)s” is kept apart from the next draw on.") % {"name": saved})
            return redirect("draw_rule", pk)
    return _answer(
        request,
        "competitions/apart_group.html",
        competition,
        invalid=bool(form.errors),
        form=form,
        group=group,
    )


@require_POST
def apart_remove(request: HttpRequest, pk: int, group_pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    group = ApartGroup.objects.filter(pk=group_pk, competition=competition).first()
    if group:  # else the second click
        pairing_rules.remove_group(group, actor=request.user)
        messages.success(request, _("“%(name)s” may meet again.") % {"name": group.name})
    return redirect("draw_rule", pk)


def wishes(request: HttpRequest, pk: int) -> HttpResponse:
    """Playing strength and fixed table of everybody who takes part."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = WishesForm(request.POST or None, competition=competition)
    if request.method == "POST" and form.is_valid():
        count = pairing_rules.save_wishes(competition, form.wishes(), actor=request.user)
        text = ngettext("Changed for %(count)s name.", "Changed for %(count)s names.", count)
        messages.success(request, text % {"count": count})
        return redirect("draw_rule", pk)
    return _answer(request, "competitions/wishes.html", competition, invalid=bool(form.errors), form=form)
