"""A comparison of rules on paper, to be handed out at the members' meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import WhatIf
from tournaments.reports.documents import Cell, Column, Kind, TableReport
from tournaments.services import what_if
from tournaments.services.competitions import absence_in_words
from tournaments.services.errors import Refused
from tournaments.services.headings import heading
from tournaments.standing.notes import translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def comparison_document(pk: int) -> TableReport:
    """The real standing and every alternative; below it the rules in words. Raises `Refused` without alternatives."""
    found = WhatIf.objects.select_related("competition__club").get(pk=pk)
    compared = what_if.compare(found.competition, what_if.alternatives_of(found))
    if not compared.others:
        raise Refused(_("There are no other rules in this comparison yet: add some first."))
    every = (compared.real, *compared.others)
    head = heading(
        found.competition,
        str(found.competition),
        timezone.localdate(),
        title=found.name,
        provisional=compared.provisional,
    )
    return TableReport(
        heading=head,
        name=_("comparison"),
        columns=(
            Column("name", _("Name")),
            *(column for number, outcome in enumerate(every) for column in _columns(number, outcome)),
        ),
        rows=[
            (
                line.name,
                *(
                    cell
                    for place, outcome in zip((line.real, *line.others), every, strict=True)
                    for cell in _cells(place, outcome.decimals)
                ),
            )
            for line in compared.lines
        ],
        footnotes=tuple(note for outcome in every for note in _notes(outcome, compared.real)),
    )


def _columns(number: int, outcome: what_if.Outcome) -> tuple[Column, Column]:
    """A rank and a value for each set of rules, the value under its name."""
    kind = Kind.DECIMAL if outcome.decimals else Kind.INT
    return (
        Column(f"rank{number}", _("Place")),
        Column(f"value{number}", outcome.name, kind, decimals=outcome.decimals, strong=True),
    )


def _cells(place: what_if.Place | None, decimals: int) -> tuple[Cell, Cell]:
    if place is None:
        return "", None
    moved = f" {'▲' if place.moved > 0 else '▼'}{abs(place.moved)}" if place.moved else ""
    value = place.value if decimals or place.value is None else int(place.value)
    return f"{place.rank or '–'}{moved}", value


def _notes(outcome: what_if.Outcome, real: what_if.Outcome) -> Iterator[str]:
    """What the rules say, and what they make of the season."""
    rules = [translated(sentence) for sentence in outcome.standing.sentences()]
    if outcome is not real and not outcome.same_attendance:
        rules += absence_in_words(outcome.attendance)
    yield f"{outcome.name}: {' '.join(rules)}"
    if outcome is real:
        return
    told = {"name": outcome.name, "champions": ", ".join(outcome.champions) or "–", "moved": outcome.moved}
    yield (
        ngettext(
            "%(name)s: champion %(champions)s; %(moved)s has another rank.",
            "%(name)s: champion %(champions)s; %(moved)s have another rank.",
            outcome.moved,
        )
        % told
    )
    if outcome.gone:
        names = ", ".join(f"{name} ({why})" if why else name for name, why in outcome.gone)
        yield _("%(name)s: without a rank %(names)s.") % {"name": outcome.name, "names": names}


BUILDERS: dict[str, Callable[[int], TableReport]] = {"what-if": comparison_document}
"""By kind, what makes a document of a comparison from its key."""
