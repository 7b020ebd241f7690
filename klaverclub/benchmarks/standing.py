"""Standings of a large league against the best SQL for the same, and its pages against an empty view.

On PostgreSQL: 10,000 players, 90 evenings, 1.2 million player-rounds; on SQLite 600 players, and a club of 80 over three
seasons. Before anything is timed, every rank and value is compared with those of the SQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse

from klaverclub.benchmarks.league import Size, make_league
from klaverclub.benchmarks.measure import Comparison, compare
from klaverclub.benchmarks.scratch import scratch_database
from tournaments.models import Club, Competition, EveningPack, Posting
from tournaments.standing import queries
from tournaments.standing.kept import Standing, View
from tournaments.standing.packs import season_of
from tournaments.standing.rules import Period, StandingRule
from tournaments.standing.tables import season_table

LARGE = Size(players=10_000, evenings=90, rounds=3, present=4_444)
SMALL = Size(players=600, evenings=90, rounds=3, present=240)
CLUB = Size(players=80, evenings=30, rounds=3, present=64)
REQUESTS = 20
WHYS = 5  # places of each season that are explained

Ranked = dict[int, tuple[int, Fraction]]


@login_not_required
def empty(request: HttpRequest) -> HttpResponse:
    """Does nothing, for anybody."""
    return HttpResponse()


urlpatterns = [path("bench/empty/", empty, name="empty"), path("", include("klaverclub.urls"))]

ROWS = """
    FROM tournaments_posting p
    JOIN tournaments_round r ON r.id = p.round_id
    JOIN tournaments_evening e ON e.id = r.evening_id
    WHERE e.competition_id = %(competition)s AND e.counts
