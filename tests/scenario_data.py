"""A scenario that uses every field of the format, and ways to spoil a copy of it."""

from __future__ import annotations

import copy
import json
from typing import Any

Document = dict[str, Any]
Steps = tuple[str | int, ...]

DELETE = object()
"""As a value of `spoiled`: take the field away."""

_FULL = """
{
  "movesolver": 1,
  "rules": {"game": "wh40k11", "version": "V963", "options": {"single_edge": true}},
  "round": 2, "active_side": "a", "phase": "movement",
  "table": {"width": 60, "height": 44},
  "terrain": [
    {"id": "ruin", "category": "dense", "footprint": [[20,10],[26,10],[26,16],[20,16]],
     "walls":  [{"polygon": [[20,10],[26,10],[26,10.5],[20,10.5]], "bottom": 0, "top": 5}],
     "floors": [{"polygon": [[20,10],[26,10],[26,16],[20,16]], "z": 3}]},
    {"id": "crater", "category": "exposed", "footprint": [[40,10],[44,10],[42,14]]}
  ],
  "markers": [{"id": "centre", "at": [30, 22], "diameter_mm": 40},
              {"id": "well", "area": [[5, 30], [9, 30], [7, 34]]}],
  "zones":   [{"id": "deploy-b", "side": "b", "polygon": [[48,0],[60,0],[60,44],[48,44]]}],
  "units": [
    {"id": "alpha", "side": "a", "keywords": ["INFANTRY"], "move": 6,
     "status": {"moved": "normal", "scouts": 6, "battle_shocked": false},
     "models": [
       {"id": "a1", "base": {"round": 32}, "at": [10, 10]},
       {"id": "a2", "base": {"oval": [75, 42]}, "at": [13, 10], "facing": 90, "z": 0, "move": 9,
        "keywords": ["CHARACTER"]},
       {"id": "a3", "base": {"rectangle": [60, 35]}, "at": [10, 13], "slain": true}
     ]},
    {"id": "foe", "side": "b", "models": [
       {"id": "f1", "base": {"hull": [[-1,-1],[2,-1],[2,1],[-1,1]]}, "at": [40, 30], "height": 3},
       {"id": "f2", "base": {"rectangle": [60, 35]}, "at": [44, 30], "facing": 30}]},
    {"id": "truck", "side": "a", "status": {"capacity": 10}, "models": [
       {"id": "t1", "base": {"oval": [170, 109]}, "at": [8, 20], "facing": 45}]},
    {"id": "crew", "side": "a", "status": {"embarked_in": "truck"}, "models": [
       {"id": "c1", "base": {"round": 32}}]},
    {"id": "late", "side": "b", "status": {"in_reserve": true, "deep_strike": true}, "models": [
       {"id": "l1", "base": {"round": 40}}]}
  ],
  "action": {
    "unit": "alpha", "move": "normal", "mode": null, "roll": 4, "targets": ["foe"],
    "max_distance": 6,
    "goal": [
      {"near": [30, 22], "weight": 2},
      {"near": {"unit": "foe"}, "models": ["a1"]},
      {"within": {"of": {"marker": "centre"}, "inches": 3}},
      {"avoid": {"of": {"zone": "deploy-b"}}},
      {"wish": {"a1": [15, 10], "a2": [15, 13, 90, 0]}},
      {"travel": true, "weight": 0.1},
      {"field": {"origin": [0, 0], "step": 5, "values": [[0, 1, 2], [1, 2, 3]]}},
      {"near": {"unit": "foe"}, "worst": true, "priorities": {"a1": 0.5, "a2": -1}},
      {"need": {"of": {"marker": "centre"}, "models": 2, "inches": 3}, "models": ["a1", "a2"]}
    ],
    "paths": {"a1": [[10, 10, 0, 0], [14, 10, 0, 0], [14, 10, 30, 0], [14, 10, 30, 3]]}
  }
}
"""


def full_document() -> Document:
    """Return a fresh copy of the scenario, as parsed JSON."""
    document: Document = json.loads(_FULL)
    return document


def small_document() -> Document:
    """Return the least a scenario needs."""
    return {
        "movesolver": 1,
        "table": {"width": 60, "height": 44},
        "units": [{"id": "u", "side": "a", "models": [_small_model()]}],
        "action": {"unit": "u", "move": "normal"},
    }


def _small_model() -> Document:
    return {"id": "m", "base": {"round": 32}, "at": [10, 10]}


def spoiled(changes: dict[Steps, Any], document: Document | None = None) -> Document:
    """Return the full document with values put in, or taken away by `DELETE`."""
    result = full_document() if document is None else copy.deepcopy(document)
    for steps, value in changes.items():
        holder: Any = result
        for step in steps[:-1]:
            holder = holder[step]
        if value is DELETE:
            del holder[steps[-1]]
        elif isinstance(holder, list) and steps[-1] == len(holder):
            holder.append(value)
        else:
            holder[steps[-1]] = value
    return result
