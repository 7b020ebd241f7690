"""How a season is ranked: its rule, its other titles, and which evenings count; changed with a look at what moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import Ruleset
from scoring.rules.family import sides
from tournaments.in_words import translated
from tournaments.models import Competition
from tournaments.sentences import RuleError
from tournaments.services import audit, posting, prizes
from tournaments.services.begun import refuse_changed
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season
from tournaments.standing import periods
from tournaments.standing.rules import SHEETS_HAVE, StandingRule

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tournaments.models import User

    Titles = Sequence[tuple[str, StandingRule]]

MOST_TITLES = 12


def sheets_have(competition: Competition) -> frozenset[str]:
    """What the sheets of a competition can tell, of `SHEETS_HAVE`: pits are of klaverjassen alone."""
    rules = competition.get_rules()
    lacks = set() if len(sides(rules)) == 2 else {"against"}
    return SHEETS_HAVE - lacks - (set() if isinstance(rules, Ruleset) else {"pits"})


def check(competition: Competition, rule: StandingRule, planned: int | None = None) -> None:
    """Raises `RuleError` for a rule that cannot be in this season; `planned` evenings, when not those of now."""
    planned = competition.planned_evenings if planned is None else planned
    if planned is not None and not rule.all_evenings:
        planned -= competition.evenings.filter(counts=False).count()
    rule.check(
        planned_evenings=planned,
        rounds_per_evening=competition.rounds_per_evening,
        has=sheets_have(competition),
    )


def titles_of(competition: Competition) -> list[tuple[str, StandingRule]]:
    return list(competition.get_titles().items())


def _locked(competition: Competition) -> Competition:
    refuse_closed_season(competition)
    return Competition.objects.select_for_update(of=("self",)).select_related("club").get(pk=competition.pk)


@transaction.atomic
def save_rule(competition: Competition, rule: StandingRule, *, actor: User | None, began: str = "") -> None:
    """Ranks the season by this rule from now on; what was published stays as it was published.

    Raises `Refused` in a closed season, for a rule that cannot be in this one, and when another is stored than the
    form `began` with (`services.begun`), and for one without periods while there are prizes for each.
    """
    now = _locked(competition)
    _refuse_impossible(now, rule)
    before, now.standing = now.standing, rule.to_json()
    if before == now.standing:
        return
    refuse_changed(before, began)
    prizes.refuse_impossible(now, now.get_prizes())
    now.save(update_fields=["standing"])
    audit.record(actor, now.club, "change standing rule", now, before=before, after=now.standing)


def _refuse_impossible(competition: Competition, rule: StandingRule, planned: int | None = None) -> None:
    try:
        check(competition, rule, planned)
    except RuleError as error:
        raise Refused(translated(error.sentence)) from error


@transaction.atomic
def save_titles(
    competition: Competition, titles: Titles, *, actor: User | None, seen: Titles | None = None
) -> None:
    """Gives a season these other titles, in this order. `seen`: those that the asker saw.

    Raises `Refused` when these are others by now, for a name that stands twice or is empty, too many, a rule that
    cannot be, when a title that has prizes would be gone, and in a closed season.
    """
    now = _locked(competition)
    if seen is not None and list(seen) != titles_of(now):
        raise Refused(_("Somebody has just changed the titles. Look at them again."))
    names = [name.strip() for name, _rule in titles]
    if "" in names or len(set(names)) < len(names):
        raise Refused(_("Every title has a name of its own."))
    if any(periods.number_of(name) for name in names):
        raise Refused(_("“period:” and a number is what a period is asked for by: choose another name."))
    if len(names) > MOST_TITLES:
        raise Refused(_("A season has at most %(most)s titles.") % {"most": MOST_TITLES})
    for _name, rule in titles:
        _refuse_impossible(now, rule)
    before = now.titles
    now.titles = [
        {"name": name, "rule": rule.to_json()} for name, (_, rule) in zip(names, titles, strict=True)
    ]
    if before == now.titles:
        return
    prizes.refuse_impossible(now, now.get_prizes())
    now.save(update_fields=["titles"])
    audit.record(actor, now.club, "change titles", now, before=before, after=now.titles)


def evenings_now(competition: Competition) -> dict[str, object]:
    """How many evenings are planned, and the numbers of those that count."""
    counting = competition.evenings.filter(counts=True).order_by("number")
    return {
        "planned": competition.planned_evenings,
        "counting": list(counting.values_list("number", flat=True)),
    }


@transaction.atomic
def save_evenings(
    competition: Competition,
    planned: int | None,
    counting: Collection[int],
    *,
    actor: User | None,
    began: str = "",
) -> None:
    """Says how many evenings the season has and which of those that are there count, by their numbers.

    What a rule gives for not playing may go by the evenings that count, so it is made anew where it does.
    Raises `Refused` in a closed season, for fewer evenings than there are, when a rule then cannot be, and when
    something else is stored than the form `began` with.
    """
    now = _locked(competition)
    evenings = list(now.evenings.order_by("number"))
    if planned is not None and planned < len(evenings):
        raise Refused(
            _("There are %(count)s evenings already: the season cannot have fewer.")
            % {"count": len(evenings)}
        )
    changed = [evening for evening in evenings if evening.counts != (evening.number in counting)]
    if now.planned_evenings == planned and not changed:
        return
    before = evenings_now(now)
    refuse_changed(before, began)
    for evening in changed:
        evening.counts = not evening.counts
        evening.save(update_fields=["counts"])
    now.planned_evenings = planned
    now.save(update_fields=["planned_evenings"])
    for rule in (now.get_standing(), *now.get_titles().values()):
        _refuse_impossible(now, rule)
    if changed:
        posting.post_absences(changed[0])
    after = {"planned": planned, "counting": sorted(counting)}
    audit.record(actor, now.club, "change evenings that count", now, before=before, after=after)
