"""One match of a league or cup as it stands.

What is stored of a match is who meets and what the organiser decided; whether it is played and who won follow from the
sheets of its tables, each time it is asked. So a corrected sheet corrects the match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import league_words
from tournaments.league_scores import is_draft
from tournaments.models import Fixture, Round

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping, Sequence

    from tournaments.league_scores import Drawn, Scores
    from tournaments.pairing import leagues
    from tournaments.standing import queries

State = Fixture.State
DECIDED = (State.AWARDED, State.CANCELLED, State.ENDED)
"""What the organiser said of a match instead of letting it be played to its end."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: an entry, or where it comes from as long as that is open ("winner of match 3")."""

    entry: int | None
    name: str
    score: int | None = None
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class TableScore:
    """A table of a match: what home and away scored there, None while its sheet is not in."""

    table: int
    number: int
    round: int
    round_number: int
    home: int | None
    away: int | None

    @property
    def is_in(self) -> bool:
        return self.home is not None and self.away is not None


@dataclass(frozen=True, slots=True)
class Match:
    """A fixture as it stands. `state`: as stored, or "playing" (its round is published) or "played" (all sheets are in).

    `tables` are those of published rounds, of the planned number `planned_tables`; `rounds`: so many rounds of it are
    drawn, of `planned_rounds`. `corrections`: what was added to the scores of home and away by hand.
    `undecided`: equal scores in a knock-out, so the organiser must say who goes on. `provisional`: a round of it is not
    closed, or a sheet of it not checked where that is wanted. `stale`: it was played by somebody who, after a correction, would not have been in it. `part`, `last`: its
    place in a bracket.
    """

    fixture: Fixture
    home: Side
    away: Side
    state: str
    tables: tuple[TableScore, ...] = ()
    planned_tables: int = 1
    rounds: int = 0
    planned_rounds: int = 1
    corrections: tuple[int, int] = (0, 0)
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
    def stands_still(self) -> bool:
        """It has its tables, and nothing of it is in: it may still be decided without play."""
        return self.state == "playing" and not self.tables_in

    @property
    def between_rounds(self) -> bool:
        """Everything drawn of it is in, and it takes more rounds: it goes on, or it is decided that it ends here."""
        return self.state == "playing" and bool(self.tables) and self.tables_in == len(self.tables)

    @property
    def ended_early(self) -> bool:
        return self.state == State.PLAYED and self.rounds < self.planned_rounds

    @property
    def restorable(self) -> bool:
        """What the organiser decided can be taken back: not when a closed round would miss a sheet then."""
        if self.fixture.table is None:
            return bool(self.fixture.state != State.PLANNED)
        closed = self.fixture.table.round.state == Round.State.CLOSED
        complete = self.tables_in == len(self.tables)
        return self.fixture.state in DECIDED and (complete or not closed)

    @property
    def tables_in(self) -> int:
        """Tables whose sheet is in."""
        return sum(table.is_in for table in self.tables)

    @property
    def state_word(self) -> str:
        """In words, for a badge."""
        if self.state == "playing" and self.planned_tables > 1:
            counts = {"done": self.tables_in, "count": self.planned_tables}
            return _("at the table: %(done)s of %(count)s in") % counts
        if self.state == "playing":
            return _("at the table")
        if self.state == State.PLANNED:
            return ""
        return str(State(self.state).label)


@dataclass(frozen=True, slots=True)
class Build:
    """What matches of a division are made with. `boards`: tables a round of a match takes."""

    rule: leagues.MatchRule
    boards: int
    who: Mapping[int, queries.Who]
    scores: Scores

    def match(
        self,
        fixture: Fixture,
        sides: tuple[int | None, int | None],
        place: leagues.BracketMatch | None = None,
        *,
        stale: bool = False,
    ) -> Match:
        drawn = self.scores.tables_of(fixture, sides)
        tables = tuple(self._table(one, sides) for one in drawn if not is_draft(one))
        rounds = {one.round_number for one in drawn}
        state = self._state(fixture, tables, len(rounds))
        corrections = self._corrections(sides, tables)
        got = _totals(tables, corrections) if state == State.PLAYED else (None, None)
        winner = _winner(fixture, state, sides, got)
        home, away = (
            self._side(entry, origin, score, winner)
            for entry, origin, score in zip(sides, (fixture.home_from, fixture.away_from), got, strict=True)
        )
        return Match(
            fixture=fixture,
            home=home,
            away=away,
            state=state,
            tables=tables,
            planned_tables=max(len(tables), self.boards * self.rule.rounds),
            rounds=len(rounds),
            planned_rounds=self.rule.rounds,
            corrections=corrections,
            provisional=state == State.PLAYED and any(map(self._can_change, drawn)),
            undecided=place is not None and state in (State.PLAYED, State.AWARDED) and winner is None,
            stale=stale,
            part=place.part if place else "main",
            last=place.last if place else 0,
        )

    def _can_change(self, drawn: Drawn) -> bool:
        return drawn.round_state != Round.State.CLOSED or drawn.table in self.scores.waiting

    def _table(self, drawn: Drawn, sides: tuple[int | None, int | None]) -> TableScore:
        home, away = (self.scores.at(drawn, entry) if entry else None for entry in sides)
        return TableScore(drawn.table, drawn.number, drawn.round, drawn.round_number, home, away)

    def _state(self, fixture: Fixture, tables: Sequence[TableScore], rounds: int) -> str:
        if fixture.state in (State.AWARDED, State.CANCELLED) or fixture.table is None or not tables:
            return str(fixture.state)
        all_drawn = rounds >= self.rule.rounds or fixture.state == State.ENDED
        return str(State.PLAYED) if all_drawn and all(table.is_in for table in tables) else "playing"

    def _corrections(
        self, sides: tuple[int | None, int | None], tables: Sequence[TableScore]
    ) -> tuple[int, int]:
        rounds = {table.round for table in tables}
        home, away = (self.scores.corrected(rounds, entry) if entry else 0 for entry in sides)
        return home, away

    def _side(self, entry: int | None, origin: str, score: int | None, winner: int | None) -> Side:
        if entry is None:
            return Side(None, league_words.origin_in_words(origin))
        who = self.who[entry]
        return Side(entry, who.name, score, entry == winner, who.own)


def _totals(tables: Sequence[TableScore], corrections: tuple[int, int]) -> tuple[int, int]:
    home = sum(table.home or 0 for table in tables) + corrections[0]
    return home, sum(table.away or 0 for table in tables) + corrections[1]


def _winner(
    fixture: Fixture,
    state: str,
    sides: tuple[int | None, int | None],
    scores: tuple[int | None, int | None],
) -> int | None:
    """Who has more on the sheets; with equal scores, or without play, whom the organiser named."""
    home, away = scores
    if home is not None and away is not None and home != away:
        return sides[0] if home > away else sides[1]
    named = fixture.winner_id
    return named if state in (State.PLAYED, State.AWARDED) and named in sides else None
