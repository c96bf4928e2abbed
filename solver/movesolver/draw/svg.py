"""A scenario, and the move it asks about, as one SVG picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from movesolver.draw import ground, legend, palette
from movesolver.draw.board import board
from movesolver.draw.closeup import Part, part_of
from movesolver.draw.drawing import Drawing, ready
from movesolver.draw.markup import clean, element, number, tooltip
from movesolver.draw.overview import overview
from movesolver.draw.picture import Picture
from movesolver.draw.scene import VerdictLike
from movesolver.draw.view import View
from movesolver.errors import InputError
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import Point, shown
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from movesolver.draw.duty import Owing
    from movesolver.paths.reach import Reach
    from movesolver.paths.threat import Threat

_WIDTH = 1200.0
"""Everything is laid out this wide and scaled as a whole."""
_MARGIN = 16.0
_GUTTER = 20.0
"""Room for the inch numbers left of the table and below it."""
_SIDE = 285.0
"""Width of the legend where it stands beside the table."""
_TALLEST = 1500.0
"""A table taller than this is drawn narrower than there is room for."""
_SHAPES = (1.25, 1.9)
"""The shapes that a part of a table may have in a picture, width over height."""
_MAP = 190.0
"""Width of the little map that says which part of the table is seen."""


def draw_svg(
    scenario: Scenario,
    *,
    verdict: VerdictLike | None = None,
    reach: Reach | None = None,
    threat: Threat | None = None,
    certificate: Mapping[str, Any] | None = None,
    duties: Sequence[Owing] = (),
    width: int = 1200,
    title: str | None = None,
    rules: RuleSet | None = None,
    whole: bool = False,
) -> str:
    """Draw the table, everything on it, and the move, as a player would see it from above.

    Where the action takes a small part of the table that part is drawn, and a little map says
    which it is.  Bases are to scale; y points up.  The model poses of ``action.paths`` or
    ``action.ends`` are drawn solid and the places left behind dashed.  The same
    arguments give the same text, byte for byte, and it refers to nothing outside
    itself.

    Parameters
    ----------
    scenario
        The situation.
    verdict
        What the referee said of the move; heads the picture and marks the models.
    reach
        What the unit can reach: a translucent area, with a line for every inch of path.
    threat
        What an army threatens: an area of its own.
    certificate
        Where a bound comes from, of `Result.certificate`: priced places, cases, spots.
    duties
        What each model had to do and did, of `movesolver.draw.duty.owings`.
    width
        Width in pixels at which a viewer shows the picture.
    title
        First line; by default the unit and its move.
    rules
        Rules of your own to draw by (docs/house-rules.md); those the scenario names if None.
    whole
        Whether the whole table is drawn also where the action takes a small part of it.

    Raises
    ------
    InputError
        If ``width`` is not positive, or the rules choose an unknown version or option.
    """
    if not isinstance(scenario, Scenario):
        wanted = "a Scenario (draw_page and save_picture draw answers)"
        raise InputError("scenario", wanted, shown(type(scenario).__name__))
    picture = Picture(
        scenario,
        verdict=verdict,
        reach=reach,
        threat=threat,
        certificate=certificate,
        duties=tuple(duties),
        rules=rules,
        title=title,
        whole=whole,
    )
    return draw_picture(picture, width=width)


def draw_picture(picture: Picture, *, width: int = 1200, title: str | None = None) -> str:
    """Draw a picture with its title, verdict and legend; see `draw_svg`.

    Raises
    ------
    InputError
        If ``width`` is not positive, or the rules choose an unknown version or option.
    """
    if width < 1:
        raise InputError("width", "a positive number of pixels", str(width))
    drawing, scenario, verdict = ready(picture), picture.scenario, picture.verdict
    part = part_of(drawing, *_SHAPES)
    heading = title or picture.title or legend.title_of(scenario)
    beside, scale = part is None and _beside(scenario), _scale(scenario, part)
    bar = legend.bar_inches(scale) * scale + 210
    head, head_height = legend.header(heading, verdict, _WIDTH - 2 * _MARGIN, bar)
    view = View(_MARGIN + _GUTTER, _MARGIN + head_height, scale, *_size(scenario), part)
    map_, map_height = "", 0.0
    if part is not None:
        left = _WIDTH - _MARGIN - _MAP
        map_, map_height = overview(drawing, part, left, view.bottom + _GUTTER + 8, _MAP)
    key, left, top, key_height = _legend(drawing, view, beside, _MAP + 20 if map_ else 0.0)
    height = max(view.bottom + _GUTTER + map_height + 16, top + key_height + 8)
    return element(
        "svg",
        tooltip(heading),
        element("rect", width=_WIDTH, height=height, fill=palette.PAPER),
        element("g", head, transform=f"translate({number(_MARGIN)} {number(_MARGIN)})"),
        legend.scale_bar(scenario, view.scale, _WIDTH - _MARGIN, _MARGIN + 14),
        board(drawing, view),
        ground.frame(view),
        map_,
        element("g", key, transform=f"translate({number(left)} {number(top)})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(_WIDTH)} {number(height)}",
        width=width,
        height=round(width * height / _WIDTH),
        role="img",
        aria_label=clean(heading),
        font_family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif",
        fill=palette.INK,
    )


def save_svg(path: str | PathLike[str], scenario: Scenario, **options: Any) -> None:
    """Write what `draw_svg` returns to a file, in UTF-8; ``options`` are those of `draw_svg`."""
    text = draw_svg(scenario, **options)
    Path(path).write_text(text + "\n", encoding="utf-8", newline="\n")


def _size(scenario: Scenario) -> Point:
    return scenario.table.width, scenario.table.height


def _beside(scenario: Scenario) -> bool:
    """Return whether the legend stands beside the table: below wide ones there is more room."""
    width, height = _size(scenario)
    return width < 1.15 * height


def _scale(scenario: Scenario, part: Part | None) -> float:
    if part is not None:
        room = _WIDTH - 2 * _MARGIN - _GUTTER
        return min(room / part.width, _TALLEST / part.height)
    width, height = _size(scenario)
    room = _WIDTH - 2 * _MARGIN - _GUTTER - (_SIDE if _beside(scenario) else 0.0)
    return min(room / width, _TALLEST / height)


def _legend(
    drawing: Drawing, view: View, beside: bool, taken: float
) -> tuple[str, float, float, float]:
    """Return the legend, its left and upper edge and its height; ``taken`` is left free of it."""
    if beside:
        left, top = view.right + 20, view.top
        room = _WIDTH - _MARGIN - left
        key, height = legend.columns(legend.entries(drawing, room), room, 1)
    else:
        left, top = view.left, view.bottom + _GUTTER + 4
        room = _WIDTH - _MARGIN - left - taken
        key, height = legend.columns(legend.entries(drawing, room / 3), room, 3)
    return key, left, top, height
