"""The referee off the ground: climbs, floors, overhangs, ends in walls."""

from __future__ import annotations

from typing import Any

import pytest

from movesolver import Code, Verdict, check
from situations import Json, box, model, path, situation, unit, wall

R32 = 16 / 25.4

RUIN = {
    "id": "ruin",
    "category": "dense",
    "footprint": box(20, 10, 26, 16),
    "walls": [{"polygon": box(20, 10, 20.5, 16), "top": 3}],
    "floors": [{"polygon": box(20, 10, 26, 16), "z": 3}],
}
DECK = {
    "id": "deck",
    "category": "light",
    "footprint": box(20, 10, 28, 18),
    "floors": [{"polygon": box(20, 10, 28, 18), "z": 4}],
}


def climb(
    *poses: tuple[float, float, float],
    terrain: Json,
    base: Json | float = 32,
    keywords: list[str] | None = None,
    move: float = 8,
    **more: Any,
) -> Verdict:
    """Judge one model along (x, y, z) poses."""
    x, y, z = poses[0]
    first = model("a1", (x, y), base, z=z)
    mover = unit("alpha", "a", first, keywords=keywords or ["INFANTRY"], move=move)
    steps = [[x, y, 0.0, z] for x, y, z in poses]
    return check(situation([mover], paths={"a1": steps}, terrain=[terrain], **more))


def test_up_and_down_both_count() -> None:
    barrier = wall("barrier", box(12, 5, 12.5, 15), top=3)
    steps = ((10, 10, 0), (11, 10, 0), (11, 10, 3), (11.5, 10, 3), (11.5, 10, 0))
    verdict = climb(*steps, terrain=barrier, move=6)
    assert Code.TOO_FAR in verdict.codes
    assert verdict.violations[0].found == pytest.approx(7.5)


def test_a_vehicle_climbs_what_is_higher_than_two_inches() -> None:
    section = wall("section", box(13, 5, 13.2, 15), top=2.01)
    steps = ((11, 10, 0), (12.3, 10, 0), (12.3, 10, 2.01), (14, 10, 2.01), (14, 10, 0))
    assert climb(*steps, terrain=section, keywords=["VEHICLE"], move=7.03).legal
    assert climb(*steps, terrain=section, keywords=["VEHICLE"], move=7).codes == (Code.TOO_FAR,)
    straight = climb((11, 10, 0), (14, 10, 0), terrain=section, keywords=["VEHICLE"])
    assert straight.codes == (Code.THROUGH_TERRAIN,)


def test_two_inches_are_two_inches_from_any_height() -> None:
    """Also where the difference of the heights, in binary, is a little more than 2."""
    assert 4.4 - 2.4 > 2.0
    section = wall("section", box(13, 5, 13.2, 15), top=4.4, bottom=2.4)
    deck = {**DECK, "footprint": box(5, 5, 25, 15)}
    deck["floors"] = [{"polygon": box(5, 5, 25, 15), "z": 2.4}]
    for top, codes in ((4.4, ()), (4.401, (Code.THROUGH_TERRAIN,))):
        section["walls"][0]["top"] = top
        mover = unit("alpha", "a", model("a1", (10, 10), z=2.4), keywords=["MONSTER"], move=8)
        steps = {"a1": [[10, 10, 0, 2.4], [16, 10, 0, 2.4]]}
        assert check(situation([mover], paths=steps, terrain=[deck, section])).codes == codes


@pytest.mark.parametrize(("away", "legal"), [(0.0, True), (0.5, True), (0.51, False)])
def test_climbing_is_done_within_half_an_inch(away: float, legal: bool) -> None:
    x = 20 - R32 - away
    verdict = climb((x, 13, 0), (x, 13, 3), (22, 13, 3), terrain=RUIN)
    assert verdict.legal is legal
    assert legal or verdict.codes == (Code.CLIMB,)


def test_nothing_to_climb() -> None:
    verdict = climb((40, 30, 0), (40, 30, 3), (40, 30, 0), terrain=RUIN)
    assert verdict.codes == (Code.CLIMB,)


def test_infantry_goes_through_floors_and_others_do_not() -> None:
    assert climb((23, 13, 0), (23, 13, 3), terrain=RUIN).legal
    verdict = climb((23, 13, 0), (23, 13, 3), terrain=RUIN, keywords=["MONSTER"])
    assert Code.THROUGH_TERRAIN in verdict.codes


