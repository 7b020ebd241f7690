"""A season under other rules beside the real ones, by really booking it so in a transaction that is taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.attendance import AttendanceRule
from tournaments.in_words import translated
from tournaments.models import Competition, WhatIf
from tournaments.sentences import RuleError
from tournaments.services import audit, posting, standing_rules
from tournaments.services.errors import Refused
from tournaments.standing import queries
from tournaments.standing.rules import StandingRule

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tournaments.models import User

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Alternative:
    """Rules under which the season is run again."""

    name: str
    standing: StandingRule
    attendance: AttendanceRule

    def to_json(self) -> dict[str, object]:
        rules = {"standing": self.standing.to_json(), "attendance": self.attendance.to_json()}
        return {"name": self.name} | rules


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands. `moved`: places won (+) or lost (−) against the real rules; `why` there is no rank."""

    rank: int | None
    value: Fraction | None
    moved: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody under the real rules and under every alternative, in their order; None where he has no line."""

    name: str
    guest: bool
    real: Place | None
    others: tuple[Place | None, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a set of rules makes of the season.

    champions: who is first. moved: how many have another rank than under the real rules. gone: who had a rank there
    and has none here, with the reason; new: the other way round. shared: how many share a rank with somebody.
    """

    name: str
    standing: StandingRule
    attendance: AttendanceRule
    same_attendance: bool
    champions: tuple[str, ...]
    moved: int
    gone: tuple[tuple[str, str], ...]
    new: tuple[str, ...]
    shared: int

    @property
    def decimals(self) -> int:
        return self.standing.printed_decimals


@dataclass(frozen=True, slots=True)
class Comparison:
    """The season under the real rules (`real`) and the others, and a line for everybody, as they really stand."""

    real: Outcome
    others: tuple[Outcome, ...]
    lines: tuple[Line, ...]
    evenings: int
    provisional: bool


Places = dict[int, "tuple[str, bool, Place]"]


def alternatives_of(what_if: WhatIf) -> list[Alternative]:
    return [
        Alternative(
            each["name"],
            StandingRule.from_json(each["standing"]),
            AttendanceRule.from_json(each["attendance"]),
        )
        for each in what_if.alternatives
    ]


def compare(competition: Competition, alternatives: Sequence[Alternative]) -> Comparison:
    """The season under its own rules and under others. Nothing is touched: what is booked for it is taken back."""
    with transaction.atomic():
        compared = _compare(competition, alternatives)
        transaction.set_rollback(True)
    return compared


def _compare(competition: Competition, alternatives: Sequence[Alternative]) -> Comparison:
    season = queries.season_list(competition, queries.DESK)
    real = _places(season)
    own = Alternative(_("As it is"), competition.get_standing(), competition.get_attendance())
    found = [_run(competition, each) for each in alternatives]
    order = [*real, *(entry for places in found for entry in places if entry not in real)]
    return Comparison(
        real=_outcome(own, real, real, own),
        others=tuple(
            _outcome(each, places, real, own) for each, places in zip(alternatives, found, strict=True)
        ),
        lines=tuple(_line(entry, real, found) for entry in dict.fromkeys(order)),
        evenings=len(season.evenings),
        provisional=season.provisional,
    )


def _run(competition: Competition, alternative: Alternative) -> Places:
    """Everybody's place under other rules, booked and taken back."""
    with transaction.atomic():
        mine = Competition.objects.select_related("club").get(pk=competition.pk)
        if _books_otherwise(mine, alternative.attendance):
            _rebook(mine, alternative.attendance)
        places = _places(queries.season_list(mine, queries.DESK, rule=alternative.standing))
        transaction.set_rollback(True)
    return places


def _books_otherwise(competition: Competition, rule: AttendanceRule) -> bool:
    """Is any evening booked by another rule than this?"""
    for evening in competition.evenings.all():
        evening.competition = competition
        if evening.get_attendance() != rule:
            return True
    return False


def _rebook(competition: Competition, rule: AttendanceRule) -> None:
    competition.attendance = rule.to_json()
    competition.save(update_fields=["attendance"])
    for evening in competition.evenings.exclude(frozen=None):
        evening.frozen = evening.frozen | {"attendance": competition.attendance}
        evening.save(update_fields=["frozen"])
    posting.post_season(competition)


