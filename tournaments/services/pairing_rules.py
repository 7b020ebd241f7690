"""The rule a competition draws by, and what is asked of its draws: groups kept apart, tables that are fixed, strengths."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.models import ApartGroup, Competition, Entry
from tournaments.services import audit
from tournaments.services.begun import refuse_changed
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from tournaments.models import User
    from tournaments.pairing import PairingRule

FOR_PAIRS = frozenset({"mitchell", "howell", "move_up", "fixtures"})
FOR_FOUR = frozenset({"stay", "whist"})
MOST_STRENGTH = 1_000_000
MOST_TABLE = 500


def unfit(competition: Competition, method: str) -> str:
    """Why rounds cannot come about this way in a competition; empty when they can."""
    if competition.is_teams and method != "fixtures":
        return _("Teams play the matches of their fixtures; their rounds are not drawn.")
    if method in FOR_FOUR and competition.entries_a_table != 4:
        if competition.is_pairs:
            return _("Partners change here, so it is for individuals; this competition has fixed pairs.")
        return _("This is for tables of four with partners; this game has none.")
    if method in FOR_PAIRS and competition.entries_a_table != 2:
        return _("This is for two sides that stay as they are: fixed pairs, or a game for two.")
    return ""


@transaction.atomic
def save_rule(competition: Competition, rule: PairingRule, *, actor: User, began: str = "") -> None:
    """Draws from now on by this rule; rounds that are drawn stay as they are.

    Raises `Refused` for a way of drawing that does not fit the competition, and when another rule is stored than the
    form `began` with (`services.begun`).
    """
    refuse_closed_season(competition)
    if reason := unfit(competition, rule.method):
        raise Refused(reason)
    competition.refresh_from_db(from_queryset=Competition.objects.select_for_update())
    before, after = competition.pairing, rule.to_json()
    if before == after:
        return
    refuse_changed(before, began)
    competition.pairing = after
    competition.save(update_fields=["pairing"])
    audit.record(actor, competition.club, "change draw rule", competition, before=before, after=after)


@transaction.atomic
def save_group(
    competition: Competition,
    name: str,
    worth: int | None,
    entries: Collection[Entry],
    *,
    actor: User,
    group: ApartGroup | None = None,
) -> ApartGroup:
    """Makes or changes a group to keep apart; `worth` in ranks, None for never together.

    Raises `Refused` for a group of fewer than two, and for a name that another group has.
    """
    refuse_closed_season(competition)
    if len(entries) < 2:
        raise Refused(_("A group to keep apart has at least two names: tick them."))
    saved = group or ApartGroup(competition=competition)
    saved.name, saved.worth = name, worth
    try:
        with transaction.atomic():
            saved.save()
    except IntegrityError as error:
        raise Refused(_("There is a group “%(name)s” already.") % {"name": name}) from error
    saved.entries.set(entries)
    audit.record(
        actor,
        competition.club,
        "change group kept apart" if group else "add group kept apart",
        saved,
        name=name,
        worth=worth,
        entries=sorted(entry.pk for entry in entries),
    )
    return saved


@transaction.atomic
def remove_group(group: ApartGroup, *, actor: User) -> None:
    """Its members may meet again from the next draw on."""
    refuse_closed_season(group.competition)
    audit.record(actor, group.competition.club, "remove group kept apart", group, name=group.name)
    group.delete()


@transaction.atomic
def save_wishes(
    competition: Competition, wishes: Mapping[int, tuple[int | None, int | None]], *, actor: User
) -> int:
    """Notes playing strength and fixed table for each entry; returns for how many that is new."""
    refuse_closed_season(competition)
    changed = []
    for entry in competition.entries.filter(pk__in=wishes).select_for_update():
        wanted = wishes[entry.pk]
        if (entry.strength, entry.fixed_table) != wanted:
            entry.strength, entry.fixed_table = wanted
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["strength", "fixed_table"])
    if changed:
        detail = {str(entry.pk): [entry.strength, entry.fixed_table] for entry in changed}
        audit.record(actor, competition.club, "strengths and fixed tables", competition, entries=detail)
    return len(changed)
