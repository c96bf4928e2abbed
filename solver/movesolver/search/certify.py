"""How far bounds over every legal end are lowered: cases, and the tree that proves them."""

from __future__ import annotations

import heapq
import math
import time
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from movekernels.arrays import TOLERANCE, Floats
from movekernels.search.ground import KIND, WEIGHT, WITHIN, WITHIN_SOLID
from movesolver.errors import InputError
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.search.answer import Proof
from movesolver.search.arena import Arena, build_arena
from movesolver.search.bounds import alone, term_range
from movesolver.search.branching import best_branch
from movesolver.search.cells import Relaxed, Window, relaxed, split_window
from movesolver.search.columns import ROUNDS as DISC_ROUNDS
from movesolver.search.columns import tightened
from movesolver.search.counting import count_bound
from movesolver.search.goal_bounds import ROUNDING, forms_bound, may_be_left_out, with_forms
from movesolver.search.goal_table import Goal
from movesolver.search.peaks import Bound, Tiles, elsewhere_of, price_bound, proved, tiles_of
from movesolver.search.prices import (
    HASTY,
    NOTHING,
    QUICK,
    Branch,
    Prices,
    Pricing,
    Stage,
    lowered,
    staged,
)
from movesolver.search.watch import Watch, interrupts
from movesolver.table.fields import check_amount

PROOF_MS = 2000.0
"""Milliseconds that a bound is lowered for by default where that is asked."""
SHORT = 0.02
"""How far below nothing the worth of a unit without room is brought, points."""
ROOT_PART = 0.9
"""How much of the time may be taken before cases are split."""
ROUNDS = 60
"""Steps made in each case ..."""
BEGIN = 0.5
"""... the first of them this part of a Polyak step: prices of the case before are near."""
UNDECIDED = 0.15
"""Boxes that hold less than this of a model, or lack less, are not worth splitting."""
FINEST = 1 / 64
"""Side of the smallest squares, inches."""
NODES = 10_000
"""Cases looked at by default, at most."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How far a bound is to be lowered."""

    over: Literal["grid", "all"]
    """Of which ends: those on the spots of the search, or every legal one."""
    gap: float
    """Points above what was found."""
    seconds: float


def wanted_proof(
    certify: Literal["grid", "all"] | None, gap: float, proof_ms: float
) -> Wanted | None:
    """Return how far the bound is to be lowered, None if no more than it always is.

    Raises
    ------
    InputError
        If a number is negative or ``certify`` is not known, or if it is None and what says how
        far a proof goes is given.
    """
    if certify not in (None, "grid", "all"):
        raise InputError("certify", '"grid" or "all"', repr(certify))
    check_amount("gap", "zero or more points", gap)
    check_amount("proof_ms", "zero or more milliseconds", proof_ms)
    if certify is None:
        for name, given, default in (("gap", gap, 0.0), ("proof_ms", proof_ms, PROOF_MS)):
            if given != default:
                raise InputError(name, "a proof that it is for (certify)", "none")
    return Wanted(certify, gap, proof_ms / 1000) if certify else None


def best_bound(
    position: Position,
    goal: Goal,
    incumbent: float | None,
    wanted: Wanted | None,
    arena: Arena | None = None,
    watch: Watch | None = None,
    seconds: float = math.inf,
) -> Proof:
    """Return the lowest bound over every legal end that is found, and its proof.

    ``incumbent`` is what a legal end is worth, None if none is known; ``arena`` that of the
    search, if there was one; ``watch`` is told of the bounds of a proof that is ``wanted``.
    A bound that nobody wants lowered is given up in about so many ``seconds``.
    """
    more = forms_bound(position, goal, term_range)
    if math.isinf(more):
        return Proof(math.inf)
    known = None if incumbent is None else incumbent - more
    tell = None if watch is None else _Teller(watch, more)
    lowest = _lowest(position, goal, known, wanted, arena, tell, seconds)
    # What does not add up over the models is bounded by itself.
    return Proof(lowest.value + more, with_forms(position, goal, lowest.proof, term_range))


