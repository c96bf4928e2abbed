"""The slow referee on the way: who and what bars a path, and whether it may climb."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from shapely import Point

from reference import referee_shapes as shapes
from reference.referee_board import Board, Ground, Piece, Wall
from reference.referee_shapes import Answer, Body, Pose, any_of

LEVEL = 1.0 - 1e-9  # an inch: 2.3 less 1.3 is a little less
"""03.01 as read here: heights that differ by this much are different levels."""
BIG = ("MONSTER", "VEHICLE")


def steps(piece: Piece) -> Iterator[tuple[Pose, Pose]]:
    """The steps of a path that change something."""
    if len(piece.path) > 1:
        for a, b in zip(piece.path, piece.path[1:], strict=False):
            if a != b:
                yield a, b


def cuts(piece: Piece, a: Pose, b: Pose, other: Body) -> Answer:
    """Whether one step passes over ``other`` in plan."""
    if a[:2] != b[:2]:
        return shapes.overlap(shapes.slid(piece.outline, a, b), other)
    if a[2] != b[2]:
        return shapes.turn_overlaps(piece.outline, a, b, other)
    return shapes.overlap(shapes.placed(piece.outline, *a[:3]), other)


def same_level(piece: Piece, a: Pose, b: Pose, other: Piece, pose: Pose) -> Answer:
    """Whether a step comes within a level of a model that stands at ``pose``.

    A FRAME is in the way with all its body.
    """
    low, high = min(a[3], b[3]), max(a[3], b[3])
    if pose[3] - high < LEVEL and low - pose[3] < LEVEL:
        return True
    mine, theirs = piece.body_height or 0.0, other.body_height or 0.0
    if low < pose[3] + theirs and pose[3] < high + mine:
        return True
    if not mine and not theirs:
        return False
    clear = max(low - pose[3] - theirs, pose[3] - high - mine)
    return False if clear >= LEVEL else None


def meets(piece: Piece, other: Piece, pose: Pose) -> Answer:
    """Whether a path cuts a model that stands at ``pose``."""
    body = shapes.placed(other.outline, *pose[:3])
    answers: list[Answer] = []
    for a, b in steps(piece):
        level = same_level(piece, a, b, other, pose)
        if level is not False:
            cut = cuts(piece, a, b, body)
            answers.append(None if cut and level is None else cut)
    return any_of(answers)


def bars(board: Board, piece: Piece, other: Piece) -> bool:
    """Whether ``other`` bars ``piece`` on this move.

    03.01, 17.01, 21.03, 23.02, 24.35, 09.07 and VS4.
    """
    if board.game == "voidsiege":
        return True
    if board.game == "wh40k10":  # the friends pass, the enemies do not; nothing else is asked
        return other.side != piece.side
    if piece.flies or "AIRCRAFT" in other.words:
        return False
    if strides(board, piece) and "TITANIC" not in other.words:
        return False
    if other.side != piece.side and "THROUGH MODELS" in piece.words:
        return False
    big = board.move in ("normal", "advance") and piece.any_word(*BIG)
    if other.side == piece.side:
        return big and other.any_word(*BIG)
    if board.escapes:
        return False
    return other.any_word(*BIG) if big else True


def strides(board: Board, piece: Piece) -> bool:
    """24.35: a super-heavy walker on one of its moves."""
    walks = board.move in ("normal", "advance", "fall_back")
    return walks and "SUPER-HEAVY WALKER" in piece.words


def through(board: Board, piece: Piece, *, enemies: bool) -> Answer:
    """03.01: a path through a model of another unit that bars it."""
    others = board.enemies if enemies else board.friends
    barring = [other for other in others if bars(board, piece, other)]
    if enemies and board.game == "wh40k10":
        return any_of([comes_near(board, piece, other) for other in barring])
    return any_of([meets(piece, other, other.start) for other in barring])


def comes_near(board: Board, piece: Piece, other: Piece) -> Answer:
    """Tenth edition: a path within 1" and 5" vertically of an enemy."""
    answers: list[Answer] = []
    for a, b in steps(piece):
        if min(abs(a[3] - other.start[3]), abs(b[3] - other.start[3])) > 5 + board.tolerance:
            continue
        if a[:2] != b[:2]:
            swept = shapes.slid(piece.outline, a, b)
            answers.append(shapes.within(swept, other.at_start(), 1.0, board.tolerance))
        else:
            body = other.at_start()
            wide = body._replace(radius=body.radius + 1.0 + board.tolerance)
            answers.append(cuts(piece, a, b, wide))
    return any_of(answers)


def no_order(board: Board) -> Answer:
    """17.01, VS4: whether unit-mates that bar each other can be moved one after another.

    Each is where it started until it moves, and where it was taken to after; in VoidSiege
    it may be set down at any pose of its path.
    """
    movers = [piece for piece in board.movers if any(True for _ in steps(piece))]
    still = [piece for piece in board.movers if piece not in movers]
    early: dict[tuple[int, int], Answer] = {}
    late: dict[tuple[int, int], Answer] = {}
    fixed: list[Answer] = []
    for i, piece in enumerate(movers):
        fixed += [meets(piece, mate, mate.start) for mate in still if bars(board, piece, mate)]
        for j, mate in enumerate(movers):
            if i != j and bars(board, piece, mate):
                early[i, j] = meets(piece, mate, mate.start)
                late[i, j] = meets(piece, mate, mate.end)
    stopped = any_of(fixed)
    if stopped:
        return True
    hopeful = _can_all_move(len(movers), early, late, (True,))
    careful = _can_all_move(len(movers), early, late, (True, None))
    if careful and stopped is False:
        return False
    if board.game == "voidsiege":
        hopeful, careful = _with_stops(board, movers)
    if not hopeful:
        return True
    return False if careful and stopped is False else None


MOST_STATES = 100_000


def _with_stops(board: Board, movers: list[Piece]) -> tuple[bool, bool]:
    """Whether all can move with stops at any pose: at best, and for sure."""
    stops = [[piece.start, *(b for _, b in steps(piece))] for piece in movers]
    cut: dict[tuple[int, int, int, int], Answer] = {}
    for i, piece in enumerate(movers):
        for k, (a, b) in enumerate(pairwise(stops[i])):
            leg = replace(piece, path=[a, b])
            for j, mate in enumerate(movers):
                if i != j and bars(board, piece, mate):
                    for q, pose in enumerate(stops[j]):
                        cut[i, k, j, q] = meets(leg, mate, pose)
    last = [len(poses) - 1 for poses in stops]
    # Who cuts nobody and is cut by nobody, wherever all are, goes when it likes.
    tied = {n for (i, _, j, _), answer in cut.items() if answer is not False for n in (i, j)}
    return _walk(last, sorted(tied), cut, (True,)), _walk(last, sorted(tied), cut, (True, None))


def _walk(
    last: list[int],
    tied: list[int],
    cut: dict[tuple[int, int, int, int], Answer],
    barring: tuple[Answer, ...],
) -> bool:
    """Whether every model gets to its last stop; the benefit of the doubt where that is long."""
    start = (0,) * len(tied)
    reached, fresh = {start}, [start]
    while fresh:
        state = fresh.pop()
        if all(at == last[i] for i, at in zip(tied, state, strict=True)):
            return True
        if len(reached) > MOST_STATES:
            return None not in barring
        for n, i in enumerate(tied):
            after = (*state[:n], state[n] + 1, *state[n + 1 :])
            if state[n] < last[i] and after not in reached:
                ways = [
                    cut.get((i, state[n], j, q), False)
                    for j, q in zip(tied, state, strict=True)
                    if j != i
                ]
                if not any(way in barring for way in ways):
                    reached.add(after)
                    fresh.append(after)
    return False


def _can_all_move(
    count: int,
    early: dict[tuple[int, int], Answer],
    late: dict[tuple[int, int], Answer],
    barring: tuple[Answer, ...],
) -> bool:
    """Try every order, remembering the sets of models that can have moved."""
    reached, fresh = {0}, [0]
    while fresh:
        done = fresh.pop()
        for i in range(count):
            if done >> i & 1:
                continue
            ways = [(late if done >> j & 1 else early).get((i, j), False) for j in range(count)]
            after = done | 1 << i
            if after not in reached and not any(way in barring for way in ways):
                reached.add(after)
                fresh.append(after)
    return (1 << count) - 1 in reached


def hinders(piece: Piece, wall: Wall, low: float, high: float) -> bool:
    """Whether a wall stands at the heights a base passes.

    One that begins a level above, for a FRAME above its body too, is passed under.
    """
    return low < wall.top and wall.bottom < high + max(LEVEL, piece.body_height or 0.0)


def is_low(wall: Wall, level: float, limit: float) -> Answer:
    """13.06: a section up to 2" high hinders nobody; 24.35: up to 4" no super-heavy walker.

    Height is its own, or above the table, or above the base: unsure where these differ.
    """
    answers = {wall.top - wall.bottom <= limit, wall.top <= limit, wall.top - level <= limit}
    return answers.pop() if len(answers) == 1 else None


def through_terrain(board: Board, piece: Piece) -> Answer:
    """13.06: walls and floors of dense features that a path cuts; in VoidSiege any wall."""
    if piece.flies:
        return False
    flat = board.game == "voidsiege"
    answers: list[Answer] = []
    for ground in board.terrain:
        if board.bars_cover:
            entry = enters(piece, ground)
            answers += [entry and cuts(piece, a, b, ground.footprint) for a, b in steps(piece)]
        if not ground.dense and not flat:
            continue
        for a, b in steps(piece):
            low, high = min(a[3], b[3]), max(a[3], b[3])
            if flat or not piece.any_word("INFANTRY", "BEASTS", "SWARM", "MOBILE"):
                limit = -1.0 if flat else 4.0 if strides(board, piece) else 2.0
                answers += [_wall_bars(piece, a, b, wall, limit) for wall in ground.walls]
            if not flat and not piece.any_word("INFANTRY", "BEASTS", "SWARM"):
                for z, polygon in ground.floors:
                    if low < z <= high:
                        answers.append(cuts(piece, a, b, Body(polygon, 0.0, 0.0)))
    return any_of(answers)


def enters(piece: Piece, ground: Ground) -> Answer:
    """VS11: whether a model starts outside a footprint, so that it may not come into it.

    Unsure where it starts a hair inside.
    """
    if shapes.overlap(piece.at_start(), ground.footprint) is False:
        return True
    deep = shapes.overlap(piece.at_start(), ground.footprint, 0.01)
    return False if deep else None


def _wall_bars(piece: Piece, a: Pose, b: Pose, wall: Wall, limit: float) -> Answer:
    low = False if limit < 0 else is_low(wall, a[3], limit)
    if low or not hinders(piece, wall, min(a[3], b[3]), max(a[3], b[3])):
        return False
    cut = cuts(piece, a, b, wall.body)
    return None if cut and low is None else cut


def near(board: Board, piece: Piece, pose: Pose, ground: Ground) -> Answer:
    """13.06: a base within half an inch of a feature."""
    here = shapes.placed(piece.outline, *pose[:3])
    return any_of([shapes.within(here, body, 0.5, board.tolerance) for body in ground.bodies()])


def climbs_nothing(board: Board, piece: Piece) -> Answer:
    """13.06: a climb more than half an inch from all that can be climbed.

    With ``slides_aloft`` supported, also a slide or turn above the ground away from all
    that is so high; else unsure where an exposed or light feature, which has no such
    limit, might be meant.
    """
    if piece.flies or board.game == "voidsiege":
        return False
    if board.option("slides_aloft", "supported") == "supported":
        return any_of([unsupported(board, piece, a, b) for a, b in steps(piece)])
    dense = [ground for ground in board.terrain if ground.dense]
    answers: list[Answer] = []
    for a, b in steps(piece):
        if a[3] == b[3]:
            continue
        beside = any_of([near(board, piece, a, ground) for ground in dense])
        if beside is False and len(dense) < len(board.terrain):
            beside = None
        answers.append(None if beside is None else not beside)
    return any_of(answers)


def unsupported(board: Board, piece: Piece, a: Pose, b: Pose) -> Answer:
    """Whether a step above the ground leaves the half inch around terrain of that height.

    A climb need not be near an exposed or light feature that high, only near a dense one.
    The distance changes no faster than any part of the base moves: halves of the step
    are looked at until one is clearly out, or all are clearly in.
    """
    z = max(a[3], b[3])
    if z <= 1e-6:
        return False
    tall = [ground for ground in board.terrain if ground.height >= z - 1e-6]
    if a[3] != b[3] and any(not ground.dense for ground in tall):
        return False
    bodies = [body for ground in tall for body in ground.bodies()]
    turn = shapes.turn_of(a[2], b[2])
    still = isinstance(piece.outline.body.core, Point)
    length = math.dist(a[:2], b[:2]) + (0.0 if still else abs(turn) * piece.outline.reach)
    doubt = piece.outline.body.error + 2e-6 + board.tolerance
    unsure = False
    parts = [(0.0, 1.0)]
    while parts:
        low, high = parts.pop()
        t = (low + high) / 2
        x, y = (p + t * (q - p) for p, q in zip(a[:2], b[:2], strict=True))
        here = shapes.placed(piece.outline, x, y, a[2] + t * math.degrees(turn))
        out = min((shapes.gap(here, body) for body in bodies), default=math.inf) - 0.5
        half = (high - low) / 2 * length
        if out > doubt:
            return True
        if out + half <= -doubt:
            continue
        if half < 1e-6:
            unsure = True
        else:
            parts += [(low, t), (t, high)]
    return None if unsure else False
