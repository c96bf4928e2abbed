"""The rule checks that are measured, the other ways to answer each, and who must agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import LEVEL, TOLERANCE, Bools, Floats
from movesolver import arrays
from movesolver.arrays.limits import ENGAGEMENT
from movesolver.bench import others, outlines, plain
from movesolver.bench.others import in_blocks
from movesolver.bench.scenes import HEIGHT, WIDTH, Scene

Answers = NDArray[Any]
ENGAGED = ENGAGEMENT.horizontal + ENGAGEMENT.tolerance
RANGE = 8.0
"""Inches of the `within` check: as far as most set-up rules ask."""
TOUCHING = math.nextafter(-TOLERANCE, -math.inf)

TWIN, NUMPY, CDIST = "plain Python", "NumPy", "cdist"
CSGRAPH, CSGRAPH_BATCH, NETWORKX, SHAPELY = "csgraph", "csgraph, batch", "networkx", "shapely"
WAYS = (TWIN, NUMPY, CDIST, CSGRAPH, CSGRAPH_BATCH, NETWORKX, SHAPELY)
EXACT = 1e-9
"""Two gaps are the same if they differ by no more, inches."""
COARSE = 2e-3
"""The same for outlines with 128 corners."""


@dataclass(frozen=True)
class Way:
    """Another way to answer a check."""

    run: Callable[[Scene], Answers]
    exact: bool = True
    round_only: bool = True
    batch_only: bool = False


@dataclass(frozen=True)
class Check:
    """One check of `movesolver.arrays`, as it is measured."""

    run: Callable[[Scene, Any, int], Any]
    """Of a scene, an earlier result to fill or None, and threads."""
    answers: Callable[[Any, Scene], Answers]
    """What is compared: an array whose first axis is the boards."""
    ways: dict[str, Way] = field(default_factory=dict)
    others: bool = False
    """Whether it needs enemies."""
    unsure: Callable[[Scene], Bools] | None = None
    """Which answers 128 corners may get wrong; None if answers are distances."""
    pairs: str = ""
    """What the check must do for each pair of round bases: ``predicates`` or ``roots``."""
    wide: bool = False
    """Whether it answers with a number for each pair."""


def _own_gaps(scene: Scene) -> Floats:
    """Exact gaps of each unit's models to one another; (b, n, n)."""
    units = scene.groups(scene.own)
    b, n = scene.own.x.shape
    return np.asarray(arrays.gaps(units, units).gap).reshape(b, n, n)


def _near_limit(gaps: Floats, *limits: float) -> Bools:
    found = np.zeros(gaps.shape, np.bool_)
    for limit in limits:
        found |= np.abs(gaps - limit) <= COARSE
    return found


def _coherency_unsure(scene: Scene) -> Bools:
    close = _near_limit(_own_gaps(scene), others.NEIGHBOUR, others.SPAN)
    return np.asarray(close.any((1, 2)))


def _overlap_unsure(scene: Scene) -> Bools:
    apart = ~np.eye(scene.own.x.shape[1], dtype=np.bool_)
    return np.asarray((_near_limit(_own_gaps(scene), 0.0) & apart).any(-1))


def _first_unsure(limit: float) -> Callable[[Scene], Bools]:
    def unsure(scene: Scene) -> Bools:
        b, n = scene.own.x.shape
        found = arrays.gaps(scene.groups(scene.own), scene.groups(scene.others)).gap
        return np.asarray(_near_limit(found.reshape(b, n, -1), limit).any(-1))

    return unsure


def _single(result: Any, scene: Scene) -> Answers:
    """The codes of units, as an array even of one."""
    return np.asarray(result).reshape(len(scene))


def _models(name: str) -> Callable[[Any, Scene], Answers]:
    """A field of a result that has a number for each model; (b, n)."""
    return lambda result, scene: np.asarray(getattr(result, name)).reshape(scene.own.x.shape)


def _pairs(result: Any, scene: Scene) -> Answers:
    return np.asarray(result.gap).reshape(*scene.own.x.shape, scene.others.x.shape[1])


def _sweep(scene: Scene, out: Any, threads: int) -> Any:
    dx, dy = (slide[0] if scene.single else slide for slide in scene.slides)
    return arrays.sweep(scene.units, dx, dy, scene.enemies, out=out, threads=threads)


def _first(limit: float, run: Callable[[Scene, Any, int], Any]) -> Check:
    """A check that names the first enemy within a distance of each model."""
    return Check(
        run,
        _models("first"),
        {
            TWIN: Way(lambda s: plain.first_within(s, limit), round_only=False),
            NUMPY: Way(in_blocks(lambda s: others.numpy_first(s, limit))),
            CDIST: Way(lambda s: others.cdist_first(s, limit)),
            SHAPELY: Way(lambda s: outlines.first_within(s, limit), exact=False, round_only=False),
        },
        others=True,
        unsure=_first_unsure(limit),
    )


