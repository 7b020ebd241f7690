"""What an act would change, found by doing it, looking, and taking it back: exact by construction.

Each `Watcher` looks at one kind of consequence before and after, and tells the difference. Nobody need know which
rules lead from a sheet to a prize.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from tournaments import league_board
from tournaments.models import Competition, Posting, Round
from tournaments.pairing import DrawInput
from tournaments.services import draw_input
from tournaments.standing import queries
from tournaments.standing.notes import kind_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Look = Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands in a list: the rank (None: shown without one) and the value, as it is printed."""

    rank: int | None
    value: str


@dataclass(frozen=True, slots=True)
class Moved:
    """One line of a list before and after; None where there was none or is none any more."""

    name: str
    before: Place | None
    after: Place | None

    @property
    def places(self) -> int:
        """Places won (+) or lost (−)."""
        if not (self.before and self.after and self.before.rank and self.after.rank):
            return 0
        return self.before.rank - self.after.rank


@dataclass(frozen=True, slots=True)
class Part:
    """One consequence: a list in which somebody moves, or sentences; `to_do` where they ask for something afterwards."""

    title: str
    moved: tuple[Moved, ...] = ()
    lines: tuple[str, ...] = ()
    to_do: bool = False


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that changes, and a fingerprint of it: another one as soon as anything else would change."""

    parts: tuple[Part, ...]
    fingerprint: str

    @property
    def to_do(self) -> list[str]:
        """What is left to be done by hand once the act is done."""
        return [line for part in self.parts if part.to_do for line in part.lines]


@dataclass(frozen=True, slots=True)
class Watcher:
    """One kind of consequence.

    `look` reads it from the database, for a competition in which something changes from an evening of this number
    on: a mapping of plain values, in a fixed order. `tell` makes the parts of the difference; it is asked only when
    there is one.
    """

    key: str
    look: Callable[[Competition, int], Look]
    tell: Callable[[Look, Look], Iterator[Part]]


class OtherEffects(Exception):
    """What would change is no longer what was shown; `effects` is what would change now. Nothing was done."""

    def __init__(self, effects: Effects) -> None:
        super().__init__(effects.fingerprint)
        self.effects = effects


def of(competition: Competition, act: Callable[[], object], *, since: int = 1, key: str = "") -> Effects:
    """The effects of an act, without doing it. What `act` raises comes through.

    since: the number of the first evening of which it can change anything. key: what else the fingerprint stands for
    (the act itself, where two acts may have the same effects).
    """
    with transaction.atomic():
        effects = _watch(competition, act, since, key)
        transaction.set_rollback(True)
    return effects


@transaction.atomic
def carry_out(
    competition: Competition, act: Callable[[], object], seen: str, *, since: int = 1, key: str = ""
) -> Effects:
    """Does the act, if its effects are those that were seen; else raises `OtherEffects`, and nothing is done."""
    Competition.objects.select_for_update(of=("self",)).get(pk=competition.pk)
    effects = _watch(competition, act, since, key)
    if effects.fingerprint != seen:
        raise OtherEffects(effects)
    return effects


def _watch(competition: Competition, act: Callable[[], object], since: int, key: str) -> Effects:
    """Looks, acts, looks again. The competition is read anew each time: what acts has a copy of its own."""
    before = [watcher.look(_read(competition), since) for watcher in WATCHERS]
    act()
    after = [watcher.look(_read(competition), since) for watcher in WATCHERS]
    seen = hashlib.sha256(key.encode())
    parts: list[Part] = []
    for watcher, then, now in zip(WATCHERS, before, after, strict=True):
        if then != now:
            seen.update(repr((watcher.key, then, now)).encode())
            parts += watcher.tell(then, now)
    return Effects(tuple(parts), seen.hexdigest()[:32])


def _read(competition: Competition) -> Competition:
    return Competition.objects.select_related("club").get(pk=competition.pk)


# Scores ---------------------------------------------------------------------------------------------------


def _scores(competition: Competition, since: int) -> Look:
    """Every row of the ledger from this evening on, with the name of who has it."""
    who = queries.who_is_who(competition, queries.DESK)
    rows = Posting.objects.filter(round__evening__competition=competition, round__evening__number__gte=since)
    columns = ("round__evening__number", "round__number", "entry_id", "board", "kind")
    ordered = rows.order_by(*columns, "pk").values_list(*columns, "total", "roem", "pits", "nats")
    scores: dict[Any, Any] = {}
    for *key, total, roem, pits, nats in ordered:
        scores.setdefault(tuple(key), [who[key[2]].name]).append((total, roem, pits, nats))
    return scores


def _tell_scores(before: Look, after: Look) -> Iterator[Part]:
    """First what the sheets say, then what moves along with it."""
    changed = sorted(key for key in {*before, *after} if before.get(key) != after.get(key))
    at_table = [key for key in changed if key[4] in Posting.FROM_SHEET]
    others = [key for key in changed if key[4] not in Posting.FROM_SHEET]
    for title, keys in ((_("Scores"), at_table), (_("Scores that go by those of others"), others)):
        if keys:
            yield Part(title, lines=tuple(_score_line(key, before.get(key), after.get(key)) for key in keys))


def _score_line(key: tuple[Any, ...], before: list[Any] | None, after: list[Any] | None) -> str:
    evening, round_, _entry, _board, kind = key
    told = {
        "evening": evening,
        "round": round_,
        "name": (before or after or [""])[0],
        "kind": kind_word(kind),
        "before": _score(before),
        "after": _score(after),
    }
    if told["before"] == told["after"]:
        return _("Evening %(evening)s, round %(round)s: %(name)s, other roem, pits or nats.") % told
    if kind == Posting.Kind.PLAYED:
        return _("Evening %(evening)s, round %(round)s: %(name)s %(before)s → %(after)s") % told
    return _("Evening %(evening)s, round %(round)s: %(name)s (%(kind)s) %(before)s → %(after)s") % told


def _score(rows: list[Any] | None) -> str:
    return figure(sum(row[0] for row in rows[1:])) if rows else _("no score")


# Lists ----------------------------------------------------------------------------------------------------


def _evenings(competition: Competition, since: int) -> Look:
    """The ranks and totals of every evening from this one on."""
    season = queries.season_list(competition, queries.DESK)
    played = sorted(evening.number for evening in (*season.evenings, *season.others))
    return {
        (number, line.entry): (season.who[line.entry].name, line.rank, line.total)
        for number in played
        if number >= since
        for line in season.results[number].lines
        if queries.counts(line)
    }


def _tell_evenings(before: Look, after: Look) -> Iterator[Part]:
    for number in sorted({key[0] for key in {**before, **after}}):
        title = _("Result of evening %(number)s") % {"number": number}
        yield from _list_part(title, _only(before, number), _only(after, number), 0)


def _standings(competition: Competition, since: int) -> Look:
    """Ranks and values under every title, by its name ("" is the official one) and number of decimals."""
    lists = {}
    for title in ("", *competition.get_titles()):
        season = queries.season_list(competition, queries.DESK, title=title)
        decimals = season.rule.printed_decimals
        for row in season.rows:
            lists[(title, decimals), row.who.entry] = (row.who.name, row.line.rank, row.line.value)
    return lists


def _tell_standings(before: Look, after: Look) -> Iterator[Part]:
    for title, decimals in dict.fromkeys(key[0] for key in {**before, **after}):
        heading = _("Standing: %(title)s") % {"title": title} if title else _("Standing")
        key = (title, decimals)
        yield from _list_part(heading, _only(before, key), _only(after, key), decimals)


def _only(look: Look, of: object) -> dict[int, tuple[str, int | None, Fraction | int | None]]:
    return {key[1]: line for key, line in look.items() if key[0] == of}


def _list_part(
    title: str, before: Mapping[int, Any], after: Mapping[int, Any], decimals: int
) -> Iterator[Part]:
    """Everybody whose rank or value is another, best first as it will be."""
    changed = [entry for entry in {**after, **before} if before.get(entry) != after.get(entry)]
    if changed:
        yield Part(
            title,
            moved=tuple(
                Moved(
                    name=(after.get(entry) or before[entry])[0],
                    before=_place(before.get(entry), decimals),
                    after=_place(after.get(entry), decimals),
                )
                for entry in changed
            ),
        )


def _place(line: tuple[str, int | None, Fraction | int | None] | None, decimals: int) -> Place | None:
    if line is None:
        return None
    _name, rank, value = line
    return Place(rank, "–" if value is None else figure(value, decimals))


# Draws ----------------------------------------------------------------------------------------------------


def _draws(competition: Competition, since: int) -> Look:
    """What rounds that are drawn by strength or standing would be drawn from now."""
    drawn = Round.objects.filter(
        evening__competition=competition, evening__number__gte=since, given__isnull=False
    )
    found: dict[Any, Any] = {}
    for round_ in drawn.select_related("evening").order_by("evening__number", "number"):
        round_.evening.competition = competition
        given = DrawInput.from_json(round_.given)
        basis: list[Any] = []
        if given.rule.method == "swiss":
            basis.append(sorted(draw_input.scores(round_.evening, round_.number, given.rule).items()))
        if given.rule.seeding == "strength":
            entries = competition.entries.filter(pk__in=given.entries).order_by("pk")
            basis.append(sorted(draw_input.strengths(round_.evening, entries).items()))
        if basis:
            found[round_.evening.number, round_.number] = (round_.state, basis)
    return found


def _tell_draws(before: Look, after: Look) -> Iterator[Part]:
    changed = {key: after[key][0] for key in after if before.get(key) != after[key]}
    redraw = _(
        "Round %(round)s of evening %(evening)s is a draft from the standing of before: draw it again."
    )
    stays = _(
        "Round %(round)s of evening %(evening)s was drawn from the standing of before, and stays as it is."
    )
    for is_draft, text in ((True, redraw), (False, stays)):
        keys = [key for key, state in changed.items() if (state == Round.State.DRAFT) == is_draft]
        lines = tuple(text % {"evening": evening, "round": number} for evening, number in keys)
        if lines:
            yield Part(_("Draws"), lines=lines, to_do=is_draft)


# Leagues and cups -------------------------------------------------------------------------------------------


def _divisions(competition: Competition, since: int) -> Look:
    """Every match with who meets and who won, and the table of every round robin."""
    found: dict[Any, Any] = {}
    if not competition.divisions.exists():
        return found
    for board in league_board.load(competition, queries.DESK):
        name = board.division.name
        for match in board.matches:
            sides = tuple((side.name, side.score) for side in match.sides)
            key = ("match", name, match.fixture.number)
            found[key] = (*sides, match.winner_name, match.stale, match.undecided)
        if not board.is_bracket:
            for line, who in board.rows:
                found[("table", name), line.entry] = (who.name, line.rank, line.points)
    return found


def _tell_divisions(before: Look, after: Look) -> Iterator[Part]:
    matches = [key for key in after if key[0] == "match" and before.get(key) != after[key]]
    if matches:
        lines = tuple(line for key in matches for line in _match_lines(key, before.get(key), after[key]))
        yield Part(_("Matches"), lines=lines)
    for key in dict.fromkeys(key[0] for key in {**before, **after} if isinstance(key[0], tuple)):
        title = _("Table of %(division)s") % {"division": key[1]}
        yield from _list_part(title, _only(before, key), _only(after, key), 0)


def _match_lines(key: Any, before: Any, after: Any) -> Iterator[str]:
    home, away, winner, stale, undecided = after
    told = {"division": key[1], "number": key[2], "home": home[0], "away": away[0], "winner": winner}
    if before and (before[0][0], before[1][0]) != (home[0], away[0]):
        yield _("%(division)s, match %(number)s: now %(home)s against %(away)s.") % told
    if before and before[2] != winner:
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


WATCHERS = (
    Watcher("scores", _scores, _tell_scores),
    Watcher("evenings", _evenings, _tell_evenings),
    Watcher("standings", _standings, _tell_standings),
    Watcher("divisions", _divisions, _tell_divisions),
    Watcher("draws", _draws, _tell_draws),
)
"""In the order in which they are told."""
