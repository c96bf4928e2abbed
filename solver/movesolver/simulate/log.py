"""What is kept of a game, as rows of arrays."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from movesolver.table.scenario import MoveName

KINDS: tuple[str, ...] = get_args(MoveName)
"""What the numbers of column ``move`` stand for."""
HOW = ("stayed", "shifted", "searched", "given")
"""What the numbers of column ``how`` stand for."""
STAYED, SHIFTED, SEARCHED, GIVEN = range(len(HOW))

GAME = np.dtype(
    [
        ("game", np.int32),
        ("first", np.int8),  # the side that had the first turn
        ("turns", np.int16),
        ("refused", np.int32),  # orders that the rules refuse, and that were not carried out
        ("stuck", np.int32),  # orders for which no legal move was found
        ("absent", np.int16),  # units for which no room was found in their zones
        ("illegal", np.int32),  # moves made that the referee rejects
    ]
)
"""A row for each game."""
MOVE = np.dtype(
    [
        ("game", np.int32),
        ("round", np.int8),  # 0: setting up
        ("side", np.int8),
        ("unit", np.int16),  # its number on the board
        ("move", np.int8),
        ("how", np.int8),
        ("mean", np.float64),  # length of the paths of its models, inches
        ("longest", np.float64),
        ("legal", np.bool_),
    ]
)
"""A row for each move that was made, charges and set-ups too."""
CHARGE = np.dtype(
    [
        ("game", np.int32),
        ("round", np.int8),
        ("side", np.int8),
        ("unit", np.int16),
        ("target", np.int16),  # the farthest of those declared
        ("gap", np.float64),  # to it, inches
        ("needed", np.int32),
        ("chance", np.float64),  # of rolling so much
        ("roll", np.int8),
        ("made", np.bool_),
    ]
)
"""A row for each charge that was declared."""

Arrays = dict[str, NDArray[Any]]


class Log:
    """The rows of some games, as they are played."""

    def __init__(self) -> None:
        self._rows: dict[str, list[tuple[Any, ...]]] = {"games": [], "moves": [], "charges": []}
        self._held: list[NDArray[np.int16]] = []

    def add(self, table: str, *row: Any) -> None:
        """Add a row, its columns in order."""
        self._rows[table].append(row)

    def hold(self, held: NDArray[np.int16]) -> None:
        """Add who was in range of the objectives in one game, shape (rounds, k, 2)."""
        self._held.append(held)

    def arrays(self) -> Arrays:
        """Return all rows as arrays."""
        kinds = {"games": GAME, "moves": MOVE, "charges": CHARGE}
        arrays: Arrays = {
            name: np.array(rows, dtype=kinds[name]) for name, rows in self._rows.items()
        }
        return arrays | {"held": np.stack(self._held)}
