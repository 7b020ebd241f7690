"""What is kept of ratings. All of it can be thrown away and made again from sheets, but for the lists and parameters.

Only evenings that are closed stand here; during an evening ratings are worked out when they are asked for.
"""

from __future__ import annotations

from datetime import date

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Person
from tournaments.models.rounds import Evening
from tournaments.rating import Frozen, Parameters, Periods


class RatingPool(models.Model):
    """Clubs whose people are rated together, because somebody plays in more than one of them.

    `parameters`: which hold from which day, as a list of `{"from": date, "parameters": Parameters.to_json()}`; before
    the first those of the program. They are chosen once a season and never worked out again by a replay.
    `state` is what is known after the last evening (`Checkpoint.pack()`). `version` rises with every change of it.
    """

    parameters = models.JSONField(default=list)
    state = models.BinaryField(default=bytes)
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")

    def __str__(self) -> str:
        return f"rating {self.pk}"

    def get_periods(self) -> Periods:
        """Which parameters hold from which day on."""
        return Periods(
            later={
                date.fromisoformat(one["from"]): Parameters.from_json(one["parameters"])
                for one in self.parameters
            }
        )


class RatedClub(models.Model):
    """The pool of a club."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="rated")
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="clubs")

    class Meta:
        verbose_name = _("rated club")
        verbose_name_plural = _("rated clubs")

    def __str__(self) -> str:
        return f"{self.club_id} in {self.pool_id}"


class RatingEvening(models.Model):
    """The rated rounds of a closed evening as `rating.Evening.pack()`, made of `version` of its ledger.

    `day` (ordinal) and `event` are its place in the canonical order; `before` is what was known before it
    (`Checkpoint.pack()`). Without an evening: that was deleted, and the next replay leaves it out.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="evenings")
    evening = models.OneToOneField(Evening, on_delete=models.SET_NULL, null=True, related_name="rated")
    day = models.PositiveIntegerField()
    event = models.PositiveBigIntegerField()
    version = models.PositiveBigIntegerField()
    rounds = models.BinaryField()
    before = models.BinaryField(default=bytes)

    class Meta:
        verbose_name = _("rated evening")
        verbose_name_plural = _("rated evenings")
        ordering = ["day", "event"]
        constraints = [models.UniqueConstraint(fields=["pool", "day", "event"], name="rating_evening_order")]

    def __str__(self) -> str:
        return f"{self.day} {self.event}"


class RatingNote(models.Model):
    """What became known of a closed evening at `at`: kept until the ratings have followed it.

    `rounds` is its `rating.Evening.pack()` by `version` of its ledger, `counts` whether its competition counted.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rating_notes")
    at = models.DateTimeField()
    closed_at = models.DateTimeField()
    version = models.PositiveBigIntegerField()
    counts = models.BooleanField()
    rounds = models.BinaryField()

    class Meta:
        verbose_name = _("note for the rating")
        verbose_name_plural = _("notes for the rating")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.at:%d-%m-%Y %H:%M}"


class RatingValue(models.Model):
    """What is known of a person now, in points of a round. `partner`: the regular one, if there is one."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, primary_key=True, related_name="rating")
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="values")
    mean = models.FloatField()
    variance = models.FloatField()
    rounds = models.PositiveIntegerField()
    last_day = models.DateField()
    partner = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"{self.person_id}: {self.mean:.1f}"


class RatingYear(models.Model):
    """All rated rounds of a person in a calendar year: `rounds` as `pack_history` gives them, as corrected since."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="rating_years")
    year = models.PositiveSmallIntegerField()
    rounds = models.BinaryField()

    class Meta:
        verbose_name = _("rated year")
        verbose_name_plural = _("rated years")
        ordering = ["person", "year"]
        constraints = [models.UniqueConstraint(fields=["person", "year"], name="rating_year_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.year}"


class RatingList(models.Model):
    """Everybody's rating as it was made known: when an evening was closed, or when something was corrected.

    Never changed. `people` is a `Frozen` of everybody in the pool, `at` when it was made known; `day` the date of the
    evening, or of the first that was corrected. A correction has an evening where it is of one alone. `club`: whose
    evenings it is about; unknown of old lists without an evening.
    """

    class Kind(models.TextChoices):
        EVENING = "evening", _("evening closed")
        CORRECTION = "correction", _("correction")

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="lists")
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    evening = models.ForeignKey(Evening, on_delete=models.SET_NULL, null=True, related_name="rating_lists")
    day = models.DateField()
    at = models.DateTimeField()
    keys = models.BinaryField()
    numbers = models.BinaryField()

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["pool", "at", "pk"]
        indexes = [models.Index(fields=["pool", "at"], name="rating_list_at")]

    def __str__(self) -> str:
        return f"{self.kind} {self.day:%d-%m-%Y}"

    @property
    def frozen(self) -> Frozen:
        """Everybody's rating as it was made known."""
        return Frozen(bytes(self.keys), bytes(self.numbers))


class RatingMark(models.Model):
    """The official line of a person: what each list that moved him said of him, and which list that was."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="rating_marks")
    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="marks")
    mean = models.FloatField()
    variance = models.FloatField()
    rounds = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("published rating")
        verbose_name_plural = _("published ratings")
        ordering = ["person", "list"]
        constraints = [models.UniqueConstraint(fields=["person", "list"], name="rating_mark_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.list_id}: {self.mean:.1f}"
