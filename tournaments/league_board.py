"""A league or cup as it stands: divisions, matches with what became of them, tables and brackets.

What is stored of a match is who meets and what the organiser decided; whether it is played, who won and who goes on
follow from the sheets, each time it is asked. So a corrected sheet corrects the table, and the bracket behind it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import league_words
from tournaments.models import Division, Fixture, Posting, Round
from tournaments.pairing import leagues
from tournaments.standing import queries

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.models import Competition, DivisionEntry, Table

State = Fixture.State
SCORED = (*Posting.FROM_SHEET, Posting.Kind.ARBITRARY)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: an entry, or where it comes from as long as that is open ("winner of match 3")."""

    entry: int | None
    name: str
    score: int | None = None
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A fixture as it stands. `state`: as stored, or "playing" (its round is published) or "played" (its sheet is in).

    `undecided`: equal scores in a knock-out, so the organiser must say who goes on. `provisional`: its round is not
    closed. `stale`: it was played by somebody who, after a correction, would not have been in it. `part`, `last`: its
    place in a bracket.
    """

    fixture: Fixture
    home: Side
    away: Side
    state: str
    provisional: bool = False
    undecided: bool = False
    stale: bool = False
    part: str = "main"
    last: int = 0

    @property
    def is_open(self) -> bool:
        """It can still be given a table."""
        known = self.home.entry is not None and self.away.entry is not None
        return known and self.state in (State.PLANNED, State.POSTPONED) and self.fixture.table_id is None

    @property
    def date(self) -> datetime.date | None:
        """When it is or was really played, or when that is planned."""
        at_table = self.fixture.table if self.state in ("playing", State.PLAYED) else None
        return at_table.round.evening.date if at_table else self.fixture.date

    @property
    def note(self) -> str:
        """The reason of what the organiser decided, as long as that counts; unequal scores decide by themselves."""
        by_score = self.state == State.PLAYED and self.home.score != self.away.score
        return "" if by_score and self.fixture.winner_id else str(self.fixture.note)

    @property
    def overdue(self) -> bool:
        """It should have been played by now."""
        return self.state == State.PLANNED and self.date is not None and self.date < timezone.localdate()

    @property
    def settled(self) -> bool:
        """Nothing more is expected of it."""
        return self.state in (State.PLAYED, State.AWARDED, State.CANCELLED) and not self.undecided

    @property
    def winner(self) -> int | None:
        return next((side.entry for side in (self.home, self.away) if side.won), None)

    @property
    def loser(self) -> int | None:
        if self.winner is None:
            return None
        return self.away.entry if self.home.won else self.home.entry

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.home, self.away

    @property
    def winner_name(self) -> str:
        return next((side.name for side in self.sides if side.won), "")

    @property
    def state_word(self) -> str:
        """In words, for a badge."""
        if self.state == "playing":
            return _("at the table")
        if self.state == State.PLANNED:
            return ""
        return str(State(self.state).label)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket from top to bottom: matches, and in the first round entries that have a bye."""

    last: int
    slots: Sequence[Match | Side]

    @property
    def name(self) -> str:
        return league_words.round_name(self.last)


