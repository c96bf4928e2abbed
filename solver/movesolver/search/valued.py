"""Functions of poses as parts of a goal: what they are worth, sampled, and bounded."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from movekernels.arrays import Bools, Floats, Ints
from movesolver.errors import InputError
from movesolver.referee.position import Position
from movesolver.table.fields import check_finite, check_not_negative, inside, shown
from movesolver.table.scenario import GoalTerm

CELLS = 96
"""Cells of a sample along the longer side of what a model may reach ..."""
FINEST = 0.05
"""... none smaller than this, inches."""
SPLITS = 8
"""Boxes over what a model may reach, along each side, that a bound begins with ..."""
ROUNDS = 8
"""... and how often the most promising ones are parted further."""
SPLIT = 64
"""At most so many are parted at a time."""
RAISED = "raised by the function "
"""How a note on an error begins that a function of the caller's own raised."""
SLACK = 1e-9
"""Rounding that is forgiven of a Lipschitz constant and of bounds, as a part."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A function of poses that is part of a goal (`movesolver.solve`).

    Attributes
    ----------
    function
        ``function(poses, model)``: poses x, y (inches), facing (degrees), z (inches), shape
        (s, 4), of the model with this index in its unit, to points, shape (s,), finite.  The
        poses cannot be written into.
    weight, models, priorities
        As in `GoalTerm`.
    lipschitz
        Points by which the function changes for an inch in the plane at most; it must not look
        at facing and z then.
    upper
        Or ``upper(boxes, model)``: boxes low x, low y, high x, high y, shape (c, 4), to what
        the function does not exceed for a centre in them, whatever facing and z, shape (c,).
        Weights must not be negative then.

    With neither an answer has no bound.
    """

    function: Callable[[Floats, int], Floats]
    weight: float = 1.0
    models: tuple[str, ...] | None = None
    priorities: Mapping[str, float] | None = None
    lipschitz: float | None = None
    upper: Callable[[Floats, int], Floats] | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """What a function is worth for one model, on a grid over what it may reach."""

    x: float
    y: float
    step: float
    values: Floats
    """Rows along y; the weight is in them; shape (r, c)."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A function asked about a position."""

    valued: Valued
    place: str
    """What errors call it."""
    weight: Floats
    """Its weight for each model, shape (n,)."""
    number: Ints
    """Index of each model in its unit, shape (n,)."""
    facing: Floats
    """Heading that the sample of each model is taken at, degrees, shape (n,)."""
    z: Floats
    """And its height, inches, shape (n,)."""
    grids: Mapping[int, Sample]
    """By index of the model; none where the weight is 0."""

    def points(self, i: int, poses: Floats) -> Floats:
        """Return what poses (s, 4) of model ``i`` are worth, shape (s,)."""
        number = int(self.number[i])
        found = _asked(f"{self.place}.function", self.valued.function, poses, number)
        return float(self.weight[i]) * found

    def worth(self, ends: Floats) -> float:
        """Return what end poses x, y, degrees, z, shape (n, 4), are worth."""
        each = [
            float(self.points(i, ends[i : i + 1])[0]) for i in np.flatnonzero(self.weight).tolist()
        ]
        return math.fsum(each)

    def upper(self, i: int, boxes: Floats) -> Floats:
        """Return what no pose of model ``i`` with its centre in a box is worth more than.

        Parameters
        ----------
        i
            Index of the model.
        boxes
            Low x, low y, high x, high y, inches, shape (c, 4).

        Returns
        -------
        numpy.ndarray
            Points, the weight included, shape (c,); infinite where nothing is known.
        """
        weight, valued = float(self.weight[i]), self.valued
        if weight == 0.0:
            return np.zeros(len(boxes))
        if valued.upper is not None:
            most = _asked(f"{self.place}.upper", valued.upper, boxes, int(self.number[i]))
            return weight * most
        if valued.lipschitz is None:
            return np.full(len(boxes), math.inf)
        middle = np.column_stack(
            [
                (boxes[:, 0] + boxes[:, 2]) / 2,
                (boxes[:, 1] + boxes[:, 3]) / 2,
                np.full(len(boxes), self.facing[i]),
                np.full(len(boxes), self.z[i]),
            ]
        )
        far = np.hypot(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]) / 2
        return self.points(i, middle) + abs(weight) * valued.lipschitz * far


