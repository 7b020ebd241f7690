"""Between events in report files and draws: our rounds as a report, a report as what the next round is drawn from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.pairing.assess import figures
from tournaments.pairing.model import Apart, Draw, DrawInput, History, Table
from tournaments.pairing.rule import PairingRule
from tournaments.pairing.trf import MOST, Game, Pair, Report, TrfError
from tournaments.sentences import gettext_noop

_WORTH = {
    **dict.fromkeys("1W+UF", Fraction(1)),
    **dict.fromkeys("=DH", Fraction(1, 2)),
    **dict.fromkeys("0L-Z", Fraction(0)),
}


def report_of(
    name: str,
    names: Mapping[int, str],
    rounds: Sequence[tuple[Draw, Mapping[int, int]]],
    *,
    announced: int = 0,
    strengths: Mapping[int, Fraction] | None = None,
    ranks: Mapping[int, int] | None = None,
    apart: Sequence[Apart] = (),
    absent: Collection[int] = (),
) -> tuple[Report, dict[int, int]]:
    """The report of rounds of pairs, each with the score of every entry, and the number of every entry in it.

    names: of all entries in the order of the numbers they get. announced: rounds in all, 0 when unknown. ranks: in the standing of the
    club. apart: those that are never together become forbidden. absent: who is not there in the next round. Who is in
    no draw of a round was absent. Raises TrfError for more pairs than the format holds.
    """
    if len(names) > MOST:
        raise TrfError(
            gettext_noop("A report holds %(most)s pairs, not %(count)s."), most=MOST, count=len(names)
        )
    numbers = {entry: number for number, entry in enumerate(names, start=1)}
    games = {entry: [Game()] * len(rounds) for entry in names}
    for at, (draw, scores) in enumerate(rounds):
        for table in draw.tables:
            for entry, game in _games(table, scores, numbers):
                games[entry][at] = game
        for entry in draw.sit_outs:
            games[entry][at] = Game(result="U")
    pairs = (
        Pair(
            numbers[entry],
            names[entry],
            strength=min(MOST, max(0, round((strengths or {}).get(entry, 0)))),
            points=_points(games[entry]),
            rank=(ranks or {}).get(entry, 0),
            games=tuple(games[entry]),
        )
        for entry in names
    )
    never = [group.entries & numbers.keys() for group in apart if group.worth is None]
    report = Report(
        name,
        tuple(pairs),
        announced,
        forbidden=tuple(frozenset(numbers[e] for e in group) for group in never if len(group) > 1),
        absent=frozenset(numbers[entry] for entry in absent),
    )
    return report, numbers


def _games(table: Table, scores: Mapping[int, int], numbers: Mapping[int, int]) -> Iterator[tuple[int, Game]]:
    (north,), (east,) = table.north_south, table.east_west
    won = (scores[north] > scores[east]) - (scores[north] < scores[east])
    yield north, Game(numbers[east], "w", "0=1"[won + 1])
    yield east, Game(numbers[north], "b", "1=0"[won + 1])


def draw_input_of(report: Report, seed: int | str, rule: PairingRule | None = None) -> DrawInput:
    """What the next round of a report is drawn from: entries are the numbers of its pairs, scores their points.

    Virtual points of the next round are in the scores. Without a rule the draw is by standing, the strongest first.
    """
    met: dict[tuple[int, int], int] = {}
    last: dict[tuple[int, int], int] = {}
    for pair in report.pairs:
        for at, game in enumerate(pair.games, start=1):
            if game.played and pair.number < game.opponent:
                couple = (pair.number, game.opponent)
                met[couple] = met.get(couple, 0) + 1
                last[couple] = at
    present = [pair for pair in report.pairs if pair.number not in report.absent]
    return DrawInput(
        entries=tuple(pair.number for pair in present),
        seed=seed,
        evening=History(opponents=met),
        sit_outs_evening={
            pair.number: sum(game.result in "UF+" for game in pair.games) for pair in report.pairs
        },
        rounds_after=max(0, report.rounds - report.played - 1),
        rule=rule or PairingRule("swiss", seeding="strength"),
        scores={pair.number: pair.points + _virtual(report, pair.number) for pair in present},
        strengths={pair.number: Fraction(pair.strength) for pair in present},
        round_number=report.played + 1,
        apart=tuple(Apart(group) for group in report.forbidden),
        seats_before={
            pair.number: {"N": _colours(pair).count("w"), "E": _colours(pair).count("b")} for pair in present
        },
        met_in_round=last,
    )


def _virtual(report: Report, number: int) -> Fraction:
    points = report.accelerated.get(number, ())
    return points[report.played] if report.played < len(points) else Fraction(0)


def _colours(pair: Pair) -> list[str]:
    return [game.colour for game in pair.games if game.played]


def until(report: Report, rounds: int) -> Report:
    """The event as it stood after so many rounds; a win counts 1, a draw a half."""
    pairs = (replace(pair, games=pair.games[:rounds], rank=0) for pair in report.pairs)
    return replace(
        report, pairs=tuple(replace(pair, points=_points(pair.games)) for pair in pairs), absent=frozenset()
    )


def round_of(
    report: Report, number: int, seed: int | str, rule: PairingRule | None = None
) -> tuple[Draw, DrawInput]:
    """A round of the report as a draw, and what we would have drawn it from: who played or rested by draw.

    Tables are in the order of the report. Raises IndexError for a round that was not played.
    """
    games = {pair.number: pair.games[number - 1] for pair in report.pairs}
    sides = [(one, game.opponent) for one, game in games.items() if game.opponent and game.colour == "w"]
    tables = tuple(Table(at, (north,), (east,)) for at, (north, east) in enumerate(sides, start=1))
    resting = tuple(one for one, game in games.items() if not game.opponent and game.result == "U")
    there = {*resting, *(entry for side in sides for entry in side)}
    given = draw_input_of(until(report, number - 1), seed, rule)
    given = replace(given, entries=tuple(entry for entry in given.entries if entry in there))
    return Draw(tables, resting, figures(tables, resting, given), ()), given


def _points(games: Sequence[Game]) -> Fraction:
    return sum((_WORTH[game.result] for game in games), Fraction(0))
