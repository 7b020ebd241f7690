"""What a list rests on, as one text: while that is the same, so is the list, and nothing need be made to compare it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef

from tournaments.models import Competition, Division, Publication
from tournaments.standing import queries
from tournaments.standing.marks import MARKS
from tournaments.standing.periods import number_of

if TYPE_CHECKING:
    from tournaments.standing.marks import Marks

FORMAT = 1
"""Of what is printed: raised when the program makes another list of the same."""

Kind = Publication.Kind
OF_ALL = ("club__name", "club__time_zone", "name", "season", "kind", "ruleset", "names_version", "closed_at")
OF_A_SEASON = ("attendance", "planned_evenings", "rounds_per_evening", "divided")
OTHERS = ("standing", "titles", "prizes", "require_check")


class Basis:
    """Everything that the lists of a competition rest on, read at one moment in three queries."""

    def __init__(self, competition: Competition) -> None:
        divided = Exists(Division.objects.filter(competition=OuterRef("pk")))
        rows = Competition.objects.filter(pk=competition.pk).annotate(divided=divided)
        self.row: dict[str, Any] = rows.values(*OF_ALL, *OF_A_SEASON, *OTHERS).get()
        self.marks: Marks = queries.marks_of(competition)
        self.evenings = {mark[0]: dict(zip(MARKS, mark, strict=True)) for mark in self.marks}
        closed = [key for key, evening in self.evenings.items() if evening["closed_at"]]
        wanted = [] if self.row["closed_at"] else closed
        self.unverified = queries.unverified_in(wanted, require_check=self.row["require_check"])

    @property
    def everything(self) -> tuple[Any, ...]:
        """All of it, to be compared with that of another moment."""
        return self.row, self.marks, self.unverified

    def of(self, publication: Publication) -> str:
        """What the list of a publication rests on now; empty where that cannot be told in short.

        So it is of the result of an evening that is not closed, which also shows who sits where, and of a division,
        where much can be decided without play: these are made anew to be compared.
        """
        return self.of_list(publication.kind, publication.title, publication.evening_id)

    def of_list(self, kind: str, title: str, evening: int | None) -> str:
        """The same by what is listed; `evening` is a key."""
        if kind == Kind.DIVISION or (evening and not self.evenings[evening]["closed_at"]):
            return ""
        parts = self._of_evening(evening) if evening else self._of_season(title)
        prizes = self.row["prizes"] if kind == Kind.PRIZES else None
        text = repr((FORMAT, str(kind), title, [self.row[name] for name in OF_ALL], parts, prizes))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def _of_evening(self, evening: int) -> tuple[Any, ...]:
        mark = self.evenings[evening]
        ranked = self.row["standing"].get("guests_ranked")
        return tuple(mark.values()), ranked, mark["number"] in self.unverified

    def _of_season(self, title: str) -> tuple[Any, ...]:
        titles = {each["name"]: each["rule"] for each in self.row["titles"]}
        own = not title or number_of(title) is not None  # a period is one of the rule of the season itself
        rule = self.row["standing"] if own else titles.get(title)
        return rule, [self.row[name] for name in OF_A_SEASON], self.marks, sorted(self.unverified)