def _places(season: queries.SeasonList) -> Places:
    places = {}
    for entry, rank, value in season.table.lines.ranked_values():
        row = None if rank else season.row_of(entry)
        who = season.who[entry]
        places[entry] = (who.name, who.guest, Place(rank, value, why=row.why if row else ""))
    return places


def _line(entry: int, real: Places, found: Sequence[Places]) -> Line:
    name, guest, _place = next(places[entry] for places in (real, *found) if entry in places)
    here = real[entry][2] if entry in real else None
    return Line(name, guest, here, tuple(_moved(here, places.get(entry)) for places in found))


def _moved(here: Place | None, there: tuple[str, bool, Place] | None) -> Place | None:
    if there is None:
        return None
    place = there[2]
    both = here is not None and here.rank is not None and place.rank is not None
    moved = here.rank - place.rank if both else 0  # type: ignore[union-attr, operator]
    return Place(place.rank, place.value, moved, place.why)


def _outcome(rules: Alternative, places: Places, real: Places, own: Alternative) -> Outcome:
    ranks = {entry: place.rank for entry, (_name, _guest, place) in places.items()}
    before = {entry: place.rank for entry, (_name, _guest, place) in real.items()}
    held = list(filter(None, ranks.values()))
    return Outcome(
        name=rules.name,
        standing=rules.standing,
        attendance=rules.attendance,
        same_attendance=rules.attendance == own.attendance,
        champions=tuple(name for name, _guest, place in places.values() if place.rank == 1),
        moved=sum(bool(rank and ranks.get(entry) and ranks[entry] != rank) for entry, rank in before.items()),
        gone=tuple(
            (real[entry][0], places[entry][2].why if entry in places else "")
            for entry, rank in before.items()
            if rank and not ranks.get(entry)
        ),
        new=tuple(
            name for entry, (name, _guest, place) in places.items() if place.rank and not before.get(entry)
        ),
        shared=sum(held.count(rank) > 1 for rank in held),
    )


# Keeping a comparison ---------------------------------------------------------------------------------------


@transaction.atomic
def start(competition: Competition, name: str, *, actor: User, key: str = "") -> WhatIf:
    """A new comparison without alternatives. Raises `AlreadyDone` for a repeated key, `Refused` without a name."""
    audit.refuse_repeat(key)
    if not name.strip():
        raise Refused(_("Give the comparison a name."))
    made = WhatIf.objects.create(competition=competition, name=name.strip()[:80], made_by=actor)
    audit.record(actor, competition.club, "compare rules", made, key=key, name=made.name)
    return made


@transaction.atomic
def set_alternative(
    what_if: WhatIf, number: int | None, alternative: Alternative | None, *, actor: User, seen: int
) -> None:
    """Adds an alternative (`number` None), changes the one of this number from 1, or takes it away (None).

    `seen`: how many there were. Raises `Refused` when there are others by now, for more than `WhatIf.MOST`, a name
    that is empty or stands twice, and for rules that cannot be in this season.
    """
    now = (
        WhatIf.objects.select_for_update(of=("self",)).select_related("competition__club").get(pk=what_if.pk)
    )
    kept = list(now.alternatives)
    if len(kept) != seen or (number is not None and not 1 <= number <= len(kept)):
        raise Refused(_("Somebody has just changed this comparison. Look at it again."))
    place = len(kept) if number is None else number - 1
    kept[place : place + 1] = [] if alternative is None else [alternative.to_json()]
    if len(kept) > WhatIf.MOST:
        raise Refused(_("At most %(most)s alternatives stand side by side.") % {"most": WhatIf.MOST})
    if alternative is not None:
        _refuse_impossible(now.competition, alternative)
    names = [each["name"] for each in kept]
    if "" in names or len(set(names)) < len(names):
        raise Refused(_("Every alternative has a name of its own."))
    now.alternatives = kept
    now.save(update_fields=["alternatives"])
    audit.record(actor, now.competition.club, "change comparison of rules", now, alternatives=names)


def _refuse_impossible(competition: Competition, alternative: Alternative) -> None:
    individual = not (competition.is_pairs or competition.is_teams)
    try:
        standing_rules.check(competition, alternative.standing)
        alternative.attendance.check(individual=individual)
    except RuleError as error:
        raise Refused(translated(error.sentence)) from error


@transaction.atomic
def remove(what_if: WhatIf, *, actor: User) -> None:
    audit.record(actor, what_if.competition.club, "remove comparison of rules", what_if, name=what_if.name)
    what_if.delete()
