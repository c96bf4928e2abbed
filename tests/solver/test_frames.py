"""FRAME models are measured to their whole body, upwards too (17.02)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import movesolver
from movesolver.formats.scenario import loads

CODES = movesolver.Code
DECK = [[12, 8], [20, 8], [20, 14], [12, 14]]


def question(
    walker: dict[str, Any], end: list[float], foe_z: float, keywords: list[str]
) -> movesolver.Scenario:
    """A walker on the ground, an enemy on a deck."""
    model = {"id": "w0", "base": {"round": 60}, "at": [5, 10], **walker}
    foe = {"id": "f0", "base": {"round": 32}, "at": [14, 10], "z": foe_z}
    return loads(
        json.dumps(
            {
                "movesolver": 1,
                "table": {"width": 30, "height": 20},
                "terrain": [
                    {"id": "deck", "category": "light", "footprint": DECK,
                     "floors": [{"polygon": DECK, "z": foe_z}]},
                ],
                "units": [
                    {"id": "w", "side": "a", "keywords": keywords, "move": 8, "models": [model]},
                    {"id": "f", "side": "b", "keywords": ["INFANTRY"], "move": 6, "models": [foe]},
                ],
                "action": {"unit": "w", "move": "normal", "ends": {"w0": end}},
            }
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("walker", "keywords", "foe_z", "engaged"),
    [
        ({"height": 4}, ["FRAME"], 8.9, True),
        ({"height": 4}, ["FRAME"], 9.1, False),
        ({"height": 40}, ["FRAME"], 20.0, True),
        ({"height": 4}, ["VEHICLE"], 8.9, False),
        ({}, ["FRAME"], 5.1, False),
    ],
)
def test_engagement_reaches_up_from_the_body(
    walker: dict[str, Any], keywords: list[str], foe_z: float, engaged: bool
) -> None:
    verdict = movesolver.check(question(walker, [11.0, 10, 0, 0], foe_z, keywords))
    assert (CODES.ENGAGED in verdict.codes) == engaged, verdict.explain()


def test_coherency_reaches_up_from_the_body() -> None:
    def unit(height: float) -> movesolver.Scenario:
        models = [
            {"id": "w0", "base": {"round": 60}, "at": [10, 10], "height": height},
            {"id": "w1", "base": {"round": 32}, "at": [13.7, 10], "z": 8},
        ]
        return loads(
            json.dumps(
                {
                    "movesolver": 1,
                    "table": {"width": 30, "height": 20},
                    "terrain": [
                        {"id": "deck", "category": "light", "footprint": DECK,
                         "floors": [{"polygon": DECK, "z": 8}]},
                    ],
                    "units": [{"id": "w", "side": "a", "keywords": ["FRAME", "FLY"], "move": 8,
                               "models": models}],
                    "action": {"unit": "w", "move": "normal", "ends": {}},
                }
            )
        )  # fmt: skip

    assert movesolver.check(unit(3.0)).legal
    assert {CODES.NO_NEIGHBOUR, CODES.HEIGHT} <= set(movesolver.check(unit(2.9)).codes)
    assert movesolver.check(unit(20.0)).legal
