"""Crowded little tables from a seed, for judging one move by two referees."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from shapely import Polygon

from reference.referee_shapes import Body, gap, outline_of, placed

Json = dict[str, Any]
Draw = np.random.Generator

ROUNDS = (25, 28.5, 32, 40, 50, 60)
OVALS = ([60, 35.5], [75, 42], [90, 52], [105, 70])
RECTANGLES = ([25, 50], [50, 25], [60, 35], [40, 40])
HULLS = (
    [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]],
    [[-1.2, -1], [1.2, -1], [1.2, 1], [0.4, 1], [0.4, -0.2], [-0.4, -0.2], [-0.4, 1], [-1.2, 1]],
    [[-0.8, -0.8], [1.2, -0.8], [1.2, 0], [0, 0], [0, 1.2], [-0.8, 1.2]],
    [[0, -0.7], [1.1, 0], [0, 0.7], [-0.3, 0]],
)
WALKERS = (
    ["INFANTRY"],
    ["INFANTRY", "FLY"],
    ["BEASTS"],
    ["SWARM"],
    ["MOUNTED"],
    ["MOUNTED", "MOBILE"],
)
GIANTS = (
    ["MONSTER"],
    ["VEHICLE"],
    ["MONSTER", "FLY"],
    ["VEHICLE", "FLY", "HOVER"],
    ["VEHICLE", "SWARM"],
    ["MONSTER", "MOBILE"],
    ["VEHICLE", "SUPER-HEAVY WALKER"],
)
OTHERS: tuple[list[str], ...] = (
    ["VEHICLE", "AIRCRAFT", "FLY"],
    ["VEHICLE", "TITANIC"],
    ["infantry"],
    ["THROUGH MODELS"],
    [],
)
HEIGHTS = (2.0, 3.0, 4.0, 5.0, 6.0)


def scenario(seed: int) -> Json:
    """Return the scenario of a seed, as parsed JSON; the same for the same seed."""
    return _Maker(np.random.default_rng(seed)).make()


class _Maker:
    """One scenario while it is being made."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.taken: list[tuple[Body, float]] = []
        self.count = 0

    def pick(self, things: Any) -> Any:
        return things[int(self.draw.integers(len(things)))]

    def chance(self, share: float) -> bool:
        return bool(self.draw.random() < share)

    def make(self) -> Json:
        self.width, self.height = self.draw.uniform(14, 30, 2).round(3).tolist()
        self.game = self.pick(("wh40k11",) * 8 + ("wh40k10", "voidsiege"))
        self.terrain = [self.feature() for _ in range(self.pick((0, 0, 0, 1, 1, 2, 3)))]
        middle = self.draw.uniform((3, 3), (self.width - 3, self.height - 3))
        words = self.pick(self.pick((WALKERS, WALKERS, WALKERS, GIANTS, GIANTS, OTHERS)))
        if self.game == "wh40k10":
            words = self.pick((["INFANTRY"], ["BEASTS"], ["MOUNTED"]))
        size = self.pick((1, 1, 2, 3, 4, 5, 6, 8))
        mover = self.unit("alpha", "a", words, size, middle, 1.2)
        if mover is None:
            return _Maker(np.random.default_rng(self.draw.integers(2**32))).make()
        units = [mover, *self.others("foe", "b", middle), *self.others("friend", "a", middle)]
        action = self.action(mover)
        rules: Json = {"game": self.game}
        self.status(mover, action, rules)
        if self.chance(0.3):
            self.draw.shuffle(units)
        return {
            "movesolver": 1,
            "rules": rules,
            "table": {"width": self.width, "height": self.height},
            "terrain": self.terrain,
            "units": units,
            "action": action,
        }

    def base(self) -> Json:
        kind = self.pick(("round", "round", "round", "oval", "rectangle", "hull"))
        choice = {"round": ROUNDS, "oval": OVALS, "rectangle": RECTANGLES, "hull": HULLS}
        return {kind: self.pick(choice[kind])}

    def others(self, name: str, side: str, middle: Any) -> list[Json]:
        units = []
        for k in range(self.pick((0, 1, 1, 2, 3))):
            words = self.pick(self.pick((WALKERS, GIANTS, OTHERS)))
            away = middle + self.draw.normal(0, 4.5, 2)
            unit = self.unit(f"{name}{k}", side, words, self.pick((1, 1, 2, 3)), away, 1.5)
            if unit is not None:
                units.append(unit)
        return units

    def unit(
        self, name: str, side: str, words: list[str], size: int, middle: Any, spread: float
    ) -> Json | None:
        base, models = self.base(), []
        if "VEHICLE" in words and self.chance(0.3):
            words = [*words, "FRAME"]
        for _ in range(size):
            mine = self.base() if self.chance(0.15) else base
            model = self.model(f"m{self.count}", mine, middle, spread * math.sqrt(size))
            if model is None:
                continue
            self.count += 1
            if "FRAME" in words:
                model["height"] = self.pick((0.5, 2.0, 4.0))
            if self.chance(0.1):
                model["keywords"] = self.pick((["CHARACTER"], ["FLY"], ["VEHICLE"], ["MOBILE"]))
            if self.chance(0.1):
                model["move"] = self.pick((0, 4, 7.5, 9))
            models.append(model)
        if models and self.chance(0.05):
            models.append(models[0] | {"id": f"{name}-slain", "slain": True})
        if not models:
            return None
        move = self.pick((5, 6, 8, 10))
        return {"id": name, "side": side, "keywords": words, "move": move, "models": models}

    def model(self, name: str, base: Json, middle: Any, spread: float) -> Json | None:
        """Put a model near the middle where nothing stands on its level."""
        outline = outline_of(base)
        decks = [f["z"] for feature in self.terrain for f in feature["floors"]]
        for _ in range(30):
            x, y = (middle + self.draw.normal(0, spread, 2)).tolist()
            if self.chance(0.3):
                x, y = round(4 * x) / 4, round(4 * y) / 4
            facing = float(self.pick((0, 0, 90, 45, 350, 180, self.draw.uniform(0, 360))))
            z = float(self.pick(decks)) if decks and self.chance(0.25) else 0.0
            inside = outline.reach + 0.001
            if not (inside <= x <= self.width - inside and inside <= y <= self.height - inside):
                continue
            body = placed(outline, x, y, facing)
            floors = [f for feature in self.terrain for f in feature["floors"] if f["z"] == z]
            if z and all(gap(body, _flat(f["polygon"])) > -body.radius for f in floors):
                continue
            if any(abs(z - other) < 1 and gap(body, near) < 0.02 for near, other in self.taken):
                continue
            if z == 0 and self.chance(0.8) and self._in_wall(body):
                continue
            self.taken.append((body, z))
            return {"id": name, "base": base, "at": [x, y], "facing": facing, "z": z}
        return None

    def _in_wall(self, body: Body) -> bool:
        walls = [wall for feature in self.terrain for wall in feature["walls"]]
        return any(gap(body, _flat(wall["polygon"])) < 0.02 for wall in walls)

    def feature(self) -> Json:
        w, h = self.draw.uniform(2, 8, 2).round(2).tolist()
        x, y = self.draw.uniform((0, 0), (self.width - w, self.height - h)).round(2).tolist()
        angle = float(self.pick((0, 0, 0, 30, 75)))
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

        def box(x0: float, y0: float, x1: float, y1: float) -> list[list[float]]:
            corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            return [[x + c * p - s * q, y + s * p + c * q] for p, q in corners]

        strips = [(0, 0, w, 0.3), (0, 0, 0.3, h), (0, h - 0.3, w, h), (w / 2, 0, w / 2 + 0.2, h)]
        walls = []
        for strip in strips:
            if self.chance(0.4):
                bottom = self.pick((0, 0, 0, 0, 0.5, 1, 1.5, 3))
                tall = self.pick((1, 2, 2, 2.5, 3, 5))
                walls.append({"polygon": box(*strip), "bottom": bottom, "top": bottom + tall})
        floors = []
        for _ in range(self.pick((0, 1, 1, 2))):
            area = self.pick(((0, 0, w, h), (0, 0, w / 2, h), (w / 2, 0, w, h)))
            floors.append({"polygon": box(*area), "z": self.pick((*HEIGHTS, 0.5))})
        if floors and self.chance(0.3):
            floors.append({"polygon": box(w / 2, 0, w, h), "z": floors[0]["z"]})
            floors[0]["polygon"] = box(0, 0, w / 2, h)
        self.count += 1
        category = self.pick(("dense", "dense", "light", "exposed"))
        return {
            "id": f"f{self.count}",
            "category": category,
            "footprint": box(0, 0, w, h),
            "walls": walls,
            "floors": floors,
        }

    def action(self, mover: Json) -> Json:
        moves = ("normal",) * 5 + ("advance", "fall_back", "fall_back", "remain_stationary")
        move = self.pick(moves)
        if self.game == "wh40k10":
            move = "normal"
        if self.game == "voidsiege":
            move = self.pick(("move", "move", "run", "assault", "advance", "overrun"))
        action: Json = {"unit": "alpha", "move": move}
        if move == "advance":
            action["roll"] = int(self.draw.integers(1, 7))
        if move == "fall_back":
            action["mode"] = self.pick((None, None, "ordered_retreat", "desperate_escape"))
        if self.chance(0.1) and move in ("normal", "advance"):
            action["max_distance"] = self.pick((3, 6, 9))
        reach = self.pick((1, 2, 4, 6, 7))
        angle = self.draw.uniform(0, 2 * math.pi)
        shift = np.array([math.cos(angle), math.sin(angle)]) * reach
        self.style = self.pick(("walk", "walk", "zigzag", "climb", "mixed"))
        standing = [m for m in mover["models"] if not m.get("slain")]
        going = [m for m in standing if self.chance(0.85)]
        if move == "remain_stationary" and self.chance(0.6):
            going = []
        paths = {m["id"]: self.path(m, shift + self.draw.normal(0, 0.3, 2)) for m in going}
        if self.chance(0.2):
            action["ends"] = {name: path[-1] for name, path in paths.items()}
        else:
            action["paths"] = paths
        return action

    def path(self, model: Json, shift: Any) -> list[list[float]]:
        poses = [[*model["at"], model["facing"], model["z"]]]
        if self.style == "walk":
            self.slide(poses, shift)
            if self.chance(0.3):
                self.turn(poses)
            return poses
        if self.style == "climb" and self.terrain:
            return self.ascent(poses)
        for _ in range(self.pick((1, 2, 3, 4))):
            step = self.pick(("slide", "slide", "turn", "zero", "climb"))
            if step == "slide":
                self.slide(poses, shift / 2 + self.draw.normal(0, 1, 2))
            elif step == "turn":
                self.turn(poses)
            elif step == "climb" and self.style == "mixed":
                self.climb(poses, float(self.pick((0.0, 0.0, 1.0, *HEIGHTS))))
            else:
                poses.append(list(poses[-1]))
        return poses

    def slide(self, poses: list[list[float]], shift: Any) -> None:
        x, y, facing, z = poses[-1]
        poses.append([x + float(shift[0]), y + float(shift[1]), facing, z])

    def turn(self, poses: list[list[float]]) -> None:
        x, y, facing, z = poses[-1]
        by = float(self.pick((30, -45, 90, 170, 180, self.draw.uniform(-180, 180))))
        poses.append([x, y, facing + by, z])

    def climb(self, poses: list[list[float]], z: float) -> None:
        poses.append([*poses[-1][:3], z])

    def ascent(self, poses: list[list[float]]) -> list[list[float]]:
        """Walk to a feature, climb to a floor of it or back to the ground, and step on."""
        feature = self.pick(self.terrain)
        spot = np.array(Polygon(feature["footprint"]).centroid.coords[0])
        spot = spot + self.draw.normal(0, 1.0, 2)
        here = np.array(poses[-1][:2])
        heights = [f["z"] for f in feature["floors"]] + [w["top"] for w in feature["walls"]]
        short = self.draw.uniform(0.3, 1.0)
        self.slide(poses, (spot - here) * short)
        z = float(self.pick(heights)) if heights else 0.0
        self.climb(poses, z if poses[-1][3] != z or self.chance(0.3) else 0.0)
        if self.chance(0.2):
            self.turn(poses)
        if self.chance(0.8):
            self.slide(poses, (spot - here) * (1 - short))
        if self.chance(0.3):
            self.slide(poses, self.draw.normal(0, 2.0, 2))
        return poses

    def status(self, mover: Json, action: Json, rules: Json) -> None:
        status: Json = {}
        if "FLY" in mover["keywords"] and self.chance(0.5) and self.game == "wh40k11":
            status["fly_declared"] = True
        if self.chance(0.4 if action["move"] == "fall_back" else 0.1):
            status["battle_shocked"] = True
        if self.chance(0.04) and self.game == "wh40k11":
            status["selected_this_phase"] = True
        if self.chance(0.04) and self.game == "wh40k11":
            status["moved"] = self.pick(("ingress", "normal"))
            status["has_moved_this_phase"] = True
        if status:
            mover["status"] = status
        if self.game == "wh40k11" and self.chance(0.2):
            rules["version"] = self.pick(("PDF_2026_06", "JUL_2026", "V963"))
        options: Json = {}
        for name, value in (
            ("wtc.reactive_move_min", True),
            ("wtc.ingress_lock_all", False),
            ("mixed_m", "normal_advance"),
            ("monster_on_dense_floors", True),
            ("slides_aloft", "free"),
            ("single_group", True),
            ("tolerance", 0.01),
        ):
            if self.chance(0.1):
                options[name] = value
        if options:
            rules["options"] = options


def _flat(polygon: list[list[float]]) -> Body:
    return Body(Polygon(polygon), 0.0, 0.0)
