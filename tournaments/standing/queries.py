"""From the ledger to lists: who scored what on an evening and in a season, as a given reader may see it.

Every number comes from `Posting` rows through the pure rules of `tournaments.standing.tables`; the number
of queries does not depend on the number of players.
"""

from tournaments.standing.evening_lists import (
    EveningList,
    EveningRow,
    Score,
    counts,
    evening_list,
    latest_evening,
    ledger_rows,
    with_scores,
)
from tournaments.standing.marks import marks_of, standing_key
from tournaments.standing.readers import DESK, Reader, Who, reader_for, who_is_who
from tournaments.standing.season_lists import (
    NoSuchTitle,
    SeasonList,
    SeasonRow,
    Span,
    plain_rule,
    rule_of,
    season_list,
)
from tournaments.standing.verified import Waiting, unverified, unverified_in, waiting_sheets

__all__ = [
    "DESK",
    "EveningList",
    "EveningRow",
    "NoSuchTitle",
    "Reader",
    "Score",
    "SeasonList",
    "SeasonRow",
    "Span",
    "Waiting",
    "Who",
    "counts",
    "evening_list",
    "latest_evening",
    "ledger_rows",
    "marks_of",
    "plain_rule",
    "reader_for",
    "rule_of",
    "season_list",
    "standing_key",
    "unverified",
    "unverified_in",
    "waiting_sheets",
    "who_is_who",
    "with_scores",
]
