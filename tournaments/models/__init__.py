"""Everything that is stored between tables, by subject."""

from tournaments.models.audit import Change
from tournaments.models.calendar import CalendarMark
from tournaments.models.competition import ApartGroup, Competition, Entry, EntryMember
from tournaments.models.jobs import Job, WorkerHeartbeat
from tournaments.models.leagues import Division, DivisionEntry, Fixture, Venue
from tournaments.models.ledger import EveningPack, Posting
from tournaments.models.merged import MergedEntry
from tournaments.models.people import Club, Membership, Person, Role, User
from tournaments.models.publication import Publication, PublicationFile
from tournaments.models.rating import (
    RatedClub,
    RatingEvening,
    RatingList,
    RatingMark,
    RatingNote,
    RatingPool,
    RatingValue,
    RatingYear,
)
from tournaments.models.rounds import Evening, Presence, Round, Schedule, Seat, SitOut, Table
from tournaments.models.what_if import WhatIf

__all__ = [
    "ApartGroup",
    "CalendarMark",
    "Change",
    "Club",
    "Competition",
    "Division",
    "DivisionEntry",
    "Entry",
    "EntryMember",
    "Evening",
    "EveningPack",
    "Fixture",
    "Job",
    "Membership",
    "MergedEntry",
    "Person",
    "Posting",
    "Presence",
    "Publication",
    "PublicationFile",
    "RatedClub",
    "RatingEvening",
    "RatingList",
    "RatingMark",
    "RatingNote",
    "RatingPool",
    "RatingValue",
    "RatingYear",
    "Role",
    "Round",
    "Schedule",
    "Seat",
    "SitOut",
    "Table",
    "User",
    "Venue",
    "WhatIf",
    "WorkerHeartbeat",
]
