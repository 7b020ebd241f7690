"""A drive in the demo club that was drawn by standing: every round another partner, and a family kept apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Competition, Presence
from tournaments.pairing import PairingRule
from tournaments.services import check_in, closing, competitions, draw, pairing_rules, people

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Sequence

    from tournaments.models import Club, Person, Round, User

PLAYERS = 21
ROUNDS = 4
DEALS = 8
SEED = 11


def make_drive(
    club: Club,
    members: Sequence[Person],
    season: str,
    date: datetime.date,
    *,
    actor: User,
    play: Callable[[Round], None],
) -> Competition:
    """One evening of four rounds, played and closed; `play` types and closes a round."""
    competition = Competition(
        club=club,
        name=_("Autumn drive by standing"),
        season=season,
        rounds_per_evening=ROUNDS,
        deals_per_round=DEALS,
        pairing=PairingRule(method="swiss").to_json(),
    )
    competition.save()
    entries = [people.add_entry(competition, [person], actor=actor) for person in members[:PLAYERS]]
    pairing_rules.save_group(competition, _("Three of one family"), None, entries[1:4], actor=actor)
    evening = competitions.add_evening(competition, date, ROUNDS, actor=actor)
    for entry in entries:
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=actor)
    for number in range(ROUNDS):
        round_ = draw.draw_round(evening, actor=actor, seed=SEED + number)
        draw.publish(round_, actor=actor)
        play(round_)
    closing.close_evening(evening, actor=actor)
    return competition
