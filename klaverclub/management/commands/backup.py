"""`manage.py backup`: everything that lives, in one file; also while people are typing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from klaverclub import backups, bootstrap
from klaverclub.management.plain import Klaverclub


class Command(BaseCommand):
    help = "Make a back-up of the database and the files in one .tar.gz."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FILE", help="another place than the back-up folder")

    def handle(self, *args: Any, to: Path | None, **options: Any) -> None:
        with translation.override(bootstrap.language()):
            try:
                path = backups.make(to=to)
            except backups.BackupError as error:
                raise Klaverclub(str(error)) from error
            size = f"{path.stat().st_size / 1_000_000:.1f}"
            self.stdout.write(_("Back-up made: %(path)s (%(size)s MB)") % {"path": path, "size": size})
