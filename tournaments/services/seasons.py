"""The life of a season: closed when all is played, opened again by an administrator, continued by the next one."""

from __future__ import annotations

import secrets
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from scoring.models import Sheet
from tournaments import league_board
from tournaments.in_words import translated
from tournaments.models import ApartGroup, Competition, Evening, Round
from tournaments.sentences import RuleError
from tournaments.services import audit, league_seasons, prizes, squads, standing_rules
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing import notes, queries

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tournaments.attendance import AttendanceRule
    from tournaments.models import Entry, User
    from tournaments.standing.rules import StandingRule
    from tournaments.standing.season_lists import SeasonList


@dataclass(frozen=True, slots=True)
class Blocker:
    """One thing that keeps a season from being closed: the evening that it is about, and the sentence."""

    evening: Evening
    text: str


def blockers(competition: Competition) -> list[Blocker]:
    """Evenings that are open, and corrected sheets that nobody compared with their paper although the club wants that.

    What was on the sheets when an evening was closed had been compared then, or the club did not want it then.
    """
    found = []
    for evening in competition.evenings.order_by("number"):
        told = {"number": evening.number, "date": evening.date.strftime("%d-%m-%Y")}
        if not evening.is_closed:
            text = _("Evening %(number)s of %(date)s is not closed.") % told
            found.append(Blocker(evening, text))
            continue
        for round_, table in _unchecked(competition, evening):
            told |= {"round": round_, "table": table}
            text = _("Evening %(number)s, round %(round)s: the sheet of table %(table)s is not checked.")
            found.append(Blocker(evening, text % told))
    return found


def _unchecked(competition: Competition, evening: Evening) -> list[tuple[int, int]]:
    if not competition.require_check:
        return []
    sheets = Sheet.objects.filter(table__round__evening=evening, table__round__state=Round.State.CLOSED)
    waiting = sheets.with_state().filter(checked=False, versions__created__gt=evening.closed_at).distinct()
    return sorted(waiting.values_list("table__round__number", "table__number"))


def what_closing_means(competition: Competition) -> list[str]:
    """What is otherwise than expected once this season is closed: what was planned and never played, and who moves or
    has no rank any more because the season is over."""
    told = [*_never_played(competition)]
    for title in ("", *competition.get_titles()):
        told += _moved_by_closing(competition, title)
    return told


def _never_played(competition: Competition) -> Iterator[str]:
    """Evenings, rounds and matches that were planned and are not played."""
    planned, held = competition.planned_evenings, competition.evenings.count()
    if planned is not None and held < planned:
        text = ngettext(
            "%(planned)s evenings are planned, %(held)s was held. After closing none is added.",
            "%(planned)s evenings are planned, %(held)s were held. After closing none is added.",
            held,
        )
        yield text % {"planned": planned, "held": held}
    played = Count("rounds", filter=Q(rounds__state=Round.State.CLOSED))
    shorter = competition.evenings.annotate(played=played).filter(played__lt=F("rounds_planned"))
    numbers = list(shorter.order_by("number").values_list("number", flat=True))
    if numbers:
        text = ngettext(
            "On evening %(numbers)s fewer rounds were played than planned.",
            "On evenings %(numbers)s fewer rounds were played than planned.",
            len(numbers),
        )
        yield text % {"numbers": ", ".join(map(str, numbers))}
    for board in league_board.load(competition, queries.DESK):
        if open_matches := sum(not match.settled for match in board.matches):
            text = ngettext(
                "%(division)s: %(count)s match was not played; after closing that cannot be done any more.",
                "%(division)s: %(count)s matches were not played; after closing that cannot be done any more.",
                open_matches,
            )
            yield text % {"division": board.division.name, "count": figure(open_matches)}


