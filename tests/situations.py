"""Short ways to write a situation in tests."""

from __future__ import annotations

from typing import Any

import msgspec

from movesolver import Scenario, loads

Json = dict[str, Any]


def model(name: str, at: tuple[float, float], base: Json | float = 32, **more: Any) -> Json:
    """A model; a plain number is the diameter of a round base in mm."""
    outline = base if isinstance(base, dict) else {"round": base}
    return {"id": name, "base": outline, "at": list(at), **more}


def unit(name: str, side: str, *models: Json, **more: Any) -> Json:
    return {
        "id": name,
        "side": side,
        "models": list(models),
        "keywords": ["INFANTRY"],
        "move": 6,
    } | more


def situation(
    units: list[Json],
    *,
    move: str = "normal",
    width: float = 60,
    height: float = 44,
    terrain: list[Json] | None = None,
    rules: Json | None = None,
    markers: list[Json] | None = None,
    **action: Any,
) -> Scenario:
    """A scenario whose first unit moves."""
    document = {
        "movesolver": 1,
        "table": {"width": width, "height": height},
        "units": units,
        "terrain": terrain or [],
        "markers": markers or [],
        "action": {"unit": units[0]["id"], "move": move, **action},
    }
    if rules:
        document["rules"] = rules
    return loads(msgspec.json.encode(document))


def wall(
    name: str,
    polygon: list[list[float]],
    top: float = 5.0,
    bottom: float = 0.0,
    category: str = "dense",
    floors: list[Json] | None = None,
) -> Json:
    """A feature of one wall."""
    return {
        "id": name,
        "category": category,
        "footprint": polygon,
        "walls": [{"polygon": polygon, "bottom": bottom, "top": top}],
        "floors": floors or [],
    }


def box(x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def path(*poses: tuple[float, ...]) -> list[list[float]]:
    """Poses with facing and height filled in as 0."""
    return [[*pose, 0.0, 0.0][:4] if len(pose) < 4 else list(pose) for pose in poses]
