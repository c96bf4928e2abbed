"""The referee above the ground: what must be beside a base that slides, turns or climbs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from movesolver import Code, Verdict, check
from movesolver.referee.verdict import Finding
from situations import Json, box, model, situation, unit, wall

R32 = 16 / 25.4
FREE = {"options": {"slides_aloft": "free"}}


def deck(name: str, polygon: list[list[float]], z: float = 3.0, category: str = "light") -> Json:
    floor = {"polygon": polygon, "z": z}
    return {"id": name, "category": category, "footprint": polygon, "floors": [floor]}


def go(
    *poses: tuple[float, ...],
    terrain: list[Json],
    base: Json | float = 32,
    keywords: tuple[str, ...] = ("INFANTRY",),
    **more: Any,
) -> Verdict:
    """Judge one model along (x, y, z) or (x, y, facing, z) poses."""
    steps = [[*pose[:2], pose[2] if len(pose) == 4 else 0.0, pose[-1]] for pose in poses]
    x, y, facing, z = steps[0]
    first = model("a1", (x, y), base, facing=facing, z=z)
    mover = unit("alpha", "a", first, keywords=list(keywords), move=60)
    mover |= more.pop("mover", {})
    return check(situation([mover], paths={"a1": steps}, terrain=terrain, **more))


def climbs(verdict: Verdict) -> list[Finding]:
    return [one for one in verdict.violations if one.code is Code.CLIMB]


def test_a_slide_over_nothing_says_where_it_leaves() -> None:
    verdict = go((22, 14, 3), (32, 14, 3), terrain=[deck("d", box(20, 10, 28, 18))])
    (one,) = climbs(verdict)
    assert one.at == pytest.approx((28 + 0.5 + R32, 14, 3), abs=2e-6)
    assert one.after == pytest.approx(6.5 + R32, abs=2e-6)
    assert (one.step, one.rule, one.allowed) == (1, "13.06", 0.5)
    assert one.found == pytest.approx(4 - R32)


@pytest.mark.parametrize(("apart", "legal"), [(2 * R32 + 1.0, True), (2 * R32 + 1.01, False)])
def test_a_gap_is_crossed_as_far_as_half_an_inch_reaches_from_both_sides(
    apart: float, legal: bool
) -> None:
    terrain = [deck("d", box(20, 10, 24, 18)), deck("e", box(24 + apart, 10, 32, 18), z=4.0)]
    steps = ((22, 14, 3), (30, 14, 3), (22, 14, 3))
    found = climbs(go(*steps, terrain=terrain))
    assert bool(found) is not legal
    assert [one.step for one in found] == ([] if legal else [1, 2])
    assert not climbs(go(*steps, terrain=terrain, rules=FREE))


def test_only_terrain_that_high_supports() -> None:
    low = [deck("d", box(20, 10, 24, 18)), deck("e", box(24, 10, 40, 18), z=2.9)]
    assert climbs(go((22, 14, 3), (30, 14, 3), (22, 14, 3), terrain=low))
    bare = {"id": "e", "category": "exposed", "footprint": box(24, 10, 40, 18)}
    assert not climbs(go((22, 14, 3), (30, 14, 3), (22, 14, 3), terrain=[low[0], bare]))
    tall = wall("e", box(24, 10, 24.2, 18), top=3.0, category="dense")
    assert not climbs(go((22, 14, 3), (24.7 + R32, 14, 3), (22, 14, 3), terrain=[low[0], tall]))


def test_along_a_wall_at_exactly_half_an_inch() -> None:
    side = wall("w", box(10, 10, 30, 10.2), top=3.0)
    for away, legal in ((0.5, True), (0.5001, False)):
        y = 10.2 + R32 + away
        steps = ((12, y, 0), (12, y, 3), (28, y, 3), (28, y, 0))
        assert bool(climbs(go(*steps, terrain=[side]))) is not legal
        assert bool(climbs(go(*steps[:1], *steps[1:], terrain=[side], rules=FREE))) is not legal


def test_ground_level_needs_no_support_and_the_skies_neither() -> None:
    terrain = [deck("d", box(20, 10, 24, 18))]
    assert not climbs(go((5, 5, 0), (12, 5, 0), terrain=terrain))
    steps = ((22, 14, 3), (40, 14, 3), (40, 14, 0))
    flier = {"status": {"fly_declared": True}}
    words = ("INFANTRY", "FLY")
    assert not climbs(go(*steps, terrain=terrain, keywords=words, mover=flier))
    assert climbs(go(*steps, terrain=terrain, keywords=words))


@pytest.mark.parametrize(("category", "said"), [("dense", [1, 4]), ("light", [1])])
def test_one_stretch_over_nothing_is_said_once(category: str, said: list[int]) -> None:
    """Only a dense feature must be near where it is climbed."""
    terrain = [deck("d", box(20, 10, 24, 18), category=category)]
    steps = ((22, 14, 3), (28, 14, 3), (28, 20, 3), (28, 20, 0), (28, 20, 2), (28, 20, 0))
    found = climbs(go(*steps, terrain=terrain))
    assert [one.step for one in found] == said


@pytest.mark.parametrize("category", ["light", "exposed"])
@pytest.mark.parametrize("rules", [None, FREE])
def test_a_climb_in_the_open_is_legal_by_the_letter(category: str, rules: Json | None) -> None:
    """Up to what some exposed or light feature reaches, but to slide there is another matter."""
    terrain = [deck("d", box(20, 10, 24, 18), category=category)]
    terrain.append(deck("e", box(20, 30, 24, 34), z=6.0, category="dense"))
    up = ((5, 5, 0), (5, 5, 3))
    assert not climbs(go(*up, (5, 5, 0), terrain=terrain, rules=rules))
    higher = climbs(go((5, 5, 0), (5, 5, 4), (5, 5, 0), terrain=terrain, rules=rules))
    assert [(one.step, one.found is not None) for one in higher] == [(1, True), (2, True)][
        : 1 if rules is None else 2
    ]
    slides = climbs(go(*up, (6, 5, 3), (6, 5, 0), terrain=terrain, rules=rules))
    assert [one.step for one in slides] == ([2] if rules is None else [])
    turned = (5, 5, 90, 3)
    turns = climbs(go(*up, turned, (5, 5, 90, 0), terrain=terrain, rules=rules))
    assert [one.step for one in turns] == ([2] if rules is None else [])


def test_a_climb_past_what_exposed_terrain_reaches_says_where() -> None:
    terrain = [deck("d", box(20, 10, 24, 18), category="exposed")]
    (one,) = climbs(go((5, 5, 0), (5, 5, 5), (5, 5, 0), terrain=terrain))
    assert (one.at, one.after, one.step, one.found) == ((5.0, 5.0, 3.0), 3.0, 1, None)


@pytest.mark.parametrize("category", ["light", "exposed", "dense"])
@pytest.mark.parametrize(("away", "legal"), [(0.5, True), (0.51, False)])
def test_a_feature_is_climbed_from_beside_it(category: str, away: float, legal: bool) -> None:
    """An exposed or light one from anywhere, but to slide onto it one must be as near."""
    terrain = [deck("d", box(20, 10, 24, 18), category=category)]
    x = 20 - R32 - away
    up = ((x, 14, 0), (x, 14, 3), (22, 14, 3))
    assert bool(climbs(go(*up, terrain=terrain))) is not legal
    letter = legal or category != "dense"
    assert bool(climbs(go(*up, terrain=terrain, rules=FREE))) is not letter
    down = ((22, 14, 3), (x, 14, 3), (x, 14, 0))
    assert bool(climbs(go(*down, terrain=terrain))) is not legal


def test_a_feature_is_climbed_as_high_as_it_is() -> None:
    """Past the top of a low wall there is nothing to hold on to."""
    low = wall("w", box(10, 10, 30, 10.2), top=2.0)
    y = 10.2 + R32
    (one,) = climbs(go((12, y, 0), (12, y, 5), (12, y, 0), terrain=[low]))
    assert (one.at, one.after, one.step, one.found) == ((12.0, y, 2.0), 2.0, 1, None)
    assert not climbs(go((12, y, 0), (12, y, 2), (12, y, 0), terrain=[low]))


def test_a_turn_aloft_keeps_to_its_support() -> None:
    """An oval beside a post: fine at both ends, out of reach when it stands across."""
    post = wall("p", box(20, 20, 20.2, 20.2), top=3.0)
    base = {"oval": [105, 40]}
    x = 20 - 0.4 - 52.5 / 25.4
    turned = go((x, 20.1, 0.0, 3.0), (x, 20.1, 180.0, 3.0), terrain=[post], base=base)
    (one,) = climbs(turned)
    assert (one.at, one.after, one.step) == ((x, 20.1, 3.0), 0.0, 1)
    assert one.found is not None
    assert one.found > 0.5
    slight = go((x, 20.1, 0.0, 3.0), (x, 20.1, 5.0, 3.0), terrain=[post], base=base)
    assert not climbs(slight)
    away = go(
        (x, 20.1, 0.0, 3.0), (x, 20.1, 90.0, 3.0), (x - 1, 20.1, 90.0, 3.0),
        terrain=[post], base=base,
    )  # fmt: skip
    assert [one.step for one in climbs(away)] == [1]
    disc = go((x, 20.1, 0.0, 3.0), (x, 20.1, 90.0, 3.0), terrain=[post], base=105)
    assert not climbs(disc)
    hooked = go((18.7, 20.1, 0.0, 3.0), (18.7, 20.1, 180.0, 3.0), terrain=[post], base=HOOK)
    assert climbs(hooked)


HOOK = {"hull": [[-1, -1], [1, -1], [1, 1], [0.8, 1], [0.8, -0.8], [-1, -0.8]]}
"""An angle iron: half a turn takes its closed side away from what is beside it."""


@pytest.mark.parametrize("seed", range(30))
def test_support_along_a_slide_as_fine_steps_show(seed: int) -> None:
    """Discs over boxes: distances at every thousandth of an inch."""
    draw = np.random.default_rng(seed)
    corners = [draw.uniform(5, 25, 2) for _ in range(14)]
    boxes = [(x, y, x + w, y + h) for (x, y), (w, h) in zip(
        corners, draw.uniform(1, 6, (14, 2)), strict=True)]  # fmt: skip
    terrain = [deck(f"d{k}", box(*map(float, b))) for k, b in enumerate(boxes)]
    start = (boxes[0][0] + boxes[0][2]) / 2, (boxes[0][1] + boxes[0][3]) / 2
    end = (boxes[1][0] + boxes[1][2]) / 2, (boxes[1][1] + boxes[1][3]) / 2
    length = math.dist(start, end)
    count = int(1000 * length) + 1

    def off(t: float) -> float:
        x, y = (a + t * (b - a) for a, b in zip(start, end, strict=True))
        return min(
            math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) for x0, y0, x1, y1 in boxes
        ) - (R32 + 0.5)

    outs = [off(k / count) > 0 for k in range(count + 1)]
    leaves = [k for k in range(1, count + 1) if outs[k] and not outs[k - 1]]
    steps = ((*map(float, start), 3.0), (*map(float, end), 3.0))
    found = climbs(go(*steps, terrain=terrain, width=40, height=40))
    assert [one.after for one in found] == pytest.approx(
        [k / count * length for k in leaves], abs=2e-3
    )
