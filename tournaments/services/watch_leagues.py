"""Consequences in leagues and cups: matches, tables, and who goes up, down or on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments import league_board
from tournaments.league_matches import State
from tournaments.services.watching import Part, Watcher, list_part, only
from tournaments.standing import queries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.league_board import DivisionBoard
    from tournaments.models import Competition
    from tournaments.services.watching import Look

UP, STAYS, DOWN = "up", "stays", "down"


def _divisions(competition: Competition, since: int) -> Look:
    """Every match with who meets, who won and whether it is played; of every round robin the table and its cuts."""
    found: dict[Any, Any] = {}
    if not competition.divisions.exists():
        return found
    for board in league_board.load(competition, queries.DESK):
        division = board.division.pk
        found["name", division] = board.division.name
        for match in board.matches:
            sides = tuple((side.name, side.score) for side in match.sides)
            key = ("match", division, match.fixture.number)
            found[key] = (*sides, match.winner_name, match.stale, match.undecided, match.state)
        if not board.is_bracket:
            for line, who in board.rows:
                found[("table", division), line.entry] = (who.name, line.rank, line.points)
            found |= {(("cut", division), entry): cut for entry, cut in _cuts(board).items()}
    return found


def _cuts(board: DivisionBoard) -> dict[int, tuple[str, str]]:
    """Who would go up (or on), stay or go down as the table stands, with the name, by entry."""
    last_up, last_staying = board.cut_above, board.cut_below or len(board.members)
    return {
        line.entry: (who.name, UP if place <= last_up else STAYS if place <= last_staying else DOWN)
        for place, (line, who) in enumerate(board.rows, start=1)
    }


def _tell_divisions(before: Look, after: Look) -> Iterator[Part]:
    names = {key[1]: name for key, name in {**before, **after}.items() if key[0] == "name"}
    matches = [key for key in after if key[0] == "match" and before.get(key) != after[key]]
    lines = tuple(
        line for key in matches for line in _match_lines((names[key[1]], key[2]), before.get(key), after[key])
    )
    if lines:
        yield Part(_("Matches"), lines=lines)
    lists = dict.fromkeys(key[0] for key in {**before, **after} if isinstance(key[0], tuple))
    for key in (key for key in lists if key[0] == "table"):
        title = _("Table of %(division)s") % {"division": names[key[1]]}
        yield from list_part(title, only(before, key), only(after, key), 0)
    cuts = tuple(
        line
        for key in lists
        if key[0] == "cut"
        for line in _cut_lines(names[key[1]], only(before, key), only(after, key))
    )
    if cuts:
        yield Part(_("Who goes up, on or down"), lines=cuts)


def _match_lines(named: tuple[str, int], before: Any, after: Any) -> Iterator[str]:
    home, away, winner, stale, undecided, state = after
    division, number = named
    told = {"division": division, "number": number, "home": home[0], "away": away[0], "winner": winner}
    if before and (before[0][0], before[1][0]) != (home[0], away[0]):
        yield _("%(division)s, match %(number)s: now %(home)s against %(away)s.") % told
    if before and before[5] != state and state in (State.AWARDED, State.CANCELLED):
        if winner:
            words = _("%(division)s, match %(number)s, %(home)s – %(away)s: not played, %(winner)s wins.")
        else:
            words = _(
                "%(division)s, match %(number)s, %(home)s – %(away)s: not played, and counts for nobody."
            )
        yield words % told
    elif before and before[2] != winner:
        told["before"] = before[2] or _("nobody")
        if winner:
            yield (
                _(
                    "%(division)s, match %(number)s, %(home)s – %(away)s: %(winner)s wins instead of %(before)s."
                )
                % told
            )
        else:
            yield (
                _("%(division)s, match %(number)s, %(home)s – %(away)s: no longer won by %(before)s.") % told
            )
    elif before and (before[0], before[1]) != (home, away) and home[1] is not None:
        told |= {"score": f"{home[1]} – {away[1]}"}
        yield _("%(division)s, match %(number)s, %(home)s – %(away)s: now %(score)s.") % told
    if stale and not (before and before[3]):
        yield (
            _("%(division)s, match %(number)s was played by others than who should have been in it now.")
            % told
        )
    if undecided and not (before and before[4]):
        yield _("%(division)s, match %(number)s has equal scores now: say who goes on.") % told


def _cut_lines(division: str, before: Look, after: Look) -> Iterator[str]:
    """Whose place is on the other side of a line of the table now."""
    words = {
        UP: _("%(division)s: %(name)s would go up or on now."),
        STAYS: _("%(division)s: %(name)s would stay now."),
        DOWN: _("%(division)s: %(name)s would go down now."),
    }
    for entry, (name, cut) in after.items():
        if entry in before and before[entry][1] != cut:
            yield words[cut] % {"division": division, "name": name}


WATCHERS = (Watcher("divisions", _divisions, _tell_divisions),)
