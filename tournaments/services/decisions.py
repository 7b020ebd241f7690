"""Points by hand: a penalty, points granted, match points, a score instead of the played one. Always with a reason.

A decision is a row of the ledger with its author and reason. It stands whatever happens to the sheets, until somebody
withdraws it; then the row is gone, and the log keeps it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Posting, Round, Table
from tournaments.services import audit, posting, threes_list
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from typing import Any

    from tournaments.models import Entry, User

MOST_POINTS = 10_000
MOST_MATCH_POINTS = 1_000
MOST_COUNTED = 64
LONGEST_REASON = 200
REASONS = {
    Posting.Kind.PENALTY: gettext_noop("penalty: %(why)s"),
    Posting.Kind.GRANTED: gettext_noop("granted: %(why)s"),
    Posting.Kind.ARBITRARY: gettext_noop("decided: %(why)s"),
}
WITHDRAWN = "withdraw decision"


@transaction.atomic
def penalise(
    entry: Entry,
    round_: Round,
    *,
    points: int = 0,
    match_points: int = 0,
    reason: str,
    actor: User,
    key: str = "",
) -> Posting:
    """Takes points, match points or both, each 0 or more, from what an entry has in a round.

    Raises `Refused` without points or a reason, for points out of range, in a closed season, for a draft, and for who
    does not take part; `AlreadyDone` for a repeated `key`.
    """
    numbers = {"total": -points, "points": -points, "match_points": -match_points}
    return _beside(Posting.Kind.PENALTY, entry, round_, numbers, reason, actor, key)


@transaction.atomic
def grant(
    entry: Entry,
    round_: Round,
    *,
    points: int = 0,
    match_points: int = 0,
    reason: str,
    actor: User,
    key: str = "",
) -> Posting:
    """Gives points, match points or both on top of what an entry has in a round; refuses as `penalise` does."""
    numbers = {"total": points, "points": points, "match_points": match_points}
    return _beside(Posting.Kind.GRANTED, entry, round_, numbers, reason, actor, key)


def _beside(
    kind: str, entry: Entry, round_: Round, numbers: dict[str, int], reason: str, actor: User, key: str
) -> Posting:
    why = _refuse_unfit(entry, round_, reason, key)
    given = {name: abs(number) for name, number in numbers.items()}
    if not (given["points"] or given["match_points"]):
        raise Refused(_("Say how many points or match points."))
    wrong_way = min(numbers.values()) < 0 if kind == Posting.Kind.GRANTED else max(numbers.values()) > 0
    if wrong_way or given["points"] > MOST_POINTS or given["match_points"] > MOST_MATCH_POINTS:
        raise Refused(
            _("Points are 1 to %(points)s, match points 1 to %(match_points)s.")
            % {"points": MOST_POINTS, "match_points": MOST_MATCH_POINTS}
        )
    row = _write(kind, entry, round_, numbers, why, actor)
    _follow_up(row, kind, actor, key)
    return row


@transaction.atomic
def decide_score(
    entry: Entry,
    round_: Round,
    *,
    points: int,
    roem: int = 0,
    pits: int = 0,
    nats: int = 0,
    board: int = 0,
    reason: str,
    actor: User,
    key: str = "",
) -> Posting:
    """Gives an entry this score in a round, instead of what it played or got for not playing.

    points: everything but roem, pits included, 0 to 10,000. pits, nats: 0 to the deals of a round. board: of a team the number of the table it is about. The
    sheet stays as it is; the partner and the opponents keep their scores and what they had against them. Who played
    keeps the score of his opponents too, so that the decided score wins, draws or loses against it. A second decision
    takes the place of the first. Refuses as `penalise` does, and for who stands on the list of a table of three: that
    is corrected itself.
    """
    why = _refuse_unfit(entry, round_, reason, key)
    if not (0 <= points <= MOST_POINTS and 0 <= roem <= MOST_POINTS):
        raise Refused(_("Points and roem are 0 to %(most)s.") % {"most": MOST_POINTS})
    most = min(MOST_COUNTED, round_.evening.competition.deals_per_round)
    if not (0 <= pits <= most and 0 <= nats <= most):
        raise Refused(_("Pits and nats are 0 to %(most)s.") % {"most": most})
    _refuse_board(entry, round_, board)
    _refuse_list(entry, round_)
    scores = Posting.objects.filter(round=round_, entry=entry, board=board)
    scores = scores.exclude(kind__in=Posting.BESIDE)
    before = [_told(row) for row in scores]
    against = next((row.against for row in scores if row.against is not None), None)
    scores.delete()
    numbers = {"total": points + roem, "points": points, "roem": roem, "pits": pits, "nats": nats}
    row = _write(
        Posting.Kind.ARBITRARY, entry, round_, numbers | {"board": board, "against": against}, why, actor
    )
    _follow_up(row, Posting.Kind.ARBITRARY, actor, key, before=before)
    return row


@transaction.atomic
def withdraw(decision: Posting, *, reason: str, actor: User, key: str = "") -> None:
    """Takes a decision back, with a reason; what the sheet or the rule gives stands again. Twice is once.

    Raises `Refused` for a row that nobody decided, without a reason, and in a closed season.
    """
    round_ = _locked(decision.round_id)
    refuse_closed_season(round_.evening.competition)
    audit.refuse_repeat(key)
    row = Posting.objects.filter(pk=decision.pk).first()
    if row is None:
        return  # the second click
    if row.kind not in Posting.DECIDED:
        raise Refused(_("This score comes from a sheet or a rule: nobody decided it."))
    why = _cleaned(reason)
    told = _told(row)
    row.delete()
    if row.kind == Posting.Kind.ARBITRARY:
        _restore(row, round_, actor)
    posting.post_absences(round_.evening)
    audit.record(
        actor, round_.evening.competition.club, WITHDRAWN, round_.evening, key=key, decision=told, reason=why
    )


def _restore(row: Posting, round_: Round, actor: User) -> None:
    """Books the sheet of the table again that the entry has a score of: its own seat, or one on which it sat in."""
    at_table = Q(seats__entry=row.entry_id) | Q(seats__person__entries__entry=row.entry_id)
    tables = Table.objects.filter(at_table, round=round_).exclude(sheet=None)
    if row.board:
        tables = tables.filter(number=row.board)
    for table in tables.select_related("sheet").distinct():
        if version := table.sheet.newest():
            posting.post_table(table, version, actor)


def _locked(round_: int) -> Round:
    rounds = Round.objects.select_for_update(of=("self",)).select_related("evening__competition__club")
    return rounds.get(pk=round_)


def _refuse_unfit(entry: Entry, round_: Round, reason: str, key: str) -> str:
    """The reason, when something can be decided for this entry in this round."""
    round_ = _locked(round_.pk)
    competition = round_.evening.competition
    refuse_closed_season(competition)
    audit.refuse_repeat(key)
    if entry.competition_id != competition.pk:
        raise Refused(_("%(name)s does not take part in this competition.") % {"name": entry.name})
    if round_.state == Round.State.DRAFT:
        raise Refused(_("The draw of this round is not published."))
    return _cleaned(reason)


def _cleaned(reason: str) -> str:
    why = reason.strip()
    if not why:
        raise Refused(_("Say why: who reads the standing later must be able to understand it."))
    if len(why) > LONGEST_REASON:
        raise Refused(_("A reason has at most %(most)s letters.") % {"most": LONGEST_REASON})
    return why


def _refuse_board(entry: Entry, round_: Round, board: int) -> None:
    if not round_.evening.competition.is_teams:
        if board:
            raise Refused(_("Only a team has a score for each table."))
        return
    if not Table.objects.filter(round=round_, number=board, seats__entry=entry).exists():
        raise Refused(
            _("Choose a table at which %(name)s played in round %(number)s.")
            % {"name": entry.team_name or entry.name, "number": round_.number}
        )


def _refuse_list(entry: Entry, round_: Round) -> None:
    tables = Table.objects.filter(round=round_, sheet=None, seats__entry=entry)
    for table in tables.select_related("round__evening__competition").prefetch_related("seats"):
        if threes_list.is_list(table):
            raise Refused(
                _("%(name)s stands on the list of table %(table)s: change his line there, with the reason.")
                % {"name": entry.name, "table": table.number}
            )


def _write(
    kind: str, entry: Entry, round_: Round, numbers: dict[str, int | None], why: str, actor: User
) -> Posting:
    reason = {"msgid": REASONS[Posting.Kind(kind)], "params": {"why": why}}
    return Posting.objects.create(
        round=round_, entry=entry, kind=kind, reason=reason, author=actor, **numbers
    )


def _follow_up(row: Posting, verb: str, actor: User, key: str, **detail: Any) -> None:
    """What rests on the scores of the evening follows, and the log tells of it."""
    posting.post_absences(row.round.evening)
    evening = row.round.evening
    audit.record(actor, evening.competition.club, f"decide {verb}", evening, key=key, **_told(row), **detail)


def _told(row: Posting) -> dict[str, Any]:
    """A row as the log keeps it."""
    numbers = {name: getattr(row, name) for name in ("points", "roem", "total", "pits", "nats")}
    return {
        **numbers,
        "match_points": row.match_points,
        "posting": row.pk,
        "round": row.round.number,
        "entry": row.entry_id,
        "name": row.entry.name,
        "board": row.board,
        "kind": row.kind,
        "reason": row.reason,
    }
