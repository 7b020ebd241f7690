"""The sentences under a list: what it waits for, where given points come from. The same on page and paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from klaverclub.templatetags.figures import figure
from tournaments.in_words import translated as translated
from tournaments.models import Posting
from tournaments.standing.rule_words import REACHABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from tournaments.attendance import AttendanceRule
    from tournaments.models import Evening
    from tournaments.standing.queries import EveningList, SeasonList, Who
    from tournaments.standing.rules import StandingRule
    from tournaments.standing.stories import Neighbour, Place
    from tournaments.standing.tables import SeasonTable
    from tournaments.standing.why import Why


MOST_NAMED = 20
"""So many names are listed below a table; more are counted."""


def kind_word(kind: str) -> str:
    """One or two words for a score that was not simply played, to stand beside the figure."""
    return {
        Posting.Kind.PLAYED: pgettext("score", "played"),
        Posting.Kind.SUBSTITUTE: pgettext("score", "substitute"),
        Posting.Kind.SIT_OUT: pgettext("score", "sat out"),
        Posting.Kind.LATE: pgettext("score", "late"),
        Posting.Kind.LEFT: pgettext("score", "left"),
        Posting.Kind.EXCUSED: pgettext("score", "absent"),
        Posting.Kind.ABSENT: pgettext("score", "absent"),
        Posting.Kind.ARBITRARY: pgettext("score", "decided"),
        Posting.Kind.PENALTY: pgettext("score", "penalty"),
        Posting.Kind.GRANTED: pgettext("score", "granted"),
        Posting.Kind.FILLED_IN: pgettext("score", "filled in"),
    }[Posting.Kind(kind)]


def waiting_notes(listed: EveningList) -> list[str]:
    """Why an evening is provisional: sheets by table, rounds to come, or only the closing itself."""
    if not listed.provisional:
        return []
    notes = []
    for number in sorted({*listed.rounds, *(sheet.round for sheet in listed.waiting)}):
        missing = [sheet.table for sheet in listed.waiting if sheet.round == number and not sheet.typed]
        unchecked = [sheet.table for sheet in listed.waiting if sheet.round == number and sheet.typed]
        if missing:
            text = ngettext(
                "Round %(round)s: the sheet of table %(tables)s is not in yet.",
                "Round %(round)s: the sheets of tables %(tables)s are not in yet.",
                len(missing),
            )
            notes.append(text % {"round": number, "tables": _numbers(missing)})
        if unchecked:
            text = ngettext(
                "Round %(round)s: the sheet of table %(tables)s is not checked yet.",
                "Round %(round)s: the sheets of tables %(tables)s are not checked yet.",
                len(unchecked),
            )
            notes.append(text % {"round": number, "tables": _numbers(unchecked)})
    to_come = range(len(listed.rounds) + 1, listed.evening.rounds_planned + 1)
    if to_come and not listed.evening.is_closed:
        text = ngettext(
            "Round %(rounds)s is still to be played.",
            "Rounds %(rounds)s are still to be played.",
            len(to_come),
        )
        notes.append(text % {"rounds": _numbers(to_come)})
    return notes or [_("All sheets are in; the evening is not closed yet.")]


def kind_notes(listed: EveningList) -> list[str]:
    """For every kind of score that was not simply played, where its points come from."""
    rule = listed.evening.get_attendance()
    notes = []
    for kind in listed.kinds:
        if kind == Posting.Kind.FILLED_IN:
            why = _("a score made in the place of somebody else, instead of a lower one.")
        elif kind in Posting.FROM_ATTENDANCE:
            why = " ".join(translated(sentence) for sentence in rule.for_kind(kind).sentences())
        elif kind == Posting.Kind.SUBSTITUTE:
            why = _substitute_note(rule)
        else:
            continue
        notes.append(capfirst(f"{Posting.Kind(kind).label}: {why}"))
    return notes


def _substitute_note(rule: AttendanceRule) -> str:
    if rule.inside.score_to == rule.outside.score_to == "absent":
        return _("somebody else sat at the table, the points count for the name in the list.")
    return " ".join(translated(sentence) for paragraph in rule.on_substitutes() for sentence in paragraph)


def place_note(place: Place | None, decimals: int = 0) -> str:
    """Where somebody stands and between whom; empty for who has no rank. `decimals` of the distances."""
    if place is None:
        return ""
    if place.shared:
        head = _("Shared place %(rank)s with %(names)s") % {
            "rank": place.rank,
            "names": ", ".join(place.shared),
        }
    else:
        head = _("Place %(rank)s") % {"rank": place.rank}
    gaps = []
    if place.above:
        gaps.append(_("%(points)s points behind %(names)s") % _distance(place.above, decimals))
    if place.below:
        gaps.append(_("%(points)s points ahead of %(names)s") % _distance(place.below, decimals))
    text = f"{head}: {', '.join(gaps)}" if gaps else head
    return text.removesuffix(".") + "."  # initials bring a full stop of their own


def _distance(neighbour: Neighbour, decimals: int) -> dict[str, str]:
    return {"points": figure(neighbour.gap, decimals), "names": ", ".join(neighbour.names)}


def guest_notes(who: Iterable[Who]) -> list[str]:
    """Names of guests, for paper; on a page they carry a badge."""
    names = ", ".join(each.name for each in who if each.guest)
    return [_("Guests: %(names)s.") % {"names": names}] if names else []


def below_minimum_notes(season: SeasonList) -> list[str]:
    """Names of those who do not reach the minimum attendance, for paper; on a page it stands with each name."""
    if not season.rule.minimum_attendance:
        return []
    below = [line.entry for line in season.table.lines if line.attendance and not line.attendance.reachable]
    who = [season.who[entry].name for entry in below if entry not in season.guests]
    if len(who) > MOST_NAMED:
        return [_("Without the minimum attendance: %(count)s names.") % {"count": figure(len(who))}]
    return [_("Without the minimum attendance: %(names)s.") % {"names": ", ".join(who)}] if who else []


def away_notes(listed: EveningList) -> list[str]:
    notes = []
    if listed.playing:
        names = ", ".join(who.name for who in listed.playing)
        notes.append(_("No score yet: %(names)s.") % {"names": names})
    if listed.away:
        notes.append(_("Not there: %(names)s.") % {"names": ", ".join(who.name for who in listed.away)})
    return notes


def season_notes(season: SeasonList) -> list[str]:
    """The rule in words, and which evenings may still change."""
    return [
        *provisional_notes(season),
        *standing_notes(
            season.rule,
            interim=season.table.interim,
            others=season.others,
            over=not season.evenings_to_come,
            nobody=nobody_ranked(season.table),
        ),
    ]


def nobody_ranked(table: SeasonTable) -> bool:
    """Are there lines, and none with a rank?"""
    return bool(table.lines) and table.lines[0].rank is None  # the ranked come first


def standing_notes(
    rule: StandingRule, *, interim: bool, others: Iterable[Evening], over: bool = False, nobody: bool = False
) -> list[str]:
    """The rule in words; whether it is in force yet, which evenings it does not take, and that `nobody` has a rank.

    over: nothing is left to play, so that nobody can reach anything any more.
    """
    notes = [translated(sentence) for sentence in rule.sentences() if not (over and sentence == REACHABLE)]
    if nobody and rule.minimum_attendance:
        notes.insert(0, _("Nobody has the minimum attendance, so nobody has a rank."))
    if interim:
        notes.insert(0, _("The season is not over: for now all points are added up."))
    left = [evening.number for evening in others]
    if left:
        text = ngettext(
            "Evening %(evenings)s does not count for this standing.",
            "Evenings %(evenings)s do not count for this standing.",
            len(left),
        )
        notes.append(text % {"evenings": _numbers(left)})
    return notes


def average_note(season: SeasonList) -> str:
    if season.rule.unit == "round":
        return _("Average: points per round.")
    return _("Average: points per evening.")


def other_average_note() -> str:
    """Below a standing whose averages are others than those of the statistics."""
    return _(
        "The average also counts what was given for rounds that were not played, and points by hand; the statistics"
        " count rounds at a table alone."
    )


def table_average_note(standing: Fraction | None = None) -> str:
    """Below statistics whose averages are others than those of the standing; `standing`: that of the one it is about."""
    if standing is None:
        return _(
            "The average counts rounds at a table alone; in the standing it also counts what was given for rounds that"
            " were not played, and points by hand."
        )
    return _(
        "The average counts rounds at a table alone. In the standing it is %(average)s: there also counts what was given"
        " for rounds that were not played, and points by hand."
    ) % {"average": figure(standing, 2)}


def provisional_notes(season: SeasonList) -> list[str]:
    return can_change(evening for evening in season.evenings if evening.number in season.unsettled)


def can_change(evenings: Iterable[Evening]) -> list[str]:
    """Why each of these evenings can still change: it is not closed, or a sheet of it is not verified."""
    still_open = _("Evening %(number)s is not closed yet.")
    unverified = _("Evening %(number)s: not every sheet is in and checked.")
    return [
        (unverified if evening.is_closed else still_open) % {"number": evening.number} for evening in evenings
    ]


def place_among(why: Why) -> str:
    """Which place it is, of how many, and with whom; or why there is none."""
    line = why.row.line
    if line.rank is None:
        return _("Not ranked: %(why)s.") % {"why": why.row.why}
    names = [each.who.name for each in why.shared]
    params = {"rank": line.rank, "of": figure(why.ranked), "names": named(names, why.more_shared)}
    text = (
        _("Shared place %(rank)s of %(of)s, with %(names)s") if why.shared else _("Place %(rank)s of %(of)s")
    )
    return (text % params).removesuffix(".") + "."  # initials bring a full stop of their own


def named(names: Sequence[str], more: int = 0) -> str:
    """Names in a row, and how many others there are that are not named."""
    if not more:
        return ", ".join(names)
    text = ngettext("%(names)s and %(count)s other", "%(names)s and %(count)s others", more)
    return text % {"names": ", ".join(names), "count": figure(more)}


def more_shared_note(why: Why) -> str:
    """How many share the place that are not compared with it one by one; empty for none."""
    if not why.more_shared:
        return ""
    text = ngettext(
        "%(count)s other shares this place and is not compared here.",
        "%(count)s others share this place and are not compared here.",
        why.more_shared,
    )
    return text % {"count": figure(why.more_shared)}


def attendance_note(why: Why) -> str:
    """What a ranked place still lacks of the minimum attendance, as a sentence; empty when it lacks nothing."""
    attendance = why.account.attendance
    missing = attendance.sentence() if attendance and why.row.line.rank is not None else None
    return f"{capfirst(translated(missing))}." if missing else ""


def why_question(rank: int | None) -> str:
    """What a player asks who looks at his place."""
    words = {
        1: _("Why am I first?"),
        2: _("Why am I second?"),
        3: _("Why am I third?"),
        4: _("Why am I fourth?"),
        5: _("Why am I fifth?"),
        6: _("Why am I sixth?"),
        7: _("Why am I seventh?"),
        8: _("Why am I eighth?"),
        9: _("Why am I ninth?"),
        10: _("Why am I tenth?"),
    }
    if rank is None:
        return _("Why do I have no place?")
    return words.get(rank) or _("Why am I number %(rank)s?") % {"rank": rank}


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)
