"""What the rules engine says about a deal or a sheet: findings, verdicts, suggestions.

Texts are English message templates with named parameters, marked for translation;
the page translates ``template`` and the parameters listed in ``TRANSLATED``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

Side = Literal["we", "they"]
SIDES: tuple[Side, Side] = ("we", "they")
OTHER: dict[Side, Side] = {"we": "they", "they": "we"}

TRANSLATED = frozenset({"side", "other"})
"""Parameters that are message ids themselves (the names of the two sides)."""


def gettext_noop(message: str) -> str:
    """Mark a message for the catalogue without translating it here."""
    return message


gettext_noop("we")
gettext_noop("they")


class Severity(StrEnum):
    """How bad a finding is, worst first."""

    IMPOSSIBLE = "impossible"  # refused
    IRREGULAR = "irregular"  # needs a reason
    UNUSUAL = "unusual"  # needs a confirmation
    NOTE = "note"


class Verdict(StrEnum):
    """What becomes of a deal or a sheet as it stands."""

    ACCEPT = "accept"
    CONFIRM = "confirm"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Sentence:
    """A translatable sentence: an English template and its parameters."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template


@dataclass(frozen=True)
class Finding:
    """One thing to say about a deal or sheet.

    ``field`` is where it shows (we_points, we_roem, they_points, they_roem, declarer,
    marks, written_we, written_they; None: the whole row or sheet), ``rule`` an id of
    the rules, ``deal`` the number of the deal on the sheet, from 1.
    """

    code: str
    severity: Severity
    field: str | None
    rule: str
    sentence: Sentence
    deal: int | None = None

    @property
    def template(self) -> str:
        """The English message id."""
        return self.sentence.template

    @property
    def params(self) -> Mapping[str, object]:
        """The parameters of the template."""
        return self.sentence.params

    @property
    def message(self) -> str:
        """The message in English."""
        return str(self.sentence)

    def to_json(self) -> dict[str, object]:
        """The finding as ``judge`` prints it."""
        data: dict[str, object] = {
            "code": self.code,
            "severity": str(self.severity),
            "field": self.field,
            "rule": self.rule,
            "message": self.message,
        }
        if self.deal is not None:
            data["deal"] = self.deal
        return data


@dataclass(frozen=True)
class Suggestion:
    """A change that would mend something; never applied by itself.

    ``fields`` maps field names to new values (marks as a sorted list), ``weight``
    orders the suggestions: about how often people make this slip, relative.
    """

    fields: Mapping[str, object]
    reason: Sentence
    weight: float
    deal: int | None = None

    def to_json(self) -> dict[str, object]:
        """The suggestion as ``judge`` prints it."""
        data: dict[str, object] = {
            "fields": dict(self.fields),
            "reason": str(self.reason),
        }
        if self.deal is not None:
            data["deal"] = self.deal
        return data


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Refuse what is impossible, confirm what is irregular or unusual."""
    severities = {finding.severity for finding in findings}
    if Severity.IMPOSSIBLE in severities:
        return Verdict.REFUSE
    if severities & {Severity.IRREGULAR, Severity.UNUSUAL}:
        return Verdict.CONFIRM
    return Verdict.ACCEPT
