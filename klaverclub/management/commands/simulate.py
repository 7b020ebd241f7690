"""`manage.py simulate SUBJECT`: measures the product on simulated evenings, from a seed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from klaverclub.simulations import draw, radar, ratings, slips

SUBJECTS = {"slips": slips, "draw": draw, "radar": radar, "ratings": ratings}


class Command(BaseCommand):
    help = "measure the product on simulated sheets and evenings; the same seed gives the same figures"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        subjects = parser.add_subparsers(dest="subject", required=True, metavar="SUBJECT")
        for name, subject in SUBJECTS.items():
            own = subjects.add_parser(name, help=subject.HELP, description=subject.HELP)
            subject.add_arguments(own)

    def handle(self, *args: Any, subject: str, **options: Any) -> None:
        chosen = SUBJECTS[subject]
        chosen.run(self.stdout.write, {name: options[name] for name in chosen.OPTIONS})
