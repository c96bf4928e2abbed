"""The end conditions of a move on arrays: the rules' own numbers, one code a board."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from movekernels.arrays import LEVEL
from movekernels.boards.board_coherency import Limits
from movekernels.boards.board_ends import (
    ENGAGED,
    FIGHTING,
    NOT_ENGAGED,
    OFF_TABLE,
    OVERLAP,
    TOO_CLOSE,
    UNENGAGED,
    WHATEVER,
    EndRules,
)
from movekernels.boards.groups import BAD
from movesolver.arrays.groups import Groups
from movesolver.arrays.limits import CoherencyLimits, EngagementLimits, distance
from movesolver.arrays.near import engaged, overlap, within
from movesolver.arrays.units import coherency, edge, self_overlap
from movesolver.errors import InputError
from movesolver.rules.moves import MoveType
from movesolver.rules.ruleset import RuleSet
from movesolver.rules.wh40k import ELEVENTH

ASKED = {"any": WHATEVER, "unengaged": UNENGAGED}
"""Words of a move for whom its ends may engage; any other asks for an engaged unit."""

EndCodes = NDArray[np.uint16]


def ends(
    units: Groups,
    enemies: Groups | None = None,
    others: Groups | None = None,
    *,
    table: tuple[float, float] | None = None,
    move: str = "normal",
    rules: RuleSet = ELEVENTH,
    threads: int = 1,
) -> EndCodes:
    """Return what is wrong with where units end a move, board by board (03.01 to 03.04).

    Parameters
    ----------
    units
        The models where they end, one unit a board.
    enemies, others
        Enemy models, and whatever else no base may end on, of the same catalogue.
    table
        Width and height, inches; None for no edge.
    move
        Name of a move of the rules; its first mode counts where it has several.
    rules
        The rules in force (`movesolver.rules`).
    threads
        How many threads share the boards; 0 for one a processor.

    Returns
    -------
    array of uint16, shape (b,)
        0 where nothing is wrong, else a sum of the codes of `coherency`, `ENGAGED` (256),
        `NOT_ENGAGED` (512), `TOO_CLOSE` (1024), `OVERLAP` (2048) and `OFF_TABLE` (4096);
        `BAD` (128) alone for a board whose numbers are nonsense.

    Raises
    ------
    InputError
        Naming the argument, what was wanted and given.

    Notes
    -----
    What every end is asked, whoever moved: not terrain, targets, duties and the way there,
    for which `movesolver.check` is.
    """
    chosen = _move(rules, move)
    codes = np.atleast_1d(
        np.asarray(coherency(units, CoherencyLimits.of(rules), threads=threads), dtype=np.uint16)
    )

    def mark(wrong: NDArray[np.bool_] | bool | np.bool_, bit: int) -> None:
        codes[np.atleast_1d(np.asarray(wrong))] |= np.uint16(bit)

    tolerance = rules.tolerance
    mark(np.asarray(self_overlap(units, tolerance=tolerance, threads=threads).counts) > 0, OVERLAP)
    for bodies in (enemies, others):
        if bodies is not None:
            found = overlap(units, bodies, tolerance=tolerance, threads=threads)
            mark(np.asarray(found.counts) > 0, OVERLAP)
            mark(np.asarray(found.codes) > 0, BAD)
    if enemies is not None and chosen.ends != "any":
        hits = engaged(units, enemies, EngagementLimits.of(rules), threads=threads)
        near = np.asarray(hits.counts) > 0
        mark(*((near, ENGAGED) if chosen.ends == "unengaged" else (~near, NOT_ENGAGED)))
    clear = _clearance(rules, chosen)
    if enemies is not None and clear > 0.0:
        close = within(units, enemies, clear, tolerance=tolerance, threads=threads)
        mark(np.asarray(close.counts) > 0, TOO_CLOSE)
    if table is not None:
        mark(np.asarray(edge(units, *table, threads=threads).smallest) < -tolerance, OFF_TABLE)
    codes[(codes & BAD) > 0] = BAD
    return codes


def end_rules(rules: RuleSet, move: str, table: tuple[float, float]) -> EndRules:
    """Return what `ends` asks (03.01 to 03.04), as the kernel of whole boards takes it.

    Parameters
    ----------
    rules, move
        As for `ends`.
    table
        Width and height, inches.

    Raises
    ------
    InputError
        If the rules have no such move, or a distance of theirs makes no sense.
    """
    chosen = _move(rules, move)
    tolerance = distance("tolerance", rules.tolerance)
    reach, vertical, _ = EngagementLimits.of(rules).reach
    clear = _clearance(rules, chosen)
    return EndRules(
        coherency=Limits(*CoherencyLimits.of(rules).arguments),
        overlap=math.nextafter(-tolerance, -math.inf),
        rise=math.nextafter(LEVEL, 0.0),
        level=LEVEL,
        tolerance=tolerance,
        reach=reach,
        vertical=vertical,
        ends=ASKED.get(chosen.ends, FIGHTING),
        clear=distance("clearance", clear) + tolerance if clear > 0.0 else -1.0,
        width=float(table[0]),
        height=float(table[1]),
    )


def _move(rules: RuleSet, name: str) -> MoveType:
    move = rules.moves.get(name)
    if move is None:
        raise InputError("move", f"one of {', '.join(rules.moves)}", repr(name))
    free = [mode for mode in move.modes if not mode.named_only]
    return move.in_mode(free[0] if free else None)


def _clearance(rules: RuleSet, move: MoveType) -> float:
    """Return the largest horizontal distance that must be exceeded from every enemy, inches."""
    clear = max(move.clear, move.set_up.clear if move.set_up is not None else 0.0)
    return max(clear, rules.clearance or 0.0)
