"""Evenings under an attendance rule, played to given scores, and what the ledger then says."""

from __future__ import annotations

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.attendance import AttendanceRule, Substitution
from tournaments.models import Competition, Evening, Posting, Seat
from tournaments.services import closing, draw_changes

USUAL = Substitution()


def season(rule: AttendanceRule, people: int = 5, rounds: int = 1, **fields) -> Competition:
    return factories.make_competition(people, rounds=rounds, attendance=rule.to_json(), **fields)


def last_entry(competition: Competition):
    return competition.entries.order_by("pk").last()


def evening_of(
    competition: Competition, user, *scores: tuple[int, int], away: str = "", close: bool = True, **fields
) -> Evening:
    """An evening on which one table plays a round for each of `scores`; the last entry is `away`."""
    evening = factories.make_evening(competition, **fields)
    if away:
        evening.presences.filter(entry=last_entry(competition)).update(state=away)
    for we, they in scores:
        round_ = factories.make_published_round(evening, actor=user)
        accept(factories.tables(round_)[0], user, side(we), side(they))
        closing.close_round(round_, actor=user)
    if close:
        closing.close_evening(evening, actor=user)
    return evening


def given_to(entry) -> list[tuple[str, int]]:
    """What an entry got by the rule, in the order of play."""
    rows = Posting.objects.filter(entry=entry, author=None)
    rows = rows.order_by("round__evening__number", "round__number", "pk")
    return [(row.kind, row.total) for row in rows]


def ledger() -> list[tuple]:
    """Everything the ledger says, whoever wrote it and when."""
    fields = ("round", "entry", "board", "person", "kind", "points", "roem", "bonus", "total", "pits", "nats")
    rows = Posting.objects.order_by("round", "entry", "kind", "board", "pk")
    return [
        (*row, str(reason))
        for *row, reason in rows.values_list(*fields, "against", "match_points", "sheet_version", "reason")
    ]


def with_substitute(user, inside=USUAL, outside=USUAL, rounds=2, guest=False, **rule):
    """Round 1: five play one table, 1500 against 1092 with a pit for who is 1500; the one who rests sits at North for
    somebody (or a `guest` who takes no part does). Returns round 1, the entry replaced, and that of who sits there.
    """
    competition = season(AttendanceRule(inside=inside, outside=outside, **rule), rounds=rounds)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    resting = round_.sit_outs.get().entry
    seat = Seat.objects.select_related("round__evening__competition").get(round=round_, position="N")
    if guest:
        (person,) = factories.make_people(1, competition.club, start=70)
    else:
        person = resting.people[0]
    draw_changes.substitute(seat, person, actor=user)
    accept(factories.tables(round_)[0], user, side(1400, pits=1), side(1092))
    closing.close_round(round_, actor=user)
    return round_, seat.entry, resting
