"""The draw: who plays with whom, against whom, at which table. Pure: knows no database and no pages."""

from tournaments.pairing.check import validate_draw
from tournaments.pairing.individuals import draw_individuals
from tournaments.pairing.late import repair_round, seat_late
from tournaments.pairing.methods import Unit, draw_round
from tournaments.pairing.model import (
    Apart,
    Couple,
    Draw,
    DrawError,
    DrawInput,
    History,
    Meeting,
    Quality,
    Table,
    couple,
)
from tournaments.pairing.pairs import draw_pairs
from tournaments.pairing.rule import PairingRule, Weights
from tournaments.pairing.threes import draw_threes

__all__ = [
    "Apart",
    "Couple",
    "Draw",
    "DrawError",
    "DrawInput",
    "History",
    "Meeting",
    "PairingRule",
    "Quality",
    "Table",
    "Unit",
    "Weights",
    "couple",
    "draw_individuals",
    "draw_pairs",
    "draw_round",
    "draw_threes",
    "repair_round",
    "seat_late",
    "validate_draw",
]
