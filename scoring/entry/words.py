"""What the script of the typing page says, in the language of the reader."""

from __future__ import annotations

from django.utils.translation import gettext as _


def texts() -> dict[str, str]:
    """By the name under which the script asks for it."""
    return {
        "kept": _("Everything is kept."),
        "unkept_one": _("1 row not kept yet"),
        "unkept_many": _("{count} rows not kept yet"),
        "offline": _("No connection. Type on: nothing is lost, and it is sent as soon as that is possible."),
        "login": _("You are no longer logged in. Type on: nothing is lost."),
        "login_link": _("Log in again in a new tab"),
        "refused": _("The club computer did not take this row."),
        "elsewhere": _("Typed elsewhere in the meantime: {theirs}"),
        "mine": _("keep mine"),
        "theirs": _("take that"),
        "nothing": _("nothing"),
        "accept_offline": _(
            "No connection: the sheet is not accepted yet. Press again in a moment; nothing is lost."
        ),
        "accept_failed": _(
            "Something went wrong; the sheet is not accepted yet. Nothing is lost. Try again."
        ),
        "solve_first": _("First choose between what was typed here and elsewhere."),
        "no_roem": _("no roem"),
        "no_melds": _("no melds"),
        "deal": _("Deal {number}"),
        "off": _("no"),
        "more": _("more"),
    }
