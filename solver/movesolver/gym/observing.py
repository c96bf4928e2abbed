"""What the side that learns sees: arrays of fixed shapes, padded, with masks."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from movesolver.gym.deal import HALF_LONG, HALF_THICK, HEIGHT, MARKERS, MODELS, WALLS, WIDTH
from movesolver.gym.skirmish import Skirmishes

LONGEST = 12.0
"""The longest reach, inches: a charge."""
Observation = dict[str, Any]


def observation_space(game: Skirmishes) -> spaces.Dict:
    """Return the space of `observe`, for one board."""
    u = game.units
    far = np.array([WIDTH, HEIGHT], dtype=np.float32)
    models = np.array([WIDTH, HEIGHT, LONGEST], dtype=np.float32)
    walls = np.array([WIDTH, HEIGHT, WIDTH, HEIGHT], dtype=np.float32)

    def box(high: NDArray[np.float32], *shape: int) -> spaces.Box:
        top = np.broadcast_to(high, (*shape, high.size))
        return spaces.Box(np.zeros_like(top), top, dtype=np.float32)

    found: dict[str, spaces.Space[Any]] = {
        "models": box(models, 2, u, MODELS),
        "present": spaces.MultiBinary((2, u, MODELS)),
        "units": spaces.MultiBinary((2, u, 4)),
        "markers": box(far, MARKERS),
        "holders": spaces.Box(-1, 1, (MARKERS,), np.int8),
        "walls": box(walls, WALLS),
        "acting": spaces.Discrete(u),
        "charging": spaces.Discrete(2),
        "reach": spaces.Box(0.0, LONGEST, (1,), np.float32),
        "round": spaces.Discrete(game.rounds + 1),
    }
    if game.discrete:
        found["action_mask"] = spaces.MultiBinary(game.actions)
    return spaces.Dict(found)


def observe(game: Skirmishes) -> Observation:
    """Return what the side that learns sees on every board.

    Returns
    -------
    dict
        ``b`` boards, ``u`` units a side, 5 places for models; side 0 is the one that learns.

        - ``models`` float32 (b, 2, u, 5, 3): x, y and radius of the base, inches; 0 where padded
        - ``present`` int8 (b, 2, u, 5): 1 for a model, 0 for padding
        - ``units`` int8 (b, 2, u, 4): engaged; was asked to move, fell back, charged this turn
        - ``markers`` float32 (b, 3, 2): x and y, inches
        - ``holders`` int8 (b, 3): 1 held by this side, -1 by the other, 0 by nobody
        - ``walls`` float32 (b, 4, 4): least x, least y, greatest x, greatest y, inches
        - ``acting`` int64 (b,): which unit is to choose
        - ``charging`` int64 (b,): 0 it moves, 1 it charges
        - ``reach`` float32 (b, 1): its M, or its charge roll, inches; 0 at the end
        - ``round`` int64 (b,): battle rounds that are over
        - ``action_mask`` int8 (b, a), of the discrete variant: 1 for what is allowed
    """
    boards, everywhere = game.boards, np.arange(game.boards.count)
    there = boards.there
    radius = np.broadcast_to(boards.radius, there.shape)[..., None]
    models = np.concatenate([boards.at, radius], axis=-1) * there[..., None]
    marks = (boards.engaged(everywhere), boards.acted, boards.fell_back, boards.charged)
    half = np.array([(HALF_LONG, HALF_THICK), (HALF_THICK, HALF_LONG)])[boards.upright]
    walls = np.concatenate([boards.walls - half, boards.walls + half], axis=-1)
    found: Observation = {
        "models": models.astype(np.float32),
        "present": there.astype(np.int8),
        "units": np.stack(marks, axis=-1).astype(np.int8),
        "markers": boards.markers.astype(np.float32),
        "holders": boards.holders(everywhere).astype(np.int8),
        "walls": walls.astype(np.float32),
        "acting": game.unit.copy(),
        "charging": game.phase.copy(),
        "reach": game.reach[:, None].astype(np.float32),
        "round": game.round.copy(),
    }
    if game.discrete:
        found["action_mask"] = game.mask.astype(np.int8)
    return found
