"""A league or cup as it stands: divisions with their matches and tables.

Nothing of it is stored: it follows from the fixtures and the sheets (`league_matches`). So a corrected sheet corrects
the table, and the bracket behind it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from tournaments import embargo, league_brackets, league_scores, league_words
from tournaments.league_matches import Build, Match, State
from tournaments.models import Division, DivisionEntry, Fixture
from tournaments.pairing import leagues
from tournaments.standing import queries

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.league_brackets import BracketRound
    from tournaments.league_scores import ByHand, Scores
    from tournaments.models import Competition, Evening


@dataclass(frozen=True)
class DivisionBoard:
    """A division with its members (best seed first), its matches in order and the names of everybody.

    `kept_back`: an evening whose scores the reader may not see yet. `public`: for readers outside the club.
    """

    division: Division
    members: Sequence[DivisionEntry]
    matches: Sequence[Match]
    who: Mapping[int, queries.Who]
    scores: Scores
    kept_back: Evening | None = None
    public: bool = False

    @property
    def is_bracket(self) -> bool:
        return bool(self.division.kind == Division.Kind.KNOCK_OUT)

    @cached_property
    def rule(self) -> leagues.MatchRule:
        return self.division.get_rule()

    @property
    def counts_totals(self) -> bool:
        return bool(self.division.counts == Division.Counts.TOTALS)

    @property
    def entries(self) -> list[int]:
        return [member.entry_id for member in self.members]

    @property
    def withdrawn(self) -> frozenset[int]:
        """Who no longer takes part."""
        return frozenset(member.entry_id for member in self.members if not member.entry.active)

    @property
    def left_open(self) -> list[tuple[queries.Who, list[Match]]]:
        """Who no longer takes part while matches wait for them, and which."""
        found = [(self.who[entry], self.waiting_for(entry)) for entry in sorted(self.withdrawn)]
        return [(who, waiting) for who, waiting in found if waiting]

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

    # The table of a round robin ---------------------------------------------------

    @cached_property
    def lines(self) -> list[leagues.Line]:
        """The table, best first; sheets of rounds that are not closed count too."""
        return leagues.table(
            self.entries,
            list(self.results.values()),
            rule=self.rule,
            totals=self.counts_totals,
            by_hand=self._points_by_hand(),
            figures=self._figures(),
            decided=[lot["entries"] for lot in self.division.lots],
        )

    @property
    def rows(self) -> list[tuple[leagues.Line, queries.Who]]:
        return [(line, self.who[line.entry]) for line in self.lines]

    @property
    def ties(self) -> list[tuple[int, list[queries.Who]]]:
        """The places that are shared once everything is played, and by whom."""
        if not self.finished or self.is_bracket:
            return []
        places = [
            (rank, [self.who[line.entry] for line in group])
            for rank, group in groupby(self.lines, lambda line: line.rank)
        ]
        return [(rank, group) for rank, group in places if len(group) > 1]

    @property
    def deciders(self) -> list[str]:
        """Why who has equal points does not share a place."""
        return league_words.deciders(self.rows, self.division.lots)

    @cached_property
    def by_hand(self) -> list[ByHand]:
        """What the organiser gave to or took from members of a round robin, as far as it counts in it."""
        if self.is_bracket:
            return []
        members = set(self.entries)
        own = [one for one in self.scores.by_hand if one.entry in members]
        return [one for one in own if one.points or (one.match_points and not self.counts_totals)]

    @property
    def hand_notes(self) -> list[str]:
        """What was given or taken by hand, in words."""
        return [
            league_words.by_hand_in_words(one, self.who[one.entry].name, public=self.public)
            for one in self.by_hand
        ]

    @cached_property
    def hand_points(self) -> Counter[tuple[int, int]]:
        """What was given or taken by hand beside the matches, by entry and number of the evening; points only where
        totals count, and those of a match are in its score."""
        given: Counter[tuple[int, int]] = Counter()
        for one in self.by_hand:
            if not self.counts_totals:
                given[one.entry, one.evening] += one.match_points
            elif one.round not in self._rounds_of[one.entry]:
                given[one.entry, one.evening] += one.points
        return given

    def _points_by_hand(self) -> Counter[int]:
        """All of it, by entry."""
        given: Counter[int] = Counter()
        for (entry, _evening), points in self.hand_points.items():
            given[entry] += points
        return given

    @cached_property
    def _rounds_of(self) -> defaultdict[int | None, set[int]]:
        """The rounds in which an entry plays a match of this division."""
        rounds: defaultdict[int | None, set[int]] = defaultdict(set)
        for match in self.matches:
            for side in match.sides:
                rounds[side.entry] |= {table.round for table in match.tables}
        return rounds

    def _figures(self) -> dict[int, Counter[str]]:
        return {entry: self.scores.counted(self._rounds_of[entry], entry) for entry in self.entries}

    @cached_property
    def results(self) -> dict[int, leagues.Result]:
        """What counts in the table, by the number of the match."""
        found = {}
        for match in self.matches:
            home, away, number = match.home, match.away, match.fixture.number
            if home.entry is None or away.entry is None:
                continue
            if match.state == State.AWARDED:
                found[number] = leagues.Result(home.entry, away.entry, awarded=match.winner)
            elif match.state == State.PLAYED and home.score is not None and away.score is not None:
                tables = tuple((table.home or 0, table.away or 0) for table in match.tables)
                found[number] = leagues.Result(home.entry, away.entry, home.score, away.score, tables=tables)
        return found

    def earned(self, entry: int, number: int) -> int | None:
        """What a match gave an entry in the table: match points, or its score where totals count; None without it."""
        result = self.results[number]
        if entry not in (result.home, result.away):
            return None
        return result.scored(entry, self.rule) if self.counts_totals else result.points(entry, self.rule)

    @property
    def cut_above(self) -> int:
        """The last place that goes up or on; 0 without one."""
        return int(self.division.promoted)

    @property
    def cut_below(self) -> int:
        """The last place that stays; 0 when nobody goes down."""
        return len(self.members) - self.division.relegated if self.division.relegated else 0

    # Its matches --------------------------------------------------------------------

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
        return league_brackets.columns(self.matches)

    @property
    def other_rounds(self) -> list[tuple[str, list[Match]]]:
        return league_brackets.other_rounds(self.matches)

    def waiting_for(self, entry: int) -> list[Match]:
        """The matches of one entry of which nothing is in, and nothing is decided; both sides are known."""
        return [
            match for match in self.matches if entry in (match.home.entry, match.away.entry) and _waits(match)
        ]

    def of(self, entry: int) -> list[Match]:
        """The matches of one entry, in the order of their dates."""
        own = [match for match in self.matches if entry in (match.home.entry, match.away.entry)]
        return sorted(own, key=lambda match: (match.fixture.match_day, match.fixture.number))


def _waits(match: Match) -> bool:
    """Both sides are known, and nothing of it is in."""
    known = None not in (match.home.entry, match.away.entry)
    return known and (match.state in (State.PLANNED, State.POSTPONED) or match.stands_still)


def _is_planned(match: Match) -> bool:
    return match.state in (State.PLANNED, "playing")


def load(competition: Competition, reader: queries.Reader) -> list[DivisionBoard]:
    """All divisions of a competition, in a fixed number of queries.

    A reader who may not see an evening under embargo finds its matches at the table, and the tables without them.
    """
    members = DivisionEntry.objects.select_related("entry", "venue")
    divisions = list(competition.divisions.prefetch_related(Prefetch("members", members)))
    who = queries.who_is_who(competition, reader)
    fixtures: defaultdict[int, list[Fixture]] = defaultdict(list)
    found = Fixture.objects.filter(division__competition=competition)
    for fixture in found.select_related("venue", "table__round__evening").order_by("number"):
        fixtures[fixture.division_id].append(fixture)
    hidden = () if reader.desk else list(embargo.evenings_in_force().filter(competition=competition))
    scores = league_scores.read(competition, [one for there in fixtures.values() for one in there], hidden)
    return [
        replace(
            _board(competition, division, fixtures[division.pk], who, scores),
            kept_back=hidden[0] if hidden else None,
            public=reader.public,
        )
        for division in divisions
    ]


def load_division(division: Division, reader: queries.Reader) -> DivisionBoard:
    """One division with everything around it."""
    boards = load(division.competition, reader)
    return next(board for board in boards if board.division.pk == division.pk)


def preview(division: Division, fixtures: Sequence[Fixture], reader: queries.Reader) -> DivisionBoard:
    """A division with fixtures that are not stored; of a knock-out its `plan` says what is played beside it."""
    who = queries.who_is_who(division.competition, reader)
    return _board(division.competition, division, fixtures, who, league_scores.Scores())


def _board(
    competition: Competition,
    division: Division,
    fixtures: Sequence[Fixture],
    who: Mapping[int, queries.Who],
    scores: Scores,
) -> DivisionBoard:
    members = list(division.members.all())
    make = Build(division.get_rule(), competition.tables_a_match, who, scores)
    if division.kind == Division.Kind.KNOCK_OUT:
        matches = league_brackets.build(division, len(members), fixtures, make)
    else:
        matches = [make.match(fixture, (fixture.home_id, fixture.away_id)) for fixture in fixtures]
    return DivisionBoard(division, members, matches, who, scores)
