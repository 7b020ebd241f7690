"""What the demo club gives as prizes and has published: an evening with its standing, and a correction after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Publication
from tournaments.prizes import Prize, PrizePlan
from tournaments.services import decisions, prizes, publish

if TYPE_CHECKING:
    from tournaments.models import Competition, Evening, User

Kind = Publication.Kind


def set_prizes(competition: Competition, *, actor: User) -> None:
    """Three places and the poedel on an evening, the pit prize for two, and a cup for the season."""
    plan = PrizePlan(
        prizes=(
            Prize(places=(1, 2, 3), cents=(1000, 750, 500)),
            Prize("last", name=_("poedel")),
            Prize("pits", name=_("bottle of wine"), places=(1, 2)),
            Prize(of="season", name=_("challenge cup"), places=(1,)),
            Prize(of="season", places=(1, 2, 3), cents=(5000, 3000, 2000)),
        ),
        seed=1947,
    )
    prizes.save_plan(competition, plan, actor=actor)


def publish_evening(evening: Evening, *, actor: User) -> None:
    """The result, the prizes and the standing after it, as on the wall of the hall."""
    competition = evening.competition
    competition.refresh_from_db()
    publish.publish(competition, Kind.EVENING, evening=evening, actor=actor)
    publish.publish(competition, Kind.PRIZES, evening=evening, actor=actor)
    publish.publish(competition, Kind.STANDING, actor=actor)


def publish_season(competition: Competition, *, actor: User) -> None:
    """The final standing, and the prizes of the season."""
    publish.publish(competition, Kind.STANDING, actor=actor)
    publish.publish(competition, Kind.PRIZES, actor=actor)


def correct_evening(evening: Evening, *, actor: User) -> None:
    """Two players come the next day and say that their pit is not on the sheet: 100 points each, and the next numbers."""
    last = evening.rounds.order_by("number").last()
    seats = last.tables.order_by("number").first().seats.filter(position__in="NS").select_related("entry")
    reason = _("The pit in the last deal was not written down.")
    for seat in seats:
        decisions.grant(seat.entry, last, points=100, reason=reason, actor=actor)
    competition = evening.competition
    competition.refresh_from_db()
    for outdated in sorted(publish.outdated(competition), key=lambda each: each.number):
        publish.publish(
            competition,
            outdated.kind,
            title=outdated.title,
            evening=outdated.evening,
            reason=reason,
            actor=actor,
        )