"""


@dataclass(frozen=True)
class Question:
    """A rule, and the SQL that ranks by it: rows of entry, rank, and the value as two whole numbers."""

    name: str
    rule: StandingRule
    sql: str


def _questions(size: Size) -> list[Question]:
    best = size.evenings // 3
    seventh = size.evenings // 7
    periods = tuple(Period(first=n * seventh + 1, last=(n + 1) * seventh) for n in range(7))
    keep = max(seventh // 3, 1)
    return [
        Question(
            "sum",
            StandingRule(),
            f"""SELECT p.entry_id, RANK() OVER (ORDER BY SUM(p.total) DESC), SUM(p.total), 1 {ROWS} GROUP BY 1""",
        ),
        Question(
            "average a round",
            StandingRule(measure="average"),
            f"""SELECT p.entry_id, RANK() OVER (ORDER BY 1.0 * SUM(p.total) / COUNT(*) DESC), SUM(p.total), COUNT(*)
                {ROWS} GROUP BY 1""",
        ),
        Question(
            f"best {best} of {size.evenings} evenings",
            StandingRule(unit="evening", best=best),
            f"""WITH evenings AS (SELECT p.entry_id, e.number, SUM(p.total) AS points {ROWS} GROUP BY 1, 2),
                placed AS (SELECT entry_id, points,
                    ROW_NUMBER() OVER (PARTITION BY entry_id ORDER BY points DESC) AS place FROM evenings)
                SELECT entry_id, RANK() OVER (ORDER BY SUM(points) DESC), SUM(points), 1
                FROM placed WHERE place <= {best} GROUP BY 1""",  # noqa: S608
        ),
        Question(
            f"best {keep} of {seventh} evenings in each of 7 periods, best 5 periods",
            StandingRule(unit="evening", best=keep, periods=periods, best_periods=5),
            f"""WITH evenings AS (SELECT p.entry_id, (e.number - 1) / {seventh} AS period, e.number,
                    SUM(p.total) AS points {ROWS} AND e.number <= {7 * seventh} GROUP BY 1, 2, 3),
                placed AS (SELECT entry_id, period, points,
                    ROW_NUMBER() OVER (PARTITION BY entry_id, period ORDER BY points DESC) AS place FROM evenings),
                parts AS (SELECT entry_id, period, SUM(points) AS points
                    FROM placed WHERE place <= {keep} GROUP BY 1, 2),
                best AS (SELECT entry_id, points,
                    ROW_NUMBER() OVER (PARTITION BY entry_id ORDER BY points DESC) AS place FROM parts)
                SELECT entry_id, RANK() OVER (ORDER BY SUM(points) DESC), SUM(points), 1
                FROM best WHERE place <= 5 GROUP BY 1""",  # noqa: S608
        ),
        Question(
            "match points",
            StandingRule(measure="match_points"),
            f"""SELECT p.entry_id, RANK() OVER (ORDER BY SUM(CASE WHEN p.total > p.against THEN 2
                    WHEN p.total = p.against THEN 1 ELSE 0 END) DESC),
                SUM(CASE WHEN p.total > p.against THEN 2 WHEN p.total = p.against THEN 1 ELSE 0 END), 1
                {ROWS} GROUP BY 1""",
        ),
    ]


def comparisons() -> Iterator[Comparison]:
    plain = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }  # nothing is collected for a bench
    changed = {
        "ROOT_URLCONF": __name__,
        "ALLOWED_HOSTS": ["*"],
        "STORAGES": settings.STORAGES | {"staticfiles": plain},
    }
    with scratch_database(), override_settings(**changed):
        if connection.vendor == "postgresql":
            yield from league(LARGE)
        else:
            yield from league(SMALL)
            yield from club(CLUB)


def league(size: Size, *, turns: int = 5) -> Iterator[Comparison]:
    """One season of one large league."""
    owner = Club.objects.create(name="League", slug="bench-league")
    competition = make_league(owner, size)
    scale = f"{size.players:,} players, {size.player_rounds:,} rounds"
    season_of(competition)  # packs the evenings, as the first reader after an evening does
    questions = _questions(size)
    for question in questions:
        _check(competition, question)
    for question in questions:
        yield compare(
            f"standing by {question.name} of {scale}",
            lambda question=question: by_us(competition, question.rule),
            "the best SQL for it",
            lambda question=question: by_sql(competition, question),
            unit="standing",
            turns=turns,
        )
    yield from _kept(competition, questions[0], scale, turns)
    yield _corrected(competition, questions[0], size, turns)
    yield _page(competition, turns)


def _kept(competition: Competition, question: Question, scale: str, turns: int) -> Iterator[Comparison]:
    def again() -> object:
        fresh = Competition.objects.get(pk=competition.pk)
        return Standing(fresh, queries.DESK, View()).page(1)

    yield compare(
        f"a page of a standing of {scale} that was looked at before",
        again,
        "the best SQL for the standing",
        lambda: by_sql(competition, question),
        unit="page",
        turns=turns,
    )


def _corrected(competition: Competition, question: Question, size: Size, turns: int) -> Comparison:
    """One score is corrected, then the standing is asked for; only its evening may be read again."""
    row = Posting.objects.filter(round__evening__competition=competition).order_by("pk")
    target = row[size.player_rounds // 2]
    before = _versions(competition)

    def correct() -> Ranked:
        target.total += 1
        target.save(update_fields=["total"])
        return by_us(competition, question.rule)

    correct()
    touched = [pk for pk, version in _versions(competition).items() if version != before[pk]]
    read = Posting.objects.filter(round__evening__in=touched).count()
    if len(touched) != 1 or by_us(competition, question.rule) != by_sql(competition, question):
        raise RuntimeError(f"after one correction {len(touched)} evenings were packed again")
    return compare(
        f"standing after one correction, {read:,} of {size.player_rounds:,} rows read again",
        correct,
        "the best SQL for the standing",
        lambda: by_sql(competition, question),
        unit="standing",
        turns=turns,
    )


def _page(competition: Competition, turns: int) -> Comparison:
    """What a reader without a login gets."""
    client = Client()
    page = reverse("public_season", args=[competition.club.slug, competition.pk])
    nothing = reverse("empty")

    def ask(url: str) -> None:
        for _number in range(REQUESTS):
            answer = client.get(url)
            if answer.status_code != 200:
                raise RuntimeError(f"{url}: {answer.status_code}")

    return compare(
        "a page of the standing, for a reader without a login",
        lambda: ask(page),
        "an empty view behind the same middleware",
        lambda: ask(nothing),
        unit="request",
        units=REQUESTS,
        turns=turns,
    )


def club(size: Size, *, turns: int = 3) -> Iterator[Comparison]:
    """Three seasons of a club: pages of every kind as if nobody had ever looked, one after another."""
    owner = Club.objects.create(name="Club", slug="bench-club")
    seasons = [make_league(owner, size, seed=number) for number in range(1, 4)]
    client = Client()
    urls = []
    for season in seasons:
        args = [owner.slug, season.pk]
        urls += [reverse(f"public_{name}", args=args) for name in ("season", "season_matrix", "season_cross")]
        urls += [
            reverse("public_season_why", args=[*args, entry])
            for entry in season.entries.values_list("pk", flat=True)[:WHYS]
        ]
    nothing = reverse("empty")

    def everything() -> None:
        for url in urls:
            caches["standings"].clear()
            if client.get(url).status_code != 200:
                raise RuntimeError(url)

    yield compare(
        f"pages of every kind of three seasons of {size.players} players, nothing kept",
        everything,
        "an empty view behind the same middleware",
        lambda: [client.get(nothing) for _url in urls],
        unit="page",
        units=len(urls),
        turns=turns,
    )


def by_us(competition: Competition, rule: StandingRule) -> Ranked:
    """Everybody's rank and value, from the packs."""
    table = season_table(season_of(competition), rule)
    return {
        entry: (rank, value)
        for entry, rank, value in table.lines.ranked_values()
        if rank is not None and value is not None
    }


def by_sql(competition: Competition, question: Question) -> Ranked:
    with connection.cursor() as cursor:
        cursor.execute(question.sql, {"competition": competition.pk})
        return {
            entry: (rank, Fraction(int(value), int(parts))) for entry, rank, value, parts in cursor.fetchall()
        }


def _check(competition: Competition, question: Question) -> None:
    ours, theirs = by_us(competition, question.rule), by_sql(competition, question)
    if ours != theirs:
        wrong = [entry for entry in theirs if ours.get(entry) != theirs[entry]]
        raise RuntimeError(f"{question.name}: {len(wrong)} of {len(theirs)} ranks differ from the SQL")


def _versions(competition: Competition) -> dict[int, int]:
    packs = EveningPack.objects.filter(evening__competition=competition)
    return dict(packs.values_list("evening_id", "version"))
