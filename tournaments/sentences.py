"""Sentences for people that come out of pure code: a translatable template and what goes into it.

The pure cores know no Django. They hand over an English msgid with named placeholders and the values
for them; the Django side says `gettext(sentence.msgid) % sentence.params`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


def gettext_noop(message: str) -> str:
    """Marks `message` for translation and returns it as it is."""
    return message


@dataclass(frozen=True, slots=True)
class Sentence:
    """A msgid with its parameters; `str()` gives the English text."""

    msgid: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.msgid % self.params if self.params else self.msgid

    def to_json(self) -> dict[str, object]:
        return {"msgid": self.msgid, "params": dict(self.params)}


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
