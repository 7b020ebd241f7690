"""Clubs, the people in them, and who may do what."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments import names
from tournaments.models.shown import Shown, ShownQuerySet


class KeyField(models.CharField):
    """A key to sort by, compared code point by code point as Python does, whatever the database's language."""

    def db_parameters(self, connection: Any) -> dict[str, Any]:
        collation = "C" if connection.vendor == "postgresql" else None
        return {**super().db_parameters(connection), "collation": collation}


class User(AbstractUser):
    """Somebody who signs in. What they may do is said by `Role`, club by club."""

    class Meta(AbstractUser.Meta):
        verbose_name = _("user")
        verbose_name_plural = _("users")


class Club(models.Model):
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    town = models.CharField(_("town"), max_length=80, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Amsterdam")
    public = models.BooleanField(_("results may be read without signing in"), default=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Role(models.Model):
    """What a user is in a club. An administrator may do everything, a player only look."""

    class Kind(models.TextChoices):
        ADMINISTRATOR = "administrator", _("administrator")
        ORGANISER = "organiser", _("organiser")
        SECRETARY = "secretary", _("secretary")
        PLAYER = "player", _("player")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(_("role"), max_length=16, choices=Kind.choices)
    person = models.ForeignKey(
        "tournaments.Person", on_delete=models.SET_NULL, null=True, blank=True, related_name="roles"
    )

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [models.UniqueConstraint(fields=["user", "club", "kind"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}, {self.club}"


class PersonQuerySet(ShownQuerySet):
    def search(self, text: str) -> PersonQuerySet:
        """People of whom every typed word begins a word of the name; accents and case do not matter."""
        people = self
        for word in names.search_words(text):
            people = people.filter(search_key__contains=f" {word}")
        return people


class Person(Shown):
    """A player. Names are kept as people write them; the keys to sort and to find follow from them.

    `merged_into`: who it turned out to be; everything of this person is that one's since (`services.people_merge`).
    """

    shown_in = ("entries__members__person", "evenings__rounds__tables__seats__person")

    class Visibility(models.TextChoices):
        SHOWN = "shown", _("full name")
        INITIALS = "initials", _("initials")
        NUMBER = "number", _("a number instead of a name")
        HIDDEN = "hidden", _("hidden")

    first_name = models.CharField(_("first name"), max_length=60, blank=True)
    prefix = models.CharField(_("prefix"), max_length=20, blank=True)
    last_name = models.CharField(_("last name"), max_length=80)
    visibility = models.CharField(
        _("name in public"), max_length=8, choices=Visibility.choices, default=Visibility.SHOWN
    )
    sort_key = KeyField(max_length=400, editable=False, db_index=True)
    search_key = models.CharField(max_length=400, editable=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, editable=False, related_name="doubles"
    )
    created = models.DateTimeField(auto_now_add=True)

    objects = PersonQuerySet.as_manager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ["sort_key", "pk"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.set_keys()
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def set_keys(self) -> None:
        """Derives both keys; whoever writes people in bulk calls this first."""
        parts = names.Name(self.first_name, self.prefix, self.last_name)
        self.sort_key = names.sort_key(parts)
        # The leading blank lets a search anchor at the beginning of a word with plain LIKE.
        self.search_key = " " + names.search_key(names.display(parts))

    @property
    def parts(self) -> names.Name:
        return names.Name(self.first_name, self.prefix, self.last_name)

    @property
    def name(self) -> str:
        """As spoken: Jan van der Berg."""
        return names.display(self.parts)

    @property
    def list_name(self) -> str:
        """As sorted: Berg, Jan van der."""
        return names.list_form(self.parts)

    def public_name(self) -> str:
        """What people who are not signed in may read."""
        if self.visibility == self.Visibility.SHOWN:
            return self.name
        if self.visibility == self.Visibility.INITIALS:
            return names.initials(self.parts)
        if self.visibility == self.Visibility.NUMBER:
            return str(_("Player %(number)s") % {"number": self.pk})
        return str(_("(name hidden)"))


class MembershipQuerySet(ShownQuerySet):
    def active_on(self, day: object) -> MembershipQuerySet:
        return self.filter(
            models.Q(since__isnull=True) | models.Q(since__lte=day),
            models.Q(until__isnull=True) | models.Q(until__gte=day),
        )


class Membership(Shown):
    """A person in a club: member with a number (text: leading zeros count), or guest."""

    shown_in = ("entries__members__person__memberships",)

    class Kind(models.TextChoices):
        MEMBER = "member", _("member")
        GUEST = "guest", _("guest")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices, default=Kind.MEMBER)
    number = models.CharField(_("number"), max_length=16, blank=True)
    since = models.DateField(_("since"), null=True, blank=True)
    until = models.DateField(_("until"), null=True, blank=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["person__sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person"], name="membership_once"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~models.Q(number=""), name="membership_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person}".strip()