def _moved_by_closing(competition: Competition, title: str) -> Iterator[str]:
    """What becomes of a standing: the rule itself takes the place of an interim sum, and who could still reach the minimum
    attendance cannot any more. Nothing where nobody moves."""
    now = queries.season_list(competition, queries.DESK, title)
    closed = copy(competition)
    closed.closed_at = timezone.now()
    then = queries.season_list(closed, queries.DESK, title)
    ranks = {line.entry: line.rank for line in now.table.lines}
    moved = [line for line in then.table.lines if line.rank != ranks[line.entry]]
    if not moved and not now.table.interim:
        return
    told = {"standing": title or _("Standing")}
    text = _moves_text(len(moved), interim=now.table.interim)
    first = [line.entry for line in then.table.lines if line.rank == 1]
    yield text % (told | {"count": figure(len(moved)), "names": _named(then, first) or _("nobody")})
    if lost := [line.entry for line in moved if line.rank is None]:
        text = ngettext(
            "%(standing)s: %(names)s then has no rank any more, for want of the minimum attendance.",
            "%(standing)s: %(names)s then have no rank any more, for want of the minimum attendance.",
            len(lost),
        )
        yield text % (told | {"names": _named(then, lost)})
    if notes.nobody_ranked(then.table):
        text = _("%(standing)s: nobody qualifies, so that nobody wins what is given by place.")
        yield text % told


def _moves_text(moved: int, *, interim: bool) -> str:
    if interim:
        return ngettext(
            "%(standing)s: now all points are added up, once closed the rule itself counts. %(count)s place moves; first "
            "is then %(names)s.",
            "%(standing)s: now all points are added up, once closed the rule itself counts. %(count)s places move; first "
            "is then %(names)s.",
            moved,
        )
    return ngettext(
        "%(standing)s: once closed nobody can reach the minimum attendance any more. %(count)s place moves; first is then "
        "%(names)s.",
        "%(standing)s: once closed nobody can reach the minimum attendance any more. %(count)s places move; first is then "
        "%(names)s.",
        moved,
    )


def _named(listed: SeasonList, entries: Sequence[int]) -> str:
    names = [listed.who[entry].name for entry in entries[: notes.MOST_NAMED]]
    return notes.named(names, len(entries) - len(names))


@transaction.atomic
def close(competition: Competition, *, actor: User) -> None:
    """Closes a season: from then on nothing in it changes. Twice is once. Raises `Refused` with what is open."""
    now = _locked(competition)
    if now.is_closed:
        return
    if found := blockers(now):
        raise Refused(" ".join(blocker.text for blocker in found))
    if not now.evenings.exists():
        raise Refused(_("No evening has been played yet: there is nothing to close."))
    now.closed_at = timezone.now()
    now.save(update_fields=["closed_at"])
    competition.closed_at = now.closed_at
    audit.record(actor, now.club, "close season", now)


@transaction.atomic
def reopen(competition: Competition, *, actor: User, reason: str) -> None:
    """Opens a closed season again; asks for a reason, which stands in the log. Twice is once."""
    if not reason.strip():
        raise Refused(_("Say why the season is opened again."))
    now = _locked(competition)
    if not now.is_closed:
        return
    now.closed_at = competition.closed_at = None
    now.save(update_fields=["closed_at"])
    audit.record(actor, now.club, "open season again", now, reason=reason.strip())


def _locked(competition: Competition) -> Competition:
    return Competition.objects.select_for_update(of=("self",)).select_related("club").get(pk=competition.pk)


# The next season --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextSeason:
    """What the next season is to be: its name, who goes on (by entry), its rules, and whether the prizes stay.

    `planned`: its number of evenings, None while that is not known.
    """

    season: str
    entries: frozenset[int]
    standing: StandingRule
    attendance: AttendanceRule
    titles: Mapping[str, StandingRule] = field(default_factory=dict)
    planned: int | None = None
    prizes: bool = True


def as_it_was(competition: Competition, season: str) -> NextSeason:
    """A next season in which nothing changes: everybody who still takes part, guests left, under the same rules."""
    going = competition.entries.filter(active=True, ranked=True)
    return NextSeason(
        season=season,
        entries=frozenset(going.values_list("pk", flat=True)),
        standing=competition.get_standing(),
        attendance=competition.get_attendance(),
        titles=competition.get_titles(),
        planned=competition.planned_evenings,
    )


