"""How a command says no."""

from django.core.management.base import CommandError


class Klaverclub(CommandError):
    """A refusal in plain words. Django prints the name of the class before them: "Klaverclub: Port …"."""
