"""Answers written as pictures: what a file's name ends in says of which kind."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path

from movesolver.draw.answers import WaysFound, pictures_of, plain
from movesolver.draw.page import draw_page
from movesolver.draw.scene import VerdictLike
from movesolver.draw.suffixes import LISTED, SUFFIXES
from movesolver.draw.svg import draw_picture
from movesolver.errors import InputError, UnsupportedError
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import printable
from movesolver.table.fields import shown as quoted

PNG_SCALE = 2.0
"""Pixels of a PNG for each of the picture's width."""


def save_picture(
    file: str | PathLike[str],
    answer: object,
    *,
    verdict: VerdictLike | WaysFound | None = None,
    title: str | None = None,
    rules: RuleSet | None = None,
    whole: bool = False,
) -> list[Path]:
    """Write an answer as the picture that a file's name asks for.

    Parameters
    ----------
    file
        Where to: ``.html`` for a page, ``.svg`` or ``.png`` for a picture.
    answer, verdict, title, rules, whole
        As for `movesolver.draw.page.draw_page`.

    Returns
    -------
    list of Path
        What was written: one page with all moves, or a picture of each; those of `propose`
        are numbered: ``moves-1.svg``, ``moves-2.svg``.

    Raises
    ------
    InputError
        If the name ends in something else, the answer is nothing that can be drawn, or the file
        cannot be written.
    UnsupportedError
        If it is to be a PNG and what draws these is not installed.
    """
    target = Path(file)
    kind = target.suffix.lower()
    if kind not in SUFFIXES:
        raise InputError("draw", f"a file name that ends in {LISTED}", quoted(target.name))
    if kind == ".html":
        page = draw_page(answer, verdict=verdict, title=title, rules=rules, whole=whole)
        _write(target, page.encode())
        return [target]
    pictures = pictures_of(answer, verdict=verdict, rules=rules)
    written = []
    for number, picture in enumerate(pictures, 1):
        numbered = target.with_name(f"{target.stem}-{number}{target.suffix}")
        named = numbered if picture.name else target
        shown = replace(plain(picture), whole=whole or picture.whole)
        text = draw_picture(shown, title=title)
        _write(named, (text + "\n").encode() if kind == ".svg" else png_of(text))
        written.append(named)
    return written


def _write(target: Path, data: bytes) -> None:
    try:
        target.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        name = printable(str(target))
        raise InputError(name, "a file that can be written", reason) from None


def png_of(svg: str) -> bytes:
    """Return a picture of `draw_svg` as PNG, twice as wide in pixels.

    Raises
    ------
    UnsupportedError
        If the extra ``png`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UnsupportedError("PNG needs resvg-py: pip install 'movesolver[png]'") from None
    return svg_to_bytes(svg_string=svg, zoom=PNG_SCALE, sans_serif_family="DejaVu Sans")