def start_next(competition: Competition, wanted: NextSeason, *, actor: User, key: str = "") -> Competition:
    """A new season of this competition. Nothing of this one changes.

    Groups that are kept apart come along with who goes on, and so do the divisions of a league, after promotion and
    relegation. Raises `Refused` when there is such a season already, for rules that cannot be, and while matches of a
    league are still to be played; `AlreadyDone` for a repeated key.
    """
    if not wanted.season.strip() or wanted.season == competition.season:
        raise Refused(_("Say which season it is: another name than %(season)s.") % {"season": competition})
    try:
        with transaction.atomic():
            audit.refuse_repeat(key)
            following = _copy(competition, wanted)
            _refuse_impossible(following)
            entries = _enter_again(competition, following, wanted.entries, actor)
            _keep_apart(competition, entries, following)
            if competition.divisions.exists():
                league_seasons.open_divisions_again(competition, following, entries, actor=actor)
            detail = {"of": competition.pk, "entries": sorted(entries), "season": wanted.season}
            audit.record(actor, competition.club, "next season", following, key=key, **detail)
    except IntegrityError as error:
        if key and audit.was_done(key):
            raise AlreadyDone(key) from error
        raise Refused(
            _("There is a competition %(name)s %(season)s already: choose another season.")
            % {"name": competition.name, "season": wanted.season}
        ) from error
    return following


def _copy(competition: Competition, wanted: NextSeason) -> Competition:
    left = {"id", "created", "frozen_at", "closed_at", "names_version"}
    own = {
        each.name: getattr(competition, each.name)
        for each in Competition._meta.concrete_fields
        if each.name not in left
    }
    titles = [{"name": name, "rule": _with_new_lot(rule).to_json()} for name, rule in wanted.titles.items()]
    new = {
        "season": wanted.season.strip(),
        "continues": competition,
        "standing": _with_new_lot(wanted.standing).to_json(),
        "attendance": wanted.attendance.to_json(),
        "titles": titles,
        "planned_evenings": wanted.planned,
        "prizes": _prizes_after(competition, wanted),
    }
    return Competition.objects.create(**own | new)


def _prizes_after(competition: Competition, wanted: NextSeason) -> dict[str, object]:
    """The prizes that stay; those of periods and titles that are left out go with them."""
    if not wanted.prizes or not competition.prizes:
        return {}
    return prizes.that_can_be(competition.get_prizes(), wanted.standing, wanted.titles).to_json()


def _with_new_lot(rule: StandingRule) -> StandingRule:
    """Who was lucky last season is not lucky by the same lot again."""
    return replace(rule, seed=secrets.randbits(40)) if "lot" in rule.ties else rule


def _refuse_impossible(following: Competition) -> None:
    try:
        for rule in (following.get_standing(), *following.get_titles().values()):
            standing_rules.check(following, rule)
        following.get_attendance().check(individual=not (following.is_pairs or following.is_teams))
    except RuleError as error:
        raise Refused(translated(error.sentence)) from error


def _enter_again(
    competition: Competition, following: Competition, chosen: frozenset[int], actor: User
) -> dict[int, Entry]:
    """The new entry of everybody who goes on, by the old one, in the order of entry."""
    going = competition.entries.filter(pk__in=chosen).prefetch_related("members__person").order_by("pk")
    return {entry.pk: squads.copy_entry(entry, following, actor=actor) for entry in going}


def _keep_apart(competition: Competition, entries: Mapping[int, Entry], following: Competition) -> None:
    for group in competition.apart_groups.prefetch_related("entries"):
        going = [entries[entry.pk] for entry in group.entries.all() if entry.pk in entries]
        if len(going) > 1:
            copy = ApartGroup.objects.create(competition=following, name=group.name, worth=group.worth)
            copy.entries.set(going)
