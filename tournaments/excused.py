"""Tables of which no sheet need come any more: nobody will play there, or all scores there are decided by hand."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from scoring.models import SheetVersion
from tournaments.models import Fixture, Posting, Seat

DECIDED = (Fixture.State.AWARDED, Fixture.State.CANCELLED)
"""What a match is that will not be played."""


def excused() -> Q:
    """A condition on tables: no sheet is in, and none is needed.

    So it is where a match was decided without play after its draw, and where everybody has a score in the round that
    the organiser decided (of a team at this table).
    """
    versions = SheetVersion.objects.filter(sheet=OuterRef("sheet"))
    decided = Fixture.objects.filter(
        state__in=DECIDED, table__round=OuterRef("round"), home__seats__table=OuterRef("pk")
    )
    seats = Seat.objects.filter(table=OuterRef("pk"))
    by_hand = Posting.objects.filter(
        Q(board=0) | Q(board=OuterRef("table__number")),
        round=OuterRef("round"),
        entry=OuterRef("entry"),
        kind=Posting.Kind.ARBITRARY,
    )
    all_by_hand = Exists(seats) & ~Exists(seats.exclude(Exists(by_hand)))
    return ~Q(Exists(versions)) & (Q(Exists(decided)) | Q(all_by_hand))
