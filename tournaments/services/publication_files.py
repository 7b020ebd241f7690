"""The documents of a publication: made once by a job, kept in the database, and given out byte for byte ever after."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import errata_words
from tournaments.models import Publication, PublicationFile
from tournaments.reports.documents import Heading, TableReport
from tournaments.reports.frozen import thaw, thaw_recount
from tournaments.reports.render import Format, render
from tournaments.services import jobs, public_links, reports, season_documents

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tournaments.models import Job, User
    from tournaments.reports.recount import Recount

KIND = "publication"
MOST_LINES = 60
"""Lines of an erratum on paper; the page of the publication has them all."""


def stored(publication: Publication, format: Format) -> PublicationFile | None:
    """The file in the active language, if it was made already."""
    return PublicationFile.objects.filter(
        publication=publication, format=str(format), language=_language()
    ).first()


def order(publication: Publication, format: Format, *, author: User) -> Job:
    """The job that makes the file in the active language; asking again is asking for the same."""
    report = document(publication)
    params = {
        "pk": publication.pk,
        "format": str(format),
        "title": _("%(list)s, publication %(number)s")
        % {"list": report.heading.title, "number": publication.number},
        "event": report.heading.event,
    }
    key = f"{KIND}:{publication.pk}:{format}:{_language()}"
    return jobs.enqueue(KIND, params, key=key, club=publication.competition.club, author=author)


def document(publication: Publication) -> TableReport:
    """What a publication prints in the active language, from its content alone, with the way to its public page."""
    content = publication.content
    printed = content["printed"][_language()]
    notes = [*erratum_lines(publication, MOST_LINES), *printed["footnotes"]]
    report = thaw(printed | {"footnotes": notes}, _heading(publication, printed))
    recount = _recount(content)
    left_out = "" if recount or publication.kind != Publication.Kind.STANDING else _why_no_recount(content)
    return replace(report, link=public_links.publication(publication), recount=recount, no_recount=left_out)


def _recount(content: Mapping[str, Any]) -> Recount | None:
    """What a published standing is counted from; None for other lists and where it was not kept."""
    found = content.get("recount")
    if not found:
        return None
    lines = [
        (line["rank"], line["name"], None if line["value"] is None else Fraction(line["value"]))
        for line in content["lines"]
    ]
    return thaw_recount(found, lines, found["sentences"][_language()])


def _why_no_recount(content: Mapping[str, Any]) -> str:
    if "recount" in content:
        return season_documents.recount_left_out()
    return _(
        "No sheet counts the totals again: when this was published, what they are made of was not kept with it."
    )


def erratum_lines(publication: Publication, most: int | None = None) -> list[str]:
    """Why it replaces an earlier one and what changed, with the names of the desk."""
    if not publication.erratum:
        return []
    told = errata_words.sentences(publication.erratum, publication.content, lambda each: each["name"])
    head = _("Erratum: replaces publication %(number)s. Reason: %(reason)s") % {
        "number": publication.replaces.number,
        "reason": publication.reason,
    }
    rest = len(told) - most if most and len(told) > most else 0
    more = [_("And %(count)s more, on the page of this publication.") % {"count": rest}] if rest else []
    return [head, *(told[:most] if rest else told), *more]


def _heading(publication: Publication, printed: Mapping[str, Any]) -> Heading:
    content = publication.content
    return Heading(
        club=content["club"],
        event=printed["event"],
        date=date.fromisoformat(content["date"]),
        printed_at=publication.published_at.astimezone(ZoneInfo(content["time_zone"])),
        title=printed["title"],
        provisional=publication.provisional,
        status=printed.get("status", ""),
        mark=mark(publication),
    )


def mark(publication: Publication) -> str:
    """ "Publication 5", and which it replaces."""
    if publication.replaces_id:
        return _("Publication %(number)s, replaces %(earlier)s") % {
            "number": publication.number,
            "earlier": publication.replaces.number,
        }
    return _("Publication %(number)s") % {"number": publication.number}


@jobs.register(KIND)
def make(run: jobs.JobRun) -> None:
    """Prints a publication, or copies what was printed before: the first one made stays the only one."""
    publication = Publication.objects.select_related("replaces").get(pk=run.params["pk"])
    format = Format(run.params["format"])
    file = stored(publication, format)
    if file is None:
        file = _keep(publication, format, run)
    path = run.file(file.filename, file.content_type)
    path.write_bytes(bytes(file.data))


def _keep(publication: Publication, format: Format, run: jobs.JobRun) -> PublicationFile:
    report = document(publication)
    filename = _filename(publication, report, format)
    path: Path = run.file(filename, reports.CONTENT_TYPES[format])
    render(report, format, path, run.progress)
    data = path.read_bytes()
    try:
        with transaction.atomic():
            return PublicationFile.objects.create(
                publication=publication,
                format=str(format),
                language=_language(),
                filename=filename,
                content_type=reports.CONTENT_TYPES[format],
                sha256=hashlib.sha256(data).hexdigest(),
                data=data,
            )
    except IntegrityError:  # another worker was first
        return PublicationFile.objects.get(publication=publication, format=str(format), language=_language())


def _filename(publication: Publication, report: TableReport, format: Format) -> str:
    """A name in plain ASCII: de-vrije-slag-uitslag-no-5.pdf."""
    club = slugify(report.heading.club)[:40].strip("-") or "klaverclub"
    form = "-int" if format is Format.CSV_INT else ""
    return f"{club}-{slugify(report.name)[:40]}-no-{publication.number}{form}.{format.extension}"


def _language() -> str:
    return get_language() or "nl"
