"""Making competitions and evenings, and saying their rules in words."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.family import positions, rules_from_json, sides
from tournaments import games
from tournaments.in_words import translated
from tournaments.models import Competition, Evening, Person, Round
from tournaments.models.competition import MOST_ROUNDS
from tournaments.services import audit, people, rating
from tournaments.services.errors import Refused
from tournaments.services.evenings import refuse_unlikely_date
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.attendance import AttendanceRule, Compensation
    from tournaments.models import User
    from tournaments.pairing import PairingRule
    from tournaments.sentences import Sentence
    from tournaments.standing.rules import StandingRule

ABSENCES = {
    "sit_out": gettext_lazy("Sits out"),
    "late": gettext_lazy("Comes late"),
    "left_early": gettext_lazy("Leaves early"),
    "absent_with_notice": gettext_lazy("Absent with notice"),
    "absent_without_notice": gettext_lazy("Absent without notice"),
}


def save_competition(
    competition: Competition, rules: dict[str, dict[str, object]], *, actor: User | None
) -> Competition:
    """Saves a new or changed competition with its rule objects: `ruleset` and `pairing`, and if given `attendance` and
    `standing`.

    Raises `Refused` when the club has another of this name and season, when the rules of play of a frozen
    competition would change, or the seats at a table once a round is drawn, and for teams that cannot be.
    """
    is_new = competition.pk is None
    if not is_new:
        refuse_closed_season(competition)
        _refuse_other_seats(competition, rules["ruleset"])
        _refuse_other_kind(competition)
    rules = _of_teams(competition, rules)
    if competition.frozen_at and rules["ruleset"] != Competition.objects.get(pk=competition.pk).ruleset:
        raise Refused(_("The rules of play are fixed since the first sheet was accepted."))
    for name, value in rules.items():
        setattr(competition, name, value)
    counted = None if is_new else Competition.objects.get(pk=competition.pk).rated
    switched = {} if counted in (None, competition.rated) else {"rated": competition.rated}
    try:
        with transaction.atomic():
            competition.save()
            rating.ask(competition)  # it may count for it from now on, or no longer
            audit.record(
                actor,
                competition.club,
                "add competition" if is_new else "change competition",
                competition,
                **rules,
                **switched,
            )
    except IntegrityError as error:
        raise Refused(
            _("There is a competition %(name)s %(season)s already: choose another name or season.")
            % {"name": competition.name, "season": competition.season}
        ) from error
    return competition


def _of_teams(competition: Competition, rules: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """The rules as teams need them: their rounds are taken from the fixtures, at tables of two against two."""
    if not competition.is_teams:
        competition.team_size = None
        return rules
    if competition.team_size is None:
        raise Refused(_("Say how many players a team has: 2, 4 or 8."))
    game = rules_from_json(rules["ruleset"])
    if len(positions(game)) != 4 or len(sides(game)) != 2:
        raise Refused(_("Teams meet at tables of two against two; this game has no such tables."))
    return rules | {"pairing": {**rules["pairing"], "method": "fixtures"}}


def _refuse_other_kind(competition: Competition) -> None:
    """People do not become teams, nor teams people."""
    before = Competition.objects.get(pk=competition.pk)
    if before.is_teams != competition.is_teams and competition.entries.exists():
        raise Refused(
            _(
                "There are entries already: make another competition for teams, or take the entries away first."
            )
        )


def _refuse_other_seats(competition: Competition, ruleset: dict[str, object]) -> None:
    before = Competition.objects.get(pk=competition.pk)
    if before.positions == positions(rules_from_json(ruleset)):
        return
    if Round.objects.filter(evening__competition=competition).exists():
        raise Refused(
            _("A round is drawn with %(count)s at a table: this competition cannot become another game.")
            % {"count": before.table_size}
        )


@transaction.atomic
def enter_members(competition: Competition, *, actor: User | None) -> int:
    """Enters every member of the club who does not take part yet; returns how many."""
    free = Person.objects.filter(memberships__club=competition.club, memberships__kind="member").exclude(
        entries__competition=competition
    )
    members = list(free)
    for person in members:
        people.add_entry(competition, [person], actor=actor, ranked=True)
    return len(members)


def add_evening(competition: Competition, date: datetime.date, rounds: int, *, actor: User | None) -> Evening:
    """The next evening of a competition; a double click makes one. `rounds` is 1 to 20."""
    refuse_closed_season(competition)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(_("An evening has 1 to %(most)s rounds.") % {"most": MOST_ROUNDS})
    refuse_unlikely_date(date)
    open_one = competition.evenings.filter(date=date, closed_at=None).first()
    if open_one:
        return open_one
    last = competition.evenings.order_by("-number").first()
    if last and date < last.date:
        raise Refused(
            _("Evening %(number)s was on %(date)s: the next one cannot be earlier.")
            % {"number": last.number, "date": last.date.strftime("%d-%m-%Y")}
        )
    number = last.number + 1 if last else 1
    try:
        with transaction.atomic():
            evening = Evening.objects.create(
                competition=competition, number=number, date=date, rounds_planned=rounds
            )
            audit.record(
                actor, competition.club, "add evening", evening, date=date.isoformat(), rounds=rounds
            )
    except IntegrityError:  # the same evening, made by somebody else in the same instant
        return competition.evenings.get(number=number)
    return evening


def rules_in_words(competition: Competition) -> dict[str, list[str]]:
    """Every rule object as sentences in the active language, by what it is about."""
    words = {
        _("Play"): list(games.in_words(competition.get_rules())),
        _("Draw"): _in_words(competition.get_pairing()),
        _("Standing"): _in_words(competition.get_standing()),
    }
    if not competition.is_teams:
        words[_("Who does not play")] = absence_in_words(competition.get_attendance())
    return words


def absence_in_words(rule: AttendanceRule) -> list[str]:
    """What every reason of not playing gets, and what goes for all of them."""
    words = [f"{label}: " + " ".join(_in_words(getattr(rule, name))) for name, label in ABSENCES.items()]
    return [*words, *(" ".join(_translated(each)) for each in rule.paragraphs())]


def _in_words(rule: PairingRule | StandingRule | Compensation) -> list[str]:
    return _translated(rule.sentences())


def _translated(sentences: Iterable[Sentence]) -> list[str]:
    return [translated(sentence) for sentence in sentences]
