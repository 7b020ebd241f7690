"""Schedules of a whole evening: whist for individuals, movements for pairs, and their proof by counting."""

from tournaments.pairing.schedules.model import METHODS, PlannedRound, Schedule, ScheduleError
from tournaments.pairing.schedules.movements import movement
from tournaments.pairing.schedules.numbers import numbered
from tournaments.pairing.schedules.play import play
from tournaments.pairing.schedules.proof import Person, Proof, count
from tournaments.pairing.schedules.whist import kinds, whist

__all__ = [
    "METHODS",
    "Person",
    "PlannedRound",
    "Proof",
    "Schedule",
    "ScheduleError",
    "count",
    "kinds",
    "movement",
    "numbered",
    "play",
    "whist",
]
