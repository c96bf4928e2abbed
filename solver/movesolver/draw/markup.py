"""Small pieces of SVG: elements, numbers and text that cannot break out of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import escape

from movesolver.table.fields import Point

# XML 1.0 forbids most control characters and lone surrogates outright; the
# direction marks are legal but let one name reorder the text around it.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SPACE = re.compile(r"\s+")

Attribute = str | float | None


def number(value: float) -> str:
    """Return the shortest decimal with at most four places; never an exponent."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def clean(text: object) -> str:
    """Return text as one line of characters that XML can hold, not yet escaped."""
    line = _SPACE.sub(" ", str(text))
    return _DIRECTION.sub("\ufffd", _FORBIDDEN.sub("\ufffd", line))


def element(name: str, *children: str, **attributes: Attribute) -> str:
    """Return one element.

    Parameters
    ----------
    name
        Name of the tag.
    children
        Ready markup, not escaped again.
    attributes
        Written in the order given, underscores as hyphens (a trailing one is
        dropped, so ``class_`` works); None leaves one out.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = value if isinstance(value, str) else number(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(clean(shown))}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def label(text: object, x: float, y: float, size: float, **attributes: Attribute) -> str:
    """Return a line of upright text at picture coordinates, its baseline at ``y``."""
    return element("text", escape(clean(text)), x=x, y=y, font_size=size, **attributes)


def tooltip(text: object) -> str:
    """Return what a viewer shows when the pointer rests on the parent element."""
    return element("title", escape(clean(text)))


def polyline(points: Sequence[Point], *, close: bool = False) -> str:
    """Return path data through the points, in order."""
    return f"M{' '.join(f'{number(x)},{number(y)}' for x, y in points)}{'Z' if close else ''}"


def text_width(text: str, size: float) -> float:
    """Estimate the width of a line set in a sans-serif face, on the wide side."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" or char in "MWmw@%" for char in text)
    return size * (0.58 * (len(text) - wide) + 1.0 * wide)


def fitted(text: object, size: float, width: float) -> str:
    """Return the text, cut with an ellipsis where it would be wider than ``width``."""
    line = clean(text)
    if text_width(line, size) <= width:
        return line
    # Nothing longer than this can fit, whatever the characters.
    line = line[: int(width / (0.58 * size)) + 1]
    while line and text_width(line + "…", size) > width:
        line = line[:-1]
    return line.rstrip() + "…"
