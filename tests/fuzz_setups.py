"""Little tables from a seed for reserves, transports and deployment."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fuzz_moves import VERSIONS
from fuzz_scenarios import HULLS, OVALS, RECTANGLES, ROUNDS
from reference.referee_shapes import gap, outline_of, placed

Json = dict[str, Any]
Spot = tuple[float, float]

MOVES = (
    "ingress", "ingress", "ingress", "deep_strike", "set_up", "set_up", "redeploy", "disembark",
    "disembark", "disembark", "disembark", "emergency_disembark", "assault_disembark",
    "shock_disembark", "embark",
)  # fmt: skip
LARGE = (
    {"round": 80}, {"round": 150}, {"round": 160}, {"oval": [170, 109]}, {"oval": [200, 160]},
    {"rectangle": [170, 155]}, {"round": 75}, {"oval": [105, 70]},
)  # fmt: skip
EXACT = (0.0, 1.0, 2.0, 3.0, 6.0)


def scenario(seed: int) -> Json:
    """Return the scenario of a seed, as parsed JSON; the same for the same seed."""
    return _Maker(np.random.default_rng([11, seed])).make()


class _Maker:
    """One scenario while it is being made."""

    def __init__(self, draw: np.random.Generator) -> None:
        self.draw = draw

    def pick(self, things: Any) -> Any:
        return things[int(self.draw.integers(len(things)))]

    def chance(self, share: float) -> bool:
        return bool(self.draw.random() < share)

    def make(self) -> Json:
        self.move = self.pick(MOVES)
        self.version = self.pick(VERSIONS) if self.chance(0.35) else "V963"
        if self.move in ("assault_disembark", "shock_disembark"):
            self.version = self.pick(VERSIONS[2:])  # there from V931 on
        self.plain = self.chance(0.5)
        self.width, self.height = self.draw.uniform(30, 48, 2).round(1).tolist()
        self.taken: list[Json] = []
        self.options = self.some_options()
        self.zones = self.some_zones()
        units = [self.mover()]
        self.truck: Json | None = None
        if "embark" in self.move:
            units.append(self.transport(units[0]))
        for k in range(self.pick((0, 1, 1, 2))):
            units += self.foe(f"foe{k}")
        if self.chance(0.2):
            units += self.others("friend", "a", self.anywhere())
        document: Json = {
            "movesolver": 1,
            "rules": {"game": "wh40k11", "version": self.version, "options": self.options},
            "round": int(self.pick((1, 2, 2, 2, 3, 3))),
            "table": {"width": self.width, "height": self.height},
            "terrain": [],
            "zones": self.zones,
            "units": units,
        }
        if self.chance(0.1):
            phases = ("deployment", "pre_battle", "movement", "charge")
            document["phase"] = self.pick(phases)
        document["action"] = self.action(units[0], units)
        return document

    def some_options(self) -> Json:
        options: Json = {}
        for name, value in (("single_edge", True), ("tolerance", 0.001)):
            if self.chance(0.15):
                options[name] = value
        return options

    def some_zones(self) -> list[Json]:
        w, h = self.width, self.height
        if self.chance(0.1):
            return []
        deep = float(self.pick((5.0, 9.0, 12.0)))
        own = [[0, 0], [deep, 0], [deep, h], [0, h]]
        if self.chance(0.2):
            own = [[0, 0], [w / 2, 0], [0, h / 2]]
        enemy = [[w - deep, 0], [w, 0], [w, h], [w - deep, h]]
        if self.chance(0.2):
            enemy = [[w, 0], [w, h], [w / 2, h]]
        return [
            {"id": "za", "side": "a", "polygon": own},
            {"id": "zb", "side": "b", "polygon": enemy},
        ]

    def base(self) -> Json:
        if self.chance(0.12):
            found = self.pick(LARGE)
            if not self.plain or "round" in found:
                return dict(found)
        kind = "round" if self.plain else self.pick(("round", "oval", "rectangle", "hull"))
        choice = {"round": ROUNDS, "oval": OVALS, "rectangle": RECTANGLES, "hull": HULLS}
        return {kind: self.pick(choice[kind])}

    def model(self, name: str, base: Json, at: Any) -> Json:
        facing = 0.0 if self.plain else float(self.pick((0, 90, 45, 200)))
        one = {"id": name, "base": base, "facing": facing, "z": 0.0}
        return one if at is None else one | {"at": list(at)}

    def mover(self) -> Json:
        base = self.base()
        size = self.pick((1, 1, 2, 3, 4, 5))
        models = [self.model(f"alpha-{k}", base, None) for k in range(size)]
        unit = {"id": "alpha", "side": "a", "keywords": ["INFANTRY"], "move": 6, "models": models}
        status: Json = {}
        if self.chance(0.1):
            unit["keywords"] = self.pick((["VEHICLE", "AIRCRAFT", "FLY"], ["MONSTER"]))
        if self.chance(0.05):
            models.append(dict(models[-1], id="alpha-slain", slain=True))
        if self.move in ("ingress", "deep_strike", "set_up") and self.chance(0.97):
            status["in_reserve"] = True
        if self.move in (
            "disembark",
            "emergency_disembark",
            "assault_disembark",
            "shock_disembark",
        ):
            status["embarked_in"] = "truck"
        if self.move == "deep_strike" and self.chance(0.9):
            status["deep_strike"] = True
        if self.move in ("set_up", "redeploy") and self.chance(0.4):
            status["infiltrators"] = True
        for name, value, share in (
            ("selected_this_phase", True, 0.05),
            ("battle_shocked", True, 0.05),
            ("embarked_this_phase", True, 0.05),
            ("scouts", 6, 0.1),
        ):
            if self.chance(share):
                status[name] = value
        on_table = not status.get("in_reserve") and "embarked_in" not in status
        if self.move == "embark" and self.chance(0.9):
            status["moved"] = self.pick(("normal", "advance", "fall_back", "disembark"))
        if on_table:
            self.stand(models)
        unit["status"] = status
        return unit

    def stand(self, models: list[Json]) -> None:
        """Put models in a group on the table."""
        x, y = self.anywhere()
        for one in models:
            for _ in range(60):
                spot = (x + float(self.draw.normal(0, 2)), y + float(self.draw.normal(0, 2)))
                if self.free(one, spot):
                    break
                x, y = self.anywhere() if self.chance(0.1) else (x, y)
            else:
                spot = self.lonely(one)
            one["at"] = list(spot)
            if not one.get("slain"):
                self.taken.append(one)

    def lonely(self, one: Json) -> Spot:
        while True:
            spot = self.anywhere()
            if self.free(one, spot):
                return spot

    def anywhere(self) -> Spot:
        x, y = self.draw.uniform((4.5, 4.5), (self.width - 4.5, self.height - 4.5)).tolist()
        return x, y

    def free(self, one: Json, spot: Spot) -> bool:
        outline = outline_of(one["base"])
        here = placed(outline, *spot, one["facing"])
        edge = outline.reach + 1e-3
        inside = edge < spot[0] < self.width - edge and edge < spot[1] < self.height - edge
        return inside and all(gap(here, _body(other)) > 1e-9 for other in self.taken)

    def transport(self, mover: Json) -> Json:
        """Something to get out of or into: mostly near the middle or an edge, well able."""
        base = self.pick(({"round": 100}, {"rectangle": [120, 60]}, {"oval": [120, 92]}))
        if self.plain:
            base = {"round": self.pick((80, 100, 130))}
        truck = self.model("truck-0", base, None)
        spot = self.lonely(truck)
        if self.chance(0.4):
            spot = (float(self.draw.uniform(3.0, 5.0)), spot[1])
            spot = spot if self.free(truck, spot) else self.lonely(truck)
        truck["at"] = list(spot)
        self.taken.append(truck)
        status: Json = {}
        moved = self.pick(
            (None, None, "normal", "normal", "ingress", "ingress", "advance", "charge")
        )
        if moved is not None:
            status |= {"moved": moved, "has_moved_this_phase": True, "selected_this_phase": True}
        if self.chance(0.3):
            status["capacity"] = self.pick((0, 1, 3, 6, 12))
        if self.chance(0.04):
            status["in_reserve"] = True
            del truck["at"]
            self.taken.remove(truck)
        self.truck = truck if "at" in truck else None
        words = ["VEHICLE", "TRANSPORT"]
        return {
            "id": "truck", "side": "a", "keywords": words, "move": 10, "status": status,
            "models": [truck],
        }  # fmt: skip

    def foe(self, name: str) -> list[Json]:
        near = self.anywhere()
        if self.truck is not None and self.chance(0.6):
            far = float(self.draw.uniform(3, 14))
            turn = float(self.draw.uniform(0, 2 * math.pi))
            x, y = self.truck["at"]
            near = (x + far * math.cos(turn), y + far * math.sin(turn))
        return self.others(name, "b", near)

    def others(self, name: str, side: str, near: Spot) -> list[Json]:
        base, models = self.base(), []
        for k in range(self.pick((1, 1, 2, 3))):
            one = self.model(f"{name}-{k}", base, None)
            spot = (
                near[0] + float(self.draw.normal(0, 2)),
                near[1] + float(self.draw.normal(0, 2)),
            )
            if self.free(one, spot):
                one["at"] = list(spot)
                self.taken.append(one)
                models.append(one)
        words = self.pick((["INFANTRY"], ["VEHICLE"], ["VEHICLE", "AIRCRAFT", "FLY"]))
        unit = {"id": name, "side": side, "keywords": words, "move": 6, "models": models}
        return [unit] if models else []

    def action(self, mover: Json, units: list[Json]) -> Json:
        action: Json = {"unit": "alpha", "move": self.move}
        if self.move == "embark":
            action["targets"] = ["truck"] if self.chance(0.95) else [self.pick(units)["id"]]
            if self.truck is not None and self.chance(0.7):
                self.gather(mover)
            return action
        modes = {
            "disembark": (None, None, "rapid", "tactical", "combat"),
            "set_up": (None, None, "in_zone", "infiltrate"),
            "redeploy": (None, None, "in_zone", "infiltrate"),
        }.get(self.move, (None,) * 20 + ("rapid",))
        action["mode"] = self.pick(modes)
        standing = [m for m in mover["models"] if not m.get("slain")]
        if self.move == "redeploy":
            self.taken = [m for m in self.taken if m not in standing]
        ends: dict[str, list[float]] = {}
        for one in standing:
            end = self.place(one, ends, standing)
            if self.chance(0.98):
                ends[one["id"]] = end
        action["ends"] = ends
        return action

    def gather(self, mover: Json) -> None:
        """Bring a unit that gets in next to its transport, at about the distance asked for."""
        standing = [m for m in mover["models"] if not m.get("slain")]
        if not all("at" in m for m in standing):
            return
        self.taken = [m for m in self.taken if m not in standing]
        for one in standing:
            for _ in range(40):
                end = self.beside(one, float(self.pick((0.01, 1.0, 2.0, 2.9, 3.0, 3.1))))
                if self.free(one, (end[0], end[1])):
                    one["at"] = end[:2]
                    break
            else:
                one["at"] = list(self.lonely(one))
            self.taken.append(one)

    def place(self, one: Json, ends: dict[str, list[float]], mates: list[Json]) -> list[float]:
        """Where a model is set up: tried until it is on nobody, or as it comes."""
        placed_mates = [m for m in mates if m["id"] in ends]
        others = [*self.taken, *(m | {"at": ends[m["id"]][:2]} for m in placed_mates)]
        end = self.somewhere(one, ends, placed_mates)
        for _ in range(25):
            here = placed(outline_of(one["base"]), *end[:3])
            reach = outline_of(one["base"]).reach
            inside = (
                reach <= end[0] <= self.width - reach and reach <= end[1] <= self.height - reach
            )
            off = [gap(here, _body(other)) for other in others]
            near = [gap(here, _body(m | {"at": ends[m["id"]][:2]})) for m in placed_mates]
            if inside and min(off, default=1.0) > -1e-12 and min(near, default=0.0) < 2.0:
                return end
            end = self.somewhere(one, ends, placed_mates)
        return end

    def somewhere(self, one: Json, ends: dict[str, list[float]], mates: list[Json]) -> list[float]:
        facing = one["facing"]
        outline = outline_of(one["base"])
        if self.truck is not None and self.move not in ("set_up", "redeploy"):
            wide = 2 * outline.reach
            far = float(self.pick((0.0, 0.0, 0.5, 1.0, 1.2, 3.0 - wide, 2.9 - wide, 6.0 - wide)))
            return self.beside(one, max(far, 0.0))
        if mates and self.chance(0.75):
            mate = self.pick(mates)
            x, y = ends[mate["id"]][:2]
            turn = float(self.draw.uniform(0, 2 * math.pi))
            far = outline_of(mate["base"]).reach + outline.reach + float(self.draw.uniform(0, 2))
            return [x + far * math.cos(turn), y + far * math.sin(turn), facing, 0.0]
        x, y = self.anywhere()
        kind = self.pick(("edge", "corner", "zone", "any"))
        depth = float(self.draw.uniform(outline.reach, 7.0))
        if self.chance(0.3):
            depth = 6.0 - outline.reach
        if outline.reach > 2.9 and self.chance(0.6):
            depth = outline.axes[1] or outline.reach
        depth = max(depth, outline.reach)
        if kind == "edge":
            x, y = self.pick(((depth, y), (self.width - depth, y), (x, depth)))
        elif kind == "corner":
            x, y = depth, float(self.draw.uniform(outline.reach, 7.0 + outline.reach))
        elif kind == "zone" and self.zones:
            x = float(self.draw.uniform(outline.reach, 14.0))
        return [x, y, facing, 0.0]

    def beside(self, one: Json, far: float) -> list[float]:
        """At a gap of ``far``, exactly so for discs, from the transport."""
        assert self.truck is not None
        x, y = self.truck["at"]
        turn = float(self.draw.uniform(0, 2 * math.pi))
        start = outline_of(one["base"]).reach
        out = outline_of(self.truck["base"]).reach + start + far
        if not self.plain:
            out -= float(self.draw.uniform(0, 1.0))
        return [x + out * math.cos(turn), y + out * math.sin(turn), one["facing"], 0.0]


def _body(model: Json) -> Any:
    return placed(outline_of(model["base"]), model["at"][0], model["at"][1], model["facing"])