def _lowest(
    position: Position,
    goal: Goal,
    incumbent: float | None,
    wanted: Wanted | None,
    arena: Arena | None,
    tell: _Teller | None,
    seconds: float,
) -> Bound:
    """Return the lowest bound of the terms that add up."""
    until = time.perf_counter() + seconds
    each = alone(position, goal)
    best = Bound(math.fsum(each), alone_node(position, each))
    # Squares are widened by the usual tolerance only.
    loose = position.rules.tolerance > TOLERANCE
    if incumbent is None or best.value <= incumbent or may_be_left_out(position) or loose:
        return best
    if time.perf_counter() >= until:
        return best
    arena = build_arena(position, goal.shapes) if arena is None else arena
    stages = QUICK if math.isinf(seconds) else HASTY
    found = price_bound(position, arena, goal, incumbent, stages=stages, until=until)
    if (
        wanted is not None
        and wanted.over == "all"
        and min(found.value, best.value) > incumbent + wanted.gap
    ):
        best = min(best, found, key=lambda one: one.value)
        with interrupts(None if tell is None else tell.watch):
            if tell is None or not tell(best.value):
                found = certify_all(
                    position,
                    arena,
                    goal,
                    incumbent,
                    gap=wanted.gap,
                    seconds=wanted.seconds,
                    tell=tell,
                )
    best = min(best, found, key=lambda one: one.value)
    unit = unit_of(goal)
    if unit is None:
        return best
    whole = math.floor(best.value / unit + ROUNDING) * unit
    return Bound(max(whole, incumbent), {"kind": "whole", "unit": unit, "proof": best.proof})


def unit_of(goal: Goal) -> float | None:
    """Return what the worth of every end is a whole multiple of: goals that only count."""
    weight = goal.report.share[:, :, WEIGHT]
    used = (weight != 0.0).any(axis=1)
    counted = np.isin(goal.report.spec[used, KIND], (WITHIN, WITHIN_SOLID))
    if not used.any() or not counted.all():
        return None
    weights = np.abs(weight[weight != 0.0])
    unit = float(weights.min())
    multiples = weights / unit
    return unit if (np.abs(multiples - np.rint(multiples)) < ROUNDING).all() else None


def alone_node(position: Position, points: Floats) -> Json:
    """Return the proof node of what each model is worth by itself, points of shape (n,)."""
    return {"kind": "alone", "models": dict(zip(position.ids, points.tolist(), strict=True))}


