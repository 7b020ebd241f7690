"""Made-up clubs, people and evenings for the tests, built through the services wherever one exists."""

from __future__ import annotations

import datetime
import itertools
import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.test import Client

from scoring import sheets
from scoring.rules.declared import DeclaredDeal
from scoring.rules.family import sides
from tournaments import names
from tournaments.models import Club, Competition, Entry, Evening, Membership, Presence, Role, User
from tournaments.services import closing, draw, posting
from tournaments.services import people as people_service

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.models import SheetVersion
    from tournaments.models import Person, Round, Table

_FIRST = [
    *("Anneke", "Bart", "Corrie", "Dirk", "Els", "Frits", "Gré", "Henk", "Ineke", "Jan"),
    *("Koos", "Lies", "Marijke", "Nel", "Oene", "Piet", "Riet", "Sjaak", "Truus", "Wim"),
]
_LAST = [
    *("Bakker", "van den Berg", "Çelik", "de Vries", "van Dijk", "Eijkman", "Fuik", "de Graaf", "in 't Veld"),
    *("Haas", "IJsselstein", "Jansen", "Kok", "van der Linden", "Łukasik", "Mulder", "Noordhof", "Ouwehand"),
    *("ter Horst", "Smit", "Visser"),
]
_counter = itertools.count(1)
PASSWORD = "klaver-boer-negen"
START = datetime.date(2026, 9, 3)


def make_club(name: str = "", **fields: object) -> Club:
    number = next(_counter)
    name = name or f"De Vier Azen {number}"
    return Club.objects.create(name=name, **{"slug": f"club-{number}", "town": "Zuidwolde"} | fields)


def make_user(role: str = Role.Kind.ORGANISER, club: Club | None = None, **fields: object) -> User:
    """Somebody with this role in the club (a new club unless given), signing in with `PASSWORD`.

    The club is found again as `user.roles.get().club`.
    """
    username = str(fields.pop("username", f"{role}-{next(_counter)}"))
    user = User.objects.create_user(username, password=PASSWORD, **fields)
    Role.objects.create(user=user, club=club or make_club(), kind=role)
    return user


def sign_in(user: User, **defaults: str) -> Client:
    """A browser without script of somebody who is signed in and reads English."""
    client = Client(**defaults)
    client.force_login(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def make_people(
    count: int, club: Club | None = None, kind: str = Membership.Kind.MEMBER, start: int = 0
) -> list[Person]:
    """`count` members with numbers 001, 002, …; up to 420 different names."""
    club = club or make_club()
    return [make_person(_name(i), club, kind=kind, number=f"{i + 1:03}") for i in range(start, start + count)]


def make_person(name: str, club: Club, kind: str = Membership.Kind.MEMBER, number: str = "") -> Person:
    """A person by the name as people write it: "Jan van der Berg"."""
    return people_service.add_person(club, names.parse(name), actor=None, kind=kind, number=number)


def _name(index: int) -> str:
    return f"{_FIRST[index % len(_FIRST)]} {_LAST[index % len(_LAST)]}"


def make_competition(
    people: Sequence[Person] | int = 8,
    *,
    club: Club | None = None,
    kind: str = Competition.Kind.INDIVIDUAL,
    rounds: int = 3,
    deals: int = 16,
    **fields: object,
) -> Competition:
    """A competition with these people entered one by one, or two by two; a number makes new people."""
    club = club or make_club()
    if isinstance(people, int):
        people = make_people(people, club)
    competition = Competition.objects.create(
        club=club,
        kind=kind,
        rounds_per_evening=rounds,
        deals_per_round=deals,
        **{"name": f"Najaar {next(_counter)}", "season": "2026/27"} | fields,
    )
    size = 2 if competition.is_pairs else 1
    for start in range(0, len(people), size):
        people_service.add_entry(competition, people[start : start + size], actor=None)
    return competition


def make_evening(
    competition: Competition | None = None, present: int | None = None, **fields: object
) -> Evening:
    """The next evening of a competition, with the first `present` entries ticked as present (None: all)."""
    if competition is None:
        competition = make_competition(8 if present is None else present)
    number = competition.evenings.count() + 1
    evening = Evening.objects.create(
        competition=competition,
        **{
            "number": number,
            "date": START + datetime.timedelta(weeks=number - 1),
            "rounds_planned": competition.rounds_per_evening,
        }
        | fields,
    )
    entries = Entry.objects.filter(competition=competition, active=True)
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state=Presence.State.PRESENT) for entry in entries[:present]
    )
    return evening


