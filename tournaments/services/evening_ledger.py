"""An evening and what came before it, as the attendance rule sees them: the scores that count, and who was away."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from django.db.models import Count, Q, Sum

from scoring.rules.family import sides
from tournaments.attendance import FIELD_OF_KIND, Known, Scores
from tournaments.models import Posting, Round
from tournaments.services.ledger_rows import BY_RULE

if TYPE_CHECKING:
    from tournaments.attendance import AttendanceRule
    from tournaments.models import Competition, Evening

COPY = Q(kind=Posting.Kind.PLAYED, person=None, sheet_version__isnull=False)
"""The score of a substitute for his own entry, beside the same score of who was replaced: one score, not two."""


@dataclass(slots=True)
class Past:
    """What earlier evenings of a season say of each entry: its own scores, and how often it was not there.

    own: what the own average is taken over. times: by entry and kind, see `AttendanceRule`.
    """

    own: defaultdict[int, Scores] = field(default_factory=lambda: defaultdict(Scores))
    times: Counter[tuple[int, str]] = field(default_factory=Counter)

    @classmethod
    def before(cls, evening: Evening, rule: AttendanceRule) -> Past:
        """Of the evenings before this one; nothing is read for a rule that does not look back."""
        past = cls()
        if rule.looks_back:
            earlier = evening.competition.evenings.filter(number__lt=evening.number)
            past._read(list(earlier.select_related("competition")), rule)
        return past

    def _read(self, evenings: list[Evening], rule: AttendanceRule) -> None:
        rows = Posting.objects.filter(round__evening__in=evenings)
        not_played = rows.filter(kind__in=list(FIELD_OF_KIND), round__evening__counts=True)
        counted = {"rounds": Count("pk"), "evenings": Count("round__evening", distinct=True)}
        for entry, kind, rounds, on in not_played.values_list("entry", "kind").annotate(**counted).order_by():
            self.times[entry, kind] += rounds if kind == Posting.Kind.SIT_OUT else on
        taken = {"count": Count("pk"), "points": Sum("total")}
        if rule.own_average == "played":
            played = rows.filter(kind=Posting.Kind.PLAYED).values_list("entry").annotate(**taken).order_by()
            for entry, count, points in played:
                self.own[entry] += Scores(count, points)
            return
        punished = set(
            rows.filter(kind__in=(Posting.Kind.ABSENT, Posting.Kind.PENALTY))
            .values_list("entry", "round__evening")
            .distinct()
        )
        rules = {evening.pk: evening.get_attendance() for evening in evenings}
        given = rows.exclude(kind__in=Posting.BESIDE).values_list("entry", "round__evening", "kind")
        for entry, on, kind, count, points in given.annotate(**taken).order_by():
            if (entry, on) not in punished and rules[on].counts_as_played(kind):
                self.own[entry] += Scores(count, points)


@dataclass
class EveningLedger:
    """An evening as the rule sees it: what was played, who was there for which round, and what came before."""

    evening: Evening
    rule: AttendanceRule
    past: Past

    @cached_property
    def rounds(self) -> list[Round]:
        """The closed rounds, in the order of play: only these have rows by the rule."""
        return list(self.evening.rounds.filter(state=Round.State.CLOSED).order_by("number"))

    @cached_property
    def played(self) -> dict[int, dict[int, int]]:
        """The scores really made this evening that count: by round in the order of play, then by entry."""
        rows = Posting.objects.filter(round__evening=self.evening, kind__in=Posting.FROM_SHEET)
        rows = rows.exclude(BY_RULE).exclude(COPY).order_by("round__number", "entry", "board")
        scores: dict[int, dict[int, int]] = {}
        for round_pk, entry, total in rows.values_list("round", "entry", "total"):
            scores.setdefault(round_pk, {})[entry] = total
        return scores

    @cached_property
    def by_round(self) -> dict[int, Scores]:
        return {round_pk: Scores.of(scores.values()) for round_pk, scores in self.played.items()}

    @cached_property
    def of_evening(self) -> Scores:
        return Scores.of(score for scores in self.played.values() for score in scores.values())

    @cached_property
    def own(self) -> dict[int, Scores]:
        """Of each entry the rounds that it played itself this evening."""
        rows = Posting.objects.filter(round__evening=self.evening, kind=Posting.Kind.PLAYED)
        scores: defaultdict[int, list[int]] = defaultdict(list)
        for entry, total in rows.values_list("entry", "total"):
            scores[entry].append(total)
        return {entry: Scores.of(each) for entry, each in scores.items()}

    @cached_property
    def lowest_total(self) -> int | None:
        """Of who played every round; None when nobody did."""
        rounds = list(self.played.values())
        everywhere = set.intersection(*(set(scores) for scores in rounds)) if rounds else set()
        return min((sum(scores[entry] for scores in rounds) for entry in everywhere), default=None)

    @cached_property
    def usual(self) -> Known:
        """What the usual worth of a round depends on, and what is the same for everybody."""
        return Known(
            **usual_round(self.evening),
            evening=self.of_evening,
            lowest_total=self.lowest_total,
            rounds=len(self.played),
        )

    def known(self, round_: Round, entry: int, times: int = 1, score: int | None = None) -> Known:
        numbers = list(self.played)
        return replace(
            self.usual,
            round=self.by_round.get(round_.pk, Scores()),
            own=self.past.own[entry] + self.own.get(entry, Scores()),
            number=numbers.index(round_.pk) + 1 if round_.pk in self.played else 1,
            times=times,
            score=score,
        )


def usual_round(evening: Evening) -> dict[str, int | None]:
    """Deals, sides and end of a match of this evening; of a closed one as they were when it was closed."""
    if evening.frozen and "round" in evening.frozen:
        return dict(evening.frozen["round"])
    return usual_round_of(evening.competition)


def usual_round_of(competition: Competition) -> dict[str, int | None]:
    rules = competition.get_rules()
    return {
        "deals": competition.deals_per_round,
        "sides": len(sides(rules)),
        "match_points": rules.end_number if rules.end_kind == "points" else None,
    }
