"""The referee on the way: lengths, obstacles, turns, the order inside a unit."""

from __future__ import annotations

import math
from typing import Any

import pytest

from movesolver import Code, Verdict, check
from situations import Json, box, model, path, situation, unit, wall

CONTACT = 32 / 25.4


def walk(
    *poses: tuple[float, ...],
    base: Json | float = 32,
    mover: Json | None = None,
    foes: list[Json] | None = None,
    friends: list[Json] | None = None,
    facing: float = 0.0,
    **more: Any,
) -> Verdict:
    """Judge one model that walks along ``poses`` past single models of other units."""
    steps = path(*poses)
    steps[0][2] = facing
    first = model("a1", (poses[0][0], poses[0][1]), base, facing=facing, z=steps[0][3])
    units = [unit("alpha", "a", first, **(mover or {}))]
    units += [unit(f"foe{k}", "b", foe) for k, foe in enumerate(foes or [])]
    units += [unit(f"friend{k}", "a", friend) for k, friend in enumerate(friends or [])]
    return check(situation(units, paths={"a1": steps}, **more))


def test_straight_pieces_add_up_to_the_maximum() -> None:
    assert walk((10, 10), (13, 10), (13, 13)).legal
    verdict = walk((10, 10), (13, 10), (13, 14))
    assert verdict.codes == (Code.TOO_FAR,)
    assert verdict.violations[0].found == pytest.approx(7.0)
    assert verdict.violations[0].allowed == 6.0
    assert verdict.slack["distance"] == pytest.approx(-1.0)


def test_seventy_pieces_of_a_tenth_are_seven_inches() -> None:
    steps = [(10 + 0.1 * k, 10.0) for k in range(71)]
    assert walk(*steps, mover={"move": 7}).legal


def test_there_and_back_is_a_path_and_no_distance() -> None:
    assert walk((10, 10), (13, 10), (10, 10)).legal
    assert Code.TOO_FAR in walk((10, 10), (14, 10), (10, 10)).codes


@pytest.mark.parametrize("offset", [0.0, 0.3, 0.9, 1.2])
def test_no_enemy_base_is_tunnelled_through(offset: float) -> None:
    verdict = walk((10, 20), (20, 20), mover={"move": 12}, foes=[model("f1", (15, 20 + offset))])
    assert verdict.codes == (Code.THROUGH_ENEMY,)


def test_first_contact_is_named() -> None:
    verdict = walk((10, 20), (20, 20), mover={"move": 12}, foes=[model("f1", (15, 20))])
    assert f"after {5 - CONTACT:.4g} inches" in verdict.violations[0].text


def test_from_base_contact_nobody_walks_through() -> None:
    foes = [model("f1", (10 + CONTACT, 20))]
    through = walk((10, 20), (17, 20), mover={"move": 8}, foes=foes, move="fall_back")
    assert Code.THROUGH_ENEMY in through.codes
    away = walk((10, 20), (6, 20), mover={"move": 8}, foes=foes, move="fall_back")
    assert away.legal
    along = walk((10, 20), (10, 24), mover={"move": 8}, foes=foes, move="fall_back")
    assert along.legal


def test_a_start_pressed_in_by_rounding_may_leave_but_not_press_on() -> None:
    foes = [model("f1", (10 + CONTACT - 1e-6, 20))]
    assert walk((10, 20), (6, 20), foes=foes, move="fall_back").legal
    deeper = walk((10, 20), (10.001, 20), (6, 20), foes=foes, move="fall_back")
    assert Code.THROUGH_ENEMY in deeper.codes


def test_a_gap_of_exactly_the_base_is_passable() -> None:
    half = CONTACT
    foes = [model("f1", (15, 20 + half)), model("f2", (15, 20 - half))]
    assert walk((10, 20), (20, 20), mover={"move": 12}, foes=foes).legal
    foes[0] = model("f1", (15, 20 + half - 1e-4))
    assert walk((10, 20), (20, 20), mover={"move": 12}, foes=foes).codes == (Code.THROUGH_ENEMY,)


