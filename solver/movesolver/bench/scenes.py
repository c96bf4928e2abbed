"""Boards to measure on: grown units among strewn enemies, on real bases, from a seed."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.arrays import Bases, Groups
from movesolver.table.bases import Base, oval, rectangle, round

MM = 1.0 / 25.4
WIDTH, HEIGHT = 60.0, 44.0
LONGEST = 6.0
"""A slide is no longer, inches."""
OTHERS = 100
"""Enemies on a board."""

ROUNDS = (round(25), round(28.5), round(32), round(40))
OVALS = (oval(60, 35), oval(75, 42), oval(105, 70))
RECTANGLES = (rectangle(120, 70), rectangle(180, 110))
BASES: dict[str, tuple[tuple[Base, ...], int | None]] = {
    "round": (ROUNDS, 2),
    "oval": (OVALS, 1),
    "rectangle": (RECTANGLES, 0),
    "mixed": (ROUNDS + OVALS + RECTANGLES, None),
}
"""Catalogues, and the base of all models of a unit, None where each draws its own.

Boards of one base are many positions of one unit; mixed boards are of as many units.
Enemies draw theirs always.
"""


@dataclass(frozen=True)
class Side:
    """Bodies of one side on every board; arrays of shape (b, n), inches."""

    base: Ints
    x: Floats
    y: Floats
    cos: Floats
    sin: Floats

    def taken(self, boards: Ints) -> Side:
        """Return copies of some boards."""
        return Side(*(getattr(self, field.name)[boards] for field in dataclasses.fields(self)))


@dataclass(frozen=True)
class Scene:
    """Boards with one unit each, and perhaps enemies."""

    kind: str
    catalogue: Bases
    own: Side
    others: Side
    slides: tuple[Floats, Floats]
    """Where each model slides straight to, inches; shapes (b, n), or (b, 0) without enemies."""
    single: bool = False
    """Whether it is one board, given to the checks as one unit."""

    def __len__(self) -> int:
        return len(self.own.x)

    @cached_property
    def half(self) -> Floats:
        """Half length and half width, inches; shape (k, 2)."""
        sizes = []
        for base in self.catalogue.bases:
            size = base.oval or base.rectangle or (base.round, base.round)
            sizes.append([float(side or 0.0) * MM / 2 for side in size])
        return np.array(sizes)

    @cached_property
    def boxed(self) -> Bools:
        """Which bases are rectangles; shape (k,)."""
        return np.array([base.rectangle is not None for base in self.catalogue.bases])

    @property
    def round(self) -> bool:
        """Whether all bases are round."""
        return self.kind == "round"

    def groups(self, side: Side) -> Groups:
        """Return one side as the checks take it."""
        arrays = (side.x, side.y, side.base, side.cos, side.sin)
        if self.single:
            x, y, base, cos, sin = (array[0] for array in arrays)
        else:
            x, y, base, cos, sin = arrays
        return Groups(self.catalogue, x, y, base=base, turned=(cos, sin))

    @cached_property
    def units(self) -> Groups:
        """The units."""
        return self.groups(self.own)

    @cached_property
    def enemies(self) -> Groups:
        """The enemies."""
        return self.groups(self.others)

    def taken(self, boards: Ints, *, single: bool = False) -> Scene:
        """Return some of the boards."""
        own, others = self.own.taken(boards), self.others.taken(boards)
        slides = self.slides[0][boards], self.slides[1][boards]
        return Scene(self.kind, self.catalogue, own, others, slides, single)

    def block(self, low: int, high: int) -> Scene:
        """Return boards ``low`` to ``high``, not copied."""
        own, others = (
            Side(*(getattr(side, field.name)[low:high] for field in dataclasses.fields(side)))
            for side in (self.own, self.others)
        )
        slides = self.slides[0][low:high], self.slides[1][low:high]
        return Scene(self.kind, self.catalogue, own, others, slides)

    def sample(self, boards: int) -> Scene:
        """Return so many of the boards, evenly spread over all."""
        return self.taken(np.linspace(0, len(self) - 1, boards).astype(np.int64))


def _faced(rng: np.random.Generator, shape: tuple[int, int], kind: str) -> tuple[Floats, Floats]:
    """Random headings; none for round bases, whose heading says nothing."""
    if kind == "round":
        return np.ones(shape), np.zeros(shape)
    turn = rng.uniform(0.0, 2.0 * np.pi, shape)
    cos = np.cos(turn)
    return cos, np.sin(turn, out=turn)


def _grown(rng: np.random.Generator, size: Floats) -> tuple[Floats, Floats]:
    """Places of units, each model up to 2.08" from one placed before.

    Of a few places each takes the one nearest to the first model, as many as make
    some units coherent and some not.  ``size`` are radii of discs as large as the
    bases; shape (b, n).
    """
    b, n = size.shape
    x, y = np.empty((b, n)), np.empty((b, n))
    x[:, 0], y[:, 0] = rng.uniform(0.0, WIDTH, b), rng.uniform(0.0, HEIGHT, b)
    tries = 1 if n <= 10 else 2
    every = np.arange(b)
    for i in range(1, n):
        nearest = np.full(b, np.inf)
        for _ in range(tries):
            mate = rng.integers(0, i, b)
            away = size[:, i] + size[every, mate] + rng.uniform(0.0, 2.08, b)
            angle = rng.uniform(0.0, 2.0 * np.pi, b)
            px = x[every, mate] + away * np.cos(angle)
            py = y[every, mate] + away * np.sin(angle)
            apart = (px - x[:, 0]) ** 2 + (py - y[:, 0]) ** 2
            better = apart < nearest
            nearest[better] = apart[better]
            x[better, i], y[better, i] = px[better], py[better]
    return x, y


def build_scene(
    kind: str, models: int, others: int, boards: int, seed: int, part: int = 0
) -> Scene:
    """Return boards of one unit each.

    Parameters
    ----------
    kind
        A key of `BASES`.
    models, others
        Models of a unit, and enemies on a board.
    boards
        How many.
    seed, part
        The same two give the same boards; ``part`` counts the parts of a large batch.
    """
    rng = np.random.default_rng([seed, part, models, list(BASES).index(kind)])
    bases, usual = BASES[kind]
    catalogue = Bases(bases)
    shape = (boards, models)
    base = np.full(shape, usual or 0, np.int64)
    if usual is None:
        base = rng.integers(0, len(bases), shape)
    radius = np.array(
        [(catalogue.shapes.inner[k] * catalogue.shapes.outer[k]) ** 0.5 for k in range(len(bases))]
    )
    x, y = _grown(rng, radius[base])
    own = Side(base, x, y, *_faced(rng, shape, kind))
    strewn = (boards, others)
    enemies = Side(
        rng.integers(0, len(bases), strewn),
        rng.uniform(0.0, WIDTH, strewn),
        rng.uniform(0.0, HEIGHT, strewn),
        *_faced(rng, strewn, kind),
    )
    moved = shape if others else (boards, 0)
    length, way = rng.uniform(0.0, LONGEST, moved), rng.uniform(0.0, 2.0 * np.pi, moved)
    slides = length * np.cos(way), length * np.sin(way)
    return Scene(kind, catalogue, own, enemies, slides)
