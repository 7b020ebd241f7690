"""Publications: the list of a competition, one as it was published, publishing with a look first, and comparing two."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from klaverclub.typed import whole_number
from tournaments import access, embargo, errata, errata_words, prize_words
from tournaments.access import Act
from tournaments.forms.key import key_of
from tournaments.models import Competition, MergedEntry, Publication
from tournaments.reports.render import Format
from tournaments.services import prizes, publication_files, publish, published
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing import periods, queries
from tournaments.views.page import page
from tournaments.views.public import readers_page

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    from tournaments.models import Club, Evening
    from tournaments.standing.queries import Reader

ON_A_PAGE = 200
Kind = Publication.Kind


def _all() -> QuerySet[Publication]:
    return Publication.objects.select_related(
        "competition__club", "evening", "published_by", "replaces", "replaced_by"
    )


def _rows(competition: Competition) -> QuerySet[Publication]:
    """Newest first, without what is printed."""
    return (
        _all().filter(competition=competition).defer("content", "replaces__content", "replaced_by__content")
    )


# The desk -------------------------------------------------------------------------------------------------


@require_safe
def publications(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that was published, newest first, and what can be published now."""
    competition = access.get_competition_for_user(request.user, pk)
    outdated = publish.outdated(competition) if access.may(request.user, competition.club, Act.DRAW) else []
    return page(
        request,
        "publications/publications.html",
        club=competition.club,
        current="competitions",
        competition=competition,
        listed=Paginator(_rows(competition), ON_A_PAGE).get_page(request.GET.get("page")),
        outdated={each.pk for each in outdated},
        titles=["", *periods.names_of(competition.get_standing()), *competition.get_titles()],
        divisions=competition.divisions.exclude(fixtures=None).distinct(),
        prizes=[(each, prize_words.list_title(each)) for each in prizes.standings_with_prizes(competition)],
    )


@require_safe
def publication(request: HttpRequest, pk: int) -> HttpResponse:
    """A publication, printed from what was kept."""
    found = _publication_of(request, pk)
    context = _context(request, found, public=False)
    return page(
        request,
        "publications/publication.html",
        club=found.competition.club,
        current="competitions",
        **context,
    )


def _publication_of(request: HttpRequest, pk: int) -> Publication:
    """Raises `KeptBack` for a player before the prize-giving."""
    found = get_object_or_404(_all(), pk=pk, competition__club__in=access.clubs_of(request.user))
    if kept := _kept_back(found, queries.reader_for(request.user, found.competition.club)):
        raise embargo.KeptBack(kept)
    return found


def _kept_back(found: Publication, reader: Reader) -> Evening | None:
    return embargo.list_hidden(found.competition, errata.spans(found.content), reader)


def _context(request: HttpRequest, found: Publication, *, public: bool) -> dict[str, Any]:
    shown = published.shown(found, public=public)
    this = Paginator(shown.table, ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "competition": found.competition,
        "publication": found,
        "shown": shown,
        "rows": this,
        "formats": [] if public else [(each, _format_words(each)) for each in Format],
        "later": _later(found),
        "earlier": _same_list(found).filter(number__lt=found.number).first(),
    }


def _format_words(format: Format) -> str:
    return {
        Format.PDF: _("PDF"),
        Format.XLSX: _("Excel"),
        Format.CSV: _("CSV"),
        Format.CSV_INT: _("CSV, international"),
    }[format]


def _same_list(found: Publication) -> QuerySet[Publication]:
    """Newest first, without their contents."""
    rows = Publication.objects.filter(
        competition=found.competition_id, kind=found.kind, title=found.title, evening=found.evening_id
    )
    return rows.defer("content", "erratum").order_by("-number")


def _later(found: Publication) -> Publication | None:
    """The newest publication of the same list, unless it is this one."""
    return _same_list(found).filter(number__gt=found.number).first()


