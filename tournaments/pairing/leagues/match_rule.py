"""How matches of a division are played and what they are worth. Pure data: stored as JSON, said in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop
from tournaments.standing.rules import MOST_MATCH_POINTS, Band, MatchPoints

MOST_MATCH_ROUNDS = 8
TIES = ("among", "difference", "score", "wins", "tables", "pits", "nats", "roem")
"""What can put one above another with equal points: the matches among themselves, the difference and the score over
all matches, matches won, tables won, most pits, fewest nats, most roem."""
USUAL_TIES = ("among", "difference", "score")
_TIE_WORDS = {
    "among": gettext_noop("the matches among themselves"),
    "difference": gettext_noop("the difference over all matches"),
    "score": gettext_noop("the score over all matches"),
    "wins": gettext_noop("the number of matches won"),
    "tables": gettext_noop("the number of tables won"),
    "pits": gettext_noop("the most pits"),
    "nats": gettext_noop("the fewest nats"),
    "roem": gettext_noop("the most roem"),
}


@dataclass(frozen=True, slots=True)
class MatchRule:
    """rounds: so many rounds of an evening a match lasts, 1 to 8; each round the away side moves a table on.
    points: what a match is worth by the difference of its scores; its `most_an_evening` does not count here.
    table_win, table_draw: match points for each table won or drawn, beside those for the match, 0 to 1000.
    awarded_win, awarded_loss: match points of a match decided without play; None: those of a match that is won or
    lost. awarded_for, awarded_against: the score of its winner and its loser, 0 to 1,000,000.
    ties: what breaks equal points, in this order; what it does not break is a shared place.
    Raises RuleError for anything else.
    """

    rounds: int = 1
    points: MatchPoints = field(default_factory=MatchPoints)
    table_win: int = 0
    table_draw: int = 0
    awarded_win: int | None = None
    awarded_loss: int | None = None
    awarded_for: int = 0
    awarded_against: int = 0
    ties: tuple[str, ...] = USUAL_TIES

    VERSION = 1

    def __post_init__(self) -> None:
        if not _is_number(self.rounds, 1, MOST_MATCH_ROUNDS):
            raise RuleError(gettext_noop("A match lasts 1 to %(most)s rounds."), most=MOST_MATCH_ROUNDS)
        given = [value for value in (self.awarded_win, self.awarded_loss) if value is not None]
        if not all(
            _is_number(value, 0, MOST_MATCH_POINTS) for value in (self.table_win, self.table_draw, *given)
        ):
            raise RuleError(
                gettext_noop("Match points are whole numbers from 0 to %(most)s."), most=MOST_MATCH_POINTS
            )
        if self.table_draw > self.table_win:
            raise RuleError(gettext_noop("A table won is worth no less than a table drawn."))
        if not all(_is_number(value, 0, 1_000_000) for value in (self.awarded_for, self.awarded_against)):
            raise RuleError(gettext_noop("The score of a match that was not played is 0 to 1,000,000."))
        if self.awarded_for < self.awarded_against:
            raise RuleError(gettext_noop("The winner of a match that was not played has the higher score."))
        if len(set(self.ties)) < len(self.ties) or not set(self.ties) <= set(TIES):
            raise RuleError(
                gettext_noop("What breaks equal points is named once each, out of the known ones.")
            )

    def table_points(self, ahead: int) -> int:
        """What one table is worth for a side that was so much ahead there."""
        return self.table_win if ahead > 0 else self.table_draw if ahead == 0 else 0

    def awarded_points(self, *, won: bool) -> int:
        given, usual = (self.awarded_win, self.points.win) if won else (self.awarded_loss, self.points.loss)
        return usual if given is None else given

    def sentences(self) -> list[Sentence]:
        """The rule in plain words; the rounds only where there are more than one."""
        sentences = []
        if self.rounds > 1:
            text = gettext_noop("A match lasts %(rounds)s rounds; each round the guests move a table on.")
            sentences.append(Sentence(text, {"rounds": self.rounds}))
        text = gettext_noop(
            "Match points: %(win)s for a win, %(draw)s for equal scores, %(loss)s for a loss."
        )
        own = {"win": self.points.win, "draw": self.points.draw, "loss": self.points.loss}
        sentences.append(Sentence(text, own))
        text = gettext_noop(
            "With %(margin)s points or more between them: %(win)s for the winner, %(loss)s for the loser."
        )
        sentences += [Sentence(text, asdict(band)) for band in self.points.bands]
        if self.table_win:
            text = gettext_noop("Each table won gives %(win)s more, each table drawn %(draw)s.")
            sentences.append(Sentence(text, {"win": self.table_win, "draw": self.table_draw}))
        sentences.append(self._awarded())
        return sentences

    def _awarded(self) -> Sentence:
        return Sentence(
            gettext_noop(
                "Decided without play: %(win)s match points for the winner and %(loss)s for the loser, score "
                "%(ours)s – %(theirs)s."
            ),
            {
                "win": self.awarded_points(won=True),
                "loss": self.awarded_points(won=False),
                "ours": self.awarded_for,
                "theirs": self.awarded_against,
            },
        )

    def tie_words(self) -> list[str]:
        """The msgids of what breaks equal points, in order."""
        return [_TIE_WORDS[tie] for tie in self.ties]

    def to_json(self) -> dict[str, object]:
        return {"version": self.VERSION} | asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> MatchRule:
        """Reads what `to_json` wrote; {} is the usual rule. Raises RuleError for anything that cannot be read."""
        if not data:
            return cls()
        check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        if unknown := set(values) - {item.name for item in fields(cls)}:
            raise RuleError(
                gettext_noop("A rule for matches knows no field %(fields)s."),
                fields=", ".join(sorted(unknown)),
            )
        if "points" in values:
            values["points"] = _points(values["points"])
        if "ties" in values:
            values["ties"] = tuple(values["ties"])  # type: ignore[arg-type]
        return cls(**values)  # type: ignore[arg-type]


def tie_word(tie: str) -> str:
    """The msgid of one thing that breaks equal points."""
    return _TIE_WORDS[tie]


def _points(value: object) -> MatchPoints:
    try:
        values = dict(value)  # type: ignore[call-overload]
        return MatchPoints(**values | {"bands": tuple(Band(**band) for band in values.get("bands", ()))})
    except (AttributeError, TypeError, ValueError) as error:
        raise RuleError(gettext_noop("The match points of a division cannot be read.")) from error


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
