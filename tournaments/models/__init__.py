"""Everything that is stored between tables, by subject."""

from tournaments.models.audit import Change
from tournaments.models.competition import Competition, Entry, EntryMember
from tournaments.models.jobs import Job, WorkerHeartbeat
from tournaments.models.ledger import Posting
from tournaments.models.people import Club, Membership, Person, Role, User
from tournaments.models.rounds import Evening, Presence, Round, Seat, SitOut, Table

__all__ = [
    "Change",
    "Club",
    "Competition",
    "Entry",
    "EntryMember",
    "Evening",
    "Job",
    "Membership",
    "Person",
    "Posting",
    "Presence",
    "Role",
    "Round",
    "Seat",
    "SitOut",
    "Table",
    "User",
    "WorkerHeartbeat",
]
