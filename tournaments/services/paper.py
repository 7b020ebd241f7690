"""The rows on the paper of a table: a match by points may take more deals than were printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.entry.cells import is_empty
from scoring.models import DraftRow, Sheet
from scoring.rules.rulesets import MOST_DEALS
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from tournaments.models import Table, User


@transaction.atomic
def set_deals(table: Table, deals: int, *, actor: User) -> None:
    """Gives the sheet of a match that goes on so many rows, from those that were printed to `MOST_DEALS`.

    The same number twice is once. Raises Refused for a match of a set number of deals or that is won, in a closed
    round, beyond these limits, and where a row that would go has been typed.
    """
    refuse_closed_season(table.round.evening.competition)
    sheet = Sheet.objects.select_for_update().get(pk=table.sheet_id)
    _check(sheet, deals, table.round.evening.competition.deals_per_round)
    if deals != sheet.deals:
        before, sheet.deals = sheet.deals, deals
        sheet.save(update_fields=["deals"])
        club = table.round.evening.competition.club
        audit.record(actor, club, "change deals of sheet", table, before=before, deals=deals)


def _check(sheet: Sheet, deals: int, printed: int) -> None:
    newest = sheet.newest()
    if sheet.get_rules().end_kind != "points":
        raise Refused(_("A match at this table is so many deals: its sheet keeps the rows it has."))
    if newest and newest.result.get("ended"):
        raise Refused(_("The match at this table is over: it needs no other rows."))
    if not printed <= deals <= MOST_DEALS:
        raise Refused(
            _("A sheet of this competition has %(printed)d to %(most)d rows.")
            % {"printed": printed, "most": MOST_DEALS}
        )
    typed = DraftRow.objects.filter(draft__sheet=sheet, position__gt=deals)
    if any(not is_empty(row.cells) for row in typed) or (newest and len(newest.deals) > deals):
        raise Refused(_("Something is typed in the last row. Empty it first, then take it away."))
