"""The request that judges a typed row, against an empty view behind the same middleware and session."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse

from klaverclub.benchmarks.measure import Comparison, compare
from klaverclub.benchmarks.scratch import scratch_database
from tournaments.models import Club, Competition, Presence, Role, Table, User
from tournaments.names import Name
from tournaments.services import check_in, competitions, draw, people

REQUESTS = 40
ROW = {"we_points": "95", "we_roem": "20", "they_points": "", "they_roem": "-"}


def empty(request: HttpRequest) -> HttpResponse:
    """Does nothing, behind a login like the row request."""
    return HttpResponse()


urlpatterns = [path("bench/empty/", empty, name="empty"), path("", include("klaverclub.urls"))]


def comparisons() -> Iterator[Comparison]:
    with scratch_database(), override_settings(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"]):
        table, user = _one_table()
        client = Client(raise_request_exception=True)
        client.force_login(user)
        url, nothing = reverse("sheet_row", args=[table.pk]), reverse("empty")
        revisions = dict.fromkeys(range(1, table.sheet.deals + 1), 0)

        def save_rows() -> None:
            for number in range(REQUESTS):
                position = number % table.sheet.deals + 1
                data = ROW | {
                    "position": position,
                    "base": 0,
                    "user": user.pk,
                    "revision": revisions[position],
                }
                # Another value each time, so that each request really writes.
                data["we_points"] = str(60 + (revisions[position] + number) % 40)
                answer = client.post(url, data)
                if answer.status_code != 200:
                    raise RuntimeError(
                        f"the row was not saved: {answer.status_code} {answer.content[:200]!r}"
                    )
                revisions[position] = answer.json()["revision"]

        def ask_nothing() -> None:
            for _number in range(REQUESTS):
                client.post(nothing, ROW)

        yield compare(
            "save and judge a typed row",
            save_rows,
            "an empty view behind the same middleware",
            ask_nothing,
            unit="request",
            units=REQUESTS,
        )


def _one_table() -> tuple[Table, User]:
    club = Club.objects.create(name="Bench", slug="bench")
    user = User.objects.create_user("bench")
    people.give_role(club, user, Role.Kind.ORGANISER, actor=None)
    competition = competitions.save_competition(
        Competition(club=club, name="Bench"),
        {
            "ruleset": Competition().ruleset,
            "pairing": Competition().pairing,
            "attendance": Competition().attendance,
            "standing": Competition().standing,
        },
        actor=user,
    )
    evening = competitions.add_evening(competition, datetime.date(2026, 10, 6), 3, actor=user)
    for number in range(24):
        person = people.add_person(club, Name("Speler", "", str(number)), actor=user)
        entry = people.add_entry(competition, [person], actor=user)
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=user)
    round_ = draw.draw_round(evening, actor=user, seed=1)
    draw.publish(round_, actor=user)
    return Table.objects.select_related("sheet").filter(round=round_)[0], user
