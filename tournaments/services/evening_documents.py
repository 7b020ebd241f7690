"""What is printed of an evening: its result, its schedule, draw slips, and the prizes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from tournaments import games
from tournaments.models import Evening
from tournaments.reports import cards, results
from tournaments.reports.documents import Awarded, CardsReport, Document, Heading, TableReport
from tournaments.services import prize_documents, prizes, public_links, schedules
from tournaments.services.errors import Refused
from tournaments.services.headings import evening_heading
from tournaments.standing import notes, queries
from tournaments.timetable import Timetable, timetable

if TYPE_CHECKING:
    from collections.abc import Callable


def _evening(pk: int) -> Evening:
    return Evening.objects.select_related("competition__club").get(pk=pk)


def evening_document(pk: int) -> TableReport:
    """The result of an evening with full names, and the way to its public page."""
    evening = _evening(pk)
    return replace(evening_report(evening, queries.DESK), link=public_links.result(evening))


def evening_report(evening: Evening, reader: queries.Reader) -> TableReport:
    """The result of an evening as a reader may see it, a row for each of the list, provisional until it is closed."""
    listed = queries.evening_list(evening, reader)
    terms = games.terms(evening.competition.get_rules())
    rows = [
        results.EveningResultRow(
            rank=row.line.rank,
            name=row.who.name,
            number=row.who.number,
            rounds=tuple(_printed(score) for score in row.scores),
            total=row.line.total,
            best=row.line.tally.best,
            worst=row.line.tally.worst,
            pits=row.line.tally.pits if terms.pits else None,
            nats=row.line.tally.nats,
            roem=row.line.tally.roem,
            poedel=row.poedel,
        )
        for row in listed.rows
    ]
    remarks = (
        *notes.waiting_notes(listed),
        *notes.guest_notes(row.who for row in listed.rows),
        *notes.kind_notes(listed),
        *notes.away_notes(listed),
    )
    heading = evening_heading(evening, provisional=listed.provisional)
    return results.evening_result(heading, rows, remarks, terms)


def _printed(score: queries.Score | None) -> int | None:
    if score is None or score.points is None:
        return None
    return score.points if score.at_table else Awarded(score.points)


def _schedule(pk: int) -> tuple[Evening, Timetable]:
    """An evening with its schedule; `Refused` when there is none."""
    evening = _evening(pk)
    made = schedules.of(evening)
    if made is None:
        raise Refused(gettext("This evening has no schedule: make one first, then print."))
    return evening, timetable(evening, made, queries.Reader())


def of_schedule(build: Callable[[Heading, Timetable], Document]) -> Callable[[int], Document]:
    """A builder that gets the schedule of an evening, by the key of the evening; `Refused` when there is none."""

    def document(pk: int) -> Document:
        evening, shown = _schedule(pk)
        return build(evening_heading(evening), shown)

    return document


def all_rounds_document(pk: int) -> TableReport:
    """The whole schedule for the wall, with the way to its public page."""
    evening, shown = _schedule(pk)
    report = cards.all_rounds(evening_heading(evening), shown)
    return replace(report, link=public_links.schedule(evening))


def personal_cards_document(pk: int) -> CardsReport:
    """A card for everybody of a schedule; each leads to the same card on a phone once readers may see it."""
    evening, shown = _schedule(pk)
    return cards.personal_cards(evening_heading(evening), shown, public_links.cards(evening))


def lots_document(pk: int) -> CardsReport:
    """Slips to draw at the door, as many as people could come, but no half table."""
    evening = _evening(pk)
    competition = evening.competition
    if competition.table_size != 4:
        raise Refused(gettext("Draw slips are for tables of four."))
    size = competition.entries_a_table
    coming = competition.entries.filter(active=True).count()
    count = max(1, -(-coming // size)) * size
    return cards.draw_slips(evening_heading(evening), count, pairs=competition.is_pairs)


def of_evening_prizes(build: Callable[[Heading, prizes.PrizeList], Document]) -> Callable[[int], Document]:
    """A builder that gets the prizes of an evening, by the key of the evening."""

    def document(pk: int) -> Document:
        evening = _evening(pk)
        listed = prizes.evening_prizes(evening)
        heading = evening_heading(evening, provisional=listed.provisional)
        return build(replace(heading, title=gettext("Prizes of the evening")), listed)

    return document


BUILDERS: dict[str, Callable[[int], Document]] = {
    "evening": evening_document,
    "schedule": all_rounds_document,
    "proof": of_schedule(cards.proof),
    "matrix": of_schedule(cards.who_meets_whom),
    "cards": personal_cards_document,
    "guides": of_schedule(cards.guide_cards),
    "lots": lots_document,
    "prizes": of_evening_prizes(prize_documents.prize_list),
    "receipts": of_evening_prizes(prize_documents.receipts),
}
"""By kind, what makes the document of an evening from its key."""
