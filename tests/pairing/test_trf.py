"""Events of pairs in the report file of the chess federations: there and back, and read by another program."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from gacrux.trf2json import trf2json
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.events import Event
from tournaments.pairing import Apart, Draw, PairingRule, draw_round
from tournaments.pairing.trf import ROUND_ROBIN, Game, Pair, Report, TrfError, read_trf, write_trf
from tournaments.pairing.trf_draws import draw_input_of, report_of, round_of, until


def played(pairs: int, rounds: int, announced: int, seed: int = 3) -> tuple[Event, Report]:
    """Rounds of pairs 101, 102, …, one of which comes in the second round."""
    event = Event(tuple(range(101, 100 + pairs)), announced, seed)
    told: list[tuple[Draw, dict[int, int]]] = []
    for number in range(rounds):
        if number == 1:
            event.present = (*event.present, 100 + pairs)
        before = dict(event.scores)
        drawn = event.play()
        told.append((drawn, {entry: event.scores[entry] - before.get(entry, 0) for entry in event.scores}))
    names = {entry: f"Jansen & de Boer {entry}" for entry in range(101, 101 + pairs)}
    report, numbers = report_of(
        "Klaverdrive zomer",
        names,
        told,
        announced=announced,
        strengths={entry: Fraction(4100 - 3 * entry, 2) for entry in names},
        ranks={entry: at for at, entry in enumerate(sorted(names, key=lambda e: -event.scores[e]), 1)},
        apart=(Apart(frozenset({101, 102, 104})), Apart(frozenset({105, 106}), 5)),
        absent=[103],
    )
    assert numbers == {entry: entry - 100 for entry in names}
    return event, report


@pytest.mark.parametrize(("pairs", "rounds"), [(8, 3), (11, 5), (40, 6)])
def test_there_and_back(pairs: int, rounds: int) -> None:
    _event, report = played(pairs, rounds, rounds + 2)
    assert read_trf(write_trf(report)) == report
    assert report.pairs[-1].games[0] == Game(), "who was not there yet"
    assert report.forbidden == (frozenset({1, 2, 4}),)


def test_the_columns_of_a_line() -> None:
    pair = Pair(
        7,
        "Jansen & de Boer",
        1985,
        Fraction(3, 2),
        4,
        (Game(12, "w", "1"), Game(result="U"), Game(3, "b", "=")),
    )
    line = write_trf(Report("x", (pair,))).splitlines()[-1]
    assert line == (
        "001    7      Jansen & de Boer                  1985                             1.5    4"
        "    12 w 1  0000 - U     3 b ="
    )
    assert (line[80:84], line[85:89], line[91:95], line[96], line[98]) == (" 1.5", "   4", "  12", "w", "1")


def test_the_next_round_of_a_report_is_that_of_the_event() -> None:
    event, report = played(11, 4, 7)
    given = draw_input_of(replace(report, absent=frozenset()), 1)
    assert given.evening.opponents == {
        (one - 100, other - 100): 1 for one, other in {(min(t.entries), max(t.entries)) for t in event.tables}
    }
    assert given.sit_outs_evening == {entry - 100: event.rests[entry] for entry in event.present}
    assert (given.round_number, given.rounds_after) == (5, 2)
    seats = {entry - 100: dict(seats) for entry, seats in event.seats.items()}
    assert {
        entry: {seat: n for seat, n in own.items() if n} for entry, own in given.seats_before.items()
    } == seats
    assert draw_round(given, "pairs").quality.repeated_opponents == 0


def pair_by_gacrux(text: str, folder: Path) -> set[tuple[int, ...]]:
    """The next round as another program draws it."""
    report, answer = folder / "event.trf", folder / "pairs.txt"
    report.write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "gacrux.pairingchecker",
        "-i",
        report,
        "-f",
        "TRF",
        "-b",
        "utf-8",
        "-p",
        "-d",
        "T",
    ]
    subprocess.run([*command, "-o", answer], check=True, capture_output=True, timeout=60)
    count, *lines = answer.read_text(encoding="utf-8").split("\n")
    pairs = [tuple(sorted(map(int, line.split()))) for line in lines if line.strip()]
    assert len(pairs) == int(count)
    return set(pairs)


@pytest.mark.parametrize(("pairs", "rounds"), [(10, 4), (13, 5), (24, 4)])
def test_another_program_reads_our_report_and_draws_on(pairs: int, rounds: int, tmp_path: Path) -> None:
    event, report = played(pairs, rounds, 9)
    text = write_trf(report)
    reader = trf2json()
    reader.parse_file(text, False)
    tournament = reader.get_tournament(1)
    games = [game for game in tournament["gameList"] if game["black"] and game["black"]["cid"]]
    assert len(games) == len(event.tables)
    met = {tuple(sorted((game["white"]["cid"] + 100, game["black"]["cid"] + 100))) for game in games}
    assert met == {tuple(sorted(table.entries)) for table in event.tables}
    points = {one["cid"]: Fraction(str(one["gamePoints"])) for one in tournament["competitors"]}
    assert points == {pair.number: pair.points for pair in report.pairs}
    theirs = pair_by_gacrux(text, tmp_path)
    assert {number for pair in theirs for number in pair} - {0} == set(range(1, pairs + 1)) - {3}
    assert theirs.isdisjoint({(one - 100, other - 100) for one, other in met})
    assert theirs.isdisjoint({(1, 2), (1, 4), (2, 4)})


@pytest.mark.parametrize("options", [[], ["-a"]])
def test_we_read_the_reports_of_another_program(options: list[str], tmp_path: Path) -> None:
    """Random events with half-point byes, forfeits and, in the second case, Baku acceleration."""
    command = [
        sys.executable,
        "-m",
        "gacrux.tournamentgenerator",
        "-g",
        "3",
        "-p",
        "15",
        "-N",
        "7",
        "-x",
        "weighted",
    ]
    subprocess.run(
        [*command, *options, "-o", tmp_path / "E%d.trf"], check=True, capture_output=True, timeout=60
    )
    files = sorted(tmp_path.glob("E*.trf"))
    assert len(files) == 3
    for file in files:
        report = read_trf(file.read_text(encoding="utf-8"))
        assert (len(report.pairs), report.rounds, report.played) == (15, 7, 7)
        assert read_trf(write_trf(report)) == report
        if options:
            # As in our rule: group A of 2 · ⌈15/4⌉, a point in the first half of the four rounds, then half of one.
            half, whole = Fraction(1, 2), Fraction(1)
            assert report.accelerated == dict.fromkeys(range(1, 9), (whole, whole, half, half))
        draw = draw_round(draw_input_of(report, 1), "pairs")
        assert draw.quality.repeated_opponents == 0


def test_rounds_of_a_report_are_draws_of_their_own() -> None:
    """Our own event, taken apart again: what every round was drawn from, but for the totals that a report lacks."""
    event, report = played(11, 4, 7)
    for number, drawn in enumerate(event.draws, start=1):
        draw, given = round_of(report, number, 1)
        met = {frozenset(entry - 100 for entry in table.entries) for table in drawn.tables}
        assert {frozenset(table.entries) for table in draw.tables} == met
        assert draw.sit_outs == tuple(entry - 100 for entry in drawn.sit_outs)
        assert given.round_number == number
        assert sorted(given.entries) == sorted({entry for pair in met for entry in pair} | set(draw.sit_outs))
        assert draw.quality.repeated_opponents == drawn.quality.repeated_opponents == 0
    assert until(report, 4).pairs == tuple(replace(pair, rank=0) for pair in report.pairs)


def test_virtual_points_count_in_their_round() -> None:
    pairs = tuple(Pair(number, str(number), games=(Game(),)) for number in range(1, 5))
    accelerated = {2: (Fraction(1), Fraction(1, 2))}
    given = draw_input_of(Report("x", pairs, accelerated=accelerated), 1, PairingRule("swiss"))
    assert given.scores == {1: 0, 2: Fraction(1, 2), 3: 0, 4: 0}
    assert read_trf(write_trf(Report("x", pairs, 5, accelerated=accelerated))).accelerated == accelerated


def test_the_type_of_an_event_and_its_end() -> None:
    pairs = (Pair(1, "A", games=(Game(2, "w", "1"),)), Pair(2, "B", games=(Game(1, "b", "0"),)))
    report = Report("x", pairs, 1, type=ROUND_ROBIN)
    text = write_trf(report)
    assert "\n092 Individual: Round-Robin\n" in text
    assert read_trf(text) == report
    assert read_trf(text.replace("092", "0--")).type == "Individual: Swiss-System"
    over = [replace(report, rounds=rounds).over for rounds in (0, 1, 2)]
    assert over == [False, True, False], "an event that announced nothing never ends"


HEAD = "012 Zomer\n"
ONE = "001    1      A" + 66 * " " + "1.0          2 w 1\n"
TWO = "001    2      B" + 66 * " " + "0.0          1 b 0\n"


def test_a_small_report_is_read() -> None:
    report = read_trf("\ufeff" + HEAD + ONE.replace("\n", "\r\n") + TWO + "XXC white1\n\n")
    assert [pair.games for pair in report.pairs] == [(Game(2, "w", "1"),), (Game(1, "b", "0"),)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The report has no pairs: no line begins with 001."),
        (HEAD + ONE.replace("   1  ", "   x  ", 1), "Line 2: “x” is no whole number."),
        (HEAD + ONE.replace("   1  ", "   0  ", 1), "Line 2: “0” is no number of a pair."),
        (
            HEAD + ONE + TWO + "001    3  \n",
            "Line 4: of pair 3 there is a number only, no name and no round.",
        ),
        ("001 " + 40 * "9", "Line 1: “99999” is no number of a pair."),
        (HEAD + TWO + ONE.replace("2 w", "1 w"), "Line 3: pair 1 plays against itself."),
        (HEAD + ONE + TWO + ONE, "Line 4: pair 1 is there twice."),
        (HEAD + ONE, "Line 2: there is no pair 2."),
        (HEAD + ONE + TWO + "XXP 1 9\n", "Line 4: there is no pair 9."),
        (HEAD + ONE + TWO + "XXZ 2 two\n", "Line 4: “two” is no whole number."),
        (HEAD + ONE + TWO + "XXR many\n", "Line 4: “many” is no whole number."),
        (HEAD + ONE + TWO + "XXA    1  1.0 o.5\n", "Line 4: “o.5” is no number of points."),
        (HEAD + ONE.replace("1.0", "1/0") + TWO, "Line 2: “1/0” is no number of points."),
        (HEAD + ONE + TWO.replace("b 0", "b 1"), "Lines 2 and 3: pairs 1 and 2 tell round 1 differently."),
        (HEAD + ONE + TWO.replace("b 0", "w 0"), "Lines 2 and 3: pairs 1 and 2 tell round 1 differently."),
        (HEAD + ONE + TWO.replace("1 b 0", ""), "Lines 2 and 3: pairs 1 and 2 tell round 1 differently."),
        (
            HEAD + ONE + TWO + "250  1.0  1.0   0   4    1    2\n",
            "Line 4: “  0   4” are no rounds, first to last.",
        ),
        (
            HEAD + ONE + TWO + 41 * "250  1.0  1.0   1   4    1    2\n",
            "Line 44: there are more than 40 lines that begin with 250.",
        ),
        (HEAD + ONE + TWO + "250  1.0  1.0   1   4    1    3\n", "Line 4: there is no pair 3."),
        (HEAD + ONE + TWO + "XXA    1  1e99999999\n", "Line 4: “1e99999999” is no number of points."),
        (HEAD + ONE.replace("w 1", "w U") + TWO, "Line 2: “2 w U” is no opponent, colour and result."),
        (HEAD + ONE.replace("w 1", "g 1") + TWO, "Line 2: “2 g 1” is no opponent, colour and result."),
    ],
)
def test_bad_lines_are_named(text: str, sentence: str) -> None:
    with pytest.raises(TrfError) as refused:
        read_trf(text)
    assert str(refused.value) == sentence


def test_a_hostile_file_takes_no_time() -> None:
    lines = "".join(f"XXP {one} 2\nXXA {one:4}  1.0\nXXZ {one}\n" for one in range(1, 9999))
    with pytest.raises(TrfError, match="there is no pair 3"):
        read_trf(HEAD + ONE + TWO + lines)


def test_a_report_has_a_most() -> None:
    with pytest.raises(TrfError, match="A report holds 9999 pairs, not 10000"):
        report_of("x", dict.fromkeys(range(10_000), "A"), [])


@settings(deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("", "001", "001    1", HEAD + ONE + TWO + "250", HEAD + ONE[:91]):
        with suppress(TrfError):
            read_trf(start + text)
