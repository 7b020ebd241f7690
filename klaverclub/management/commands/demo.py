"""Loads the demo club."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.demo import logins
from tournaments.demo.paper import order_practice_sheets
from tournaments.demo.season import Season
from tournaments.services.errors import Refused


class Command(BaseCommand):
    help = "load the demo club: a season of evenings, the last of them still running"

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            round_ = Season(timezone.localdate(), self.stdout.write).make()
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        order_practice_sheets(round_)
        self.stdout.write(_("The demo club is ready."))
        if options["verbosity"]:
            for username, password, about in logins():
                self.stdout.write(f"  {username} / {password}  {about}")
