"""What is static on a board is prepared once, and nobody can tell from the answers."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import msgspec
import pytest

from movesolver import Result, Scenario, check, dumps, loads, solve
from movesolver.referee import board
from movesolver.referee.pack import pack
from movesolver.rules.voidsiege import VOIDSIEGE
from movesolver.table.army import Model, Unit
from movesolver.table.bases import oval, round
from movesolver.table.prepared import Prepared
from movesolver.table.scenario import Action, Table
from scenes import crowded
from situations import model, unit

WORK = 20
"""Iterations: what is compared is what they begin with."""


def answer(scenario: Scenario) -> tuple[object, ...]:
    result = solve(scenario, iterations=WORK)
    return result.status, result.ends, result.paths, result.objective, result.bound


def anew(scenario: Scenario) -> Scenario:
    """An equal scenario of which no part is one that was seen before."""
    return loads(dumps(scenario))


@pytest.mark.compiled
def test_answers_are_the_same_cold_and_warm_and_interleaved() -> None:
    scenes = [crowded(seed, 4) for seed in range(3)]
    cold = []
    for scene in scenes:
        board.forget()
        cold.append(answer(scene))
    assert [answer(scene) for scene in scenes * 2] == cold * 2
    assert [answer(anew(scene)) for scene in scenes] == cold


@pytest.mark.compiled
def test_answers_are_the_same_on_many_threads() -> None:
    scenes = [crowded(seed, 4) for seed in range(3)]
    wanted = [answer(scene) for scene in scenes]
    board.forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(answer, scenes * 3)) == wanted * 3


def moved(scenario: Scenario, unit_id: str, by: float) -> Scenario:
    """The scenario with the models of one unit moved; all other units are the same objects."""
    units = tuple(
        one
        if one.id != unit_id
        else msgspec.structs.replace(
            one,
            models=tuple(
                msgspec.structs.replace(m, at=(m.at[0] + by, m.at[1])) if m.at else m
                for m in one.models
            ),
        )
        for one in scenario.units
    )
    return msgspec.structs.replace(scenario, units=units)


def test_a_board_is_shared_until_something_else_moves() -> None:
    scene = crowded(0, 4)
    first = pack(scene)
    assert pack(moved(scene, "alpha", 0.1)).board is first.board
    status = msgspec.structs.replace(scene.units[1].status, battle_shocked=True)
    shocked = msgspec.structs.replace(scene.units[1], status=status)
    units = (scene.units[0], shocked, *scene.units[2:])
    assert pack(msgspec.structs.replace(scene, units=units)).board is first.board
    other = pack(moved(scene, "foe", 0.1))
    assert other.board is not first.board
    assert other.others.x[:20] - first.others.x[:20] == pytest.approx(0.1)
    assert (other.others.x[20:] == first.others.x[20:]).all()


def test_who_leaves_the_table_is_no_longer_there() -> None:
    scene = crowded(0, 4)
    before = pack(scene)
    status = msgspec.structs.replace(scene.units[1].status, in_reserve=True)
    away = msgspec.structs.replace(scene.units[1], status=status)
    gone = msgspec.structs.replace(scene, units=(scene.units[0], away, scene.units[2]))
    assert len(pack(gone).other_ids) == len(before.other_ids) - 20
    assert "foe" not in pack(gone).other_units


def test_the_same_table_seen_by_another_unit() -> None:
    """Sides, and who is left out, are those of the unit that moves."""
    scene = crowded(1, 4)
    mine = pack(scene)
    theirs = pack(msgspec.structs.replace(scene, action=Action("foe", "normal")))
    assert mine.enemy.sum() == 20
    assert theirs.enemy.sum() == 44
    assert theirs.foes == ("alpha", "mates")


def test_outlines_are_those_of_the_models() -> None:
    bases = [round(32), oval(60, 35), round(40), round(32)]
    foes = tuple(Model(f"e{k}", base, (20.0 + 3 * k, 20.0)) for k, base in enumerate(bases))
    mine = (Model("a", oval(60, 35), (5.0, 5.0)), Model("b", round(25), (7.0, 5.0)))
    scenario = Scenario(
        1,
        Table(60, 44),
        (Unit("alpha", "a", mine, (), 6.0), Unit("foe", "b", foes, (), 6.0)),
        Action("alpha", "normal"),
    )
    position = pack(scenario)
    outer = position.shapes.outer
    for models, bodies in ((mine, position.start), (foes, position.others)):
        sizes = [m.base.round or (m.base.oval or (0.0,))[0] for m in models]
        assert outer[bodies.shape] * 50.8 == pytest.approx(sizes)
    assert outer.size == 4


def test_cover_that_starts_to_bar_is_another_board() -> None:
    """Footprints are obstacles to some moves only (VS11)."""
    ruin = {"id": "r", "category": "light", "footprint": [[20, 20], [24, 20], [24, 24]]}
    document = {
        "movesolver": 1,
        "rules": {"game": "voidsiege"},
        "table": {"width": 60, "height": 44},
        "units": [unit("alpha", "a", model("a1", (5, 5)))],
        "terrain": [ruin],
    }
    seen = set()
    for name in VOIDSIEGE.moves:
        action = {"unit": "alpha", "move": name, "roll": 3}
        scenario = loads(msgspec.json.encode(document | {"action": action}))
        position = pack(scenario, unrolled=True)
        assert len(position.walls.category) == int(position.move.bars_cover)
        seen.add(position.move.bars_cover)
    assert seen == {True, False}


def test_a_memory_is_bounded_and_holds_what_it_was_asked_by() -> None:
    memory: Prepared[list[int]] = Prepared(8)
    asked: list[tuple[object, ...]] = [((k, 2 * k),) for k in range(100, 120)]
    made = []
    for k, things in enumerate(asked):
        made.append(memory.of(things, partial(list, [k])))
        assert memory.of(things, list) is made[-1]
        assert len(memory) <= 8
    assert memory.of(asked[0], lambda: [-1]) == [-1]
    # an equal thing is not the same thing, and identities are not used again
    for k in range(1000):
        gc.collect(0)
        thing = (k % 3, [k])
        assert memory.of((thing,), partial(list, [k])) == [k]


def test_verdicts_do_not_write_into_a_board() -> None:
    scene = crowded(2, 4)
    result: Result = solve(scene, iterations=WORK)
    shared = pack(scene).board
    arrays = [shared.headroom, shared.heights, shared.kind, *shared.others, *shared.everything]
    before = [array.copy() for array in arrays]
    assert result.moved is not None
    for _ in range(2):
        assert check(result.moved, tolerance=0.0).legal
        solve(scene, iterations=WORK)
    assert all(((a == b) | (a != a)).all() for a, b in zip(arrays, before, strict=True))
