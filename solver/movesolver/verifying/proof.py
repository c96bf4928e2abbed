"""Bounds over every legal end: prices on discs, split cases, models alone.

For each model it is shown, box by box, that nowhere it may end is worth more than the
certificate says, once the prices of the discs there are paid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from movesolver.errors import InputError
from movesolver.table.fields import inside
from movesolver.verifying.board import Board, Storey
from movesolver.verifying.boxes import SLACK, Boxes, Found, search
from movesolver.verifying.outlines import Bools, Floats
from movesolver.verifying.reading import Node, field, items, limits, mapping, number, numbers, text
from movesolver.verifying.verified import Budget
from movesolver.verifying.worth import Term, Worth

Paid = Callable[[int, Boxes], Floats]
"""What a model pays at least anywhere in each box, shape (p,)."""
DEEPEST = 200
"""Cases within cases that are read."""
UNITS = 1e-6
"""What of a unit a value may lack and still count as one more."""
SAME = 1e-9
"""Radii this near to each other count as equal, inches."""


@dataclass(frozen=True, slots=True)
class Case:
    """A box that is supposed to hold the centre of exactly one model, or of none."""

    box: tuple[float, float, float, float]
    radius: float
    """The box lies in a disc of this radius: no two centres of the models concerned do."""
    concerned: Bools
    """Shape (n,)."""
    one: bool

    def touches(self, boxes: Boxes) -> Bools:
        """Return which boxes have a point in common with it."""
        x0, y0, x1, y1 = self.box
        h = boxes.half
        met: Bools = (boxes.x + h >= x0) & (boxes.x - h <= x1)
        met &= (boxes.y + h >= y0) & (boxes.y - h <= y1)
        return met

    def excludes(self, boxes: Boxes) -> Bools:
        """Return in which boxes no model that is concerned can be."""
        x0, y0, x1, y1 = self.box
        h = boxes.half
        if not self.one:
            within: Bools = (boxes.x - h >= x0) & (boxes.x + h <= x1)
            within &= (boxes.y - h >= y0) & (boxes.y + h <= y1)
            return within
        far = np.hypot(
            np.abs(boxes.x - (x0 + x1) / 2) + h + (x1 - x0) / 2,
            np.abs(boxes.y - (y0 + y1) / 2) + h + (y1 - y0) / 2,
        )
        return (far < 2.0 * self.radius) & ~self.touches(boxes)


class Proof:
    """A proof that is being gone through; what is wrong with it collects in ``faults``."""

    def __init__(self, board: Board, worth: Worth, budget: Budget) -> None:
        self.board, self.worth, self.budget = board, worth, budget
        self.held = np.array([outline.held for outline in board.outlines])
        self.faults: list[str] = []
        self.level = 0.0

    def root(self, node: Node, place: str) -> float:
        """Return what no legal end is worth more than, points, by a whole proof."""
        levels = set(_levels(node, place, 0)) or {0.0}
        if len(levels) > 1:
            self.faults.append(f"{place} speaks of more than one level")
        self.level = min(levels)
        if node.get("kind") == "parts":
            return self._parts(node, place)
        if self.worth.worst:
            terms = ", ".join(f"goal[{k}]" for k in self.worth.worst)
            self.faults.append(f"{place} does not say what {terms} is worth, by its worst model")
            return math.inf
        return self._whole(node, place)

    def _parts(self, node: Node, place: str) -> float:
        """Return the value of what adds up, and of each term that counts by its worst model."""
        here = inside(place, "worst")
        claimed = mapping(field(node, "worst", place), here)
        if set(claimed) != {str(k) for k in self.worth.worst}:
            self.faults.append(f"{here} are not the terms of the goal that count so")
            return math.inf
        proof = inside(place, "proof")
        total = [self._whole(mapping(field(node, "proof", place), proof), proof)]
        for k, (concerned, term) in self.worth.worst.items():
            there = inside(here, str(k))
            most = limits(claimed[str(k)], there)
            if not most or not set(most) <= set(concerned):
                self.faults.append(f"{there} are not models that goal[{k}] concerns")
                return math.inf
            each = [
                self._shown(inside(there, name), self.board.ids.index(name), b, (), _no_price, term)
                for name, b in most.items()
            ]
            total.append(min(each))
        return -math.inf if -math.inf in total else math.fsum(total)

    def _whole(self, node: Node, place: str) -> float:
        """Return the value of what adds up, as a whole multiple if it is said to be one."""
        if node.get("kind") != "whole":
            return self.value(node, place)
        unit = number(field(node, "unit", place), inside(place, "unit"))
        if not self.worth.counts(unit):
            self.faults.append(f"{inside(place, 'unit')}: not every end is worth a multiple of it")
            return math.inf
        value = self.value(field(node, "proof", place), inside(place, "proof"))
        return math.floor(value / unit + UNITS) * unit if math.isfinite(value) else value

    def value(self, node: object, place: str, cases: tuple[Case, ...] = ()) -> float:
        """Return what no legal end within the cases is worth more than, points."""
        node = mapping(node, place)
        kind = text(field(node, "kind", place), inside(place, "kind"))
        if kind == "split":
            return self._split(node, place, cases)
        if kind == "prices":
            return self._prices(node, place, cases)
        if kind == "alone":
            return self._models(node, place, cases, _no_price)
        wanted = "prices, split or alone"
        raise InputError(inside(place, "kind"), wanted, kind)

    def _split(self, node: Node, place: str, cases: tuple[Case, ...]) -> float:
        x0, y0, x1, y1 = numbers(field(node, "box", place), inside(place, "box"), 4)
        rho = number(field(node, "rho", place), inside(place, "rho"))
        concerned, radius = self._alone_in(rho)
        if not (x0 <= x1 and y0 <= y1 and math.hypot(x1 - x0, y1 - y0) < 2.0 * radius):
            self.faults.append(f"{place}.box may hold more than one model of radius {rho:g}")
        halves = []
        for name in ("one", "none"):
            case = Case((x0, y0, x1, y1), radius, concerned, name == "one")
            halves.append(self.value(field(node, name, place), inside(place, name), (*cases, case)))
        return max(halves)

    def _alone_in(self, rho: float) -> tuple[Bools, float]:
        """Return whom a radius concerns, and of which discs two of them cannot share one.

        Bases may overlap by the tolerance of the rules, so these discs are the smaller.
        """
        concerned: Bools = (self.held >= rho - SAME) & (self.held > 0.0)
        slop = self.board.position.rules.tolerance / 2 + SAME
        least = float(self.held[concerned].min(initial=math.inf))
        return concerned, min(rho, least - slop)

    def _prices(self, node: Node, place: str, cases: tuple[Case, ...]) -> float:
        here = inside(place, "discs")
        listed = field(node, "discs", place)
        discs = [numbers(one, inside(here, k), 4) for k, one in enumerate(items(listed, here))]
        rewards = numbers(node.get("inside") or [], inside(place, "inside"))
        ones = [case for case in cases if case.one]
        if rewards and len(rewards) != len(ones):
            here = inside(place, "inside")
            self.faults.append(f"{here} has {len(rewards)} rewards for {len(ones)} boxes")
            return math.inf
        if min([0.0, *rewards, *(price for *_, price in discs)]) < 0.0:
            self.faults.append(f"{place} has a price or a reward below zero")
            return math.inf
        prices = Prices(self, discs, list(zip(ones, rewards, strict=True)) if rewards else [])
        total = math.fsum([price for *_, price in discs] + [-reward for reward in rewards])
        return total + self._models(node, place, cases, prices)

    def _models(self, node: Node, place: str, cases: tuple[Case, ...], prices: Paid) -> float:
        """Return the sum of what each model was shown to be worth at most, prices paid."""
        here = inside(place, "models")
        claimed = limits(field(node, "models", place), here)
        if set(claimed) != set(self.board.ids):
            self.faults.append(f"{here} are not the models of {self.board.scenario.mover.id}")
            return math.inf
        total = [
            self._shown(inside(here, name), i, claimed[name], cases, prices, self.worth.most)
            for i, name in enumerate(self.board.ids)
        ]
        # A model that has no place at all leaves nothing to be worth anything.
        return -math.inf if -math.inf in total else math.fsum(total)

    def _shown(
        self, place: str, i: int, limit: float, cases: tuple[Case, ...], prices: Paid, worth: Term
    ) -> float:
        """Return what model ``i`` was shown to be worth at most, and say where it is too much."""
        found = self.most(i, limit, cases, prices, worth)
        if found.at is not None:
            (x, y), name = found.at, self.board.ids[i]
            self.faults.append(
                f"{place}: {name} at ({x:.6g}, {y:.6g}) is not worth at most "
                f"{limit:.9g}, only {found.most:.9g} was shown"
            )
        return found.most + SLACK

    def most(self, i: int, limit: float, cases: Sequence[Case], prices: Paid, worth: Term) -> Found:
        """Return what model ``i`` is worth at most wherever it may end, prices paid."""
        board, worst, at = self.board, limit, None
        for storey in board.storeys(i, self.level):
            binding = [case for case in cases if storey.priced and case.concerned[i]]

            def value(
                boxes: Boxes, storey: Storey = storey, binding: list[Case] = binding
            ) -> Floats:
                keep = board.possible(i, boxes, storey)
                for case in binding:
                    keep &= ~case.excludes(boxes)
                most = np.full(boxes.x.size, -math.inf)
                open_ones = boxes.only(keep)
                points = worth(i, open_ones, storey, None)
                if storey.priced:
                    points = points - prices(i, open_ones)
                most[keep] = points
                return most

            found = search(board.region(i, storey), value, limit, self.budget)
            if found.at is not None:
                worst, at = max(worst, found.most), at or found.at
        return Found(worst, at)


class Prices:
    """Prices of discs: what model ``i`` pays at least anywhere in each box, rewards taken off."""

    def __init__(
        self, proof: Proof, discs: Sequence[Sequence[float]], rewards: list[tuple[Case, float]]
    ) -> None:
        self.rewards = rewards
        self.kinds: list[tuple[Bools, float, Floats, Floats]] = []
        table = np.array(discs, dtype=np.float64).reshape(-1, 4)
        for rho in np.unique(table[:, 2]):
            rows = table[(table[:, 2] == rho) & (table[:, 3] > 0.0)]
            concerned, radius = proof._alone_in(float(rho))
            if rows.size and concerned.any() and radius > 0.0:
                self.kinds.append((concerned, radius, rows[:, :2], rows[:, 3]))

    def __call__(self, i: int, boxes: Boxes) -> Floats:
        """Return what model ``i`` pays at least anywhere in each box, shape (p,)."""
        paid = np.zeros(boxes.x.size)
        for concerned, radius, at, price in self.kinds:
            if not concerned[i] or not boxes.x.size:
                continue
            # The discs that the middle of a box is in, then of those all that hold its corners.
            middles = np.column_stack([boxes.x, boxes.y])
            near: Any = cKDTree(at).query_ball_point(middles, radius)
            disc = np.fromiter(chain.from_iterable(near), dtype=np.int64)
            box = np.repeat(np.arange(len(near)), [len(one) for one in near])
            dx = np.abs(boxes.x[box] - at[disc, 0]) + boxes.half
            dy = np.abs(boxes.y[box] - at[disc, 1]) + boxes.half
            whole = np.hypot(dx, dy) < radius
            paid += np.bincount(box[whole], price[disc[whole]], boxes.x.size)
        for case, reward in self.rewards:
            if case.concerned[i]:
                paid -= reward * case.touches(boxes)
        return paid


def _levels(node: Node, place: str, depth: int) -> Iterator[float]:
    """Yield the heights that the nodes of a proof say their discs lie at."""
    if depth > DEEPEST:
        raise InputError(place, f"at most {DEEPEST} cases within cases", "more")
    if "level" in node:
        yield number(node["level"], inside(place, "level"))
    for name in ("one", "none", "proof"):
        if name in node:
            here = inside(place, name)
            yield from _levels(mapping(node[name], here), here, depth + 1)


def _no_price(i: int, boxes: Boxes) -> Floats:
    return np.zeros(boxes.x.size)
