"""`manage.py rating`: brings the ratings of all clubs up to date, proves them, or estimates luck anew for a season."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.models import Club, RatingPool
from tournaments.services import rating, rating_check, rating_periods
from tournaments.services.errors import Refused


class Command(BaseCommand):
    help = "bring the ratings of all clubs up to date"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="work everything out again and compare it, bit for bit"
        )
        parser.add_argument(
            "--new-period",
            metavar="CLUB",
            help="estimate luck anew from what this club (its name in addresses) and whoever is rated with it played; "
            "once a season",
        )
        parser.add_argument(
            "--from",
            dest="day",
            type=date.fromisoformat,
            metavar="YYYY-MM-DD",
            help="the day from which the new estimate holds (today); later than the last rated evening",
        )

    def handle(
        self, *args: Any, check: bool, new_period: str | None, day: date | None, **options: Any
    ) -> None:
        if new_period:
            self._start_period(new_period, day or timezone.localdate())
        for club in Club.objects.order_by("pk"):
            if replayed := rating.refresh(club.pk):
                self.stdout.write(f"{club}: {replayed} evenings rated")
        if check:
            self._check()

    def _start_period(self, slug: str, day: date) -> None:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(f"There is no club {slug!r}. Its name in addresses is meant: /c/NAME/.")
        try:
            found = rating_periods.start_period(club.pk, day, actor=None)
        except Refused as refused:
            raise CommandError(refused.message) from refused
        spread = rating_periods.spread(found.after)
        self.stdout.write(
            f"{club}: from {day} luck in 16 deals has a standard deviation of {spread:.1f} points"
        )

    def _check(self) -> None:
        wrong = 0
        for pool in RatingPool.objects.order_by("pk"):
            verdict = rating_check.check(pool)
            clubs = ", ".join(pool.clubs.order_by("pk").values_list("club__name", flat=True))
            told = "right" if verdict.is_right else "WRONG"
            self.stdout.write(f"{clubs}: {told}, {verdict.kept}")
            for evening in verdict.open_again:
                self.stdout.write(
                    f"  evening {evening.number} of {evening.competition}, {evening.date}, is open again: it counts as it "
                    "was, until it is closed"
                )
            wrong += not verdict.is_right
        if wrong:
            raise CommandError("Ratings differ from what the sheets give.")
