"""As much of a wished move as is legal (VS7): each path cut short where it has to be."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from movekernels.search.ground import MARGIN
from movesolver.errors import InputError, UnsupportedError
from movesolver.referee.check import judge
from movesolver.referee.crossings import stretches
from movesolver.referee.eligibility import eligibility
from movesolver.referee.modes import mode_findings
from movesolver.referee.motion import judge_paths, path_length
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.steps import steps_of
from movesolver.search.ends import Ends, Path, legal
from movesolver.search.result import Limit, Result, Status
from movesolver.search.sequence import in_order
from movesolver.table.scenario import Pose, Scenario

PARTS = 16
"""Equal parts of a path at whose ends stops are tried, besides where something begins."""
HALVINGS = 20
"""Steps of the bisection between a stop that is legal and the next that is not."""
ROUNDS = 8
PROVED = 1e-5
"""Inches a model by which an answer may fall short of its bound and count as the best."""

Lengths = dict[str, float]


def partial(scenario: Scenario) -> Result:
    """Make a wished move as far as it is legal: VoidSiege's rule instead of taking it back (VS7).

    Parameters
    ----------
    scenario
        A scenario with ``action.paths``, which may be illegal.  Its goal is not looked at.

    Returns
    -------
    Result
        Beginnings of the paths that are legal together, an order of moving and all; worth
        the sum of their lengths, inches.  The bound is what each model could go alone;
        where that is reached the answer is `Status.OPTIMAL`.  Which model goes how far is a
        local search, so an answer below the bound is `Status.FEASIBLE`.

    Raises
    ------
    InputError
        If there are no paths, or a number that the move needs is missing.
    UnsupportedError
        In games in which a move that cannot be made in full is not made in part.
    """
    begun = time.perf_counter()
    position = pack(scenario)
    if not position.rules.in_part:
        raise UnsupportedError(f"{position.rules.game}: an illegal move is not made in part")
    if scenario.action.paths is None:
        raise InputError("action.paths", "the paths that are wished for", "nothing")
    barred = eligibility(position) + mode_findings(position)
    if barred:
        reasons = {str(one.code): f"{one.text} ({one.rule})" for one in barred}
        return _result(scenario, None, None, reasons, 0, begun)
    search = _Search(position, scenario.action.paths)
    return _result(scenario, search.run(), search.bound, {}, search.judged, begun)


class _Search:
    def __init__(self, position: Position, paths: dict[str, Path]) -> None:
        self.position = position
        self.paths = paths
        self.most: Lengths = {}
        self.stops: dict[str, list[float]] = {}
        self.judged = 0
        for name, path in paths.items():
            model = position.ids.index(name)
            most = _passable(position, model, path)
            closed = _closed(position, model, path, 0.0)
            self.most[name] = _last_open(most, closed)
            apart = _closed(position, model, path, position.rules.tolerance + MARGIN, any_foe=True)
            marks = [step.before for step in steps_of(position, model, path)]
            marks += [most * k / PARTS for k in range(PARTS + 1)]
            marks += [length for span in apart for length in span]
            self.stops[name] = sorted({0.0, *(m for m in marks if m <= most)})
        self.bound = math.fsum(self.most.values())

    def run(self) -> Ends | None:
        """Return the farthest legal beginnings found, None if not even staying is legal."""
        best: Lengths | None = None
        for lengths in self._starts():
            if best is not None and math.fsum(lengths.values()) <= math.fsum(best.values()):
                continue
            if self._legal(lengths) is not None:
                best = lengths
        if best is None:
            return None
        for _ in range(ROUNDS):
            before = math.fsum(best.values())
            for name in self.paths:
                best = self._farther(best, name)
            if math.fsum(best.values()) <= before + PROVED:
                break
        return self._legal(best)

    def _starts(self) -> Iterator[Lengths]:
        """Yield beginnings: all as far as they can alone, the same part, the same length."""
        longest = max((stops[-1] for stops in self.stops.values()), default=0.0)
        yield {name: stops[-1] for name, stops in self.stops.items()}
        yield dict(self.most)
        for k in range(PARTS, -1, -1):
            part = k / PARTS
            yield {name: part * stops[-1] for name, stops in self.stops.items()}
            yield {name: min(part * longest, stops[-1]) for name, stops in self.stops.items()}

    def _farther(self, lengths: Lengths, name: str) -> Lengths:
        """Return the same with one model as far on as is legal now."""
        now = lengths[name]
        farther = [stop for stop in self.stops[name] if stop > now + PROVED]
        beyond = None
        for stop in reversed(farther):
            if self._legal({**lengths, name: stop}) is not None:
                now = stop
                break
            beyond = stop
        for _ in range(HALVINGS if beyond is not None else 0):
            assert beyond is not None
            middle = (now + beyond) / 2
            if self._legal({**lengths, name: middle}) is not None:
                now = middle
            else:
                beyond = middle
        return {**lengths, name: now}

    def _legal(self, lengths: Lengths) -> Ends | None:
        """Return beginnings so long as an answer, if the referee lets them pass."""
        self.judged += 1
        position = self.position
        paths: dict[str, Path] = {}
        for i, name in enumerate(position.ids):
            if name in self.paths:
                paths[name] = _beginning(position, i, self.paths[name], lengths[name])
            else:
                paths[name] = (_standing(position, i),)
        gone = {n: path_length(position, i, paths[n]) for i, n in enumerate(position.ids)}
        ends = in_order(position, Ends(paths, gone, math.fsum(gone.values())))
        if ends is None or legal(position, ends) is None:
            return None
        return ends


def _standing(position: Position, i: int) -> Pose:
    start = position.start
    return (float(start.x[i]), float(start.y[i]), float(position.facing[i]), float(start.z[i]))


def _beginning(position: Position, model: int, path: Sequence[Pose], length: float) -> Path:
    """Return the first part of a path, so many inches; free steps at its end with the whole."""
    whole = length >= path_length(position, model, path)
    poses = [path[0]]
    for step in steps_of(position, model, path):
        if not whole and step.before >= length:
            break
        t = min(1.0, (length - step.before) / step.cost) if step.cost > 0.0 else 1.0
        if whole or t == 1.0:
            poses.append(step.b)
            continue
        a, b = step.a, step.b
        poses.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2],
                      a[3] + t * (b[3] - a[3])))  # fmt: skip
    return tuple(poses)


def _passable(position: Position, model: int, path: Path) -> float:
    """Return how far a model gets along a path: its maximum, what bars it, the table's edge."""
    name = position.ids[model]
    most = min(path_length(position, model, path), float(position.maximum[model]))
    walked, _ = judge_paths(position.alone(), {name: path}, 0.0)
    return min([most, *(one.after for one in walked if one.after is not None)])


