"""The rule of a competition for who does not play, and for who sits in for somebody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tournaments.attendance.amounts import OF_SUBSTITUTES, Amount, Compensation
from tournaments.sentences import RuleError, Sentence, gettext_noop

# The kind of a posting in the ledger, and the field of the rule that says what it is worth.
FIELD_OF_KIND = {
    "sit_out": "sit_out",
    "late": "late",
    "left": "left_early",
    "excused": "absent_with_notice",
    "absent": "absent_without_notice",
}
SCORE_TO = ("absent", "substitute", "both", "nobody")
OWN_AVERAGES = ("played", "given")


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who gets the score of a round in which somebody sits in for an entry.

    score_to: "absent" (the entry whose seat it is), "substitute" (the entry of who sits in), "both", "nobody".
    absent_gets: for the entry that was replaced, where the score is not for it: an amount, which then counts as a
    round played; None: what any other absence gets.
    may_replace: the one who sits in may put the score in the place of a lower round that he played himself that
    evening, with its roem, pits and nats; it is done whenever it helps.
    Raises RuleError for what cannot be together.
    """

    score_to: str = "absent"
    absent_gets: Amount | None = None
    may_replace: bool = False

    def __post_init__(self) -> None:
        if self.score_to not in SCORE_TO:
            raise RuleError(
                gettext_noop("“%(word)s” says not who gets the score; choose one of: %(choices)s."),
                word=self.score_to,
                choices=", ".join(SCORE_TO),
            )
        if not isinstance(self.may_replace, bool):
            raise RuleError(gettext_noop("Whether a lower round may be replaced is either true or false."))
        if self.to_absent and self.absent_gets is not None:
            raise RuleError(
                gettext_noop(
                    "Who is replaced gets the score of the substitute: there is no other amount for him."
                )
            )
        if self.to_substitute and self.may_replace:
            raise RuleError(
                gettext_noop(
                    "Who sits in gets the score already: he cannot replace a lower round with it as well."
                )
            )

    @property
    def to_absent(self) -> bool:
        return self.score_to in ("absent", "both")

    @property
    def to_substitute(self) -> bool:
        return self.score_to in ("substitute", "both")

    def in_words(self) -> list[Sentence]:
        texts = {
            "absent": gettext_noop("The score counts for who is replaced."),
            "substitute": gettext_noop("The score counts for who sits in."),
            "both": gettext_noop("The score counts for who is replaced and for who sits in."),
            "nobody": gettext_noop("The score counts for neither of the two."),
        }
        found = [Sentence(texts[self.score_to])]
        if self.absent_gets:
            found += [Sentence(gettext_noop("Who is replaced gets:")), *self.absent_gets.in_words()]
        elif not self.to_absent:
            found.append(Sentence(gettext_noop("Who is replaced gets what any other absence gets.")))
        if self.may_replace:
            text = gettext_noop("It may take the place of a lower round that he played himself that evening.")
            found.append(Sentence(text))
        return found

    def to_json(self) -> dict[str, object]:
        return {
            "score_to": self.score_to,
            "absent_gets": self.absent_gets.to_json() if self.absent_gets else None,
            "may_replace": self.may_replace,
        }

    @classmethod
    def from_json(cls, data: object) -> Substitution:
        if not isinstance(data, Mapping) or set(data) != {"score_to", "absent_gets", "may_replace"}:
            raise RuleError(
                gettext_noop("A rule for substitutes says who gets the score, and nothing that is not known.")
            )
        gets = data["absent_gets"]
        return cls(data["score_to"], None if gets is None else Amount.from_json(gets), data["may_replace"])


# Sitting out is nobody's merit or fault: the average of those who did play favours and harms nobody, is known
# on the first evening too, and gives a strong player no strong score for free. Late and left early get the
# lowest score, so that it never pays. Absence scores nothing, but leaves averages alone.
AVERAGE = Compensation("evening_average")
LOWEST = Compensation("lowest")
NOTHING = Compensation("zero", counts_as_played=False)


