"""Every question about one board, asked about thousands of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Unpack

import numpy as np
from numpy.typing import ArrayLike

from movesolver.batch.answers import Checked, Masked, Proposed, Reaching, Solved
from movesolver.batch.arguments import (
    budget,
    by_board,
    check_rules,
    flag,
    numbers,
    rows,
    whole,
    word,
)
from movesolver.batch.running import Given, Workers, ask
from movesolver.errors import InputError
from movesolver.paths.measuring import check_step
from movesolver.rules.ruleset import RuleSet
from movesolver.search.certify import PROOF_MS, wanted_proof
from movesolver.search.propose import check_wanted
from movesolver.search.valued import Valued
from movesolver.table.fields import check_amount, shown

BY_BOARD = ", or a list by model id, one for each board"


def check_many(
    boards: Given,
    *,
    depth: Literal["move", "ends"] = "move",
    tolerance: float | None = None,
    rules: RuleSet | None = None,
    **workers: Unpack[Workers],
) -> Checked:
    """Judge the moves of many boards: `movesolver.check` of each.

    Parameters
    ----------
    boards
        Boards, a file of such, or scenarios.  Units without paths and ends are judged where
        they stand.
    depth
        ``"move"``: the whole referee.  ``"ends"``: only what `movesolver.arrays.ends` asks of
        where the move ends (coherency, engagement, overlaps, the table's edge), in compiled code
        for all boards at once, some hundred times as fast; slacks are left out then.
    tolerance, rules
        As for `movesolver.check`; the tolerance of the rules holds for ends.
    **workers
        Who does it, and how: see `Workers`.

    Returns
    -------
    Checked
        The verdict of each board.

    Raises
    ------
    InputError
        If an option makes no sense.  A bad board is no error but has its code.
    """
    check_rules(rules)
    if tolerance is not None:
        check_amount("tolerance", "zero or more inches", tolerance)
    if word("depth", depth, ("move", "ends")) == "move":
        return ask("check", Checked, boards, workers, 0, None, tolerance=tolerance, rules=rules)
    if tolerance is not None:
        raise InputError("tolerance", "that of the rules, for ends", shown(tolerance))
    return ask("ends", Checked, boards, workers, 0, None, rules=rules)


def reach_many(
    boards: Given,
    points: ArrayLike | None = None,
    *,
    ends: bool = False,
    areas: bool = False,
    step: float = 0.25,
    passing: bool = False,
    mates: bool = False,
    rules: RuleSet | None = None,
    **workers: Unpack[Workers],
) -> Reaching:
    """Return what the units of many boards can reach: `movesolver.reach` of each.

    Parameters
    ----------
    boards
        Boards, a file of such, or scenarios.
    points
        Points asked about on every board, inches, shape (k, 2); none if None.
    ends
        Whether to find out, too, if models can get to each point and may end there.
    areas
        Whether to measure regions.
    step, passing, mates, rules
        As for `movesolver.reach`.
    **workers
        Who does it, and how: see `Workers`.

    Returns
    -------
    Reaching
        Lengths, and what else was asked for, of each model.

    Raises
    ------
    InputError
        If an option makes no sense.  A bad board is no error but has its code.
    """
    check_rules(rules)
    check_step(step)
    wanted = "finite points of shape (k, 2)"
    spots = np.zeros((0, 2)) if points is None else numbers("points", wanted, points)
    spots = spots.reshape(-1, 2) if spots.ndim == 1 and spots.size in (0, 2) else spots
    if spots.ndim != 2 or spots.shape[1] != 2 or not np.isfinite(spots).all():
        raise InputError("points", wanted, f"shape {spots.shape}")
    given = {"ends": ends, "areas": areas, "passing": passing, "mates": mates}
    flags = {name: flag(name, value) for name, value in given.items()}
    options = {"points": spots, "step": float(step), "rules": rules}
    return ask("reach", Reaching, boards, workers, 0, None, **flags, **options)


def solve_many(
    boards: Given,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
    certify: Literal["grid", "all"] | None = None,
    gap: float = 0.0,
    proof_ms: float = PROOF_MS,
    values: Sequence[Valued] = (),
    bound: bool = False,
    **workers: Unpack[Workers],
) -> Solved:
    """Find the best legal ends on many boards: `movesolver.solve` of each.

    Parameters
    ----------
    boards
        Boards, a file of such, or scenarios.
    seed
        Of the batch.  Board ``b`` is solved with the seed ``seed_of(seed, b)``.
    iterations, time_ms, rules, certify, gap, proof_ms, values
        As for `movesolver.solve`, for each board.  A board for which no end is found before its
        time is up has the error `Failure.TIMED_OUT`.
    bound
        Whether to lower the bound, as `movesolver.solve` does unless told not to: it takes longer
        than a short search, and without it ends are the same.
    **workers
        Who does it, and how: see `Workers`.

    Returns
    -------
    Solved
        Without a limit of time the same whoever does it, in whatever chunks.

    Raises
    ------
    InputError
        If an option makes no sense.  A bad board is no error but has its code.
    """
    check_rules(rules)
    wanted_proof(certify, gap, proof_ms)
    if not isinstance(values, Sequence) or any(not isinstance(one, Valued) for one in values):
        raise InputError("values", "a list of Valued", shown(values))
    proof = {"certify": certify, "gap": gap, "proof_ms": proof_ms, "bound": flag("bound", bound)}
    options = {**budget(iterations, time_ms), **proof, "values": tuple(values), "rules": rules}
    return ask("solve", Solved, boards, workers, whole("seed", seed), None, **options)


def propose_many(
    boards: Given,
    k: int,
    *,
    apart: float | None = None,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
    **workers: Unpack[Workers],
) -> Proposed:
    """Find ``k`` good and different ends on each of many boards: `movesolver.propose` of each.

    Parameters
    ----------
    boards
        Boards, a file of such, or scenarios.
    k, apart, seed, iterations, time_ms, rules
        As for `movesolver.propose`; the seed as for `solve_many`.
    **workers
        Who does it, and how: see `Workers`.

    Returns
    -------
    Proposed
        Up to ``k`` moves a board.

    Raises
    ------
    InputError
        If an option makes no sense.  A bad board is no error but has its code.
    """
    check_rules(rules)
    check_wanted(k, apart)
    options = {"k": int(k), "apart": apart, **budget(iterations, time_ms), "rules": rules}
    return ask("propose", Proposed, boards, workers, whole("seed", seed), None, **options)


def snap_many(
    boards: Given,
    wished: ArrayLike | Sequence[Mapping[str, Sequence[float]] | None] | None = None,
    *,
    seed: int = 0,
    iterations: int | None = None,
    time_ms: float | None = None,
    rules: RuleSet | None = None,
    **workers: Unpack[Workers],
) -> Solved:
    """Find the legal moves nearest to wishes on many boards: `movesolver.snap` of each.

    Parameters
    ----------
    boards
        Boards, a file of such, or scenarios.
    wished
        A row x, y and perhaps facing and z for each model of the units that move (see
        `Boards.movers`), nan where there is no wish, shape (m, 2 to 4); or wishes by model id
        for each board; or None for the wishes of the goals.
    seed, iterations, time_ms, rules
        As for `solve_many`.
    **workers
        Who does it, and how: see `Workers`.

    Returns
    -------
    Solved
        ``objective`` is minus the sum of distances to the wishes.

    Raises
    ------
    InputError
        If an option makes no sense.  A bad board is no error but has its code.
    """
    check_rules(rules)
    given: Any = None if wished is None else by_board("wished", wished, gaps=True)
    if wished is not None and given is None:
        given = rows("wished", f"rows of shape (m, 2 to 4){BY_BOARD}, or None", wished)
    options = {**budget(iterations, time_ms), "rules": rules}
    return ask("snap", Solved, boards, workers, whole("seed", seed), given, **options)


def mask_many(
    boards: Given,
    places: ArrayLike | Sequence[Mapping[str, Sequence[Sequence[float]]]],
    *,
    paths: bool = True,
    time_ms: float = 5000.0,
    rules: RuleSet | None = None,
    **workers: Unpack[Workers],
) -> Masked:
    """Return which listed places take part in legal ends, exactly: `movesolver.mask` of each.

    Parameters
    ----------
    boards
        Boards, a file of such, or scenarios.
    places
        Places x, y and perhaps facing and z that every model of every board is asked about,
        shape (p, 2 to 4); or places by model id for each board.
    paths, rules
        As for `movesolver.mask`.
    time_ms
        Milliseconds a board; one with places undecided by then has `Failure.TIMED_OUT`.
    **workers
        Who does it, and how: see `Workers`.

    Returns
    -------
    Masked
        Allowed and undecided places.

    Raises
    ------
    InputError
        If an option makes no sense.  A bad board is no error but has its code.
    """
    check_amount("time_ms", "zero or more milliseconds", time_ms)
    check_rules(rules)
    options = {"paths": flag("paths", paths), "time_ms": float(time_ms), "rules": rules}
    given: Any = by_board("places", places, gaps=False)
    if given is not None:
        return ask("mask", Masked, boards, workers, 0, given, **options)
    same = rows("places", f"rows of shape (p, 2 to 4){BY_BOARD}", places)
    return ask("mask", Masked, boards, workers, 0, None, places=same, **options)
