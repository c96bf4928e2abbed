"""The messages as JSON Schema (2020-12): docs/engine.schema.json is what this module says."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from movesolver.engine.answers import ANSWERS
from movesolver.engine.messages import AnyReply, AnyRequest
from movesolver.table.scenario import Scenario

_SQUAD = {
    "movesolver": 1,
    "table": {"width": 60, "height": 44},
    "units": [
        {
            "id": "alpha",
            "side": "a",
            "move": 6,
            "models": [{"id": "a1", "base": {"round": 32}, "at": [10, 10]}],
        }
    ],
    "action": {"unit": "alpha", "move": "normal", "goal": [{"near": [30, 22]}]},
}

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "Hello": [{"op": "hello", "protocol": 1}],
    "IsReady": [{"op": "isready", "id": 1}],
    "SetOption": [{"op": "setoption", "name": "time_ms", "value": 200}],
    "Position": [
        {"op": "position", "scenario": _SQUAD},
        {"op": "position", "action": {"unit": "alpha", "move": "advance", "roll": 3}},
    ],
    "Go": [
        {"op": "go", "id": 7, "time_ms": 200, "seed": 1},
        {"op": "go", "id": "turn 2", "scenario": _SQUAD, "short": True},
        {"op": "go", "kind": "propose", "k": 3, "iterations": 300},
        {"op": "go", "kind": "snap", "wished": {"a1": [14, 12]}},
        {
            "op": "go",
            "kind": "check",
            "action": {"unit": "alpha", "move": "normal", "ends": {"a1": [14, 12, 0, 0]}},
            "reach": True,
        },
        {"op": "go", "kind": "mask", "places": {"a1": [[12, 12], [40, 40]]}},
        {"op": "go", "kind": "reach", "within": 3, "of": [18, 12]},
        {"op": "go", "kind": "describe"},
        {"op": "go", "kind": "odds", "action": {"unit": "alpha", "move": "advance"}},
    ],
    "Stop": [{"op": "stop"}, {"op": "stop", "go": 7}],
    "Quit": [{"op": "quit"}],
    "Info": [
        {
            "op": "info",
            "id": 7,
            "iterations": 100,
            "milliseconds": 4.5,
            "objective": 5.25,
            "bound": 6.0,
        }
    ],
    "Error": [
        {
            "op": "error",
            "id": 7,
            "code": "BAD_INPUT",
            "text": "k: wanted at most 64 (a limit of this engine), got 1000",
            "place": "k",
            "wanted": "at most 64 (a limit of this engine)",
            "got": "1000",
        }
    ],
}
"""Examples of messages, by the names that the schema has for them."""


def schema() -> dict[str, Any]:
    """Return the schema: any message; ``$defs`` has Request and Reply, and each by itself."""
    requests, replies = get_args(AnyRequest), get_args(AnyReply)
    types = [*requests, *replies, Scenario, *dict.fromkeys(ANSWERS.values())]
    refs, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for name, examples in EXAMPLES.items():
        parts[name]["examples"] = examples
    count = len(requests)
    parts["Request"] = {"oneOf": list(refs[:count])}
    parts["Reply"] = {"oneOf": list(refs[count : count + len(replies)])}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a client and the movesolver engine say to each other",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
        "$defs": dict(sorted(parts.items())),
    }


def schema_text() -> str:
    """Return the schema as the file has it."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n"
