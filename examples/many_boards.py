"""Solve the same question on two hundred boards, keep the answers as arrays, and judge them again.

python examples/many_boards.py [BOARDS] [ANSWERS.npz]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import movesolver as ms
from movesolver import Boards

SQUAD = Path(__file__).parent / "squad.json"


def boards_around(scenario: ms.Scenario, count: int, seed: int = 0) -> Boards:
    """Return boards on which the enemy stands a little elsewhere: up to two inches either way."""
    boards = Boards.repeat(scenario, count)
    mine = np.zeros(len(boards.x), dtype=np.bool_)
    mine[boards.rows_of_movers()] = True
    foes = np.flatnonzero(~mine).reshape(count, -1)  # (boards, models)
    shift = np.random.default_rng(seed).uniform(-2.0, 2.0, (2, count, 1))
    boards.x[foes] += shift[0]
    boards.y[foes] += shift[1]
    return boards


def main() -> None:
    """Solve, save, and have the referee look at every move."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    file = sys.argv[2] if len(sys.argv) > 2 else "answers.npz"
    boards = boards_around(ms.load(SQUAD), count)
    # Board b has a seed of its own, so answers do not depend on threads or on chunks.
    solved = ms.solve_many(boards, iterations=100, seed=7, threads=2)
    solved.save(file)
    print(
        f"{solved.solved.sum()} of {count} boards solved, {solved.error.astype(bool).sum()} errors"
    )
    worth = solved.objective[solved.solved]
    print(f"worth {worth.min():.2f} to {worth.max():.2f} points, {worth.mean():.2f} on average")

    judged = ms.check_many(boards.with_ends(solved.ends))
    print(f"the referee accepts {judged.legal.sum()} of {count} ends")
    again = ms.Solved.load(file)
    print("read back:", np.array_equal(again.objective, solved.objective, equal_nan=True))


if __name__ == "__main__":
    main()
