"""The season before this one: played to its end, closed and published, so that ratings and careers have a past.

Its deals were played card by card once and are kept in a file (`manage.py demo --play-last-season` writes it); its
tables are written straight into the database. Whatever follows from them goes through the services of the screens.
"""

from __future__ import annotations

import datetime
import json
from random import Random
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone

from scoring.entry.form import form_of
from scoring.models import SheetVersion
from scoring.rules import DeclaredDeal, Ruleset
from scoring.rules.family import side_of_position
from scoring.rules.simulate import play_sheet
from tournaments import games
from tournaments.demo import cast
from tournaments.models import Evening, Posting, Presence, Round, Seat, Table
from tournaments.services import closing, competitions, draw_tables, posting, seasons, seat_scores

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tournaments.models import Competition, EntryMember, User

FILE = settings.BASE_DIR / "fixtures" / "demo" / "last_season.json"
SEED = "De Vier Azen, last season"
EVENINGS, ROUNDS, PRESENT = 28, 3, 20
EARLIER = datetime.timedelta(weeks=52)  # than the first evening of this season
NEW = ("023", "024")  # members since this season

# A table on file: who sits north, east, south and west, by number, and its deals in one line.
SEATED = "NESW"


# Playing it -------------------------------------------------------------------------------------------------


def play() -> Iterator[list[list[dict[str, str]]]]:
    """The evenings, each with its rounds and their tables: partners and opponents by lot, every deal card by card."""
    rules = games.rules_of(cast()["competition"]["ruleset"])
    skill = {each["number"]: each["skill"] for each in cast()["members"] if each["number"] not in NEW}
    for evening in range(1, EVENINGS + 1):
        lot = Random(f"{SEED} {evening}")
        there = sorted(lot.sample(sorted(skill), PRESENT))
        yield [
            [_played(rules, seats, skill, lot) for seats in _drawn(there, lot)] for _round in range(ROUNDS)
        ]


def _drawn(there: list[str], lot: Random) -> Iterator[list[str]]:
    seated = lot.sample(there, len(there))
    return (seated[at : at + len(SEATED)] for at in range(0, len(seated), len(SEATED)))


def _played(rules: Ruleset, seats: list[str], skill: Mapping[str, float], lot: Random) -> dict[str, str]:
    deals = play_sheet(
        rules,
        lot,
        deals=cast()["competition"]["deals_per_round"],
        first_dealer="N",
        skills={seat: skill[number] for seat, number in zip(SEATED, seats, strict=True)},
    )
    rows = (deal.declared(with_declarer=True) for deal in deals)
    return {"seats": " ".join(seats), "deals": " ".join(map(_written, rows))}


def _written(row: DeclaredDeal) -> str:
    """A row of the paper in one word: who played, points and roem of both sides, and the marks."""
    numbers = (row.we_points, row.we_roem, row.they_points, row.they_roem)
    return ",".join([str(row.declarer), *map(str, numbers), *sorted(row.marks)])


def _read(word: str) -> DeclaredDeal:
    declarer, *cells = word.split(",")
    return DeclaredDeal(declarer, *map(int, cells[:4]), frozenset(cells[4:]))


# Loading it -------------------------------------------------------------------------------------------------


def load(
    competition: Competition,
    first: datetime.date,
    numbers: Mapping[str, EntryMember],
    *,
    typist: User,
    actor: User,
) -> None:
    """Plays the season on file in an empty competition, weekly from that day, and closes it.

    numbers: who plays under which number of member; `typist` accepted the sheets, `actor` does everything else.
    """
    evenings = json.loads(FILE.read_text(encoding="utf-8"))
    for week, rounds in enumerate(evenings):
        date = first + datetime.timedelta(weeks=week)
        evening = competitions.add_evening(competition, date, len(rounds), actor=actor)
        for number, tables in enumerate(rounds, 1):
            _load_round(evening, number, tables, numbers, typist)
        _check_in(evening, numbers)
        closing.close_evening(evening, actor=actor)
    posting.freeze(competition)
    competition.refresh_from_db()
    seasons.close(competition, actor=actor)


def _load_round(
    evening: Evening,
    number: int,
    tables: list[dict[str, str]],
    numbers: Mapping[str, EntryMember],
    typist: User,
) -> None:
    now = timezone.now()
    round_ = Round.objects.create(
        evening=evening,
        number=number,
        state=Round.State.CLOSED,
        seed=Random(f"{SEED} {evening.number} {number}").getrandbits(48),
        published_at=now,
        closed_at=now,
    )
    seats, rows = [], []
    for at, given in enumerate(tables, 1):
        table = Table.objects.create(round=round_, number=at)
        draw_tables.hand_out_sheet(table)
        seated = _seated(table, given["seats"], numbers)
        seats += seated
        rows += _posted(_typed(table, given["deals"], typist), seated, typist)
    Seat.objects.bulk_create(seats)
    Posting.objects.bulk_create(rows)


def _seated(table: Table, given: str, numbers: Mapping[str, EntryMember]) -> list[Seat]:
    return [
        Seat(
            table=table,
            round_id=table.round_id,
            position=position,
            entry_id=numbers[number].entry_id,
            person_id=numbers[number].person_id,
        )
        for position, number in zip(SEATED, given.split(), strict=True)
    ]


def _typed(table: Table, deals: str, typist: User) -> SheetVersion:
    form = form_of(table.sheet)
    rows = [_read(word).to_json() for word in deals.split()]
    judged = form.judge({at: form.cells_of(row) for at, row in enumerate(rows, 1)})
    return SheetVersion.objects.create(
        sheet=table.sheet,
        number=1,
        key=f"demo-{table.sheet.code}",
        author=typist,
        deals=judged.accepted_deals(),
        written=judged.totals,
        result=judged.result(),
    )


def _posted(version: SheetVersion, seats: list[Seat], typist: User) -> Iterator[Posting]:
    """The rows that `services.posting` makes of this sheet: everybody played for himself."""
    rules = version.sheet.get_rules()
    for seat in seats:
        yield Posting(
            **seat_scores.booked(version, side_of_position(rules, seat.position)),
            kind=Posting.Kind.PLAYED,
            round_id=seat.round_id,
            entry_id=seat.entry_id,
            person_id=seat.person_id,
            author=typist,
            sheet_version=version,
        )


def _check_in(evening: Evening, numbers: Mapping[str, EntryMember]) -> None:
    """Who played was there; everybody else had said that he would not come."""
    there = set(Seat.objects.filter(round__evening=evening).values_list("entry_id", flat=True))
    state = {True: Presence.State.PRESENT, False: Presence.State.EXCUSED}
    Presence.objects.bulk_create(
        Presence(evening=evening, entry_id=player.entry_id, state=state[player.entry_id in there])
        for player in numbers.values()
    )


def write() -> int:
    """Plays the season and writes it to its file; the number of deals that were played."""
    evenings: list[Any] = list(play())
    lines = ",\n".join(json.dumps(evening, separators=(",", ":")) for evening in evenings)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return sum(len(table["deals"].split()) for rounds in evenings for tables in rounds for table in tables)