def certify_all(
    position: Position,
    arena: Arena,
    goal: Goal,
    incumbent: float,
    *,
    gap: float = 0.0,
    seconds: float = PROOF_MS / 1000,
    nodes: int = NODES,
    stages: tuple[Stage, ...] = QUICK,
    rounds: int = DISC_ROUNDS,
    tell: _Teller | None = None,
) -> Bound:
    """Return a bound over every legal end, lowered until it is close or the budget is used up.

    Parameters
    ----------
    position, arena, goal
        The question; the arena is one without mates as obstacles.
    incumbent
        What a legal end is worth, points.
    gap
        How close is close enough, points.
    seconds, nodes
        No case is split any more after this time, or when so many were looked at.
    stages
        Sizes of squares that the first prices are found on.
    rounds
        How often places and discs are looked for after that, before the first case is split.
    tell
        Told of the bound after each case; a true answer stops the proof, as an interrupt does.

    Notes
    -----
    Best first over cases: a box that is too small for two models holds exactly one, or none.
    """
    begun = time.perf_counter()
    loose = relaxed(position, arena, goal)
    tiles = tiles_of(loose)
    tree = _Tree(loose, tiles, elsewhere_of(loose, arena, tiles), incumbent)
    root = tree.root(stages, gap, begun + ROOT_PART * seconds, rounds)
    heap, made = [root], 1
    with interrupts(None if tell is None else tell.watch):
        while heap[0].value > incumbent + gap and made < nodes:
            if time.perf_counter() - begun > seconds or (tell is not None and tell(heap[0].value)):
                break
            leaf = heap[0]
            leaf.parts = tree.parts(leaf)
            if not leaf.parts:
                break
            heapq.heappop(heap)
            for part in leaf.parts:
                heapq.heappush(heap, part)
            made += len(leaf.parts)
    return Bound(root.most(), tree.node(root))  # an interrupt may leave the heap half done


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells a watcher of bounds of the terms that add up."""

    watch: Watch
    more: float
    """What the rest of the goal is at most worth, points."""

    def __call__(self, bound: float) -> bool:
        return self.watch.lowered(bound + self.more)


@dataclass(slots=True)
class _Case:
    """A case; one that was split has parts."""

    value: float
    """Bound, points."""
    proof: Json
    """That of `value`, if there are no parts."""
    branches: tuple[Branch, ...]
    pricing: Pricing | None
    parts: list[_Case] = field(default_factory=list)
    """The same where a box holds exactly one model, and where it holds none; or once more."""

    def __lt__(self, other: _Case) -> bool:
        return self.value > other.value

    def most(self) -> float:
        """Return the largest bound of its parts, or its own."""
        return max((part.most() for part in self.parts), default=self.value)


@dataclass(frozen=True, slots=True)
class _Tree:
    """What all cases share."""

    loose: Relaxed
    tiles: Tiles
    elsewhere: Floats
    incumbent: float

    def root(self, stages: tuple[Stage, ...], gap: float, until: float, rounds: int) -> _Case:
        loose, tiles, elsewhere = self.loose, self.tiles, self.elsewhere
        pricing = staged(loose, elsewhere, self.incumbent, stages, until)
        if pricing is None:
            bound = proved(loose, tiles, elsewhere, NOTHING, ())
            return _Case(bound.value, bound.proof, (), None)
        target = self.incumbent + gap
        prices = tightened(
            loose, tiles, elsewhere, pricing.prices, target, until, rounds, self.incumbent
        )
        bound = proved(loose, tiles, elsewhere, prices, ())
        return _Case(bound.value, bound.proof, (), pricing)

    def parts(self, case: _Case) -> list[_Case]:
        """Return both sides of a case, or the same on smaller squares; none at an end."""
        if case.pricing is None:
            return []
        window = case.pricing.window
        branch, score = best_branch(self.loose, case.pricing)
        if branch is not None and score >= UNDECIDED:
            sides = [(*case.branches, replace(branch, one=one)) for one in (True, False)]
            return [self._part(case, window, branches) for branches in sides]
        if window.side <= FINEST:
            return []
        return [self._part(case, split_window(self.loose, window), case.branches)]

    def _part(self, case: _Case, window: Window, branches: tuple[Branch, ...]) -> _Case:
        assert case.pricing is not None
        old = case.pricing.prices
        more = np.zeros(len(branches) - old.reward.size)
        prices = Prices(old.discs, np.concatenate([old.reward, more]))
        stage = Stage(window.side, 2, ROUNDS)
        pricing = lowered(
            self.loose, window, self.elsewhere, prices, branches, self.incumbent, stage, BEGIN
        )
        bound = proved(self.loose, self.tiles, self.elsewhere, pricing.prices, branches)
        if bound.value > case.value:  # the proof of the whole case holds for each part
            inside = [0.0] * sum(branch.one for branch in branches)
            known = case.proof["inside"]
            assert isinstance(known, list)
            inside[: len(known)] = known
            bound = Bound(case.value, {**case.proof, "inside": inside})
        return _Case(bound.value, bound.proof, branches, pricing)

    def node(self, case: _Case) -> Json:
        """Return the proof of a case."""
        if not case.parts:
            return case.proof
        if len(case.parts) == 1:
            return self.node(case.parts[0])
        one, none = case.parts
        branch = one.branches[-1]
        return {
            "kind": "split",
            "box": list(branch.box),
            "rho": float(self.loose.radii[branch.rank]),
            "one": self.node(one),
            "none": self.node(none),
        }


def room_proof(
    position: Position, arena: Arena, goal: Goal, seconds: float = math.inf
) -> Json | None:
    """Return a proof that not all models of a unit find room, None if none was found.

    With every end worth nothing a bound below zero says that there is none (docs/certificates.md).
    It is given up in about so many ``seconds``.
    """
    until = time.perf_counter() + seconds
    terms = goal.report
    free = terms._replace(spec=terms.spec[:0], limit=terms.limit[:0], share=terms.share[:0])
    nothing = replace(goal, report=free)
    loose = relaxed(position, arena, nothing)
    tiles = tiles_of(loose)
    elsewhere = elsewhere_of(loose, arena, tiles)
    bound = count_bound(loose, tiles, elsewhere, -SHORT, len(position.ids), until, -1.0)
    if bound is None:
        return None
    each = bound.proof["models"]
    assert isinstance(each, dict)
    nowhere = [name for name, points in each.items() if points == -math.inf]
    if nowhere:
        return {"kind": "nowhere", "model": nowhere[0]}
    return {"kind": "room", "proof": bound.proof} if bound.value < 0.0 else None
