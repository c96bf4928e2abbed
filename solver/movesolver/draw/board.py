"""All that lies on the table, in the order in which it is drawn."""

from __future__ import annotations

from movesolver.draw import choosing, figures, ground, marks, names, palette, regions
from movesolver.draw.drawing import Drawing
from movesolver.draw.markup import element, number
from movesolver.draw.refuted import refuted_labels, refuted_marks
from movesolver.draw.view import View


def board(drawing: Drawing, view: View, *, live: bool = False) -> str:
    """Return the table as one nested picture, cut off at its edge.

    A ``live`` one holds what only a page shows: the unit's links before its move, and the
    ring of each enemy by itself.
    """
    picture, scene, movers = drawing.picture, drawing.scene, drawing.movers
    wrong, apart = drawing.wrong, drawing.apart
    reach, threat = picture.reach, picture.threat
    # The higher of two models on one spot hides the other, as from above.
    resting = sorted((f for f in scene.figures if f.role != "mover"), key=lambda f: f.pose[3])
    moving = sorted(movers, key=lambda f: f.pose[3])
    engagement = drawing.rules.engagement.horizontal
    below = (
        ground.table(view),
        ground.zones(picture.scenario, scene, view),
        ground.terrain(picture.scenario, view),
        ground.markers(picture.scenario, view),
        figures.engagement_zone(scene, engagement, view),
        regions.threat_area(threat, scene, view) if threat is not None else "",
        regions.reach_area(reach, view) if reach is not None else "",
        regions.own_reaches(reach, movers, view) if live and reach is not None else "",
        marks.bound_marks(drawing.source, view),
        refuted_marks(drawing.refuted, view),
        choosing.place_marks(picture.places, view),
        choosing.own_places(picture.places, movers, view) if live else "",
        figures.rings(drawing.enemies, engagement, view) if live else "",
    )
    above = (
        *(figures.ghost(figure, view) for figure in movers),
        marks.wish_marks(picture.scenario, movers, view),
        choosing.acting_rings(scene.figures, picture.acting, view),
        *(figures.base(figure, view, wrong, apart) for figure in resting),
        "" if picture.alone else figures.link_lines(movers, drawing.links, view),
        figures.link_lines(movers, drawing.links_before, view, before=True)
        if live and not picture.alone
        else "",
        marks.break_lines(movers, drawing.breaks, view),
        *(figures.path(figure, view) for figure in movers),
        *(figures.base(figure, view, wrong, apart) for figure in moving),
        marks.engaged_lines(movers, drawing.enemies, drawing.engaged, view),
        marks.duty_marks(movers, resting, picture.duties, view),
        marks.lost_crosses(movers, picture.lost, view),
        marks.wrong_places(picture.verdict, view),
        element("g", class_="measure", fill="none", stroke=palette.INK) if live else "",
    )
    # Shapes are given in inches with y up, text in picture coordinates.
    scale = f"{view.scale!r} {-view.scale!r}"
    flip = f"translate({' '.join(map(number, view.at((0.0, 0.0))))}) scale({scale})"
    box = {"x": view.left, "y": view.top, "width": view.right - view.left}
    high = view.bottom - view.top
    crop = " ".join(map(number, (view.left, view.top, box["width"], high)))
    return element(
        "svg",
        element("g", *below, class_="ground", transform=flip),
        names.ground_names(picture.scenario, scene, view),
        regions.reach_labels(reach, scene, view) if reach is not None else "",
        regions.threat_labels(threat, scene, view) if threat is not None else "",
        element("g", *above, class_="figures", transform=flip),
        element(
            "g", figures.labels((*resting, *moving), scene, view, wrong, live=live), class_="labels"
        ),
        marks.duty_badges(movers, picture.duties, view),
        marks.break_labels(movers, drawing.breaks, view),
        refuted_labels(drawing.refuted, view),
        **box,
        height=high,
        viewBox=crop,
        class_="board",
    )
