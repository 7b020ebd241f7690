"""Loads the demo club."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.demo import last_season, logins
from tournaments.demo.paper import order_practice_sheets
from tournaments.demo.season import Season
from tournaments.services.errors import Refused


class Command(BaseCommand):
    help = (
        "load the demo club: a season of evenings, the last of them still running, and the season before it"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--play-last-season",
            action="store_true",
            help="only play the season before this one anew, into its file",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["play_last_season"]:
            self.stdout.write(_("%(count)s deals played.") % {"count": last_season.write()})
            return
        try:
            round_ = Season(timezone.localdate(), self.stdout.write).make()
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        order_practice_sheets(round_)
        self.stdout.write(_("The demo club is ready."))
        if options["verbosity"]:
            for username, password, about in logins():
                self.stdout.write(f"  {username} / {password}  {about}")
