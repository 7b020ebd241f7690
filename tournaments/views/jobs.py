"""Documents: order one, watch it being made, fetch it, try again; and the list of what was made."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from klaverclub.typed import whole_number
from tournaments import access
from tournaments.access import Act
from tournaments.models import EveningPack, Job, WorkerHeartbeat
from tournaments.reports.render import Format
from tournaments.services import (
    code_documents,
    competition_documents,
    jobs,
    publication_files,
    reports,
    season_documents,
)
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from tournaments.models import Club

PER_PAGE = 30
IMPATIENT = 15  # seconds in the queue after which the page wonders whether a worker is there
OF_AN_EVENING = {
    "evening": "evening_result",
    "lots": "evening",
    **dict.fromkeys(("prizes", "receipts"), "evening_prizes"),
    **dict.fromkeys(("schedule", "proof", "matrix", "cards", "guides"), "evening_schedule"),
}
OF_A_COMPETITION = {
    **dict.fromkeys(season_documents.BUILDERS, "season"),
    "rules": "competition_rules",
    **dict.fromkeys(competition_documents.OF_A_LEAGUE, "league"),
    **dict.fromkeys(("season-prizes", "season-receipts"), "season_prizes"),
}
OF_A_COMPARISON = {"what-if": "comparison"}
OF_A_CLUB = ("ratings", "pair-ratings", "player", "versus", *code_documents.BUILDERS)
SUBJECT_PAGES = OF_A_COMPETITION | OF_AN_EVENING | OF_A_COMPARISON | {publication_files.KIND: "publication"}
"""The page of what a document is about; of all other kinds it is the round."""
SILENT = 30  # seconds without a sign of life after which there is none


def _club_of(request: HttpRequest, kind: str, pk: int) -> Club:
    """The club of what a document is about, for who may make documents of it."""
    if kind in OF_A_COMPETITION:
        return access.get_competition_for_user(request.user, pk, Act.REPORTS).club
    if kind in OF_A_COMPARISON:
        return access.get_comparison_for_user(request.user, pk, Act.REPORTS).competition.club
    if kind in OF_A_CLUB:
        return access.get_club_by_key_for_user(request.user, _club_key(request, kind, pk), Act.REPORTS)
    if kind in OF_AN_EVENING:
        return access.get_evening_for_user(request.user, pk, Act.REPORTS).competition.club
    if kind in reports.BUILDERS:
        return access.get_round_for_user(request.user, pk, Act.REPORTS).evening.competition.club
    raise Http404(f"no documents of the kind {kind}")


def _club_key(request: HttpRequest, kind: str, pk: int) -> int:
    """The key of the club whose ratings are asked for; of a player it comes along."""
    if kind != "player":
        return pk
    asked = whole_number(request.POST.get("club"))
    if asked is None:
        raise Http404("a player of no club")
    return asked


@require_POST
def report(request: HttpRequest, kind: str, pk: int, format: str) -> HttpResponse:
    """Orders a document; asking ten times for the same is asking once."""
    if format not in reports.CONTENT_TYPES:
        raise Http404(f"no documents as {format}")
    club = _club_of(request, kind, pk)
    options = _options(request, kind)
    try:
        made = reports.order(kind, pk, Format(format), club=club, author=request.user, options=options)
    except (LookupError, ObjectDoesNotExist):
        raise Http404("no such title or entry") from None
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect(_subject(kind, pk, club))
    return redirect("job", made.pk)


def _options(request: HttpRequest, kind: str) -> dict[str, Any]:
    """Which title, whose list and which entry of a season are asked for; 404 for what cannot be."""
    known = reports.options_of(kind)
    asked = {name: request.POST[name] for name in known if request.POST.get(name)}
    if asked.get("of", "entries") not in EveningPack.Of.values:
        raise Http404("no list of those")
    if "entry" in known:
        entry = whole_number(asked.get("entry"))
        if entry is None:
            raise Http404("no such entry")
        return asked | {"entry": entry}
    return asked


@never_cache
@require_safe
def job(request: HttpRequest, pk: int) -> HttpResponse:
    return page(request, "jobs/job.html", current="documents", **_job_context(request, pk))


@never_cache
@require_safe
def status(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes; 204 when the asker has already seen it like this."""
    context = _job_context(request, pk)
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "jobs/_job.html", context)


def _job_context(request: HttpRequest, pk: int) -> dict[str, Any]:
    made = access.get_job_for_user(request.user, pk)
    left, waits = _time_left(made), _waits_for_nobody(made)
    return {
        "job": made,
        "club": made.club,
        "subject": _subject(made.kind, made.params["pk"], made.club) if "pk" in made.params else "",
        "left": left,
        "waits_for_nobody": waits,
        "seen": f"{made.state}-{made.attempt}-{made.done}-{made.of}-{left}-{waits:d}",
        "size": _size(made),
    }


def _subject(kind: str, pk: int, club: Club) -> str:
    """The page of what a document is about."""
    if kind == "ratings":
        return reverse("ratings", args=[club.slug])
    if kind == "pair-ratings":
        return reverse("pair_ratings", args=[club.slug])
    if kind == "versus" or kind in code_documents.BUILDERS:
        return reverse("players", args=[club.slug])
    if kind == "player":
        return reverse("person", args=[club.slug, pk])
    return reverse(SUBJECT_PAGES.get(kind, "round"), args=[pk])


def _time_left(made: Job) -> str:
    """How long still, in words, from the pace so far; empty when that cannot be said."""
    if made.state != Job.State.RUNNING or not (made.done and made.of and made.started):
        return ""
    spent = (timezone.now() - made.started).total_seconds()
    seconds = spent * (made.of - made.done) / made.done
    if seconds < 5:
        return _("a few seconds more")
    if seconds < 90:
        return _("about %(seconds)d seconds more") % {"seconds": 5 * round(seconds / 5)}
    minutes = round(seconds / 60)
    return ngettext("about %(minutes)d minute more", "about %(minutes)d minutes more", minutes) % {
        "minutes": minutes
    }


def _waits_for_nobody(made: Job) -> bool:
    """Is this waiting for long while no worker shows that it lives?"""
    now = timezone.now()
    if made.state != Job.State.QUEUED or (now - made.created).total_seconds() < IMPATIENT:
        return False
    return not WorkerHeartbeat.objects.filter(at__gt=now - timedelta(seconds=SILENT)).exists()


def _size(made: Job) -> int | None:
    """Bytes of the file, None when there is none (any more)."""
    path: Path = jobs.path_of(made)
    return path.stat().st_size if made.file and path.exists() else None


@never_cache
@require_safe
def file(request: HttpRequest, pk: int) -> HttpResponse:
    """The file, to be saved under its own name; a page that says so when it has been tidied away."""
    made = access.get_job_for_user(request.user, pk)
    try:
        opened = jobs.open_file(made)
    except FileNotFoundError:
        return redirect("job", made.pk)
    response = FileResponse(
        opened, as_attachment=True, filename=made.filename, content_type=made.content_type
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
def retry(request: HttpRequest, pk: int) -> HttpResponse:
    made = access.get_job_for_user(request.user, pk)
    jobs.retry(made)
    return redirect("job", made.pk)


@require_safe
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """What was made for a club, newest first."""
    club = access.get_club_for_user(request.user, slug, Act.REPORTS)
    made = (
        club.jobs.filter(kind__in={*reports.BUILDERS, publication_files.KIND})
        .select_related("author")
        .order_by("-created")
    )
    listed = Paginator(made, PER_PAGE).get_page(request.GET.get("page"))
    return page(request, "jobs/documents.html", club=club, current="documents", page=listed)
