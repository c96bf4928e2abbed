"""Train a small policy for skirmishes, and compare it with chance on boards it has not seen.

python examples/train_policy.py --minutes 3

The policy is linear: it takes the allowed action whose features (below) add up to most.  Its
weights are found by the cross-entropy method: draw weights, play a few skirmishes with each,
keep the best quarter, draw the next ones around these.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from movesolver.gym import SkirmishVectorEnv

Floats = NDArray[np.float64]

FEATURES = (
    "inches nearer to a marker, of those this side does not hold the nearest",
    "inches nearer to the marker of the unit's own number",
    "ends beside a marker",
    "inches from the nearest enemy",
    "stays",
    "charges",
)
STEP = 5.0
"""Inches count in these."""


def features(env: SkirmishVectorEnv, seen: dict[str, Any]) -> Floats:
    """Return what the policy looks at, for each action on each board, shape (b, a, f)."""
    rows = np.arange(env.num_envs)
    there = seen["present"][..., None] == 1
    at = np.where(there, seen["models"][..., :2], np.nan)
    middles: Floats = np.asarray(np.nanmean(at, axis=3, dtype=np.float64))  # (b, 2, u, 2)
    here = middles[rows, 0, seen["acting"]]
    shifts, masks = env.shifts(), env.action_masks()
    charges = masks.shape[1] - 1 - shifts.shape[1]
    moves = np.pad(shifts, ((0, 0), (1, charges), (0, 0)))
    ends = here[:, None] + moves  # (b, a, 2)

    def far(points: Floats, things: Floats) -> Floats:
        apart = points[:, :, None] - things[:, None]
        return np.hypot(apart[..., 0], apart[..., 1])

    markers: Floats = seen["markers"].astype(np.float64)
    to_markers, from_here = far(ends, markers), far(here[:, None], markers)
    held = (seen["holders"] > 0)[:, None] & (from_here > STEP)
    wanted = np.where(held, 100.0, 0.0)
    nearer = (from_here + wanted).min(axis=2) - (to_markers + wanted).min(axis=2)
    own = seen["acting"] % markers.shape[1]
    number = np.arange(masks.shape[1])
    return np.stack(
        [
            nearer / STEP,
            (from_here[rows, :, own] - to_markers[rows, :, own]) / STEP,
            to_markers.min(axis=2) < 3.5,
            far(ends, middles[:, 1]).min(axis=2) / STEP,
            np.broadcast_to(number == 0, masks.shape),
            np.broadcast_to(number > shifts.shape[1], masks.shape),
        ],
        axis=-1,
        dtype=np.float64,
    )


def play(env: SkirmishVectorEnv, seeds: Sequence[int], weights: Floats | None) -> Floats:
    """Play one skirmish on every board and return what each earned, shape (b,).

    ``weights`` are those of each board, shape (b, f); by chance if None.
    """
    rng = np.random.default_rng(seeds[0])
    seen, _ = env.reset(seed=list(seeds))
    earned, going = np.zeros(env.num_envs), np.ones(env.num_envs, dtype=np.bool_)
    while going.any():
        masks = env.action_masks()
        if weights is None:
            worth = rng.random(masks.shape)
        else:
            worth = np.einsum("baf,bf->ba", features(env, seen), weights)
        actions = np.where(masks, worth, -np.inf).argmax(axis=1)
        seen, reward, over, _, _ = env.step(actions)
        earned += np.where(going, reward, 0.0)
        going &= ~over
    return earned


def train(env: SkirmishVectorEnv, minutes: float, episodes: int, seed: int) -> Floats:
    """Return weights found by the cross-entropy method, shape (f,)."""
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    drawn, begun, turn = env.num_envs // episodes, time.monotonic(), 0
    while turn == 0 or time.monotonic() - begun < 60.0 * minutes:
        tried = mean + spread * rng.standard_normal((drawn, len(mean)))
        # Every policy of a turn plays the same boards.
        seeds = np.tile(np.arange(episodes) + episodes * turn, drawn)
        earned = play(env, seeds.tolist(), np.repeat(tried, episodes, axis=0))
        score = earned.reshape(drawn, episodes).mean(axis=1)
        best = tried[np.argsort(-score)[: max(2, drawn // 4)]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.2 / (1 + turn)
        turn += 1
        print(f"turn {turn}: mean return {score.mean():.2f}, best {score.max():.2f}", flush=True)
    return mean


def interval(values: Floats) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % confidence interval."""
    return float(values.mean()), float(1.96 * values.std(ddof=1) / np.sqrt(values.size))


def held_out(env: SkirmishVectorEnv, weights: Floats | None, boards: int) -> Floats:
    """Return what is earned on boards that training does not see, shape (boards,)."""
    n, first = env.num_envs, 1_000_000
    every = None if weights is None else np.tile(weights, (n, 1))
    rounds = [play(env, list(range(first + k, first + k + n)), every) for k in range(0, boards, n)]
    return np.concatenate(rounds)[:boards]


def main(arguments: Sequence[str] | None = None) -> tuple[float, float]:
    """Train, compare, and return the gain over chance and half of its interval."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3.0, help="how long to train")
    parser.add_argument("--boards", type=int, default=64, help="boards side by side")
    parser.add_argument("--episodes", type=int, default=4, help="skirmishes for each policy tried")
    parser.add_argument("--held-out", type=int, default=256, help="boards to compare on")
    parser.add_argument("--rounds", type=int, default=4, help="battle rounds")
    parser.add_argument("--opponent", default="greedy", help="still, random or greedy")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    env = SkirmishVectorEnv(
        options.boards,
        threads=options.threads,
        opponent=options.opponent,
        rounds=options.rounds,
    )
    weights = train(env, options.minutes, options.episodes, options.seed)
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{weight:+7.2f}  {name}")
    trained = held_out(env, weights, options.held_out)
    chance = held_out(env, None, options.held_out)
    env.close()
    for name, values in (("trained", trained), ("chance", chance)):
        mean, half = interval(values)
        print(f"{name}: {mean:.2f} +- {half:.2f} on {values.size} boards")
    gain, half = interval(trained - chance)
    print(f"gain over chance on the same boards: {gain:.2f} +- {half:.2f}")
    return gain, half


if __name__ == "__main__":
    main()
