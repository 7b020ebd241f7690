"""What is written down at one table: the sheet, its immutable versions, and the drafts of who types it.

A sheet knows no club and no competition: it carries its own copy of the rules it is judged by.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.rules import Ruleset
from scoring.rules.family import Rules, rules_from_json

SEATS = (("N", "N"), ("E", "E"), ("S", "S"), ("W", "W"))


class SheetQuerySet(models.QuerySet["Sheet"]):
    def with_state(self) -> SheetQuerySet:
        """Annotates `latest` (number of the newest version, or None) and `checked` (is that one verified?)."""
        newest = SheetVersion.objects.filter(sheet=models.OuterRef("pk")).order_by("-number")
        checks = SheetCheck.objects.filter(version=models.OuterRef("latest_id"))
        return self.annotate(
            latest=models.Subquery(newest.values("number")[:1]),
            latest_id=models.Subquery(newest.values("pk")[:1]),
        ).annotate(checked=models.Exists(checks))


class Sheet(models.Model):
    """One paper scoresheet of one table and round, empty until its first version is accepted.

    `ruleset` is `Ruleset.to_json()`, or for a relative `Game.to_json()`, as it was when the sheet was handed out,
    so that a later change of the rules never judges an older sheet. `deals` is the number of rows on the paper.
    `first_dealer` is the seat at the table of who deals the first deal.
    """

    code = models.CharField(
        max_length=12, unique=True, help_text="printed on the paper, typed to find the sheet"
    )
    deals = models.PositiveSmallIntegerField()
    ruleset = models.JSONField()
    first_dealer = models.CharField(max_length=1, choices=SEATS, default="N")
    records_declarer = models.BooleanField(default=False, help_text="does the paper say which side played?")
    created = models.DateTimeField(auto_now_add=True)

    objects = SheetQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(deals__gte=1, deals__lte=64), name="sheet_deals")
        ]

    def __str__(self) -> str:
        return self.code

    def get_ruleset(self) -> Ruleset:
        """The rules of a sheet of klaverjassen."""
        return Ruleset.from_json(self.ruleset)

    def get_rules(self) -> Rules:
        return rules_from_json(self.ruleset)

    def newest(self) -> SheetVersion | None:
        return self.versions.select_related("author", "check_mark").order_by("-number").first()


class SheetVersion(models.Model):
    """A sheet as somebody accepted it: never changed, only followed by the next number.

    `deals` holds the rows as typed (`DeclaredDeal.to_json()`, for a relative what `relatives.read_row` reads),
    `written` the totals on the paper by side or null, `remarks` the reasons and confirmations given to findings,
    `result` what the verdict booked for each side of `family.sides`:
    `{side: {"points", "roem", "pits", "nats", "bonus", "total"}, …, "deals": [[a number per side], …]}`, where
    total is points + roem + bonus. Where the match has an end also `"winner"` (a side, "draw" or null) and
    `"ended"` (the number of the deal that ended it, or null). In a relative points and roem (melds and bela)
    are one's own, bonus what a beaten maker left or an equal deal carried, and nats counts the deals in which the
    maker was bete.
    Unique (sheet, number) is the only lock a save needs; unique `key` makes a repeated save the same save.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64, unique=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    deals = models.JSONField()
    written = models.JSONField(null=True)
    remarks = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True, help_text="why an accepted sheet was changed")
    result = models.JSONField()

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="sheet_version_number")]

    def __str__(self) -> str:
        return f"{self.sheet.code} v{self.number}"


class SheetCheck(models.Model):
    """A second look: this person compared this version with the paper and found it right."""

    version = models.OneToOneField(SheetVersion, on_delete=models.PROTECT, related_name="check_mark")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.version} ✓"


class Draft(models.Model):
    """What one typist has typed of a sheet so far; `base_number` is the version it started from (0: none)."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    base_number = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "author"], name="draft_per_typist")]

    def __str__(self) -> str:
        return f"{self.sheet.code} ({self.author})"


class DraftRow(models.Model):
    """One typed row, exactly as typed; position 0 holds the written totals of the foot of the paper.

    `revision` counts the saves: a save names the revision it saw, so that a second tab cannot silently
    overwrite the first.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="rows")
    position = models.PositiveSmallIntegerField()
    cells = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    saved = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["draft", "position"]
        constraints = [models.UniqueConstraint(fields=["draft", "position"], name="draft_row_position")]

    def __str__(self) -> str:
        return f"{self.draft} {self.position}"
