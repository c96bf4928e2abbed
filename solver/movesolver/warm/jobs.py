"""Small real work of every kind, so that each kernel is called as users call it.

Numba compiles a kernel for the types of the arrays that it is first called with; work of the
real kind is the one list of them that cannot go out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

import msgspec
import numpy as np

from movesolver.errors import MoveSolverError
from movesolver.formats.scenario import loads
from movesolver.rules.chosen import rules_of
from movesolver.table.scenario import GoalTerm, Scenario

TABLES = 2
"""Random tables for each move."""

FIRST = b"""
{"movesolver": 1, "table": {"width": 60, "height": 44},
 "terrain": [{"id": "wall", "category": "dense", "footprint": [[8, 16], [9, 16], [9, 19], [8, 19]],
   "walls": [{"polygon": [[8, 16], [9, 16], [9, 19], [8, 19]], "top": 5}],
   "floors": [{"polygon": [[8, 16], [9, 16], [9, 19], [8, 19]], "z": 3}]}],
 "markers": [{"id": "well", "at": [16, 20]}],
 "units": [
   {"id": "a", "side": "a", "keywords": ["INFANTRY"], "move": 6, "models": [
     {"id": "a1", "base": {"round": 32}, "at": [10, 10]},
     {"id": "a2", "base": {"round": 32}, "at": [10, 12]}]},
   {"id": "b", "side": "b", "models": [{"id": "b1", "base": {"round": 32}, "at": [20, 20]}]}],
 "action": {"unit": "a", "move": "normal", "goal": [{"near": {"marker": "well"}}],
   "paths": {"a1": [[10, 10, 0, 0], [12, 11, 0, 0]]}}}
"""
"""A question whose first answer is timed."""

STOREYS = b"""
{"movesolver": 1, "table": {"width": 44, "height": 30},
 "terrain": [{"id": "ruin", "category": "dense",
   "footprint": [[20, 10], [27, 10], [27, 17], [20, 17]],
   "walls": [{"polygon": [[20, 10], [20.4, 10], [20.4, 17], [20, 17]], "top": 6},
             {"polygon": [[23.4, 13], [23.8, 13], [23.8, 15], [23.4, 15]], "bottom": 3, "top": 6}],
   "floors": [{"polygon": [[20.4, 10], [27, 10], [27, 17], [20.4, 17]], "z": 3}]}],
 "units": [
   {"id": "a", "side": "a", "keywords": ["INFANTRY"], "move": 10, "models": [
     {"id": "up", "base": {"round": 32}, "at": [22, 14], "z": 3},
     {"id": "down", "base": {"round": 32}, "at": [22, 18.2]},
     {"id": "edge", "base": {"oval": [75, 42]}, "at": [22, 29.1]}]},
   {"id": "b", "side": "b", "models": [{"id": "b1", "base": {"oval": [75, 42]}, "at": [36, 20]}]}],
 "action": {"unit": "a", "move": "normal", "goal": [{"near": [25.5, 14]}],
   "paths": {"edge": [[22, 29.1, 0, 0], [22, 29.1, 90, 0]]}}}
"""
"""Models above and below a floor, and one that turns over the edge of the table."""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work."""

    name: str
    do: Callable[[], object]


def jobs() -> Iterator[Job]:
    """Yield all work: the first `check` and the first `solve` before the rest."""
    first = loads(FIRST)
    yield Job("check", lambda: _check(first))
    yield Job("solve", lambda: _solve(first))
    for game in ("wh40k11", "voidsiege"):
        for name in rules_of(game).moves:
            yield Job(f"{game}: {name}", partial(_play, game, name))
    yield Job("storeys", _storeys)
    yield Job("reach", _reach)
    yield Job("threat", _threat)
    yield Job("propose, snap", _propose)
    yield Job("mask, choices", _choose)
    yield Job("odds, regain", _odds)
    yield Job("proofs", _prove)
    yield Job("arrays", _arrays)
    yield Job("batches", _batch)
    yield Job("simulated games", _games)
    if find_spec("gymnasium") is not None:
        yield Job("skirmishes", _skirmish)
    yield Job("measuring", _measure)


def tables(name: str, count: int = TABLES, game: str = "wh40k11") -> list[Scenario]:
    """Return random tables on which a unit is about to make a move: the same ones always."""
    from movesolver.testing.boards import board

    rules = rules_of(game)
    draws = (np.random.default_rng([k, *name.encode()]) for k in range(count))
    return [board(draw, rules, rules.moves[name]) for draw in draws]


def _check(scenario: Scenario) -> None:
    from movesolver.checking.check import check

    check(scenario)


def _solve(scenario: Scenario) -> None:
    from movesolver.search.solve import solve

    solve(scenario, iterations=20)


def _play(game: str, name: str) -> None:
    from movesolver.testing.ruleset import check_ruleset

    check_ruleset(rules_of(game), boards=TABLES, moves=[name], iterations=5)


def _storeys() -> None:
    from movesolver.paths.reach import reach

    scenario = loads(STOREYS)
    _check(scenario)
    _solve(scenario)
    found = reach(scenario, step=0.5)
    for z in (0.0, 3.0):
        found.to(25.5, 14.0, z=z)
    found.within(1.0, "b")


