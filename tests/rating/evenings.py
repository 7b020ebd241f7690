"""Evenings of a few people, by hand and at random."""

from __future__ import annotations

from hypothesis import strategies as st

from tournaments.rating import Evening, RatedRound

MONDAY = 738_515  # an ordinal: (day - 1) % 7 == 0
PEOPLE, CLUBS = 9, 3


def evening(day: int, *tables: tuple, event: int = 1, deals: int = 4) -> Evening:
    """Tables as (people, difference) or (people, difference, clubs); each is a round of its own."""
    return Evening(
        day,
        event,
        [
            RatedRound(number, 1, people, difference, deals, 0, *clubs)
            for number, (people, difference, *clubs) in enumerate(tables, 1)
        ],
    )


@st.composite
def rounds(draw: st.DrawFn, *, least: int = 0, clubs: bool = True) -> list[RatedRound]:
    """Up to three rounds of one or two tables."""
    found = []
    for number in range(1, draw(st.integers(least, 3)) + 1):
        order = draw(st.permutations(range(1, PEOPLE + 1)))
        for table in range(1, draw(st.integers(1, 2)) + 1):
            people = tuple(order[4 * table - 4 : 4 * table])
            difference = draw(st.integers(-3000, 3000))
            played_for = tuple(person % CLUBS for person in people) if clubs and draw(st.booleans()) else None
            found.append(
                RatedRound(number, table, people, difference, draw(st.sampled_from([8, 16])), 0, played_for)
            )
    return found


days = st.integers(MONDAY, MONDAY + 40)
