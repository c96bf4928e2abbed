"""Boards and short words for the tests of phases."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from movesolver import RefusedError, Scenario, loads
from situations import Json, model, unit

TRUCK = {"oval": [120, 92]}


def squad(name: str, side: str, x: float, y: float, count: int = 3, **more: Any) -> Json:
    """A unit in a row along x, 1.3 inches from centre to centre; ids are name1, name2 ..."""
    return unit(
        name, side, *(model(f"{name}{k + 1}", (x + 1.3 * k, y)) for k in range(count)), **more
    )


def away(name: str, side: str, count: int = 2, **more: Any) -> Json:
    """A unit off the table."""
    models = [{"id": f"{name}{k + 1}", "base": {"round": 32}} for k in range(count)]
    return {"id": name, "side": side, "models": models, "keywords": ["INFANTRY"], "move": 6} | more


def table(*units: Json, **more: Any) -> Scenario:
    document = {
        "movesolver": 1,
        "round": 2,
        "active_side": "a",
        "table": {"width": 60, "height": 44},
        "zones": [
            {"id": "za", "side": "a", "polygon": [[0, 0], [60, 0], [60, 9], [0, 9]]},
            {"id": "zb", "side": "b", "polygon": [[0, 35], [60, 35], [60, 44], [0, 44]]},
        ],
        "units": list(units),
        "action": {"unit": units[0]["id"], "move": "remain_stationary"},
    }
    return loads(json.dumps({**document, **more}))


def army() -> Scenario:
    """Two armies with one unit for each kind of move."""
    return table(
        squad("alpha", "a", 10, 12),
        squad("bravo", "a", 20, 12),
        squad("brawl", "a", 30, 20),  # engaged with foe
        unit("truck", "a", model("t1", (44, 12), TRUCK), keywords=["VEHICLE", "TRANSPORT"],
             move=10, status={"capacity": 12}),
        away("crew", "a", status={"embarked_in": "truck"}),
        unit("wagon", "a", model("w1", (54, 12), TRUCK), keywords=["VEHICLE", "TRANSPORT"],
             move=10, status={"capacity": 12}),
        away("scouts", "a", status={"embarked_in": "wagon"}),
        away("late", "a", status={"in_reserve": True}),
        away("drop", "a", status={"in_reserve": True, "deep_strike": True}),
        squad("foe", "b", 30, 22.5),
        squad("rear", "b", 30, 40),
        away("sneaks", "b", status={"in_reserve": True}),
    )  # fmt: skip


def shifts(scenario: Scenario, name: str, dx: float, dy: float) -> dict[str, list[list[float]]]:
    """Paths that slide a whole unit by a vector."""
    paths = {}
    for one in scenario.unit(name).standing:
        x, y = one.at or (0.0, 0.0)
        paths[one.id] = [[x, y, one.facing, one.z], [x + dx, y + dy, one.facing, one.z]]
    return paths


def row(name: str, x: float, y: float, count: int = 2) -> dict[str, list[float]]:
    """Ends in a row along x."""
    return {f"{name}{k + 1}": [x + 1.3 * k, y, 0.0, 0.0] for k in range(count)}


def sections(step: Callable[[], object]) -> set[str]:
    """The sections that a refused step names."""
    with pytest.raises(RefusedError) as refused:
        step()
    return {finding.rule for finding in refused.value.verdict.violations}
