"""Consequences beyond the lists: matches of leagues and cups, draws, what is published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments import errata_words, league_board
from tournaments.models import Publication, Round
from tournaments.pairing import DrawInput
from tournaments.services import draw_input, publish, published
from tournaments.services.watching import Part, Watcher, list_part, only
from tournaments.standing import queries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Competition
    from tournaments.services.watching import Look


# Leagues and cups -------------------------------------------------------------------------------------------


def _divisions(competition: Competition, since: int) -> Look:
    """Every match with who meets and who won, and the table of every round robin."""
    found: dict[Any, Any] = {}
    if not competition.divisions.exists():
        return found
    for board in league_board.load(competition, queries.DESK):
        division = board.division.pk
        found["name", division] = board.division.name
        for match in board.matches:
            sides = tuple((side.name, side.score) for side in match.sides)
            key = ("match", division, match.fixture.number)
            found[key] = (*sides, match.winner_name, match.stale, match.undecided)
        if not board.is_bracket:
            for line, who in board.rows:
                found[("table", division), line.entry] = (who.name, line.rank, line.points)
    return found


def _tell_divisions(before: Look, after: Look) -> Iterator[Part]:
    names = {key[1]: name for key, name in {**before, **after}.items() if key[0] == "name"}
    matches = [key for key in after if key[0] == "match" and before.get(key) != after[key]]
    lines = tuple(
        line for key in matches for line in _match_lines((names[key[1]], key[2]), before.get(key), after[key])
    )
    if lines:
        yield Part(_("Matches"), lines=lines)
    for key in dict.fromkeys(key[0] for key in {**before, **after} if isinstance(key[0], tuple)):
        title = _("Table of %(division)s") % {"division": names[key[1]]}
        yield from list_part(title, only(before, key), only(after, key), 0)


def _match_lines(named: tuple[str, int], before: Any, after: Any) -> Iterator[str]:
    home, away, winner, stale, undecided = after
    division, number = named
    told = {"division": division, "number": number, "home": home[0], "away": away[0], "winner": winner}
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


# Publications ---------------------------------------------------------------------------------------------


def _publications(competition: Competition, since: int) -> Look:
    """The publications that say something else than the ledger, with what an erratum would say."""
    if not Publication.objects.filter(competition=competition).exists():
        return {}
    return {
        each.publication.number: (
            published.title_of(each.publication),
            errata_words.sentences(each.changes, each.publication.content, _named),
        )
        for each in publish.effects_on_publications(competition)
    }


def _named(who: Any) -> str:
    return str(who["name"])


def _tell_publications(before: Look, after: Look) -> Iterator[Part]:
    lines = []
    for number in sorted(after):
        if before.get(number) != after[number]:
            title, changes = after[number]
            text = _("Publication %(number)s (%(title)s) needs an erratum: %(changes)s")
            lines.append(text % {"number": number, "title": title, "changes": " ".join(changes)})
    gone = sorted(set(before) - set(after))
    lines += [_("Publication %(number)s is right again.") % {"number": number} for number in gone]
    yield Part(_("Publications"), lines=tuple(lines), to_do=bool(set(after)))


WATCHERS = (
    Watcher("divisions", _divisions, _tell_divisions),
    Watcher("draws", _draws, _tell_draws),
    Watcher("publications", _publications, _tell_publications),
)