def test_friends_pass_and_their_ends_do_not_overlap() -> None:
    assert walk((10, 20), (16, 20), friends=[model("g1", (13, 20))]).legal
    verdict = walk((10, 20), (16, 20), friends=[model("g1", (16, 20.5))])
    assert verdict.codes == (Code.OVERLAP,)
    assert set(verdict.violations[0].models) == {"a1", "g1"}


def test_passing_through_engagement_range_is_free_and_ending_in_it_is_not() -> None:
    gap = 0.4
    assert walk((8, 20), (14, 20), foes=[model("f1", (11, 20 + CONTACT + gap))]).legal
    verdict = walk((7, 20), (13, 20), foes=[model("f1", (13 + CONTACT + 2.0, 20))])
    assert verdict.codes == (Code.ENGAGED,)
    assert walk((7, 20), (13, 20), foes=[model("f1", (13 + CONTACT + 2.01, 20))]).legal


@pytest.mark.parametrize(
    ("keywords", "foe", "move", "legal"),
    [
        (["VEHICLE"], ["INFANTRY"], "normal", True),
        (["MONSTER"], ["INFANTRY"], "normal", True),
        (["VEHICLE"], ["VEHICLE"], "normal", False),
        (["INFANTRY"], ["VEHICLE"], "normal", False),
        (["INFANTRY", "FLY"], ["INFANTRY"], "normal", False),
        (["INFANTRY"], ["AIRCRAFT"], "normal", True),
    ],
)
def test_who_passes_enemies(keywords: list[str], foe: list[str], move: str, legal: bool) -> None:
    units = [
        unit("alpha", "a", model("a1", (10, 20)), keywords=keywords, move=12),
        unit("foe", "b", model("f1", (15, 20)), keywords=foe),
    ]
    verdict = check(situation(units, move=move, paths={"a1": path((10, 20), (20, 20))}))
    assert verdict.legal is legal
    assert legal or verdict.codes == (Code.THROUGH_ENEMY,)


def test_friendly_vehicles_block_vehicles_on_a_normal_move_only() -> None:
    def crossing(move: str, **more: Any) -> Verdict:
        units = [
            unit("alpha", "a", model("a1", (10, 20)), keywords=["VEHICLE"], move=12),
            unit("tank", "a", model("t1", (15, 20)), keywords=["VEHICLE"]),
            *more.pop("others", []),
        ]
        return check(situation(units, move=move, paths={"a1": path((10, 20), (20, 20))}, **more))

    assert crossing("normal").codes == (Code.THROUGH_FRIEND,)
    foe = unit("foe", "b", model("f1", (10, 20 + CONTACT + 1)))
    assert crossing("fall_back", others=[foe]).legal


def test_the_skies_cost_two_inches_and_free_the_way() -> None:
    foes = [model("f1", (15, 20))]
    fly = {"keywords": ["INFANTRY", "FLY"], "move": 12, "status": {"fly_declared": True}}
    assert walk((10, 20), (20, 20), mover=fly, foes=foes).legal
    assert walk((10, 20), (20.1, 20), mover=fly, foes=foes).codes == (Code.TOO_FAR,)
    hover = fly | {"keywords": ["INFANTRY", "FLY", "HOVER"], "move": 10}
    assert walk((10, 20), (20, 20), mover=hover, foes=foes).legal


def test_the_edge_may_be_touched_and_not_crossed() -> None:
    r = CONTACT / 2
    assert walk((r, 20), (r, 25)).legal
    verdict = walk((3, 20), (r - 0.01, 20))
    assert verdict.codes == (Code.OFF_TABLE,)
    assert verdict.violations[0].found == pytest.approx(0.01)


def test_a_turn_sweeps_the_edge_although_both_ends_fit() -> None:
    oval = {"oval": [120, 92]}
    verdict = walk((2.2, 20), (2.2, 20, -45.0, 0.0), base=oval, facing=45.0)
    assert verdict.codes == (Code.OFF_TABLE,)
    # Exactly half a turn goes counter-clockwise, here from +x over +y and -x: over the edge.
    assert walk((2.0, 20), (2.0, 20, 270.0, 0.0), base=oval, facing=90.0).codes == (Code.OFF_TABLE,)


