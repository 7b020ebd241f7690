"""`manage.py makemessages`: brings the Dutch catalogue up to date with the program, and compiles it.

Django's own command with the habits of this project: one catalogue in klaverclub/locale, no dates and line
numbers that change with every run, no guesses at sentences that changed. Run it after changing a text, fill in
what is still empty in the .po file, run it again. Needs GNU gettext; running Klaverclub does not.
"""

import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    help = "Bring the Dutch catalogue up to date with the program, and compile it."
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=ngettext_noop:1,2"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=["nl"], add_location="file", no_obsolete=True, ignore_patterns=["tests", "static"]
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if Path.cwd() != settings.BASE_DIR:
            raise CommandError(f"Run this in {settings.BASE_DIR}.")
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        super().write_po_file(potfile, locale)
        catalogue = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        lines = catalogue.read_text(encoding="utf-8").splitlines(keepends=True)
        catalogue.write_text(
            "".join(line for line in lines if not line.startswith('"POT-Creation-Date:')), encoding="utf-8"
        )
        compiled = catalogue.with_suffix(".mo")
        try:
            subprocess.run(["msgfmt", "--check", "--output-file", compiled, catalogue], check=True)
        except subprocess.CalledProcessError as error:
            raise CommandError(f"{catalogue} has a mistake; see above.") from error
