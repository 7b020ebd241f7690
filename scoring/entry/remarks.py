"""What must be said before a sheet that is not quite ordinary is accepted.

An irregular finding needs a typed reason, the unusual ones together one confirmation. Both carry a name that
is bound to the values they are about: change a value, and the old answer no longer answers anything.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from scoring import messages
from scoring.entry import cells as c
from scoring.rules.findings import Severity

if TYPE_CHECKING:
    from scoring.entry.judging import Judged
    from scoring.models import SheetVersion
    from scoring.rules import Finding


@dataclass(frozen=True)
class Need:
    """A finding that asks for an answer; `name` is the form field of the reason."""

    name: str
    where: str
    text: str
    finding: Finding

    def to_json(self) -> dict[str, object]:
        """As kept in `SheetVersion.remarks`."""
        return self.finding.to_json() | {"name": self.name}


@dataclass(frozen=True)
class Needs:
    """Everything that must be answered; `confirmation` is the value that confirms all of `unusual`."""

    irregular: list[Need]
    unusual: list[Need]
    confirmation: str
    change: bool
    """Whether an accepted sheet is being changed, which needs a reason of its own."""

    @property
    def mark(self) -> str:
        """Changes whenever the questions change."""
        names = [need.name for need in self.irregular]
        return _digest([names, self.confirmation, self.change])

    def open(self, foot: Mapping[str, str], confirmed: str) -> list[str]:
        """The form fields that still have no answer, in the order of the page."""
        missing = [need.name for need in self.irregular if not foot.get(need.name)]
        if self.unusual and confirmed != self.confirmation:
            missing.append("confirmed")
        if self.change and not foot.get(c.REASON):
            missing.append(c.REASON)
        return missing

    def remarks(self, foot: Mapping[str, str]) -> dict[str, object]:
        """The answers, to be kept with the version."""
        return {
            "reasons": [need.to_json() | {"reason": foot[need.name]} for need in self.irregular],
            "confirmed": [need.to_json() for need in self.unusual],
        }


def needs_of(judged: Judged, *, change: bool = False) -> Needs:
    by_severity: dict[Severity, list[Need]] = {Severity.IRREGULAR: [], Severity.UNUSUAL: []}
    for finding in judged.findings:
        if finding.severity in by_severity:
            by_severity[finding.severity].append(_need(judged, finding))
    unusual = by_severity[Severity.UNUSUAL]
    confirmation = _digest([need.name for need in unusual]) if unusual else ""
    return Needs(by_severity[Severity.IRREGULAR], unusual, confirmation, change)


def answered(version: SheetVersion, judged: Judged) -> list[str]:
    """What was asked when this version was accepted, with the reasons, in the language of the reader."""
    texts = {need.name: f"{need.where}: {need.text}" for need in map(partial(_need, judged), judged.findings)}
    reasons = [
        f"{texts.get(one['name'], one['message'])} “{one['reason']}”"
        for one in version.remarks.get("reasons", ())
    ]
    confirmed = [texts.get(one["name"], one["message"]) for one in version.remarks.get("confirmed", ())]
    return reasons + [f"{text} ✓" for text in confirmed]


def _need(judged: Judged, finding: Finding) -> Need:
    values = judged.cells(finding.deal) if finding.deal else {}
    about = [finding.code, finding.field, finding.deal, dict(finding.params), sorted(values.items())]
    return Need(f"remark-{_digest(about)}", messages.where(finding), messages.say_finding(finding), finding)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()[:16]