@dataclass(frozen=True)
class DivisionBoard:
    """A division with its members (best seed first), its matches in order and the names of everybody."""

    division: Division
    members: Sequence[DivisionEntry]
    matches: Sequence[Match]
    who: Mapping[int, queries.Who]

    @property
    def is_bracket(self) -> bool:
        return bool(self.division.kind == Division.Kind.KNOCK_OUT)

    @property
    def entries(self) -> list[int]:
        return [member.entry_id for member in self.members]

    @property
    def finished(self) -> bool:
        return bool(self.matches) and all(match.settled for match in self.matches)

    @property
    def untouched(self) -> bool:
        """No match is drawn, played or decided: the fixtures can be made anew."""
        return all(
            match.fixture.table_id is None and match.state in (State.PLANNED, State.POSTPONED)
            for match in self.matches
        )

    @cached_property
    def lines(self) -> list[leagues.Line]:
        """The table of a round robin, best first; sheets of rounds that are not closed count too."""
        totals = self.division.counts == Division.Counts.TOTALS
        return leagues.table(self.entries, list(self._results()), totals=totals)

    @property
    def rows(self) -> list[tuple[leagues.Line, queries.Who]]:
        return [(line, self.who[line.entry]) for line in self.lines]

    @property
    def deciders(self) -> list[str]:
        """Why who has equal points does not share a place."""
        return league_words.deciders(self.rows)

    @property
    def cut_above(self) -> int:
        """The last place that goes up or on; 0 without one."""
        return int(self.division.promoted)

    @property
    def cut_below(self) -> int:
        """The last place that stays; 0 when nobody goes down."""
        return len(self.members) - self.division.relegated if self.division.relegated else 0

    @property
    def latest(self) -> list[Match]:
        """The matches of the last match day of which one is played."""
        played = [matches for _day, matches in self.days if any(match.settled for match in matches)]
        return [match for match in played[-1] if match.settled] if played else []

    @property
    def coming(self) -> list[Match]:
        """Postponed matches, and those of the first match day on which more is to be played."""
        planned = [matches for _day, matches in self.days if any(map(_is_planned, matches))]
        following = list(filter(_is_planned, planned[0])) if planned else []
        return [match for match in self.matches if match.state == State.POSTPONED] + following

    def _results(self) -> Iterable[leagues.Result]:
        for match in self.matches:
            home, away = match.home, match.away
            if home.entry is None or away.entry is None:
                continue
            if match.state == State.AWARDED:
                yield leagues.Result(home.entry, away.entry, awarded=match.winner)
            elif match.state == State.PLAYED and home.score is not None and away.score is not None:
                yield leagues.Result(home.entry, away.entry, home.score, away.score)

    @property
    def provisional(self) -> bool:
        return any(match.provisional for match in self.matches)

    @property
    def days(self) -> list[tuple[int, list[Match]]]:
        """The matches by match day (of a bracket: by round)."""
        ordered = sorted(self.matches, key=lambda match: (match.fixture.match_day, match.fixture.number))
        return [
            (day, list(there)) for day, there in groupby(ordered, key=lambda match: match.fixture.match_day)
        ]

    def resting(self, day: int) -> list[queries.Who]:
        """Who has no match on this match day of a round robin."""
        playing = {
            side.entry
            for match in self.matches
            if match.fixture.match_day == day
            for side in (match.home, match.away)
        }
        return [] if self.is_bracket else [self.who[entry] for entry in self.entries if entry not in playing]

    @property
    def columns(self) -> list[BracketRound]:
        """The main part of a bracket by round, each match beside the two that lead to it; who has a bye stands in
        the first round alone."""
        by_number = {match.fixture.number: match for match in self.matches}
        main = [match for match in self.matches if match.part == "main"]
        if not main:
            return []
        rounds: list[list[Match | Side]] = [[main[-1]]]
        while any(isinstance(slot, Match) and _origins(slot) != ("", "") for slot in rounds[0]):
            before: list[Match | Side] = []
            for slot in rounds[0]:
                assert isinstance(slot, Match)  # a bye is only in the first round
                sides = (slot.home, slot.away)
                before += [
                    by_number[int(origin[1:])] if origin else side
                    for origin, side in zip(_origins(slot), sides, strict=True)
                ]
            rounds.insert(0, before)
        return [BracketRound(2 * len(slots), slots) for slots in rounds]

    @property
    def other_rounds(self) -> list[tuple[str, list[Match]]]:
        """The match for the third place and the rounds of the consolation, by name."""
        others = [match for match in self.matches if match.part != "main"]
        return [
            (league_words.round_name(last, part), list(there))
            for (part, last), there in groupby(others, key=lambda match: (match.part, match.last))
        ]

    def of(self, entry: int) -> list[Match]:
        """The matches of one entry, in the order of their dates."""
        own = [match for match in self.matches if entry in (match.home.entry, match.away.entry)]
        return sorted(own, key=lambda match: (match.fixture.match_day, match.fixture.number))


def _is_planned(match: Match) -> bool:
    return match.state in (State.PLANNED, "playing")


def _origins(match: Match) -> tuple[str, str]:
    return match.fixture.home_from, match.fixture.away_from


def load(competition: Competition, reader: queries.Reader) -> list[DivisionBoard]:
    """All divisions of a competition, in a fixed number of queries."""
    divisions = list(competition.divisions.prefetch_related("members__venue"))
    who = queries.who_is_who(competition, reader)
    fixtures: defaultdict[int, list[Fixture]] = defaultdict(list)
    found = Fixture.objects.filter(division__competition=competition)
    for fixture in found.select_related("venue", "table__round__evening").order_by("number"):
        fixtures[fixture.division_id].append(fixture)
    scores = _scores([fixture.table for there in fixtures.values() for fixture in there if fixture.table])
    return [_board(division, fixtures[division.pk], who, scores) for division in divisions]


def load_division(division: Division, reader: queries.Reader) -> DivisionBoard:
    """One division with everything around it."""
    boards = load(division.competition, reader)
    return next(board for board in boards if board.division.pk == division.pk)


def preview(division: Division, fixtures: Sequence[Fixture], reader: queries.Reader) -> DivisionBoard:
    """A division with fixtures that are not stored; of a knock-out its `plan` says what is played beside it."""
    return _board(division, fixtures, queries.who_is_who(division.competition, reader), {})


