"""What is played for, under which rules, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import SEATS
from scoring.rules import Ruleset
from scoring.rules.family import Position, Rules, positions, rules_from_json
from scoring.rules.relatives import Game
from scoring.rules.rulesets import MOST_DEALS
from tournaments import names
from tournaments.attendance import AttendanceRule
from tournaments.models.people import Club, Person
from tournaments.models.shown import Shown, ShownQuerySet
from tournaments.pairing import PairingRule
from tournaments.prizes import PrizePlan
from tournaments.standing.rules import MOST_EVENINGS, StandingRule

if TYPE_CHECKING:
    import datetime

MOST_ROUNDS = 20
TEAM_SIZES = (2, 4, 8)


def _ruleset() -> dict[str, object]:
    return Ruleset().to_json()


def _pairing() -> dict[str, object]:
    return PairingRule().to_json()


def _attendance() -> dict[str, object]:
    return AttendanceRule().to_json()


def _standing() -> dict[str, object]:
    return StandingRule().to_json()


class Competition(models.Model):
    """A season or tournament. Its rules of play are frozen when its first sheet is accepted (`frozen_at`).

    `closed_at`: the season is over, nothing in it changes any more until it is opened again. `continues` is the
    season it was copied from. `names_version` rises with every change of its entries and their names (`models.shown`).
    """

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual", _("individuals, a new partner each round")
        PAIRS = "pairs", _("fixed pairs")
        TEAMS = "teams", _("teams of 2, 4 or 8")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="competitions")
    name = models.CharField(_("name"), max_length=120)
    season = models.CharField(_("season"), max_length=20, blank=True, help_text=_("for example 2026/27"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices, default=Kind.INDIVIDUAL)
    rounds_per_evening = models.PositiveSmallIntegerField(
        _("rounds an evening"), default=3, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    deals_per_round = models.PositiveSmallIntegerField(
        _("deals a round"), default=16, validators=[MinValueValidator(1), MaxValueValidator(MOST_DEALS)]
    )
    first_dealer = models.CharField(_("first dealer"), max_length=1, choices=SEATS, default="N")
    records_declarer = models.BooleanField(_("the paper says who played"), default=True)
    require_check = models.BooleanField(_("a second person checks every sheet"), default=False)
    ruleset = models.JSONField(default=_ruleset)
    pairing = models.JSONField(default=_pairing)
    attendance = models.JSONField(default=_attendance)
    standing = models.JSONField(default=_standing)
    titles = models.JSONField(
        default=list, db_default=[], help_text="other titles over the same evenings: name and standing rule"
    )
    prizes = models.JSONField(default=dict, db_default={}, help_text="`PrizePlan.to_json()`, or {}")
    team_size = models.PositiveSmallIntegerField(
        _("players a team"), null=True, blank=True, choices=[(size, str(size)) for size in TEAM_SIZES]
    )
    planned_evenings = models.PositiveSmallIntegerField(
        _("evenings in the season"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_EVENINGS)],
        help_text=_("empty while that is not known"),
    )
    names_version = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    rated = models.BooleanField(_("counts for the rating"), default=True, db_default=True)
    continues = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, editable=False, related_name="continued_by"
    )
    frozen_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name", "season"], name="competition_name"),
            models.CheckConstraint(
                condition=models.Q(deals_per_round__gte=1, deals_per_round__lte=MOST_DEALS),
                name="competition_deals",
            ),
            models.CheckConstraint(
                condition=models.Q(rounds_per_evening__gte=1, rounds_per_evening__lte=MOST_ROUNDS),
                name="competition_rounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.season}".strip()

    @property
    def is_pairs(self) -> bool:
        return self.kind == self.Kind.PAIRS

    @property
    def is_teams(self) -> bool:
        return self.kind == self.Kind.TEAMS

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def kind_in_words(self) -> str:
        """Who play against whom, and in what, where that is not klaverjassen."""
        rules = self.get_rules()
        kind = str(self.Kind(self.kind).label)
        if self.table_size < 4:
            kind = gettext("individuals, other opponents each round")
        elif self.is_teams:
            kind = gettext("teams of %(size)s") % {"size": self.team_size}
        return f"{gettext(rules.title)}, {kind}" if isinstance(rules, Game) else kind

    def get_rules(self) -> Rules:
        """What is played: klaverjassen with its options, or one of its relatives."""
        return rules_from_json(self.ruleset)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The seats of a table in order of play: four, or fewer for a relative for two or three."""
        return positions(self.get_rules())

    @property
    def table_size(self) -> int:
        return len(self.positions)

    @property
    def entries_a_table(self) -> int:
        return self.table_size if self.kind == self.Kind.INDIVIDUAL else 2

    @property
    def tables_a_match(self) -> int:
        """At how many tables two entries meet at once: one, or a half of the players of a team."""
        return (self.team_size or 2) // 2 if self.is_teams else 1

    def get_pairing(self) -> PairingRule:
        return PairingRule.from_json(self.pairing)

    def get_attendance(self) -> AttendanceRule:
        return AttendanceRule.from_json(self.attendance)

    def get_standing(self) -> StandingRule:
        return StandingRule.from_json(self.standing)

    def get_titles(self) -> dict[str, StandingRule]:
        """The other titles by name, in the order of the organiser."""
        return {title["name"]: StandingRule.from_json(title["rule"]) for title in self.titles}

    def get_prizes(self) -> PrizePlan:
        return PrizePlan.from_json(self.prizes)


