"""Colours: side hues of the Okabe-Ito set, lightened and darkened until every eye parts them.

No two roles share a colour, so that a page can give each its dark twin (`DARK`) by the colour
alone; what differs by colour differs by a shape, a dash or a letter too.
"""

from __future__ import annotations

from typing import NamedTuple


class Hue(NamedTuple):
    """The colours of one side."""

    strong: str
    """Fill of the unit that moves."""
    pale: str
    """Fill of everyone else on the side."""
    line: str
    """Outlines and the names of zones."""
    on_strong: str
    """Text on ``strong``."""
    on_pale: str
    """Text on ``pale``."""


SIDES = (
    Hue("#0067a5", "#b5d6ea", "#004a78", "#fdfeff", "#00304f"),
    Hue("#e69f00", "#f6c766", "#7a4f00", "#000000", "#3d2700"),
    Hue("#4cb598", "#1fa580", "#005a41", "#00150e", "#000f0a"),
    Hue("#7c4a67", "#cf80ac", "#7d2f5e", "#fffdfe", "#2a0419"),
)
"""The mover's side first, then the others in order of appearance; more sides start over."""

INK = "#1c1f23"
SOFT_INK = "#5b6167"
PAPER = "#ffffff"
TABLE = "#fbfaf6"
GRID = "#eae7de"
GRID_STRONG = "#cfcabd"
FRAME = "#3a3d42"

FOOTPRINT = {
    "exposed": ("#f1ead6", "#b3a479"),
    "light": ("#dfe9cf", "#7f9a58"),
    "dense": ("#dddbe2", "#77727f"),
}
"""Fill and outline of a terrain feature by category."""
WALL = "#45424a"
RAISED_WALL = "#8d8894"
FLOOR = "#6b6474"

MARKER = "#5e3c99"
LINK = "#008f68"
PATH = "#00263f"
LEGAL = "#00704f"
ILLEGAL = "#c4001a"
WRONG = "#ee1122"
OUTSIDE = "#a6007c"
ENGAGED = "#a84300"
DONE = "#00705a"
COULD = "#d0003f"
EXCUSED = "#6a7077"
PRICE = "#8a5a00"
SPOT = "#8b8e94"
WISH = "#7a3fb0"

CONTOURS = ("#00224e", "#2a3f6d", "#575d6d", "#7d7c78", "#9d956f", "#b9a548")
"""Lines of equal path, nearest first: cividis, which grows lighter for every eye."""

DARK = {
    SIDES[0].strong: "#4aa8e8",
    SIDES[0].pale: "#1d4866",
    SIDES[0].line: "#93cff6",
    SIDES[0].on_strong: "#00131f",
    SIDES[0].on_pale: "#d8edfb",
    SIDES[1].strong: "#e8a30a",
    SIDES[1].pale: "#6e510d",
    SIDES[1].line: "#f5c45c",
    SIDES[1].on_strong: "#150d00",
    SIDES[1].on_pale: "#ffebc4",
    SIDES[2].strong: "#9fdcc8",
    SIDES[2].pale: "#2e7460",
    SIDES[2].line: "#82debf",
    SIDES[2].on_strong: "#00140d",
    SIDES[2].on_pale: "#e6fff7",
    SIDES[3].strong: "#b06c94",
    SIDES[3].pale: "#4b263d",
    SIDES[3].line: "#f0b5d8",
    SIDES[3].on_strong: "#1c0312",
    SIDES[3].on_pale: "#fcdfee",
    INK: "#e9ebee",
    SOFT_INK: "#a5adb5",
    PAPER: "#101317",
    TABLE: "#191c21",
    GRID: "#24282e",
    GRID_STRONG: "#3a4048",
    FRAME: "#8f969e",
    FOOTPRINT["exposed"][0]: "#2d291d",
    FOOTPRINT["exposed"][1]: "#8e8157",
    FOOTPRINT["light"][0]: "#232d1c",
    FOOTPRINT["light"][1]: "#7f9c5b",
    FOOTPRINT["dense"][0]: "#2b2a31",
    FOOTPRINT["dense"][1]: "#878291",
    WALL: "#8b8595",
    RAISED_WALL: "#5f5a69",
    FLOOR: "#a69fb0",
    MARKER: "#b99de8",
    LINK: "#3fd1a5",
    PATH: "#dcecf7",
    LEGAL: "#3fc897",
    ILLEGAL: "#ff6c7e",
    WRONG: "#ff5964",
    OUTSIDE: "#f18ce2",
    ENGAGED: "#ff9a5c",
    DONE: "#46cfae",
    COULD: "#ff6f92",
    EXCUSED: "#969da5",
    PRICE: "#e2b659",
    SPOT: "#7d828a",
    WISH: "#c79bf2",
    **dict(
        zip(
            CONTOURS,
            ("#fee838", "#ddc955", "#bcae6c", "#9c957a", "#7d7f8c", "#5f6f9c"),
            strict=True,
        )
    ),
}
"""What each colour becomes on a dark page."""


def contour(place: int, count: int) -> str:
    """Return the colour of one of ``count`` lines of equal path, counted from 0."""
    return CONTOURS[round(place * (len(CONTOURS) - 1) / max(count - 1, 1))]


def dark_rules(within: str) -> str:
    """Return style rules that give every colour inside a selector its twin of the scheme in use."""
    return "\n".join(
        f'{within} [{what}="{light}"]{{{what}:light-dark({light},{dark})}}'
        for light, dark in DARK.items()
        for what in ("fill", "stroke")
    )
