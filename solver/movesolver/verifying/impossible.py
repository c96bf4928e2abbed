"""Proofs that no end of the unit is legal at all."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.spatial import cKDTree

from movesolver.errors import InputError
from movesolver.referee.check import judge
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings
from movesolver.referee.targets import target_findings
from movesolver.table.fields import inside
from movesolver.verifying.board import Board, Storey
from movesolver.verifying.boxes import Boxes, search
from movesolver.verifying.modes import earlier_has_room
from movesolver.verifying.outlines import Floats
from movesolver.verifying.proof import Proof
from movesolver.verifying.reading import Node, field, items, mapping, names, text, whole
from movesolver.verifying.verified import Budget
from movesolver.verifying.worth import Worth

FINE = 0.1
"""Half side down to which boxes are split where models are compared, inches."""
LOSS = 1e-6
"""How far below nothing the worth of a unit that is worth nothing must come, points."""


def fault_of(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """Return why a proof of infeasibility does not hold; None if it does."""
    kind = text(field(node, "kind", place), inside(place, "kind"))
    if kind not in KINDS:
        wanted = ", ".join(("prices, split, alone, whole, parts, modes, grid", *KINDS))
        raise InputError(inside(place, "kind"), wanted, kind)
    if board.in_part and kind not in ("rules", "earlier"):
        return f"{place}: models that find no place are left out"
    fault = KINDS[kind](board, node, place, budget)
    if fault is None or kind not in BY_WAYS:
        return fault
    board.thorough = True
    fault = KINDS[kind](board, node, place, budget)
    board.thorough = False
    return fault


def _rules(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """The move may not be made, whatever its ends."""
    codes = set(names(field(node, "codes", place), inside(place, "codes")))
    position = board.position
    found = [*eligibility(position), *mode_findings(position), *target_findings(position)]
    if not position.move.moves_models:
        found += judge(position, {}).violations
    missing = codes - {str(one.code) for one in found}
    if codes and not missing:
        return None
    return f"{place}: the move is not ruled out by {', '.join(sorted(missing)) or 'no code'}"


def _earlier(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """The mode may not be taken, as there is room in an earlier one (18.04)."""
    return earlier_has_room(board.position, node, place)


def _nowhere(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """A model has no legal place, whatever the others do."""
    i = _model(board, field(node, "model", place), inside(place, "model"))
    at = _some_place(board, i, None, budget)
    return at and f"{place}: {board.ids[i]} is not shown to be illegal at {at}"


def _some_place(
    board: Board, i: int, wanted: Callable[[Boxes, Storey], Floats] | None, budget: Budget
) -> str | None:
    """Return a place where a model may end, within 0 of what is wanted there; None if none."""
    for storey in board.storeys(i):

        def value(boxes: Boxes, storey: Storey = storey) -> Floats:
            open_ones = board.possible(i, boxes, storey)
            if wanted is not None:
                open_ones &= wanted(boxes, storey) <= 0.0
            return np.where(open_ones, 0.0, -math.inf)

        found = search(board.region(i, storey), value, -math.inf, budget)
        if found.at is not None:
            return f"({found.at[0]:.6g}, {found.at[1]:.6g}), {storey.low:g} inches up"
    return None


def _apart(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """Some models cannot come near the others, so the unit cannot be coherent (03.03)."""
    some, others = (_models(board, node, place, part) for part in ("some", "others"))
    rule, n = board.position.rules.coherency, len(board.ids)
    lonely = field(node, "neighbour", place) is True
    if len({*some, *others}) != len(some) + len(others) or not some or not others:
        return f"{place}: two groups of different models are wanted"
    for i in some:
        for j in others:
            flat, tall = _least_apart(board, i, j)
            if _beyond(board, flat, tall, rule.neighbour, rule.neighbour_vertical):
                continue
            flat = max(flat, _least_between(board, i, j, budget))
            if not _beyond(board, flat, 0.0, rule.neighbour, rule.neighbour_vertical):
                return f"{place}: {board.ids[i]} and {board.ids[j]} may end {flat:.6g} inches apart"
    if lonely:
        left = n - 1 - len(others)
        if len(some) == 1 and left < min(rule.needed_of(n), n - 1):
            return None
        return f"{place}: {board.ids[some[0]]} may have neighbours enough"
    if rule.single_group and len(some) + len(others) == n:
        return None
    return f"{place}: the two groups are not the whole unit, or need not be one group"


def _spread(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """Two models end farther apart than the largest span (03.03)."""
    here, rule = inside(place, "models"), board.position.rules.coherency
    pair = _models(board, node, place, "models")
    if len(set(pair)) != 2 or len(pair) != 2:
        return f"{here}: two different models are wanted"
    flat, tall = _least_apart(board, *pair)
    if _beyond(board, flat, tall, rule.span, rule.span_vertical):
        return None
    flat = max(flat, _least_between(board, pair[0], pair[1], budget))
    if flat > rule.span + board.slop:
        return None
    first, second = (board.ids[i] for i in pair)
    return f"{place}: {first} and {second} may end only {flat:.6g} inches apart"


def _least_apart(board: Board, i: int, j: int) -> tuple[float, float]:
    """Return how near two models can come at best: flat gap and difference of heights."""
    a, b = board.starts[i], board.starts[j]
    moves = board.reach[i] + board.reach[j]
    flat = math.hypot(a.x - b.x, a.y - b.y) - a.outline.outer - b.outline.outer - moves
    return flat, abs(a.z - b.z) - (math.inf if _free_heights(board) else moves)


def _least_between(board: Board, i: int, j: int, budget: Budget) -> float:
    """Return how near two models can come at best, as the boxes go that may hold their ends."""
    places = [_open_boxes(board, k, budget) for k in (i, j)]
    if any(not len(found) for found in places):
        return -math.inf  # one of them has nowhere to be: that is another kind of proof
    a, b = places
    away = np.asarray(cKDTree(a[:, :2]).query(b[:, :2])[0])
    diagonal = math.sqrt(2.0) * float(a[:, 2].max() + b[:, 2].max())
    return float(away.min()) - diagonal - board.outlines[i].outer - board.outlines[j].outer


def _open_boxes(board: Board, i: int, budget: Budget) -> Floats:
    """Return boxes that hold every place where a model may end: middles and half side, (p, 3)."""
    found = [np.empty((0, 3))]
    for storey in board.storeys(i):
        for region in board.region(i, storey):
            boxes = region
            while True:
                budget.spend(boxes.x.size)
                boxes = boxes.only(board.possible(i, boxes, storey))
                if boxes.half <= FINE:
                    break
                boxes = boxes.split()
            found.append(np.column_stack([boxes.x, boxes.y, np.full(boxes.x.size, boxes.half)]))
    return np.concatenate(found)


def _free_heights(board: Board) -> bool:
    """Return whether heights may cost nothing: in the skies, on the way down, in FRAME bodies."""
    position = board.position
    flying = any(mover.flying for mover in position.movers)
    tall = bool(position.tall(position.start).any())
    return flying or tall or not position.rules.descent_counts


def _beyond(board: Board, flat: float, tall: float, limit: float, limit_tall: float) -> bool:
    return flat > limit + board.slop or tall > limit_tall + board.slop


def _out_of_reach(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """The move must end engaged with a target that no model can end near (11.04)."""
    here, position = inside(place, "target"), board.position
    target, move = text(field(node, "target", place), here), position.move
    if move.engages_all and target in position.targets:
        units: tuple[str, ...] = (target,)
    elif move.ends == "engaged" and target in position.foes:
        units = position.foes  # any enemy would do, so none may be near
    else:
        return f"{place}: the move need not end engaged with {target}"
    reach = position.rules.engagement.horizontal + board.slop
    pairs = zip(board.others, position.other_units, strict=True)
    bodies = [body for body, owner in pairs if owner in units]
    for i, name in enumerate(board.ids):
        outer = board.outlines[i].outer

        def over(boxes: Boxes, storey: Storey, outer: float = outer) -> Floats:
            least: Floats = np.minimum.reduce([boxes.spread(body)[0] for body in bodies])
            return least - outer - reach

        at = _some_place(board, i, over, budget)
        if at is not None:
            return f"{place}: {name} may end engaged with {target} at {at}"
    return None


def _held(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """A model cannot get out of a distance that must be kept from an enemy (03.04)."""
    i = _model(board, field(node, "model", place), inside(place, "model"))
    foe = text(field(node, "by", place), inside(place, "by"))
    if foe not in board.position.other_ids:
        return f"{inside(place, 'by')}: no such enemy on the table: {foe}"
    j = board.position.other_ids.index(foe)
    mine, other, reach = board.starts[i], board.others[j], board.reach[i]
    flat = math.hypot(mine.x - other.x, mine.y - other.y) + reach
    flat -= mine.outline.grip + other.outline.grip
    tall = abs(mine.z - other.z) + (math.inf if _free_heights(board) else reach)
    for berth in board.berths:
        near = flat <= berth.horizontal - board.slop and not board.solid(i, j)
        if berth.whom[j] and near and (math.isinf(berth.vertical) or tall <= berth.vertical):
            return None
    return f"{place}: {board.ids[i]} may end {flat:.6g} inches from {foe}"


def _room(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """There is not enough room for all: even a unit that is worth nothing pays too much."""
    proof = Proof(board, Worth(board, nothing=True), budget)
    here = inside(place, "proof")
    value = proof.root(mapping(field(node, "proof", place), here), here)
    if proof.faults:
        return "; ".join(proof.faults)
    if value < -LOSS:
        return None
    return f"{here}: only {value:.6g} was shown, less than nothing is wanted"


def _need(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """So many models cannot end within the distance that the goal needs too few of."""
    if "proof" in node:
        return _needs(board, node, place, budget)
    here = inside(place, "goal")
    k = whole(field(node, "goal", place), here)
    needed = Worth(board, nothing=True).needed(k)
    if needed is None:
        return f"{here}: goal[{k}] needs nothing"
    count, concerned, term = needed
    out = _models(board, node, place, "models")
    for i in out:

        def away(boxes: Boxes, storey: Storey, i: int = i) -> Floats:
            return 0.5 - term(i, boxes, storey, None)

        at = _some_place(board, i, away, budget)
        if at is not None:
            return f"{place}: {board.ids[i]} may end within the distance at {at}"
    left = len(set(concerned) - {board.ids[i] for i in out})
    return None if left < count else f"{place}: {left} models are left, {count} are needed"


def _needs(board: Board, node: Node, place: str, budget: Budget) -> str | None:
    """A point for each model that counts in some needs comes to less than these ask for."""
    here, there = inside(place, "goals"), inside(place, "proof")
    worth, wanted = Worth(board, nothing=True), 0
    for j, number in enumerate(items(field(node, "goals", place), here)):
        k = whole(number, inside(here, j))
        needed = worth.needed(k)
        if needed is None:
            return f"{inside(here, j)}: goal[{k}] needs nothing"
        wanted += needed[0]
        worth.terms.append(needed[2])
    proof = Proof(board, worth, budget)
    value = proof.root(mapping(field(node, "proof", place), there), there)
    if proof.faults:
        return "; ".join(proof.faults)
    if value < wanted - LOSS:
        return None
    return f"{there}: only {value:.6g} was shown, less than {wanted} models is wanted"


def _models(board: Board, node: Node, place: str, part: str) -> list[int]:
    here = inside(place, part)
    return [_model(board, name, here) for name in names(field(node, part, place), here)]


def _model(board: Board, value: object, place: str) -> int:
    name = text(value, place)
    if name not in board.ids:
        raise InputError(place, f"a model of {board.scenario.mover.id}", name)
    return board.ids.index(name)


KINDS: dict[str, Callable[[Board, Node, str, Budget], str | None]] = {
    "rules": _rules,
    "earlier": _earlier,
    "nowhere": _nowhere,
    "apart": _apart,
    "spread": _spread,
    "out_of_reach": _out_of_reach,
    "held": _held,
    "need": _need,
    "room": _room,
}
"""What goes through each kind of node."""
BY_WAYS = ("nowhere", "apart", "spread", "out_of_reach", "need")
"""Kinds that may hold because of how long ways are, though not by straight ones."""
