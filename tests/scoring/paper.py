"""Paper sheets for the tests of the typing page, and a typist who posts them."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.models import Role

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.models import Table, User

JSON = {"accept": "application/json"}

# Sixteen deals, added up by hand. we: 95+20, 61, nat 0, 162+50+100, then twelve times 82; they: 67, 101+40,
# 162, 0, then twelve times 80. Together 16 × 162 + roem 110 + one pit of 100 = 2802.
DEALS: list[dict[str, str]] = [
    {"we_points": "95", "we_roem": "20", "they_roem": "-"},
    {"they_points": "101", "we_roem": "–", "they_roem": "II"},
    {"we_points": "0", "we_roem": "-", "they_roem": "-", "nat": "nat"},
    {"pit": "we", "we_roem": "V"},
    *[{"we_points": "82", "we_roem": "-", "they_roem": "-"}] * 12,
]
WE, THEY = 115 + 61 + 0 + 312 + 12 * 82, 67 + 141 + 162 + 0 + 12 * 80
assert (WE, THEY, WE + THEY) == (1472, 1330, 2802)


def make_table(deals: int = 16, people: int = 8, **fields: object) -> Table:
    """A table of a published round, with the club's sheet of so many deals."""
    competition = factories.make_competition(people, deals=deals, **fields)
    return factories.tables(factories.make_published_round(factories.make_evening(competition)))[0]


def club_of(table: Table):
    return table.round.evening.competition.club


def typist(table: Table, role: str = Role.Kind.SECRETARY, **fields: object) -> Typist:
    """Somebody who signs in and types at this table."""
    return Typist(table, factories.make_user(role, club_of(table), **fields))


class Typist:
    """A browser in words: what it posts is what the page would post."""

    def __init__(self, table: Table, user: User, *, csrf: bool = False) -> None:
        self.table, self.user = table, user
        self.client = Client(enforce_csrf_checks=csrf)
        self.client.force_login(user)

    def url(self, name: str) -> str:
        return reverse(name, args=[self.table.pk])

    def row(self, position: int, revision: int = 0, base: int = 0, **cells: Any) -> HttpResponse:
        """One row, as the outbox sends it."""
        fields = {"user": self.user.pk, "position": position, "revision": revision, "base": base}
        return self.client.post(self.url("sheet_row"), fields | cells, headers=JSON)

    def form(self, deals: list[dict[str, str]], **extra: Any) -> dict[str, Any]:
        """The whole page."""
        fields: dict[str, Any] = {"base": 0, "key": uuid.uuid4().hex, "action": "accept"}
        for position, cells in enumerate(deals, 1):
            fields |= {f"r{position}-{name}": value for name, value in cells.items()}
        return fields | extra

    def accept(self, deals: list[dict[str, str]] | None = None, **extra: Any) -> HttpResponse:
        return self.send(self.form(DEALS if deals is None else deals, **extra))

    def send(self, form: dict[str, Any]) -> HttpResponse:
        return self.client.post(self.url("sheet_accept"), form, headers=JSON)

    def send_plain(self, form: dict[str, Any]) -> HttpResponse:
        """As a browser without script does."""
        return self.client.post(self.url("sheet_accept"), form)

    def check(self, version: int = 1) -> HttpResponse:
        return self.client.post(self.url("sheet_check"), {"version": version})

    def page(self, query: str = "") -> HttpResponse:
        return self.client.get(self.url("sheet") + query)
