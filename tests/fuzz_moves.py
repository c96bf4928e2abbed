"""Little tables from a seed for charges, fights, surges and scout moves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fuzz_scenarios import HULLS, OVALS, RECTANGLES, ROUNDS
from reference.referee_shapes import gap, outline_of, placed

Json = dict[str, Any]
Spot = tuple[float, float]

MOVES = ("charge",) * 4 + ("pile_in",) * 4 + ("consolidate",) * 4 + ("surge",) * 2 + ("scout",)
VERSIONS = ("PDF_2026_06", "JUL_2026", "V931", "V946", "V963")
LEFT = (0.0, 0.0, 0.3, 0.9, 1.0, 1.2, 1.9, 2.0, 2.3)
"""Gaps to the enemy that models stop at."""
WORDS: tuple[list[str], ...] = (
    *[["INFANTRY"]] * 8, ["BEASTS"], ["MONSTER"], ["VEHICLE"], ["VEHICLE", "WALKER"],
    ["INFANTRY", "FLY"], ["MONSTER", "FLY", "HOVER"], ["VEHICLE", "AIRCRAFT", "FLY"],
)  # fmt: skip


def scenario(seed: int) -> Json:
    """Return the scenario of a seed, as parsed JSON; the same for the same seed."""
    maker = _Maker(np.random.default_rng([7, seed]))
    while True:
        document = maker.make()
        if document is not None:
            return document


class _Maker:
    """One scenario while it is being made."""

    def __init__(self, draw: np.random.Generator) -> None:
        self.draw = draw

    def pick(self, things: Any) -> Any:
        return things[int(self.draw.integers(len(things)))]

    def chance(self, share: float) -> bool:
        return bool(self.draw.random() < share)

    def make(self) -> Json | None:
        self.taken: list[Json] = []
        self.plain = self.chance(0.6)
        self.tidy = self.plain and self.chance(0.6)
        """Nothing wrong on purpose: for judging duties, which illegal moves are not asked."""
        self.move = self.pick(MOVES)
        self.width, self.height = self.draw.uniform(24, 36, 2).round(2).tolist()
        self.deck = None if self.plain or self.chance(0.5) else float(self.pick((2, 3, 4, 5.5)))
        middle = (self.width / 2, self.height / 2)
        mover = self.unit("alpha", "a", self.pick((1, 1, 2, 3, 4, 5, 6)), [middle], 0.9)
        if mover is None:
            return None
        mover["keywords"] = ["INFANTRY"] if self.tidy else self.pick(WORDS)
        starts = [tuple(m["at"]) for m in mover["models"]]
        units = [mover]
        for k in range(self.pick((1, 1, 2, 2, 3))):
            foe = self.unit(f"foe{k}", "b", self.pick((1, 1, 2, 3)), starts, self.distance())
            if foe is not None:
                foe["keywords"] = ["INFANTRY"] if self.tidy else self.pick(WORDS)
                units.append(foe)
        if self.chance(0.25):
            friend = self.unit("friend", "a", 1, starts, float(self.draw.uniform(0.3, 5)))
            units += [] if friend is None else [friend]
        if not any(u["side"] == "b" for u in units) and self.chance(0.8):
            return None
        rules = self.rules()
        action = self.action(mover, units)
        document = {
            "movesolver": 1,
            "rules": rules,
            "round": int(self.pick((1, 2, 3))),
            "table": {"width": self.width, "height": self.height},
            "terrain": [] if self.deck is None else [self.building()],
            "markers": self.markers(starts),
            "zones": self.zones(),
            "units": units,
            "action": action,
        }
        if self.chance(0.1) and not self.tidy:
            document["phase"] = self.pick(("movement", "charge", "fight", "pre_battle"))
        if self.move == "consolidate" and document["markers"] and self.chance(0.5):
            action["targets"] = [self.pick(document["markers"])["id"]]
        return document

    def distance(self) -> float:
        """From the mover to a unit, as the move has use for."""
        near, far = {
            "charge": (2.1, 9.0),
            "pile_in": (0.0, 4.0),
            "consolidate": (0.0, 5.0),
            "surge": (2.1, 9.0),
            "scout": (9.0, 14.0),
        }[self.move]
        if self.chance(0.15) and not self.tidy:
            near = 0.0
        if self.chance(0.1) and not self.tidy:
            return float(self.pick((0.0, 1.0, 2.0, 3.0, 5.0, 8.0)))
        return float(self.draw.uniform(near, far))

    def base(self) -> Json:
        kind = "round" if self.plain else self.pick(("round", "oval", "rectangle", "hull"))
        choice = {"round": ROUNDS, "oval": OVALS, "rectangle": RECTANGLES, "hull": HULLS}
        return {kind: self.pick(choice[kind])}

    def unit(self, name: str, side: str, size: int, spots: list[Any], away: float) -> Json | None:
        """A unit whose first model is ``away`` from one of the spots' models."""
        base = self.base()
        models: list[Json] = []
        for k in range(size):
            one: Json = {
                "id": f"{name}-{k}",
                "base": self.base() if self.chance(0.15) else base,
                "facing": 0.0 if self.plain else float(self.pick((0, 90, 45, 200))),
                "z": 0.0 if self.deck is None or self.chance(0.6) else self.deck,
            }
            found = self.spot(
                one, [tuple(m["at"]) for m in models] or spots, 0.9 if models else away
            )
            if found is not None and side == "b" and self.tidy and self.crowds(one, found):
                found = None
            if found is None:
                continue
            one["at"] = list(found)
            self.taken.append(one)
            models.append(one)
        if not models:
            return None
        if self.chance(0.05):
            models.append(models[-1] | {"id": f"{name}-slain", "slain": True})
        if self.chance(0.04):
            models[-1]["move"] = 0
        return {"id": name, "side": side, "keywords": [], "move": 6, "models": models}

    def crowds(self, one: Json, at: Spot) -> bool:
        """Whether an enemy would stand so near that a charge or a surge could not begin."""
        if self.move not in ("charge", "surge"):
            return False
        here = _body(one | {"at": list(at)})
        mine = [m for m in self.taken if m["id"].startswith("alpha")]
        return any(gap(here, _body(m)) < 2.02 for m in mine)

    def spot(self, one: Json, spots: list[Any], away: float) -> Spot | None:
        """A free place at a gap of about ``away`` from a model that stands on a spot."""
        outline = outline_of(one["base"])
        for _ in range(25):
            x0, y0 = self.pick(spots)
            angle = self.draw.uniform(0, 2 * math.pi)
            gone = away if self.chance(0.6) else float(self.draw.uniform(0, 1.9)) + away - 0.9
            far = self.size_at(x0, y0, angle) + outline.reach + max(gone, 0.0)
            x, y = x0 + far * math.cos(angle), y0 + far * math.sin(angle)
            edge = outline.reach + 0.01
            if not (edge < x < self.width - edge and edge < y < self.height - edge):
                continue
            body = placed(outline, x, y, one["facing"])
            if all(
                gap(body, _body(other)) > -1e-12 or abs(other["z"] - one["z"]) >= 1
                for other in self.taken
            ):
                return x, y
        return None

    def size_at(self, x: float, y: float, angle: float) -> float:
        """How far the base that stands there reaches: exact for discs."""
        for other in self.taken:
            if other["at"] == [x, y]:
                return outline_of(other["base"]).reach
        return 0.0

    def building(self) -> Json:
        area = [[0, 0], [self.width, 0], [self.width, self.height], [0, self.height]]
        floor = {"polygon": area, "z": self.deck}
        return {
            "id": "deck",
            "category": "light",
            "footprint": area,
            "walls": [],
            "floors": [floor],
        }

    def markers(self, starts: list[Spot]) -> list[Json]:
        found = []
        for k in range(self.pick((0, 0, 1, 2))):
            x, y = self.pick(starts)
            x, y = x + float(self.draw.normal(0, 4)), y + float(self.draw.normal(0, 4))
            if not self.plain and self.chance(0.3):
                area = [[x, y], [x + 3, y], [x + 3, y + 2], [x, y + 2]]
                found.append({"id": f"marker{k}", "area": area})
            else:
                found.append({"id": f"marker{k}", "at": [x, y]})
        return found

    def zones(self) -> list[Json]:
        w, h = self.width, self.height
        cut = float(self.draw.uniform(0.5, 1.0)) * w
        return [
            {"id": "za", "side": "a", "polygon": [[0, 0], [cut, 0], [cut, h], [0, h]]},
            {"id": "zb", "side": "b", "polygon": [[cut, 0], [w + 1, 0], [w + 1, h], [cut, h]]},
        ]

    def rules(self) -> Json:
        rules: Json = {"game": "wh40k11"}
        if self.chance(0.3):
            rules["version"] = self.pick(VERSIONS)
        options: Json = {}
        for name, value in (
            ("unmoved_in_charge", "strict"),
            ("wtc.ingress_lock_all", False),
            ("wtc.objective_consolidation_swap", False),
            ("slides_aloft", "free"),
            ("tolerance", 0.001),
        ):
            if self.chance(0.1):
                options[name] = value
        return rules | {"options": options}

    def status(self) -> Json:
        status: Json = {}
        for name, value, usual in (
            ("charged", True, 0.8 if self.move == "pile_in" else 0.03),
            ("eligible_to_fight", True, 0.95 if self.move == "consolidate" else 0.1),
            ("battle_shocked", True, 0.08),
            ("has_moved_this_phase", True, 0.05),
            ("selected_this_phase", True, 0.1),
            ("fly_declared", True, 0.3),
            ("moved", self.pick(("normal", "advance", "fall_back", "ingress", "disembark")), 0.15),
        ):
            if self.chance(usual) and (usual > 0.5 or not self.tidy):
                status[name] = value
        if self.tidy:
            status |= {"charged": True} if self.move == "pile_in" else {}
            status |= {"eligible_to_fight": True} if self.move == "consolidate" else {}
        if self.move == "scout" and self.chance(0.95):
            status["scouts"] = self.pick((5, 6, 7))
        return status

    def action(self, mover: Json, units: list[Json]) -> Json:
        foes = [u for u in units if u["side"] == "b"]
        status = self.status()
        if status:
            mover["status"] = status
        action: Json = {"unit": "alpha", "move": self.move}
        budget = 3.0
        if self.move == "charge":
            action["roll"] = int(self.draw.integers(3, 13))
            budget = float(action["roll"])
            modes: tuple[str, ...] = () if self.tidy else ("leap_to_defend", "into_the_fray")
            action["mode"] = self.pick((None,) * 12 + modes)
        if self.move == "surge":
            action["roll"] = int(self.draw.integers(2, 9))
            budget = float(action["roll"])
        if self.move == "scout":
            budget = float(status.get("scouts", 0))
        if self.move == "consolidate":
            modes = () if self.tidy else ("ongoing", "engaging", "objective")
            action["mode"] = self.pick((None,) * 5 + modes)
        if self.move == "pile_in":
            action["mode"] = self.pick((None,) * 8 + ("overrun",))
        if self.chance(0.06):
            action["max_distance"] = self.pick((2, 4, 6))
            budget = float(action["max_distance"])
        if "FLY" in mover["keywords"] and status.get("fly_declared") and self.move == "charge":
            budget = max(budget - 2, 0.0)
        for foe in foes:
            if self.chance(0.5 if action.get("mode") == "leap_to_defend" else 0.05):
                foe["status"] = {"charged": True}
        self.ends(action, mover, foes, budget)
        if self.move != "scout" and foes:
            action["targets"] = self.targets(mover, foes, units)
        return action

    def targets(self, mover: Json, foes: list[Json], units: list[Json]) -> list[str]:
        """Mostly those that the unit starts or ends near; sometimes anything, or nothing."""
        if self.chance(0.02 if self.tidy else 0.08):
            return []
        if self.chance(0.05) and not self.tidy:
            return [self.pick(units)["id"]]
        reach = {"charge": 2.0, "pile_in": 2.0, "consolidate": 2.0, "surge": 0.0}[self.move]
        late = self.move == "charge"
        gaps = {
            foe["id"]: min(
                math.hypot(max(0.0, gap(self.body(m, late), _body(f))), f["z"] - m["z"])
                for m in mover["models"]
                for f in foe["models"]
            )
            for foe in foes
        }
        near = [name for name, far in gaps.items() if far <= reach]
        if near and (self.tidy or self.chance(0.9)):
            return near
        return [min(gaps, key=lambda name: gaps[name])]

    def body(self, model: Json, late: bool) -> Any:
        pose = self.gone.get(model["id"]) if late else None
        return _body(model) if pose is None else placed(outline_of(model["base"]), *pose[:3])

    def ends(self, action: Json, mover: Json, foes: list[Json], budget: float) -> None:
        """Walk models towards enemies, where that makes no muddle."""
        self.gone: dict[str, list[float]] = {}
        paths: dict[str, list[list[float]]] = {}
        enemies = [f for foe in foes for f in foe["models"] if not f.get("slain")]
        models = [m for m in mover["models"] if not m.get("slain")]
        if self.chance(0.5) and enemies:
            models.sort(key=lambda m: min(math.dist(m["at"], f["at"]) for f in enemies))
        idle = self.pick((0.0, 0.1, 0.3, 1.0 if self.chance(0.2) else 0.1))
        for one in models:
            if self.chance(idle) or (self.tidy and self.held(one, enemies)):
                continue
            end = self.aim(one, models, enemies, budget)
            if end is None:
                continue
            start = [*one["at"], one["facing"], one["z"]]
            path = [start, [*end, *start[2:]]]
            if not self.plain and self.chance(0.2):
                path.append([*end, start[2] + float(self.pick((30, 90, -60))), start[3]])
            if self.deck is not None and self.chance(0.1):
                path.append([*path[-1][:3], 0.0 if start[3] else self.deck])
            self.gone[one["id"]] = path[-1]
            paths[one["id"]] = path
        if self.chance(0.15):
            action["ends"] = {name: path[-1] for name, path in paths.items()}
        else:
            action["paths"] = paths

    def held(self, one: Json, enemies: list[Json]) -> bool:
        """Whether a model is in contact, which holds it in a fight."""
        return any(gap(_body(one), _body(f)) <= 1e-4 for f in enemies)

    def aim(self, one: Json, mates: list[Json], enemies: list[Json], budget: float) -> Spot | None:
        x, y = one["at"]
        outline = outline_of(one["base"])
        mine = _body(one)
        ordered = sorted(enemies, key=lambda f: gap(mine, _body(f)))
        best: Spot | None = None
        for _ in range(12):
            angle = float(self.draw.uniform(0, 2 * math.pi))
            length = budget * float(self.pick((0.2, 0.5, 1.0, 1.0)))
            if ordered and self.chance(0.85):
                foe = ordered[0] if self.tidy or self.chance(0.8) else self.pick(ordered)
                wide = outline.reach + outline_of(foe["base"]).reach
                around = math.atan2(y - foe["at"][1], x - foe["at"][0])
                around += float(self.pick((0, 0, self.draw.normal(0, 0.7))))
                stop = wide + self.pick(LEFT) + (0.0 if self.plain else 1e-3)
                tx = foe["at"][0] + stop * math.cos(around)
                ty = foe["at"][1] + stop * math.sin(around)
                angle = math.atan2(ty - y, tx - x)
                length = min(math.dist((tx, ty), (x, y)), budget)
            length += 0.2 if not self.tidy and self.chance(0.03) else 0.0
            best = x + length * math.cos(angle), y + length * math.sin(angle)
            if self.fits(one, best, mates, enemies):
                return best
        return best if not self.tidy and self.chance(0.1) else None

    def fits(self, one: Json, end: Spot, mates: list[Json], enemies: list[Json]) -> bool:
        """Whether it ends on nobody, inside the table and near a mate that has moved."""
        outline = outline_of(one["base"])
        here = placed(outline, *end, one["facing"])
        edge = outline.reach
        if not (edge <= end[0] <= self.width - edge and edge <= end[1] <= self.height - edge):
            return False
        bodies = [self.body(m, True) for m in mates if m is not one]
        if any(gap(here, body) < -1e-12 for body in [*bodies, *map(_body, enemies)]):
            return False
        if self.tidy and enemies and self.move not in ("surge", "scout"):
            before = min(enemies, key=lambda f: gap(_body(one), _body(f)))
            if gap(here, _body(before)) > gap(_body(one), _body(before)) - 1e-3:
                return False
        moved = [self.body(m, True) for m in mates if m["id"] in self.gone]
        loose = not self.tidy and self.chance(0.1)
        return not moved or loose or min(gap(here, body) for body in moved) <= 2.0


def _body(model: Json) -> Any:
    return placed(outline_of(model["base"]), model["at"][0], model["at"][1], model["facing"])
