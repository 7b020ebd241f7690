"""A round: the draw to look at, the board while it is played, and its closing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from klaverclub.typed import whole_number
from tournaments import draw_quality
from tournaments.access import Act, acts, get_evening_for_user, get_round_for_user
from tournaments.board import fingerprint, round_board
from tournaments.forms.evening import SubstituteForm
from tournaments.models import Round, Seat
from tournaments.pairing import schedules
from tournaments.seating import seating
from tournaments.services import closing, correct, draw_changes, draw_review, draw_tables, radar
from tournaments.services import draw as drawing
from tournaments.services.draw_input import as_drawn, given_of, unit_of
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views import corrections
from tournaments.views.evening import cockpit
from tournaments.views.page import page

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpRequest

    from tournaments.board import RoundBoard
    from tournaments.models import Evening


@require_POST
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draws round `number`, once however often it is asked; `again` is the look of the draft that is drawn anew."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    if evening.competition.get_pairing().method == drawing.FIXTURES:
        return redirect("evening_fixtures", evening.pk)
    number = whole_number(request.POST.get("number"))
    if not number:
        return redirect("evening", evening.pk)
    drawn = evening.rounds.filter(number=number).first()
    provisional = request.POST.get("provisional") == "1"
    try:
        if drawn is None:
            drawn = drawing.draw_round(evening, actor=request.user, number=number, provisional=provisional)
        elif again := request.POST.get("again"):
            if again != draw_tables.look_of(drawn):
                text = _(
                    "This draw was changed a moment ago, so nothing was drawn again. This is how it is now."
                )
                messages.warning(request, text)
            drawing.redraw(drawn, actor=request.user, seen=again, provisional=provisional)
    except drawing.ResultsMissing as refused:
        return _ask_provisional(request, evening, refused)
    except Refused as refused:
        if drawn:
            return round_answer(request, drawn, refusal=refused.message)
        return cockpit(request, evening, refusal=refused.message)
    return redirect("round", drawn.pk)


def _ask_provisional(request: HttpRequest, evening: Evening, refused: drawing.ResultsMissing) -> HttpResponse:
    """What the standing lacks, and the choice to draw from it all the same."""
    return page(
        request,
        "evening/provisional.html",
        club=evening.competition.club,
        current="club",
        status=422,
        evening=evening,
        refused=refused,
        number=whole_number(request.POST.get("number")),
        again=request.POST.get("again", ""),
    )


def round_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft to judge, the board of a round that is played, or a closed round."""
    return round_answer(request, get_round_for_user(request.user, pk))


def round_answer(
    request: HttpRequest, round_: Round, *, refusal: str = "", refused_close: bool = False
) -> HttpResponse:
    """The page of a round; `refusal`: why the last press of a button did nothing."""
    evening = round_.evening
    context: dict[str, Any] = {"round": round_, "evening": evening}
    context |= {"refusal": refusal, "refused_close": refused_close}
    allowed = acts(request.user, evening.competition.club)
    if round_.state == Round.State.DRAFT:
        template = "evening/draft.html" if Act.CHECK_IN in allowed else "evening/not_published.html"
        if Act.CHECK_IN in allowed:
            context |= _draft(round_)
    else:
        template = "evening/round.html"
        context |= _board(round_)
    return page(
        request,
        template,
        club=evening.competition.club,
        current="club",
        status=422 if refusal else 200,
        **context,
    )


def _draft(round_: Round) -> dict[str, Any]:
    shown = round_board(round_, require_check=round_.evening.competition.require_check)
    unit, entries = unit_of(round_.evening.competition), draw_changes.drawn_entries(round_)
    names = {pk: entry.name for pk, entry in entries.items()}
    quality = draw_quality.judge(as_drawn(round_), given_of(round_), unit, names)
    pinned = set(round_.tables.filter(pinned=True).values_list("number", flat=True))
    return {
        "board": shown,
        "look": draw_tables.look_of(round_),
        "redrawable": round_.method not in (*schedules.METHODS, drawing.FIXTURES),
        "asks_otherwise": draw_review.asks_otherwise(round_, entries.values()),
        "pinned": pinned,
        "quality": quality,
        "pinned_faults": sorted({table for line in quality for table in line.tables & pinned}),
        **_since(round_),
    }


def _board(round_: Round) -> dict[str, Any]:
    shown = round_board(round_, require_check=round_.evening.competition.require_check)
    return {
        "board": shown,
        "seen": _seen(shown),
        "blockers": _blockers(round_, shown),
        "doubts": partial(radar.doubts, round_),
        "next_number": round_.number + 1 if _may_draw_next(round_, shown) else None,
        **_since(round_),
    }


def _may_draw_next(round_: Round, shown: RoundBoard) -> bool:
    """Whether the next round can be drawn while this one is played."""
    planned = round_.number < round_.evening.rounds_planned
    running = round_.state == Round.State.PUBLISHED and not shown.is_done
    return planned and running and not round_.evening.rounds.filter(number__gt=round_.number).exists()


def _since(round_: Round) -> dict[str, Any]:
    """What became of a draw since it was made."""
    context: dict[str, Any] = {
        "chosen": round_.method == drawing.FIXTURES,
        "moved": draw_review.standing_moved(round_),
        "review": draw_review.review(round_),
    }
    if round_.state != Round.State.CLOSED:
        context["came"], context["gone"] = draw_changes.changed_since_draw(round_)
    return context


def _blockers(round_: Round, shown: RoundBoard) -> list[closing.Blocker]:
    return [] if shown.state != Round.State.PUBLISHED or shown.is_done else closing.blockers(round_)


def _seen(shown: RoundBoard) -> str:
    return fingerprint(shown, get_language())