def _closed(
    position: Position, model: int, path: Path, margin: float, *, any_foe: bool = False
) -> list[tuple[float, float]]:
    """Return the parts of a path in which enemies are too close to end there (VS5), inches."""
    clearance = position.rules.clearance
    if clearance is None:
        return []
    named = position.scenario.action.targets if position.move.may_close_in else ()
    mine, others = int(position.start.shape[model]), position.others
    found = []
    for h in np.flatnonzero(position.enemy).tolist():
        if position.other_units[h] in named and not any_foe:
            continue
        standing = tuple(float(row[h]) for row in (others.x, others.y, others.cos, others.sin))
        x, y, c, s = standing
        for step in steps_of(position, model, path):
            if step.kind == "slide":
                found += [
                    (step.before + t * step.cost, step.before + u * step.cost)
                    for t, u in stretches(
                        position.shapes, mine, step.a, step.b, int(others.shape[h]), (x, y, c, s),
                        -(clearance + margin),
                    )
                ]  # fmt: skip
    return found


def _last_open(most: float, closed: Sequence[tuple[float, float]]) -> float:
    """Return the greatest length up to ``most`` that is in none of the parts; 0 if none is."""
    for first, last in sorted(closed, key=lambda span: -span[1]):
        if first < most <= last:
            most = first
    return max(0.0, most)


def _result(
    scenario: Scenario,
    ends: Ends | None,
    bound: float | None,
    reasons: dict[str, str],
    judged: int,
    begun: float,
) -> Result:
    status, claim = Status.NOT_FOUND, "no beginning of these paths was found to be legal"
    verdict = moved = None
    if reasons:
        status, claim = Status.INFEASIBLE, "the unit may not make this move"
    if ends is not None:
        assert bound is not None
        most = max(bound, ends.points)
        status, claim = Status.FEASIBLE, "no model can go farther along its path than alone"
        if most - ends.points <= PROVED * max(1, len(ends.paths)):
            status, claim = Status.OPTIMAL, "every model goes as far along its path as alone"
        bound = most
        action = msgspec.structs.replace(
            scenario.action, paths=dict(ends.paths), ends=None, order=ends.order
        )
        moved = msgspec.structs.replace(scenario, action=action)
        verdict = judge(pack(scenario), ends.paths, order=ends.order)
    done = status in (Status.OPTIMAL, Status.INFEASIBLE)
    return Result(
        status=status,
        limit=None if done else Limit.ITERATIONS,
        objective=None if ends is None else ends.points,
        bound=bound,
        certificate={"claim": claim, "over": "beginnings of the paths given"},
        ends={} if ends is None else {name: path[-1] for name, path in ends.paths.items()},
        paths={} if ends is None else ends.paths,
        lengths={} if ends is None else ends.lengths,
        order=None if ends is None else ends.order,
        reasons=reasons,
        seed=0,
        milliseconds=(time.perf_counter() - begun) * 1000,
        iterations=judged,
        scenario=scenario,
        verdict=verdict,
        moved=moved,
    )
