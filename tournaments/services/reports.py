"""The documents of a club: ordered from a page, built from the ledger and made by the worker.

An order is a job whose key holds a fingerprint of everything the document would print: ten clicks are one
job, and a changed score is another. Handlers are registered when this module is imported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import get_language, gettext_noop

from tournaments.models import Job
from tournaments.reports.booklet import Booklet
from tournaments.reports.documents import Document
from tournaments.reports.render import Format, filename_for, render
from tournaments.services import (
    code_documents,
    competition_documents,
    evening_documents,
    jobs,
    player_documents,
    rating_documents,
    round_documents,
    season_documents,
    versus_documents,
    what_if_documents,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Club, User
    from tournaments.reports.documents import Heading

CONTENT_TYPES = {
    Format.PDF: "application/pdf",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.CSV: "text/csv; charset=utf-8",
    Format.CSV_INT: "text/csv; charset=utf-8",
}
GONE = gettext_noop(
    "What this was to be made of has been removed. Go back to the evening and ask again from there."
)
Builder = Callable[..., Document | Booklet]
BUILDERS: dict[str, Builder] = {
    **round_documents.BUILDERS,
    **evening_documents.BUILDERS,
    **competition_documents.BUILDERS,
    **season_documents.BUILDERS,
    **what_if_documents.BUILDERS,
    **rating_documents.BUILDERS,
    **player_documents.BUILDERS,
    **versus_documents.BUILDERS,
    **code_documents.BUILDERS,
}
"""By kind, what makes a document from the key of a round, evening or competition and, in a season, from options."""


def options_of(kind: str) -> tuple[str, ...]:
    """The names of the options of a kind; none for most."""
    known: dict[str, tuple[str, ...]] = {}
    for module in (competition_documents, rating_documents, player_documents, versus_documents):
        known |= module.OPTIONS
    return known.get(kind) or tuple(season_documents.options_of(kind))


def order(
    kind: str,
    pk: int,
    format: Format,
    *,
    club: Club,
    author: User,
    options: Mapping[str, Any] | None = None,
) -> Job:
    """The job that makes this document, in the active language: a new one, or the one that is there already.

    `options`: which title, whose list, which entry (`options_of`). Raises `Refused` when there is
    nothing to print yet, TypeError for options that the kind does not have.
    """
    chosen = dict(options or {})
    heading, fingerprint = _outline(kind, pk, chosen)
    params = {
        "pk": pk,
        "format": str(format),
        "title": heading.title,
        "event": heading.event,
        "options": chosen,
    }
    key = _key(kind, pk, format, fingerprint)
    return jobs.enqueue(kind, params, key=key, club=club, author=author)


def make(run: jobs.JobRun) -> None:
    """The handler of every kind: prints what is in the database now."""
    kind, pk, format = run.job.kind, run.params["pk"], Format(run.params["format"])
    options = run.params.get("options", {})
    try:
        document = BUILDERS[kind](pk, **options)
        key = _key(kind, pk, format, _outline(kind, pk, options, document)[1])
    except (ObjectDoesNotExist, LookupError):
        raise jobs.JobError(GONE) from None
    if key != run.job.key:
        # The data moved on since the click. Whoever asks for the old data again must not get this file.
        Job.objects.filter(pk=run.job.pk).update(key=f"{key}:{run.job.pk}")
    path = run.file(filename_for(document, format), CONTENT_TYPES[format])
    render(document, format, path, run.progress)


def _outline(
    kind: str, pk: int, options: Mapping[str, Any], document: Document | Booklet | None = None
) -> tuple[Heading, str]:
    """The heading of a document, and a fingerprint of everything it prints; `document` when it is made already."""
    if outline := season_documents.OUTLINES.get(kind):
        heading, text = outline(pk, **options)
    else:
        document = document or BUILDERS[kind](pk, **options)
        heading, text = document.heading, repr(document).replace(repr(document.heading.printed_at), "")
    return heading, hashlib.sha256(text.encode()).hexdigest()[:40]


def _key(kind: str, pk: int, format: Format, fingerprint: str) -> str:
    return f"{kind}:{pk}:{format}:{get_language()}:{fingerprint}"


for _kind in BUILDERS:
    jobs.register(_kind)(make)
