"""What playing random tables by the laws has found, pinned."""

from __future__ import annotations

import pytest

from movesolver import check, solve
from situations import model, situation, unit

PILING = [
    unit("alpha", "a", model("a1", (10, 10)), model("a2", (10, 12))),
    unit("foe", "b", model("f1", (12.5, 10))),
]


@pytest.mark.compiled
def test_a_path_of_no_length_is_no_move_of_the_model() -> None:
    """a2 could end engaged in a pile-in, but is asked to only if it is moved (12.03)."""
    staying = check(situation(PILING, move="pile_in"))
    for steps in (1, 2, 3):
        paths = {"a2": [[10, 12, 0, 0]] * steps}
        assert check(situation(PILING, move="pile_in", paths=paths)).codes == staying.codes == ()
    turned = {"a2": [[10, 12, 0, 0], [10, 12, 90, 0]]}
    assert not check(situation(PILING, move="pile_in", paths=turned)).legal


@pytest.mark.compiled
def test_an_emergency_disembark_presses_nobody_into_a_mate() -> None:
    """Each as close as possible, and still legal without any tolerance (18.05)."""
    carrier = unit("carrier", "a", model("t1", (15, 15), 80))
    squad = [{"id": f"a{k}", "base": {"round": 32}} for k in range(3)]
    alpha = unit("alpha", "a", *squad, status={"embarked_in": "carrier"})
    result = solve(situation([alpha, carrier], move="emergency_disembark"))
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal
    assert check(result.moved).legal