def sampled(position: Position, values: Sequence[Valued]) -> tuple[Sampled, ...]:
    """Ask functions what they are worth over what a position's models may reach.

    Raises
    ------
    InputError
        If a function answers anything but finite numbers, one a pose; if its constant or its
        bound is refuted by what it answers; or if a `Valued` is not what it should be.
    """
    return tuple(_sampled(position, one, f"values[{k}]") for k, one in enumerate(values))


def reach_of(position: Position, i: int) -> tuple[float, float, float, float]:
    """Return the box that the centre of a model stays in: low x, low y, high x, high y."""
    table, far = position.scenario.table, float(position.maximum[i])
    x, y = float(position.start.x[i]), float(position.start.y[i])
    low_x, low_y = max(0.0, x - far), max(0.0, y - far)
    return low_x, low_y, min(table.width, x + far), min(table.height, y + far)


def nodes_over(position: Position, i: int) -> tuple[Floats, Floats, float]:
    """Return the x (c,) and y (r,) of a grid over what a model may reach, and its step, inches."""
    low_x, low_y, high_x, high_y = reach_of(position, i)
    step = max(FINEST, max(high_x - low_x, high_y - low_y) / CELLS)
    columns = max(1, math.ceil((high_x - low_x) / step)) + 1
    rows = max(1, math.ceil((high_y - low_y) / step)) + 1
    x: Floats = low_x + step * np.arange(columns, dtype=np.float64)
    y: Floats = low_y + step * np.arange(rows, dtype=np.float64)
    return x, y, step


def weights_of(position: Position, term: GoalTerm | Valued) -> Floats:
    """Return what a point of a term or function counts for each model, shape (n,)."""
    priorities = term.priorities or {}
    return np.array(
        [
            term.weight * priorities.get(name, 1.0)
            if term.models is None or name in term.models
            else 0.0
            for name in position.ids
        ]
    )


def most_of(position: Position, one: Sampled, i: int) -> float:
    """Return what no end of model ``i`` can make a function worth more than, points."""
    far = float(position.maximum[i])
    at = np.array([float(position.start.x[i]), float(position.start.y[i])])
    low_x, low_y, high_x, high_y = reach_of(position, i)
    x, y = np.linspace(low_x, high_x, SPLITS + 1), np.linspace(low_y, high_y, SPLITS + 1)
    a, b = (side.ravel() for side in np.meshgrid(np.arange(SPLITS), np.arange(SPLITS)))
    boxes = np.column_stack([x[a], y[b], x[a + 1], y[b + 1]])
    boxes = boxes[_met(boxes, at, far)]
    upper = one.upper(i, boxes)
    for _ in range(ROUNDS):
        if not math.isfinite(float(upper.max(initial=0.0))):
            break
        best = np.argsort(-upper, kind="stable")
        top, rest = best[:SPLIT], best[SPLIT:]
        parts = _quarters(boxes[top])
        parts = parts[_met(parts, at, far)]
        # A part is in its whole, so the bound of either holds: none gets worse by parting.
        boxes = np.concatenate([boxes[rest], parts])
        upper = np.concatenate([upper[rest], one.upper(i, parts)])
    return float(upper.max(initial=-math.inf))


def _met(boxes: Floats, at: Floats, far: float) -> Bools:
    """Return which boxes come within ``far`` of a point."""
    dx = np.maximum(np.maximum(boxes[:, 0] - at[0], at[0] - boxes[:, 2]), 0.0)
    dy = np.maximum(np.maximum(boxes[:, 1] - at[1], at[1] - boxes[:, 3]), 0.0)
    met: Bools = np.hypot(dx, dy) <= far + SLACK
    return met


def _quarters(boxes: Floats) -> Floats:
    middle_x, middle_y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    low_x, low_y, high_x, high_y = boxes.T
    columns = (
        (low_x, low_y, middle_x, middle_y),
        (middle_x, low_y, high_x, middle_y),
        (low_x, middle_y, middle_x, high_y),
        (middle_x, middle_y, high_x, high_y),
    )
    return np.concatenate([np.column_stack(one) for one in columns])


