"""Events of fixed pairs in the tournament report file of the chess federations (TRF16 and its extension TRF(x)).

A pair is one "player": North-South is white, East-West black, and a table is won by the higher score. The format knows
wins, draws and byes, no totals; the rank that the club gives stands beside its points. So other programs can check our
draws, and we can draw on from theirs.

Records: 012 name, 022 place, 042 and 052 dates, 062 number of pairs, 092 type, 001 pairs, XXR rounds announced, XXP who
must not meet, XXA virtual points by round, XXZ who is not there in the next round. Written as in TRF-2026 also, for
programs that read those: 142 (XXR), 260 (XXP); 250 (XXA) is read. Other records are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.sentences import RefusalError, gettext_noop

SWISS, ROUND_ROBIN, KNOCK_OUT = (
    f"Individual: {kind}" for kind in ("Swiss-System", "Round-Robin", "Knock-Out")
)
"""Types of an event, in the words of the chess federations."""
MOST = 9999
"""Pairs that the four columns of a number hold."""
_NAME = 33
_MOST_ACCELERATED = 20
_MOST_RECORDS_250 = 40
_WHOLE = re.compile("[0-9]{1,9}")
_POINTS = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,3})?")
_FIRST_ROUND, _ROUND = 91, 10
_REPLY = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}
_BYES = "UFHZ"


class TrfError(RefusalError):
    """A report that cannot be read or written; names the line."""


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one pair.

    opponent: 0 when it played nobody. colour: w for North-South, b for East-West, - for neither.
    result: 1 = 0 for won, drawn, lost (W D L the same, unrated); + - won and lost without play; U F H Z for a rest with
    the points of a win by draw or by wish, half of them, none.
    """

    opponent: int = 0
    colour: str = "-"
    result: str = "Z"

    @property
    def played(self) -> bool:
        return self.opponent > 0 and self.result not in "+-"


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair: its number from 1, its name, playing strength as a whole number from 0, points, rank (0: none), games."""

    number: int
    name: str
    strength: int = 0
    points: Fraction = Fraction(0)
    rank: int = 0
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """An event. rounds: announced in all, 0 when unknown. type: how its rounds are drawn, in words. forbidden: groups of
    pairs of which no two must meet. accelerated: virtual points of a pair by round. absent: who is not there in the next
    round."""

    name: str
    pairs: tuple[Pair, ...]
    rounds: int = 0
    place: str = ""
    dates: tuple[str, str] = ("", "")
    forbidden: tuple[frozenset[int], ...] = ()
    accelerated: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    type: str = SWISS

    @property
    def played(self) -> int:
        """Rounds in which somebody has a game."""
        return max((len(pair.games) for pair in self.pairs), default=0)

    @property
    def over(self) -> bool:
        """Whether all rounds that were announced are played."""
        return 0 < self.rounds <= self.played


# Writing ----------------------------------------------------------------------------------------------------


def write_trf(report: Report) -> str:
    """The report as text, a record on each line. Names longer than 33 characters are cut."""
    lines = [
        f"012 {_plain(report.name)}",
        *([f"022 {_plain(report.place)}"] if report.place else []),
        *(f"{code} {date}" for code, date in zip(("042", "052"), report.dates, strict=True) if date),
        f"062 {len(report.pairs)}",
        f"092 {_plain(report.type)}",
        *([f"142 {report.rounds}", f"XXR {report.rounds}"] if report.rounds else []),
        *map(_pair_line, report.pairs),
    ]
    last = max(report.rounds, report.played + 1)
    for group in report.forbidden:
        members = sorted(group)
        lines.append("XXP " + " ".join(map(str, members)))
        lines.append(f"260   1 {last:3} " + " ".join(f"{number:4}" for number in members))
    for number, points in sorted(report.accelerated.items()):
        lines.append(f"XXA {number:4} " + " ".join(f"{float(one):4.1f}" for one in points))
    if report.absent:
        lines.append("XXZ " + " ".join(map(str, sorted(report.absent))))
    return "\n".join(lines) + "\n"


def _pair_line(pair: Pair) -> str:
    rating = f"{pair.strength:4}" if pair.strength else " " * 4
    rank = f"{pair.rank:4}" if pair.rank else " " * 4
    name = _plain(pair.name)[:_NAME]
    head = f"001 {pair.number:4}      {name:33} {rating}{' ' * 28}{float(pair.points):4.1f} {rank}"
    games = (f"{game.opponent:04}" if not game.opponent else f"{game.opponent:4}" for game in pair.games)
    rounds = [f"  {who} {game.colour} {game.result}" for who, game in zip(games, pair.games, strict=True)]
    return head + "".join(rounds)


def _plain(text: str) -> str:
    """On one line."""
    return " ".join(text.split())


# Reading ----------------------------------------------------------------------------------------------------


def read_trf(text: str) -> Report:
    """The event that the text tells. Raises TrfError, which names the line, for one that cannot be understood, a pair
    twice, unknown, against itself or of which nothing is told, and two pairs that tell the same game differently."""
    reader = _Reader()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        reader.read(number, line.rstrip("\r\n"))
    return reader.report()


class _Reader:
    def __init__(self) -> None:
        self.found = Report("", ())
        self.pairs: dict[int, Pair] = {}
        self.lines: dict[int, int] = {}
        self.named: list[tuple[int, int]] = []
        self.forbidden: dict[frozenset[int], None] = {}
        self.accelerated: dict[int, tuple[Fraction, ...]] = {}
        self.records_250 = 0
        self.absent: set[int] = set()
        self.line = 0

    def read(self, number: int, line: str) -> None:
        self.line = number
        code, rest = line[:3], line[4:]
        if code == "001":
            self._pair(line)
        elif code == "012":
            self.found = replace(self.found, name=_plain(rest))
        elif code == "022":
            self.found = replace(self.found, place=_plain(rest))
        elif code == "042":
            self.found = replace(self.found, dates=(rest.strip(), self.found.dates[1]))
        elif code == "052":
            self.found = replace(self.found, dates=(self.found.dates[0], rest.strip()))
        elif code == "092":
            self.found = replace(self.found, type=_plain(rest) or SWISS)
        elif code in ("XXR", "142"):
            self.found = replace(self.found, rounds=self._whole(rest))
        elif code in ("XXP", "260"):
            self._forbidden(rest if code == "XXP" else rest[8:])
        elif code == "XXA":
            self._accelerated(rest)
        elif code == "250":
            self._accelerated_rounds(line)
        elif code == "XXZ":
            self.absent |= self._numbers(rest)

    def report(self) -> Report:
        """Everything together; looks whether all pairs exist and tell the same."""
        if not self.pairs:
            raise TrfError(gettext_noop("The report has no pairs: no line begins with 001."))
        for line, number in self.named:
            if number not in self.pairs:
                raise TrfError(
                    gettext_noop("Line %(line)s: there is no pair %(pair)s."), line=line, pair=number
                )
        for pair in self.pairs.values():
            for at, game in enumerate(pair.games):
                if game.opponent:
                    self._check_game(pair, at, game)
        rounds = max(len(pair.games) for pair in self.pairs.values())
        pairs = (self._filled(pair, rounds) for _number, pair in sorted(self.pairs.items()))
        return replace(
            self.found,
            pairs=tuple(pairs),
            forbidden=tuple(self.forbidden),
            accelerated=self.accelerated,
            absent=frozenset(self.absent),
        )

    def _filled(self, pair: Pair, rounds: int) -> Pair:
        return replace(pair, games=(*pair.games, *[Game()] * (rounds - len(pair.games))))

    def _check_game(self, pair: Pair, at: int, game: Game) -> None:
        theirs = self.pairs[game.opponent].games
        reply = theirs[at] if at < len(theirs) else Game()
        colours = {game.colour, reply.colour} in ({"w", "b"}, {"-"})
        # A game may be lost by both without play.
        results = reply.result == _REPLY[game.result] or (game.result, reply.result) == ("-", "-")
        if reply.opponent != pair.number or not colours or not results:
            raise TrfError(
                gettext_noop(
                    "Lines %(line)s and %(other)s: pairs %(one)s and %(two)s tell round %(round)s differently."
                ),
                line=self.lines[pair.number],
                other=self.lines[game.opponent],
                one=pair.number,
                two=game.opponent,
                round=at + 1,
            )

    def _pair(self, line: str) -> None:
        number = self._whole(line[4:9])
        if number in self.pairs:
            raise self._wrong(gettext_noop("Line %(line)s: pair %(pair)s is there twice."), pair=number)
        if not 1 <= number <= MOST:
            raise self._wrong(
                gettext_noop("Line %(line)s: “%(text)s” is no number of a pair."), text=line[4:9].strip()
            )
        if not line[9:].strip():
            raise self._wrong(
                gettext_noop("Line %(line)s: of pair %(pair)s there is a number only, no name and no round."),
                pair=number,
            )
        rounds = line[_FIRST_ROUND:].rstrip()
        games = tuple(self._game(rounds[at : at + _ROUND]) for at in range(0, len(rounds), _ROUND))
        if any(game.opponent == number for game in games):
            raise self._wrong(gettext_noop("Line %(line)s: pair %(pair)s plays against itself."), pair=number)
        self.lines[number] = self.line
        self.named += [(self.line, game.opponent) for game in games if game.opponent]
        self.pairs[number] = Pair(
            number,
            _plain(line[14:47]),
            self._whole(line[48:52] or "0", empty=True),
            self._points(line[80:84]),
            self._whole(line[85:89], empty=True),
            games,
        )

    def _game(self, text: str) -> Game:
        """Opponent, colour and result, two columns after the last round."""
        opponent, colour, result = text[:4], text[5:6].strip() or "-", text[7:8].strip().upper() or "Z"
        number = self._whole(opponent, empty=True)
        known = result in (_REPLY if number else _BYES + "+-")
        if colour not in "wb-" or not known or text[4:5].strip() or text[6:7].strip():
            raise self._wrong(
                gettext_noop("Line %(line)s: “%(text)s” is no opponent, colour and result."),
                text=text.strip(),
            )
        return (
            Game(number, colour, result) if number else Game(result={"+": "F", "-": "Z"}.get(result, result))
        )

    def _forbidden(self, text: str) -> None:
        group = self._numbers(text)
        if len(group) > 1:
            self.forbidden[group] = None

    def _accelerated(self, text: str) -> None:
        number = self._whole(text[:4])
        self.named.append((self.line, number))
        points = tuple(self._points(word) for word in text[4:].split())
        self.accelerated[number] = points

    def _accelerated_rounds(self, line: str) -> None:
        """Points, first and last round, first and last pair, as TRF-2026 has them."""
        points = self._points(line[9:13])
        first, last = self._whole(line[14:17]), self._whole(line[18:21])
        if not 1 <= first <= last <= _MOST_ACCELERATED:
            raise self._wrong(
                gettext_noop("Line %(line)s: “%(text)s” are no rounds, first to last."), text=line[14:21]
            )
        self.records_250 += 1
        if self.records_250 > _MOST_RECORDS_250:
            raise self._wrong(
                gettext_noop("Line %(line)s: there are more than %(most)s lines that begin with 250."),
                most=_MOST_RECORDS_250,
            )
        upper, lowest = self._whole(line[22:26]), self._whole(line[27:31])
        self.named += [(self.line, upper), (self.line, lowest)]
        for number in range(upper, lowest + 1):
            own = list(self.accelerated.get(number, ()))
            own += [Fraction(0)] * (last - len(own))
            own[first - 1 : last] = [points] * (last - first + 1)
            self.accelerated[number] = tuple(own)

    def _numbers(self, text: str) -> frozenset[int]:
        numbers = [self._whole(word) for word in text.replace(",", " ").split()]
        self.named += [(self.line, number) for number in numbers]
        return frozenset(numbers)

    def _whole(self, text: str, *, empty: bool = False) -> int:
        if empty and not text.strip():
            return 0
        if not _WHOLE.fullmatch(text.strip()):
            raise self._wrong(
                gettext_noop("Line %(line)s: “%(text)s” is no whole number."), text=text.strip()
            )
        return int(text)

    def _points(self, text: str) -> Fraction:
        points = text.strip().replace(",", ".") or "0"
        if not _POINTS.fullmatch(points):
            raise self._wrong(
                gettext_noop("Line %(line)s: “%(text)s” is no number of points."), text=text.strip()
            )
        return Fraction(points)

    def _wrong(self, msgid: str, **params: object) -> TrfError:
        return TrfError(msgid, line=self.line, **params)
