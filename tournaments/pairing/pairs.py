"""The draw of one round for fixed pairs: two pairs at a table, by lot."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.pairing.assess import finish
from tournaments.pairing.field import Field, prepare, sit_outs_so_far
from tournaments.pairing.limits import (
    cannot_meet,
    check_fixed_tables,
    never_together,
    no_way,
    wanted_meetings,
)
from tournaments.pairing.lookahead import Step
from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import Edge, Levels, MatchingProblem
from tournaments.pairing.model import Couple, Draw, DrawInput, couple
from tournaments.pairing.numbering import pair_tables
from tournaments.pairing.proposals import Proposal, best_proposal, come_again, completable

# What the figures of a draw add up to one price with; the draw itself compares goal by goal. Evening counts are
# squared, so that a third meeting or rest is avoided before a second; meetings of the season are squared to spread them.
# A group that should be kept apart weighs the square of its worth, as if its members had met so often this season.
REMATCH = 10**12
NEVER = 10**11
SECOND_REST = 10**8
NOT_FIRST = 10**7
SEASON_REST = 10**4
# Up to so many pairs every two are looked at; in a larger field so many others of everybody at first, and at most.
COMPLETE = 300
WIDTH = 16
WIDEST = 128
_PRICES = (REMATCH, NEVER, 0, SECOND_REST, NOT_FIRST, SEASON_REST, 1)


def draw_pairs(given: DrawInput) -> Draw:
    """Draws the tables of one round of fixed pairs; in an odd number one pair rests.

    In this order: no rematch this evening; no meeting within a group that is never together; no second rest this
    evening; who is named in `sit_out_first` rests; who rested least this season rests; few rematches of the season and
    few meetings within the other groups; and for the rest the lot. Rest and tables are one choice, and there is no
    better, in a field of more than 300 as far as `quality.proven` says; `quality.cost` is its price in these steps. With `rounds_after`, a draw is preferred that leaves a way to
    play those rounds too without rematches, though no group is broken and nobody rests again for that; `proven` is
    False when that had to depart from the cheapest. Who is wanted to meet does, and who cannot move keeps the own
    table. Raises DrawError (see `prepare` and `limits`).
    """
    field = prepare(given, side=1)
    check_fixed_tables(given, field.free)
    wanted = wanted_meetings(given, field.free)
    lot = Lot(given.seed)
    again = come_again(given, given.evening.opponents)
    never = never_together(given)

    def propose(banned: set[Couple], step: Step | None) -> Proposal:
        return _propose(given, field, again, never, wanted, banned, step, lot)

    best = best_proposal(given, again, 1, propose, lot, never)
    return finish(
        given,
        best.tables,
        [*best.resting, *field.resting],
        cost=best.cost,
        proven=best.proven,
        completable=best.completable,
    )


def _propose(
    given: DrawInput,
    field: Field,
    again: frozenset[Couple],
    never: frozenset[Couple],
    wanted: tuple[Couple, ...],
    banned: set[Couple],
    step: Step | None,
    lot: Lot,
) -> Proposal:
    """The cheapest matches, or those of a step."""
    step, best = (step, False) if step else _cheapest(given, field.free, wanted, banned, lot)
    matches = (*step.couples, *(pair for table in given.locked for pair in table.opponents))
    way = completable(given, again.union(matches), step.resting, side=1, lot=lot, never=never)
    levels = [meeting_levels(pair, given) for pair in matches]
    levels += [rest_levels(entry, given) for entry in step.resting]
    figures = [sum(column) for column in zip(*levels, strict=True)]
    return Proposal(
        pair_tables(step.couples, given, field.numbers, lot),
        step.resting,
        step.couples,
        repeated=len(again.intersection(step.couples)),
        cost=sum(map(int.__mul__, figures, _PRICES)),
        completable=way,
        proven=best and not banned,
        settled=way is not False,
        now=(figures[1], figures[3]) if figures else (0, 0),
    )


def _cheapest(
    given: DrawInput, everybody: tuple[int, ...], wanted: tuple[Couple, ...], banned: set[Couple], lot: Lot
) -> tuple[Step, bool]:
    """A minimum-cost perfect matching of the pairs, in an odd number resting is one more point in it; and whether there
    certainly is none better.

    In a large field everybody is offered some others by lot, more when that leaves a price to pay.
    """
    settled = {entry for pair in wanted for entry in pair}
    free = [entry for entry in everybody if entry not in settled]
    small = len(free) <= COMPLETE
    row, width = (free, len(free)) if small else (lot.shuffled(free), WIDTH)
    while True:
        step = _matched(given, row, width, wanted, banned, lot)
        best = step is not None and (small or _costs_nothing(given, step, free, wanted, banned))
        if best or small or width > WIDEST:
            break
        width *= 2
    if step is None:
        raise no_way()
    return step, best


def _costs_nothing(
    given: DrawInput, step: Step, free: list[int], wanted: tuple[Couple, ...], banned: set[Couple]
) -> bool:
    """Whether no couple of the step has a price, and who rests is first in turn."""
    met = (meeting_levels(pair, given, banned) for pair in step.couples if pair not in wanted)
    first = min(rest_levels(entry, given) for entry in free)
    return not any(map(any, met)) and all(rest_levels(entry, given) == first for entry in step.resting)


def _matched(
    given: DrawInput,
    row: list[int],
    width: int,
    wanted: tuple[Couple, ...],
    banned: set[Couple],
    lot: Lot,
) -> Step | None:
    """The cheapest matching in which everybody meets one of the `width` next in the row, or of those before."""
    count = len(row)
    edges: list[Edge] = []
    for i, one in enumerate(row):
        for j in range(i + 1, min(count, i + 1 + width)):
            pair = couple(one, row[j])
            if not cannot_meet(given, *pair):
                edges.append((i, j, meeting_levels(pair, given, banned)))
        if count % 2:
            edges.append((i, count, rest_levels(one, given)))
    matching = MatchingProblem(count + count % 2, edges, lot).cheapest()
    if matching is None:
        return None
    couples = tuple(couple(row[i], row[j]) for i, j in matching.couples if j < count)
    return Step((*wanted, *couples), frozenset(row[i] for i, j in matching.couples if j == count))


def meeting_levels(pair: Couple, given: DrawInput, banned: Collection[Couple] = ()) -> Levels:
    """What it costs that these two pairs meet, goal by goal."""
    season = given.season.opponents.get(pair, 0) if given.rule.season_memory else 0
    worths = [group.worth for group in given.apart if group.entries.issuperset(pair)]
    return (
        given.evening.opponents.get(pair, 0) ** 2,
        worths.count(None),
        int(pair in banned),
        0,
        0,
        0,
        season**2 + sum(worth**2 for worth in worths if worth is not None),
    )


def rest_levels(entry: int, given: DrawInput) -> Levels:
    """What it costs that this pair rests."""
    evening, season = sit_outs_so_far(given, entry)
    first = entry in given.sit_out_first or not given.sit_out_first
    return 0, 0, 0, evening**2, int(not first), season, 0
