"""An evening: who is there, the rounds, the tables and who sits where."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models import SEATS, Sheet
from tournaments.attendance import AttendanceRule
from tournaments.models.competition import MOST_ROUNDS, Competition, Entry
from tournaments.models.people import Person


class Evening(models.Model):
    """One evening of play. Its date is local to the club: sheets typed after midnight still belong to it.

    `counts`: whether it counts for the official standing; a title may take all evenings. `frozen` is what the rules
    and memberships were when the evening was closed (`services.closing`), so that no later setting changes it.
    `ledger_version` rises with every change of its postings: whoever keeps something made of them compares it.
    `embargo_from`: from then on nobody but the organisers sees standings, until `embargo_lifted_at`; the hour that
    the prizes are given, `prizes_at`, is what the others are told.
    """

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="evenings")
    number = models.PositiveSmallIntegerField(_("number"))
    date = models.DateField(_("date"))
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    name = models.CharField(_("name"), max_length=60, blank=True, db_default="")
    counts = models.BooleanField(_("counts for the standing"), default=True, db_default=True)
    embargo_from = models.DateTimeField(_("standings hidden from"), null=True, blank=True)
    prizes_at = models.DateTimeField(_("prize-giving"), null=True, blank=True)
    embargo_lifted_at = models.DateTimeField(null=True, editable=False)
    frozen = models.JSONField(null=True, editable=False)
    ledger_version = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["competition", "number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="evening_number")]

    def __str__(self) -> str:
        return f"{self.competition}, {self.date:%d-%m-%Y}"

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    def get_attendance(self) -> AttendanceRule:
        """The rule for who did not play: that of the competition, of a closed evening as it was at the closing."""
        if self.frozen and "attendance" in self.frozen:
            return AttendanceRule.from_json(self.frozen["attendance"])
        return self.competition.get_attendance()

    @property
    def unranked(self) -> frozenset[int] | None:
        """The entries that were guests when the evening was closed; None: as the entries say it now."""
        return frozenset(self.frozen["unranked"]) if self.frozen and "unranked" in self.frozen else None


class Presence(models.Model):
    """Whether an entry is there this evening, and for which rounds (`until_round` inclusive; null: to the end).

    `breaks`: the rounds between leaving and coming back, as pairs of a first and a last round, both missed; in order,
    apart from each other, and within the rounds from first to last.
    """

    class State(models.TextChoices):
        PRESENT = "present", _("present")
        EXCUSED = "excused", _("absent with notice")
        ABSENT = "absent", _("absent without notice")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="presences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    state = models.CharField(max_length=8, choices=State.choices)
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)
    breaks = models.JSONField(default=list, db_default=[], blank=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints = [models.UniqueConstraint(fields=["evening", "entry"], name="presence_once")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_state_display()}"

    def in_round(self, number: int) -> bool:
        """Is this entry in the hall for that round?"""
        return self.state == self.State.PRESENT and self.from_round <= number and not self.gone_in(number)

    def gone_in(self, number: int) -> bool:
        """Has this entry come before, and is it gone in that round, for good or for a while?"""
        home = self.until_round is not None and number > self.until_round
        return home or any(first <= number <= last for first, last in self.breaks)


class Schedule(models.Model):
    """All rounds of an evening laid down at once: a perfect schedule, or a movement.

    `entries` are in the order of their numbers in the schedule, `rounds` one list of tables a round, each table
    `[number, [north-south], [east-west]]` with entries, and `sit_outs` one list of entries a round.
    """

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="schedule")
    method = models.CharField(max_length=12)
    seed = models.BigIntegerField()
    entries = models.JSONField()
    rounds = models.JSONField()
    sit_outs = models.JSONField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("schedule")
        verbose_name_plural = _("schedules")

    def __str__(self) -> str:
        return f"{self.evening}: {self.method}"


class Round(models.Model):
    """A round from its draw to its closing. `seed` makes the lot repeatable, `quality` says how good it is.

    `method` is how it was drawn (`PairingRule.method`). `given` is everything that the draw was made from
    (`DrawInput.to_json()`), kept so that the draw can be explained and checked after later corrections; null for
    rounds of before that was kept. `provisional_by` allowed a draw from a standing in which results were missing.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    seed = models.BigIntegerField()
    quality = models.JSONField(default=dict)
    method = models.CharField(max_length=12, default="lot", db_default="lot")
    given = models.JSONField(null=True, editable=False)
    provisional_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    drawn_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["evening", "number"]
        constraints = [models.UniqueConstraint(fields=["evening", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"{self.evening}, {self.number}"


class Table(models.Model):
    """A table of a round. Its sheet is handed out when the draw is published. A pinned one stays when a draft is drawn anew."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    pinned = models.BooleanField(default=False, db_default=False)
    sheet = models.OneToOneField(Sheet, on_delete=models.PROTECT, null=True, related_name="table")

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="table_number")]

    def __str__(self) -> str:
        return f"{self.round}, {self.number}"


class Seat(models.Model):
    """Who really sat there (`person`), and for whom it counts (`entry`). N and S are partners, E and W too.

    Everybody sits once in a round. Only who fills in for somebody else when his own table is done may sit once more,
    where the rule gives him something for it (`Substitution.may_replace`); that seat is `extra`.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    position = models.CharField(max_length=1, choices=SEATS)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="seats")
    extra = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="seat_once"),
            models.UniqueConstraint(
                fields=["round", "person"], condition=models.Q(extra=False), name="own_seat_once_in_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.person}"


class SitOut(models.Model):
    """Somebody who is there but has no seat this round: the number is no multiple of four, or came too late."""

    class Reason(models.TextChoices):
        LOT = "sit_out", _("sits out")
        LATE = "late", _("came late")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    reason = models.CharField(max_length=8, choices=Reason.choices, default=Reason.LOT)

    class Meta:
        verbose_name = _("sit-out")
        verbose_name_plural = _("sit-outs")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_reason_display()}"
