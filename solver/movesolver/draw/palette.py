"""Colours: side hues from the Okabe-Ito set, which stays apart in all common colour blindness."""

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
    Hue("#0067a5", "#b5d6ea", "#004a78", "#ffffff", "#00304f"),
    Hue("#e69f00", "#f6c766", "#7a4f00", "#000000", "#3d2700"),
    Hue("#007d5b", "#a3dcc9", "#005a41", "#ffffff", "#00382a"),
    Hue("#b85c93", "#ecc4dc", "#7d2f5e", "#ffffff", "#4a1236"),
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
