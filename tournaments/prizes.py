"""Which prizes there are, as data: for an evening, a season, each of its periods, and a title. Who wins them is worked out in `tournaments.awards`.

Pure. Money is in cents, and only there where something is won: nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from tournaments.sentences import RuleError, Sentence, check_version, gettext_noop

BY = ("place", "last", "pits", "roem", "best_round", "worst_round", "fewest_nats")
OF = ("evening", "season", "period", "title")
TIES = ("share", "all", "lot")
MOST_PRIZES = 40
MOST_PLACES = 40
LAST_PLACE = 999
MOST_CENTS = 1_000_000
MOST_SEED = 2**31

FOR_ONE = {
    "last": gettext_noop("Last place (poedel): %(won)s."),
    "pits": gettext_noop("Most pits: %(won)s."),
    "roem": gettext_noop("Most roem: %(won)s."),
    "best_round": gettext_noop("Highest round: %(won)s."),
    "worst_round": gettext_noop("Lowest round: %(won)s."),
    "fewest_nats": gettext_noop(
        "Fewest times nat a round, for who played at least half of the rounds: %(won)s."
    ),
}
FOR_MORE = {
    "last": gettext_noop("The last %(count)s places: %(won)s."),
    "pits": gettext_noop("Most pits, the first %(count)s: %(won)s."),
    "roem": gettext_noop("Most roem, the first %(count)s: %(won)s."),
    "best_round": gettext_noop("Highest round, the first %(count)s: %(won)s."),
    "worst_round": gettext_noop("Lowest round, the first %(count)s: %(won)s."),
    "fewest_nats": gettext_noop(
        "Fewest times nat a round, for who played at least half of the rounds, the first %(count)s: %(won)s."
    ),
}
TIE_SENTENCES = {
    "share": gettext_noop(
        "Equal results add up the prizes of the places they take and divide the money; cents that cannot be "
        "divided go by lot."
    ),
    "all": gettext_noop("Equal results each win the full prize of the best place they take."),
    "lot": gettext_noop("Equal results draw lots for the prizes of the places they take."),
}


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize, or one for each of several places.

    by: what is rewarded, one of BY. "last" is the poedel, "best_round" and "worst_round" the highest and lowest round.
    of: "evening", "season", "period" (each of the periods of the season) or "title". title: the name of that title,
    "" for all others.
    name: what is won, in the words of the club ("worst, 2 kg"), at most 60 characters; "" for money alone.
    places: for "place" a free list (1, 2, 3 or 3, 8, 5, 10); for all others how many there are: 1, 2, …; () is the
    first alone.
    every: "place" only, also every so many places: 4 is 4, 8, 12, …; 0 for none. With places 1, 2, 3, 4 it makes the
    "formule van 4".
    per: "place" only, one prize for every so many in the list, rounded up, from the first place on; 0 for none.
    cents: money for each place in cents, in the order of `places` and then upwards, the last one repeated; () for none.
    Raises RuleError for anything else, and when there is nothing to win.
    """

    by: str = "place"
    of: str = "evening"
    name: str = ""
    places: tuple[int, ...] = ()
    every: int = 0
    per: int = 0
    cents: tuple[int, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        _check_choice("by", self.by, BY)
        _check_choice("of", self.of, OF)
        if not isinstance(self.name, str) or len(self.name) > 60:
            raise RuleError(gettext_noop("What is won is said in at most 60 characters."))
        if not isinstance(self.title, str) or bool(self.title) != (self.of == "title"):
            raise RuleError(gettext_noop("Only a prize of a title has the name of one."))
        for name, most in (("every", 100), ("per", 100)):
            _check_number(name, getattr(self, name), 0, most)
        self._check_places()
        for cents in self.cents:
            _check_number("cents", cents, 0, MOST_CENTS)
        if not self.name and not any(self.cents):
            raise RuleError(gettext_noop("Say what is won: in words, in money, or both."))
        if not (self.every or self.per) and len(self.cents) > max(1, len(self.places)):
            raise RuleError(
                gettext_noop("There are %(amounts)s amounts for %(places)s places: leave some out."),
                amounts=len(self.cents),
                places=max(1, len(self.places)),
            )

    def _check_places(self) -> None:
        if len(self.places) > MOST_PLACES:
            raise RuleError(gettext_noop("A prize has at most %(most)s places of its own."), most=MOST_PLACES)
        for place in self.places:
            _check_number("places", place, 1, LAST_PLACE)
        if len(set(self.places)) != len(self.places):
            raise RuleError(gettext_noop("A place stands in this list twice."))
        if self.by == "place":
            if not (self.places or self.every or self.per):
                raise RuleError(
                    gettext_noop("Say for which places: a list (1, 2, 3), every so many, or one for so many.")
                )
        elif self.every or self.per or self.places not in ((), tuple(range(1, len(self.places) + 1))):
            raise RuleError(
                gettext_noop(
                    "Only prizes for places have a free list; of this kind there are 1, 2, 3 and so on."
                )
            )

    def places_of(self, listed: int) -> list[int]:
        """The places with this prize in a list of so many, in the order in which the money is given to them.

        A place of the free list stays in it when nobody ends there.
        """
        own = list(self.places) or ([] if self.every or self.per else [1])
        rising = set(range(self.every, listed + 1, self.every)) if self.every else set()
        if self.per:
            rising |= set(range(1, -(-listed // self.per) + 1))
        return own + sorted(rising - set(own))

    def cents_of(self, index: int) -> int:
        """The money for the place with this index in `places_of`."""
        return self.cents[min(index, len(self.cents) - 1)] if self.cents else 0

    def won(self, mark: str = ".") -> str:
        """What is won, with `mark` before the cents: "worst + € 7.50, € 5.00"."""
        amounts = ", ".join(money(cents, mark) for cents in self.cents) if any(self.cents) else ""
        return " + ".join(filter(None, (self.name, amounts)))

    def sentence(self, mark: str = ".") -> Sentence:
        won = self.won(mark)
        if self.by != "place":
            if len(self.places) > 1:
                return Sentence(FOR_MORE[self.by], {"count": len(self.places), "won": won})
            return Sentence(FOR_ONE[self.by], {"won": won})
        if self.per and not (self.every or self.places):
            text = gettext_noop("From the first place on, one prize for every %(per)s in the list: %(won)s.")
            return Sentence(text, {"per": self.per, "won": won})
        places = self._places_in_words()
        if self.per:
            text = gettext_noop(
                "Places %(places)s, and from the first on one for every %(per)s in the list: %(won)s."
            )
            return Sentence(text, {"places": places, "per": self.per, "won": won})
        if self.places and not self.every and len(self.places) == 1:
            return Sentence(gettext_noop("Place %(places)s: %(won)s."), {"places": places, "won": won})
        return Sentence(gettext_noop("Places %(places)s: %(won)s."), {"places": places, "won": won})

    def _places_in_words(self) -> str:
        """ "1, 2, 3", or with places that go on for ever "1, 2, 3, 4, 8, 12, …"."""
        if not self.every:
            return ", ".join(map(str, self.places))
        beyond = -(-max(self.places, default=0) // self.every) + 2
        some = [*self.places, *(n * self.every for n in range(1, max(beyond, 3) + 1))]
        return ", ".join([*map(str, dict.fromkeys(some)), "…"])


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """All prizes of a competition, at most 40, in the order in which they are given out.

    ties: "share" (equal results add up the prizes of the places they take and divide the money exactly, odd cents by
    lot; what is no money they win together), "all" (each gets the full prize of the best place they take), or "lot".
    seed: of the lot, 0 to 2³¹; the same seed draws the same on every computer.
    one_each: nobody wins a second prize of the same evening, season, period or title: who has won is passed over.
    guests: whether guests can win.
    Raises RuleError for anything else.
    """

    prizes: tuple[Prize, ...] = ()
    ties: str = "share"
    seed: int = 0
    one_each: bool = False
    guests: bool = True

    VERSION = 1

    def __post_init__(self) -> None:
        if len(self.prizes) > MOST_PRIZES:
            raise RuleError(gettext_noop("A plan has at most %(most)s prizes."), most=MOST_PRIZES)
        _check_choice("ties", self.ties, TIES)
        _check_number("seed", self.seed, 0, MOST_SEED)
        for name in ("one_each", "guests"):
            if not isinstance(getattr(self, name), bool):
                raise RuleError(gettext_noop("“%(field)s” is either true or false."), field=name)

    def of(self, what: str, title: str = "") -> tuple[Prize, ...]:
        """The prizes of an "evening", of the "season", of each "period", or of the "title" of this name."""
        return tuple(prize for prize in self.prizes if (prize.of, prize.title) == (what, title))

    @property
    def titles(self) -> list[str]:
        """The names of the titles that have prizes."""
        return list(dict.fromkeys(prize.title for prize in self.prizes if prize.title))

    def sentences(self, what: str, title: str = "", mark: str = ".") -> list[Sentence]:
        """The prizes of one of OF in words, then who can win them; none without prizes."""
        prizes = self.of(what, title)
        if not prizes:
            return []
        sentences = [prize.sentence(mark) for prize in prizes]
        sentences.append(Sentence(TIE_SENTENCES[self.ties]))
        if self.one_each:
            text = gettext_noop("Nobody wins twice: in the order above, whoever has won is passed over.")
            sentences.append(Sentence(text))
        with_guests, without = gettext_noop("Guests can win too."), gettext_noop("Guests win no prize.")
        return [*sentences, Sentence(with_guests if self.guests else without)]

    def to_json(self) -> dict[str, object]:
        """Only a prize of a title has a field `title`: all others are written as before there were these."""
        prizes = [
            {name: value for name, value in asdict(prize).items() if name != "title" or value}
            for prize in self.prizes
        ]
        return {"version": self.VERSION} | asdict(self) | {"prizes": prizes}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> PrizePlan:
        """{} is a plan without prizes. Raises RuleError for another version, an unknown field, a value out of range."""
        if not data:
            return cls()
        check_version(data, cls.VERSION)
        values = {name: value for name, value in data.items() if name != "version"}
        _check_fields(cls, values)
        return cls(**values | {"prizes": tuple(_prize(each) for each in values.get("prizes", ()))})  # type: ignore[arg-type,attr-defined]


def money(cents: int, mark: str = ".") -> str:
    """750 as "€ 7.50" (with a no-break space), with `mark` before the cents."""
    euros, rest = divmod(cents, 100)
    return f"€\N{NO-BREAK SPACE}{euros}{mark}{rest:02}"


def _prize(data: Mapping[str, object]) -> Prize:
    _check_fields(Prize, data)
    values = {
        name: tuple(value) if isinstance(value, (list, tuple)) else value for name, value in data.items()
    }
    return Prize(**values)  # type: ignore[arg-type]


def _check_fields(kind: type[Prize] | type[PrizePlan], data: Mapping[str, object]) -> None:
    if unknown := set(data) - {item.name for item in fields(kind)}:
        raise RuleError(
            gettext_noop("A prize plan knows no field %(fields)s."), fields=", ".join(sorted(unknown))
        )


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise RuleError(
            gettext_noop("“%(field)s” is one of %(choices)s, not “%(value)s”."),
            field=name,
            choices=", ".join(choices),
            value=value,
        )


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleError(
            gettext_noop("“%(field)s” is a whole number from %(least)s to %(most)s, not %(value)s."),
            field=name,
            least=least,
            most=most,
            value=value,
        )
