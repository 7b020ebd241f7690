"""What the demo club says of its season: seven evenings, a second title, and other rules for the members' meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments import attendance
from tournaments.services import standing_rules, what_if
from tournaments.services.what_if import Alternative
from tournaments.standing.presets import PRESETS
from tournaments.standing.rules import StandingRule

if TYPE_CHECKING:
    from tournaments.models import Competition, User

BEST = StandingRule(best=5, unit="evening")


def set_titles(competition: Competition, evenings: int, *, actor: User) -> None:
    """The season has so many evenings, and beside the sum of all points the best five have a title."""
    counting = set(competition.evenings.values_list("number", flat=True))
    standing_rules.save_evenings(competition, evenings, counting, actor=actor)
    standing_rules.save_titles(competition, [(_("Best five evenings"), BEST)], actor=actor)
    competition.refresh_from_db()


def propose(competition: Competition, *, actor: User) -> None:
    """Two proposals for the next season, side by side with the real rules."""
    proposals = what_if.start(competition, _("Proposals for the members’ meeting"), actor=actor)
    average = PRESETS["average_round"]
    alternatives = (
        Alternative(_("Best five evenings"), BEST, competition.get_attendance()),
        Alternative(_(average.title), average.rule, attendance.PRESETS["aobk"]),
    )
    for seen, each in enumerate(alternatives):
        what_if.set_alternative(proposals, None, each, actor=actor, seen=seen)
