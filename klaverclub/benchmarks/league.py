"""A made-up league of any size, straight into the database: people, evenings, tables, seats and scores."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils import timezone

from klaverclub.benchmarks.scratch import load, settle
from tournaments.models import (
    Club,
    Competition,
    Entry,
    EntryMember,
    Evening,
    Membership,
    Person,
    Posting,
    Round,
    Seat,
    Table,
)

DEALS = 16
POSITIONS = ("N", "E", "S", "W")
START = datetime.date(2026, 9, 1)


@dataclass(frozen=True)
class Size:
    """present: how many come on an evening, a multiple of four."""

    players: int
    evenings: int
    rounds: int
    present: int

    @property
    def player_rounds(self) -> int:
        return self.evenings * self.rounds * self.present


class Keys:
    """Primary keys in the order of the rows, beginning after those that are there."""

    def __init__(self, *models: Any) -> None:
        self.last = {
            model: model.objects.order_by("pk").values_list("pk", flat=True).last() or 0 for model in models
        }

    def next(self, model: Any, count: int = 1) -> list[int]:
        first = self.last[model] + 1
        self.last[model] += count
        return list(range(first, first + count))


def make_league(club: Club, size: Size, *, name: str = "Bench", seed: int = 1, **fields: Any) -> Competition:
    """A season of closed evenings with a score for everybody who is there, at tables of four, partners by lot."""
    competition = Competition.objects.create(
        club=club,
        name=name,
        season=str(seed),
        rounds_per_evening=size.rounds,
        frozen_at=timezone.now(),
        **fields,
    )
    keys = Keys(Person, Membership, Entry, EntryMember, Evening, Round, Table, Seat, Posting)
    people = _people(club, size.players, keys)
    entries = keys.next(Entry, size.players)
    now = timezone.now()
    load(
        Entry,
        ("id", "competition_id", "ranked", "active", "team_name", "represents", "created"),
        ((entry, competition.pk, True, True, "", "", now) for entry in entries),
    )
    load(
        EntryMember,
        ("id", "entry_id", "competition_id", "person_id", "position"),
        (
            (key, entry, competition.pk, person, 0)
            for key, entry, person in zip(keys.next(EntryMember, size.players), entries, people, strict=True)
        ),
    )
    _play(competition, size, np.array(entries), np.array(people), keys, np.random.default_rng(seed))
    settle()
    return competition


def _people(club: Club, count: int, keys: Keys) -> list[int]:
    """The players of the club, as many new ones as it needs."""
    known = list(Membership.objects.filter(club=club).order_by("pk").values_list("person", flat=True)[:count])
    new = keys.next(Person, count - len(known))
    now = timezone.now()
    load(
        Person,
        ("id", "first_name", "prefix", "last_name", "visibility", "sort_key", "search_key", "created"),
        ((pk, "Speler", "", f"{pk:05}", "shown", f"{pk:05} speler", f" speler {pk:05}", now) for pk in new),
    )
    load(
        Membership,
        ("id", "club_id", "person_id", "kind", "number"),
        (
            (key, club.pk, person, "member", f"{person:05}")
            for key, person in zip(keys.next(Membership, len(new)), new, strict=True)
        ),
    )
    return known + new


def _play(competition: Competition, size: Size, entries: Any, people: Any, keys: Keys, lot: Any) -> None:
    now = timezone.now()
    evenings = keys.next(Evening, size.evenings)
    rounds = keys.next(Round, size.evenings * size.rounds)
    load(
        Evening,
        (
            "id",
            "competition_id",
            "number",
            "date",
            "rounds_planned",
            "name",
            "counts",
            "ledger_version",
            "closed_at",
        ),
        (
            (
                pk,
                competition.pk,
                number,
                START + datetime.timedelta(days=number),
                size.rounds,
                "",
                True,
                1,
                now,
            )
            for number, pk in enumerate(evenings, 1)
        ),
    )
    load(
        Round,
        ("id", "evening_id", "number", "state", "seed", "quality", "method", "drawn_at"),
        (
            (pk, evenings[place // size.rounds], place % size.rounds + 1, "closed", 1, "{}", "lot", now)
            for place, pk in enumerate(rounds)
        ),
    )
    for place in range(size.evenings):
        there = np.sort(lot.choice(size.players, size.present, replace=False))
        for round_ in rounds[place * size.rounds : (place + 1) * size.rounds]:
            _play_round(round_, entries, people, lot.permutation(there), keys, lot)


def _play_round(round_: int, entries: Any, people: Any, seated: Any, keys: Keys, lot: Any) -> None:
    """Everybody who is there, four at a table in the order of `seated`."""
    tables = keys.next(Table, len(seated) // 4)
    load(
        Table,
        ("id", "round_id", "number", "pinned"),
        ((pk, round_, number, False) for number, pk in enumerate(tables, 1)),
    )
    who, persons = entries[seated].tolist(), people[seated].tolist()
    load(
        Seat,
        ("id", "table_id", "round_id", "position", "entry_id", "person_id"),
        (
            (key, tables[at // 4], round_, POSITIONS[at % 4], who[at], persons[at])
            for at, key in enumerate(keys.next(Seat, len(seated)))
        ),
    )
    load(
        Posting,
        (
            *(
                "id",
                "round_id",
                "entry_id",
                "person_id",
                "kind",
                "points",
                "roem",
                "bonus",
                "total",
                "pits",
                "nats",
            ),
            *("against", "board", "match_points", "reason", "created"),
        ),
        _postings(round_, who, persons, keys, lot),
    )


def _postings(
    round_: int, who: list[int], persons: list[int], keys: Keys, lot: Any
) -> Iterator[tuple[Any, ...]]:
    """Scores as they are made: 162 points a deal for two sides, roem, now and then a pit, partners alike."""
    now = timezone.now()
    sides = len(who) // 2
    points = np.clip(lot.normal(81 * DEALS, 150, sides // 2).round(), 300, 162 * DEALS - 300).astype(int)
    points = np.column_stack([points, 162 * DEALS - points]).ravel()
    roem = 10 * lot.poisson(24, sides)
    pits = lot.binomial(DEALS, 0.025, sides)
    nats = lot.binomial(DEALS, 0.1, sides)
    totals = points + roem + 100 * pits
    against = totals.reshape(-1, 2)[:, ::-1].ravel()
    columns = [column.tolist() for column in (points, roem, 100 * pits, totals, pits, nats, against)]
    for at, key in enumerate(keys.next(Posting, len(who))):
        side = at // 4 * 2 + at % 2  # N and S, E and W
        card, meld, bonus, total, pit, nat, other = (column[side] for column in columns)
        yield (
            *(key, round_, who[at], persons[at], "played", card, meld, bonus, total, pit, nat, other),
            *(0, 0, "{}", now),
        )
