"""Rounds of pairs as a report file for other programs, and what our own draw makes of a report of theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments import draw_quality, pairing
from tournaments.in_words import translated
from tournaments.models import ApartGroup, Division, Entry, Posting, Round, SitOut
from tournaments.pairing import trf, trf_draws
from tournaments.services.draw import FIXTURES
from tournaments.services.draw_input import as_drawn, present_entries, strengths
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.draw_quality import Comparison, Line, NamedTable, Names
    from tournaments.models import Competition, Evening

_TYPES = {
    "swiss": trf.SWISS,
    "howell": trf.ROUND_ROBIN,
    "mitchell": "Individual: Scheveningen",
    "move_up": "Individual: Pairs move up",
    "lot": "Individual: Drawn by lot",
    Division.Kind.ROUND_ROBIN: trf.ROUND_ROBIN,
    Division.Kind.KNOCK_OUT: trf.KNOCK_OUT,
}
"""How the federations call the ways in which rounds are drawn; in Scheveningen everybody of one side meets everybody of
the other."""
_MIXED = "Individual: Mixed"
MOST_PAIRS = 500
MOST_FORBIDDEN = 250_000
"""A draw is worked out while somebody waits for the page."""


def evening_report(evening: Evening) -> str:
    """The rounds of an evening so far as a report; who is not there for the next round is marked in it."""
    rounds = list(evening.rounds.select_related("evening").order_by("number"))
    text, names, numbers = _report(evening.competition, rounds, evening, announced=evening.rounds_planned)
    there = {entry.pk for entry in present_entries(evening, text.played + 1)}
    absent = frozenset(numbers[entry] for entry in names if entry not in there)
    return trf.write_trf(replace(text, absent=absent))


def season_report(competition: Competition) -> str:
    """All rounds of a season so far as one report."""
    rounds = Round.objects.filter(evening__competition=competition).select_related("evening")
    ordered = list(rounds.order_by("evening__number", "number"))
    newest = competition.evenings.order_by("-number").first()
    if newest is None:
        raise _nothing_yet()
    return trf.write_trf(_report(competition, ordered, newest, announced=0)[0])


def _report(
    competition: Competition, rounds: Sequence[Round], evening: Evening, *, announced: int
) -> tuple[trf.Report, dict[int, str], dict[int, int]]:
    """The report, the names of its entries in their order, and the number of each.

    Rounds are told up to the first of which a result is missing. The strongest have the lowest numbers. Raises
    `Refused` where entries do not play two at a table, or nothing is played yet.
    """
    if competition.entries_a_table != 2 or competition.is_teams:
        raise Refused(_("A report for other programs is of fixed pairs, or of tables for two."))
    told = _told(rounds)
    if not told:
        raise _nothing_yet()
    entries = _entries_of(competition, told)
    known = strengths(evening, entries)
    order = sorted(entries, key=lambda entry: (-known.get(entry.pk, 0), entry.pk))
    names = {entry.pk: entry.name for entry in order}
    report, numbers = trf_draws.report_of(
        str(competition),
        names,
        told,
        announced=announced,
        strengths=known,
        ranks=_ranks(scores for _draw, scores in told),
        apart=_never_together(competition),
    )
    report = replace(report, place=competition.club.town, type=_type(rounds[: len(told)]))
    return report, names, numbers


def _type(rounds: Sequence[Round]) -> str:
    """How the rounds were drawn, in the words of the federations."""
    ways = {round_.method for round_ in rounds}
    if FIXTURES in ways:
        divisions = Division.objects.filter(fixtures__table__round__in=rounds)
        ways = ways - {FIXTURES} | set(divisions.values_list("kind", flat=True))
    types = {_TYPES[way] for way in ways}
    return types.pop() if len(types) == 1 else _MIXED


def _nothing_yet() -> Refused:
    return Refused(_("No round has all its results yet: there is nothing to report."))


def _told(rounds: Iterable[Round]) -> list[tuple[pairing.Draw, dict[int, int]]]:
    """The rounds with the score of everybody, up to the first that lacks one."""
    told = []
    for round_ in rounds:
        rows = Posting.objects.filter(round=round_).exclude(kind__in=Posting.BESIDE)
        scores = dict(rows.values_list("entry_id", "total"))
        draw = as_drawn(round_)
        if round_.state == Round.State.DRAFT or any(
            entry not in scores for table in draw.tables for entry in table.entries
        ):
            break
        by_lot = set(round_.sit_outs.filter(reason=SitOut.Reason.LOT).values_list("entry_id", flat=True))
        sit_outs = tuple(entry for entry in draw.sit_outs if entry in by_lot)
        told.append((replace(draw, sit_outs=sit_outs), scores))
    return told


def _entries_of(
    competition: Competition, told: Iterable[tuple[pairing.Draw, Mapping[int, int]]]
) -> list[Entry]:
    """Who is active, and who was in one of the rounds."""
    drawn = {
        entry
        for draw, _scores in told
        for entry in (*draw.sit_outs, *(e for table in draw.tables for e in table.entries))
    }
    entries = competition.entries.prefetch_related("members__person").order_by("pk")
    return [entry for entry in entries if entry.active or entry.pk in drawn]


def _ranks(rounds: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """By the total of these rounds; who are equal share the first place of them."""
    totals: dict[int, int] = {}
    for scores in rounds:
        for entry, score in scores.items():
            totals[entry] = totals.get(entry, 0) + score
    better = sorted(totals.values(), reverse=True)
    return {entry: better.index(total) + 1 for entry, total in totals.items()}


def _never_together(competition: Competition) -> list[pairing.Apart]:
    groups = ApartGroup.objects.filter(competition=competition, worth=None).prefetch_related("entries")
    return [pairing.Apart(frozenset(entry.pk for entry in group.entries.all())) for group in groups]


# Reading the report of another program ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round in names, and how it does."""

    tables: tuple[NamedTable, ...]
    resting: tuple[str, ...]
    quality: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a report tells: the standing by its points, the last round beside ours, and the next round by our draw.

    `standing`: place, name and points. `comparison`: ours against theirs. `refusal`: why there is no next round.
    """

    report: trf.Report
    standing: tuple[tuple[int, str, float], ...]
    last: Drawn | None
    ours: Drawn | None
    comparison: Comparison | None
    following: Drawn | None
    refusal: str


def read(text: str) -> Reading:
    """Reads a report and draws on from it; nothing is stored. The same text gives the same draw.

    Raises `Refused` with the line that cannot be understood, or for more pairs or forbidden meetings than it
    can draw with while somebody waits.
    """
    try:
        report = trf.read_trf(text)
    except trf.TrfError as error:
        raise Refused(translated(error.sentence)) from error
    if len(report.pairs) > MOST_PAIRS:
        raise Refused(
            _("This page draws for at most %(most)s pairs; the report has %(count)s.")
            % {"most": MOST_PAIRS, "count": len(report.pairs)}
        )
    if sum(len(group) ** 2 for group in report.forbidden) > MOST_FORBIDDEN:
        raise Refused(_("The report forbids more meetings than this page can draw with."))
    names = {pair.number: pair.name or str(pair.number) for pair in report.pairs}
    last, ours, comparison = _last_round(report, names)
    following, refusal = None, ""
    given = trf_draws.draw_input_of(report, "report")
    if report.over:
        refusal = _("The event is over: all rounds that it announced are played.")
    else:
        try:
            following = _named(pairing.draw_round(given, "pairs"), given, names)
        except pairing.DrawError as error:
            refusal = translated(error.sentence)
    return Reading(report, _standing(report.pairs, names), last, ours, comparison, following, refusal)


def _last_round(report: trf.Report, names: Names) -> tuple[Drawn | None, Drawn | None, Comparison | None]:
    """The last round of the report, what we would have drawn, and how that compares."""
    theirs, given = trf_draws.round_of(report, report.played, "report") if report.played else (None, None)
    if theirs is None or given is None or not theirs.tables:
        return None, None, None
    ours = pairing.draw_round(given, "pairs")
    comparison = draw_quality.compare(theirs, ours, given, "pairs")
    return _named(theirs, given, names), _named(ours, given, names), comparison


def _named(draw: pairing.Draw, given: pairing.DrawInput, names: Names) -> Drawn:
    return Drawn(
        tuple(draw_quality.named(table, names) for table in draw.tables),
        tuple(names[entry] for entry in draw.sit_outs),
        draw_quality.judge(draw, given, "pairs", names),
    )


def _standing(pairs: Sequence[trf.Pair], names: Names) -> tuple[tuple[int, str, float], ...]:
    """By points; equal pairs share the first place of them, and stand in order of number."""
    order = sorted(pairs, key=lambda pair: (-pair.points, pair.number))
    points = [pair.points for pair in order]
    return tuple((points.index(pair.points) + 1, names[pair.number], float(pair.points)) for pair in order)
