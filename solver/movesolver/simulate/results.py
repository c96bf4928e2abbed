"""What is kept of games: arrays, ragged by game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, get_args

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import Bools, Floats, Ints
from movesolver.batch.answers import Answers, Failure
from movesolver.batch.ragged import BOARD, Arrays, Column, Schema, letters_of, offsets_of
from movesolver.table.scenario import MoveName

KINDS: tuple[str, ...] = get_args(MoveName)
"""What the numbers of ``move_kind`` stand for."""
HOW = ("stayed", "shifted", "searched", "given")
"""What the numbers of ``move_how`` stand for."""
STAYED, SHIFTED, SEARCHED, GIVEN = range(len(HOW))

Small = NDArray[np.int16]

_GAME = ("first", "turns", "refused", "stuck", "absent", "illegal")
_MOVE = {
    "round": np.int16,
    "side": np.int16,
    "unit": np.int16,
    "kind": np.int16,
    "how": np.int16,
    "mean": np.float64,
    "longest": np.float64,
    "legal": np.bool_,
}
_CHARGE = {
    "round": np.int16,
    "side": np.int16,
    "unit": np.int16,
    "target": np.int16,
    "gap": np.float64,
    "needed": np.int64,
    "chance": np.float64,
    "roll": np.int16,
    "made": np.bool_,
}


@dataclass(frozen=True)
class Games(Answers):
    """What `play_games` answers: a row for each game, and rows for its moves, charges and rounds.

    Row ``k`` of the moves is one of game ``g`` if ``first_move[g] <= k < first_move[g + 1]``; so
    for charges and holds.  Sides are 0 and 1, in the order of their names; units and objectives
    are numbers on the board.
    """

    first: Small
    """The side that had the first turn; shape (g,), as all down to ``illegal``."""
    turns: Small
    """Turns that were played, of both sides."""
    refused: Ints
    """Orders that the rules refuse: they were not carried out."""
    stuck: Ints
    """Orders for whose goal, or charge, no legal move was found."""
    absent: Ints
    """Units for which no room was found in their zones."""
    illegal: Ints
    """Moves made that the referee rejects."""
    first_move: Ints
    move_round: Small
    """0 for setting up."""
    move_side: Small
    move_unit: Small
    move_kind: Small
    """A number of `KINDS`."""
    move_how: Small
    """A number of `HOW`: whether it was found by a slide of the whole unit or by a search."""
    move_mean: Floats
    """Mean length of the paths of its models, inches."""
    move_longest: Floats
    move_legal: Bools
    """What the referee says, without tolerance and with that in force."""
    first_charge: Ints
    charge_round: Small
    charge_side: Small
    charge_unit: Small
    charge_target: Small
    """The farthest of the units declared."""
    charge_gap: Floats
    """Distance to it, inches."""
    charge_needed: Ints
    """The least roll with which it is a target."""
    charge_chance: Floats
    """Of rolling so much."""
    charge_roll: Small
    charge_made: Bools
    """Whether the charge move was made."""
    first_hold: Ints
    hold_round: Small
    """A round that was played to its end."""
    hold_marker: Small
    hold_models: NDArray[np.int16]
    """Models of either side in range at its end, shape (h, 2)."""

    schema: ClassVar[Schema] = Schema(
        {
            "error": Column(BOARD, np.uint8),
            "letters": Column("letter", np.uint8),
            "first": Column(BOARD, np.int16),
            "turns": Column(BOARD, np.int16),
            **{name: Column(BOARD, np.int64) for name in _GAME[2:]},
            **{f"move_{name}": Column("move", kind) for name, kind in _MOVE.items()},
            **{f"charge_{name}": Column("charge", kind) for name, kind in _CHARGE.items()},
            "hold_round": Column("hold", np.int16),
            "hold_marker": Column("hold", np.int16),
            "hold_models": Column("hold", np.int16, 2),
        },
        {"letter": BOARD, "move": BOARD, "charge": BOARD, "hold": BOARD},
    )
    kind: ClassVar[str] = "games"
    _one: ClassVar[str] = "game"


class Log:
    """The rows of one game, as it is played."""

    def __init__(self) -> None:
        self._moves: list[tuple[Any, ...]] = []
        self._charges: list[tuple[Any, ...]] = []
        self._holds: list[tuple[int, int, tuple[int, int]]] = []

    def move(self, *row: Any) -> None:
        """Add a move: the columns of moves in order."""
        self._moves.append(row)

    def charge(self, *row: Any) -> None:
        """Add a charge: the columns of charges in order."""
        self._charges.append(row)

    def hold(self, round_: int, counts: Ints) -> None:
        """Add who is in range of the objectives at the end of a round, shape (k, 2)."""
        self._holds += [(round_, k, (one, two)) for k, (one, two) in enumerate(counts.tolist())]

    def arrays(self, **game: int) -> Arrays:
        """Return the arrays of the one game."""
        first, letters = letters_of([""])
        arrays: Arrays = {
            "error": np.array([Failure.NONE], np.uint8),
            "letters": letters,
            "first_letter": first,
            "first_move": offsets_of([len(self._moves)]),
            "first_charge": offsets_of([len(self._charges)]),
            "first_hold": offsets_of([len(self._holds)]),
        }
        for name in _GAME:
            arrays[name] = np.array([game[name]], Games.schema.columns[name].dtype)
        tables = (("move", _MOVE, self._moves), ("charge", _CHARGE, self._charges))
        for axis, columns, rows in tables:
            for k, (name, kind) in enumerate(columns.items()):
                arrays[f"{axis}_{name}"] = np.array([row[k] for row in rows], kind)
        for k, name in enumerate(("hold_round", "hold_marker")):
            arrays[name] = np.array([row[k] for row in self._holds], np.int16)
        models = np.array([row[2] for row in self._holds], np.int16)
        arrays["hold_models"] = models.reshape(-1, 2)
        return arrays
