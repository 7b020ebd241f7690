"""The words of the typing page that are not in its templates: the marks, the letter keys, what the script says."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def page_words() -> dict[str, Any]:
    """In the language of the reader."""
    return {
        "marks": marks(),
        "key_we": pgettext("key for: we played", "w"),
        "key_they": pgettext("key for: they played", "t"),
        "texts": texts(),
    }


def marks() -> dict[str, list[tuple[str, str]]]:
    """The choices of each mark: the value and the word in the box."""
    we, they = _("we"), _("they")
    nat, pit, revoke = pgettext("mark", "N"), pgettext("mark", "P"), pgettext("mark", "revoke")
    return {
        "declarer": [("", ""), ("we", we), ("they", they)],
        "nat": [("", ""), ("nat", nat), ("we", f"{nat} {we}"), ("they", f"{nat} {they}")],
        "pit": [("", ""), ("we", f"{pit} {we}"), ("they", f"{pit} {they}")],
        "verzaakt": [("", ""), ("we", f"{revoke} {we}"), ("they", f"{revoke} {they}")],
    }


def texts() -> dict[str, str]:
    """What the script of the page says."""
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
        "deal": _("Deal {number}"),
        "off": _("no"),
    }
