"""The best that is known of each scene: `scenes/best.json`, whose values only ever improve.

Each entry holds the move itself, so that it can be judged and valued again.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

import baselines
from movesolver import Scenario, check, solve
from movesolver.errors import InputError
from movesolver.referee.pack import pack
from movesolver.referee.position import heading
from movesolver.search.arena import build_arena
from movesolver.search.ends import Ends, valued
from movesolver.search.goals import pack_goal
from movesolver.table.scenario import Action
from suite import FOLDER, Scene

Json = dict[str, Any]
FILE = FOLDER / "best.json"
ITERATIONS = 200_000
SEEDS = 3
DIGITS = 7
"""Digits kept of a coordinate, where the move stays legal."""
BETTER = 1e-6
"""An improvement is at least this large, points."""


def load_best() -> dict[str, Json]:
    """Return what is known, by the id of the scene."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def save_best(known: dict[str, Json]) -> None:
    """Write what is known, a scene a line."""
    lines = [f"{json.dumps(k)}:{_short(known[k])}" for k in sorted(known)]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _short(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def points_of(moved: Scenario) -> float | None:
    """Return what the move in a scenario is worth, or None if it is not legal.

    Legal without a tolerance and with the one in force, duties included.
    """
    if not (check(moved, tolerance=0.0).legal and check(moved).legal):
        return None
    if not moved.action.goal:
        return 0.0
    position = pack(moved)
    goal = pack_goal(position)
    action = moved.action
    at, start = position.facing, position.start
    paths = {
        name: (
            (action.ends[name],)
            if action.ends is not None and name in action.ends
            else (action.paths or {}).get(name)
            or ((float(start.x[i]), float(start.y[i]), float(at[i]), float(start.z[i])),)
        )
        for i, name in enumerate(position.ids)
    }
    poses = np.array([[*path[-1][:2], *heading(path[-1][2])] for path in paths.values()])
    return valued(position, build_arena(position, goal.shapes), goal, paths, poses).points


def entry_of(scene: Scene, moved: Scenario, how: str) -> Json | None:
    """Return what to keep of a move: its points, and its numbers rounded where that is legal."""
    for digits in (DIGITS, None):
        action = _kept(moved, digits)
        points = points_of(replayed(scene, action))
        if points is not None:
            return {"scene": scene.digest, "points": points, "by": how, "action": action}
    return None


def _kept(moved: Scenario, digits: int | None) -> Json:
    """Return the move as JSON: of paths all but the start, which the scene has."""

    def shorter(pose: tuple[float, ...]) -> list[float]:
        numbers = [v if digits is None else round(v, digits) for v in pose]
        return [int(v) if v == int(v) else v for v in numbers]

    action = moved.action
    kept: Json = {}
    if action.ends is not None:
        kept["ends"] = {name: shorter(pose) for name, pose in action.ends.items()}
    for name, path in (action.paths or {}).items():
        if len(path) > 1:
            kept.setdefault("paths", {})[name] = [shorter(pose) for pose in path[1:]]
    if action.order is not None:
        kept["order"] = [list(entry) for entry in action.order]
    if action.mode is not None:
        kept["mode"] = action.mode
    return kept


def replayed(scene: Scene, kept: Json) -> Scenario:
    """Return a scene with the move that was kept of it."""
    action = scene.scenario.action
    changes: Json = {name: kept[name] for name in ("order", "mode") if name in kept}
    if "ends" in kept:
        changes["ends"] = kept["ends"]
    else:
        starts = {m.id: [*(m.at or (0.0, 0.0)), m.facing, m.z] for m in scene.scenario.mover.models}
        changes["paths"] = {k: [starts[k], *path] for k, path in kept.get("paths", {}).items()}
    tree = {**msgspec.to_builtins(action), "paths": None, "ends": None, **changes}
    return msgspec.structs.replace(scene.scenario, action=msgspec.convert(tree, Action))


def tries(scene: Scene) -> Iterator[tuple[str, Scenario | None]]:
    """Yield moves found in ways that take long, and how."""
    for name, rival in (("rigid", rigid), ("greedy", greedy)):
        yield name, rival(scene.scenario)
    for seed in range(SEEDS):
        result = solve(scene.scenario, seed=seed, iterations=ITERATIONS)
        yield f"{ITERATIONS} iterations, seed {seed}", result.moved


def rigid(question: Scenario) -> Scenario | None:
    return _moved(question, baselines.rigid(question, 0.05))


def greedy(question: Scenario) -> Scenario | None:
    return _moved(question, baselines.greedy(question, 0.1, 0.25))


def _moved(question: Scenario, ends: Ends | None) -> Scenario | None:
    """Return a question with an answer of a baseline filled in."""
    if ends is None:
        return None
    changes: Json = {"paths": dict(ends.paths), "ends": None, "order": ends.order}
    if pack(question).placing:
        changes = {"paths": None, "ends": {k: path[-1] for k, path in ends.paths.items()}}
    return msgspec.structs.replace(
        question, action=msgspec.structs.replace(question.action, **changes)
    )


def improve(scenes: list[Scene], seconds: float) -> dict[str, Json]:
    """Look for better moves, as long as the processor time lasts; keep and return what is known."""
    known = load_best()
    begun = time.process_time()
    # Those of which nothing is known come first.
    for scene in sorted(scenes, key=lambda s: current(known, s) is not None):
        if time.process_time() - begun > seconds:
            break
        for how, moved in tries(scene):
            entry = None if moved is None else entry_of(scene, moved, how)
            if entry is None:
                continue
            old = current(known, scene)
            if old is None or entry["points"] > old["points"] + BETTER:
                known[scene.id] = entry
        save_best(known)
    return known


def current(known: dict[str, Json], scene: Scene) -> Json | None:
    """Return what is known of a scene as it is now."""
    entry = known.get(scene.id)
    return entry if entry is not None and entry["scene"] == scene.digest else None


def wrong_entries(scenes: list[Scene]) -> list[str]:
    """Judge and value every entry again; return what does not hold, in words."""
    known, wrong = load_best(), []
    by_id = {scene.id: scene for scene in scenes}
    for name, entry in known.items():
        scene = by_id.get(name)
        if scene is None or scene.digest != entry["scene"]:
            wrong.append(f"{name}: the scene is another now")
            continue
        try:
            points = points_of(replayed(scene, entry["action"]))
        except (InputError, msgspec.ValidationError) as error:
            wrong.append(f"{name}: {error}")
            continue
        if points is None:
            wrong.append(f"{name}: the move is not legal")
        elif not math.isclose(points, entry["points"], rel_tol=1e-9, abs_tol=1e-9):
            wrong.append(f"{name}: worth {points!r}, not {entry['points']!r}")
    return wrong
