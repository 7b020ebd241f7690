"""The admin behind the product: accounts can be changed here, everything that counts can only be read.

What counts is written by the services alone, so that a lock is a lock here too.
"""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from tournaments.models import Change, Club, Job, Posting, Role, Round, User


class RoleInline(admin.TabularInline):
    model = Role
    extra = 0
    raw_id_fields = ("person",)


class ReadOnly(admin.ModelAdmin):
    """Shows rows, changes none."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class KlaverclubUserAdmin(UserAdmin):
    inlines = (RoleInline,)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ("name", "town", "public")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("__str__", "state", "drawn_at", "published_at", "closed_at")
    list_select_related = ("evening__competition",)


@admin.register(Posting)
class PostingAdmin(ReadOnly):
    list_display = ("round", "entry", "kind", "total", "pits", "nats")
    list_filter = ("kind",)
    list_select_related = ("round__evening__competition", "entry")


@admin.register(Change)
class ChangeAdmin(ReadOnly):
    list_display = ("at", "actor", "club", "verb", "subject")
    list_filter = ("verb", "club")
    list_select_related = ("actor", "club")


@admin.register(Job)
class JobAdmin(ReadOnly):
    list_display = ("kind", "state", "attempt", "author", "created", "finished")
    list_filter = ("state", "kind")
