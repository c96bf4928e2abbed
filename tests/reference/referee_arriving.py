"""The slow referee on set-ups from reserves and in deployment."""

from __future__ import annotations

from shapely import LineString, Polygon, box
from shapely.ops import unary_union

from reference import referee_shapes as shapes
from reference.referee import Opinion
from reference.referee_board import Piece
from reference.referee_closing import CONTACT, too_close
from reference.referee_shapes import Answer, Body, any_of
from reference.referee_sides import Sides, breadth, engaged_at_end, narrowest, nearer, negated

DOUBT = 2e-9
PLACES = {
    "MODE", "OUTSIDE_SETUP", "OUTSIDE_ZONE", "ENGAGED", "ENGAGED_WITH_OTHER", "TOO_CLOSE",
    "ENEMY_ZONE", "DUTY",
}  # fmt: skip
"""Codes of set-ups."""


def nowhere(opinion: Opinion) -> None:
    """Not where the move begins: whether the rest is judged all the same is left open."""
    opinion.unsure |= PLACES | opinion.sure
    opinion.sure = {"NOT_ELIGIBLE"}


def unengaged(sides: Sides) -> Answer:
    return any_of([engaged_at_end(sides, squad) for squad in sides.foes])


# Reserves (20.04, 24.09).


def ingress(sides: Sides, opinion: Opinion) -> None:
    status = sides.mover.status
    opinion.add("MODE", sides.mode is not None)
    deep = sides.move == "deep_strike"
    opinion.add(
        "NOT_ELIGIBLE",
        any_of(
            [
                not status.get("in_reserve"),
                status.get("embarked_in") is not None,
                sides.round < 2,
                bool(status.get("selected_this_phase")),
                sides.phase not in (None, "movement"),
                deep and not status.get("deep_strike"),
            ]
        ),
    )
    opinion.add("TOO_CLOSE", too_close(sides, 8.0))
    opinion.unsure.add("ENGAGED")  # nearer than 8" is nearer than 2": either word will do
    if deep:
        return
    opinion.add("OUTSIDE_SETUP", any_of([beyond_edges(sides, p) for p in sides.board.movers]))
    if sides.round <= 2:
        opinion.add("ENEMY_ZONE", in_enemy_zone(sides, 0.0))


def beyond_edges(sides: Sides, piece: Piece) -> Answer:
    """20.04: wholly within 6" of the edges; 03.02.02: touching one if too large for that."""
    width, height = sides.board.width, sides.board.height
    here, tolerance = piece.at_end(), sides.tolerance
    if abs(breadth(piece) - 6.0) < 1e-6:
        return None
    if breadth(piece) > 6.0:
        frame = Body(box(0, 0, width, height).exterior, 0.0, 0.0)
        return negated(nearer(here, 0.0, frame, 0.0, CONTACT))
    reach = 6.0 + tolerance
    if sides.board.option("single_edge", False):
        strips = [
            box(-99, -99, reach, height + 99),
            box(width - reach, -99, width + 99, height + 99),
            box(-99, -99, width + 99, reach),
            box(-99, height - reach, width + 99, height + 99),
        ]
        inside = [negated(shapes.sticks_out(here, strip, 0.0)) for strip in strips]
        return negated(any_of(inside))
    if width <= 2 * reach or height <= 2 * reach:
        return False
    middle = box(reach, reach, width - reach, height - reach)
    return shapes.overlap(here, Body(middle, 0.0, 0.0))


def in_enemy_zone(sides: Sides, clearance: float) -> Answer:
    """Some part of a base within the zone, or not more than so far from it."""
    answers: list[Answer] = []
    for side, zone in sides.zones:
        if side == sides.mover.side:
            continue
        for piece in sides.board.movers:
            here = piece.at_end()
            margin = clearance + sides.tolerance - max(0.0, shapes.gap(here, Body(zone, 0.0, 0.0)))
            answers.append(None if abs(margin) <= here.error + DOUBT else margin > 0)
    return any_of(answers)


# Deployment (03.02, 24.20, 24.32).


def deploy(sides: Sides, opinion: Opinion) -> None:
    status = sides.mover.status
    opinion.add("MODE", sides.mode not in (None, "in_zone", "infiltrate"))
    infiltrates = bool(status.get("infiltrators"))
    opinion.add("MODE", sides.mode == "infiltrate" and not infiltrates)
    wrong: list[Answer] = [sides.phase not in (None, "deployment", "pre_battle")]
    if sides.move == "set_up":
        wrong.append(not status.get("in_reserve"))
        if sides.phase == "pre_battle" and status.get("scouts") is None:
            wrong.append(None)  # whether anything but Scouts sets up then is not told
    opinion.add("NOT_ELIGIBLE", any_of(wrong))
    opinion.add("ENGAGED", unengaged(sides))
    outside = _outside_zone(sides)
    near = any_of([too_close(sides, 8.0)])
    zone = in_enemy_zone(sides, 8.0)
    if sides.mode == "infiltrate":
        opinion.add("TOO_CLOSE", near)
        opinion.add("ENEMY_ZONE", zone)
        if near is not False:
            opinion.unsure.add("ENGAGED")
    elif sides.mode == "in_zone" or not infiltrates:
        opinion.add("OUTSIDE_ZONE", outside)
    else:
        # The player's choice is open: legal if either way is.
        if any_of([near, zone]) is not False and outside is not False:
            opinion.unsure |= {"TOO_CLOSE", "ENEMY_ZONE", "OUTSIDE_ZONE", "ENGAGED"}
            if any_of([near, zone]) and outside:
                opinion.sure.add("TOO_CLOSE | ENEMY_ZONE | OUTSIDE_ZONE | ENGAGED")


def _outside_zone(sides: Sides) -> Answer:
    own = [zone for side, zone in sides.zones if side == sides.mover.side]
    if not own:
        return True
    area = unary_union(own)
    answers: list[Answer] = []
    for piece in sides.board.movers:
        here = piece.at_end()
        if isinstance(area, Polygon):
            narrow = narrowest([(x, y) for x, y in area.exterior.coords])
            if abs(narrow - breadth(piece)) < 1e-6:
                answers.append(None)
                continue
            if breadth(piece) > narrow:
                answers.append(negated(_touches_own_edge(sides, piece, own)))
                continue
        answers.append(shapes.sticks_out(here, area, sides.tolerance))
    return any_of(answers)


def _touches_own_edge(sides: Sides, piece: Piece, own: list[Polygon]) -> Answer:
    width, height = sides.board.width, sides.board.height
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    edges = [LineString([corners[k - 1], corners[k]]) for k in range(4)]
    mine = [edge for edge in edges if any(zone.distance(edge) <= 1e-6 for zone in own)]
    here = piece.at_end()
    return any_of([nearer(here, 0.0, Body(edge, 0.0, 0.0), 0.0, CONTACT) for edge in mine])
