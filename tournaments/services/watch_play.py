"""Consequences beyond the lists: draws, and what is published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments import errata_words
from tournaments.models import Publication, Round
from tournaments.pairing import DrawInput
from tournaments.services import draw_input, publish, published
from tournaments.services.watching import Part, Watcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Competition
    from tournaments.services.watching import Look


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
    Watcher("draws", _draws, _tell_draws),
    Watcher("publications", _publications, _tell_publications),
)