class Entry(Shown):
    """What is drawn and ranked: one person, one fixed pair, or a team. Guests may play without being ranked.

    `team_name` is that of a team, and `represents` the club that a pair or team plays for in a league of clubs.
    The members of a team are its squad, in the order of its line-up; who goes to another team stays a member of this
    one until that day.
    """

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    ranked = models.BooleanField(_("takes part in the standing"), default=True)
    active = models.BooleanField(_("active"), default=True)
    team_name = models.CharField(_("name of the team"), max_length=60, blank=True, db_default="")
    represents = models.CharField(_("plays for"), max_length=80, blank=True, db_default="")
    strength = models.IntegerField(
        _("playing strength"), null=True, blank=True, help_text=_("higher is stronger; only its order counts")
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"), null=True, blank=True, help_text=_("for who cannot move from table to table")
    )
    created = models.DateTimeField(auto_now_add=True)

    shown_in = ("entries",)
    objects = ShownQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> list[Person]:
        """In the order of entry, of a team who is in its squad to the end; callers prefetch `members__person`."""
        return [member.person for member in self.members.all() if member.until is None]

    def people_on(self, day: datetime.date) -> list[Person]:
        """Who was or is in the squad on a day, in the order of the line-up; callers prefetch `members__person`."""
        there = [member for member in self.members.all() if member.is_on(day)]
        there.sort(key=lambda member: (member.position, member.pk))
        return [member.person for member in there]

    @property
    def name(self) -> str:
        return self.team_name or " + ".join(person.name for person in self.people)

    @property
    def list_name(self) -> str:
        return self.team_name or " + ".join(person.list_name for person in self.people)

    def public_name(self) -> str:
        """What people who are not signed in may read. The name of a team is public; its people decide about theirs."""
        return self.team_name or " + ".join(person.public_name() for person in self.people)

    def name_for(self, *, public: bool) -> str:
        return self.public_name() if public else self.name

    @property
    def sort_key(self) -> str:
        if self.team_name:
            return names.sort_key(names.Name("", "", self.team_name))
        people = self.people
        return people[0].sort_key if people else ""


class MemberQuerySet(ShownQuerySet):
    def on(self, day: datetime.date) -> MemberQuerySet:
        """Who was or is a member on a day: of each person in a competition at most one."""
        begun = models.Q(since=None) | models.Q(since__lte=day)
        return self.filter(begun, models.Q(until=None) | models.Q(until__gt=day))


class EntryMember(Shown):
    """A person in an entry; nobody is in two entries of one competition at a time.

    Somebody of a team may go to another during the season: he is of this one from `since` on (null: from the start)
    and no longer from `until` on (null: to the end), with `reason` for who came. What he played stays where he
    played it. The days of one person do not overlap.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField(default=0)
    since = models.DateField(null=True, editable=False)
    until = models.DateField(null=True, editable=False, help_text="the first day on which no longer")
    reason = models.CharField(max_length=300, blank=True, db_default="", editable=False)

    shown_in = ("entries__members",)
    objects = MemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("member of an entry")
        verbose_name_plural = _("members of an entry")
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "person"],
                condition=models.Q(until=None),
                name="person_once_in_competition",
            ),
            models.UniqueConstraint(
                fields=["entry", "position"], condition=models.Q(until=None), name="entry_position"
            ),
            models.CheckConstraint(
                condition=models.Q(since=None) | models.Q(until=None) | models.Q(since__lt=models.F("until")),
                name="member_since_before_until",
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)

    def is_on(self, day: datetime.date) -> bool:
        """Whether it is a day of this membership."""
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


class ApartGroup(models.Model):
    """Entries of a competition that should not meet at one table: a family, clubmates, a sponsor, or by wish."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="apart_groups")
    name = models.CharField(_("name"), max_length=60)
    worth = models.PositiveSmallIntegerField(
        _("worth a gap of so many ranks"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
        help_text=_("empty: never, as long as any draw exists"),
    )
    entries = models.ManyToManyField(Entry, related_name="apart_groups", verbose_name=_("entries"))

    class Meta:
        verbose_name = _("group to keep apart")
        verbose_name_plural = _("groups to keep apart")
        ordering = ["competition", "name"]
        constraints = [models.UniqueConstraint(fields=["competition", "name"], name="apart_group_name")]

    def __str__(self) -> str:
        return self.name
