"""What a competition gives for not playing: saving the rule, and showing what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db import transaction

from tournaments.attendance import FIELD_OF_KIND, Known, Scores, award
from tournaments.in_words import translated
from tournaments.models import Competition, Posting
from tournaments.sentences import RuleError
from tournaments.services import audit, closing, evening_ledger, posting
from tournaments.services.begun import refuse_changed
from tournaments.services.competitions import ABSENCES
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from tournaments.attendance import AttendanceRule
    from tournaments.models import Evening, User

MOST_TIMES_SHOWN = 5
OWN_SHARE = 105  # per cent of the average: a somewhat stronger player, so that a maximum shows


@transaction.atomic
def save_rule(competition: Competition, rule: AttendanceRule, *, actor: User, began: str = "") -> None:
    """Gives a competition this rule. Evenings that are not closed go by it at once; closed ones keep what they had.

    Raises `Refused` in a closed season, for a rule that cannot be here, and when another is stored than the form
    `began` with (`services.begun`).
    """
    refuse_closed_season(competition)
    try:
        rule.check(individual=not (competition.is_pairs or competition.is_teams))
    except RuleError as error:
        raise Refused(translated(error.sentence)) from error
    competition = Competition.objects.select_for_update().get(pk=competition.pk)
    before = competition.attendance
    if before != rule.to_json():
        refuse_changed(before, began)
    for evening in competition.evenings.filter(closed_at__isnull=False, frozen__isnull=True):
        closing.freeze(evening)  # closed before that was kept
    competition.attendance = rule.to_json()
    competition.save(update_fields=["attendance"])
    for evening in competition.evenings.filter(closed_at=None).order_by("number"):
        posting.post_evening(evening)
    audit.record(
        actor,
        competition.club,
        "change attendance rule",
        competition,
        before=before,
        attendance=competition.attendance,
    )


@dataclass(frozen=True, slots=True)
class Example:
    """What one reason of not playing gives for one round, the first time and then as long as that changes.

    words: why the first time.
    """

    label: str
    points: tuple[int, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A rule in figures. `evening`: whose figures these are, None for usual ones; the three are points a round."""

    evening: Evening | None
    average: int
    lowest: int
    own: int
    examples: tuple[Example, ...]


def preview(competition: Competition, rule: AttendanceRule) -> Preview:
    """What the rule gives with the figures of the newest evening that has scores."""
    evening, known = _figures(competition)
    shown = max(len(each.amounts) + bool(each.most_times) for each in rule.compensations())
    times = range(1, min(shown, MOST_TIMES_SHOWN) + 1)
    examples = []
    for kind, name in FIELD_OF_KIND.items():
        given = [award(rule.for_kind(kind), replace(known, times=number)) for number in times]
        points = [each.points for each in given]
        while len(points) > 1 and points[-1] == points[-2]:
            points.pop()
        words = ", ".join(translated(each) for each in given[0].reasons)
        examples.append(Example(str(ABSENCES[name]), tuple(points), words))
    return Preview(
        evening,
        round(known.evening.average),
        known.evening.lowest,
        round(known.own.average),
        tuple(examples),
    )


def _figures(competition: Competition) -> tuple[Evening | None, Known]:
    usual = Known(**evening_ledger.usual_round_of(competition))
    played = Posting.objects.filter(round__evening__competition=competition, kind__in=Posting.FROM_SHEET)
    latest = played.order_by("-round__evening__number", "-round__number").select_related("round__evening")
    row = latest.first()
    if row is None:
        worth = 100 * usual.deals * 2 // usual.sides
        scores = Scores(4, 4 * worth, worth * 3 // 4)
        of_round, evening, lowest_total = scores, None, scores.lowest
    else:
        evening = row.round.evening
        evening.competition = competition
        ledger = evening_ledger.EveningLedger(evening, competition.get_attendance(), evening_ledger.Past())
        scores, of_round = ledger.of_evening, ledger.by_round[row.round_id]
        lowest_total = ledger.lowest_total
        usual = replace(usual, rounds=len(ledger.played), number=len(ledger.played))
    own = Scores(100, scores.total * OWN_SHARE // scores.count)
    return evening, replace(usual, round=of_round, evening=scores, own=own, lowest_total=lowest_total)
