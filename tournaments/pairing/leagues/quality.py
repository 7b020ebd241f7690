"""How good a calendar is, counted anew from its matches, whoever made or changed them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.pairing.leagues.calendar import LeagueInput


@dataclass(frozen=True, slots=True)
class Match:
    """Home against away on a match day. `date` is None as long as no date is known, `venue` when home has none."""

    match_day: int
    number: int
    home: int
    away: int
    venue: int | None = None
    date: date | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a calendar cannot keep, of one kind:

    "venue": more matches at `venue` on `date` than it has tables; `entries` play at home there.
    "blocked": the first of `entries` cannot play on `date`; the other is the opponent.
    "twice": the first of `entries` plays twice on `date`.
    "meet": the two `entries` were to meet on this match day. "home": the entry was to be at home on it.
    """

    kind: str
    match_day: int
    entries: tuple[int, ...]
    date: date | None = None
    venue: int | None = None


@dataclass(frozen=True, slots=True)
class Quality:
    """Lower is better in every figure.

    breaks: how often somebody plays two in a row at home or away. run: the longest row at home or away.
    imbalance: the largest difference between home and away of one entry. troubles: what could not be kept.
    """

    breaks: int
    run: int
    imbalance: int
    troubles: tuple[Trouble, ...]


def assess(matches: Sequence[Match], given: LeagueInput) -> Quality:
    """Counts the quality of these matches under these wishes, in the order of match days."""
    at_home = _sequences(matches)
    return Quality(
        breaks=sum(one == other for places in at_home.values() for one, other in pairwise(places)),
        run=max((_longest_run(places) for places in at_home.values()), default=0),
        imbalance=max((abs(2 * sum(places) - len(places)) for places in at_home.values()), default=0),
        troubles=(
            *_overfull(matches, given.tables),
            *_blocked(matches, {member.entry: member.blocked for member in given.members}),
            *_twice(matches),
            *_wishes(matches, given),
        ),
    )


def _sequences(matches: Iterable[Match]) -> Mapping[int, list[bool]]:
    """Per entry, in the order of play, whether it is at home."""
    places: defaultdict[int, list[bool]] = defaultdict(list)
    for match in sorted(matches, key=lambda match: (match.match_day, match.number)):
        places[match.home].append(True)
        places[match.away].append(False)
    return places


def _longest_run(places: list[bool]) -> int:
    return max((len(list(run)) for _place, run in groupby(places)), default=0)


def _overfull(matches: Iterable[Match], tables: Mapping[int, int]) -> list[Trouble]:
    """Matches without a date are counted by match day: they will be played at the same moment."""
    at: defaultdict[tuple[int, int, date | None], list[Match]] = defaultdict(list)
    for match in matches:
        if match.venue in tables:
            assert match.venue is not None
            at[match.venue, 0 if match.date else match.match_day, match.date].append(match)
    return [
        Trouble("venue", there[0].match_day, tuple(match.home for match in there), day, venue)
        for (venue, _day, day), there in at.items()
        if len(there) > tables[venue]
    ]


def _blocked(matches: Iterable[Match], blocked: Mapping[int, frozenset[date]]) -> list[Trouble]:
    return [
        Trouble("blocked", match.match_day, (one, other), match.date)
        for match in matches
        for one, other in ((match.home, match.away), (match.away, match.home))
        if match.date in blocked.get(one, ())
    ]


def _twice(matches: Iterable[Match]) -> list[Trouble]:
    plays = Counter((match.date, entry) for match in matches for entry in (match.home, match.away))
    day_of = {match.date: match.match_day for match in matches}
    return [
        Trouble("twice", day_of[day], (entry,), day)
        for (day, entry), times in sorted(plays.items(), key=lambda item: (str(item[0][0]), item[0][1]))
        if day is not None and times > 1
    ]


def _wishes(matches: Iterable[Match], given: LeagueInput) -> list[Trouble]:
    kept = set()
    for match in matches:
        kept |= {(match.match_day, frozenset((match.home, match.away))), (match.match_day, match.home)}
    troubles = []
    for wish in given.wishes:
        if wish.other is None and (wish.match_day, wish.one) not in kept:
            troubles.append(Trouble("home", wish.match_day, (wish.one,)))
        elif wish.other is not None and (wish.match_day, frozenset((wish.one, wish.other))) not in kept:
            troubles.append(Trouble("meet", wish.match_day, (wish.one, wish.other)))
    return troubles