@pytest.mark.parametrize(("over", "legal"), [(0.0, True), (0.01, False), (0.1, False)])
@pytest.mark.parametrize("base", [40, {"oval": [60, 35]}, {"rectangle": [50, 25]}])
def test_no_base_hangs_over_the_edge(over: float, legal: bool, base: Json | float) -> None:
    half = (base if isinstance(base, int | float) else next(iter(base.values()))[0]) / 25.4 / 2
    verdict = climb((23, 13, 3), (26 - half + over, 13, 3), terrain=RUIN, base=base)
    assert verdict.legal is legal
    if not legal:
        assert verdict.codes == (Code.OVERHANG,)
        assert verdict.violations[0].found == pytest.approx(over, abs=1e-9)


def test_two_floors_that_meet_are_one_surface() -> None:
    halves = DECK | {
        "floors": [
            {"polygon": box(20, 10, 24, 18), "z": 4},
            {"polygon": box(24, 10, 28, 18), "z": 4},
        ]
    }
    assert climb((22, 14, 4), (24, 14, 4), terrain=halves).legal
    apart = DECK | {
        "floors": [
            {"polygon": box(20, 10, 24, 18), "z": 4},
            {"polygon": box(24.1, 10, 28, 18), "z": 4},
        ]
    }
    assert climb((22, 14, 4), (24, 14, 4), terrain=apart).codes == (Code.OVERHANG,)


def test_a_hole_in_the_floor_is_an_edge() -> None:
    ring = DECK | {
        "floors": [
            {"polygon": box(20, 10, 23, 18), "z": 4},
            {"polygon": box(25, 10, 28, 18), "z": 4},
            {"polygon": box(23, 10, 25, 13), "z": 4},
            {"polygon": box(23, 15, 25, 18), "z": 4},
        ]
    }
    assert climb((21.5, 14, 4), (24, 11.5, 4), terrain=ring).legal
    assert climb((21.5, 14, 4), (24, 14, 4), terrain=ring, base=60).codes == (Code.OVERHANG,)


@pytest.mark.parametrize(
    ("keywords", "legal"),
    [
        (["INFANTRY"], True),
        (["BEASTS"], True),
        (["SWARM"], True),
        (["MONSTER"], True),
        (["MOUNTED"], False),
        (["VEHICLE"], False),
    ],
)
def test_who_may_stand_above_the_ground(keywords: list[str], legal: bool) -> None:
    x = 20 - R32
    verdict = climb((x, 14, 0), (x, 14, 4), (22, 14, 4), terrain=DECK, keywords=keywords)
    assert verdict.legal is legal
    assert legal or verdict.codes == (Code.SURFACE,)


def test_a_monster_does_not_end_on_dense_floors_it_climbed() -> None:
    x = 20 - R32 - 0.2
    steps = ((x, 13, 0), (x, 13, 3), (22, 13, 3))
    verdict = climb(*steps, terrain=RUIN, keywords=["MONSTER"])
    assert verdict.codes == (Code.SURFACE,)
    rules = {"options": {"monster_on_dense_floors": True}}
    assert climb(*steps, terrain=RUIN, keywords=["MONSTER"], rules=rules).legal


def test_standing_on_nothing() -> None:
    verdict = climb((22, 14, 4), (28, 14, 4), terrain=DECK | {"footprint": box(20, 10, 30, 18)})
    assert verdict.codes == (Code.OVERHANG,)
    verdict = climb((22, 14, 4), (28.7, 14, 4), terrain=DECK)
    assert verdict.codes == (Code.SURFACE,)


def test_a_base_does_not_end_part_way_through_a_floor() -> None:
    hill = DECK | {"floors": [{"polygon": box(20, 10, 28, 18), "z": 0.5}]}
    verdict = climb((17, 14, 0), (22, 14, 0), terrain=hill)
    assert verdict.codes == (Code.IN_TERRAIN,)


def test_nobody_ends_in_a_dense_wall() -> None:
    ruin = wall("ruin", box(14, 15, 14.5, 25))
    steps = {"a1": path((10, 20), (14.25, 20))}
    mover = unit("alpha", "a", model("a1", (10, 20)))
    verdict = check(situation([mover], paths=steps, terrain=[ruin]))
    assert verdict.codes == (Code.IN_TERRAIN,)
    fence = wall("fence", box(14, 15, 14.5, 25), category="light")
    assert check(situation([mover], paths=steps, terrain=[fence])).legal


def test_levels_do_not_touch_each_other() -> None:
    mover = unit("alpha", "a", model("a1", (10, 14)), move=14)
    mate = unit("friend", "a", model("g1", (23, 14), z=4.0))
    steps = {"a1": path((10, 14), (23, 14))}
    assert check(situation([mover, mate], paths=steps, terrain=[DECK])).legal
    foe = unit("foe", "b", model("f1", (16.5, 14), z=6.0))
    assert check(situation([mover, mate, foe], paths=steps, terrain=[DECK])).legal
