"""The ledger: everything that counts for an entry is one row here, and every standing is a sum of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models import SheetVersion
from tournaments.in_words import translated
from tournaments.models.competition import Entry
from tournaments.models.people import Person
from tournaments.models.rounds import Evening, Round
from tournaments.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable


class PostingQuerySet(models.QuerySet["Posting"]):
    """Every change of rows raises `ledger_version` of the evenings they belong to; nobody need think of it."""

    def bulk_create(self, objs: Iterable[Posting], **options: Any) -> list[Posting]:
        postings = list(objs)
        _raise_version(Evening.objects.filter(rounds__in={posting.round_id for posting in postings}))
        return super().bulk_create(postings, **options)

    def update(self, **values: Any) -> int:
        _raise_version(Evening.objects.filter(rounds__in=self.values("round")))
        return super().update(**values)

    def delete(self) -> tuple[int, dict[str, int]]:
        _raise_version(Evening.objects.filter(rounds__in=self.values("round")))
        return super().delete()

    delete.alters_data = True  # type: ignore[attr-defined]


def _raise_version(evenings: models.QuerySet[Evening]) -> None:
    Evening.objects.filter(pk__in=evenings.values("pk")).update(ledger_version=models.F("ledger_version") + 1)


class Posting(models.Model):
    """What one entry scored in one round, and why.

    Rows that come from sheets and from the attendance rule can be thrown away and made again from their sources;
    rows that the rule gives have no author. Rows that a person decided (`DECIDED`) carry their author and reason.
    `reason` is as `sentences.reason` makes it. `total` = `points` (cards) + `roem` + `bonus` (pits); compensations have
    only `points`. `against` is the total of the opponents at the table, of the best of them where there are more
    sides; null for who had none. A score that was decided keeps that of the opponents of the sheet, and they keep what
    the sheet gave them against. A team has a row for each table it plays at, told apart by `board`, the number of the
    table; all others have board 0. Without `person` a row with a sheet is the copy for the entry of a substitute.
    `match_points` are those given or taken by hand; what a win is worth is for the rule of the standing.
    """

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        SUBSTITUTE = "substitute", _("played by a substitute")
        SIT_OUT = "sit_out", _("sat out")
        LATE = "late", _("came late")
        LEFT = "left", _("left early")
        EXCUSED = "excused", _("absent with notice")
        ABSENT = "absent", _("absent without notice")
        ARBITRARY = "arbitrary", _("decided by the organiser")
        PENALTY = "penalty", _("penalty")
        GRANTED = "granted", _("granted")
        FILLED_IN = "filled_in", _("filled in for somebody")

    FROM_ATTENDANCE = (Kind.SIT_OUT, Kind.LATE, Kind.LEFT, Kind.EXCUSED, Kind.ABSENT, Kind.FILLED_IN)
    FROM_SHEET = (Kind.PLAYED, Kind.SUBSTITUTE)
    DECIDED = (Kind.ARBITRARY, Kind.PENALTY, Kind.GRANTED)
    BESIDE = (Kind.PENALTY, Kind.GRANTED, Kind.FILLED_IN)
    """Kinds that stand beside the score of a round instead of being it."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="postings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    points = models.IntegerField(default=0)
    roem = models.IntegerField(default=0)
    bonus = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    pits = models.IntegerField(default=0)
    nats = models.IntegerField(default=0)
    against = models.IntegerField(null=True)
    board = models.PositiveSmallIntegerField(default=0, db_default=0)
    match_points = models.IntegerField(default=0, db_default=0)
    reason = models.JSONField(
        default=dict, help_text="msgid and params of the sentence that explains the row"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    sheet_version = models.ForeignKey(
        SheetVersion, on_delete=models.PROTECT, null=True, related_name="postings"
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = PostingQuerySet.as_manager()

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        ordering = ["round", "entry"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry", "board"],
                condition=~models.Q(kind__in=["penalty", "granted", "filled_in"]),
                name="one_score_a_board",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.round}: {self.total}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        _raise_version(Evening.objects.filter(rounds=self.round_id))
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        _raise_version(Evening.objects.filter(rounds=self.round_id))
        return super().delete(*args, **kwargs)

    def reason_in_words(self) -> str:
        """The stored sentences that explain the row, in the active language; empty for a row that needs none."""
        if not self.reason:
            return ""
        sentences = [self.reason, *self.reason.get("more", [])]
        return ", ".join(translated(Sentence.from_json(each)) for each in sentences)


class EveningPack(models.Model):
    """The postings of an evening as columns of numbers (`standing.ledger`), made of `version` of its ledger.

    `of`: whose rows they are: those of entries as they stand in the ledger, or of the people, or of the partners,
    who sat at its tables. A season is read from packs. They can be thrown away at any time: a missing or old one is
    made again when it is asked for.
    """

    class Of(models.TextChoices):
        ENTRIES = "entries", _("entries")
        PEOPLE = "people", _("people")
        PARTNERS = "partners", _("partners")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="packs")
    of = models.CharField(max_length=8, choices=Of.choices, default=Of.ENTRIES)
    version = models.PositiveBigIntegerField()
    columns = models.BinaryField()

    class Meta:
        verbose_name = _("packed ledger of an evening")
        verbose_name_plural = _("packed ledgers of evenings")
        constraints = [models.UniqueConstraint(fields=["evening", "of"], name="evening_pack_once")]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.of} v{self.version}"