@dataclass(frozen=True, slots=True)
class AttendanceRule:
    """Per reason of not playing, the compensation for each round missed; and what a substitute does with a score.

    One time of sitting out is one round. Of every other reason one time is one evening, however many of its rounds
    were missed. Times are counted in the order of play, each reason by itself; an evening that does not count for
    the standing is no time.
    own_average: the mean of "played", the rounds that the entry really played itself, as they were scored; or of
    "given", all rounds that weigh in averages, with what was given for those not played. From "given" every earlier
    evening is left out on which the entry was absent without notice or got a penalty, so that a punishment does not
    echo; of the evening itself only rounds played are in it. Penalties and points granted by hand are in neither.
    Whether an absence may be dropped from the standing is for the rule of the standing.
    inside: for a substitute who has an entry of his own in the competition; outside: for any other.
    """

    sit_out: Compensation = field(default=AVERAGE)
    absent_with_notice: Compensation = field(default=NOTHING)
    absent_without_notice: Compensation = field(default=NOTHING)
    late: Compensation = field(default=LOWEST)
    left_early: Compensation = field(default=LOWEST)
    own_average: str = "played"
    inside: Substitution = field(default=Substitution())
    outside: Substitution = field(default=Substitution())

    VERSION = 2

    def __post_init__(self) -> None:
        if self.own_average not in OWN_AVERAGES:
            raise RuleError(
                gettext_noop("“%(word)s” is no own average; choose one of: %(choices)s."),
                word=self.own_average,
                choices=", ".join(OWN_AVERAGES),
            )
        if any(amount.kind == OF_SUBSTITUTES for each in self.compensations() for amount in each.amounts):
            raise RuleError(
                gettext_noop("The score of a substitute can only be given to who is replaced by one.")
            )
        if self.outside.to_substitute or self.outside.may_replace:
            raise RuleError(
                gettext_noop("Who does not take part in the competition has no place there for a score.")
            )

    def check(self, *, individual: bool) -> None:
        """Raises RuleError for what cannot be in a competition; `individual`: everybody takes part by himself."""
        if not individual and (self.inside.to_substitute or self.inside.may_replace):
            raise RuleError(
                gettext_noop(
                    "Who sits in for one of a pair or team has no score of his own there: choose that the score "
                    "counts for who is replaced, or for neither."
                )
            )

    def compensations(self) -> Iterator[Compensation]:
        return (getattr(self, name) for name in FIELD_OF_KIND.values())

    @property
    def takes_own_average(self) -> bool:
        amounts = [amount for each in self.compensations() for amount in each.amounts]
        amounts += [each.absent_gets for each in (self.inside, self.outside) if each.absent_gets]
        return any(amount.kind == "own_average" for amount in amounts)

    @property
    def looks_back(self) -> bool:
        """Does what somebody gets on an evening rest on earlier ones?"""
        return self.takes_own_average or any(each.differs_by_time for each in self.compensations())

    def for_kind(self, kind: str) -> Compensation:
        """The compensation for a posting of this kind (see FIELD_OF_KIND); KeyError for any other kind."""
        compensation: Compensation = getattr(self, FIELD_OF_KIND[kind])
        return compensation

    def counts_as_played(self, kind: str) -> bool:
        """Does a posting of this kind weigh in averages? Whatever is no compensation does."""
        return kind not in FIELD_OF_KIND or self.for_kind(kind).counts_as_played

    def paragraphs(self) -> list[list[Sentence]]:
        """What goes for all reasons together, each in sentences: how times are counted, the own average, substitutes."""
        found = []
        if any(each.differs_by_time for each in self.compensations()):
            text = gettext_noop(
                "Times: a round of sitting out is one time; of other reasons an evening is one time. Evenings that do "
                "not count for the standing are left out."
            )
            found.append([Sentence(text)])
        if self.takes_own_average:
            found.append([Sentence(_OWN_AVERAGES_IN_WORDS[self.own_average])])
        return [*found, *self.on_substitutes()]

    def on_substitutes(self) -> list[list[Sentence]]:
        """Whose score a substitute makes: one paragraph, or two where it matters whether he takes part himself."""
        if self.inside == self.outside:
            return [[Sentence(gettext_noop("A substitute:")), *self.inside.in_words()]]
        who = (
            (gettext_noop("A substitute who takes part himself:"), self.inside),
            (gettext_noop("Any other substitute:"), self.outside),
        )
        return [[Sentence(text), *substitution.in_words()] for text, substitution in who]

    def to_json(self) -> dict[str, object]:
        return {
            "version": self.VERSION,
            **{name: getattr(self, name).to_json() for name in FIELD_OF_KIND.values()},
            "own_average": self.own_average,
            "inside": self.inside.to_json(),
            "outside": self.outside.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> AttendanceRule:
        """Reads version 2, and version 1, which knew the five compensations and nothing more.

        Raises RuleError for another version, unknown or missing reasons, and values out of range.
        """
        version = data.get("version")
        if version not in (1, cls.VERSION):
            raise RuleError(
                gettext_noop(
                    "These rules have version %(found)s; this program reads versions 1 to %(version)s."
                ),
                found=version,
                version=cls.VERSION,
            )
        reasons = set(FIELD_OF_KIND.values())
        names = reasons if version == 1 else reasons | {"own_average", "inside", "outside"}
        if set(data) - {"version"} != names:
            raise RuleError(
                gettext_noop("An attendance rule says what these get, and nothing else: %(fields)s."),
                fields=", ".join(sorted(names)),
            )
        rule = cls(
            sit_out=Compensation.from_json(data["sit_out"]),
            absent_with_notice=Compensation.from_json(data["absent_with_notice"]),
            absent_without_notice=Compensation.from_json(data["absent_without_notice"]),
            late=Compensation.from_json(data["late"]),
            left_early=Compensation.from_json(data["left_early"]),
        )
        if version == 1:
            return rule
        return replace(
            rule,
            own_average=str(data["own_average"]),
            inside=Substitution.from_json(data["inside"]),
            outside=Substitution.from_json(data["outside"]),
        )


_OWN_AVERAGES_IN_WORDS = {
    "played": gettext_noop("The own average is taken over the rounds that somebody really played himself."),
    "given": gettext_noop(
        "The own average is taken over all rounds that count as played, without earlier evenings with an absence "
        "without notice or a penalty."
    ),
}
