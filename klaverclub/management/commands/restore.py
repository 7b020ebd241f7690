"""`manage.py restore FILE`: puts a back-up back, after checking every byte of it."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from klaverclub import backups, bootstrap
from klaverclub.management.plain import Klaverclub
from klaverclub.supervisor import LOCK, hold


class Command(BaseCommand):
    help = "Put a back-up back in the place of what is there."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force", action="store_true", help="also over a database with a club in it, after a back-up"
        )

    def handle(self, *args: Any, file: Path, force: bool, **options: Any) -> None:
        with translation.override(bootstrap.language()):
            lock = hold(settings.DATA_DIR / LOCK)
            if lock is None:
                raise Klaverclub(_("Klaverclub is running on this data folder: stop it first."))
            try:
                saved = backups.restore(file, force=force)
            except backups.BackupError as error:
                raise Klaverclub(str(error)) from error
            finally:
                lock.close()
            if saved:
                self.stdout.write(_("What was there is kept in %(path)s") % {"path": saved})
            self.stdout.write(_("%(file)s has been put back.") % {"file": file})
