"""What was published: numbered, never changed, and kept with its files for as long as the club exists."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition
from tournaments.models.rounds import Evening


class Publication(models.Model):
    """A list as it was published: names, numbers and rules of that moment, in `content`.

    `number` counts within the competition. `replaces` is the earlier publication of the same list; `erratum` then
    says what changed since (one entry a change) and `reason` why. `fingerprint` is the SHA-256 of the content.
    `provisional`: some sheet was not in or not verified yet. Rows are never changed; `save` refuses it.
    """

    class Kind(models.TextChoices):
        EVENING = "evening", _("result of an evening")
        STANDING = "standing", _("standing")
        PRIZES = "prizes", _("prizes")

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="publications")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, null=True, related_name="publications")
    title = models.CharField(_("title"), max_length=160, help_text="which standing, as the readers know it")
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


class PublicationFile(models.Model):
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
