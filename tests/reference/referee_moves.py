"""The slow referee for charges, fights, surges, scouts and set-ups.

Written from the rules alone.  What a move of a model has in common with a normal move
(lengths, ways, ends, coherency) is asked of the functions that judge those.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from reference import referee_arriving as arriving
from reference import referee_charges as charges
from reference import referee_ends as ends
from reference import referee_fights as fights
from reference import referee_transports as transports
from reference import referee_ways as ways
from reference.referee import Opinion, off_table
from reference.referee_board import Board, Piece
from reference.referee_closing import longest
from reference.referee_shapes import Answer
from reference.referee_sides import Sides, read_sides

Json = dict[str, Any]
Judge = Callable[[Sides, Opinion], None]


def judge(document: Json) -> Opinion:
    """Judge a scenario file of the eleventh edition whose move is not one of 09."""
    sides = read_sides(document)
    opinion = Opinion()
    if sides.move in JUDGES:
        travelled(sides, opinion)
        JUDGES[sides.move](sides, opinion)
    elif sides.move == "embark":
        transports.embark(sides, opinion)
    else:
        placed(sides.board, opinion)
        arrive(sides, opinion)
    opinion.unsure -= opinion.sure
    return opinion


JUDGES: dict[str, Judge] = {
    "charge": charges.charge,
    "pile_in": fights.pile_in,
    "consolidate": fights.consolidate,
    "surge": charges.surge,
    "scout": charges.scout,
}


def travelled(sides: Sides, opinion: Opinion) -> None:
    """03.01: all that is asked of any move of models."""
    board = sides.board
    for piece in board.movers:
        if board.has_paths:
            opinion.add("TOO_FAR", _too_far(sides, piece))
            opinion.add("CLIMB", ways.climbs_nothing(board, piece))
            opinion.add("THROUGH_ENEMY", ways.through(board, piece, enemies=True))
            opinion.add("THROUGH_FRIEND", ways.through(board, piece, enemies=False))
            opinion.add("THROUGH_TERRAIN", ways.through_terrain(board, piece))
    placed(board, opinion)


def placed(board: Board, opinion: Opinion) -> None:
    """03.01, 03.02, 03.03: where models end, however they came there."""
    for piece in board.movers:
        opinion.add("OFF_TABLE", off_table(board, piece))
        opinion.add("OVERLAP", ends.overlaps(board, piece))
        opinion.add("IN_TERRAIN", ends.in_terrain(board, piece))
        surface, overhang = ends.surface(board, piece)
        opinion.add("SURFACE", surface)
        opinion.add("OVERHANG", overhang)
    for code, answer in ends.coherency(board):
        opinion.add(code, answer)


def _too_far(sides: Sides, piece: Piece) -> Answer:
    """03.01, 13.06, 21.03: slides and, unless in the skies, climbs against the maximum."""
    spent = 0.0
    for a, b in ways.steps(piece):
        spent += math.dist(a[:2], b[:2]) + (0.0 if piece.flies else abs(b[3] - a[3]))
    over = spent - longest(sides) - sides.tolerance
    return None if abs(over) < 1e-9 else over > 0


def arrive(sides: Sides, opinion: Opinion) -> None:
    """03.02 and what the kind of set-up adds."""
    opinion.add("NOT_PLACED", _left_out(sides))
    if not sides.board.movers:
        opinion.unsure |= {"MODE", "NOT_ELIGIBLE"}
    kinds: dict[str, Judge] = {
        "ingress": arriving.ingress,
        "deep_strike": arriving.ingress,
        "set_up": arriving.deploy,
        "redeploy": arriving.deploy,
    }
    off = sides.move in ("ingress", "deep_strike", "set_up")
    if off and not sides.mover.status.get("in_reserve"):
        # Of a unit that has nowhere to come from nothing else is asked.
        arriving.nowhere(opinion)
        return
    kinds.get(sides.move, transports.leave)(sides, opinion)


def _left_out(sides: Sides) -> Answer:
    if not sides.absent:
        return False
    # 18.05: who cannot be placed is lost; whether one could have been is not searched for.
    return None if sides.move == "emergency_disembark" and sides.version >= 3 else True
