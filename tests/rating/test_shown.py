"""What people see: points, bands, status, regular partners, groups, and results that are questioned."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest

from tests.rating.evenings import MONDAY, evening
from tournaments.rating import (
    Book,
    Parameters,
    Status,
    band,
    groups,
    looks_mirrored,
    mirror_gain,
    points,
    regular_partner,
    status,
    too_surprising,
)
from tournaments.sentences import RuleError


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (0, Status.PROVISIONAL),
        (29, Status.PROVISIONAL),
        (30, Status.DEVELOPING),
        (89, Status.DEVELOPING),
        (90, Status.ESTABLISHED),
    ],
)
def test_status(rounds, expected):
    assert status(rounds) is expected


@pytest.mark.parametrize(
    ("mean", "printed"), [(48.0, 1548), (-12.2, 1488), (0.5, 1501), (-0.5, 1500), (0.49, 1500)]
)
def test_points_are_rounded_half_up(mean, printed):
    assert points(mean) == printed


def test_band():
    """1.28 × 1.08 × 25 = 34.56; a fifth more where one partner is nearly always there."""
    assert band(625.0) == pytest.approx(34.56)
    assert band(625.0, regular=True) == pytest.approx(41.472)


def test_regular_partner():
    assert regular_partner([]) is None
    assert regular_partner([7] * 36 + [8] * 24) is None, "36 of 60 is 60 %, not over it"
    assert regular_partner([7] * 37 + [8] * 23) == 7
    assert regular_partner([7] * 50 + list(range(60))) is None, "long ago"
    assert regular_partner([7]) is None, "a first round is no habit"
    assert regular_partner([7] * 29) is None
    assert regular_partner([7] * 19 + [8] * 11) == 7, "19 of 30 is over 60 %"
    assert regular_partner([7] * 18 + [8] * 12) is None


class Line(NamedTuple):
    mean: float
    variance: float


def test_groups():
    """The band of a difference of two with variance 50 is 1.3824 × √100 = 13.824."""
    best, near, far, last = Line(60, 50), Line(47, 50), Line(46, 50), Line(10, 50)
    assert groups([last, far, best, near]) == [[best, near], [far], [last]]
    assert groups([]) == []


def test_a_surprise_is_questioned():
    """Four newcomers: total 4 × 3504.64 + 546.6² = 312790, √ = 559.3; 3.5 of them is 1957.5."""
    honest, wrong = (
        Book([evening(MONDAY, ((1, 2, 3, 4), difference), deals=16)]).tell((MONDAY, 1))[0]
        for difference in (1957, -1958)
    )
    assert not too_surprising(honest)
    assert too_surprising(wrong)


def test_exchanged_sides():
    """Known to win by 100 and said to have lost by 1000: mirrored e**(2 × 1000 × 100 / total) as likely."""
    evenings = [evening(MONDAY + week, ((1, 2, 3 + week, 50 + week), 2000), deals=16) for week in range(12)]
    book = Book([*evenings, evening(MONDAY + 20, ((1, 2, 90, 91), -1900), deals=16)])
    (table,) = book.tell((MONDAY + 20, 1))
    assert table.expected > 250
    one = -((-1900 - table.expected) ** 2) / (2 * table.known.total)
    other = -((1900 - table.expected) ** 2) / (2 * table.known.total)
    assert mirror_gain(table) == pytest.approx(other - one)
    assert looks_mirrored(table)
    assert not looks_mirrored(book.tell((MONDAY + 5, 1))[0])


def test_luck_is_estimated_again():
    """200 rounds of the old 100 a deal, and 50 rounds of 150: 110."""
    old = Parameters(hand_variance=100.0)
    assert old.estimated_again([150.0] * 50).hand_variance == pytest.approx(110, abs=1e-6)
    assert old.estimated_again([]).hand_variance == 100
    assert old.estimated_again([-1e6] * 50).hand_variance == 25, "never less than a quarter"
    assert old.estimated_again([1e6] * 50).hand_variance == 400


def test_estimating_luck_from_rounds_of_which_it_is_known():
    """The mean over many rounds of surprise², less what is unknown about the people, is the luck put in."""
    known = Parameters(hand_variance=10_000.0)
    spread = math.sqrt(16 * 10_000)
    quantiles = [-1.5341, -0.8871, -0.4888, -0.1573, 0.1573, 0.4888, 0.8871, 1.5341]
    variance = sum(one * one for one in quantiles) / len(quantiles)
    rounds = [
        (
            (4 * at + 1, 4 * at + 2, 4 * at + 3, 4 * at + 4),
            round(one * math.sqrt(spread**2 + 4 * known.newcomer_variance)),
        )
        for at, one in enumerate(quantiles * 25)
    ]
    told = Book([evening(MONDAY, *rounds[:200], deals=16)]).tell((MONDAY, 1))
    found = [table.luck for table in told]
    expected = (variance * (spread**2 + 4 * known.newcomer_variance) - 4 * known.newcomer_variance) / 16
    assert sum(found) / len(found) == pytest.approx(expected, rel=0.01)


def test_parameters_survive_as_json():
    changed = Parameters(hand_variance=12_345.678)
    assert Parameters.from_json(changed.to_json()) == changed


@pytest.mark.parametrize(
    "data",
    [
        {},
        Parameters().to_json() | {"version": 2},
        Parameters().to_json() | {"luck": 1.0},
        Parameters().to_json() | {"drift": -1.0},
        Parameters().to_json() | {"drift": "much"},
        Parameters().to_json() | {"hand_variance": float("nan")},
        Parameters().to_json() | {"hand_variance": 0.0},
    ],
)
def test_parameters_that_cannot_be(data):
    with pytest.raises(RuleError):
        Parameters.from_json(data)
