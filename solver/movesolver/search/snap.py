"""The nearest legal move of a unit to the places somebody wishes its models at."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Floats, Ints
from movekernels.search.ground import MARGIN
from movekernels.search.routing import NO_ROUTE, route
from movesolver.paths.shortest import Shortest
from movesolver.referee.check import judge
from movesolver.referee.motion import path_length
from movesolver.referee.pack import pack
from movesolver.referee.position import Position, heading
from movesolver.referee.verdict import Code
from movesolver.rules.ruleset import RuleSet
from movesolver.search.answer import Proof, answer_of
from movesolver.search.arena import Arena, build_arena
from movesolver.search.bounds import upper_bound
from movesolver.search.budget import budget_of, check_whole, time_left
from movesolver.search.ends import Ends, Path, ends_of, legal, wanting
from movesolver.search.found import Judged
from movesolver.search.goal_table import Goal
from movesolver.search.goals import pack_goal
from movesolver.search.judging import accepted_in_order
from movesolver.search.modes import in_mode
from movesolver.search.polish import Polisher
from movesolver.search.result import Result
from movesolver.search.sequence import in_order
from movesolver.search.settling import Settler
from movesolver.search.solve import solve
from movesolver.search.sparing import spared
from movesolver.search.wishes import Wishes, wishing
from movesolver.table.scenario import GoalTerm, Pose, Scenario

HOMING = 0.01
"""What an inch of a model nobody has a wish for counts in the search, beside one of a wish."""
CLOSE = 0.25
"""An end found by small steps is not searched on if this near to the bound, inches a model."""
BARRED_WAYS = frozenset(
    {Code.THROUGH_ENEMY, Code.THROUGH_FRIEND, Code.THROUGH_TERRAIN, Code.OFF_TABLE, Code.CLIMB}
)
"""What another way to the same place may mend."""


def snap(
    scenario: Scenario,
    wished: Wishes | NDArray[Any] | None = None,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
) -> Result:
    """Find the legal move of a unit that ends nearest to wished places.

    Parameters
    ----------
    scenario
        The question; of its goal only the wishes are looked at, and these only if ``wished``
        is None.
    wished
        Places [x, y], [x, y, facing] or [x, y, facing, z] by model id, inches and degrees; or
        an array of shape (n, 2 to 4), one row for each model that moves or is set up, in the
        order of the file, of nan where there is no wish.
    seed, iterations, time_ms, rules
        As for `movesolver.solve`, of which the search is one.

    Returns
    -------
    Result
        If the wishes are legal as they are, exactly these, with paths there.  Else a legal
        end for which the sum of the distances between centres and wishes, on the flat, is
        small: ``objective`` is minus that sum, ``bound`` what no end can better.  A wish
        beyond a model's reach pulls it as far as it can go.  Bases that turn get the heading
        wished for where it costs nothing.  A model without a wish stays, as near as it may,
        where it stands.

    Raises
    ------
    InputError
        If a wish is no place, is for a model that is not in the unit, or there is none; or
        as `movesolver.solve` does.

    Notes
    -----
    The wishes as they are are judged first; then brought to a legal formation by small steps
    (`Settler`, and the search's own polish); where that leads nowhere, or to an end that is
    more than a quarter of an inch a model from the bound, a search is made whose goal they are, and
    the better is returned.
    """
    check_whole("seed", seed)
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    asked = wishing(scenario, wished, position.ids)
    snapper = _Snapper(replace(position, scenario=asked))
    budget = budget_of(len(position.ids), iterations, time_ms, begun)
    exact = snapper.as_wished()
    if exact is not None:
        return answer_of(snapper.position, exact, Proof(0.0), {}, budget, seed, begun)
    near = snapper.settled()
    close = snapper.bound - CLOSE * len(position.ids)
    if near is not None and (near[0].points >= close or budget.late()):
        return answer_of(
            snapper.position, snapper.turned(near), Proof(snapper.bound), {}, budget, seed, begun
        )
    left = time_left(time_ms, begun)
    result = solve(snapper.homing(), seed=seed, iterations=iterations, time_ms=left, rules=rules)
    budget.made = result.iterations
    if result.solved:
        snapper = snapper.in_mode_of(result, rules)
        other = snapper.taken(result)
        near = other if near is None or other[0].points > near[0].points else near
    if near is None:
        return replace(result, scenario=asked)
    best = snapper.turned(near)
    answer = answer_of(snapper.position, best, Proof(snapper.bound), {}, budget, seed, begun)
    return replace(answer, scenario=asked)


class _Snapper:
    """Ways to bring wishes to legal ends; its position has them as its goal."""

    def __init__(self, position: Position) -> None:
        self.position = position
        (term,) = position.scenario.action.goal
        self.wishes = term.wish or {}
        self.goal = pack_goal(position)
        self.bound = upper_bound(position, self.goal)

    def in_mode_of(self, result: Result, rules: RuleSet | None) -> _Snapper:
        """Return the same in the mode that an answer is in."""
        mode = None if result.moved is None else result.moved.action.mode
        now = self.position.mode
        if mode is None or (now is not None and now.name == mode):
            return self
        position = pack(in_mode(self.position.scenario, mode), rules=rules)
        return _Snapper(replace(position, scenario=self.position.scenario))

    def as_wished(self) -> Judged | None:
        """Return the wishes as they are, with paths there, if they are legal."""
        position, n = self.position, len(self.position.ids)
        whole = len(self.wishes) == n
        if not n or not (whole or position.move.moves_models):
            return None
        if position.placing:
            return self._accepted(self._placed(self._poses())) if whole else None
        for along in (False,) if whole else (False, True):
            poses = self._poses(along=along)
            ends = dict(zip(position.ids, poses, strict=True))
            found = self._walked(poses) if self._stand(ends) else None
            if found is not None:
                return found
        return None

    def _stand(self, ends: Mapping[str, Pose]) -> bool:
        """Return whether ends alone are legal: judged faster, and most that are not fail here."""
        return judge(self.position, None, ends, tolerance=0.0).legal

    def _poses(self, *, along: bool = False) -> list[Pose]:
        """Return where models are wished; those without a wish stay, or go along with the rest."""
        position, start = self.position, self.position.start
        names = position.ids
        went = [
            (wish[0] - start.x[i], wish[1] - start.y[i])
            for i, wish in ((names.index(name), wish) for name, wish in self.wishes.items())
        ]
        mean = np.mean(went, axis=0) if along else np.zeros(2)
        length = float(np.hypot(*mean))
        poses: list[Pose] = []
        for i, name in enumerate(names):
            wish = self.wishes.get(name)
            part = min(1.0, (float(position.maximum[i]) - MARGIN) / max(length, 1e-12))
            dx, dy = (float(v) for v in max(part, 0.0) * mean)
            x, y, facing, z = (float(start.x[i]) + dx, float(start.y[i]) + dy, *self._stood(i)[2:])
            if wish is not None:
                x, y = wish[0], wish[1]
                facing = wish[2] if len(wish) > 2 else facing
                z = wish[3] if len(wish) > 3 else z
            poses.append((x, y, facing, z))
        return poses

    def _stood(self, i: int) -> Pose:
        start = self.position.start
        return (
            float(start.x[i]), float(start.y[i]), float(self.position.facing[i]),
            float(start.z[i]),
        )  # fmt: skip

    def _placed(self, poses: list[Pose]) -> dict[str, Path]:
        return {name: (pose,) for name, pose in zip(self.position.ids, poses, strict=True)}

    def _walked(self, poses: list[Pose]) -> Judged | None:
        """Return a move to poses: straight, or round what bars models where that is all."""
        position, paths = self.position, dict[str, Path]()
        for i, name in enumerate(position.ids):
            a, b = self._stood(i), poses[i]
            steps = [a, (a[0], a[1], b[2], a[3]), (b[0], b[1], b[2], a[3]), b]
            paths[name] = tuple(p for k, p in enumerate(steps) if k == 0 or p != steps[k - 1])
        found = self._accepted(paths)
        if found is not None:
            return found
        wrong = judge(position, paths, tolerance=0.0).violations
        if not wrong or not BARRED_WAYS.issuperset(one.code for one in wrong):
            return None
        shortest = Shortest(position.alone())
        for name in sorted({name for one in wrong for name in one.models} & paths.keys()):
            i = position.ids.index(name)
            way = shortest.way(i, poses[i])[1]
            if way is None:
                return None
            paths[name] = way.path
        return self._accepted(paths)

    def _accepted(self, paths: dict[str, Path]) -> Judged | None:
        """Return paths as an answer if nothing is wrong with them, duties included."""
        position = self.position
        lengths = {
            name: path_length(position, i, paths[name]) for i, name in enumerate(position.ids)
        }
        ends = in_order(position, Ends(paths, lengths, self._points(paths)))
        verdict = None if ends is None else legal(position, ends)
        if ends is None or verdict is None or wanting(position, ends):
            return None
        return ends, verdict

    def _points(self, paths: Mapping[str, Path]) -> float:
        """Return minus the distances from wishes to where paths end, inches."""
        return -math.fsum(
            math.dist(paths[name][-1][:2], wish[:2])
            for name, wish in self.wishes.items()
            if name in paths
        )

    def settled(self) -> Judged | None:
        """Return what the wishes come to by small steps, if that is legal."""
        position, goal = self.position, self.goal
        set_up = position.move.set_up
        stuck = not position.ids or bool((position.maximum <= MARGIN).any())
        if stuck or (set_up is not None and set_up.close):
            return None
        arena = build_arena(position, goal.shapes)
        settler = Settler(position, arena)
        poses, limits = settler.settled(self._within_reach())
        if not settler.is_settled(limits):
            return None
        ways = np.ones(len(poses), dtype=np.int64)
        if not position.placing:
            for i, pose in enumerate(poses.tolist()):
                ways[i] = route(arena.ground, arena.squad, i, *pose)
            if (ways == NO_ROUTE).any():
                return None
        found = self._polished(arena, goal, poses, ways)
        eased = None if found is None else spared(position, goal, found[0])
        if found is None or eased is None:
            return found
        again = self._polished(arena, eased, poses, ways)
        return again if again is not None and again[0].points > found[0].points else found

    def _polished(self, arena: Arena, goal: Goal, poses: Floats, ways: Ints) -> Judged | None:
        """Move poses (n, 4) by small steps to where they gain; return them if that is legal."""
        Polisher(arena, goal).polish(poses, ways)
        answer = ends_of(self.position, arena, goal, poses, ways)
        return accepted_in_order(self.position, arena, goal, answer)

    def _within_reach(self) -> Floats:
        """Return the poses wished for (x, y, cos, sin), as far as models can go there, (n, 4)."""
        position, start = self.position, self.position.start
        wished = self._poses(along=True)
        poses = np.array([(*pose[:2], *heading(pose[2])) for pose in wished])
        still = position.shapes.inner[start.shape] == position.shapes.outer[start.shape]
        poses[still, 2], poses[still, 3] = start.cos[still], start.sin[still]
        if not position.placing:
            begun = np.column_stack([start.x, start.y])
            gone = poses[:, :2] - begun
            length = np.maximum(np.hypot(gone[:, 0], gone[:, 1]), 1e-12)
            part = np.minimum(1.0, np.maximum(position.maximum - 2 * MARGIN, 0.0) / length)
            poses[:, :2] = begun + part[:, None] * gone
        return poses

    def homing(self) -> Scenario:
        """Return the question for the search: models without a wish are drawn home a little."""
        scenario = self.position.scenario
        home: dict[str, tuple[float, ...]] = {
            name: self._stood(i)[:2]
            for i, name in enumerate(self.position.ids)
            if name not in self.wishes and not self.position.placing
        }
        if not home:
            return scenario
        goal = (*scenario.action.goal, GoalTerm(wish=home, weight=HOMING))
        action = msgspec.structs.replace(scenario.action, goal=goal)
        return msgspec.structs.replace(scenario, action=action)

    def taken(self, result: Result) -> Judged:
        """Return an answer of the search, worth what it is by the wishes alone."""
        assert result.verdict is not None
        paths: dict[str, Path] = dict(result.paths)
        if self.position.placing:
            paths = {name: (pose,) for name, pose in result.ends.items()}
        ends = Ends(paths, dict(result.lengths), self._points(paths), order=result.order)
        return ends, result.verdict

    def turned(self, found: Judged) -> Judged:
        """Return an answer with as many of the headings wished for as cost nothing."""
        position, shapes = self.position, self.position.shapes
        round_ones = shapes.inner[position.start.shape] == shapes.outer[position.start.shape]
        turns: dict[str, float] = {}
        for i, name in enumerate(position.ids):
            wish = self.wishes.get(name, ())
            path = found[0].paths.get(name)
            if path is None or len(wish) < 3 or round_ones[i]:
                continue
            if path[-1][2] != wish[2]:
                turns[name] = wish[2]
        tries = [turns, *({name: facing} for name, facing in turns.items())]
        for turn in tries if len(turns) > 1 else tries[:1] if turns else ():
            paths = dict(found[0].paths)
            for name, facing in turn.items():
                x, y, _, z = paths[name][-1]
                last: Pose = (x, y, facing, z)
                paths[name] = (last,) if position.placing else (*paths[name], last)
            whole = len(paths) == len(position.ids)
            ends = {name: path[-1] for name, path in paths.items()}
            other = self._accepted(paths) if whole and self._stand(ends) else None
            if other is not None:
                found = other
                if turn is turns:
                    break
        return found
