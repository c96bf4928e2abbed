"""Two moves of the 10th edition as data, for comparison."""

from __future__ import annotations

from movesolver.rules.moves import Closing, MoveType, Need, Targets
from movesolver.rules.wh40k_moves import ON_TABLE

NORMAL_10 = MoveType(
    "normal",
    "10th ed. normal move",
    needs=(ON_TABLE, Need("unengaged", "10th ed. normal move")),
    ends="unengaged",
)
CHARGE_10 = MoveType(
    "charge",
    "10th ed. charge",
    needs=(ON_TABLE, Need("unengaged", "10th ed. charge")),
    ends="engaged",
    fixed=0.0,
    roll=(2, 12),
    dice=(2, 6),
    targets=Targets("enemies", "10th ed. charge", within=12.0),
    engages_all=True,
    targets_only=True,
    closing=Closing("10th ed. charge", to="any_target"),
)