def board(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables of a published round for the poll; nothing as long as they are as `seen`."""
    round_ = get_round_for_user(request.user, pk)
    if round_.state == Round.State.DRAFT:
        return HttpResponse(status=204)
    shown = round_board(round_, require_check=round_.evening.competition.require_check)
    seen = _seen(shown)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    club = round_.evening.competition.club
    context = {
        "round": round_,
        "evening": round_.evening,
        "board": shown,
        "seen": seen,
        "blockers": _blockers(round_, shown),
        "doubts": partial(radar.doubts, round_),
        "acts": {act.name for act in acts(request.user, club)},
    }
    return render(request, "evening/_board.html", context)


@require_POST
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        round_ = get_round_for_user(request.user, pk, Act.DRAW)
    except Http404:
        messages.warning(request, _("This draw was discarded by somebody else."))
        return _to_evening(request)
    try:
        drawing.publish(round_, actor=request.user, seen=request.POST.get("seen"))
    except Refused as refused:
        return round_answer(request, round_, refusal=refused.message)
    return redirect("evening", round_.evening_id)


def _to_evening(request: HttpRequest) -> HttpResponse:
    """Back to the evening that the form names, from a draw that is gone."""
    evening = whole_number(request.POST.get("evening"))
    return redirect("evening", get_evening_for_user(request.user, evening or 0).pk)


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """One step back from the state that the page showed, so that a double click is one step."""
    try:
        round_ = get_round_for_user(request.user, pk, Act.DRAW)
    except Http404:  # the second click on "discard": the first one did it
        return _to_evening(request)
    try:
        left = drawing.undo(round_, actor=request.user, state=request.POST.get("state", ""))
    except Refused as refused:
        return round_answer(request, round_, refusal=refused.message)
    if left is None:
        messages.success(request, _("The draw of round %(number)s is discarded.") % {"number": round_.number})
        return redirect("evening", round_.evening_id)
    if left.state != Round.State.DRAFT:
        text = _("Round %(number)s was published meanwhile by somebody else: nothing is thrown away.")
        messages.warning(request, text % {"number": round_.number})
        return redirect("round", round_.pk)
    messages.success(request, _("Round %(number)s is a draft again.") % {"number": round_.number})
    return redirect("round", round_.pk)


@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Closes a round; what blocks it stands on the page by name."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    try:
        closing.close_round(round_, actor=request.user)
    except Refused:
        refusal = _("Round %(number)s cannot be closed yet:") % {"number": round_.number}
        return round_answer(request, round_, refusal=refusal, refused_close=True)
    messages.success(request, _("Round %(number)s is closed.") % {"number": round_.number})
    return redirect("evening", round_.evening_id)


@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    try:
        closing.reopen_round(round_, actor=request.user)
    except Refused as refused:
        return round_answer(request, round_, refusal=refused.message)
    return redirect("round", round_.pk)


@require_POST
def late(request: HttpRequest, pk: int) -> HttpResponse:
    """Seats who came in after the draw, with who sits out."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    came, _gone = draw_changes.changed_since_draw(round_)
    if not came:
        return redirect("round", round_.pk)
    try:
        tables = draw_changes.seat_late(round_, actor=request.user)
    except Refused as refused:
        return round_answer(request, round_, refusal=refused.message)
    text = ngettext(
        "%(count)s table added: %(numbers)s.", "%(count)s tables added: %(numbers)s.", len(tables)
    )
    numbers = ", ".join(str(table.number) for table in tables)
    if tables:
        messages.success(request, text % {"count": len(tables), "numbers": numbers})
    else:
        messages.success(request, _("Noted as too late for this round."))
    return redirect("round", round_.pk)


def substitute(request: HttpRequest, pk: int, seat_pk: int) -> HttpResponse:
    """Who really sat on a seat; the score stays with whose seat it is."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    seats = Seat.objects.select_related("table", "person", "entry", "round__evening__competition__club")
    seat = get_object_or_404(seats.prefetch_related("entry__members__person"), pk=seat_pk, round=round_)
    form = SubstituteForm(request.POST or None, seat=seat)
    if request.method == "POST" and form.is_valid():
        try:
            return _substituted(request, seat, form)
        except AlreadyDone:
            return redirect("round", round_.pk)
        except Refused as refused:
            form.add_error("person", refused.message)
    return page(
        request,
        "evening/substitute.html",
        club=round_.evening.competition.club,
        changes=round_.evening.competition,
        current="club",
        status=422 if form.errors else 200,
        round=round_,
        evening=round_.evening,
        seat=seat,
        called=seating(round_.evening.competition.get_rules()).called(seat.position),
        form=form,
        chosen=round_.method == drawing.FIXTURES,
    )


def _substituted(request: HttpRequest, seat: Seat, form: SubstituteForm) -> HttpResponse:
    """Names the substitute; where the score was published, what moves with it is shown first."""
    person, key = form.cleaned_data["person"], form.cleaned_data["key"]
    done = reverse("round", args=[seat.round_id])
    told = {"table": seat.table.number, "name": person.name}
    if not correct.takes_review(seat.table):
        draw_changes.substitute(seat, person, actor=request.user, key=key)
        messages.success(request, _("Table %(table)s: %(name)s sits there.") % told)
        return redirect(done)

    def act(reason: str) -> None:
        draw_changes.substitute(seat, person, actor=request.user, reason=reason, reviewed=True, key=key)

    line = _("%(name)s sat there, not %(before)s.") % {"name": person.name, "before": seat.person.name}
    own = corrections.hidden(request)
    return corrections.answer(request, corrections.Change(seat.table, act, [line], own, request.path, done))
