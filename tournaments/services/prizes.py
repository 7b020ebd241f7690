"""The prizes of a competition: saving the plan, and who wins what by the results as they are now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import prize_words
from tournaments.awards import Awards, Contender, awards
from tournaments.models import Competition
from tournaments.services import audit
from tournaments.services.begun import refuse_changed
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season
from tournaments.standing import periods, queries
from tournaments.standing.ledger import AWAY
from tournaments.standing.rules import shared_ranks

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tournaments.awards import Award
    from tournaments.models import Evening, User
    from tournaments.prizes import PrizePlan
    from tournaments.standing.queries import EveningRow, Reader, SeasonRow, Who
    from tournaments.standing.rules import StandingRule


@transaction.atomic
def save_plan(competition: Competition, plan: PrizePlan, *, actor: User, began: str = "") -> None:
    """Sets the prizes; what was published stays as it is. Raises `Refused` in a closed season, and when others are
    stored than the form `began` with (`services.begun`)."""
    refuse_closed_season(competition)
    competition.refresh_from_db(from_queryset=Competition.objects.select_for_update())
    if competition.get_prizes() == plan:
        return
    refuse_changed(competition.prizes, began)
    refuse_impossible(competition, plan)
    before, competition.prizes = competition.prizes, plan.to_json()
    competition.save(update_fields=["prizes"])
    audit.record(
        actor, competition.club, "change prizes", competition, before=before, after=competition.prizes
    )


def refuse_impossible(competition: Competition, plan: PrizePlan) -> None:
    """Raises `Refused` for prizes of periods or titles that this season does not have."""
    if plan.of("period") and not competition.get_standing().periods:
        raise Refused(
            _("There are prizes for each period, and the standing has no periods: change the prizes first.")
        )
    for title in plan.titles:
        if title not in competition.get_titles():
            raise Refused(
                _("There are prizes by the title “%(title)s”: change the prizes first.") % {"title": title}
            )


def that_can_be(plan: PrizePlan, standing: StandingRule, titles: Collection[str]) -> PrizePlan:
    """A plan without the prizes of periods and titles that a season by this rule and with these titles does not have."""
    kept = (
        prize
        for prize in plan.prizes
        if (prize.of != "period" or standing.periods) and (not prize.title or prize.title in titles)
    )
    return replace(plan, prizes=tuple(kept))


def standings_with_prizes(competition: Competition, plan: PrizePlan | None = None) -> list[str]:
    """By which standings prizes are won: "" is that of the season, then its periods and titles."""
    plan = plan or competition.get_prizes()
    own = [""] if plan.of("season") else []
    parts = periods.names_of(competition.get_standing()) if plan.of("period") else []
    return [*own, *parts, *plan.titles]


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One winner as read out: for what, who, with how much, and what is won; `goods` of it is no money."""

    award: Award
    who: Who
    label: str
    made: str
    won: str
    goods: str