def make_draft_round(evening: Evening, *, actor: User | None = None, seed: int = 1) -> Round:
    """The draw of the next round, not yet published."""
    return draw.draw_round(evening, actor=actor, seed=seed)


def make_published_round(
    evening: Evening | None = None, *, actor: User | None = None, seed: int = 1
) -> Round:
    """The next round, drawn and published: every table has its sheet."""
    round_ = make_draft_round(evening or make_evening(), actor=actor, seed=seed)
    draw.publish(round_, actor=actor)
    round_.refresh_from_db()
    return round_


def tables(round_: Round) -> list[Table]:
    """In order of number, with seats and people at hand."""
    return list(round_.tables.select_related("sheet").prefetch_related("seats__person", "seats__entry"))


def accept_sheet(
    table: Table, author: User, we: int = 100, *, checked_by: User | None = None, base: int = 0
) -> SheetVersion:
    """Accepts and books a sheet on which `we` took this many points in every deal, without roem, pit or nat.

    `base` is the version that it corrects, if it does. Whoever has more played, so `we` may be 0 to 160 except 1 and 81; the totals are deals × `we` and
    deals × (162 − `we`).
    """
    deals = table.sheet.deals
    row = DeclaredDeal("we" if we > 81 else "they", we, 0, 162 - we, 0)
    proposal = sheets.Proposal(
        base=base,
        key=uuid.uuid4().hex,
        deals=[row.to_json()] * deals,
        written=None,
        remarks={},
        reason="",
        result={
            "we": _booked(deals * we),
            "they": _booked(deals * (162 - we)),
            "deals": [[we, 162 - we]] * deals,
        },
    )
    version = sheets.accept(
        table.sheet, author, proposal, lambda version: posting.post_table(table, version, author)
    )
    if checked_by:
        sheets.check(version, checked_by, lambda _version: None)
    return version


def _booked(points: int) -> dict[str, int]:
    return {"points": points, "roem": 0, "bonus": 0, "total": points, "pits": 0, "nats": 0}


def type_rows(table: Table, author: User, count: int) -> None:
    """Leaves `count` typed rows in the draft of this typist."""
    rows = [sheets.TypedRow(position, {"we_points": "100"}, 0) for position in range(1, count + 1)]
    sheets.save_rows(table.sheet, author, 0, rows)


def play_round(round_: Round, author: User) -> None:
    """Accepts a sheet at every table (100 points a deal for `we` at table 1, 101 at 2, …) and closes the round."""
    for table in tables(round_):
        accept_sheet(table, author, 99 + table.number)
    closing.close_round(round_, actor=author)


def accept_match(table: Table, author: User, *totals: int, melds: int = 20) -> SheetVersion:
    """Accepts and books a match of a relative: the total of each column from the left, `melds` of it for melds."""
    columns = sides(table.sheet.get_rules())
    result = {
        side: {"points": total - melds, "roem": melds, "bonus": 0, "total": total, "pits": 0, "nats": 1}
        for side, total in zip(columns, totals, strict=True)
    }
    proposal = sheets.Proposal(
        base=0,
        key=uuid.uuid4().hex,
        deals=[{}],
        written=None,
        remarks={},
        reason="",
        result=result | {"deals": [list(totals)], "winner": columns[0], "ended": 1},
    )
    return sheets.accept(
        table.sheet, author, proposal, lambda version: posting.post_table(table, version, author)
    )
