"""Scenes of the benchmark suite by what stands on the table: crowds, slits, bases, floors."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np

from fight_scenes import Board, Spot
from movesolver import Scenario
from scenes import boxed_in, crowded, incoherent, open_table, scattered, scene
from situations import Json, box, model, situation, unit, wall

SIZES = (5, 10, 20, 30)
RADIUS = 16 / 25.4
WAGON: Json = {"hull": [[-1.5, -0.8], [1.2, -0.8], [1.8, 0.0], [1.2, 0.8], [-1.5, 0.8]]}
ANGLE: Json = {"hull": [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.0], [0.0, 0.0], [0.0, 0.8], [-0.8, 0.8]]}
ARROW: Json = {"hull": [[-1.0, -0.8], [1.2, 0.0], [-1.0, 0.8], [-0.4, 0.0]]}


def group(
    board: Board, name: str, side: str, spots: list[Spot], base: Json | float = 32, **more: object
) -> Json:
    """A unit on spots; bases that are not round get headings in steps of 15 degrees."""
    turns = isinstance(base, dict) and "round" not in base
    models = [
        model(f"{name}{k}", spot, base, facing=15 * int(board.random.integers(24)) if turns else 0)
        for k, spot in enumerate(spots)
    ]
    return unit(name, side, *models, **more)


def opened() -> Iterator[Scenario]:
    """Nothing but the unit."""
    for models in SIZES:
        for seed in (1, 2):
            yield open_table(seed, models)


def crowds() -> Iterator[Scenario]:
    """Twenty enemies, forty friends, walls: the scenes that the promised times are for."""
    for models in SIZES:
        for seed in range(8):
            yield crowded(seed, models)


def slits() -> Iterator[Scenario]:
    """Walls that let one model through at a time, in one line or in two."""
    for seed, (models, wide, second) in enumerate(
        ((5, 1.5, None), (5, 1.4, 26.0), (10, 1.5, None), (10, 2.0, 25.5), (20, 1.6, None))
    ):
        board = Board(400 + seed)
        spots = board.cluster((17.0, 20.0), models, RADIUS)
        terrain = _slitted("near", 22.0, 20.0, wide)
        if second is not None:
            terrain += _slitted("far", second, 21.0, wide)
        back = max(0.0, max(x for x, _ in spots) - 21.0)
        mover = group(
            board, "alpha", "a", [(x - back, y) for x, y in spots],
            keywords=["MOUNTED"], move=8 if second is None else 10,
        )  # fmt: skip
        yield situation(
            [mover],
            terrain=terrain,
            goal=[{"near": [30, 20]}],
        )


def _slitted(name: str, x: float, y: float, wide: float) -> list[Json]:
    return [
        wall(f"{name}-south", box(x, 2, x + 0.4, y - wide / 2)),
        wall(f"{name}-north", box(x, y + wide / 2, x + 0.4, 42)),
    ]


def boxes() -> Iterator[Scenario]:
    """Rings and cells: little room, none but where the unit stands, none at all."""
    yield boxed_in()
    yield _cell(3, 0.5)
    yield _cell(5, 0.25)
    yield _cell(5, 0.0)
    yield _cell(7, 0.0)
    for models, enemies, mode in (
        (1, 9, "ordered_retreat"),
        (3, 13, "ordered_retreat"),
        (5, 16, "ordered_retreat"),
        (5, 40, "desperate_escape"),
    ):
        yield _ringed(models, enemies, mode)


def _cell(models: int, room: float) -> Scenario:
    """A row between walls that leave it so much room, in which no other order fits."""
    pitch = 2 * RADIUS + 0.0002
    spots = [(round(20.0 + pitch * k, 4), 20.0) for k in range(models)]
    reach = RADIUS + room + 0.0002
    x0, x1, y0, y1 = 20.0 - reach, spots[-1][0] + reach, 20.0 - reach, 20.0 + reach
    sides = ((x0 - 1, y0 - 1, x1 + 1, y0), (x0 - 1, y1, x1 + 1, y1 + 1))
    ends = ((x0 - 1, y0, x0, y1), (x1, y0, x1 + 1, y1))
    terrain = [wall(f"w{k}", box(*corners)) for k, corners in enumerate((*sides, *ends))]
    movers = [model(f"a{k}", spot) for k, spot in enumerate(spots)]
    mover = unit("alpha", "a", *movers, keywords=["MOUNTED"])
    return situation([mover], terrain=terrain, goal=[{"near": [30, 20]}])


def _ringed(models: int, enemies: int, mode: str) -> Scenario:
    """A unit that must fall back from rings of enemies it cannot leave."""
    movers = [model("a0", (20.0, 20.0))]
    for k in range(models - 1):
        angle = 2 * math.pi * k / (models - 1)
        movers.append(model(f"a{k + 1}", (20 + 1.4 * math.cos(angle), 20 + 1.4 * math.sin(angle))))
    around = RADIUS + (1.4 if models > 1 else 0.0) + RADIUS + 0.6
    ring: list[Json] = []
    while len(ring) < enemies:
        count = min(enemies - len(ring), int(2 * math.pi * around / (2 * RADIUS + 0.5)))
        for k in range(count):
            angle = 2 * math.pi * k / count
            at = (20 + around * math.cos(angle), 20 + around * math.sin(angle))
            ring.append(model(f"e{len(ring)}", at))
        around += 2.6
    return situation(
        [unit("alpha", "a", *movers), unit("foe", "b", *ring)],
        move="fall_back",
        mode=mode,
        goal=[{"near": [30, 20]}],
    )


def scatters() -> Iterator[Scenario]:
    """Units that start out of coherency: some can come together again, some cannot."""
    yield scattered()
    for models, gap in ((5, 4.5), (10, 6.0), (20, 5.0)):
        yield _halves(models, gap)
    yield incoherent()
    yield _halves(5, 16.0)
    yield _halves(20, 15.0)


def _halves(models: int, gap: float) -> Scenario:
    half = models // 2
    movers = []
    for k in range(models):
        column, row = divmod(k % half if k < 2 * half else half, 3)
        x = 15.0 + 1.5 * column + (gap + 1.5 * (half // 3) if k >= half else 0.0)
        movers.append(model(f"a{k}", (x, 20.0 + 1.5 * row)))
    return situation([unit("alpha", "a", *movers)], goal=[{"near": [30, 14]}])


def mixed() -> Iterator[Scenario]:
    """Round bases of three sizes and an oval, in one unit."""
    for models in (5, 10, 20):
        for seed in (10, 11):
            yield crowded(seed, models, bases="mixed")


def ovals() -> Iterator[Scenario]:
    for models in (5, 10):
        for seed in (20, 21, 22):
            yield crowded(seed, models, bases="ovals")


def rectangles() -> Iterator[Scenario]:
    for models in (5, 10):
        for seed in (30, 31):
            yield crowded(seed, models, bases="rectangles")


def hulls() -> Iterator[Scenario]:
    """Hulls, convex and not; of VEHICLES, which bar each other's way."""
    for seed, (base, reach, models, words) in enumerate(
        (
            (WAGON, 1.8, 1, ["VEHICLE"]),
            (WAGON, 1.8, 3, ["VEHICLE"]),
            (ANGLE, 1.15, 5, ["MOUNTED"]),
            (ARROW, 1.05, 5, ["MOUNTED"]),
            (ARROW, 1.05, 3, ["VEHICLE"]),
            (ANGLE, 1.15, 10, ["BEASTS"]),
        )
    ):
        board = Board(500 + seed)
        mine = board.cluster((14.0, 21.0), models, reach)
        foes = board.cluster((28.0, 20.0), 8, RADIUS)
        friends = board.cluster((20.0, 28.0), 10, RADIUS)
        yield situation(
            [
                group(board, "alpha", "a", mine, base, keywords=words, move=8),
                group(board, "foe", "b", foes),
                group(board, "mates", "a", friends, keywords=["VEHICLE"]),
            ],
            goal=[{"near": [25, 19]}],
        )