def _reach() -> None:
    from movesolver.checking.reached import check_reach
    from movesolver.draw.svg import draw_svg
    from movesolver.paths.reach import reach

    for scenario in (loads(FIRST), *tables("normal"), *tables("fall_back")):
        found = reach(scenario, step=0.5)
        found.to(18.0, 14.0)
        found.within(2.0, (18.0, 14.0))
        draw_svg(scenario, reach=found)
        poses = {m.id: (*m.at, m.facing, m.z) for m in scenario.mover.standing if m.at is not None}
        action = msgspec.structs.replace(scenario.action, paths=None, ends=poses)
        check_reach(msgspec.structs.replace(scenario, action=action))


def _threat() -> None:
    from movesolver.paths.threat import threat

    for scenario in tables("normal", 1):
        threat(scenario, "a", plus=1.0, step=1.0)


def _propose() -> None:
    from movesolver.search.propose import propose
    from movesolver.search.snap import snap

    for scenario in (loads(FIRST), *tables("normal")):
        propose(scenario, 2, iterations=5)
        wish: dict[str, tuple[float, ...]] = {
            m.id: (m.at[0] + 3.0, m.at[1] + 1.0) for m in scenario.mover.standing if m.at
        }
        action = msgspec.structs.replace(scenario.action, goal=(GoalTerm(wish=wish),), paths=None)
        snap(msgspec.structs.replace(scenario, action=action), iterations=5)


def _choose() -> None:
    from movesolver.search.choices import choices
    from movesolver.search.masking import mask

    for scenario in (loads(FIRST), *tables("normal")):
        places = {
            m.id: [(m.at[0] + dx, m.at[1] + 1.0) for dx in (0.0, 2.0, 30.0)]
            for m in scenario.mover.standing
            if m.at is not None
        }
        mask(scenario, places, seconds=1.0)
        choices(scenario, places, most=20)


def _odds() -> None:
    from movesolver.search.odds import odds
    from movesolver.search.regain import regain

    for name in ("charge", "advance"):
        for scenario in tables(name):
            try:
                odds(scenario, iterations=5)
            except MoveSolverError:
                continue  # a table on which no roll is asked for
    for scenario in tables("normal"):
        regain(scenario)


def _prove() -> None:
    from movesolver.search.solve import solve
    from movesolver.verifying.verify import verify

    for scenario in (loads(FIRST), *tables("normal"), *tables("charge")):
        solve(scenario, iterations=5, certify="grid", proof_ms=200.0)
        found = solve(scenario, iterations=5, certify="all", proof_ms=200.0)
        verify(found.certificate, scenario, most=1000)


def _arrays() -> None:
    from movesolver import arrays
    from movesolver.table import bases

    catalogues = [
        [bases.round(32)],
        [bases.round(32), bases.oval(75, 42)],
        [bases.rectangle(60, 40), bases.hull([(-1, -1), (1, -1), (1, 1), (-1, 1)])],
    ]
    draw = np.random.default_rng(0)
    for kinds in catalogues:
        catalogue = arrays.Bases(kinds)
        for boards in ((), (3,), (70,)):
            x, y, facing = draw.uniform(5.0, 15.0, (3, *boards, 5))
            which = draw.integers(0, len(kinds), (*boards, 5))
            units = arrays.Groups(catalogue, x, y, base=which, facing=facing)
            others = arrays.Groups(catalogue, x + 4.0, y, base=which, facing=facing)
            for threads in (1, 2):
                arrays.coherency(units, threads=threads)
                arrays.coherency_slack(units, threads=threads)
                arrays.self_overlap(units, threads=threads)
                arrays.edge(units, 60.0, 44.0, threads=threads)
                arrays.engaged(units, others, threads=threads)
                arrays.within(units, others, 3.0, threads=threads)
                arrays.overlap(units, others, threads=threads)
                arrays.nearest(units, others, threads=threads)
                arrays.gaps(units, others, threads=threads)
                arrays.counts(units, others, 3.0, threads=threads)
                arrays.sweep(units, x * 0.0 + 1.0, y * 0.0, others, threads=threads)
                arrays.ends(units, others, table=(60.0, 44.0), threads=threads)
        arrays.gap(catalogue, 0, (0.0, 0.0, 0.0), len(kinds) - 1, (5.0, 0.0, 0.0))


def _batch() -> None:
    from movesolver.batch.boards import Boards
    from movesolver.batch.many import check_many, propose_many, reach_many, solve_many

    boards = Boards.of([loads(FIRST), *tables("normal")])
    check_many(boards, threads=1)
    check_many(boards, depth="ends", threads=1)
    solve_many(boards, iterations=2, threads=1)
    reach_many(boards, areas=True, step=1.0, threads=1)
    propose_many(boards, 2, iterations=2, threads=1)


def _games() -> None:
    from movesolver.simulate.games import play_games
    from movesolver.simulate.match import Match
    from movesolver.simulate.rosters import build_board

    for policies in (("greedy", "cautious"), ("random", "greedy")):
        match = Match(board=build_board("foot", "riders"), policies=policies, games=1, rounds=2)
        play_games(match, threads=1)


def _skirmish() -> None:
    from movesolver.gym.envs import DiscreteSkirmishEnv, SkirmishEnv

    for env in (SkirmishEnv(), DiscreteSkirmishEnv(opponent="greedy")):
        env.reset(seed=0)
        env.action_space.seed(0)
        for _ in range(6):
            env.step(env.action_space.sample())


def _measure() -> None:
    from movekernels.limits import multiply_add_rounds
    from movesolver.bench.machine import predicate_call, read_call, root_call

    for call, _ in (root_call(), predicate_call(), read_call(np.arange(2048), 16384)):
        call()
    multiply_add_rounds(np.ones(512), 0.999999, 1e-6, 1)
