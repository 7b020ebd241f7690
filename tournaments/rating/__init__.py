"""The rating: how strong everybody is, from the differences at the tables. See README.md of this folder.

book = Book([Evening(day, event, rounds), …])
book.state.people.get(person)     # mean, variance, week, rounds
book.tell((day, event))           # every round of an evening explained
book.change(put=[corrected])      # replays from there; book.digest() is that of a whole replay
"""

from tournaments.rating.book import Book, digest
from tournaments.rating.company import Company, opponents, partners
from tournaments.rating.evenings import Evening, Key, RatedRound
from tournaments.rating.filter import rate
from tournaments.rating.history import Played, earlier, pack_history, unpack_history
from tournaments.rating.pairs import PairValue, pair_value
from tournaments.rating.parameters import Parameters, Periods, snap
from tournaments.rating.radar import looks_mirrored, mirror_gain, rows_apart, too_surprising
from tournaments.rating.shown import Status, band, groups, points, regular_partner, status
from tournaments.rating.state import Checkpoint, Frozen, State, Value, Values
from tournaments.rating.told import Change, Known, RatedTable

__all__ = [
    "Book",
    "Change",
    "Checkpoint",
    "Company",
    "Evening",
    "Frozen",
    "Key",
    "Known",
    "PairValue",
    "Parameters",
    "Periods",
    "Played",
    "RatedRound",
    "RatedTable",
    "State",
    "Status",
    "Value",
    "Values",
    "band",
    "digest",
    "earlier",
    "groups",
    "looks_mirrored",
    "mirror_gain",
    "opponents",
    "pack_history",
    "pair_value",
    "partners",
    "points",
    "rate",
    "regular_partner",
    "rows_apart",
    "snap",
    "status",
    "too_surprising",
    "unpack_history",
]