def floors() -> Iterator[Scenario]:
    """On a deck; from the ground to a deck; goals upstairs."""
    for seed, (models, upstairs, climbing) in enumerate(
        ((5, 5, False), (10, 10, False), (10, 4, False), (5, 0, True), (10, 0, True), (5, 5, True))
    ):
        board = Board(600 + seed)
        spots = board.cluster((16.0, 20.0), models, RADIUS)
        spots = sorted(spots)
        high = spots[upstairs - 1][0] + 2.0 if upstairs else 10.0
        deck = box(8, 10, round(high + (4 if upstairs == models else 0), 2), 30)
        loft = box(20.5, 14, 28, 26) if upstairs < models else box(30, 14, 36, 26)
        movers = [
            model(f"a{k}", (x, y), z=3 if k < upstairs and x < high - RADIUS - 0.1 else 0)
            for k, (x, y) in enumerate(spots)
        ]
        terrain = [_deck("deck", deck, 3)] if upstairs else []
        terrain.append(_deck("loft", loft, 3))
        goal: list[Json] = [{"near": [24, 20]}]
        if climbing:
            wishes = {
                one["id"]: [22 + 1.5 * (k % 4), 17 + 1.5 * (k // 4), 0, 0 if upstairs else 3]
                for k, one in enumerate(movers)
            }
            goal = [{"wish": wishes}]
        foe = group(board, "foe", "b", board.cluster((31.0, 20.0), 5, RADIUS))
        units = [unit("alpha", "a", *movers, move=10 if climbing else 6), foe]
        yield situation(units, terrain=terrain, goal=goal)


def _deck(name: str, corners: list[list[float]], z: float) -> Json:
    return {
        "id": name,
        "category": "light",
        "footprint": corners,
        "walls": [],
        "floors": [{"polygon": corners, "z": z}],
    }


def hordes() -> Iterator[Scenario]:
    """Twenty and thirty models: tight blocks, among many, to be counted at a marker."""
    for seed, models in ((40, 20), (41, 30)):
        yield scene(seed, models, enemies=10, friends=20, walls=4, spread=0.3)
        yield scene(seed, models, enemies=20, friends=10, walls=2, goal="within", spread=0.5)
        yield scene(seed, models, enemies=30, friends=40, walls=8, goal="mixed")


def goals() -> Iterator[Scenario]:
    """Each kind of goal, by itself and together."""
    yield crowded(50, 10, goal="within")
    yield crowded(51, 20, goal="within")
    yield crowded(52, 10, goal="mixed")
    yield crowded(53, 20, goal="mixed")
    for seed, models in ((54, 10), (55, 20)):
        base = crowded(seed, models)
        (x, y) = base.markers[0].at or (0.0, 0.0)
        rng = np.random.default_rng([seed, 9])
        values = rng.normal(0, 2, (12, 14)).round(2).tolist()
        spots = {f"a{k}": [x - 2 + 1.4 * (k % 4), y - 2 + 1.4 * (k // 4)] for k in range(models)}
        aims: list[list[Json]] = [
            [{"field": {"origin": [8, 6], "step": 3, "values": values}}],
            [{"wish": spots}],
            [{"avoid": {"of": {"unit": "foe"}, "inches": 6}, "weight": 2}, {"near": [x, y]}],
            [{"near": {"unit": "foe"}}, {"near": [x - 12, y], "models": ["a0"], "weight": 3}],
        ]
        for goal in aims:
            yield _aimed(base, goal)


def _aimed(base: Scenario, goal: list[Json]) -> Scenario:
    """A scene with another goal."""
    action = msgspec.convert({"unit": "alpha", "move": "normal", "goal": goal}, type(base.action))
    return msgspec.structs.replace(base, action=action)
