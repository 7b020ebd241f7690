"""Sentences for people that come out of pure code: a translatable template and what goes into it.

The pure cores know no Django. They hand over an English msgid with named placeholders and the values
for them; the Django side says them with `in_words.translated`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


def gettext_noop(message: str) -> str:
    """Marks `message` for translation and returns it as it is."""
    return message


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Marks a text for one and a text for more for translation, and returns both as they are."""
    return singular, plural


@dataclass(frozen=True, slots=True)
class Sentence:
    """A msgid with its parameters; `str()` gives the English text.

    plural: the text when `count` is not one, "" for a sentence that is the same for every number.
    """

    msgid: str
    params: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    count: int = 1

    def __str__(self) -> str:
        text = self.plural if self.plural and self.count != 1 else self.msgid
        return text % self.params if self.params else text

    def to_json(self) -> dict[str, object]:
        plural = {"plural": self.plural, "count": self.count} if self.plural else {}
        return {"msgid": self.msgid, "params": dict(self.params)} | plural

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sentence:
        """A sentence as `to_json` wrote it, or as the first of a `reason`."""
        return cls(data["msgid"], data.get("params", {}), data.get("plural", ""), data.get("count", 1))


def counted(texts: tuple[str, str], count: int, **params: object) -> Sentence:
    """The sentence of `ngettext_noop` texts for so many."""
    return Sentence(texts[0], params, texts[1], count)


def reason(sentences: Sequence[Sentence]) -> dict[str, object]:
    """Sentences that explain one thing together, as they are stored: the first, and `more` where there are more."""
    first, *more = sentences
    return first.to_json() | ({"more": [sentence.to_json() for sentence in more]} if more else {})


class RefusalError(ValueError):
    """Something asked for cannot be done; says why in a sentence that can be translated."""

    def __init__(self, msgid: str, **params: object) -> None:
        self.sentence = Sentence(msgid, params)
        super().__init__(str(self.sentence))

    @property
    def msgid(self) -> str:
        return self.sentence.msgid

    @property
    def params(self) -> Mapping[str, object]:
        return self.sentence.params


class RuleError(RefusalError):
    """A rule object that cannot be: a value out of range, an unknown word, an unknown version."""


def check_version(data: Mapping[str, object], version: int) -> None:
    """Refuses rule data of another version than the one this program writes."""
    found = data.get("version")
    if found != version:
        raise RuleError(
            gettext_noop("These rules have version %(found)s; this program reads version %(version)s."),
            found=found,
            version=version,
        )
