"""Colours can be told apart by every eye, in the light and in the dark, and read as text."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from movesolver.draw import palette
from movesolver.draw.palette import DARK, SIDES

DRAW = Path(palette.__file__).parent
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

# Viénot, Brettel and Mollon (1999) for red and green; Brettel's blue in one plane. Linear RGB.
SIGHT = {
    "all colours": np.eye(3),
    "no red": np.array([[0.1124, 0.8876, 0], [0.1124, 0.8876, 0], [0.0040, -0.0040, 1]]),
    "no green": np.array([[0.2929, 0.7071, 0], [0.2929, 0.7071, 0], [-0.0223, 0.0223, 1]]),
    "no blue": np.array([[1, 0.1462, -0.1462], [0, 0.8590, 0.1410], [0, 0.8590, 0.1410]]),
}


def linear(colour: str) -> Floats:
    value = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: Floats) -> Floats:
    """CIE L*a*b* under daylight, as an eye of some sight sees it."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ np.clip(sight @ linear(colour), 0, 1) / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(a: str, b: str) -> float:
    """Contrast of WCAG 2, from 1 to 21."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    low, high = sorted(float(weights @ linear(colour)) for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


def shown(colour: str, dark: bool) -> str:
    return DARK[colour] if dark else colour


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", SIGHT)
def test_sides_differ_for_every_eye(sight: str, dark: bool) -> None:
    for a, b in combinations(SIDES, 2):
        for one, other in ((a.strong, b.strong), (a.pale, b.pale)):
            seen = [lab(shown(colour, dark), SIGHT[sight]) for colour in (one, other)]
            least = 15.0 if one == a.strong else 10.0
            assert float(np.linalg.norm(seen[0] - seen[1])) > least, (one, other)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", SIGHT)
def test_what_is_well_differs_from_what_is_not(sight: str, dark: bool) -> None:
    pairs = (
        (palette.LINK, palette.WRONG),
        (palette.LINK, palette.OUTSIDE),
        (palette.DONE, palette.COULD),
        (palette.LEGAL, palette.ILLEGAL),
        (palette.ENGAGED, palette.LINK),
    )
    for one, other in pairs:
        seen = [lab(shown(colour, dark), SIGHT[sight]) for colour in (one, other)]
        assert float(np.linalg.norm(seen[0] - seen[1])) > 10.0, (one, other)


@pytest.mark.parametrize("dark", [False, True])
def test_words_can_be_read(dark: bool) -> None:
    pairs = [(hue.on_strong, hue.strong) for hue in SIDES]
    pairs += [(hue.on_pale, hue.pale) for hue in SIDES]
    pairs += [(hue.line, palette.TABLE) for hue in SIDES]
    ink = (palette.INK, palette.SOFT_INK, palette.MARKER, palette.OUTSIDE)
    pairs += [(colour, ground) for colour in ink for ground in (palette.PAPER, palette.TABLE)]
    badges = (palette.LEGAL, palette.ILLEGAL, palette.DONE, palette.COULD, palette.EXCUSED)
    pairs += [(palette.PAPER, badge) for badge in badges]
    for text, ground in pairs:
        assert contrast(shown(text, dark), shown(ground, dark)) >= 4.5, (text, ground)


def test_lines_can_be_seen_on_the_table() -> None:
    moves = (palette.LINK, palette.PATH, palette.WRONG, palette.ENGAGED)
    for colour in (*moves, palette.WISH, palette.PRICE):
        for dark in (False, True):
            assert contrast(shown(colour, dark), shown(palette.TABLE, dark)) >= 3.0, colour


def test_contours_grow_lighter_or_darker_throughout() -> None:
    for dark, way in ((False, 1), (True, -1)):
        light = [lab(shown(colour, dark), SIGHT["all colours"])[0] for colour in palette.CONTOURS]
        assert all(way * step > 3.0 for step in np.diff(light))
    assert [palette.contour(k, 3) for k in range(3)] == [
        palette.CONTOURS[0], palette.CONTOURS[2], palette.CONTOURS[-1]
    ]  # fmt: skip
    assert palette.contour(0, 1) == palette.CONTOURS[0]


def test_every_colour_has_its_role_alone_and_a_dark_twin() -> None:
    source = (DRAW / "palette.py").read_text(encoding="utf-8")
    head = source[: source.index("DARK = {")]
    used = re.findall(r'"(#[0-9a-f]{6})"', head)
    assert len(used) == len(set(used))
    assert set(used) == set(DARK)
    for path in DRAW.glob("*.py"):
        if path.name != "palette.py":
            assert not re.search(r'"#[0-9a-f]{3,6}"', path.read_text(encoding="utf-8")), path.name
