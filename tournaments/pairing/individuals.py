"""The draw of one round for individuals: a partner and two opponents for everybody, by lot."""

from __future__ import annotations

from tournaments.pairing.assess import Sides, finish, seated
from tournaments.pairing.costs import Costs, tables_cost
from tournaments.pairing.exact import MOST_PLAYERS, cheapest_tables
from tournaments.pairing.field import Field, choose_sit_outs, prepare
from tournaments.pairing.four_draw import Manner, draw_fours
from tournaments.pairing.lookahead import Step
from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import cheapest_matching
from tournaments.pairing.model import Couple, Draw, DrawInput
from tournaments.pairing.numbering import numbered
from tournaments.pairing.proposals import Proposal, best_proposal, come_again, completable
from tournaments.pairing.search import good_tables
from tournaments.pairing.seats import seat
from tournaments.pairing.sizes import table_sizes
from tournaments.pairing.table_prices import lot_cost, lot_prices

BY_LOT = Manner(lot_prices, lot_cost, by_standing=False)


def draw_individuals(given: DrawInput) -> Draw:
    """Draws the tables of one round.

    In this order: nobody rests twice this evening while somebody has not rested; no partner of this evening
    again; few opponents of this evening again; few partners who were opponents, or the reverse; little that
    was on earlier evenings; and for the rest the lot alone. With `rounds_after`, a draw is preferred that
    leaves a way to play those rounds too without repeated partners.

    Up to 12 players to be drawn nothing cheaper exists, and without `rounds_after` all cheapest arrangements
    are equally likely; beyond that the search is bounded, and `quality.proven` says whether nothing cheaper can
    exist. North deals first, so the lot of the seats is that of the deal too, unless earlier seats say whose turn it is.

    Couples that are wanted and people who cannot move come before everything, then groups that are never to meet, then
    turns at tables of three, then the above; a group that is rather kept apart counts with the opponents. Raises
    DrawError (see `prepare` and `wishes_of`).
    """
    field = prepare(given, side=2)
    if _asks_more(given, field):
        return draw_fours(given, BY_LOT)
    lot = Lot(given.seed)
    again = come_again(given, given.evening.partners)

    def propose(banned: set[Couple], step: Step | None) -> Proposal:
        return _propose(given, field, again, banned, step, lot)

    best = best_proposal(given, again, 2, propose, lot)
    return finish(
        given,
        best.tables,
        [*best.resting, *field.resting],
        cost=best.cost,
        proven=best.proven,
        completable=best.completable,
    )


def _asks_more(given: DrawInput, field: Field) -> bool:
    """Whether more is asked than the weights of meetings and the lot can say."""
    wishes = given.apart or given.fixed_tables or given.partners_wanted or given.opponents_wanted
    return bool(wishes) or table_sizes(len(field.free), given.rule).threes > 0


def _propose(
    given: DrawInput,
    field: Field,
    again: frozenset[Couple],
    banned: set[Couple],
    step: Step | None,
    lot: Lot,
) -> Proposal:
    """The cheapest tables for those who do not rest, or the cheapest with the partners of a step."""
    resting = step.resting if step else choose_sit_outs(given, field.free, len(field.free) % 4, lot)
    players = [entry for entry in field.free if entry not in resting]
    costs = Costs(players, given)
    # Weightier than all opponents, lighter than repeating a partner.
    costs.dissuade(banned, given.rule.weights.partner_again // 2)
    sides = _with_partners(costs, step, lot) if step else _cheapest(costs, lot)
    if given.seats_before or given.tables_before:
        tables = seat(numbered(sides, given, field.numbers, lot), given, lot)
    else:
        tables = seated(sides, field.numbers, lot)
    couples = tuple(pair for table in tables for pair in table.partners)
    locked = [pair for table in given.locked for pair in table.partners]
    way = completable(given, again.union(couples, locked), resting, side=2, lot=lot)
    repeated = len(again.intersection(couples))
    cost = tables_cost((*tables, *given.locked), given)
    return Proposal(
        tables,
        resting,
        couples,
        repeated,
        cost,
        way,
        proven=not cost or (len(players) <= MOST_PLAYERS and not banned and not step),
        # Other partners may avoid a dead end; a repeated partner only other people resting can.
        settled=way is not False and not (repeated and resting),
    )


def _cheapest(costs: Costs, lot: Lot) -> list[Sides]:
    """Who plays with whom against whom, at the least cost or near it."""
    small = len(costs.players) <= MOST_PLAYERS
    fours = cheapest_tables(costs, lot) if small else good_tables(costs, lot)
    splits = [lot.choice(costs.splits(*four)) for four in fours]
    return [(costs.named(one), costs.named(other)) for one, other in splits]


def _with_partners(costs: Costs, step: Step, lot: Lot) -> list[Sides]:
    """The cheapest way to let these partners meet."""
    number = {entry: i for i, entry in enumerate(costs.players)}
    couples = [(number[one], number[other]) for one, other in step.couples]

    def price(i: int, j: int) -> int:
        return sum(costs.opponent[a][b] for a in couples[i] for b in couples[j])

    matching = cheapest_matching(len(couples), price, lot)
    assert matching is not None, "every two couples may meet at a price"
    return [(costs.named(couples[i]), costs.named(couples[j])) for i, j in matching]
