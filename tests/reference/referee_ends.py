"""The slow referee at the end: bases on bases, walls, floors, coherency, enemies."""

from __future__ import annotations

from shapely.ops import unary_union

from reference import referee_shapes as shapes
from reference import referee_ways as ways
from reference.referee_board import Board, Piece
from reference.referee_shapes import Answer, Body, any_of


def overlaps(board: Board, piece: Piece) -> Answer:
    """03.01: no base on another of the same level."""
    answers: list[Answer] = []
    for other in [*board.movers, *board.friends, *board.enemies]:
        if other is piece:
            continue
        level = abs(piece.end[3] - other.end[3]) < ways.LEVEL
        frames = piece.body_height or other.body_height
        if level or frames:
            found = shapes.overlap(piece.at_end(), other.at_end(), board.tolerance)
            answers.append(found if level or found is False else None)
    return any_of(answers)


def in_terrain(board: Board, piece: Piece) -> Answer:
    """03.01, 13.06.01: in a wall that hinders its level, or part-way through a floor.

    Walls of exposed and light features may be ended in, in 40k, on one surface.
    """
    if not piece.moved:
        return False
    here, z, flat = piece.at_end(), piece.end[3], board.game == "voidsiege"
    answers: list[Answer] = []
    for ground in board.terrain:
        if board.bars_cover:
            entry = ways.enters(piece, ground)
            answers.append(entry and shapes.overlap(here, ground.footprint, board.tolerance))
        for wall in ground.walls:
            if not ways.hinders(piece, wall, z, z):
                continue
            found = shapes.overlap(here, wall.body, board.tolerance)
            if not ground.dense and not flat and found is not False:
                found = False if z == 0 or not any(surface(board, piece)) else None
            answers.append(found)
        for floor, polygon in [] if flat else ground.floors:
            if 0 < abs(floor - z) < ways.LEVEL:
                found = shapes.overlap(here, Body(polygon, 0.0, 0.0), board.tolerance)
                # Hanging less than a level above a floor is not told apart from floating.
                answers.append(found if floor > z or not found else None)
    return any_of(answers)


def surface(board: Board, piece: Piece) -> tuple[Answer, Answer]:
    """13.06: where a model that was moved may stand above the ground, and hang over nothing.

    Returns the answers for SURFACE and OVERHANG.
    """
    z = piece.end[3]
    if z <= 0 or not piece.moved or board.game == "voidsiege":
        return False, False
    here = piece.at_end()
    floors = [(g, polygon) for g in board.terrain for height, polygon in g.floors if height == z]
    under = [
        (ground, shapes.overlap(here, Body(polygon, 0.0, 0.0), board.tolerance))
        for ground, polygon in floors
    ]
    stands = any_of([found for _, found in under])
    if stands is not True:
        return (True, False) if stands is False else (None, None)
    out = shapes.sticks_out(here, unary_union([p for _, p in floors]), board.tolerance)
    if out is False and len({id(ground) for ground, found in under if found is not False}) > 1:
        # Floors of two features may or may not be one surface.
        whole = [
            shapes.sticks_out(
                here, unary_union([p for g, p in floors if g is ground]), board.tolerance
            )
            for ground, _ in floors
        ]
        out = False if False in whole else None
    if not piece.any_word("INFANTRY", "BEASTS", "SWARM", "FLY", "MONSTER"):
        return True, out
    if piece.any_word("INFANTRY", "BEASTS", "SWARM", "MOBILE") or piece.flies:
        return False, out
    if "MONSTER" in piece.words and board.option("monster_on_dense_floors", False):
        return False, out
    climbed: list[Answer] = [False]
    for ground, found in under:
        if ground.dense and found is not False:
            if not board.has_paths:
                climbed.append(None)
            for a, b in ways.steps(piece):
                if a[3] != b[3]:
                    close = ways.near(board, piece, a, ground)
                    doubtful = found is None or b[3] < a[3]
                    climbed.append(None if close and doubtful else close)
    return any_of(climbed), out


def coherency(board: Board) -> list[tuple[str, Answer]]:
    """03.03; the tenth edition and VoidSiege (VS6, VS16) ask less."""
    bodies = [piece.at_end() for piece in board.movers]
    heights = [piece.end[3] for piece in board.movers]
    count = len(bodies)
    if count < 2:
        return []
    flat = board.game == "voidsiege"

    def close(i: int, j: int) -> Answer:
        if not flat and abs(heights[i] - heights[j]) > 5 + board.tolerance:
            return False
        return shapes.within(bodies[i], bodies[j], 2.0, board.tolerance)

    linked = {(i, j): close(i, j) for i in range(count) for j in range(count) if i != j}
    wanted = 2 if board.game == "wh40k10" and count >= 7 else 1
    lonely: list[Answer] = []
    for i in range(count):
        mates = [linked[i, j] for j in range(count) if j != i]
        if mates.count(True) >= wanted:
            lonely.append(False)
        else:
            lonely.append(True if mates.count(True) + mates.count(None) < wanted else None)
    codes: list[tuple[str, Answer]] = [("NO_NEIGHBOUR", any_of(lonely))]
    if board.game == "wh40k11" or (flat and board.option("single_group", False)):
        careful = _one_group(count, {pair for pair, found in linked.items() if found})
        hopeful = _one_group(count, {pair for pair, found in linked.items() if found is not False})
        codes.append(("SPLIT", not careful if careful == hopeful else None))
    if board.game == "wh40k11":
        near = [shapes.within(bodies[i], bodies[j], 9.0, board.tolerance) for i, j in linked]
        far: list[Answer] = [None if found is None else not found for found in near]
        codes.append(("SPREAD", any_of(far)))
        codes.append(("HEIGHT", max(heights) - min(heights) > 5 + board.tolerance))
    return codes


def _one_group(count: int, links: set[tuple[int, int]]) -> bool:
    seen, fresh = {0}, [0]
    while fresh:
        i = fresh.pop()
        for j in range(count):
            if (i, j) in links and j not in seen:
                seen.add(j)
                fresh.append(j)
    return len(seen) == count


def _engaged(board: Board, one: Body, z: float, other: Piece, reach: float) -> Answer:
    if abs(z - other.start[3]) > 5 + board.tolerance:
        return False
    return shapes.within(one, other.at_start(), reach, board.tolerance)


def engaged_at_start(board: Board, *, count_aircraft: bool) -> Answer:
    """03.04; 23.02: being engaged with AIRCRAFT alone stops no normal move or advance."""
    reach = 1.0 if board.game == "wh40k10" else 2.0
    count_aircraft |= board.game == "wh40k10"
    foes = [f for f in board.enemies if count_aircraft or "AIRCRAFT" not in f.words]
    return any_of(
        [_engaged(board, p.at_start(), p.start[3], f, reach) for p in board.movers for f in foes]
    )


def near_enemies(board: Board) -> tuple[str, Answer]:
    """09.05 to 09.07: the unit ends unengaged; VS5: no model ends within 2" of an enemy."""
    if board.game == "voidsiege":
        found = [
            shapes.within(p.at_end(), f.at_start(), 2.0, board.tolerance)
            for p in board.movers
            for f in board.enemies
        ]
        return "TOO_CLOSE", any_of(found)
    reach = 1.0 if board.game == "wh40k10" else 2.0
    return "ENGAGED", any_of(
        [
            _engaged(board, p.at_end(), p.end[3], f, reach)
            for p in board.movers
            for f in board.enemies
        ]
    )
