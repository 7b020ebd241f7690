"""Divisions of a competition: who is in them, their fixtures, and what the organiser decides about a match."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.in_words import translated
from tournaments.models import Division, DivisionEntry, Fixture, Venue
from tournaments.pairing import DrawError, leagues
from tournaments.services import audit
from tournaments.services.begun import refuse_changed
from tournaments.services.errors import Refused
from tournaments.services.evenings import refuse_unlikely_date
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from tournaments.models import Entry, User

State = Fixture.State


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of a division: its home, and the dates on which it cannot play. The order of places is the seeding."""

    entry: Entry
    venue: Venue | None = None
    blocked: tuple[datetime.date, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What fixtures are made from, beside the division itself.

    dates: the match days of a round robin, or one a round of a knock-out; may be empty. wishes, third_place and
    consolation as in `tournaments.pairing.leagues`; wishes name entries by key.
    """

    seed: int
    dates: tuple[datetime.date, ...] = ()
    wishes: tuple[leagues.Wish, ...] = ()
    third_place: bool = False
    consolation: bool = False

    def to_json(self) -> dict[str, object]:
        return {
            "dates": [day.isoformat() for day in self.dates],
            "wishes": [[wish.match_day, wish.one, wish.other] for wish in self.wishes],
            "third_place": self.third_place,
            "consolation": self.consolation,
        }

    @classmethod
    def of(cls, division: Division) -> Wanted:
        """What the stored fixtures of a division were made from."""
        plan = division.plan
        return cls(
            seed=division.seed,
            dates=tuple(map(datetime.date.fromisoformat, plan.get("dates", []))),
            wishes=tuple(leagues.Wish(*wish) for wish in plan.get("wishes", [])),
            third_place=plan.get("third_place", False),
            consolation=plan.get("consolation", False),
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """Fixtures that are not stored yet. `proven`: no better numbering of a round robin exists."""

    fixtures: list[Fixture]
    quality: leagues.Quality | None = None
    proven: bool = True


# Divisions, venues, members -----------------------------------------------------


def stored_rules(division: Division) -> dict[str, object]:
    """Everything that is said of a division on its form, as it is stored; {} of one that is not."""
    kept = Division.objects.filter(pk=division.pk).values(
        "name", "level", "kind", "legs", "promoted", "relegated", "counts", "rule", "transfers"
    )
    return dict(kept.first() or {})


def save_division(
    division: Division, *, actor: User | None, reason: str = "", key: str = "", began: str = ""
) -> Division:
    """Stores a new or changed division. Raises `AlreadyDone` for a repeated key, `Refused` for a taken name, for
    another kind or number of legs once there are fixtures, for another length of a match once one is drawn, for
    another worth of matches without a `reason` once one is drawn or decided, for a competition whose tables have
    no two sides, and when something else is stored than the form `began` with (`services.begun`)."""
    competition = division.competition
    refuse_closed_season(competition)
    if competition.entries_a_table != 2:
        raise Refused(
            _(
                "Fixtures are for fixed pairs, or for games of two: here everybody gets another partner each round."
            )
        )
    if division.pk and division.fixtures.exists():
        before = Division.objects.get(pk=division.pk)
        if (before.kind, before.legs) != (division.kind, division.legs):
            raise Refused(
                _("The fixtures of %(division)s are made. Take them away first.") % _named(division)
            )
        drawn = division.fixtures.exclude(table=None).exists()
        if drawn and before.get_rule().rounds != division.get_rule().rounds:
            raise Refused(_("A match is drawn already: all matches of a division take as many rounds."))
    was, why = {}, reason.strip()
    if changes_worth(division):
        if not why:
            raise Refused(
                _("Matches are drawn or decided already: say why they are worth something else now.")
            )
        before = Division.objects.get(pk=division.pk)
        was = {"before": {"counts": before.counts, "rule": before.rule}, "reason": why}
    verb = "change division" if division.pk else "add division"
    try:
        with transaction.atomic():
            audit.refuse_repeat(key)
            refuse_changed(stored_rules(division), began)
            division.save()
            detail = {"name": division.name, "counts": division.counts, "rule": division.rule} | was
            if division.transfers:
                detail["transfers"] = division.transfers
            audit.record(actor, competition.club, verb, division, key=key, **detail)
    except IntegrityError as error:
        raise Refused(
            _("There is a division %(division)s already: choose another name.") % _named(division)
        ) from error
    return division


def is_begun(division: Division) -> bool:
    """Is a match of it drawn, played or decided?"""
    return bool(division.pk and _touched(division).exists())


def changes_worth(division: Division) -> bool:
    """Would storing it change what matches are worth that are drawn, played or decided?"""
    if not is_begun(division):
        return False
    before = Division.objects.get(pk=division.pk)
    return (before.counts, before.get_rule()) != (division.counts, division.get_rule())


@transaction.atomic
def remove_division(division: Division, *, actor: User) -> None:
    """Takes a division away as long as none of its matches is drawn, played or decided."""
    refuse_closed_season(division.competition)
    _refuse_touched(division)
    audit.record(actor, division.competition.club, "remove division", division, name=division.name)
    division.fixtures.all().delete()
    division.delete()


def save_venue(venue: Venue, *, actor: User, key: str = "") -> Venue:
    """Stores a new or changed place to play. Raises as `save_division` does."""
    try:
        with transaction.atomic():
            audit.refuse_repeat(key)
            venue.save()
            audit.record(actor, venue.club, "venue", venue, key=key, name=venue.name, tables=venue.tables)
    except IntegrityError as error:
        raise Refused(_("There is a venue %(name)s already.") % {"name": venue.name}) from error
    return venue


@transaction.atomic
def set_places(division: Division, places: Sequence[Place], *, actor: User | None) -> None:
    """Says who is in a division, best seed first, with homes and blocked dates.

    The same entries keep their fixtures, and home matches that are still to be played move along to another home.
    Other entries are refused once there are fixtures, and so is another seeding of a knock-out. Nobody is in two
    round robins of one competition at a time.
    """
    refuse_closed_season(division.competition)
    wanted = [place.entry.pk for place in places]
    if len(set(wanted)) < len(wanted):
        raise Refused(_("An entry stands twice in this division."))
    before = list(division.members.values_list("entry_id", flat=True))
    changed = wanted != before if division.kind == Division.Kind.KNOCK_OUT else set(wanted) != set(before)
    if changed and division.fixtures.exists():
        raise Refused(_("The fixtures of %(division)s are made. Take them away first.") % _named(division))
    _refuse_elsewhere(division, wanted)
    _move_home(division, places)
    division.members.all().delete()
    DivisionEntry.objects.bulk_create(
        DivisionEntry(
            division=division,
            entry=place.entry,
            position=position,
            venue=place.venue,
            blocked_dates=[day.isoformat() for day in sorted(place.blocked)],
        )
        for position, place in enumerate(places, 1)
    )
    audit.record(actor, division.competition.club, "entries of division", division, entries=wanted)


def _move_home(division: Division, places: Sequence[Place]) -> None:
    """Open home matches at the home that was go to the home that is; who moved one by hand finds it there still."""
    homes = dict(division.members.values_list("entry_id", "venue_id"))
    for place in places:
        if homes.get(place.entry.pk) != (place.venue.pk if place.venue else None):
            open_ones = division.fixtures.filter(
                home=place.entry, table=None, state__in=(State.PLANNED, State.POSTPONED)
            )
            open_ones.filter(venue=homes.get(place.entry.pk)).update(venue=place.venue)


def _refuse_elsewhere(division: Division, entries: Sequence[int]) -> None:
    if division.kind == Division.Kind.KNOCK_OUT:
        return
    others = DivisionEntry.objects.filter(
        division__competition=division.competition,
        division__kind=Division.Kind.ROUND_ROBIN,
        entry__in=entries,
    ).exclude(division=division)
    if taken := others.select_related("division", "entry").first():
        raise Refused(
            _("%(name)s already plays in %(division)s.")
            % {"name": taken.entry.name, "division": taken.division.name}
        )


# Fixtures -----------------------------------------------------------------------


def draft(division: Division, wanted: Wanted) -> Draft:
    """The fixtures that would be made. Raises `Refused` when none can be, and for a date that cannot be meant."""
    for day in wanted.dates:
        refuse_unlikely_date(day)
    try:
        return _knock_out(division, wanted) if _is_cup(division) else _round_robin(division, wanted)
    except DrawError as error:
        raise Refused(translated(error.sentence)) from error


def _is_cup(division: Division) -> bool:
    return bool(division.kind == Division.Kind.KNOCK_OUT)


def days_needed(division: Division) -> int:
    """How many match days the fixtures of a division take, or rounds of a knock-out; 0 for fewer than two entries."""
    count = division.members.count()
    if count < 2:
        return 0
    if _is_cup(division):
        return (count - 1).bit_length()
    return len(leagues.round_robin(min(count, leagues.MOST_ENTRIES), division.legs))


def blocked_dates(member: DivisionEntry) -> tuple[datetime.date, ...]:
    return tuple(map(datetime.date.fromisoformat, member.blocked_dates))


def league_input(division: Division, wanted: Wanted) -> leagues.LeagueInput:
    """What the pure core makes a round robin from."""
    members = list(division.members.select_related("venue"))
    return leagues.LeagueInput(
        members=tuple(
            leagues.Member(member.entry_id, member.venue_id, frozenset(blocked_dates(member)))
            for member in members
        ),
        seed=wanted.seed,
        legs=division.legs,
        dates=wanted.dates,
        tables={
            member.venue_id: member.venue.tables
            for member in members
            if member.venue and member.venue.tables is not None
        },
        wishes=wanted.wishes,
    )


def _round_robin(division: Division, wanted: Wanted) -> Draft:
    calendar = leagues.make_calendar(league_input(division, wanted))
    venues = {member.venue_id: member.venue for member in division.members.select_related("venue")}
    fixtures = [
        Fixture(
            division=division,
            match_day=match.match_day,
            number=match.number,
            home_id=match.home,
            away_id=match.away,
            venue=venues[match.venue],
            date=match.date,
        )
        for match in calendar.matches
    ]
    return Draft(fixtures, calendar.quality, calendar.proven)


def _knock_out(division: Division, wanted: Wanted) -> Draft:
    """The bracket; who belongs together is kept apart within the bands of the seeding."""
    members = list(division.members.select_related("venue"))
    seeds = [member.entry_id for member in members]
    groups = [
        [entry.pk for entry in group.entries.all()]
        for group in division.competition.apart_groups.prefetch_related("entries")
    ]
    order = leagues.separate(seeds, [group for group in (*groups, *_pools_of(division, seeds)) if group])
    venues = {member.entry_id: member.venue for member in members}
    places = leagues.bracket(len(order), third_place=wanted.third_place, consolation=wanted.consolation)
    fixtures = []
    for place in places:
        home, away = (_seed(side, order) for side in (place.home, place.away))
        fixtures.append(
            Fixture(
                division=division,
                match_day=place.round,
                number=place.number,
                home_id=home,
                away_id=away,
                home_from="" if home else place.home,
                away_from="" if away else place.away,
                venue=venues.get(home),
                date=wanted.dates[place.round - 1] if place.round <= len(wanted.dates) else None,
            )
        )
    return Draft(fixtures)


def _seed(side: str, order: Sequence[int]) -> int | None:
    return order[int(side[1:]) - 1] if side[0] == "S" else None


def _pools_of(division: Division, entries: Iterable[int]) -> list[list[int]]:
    """Who came from the same pool."""
    pools: dict[int, list[int]] = {}
    rows = DivisionEntry.objects.filter(
        division__competition=division.competition,
        division__kind=Division.Kind.ROUND_ROBIN,
        entry__in=list(entries),
    )
    for pool, entry in rows.values_list("division_id", "entry_id"):
        pools.setdefault(pool, []).append(entry)
    return list(pools.values())


def make_fixtures(division: Division, wanted: Wanted, *, actor: User | None) -> None:
    """Stores the fixtures, in place of earlier ones of which nothing is drawn, played or decided.

    The same lot twice is once: a second click changes nothing.
    """
    refuse_closed_season(division.competition)
    made = draft(division, wanted)
    try:
        with transaction.atomic():
            division.refresh_from_db(from_queryset=Division.objects.select_for_update())
            if division.seed == wanted.seed and division.fixtures.exists():
                return
            _refuse_touched(division)
            division.fixtures.all().delete()
            Fixture.objects.bulk_create(made.fixtures)
            division.seed, division.plan = wanted.seed, wanted.to_json() | {"proven": made.proven}
            division.save()
            audit.record(
                actor, division.competition.club, "make fixtures", division, seed=wanted.seed, **division.plan
            )
    except IntegrityError:  # made by somebody else in the same instant
        division.refresh_from_db()


@transaction.atomic
def remove_fixtures(division: Division, *, actor: User) -> None:
    """Takes all fixtures away, as long as none is drawn, played or decided."""
    refuse_closed_season(division.competition)
    _refuse_touched(division)
    division.fixtures.all().delete()
    audit.record(actor, division.competition.club, "remove fixtures", division)


def _touched(division: Division) -> QuerySet[Fixture]:
    decided = division.fixtures.filter(state__in=(State.AWARDED, State.CANCELLED))
    return division.fixtures.exclude(table=None) | decided


def _refuse_touched(division: Division) -> None:
    if first := _touched(division).order_by("number").first():
        raise Refused(
            _("Match %(number)s of %(division)s is drawn, played or decided: its fixtures stay.")
            % ({"number": first.number} | _named(division))
        )


def _named(division: Division) -> dict[str, object]:
    return {"division": division.name}
