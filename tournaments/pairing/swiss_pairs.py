"""The draw of one round for fixed pairs by standing: one matching of least cost, with a look at the rounds to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.pairing.assess import finish
from tournaments.pairing.candidates import Candidates, candidates
from tournaments.pairing.field import prepare
from tournaments.pairing.limits import check_fixed_tables, never_together, no_way, wanted_meetings
from tournaments.pairing.lookahead import MOST_SEARCHED, Outlook, find_way, outlook
from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import Matching
from tournaments.pairing.model import Couple, Draw, DrawInput
from tournaments.pairing.numbering import pair_tables
from tournaments.pairing.proposals import come_again, evening_after, is_whole
from tournaments.pairing.swiss_prices import APART, DISTANCE, REMATCH, Prices

# Matchings looked at, the cheapest first, for one that leaves the announced rounds possible; in a field of more than
# SMALL pairs only the cheapest: there the rounds of an event leave room.
LOOKS = 24
SMALL = 40


@dataclass(frozen=True, slots=True)
class _Choice:
    """A matching, what the rounds after it look like, and the cheapest matching of all."""

    matching: Matching
    ahead: Outlook
    cheapest: Matching


def draw_swiss_pairs(given: DrawInput) -> Draw:
    """Draws the tables of one round of fixed pairs by the standing; in an odd number one pair rests.

    In this order, each goal outweighing all that come after it: no rematch in the event, no third before a second, the
    oldest first; no meeting within a group that is never together; who rests has rested least, is named in
    `sit_out_first`, has rested least this season, and stands lowest; opponents are near in rank, or near to what the
    pattern wants among equal scores, each group that meets counting as the gap it is worth (squares); North-South and
    East-West are spread; the lot. Rest and tables are one choice. `quality.cost` is the fifth of these, in squared
    doubled ranks.

    With `rounds_after` the first draw in this order is taken that leaves a way to play those rounds without a rematch
    and without breaking a group; where none is found, the one with the least harm later, which `quality.to_come` tells.
    For that look ahead nobody meets again, no never-group meets and nobody rests again now who need not.

    `quality.proven`: nothing earlier in the order exists, for certain; the directions left out in a field of more than
    128. `quality.bound` is the cost of the first in this order, whatever comes after it. Who is wanted to meet does; who
    cannot move keeps the own table. Raises DrawError (see `prepare` and `limits`).
    """
    field = prepare(given, side=1)
    check_fixed_tables(given, field.free)
    wanted = wanted_meetings(given, field.free)
    lot = Lot(given.seed)
    settled = {entry for pair in wanted for entry in pair}
    free = tuple(entry for entry in field.free if entry not in settled)
    prices = Prices(given, given.entries)
    graph = candidates(given, free, prices, lot)
    choice = _choose(given, graph, wanted, lot)
    couples, resting = graph.named(choice.matching)
    stays = [pair for table in given.locked for pair in table.opponents]
    settled_before = [levels for pair in (*wanted, *stays) if (levels := prices.meeting(*pair))]
    before = sum(levels[DISTANCE] for levels in settled_before)
    known = graph.proves(choice.cheapest)
    return finish(
        given,
        pair_tables((*wanted, *couples), given, field.numbers, lot, prices.ranks),
        [*resting, *field.resting],
        cost=before + choice.matching.levels[DISTANCE],
        proven=known and choice.matching is choice.cheapest,
        completable=_completable(given, choice.ahead),
        bound=before + choice.cheapest.levels[DISTANCE] if known else None,
        to_come=choice.ahead.rematches + choice.ahead.broken,
    )


def _completable(given: DrawInput, ahead: Outlook) -> bool | None:
    """As `proposals.completable` says it."""
    unknown = not given.rounds_after or (not ahead.possible and len(given.entries) > MOST_SEARCHED)
    return None if unknown else ahead.possible is True


def _choose(given: DrawInput, graph: Candidates, wanted: Sequence[Couple], lot: Lot) -> _Choice:
    """The cheapest matching that leaves a way through the rounds to come, or else does the least harm."""
    if not given.rounds_after:
        cheapest = graph.problem.cheapest()
        if cheapest is None:
            raise no_way()
        return _Choice(cheapest, Outlook(True), cheapest)
    look = _Look(given, graph, wanted, lot)
    least: _Choice | None = None
    for matching in islice(graph.problem.in_order(), LOOKS if len(graph.points) <= SMALL else 1):
        if least and look.now(matching) > look.now(least.matching):
            break
        ahead = look.after(matching)
        if least is None or ahead.order < least.ahead.order:
            least = _Choice(matching, ahead, least.cheapest if least else matching)
        if ahead.possible:
            break
    if least is None:
        raise no_way()
    return least if least.ahead.possible else look.first_of_a_way(least) or least


class _Look:
    """A look at the rounds after this one."""

    def __init__(self, given: DrawInput, graph: Candidates, wanted: Sequence[Couple], lot: Lot) -> None:
        self.given, self.graph, self.wanted, self.lot = given, graph, wanted, lot
        self.again = come_again(given, given.evening.opponents)
        self.never = never_together(given)
        self.locked = [pair for table in given.locked for pair in table.opponents]

    def now(self, matching: Matching) -> tuple[int, int, int]:
        """What no look ahead is worth: rematches, never-groups that meet, and rests again."""
        _couples, resting = self.graph.named(matching)
        rests = sum(self.given.sit_outs_evening.get(entry, 0) for entry in resting)
        return matching.levels[REMATCH], matching.levels[APART], rests

    def after(self, matching: Matching) -> Outlook:
        couples, resting = self.graph.named(matching)
        used = self.again.union(couples, self.wanted, self.locked)
        evening = evening_after(self.given, used, resting, 1, self.never)
        return outlook(evening, self.given.rounds_after, self.lot)

    def first_of_a_way(self, other: _Choice) -> _Choice | None:
        """The cheapest round of a way through the whole evening that may come first, if now it is no worse."""
        if not is_whole(self.given) or len(self.graph.points) > MOST_SEARCHED:
            return None
        evening = evening_after(self.given, self.again, (), 1, self.never)
        way = find_way(evening, self.given.rounds_after + 1, self.lot) or []
        rounds = [self.graph.matching(step.couples, step.resting) for step in way]
        for matching in sorted((one for one in rounds if one), key=lambda one: one.levels):
            ahead = self.after(matching)
            if ahead.possible and self.now(matching) <= self.now(other.matching):
                return _Choice(matching, ahead, other.cheapest)
        return None
