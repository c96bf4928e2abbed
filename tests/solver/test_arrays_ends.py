"""End conditions on arrays: the same verdicts as `movesolver.check`, board by board."""

from __future__ import annotations

import numpy as np
import pytest

import movesolver
from movesolver import arrays, bases
from movesolver.errors import InputError
from movesolver.rules.chosen import rules_in_force
from movesolver.table.scenario import RulesChoice

TABLE = (30.0, 24.0)
BITS = {
    "NO_NEIGHBOUR": arrays.NO_NEIGHBOUR,
    "SPREAD": arrays.SPREAD,
    "SPLIT": arrays.SPLIT,
    "ENGAGED": arrays.ENGAGED,
    "NOT_ENGAGED": arrays.NOT_ENGAGED,
    "TOO_CLOSE": arrays.TOO_CLOSE,
    "OVERLAP": arrays.OVERLAP,
    "OFF_TABLE": arrays.OFF_TABLE,
}


def one_scenario(
    game: str, move: str, ends: np.ndarray, foes: np.ndarray, friends: np.ndarray
) -> movesolver.Scenario:
    """The same board as a scenario: where its models start does not matter to the end."""
    round_32 = bases.round(32)
    starts = [(3.0 + 1.5 * k, 22.0) for k in range(len(ends))]

    def unit(name: str, side: str, at: np.ndarray) -> movesolver.Unit:
        models = tuple(
            movesolver.Model(f"{name}{k}", round_32, at=(float(x), float(y)))
            for k, (x, y) in enumerate(at)
        )
        return movesolver.Unit(name, side, models, move=40.0)

    action = movesolver.Action(
        unit="a",
        move=move,
        targets=("b",) if move == "charge" else (),
        roll=12 if move == "charge" else None,
        ends={f"a{k}": (float(x), float(y), 0.0, 0.0) for k, (x, y) in enumerate(ends)},
    )
    return movesolver.validate(
        movesolver.Scenario(
            movesolver=1,
            table=movesolver.Table(*TABLE),
            units=(
                unit("a", "a", np.array(starts)),
                unit("b", "b", foes),
                unit("c", "a", friends),
            ),
            action=action,
            rules=movesolver.RulesChoice(game=game),
        )
    )


@pytest.mark.parametrize(
    ("game", "move"),
    [("wh40k11", "normal"), ("wh40k11", "charge"), ("wh40k10", "normal"), ("voidsiege", "move")],
)
def test_codes_are_those_of_check(game: str, move: str) -> None:
    rng = np.random.default_rng(5)
    b, n = 150, 4
    centre = rng.uniform(2.0, 20.0, (b, 1, 2))
    ends = centre + rng.uniform(-2.6, 2.6, (b, n, 2))
    foes = centre + rng.uniform(-9.0, 9.0, (b, 3, 2))
    friends = centre + rng.uniform(-8.0, 8.0, (b, 2, 2))
    low, high = 0.7, np.array(TABLE) - 0.7
    foes, friends = np.clip(foes, low, high), np.clip(friends, low, high)
    catalogue = arrays.Bases([bases.round(32)])
    units, enemies, others = (
        arrays.Groups(catalogue, at[..., 0], at[..., 1]) for at in (ends, foes, friends)
    )
    rules = rules_in_force(RulesChoice(game=game))
    codes = arrays.ends(units, enemies, others, table=TABLE, move=move, rules=rules)
    seen = 0
    for k in range(b):
        verdict = movesolver.check(one_scenario(game, move, ends[k], foes[k], friends[k]))
        expected = 0
        for code in verdict.codes:
            expected |= BITS.get(str(code), 0)
        assert codes[k] == expected, (k, verdict.explain())
        seen |= expected
    assert seen & arrays.OVERLAP
    assert seen & (arrays.ENGAGED | arrays.NOT_ENGAGED | arrays.TOO_CLOSE)


def test_nonsense_spoils_its_own_board_only() -> None:
    catalogue = arrays.Bases([bases.round(32)])
    x = np.array([[3.0, 5.0], [np.nan, 5.0]])
    units = arrays.Groups(catalogue, x, np.full((2, 2), 3.0))
    assert arrays.ends(units, table=TABLE).tolist() == [0, arrays.BAD]


def test_a_move_that_is_none_is_refused() -> None:
    units = arrays.Groups(arrays.Bases([bases.round(32)]), [[3.0]], [[3.0]])
    with pytest.raises(InputError, match="move: wanted one of remain_stationary"):
        arrays.ends(units, move="dash")
