"""Sentences of the pure cores in the active language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext

from klaverclub.templatetags.figures import figure

if TYPE_CHECKING:
    from tournaments.sentences import Sentence


def translated(sentence: Sentence) -> str:
    """A sentence in the active language, with its whole numbers as everywhere on a page: 1 600."""
    text = (
        ngettext(sentence.msgid, sentence.plural, sentence.count)
        if sentence.plural
        else gettext(sentence.msgid)
    )
    return text % {
        name: figure(value) if isinstance(value, int) else value for name, value in sentence.params.items()
    }