@dataclass(frozen=True, slots=True)
class PrizeGroup:
    """Everybody who wins the same, as it is read out at once: who end equal stand beside each other."""

    lines: tuple[PrizeLine, ...]

    @property
    def first(self) -> PrizeLine:
        return self.lines[0]

    @property
    def names(self) -> str:
        return ", ".join(line.who.name for line in self.lines)

    @property
    def won(self) -> str:
        award = self.first.award
        if len(self.lines) == 1:
            return self.first.won
        shares = [(line.who.name, line.award.cents) for line in self.lines]
        return prize_words.won_by_all(shares, award.goods, together=award.sharing > 1)


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Who wins what. of: one of `prizes.OF`; title: by which standing, "" for that of the season or an evening. left: (label, prize) of what nobody won. provisional: the results may still change."""

    plan: PrizePlan
    of: str
    title: str
    lines: tuple[PrizeLine, ...]
    left: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]
    provisional: bool

    @property
    def money(self) -> str:
        """What is paid out together."""
        return prize_words.amount(sum(line.award.cents for line in self.lines))

    @property
    def groups(self) -> list[PrizeGroup]:
        """The winners in the order of the list, equals together."""
        by_prize: dict[tuple[str, int], list[PrizeLine]] = {}
        for line in self.lines:
            by_prize.setdefault((line.award.by, line.award.place), []).append(line)
        return [PrizeGroup(tuple(lines)) for lines in by_prize.values()]

    @property
    def to_give(self) -> list[PrizeGroup]:
        """In the order of the prize-giving: first the prizes apart, then the places from below, the first at the end."""
        apart = [group for group in self.groups if group.first.award.by != "place"]
        places = [group for group in self.groups if group.first.award.by == "place"]
        return [*apart, *reversed(places)]


def evening_prizes(
    evening: Evening, reader: Reader = queries.DESK, plan: PrizePlan | None = None
) -> PrizeList:
    """The prizes of an evening by its result now; `plan` instead of that of the competition, to look what it would do."""
    plan = plan or evening.competition.get_prizes()
    listed = queries.evening_list(evening, reader)
    there = [row for row in listed.rows if _was_there(row)]
    ranks = shared_ranks([row.line.total for row in there])
    found = awards(plan, "evening", map(_of_evening, there, ranks), occasion=evening.number)
    who = {row.who.entry: row.who for row in listed.rows}
    provisional = listed.provisional or bool(listed.waiting)
    return _listed(plan, "evening", found, who, provisional=provisional)


def season_prizes(
    competition: Competition,
    reader: Reader = queries.DESK,
    plan: PrizePlan | None = None,
    title: str = "",
) -> PrizeList:
    """The prizes of a season by its official standing now, or by that of one of its periods or titles.

    Raises `queries.NoSuchTitle`.
    """
    plan = plan or competition.get_prizes()
    season = queries.season_list(competition, reader, title)
    of, name = _prizes_of(title)
    found = awards(plan, of, map(_of_season, season.rows), occasion=title or 0, title=name)
    who = {row.who.entry: row.who for row in season.rows}
    return _listed(plan, of, found, who, season.rule, title, provisional=season.provisional)


def _prizes_of(title: str) -> tuple[str, str]:
    """Which prizes of a plan are won by a standing: one of `prizes.OF`, and the name of a title."""
    if not title:
        return "season", ""
    return ("title", title) if periods.number_of(title) is None else ("period", "")


def _was_there(row: EveningRow) -> bool:
    """Who has only rows of absence, or of none, was not in the hall."""
    return any(score and (score.at_table or set(score.kinds) - AWAY) for score in row.scores)


def _of_evening(row: EveningRow, rank: int) -> Contender:
    tally = row.line.tally
    return Contender(
        entry=row.who.entry,
        rank=rank,
        value=row.line.total,
        guest=row.who.guest,
        rounds=tally.rounds_played,
        pits=tally.pits,
        roem=tally.roem,
        nats=tally.nats,
        best=tally.best,
        worst=tally.worst,
    )


def _of_season(row: SeasonRow) -> Contender:
    tally = row.line.tally
    return Contender(
        entry=row.who.entry,
        rank=row.line.rank,
        value=row.line.value if row.line.value is not None else Fraction(0),
        guest=row.who.guest,
        rounds=tally.rounds_played,
        pits=tally.pits,
        roem=tally.roem,
        nats=tally.nats,
        best=tally.best,
        worst=tally.worst,
    )


def _listed(
    plan: PrizePlan,
    of: str,
    found: Awards,
    who: Mapping[int, Who],
    rule: StandingRule | None = None,
    title: str = "",
    *,
    provisional: bool,
) -> PrizeList:
    return PrizeList(
        plan=plan,
        of=of,
        title=title,
        lines=tuple(_line(award, found.given, who, rule) for award in found.given),
        left=tuple(
            (prize_words.label(left.by, left.place), prize_words.won(left.cents, left.goods))
            for left in found.left
        ),
        sentences=tuple(prize_words.plan_lines(plan, of, title if of == "title" else "")),
        provisional=provisional,
    )


def _line(
    award: Award, given: Sequence[Award], who: Mapping[int, Who], rule: StandingRule | None
) -> PrizeLine:
    with_whom = [
        who[other.entry].name
        for other in given
        if award.sharing > 1
        and (other.by, other.place) == (award.by, award.place)
        and other.entry != award.entry
    ]
    return PrizeLine(
        award=award,
        who=who[award.entry],
        label=prize_words.label(award.by, award.place),
        made=prize_words.made(award.by, award.value, rule),
        won=prize_words.won(award.cents, award.goods, with_whom),
        goods=prize_words.won(0, award.goods, with_whom),
    )


Won = dict[tuple[str, int | str, str, int, int], tuple[int, tuple[str, ...]]]
"""(of, evening number or by which standing, by, place, entry) to (cents, goods)."""


def current_awards(competition: Competition, evenings: Collection[Evening]) -> Won:
    """Who wins what on these evenings, in the periods they are in, in the season and by its titles.

    By what the ledger says now, to be compared with later.
    """
    plan = competition.get_prizes()
    won: Won = {}
    if plan.of("evening"):
        for evening in evenings:
            won |= _keyed(evening_prizes(evening, plan=plan), evening.number)
    for title in standings_with_prizes(competition, plan):
        period = periods.period_of(competition.get_standing(), title)
        if period and not any(period.first <= evening.number <= period.last for evening in evenings):
            continue
        won |= _keyed(season_prizes(competition, plan=plan, title=title), title)
    return won


def _keyed(listed: PrizeList, number: int | str) -> Won:
    return {
        (listed.of, number, line.award.by, line.award.place, line.award.entry): (
            line.award.cents,
            line.award.goods,
        )
        for line in listed.lines
    }
