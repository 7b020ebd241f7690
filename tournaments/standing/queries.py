"""From the ledger to lists: who scored what on an evening and in a season, as a given reader may see it.

Every number comes from `Posting` rows through the pure rules of `tournaments.standing.tables`; the number
of queries does not depend on the number of players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef

from scoring.models import Sheet
from tournaments import names
from tournaments.models import Evening, Membership, Posting, Role, Round, Seat, SitOut, Table
from tournaments.standing import tables
from tournaments.standing.notes import kind_word, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from tournaments.models import Club, Competition, Person, User
    from tournaments.standing.rules import StandingRule


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a list is made.

    public: names only as far as their owners allow, and no member numbers. people: keys of the people the
    reader is, whose rows are marked as the own ones. desk: works at the desk, and sees the scores of an evening
    under embargo (`tournaments.embargo`); never on a public page.
    """

    public: bool = False
    people: frozenset[int] = frozenset()
    desk: bool = False

    def name_of(self, person: Person) -> str:
        return person.public_name() if self.public else person.name


def reader_for(user: User | AnonymousUser, club: Club, *, public: bool = False) -> Reader:
    """Who asks; costs no query for somebody who is not signed in."""
    if not user.is_authenticated:
        return Reader(public)
    roles = list(Role.objects.filter(user=user, club=club).values_list("person_id", "kind"))
    desk = not public and (user.is_superuser or any(kind != Role.Kind.PLAYER for _, kind in roles))
    return Reader(public, frozenset(person for person, _ in roles if person), desk)


DESK = Reader(desk=True)
"""Whoever makes a document: that is for the desk alone."""


@dataclass(frozen=True, slots=True)
class Who:
    """An entry as the reader may see it; `number` is the member number, empty in public."""

    entry: int
    name: str
    number: str
    guest: bool
    own: bool

    def matches(self, query: str) -> bool:
        return names.search_matches(query, names.search_key(f"{self.name} {self.number}"))


def who_is_who(competition: Competition, reader: Reader) -> dict[int, Who]:
    """Every entry of a competition, in the order of the names that are shown."""
    entries = list(competition.entries.prefetch_related("members__person"))
    numbers: dict[int, str] = {}
    if not reader.public:
        numbers = dict(Membership.objects.filter(club=competition.club).values_list("person_id", "number"))
    shown = [
        (
            entry.sort_key if not reader.public else names.search_key(entry.public_name()),
            Who(
                entry=entry.pk,
                name=" + ".join(reader.name_of(person) for person in entry.people),
                number=" + ".join(filter(None, (numbers.get(person.pk) for person in entry.people))),
                guest=not entry.ranked,
                own=any(person.pk in reader.people for person in entry.people),
            ),
        )
        for entry in entries
    ]
    shown.sort(key=lambda pair: (pair[0], pair[1].entry))
    return {who.entry: who for _, who in shown}


def ledger_rows(postings: QuerySet[Posting], competition: Competition) -> list[tables.Row]:
    """Postings as the pure rules read them; evenings and rounds go by their numbers."""
    rule = competition.get_attendance()
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


def _guests(competition: Competition, who: Mapping[int, Who]) -> set[int]:
    """Entries without a rank under the rule of the competition."""
    if competition.get_standing().guests_ranked:
        return set()
    return {entry for entry, each in who.items() if each.guest}


# One evening ------------------------------------------------------------------


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
class Waiting:
    """A sheet that is not in, or (`typed`) not checked although the competition wants that."""

    round: int
    table: int
    typed: bool


@dataclass(frozen=True, slots=True)
class EveningList:
    """The result of an evening as a list.

    rounds: numbers of all rounds that are drawn. away: was not there and has no points for it. playing: sits
    at a table and has no score at all yet. waiting: what keeps the rounds from being complete.
    """

    evening: Evening
    rounds: tuple[int, ...]
    rows: tuple[EveningRow, ...]
    away: tuple[Who, ...]
    playing: tuple[Who, ...]
    waiting: tuple[Waiting, ...]

    @property
    def provisional(self) -> bool:
        return not self.evening.is_closed

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
    rows = ledger_rows(Posting.objects.filter(round__evening=evening), competition)
    order = {entry: place for place, entry in enumerate(who)}
    result = tables.evening_result(rows, evening.number, unranked=_guests(competition, who), order=order)
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


def waiting_sheets(evening: Evening) -> list[Waiting]:
    """The sheets of drawn rounds that are not in yet, by round and table."""
    check = evening.competition.require_check
    sheets = Sheet.objects.filter(table__round__evening=evening).with_state()
    columns = ("table__round__number", "table__number", "latest", "checked")
    waiting = [
        Waiting(round_number, table_number, typed=latest is not None)
        for round_number, table_number, latest, checked in sheets.values_list(*columns)
        if latest is None or (check and not checked)
    ]
    return sorted([*waiting, *_waiting_lists(evening)], key=lambda each: (each.round, each.table))


