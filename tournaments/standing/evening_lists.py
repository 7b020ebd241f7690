"""The result of one evening as a list, as a given reader may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef

from tournaments.models import Evening, Posting, Round, Seat, SitOut
from tournaments.standing import tables
from tournaments.standing.notes import kind_word
from tournaments.standing.readers import who_is_who
from tournaments.standing.verified import waiting_sheets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from tournaments.attendance import AttendanceRule
    from tournaments.models import Club
    from tournaments.standing.readers import Reader, Who
    from tournaments.standing.verified import Waiting


def ledger_rows(postings: QuerySet[Posting], rule: AttendanceRule) -> list[tables.Row]:
    """Postings as the pure rules read them, played or not by `rule`; evenings and rounds go by their numbers."""
    columns = (
        "entry_id",
        "round__evening__number",
        "round__number",
        "kind",
        "total",
        "points",
        "roem",
        "pits",
        "nats",
    )
    return [
        tables.Row(*values, played=rule.counts_as_played(values[3]))
        for values in postings.values_list(*columns)
    ]


def unranked_on(evening: Evening, who: Mapping[int, Who]) -> frozenset[int]:
    """Who has no rank in the result of an evening: its guests, of a closed one those who were so then."""
    if evening.competition.get_standing().guests_ranked:
        return frozenset()
    then = evening.unranked
    return frozenset(entry for entry, each in who.items() if each.guest) if then is None else then


@dataclass(frozen=True, slots=True)
class Score:
    """A cell of a result.

    points: None while the sheet is not in or the round not closed. kinds: those of the postings, played left out.
    """

    points: int | None
    kinds: tuple[str, ...] = ()
    at_table: bool = True

    @property
    def words(self) -> list[str]:
        return [kind_word(kind) for kind in self.kinds]


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One line of an evening's list.

    scores: under the rounds of the list, None where there is nothing. poedel: nobody is last before the end.
    """

    who: Who
    line: tables.EveningLine
    scores: tuple[Score | None, ...]
    poedel: bool


@dataclass(frozen=True, slots=True)
class EveningList:
    """The result of an evening as a list.

    rounds: numbers of all rounds that are drawn. away: was not there and has no points for it. playing: sits
    at a table and has no score at all yet. waiting: the sheets that are not in, or not checked where that is wanted.
    """

    evening: Evening
    rounds: tuple[int, ...]
    rows: tuple[EveningRow, ...]
    away: tuple[Who, ...]
    playing: tuple[Who, ...]
    waiting: tuple[Waiting, ...]

    @property
    def provisional(self) -> bool:
        return not self.evening.is_closed or bool(self.waiting)

    @property
    def kinds(self) -> list[str]:
        """The kinds of postings, besides played, that occur; in the order of the model."""
        scores = [score for row in self.rows for score in row.scores if score and score.points is not None]
        found = {kind for score in scores for kind in score.kinds}
        return [kind for kind in Posting.Kind.values if kind in found]

    def row_of(self, entry: int) -> EveningRow | None:
        return next((row for row in self.rows if row.who.entry == entry), None)


def evening_list(evening: Evening, reader: Reader) -> EveningList:
    """The result of an evening as far as its sheets are in; a draft of a draw shows nothing."""
    competition = evening.competition
    who = who_is_who(competition, reader)
    rows = ledger_rows(Posting.objects.filter(round__evening=evening), evening.get_attendance())
    order = {entry: place for place, entry in enumerate(who)}
    result = tables.evening_result(rows, evening.number, unranked=unranked_on(evening, who), order=order)
    drawn = Round.objects.filter(evening=evening).exclude(state=Round.State.DRAFT)
    rounds = tuple(sorted({*drawn.values_list("number", flat=True), *result.rounds}))
    seated = set(Seat.objects.filter(round__in=drawn).values_list("entry_id", "round__number"))
    resting = set(SitOut.objects.filter(round__in=drawn).values_list("entry_id", "round__number"))
    scored = {line.entry for line in result.lines}
    shown = [line for line in result.lines if counts(line)]
    return EveningList(
        evening=evening,
        rounds=rounds,
        rows=tuple(
            EveningRow(
                who=who[line.entry],
                line=line,
                scores=_scores(line, result.rounds, rounds, seated, resting),
                poedel=line.poedel and evening.is_closed,
            )
            for line in shown
        ),
        away=tuple(who[line.entry] for line in result.lines if not counts(line)),
        playing=tuple(who[entry] for entry in who if entry in {one for one, _ in seated} - scored),
        waiting=tuple(waiting_sheets(evening)),
    )


def _scores(
    line: tables.EveningLine,
    posted: tuple[int, ...],
    rounds: tuple[int, ...],
    seated: set[tuple[int, int]],
    resting: set[tuple[int, int]],
) -> tuple[Score | None, ...]:
    cells = dict(zip(posted, line.cells, strict=True))
    scores: list[Score | None] = []
    for number in rounds:
        cell = cells.get(number)
        if cell is not None:
            kinds = tuple(kind for kind in cell.kinds if kind != Posting.Kind.PLAYED)
            scores.append(Score(cell.points, kinds, cell.at_table))
        elif (line.entry, number) in resting:
            scores.append(Score(None, (Posting.Kind.SIT_OUT,), at_table=False))
        else:
            scores.append(Score(None) if (line.entry, number) in seated else None)
    return tuple(scores)


def counts(line: tables.EveningLine) -> bool:
    """Was there, or got points for not being there."""
    return line.rank is not None or bool(line.total or line.tally.rounds_played)


def latest_evening(club: Club) -> Evening | None:
    """The newest evening of a club that has scores."""
    return with_scores(Evening.objects.filter(competition__club=club)).order_by("-date", "-pk").first()


def with_scores(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    postings = Posting.objects.filter(round__evening=OuterRef("pk"))
    return evenings.filter(Exists(postings)).select_related("competition__club")
