"""Which prizes there are and who wins them, as data: for an evening, and for a season.

Pure: results come in, awards go out. Ties are decided by the rule, and a shared prize is divided exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize, or one for each of several places.

    by: "place" (then `places`, or every so many places: `every` 4 is 4, 8, 12, …), "last" (the poedel), "pits",
    "roem", "best_round", "fewest_nats". name: what is won, in the words of the club ("worst, 2 kg"). cents: money
    for each place in cents, the last one repeated; empty for none. of: "evening" or "season".
    """

    by: str = "place"
    of: str = "evening"
    name: str = ""
    places: tuple[int, ...] = ()
    every: int = 0
    cents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """All prizes of a competition.

    ties: "share" (equal results add up the prizes of the places they take and divide them), "all" (each gets the
    full prize), or "lot" (with `seed`). one_each: nobody wins a second prize of the same evening. guests: whether
    guests can win.
    """

    prizes: tuple[Prize, ...] = ()
    ties: str = "share"
    seed: int = 0
    one_each: bool = False
    guests: bool = True

    VERSION = 1

    def to_json(self) -> dict[str, object]:
        return {"version": self.VERSION} | asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> PrizePlan:
        """{} is a plan without prizes."""
        values = {name: value for name, value in data.items() if name not in ("version", "prizes")}
        prizes = tuple(Prize(**prize) for prize in data.get("prizes", ()))  # type: ignore[attr-defined]
        return cls(prizes=prizes, **values)  # type: ignore[arg-type]
