"""The referee on the way: every crossing, with its place, the inches until there and the step."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from movesolver import Code, Verdict, check
from movesolver.referee.verdict import Finding
from situations import Json, box, model, path, situation, unit, wall

R32 = 16 / 25.4
U_SHAPE = [[-2, -1], [2, -1], [2, 1], [1, 1], [1, 0], [-1, 0], [-1, 1], [-2, 1]]


def walk(
    *poses: tuple[float, ...],
    base: Json | float = 32,
    foes: list[Json] | None = None,
    keywords: tuple[str, ...] = ("INFANTRY",),
    inches: float = 100,
    **more: Any,
) -> Verdict:
    steps = path(*poses)
    x, y, facing, z = steps[0]
    mover = unit("alpha", "a", model("a1", (x, y), base, facing=facing, z=z), move=inches)
    mover["keywords"] = list(keywords)
    units = [mover, *(unit(f"foe{k}", "b", foe) for k, foe in enumerate(foes or []))]
    return check(situation(units, paths={"a1": steps}, **more))


def of(verdict: Verdict, code: Code) -> list[Finding]:
    return [one for one in verdict.violations if one.code is code]


def test_a_crossing_says_where_when_and_in_which_step() -> None:
    foes = [model("f1", (15, 20))]
    (one,) = of(walk((10, 15), (10, 20), (20, 20), foes=foes), Code.THROUGH_ENEMY)
    assert one.at == pytest.approx((15 - 2 * R32, 20, 0), abs=1e-6)
    assert one.after == pytest.approx(5 + 5 - 2 * R32, abs=1e-6)
    assert one.step == 2
    assert "after 8.74 inches, at (13.74, 20)" in one.text


def test_entering_twice_is_two_crossings() -> None:
    foes = [model("f1", (15, 20))]
    found = of(walk((10, 20), (20, 20), (10, 20), foes=foes), Code.THROUGH_ENEMY)
    assert [one.step for one in found] == [1, 2]
    assert [one.at[0] for one in found if one.at] == pytest.approx([15 - 2 * R32, 15 + 2 * R32])
    assert found[1].after == pytest.approx(10 + 5 - 2 * R32)


def test_steps_inside_an_obstacle_are_one_crossing() -> None:
    foes = [model("f1", (15, 20))]
    through = [(10 + 0.25 * k, 20.0) for k in range(41)]
    assert len(of(walk(*through, foes=foes), Code.THROUGH_ENEMY)) == 1
    turning = walk((10, 20), (15, 20), (15, 20, 90.0, 0.0), (20, 20, 90.0, 0.0), foes=foes)
    assert len(of(turning, Code.THROUGH_ENEMY)) == 1


def test_leaving_in_the_middle_of_a_step_ends_the_crossing() -> None:
    """Two walls of one obstacle: out of the first arm of a U and into the second."""
    foes = [model("f1", (20, 20), {"hull": U_SHAPE})]
    found = of(walk((15, 20.9), (25, 20.9), base=10, foes=foes), Code.THROUGH_ENEMY)
    assert len(found) == 2
    r = 5 / 25.4
    assert [one.at[0] for one in found if one.at] == pytest.approx([18 - r, 21 - r], abs=1e-6)
    wide = of(walk((15, 20.9), (25, 20.9), base=60, foes=foes), Code.THROUGH_ENEMY)
    assert len(wide) == 1
    from_inside = walk((15, 20.9), (18.5, 20.9), (25, 20.9), base=10, foes=foes)
    assert [one.step for one in of(from_inside, Code.THROUGH_ENEMY)] == [1, 2]


def test_every_obstacle_is_named_with_its_own_place() -> None:
    foes = [model(f"f{k}", (15 + 4 * k, 20)) for k in range(3)]
    found = of(walk((10, 20), (30, 20), foes=foes), Code.THROUGH_ENEMY)
    assert [one.after for one in found] == pytest.approx([5 + 4 * k - 2 * R32 for k in range(3)])


def test_a_turn_says_where_it_turns() -> None:
    foes = [model("f1", (20, 23))]
    verdict = walk((19, 20), (20, 20), (20, 20, 90.0, 0.0), base={"oval": [150, 60]}, foes=foes)
    (one,) = of(verdict, Code.THROUGH_ENEMY)
    assert (one.at, one.after, one.step) == ((20.0, 20.0, 0.0), 1.0, 2)
    assert "turning at (20, 20)" in one.text


def test_a_climb_says_how_high() -> None:
    """17.01: a MONSTER up a light tower meets the friend on its middle floor a level below it."""
    floors = [{"polygon": box(18, 18, 24, 24), "z": z} for z in (3.0, 6.0)]
    tower = {"id": "t", "category": "light", "footprint": box(18, 18, 24, 24), "floors": floors}
    mover = unit("alpha", "a", model("a1", (21, 21)), keywords=["MONSTER"], move=20)
    friend = unit("tank", "a", model("t1", (21, 21), z=3.0), keywords=["VEHICLE"])

    def climb(*heights: float) -> Finding:
        begin = mover | {"models": [mover["models"][0] | {"z": heights[0]}]}
        steps = {"a1": [[21, 21, 0, z] for z in heights]}
        verdict = check(situation([begin, friend], paths=steps, terrain=[tower]))
        (one,) = of(verdict, Code.THROUGH_FRIEND)
        assert one.rule == "17.01"
        return one

    up = climb(0.0, 6.0)
    assert (up.at, up.after, up.step) == ((21.0, 21.0, 2.0), 2.0, 1)
    assert "2 inches up" in up.text
    down = climb(6.0, 0.0)
    assert (down.at, down.after) == ((21.0, 21.0, 4.0), 2.0)
    halfway = climb(0.0, 1.0, 3.0, 6.0)
    assert (halfway.at, halfway.after, halfway.step) == ((21.0, 21.0, 2.0), 2.0, 2)


def test_a_floor_says_how_high() -> None:
    floors = [{"polygon": box(18, 18, 24, 24), "z": z} for z in (3.0, 6.0)]
    ruin = {"id": "r", "category": "dense", "footprint": box(18, 18, 24, 24), "floors": floors}
    poses = ((21, 21), (21, 21, 0.0, 6.0))
    found = of(walk(*poses, keywords=("MONSTER",), terrain=[ruin]), Code.THROUGH_TERRAIN)
    assert [(one.at, one.after) for one in found] == [
        ((21.0, 21.0, 3.0), 3.0),
        ((21.0, 21.0, 6.0), 6.0),
    ]


def test_coming_down_spends_nothing_where_it_is_free() -> None:
    """VS3: after coming down 4 the wall is met with 4 inches spent, not 8."""
    deck = wall("deck", box(2, 2, 6, 12), top=4.0)
    other = wall("other", box(9 + R32, 2, 10 + R32, 12))
    steps = ((5, 7, 0.0, 4.0), (7, 7, 0.0, 4.0), (7, 7, 0.0, 0.0), (12, 7, 0.0, 0.0))
    verdict = walk(*steps, terrain=[deck, other], move="move", rules={"game": "voidsiege"})
    (one,) = of(verdict, Code.THROUGH_TERRAIN)
    assert one.after == pytest.approx(2.0 + 2.0, abs=1e-6)
    assert one.step == 3


def test_the_edge_says_where_and_how_often() -> None:
    steps = ((5, 20), (0, 20), (5, 20), (5, 30), (0.5, 30), (0.2, 30), (0.2, 31))
    found = of(walk(*steps), Code.OFF_TABLE)
    assert [one.step for one in found] == [1, 4]
    assert found[0].at == pytest.approx((R32, 20, 0), abs=1e-5)
    assert found[0].after == pytest.approx(5 - R32, abs=1e-5)
    assert found[0].found == pytest.approx(R32)
    assert found[1].at == pytest.approx((R32, 30, 0), abs=1e-5)


def test_back_on_and_out_over_the_other_edge_in_one_slide() -> None:
    """Out over the west edge, back on, and out over the east edge."""
    steps = ((1, 10), (0, 10), (60, 10))
    found = of(walk(*steps), Code.OFF_TABLE)
    assert [one.step for one in found] == [1, 2]
    assert found[1].at == pytest.approx((60 - R32, 10, 0), abs=1e-5)


def test_a_turn_over_the_edge_says_where() -> None:
    steps = ((10, 20, 45.0, 0.0), (2.2, 20, 45.0, 0.0), (2.2, 20, -45.0, 0.0))
    (one,) = of(walk(*steps, base={"oval": [120, 92]}), Code.OFF_TABLE)
    assert (one.at, one.step) == ((2.2, 20.0, 0.0), 2)
    assert one.after == pytest.approx(7.8)


def test_an_end_over_the_edge_is_said_once() -> None:
    assert len(walk((5, 20), (0, 20)).violations) == 1
    ends = check(situation([unit("alpha", "a", model("a1", (5, 20)))], ends={"a1": [0, 20, 0, 0]}))
    (one,) = ends.violations
    assert (one.code, one.at, one.after, one.step) == (Code.OFF_TABLE, None, None, None)


def test_unit_mates_that_bar_say_where() -> None:
    mates = [model("a1", (10, 20)), model("a2", (15, 20))]
    mover = unit("alpha", "a", *mates, keywords=["VEHICLE"], move=12)
    verdict = check(situation([mover], paths={"a1": path((10, 20), (20, 20))}))
    (one,) = of(verdict, Code.THROUGH_FRIEND)
    assert one.models == ("a1", "a2")
    assert one.at == pytest.approx((15 - 2 * R32, 20, 0), abs=1e-6)
    assert one.rule == "17.01"
    siege = unit("alpha", "a", *mates, move=12)
    verdict = check(
        situation(
            [siege],
            move="move",
            paths={"a1": path((10, 20), (20, 20))},
            rules={"game": "voidsiege"},
        )
    )
    (one,) = of(verdict, Code.THROUGH_FRIEND)
    assert one.rule == "VS4"


def test_a_mate_touched_by_rounding_at_the_start_may_be_left() -> None:
    """As from other models: pressed in by 1e-7 at the start, and away."""
    mates = [model("a1", (10, 20)), model("a2", (10 + 2 * R32 - 1e-7, 20))]
    mover = unit("alpha", "a", *mates, keywords=["VEHICLE"], move=12)
    assert check(situation([mover], paths={"a1": path((10, 20), (9.5, 20))})).legal
    deeper = check(situation([mover], paths={"a1": path((10, 20), (10.01, 20), (9.5, 20))}))
    assert deeper.codes == (Code.THROUGH_FRIEND,)


def test_json_gives_the_place() -> None:
    verdict = walk((10, 20), (20, 20), foes=[model("f1", (15, 20))], inches=8)
    far, through = json.loads(json.dumps(verdict.to_json()))["violations"]
    assert (far["code"], far["at"], far["after"], far["step"]) == ("TOO_FAR", None, None, None)
    assert through["at"] == pytest.approx([15 - 2 * R32, 20, 0], abs=1e-6)
    assert through["after"] == pytest.approx(5 - 2 * R32, abs=1e-6)
    assert through["step"] == 1


@pytest.mark.parametrize("seed", range(40))
def test_as_many_crossings_as_fine_steps_show(seed: int) -> None:
    """Discs on a wandering path: distances of centres at every thousandth of an inch."""
    draw = np.random.default_rng(seed)
    corners = draw.uniform(8, 22, (7, 2))
    spots = draw.uniform(8, 22, (3, 2))
    foes = [model(f"f{k}", (float(x), float(y)), 60) for k, (x, y) in enumerate(spots)]
    steps = [(float(x), float(y)) for x, y in corners]
    found = of(walk(*steps, foes=foes), Code.THROUGH_ENEMY)
    reach = R32 + 30 / 25.4
    wanted = []
    for k, spot in enumerate(spots):
        spent, inside = 0.0, bool(math.dist(corners[0], spot) < reach)
        near = [(0.0, inside, corners[0])]
        for a, b in pairwise(corners):
            length = math.dist(a, b)
            for t in np.linspace(0, 1, int(1000 * length))[1:]:
                at = a + t * (b - a)
                near.append((spent + t * length, bool(math.dist(at, spot) < reach), at))
            spent += length
        for one, two in pairwise(near):
            if two[1] and not one[1]:
                wanted.append((two[0], f"f{k}", two[2]))
        if inside:
            wanted.append((0.0, f"f{k}", corners[0]))
    wanted.sort()
    got = sorted((one.after, one.text.split()[6], one.at) for one in found)
    assert [name for _, name, _ in got] == [name for _, name, _ in wanted]
    for (after, _, at), (due, _, there) in zip(got, wanted, strict=True):
        assert after == pytest.approx(due, abs=2e-3)
        assert at is not None
        assert at[:2] == pytest.approx(tuple(there), abs=2e-3)


@pytest.mark.compiled
def test_three_hundred_chords_among_a_hundred_obstacles() -> None:
    """Round a base it touches all the way: clear, and the one in the way is found once."""
    foes = [model(f"f{k}", (4 + 4 * (k % 10), 4 + 4 * (k // 10)), 25) for k in range(100)]
    reach = 25 / 25.4 / math.cos(math.pi / 300)
    ring = [
        (20 + reach * math.cos(2 * math.pi * k / 300), 20 + reach * math.sin(2 * math.pi * k / 300))
        for k in range(301)
    ]
    assert Code.THROUGH_ENEMY not in walk(*ring, base=25, foes=foes).codes
    last = (ring[-1][0] + 4, ring[-1][1])
    assert len(of(walk(*ring, last, base=25, foes=foes), Code.THROUGH_ENEMY)) == 1
