"""What the slow referee asks of every move towards an enemy: how far, closer, whom."""

from __future__ import annotations

from reference import referee_shapes as shapes
from reference.referee_board import Piece
from reference.referee_shapes import Answer, any_of
from reference.referee_sides import Sides, Squad, unit_apart

CONTACT = 1e-4
"""Inches of gap that still count as base contact, for locks and duties."""
HIDDEN = 1e-8


def rooted(sides: Sides) -> bool:
    """02.02: a model with an M of "-" cannot be moved at all, nor a unit of such models."""
    stuck = [piece.own_move == 0 for piece in sides.board.movers]
    moved = any(piece.own_move == 0 and piece.moved for piece in sides.board.movers)
    return moved or (bool(stuck) and all(stuck))


def longest(sides: Sides) -> float:
    """How far each model may go; set as its own M, for the length of its path."""
    action, status = sides.document["action"], sides.mover.status
    if sides.board.stated is not None:
        far = float(sides.board.stated)
    elif sides.move in ("charge", "surge"):
        far = float(action["roll"])
    elif sides.move == "scout":
        far = float(status.get("scouts") or 0.0)
    else:
        far = 3.0
    if sides.mode == "into_the_fray" and sides.move == "charge":
        far = min(far, 6.0)
    if sides.board.skies and not sides.board.hover:
        far = max(0.0, far - 2.0)
    return far


def is_aircraft(sides: Sides) -> bool:
    """23.02: AIRCRAFT make no move but an ingress."""
    return any("AIRCRAFT" in piece.words for piece in sides.board.movers)


def noticed(sides: Sides) -> list[Squad]:
    """23.02: a unit that does not fly takes no notice of AIRCRAFT."""
    if "FLY" in sides.mover.words:
        return sides.foes
    return [s for s in sides.foes if not any("AIRCRAFT" in p.words for p in s.pieces)]


def closer(sides: Sides, piece: Piece, squad: Squad) -> Answer:
    """13: strictly less far by more than the tolerance."""
    before = unit_apart(piece.at_start(), piece.start[3], squad)
    after = unit_apart(piece.at_end(), piece.end[3], squad)
    margin = before - after - sides.tolerance
    if abs(margin) <= 2 * piece.outline.body.error + 2 * error_of(squad) + HIDDEN:
        return None
    return margin > 0


def error_of(squad: Squad) -> float:
    return max(p.outline.body.error for p in squad.pieces)


def too_close(sides: Sides, inches: float) -> Answer:
    """A model ends not more than ``inches`` horizontally from an enemy."""
    return any_of(
        [
            shapes.within(p.at_end(), q.at_start(), inches, sides.tolerance)
            for p in sides.board.movers
            for squad in sides.foes
            for q in squad.pieces
        ]
    )
