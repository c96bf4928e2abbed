"""A scenario, and the move it asks about, as one SVG picture."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from movesolver.draw import figures, ground, legend, names, palette, regions
from movesolver.draw.links import Link, coherency_links, outside
from movesolver.draw.markup import clean, element, number, tooltip
from movesolver.draw.scene import Scene, VerdictLike, build_scene
from movesolver.draw.view import View
from movesolver.errors import InputError
from movesolver.rules.chosen import rules_in_force
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import Point
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
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


def draw_svg(
    scenario: Scenario,
    *,
    verdict: VerdictLike | None = None,
    reach: Reach | None = None,
    threat: Threat | None = None,
    width: int = 1200,
    title: str | None = None,
    rules: RuleSet | None = None,
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
    reach
        What the unit can reach: a translucent area, with a line for every inch of path.
    threat
        What an army threatens: an area of its own.
    width
        Width in pixels at which a viewer shows the picture.
    title
        First line; by default the unit and its move.
    rules
        Rules of your own to draw by (docs/house-rules.md); those the scenario names if None.

    Raises
    ------
    InputError
        If ``width`` is not positive, or the rules choose an unknown version or option.
    """
    if width < 1:
        raise InputError("width", "a positive number of pixels", str(width))
    rules = rules_in_force(scenario.rules) if rules is None else rules
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
        reach_lines=reach is not None and bool(reach.lines()),
        reach_area=reach is not None,
        reach_outer=reach is not None and not all(r.exact for r in reach.regions.values()),
        reach_levels=reach is not None and bool(reach.levels),
        threat=threat,
    )

    bar = legend.BAR * _scale(scenario) + 210
    head, head_height = legend.header(heading, verdict, _WIDTH - 2 * _MARGIN, bar)
    view = View(_MARGIN + _GUTTER, _MARGIN + head_height, _scale(scenario), *_size(scenario))
    key, left, top, key_height = _legend(scenario, scene, signs, view)
    height = max(view.bottom + _GUTTER, top + key_height + 8)
    return element(
        "svg",
        tooltip(heading),
        element("rect", width=_WIDTH, height=height, fill=palette.PAPER),
        element("g", head, transform=f"translate({number(_MARGIN)} {number(_MARGIN)})"),
        legend.scale_bar(scenario, view.scale, _WIDTH - _MARGIN, _MARGIN + 14),
        _board(scenario, scene, view, links, wrong, apart, signs.reach, reach, threat),
        ground.frame(view),
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


def save_svg(
    path: str | PathLike[str],
    scenario: Scenario,
    *,
    verdict: VerdictLike | None = None,
    reach: Reach | None = None,
    threat: Threat | None = None,
    width: int = 1200,
    title: str | None = None,
    rules: RuleSet | None = None,
) -> None:
    """Write what `draw_svg` returns to a file, in UTF-8."""
    text = draw_svg(
        scenario,
        verdict=verdict,
        reach=reach,
        threat=threat,
        width=width,
        title=title,
        rules=rules,
    )
    Path(path).write_text(text + "\n", encoding="utf-8", newline="\n")


def _size(scenario: Scenario) -> Point:
    return scenario.table.width, scenario.table.height


def _beside(scenario: Scenario) -> bool:
    """Return whether the legend stands beside the table: below wide ones there is more room."""
    width, height = _size(scenario)
    return width < 1.15 * height


def _scale(scenario: Scenario) -> float:
    width, height = _size(scenario)
    room = _WIDTH - 2 * _MARGIN - _GUTTER - (_SIDE if _beside(scenario) else 0.0)
    return min(room / width, _TALLEST / height)


def _legend(
    scenario: Scenario, scene: Scene, signs: legend.Signs, view: View
) -> tuple[str, float, float, float]:
    """Return the legend, its left and upper edge and its height."""
    if _beside(scenario):
        left, top = view.right + 20, view.top
        room = _WIDTH - _MARGIN - left
        key, height = legend.columns(legend.entries(scenario, scene, signs, room), room, 1)
    else:
        left, top = view.left, view.bottom + _GUTTER + 4
        room = view.right - view.left
        key, height = legend.columns(legend.entries(scenario, scene, signs, room / 3), room, 3)
    return key, left, top, height


def _board(
    scenario: Scenario,
    scene: Scene,
    view: View,
    links: list[Link],
    wrong: set[str],
    apart: set[str],
    engagement: float,
    reach: Reach | None,
    threat: Threat | None,
) -> str:
    """Return all that lies on the table, cut off at its edge."""
    movers = scene.of("mover")
    # The higher of two models on one spot hides the other, as from above.
    resting = sorted((f for f in scene.figures if f.role != "mover"), key=lambda f: f.pose[3])
    moving = sorted(movers, key=lambda f: f.pose[3])
    below = (
        ground.table(view),
        ground.zones(scenario, scene, view),
        ground.terrain(scenario, view),
        ground.markers(scenario, view),
        figures.engagement_zone(scene, engagement, view),
        regions.threat_area(threat, scene, view) if threat is not None else "",
        regions.reach_area(reach, view) if reach is not None else "",
    )
    above = (
        *(figures.ghost(figure, view) for figure in movers),
        *(figures.base(figure, view, wrong, apart) for figure in resting),
        figures.link_lines(movers, links, view),
        *(figures.path(figure, view) for figure in movers),
        *(figures.base(figure, view, wrong, apart) for figure in moving),
    )
    # Shapes are given in inches with y up, text in picture coordinates.
    scale = f"{view.scale!r} {-view.scale!r}"
    flip = f"translate({number(view.left)} {number(view.bottom)}) scale({scale})"
    box = {"x": view.left, "y": view.top, "width": view.right - view.left}
    high = view.bottom - view.top
    crop = " ".join(map(number, (view.left, view.top, box["width"], high)))
    return element(
        "svg",
        element("g", *below, class_="ground", transform=flip),
        names.ground_names(scenario, scene, view),
        regions.reach_labels(reach, scene, view) if reach is not None else "",
        element("g", *above, class_="figures", transform=flip),
        element("g", figures.labels((*resting, *moving), scene, view, wrong), class_="labels"),
        **box,
        height=high,
        viewBox=crop,
        class_="board",
    )
