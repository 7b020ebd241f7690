"""What became of a draw since it was made: changes by hand with their authors, and a standing that has moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetVersion
from tournaments import pairing
from tournaments.draw_quality import NamedTable, named
from tournaments.models import Change, Entry, MergedEntry, Posting, Round
from tournaments.pairing.renamed import renamed_tables
from tournaments.services.draw_input import apart_groups, as_drawn, fixed_tables, given_of, scores

if TYPE_CHECKING:
    import datetime
    from collections.abc import Collection

    from tournaments.models import User

_CHANGES = {
    "swap in draw": gettext_noop("%(one)s and %(other)s have changed places"),
    "pin table": gettext_noop("table %(table)s is pinned"),
    "unpin table": gettext_noop("table %(table)s is no longer pinned"),
    "seat late arrivals": gettext_noop("late arrivals are seated"),
    "withdraw from round": gettext_noop("%(name)s is taken out"),
}


# Ways of drawing each round by itself: a schedule has its own page that says what changed.
_DRAWN = {"lot", "swiss", "stay"}


@dataclass(frozen=True, slots=True)
class HandChange:
    """What a person changed in a draw, in words."""

    at: datetime.datetime
    by: User | None
    text: str


@dataclass(frozen=True, slots=True)
class Review:
    """changes: by hand since the round was first drawn. own: the tables of the newest draw that are no longer so."""

    changes: tuple[HandChange, ...]
    own: tuple[NamedTable, ...]


def review(round_: Round) -> Review | None:
    """What was changed since the round was drawn, from the log; None when nobody changed anything."""
    subject = f"round:{round_.pk}"
    log = Change.objects.filter(club=round_.evening.competition.club_id, subject=subject)
    rows = list(log.filter(verb__in=["draw", *_CHANGES]).select_related("actor").order_by("at", "pk"))
    drawn = max((place for place, row in enumerate(rows) if row.verb == "draw"), default=None)
    if drawn is None or "tables" not in rows[drawn].detail:
        return None
    changes = tuple(HandChange(row.at, row.actor, _in_words(row)) for row in rows if row.verb != "draw")
    return Review(changes, _own_tables(round_, rows[drawn])) if changes else None


def _own_tables(round_: Round, drawn: Change) -> tuple[NamedTable, ...]:
    stored = set(as_drawn(round_).tables)
    as_called_now = renamed_tables(drawn.detail["tables"], MergedEntry.onward(round_.evening.competition))
    tables = [table for each in as_called_now if (table := pairing.Table.from_json(each)) not in stored]
    wanted = {entry for table in tables for entry in table.entries}
    entries = Entry.objects.filter(pk__in=wanted).prefetch_related("members__person")
    names = {entry.pk: entry.name for entry in entries}
    return tuple(named(table, names) for table in tables)


def _in_words(row: Change) -> str:
    one, other = row.detail.get("names", ("", ""))
    return _(_CHANGES[row.verb]) % {**row.detail, "one": one, "other": other}


def asks_otherwise(round_: Round, entries: Collection[Entry]) -> bool:
    """Whether the rule or the wishes are others by now than this draft, which has these entries, was drawn by."""
    if (
        round_.given is None or round_.method == "fixtures"
    ):  # what was chosen is chosen, and is not drawn again
        return False
    then, rule = given_of(round_), round_.evening.competition.get_pairing()
    apart = apart_groups(round_.evening.competition, set(then.entries))
    return (
        ({then.rule.method, rule.method} <= _DRAWN and then.rule != rule)
        or set(then.apart) != set(apart)
        or dict(then.fixed_tables) != fixed_tables(entries)
    )


@dataclass(frozen=True, slots=True)
class Moved:
    """A sheet that changed the standing after a draw was made from it; `corrected`: it was in already."""

    evening: int
    round: int
    table: int
    corrected: bool


def standing_moved(round_: Round) -> tuple[Moved, ...] | None:
    """Whether the standing that a round was drawn from is another by now, and by which sheets; None when it is not.

    The draw stays as it is: what it was made from is kept with it.
    """
    if round_.given is None or round_.method != "swiss":
        return None
    then = given_of(round_)
    now = scores(round_.evening, round_.number, then.rule)
    if all(now.get(entry) == score for entry, score in then.scores.items()) and not (
        set(now) & set(then.entries) - set(then.scores)
    ):
        return None
    earlier = Round.objects.filter(evening=round_.evening, number__lt=round_.number)
    if then.rule.scope == "season":
        earlier |= Round.objects.filter(
            evening__competition=round_.evening.competition_id, evening__number__lt=round_.evening.number
        )
    since = Posting.objects.filter(round__in=earlier, created__gt=round_.drawn_at)
    if not since.exclude(kind__in=Posting.FROM_ATTENDANCE).exists():
        return None  # only what a rest or an absence is worth has moved, with the average of the evening
    versions = SheetVersion.objects.filter(created__gt=round_.drawn_at, sheet__table__round__in=earlier)
    columns = ("sheet__table__round__evening__number", "sheet__table__round__number", "sheet__table__number")
    newest = {row[:3]: row[3] > 1 for row in versions.order_by("number").values_list(*columns, "number")}
    return tuple(Moved(*place, corrected) for place, corrected in sorted(newest.items()))
