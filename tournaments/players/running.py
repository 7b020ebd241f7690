"""What ratings would become by an evening that is being played: told beside them, and not counted yet."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from tournaments import embargo, rating_queries
from tournaments.players.who import secret_from
from tournaments.rating import points
from tournaments.services import rating_preview
from tournaments.services.rating_sources import key_of
from tournaments.standing.kept import kept

if TYPE_CHECKING:
    from tournaments.models import Club
    from tournaments.services.rating_preview import Provisional
    from tournaments.standing.queries import Reader

FORMAT = 1  # of what is kept: raised when that changes, for a cache outlives the program


def running_of(club: Club, reader: Reader) -> dict[int, Provisional]:
    """Everybody who plays in an evening of the club that is not closed, by person.

    Nobody while an evening is kept back from this reader. Worked out once for all readers, until another sheet is
    accepted; one query where nothing is being played.
    """
    evenings = rating_preview.running(club.pk)
    if not evenings or secret_from(club, reader) or embargo.first_hidden(evenings, None, reader):
        return {}
    rests_on = [(each.pk, each.ledger_version, key_of(each)) for each in evenings]
    text = repr((FORMAT, club.pk, rating_queries.key_of(club), rests_on))
    key = f"running:{hashlib.sha256(text.encode()).hexdigest()}"
    return kept(key, lambda: rating_preview.provisional(club.pk, evenings))


def sentence(one: Provisional) -> str:
    """“Provisional, after 2 rounds on 30 November 2026: 1 503 → about 1 507.”"""
    told = {
        "count": one.rounds,
        "day": date_format(one.day, "j F Y"),
        "before": "" if one.before is None else figure(points(one.before)),
        "after": figure(points(one.after)),
    }
    if one.before is None:
        text = ngettext(
            "Provisional, after %(count)s round on %(day)s: about %(after)s.",
            "Provisional, after %(count)s rounds on %(day)s: about %(after)s.",
            one.rounds,
        )
    else:
        text = ngettext(
            "Provisional, after %(count)s round on %(day)s: %(before)s → about %(after)s.",
            "Provisional, after %(count)s rounds on %(day)s: %(before)s → about %(after)s.",
            one.rounds,
        )
    return text % told


def why_provisional(one: Provisional) -> str:
    """Why it is not counted, in one sentence."""
    if one.again:
        return _("That evening is open again: it counts as it was closed before, until it is closed again.")
    return _("It is not counted yet: an evening counts when it is closed, and until then sheets can change.")
