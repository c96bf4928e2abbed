"""What the report on whole searches measures of one scene."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np

import baselines
from best import current, points_of
from movekernels.search import ending, routing, values
from movesolver import Result, Scenario, Status, loads, solve, verify
from movesolver.referee.pack import pack
from movesolver.search.arena import build_arena
from movesolver.search.ends import Ends
from movesolver.search.goals import pack_goal
from movesolver.search.improve import Searcher
from suite import Scene

Json = dict[str, Any]
REPEATS = 5
STEPS = (0.1, 0.25)
"""Grid of the baselines for round bases and shifts, and for bases that turn, inches ..."""
APART = 1.3
"""... and of the exhaustive product, inches: 32 mm bases on two spots of it do not overlap."""
MOST_MODELS = 12
"""The exhaustive product has one spot a model beyond these."""
KINDS: tuple[Literal["grid", "all"], ...] = ("grid", "all")
"""Of certificates."""
BOXES = 500_000
"""As many as a certificate is checked again with."""


def clocked(call: Callable[[], Any]) -> tuple[Any, float, float]:
    """Return what a call returns, and its milliseconds by the processor and by the clock."""
    spent, begun = time.process_time(), time.perf_counter()
    found = call()
    return found, (time.process_time() - spent) * 1e3, (time.perf_counter() - begun) * 1e3


def measure(
    scene: Scene, known: dict[str, Json], *, seconds: float, proofs: bool, product: bool
) -> Json:
    """Return the record of a scene: answers, times, baselines, certificates.

    Parameters
    ----------
    scene, known
        A scene, and the best moves that are known.
    seconds
        How long each certificate may take.
    proofs, product
        Whether to ask for certificates, and for the exhaustive product.
    """
    solve(scene.scenario)  # compiles
    # Each from a text of its own: nothing that is kept of an earlier board is found again.
    fresh = [loads(scene.text) for _ in range(REPEATS)]
    runs = [clocked(partial(solve, question)) for question in fresh]
    again = [clocked(partial(solve, fresh[-1])) for _ in range(REPEATS)]
    result: Result = runs[0][0]
    record: Json = {
        "id": scene.id,
        "family": scene.family,
        "models": scene.models,
        "move": scene.scenario.action.move,
        "status": str(result.status),
        "reasons": sorted(result.reasons),
        "objective": result.objective,
        "bound": result.bound,
        "iterations": result.iterations,
        "cpu_ms": statistics.median(run[1] for run in runs),
        "wall_ms": statistics.median(run[2] for run in runs),
        "worst_ms": max(run[1] for run in runs),
        "again_ms": statistics.median(run[1] for run in again),
        "same": all(run[0].ends == result.ends for run in runs),
        "legal": None if result.moved is None else points_of(result.moved) is not None,
        "baselines": rivals(scene, product=product and result.status != Status.INFEASIBLE),
    }
    if result.status != Status.INFEASIBLE:
        record["spots"] = spots(scene.scenario)
    for kind in KINDS if proofs else ():
        found = certified(scene.scenario, kind, seconds)
        # The search itself comes before what is allowed to the proof.
        late = found["cpu_ms"] > seconds * 1e3 + record["worst_ms"]
        record[kind] = found | {"late": late}
    entry = current(known, scene)
    values_found = [
        None if entry is None else entry["points"],
        result.objective,
        *(one["points"] for one in record["baselines"].values()),
        *(record[kind]["objective"] for kind in KINDS if kind in record),
    ]
    record["best"] = max((v for v in values_found if v is not None), default=None)
    return record


def rivals(scene: Scene, *, product: bool) -> dict[str, Json]:
    """Answer a scene in plain ways; processor milliseconds and points of each."""
    question = scene.scenario
    ways: dict[str, Callable[[], Ends | None]] = {
        "rigid": lambda: baselines.rigid(question, STEPS[0]),
        "greedy": lambda: baselines.greedy(question, *STEPS),
    }
    if product and scene.models <= MOST_MODELS:
        ways["product"] = lambda: baselines.product(question, APART, APART)
    found: dict[str, Json] = {}
    for name, way in ways.items():
        if name != "product":
            way()  # compiles
        ends, cpu, _ = clocked(way)
        found[name] = {"ms": cpu, "points": None if ends is None else ends.points}
    if not question.action.goal:  # the shortest move is looked for, but every end is worth nothing
        for one in found.values():
            one["points"] = None if one["points"] is None else 0.0
    return found


def spots(question: Scenario) -> Json:
    """Count the spots of a search, and time the bare kernels on them.

    Which are open, by which way each model gets there, what it is worth there.
    """
    position = pack(question)
    goal = pack_goal(position)
    arena = build_arena(position, goal.shapes)
    laid = Searcher(position, arena, goal, 0).spots
    ground, squad = arena.ground, arena.squad
    conflicts = np.empty(laid.x.size, dtype=np.int64)
    ways = np.empty((squad.member.size, laid.x.size), dtype=np.int64)
    value = np.empty(ways.shape)

    def bare() -> None:
        ending.end_conflicts(ground, squad, laid, conflicts)
        routing.routes(ground, squad, laid, conflicts, ways)
        values.worth_rows(ground.shapes, squad, goal.search, laid, ways, values.SLOPE, value)

    bare()
    return {
        "count": int(laid.x.size),
        "bare_ms": statistics.median(clocked(bare)[1] for _ in range(REPEATS)),
    }


def certified(question: Scenario, kind: Literal["grid", "all"], seconds: float) -> Json:
    """Ask for a certificate of a kind, and check it again."""
    result, cpu, wall = clocked(lambda: solve(question, certify=kind, proof_ms=seconds * 1e3))
    proof = result.certificate["proof"]
    settled = result.status in (Status.OPTIMAL, Status.INFEASIBLE)
    record: Json = {
        "objective": result.objective,
        "bound": result.bound,
        "over": result.certificate["over"],
        # The status is about every legal end: what is known of a grid stands in its proof.
        "proved": settled or (isinstance(proof, dict) and proof.get("proved") is True),
        "status": str(result.status),
        "cpu_ms": cpu,
        "wall_ms": wall,
    }
    if proof is not None:
        said, spent, _ = clocked(lambda: verify(result.certificate, question, most=BOXES))
        record["verified"], record["verify_ms"] = said.valid, spent
        record["faults"] = list(said.faults)[:3]
    return record


def batch_ms(scenes: list[Scene]) -> float:
    """Return the processor milliseconds of all scenes solved one after the other, read anew."""
    least = float("inf")
    for _ in range(2):
        questions = [loads(scene.text) for scene in scenes]
        spent = sum(clocked(partial(solve, question))[1] for question in questions)
        least = min(least, spent)
    return least
