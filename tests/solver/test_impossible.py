"""Moves without a legal end: proved, and why in words."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from movesolver import check, verify
from movesolver.formats.scenario import validate
from movesolver.referee.eligibility import eligibility
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.search.arena import build_arena
from movesolver.search.goals import pack_goal
from movesolver.search.impossible import prove
from movesolver.search.result import Result, Status
from movesolver.search.solve import solve
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base, oval, rectangle, round
from movesolver.table.scenario import Action, GoalTerm, RulesChoice, Scenario, Table
from movesolver.table.terrain import Feature, Wall

C32 = 32 / 25.4
GOAL = (GoalTerm(near=(30.0, 22.0)),)


def ring(x: float, y: float, radius: float, count: int, gap: float = 0.0) -> tuple[Model, ...]:
    """Enemies around a point, but for a part of the circle (radians)."""
    angles = [gap / 2 + (2 * math.pi - gap) * k / count for k in range(count)]
    places = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    return tuple(Model(f"e{k}", round(32), place) for k, place in enumerate(places))


def asked(
    models: tuple[Model, ...],
    foes: tuple[Model, ...] = (),
    *,
    move: str = "normal",
    terrain: tuple[Feature, ...] = (),
    keywords: tuple[str, ...] = ("INFANTRY",),
    far: float = 6.0,
    mode: str | None = None,
    roll: int | None = None,
    targets: tuple[str, ...] = (),
) -> Scenario:
    units = [Unit("alpha", "a", models, keywords, far)]
    if foes:
        units.append(Unit("foe", "b", foes, ("INFANTRY",), 6.0))
    said = Action("alpha", move, mode, roll, targets, GOAL)
    return validate(
        Scenario(1, table=Table(60, 44), units=tuple(units), action=said, terrain=terrain)
    )


def wall(x0: float, y0: float, x1: float, y1: float) -> Feature:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Feature(f"w{x0:g}-{y0:g}", "dense", corners, (Wall(corners, 5.0),), ())


def refuted(question: Scenario) -> Result:
    result = solve(question)
    assert result.status is Status.INFEASIBLE
    assert not result.solved
    assert result.bound is None
    assert result.limit is None
    answer = verify(result.certificate, question)
    assert answer.valid, answer.faults
    return result


def test_who_is_boxed_in_cannot_fall_back_and_is_told_why() -> None:
    # Nine enemies around: inside the ring all is in engagement range, and no way leads out.
    foes = ring(20, 20, 2.2, 9)
    result = refuted(asked((Model("a1", round(32), (20.0, 20.0)),), foes, move="fall_back"))
    assert set(result.reasons) == {"ENGAGED", "NO_PATH"}
    assert "a1" in result.reasons["ENGAGED"]
    assert "6 inches" in result.reasons["ENGAGED"]


def test_one_gap_in_the_ring_is_enough() -> None:
    foes = ring(20, 20, 2.2, 7, gap=math.radians(80))
    result = solve(asked((Model("a1", round(32), (20.0, 20.0)),), foes, move="fall_back"))
    assert result.solved
    assert result.moved is not None
    assert check(result.moved, tolerance=0.0).legal


def test_a_desperate_escape_passes_through_the_ring() -> None:
    foes = ring(20, 20, 2.2, 9)
    one = (Model("a1", round(32), (20.0, 20.0)),)
    result = solve(asked(one, foes, move="fall_back", mode="desperate_escape"))
    assert result.solved


@pytest.mark.parametrize("base", [oval(60, 35), rectangle(50, 25)])
def test_other_bases_are_boxed_in_too(base: Base) -> None:
    foes = ring(20, 20, 2.2, 11)
    one = (Model("a1", base, (20.0, 20.0)),)
    result = solve(asked(one, foes, move="fall_back"))
    assert result.status is Status.INFEASIBLE
    assert "ENGAGED" in result.reasons


def test_a_charge_that_a_wall_bars_is_impossible() -> None:
    # The target is 4 inches away, beyond a wall that only a long detour passes.
    models = (Model("a1", round(32), (10.0, 20.0)),)
    foes = (Model("e1", round(32), (14.5, 20.0)),)

    def charge(*terrain: Feature) -> Scenario:
        return asked(
            models, foes, move="charge", roll=6, targets=("foe",), keywords=("MOUNTED",),
            terrain=terrain,
        )  # fmt: skip

    result = refuted(charge(wall(11.0, 5.0, 11.2, 35.0)))
    assert set(result.reasons) == {"NOT_ENGAGED"}
    assert result.certificate["over"] == "all"
    assert solve(charge()).solved


def test_two_halves_with_a_wall_between_cannot_come_together() -> None:
    # 7 inches apart: in a straight line 2 x 6 would do, around the wall it does not.
    models = (
        Model("a1", round(32), (10.0, 20.0)),
        Model("a2", round(32), (11.5, 20.0)),
        Model("a3", round(32), (18.5, 20.0)),
        Model("a4", round(32), (20.0, 20.0)),
    )
    barrier = wall(14.9, 2.0, 15.1, 42.0)
    thick = Feature(
        "thick", "dense", barrier.footprint,
        (Wall(((12.5, 2.0), (17.5, 2.0), (17.5, 42.0), (12.5, 42.0)), 5.0),), (),
    )  # fmt: skip
    result = refuted(asked(models, terrain=(thick,), keywords=("MOUNTED",)))
    assert set(result.reasons) <= {"SPLIT", "NO_NEIGHBOUR"}
    assert solve(asked(models, keywords=("MOUNTED",))).solved


def test_nobody_disembarks_where_all_is_taken() -> None:
    inside = Unit(
        "squad", "a", tuple(Model(f"a{k}", round(32)) for k in range(3)), ("INFANTRY",), 6.0,
        status=UnitStatus(embarked_in="box"),
    )  # fmt: skip
    box = Unit(
        "box", "a", (Model("t", rectangle(120, 70), (30.0, 22.0)),), ("VEHICLE",), 10.0,
        status=UnitStatus(moved="normal"),
    )  # fmt: skip
    places = [
        (x, y)
        for i in range(-6, 7)
        for j in range(-6, 7)
        if math.hypot(x := 30 + 1.27 * i, 0)
        and (y := 22 + 1.27 * j)
        and (abs(x - 30) > 60 / 25.4 + 0.64 or abs(y - 22) > 35 / 25.4 + 0.64)
    ]
    crowd = tuple(Model(f"f{k}", round(32), place) for k, place in enumerate(places))
    mates = tuple(
        Unit(f"mates{k}", "a", crowd[k : k + 50], ("INFANTRY",), 6.0)
        for k in range(0, len(crowd), 50)
    )
    question = validate(
        Scenario(
            1,
            table=Table(60, 44),
            units=(inside, box, *mates),
            action=Action("squad", "disembark", goal=GOAL, mode="rapid"),
        )
    )
    result = refuted(question)
    assert "OVERLAP" in result.reasons


def test_a_later_mode_is_taken_where_the_first_is_proved_to_have_no_room() -> None:
    # Whoever gets out is in engagement range: no place in tactical mode, but some in combat mode.
    inside = Unit(
        "alpha", "a", (Model("a1", round(32)),), ("INFANTRY",), 6.0,
        status=UnitStatus(embarked_in="box"),
    )  # fmt: skip
    box = Unit("box", "a", (Model("t", round(100), (30.0, 22.0)),), ("VEHICLE",), 10.0)
    places = [(30 + 3.4 * i, 22 + 3.4 * j) for i in range(-3, 4) for j in range(-3, 4) if i or j]
    foes = Unit("foe", "b", tuple(Model(f"e{k}", round(32), at) for k, at in enumerate(places)))
    action = Action("alpha", "disembark", goal=GOAL)
    question = validate(Scenario(1, table=Table(60, 44), units=(inside, box, foes), action=action))
    tactical = Action("alpha", "disembark", "tactical", goal=GOAL)
    refuted(msgspec.structs.replace(question, action=tactical))
    result = solve(question)
    assert result.moved is not None
    assert result.moved.action.mode == "combat"
    assert check(result.moved, tolerance=0.0).legal


def test_what_is_possible_is_never_called_impossible() -> None:
    # Exactly as wide as the base: a way leads out of the ring.
    foes = (Model("e1", round(32), (21.6, 20.0)),)
    walls = (
        wall(18.0, 18.0, 19.0, 18.0 + 2.0 - C32 / 2),
        wall(18.0, 20.0 + C32 / 2, 19.0, 22.0),
        wall(18.0, 17.5, 23.0, 18.0),
        wall(18.0, 22.0, 23.0, 22.5),
        wall(23.0, 17.5, 23.5, 22.5),
    )
    one = (Model("a1", round(32), (20.2, 20.0)),)
    result = solve(asked(one, foes, move="fall_back", terrain=walls, keywords=("MOUNTED",)))
    assert result.status is not Status.INFEASIBLE


def test_voidsiege_models_that_cannot_meet_are_found_out() -> None:
    models = (Model("a1", round(32), (5.0, 20.0)), Model("a2", round(32), (40.0, 20.0)))
    units = (Unit("alpha", "a", models, ("INFANTRY",), 6.0),)
    question = validate(
        Scenario(
            1, table=Table(60, 44), units=units, action=Action("alpha", "move", goal=GOAL),
            rules=RulesChoice(game="voidsiege"),
        )
    )  # fmt: skip
    assert solve(question).status is Status.INFEASIBLE


def test_no_end_that_is_found_is_refuted() -> None:
    # Proofs are asked for every model, whether or not the search has places for it.
    rng = np.random.default_rng(5)
    found = refuted_too = 0
    for _ in range(24):
        count, radius = int(rng.integers(4, 9)), float(rng.uniform(1.9, 2.9))
        foes = ring(20, 20, radius, count, gap=float(rng.uniform(0.0, 1.6)))
        base = [round(25), round(32), oval(60, 35)][int(rng.integers(3))]
        models = (Model("a1", base, (20.0, 20.0), float(rng.integers(0, 12) * 15)),)
        far = float(rng.uniform(3.0, 8.0))
        if any(math.dist(foe.at or (0, 0), (20, 20)) < 0.64 + 60 / 50.8 for foe in foes):
            continue
        question = asked(models, foes, move="fall_back", far=far)
        result = solve(question)
        position = pack(question)
        if not may_fall_back(position):
            continue
        arena = build_arena(position, pack_goal(position).shapes)
        proof = prove(position, arena, np.ones(1, dtype=np.bool_))
        assert not (result.solved and proof is not None)
        found += result.solved
        refuted_too += proof is not None
    assert found > 5
    assert refuted_too > 2


def may_fall_back(position: Position) -> bool:
    """Whether the unit may fall back at all."""
    return not eligibility(position)


@pytest.mark.parametrize("count", [2, 3])
def test_more_models_than_the_places_left_hold(count: int) -> None:
    # In the middle of the ring one base is unengaged; the others would have to be there too.
    foes = ring(20, 20, 3.4, 14)
    places = [(20.0, 20.0), (20.9, 20.0), (20.0, 20.9)]
    models = tuple(Model(f"a{k}", round(25), place) for k, place in enumerate(places[:count]))
    question = asked(models, foes, move="fall_back")
    result = refuted(question)
    assert "OVERLAP" in result.reasons
    assert verify(result.certificate, question).valid


def test_proofs_are_verified() -> None:
    boxed = asked((Model("a1", round(32), (20.0, 20.0)),), ring(20, 20, 2.2, 9), move="fall_back")
    assert verify(refuted(boxed).certificate, boxed).valid
    # with a gap in the ring the same certificate is refused
    foes = ring(20, 20, 2.2, 7, gap=math.radians(80))
    certificate = refuted(boxed).certificate
    gap = asked((Model("a1", round(32), (20.0, 20.0)),), foes, move="fall_back")
    assert not verify(certificate, gap).valid
