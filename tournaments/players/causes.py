"""Why a correction of ratings was made: the acts of the organisers between it and the list before it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from klaverclub.templatetags.figures import figure
from scoring.models import SheetVersion
from tournaments.models import Change, Competition, Evening, Posting, RatingList, Seat, Table
from tournaments.players.who import named

if TYPE_CHECKING:
    from tournaments.models import Club
    from tournaments.players.who import Somebody
    from tournaments.standing.queries import Reader

Span = tuple[datetime, datetime]
"""After the first moment, until and with the second."""

MOST = 5
"""So many are told of one correction."""


class Cause(NamedTuple):
    """An act in words; of_evening: it was done to one evening."""

    text: str
    of_evening: bool


_SHEET, _SUBSTITUTE = "correct sheet", "substitute"
_AT_TABLE = {
    _SHEET: gettext_noop(
        "evening %(evening)s, round %(round)s, table %(table)s: the sheet was corrected, %(before)s became %(after)s"
    ),
    "correct seats": gettext_noop("evening %(evening)s, round %(round)s, table %(table)s: others sat there"),
    _SUBSTITUTE: gettext_noop(
        "evening %(evening)s, round %(round)s, table %(table)s: %(after)s sat there, not %(before)s"
    ),
}
_BY_HAND = {
    f"decide {Posting.Kind.ARBITRARY}": gettext_noop(
        "evening %(evening)s, round %(round)s: the organiser decided a score, so that table no longer counts"
    ),
    "withdraw decision": gettext_noop(
        "evening %(evening)s, round %(round)s: a decided score was taken back, so that table counts again"
    ),
}
_REOPENED, _MOVED = "reopen evening", "change evening"
_OPENED = {
    _REOPENED: gettext_noop("evening %(evening)s was opened again, and closed with other results"),
    _MOVED: gettext_noop("evening %(evening)s was not on %(before)s but on %(after)s"),
}
_COMPETITION = "change competition"
_PEOPLE = {
    "merge people": gettext_noop("two names turned out to be one person"),
    "undo merge": gettext_noop("one name turned out to be two people"),
    "split person": gettext_noop("one name turned out to be two people"),
}


def causes(club: Club, spans: Sequence[Span], reader: Reader) -> list[tuple[Cause, ...]]:
    """For every span what was done to results that had been rated, oldest first; a few queries, however many acts.

    With why, as it was typed, for the desk alone; names as the reader may see them.
    """
    if not spans:
        return []
    verbs = [*_AT_TABLE, *_BY_HAND, *_OPENED, *_PEOPLE, _COMPETITION]
    log = Change.objects.filter(
        club=club, verb__in=verbs, at__gt=min(spans)[0], at__lte=max(s[1] for s in spans)
    )
    told = list(_Acts(list(log.order_by("at", "pk")), club, reader).told())
    found = []
    for after, until in spans:
        texts = dict.fromkeys(cause for at, cause in told if after < at <= until)
        found.append(tuple(texts)[:MOST])
    return found


@dataclass
class _Acts:
    """Rows of the log with what they are about."""

    log: list[Change]
    club: Club
    reader: Reader

    def told(self) -> Iterable[tuple[datetime, Cause]]:
        for change in self.log:
            text = self._sentence(change)
            reason = _reason(change) if self.reader.desk else ""
            if text:
                of_evening = change.verb not in _PEOPLE and change.verb != _COMPETITION
                yield change.at, Cause(f"{text} ({reason})" if reason else text, of_evening)

    def _sentence(self, change: Change) -> str:
        """What was done; "" for what moved no rating: not rated yet, or it does not bear on the result."""
        if change.verb in _PEOPLE:
            return _(_PEOPLE[change.verb])
        if change.verb == _COMPETITION:
            return self._of_competition(change)
        if change.verb in _AT_TABLE:
            return self._at_table(change)
        evening = self._evenings.get(change.subject)
        if evening is None or not evening.competition.rated:
            return ""
        if not self._was_known(evening, change):
            return ""
        if change.verb in _OPENED:
            return _opened(change, evening)
        decided = change.detail.get("decision", change.detail)
        if decided["kind"] != Posting.Kind.ARBITRARY:
            return ""
        return _(_BY_HAND[change.verb]) % {"evening": evening.number, "round": decided["round"]}

    def _of_competition(self, change: Change) -> str:
        name = self._competitions.get(change.subject)
        if name is None or "rated" not in change.detail:
            return ""
        if change.detail["rated"]:
            return _("%(competition)s counts for the rating from now on") % {"competition": name}
        return _("%(competition)s no longer counts for the rating") % {"competition": name}

    def _at_table(self, change: Change) -> str:
        table = self._tables.get(change.subject)
        if table is None or not self._was_known(table.round.evening, change):
            return ""
        if not table.round.evening.competition.rated:
            return ""
        told: dict[str, Any] = {
            "evening": table.round.evening.number,
            "round": table.round.number,
            "table": table.number,
        }
        if change.verb == _SHEET:
            number = change.detail["version"]
            before, after = (self._versions.get((table.sheet_id, one), "") for one in (number - 1, number))
            if not before or not after:
                return (
                    _("evening %(evening)s, round %(round)s, table %(table)s: the sheet was corrected") % told
                )
            if before == after:
                return ""
            told |= {"before": before, "after": after}
        elif change.verb == _SUBSTITUTE:
            sat = [self._people.get(change.detail.get(key)) for key in ("before", "person")]
            told |= {
                key: who.name if who else _("somebody else")
                for key, who in zip(("before", "after"), sat, strict=True)
            }
        return _(_AT_TABLE[change.verb]) % told

    def _was_known(self, evening: Evening, change: Change) -> bool:
        """Had anything been made known of this evening when it was done?"""
        if evening.closed_at and evening.closed_at <= change.at:
            return True
        first = self._first_known.get(evening.pk)
        return first is not None and first <= change.at

    # What they are about, each in one query --------------------------------------

    def _keys(self, model: str) -> list[int]:
        found = (change.subject.partition(":") for change in self.log)
        return [int(key) for name, _colon, key in found if name == model]

    @cached_property
    def _tables(self) -> dict[str, Table]:
        """The tables that were changed, by what the log calls them: themselves, or one of their seats."""
        around = "round__evening__competition"
        seats = Seat.objects.filter(pk__in=self._keys("seat")).select_related(f"table__{around}")
        tables = Table.objects.filter(pk__in=self._keys("table")).select_related(around)
        return {f"seat:{seat.pk}": seat.table for seat in seats} | {
            f"table:{table.pk}": table for table in tables
        }

    @cached_property
    def _evenings(self) -> dict[str, Evening]:
        found = Evening.objects.filter(pk__in=self._keys("evening")).select_related("competition")
        return {f"evening:{evening.pk}": evening for evening in found}

    @cached_property
    def _first_known(self) -> dict[int, datetime]:
        """When each evening of these was made known first."""
        evenings = {table.round.evening_id for table in self._tables.values()}
        evenings |= {evening.pk for evening in self._evenings.values()}
        lists = RatingList.objects.filter(kind=RatingList.Kind.EVENING, evening__in=evenings)
        return dict(lists.order_by("-at", "-pk").values_list("evening", "at"))

    @cached_property
    def _competitions(self) -> dict[str, str]:
        found = Competition.objects.filter(pk__in=self._keys("competition"))
        return {f"competition:{one.pk}": str(one) for one in found}

    @cached_property
    def _people(self) -> dict[int, Somebody]:
        """Who sat there, and who was thought to."""
        acts = [change.detail for change in self.log if change.verb == _SUBSTITUTE]
        keys = {detail.get(key) for detail in acts for key in ("before", "person")}
        return named(keys - {None}, self.club, self.reader)

    @cached_property
    def _versions(self) -> dict[tuple[int, int], str]:
        """The totals of every version of the sheets that were corrected, by sheet and number."""
        sheets = {self._tables[change.subject].sheet_id for change in self._corrected_sheets()}
        versions = SheetVersion.objects.filter(sheet__in=sheets)
        return {
            (version["sheet"], version["number"]): _totals(version["result"])
            for version in versions.values("sheet", "number", "result")
        }

    def _corrected_sheets(self) -> Iterable[Change]:
        return (change for change in self.log if change.verb == _SHEET and change.subject in self._tables)


def _totals(result: dict[str, Any]) -> str:
    """1 440 – 1 152."""
    sides = [result.get(side) for side in ("we", "they")]
    return " – ".join(figure(side["total"]) for side in sides if side)


def _opened(change: Change, evening: Evening) -> str:
    told: dict[str, Any] = {"evening": evening.number}
    if change.verb == _MOVED:
        days = [change.detail.get("before", {}).get("date"), change.detail.get("date")]
        if None in days or days[0] == days[1] or not evening.is_closed:
            return ""
        before, after = (date_format(date.fromisoformat(day), "j F Y") for day in days)
        told |= {"before": before, "after": after}
    return _(_OPENED[change.verb]) % told


def _reason(change: Change) -> str:
    """Why, as it was typed; a decision keeps it as the sentence of its row."""
    found = change.detail.get("reason") or ""
    if isinstance(found, dict):
        found = found.get("params", {}).get("why") or ""
    return str(found).strip()
