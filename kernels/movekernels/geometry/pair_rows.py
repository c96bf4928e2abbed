"""Gaps of listed pairs of bodies, those of one kind side by side in SIMD lanes.

Units mix round, oval and rectangular bases, so the pairs of a list are dealt out
by kind into blocks of `LANES`.  A block is computed when it is full, or at the end.
Pairs of other kinds, unions, and lanes that overlap, nearly touch or are not
certified are left to the scalar kernel.
"""

from __future__ import annotations

import math

from movekernels._jit import kernel
from movekernels.arrays import Bodies, Floats, Ints, Shapes
from movekernels.geometry import _box_lanes as box
from movekernels.geometry import _oval_lanes as oval
from movekernels.geometry._box_lanes import _boxes
from movekernels.geometry._oval_lanes import CLOSE, LANES, _ovals, _points
from movekernels.geometry.gap import gap
from movekernels.geometry.pair_lanes import (
    _INDEX,
    BOX,
    OVAL,
    ROUND,
    PairLanes,
    _box_disc,
    _load_boxes,
    _load_corner,
    _load_ovals,
    _load_point,
)

_KINDS = 4
_ROUND_ROUND = _KINDS * ROUND + ROUND
_ROUND_OVAL = _KINDS * ROUND + OVAL
_ROUND_BOX = _KINDS * ROUND + BOX
_OVAL_ROUND = _KINDS * OVAL + ROUND
_OVAL_OVAL = _KINDS * OVAL + OVAL
_OVAL_BOX = _KINDS * OVAL + BOX
_BOX_ROUND = _KINDS * BOX + ROUND
_BOX_OVAL = _KINDS * BOX + OVAL
_BOX_BOX = _KINDS * BOX + BOX


@kernel
def _hand_out(found: Floats, slots: Ints, count: int, out: Floats) -> None:
    """Bring what was found in ``count`` lanes to its place in the list, NaN if not certain."""
    for lane in range(count):
        value = found[lane]
        out[slots[lane] & _INDEX] = value if value > CLOSE else math.nan


@kernel
def _flush_ovals(lanes: PairLanes, count: int, out: Floats) -> None:
    """Compute ``count`` lanes of pairs of ellipses and hand out their gaps."""
    f = lanes.ovals
    _ovals(f, count)
    _hand_out(f[oval.FOUND :], lanes.slots, count, out)


@kernel
def _flush_points(lanes: PairLanes, count: int, out: Floats) -> None:
    """Compute ``count`` lanes of ellipses and discs, or corners, and hand out their gaps."""
    f = lanes.points
    _points(f, count)
    _hand_out(f[oval.FOUND :], lanes.slots[LANES:], count, out)


@kernel
def _flush_boxes(lanes: PairLanes, count: int, out: Floats) -> None:
    """Compute ``count`` lanes of pairs of boxes and hand out their gaps."""
    f = lanes.boxes
    _boxes(f, count)
    _hand_out(f[box.FOUND :], lanes.slots[2 * LANES :], count, out)


@kernel
def pair_gaps(
    shapes: Shapes,
    a: Bodies,
    b: Bodies,
    first: Ints,
    second: Ints,
    count: int,
    lanes: PairLanes,
    out: Floats,
) -> None:
    """Gaps of listed pairs of bodies.

    Parameters
    ----------
    shapes
        Packed outlines.
    a, b
        Two groups of bodies, or one twice; heights are ignored.
    first, second
        Pair ``k`` is body ``first[k]`` of ``a`` and body ``second[k]`` of ``b``;
        shape at least (count,).
    count
        Number of pairs.
    lanes
        Space made by `pair_lanes` for these shapes.
    out
        The first ``count`` are filled with gaps, inches, as `gap` has them: the
        same numbers where two bases overlap or come closer than 1e-9", so that
        signs agree; to 1e-13" elsewhere.

    Notes
    -----
    In 3,000,000 pairs each of real ovals with ovals, discs and boxes, and of boxes
    with discs and boxes, gaps of 1e-13" to 12" and overlaps: largest difference
    5.2e-14", none in sign, none at all where bases overlap.  One pair of ovals in a
    thousand is not certified and done again.
    """
    ovals = 0
    points = 0
    boxes = 0
    for k in range(count):
        i = first[k] & _INDEX
        j = second[k] & _INDEX
        one = a.shape[i] & _INDEX
        two = b.shape[j] & _INDEX
        dx = b.x[j] - a.x[i]
        dy = b.y[j] - a.y[i]
        d2 = dx * dx + dy * dy
        inside = shapes.inner[one] + shapes.inner[two]
        pair = _KINDS * lanes.kind[one] + lanes.kind[two]
        value = math.nan
        if pair == _ROUND_ROUND:
            value = math.sqrt(d2) - lanes.half[one, 0] - lanes.half[two, 0]
        elif inside > 0.0 and d2 <= inside * inside:
            pass  # surely overlapping
        elif pair == _OVAL_OVAL:
            _load_ovals(lanes, ovals, a, i, b, j)
            lanes.slots[ovals] = k
            ovals += 1
        elif pair == _OVAL_ROUND:
            _load_point(lanes, points, a, i, b, j)
            lanes.slots[LANES + points] = k
            points += 1
        elif pair == _ROUND_OVAL:
            _load_point(lanes, points, b, j, a, i)
            lanes.slots[LANES + points] = k
            points += 1
        elif pair == _BOX_BOX:
            _load_boxes(lanes, boxes, a, i, b, j)
            lanes.slots[2 * LANES + boxes] = k
            boxes += 1
        elif pair == _BOX_ROUND:
            value = _box_disc(lanes, a, i, b, j)
        elif pair == _ROUND_BOX:
            value = _box_disc(lanes, b, j, a, i)
        elif pair in (_OVAL_BOX, _BOX_OVAL):
            if pair == _OVAL_BOX:
                value = _load_corner(lanes, points, a, i, b, j)
            else:
                value = _load_corner(lanes, points, b, j, a, i)
            if value == 0.0:
                lanes.slots[LANES + points] = k
                points += 1
        out[k] = value
        if ovals == LANES:
            _flush_ovals(lanes, ovals, out)
            ovals = 0
        if points == LANES:
            _flush_points(lanes, points, out)
            points = 0
        if boxes == LANES:
            _flush_boxes(lanes, boxes, out)
            boxes = 0
    if ovals > 0:
        _flush_ovals(lanes, ovals, out)
    if points > 0:
        _flush_points(lanes, points, out)
    if boxes > 0:
        _flush_boxes(lanes, boxes, out)
    for k in range(count):
        if out[k] != out[k]:
            i = first[k]
            j = second[k]
            out[k] = gap(
                shapes,
                a.shape[i],
                a.x[i],
                a.y[i],
                a.cos[i],
                a.sin[i],
                b.shape[j],
                b.x[j],
                b.y[j],
                b.cos[j],
                b.sin[j],
            )
