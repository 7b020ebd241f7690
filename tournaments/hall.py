"""Who is in the hall: the list at the door and the count that the draw rests on, read in a few queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import names
from tournaments.models import Entry, Membership, Presence, Round
from tournaments.pairing import PairingRule
from tournaments.pairing.sizes import Sizes, table_sizes

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournaments.models import Evening

UNASKED = "unasked"


@dataclass(frozen=True, slots=True)
class Row:
    """One entry at the door. `state` is a `Presence.State`, or UNASKED; `find` is what a search looks in.

    `breaks`: rounds between leaving and coming back. `now`: the round from which somebody plays who comes in at this
    moment.
    """

    entry: int
    name: str
    list_name: str
    number: str
    find: str
    sort: str
    ranked: bool
    state: str = UNASKED
    from_round: int = 1
    until_round: int | None = None
    breaks: tuple[tuple[int, int], ...] = ()
    now: int = 1

    @property
    def seen(self) -> str:
        """What a page that shows this row knows of it; compared to find the rows that changed since."""
        away = "".join(f".{first}-{last}" for first, last in self.breaks)
        home = ".home" * self.went_home
        return f"{self.entry}.{self.state}.{self.from_round}.{self.until_round or ''}{away}{home}"

    @property
    def is_present(self) -> bool:
        return self.state == Presence.State.PRESENT and not self.went_home

    @property
    def went_home(self) -> bool:
        """Was here and has left before the round of now."""
        return self.until_round is not None and self.until_round < self.now

    def matches(self, query: str) -> bool:
        return names.search_matches(query, self.find)


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many entries are in the hall for one round, and what that makes.

    `a_table` of them fill a table, two teams `boards` tables; `threes`: three who are left over play too.
    """

    round: int
    pairs: bool
    a_table: int
    threes: bool
    present: int
    later: int
    excused: int
    absent: int
    unasked: int
    teams: bool = False
    boards: int = 1

    @property
    def tables(self) -> int:
        return self._sizes.tables if self.threes else self.boards * (self.present // self.a_table)

    @property
    def over(self) -> int:
        """Entries for whom there is no table."""
        return self._sizes.resting if self.threes else self.present % self.a_table

    @property
    def _sizes(self) -> Sizes:
        return table_sizes(self.present, PairingRule(leftovers="three"))

    @property
    def label(self) -> str:
        if self.pairs:
            return ngettext("pair present", "pairs present", self.present)
        if self.teams:
            return ngettext("team present", "teams present", self.present)
        return _("present")

    @property
    def words(self) -> str:
        """What this number makes: "9 tables, 2 sit out"."""
        if not self.tables:
            missing = self.a_table - self.present
            if self.pairs:
                return ngettext(
                    "%(count)s more pair makes a table", "%(count)s more pairs make a table", missing
                ) % {"count": missing}
            if self.teams:
                return ngettext(
                    "%(count)s more team makes a match", "%(count)s more teams make a match", missing
                ) % {"count": missing}
            return ngettext("%(count)s more makes a table", "%(count)s more make a table", missing) % {
                "count": missing
            }
        tables = ngettext("%(count)s table", "%(count)s tables", self.tables) % {"count": self.tables}
        return _("%(tables)s, %(over)s") % {"tables": tables, "over": self._over_words()}

    def _over_words(self) -> str:
        if not self.over:
            return _("everybody plays")
        if self.pairs:
            return ngettext("%(count)s pair sits out", "%(count)s pairs sit out", self.over) % {
                "count": self.over
            }
        if self.teams:
            return ngettext("%(count)s team rests", "%(count)s teams rest", self.over) % {"count": self.over}
        return ngettext("%(count)s sits out", "%(count)s sit out", self.over) % {"count": self.over}

    @property
    def rest(self) -> list[str]:
        """Everybody who is not counted, in words, nothing for nobody."""
        found = [
            (self.later, ngettext("%(count)s comes later", "%(count)s come later", self.later)),
            (self.excused, _("%(count)s absent with notice")),
            (self.absent, _("%(count)s absent without notice")),
            (self.unasked, _("%(count)s not yet asked")),
        ]
        return [text % {"count": count} for count, text in found if count]


def round_of_interest(evening: Evening, rounds: Iterable[Round]) -> int:
    """The number of the round that the next draw makes: a draft can still be drawn again."""
    number = 1
    for round_ in rounds:
        number = round_.number if round_.state == Round.State.DRAFT else round_.number + 1
    return min(number, evening.rounds_planned)


def round_of_arrival(evening: Evening, rounds: Iterable[Round]) -> int:
    """From which round somebody plays who comes in now: the one that runs, so that he can still be seated late."""
    number = 1
    for round_ in rounds:
        if round_.state != Round.State.CLOSED:
            return round_.number
        number = round_.number + 1
    return min(number, evening.rounds_planned)


def door_list(evening: Evening) -> list[Row]:
    """Everybody who may come tonight, in the order of the list; six queries however many they are."""
    entries = _entries(evening).filter(Q(active=True) | Q(presences__evening=evening)).distinct()
    presences = {presence.entry_id: presence for presence in Presence.objects.filter(evening=evening)}
    now = round_of_arrival(evening, evening.rounds.order_by("number"))
    rows = (_row(entry, presences.get(entry.pk), now, evening.date) for entry in entries)
    return sorted(rows, key=lambda row: (row.sort, row.entry))


def door_row(evening: Evening, entry: int) -> Row:
    """One row of the list, also of somebody who left the competition."""
    presence = Presence.objects.filter(evening=evening, entry=entry).first()
    now = round_of_arrival(evening, evening.rounds.order_by("number"))
    return _row(_entries(evening).get(pk=entry), presence, now, evening.date)


def _entries(evening: Evening) -> QuerySet[Entry]:
    memberships = Membership.objects.filter(club=evening.competition.club_id)
    return evening.competition.entries.prefetch_related(
        Prefetch("members__person__memberships", memberships, to_attr="here")
    )


def _row(entry: Entry, presence: Presence | None, now: int, day: datetime.date) -> Row:
    people = entry.people_on(day)
    numbers = [membership.number for person in people for membership in person.here if membership.number]
    found_by = [entry.team_name, *(person.name for person in people), *numbers]
    values = {
        "entry": entry.pk,
        "name": entry.name,
        "list_name": entry.list_name,
        "number": "" if entry.team_name else " + ".join(numbers),
        "find": names.search_key(" ".join(found_by)),
        "sort": entry.sort_key,
        "ranked": entry.ranked,
        "now": now,
    }
    if presence is None:
        return Row(**values)
    return Row(
        **values,
        state=presence.state,
        from_round=presence.from_round,
        until_round=presence.until_round,
        breaks=tuple((first, last) for first, last in presence.breaks),
    )


def attendance(evening: Evening, rounds: Iterable[Round]) -> Attendance:
    """The count for the next draw, in two queries. A guest whom nobody asked is not waited for."""
    number = round_of_interest(evening, rounds)
    counts = dict.fromkeys(("present", "later", "excused", "absent"), 0)
    for presence in Presence.objects.filter(evening=evening):
        if presence.state == Presence.State.PRESENT:
            counts["present"] += presence.in_round(number)
            counts["later"] += presence.from_round > number
        else:
            counts[presence.state] += 1
    unasked = Entry.objects.filter(competition=evening.competition, active=True, ranked=True)
    return Attendance(
        round=number,
        pairs=evening.competition.is_pairs,
        a_table=evening.competition.entries_a_table,
        threes=_plays_threes(evening),
        unasked=unasked.exclude(presences__evening=evening).count(),
        teams=evening.competition.is_teams,
        boards=evening.competition.tables_a_match,
        **counts,
    )


def _plays_threes(evening: Evening) -> bool:
    competition = evening.competition
    return competition.entries_a_table == 4 and competition.get_pairing().leftovers == "three"
