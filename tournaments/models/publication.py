"""What was published: numbered, never changed, and kept with its files for as long as the club exists.

The content of a publication holds everything that is printed, so that nothing that changes later can change it:

    version        of this description: 3; version 2 has nothing of what stands below `recount`, version 1 no recount
    kind, title    what is listed; the title is that of a standing, "" for the official one, or the name of a division
    club, competition, date    names of that moment; the date stands in the heading of the documents
    evening        {number, date, name} of a list of one evening, else null
    rule           the rule as data (a standing rule, an attendance rule, a prize plan, what a match is worth)
    rules          the rule in sentences, by language
    evenings       [{number, date, name, version}] that are counted; the version is that of their ledger
    columns        the numbers of the rounds, evenings or matches that `cells` of a line stand for; in the table of a
                   division also minus those of evenings, for points by hand
    lines          [{entry, name, public, number, guest, …}], one for every row that is printed, in its order:
                   of a list rank, value (an exact fraction as text) and cells (points or null);
                   of prizes by, place, cents, goods, value;
                   of a knock-out match, home, away, score, winner (`tournaments.errata_brackets`)
    printed        by language the document: title, event, name, columns, rows, totals, footnotes, and the status of a list
                   that is neither provisional nor final (`reports.frozen`)
    readers        by language what everybody may read instead: footnotes
    recount        of a standing: what its totals are counted from (`reports.frozen`) and, by language, the rule in force;
                   null where that is too much for a spreadsheet
    others         of a standing: the numbers of the evenings with scores that it does not count
    to_come        of a standing: how many evenings were to be played still, by what was planned or asked
    standing, standing_rules    of prizes of the season: the rule by which it is ranked, as data and in sentences by language
    rests_on       a text that is another as soon as anything moves on which the list rests; "" where that cannot be told
    settled        of a provisional list after a final one: what readers know for good since, of what the final one told;
                   a content as far as it is compared (`services.publication_history`)

`name` is as the desk saw it, `public` what its owner let everybody read.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.rounds import Evening


class FrozenError(TypeError):
    """Something that was published would be changed or thrown away."""

    def __init__(self) -> None:
        super().__init__("what is published never changes: publish the next number instead")


class FrozenQuerySet(models.QuerySet["models.Model"]):
    """Rows to be read and added, and no more."""

    def update(self, **values: Any) -> NoReturn:
        raise FrozenError

    def bulk_update(self, *args: Any, **options: Any) -> NoReturn:
        raise FrozenError

    def delete(self) -> NoReturn:
        raise FrozenError


class Frozen(models.Model):
    """A row that is written once."""

    objects = FrozenQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Adds the row; raises FrozenError for one that is there."""
        if not self._state.adding:
            raise FrozenError
        super().save(*args, **options | {"force_insert": True})

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise FrozenError


class Publication(Frozen):
    """A list as it was published: names, numbers and rules of that moment, in `content`.

    `number` counts within the competition. `replaces` is the earlier publication that it corrects; `erratum` then
    says what changed since (`tournaments.errata`) and `reason` why. `fingerprint` is the SHA-256 of the content.
    `provisional`: some sheet was not in or not verified yet. Rows are never changed or deleted.
    """

    class Kind(models.TextChoices):
        EVENING = "evening", _("result of an evening")
        STANDING = "standing", _("standing")
        PRIZES = "prizes", _("prizes")
        DIVISION = "division", _("table or bracket of a division")

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="publications")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, null=True, related_name="publications")
    title = models.CharField(
        _("title"), max_length=160, blank=True, help_text="which standing; empty for the official one"
    )
    content = models.JSONField()
    fingerprint = models.CharField(max_length=64)
    provisional = models.BooleanField(default=False)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="replaced_by", editable=False
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    erratum = models.JSONField(default=list)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["competition", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="publication_number"),
        ]

    def __str__(self) -> str:
        return f"{self.competition}, {self.number}"


class PublicationFile(Frozen):
    """A document of a publication, byte for byte as it was first made."""

    publication = models.ForeignKey(Publication, on_delete=models.PROTECT, related_name="files")
    format = models.CharField(max_length=8)
    language = models.CharField(max_length=10)
    filename = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("file of a publication")
        verbose_name_plural = _("files of publications")
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "format", "language"], name="publication_file_once"
            )
        ]

    def __str__(self) -> str:
        return self.filename
