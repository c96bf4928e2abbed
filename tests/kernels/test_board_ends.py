"""The end conditions of whole boards, parted and judged in one call, against the slow twin."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from board_data import CATALOGUE, filled, untyped
from formation_data import SHAPES
from movekernels.arrays import Shapes
from movekernels.boards import board_ends
from movekernels.boards.board_ends import BLOCK, EndRules
from movekernels.boards.groups import BAD, pack_catalogue
from movekernels.boards.sides import Armies
from reference import board_ends as slow_ends
from shapes_data import build_shapes, round_base
from side_data import RULES, armies_of, some, space_of

FIGHTING = RULES._replace(ends=board_ends.FIGHTING, clear=3.0)
WHATEVER = RULES._replace(ends=board_ends.WHATEVER)
DISCS = build_shapes([round_base(size) for size in (25, 32, 40, 60)])


def judged(
    module: Any, armies: Armies, which: NDArray[Any], rules: EndRules, shapes: Shapes = SHAPES
) -> tuple[list[int], list[bool]]:
    codes, unfit = filled(which.size, 9999, np.uint16), filled(which.size, True, np.bool_)
    catalogue = CATALOGUE if shapes is SHAPES else pack_catalogue(shapes)
    space = space_of(armies, shapes, 7)
    untyped(module).ends_boards(*catalogue, which, armies, 1e6, rules, space, codes, unfit)
    return codes.tolist(), unfit.tolist()


@pytest.mark.parametrize("rules", [RULES, FIGHTING, WHATEVER])
@pytest.mark.parametrize("size", [(1, 1, 1), (14, 4, 4), (6, 2, 8), (3, 1, 0)])
def test_codes_are_those_of_the_definitions(size: tuple[int, int, int], rules: EndRules) -> None:
    armies, which = armies_of(size[0], *size), some(7, size[0])
    assert judged(board_ends, armies, which, rules) == judged(slow_ends, armies, which, rules)


@pytest.mark.parametrize("rules", [RULES, FIGHTING])
def test_round_bases_over_several_blocks(rules: EndRules) -> None:
    armies = armies_of(11, 23, 3, 4, len(DISCS.inner))
    armies.base[armies.base > 3] = 3
    nowhere = armies._replace(cos=np.zeros(0), sin=np.zeros(0))  # headings are not read
    which = np.tile(np.arange(23), 7)
    assert which.size > 2 * BLOCK
    codes, unfit = judged(board_ends, nowhere, which, rules, DISCS)
    wanted = judged(slow_ends, armies, which[:23], rules, DISCS)
    assert (codes, unfit) == (7 * wanted[0], 7 * wanted[1])
    found = np.bitwise_or.reduce(codes)
    for bit in (1, 8, board_ends.OVERLAP, board_ends.OFF_TABLE):
        assert found & bit
    assert 0 < sum(unfit) < which.size  # models half off the table


def test_boards_do_not_depend_on_their_company() -> None:
    armies = armies_of(4, 20, 3, 4)
    every = np.tile(np.arange(20), 7)
    codes, unfit = judged(board_ends, armies, every, RULES)
    assert codes == 7 * codes[:20]
    for low, high in pairwise((0, 1, 5, 70, 140)):
        alone = judged(board_ends, armies, every[low:high].copy(), RULES)
        assert alone == (codes[low:high], unfit[low:high])


def test_a_board_whose_numbers_are_nonsense_spoils_no_other() -> None:
    armies = armies_of(4, 20, 3, 4)
    which = np.arange(20)
    before, _ = judged(board_ends, armies, which, RULES)
    board = next(
        b for b in range(20)
        if not armies.slain[armies.first_model[armies.mover[b]] :][:1].any()
        and np.isfinite(armies.x[armies.first_model[armies.mover[b]] :][:1]).all()
        and armies.first_model[armies.mover[b]] < armies.first_model[armies.mover[b] + 1]
    )  # fmt: skip
    armies.z[armies.first_model[armies.mover[board]]] = math.nan
    codes, unfit = judged(board_ends, armies, which, RULES)
    assert (codes[board], unfit[board]) == (BAD, True)
    assert codes[:board] + codes[board + 1 :] == before[:board] + before[board + 1 :]
