"""Why somebody has a place: every result behind it, and what separates it from the places above and below, in words.

All of it comes from `account` and `separation`, which compute the place once more from the single rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from tournaments.models import Posting, Seat
from tournaments.standing.account import account, won_in_round
from tournaments.standing.around import Around
from tournaments.standing.ledger import AWAY
from tournaments.standing.notes import kind_word, translated
from tournaments.standing.packs import partners_of
from tournaments.standing.parts import MATCHED
from tournaments.standing.season_lists import Of
from tournaments.standing.stories import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tournaments.models import Evening
    from tournaments.standing.account import Account, Result
    from tournaments.standing.around import Compared
    from tournaments.standing.ledger import Posted
    from tournaments.standing.readers import Reader, Who
    from tournaments.standing.rules import StandingRule
    from tournaments.standing.season_lists import SeasonList, SeasonRow


@dataclass(frozen=True, slots=True)
class RoundWhy:
    """What was made or given in a round. word: why it was not simply played; reason: of points that were given.

    table: its number, and sheet the key of the table whose sheet can be looked at; None for neither. against: what the
    other side made, where that matters to the rule; won: the match points of the whole round, None at all but its last
    row. numbers: what it adds to the criteria that break ties, "2 pits".
    """

    number: int
    points: int
    word: str
    reason: str
    table: int | None
    sheet: int | None
    against: int | None
    won: int | None
    numbers: tuple[str, ...]

    @property
    def score(self) -> str:
        """What was made, and against what: "1 676 – 1 436"."""
        made = figure(self.points)
        return made if self.against is None else f"{made} – {figure(self.against)}"


@dataclass(frozen=True, slots=True)
class Part:
    """A result that is added up or left out, and why: of an evening, or (`round`) of a round in it.

    limit: said where more match points were won than the maximum lets count, else "".
    """

    round: int | None
    points: int
    counts: bool
    why: str
    limit: str
    rounds: tuple[RoundWhy, ...]


@dataclass(frozen=True, slots=True)
class EveningWhy:
    """An evening: `total` are all points made, `points` what counts of what is ranked, None when nothing does, and
    `worth` what it would be worth if all of it counted.

    listed: there is a line in the result of that evening.
    """

    evening: Evening
    total: int
    points: int | None
    worth: int
    listed: bool
    parts: tuple[Part, ...]

    @property
    def counts(self) -> bool:
        return self.points is not None

    @property
    def why(self) -> str:
        """The one reason for the whole evening; empty when its rounds have different ones."""
        reasons = {part.why for part in self.parts}
        return reasons.pop() if len(reasons) == 1 else ""

    @property
    def made(self) -> bool:
        """Are the points made something else than the number that is shown of it?"""
        return self.total != (self.worth if self.points is None else self.points)

    @property
    def limits(self) -> list[str]:
        return [part.limit for part in self.parts if part.limit]


@dataclass(frozen=True, slots=True)
class Why:
    """Everything behind one place.

    ranked: how many have a rank. missing: evenings without anything; outside: evenings with scores that this standing
    does not take. sum: the calculation as a line. above, below: the neighbours, None at the ends; who has no rank has
    nobody below or above it. shared: who have the same place, the first five of them; more_shared: how many more do.
    """

    row: SeasonRow
    account: Account
    ranked: int
    evenings: tuple[EveningWhy, ...]
    missing: tuple[Evening, ...]
    outside: tuple[Evening, ...]
    sum: str
    above: Compared | None
    below: Compared | None
    shared: tuple[Compared, ...]
    more_shared: int

    @property
    def chooses(self) -> bool:
        """Something is left out, or could have been: then it is said of every result what became of it."""
        rule = self.account.rule
        some = bool(rule.best or rule.drop or rule.periods or rule.last)
        return some or not all(part.counts for evening in self.evenings for part in evening.parts)


def why(listed: SeasonList, row: SeasonRow, reader: Reader) -> Why:
    """The account of a row of a list."""
    told = account(listed.season, listed.rule, row.who.entry, evenings_to_come=listed.evenings_to_come)
    by_number = {evening.number: evening for evening in (*listed.evenings, *listed.others)}
    evenings = tuple(_evenings(told, by_number, _Places(listed, row.who, reader)))
    around = Around(listed, row)
    return Why(
        row=row,
        account=told,
        ranked=around.ranked,
        evenings=evenings,
        missing=tuple(by_number[number] for number in told.missing),
        outside=tuple(by_number[number] for number in told.outside),
        sum=_sum(told, evenings, listed.rule.printed_decimals),
        above=around.above,
        below=around.below,
        shared=around.shared,
        more_shared=around.more_shared,
    )


# The results ------------------------------------------------------------------


class _Places:
    """Where the rounds of somebody were played, and for what reason points were given, by evening and round."""

    def __init__(self, listed: SeasonList, who: Who, reader: Reader) -> None:
        competition = listed.competition
        seats = Seat.objects.filter(round__evening__competition=competition)
        if listed.of == Of.ENTRIES:
            seats = seats.filter(entry=who.entry)
        else:
            seats = seats.filter(person=partners_of(who.entry)[0] if listed.of == Of.PARTNERS else who.entry)
        self.rule = listed.rule
        columns = ("round__evening__number", "round__number", "table__number", "table_id", "table__sheet_id")
        self.sheets = {
            (evening, round_, number): None if reader.public or not sheet else table
            for evening, round_, number, table, sheet in seats.values_list(*columns)
        }
        self.reasons: dict[tuple[int, int, str], str] = {}
        if listed.of == Of.ENTRIES:
            given = Posting.objects.filter(round__evening__competition=competition, entry=who.entry)
            for posting in given.filter(sheet_version=None).select_related("round__evening"):
                place = (posting.round.evening.number, posting.round.number, posting.kind)
                self.reasons[place] = reason_of(posting, reader)

    def rounds(self, evening: int, rows: Iterable[Posted]) -> Iterator[RoundWhy]:
        for _number, group in groupby(rows, key=attrgetter("round")):
            together = list(group)
            yield from (self._round(evening, row, together) for row in together)

    def _round(self, evening: int, row: Posted, together: Sequence[Posted]) -> RoundWhy:
        """A row of a round; `together`: all that somebody has in it."""
        place = (evening, row.round)
        by_match = self.rule.measure == "match_points"
        return RoundWhy(
            number=row.round,
            points=row.total,
            word="" if row.kind == Posting.Kind.PLAYED else kind_word(row.kind),
            reason=self.reasons.get((*place, row.kind), ""),
            table=row.table or None,
            sheet=self.sheets.get((*place, row.table)),
            against=row.against if row.kind in MATCHED and (by_match or "wins" in self.rule.ties) else None,
            won=_won(self.rule, together) if by_match and row is together[-1] else None,
            numbers=_numbers(self.rule, row),
        )


def _won(rule: StandingRule, rows: Sequence[Posted]) -> int:
    """The match points of a round, with those given or taken by hand."""
    return (won_in_round(rule, rows) or 0) + sum(row.match_points for row in rows)


def _numbers(rule: StandingRule, row: Posted) -> tuple[str, ...]:
    """What a row adds to the criteria of this rule that nothing else on the page tells."""
    words = {
        "pits": ngettext("%(count)s pit", "%(count)s pits", row.pits) % {"count": figure(row.pits)},
        "nats": ngettext("%(count)s nat", "%(count)s nats", row.nats) % {"count": figure(row.nats)},
        "roem": _("%(count)s roem") % {"count": figure(row.roem)},
    }
    return tuple(words[name] for name in rule.ties if name in words and getattr(row, name))


def _evenings(told: Account, by_number: Mapping[int, Evening], places: _Places) -> Iterator[EveningWhy]:
    for number, results in groupby(told.results, key=attrgetter("evening")):
        found = list(results)
        rows = [row for result in found for row in result.rows]
        total = sum(row.total for row in rows)
        counted = [result.points for result in found if result.counts]
        yield EveningWhy(
            evening=by_number[number],
            total=total,
            points=sum(counted) if counted else None,
            worth=sum(result.points for result in found),
            listed=bool(total) or any(row.kind not in AWAY for row in rows),
            parts=tuple(_part(number, result, places) for result in found),
        )


def _part(evening: int, result: Result, places: _Places) -> Part:
    return Part(
        round=result.round,
        points=result.points,
        counts=result.counts,
        why=translated(result.why),
        limit=_limit(places.rule, result),
        rounds=tuple(places.rounds(evening, result.rows)),
    )


def _limit(rule: StandingRule, result: Result) -> str:
    """Whether the maximum of an evening cut match points off."""
    most = rule.match.most_an_evening
    if rule.measure != "match_points" or not most:
        return ""
    rounds = groupby(result.rows, key=attrgetter("round"))
    won = sum(won_in_round(rule, list(group)) or 0 for _number, group in rounds)
    if won <= most:
        return ""
    return _("%(won)s match points won, at most %(most)s count") % {"won": figure(won), "most": figure(most)}


def _sum(told: Account, evenings: Iterable[EveningWhy], decimals: int) -> str:
    """1 500 + 1 400 = 2 900, or for an average (1 500 + 1 400) : 2 = 1 450,00; empty where there is nothing."""
    counted = [evening.points for evening in evenings if evening.points is not None]
    if told.value is None or not counted:
        return ""
    if told.rule.measure == "average" and told.rule.periods:
        line = _means(told)
    else:
        line = _added(figure(points) for points in counted)
        if told.rule.measure == "average":
            line = f"({line}) : {told.counted}"
    return f"{line} = {figure(told.value, decimals)}"


def _means(told: Account) -> str:
    """(12 469 : 7 + 11 500 : 7) : 2, the mean of the averages of the periods, and what is beside all of them."""
    counting = [result for result in told.results if result.counts and result.is_result]
    by_period = [list(group) for _number, group in groupby(counting, key=attrgetter("period"))]
    means = [f"{figure(sum(each.points for each in group))} : {len(group)}" for group in by_period]
    line = f"({_added(means)}) : {len(means)}" if len(means) > 1 else means[0]
    return _added([line, f"{figure(told.loose)} : {told.counted}"]) if told.loose else line


def _added(parts: Iterable[str]) -> str:
    return " + ".join(parts).replace("+ −", "− ")