def test_a_turn_goes_the_short_way() -> None:
    oval = {"oval": [200, 60]}
    foes = [model("f1", (20, 24.2))]
    assert walk((20, 20), (20, 20, 10.0, 0.0), base=oval, facing=350.0, foes=foes).legal
    around = walk((20, 20), (20, 20, 170.0, 0.0), base=oval, facing=10.0, foes=foes, move="normal")
    assert Code.THROUGH_ENEMY in around.codes


def test_an_oval_passes_lengthways_only() -> None:
    oval = {"oval": [60, 35]}
    r = 16 / 25.4
    half = 35 / 25.4 / 2 + r
    foes = [model("f1", (15, 20 + half)), model("f2", (15, 20 - half))]
    assert walk((10, 20), (20, 20), base=oval, foes=foes, mover={"move": 12}).legal
    across = walk(
        (10, 20), (20, 20, 90.0, 0.0), base=oval, foes=foes, facing=90.0, mover={"move": 12}
    )
    assert across.codes == (Code.THROUGH_ENEMY,)
    assert len(across.violations) == 2


def test_walls_bar_those_that_cannot_pass_them() -> None:
    terrain = [wall("ruin", box(14, 15, 14.5, 25))]
    mounted, infantry = {"keywords": ["MOUNTED"], "move": 8}, {"move": 8}
    verdict = walk((10, 20), (18, 20), mover=mounted, terrain=terrain)
    assert verdict.codes == (Code.THROUGH_TERRAIN,)
    assert walk((10, 20), (18, 20), mover=infantry, terrain=terrain).legal
    low = [wall("rubble", box(14, 15, 14.5, 25), top=2.0)]
    assert walk((10, 20), (18, 20), mover=mounted, terrain=low).legal
    light = [wall("fence", box(14, 15, 14.5, 25), category="light")]
    assert walk((10, 20), (18, 20), mover=mounted, terrain=light).legal
    raised = [wall("arch", box(14, 15, 14.5, 25), bottom=1.0)]
    assert walk((10, 20), (18, 20), mover=mounted, terrain=raised).legal
    slit = [wall("low arch", box(14, 15, 14.5, 25), bottom=0.9)]
    assert not walk((10, 20), (18, 20), mover=mounted, terrain=slit).legal


def test_vehicles_of_one_unit_need_an_order() -> None:
    def column(*paths: tuple[float, float]) -> Verdict:
        units = [
            unit(
                "alpha",
                "a",
                *(model(f"a{k}", (10 + 1.5 * k, 20)) for k in range(len(paths))),
                keywords=["VEHICLE"],
                move=8,
            )
        ]
        ways = {f"a{k}": path((10 + 1.5 * k, 20), end) for k, end in enumerate(paths)}
        return check(situation(units, paths=ways))

    # In the file the rear model comes first: an order exists all the same.
    assert column((14, 20), (15.5, 20)).legal
    swap = column((11.5, 20), (10, 20))
    assert swap.codes == (Code.THROUGH_FRIEND,)
    # Round a triangle, each takes the next one's place: no order will do.
    units = [
        unit(
            "alpha",
            "a",
            *(
                model(f"a{k}", (20 + math.cos(a) * 1.2, 20 + math.sin(a) * 1.2))
                for k, a in enumerate((0.0, 2 * math.pi / 3, 4 * math.pi / 3))
            ),
            keywords=["VEHICLE"],
        )
    ]
    spots = [tuple(m["at"]) for m in units[0]["models"]]
    ways = {f"a{k}": path(spots[k], spots[(k + 1) % 3]) for k in range(3)}
    ring = check(situation(units, paths=ways))
    assert ring.codes == (Code.THROUGH_FRIEND,)


def test_infantry_mates_exchange_places_freely() -> None:
    units = [unit("alpha", "a", model("a1", (10, 10)), model("a2", (13, 10)))]
    ways = {"a1": path((10, 10), (13, 10)), "a2": path((13, 10), (10, 10))}
    assert check(situation(units, paths=ways)).legal
