"""Simulated games a second, and where the time of a game goes.

Ratios and parts are of processor time on one core, but for two processes beside one.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial, wraps
from operator import itemgetter
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from movesolver import Games, Match, build_board, play_games
from movesolver.batch.executors import process_pool
from movesolver.simulate import game, moving
from movesolver.simulate.play import Chunk, play

GAMES = 12
PAIRS = [("greedy", "cautious"), ("greedy", "greedy"), ("random", "random")]


class Clock:
    """Processor time by what it was spent on: of a call within another one it is the inner's."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._within: list[str] = ["rest"]
        self._since = time.process_time()

    def turn(self) -> None:
        """Book the time since the last turn."""
        now = time.process_time()
        self.spent[self._within[-1]] += now - self._since
        self._since = now

    def timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call whose time is booked under a name."""

        @wraps(call)
        def run(*args: Any, **kwargs: Any) -> Any:
            self.turn()
            self._within.append(name)
            try:
                return call(*args, **kwargs)
            finally:
                self.turn()
                self._within.pop()

        return run


@cache
def match(policies: tuple[str, str]) -> Match:
    return Match(board=build_board("foot", "riders"), policies=policies, games=GAMES, seed=7)


def played(policies: tuple[str, str], games: range) -> Games:
    return Games(**play(Chunk(0, games, match(policies))))


@pytest.mark.parametrize("policies", PAIRS, ids="-".join)
def test_games(
    benchmark: BenchmarkFixture, policies: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of five rounds, three units a side, on the plain table."""
    played(policies, range(GAMES, GAMES + 2))
    clock, plain = Clock(), time.process_time()
    played(policies, range(GAMES))
    plain = time.process_time() - plain
    for place, name, part in (
        (game, "set_up", "setting_up"),
        (game.Game, "_ask", "policies"),
        (game, "is_legal", "referee"),
        (moving, "is_legal", "referee"),
        (moving, "first_legal", "slides"),
        (moving, "solve", "searches"),
    ):
        monkeypatch.setattr(place, name, clock.timed(part, getattr(place, name)))
    clock.turn()
    clock.spent.clear()
    found = list[Games]()
    timed: Any = benchmark.pedantic
    timed(lambda: found.append(played(policies, range(GAMES))), rounds=1)
    clock.turn()
    games, total = found[0], sum(clock.spent.values())
    assert games.done.all()
    assert games.move_legal.all()
    benchmark.extra_info["games_a_second"] = GAMES / plain
    benchmark.extra_info["ms_a_move"] = 1000 * plain / len(games.move_legal)
    for part, seconds in sorted(clock.spent.items(), key=itemgetter(1), reverse=True):
        benchmark.extra_info[f"part_{part}"] = seconds / total


def test_two_processes_beside_one(benchmark: BenchmarkFixture) -> None:
    """By the clock, the processes started and warm: on a quiet machine only."""
    asked = match(PAIRS[0])
    walls = []
    timed: Any = benchmark.pedantic
    clean = play_games(asked)
    for workers in (1, 2):
        with process_pool(workers) as pool:
            play_games(asked, executor=pool, chunk=1)
            begun = time.perf_counter()
            games = play_games(asked, executor=pool, chunk=2)
            walls.append(time.perf_counter() - begun)
            if workers == 2:
                timed(partial(play_games, asked, executor=pool, chunk=2), rounds=1)
    assert games.move_mean.tolist() == clean.move_mean.tolist()
    benchmark.extra_info["games_a_second"] = GAMES / walls[1]
    benchmark.extra_info["two_processes_times_one"] = walls[0] / walls[1]