def _scores(tables: Iterable[Table]) -> dict[tuple[int, int], int]:
    """What every entry scored in the rounds of these tables, penalties included; only who really has a score."""
    rounds = {table.round_id for table in tables}
    scores: defaultdict[tuple[int, int], int] = defaultdict(int)
    played = set()
    rows = Posting.objects.filter(round__in=rounds, kind__in=(*SCORED, Posting.Kind.PENALTY))
    for round_, entry, kind, total in rows.values_list("round_id", "entry_id", "kind", "total"):
        scores[round_, entry] += total
        if kind != Posting.Kind.PENALTY:
            played.add((round_, entry))
    return {key: score for key, score in scores.items() if key in played}


def _board(
    division: Division,
    fixtures: Sequence[Fixture],
    who: Mapping[int, queries.Who],
    scores: Mapping[tuple[int, int], int],
) -> DivisionBoard:
    members = list(division.members.all())
    if division.kind == Division.Kind.KNOCK_OUT:
        matches = _bracket(division, members, fixtures, who, scores)
    else:
        matches = [_match(fixture, (fixture.home_id, fixture.away_id), who, scores) for fixture in fixtures]
    return DivisionBoard(division, members, matches, who)


def _match(
    fixture: Fixture,
    sides: tuple[int | None, int | None],
    who: Mapping[int, queries.Who],
    scores: Mapping[tuple[int, int], int],
    place: leagues.BracketMatch | None = None,
    *,
    stale: bool = False,
) -> Match:
    round_ = fixture.table.round if fixture.table else None
    got = [scores.get((round_.pk, entry)) if round_ and entry else None for entry in sides]
    state = _state(fixture, got)
    winner = _winner(fixture, state, sides, got)
    names = (fixture.home_from, fixture.away_from)
    home, away = (
        _side(entry, origin, score if state == State.PLAYED else None, winner, who)
        for entry, origin, score in zip(sides, names, got, strict=True)
    )
    return Match(
        fixture=fixture,
        home=home,
        away=away,
        state=state,
        provisional=state == State.PLAYED and round_ is not None and round_.state != Round.State.CLOSED,
        undecided=place is not None and state in (State.PLAYED, State.AWARDED) and winner is None,
        stale=stale,
        part=place.part if place else "main",
        last=place.last if place else 0,
    )


def _state(fixture: Fixture, scores: Sequence[int | None]) -> str:
    if fixture.state in (State.AWARDED, State.CANCELLED) or fixture.table is None:
        return str(fixture.state)
    if None not in scores:
        return str(State.PLAYED)
    # A draft is nobody's business yet.
    return str(fixture.state) if fixture.table.round.state == Round.State.DRAFT else "playing"


def _winner(
    fixture: Fixture, state: str, sides: tuple[int | None, int | None], scores: Sequence[int | None]
) -> int | None:
    """Who has more on the sheet; with equal scores, or without play, whom the organiser named."""
    home, away = scores
    if state == State.PLAYED and home is not None and away is not None and home != away:
        return sides[0] if home > away else sides[1]
    named = fixture.winner_id
    return named if state in (State.PLAYED, State.AWARDED) and named in sides else None


def _side(
    entry: int | None, origin: str, score: int | None, winner: int | None, who: Mapping[int, queries.Who]
) -> Side:
    if entry is None:
        return Side(None, league_words.origin_in_words(origin))
    return Side(entry, who[entry].name, score, entry == winner, who[entry].own)


def _bracket(
    division: Division,
    members: Sequence[DivisionEntry],
    fixtures: Sequence[Fixture],
    who: Mapping[int, queries.Who],
    scores: Mapping[tuple[int, int], int],
) -> list[Match]:
    """The matches of a knock-out, in order of number, each with whom the matches before it send there.

    Who sits at its table is in a match whatever the matches before it say now.
    """
    places = (
        {place.number: place for place in leagues.bracket(len(members), **options(division))}
        if (fixtures)
        else {}
    )
    settled: dict[int, Match] = {}
    for fixture in fixtures:
        now = (
            _sent(fixture.home_id, fixture.home_from, settled),
            _sent(fixture.away_id, fixture.away_from, settled),
        )
        fixed = fixture.table_id is not None
        sides = (fixture.home_id, fixture.away_id) if fixed else now
        stale = fixed and None not in now and set(now) != set(sides)
        settled[fixture.number] = _match(fixture, sides, who, scores, places[fixture.number], stale=stale)
    return list(settled.values())


def _sent(entry: int | None, origin: str, settled: Mapping[int, Match]) -> int | None:
    if not origin:
        return entry
    match = settled[int(origin[1:])]
    return match.winner if origin[0] == "W" else match.loser


def options(division: Division) -> dict[str, bool]:
    """Whether a knock-out has a match for the third place and a consolation."""
    return {name: bool(division.plan.get(name)) for name in ("third_place", "consolation")}