CHECKS: dict[str, Check] = {
    "coherency": Check(
        # one unit answers with a number, so nothing of it is filled again
        lambda s, out, threads: arrays.coherency(
            s.units, out=None if s.single else out, threads=threads
        ),
        _single,
        {
            TWIN: Way(plain.coherency, round_only=False),
            NUMPY: Way(in_blocks(others.numpy_coherency)),
            CSGRAPH: Way(others.csgraph_coherency),
            CSGRAPH_BATCH: Way(in_blocks(others.csgraph_batch_coherency), batch_only=True),
            NETWORKX: Way(others.networkx_coherency),
            SHAPELY: Way(outlines.coherency, exact=False, round_only=False),
        },
        unsure=_coherency_unsure,
        pairs="predicates",
    ),
    "self_overlap": Check(
        lambda s, out, threads: arrays.self_overlap(s.units, out=out, threads=threads),
        _models("first"),
        {
            TWIN: Way(lambda s: plain.self_overlap(s, TOUCHING), round_only=False),
            NUMPY: Way(in_blocks(lambda s: others.numpy_self_overlap(s, TOUCHING))),
            SHAPELY: Way(outlines.self_overlap, exact=False, round_only=False),
        },
        unsure=_overlap_unsure,
        pairs="predicates",
    ),
    "edge": Check(
        lambda s, out, threads: arrays.edge(s.units, WIDTH, HEIGHT, out=out, threads=threads),
        _models("slack"),
        {
            TWIN: Way(plain.edge, round_only=False),
            NUMPY: Way(in_blocks(others.numpy_edge), round_only=False),
            SHAPELY: Way(outlines.edge, exact=False, round_only=False),
        },
    ),
    "engaged": _first(
        ENGAGED,
        lambda s, out, threads: arrays.engaged(s.units, s.enemies, out=out, threads=threads),
    ),
    "within": _first(
        RANGE + TOLERANCE,
        lambda s, out, threads: arrays.within(s.units, s.enemies, RANGE, out=out, threads=threads),
    ),
    "overlap": _first(
        TOUCHING,
        lambda s, out, threads: arrays.overlap(
            s.units, s.enemies, level=LEVEL, out=out, threads=threads
        ),
    ),
    "nearest": Check(
        lambda s, out, threads: arrays.nearest(s.units, s.enemies, out=out, threads=threads),
        _models("gap"),
        {
            TWIN: Way(plain.nearest, round_only=False),
            NUMPY: Way(in_blocks(others.numpy_nearest)),
            CDIST: Way(others.cdist_nearest),
            SHAPELY: Way(outlines.nearest, exact=False, round_only=False),
        },
        others=True,
        pairs="roots",
    ),
    "gaps": Check(
        lambda s, out, threads: arrays.gaps(s.units, s.enemies, out=out, threads=threads),
        _pairs,
        {
            TWIN: Way(plain.gaps, round_only=False),
            NUMPY: Way(in_blocks(others.numpy_gaps)),
            CDIST: Way(others.cdist_gaps),
            SHAPELY: Way(outlines.gaps, exact=False, round_only=False),
        },
        others=True,
        pairs="roots",
        wide=True,
    ),
    "sweep": Check(
        _sweep,
        _models("clearance"),
        {
            TWIN: Way(plain.sweep, round_only=False),
            NUMPY: Way(in_blocks(others.numpy_sweep)),
            SHAPELY: Way(outlines.sweep, exact=False, round_only=False),
        },
        others=True,
    ),
}


@dataclass(frozen=True)
class Agreement:
    """How answers compared."""

    compared: int
    differing: int
    left_out: int
    boards: NDArray[np.int64]
    """Those with an answer that differs."""


def compare(ours: Answers, theirs: Answers, exact: bool, unsure: Bools | None) -> Agreement:
    """Compare the answers of two ways.

    Parameters
    ----------
    ours, theirs
        Their first axis is the boards.  Yes and no is compared with codes, 0 for yes.
        Distances of bases that overlap need only be negative, or 0, on both sides:
        how deep is another question.
    exact
        Whether distances agree to `EXACT` or to `COARSE`.
    unsure
        Which answers are not compared.
    """
    skipped = np.zeros(ours.shape, np.bool_) if unsure is None else unsure
    if ours.dtype.kind == "f":
        close = EXACT if exact else COARSE
        same = np.abs(ours - theirs) <= close
        same |= (ours <= close) & (theirs <= close)
    elif theirs.dtype.kind == "b":
        same = (ours == 0) == theirs
    else:
        same = ours == theirs
    wrong = ~(same | skipped)
    boards = np.flatnonzero(wrong.reshape(len(ours), -1).any(1))
    return Agreement(
        int(np.sum(~skipped)), int(np.sum(wrong)), int(np.sum(skipped)), boards.astype(np.int64)
    )
