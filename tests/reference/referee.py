"""A slow referee, written from the rules alone: which codes a move must be given.

Each rule is one function that cites its section.  A code is *sure*, or *unsure* where
sampled or rounded geometry, or an open point of the rules, does not let one say.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from reference import referee_ends as ends
from reference import referee_shapes as shapes
from reference import referee_ways as ways
from reference.referee_board import Board, Piece, read
from reference.referee_shapes import Answer, any_of

Json = dict[str, Any]


@dataclass
class Opinion:
    """Codes that must be reported, and codes that may be."""

    sure: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)

    def add(self, code: str, answer: Answer) -> None:
        if answer:
            self.sure.add(code)
        elif answer is None:
            self.unsure.add(code)


def judge(document: Json) -> Opinion:
    """Judge a scenario file; its move is one that docs/rules.md says is there."""
    board = read(document)
    opinion = Opinion()
    if board.move == "remain_stationary":  # 09.04
        moved = any(len(piece.path) > 1 and piece.moved for piece in board.movers)
        opinion.add("MOVED", moved)
        return opinion
    opinion.add("NOT_ELIGIBLE", not_eligible(board))
    opinion.add("MODE", bad_mode(board))
    for piece in board.movers:
        if board.has_paths:
            opinion.add("TOO_FAR", too_far(board, piece))
            opinion.add("CLIMB", ways.climbs_nothing(board, piece))
            opinion.add("THROUGH_ENEMY", ways.through(board, piece, enemies=True))
            opinion.add("THROUGH_FRIEND", ways.through(board, piece, enemies=False))
            opinion.add("THROUGH_TERRAIN", ways.through_terrain(board, piece))
        opinion.add("OFF_TABLE", off_table(board, piece))
        opinion.add("OVERLAP", ends.overlaps(board, piece))
        opinion.add("IN_TERRAIN", ends.in_terrain(board, piece))
        surface, overhang = ends.surface(board, piece)
        opinion.add("SURFACE", surface)
        opinion.add("OVERHANG", overhang)
    if board.has_paths:
        opinion.add("THROUGH_FRIEND", ways.no_order(board))
    for code, answer in ends.coherency(board):
        opinion.add(code, answer)
    opinion.add(*ends.near_enemies(board))
    opinion.unsure -= opinion.sure
    return opinion


def not_eligible(board: Board) -> Answer:
    """09.05 to 09.07, 09.05.01, 20.04, 23.02, 02.02: may the unit make this move at all."""
    answers = [without_m(board)]
    if board.game != "voidsiege":
        engaged = ends.engaged_at_start(board, count_aircraft=board.move == "fall_back")
        wrong = not engaged if board.move == "fall_back" else engaged
        answers.append(None if engaged is None else wrong)
    if board.game == "wh40k11":
        status, stated = board.status, board.stated is not None
        locked = not stated or board.option("wtc.ingress_lock_all", True)
        answers += [
            bool(status.get("selected_this_phase")) and not stated,
            status.get("moved") == "ingress" and locked,
            any("AIRCRAFT" in piece.words for piece in board.movers),
            board.move == "normal"
            and board.version != "PDF_2026_06"
            and status.get("moved") == "normal"
            and bool(status.get("has_moved_this_phase")),
        ]
    return any_of(answers)


def without_m(board: Board) -> Answer:
    """02.02: models with an M of "-" are not moved; open for moves of a stated distance."""
    dashes = [piece for piece in board.movers if piece.own_move == 0]
    barred: Answer = any(piece.moved for piece in dashes)
    if len(dashes) == len(board.movers):
        barred = barred or None if board.game != "wh40k11" else True
    return None if barred and board.stated is not None else barred


def bad_mode(board: Board) -> Answer:
    """09.02.02, 09.07: ordered retreat needs a unit that is not battle-shocked."""
    if board.move != "fall_back":
        return board.mode is not None
    if board.mode is None:
        return False
    if board.mode == "ordered_retreat":
        return bool(board.status.get("battle_shocked"))
    return board.mode != "desperate_escape"


def allowance(board: Board, piece: Piece) -> float:
    """03.01.01, 03.01.04, 09.06, 21.03, 24.17: how far the model may go."""
    own = piece.own_move
    if board.option("mixed_m", "all") == "normal_advance" and board.move == "fall_back":
        own = board.unit_move
    if board.stated is not None:
        least = board.option("wtc.reactive_move_min", False) and board.move == "normal"
        own = min(own, board.stated) if least else board.stated
    elif board.game == "voidsiege" and board.move in ("run", "assault", "overrun"):
        own *= 2  # VS2
    if board.move == "advance" and board.game != "voidsiege":
        own += board.roll
    if board.skies and not board.hover:
        own = max(0.0, own - 2.0)
    return own


def too_far(board: Board, piece: Piece) -> Answer:
    """03.01, 13.06, VS3: slides add up, and so do climbs; turns cost nothing."""
    spent = 0.0
    for a, b in ways.steps(piece):
        spent += math.dist(a[:2], b[:2])
        rise = b[3] - a[3]
        if board.game == "voidsiege":
            spent += max(rise, 0.0)
        elif not piece.flies:
            spent += abs(rise)
    over = spent - allowance(board, piece) - board.tolerance
    return None if abs(over) < 1e-9 else over > 0


def off_table(board: Board, piece: Piece) -> Answer:
    """03.01: no part of a base crosses the edge, turns included."""
    answers: list[Answer] = []
    for a, b in [*ways.steps(piece), (piece.end, piece.end)]:
        turn = shapes.turn_of(a[2], b[2])
        for pose, angle in ((a, turn), (b, 0.0)):
            over = shapes.off_table(piece.outline, pose, angle, board.width, board.height)
            over -= board.tolerance
            answers.append(None if abs(over) < 1e-9 else over > 0)
    return any_of(answers)
