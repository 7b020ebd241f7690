"""Leagues and cups: who meets whom at home, where and when, and the divisions they do it in."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition, Entry
from tournaments.models.people import Club
from tournaments.models.rounds import Table
from tournaments.pairing.leagues import MatchRule, TransferRule


class Venue(models.Model):
    """Where home matches are played. `tables`: how many matches fit there at once; null: as many as come."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(_("name"), max_length=80)
    address = models.CharField(_("address"), max_length=200, blank=True)
    tables = models.PositiveSmallIntegerField(_("tables"), null=True, blank=True)

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ["club", "name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="venue_name")]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A group that plays a round robin or a knock-out: a division of a league, a pool, or the finals of a cup.

    `level` 1 is the highest; pools stand at the same level. `promoted` and `relegated`: how many go up and down
    after the season, or from a pool to the finals. `seed` is the lot behind its fixtures, `plan` what else they were
    made from: the dates and wishes of a round robin, the third place and consolation of a knock-out. `rule` says how
    its matches are played and what they are worth (`MatchRule.to_json()`, {} for the usual one), `transfers` when
    somebody may go from one team to another (`TransferRule.to_json()`, {} for the usual one). `lots` are what the
    organiser decided where places are shared: the entries in their order, the reason, and the seed of a lot.
    """

    class Kind(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("everybody against everybody")
        KNOCK_OUT = "knock_out", _("knock-out")

    class Counts(models.TextChoices):
        MATCHES = "matches", _("match points")
        TOTALS = "totals", _("the total of the scores")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60)
    level = models.PositiveSmallIntegerField(_("level"), default=1, validators=[MinValueValidator(1)])
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices, default=Kind.ROUND_ROBIN)
    legs = models.PositiveSmallIntegerField(
        _("times against each"), default=1, validators=[MinValueValidator(1), MaxValueValidator(4)]
    )
    promoted = models.PositiveSmallIntegerField(_("go up"), default=0)
    relegated = models.PositiveSmallIntegerField(_("go down"), default=0)
    counts = models.CharField(
        _("counts"), max_length=10, choices=Counts.choices, default=Counts.MATCHES, db_default="matches"
    )
    seed = models.BigIntegerField(default=0)
    plan = models.JSONField(default=dict, db_default={}, editable=False)
    rule = models.JSONField(default=dict, db_default={}, editable=False)
    transfers = models.JSONField(default=dict, db_default={}, editable=False)
    lots = models.JSONField(default=list, db_default=[], editable=False)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["competition", "level", "name"]
        constraints = [models.UniqueConstraint(fields=["competition", "name"], name="division_name")]

    def __str__(self) -> str:
        return self.name

    def get_rule(self) -> MatchRule:
        return MatchRule.from_json(self.rule)

    def get_transfers(self) -> TransferRule:
        return TransferRule.from_json(self.transfers)


class DivisionEntry(models.Model):
    """An entry in a division, with its place in the seeding, its home and the dates on which it cannot play."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="divisions")
    position = models.PositiveSmallIntegerField(_("seed"))
    venue = models.ForeignKey(
        Venue, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("home")
    )
    blocked_dates = models.JSONField(_("cannot play on"), default=list, blank=True)

    class Meta:
        verbose_name = _("entry of a division")
        verbose_name_plural = _("entries of a division")
        ordering = ["division", "position"]
        constraints = [
            models.UniqueConstraint(fields=["division", "entry"], name="entry_once_in_division"),
            models.UniqueConstraint(fields=["division", "position"], name="division_position"),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.entry}"


class Fixture(models.Model):
    """A match that is to be played: home against away, on a match day of its division.

    In a knock-out a side may still be open; `home_from` and `away_from` then say where it comes from: "W3" and "L3"
    are the winner and the loser of match 3 of the division. Who that is follows from the results, and is written
    into `home` and `away` when the match gets a table.

    `table` is where it is or was played, for a match over several tables the first: the others are all tables of that
    evening, from that round on, at which these two sit. "Ended" is a match that takes more rounds than were played: what was
    played counts. That it is played, and who won, follow from the sheets, so
    `state` is never stored as "played". `winner` is what the organiser decided, with the reason in `note`: a match
    that was not played, or one with equal scores.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        POSTPONED = "postponed", _("postponed")
        PLAYED = "played", _("played")
        AWARDED = "awarded", _("decided without play")
        CANCELLED = "cancelled", _("cancelled")
        ENDED = "ended", _("ended early")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    match_day = models.PositiveSmallIntegerField(_("match day"))
    number = models.PositiveSmallIntegerField(_("number"))
    home = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="home_fixtures")
    away = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="away_fixtures")
    home_from = models.CharField(max_length=8, blank=True)
    away_from = models.CharField(max_length=8, blank=True)
    venue = models.ForeignKey(
        Venue, on_delete=models.SET_NULL, null=True, blank=True, related_name="fixtures"
    )
    date = models.DateField(_("date"), null=True, blank=True)
    first_date = models.DateField(null=True, editable=False, help_text="before it was postponed")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    table = models.OneToOneField(
        Table, on_delete=models.SET_NULL, null=True, editable=False, related_name="fixture"
    )
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    note = models.CharField(_("note"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering = ["division", "match_day", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="fixture_number"),
            models.CheckConstraint(
                condition=~models.Q(home=models.F("away")), name="fixture_against_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division} {self.number}"
