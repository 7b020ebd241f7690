"""`manage.py rating`: brings the ratings of all clubs up to date, proves that they are right, or makes them anew."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Club, RatingPool
from tournaments.services import rating, rating_check


class Command(BaseCommand):
    help = "bring the ratings of all clubs up to date"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="work everything out again and compare it, bit for bit"
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            if replayed := rating.refresh(club.pk):
                self.stdout.write(f"{club}: {replayed} evenings rated")
        if check:
            self._check()

    def _check(self) -> None:
        wrong = 0
        for pool in RatingPool.objects.order_by("pk"):
            verdict = rating_check.check(pool)
            clubs = ", ".join(pool.clubs.order_by("pk").values_list("club__name", flat=True))
            told = "right" if verdict.is_right else "WRONG"
            self.stdout.write(f"{clubs}: {told}, {verdict.kept}")
            wrong += not verdict.is_right
        if wrong:
            raise CommandError("Ratings differ from what the sheets give.")
