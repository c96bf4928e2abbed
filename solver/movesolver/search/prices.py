"""Prices on discs that hold one model each, lowered on squares that shrink.

They only propose: what they prove is worked out by `movesolver.search.peaks`.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from movekernels.arrays import Floats
from movekernels.search.cells import SHUT
from movekernels.search.prices import (
    BLOCK,
    Answer,
    Discs,
    Squares,
    descend,
    list_prices,
    respond,
    spread_prices,
    widths,
)
from movesolver.search.cells import Relaxed, Window, first_window, split_window, squares_of


@dataclass(frozen=True, slots=True)
class Stage:
    """One size of squares that prices are found on."""

    side: float
    """Inches."""
    stride: int
    """Discs stand so many squares apart."""
    rounds: int
    """Steps at most."""


QUICK = (Stage(0.125, 2, 60),)
"""Stages of the bound that is always computed ..."""
HASTY = (Stage(0.25, 1, 60), *QUICK)
"""... and where there may be no time for it."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One side of a case: a box holds exactly one model, or none."""

    box: tuple[float, float, float, float]
    """x0, y0, x1, y1, inches; its diagonal is less than twice the radius."""
    rank: int
    """Radius of the discs concerned, as an index into `Relaxed.radii`."""
    one: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of discs, and what models gain in boxes that hold exactly one."""

    discs: Floats
    """x, y, radius, price, index of the radius; shape (d, 5)."""
    reward: Floats
    """Of each branch, points, 0 where the box holds none; shape (b,)."""


@dataclass(frozen=True, slots=True)
class Pricing:
    """What a descent of prices came to."""

    bound: float
    """On the squares it was made on, points: only a hint of what the prices prove."""
    prices: Prices
    picks: Floats
    """Where models stood in the last rounds: x, y, model; shape (p, 3)."""
    window: Window
    """Squares where models of a better end can be."""


NOTHING = Prices(np.empty((0, 5)), np.empty(0))
"""No disc costs anything."""


def staged(
    loose: Relaxed,
    elsewhere: Floats,
    incumbent: float | None,
    stages: tuple[Stage, ...],
    until: float = math.inf,
    *,
    tried: bool = False,
) -> Pricing | None:
    """Return prices found on squares of one size after the other, None if nothing is priced.

    ``elsewhere`` is what each model is worth where it pays nothing, shape (n,); ``incumbent``
    what a legal end is worth, None if none is known.  No stage is begun that would end after
    ``until`` (on `time.perf_counter`), if it takes `GROWTH` times as long as the one before.
    Where it is ``tried`` first how long a few steps take, the first stage too makes no more than
    leave time to prove what it came to.
    """
    if not loose.radii.size or incumbent is None:
        return None
    window = first_window(loose, stages[0].side)
    found, prices = None, NOTHING
    for k, stage in enumerate(stages):
        begun = time.perf_counter()
        while window.side > stage.side:
            window = split_window(loose, window)
        if tried and k == 0:
            begun = time.perf_counter()
            found = lowered(
                loose, window, elsewhere, prices, (), incumbent, replace(stage, rounds=TRIED), 1.0
            )
            now = time.perf_counter()
            rounds = DESCENDING * (until - now) / max(now - begun, 1e-9) * TRIED
            if rounds < FEWEST:
                break
            stage, begun = replace(stage, rounds=min(stage.rounds, int(rounds))), now
        found = lowered(loose, window, elsewhere, prices, (), incumbent, stage, BEGIN[k > 0])
        window, prices = found.window, found.prices
        now = time.perf_counter()
        if found.bound <= incumbent or now + GROWTH * (now - begun) > until:
            break
    return found


BEGIN = (1.0, 0.3)
"""The first step of the first stage and of later ones, as a part of a Polyak step."""
PICKS = 40
"""So many rounds say where models stand."""
GROWTH = 4.0
"""A stage may take so many times as long as the one before."""
TRIED, FEWEST = 3, 6
"""Where time is short so many steps say how long one takes, and fewer than so many are not made."""
DESCENDING = 0.7
"""About this part of the time for a bound is for the descent, the rest for its proof."""
ALIGNED = 0.5
"""Windows begin at multiples of this, so that discs stay on corners of squares (inches)."""


def lowered(
    loose: Relaxed,
    window: Window,
    elsewhere: Floats,
    prices: Prices,
    branches: tuple[Branch, ...],
    incumbent: float,
    stage: Stage,
    begin: float,
) -> Pricing:
    """Return prices of discs on the corners of a window that are lowered from given ones.

    Parameters
    ----------
    loose, elsewhere, incumbent
        As for `staged`.
    window
        Where models of a better end can be.
    prices
        Where to begin; discs beside the window keep theirs.
    branches
        Boxes that hold one model or none.
    stage, begin
        How far apart discs stand, how many steps are made, and the first of them, as part of a
        Polyak step.
    """
    squares = squares_of(loose, window, elsewhere)
    discs, rest = _discs(loose, window, squares, stage.stride, prices, branches)
    for branch in branches:
        _restrict(loose, window, squares, branch)
    answer = _answer(squares, loose)
    picks = np.full((PICKS, squares.group.size, 2), -1, dtype=np.int64)
    outside = math.fsum(rest[:, 3])
    target = incumbent - outside
    descend(squares, discs, answer, target, stage.rounds, begin, picks)
    discs.price[:] = discs.best
    discs.reward[0] = discs.reward[1]
    count = list_prices(discs)
    bound = outside + spread_prices(discs, count) + respond(squares, discs, answer)
    listed = discs.priced[:count]
    q, b, a = np.unravel_index(listed, discs.price.shape)
    step = window.side * stage.stride
    table = np.empty((count, 5))
    table[:, 0], table[:, 1] = window.x + a * step, window.y + b * step
    table[:, 2], table[:, 3], table[:, 4] = loose.radii[q], discs.price.ravel()[listed], q
    reward = np.zeros(len(branches))
    reward[[k for k, branch in enumerate(branches) if branch.one]] = discs.reward[1]
    took = np.argwhere(picks[:, :, 0] >= 0)
    at = picks[took[:, 0], took[:, 1]]
    places = np.column_stack(
        [window.x + (at[:, 1] + 0.5) * window.side, window.y + (at[:, 0] + 0.5) * window.side,
         took[:, 1]]
    )  # fmt: skip
    return Pricing(
        bound=bound,
        prices=Prices(np.concatenate([rest, table]), reward),
        picks=places,
        window=_narrowed(loose, window, answer, bound - incumbent),
    )


def _narrowed(loose: Relaxed, window: Window, answer: Answer, room: float) -> Window:
    """Return the window without squares that no model of a better end stands in."""
    least = np.full(loose.leader.size, math.inf)
    np.minimum.at(least, loose.group, answer.points - loose.more)
    states = window.states.copy()
    alive = np.zeros(states.shape, dtype=np.bool_)
    rows, columns = states.shape[1:]
    for g, i in enumerate(loose.leader.tolist()):
        alive[loose.squad.member[i]] |= answer.net[g, :rows, :columns] >= least[g] - room - 1e-9
    states[~alive] = SHUT
    used = [np.flatnonzero(alive.any(axis=axes)) for axes in ((0, 2), (0, 1))]
    if not used[0].size:
        return Window(window.x, window.y, window.side, states)
    margin = math.ceil(float(loose.radii.max()) / window.side) + 1
    even = max(round(ALIGNED / window.side), 1)
    low = [max(int(one[0]) - margin, 0) // even * even for one in used]
    high = [int(one[-1]) + 1 + margin for one in used]
    return Window(
        window.x + low[1] * window.side,
        window.y + low[0] * window.side,
        window.side,
        np.ascontiguousarray(states[:, low[0] : high[0], low[1] : high[1]]),
    )


def _restrict(loose: Relaxed, window: Window, squares: Squares, branch: Branch) -> None:
    """Shut squares that a branch leaves to nobody."""
    rows, columns = window.states.shape[1:]
    left = window.x + window.side * np.arange(columns)
    under = window.y + window.side * np.arange(rows)
    right, over = left + window.side, under + window.side
    x0, y0, x1, y1 = branch.box
    if branch.one:
        dx = np.maximum(right - x0, x1 - left)
        dy = np.maximum(over - y0, y1 - under)
        rho = 2.0 * loose.radii[branch.rank]
        shut = dx[None, :] ** 2 + dy[:, None] ** 2 < rho * rho
        meets = (right >= x0) & (left <= x1), (over >= y0) & (under <= y1)
        shut &= ~(meets[0][None, :] & meets[1][:, None])
    else:
        inside = (left >= x0) & (right <= x1), (under >= y0) & (over <= y1)
        shut = inside[0][None, :] & inside[1][:, None]
    concerned = squares.rank >= branch.rank
    squares.worth[concerned, :rows, :columns] -= np.where(shut, math.inf, 0.0)


def _discs(
    loose: Relaxed,
    window: Window,
    squares: Squares,
    stride: int,
    prices: Prices,
    branches: tuple[Branch, ...],
) -> tuple[Discs, Floats]:
    """Return discs on the corners of a window, and the ones with prices that stand beside it."""
    rows, columns = window.states.shape[1:]
    ranks, whole = loose.radii.size, squares.worth.shape[1:]
    reach = math.ceil(float(loose.radii.max(initial=0.0)) / window.side) + 1
    width = np.empty((ranks, reach), dtype=np.int64)
    for k, rho in enumerate(loose.radii.tolist()):
        widths(rho, window.side, width[k])
    shape = (ranks, rows // stride + 1, columns // stride + 1)
    price = np.zeros(shape)
    step = window.side * stride
    b = np.rint((prices.discs[:, 1] - window.y) / step).astype(np.int64)
    a = np.rint((prices.discs[:, 0] - window.x) / step).astype(np.int64)
    within = (b >= 0) & (a >= 0) & (b < shape[1]) & (a < shape[2])
    q = prices.discs[:, 4].astype(np.int64)
    np.add.at(price, (q[within], b[within], a[within]), prices.discs[within, 3])
    ones = [(k, branch) for k, branch in enumerate(branches) if branch.one]
    box = np.empty((len(ones), 5), dtype=np.int64)
    reward = np.zeros((2, len(ones)))
    for k, (which, branch) in enumerate(ones):
        x0, y0, x1, y1 = branch.box
        box[k] = (
            min(max(math.floor((y0 - window.y) / window.side), 0), rows),
            min(max(math.floor((y1 - window.y) / window.side) + 1, 0), rows),
            min(max(math.floor((x0 - window.x) / window.side), 0), columns),
            min(max(math.floor((x1 - window.x) / window.side) + 1, 0), columns),
            branch.rank,
        )
        reward[0, k] = prices.reward[which] if which < prices.reward.size else 0.0
    discs = Discs(
        stride=stride,
        width=width,
        price=price,
        step=np.empty((ranks, whole[0] + 1, whole[1])),
        held=np.empty(shape),
        best=np.zeros(shape),
        box=box,
        reward=reward,
        priced=np.empty(price.size, dtype=np.int64),
        met=np.empty(price.size, dtype=np.int64),
    )
    return discs, prices.discs[~within]


def _answer(squares: Squares, loose: Relaxed) -> Answer:
    groups, rows, columns = squares.worth.shape
    n = squares.group.size
    return Answer(
        points=np.empty(n),
        row=np.empty(n, dtype=np.int64),
        column=np.empty(n, dtype=np.int64),
        run=np.empty((loose.radii.size, columns)),
        net=np.empty((groups, rows, columns)),
        most=np.empty(columns),
        top=np.empty((groups, rows // BLOCK, columns // BLOCK)),
    )