@never_cache
def publication_file(request: HttpRequest, pk: int, format: str) -> HttpResponse:
    """The document of a publication: the bytes that were made first. Posting orders it when it was never made."""
    found = _publication_of(request, pk)
    access.get_competition_for_user(request.user, found.competition_id, Act.REPORTS)
    if format not in list(Format):
        raise Http404(f"no documents as {format}")
    file = publication_files.stored(found, Format(format))
    if request.method == "POST":
        if file is None:
            return redirect("job", publication_files.order(found, Format(format), author=request.user).pk)
        return redirect("publication_file", pk, format)
    if file is None:
        return redirect("publication", pk)
    response = HttpResponse(bytes(file.data), content_type=file.content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{file.filename}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@require_safe
def publication_compare(request: HttpRequest, pk: int) -> HttpResponse:
    """What this publication says otherwise than another of the same competition: `?with=` its number."""
    found = _publication_of(request, pk)
    others = _rows(found.competition).filter(kind=found.kind, evening=found.evening).exclude(pk=found.pk)
    asked = request.GET.get("with", "")
    number = whole_number(asked)
    other = others.filter(number=number).first() if number is not None else None
    told: list[str] = []
    if other and (kept := _kept_back(other, queries.reader_for(request.user, found.competition.club))):
        raise embargo.KeptBack(kept)
    if other:
        one, two = sorted((found, other), key=lambda each: each.number)
        told = errata_words.sentences(
            errata.changes(one.content, two.content, MergedEntry.onward(found.competition)),
            two.content,
            lambda each: each["name"],
        )
    return page(
        request,
        "publications/compare.html",
        club=found.competition.club,
        current="competitions",
        competition=found.competition,
        publication=found,
        other=other,
        others=others,
        told=told,
    )


def publish_list(request: HttpRequest, pk: int) -> HttpResponse:
    """A look at what would be published, what it corrects, and the button; `?kind=`, `title`, `evening` say which."""
    competition = access.get_competition_for_user(request.user, pk, Act.DRAW)
    asked = request.POST if request.method == "POST" else request.GET
    kind, title, evening = _which(asked, competition)
    reason = request.POST.get("reason", "")
    refusal = ""
    if request.method == "POST":
        try:
            made = publish.publish(
                competition,
                kind,
                title=title,
                evening=evening,
                reason=reason,
                actor=request.user,
                key=key_of(request.POST),
            )
        except AlreadyDone as done:
            return redirect("publication", int(done.subject.partition(":")[2]))
        except Refused as refused:
            refusal = refused.message
        else:
            messages.success(request, _("Published as number %(number)s.") % {"number": made.number})
            return redirect("publication", made.pk)
    return _look(request, competition, (kind, title, evening), refusal, reason)


def _which(asked: Any, competition: Competition) -> tuple[str, str, Evening | None]:
    """The list that is meant; 404 for what is none."""
    kind, number = asked.get("kind", Kind.STANDING), asked.get("evening", "")
    if kind not in Kind.values or (kind == Kind.EVENING and not number):
        raise Http404("no such list")
    evening = None
    if number and kind not in (Kind.STANDING, Kind.DIVISION):
        evening = get_object_or_404(competition.evenings.all(), pk=whole_number(number) or 0)
    return kind, "" if evening else asked.get("title", ""), evening


def _look(
    request: HttpRequest,
    competition: Competition,
    which: tuple[str, str, Evening | None],
    refusal: str,
    reason: str,
) -> HttpResponse:
    kind, title, evening = which
    draft = preview = None
    told: list[str] = []
    try:
        draft = publish.prepare(competition, kind, title=title, evening=evening)
    except Refused as refused:
        refusal = refusal or refused.message
    else:
        preview = publish.as_publication(competition, kind, title, evening, draft)
        told = errata_words.sentences(draft.changes, draft.content, lambda each: each["name"])
    return page(
        request,
        "publications/publish.html",
        club=competition.club,
        current="competitions",
        status=422 if refusal else 200,
        competition=competition,
        kind=kind,
        title=title,
        evening=evening,
        draft=draft,
        told=told,
        shown=published.shown(preview, public=False) if preview else None,
        publication=preview,
        refusal=refusal,
        reason=reason,
        key=uuid.uuid4().hex,
    )


# For readers ----------------------------------------------------------------------------------------------


@readers_page
def public_publications(request: HttpRequest, club: Club, reader: Reader, pk: int) -> HttpResponse:
    competition = get_object_or_404(Competition, club=club, pk=pk)
    listed = Paginator(_rows(competition), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"public": True, "here": "publications", "club": club, "competition": competition}
    return render(request, "publications/public_list.html", context | {"listed": listed})


@readers_page
def public_publication(request: HttpRequest, club: Club, reader: Reader, pk: int) -> HttpResponse:
    found = get_object_or_404(_all(), pk=pk, competition__club=club)
    context = {"public": True, "here": "publications", "club": club, "competition": found.competition}
    if kept := _kept_back(found, reader):
        return render(
            request, "publications/public.html", context | {"kept_back": kept, "publication": found}
        )
    return render(request, "publications/public.html", context | _context(request, found, public=True))
