"""The colours of tokens.css, by day and by night: AA for words, AAA for what figures are written in (WCAG 2.2)."""

import re
from pathlib import Path

import pytest

from klaverclub.settings import BASE_DIR

CSS = BASE_DIR / "klaverclub" / "static" / "css"
COLOUR = re.compile(r"--([a-z-]+): (#[0-9a-f]{6});")
PAGES = ("paper", "raised", "sunk")
TINTS = ("felt-tint", "red-tint", "amber-tint", "blue-tint")
WORDS = ("ink", "soft", "felt", "red", "amber", "blue")


def palettes() -> dict[str, dict[str, str]]:
    day, _, night = (
        (CSS / "tokens.css").read_text().partition("@media screen and (prefers-color-scheme: dark)")
    )
    light = dict(COLOUR.findall(day))
    return {"day": light, "night": light | dict(COLOUR.findall(night))}


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.fixture(params=["day", "night"])
def palette(request) -> dict[str, str]:
    return palettes()[request.param]


def test_by_night_no_colour_of_the_day_is_left_but_the_cloth_and_the_paper_of_graphs():
    day, night = palettes().values()
    assert {name for name in day if day[name] == night[name]} == {
        "cloth",
        "cloth-light",
        "on-cloth",
        "drawn-on",
    }


@pytest.mark.parametrize("ground", PAGES + TINTS)
def test_every_word_can_be_read_on_every_ground(palette, ground):
    too_weak = {word: contrast(palette[word], palette[ground]) for word in WORDS}
    assert {word: ratio for word, ratio in too_weak.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("ground", PAGES + TINTS)
def test_figures_are_in_ink_and_reach_aaa_everywhere(palette, ground):
    assert contrast(palette["ink"], palette[ground]) >= 7


@pytest.mark.parametrize("colour", ["soft", "felt", "red"])
def test_coloured_figures_reach_aaa_on_the_page(palette, colour):
    assert contrast(palette[colour], palette["paper"]) >= 7


def test_buttons_and_the_cloth_reach_aaa_for_their_words(palette):
    assert contrast(palette["on-felt"], palette["felt"]) >= 7
    assert contrast(palette["on-cloth"], palette["cloth"]) >= 7
    assert contrast(palette["on-cloth"], palette["cloth-light"]) >= 4.5


@pytest.mark.parametrize("ground", PAGES)
def test_edges_of_controls_and_the_focus_ring_stand_out(palette, ground):
    assert contrast(palette["control"], palette[ground]) >= 3
    assert contrast(palette["blue"], palette[ground]) >= 3


@pytest.mark.parametrize(
    "file",
    [file for file in sorted(CSS.glob("*.css")) if file.name not in {"tokens.css", "print.css"}],
    ids=lambda file: file.name,
)
def test_colours_live_in_the_tokens_alone(file: Path):
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;\s,)])", file.read_text()) == []
