"""What a publication would hold if it were made now: rows for comparing, and the document in every language.

The parts are described in `tournaments.models.publication`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments import prize_words
from tournaments.models import Evening, Publication
from tournaments.reports.frozen import freeze, freeze_recount, freeze_row
from tournaments.services import evening_documents, prize_documents, prizes, season_documents
from tournaments.services.errors import Refused
from tournaments.services.headings import evening_heading
from tournaments.services.headings import heading as competition_heading
from tournaments.services.publication_divisions import division_source
from tournaments.services.publication_parts import EVERYBODY, date_of, who_in
from tournaments.standing import notes, queries
from tournaments.standing.queries import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.models import Competition
    from tournaments.reports.documents import TableReport

VERSION = 3
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
Kind = Publication.Kind


@dataclass(frozen=True, slots=True)
class Made:
    """A content, and whether it may still change."""

    content: dict[str, Any]
    provisional: bool


class Source(Protocol):
    """A list that can be published; reads the database once, when it is made."""

    provisional: bool
    evenings: Sequence[Evening]
    columns: list[int]

    def rule(self) -> dict[str, Any]: ...
    def rules(self) -> list[str]: ...
    def lines(self) -> list[dict[str, Any]]: ...
    def report(self) -> TableReport: ...
    def readers(self) -> dict[str, Any]: ...
    def beside(self) -> dict[str, Any]: ...


def source(competition: Competition, kind: str, title: str = "", evening: Evening | None = None) -> Source:
    """A list as it would be published now. Raises `queries.NoSuchTitle` for a title or division that is gone."""
    if kind == Kind.DIVISION:
        return division_source(competition, title)
    if kind == Kind.STANDING:
        return StandingSource(competition, title)
    if kind == Kind.PRIZES:
        return PrizeSource(competition, evening, title)
    assert evening is not None  # the result of an evening is of one
    return EveningSource(competition, evening)


def standing_over(
    competition: Competition, title: str, evenings: Sequence[int], to_come: int | None
) -> dict[str, Any]:
    """What is compared of a standing as it was when it went no further than these evenings, by what is known now.

    to_come: how many evenings were to come then; None where that was not kept.
    """
    found = StandingSource(competition, title, queries.Span(tuple(evenings), to_come))
    return core(found, competition, Kind.STANDING, title, None)


def core(
    found: Source, competition: Competition, kind: str, title: str, evening: Evening | None
) -> dict[str, Any]:
    """All that is compared with another content; enough for an erratum, not for print."""
    content = {
        "version": VERSION,
        "kind": str(kind),
        "title": title,
        "club": competition.club.name,
        "time_zone": competition.club.time_zone,
        "competition": str(competition),
        "date": date_of(found.evenings, competition).isoformat(),
        "evening": _evening(evening) if evening else None,
        "rule": found.rule(),
        "rules": _by_language(found.rules),
        "evenings": [_evening(each) | {"version": each.ledger_version} for each in found.evenings],
        "names_version": competition.names_version,
        "columns": found.columns,
        "lines": found.lines(),
        **found.beside(),
    }
    plain: dict[str, Any] = json.loads(json.dumps(content))
    return plain


def whole(found: Source, competition: Competition, kind: str, title: str, evening: Evening | None) -> Made:
    """The content as it is published. Raises `Refused` when there is nothing to print."""
    content = core(found, competition, kind, title, evening)
    if not content["lines"]:
        found.report()  # may know better what is missing, and says so in the language of who asks
        raise Refused(_("There is nothing to publish yet: type the first sheet."))
    content["printed"] = _by_language(lambda: freeze(found.report()))
    content["readers"] = _by_language(found.readers)
    if isinstance(found, StandingSource):
        content["recount"] = found.recount()
    return Made(json.loads(json.dumps(content)), found.provisional)


def _by_language(make: Callable[[], Any]) -> dict[str, Any]:
    made = {}
    for language in LANGUAGES:
        with translation.override(language):
            made[language] = make()
    return made


def _evening(evening: Evening) -> dict[str, Any]:
    return {"number": evening.number, "date": evening.date.isoformat(), "name": evening.name}


class EveningSource:
    """The result of an evening."""

    def __init__(self, competition: Competition, evening: Evening) -> None:
        evening.competition = competition
        self.listed = queries.evening_list(evening, queries.DESK)
        self.seen = queries.evening_list(evening, EVERYBODY)
        self.public = {row.who.entry: row.who for row in self.seen.rows}
        self.provisional = self.listed.provisional
        self.evenings = [evening]
        self.columns = list(self.listed.rounds)

    def rule(self) -> dict[str, Any]:
        return {}

    def rules(self) -> list[str]:
        return notes.kind_notes(self.listed)

    def lines(self) -> list[dict[str, Any]]:
        names = {row.who.entry: row.who for row in self.listed.rows}
        return [
            who_in(row.who.entry, names, self.public)
            | {
                "rank": row.line.rank,
                "value": str(row.line.total),
                "cells": [score.points if score else None for score in row.scores],
            }
            for row in self.listed.rows
        ]

    def report(self) -> TableReport:
        return evening_documents.evening_report(self.listed.evening, queries.DESK)

    def readers(self) -> dict[str, Any]:
        report = evening_documents.evening_report(self.listed.evening, EVERYBODY)
        return {"footnotes": list(report.footnotes), "rows": None}

    def beside(self) -> dict[str, Any]:
        return {}


class StandingSource:
    """The standing of a season under one of its titles; `span`: to be compared alone, not to be printed."""

    def __init__(self, competition: Competition, title: str, span: queries.Span | None = None) -> None:
        self.season = queries.season_list(competition, queries.DESK, title=title, span=span)
        self.seen = queries.season_list(competition, EVERYBODY, title=title, span=span)
        self.evenings = self.season.evenings
        self.provisional = self.season.provisional
        self.columns = [evening.number for evening in self.evenings]

    def rule(self) -> dict[str, Any]:
        return self.season.rule.to_json()

    def rules(self) -> list[str]:
        return [notes.translated(sentence) for sentence in self.season.rule.sentences()]

    def lines(self) -> list[dict[str, Any]]:
        return [
            who_in(row.who.entry, self.season.who, self.seen.who)
            | {
                "rank": row.line.rank,
                "value": None if row.line.value is None else str(row.line.value),
                "cells": [row.line.evenings.get(number) for number in self.columns],
            }
            for row in self.season.rows
        ]

    def report(self) -> TableReport:
        return self._report(queries.DESK)

    def readers(self) -> dict[str, Any]:
        return {"footnotes": list(self._report(EVERYBODY).footnotes), "rows": None}

    def beside(self) -> dict[str, Any]:
        return {
            "others": [evening.number for evening in self.season.others],
            "to_come": self.season.evenings_to_come,
        }

    def recount(self) -> dict[str, Any] | None:
        counted = season_documents.recount_of(self.season)
        if counted is None:
            return None
        sentences = _by_language(lambda: season_documents.rule_in_force(self.season))
        return freeze_recount(counted) | {"sentences": sentences}

    def _report(self, reader: Reader) -> TableReport:
        return season_documents.season_report(self.season.competition, reader, self.season.title)


class PrizeSource:
    """The prizes of an evening, or without one of the season, or of one of its periods or titles."""

    def __init__(self, competition: Competition, evening: Evening | None, title: str) -> None:
        self.competition, self.evening, self.columns = competition, evening, list[int]()
        self.title = title
        if evening:
            evening.competition = competition
            self.evenings: Sequence[Evening] = [evening]
        else:
            self.evenings = queries.season_list(competition, queries.DESK, title).evenings
        self.listed, self.seen = self._list(queries.DESK), self._list(EVERYBODY)
        self.provisional = self.listed.provisional

    def _list(self, reader: Reader) -> prizes.PrizeList:
        if self.evening:
            return prizes.evening_prizes(self.evening, reader)
        return prizes.season_prizes(self.competition, reader, title=self.title)

    def rule(self) -> dict[str, Any]:
        return self.listed.plan.to_json()

    def rules(self) -> list[str]:
        return list(self._list(queries.DESK).sentences)

    def lines(self) -> list[dict[str, Any]]:
        names = {line.who.entry: line.who for line in self.listed.lines}
        public = {line.who.entry: line.who for line in self.seen.lines}
        return [
            who_in(line.who.entry, names, public)
            | {
                "by": line.award.by,
                "place": line.award.place,
                "cents": line.award.cents,
                "goods": list(line.award.goods),
                "value": str(line.award.value),
            }
            for line in self.listed.lines
        ]

    def report(self) -> TableReport:
        return self._report(queries.DESK)

    def readers(self) -> dict[str, Any]:
        report = self._report(EVERYBODY)
        return {"footnotes": list(report.footnotes), "rows": [freeze_row(row) for row in report.rows]}

    def beside(self) -> dict[str, Any]:
        """How the season is ranked by which these are won."""
        if self.evening:
            return {}
        rule = queries.rule_of(self.competition, self.title)
        sentences = _by_language(lambda: [notes.translated(sentence) for sentence in rule.sentences()])
        return {"standing": rule.to_json(), "standing_rules": sentences}

    def _report(self, reader: Reader) -> TableReport:
        """In the active language, for the words of a prize are made with the list."""
        listed = self._list(reader)
        if self.evening:
            heading = evening_heading(self.evening, provisional=self.provisional)
            heading = replace(heading, title=_("Prizes of the evening"))
        else:
            competition = self.competition
            heading = competition_heading(
                competition,
                str(competition),
                date_of(self.evenings, competition),
                title=prize_words.list_title(self.title),
                provisional=self.provisional,
            )
        return prize_documents.prize_list(heading, listed)
