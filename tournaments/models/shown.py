"""What lists of names are made of: every change of it raises `names_version` of the competitions that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.apps import apps
from django.db import models

if TYPE_CHECKING:
    from collections.abc import Iterable


class ShownQuerySet(models.QuerySet[Any]):
    def bulk_create(self, objs: Iterable[Any], **options: Any) -> list[Any]:
        made = super().bulk_create(objs, **options)
        raise_names_version(self.model, [each.pk for each in made])
        return made

    def update(self, **values: Any) -> int:
        raise_names_version(self.model, self.values("pk"))
        return super().update(**values)

    def delete(self) -> tuple[int, dict[str, int]]:
        raise_names_version(self.model, self.values("pk"))
        return super().delete()

    delete.alters_data = True  # type: ignore[attr-defined]


class Shown(models.Model):
    """Something of which a list of names is made. `shown_in` are the ways that lead from a competition to it."""

    shown_in: ClassVar[tuple[str, ...]]

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        raise_names_version(type(self), [self.pk])

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise_names_version(type(self), [self.pk])
        return super().delete(*args, **kwargs)


def raise_names_version(model: type[Shown], keys: Any) -> None:
    """Nobody need think of it; whoever keeps a list with names compares the version."""
    competitions = apps.get_model("tournaments", "Competition").objects
    for way in model.shown_in:
        shown = competitions.filter(**{f"{way}__in": keys}).values("pk")
        competitions.filter(pk__in=shown).update(names_version=models.F("names_version") + 1)
