"""Random boards for charges, fights, surges and set-ups, as scenario documents."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Document = dict[str, Any]
Spot = tuple[float, float]

PHASE = {
    "charge": "charge",
    "pile_in": "fight",
    "consolidate": "fight",
    "surge": "movement",
    "disembark": "movement",
    "ingress": "movement",
    "deep_strike": "movement",
    "emergency_disembark": "movement",
    "set_up": "deployment",
}
STATUS: dict[str, dict[str, object]] = {
    "pile_in": {"charged": True},
    "consolidate": {"eligible_to_fight": True},
    "disembark": {"embarked_in": "truck"},
    "emergency_disembark": {"embarked_in": "truck"},
    "ingress": {"in_reserve": True},
    "deep_strike": {"in_reserve": True, "deep_strike": True},
    "set_up": {"in_reserve": True},
}
SIZE = 44.0


class Board:
    """A table being filled with bases that do not overlap."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.taken: list[tuple[float, float, float]] = []

    def free(self, x: float, y: float, radius: float) -> bool:
        inside = radius < x < SIZE - radius and radius < y < SIZE - radius
        return inside and all(
            math.hypot(x - a, y - b) > radius + r + 0.01 for a, b, r in self.taken
        )

    def cluster(self, centre: Spot, count: int, radius: float) -> list[Spot]:
        """A group of bases, each within 2 inches of another."""
        found: list[Spot] = []
        for _ in range(4000):
            if len(found) == count:
                break
            x, y = centre
            if found:
                a, b = found[int(self.random.integers(len(found)))]
                angle = self.random.uniform(0.0, 2 * math.pi)
                step = 2 * radius + self.random.uniform(0.05, 0.9)
                x, y = a + step * math.cos(angle), b + step * math.sin(angle)
            together = all(math.hypot(x - a, y - b) < 8.5 for a, b in found)
            if self.free(x, y, radius) and together:
                found.append((x, y))
                self.taken.append((x, y, radius))
            elif not found:
                break
        return found


def fight(seed: int, move: str) -> Document:
    """A unit that charges, piles in, consolidates or surges among enemies and friends."""
    board = Board(seed)
    random = board.random
    oval = bool(random.random() < 0.3)
    base, radius = ({"oval": [60, 35]}, 1.19) if oval else ({"round": 32}, 0.63)
    mine = board.cluster((12.0, 20.0), int(random.integers(1, 9)), radius)
    near, far = {"charge": (5.0, 12.0), "surge": (4.0, 7.0)}.get(move, (1.5, 4.5))
    units = [_unit("alpha", "a", base, mine, STATUS.get(move, {}))]
    for k in range(int(random.integers(1, 4))):
        angle = random.uniform(-0.8, 0.8)
        away = random.uniform(near, far) + 2.5
        at = (13.5 + away * math.cos(angle), 20.0 + 1.3 * away * math.sin(angle))
        spots = board.cluster(at, int(random.integers(1, 7)), 0.63)
        if spots:
            units.append(_unit(f"foe{k}", "b", {"round": 32}, spots))
    friends = board.cluster((random.uniform(10, 20), 13.0), int(random.integers(0, 4)), 0.63)
    if friends:
        units.append(_unit("mates", "a", {"round": 32}, friends))
    action: Document = {"unit": "alpha", "move": move, "goal": [{"near": [30, 20]}]}
    if move in ("charge", "surge"):
        action["roll"] = int(random.integers(5, 13) if move == "charge" else random.integers(3, 8))
    return _document(move, units, action)


def arrival(seed: int, move: str) -> Document:
    """A unit that leaves a transport, arrives from reserve or is deployed."""
    board = Board(seed)
    random = board.random
    count = int(random.integers(1, 9))
    oval = bool(random.random() < 0.3)
    base = {"oval": [60, 35]} if oval else {"round": 32}
    units = [_unit("alpha", "a", base, [None] * count, STATUS[move])]
    if "embarked_in" in STATUS[move]:
        at = (float(random.uniform(6, 30)), float(random.uniform(6, 38)))
        board.taken.append((*at, 2.9))
        truck = _unit("truck", "a", {"rectangle": [120, 70]}, [at])
        truck["keywords"] = ["VEHICLE", "TRANSPORT"]
        truck["models"][0]["facing"] = float(random.uniform(0, 180))
        if random.random() < 0.5:
            truck["status"] = {
                "moved": "normal", "selected_this_phase": True, "has_moved_this_phase": True,
            }  # fmt: skip
        units.append(truck)
    for k in range(int(random.integers(1, 4))):
        at = (float(random.uniform(4, 40)), float(random.uniform(4, 40)))
        spots = board.cluster(at, int(random.integers(1, 7)), 0.63)
        if spots:
            units.append(_unit(f"foe{k}", "b", {"round": 32}, spots))
    action: Document = {"unit": "alpha", "move": move, "goal": [{"near": [22, 22]}]}
    document = _document(move, units, action)
    document["round"] = 1 if move == "set_up" else 2
    document["zones"] = [
        {"id": "za", "side": "a", "polygon": [[0, 0], [10, 0], [10, 44], [0, 44]]},
        {"id": "zb", "side": "b", "polygon": [[34, 0], [44, 0], [44, 44], [34, 44]]},
    ]
    return document


def _unit(
    name: str,
    side: str,
    base: Document,
    spots: list[Spot] | list[None],
    status: dict[str, object] | None = None,
) -> Document:
    models = [
        {"id": f"{name}{k}", "base": base, **({} if spot is None else {"at": list(spot)})}
        for k, spot in enumerate(spots)
    ]
    unit: Document = {"id": name, "side": side, "keywords": ["INFANTRY"], "move": 6}
    return {**unit, "status": status or {}, "models": models}


def _document(move: str, units: list[Document], action: Document) -> Document:
    return {
        "movesolver": 1,
        "phase": PHASE[move],
        "table": {"width": SIZE, "height": SIZE},
        "markers": [{"id": "mark", "at": [16, 16]}],
        "units": units,
        "action": action,
    }