def _sampled(position: Position, valued: Valued, place: str) -> Sampled:
    weight = _checked_weights(position, valued, place)
    names = [model.id for model in position.scenario.mover.models]
    empty = Sampled(
        valued=valued,
        place=place,
        weight=weight,
        number=np.array([names.index(name) for name in position.ids], dtype=np.int64),
        facing=position.facing,
        z=position.start.z,
        grids={},
    )
    grids: dict[int, Sample] = {}
    for i in np.flatnonzero(weight).tolist():
        x, y, step = nodes_over(position, i)
        poses = np.empty((y.size * x.size, 4))
        poses[:, 0], poses[:, 1] = np.tile(x, y.size), np.repeat(y, x.size)
        poses[:, 2], poses[:, 3] = position.facing[i], position.start.z[i]
        values = empty.points(i, poses)
        _check_bounds(empty, i, poses, values, step, x.size)
        grids[i] = Sample(float(x[0]), float(y[0]), step, values.reshape(y.size, x.size))
    return replace(empty, grids=grids)


def _checked_weights(position: Position, valued: Valued, place: str) -> Floats:
    """Return the weight of each model, shape (n,); raise if a function is not what it should be."""
    if not isinstance(valued, Valued):
        raise InputError(place, "a Valued", shown(valued))
    if not callable(valued.function):
        raise InputError(f"{place}.function", "a function of poses", shown(valued.function))
    check_finite(f"{place}.weight", valued.weight)
    if valued.lipschitz is not None:
        check_not_negative(f"{place}.lipschitz", valued.lipschitz)
        if valued.upper is not None:
            raise InputError(place, "lipschitz or upper", "both")
    known = [model.id for model in position.scenario.mover.models]
    if not isinstance(valued.models, Collection | None):
        raise InputError(f"{place}.models", "ids of models", shown(valued.models))
    if not isinstance(valued.priorities, Mapping | None):
        raise InputError(f"{place}.priorities", "numbers by id", shown(valued.priorities))
    for name in valued.models or ():
        if name not in known:
            wanted = "models of the unit that moves"
            raise InputError(f"{place}.models", wanted, shown(name))
    for name, priority in (valued.priorities or {}).items():
        where = inside(f"{place}.priorities", name)
        check_finite(where, priority)
        if name not in known:
            raise InputError(where, "a model of the unit that moves", shown(name))
    weight = weights_of(position, valued)
    if valued.upper is not None and (weight < 0.0).any():
        wanted = "zero or more with upper, for every model"
        raise InputError(f"{place}.weight", wanted, shown(float(weight.min())))
    return weight


def _asked(
    place: str, function: Callable[[Floats, int], Floats], rows: Floats, model: int
) -> Floats:
    """Return what a function answers to rows, if it is one finite number a row.

    It is handed rows that it cannot write into: what it is asked about stays as it is, and a
    function that spoils its argument fails where it does so.
    """
    given = rows.copy()
    given.flags.writeable = False
    try:
        found = function(given, model)
    except Exception as error:
        error.add_note(f"{RAISED}{place}")
        raise
    try:
        numbers = np.asarray(found).astype(np.float64, casting="same_kind")
    except (TypeError, ValueError):
        raise InputError(place, f"an array of {len(rows)} numbers", shown(found)) from None
    if numbers.shape != (len(rows),):
        wanted = f"an array of shape ({len(rows)},) for {len(rows)} rows"
        raise InputError(place, wanted, f"one of shape {numbers.shape}")
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        where = ", ".join(f"{value:.6g}" for value in rows[wrong[0]])
        raise InputError(place, "finite numbers", f"{numbers[wrong[0]]} at ({where})")
    return numbers


def _check_bounds(
    one: Sampled, i: int, poses: Floats, values: Floats, step: float, columns: int
) -> None:
    """Raise if what a function answers refutes its constant or its bound."""
    valued, size = one.valued, float(np.abs(values).max(initial=0.0))
    if valued.lipschitz is not None:
        grid = values.reshape(-1, columns)
        steepest = max(float(np.abs(np.diff(grid, axis=k)).max(initial=0.0)) for k in (0, 1))
        allowed = abs(float(one.weight[i])) * valued.lipschitz * step
        if steepest > allowed + SLACK * (size + 1.0):
            found = steepest / abs(float(one.weight[i])) / step
            wanted = f"at least {found:.6g}, as the function changes by so much an inch"
            raise InputError(f"{one.place}.lipschitz", wanted, shown(valued.lipschitz))
    elif valued.upper is not None:
        low = poses[:, :2]
        over = values - one.upper(i, np.column_stack([low, low]))
        worst = int(np.argmax(over))
        if over[worst] > SLACK * (size + 1.0):
            wanted = "no less than the function is worth"
            where = ", ".join(f"{value:.6g}" for value in low[worst])
            raise InputError(f"{one.place}.upper", wanted, f"less by {over[worst]:.6g} at {where}")
