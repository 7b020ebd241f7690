"""Two players: what they did together, and against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.players import words

if TYPE_CHECKING:
    from tournaments.players.career import Career, RoundLine
    from tournaments.players.who import Somebody
    from tournaments.rating import Company, PairValue


@dataclass(frozen=True, slots=True)
class Versus:
    """Two people, seen from the first. rounds: newest first; together, against: None where that never was.

    pair: by all their rounds together, also those in other clubs, as every rating; None where they never were here.
    """

    one: Somebody
    other: Somebody
    together: Company | None
    against: Company | None
    pair: PairValue | None
    rounds: tuple[RoundLine, ...]

    @property
    def together_word(self) -> str:
        return words.company_word(self.together) if self.together else ""

    @property
    def against_word(self) -> str:
        return words.company_word(self.against) if self.against else ""


def versus(career: Career, other: Somebody) -> Versus:
    """The rounds that two people were at the same table."""
    both = [one for one in career.rounds if other.person in one.change.others]
    partners = {one.who.person: one.company for one in career.partners()}
    opponents = {one.who.person: one.company for one in career.opponents()}
    return Versus(
        one=career.who,
        other=other,
        together=partners.get(other.person),
        against=opponents.get(other.person),
        pair=_pair(career, other) if other.person in partners else None,
        rounds=tuple(career.lines(both[::-1])),
    )


def _pair(career: Career, other: Somebody) -> PairValue | None:
    return career.player.pair(other.person) if career.player else None
