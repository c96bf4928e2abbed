"""The lock on units that arrived (20.04) ends when the next Charge phase begins."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from movesolver import Code, check
from situations import model, path, situation, unit


def codes(phase: str, move: str, rules: dict[str, Any] | None = None) -> tuple[Code, ...]:
    scenario = situation(
        [
            unit("alpha", "a", model("a1", (20, 20)), status={"moved": "ingress"}),
            unit("foe", "b", model("f1", (30, 20))),
        ],
        move=move,
        max_distance=3,
        rules=rules,
        paths={"a1": path((20, 20), (23, 20))},
    )
    return check(msgspec.structs.replace(scenario, phase=phase)).codes


@pytest.mark.parametrize("move", ["normal", "surge"])
@pytest.mark.parametrize(
    ("phase", "locked"),
    [("movement", True), ("charge", False), ("fight", False), ("end_of_turn", False)],
)
def test_until_the_next_charge_phase(move: str, phase: str, locked: bool) -> None:
    assert (Code.NOT_ELIGIBLE in codes(phase, move)) == locked


def test_the_narrow_reading_locks_neither() -> None:
    rules = {"options": {"wtc.ingress_lock_all": False}}
    assert not codes("movement", "surge", rules)
    assert not codes("movement", "normal", rules)
