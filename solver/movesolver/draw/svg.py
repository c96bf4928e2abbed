"""A scenario, and the move it asks about, as one SVG picture."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from movesolver.draw import figures, ground, legend, palette
from movesolver.draw.links import coherency_links, outside
from movesolver.draw.markup import clean, element, number, tooltip
from movesolver.draw.scene import VerdictLike, build_scene
from movesolver.draw.view import View
from movesolver.errors import InputError
from movesolver.rules.chosen import rules_in_force
from movesolver.table.scenario import Scenario

_WIDTH = 1200.0
"""Everything is laid out this wide and scaled as a whole."""
_MARGIN = 16.0
_GUTTER = 20.0
"""Room for the inch numbers left of the table and below it."""
_SIDE = 285.0
"""Width of the legend where it stands beside the table."""
_TALLEST = 1500.0
"""A table taller than this is drawn narrower than there is room for."""


def draw_svg(
    scenario: Scenario,
    *,
    verdict: VerdictLike | None = None,
    width: int = 1200,
    title: str | None = None,
) -> str:
    """Draw the table, everything on it, and the move, as a player would see it from above.

    Bases are to scale; y points up.  The model poses of ``action.paths`` or
    ``action.ends`` are drawn solid and the places left behind dashed.  The same
    arguments give the same text, byte for byte, and it refers to nothing outside
    itself.

    Parameters
    ----------
    scenario
        The situation.
    verdict
        What the referee said of the move; heads the picture and marks the models.
    width
        Width in pixels at which a viewer shows the picture.
    title
        First line; by default the unit and its move.

    Raises
    ------
    InputError
        If ``width`` is not positive, or the rules choose an unknown version or option.
    """
    if width < 1:
        raise InputError("width", "a positive number of pixels", str(width))
    rules = rules_in_force(scenario.rules)
    scene = build_scene(scenario)
    movers = scene.of("mover")
    links = coherency_links(movers, rules.coherency, rules.tolerance)
    apart = {movers[k].model.id for k in outside(len(movers), links, rules.coherency)}
    wrong = {name for broken in (verdict.violations if verdict else ()) for name in broken.models}
    heading = legend.title_of(scenario) if title is None else title
    signs = legend.Signs(
        reach=rules.engagement.horizontal,
        neighbour=rules.coherency.neighbour,
        links=bool(links),
        apart=bool(apart),
        wrong=any(figure.model.id in wrong for figure in scene.figures),
    )

    head, head_height = legend.header(heading, verdict, _WIDTH - 2 * _MARGIN)
    view, beside = _layout(scenario, _MARGIN + head_height)
    lines = legend.entries(scenario, scene, signs)
    if beside:
        left, top = view.right + 20, view.top
        room, count = _WIDTH - _MARGIN - left, 1
    else:
        left, top = view.left, view.bottom + _GUTTER + 12
        room, count = view.right - view.left, 3 if len(lines) < 24 else 4
    key, key_height = legend.columns(lines, room, count)
    height = max(view.bottom + _GUTTER + 14, top + key_height + 8)

    on_top = [f for f in scene.figures if f.role != "mover"]
    standing = sorted(on_top, key=lambda f: f.pose[3]) + sorted(movers, key=lambda f: f.pose[3])
    drawing = (
        ground.table(view),
        ground.zones(scenario, scene, view),
        ground.terrain(scenario, view),
        ground.markers(scenario, view),
        figures.engagement_zone(scene, rules.engagement.horizontal, view),
        *(figures.ghost(figure, view) for figure in movers),
        *(figures.base(figure, view, wrong, apart) for figure in standing[: len(on_top)]),
        figures.link_lines(movers, links, view),
        *(figures.path(figure, view) for figure in movers),
        *(figures.base(figure, view, wrong, apart) for figure in standing[len(on_top) :]),
    )
    return element(
        "svg",
        tooltip(heading),
        element("rect", width=_WIDTH, height=height, fill=palette.PAPER),
        element("g", head, transform=f"translate({number(_MARGIN)} {number(_MARGIN)})"),
        _cropped(view, drawing),
        element("g", ground.names(scenario, scene, view), class_="names"),
        element("g", figures.labels(standing, scene, view, wrong), class_="labels"),
        ground.frame(view),
        element("g", key, transform=f"translate({number(left)} {number(top)})"),
        legend.scale_bar(view.scale, view.right, view.bottom + 19),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(_WIDTH)} {number(height)}",
        width=width,
        height=round(width * height / _WIDTH),
        role="img",
        aria_label=clean(heading),
        font_family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif",
        fill=palette.INK,
    )


def save_svg(
    path: str | PathLike[str],
    scenario: Scenario,
    *,
    verdict: VerdictLike | None = None,
    width: int = 1200,
    title: str | None = None,
) -> None:
    """Write what `draw_svg` returns to a file, in UTF-8."""
    text = draw_svg(scenario, verdict=verdict, width=width, title=title)
    Path(path).write_text(text + "\n", encoding="utf-8", newline="\n")


def _layout(scenario: Scenario, top: float) -> tuple[View, bool]:
    """Return where the table lies, and whether there is room for the legend beside it."""
    table = scenario.table
    beside = table.width < 1.15 * table.height
    room = _WIDTH - 2 * _MARGIN - _GUTTER - (_SIDE if beside else 0.0)
    scale = min(room / table.width, _TALLEST / table.height)
    return View(_MARGIN + _GUTTER, top, scale, table.width, table.height), beside


def _cropped(view: View, drawing: tuple[str, ...]) -> str:
    """Return the drawing, given in inches with y up, cut off at the edge of the table."""
    flip = f"translate(0 {number(view.scale * view.height)}) scale({view.scale!r} {-view.scale!r})"
    return element(
        "svg",
        element("g", *drawing, id="table", transform=flip),
        x=view.left,
        y=view.top,
        width=view.right - view.left,
        height=view.bottom - view.top,
    )
