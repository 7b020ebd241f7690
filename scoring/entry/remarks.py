"""What must be said before a sheet that is not quite ordinary is accepted.

An irregular finding needs a typed reason, the unusual ones together one confirmation. Both carry a name that
is bound to the values they are about: change a value, and the old answer no longer answers anything.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring import messages
from scoring.entry import cells as c
from scoring.rules.findings import Severity

if TYPE_CHECKING:
    from scoring.entry.judged import Judged
    from scoring.models import SheetVersion
    from scoring.rules import Finding


@dataclass(frozen=True)
class Need:
    """What asks for one answer: a finding, or both written totals together.

    `name` is the form field of the reason.
    """

    name: str
    where: str
    text: str
    findings: list[Finding]

    def to_json(self) -> dict[str, object]:
        """As kept in `SheetVersion.remarks`."""
        return {"name": self.name, "findings": [finding.to_json() for finding in self.findings]}


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
    irregular = _needs(judged, Severity.IRREGULAR)
    unusual = _needs(judged, Severity.UNUSUAL)
    confirmation = _digest([need.name for need in unusual]) if unusual else ""
    return Needs(irregular, unusual, confirmation, change)


def _needs(judged: Judged, severity: Severity) -> list[Need]:
    """One for each kind of finding on a deal, and one for each kind on the sheet."""
    kinds: dict[tuple[int | None, str], list[Finding]] = {}
    for finding in judged.findings:
        if finding.severity == severity:
            kinds.setdefault((finding.deal, finding.code), []).append(finding)
    return [_need(judged, findings) for findings in kinds.values()]


def _need(judged: Judged, findings: list[Finding]) -> Need:
    first = findings[0]
    values = judged.cells(first.deal) if first.deal else {}
    about = [[one.code, one.field, one.deal, dict(one.params)] for one in findings]
    name = f"remark-{_digest([about, sorted(values.items())])}"
    text = " ".join(messages.say_finding(one) for one in findings)
    return Need(name, messages.where(first), text, findings)


def answered(version: SheetVersion, judged: Judged) -> list[str]:
    """What was asked when this version was accepted, with the reasons, in the language of the reader."""
    asked = _needs(judged, Severity.IRREGULAR) + _needs(judged, Severity.UNUSUAL)
    texts = {need.name: f"{need.where}: {need.text}" for need in asked}

    def text(one: Mapping[str, Any]) -> str:
        return texts.get(one["name"]) or " ".join(finding["message"] for finding in one["findings"])

    reasons = [f"{text(one)} “{one['reason']}”" for one in version.remarks.get("reasons", ())]
    return reasons + [f"{text(one)} ✓" for one in version.remarks.get("confirmed", ())]


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()[:16]
