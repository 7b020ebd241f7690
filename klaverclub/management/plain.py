"""How a command speaks: in the language of the terminal, and plainly when it says no."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from klaverclub import bootstrap


class Klaverclub(CommandError):
    """A refusal in plain words. Django prints the name of the class before them: "Klaverclub: Port …"."""


class SpokenCommand(BaseCommand):
    """A command whose help may be lazy text: it is read in the language of the terminal."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        with translation.override(bootstrap.language()):
            self.help = str(self.help)  # argparse takes no lazy text
            return super().create_parser(prog_name, subcommand, **kwargs)
