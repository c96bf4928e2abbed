"""Little tables from a seed, on which a move of a ruleset has a fair chance to be legal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from movesolver.rules.moves import Mode, MoveType, Need
from movesolver.rules.ruleset import RuleSet
from movesolver.table import bases
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base
from movesolver.table.fields import Point
from movesolver.table.measures import inches
from movesolver.table.scenario import Action, GoalTerm, Marker, RulesChoice, Scenario, Table, Zone
from movesolver.table.terrain import Feature, Floor, Wall

WIDTH, HEIGHT, ZONE = 36.0, 30.0, 12.0
"""The table and the depth of the deployment zones at its left and right, inches."""
MEETS = 0.9
"""Share of boards on which one need of the move is met on purpose."""
HULLS = (
    ((-1.2, -0.7), (1.2, -0.7), (1.2, 0.7), (-1.2, 0.7)),
    ((-1.2, -1.0), (1.2, -1.0), (1.2, 1.0), (0.3, 1.0), (0.3, 0.0), (-1.2, 0.0)),
)
WORDS = (
    ("INFANTRY",), ("INFANTRY", "FLY"), ("BEASTS",), ("MOUNTED",), ("MONSTER",),
    ("VEHICLE", "FRAME"), ("MONSTER", "FLY"), ("VEHICLE", "WALKER"),
)  # fmt: skip

Disc = tuple[float, float, float]


def board(draw: np.random.Generator, rules: RuleSet, move: MoveType) -> Scenario:
    """Return a table with a unit about to make a move; nobody's base is on another's."""
    return _Board(draw, rules, move).made()


class _Board:
    def __init__(self, draw: np.random.Generator, rules: RuleSet, move: MoveType) -> None:
        self.draw, self.rules, self.move = draw, rules, move
        self.mode = self._mode()
        self.form = move.in_mode(self.mode)
        own = () if self.mode is None else self.mode.needs
        self.needs = {need.kind: need for need in (*self.form.needs, *own) if self.chance(MEETS)}
        self.taken: list[Disc] = []
        self.count = 0
        self.simple = False
        """Whether bases are round, all alike and few."""

    def pick(self, things: Sequence[Any]) -> Any:
        return things[int(self.draw.integers(len(things)))]

    def chance(self, share: float) -> bool:
        return bool(self.draw.random() < share)

    def _mode(self) -> Mode | None:
        """Return the mode whose needs are to be met."""
        return self.pick(self.move.modes) if self.move.modes and self.chance(0.8) else None

    def made(self) -> Scenario:
        away = "in_reserve" in self.needs
        inside = "embarked" in self.needs
        middle = (self.draw.uniform(8, WIDTH - 8), self.draw.uniform(8, HEIGHT - 8))
        if "wholly_in_own_zone" in self.needs:
            middle = (ZONE / 2, middle[1])
        base, words = self.base(), self.pick(WORDS)
        size = self.pick((1, 2, 3, 5, 8))
        back = self.form.set_up is not None and self.form.set_up.near == "mates"
        size = max(size, 3) if back else size
        if self.form.set_up is not None and self.form.set_up.close:
            # As close as possible is sought far and wide, pose by pose: slow but for discs.
            self.simple, size, base = True, min(size, 2), bases.round(32)
        near = self.unit("alpha", "a", words, base, size, middle)
        boards = self.form.boards is not None
        units = [near]
        if inside or boards:
            units.append(self.carrier(near if boards else None, middle))
        if away or inside:
            # Whoever is off the table leaves its room to the others.
            gone = {model.at for model in near.models}
            self.taken = [disc for disc in self.taken if (disc[0], disc[1]) not in gone]
            units[0] = near = _off_table(near)
        centre = units[1] if inside else near
        units += self.enemies(centre, middle)
        if self.chance(0.5):
            spot = self.near(middle, 4.0, 9.0)
            units.append(self.unit("friend", "a", self.pick(WORDS), self.base(), 2, spot))
        near = _thinned(near) if back else near
        units[0] = _with_status(near, self.status(inside))
        first = units[0]
        if self.chance(0.3):
            units = [units[int(k)] for k in self.draw.permutation(len(units))]
        goal = (GoalTerm(near=self.near(middle, 2.0, 12.0)),)
        return Scenario(
            movesolver=1,
            table=Table(WIDTH, HEIGHT),
            terrain=tuple(self.terrain(middle)),
            markers=self.markers(middle),
            zones=(
                Zone("mine", "a", ((0.0, 0.0), (ZONE, 0.0), (ZONE, HEIGHT), (0.0, HEIGHT))),
                Zone("theirs", "b", (
                    (WIDTH - ZONE, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (WIDTH - ZONE, HEIGHT),
                )),
            ),
            units=tuple(units),
            round=int(self.needs["from_round"].value) if "from_round" in self.needs else 1,
            phase=self.phase(),
            rules=_choice(self.rules),
            action=self.action(first, units, goal),
        )  # fmt: skip

    def phase(self) -> Any:
        need = self.needs.get("phase")
        return self.pick(sorted(need.words)) if need is not None and self.chance(0.7) else None

    def base(self) -> Base:
        kind = self.pick(("round", "round", "round", "oval", "rectangle", "hull"))
        if kind == "round":
            return bases.round(self.pick((25, 28.5, 32, 40, 60)))
        if kind == "hull":
            return bases.hull(self.pick(HULLS))
        sizes = self.pick(((60, 35.5), (75, 42), (50, 25)))
        return bases.oval(*sizes) if kind == "oval" else bases.rectangle(*sizes)

    def near(self, spot: Point, low: float, high: float) -> Point:
        angle, far = self.draw.uniform(0, 2 * math.pi), self.draw.uniform(low, high)
        x, y = spot[0] + far * math.cos(angle), spot[1] + far * math.sin(angle)
        return min(max(x, 4.0), WIDTH - 4.0), min(max(y, 4.0), HEIGHT - 4.0)

    def unit(
        self, name: str, side: str, words: tuple[str, ...], base: Base, size: int, spot: Point
    ) -> Unit:
        models: list[Model] = []
        for _ in range(size):
            mine = self.base() if self.chance(0.1) and not self.simple else base
            at = self.free(_reach(mine), models, spot)
            if at is None:
                continue
            self.count += 1
            models.append(
                Model(
                    f"{name} {self.count}",
                    mine,
                    at,
                    facing=float(self.draw.uniform(-180, 180)),
                    move=self.pick((4.0, 8.0)) if self.chance(0.1) else None,
                    height=2.0 if "FRAME" in words else None,
                )
            )
        if not models:  # no room there: in the corner there is always some
            models = [Model(f"{name} 0", bases.round(25), (0.5, 0.5 + self.count))]
            self.taken.append((0.5, 0.5 + self.count, 0.5))
            self.count += 1
        move = self.pick((5.0, 6.0, 8.0))
        return Unit(name, side, tuple(models), keywords=words, move=move)

    def free(self, radius: float, mates: list[Model], spot: Point) -> Point | None:
        """Return a place beside a mate, or at the spot, that no disc is on."""
        for _ in range(40):
            at = self.near(spot, 0.0, 1.5)
            if mates:
                mate = self.pick(mates)
                angle = self.draw.uniform(0, 2 * math.pi)
                far = _reach(mate.base) + radius + self.draw.uniform(0.05, 0.9)
                at = mate.at[0] + far * math.cos(angle), mate.at[1] + far * math.sin(angle)
            if self.put(at, radius):
                return at
        return None

    def put(self, at: Point, radius: float) -> bool:
        """Take a disc if it is on the table and on no other."""
        x, y = at
        inside = radius < x < WIDTH - radius and radius < y < HEIGHT - radius
        if not inside or any(math.dist(at, d[:2]) < radius + d[2] + 0.01 for d in self.taken):
            return False
        self.taken.append((x, y, radius))
        return True

    def carrier(self, passengers: Unit | None, middle: Point) -> Unit:
        """Return a transport: for a unit inside at the middle, else beside those to get in."""
        base = self.pick((bases.hull(HULLS[0]), bases.oval(105, 70), bases.round(80)))
        if self.simple:
            base = bases.round(80)
        if passengers is None:
            self.taken = []
            status: dict[str, Any] = {"capacity": 12}
            need = self.needs.get("transport_after")
            if need is not None:
                status |= {"moved": self.pick(sorted(need.words)), "has_moved_this_phase": True}
            return Unit(
                "carrier", "a", (self.beside((*middle, 0.0), base, 0.0, 0.0),),
                ("VEHICLE", "TRANSPORT"), 10.0, UnitStatus(**status),
            )  # fmt: skip
        mate = passengers.models[0]
        assert mate.at is not None
        model = self.beside((*mate.at, _reach(mate.base)), base, 0.1, 1.0)
        status = {"capacity": self.pick((1, 10, 20))}
        return Unit("carrier", "a", (model,), ("VEHICLE", "TRANSPORT"), 10.0, UnitStatus(**status))

    def beside(self, disc: Disc, base: Base, low: float, high: float) -> Model:
        """Return a model so far from a disc, if there is room; else where there is."""
        radius = _reach(base)
        self.count += 1
        for widen in range(60):
            far = disc[2] + radius + self.draw.uniform(low, high + 0.1 * widen)
            angle = self.draw.uniform(0, 2 * math.pi)
            at = disc[0] + far * math.cos(angle), disc[1] + far * math.sin(angle)
            if low == high == 0.0:
                at = disc[:2]
            if self.put(at, radius):
                return Model(f"x{self.count}", base, at, facing=float(self.pick((0, 30, 90))))
        return Model(f"x{self.count}", bases.round(25), (WIDTH - 0.6, 0.6 + self.count))

    def enemies(self, unit: Unit, middle: Point) -> list[Unit]:
        """Return enemies, one so near as the move needs it."""
        limit = self.rules.engagement.horizontal
        low, high = limit + 0.3, 9.0
        if self.form.targets is not None:
            high = min(high, max(self.form.targets.within, limit + 1.0))
            if self.form.targets.within_maximum:  # else hardly a roll is enough
                high = min(high, 5.0)
        if "engaged" in self.needs or ("drawn_to_fight" in self.needs and self.chance(0.6)):
            low, high = 0.0, limit
        elif self.needs.get("enemy_within") is not None:
            high = min(high, max(self.needs["enemy_within"].value, limit + 1.0))
        if self.form.clear > 0.0:  # else nothing is legal but to run away
            low, high = self.form.clear + 0.5, self.form.clear + 6.0
        found = []
        wanted = 1 + int(self.chance(0.5)) if high < 9.0 or self.chance(0.8) else 0
        for k in range(wanted):
            base = self.base()
            mate = self.pick([m for m in unit.models if m.at is not None] or [None])
            disc = (*middle, 0.0) if mate is None else (*mate.at, _reach(mate.base))
            model = self.beside(disc, base, low, high)
            spot = self.near(model.at or middle, 2.0, 4.0)
            more = self.unit(f"foe{k}", "b", self.pick(WORDS), base, 1, spot)
            only = self.form.targets is not None and self.form.targets.charged_only
            status = UnitStatus(charged=self.chance(0.9 if only else 0.5))
            mates = (model, *more.models) if self.chance(0.4) else (model,)
            found.append(Unit(f"foe{k}", "b", mates, more.keywords, 6.0, status))
        return found

    def status(self, inside: bool) -> UnitStatus:
        """Return a status that meets the needs, or now and then does not."""
        status: dict[str, Any] = {}
        if inside:
            status["embarked_in"] = "carrier"
        elif "in_reserve" in self.needs:
            status["in_reserve"] = True
        for kind, field, value in (
            ("fought", "eligible_to_fight", True),
            ("drawn_to_fight", "charged", self.chance(0.5)),
        ):
            if kind in self.needs:
                status[field] = value
        after = self.needs.get("after")
        if after is not None:
            status["moved"] = self.pick(sorted(after.words))
        abilities = self.needs.get("ability")
        words = {self.form.ability} if self.form.ability else set()
        for word in sorted(words | (set(abilities.words) if abilities else set())):
            if word in UnitStatus.__struct_fields__:
                status[word] = 6.0 if word == "scouts" else True
        if self.form.skies and self.chance(0.3):
            status["fly_declared"] = True
        if self.chance(0.05):
            status |= {"moved": "normal", "has_moved_this_phase": True}
        if self.chance(0.1) and "not_shocked" not in self.needs:
            status["battle_shocked"] = True
        return UnitStatus(**status)

    def markers(self, middle: Point) -> tuple[Marker, ...]:
        """Return an objective, near the unit if the move asks for one."""
        targets = self.form.targets
        wanted = "objective_within" in self.needs or (targets and targets.kind == "objective")
        if not wanted and self.chance(0.5):
            return ()
        at = self.near(middle, 0.0, 3.0 if wanted else 8.0)
        if self.chance(0.3):
            x, y = at
            return (Marker("well", area=((x, y), (x + 3, y), (x + 3, y + 2), (x, y + 2))),)
        return (Marker("well", at),)

    def terrain(self, middle: Point) -> list[Feature]:
        found = []
        for k in range(self.pick((0, 0, 1, 2))):
            w, h = self.draw.uniform(3, 6, 2).tolist()
            x, y = self.near(middle, 3.0, 10.0)
            x, y = min(x, WIDTH - w), min(y, HEIGHT - h)
            wide = math.hypot(w, h) / 2
            spot = x + w / 2, y + h / 2
            if any(math.dist(spot, disc[:2]) < wide + disc[2] for disc in self.taken):
                continue
            area = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            wall = ((x, y), (x + w, y), (x + w, y + 0.3), (x, y + 0.3))
            walls = (Wall(wall, top=self.pick((1.5, 3.0, 5.0))),) if self.chance(0.8) else ()
            floors = (Floor(area, 3.0),) if self.chance(0.5) else ()
            kind = self.pick(("dense", "dense", "light", "exposed"))
            found.append(Feature(f"ruin {k}", kind, area, walls=walls, floors=floors))
        return found

    def action(self, unit: Unit, units: list[Unit], goal: tuple[GoalTerm, ...]) -> Action:
        form = self.form
        mode = self.mode.name if self.mode is not None else None
        if mode is not None and not self.mode_named():
            mode = None
        targets: tuple[str, ...] = ()
        foes = [one.id for one in units if one.side != unit.side and one.on_table]
        if form.boards is not None:
            targets = ("carrier",)
        elif form.targets is not None and form.targets.kind == "objective":
            targets = ("well",) if self.chance(0.5) else ()
        elif foes and (form.targets is not None or form.may_close_in) and self.chance(0.5):
            targets = (self.pick(foes),)
        roll = None
        if form.roll is not None:
            low, high = form.roll
            # Whatever has to be reached is, more often than not.
            tries = 3 if form.targets is not None and form.targets.within_maximum else 1
            roll = int(self.draw.integers(low, min(high, 12) + 1, tries).max())
        stated = self.pick((3.0, 6.0)) if self.chance(0.05) and form.moves_models else None
        return Action(unit.id, self.move.name, mode, roll, targets, goal, max_distance=stated)

    def mode_named(self) -> bool:
        assert self.mode is not None
        return self.mode.named_only or self.chance(0.5)


def _choice(rules: RuleSet) -> RulesChoice:
    return RulesChoice(rules.game)


def _reach(base: Base) -> float:
    """Return the radius of a disc about the centre that holds a base, inches."""
    if base.hull is not None:
        return max(math.hypot(x, y) for x, y in base.hull)
    if base.round is not None:
        return inches(base.round) / 2.0
    if base.oval is not None:
        return inches(max(base.oval)) / 2.0
    assert base.rectangle is not None
    return math.hypot(*(inches(side) for side in base.rectangle)) / 2.0


def _off_table(unit: Unit) -> Unit:
    models = tuple(
        Model(m.id, m.base, None, m.facing, move=m.move, height=m.height) for m in unit.models
    )
    return Unit(unit.id, unit.side, models, unit.keywords, unit.move)


def _thinned(unit: Unit) -> Unit:
    """Return a unit whose last model is slain, to come back."""
    *others, last = unit.models
    gone = Model(last.id, last.base, keywords=last.keywords, height=last.height, slain=True)
    return Unit(unit.id, unit.side, (*others, gone), unit.keywords, unit.move)


def _with_status(unit: Unit, status: UnitStatus) -> Unit:
    return Unit(unit.id, unit.side, unit.models, unit.keywords, unit.move, status)


def needs_of(move: MoveType) -> tuple[Need, ...]:
    """Return every need of a move and of its modes."""
    return (*move.needs, *(need for mode in move.modes for need in mode.needs))
