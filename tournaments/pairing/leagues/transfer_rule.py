"""When somebody may go from one team to another during a season. Pure data: stored as JSON, said in sentences."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

MOST_TRANSFERS = 24


@dataclass(frozen=True, slots=True)
class TransferRule:
    """allowed: whether anybody may change teams at all. until: the last day on which somebody may begin for another
    team; None: all season. most_player: how often one person may change in a season, most_team: how many people a team
    may take over in a season, both 1 to 24; None: without a limit. cup_tied: who has played for one team in a knock-out
    cannot play for another in it.
    Raises RuleError for anything else.
    """

    allowed: bool = True
    until: datetime.date | None = None
    most_player: int | None = None
    most_team: int | None = None
    cup_tied: bool = False

    VERSION = 1

    def __post_init__(self) -> None:
        for most in (self.most_player, self.most_team):
            if most is not None and not (type(most) is int and 1 <= most <= MOST_TRANSFERS):
                raise RuleError(
                    gettext_noop("At most so many changes of team: 1 to %(most)s, or no limit."),
                    most=MOST_TRANSFERS,
                )

    def sentences(self) -> list[Sentence]:
        """The rule in plain words, but for its last day, which is a matter of who writes dates."""
        if not self.allowed:
            return [Sentence(gettext_noop("Nobody changes teams during the season."), {})]
        said = []
        if self.most_player is not None:
            text = gettext_noop("Changes of team of one player in a season: %(most)s at most.")
            said.append(Sentence(text, {"most": self.most_player}))
        if self.most_team is not None:
            text = gettext_noop("Players that one team takes over in a season: %(most)s at most.")
            said.append(Sentence(text, {"most": self.most_team}))
        if self.cup_tied:
            text = gettext_noop(
                "Who has played for a team in this knock-out does not play for another team in it."
            )
            said.append(Sentence(text, {}))
        return said

    def to_json(self) -> dict[str, object]:
        until = self.until.isoformat() if self.until else None
        return {"version": self.VERSION} | asdict(self) | {"until": until}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> TransferRule:
        """Reads what `to_json` wrote; {} is the usual rule. Raises RuleError for anything that cannot be read."""
        if not data:
            return cls()
        check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        if unknown := set(values) - {item.name for item in fields(cls)}:
            raise RuleError(
                gettext_noop("A rule for changing teams knows no field %(fields)s."),
                fields=", ".join(sorted(unknown)),
            )
        try:
            until = datetime.date.fromisoformat(str(values["until"])) if values.get("until") else None
        except ValueError as error:
            raise RuleError(gettext_noop("The last day for changing teams is no date.")) from error
        return cls(**values | {"until": until})  # type: ignore[arg-type]