def _waiting_lists(evening: Evening) -> Iterator[Waiting]:
    """Tables of three whose list is not recorded."""
    booked = Posting.objects.filter(round__evening=evening, kind__in=Posting.FROM_SHEET)
    tables = Table.objects.filter(round__evening=evening, sheet=None).exclude(round__state=Round.State.DRAFT)
    missing = tables.exclude(
        Exists(booked.filter(round=OuterRef("round"), entry__seats__table=OuterRef("pk")))
    )
    for round_number, table_number in missing.values_list("round__number", "number"):
        yield Waiting(round_number, table_number, typed=False)


# A season ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One line of a season's list.

    line: under the rule shown. average: whatever the rule. last: the points of the last evening, None for who
    was not there and got nothing.
    """

    who: Who
    line: tables.SeasonLine
    average: Fraction | None
    last: int | None

    @property
    def why(self) -> str:
        """Why there is no rank, in words; empty with a rank."""
        return translated(self.line.unranked) if self.line.unranked else ""


@dataclass(frozen=True, slots=True)
class SeasonList:
    """The table of a season under `rule`; `official` when that is the rule of the competition.

    evenings: those with scores, in the order of play; results: their results by evening number.
    """

    competition: Competition
    rule: StandingRule
    official: bool
    evenings: tuple[Evening, ...]
    results: Mapping[int, tables.EveningResult]
    who: Mapping[int, Who]
    rows: tuple[SeasonRow, ...]

    @property
    def provisional(self) -> bool:
        return any(not evening.is_closed for evening in self.evenings)

    def row_of(self, entry: int) -> SeasonRow | None:
        return next((row for row in self.rows if row.who.entry == entry), None)


def season_list(competition: Competition, reader: Reader, measure: str = "") -> SeasonList:
    """The standing over all evenings so far.

    `measure`, "sum" or "average", looks at it in another way than the rule of the competition says.
    """
    official = competition.get_standing()
    rule = replace(official, measure=measure or official.measure)
    who = who_is_who(competition, reader)
    guests = {entry for entry, each in who.items() if each.guest}
    order = {entry: place for place, entry in enumerate(who)}
    rows = ledger_rows(Posting.objects.filter(round__evening__competition=competition), competition)
    known = list(competition.evenings.order_by("number"))
    for evening in known:
        evening.competition = competition
    posted = {row.evening for row in rows}
    evenings = tuple(evening for evening in known if evening.number in posted)
    settings = {"guests": guests, "order": order, "evenings_to_come": _to_come(known, evenings, rule)}
    table = tables.season_table(rows, rule, **settings)
    averages = tables.season_table(rows, replace(rule, measure="average", minimum_attendance=0), **settings)
    average_of = {line.entry: line.value for line in averages.lines}
    results = _results(rows, order, set() if rule.guests_ranked else guests)
    last = {line.entry: line for line in results[evenings[-1].number].lines} if evenings else {}
    return SeasonList(
        competition=competition,
        rule=rule,
        official=rule == official,
        evenings=evenings,
        results=results,
        who=who,
        rows=tuple(
            SeasonRow(who[line.entry], line, average_of[line.entry], _points_of(last.get(line.entry)))
            for line in table.lines
        ),
    )


def _results(
    rows: Iterable[tables.Row], order: Mapping[int, int], unranked: set[int]
) -> dict[int, tables.EveningResult]:
    by_evening: dict[int, list[tables.Row]] = {}
    for row in rows:
        by_evening.setdefault(row.evening, []).append(row)
    return {
        number: tables.evening_result(by_evening[number], number, unranked=unranked, order=order)
        for number in sorted(by_evening)
    }


def _points_of(line: tables.EveningLine | None) -> int | None:
    return line.total if line and counts(line) else None


def counts(line: tables.EveningLine) -> bool:
    """Was there, or got points for not being there."""
    return line.rank is not None or bool(line.total or line.tally.rounds_played)


def _to_come(known: list[Evening], played: tuple[Evening, ...], rule: StandingRule) -> int:
    """Evenings still to be played: those planned, and at least as many as a minimum attendance asks for."""
    planned = sum(not evening.is_closed for evening in known if evening not in played)
    return max(planned, rule.minimum_attendance - len(played))


def latest_evening(club: Club) -> Evening | None:
    """The newest evening of a club that has scores."""
    return with_scores(Evening.objects.filter(competition__club=club)).order_by("-date", "-pk").first()


def with_scores(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    postings = Posting.objects.filter(round__evening=OuterRef("pk"))
    return evenings.filter(Exists(postings)).select_related("competition__club")
