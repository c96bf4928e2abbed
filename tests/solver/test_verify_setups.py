"""Where models may be set up, as `verify` sees it, beside what the referee says of single ends."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec
import numpy as np
import pytest

import fuzz_setups
import movesolver
from fight_scenes import arrival
from movesolver import Action, GoalTerm, Model, RulesChoice, Scenario, Unit, Zone, bases
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.setting_up import judge_set_up
from movesolver.search.arena import build_arena
from movesolver.search.goals import pack_goal
from movesolver.search.openings import Boxes as OpenBoxes
from movesolver.search.openings import Openings
from movesolver.table.army import UnitStatus
from movesolver.table.scenario import Nearness, Pose, Target
from movesolver.verifying.board import Board
from movesolver.verifying.boxes import Boxes
from verify_data import RADIUS, TABLE, Floats, alone, certificate

HALVINGS = 22
CLOSE = 2e-3
"""Farther outside than this, and four times the tolerance, no round base is let in, inches."""


def placed(
    move: str, goal: tuple[float, float], *, base: movesolver.Base | None = None, **more: Any
) -> Scenario:
    """Return one model that is to be set up, with zones of ten and six inches at both ends."""
    status = more.pop("status", {"in_reserve": True})
    unit = Unit(
        id="u",
        side="a",
        keywords=("INFANTRY",),
        move=6.0,
        models=(Model(id="u1", base=base or bases.round(32)),),
        status=UnitStatus(**status),
    )
    action = Action(unit="u", move=move, goal=(GoalTerm(near=goal),), **more.pop("action", {}))
    zones = (
        Zone(id="za", side="a", polygon=((0.0, 1.0), (10.0, 1.0), (10.0, 23.0), (0.0, 23.0))),
        Zone(id="zb", side="b", polygon=((24.0, 0.0), (30.0, 0.0), (30.0, 24.0), (24.0, 24.0))),
    )
    return movesolver.validate(
        Scenario(
            movesolver=1,
            table=TABLE,
            zones=zones,
            units=(unit, *more.pop("units", ())),
            action=action,
            **more,
        )
    )


TRUCK = Unit(
    id="t",
    side="a",
    keywords=("VEHICLE", "TRANSPORT"),
    models=(Model(id="t1", base=bases.round(100), at=(8.0, 12.0)),),
)
ABOARD = {"embarked_in": "t"}
OF_TRUCK = 50 / 25.4
CORNER = 0.1 * math.sqrt(2.0)
LARGE = 85 / 25.4
"""Radius of a base that is wider than six inches."""

CASES = [
    # what, the scenario, how near to its goal it may be set up
    ("zone", placed("set_up", (20.0, 12.0), phase="deployment", round=1), 10.0 + RADIUS),
    (
        "infiltrate",
        placed(
            "set_up",
            (20.0, 12.0),
            phase="deployment",
            round=1,
            status={"in_reserve": True, "infiltrators": True},
            action={"mode": "infiltrate"},
        ),
        4.0 + RADIUS,
    ),
    ("edges", placed("ingress", (12.0, 12.0), phase="movement", round=3), 6.0 + RADIUS),
    ("core", placed("ingress", (5.9, 5.9), phase="movement", round=3), RADIUS - CORNER),
    (
        "single edge",
        placed(
            "ingress",
            (5.9, 5.9),
            phase="movement",
            round=3,
            rules=RulesChoice(options={"single_edge": True}),
        ),
        RADIUS - 0.1,
    ),
    (
        "enemy zone",
        placed("ingress", (30.0, 12.0), phase="movement", round=2),
        math.sqrt(2.0) * (6.0 + RADIUS),
    ),
    (
        "too large",
        placed("ingress", (15.0, 12.0), phase="movement", round=3, base=bases.round(170)),
        12.0 - LARGE - 1e-4,
    ),
    (
        "transport",
        placed("disembark", (20.0, 12.0), phase="movement", status=ABOARD, units=(TRUCK,)),
        12.0 - OF_TRUCK - 3.0 + RADIUS,
    ),
    (
        "own edges",
        placed("deploy", (20.0, 12.0), rules=RulesChoice(game="voidsiege")),
        8.0 + RADIUS,
    ),
]


@pytest.mark.parametrize(("scenario", "far"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_as_near_as_the_rules_let_it_be_set_up_and_no_nearer(
    scenario: Scenario, far: float
) -> None:
    true, lie = 1e-3 - far, -1e-3 - far
    assert movesolver.verify(alone(true, u1=true), scenario).valid
    answer = movesolver.verify(alone(lie, u1=lie), scenario)
    assert not answer.valid
    assert answer.faults[0].startswith("proof.models.u1: u1 at (")
    # There it is legal indeed.
    result = movesolver.solve(scenario)
    assert result.objective is not None
    assert lie - 0.1 <= result.objective <= true
    assert movesolver.verify(result.certificate, result.moved or scenario).valid


def drawn(seed: int) -> Position | None:
    """Return a set-up at random, None where the move is none."""
    if seed % 2:
        moves = ("disembark", "ingress", "deep_strike", "set_up")
        document = arrival(seed, moves[seed // 2 % 4])
    else:
        document = fuzz_setups.scenario(seed)
    position = pack(movesolver.loads(json.dumps(document)))
    return position if position.placing and position.ids else None


def fine(position: Position, poses: list[Pose]) -> list[bool]:
    """Return of which poses, one for each model, the rules of the set-up say nothing."""
    tolerance = position.rules.tolerance
    findings = judge_set_up(position, position.bodies_at(poses), tolerance)
    named = {name for finding in findings for name in finding.models}
    return [name not in named for name in position.ids]


@pytest.mark.parametrize("seed", range(24))
def test_no_place_that_the_referee_allows_is_left_out(seed: int) -> None:
    """Between places that it allows and others it is asked where the border is."""
    position = drawn(seed)
    if position is None or (rule := position.move.set_up) is None:
        return
    table, rng = position.scenario.table, np.random.default_rng(seed)
    if rule.partial or (rule.near == "transport" and not position.of_units("truck").any()):
        return
    board, n = Board(position), len(position.ids)
    assert board.placing is not None
    beyond = CLOSE + 4 * position.rules.tolerance
    turns = (rng.uniform(0.0, 360.0, n) * (rng.random(n) < 0.7)).tolist()

    def allowed_at(spots: Floats) -> list[bool]:
        turned = zip(spots.tolist(), turns, strict=True)
        return fine(position, [(x, y, turn, 0.0) for (x, y), turn in turned])

    for _ in range(2):
        known: list[dict[bool, Floats]] = [{} for _ in range(n)]
        for at in rng.uniform((0.0, 0.0), (table.width, table.height), (12, n, 2)):
            for i, ok in enumerate(allowed_at(at)):
                known[i][ok] = at[i]
        pairs = [(one.get(True), one.get(False)) for one in known]
        for _ in range(HALVINGS):
            middles = np.array(
                [np.zeros(2) if a is None or b is None else (a + b) / 2 for a, b in pairs]
            )
            pairs = [
                (a, b) if a is None or b is None else ((m, b) if ok else (a, m))
                for (a, b), m, ok in zip(pairs, middles, allowed_at(middles), strict=True)
            ]
        for i, (a, b) in enumerate(pairs):
            if a is not None:
                assert board.placing.possible(i, Boxes(a[:1], a[1:], 0.0)).all()
                for half in (1e-5, 0.02, 0.3):
                    inside = a + rng.uniform(-half, half, 2)
                    box = Boxes(inside[:1], inside[1:], half)
                    assert board.placing.possible(i, box).all()
            if a is not None and b is not None and board.outlines[i].round:
                out = b + (b - a) / max(float(np.hypot(*(b - a))), 1e-9) * beyond
                point = Boxes(out[:1], out[1:], 0.0)
                refused = not fine(position, [(*out.tolist(), 0.0, 0.0)] * n)[i]
                assert not refused or not board.placing.possible(i, point).any()


def test_a_zone_too_small_for_all() -> None:
    """Two discs that no two centres share hold all places that a zone leaves to three bases."""

    def scenario(models: int, deep: float, long: float) -> Scenario:
        one = placed("set_up", (5.0, 1.0), phase="deployment", round=1)
        unit = one.units[0]
        names = ("u1", "u2", "u3")[:models]
        copies = tuple(msgspec.structs.replace(unit.models[0], id=name) for name in names)
        corners = ((0.0, 0.0), (deep, 0.0), (deep, long), (0.0, long))
        units = (msgspec.structs.replace(unit, models=copies),)
        zones = (Zone(id="za", side="a", polygon=corners),)
        return movesolver.validate(msgspec.structs.replace(one, units=units, zones=zones))

    discs = [[0.75, y, RADIUS - 2e-6, 1.0] for y in (1.06, 1.94)]
    models = dict.fromkeys(("u1", "u2", "u3"), -1.0)
    prices = {"kind": "prices", "discs": discs, "models": models, "inside": []}
    room = certificate(None, {"kind": "room", "proof": prices})
    assert movesolver.verify(room, scenario(3, 1.5, 3.0)).valid
    longer = movesolver.verify(room, scenario(3, 1.5, 4.0))
    assert not longer.valid
    assert "proof.proof.models.u1: u1 at (" in longer.faults[0]
    # A base that is wider than the zone touches an edge instead (03.02.02).
    nowhere = certificate(None, {"kind": "nowhere", "model": "u1"})
    assert not movesolver.verify(nowhere, scenario(1, 1.2, 3.0)).valid


ARMS = ((-6.0, -4.5), (6.0, -4.5), (6.0, 6.0), (5.0, 6.0), (5.0, -3.5), (-5.0, -3.5),
        (-5.0, 6.0), (-6.0, 6.0))  # fmt: skip


def trucks(*models: Model) -> Unit:
    return Unit(id="t", side="a", keywords=("VEHICLE", "TRANSPORT"), models=models)


@pytest.mark.parametrize(
    ("transport", "between"),
    [
        # between its arms a base is wholly within three inches, though not of what is nearest
        (trucks(Model(id="t1", base=bases.hull(ARMS), at=(8.0, 12.0))), True),
        # and so it is between two of them, each a part of it
        (
            trucks(
                Model(id="t1", base=bases.round(100), at=(8.0, 9.0)),
                Model(id="t2", base=bases.round(100), at=(8.0, 18.0)),
            ),
            True,
        ),
        (TRUCK, False),
    ],
)
def test_near_a_transport_that_is_not_convex(transport: Unit, between: bool) -> None:
    """What the referee allows is left open, by `verify` and by the proofs of a search.

    Only from one convex body the farthest point of a disc is straight away from it.
    """
    scenario = placed("disembark", (8.0, 18.0), status=ABOARD, units=(transport,))
    position = pack(scenario)
    board, within = Board(position), 3.0
    openings = Openings(position, build_arena(position, pack_goal(position).shapes))
    outside = 1 << openings.codes.index(movesolver.Code.OUTSIDE_SETUP)
    assert board.placing is not None
    allowed = beyond = shut = 0
    for x in np.arange(1.0, 15.0, 0.4).tolist():
        for y in np.arange(2.9, 23.0, 0.5).tolist():
            point = Boxes(np.array([x]), np.array([y]), 0.0)
            away = min(float(point.spread(body)[0][0]) for body in board.others)
            if not 0.5 < away < within + 0.2:
                continue
            flat = np.array([0.0])
            box = OpenBoxes(point.x, point.y, flat + 1e-9, flat, np.zeros(1, dtype=np.int64))
            left = openings.judged(0, box).mask  # empty where it is too far for any
            out = left.size == 0 or bool((left & outside).any())
            shut += out
            if fine(position, [(x, y, 0.0, 0.0)])[0]:
                allowed += 1
                beyond += away + RADIUS > within + 1e-5
                assert not out
                assert board.placing.possible(0, point).all()
    assert allowed > 20
    assert shut > 10
    assert (beyond > 0) == between


@pytest.mark.parametrize(
    ("move", "beside"),
    [
        ("set_up", GoalTerm(travel=True, weight=0.01)),  # who is set up travels nowhere
        ("set_up", GoalTerm(near=(20.0, 20.0), weight=0.0)),
        ("normal", GoalTerm(near=(20.0, 20.0), priorities={"u1": 0.0})),
        ("normal", GoalTerm(near=Target(unit="gone"))),  # all of it slain
    ],
)
def test_terms_that_add_nothing_leave_counts_whole(move: str, beside: GoalTerm) -> None:
    """Nobody of the unit gets within the distance, and the search proves it in whole counts."""
    gone = Unit(
        id="gone", side="b", models=(Model(id="g1", base=bases.round(32), slain=True),), move=6.0
    )
    scenario = placed("set_up", (0.0, 0.0), units=(gone,))
    if move == "normal":
        standing = Model(id="u1", base=bases.round(32), at=(5.0, 12.0))
        unit = msgspec.structs.replace(scenario.units[0], models=(standing,), status=UnitStatus())
        scenario = msgspec.structs.replace(scenario, units=(unit, gone))
    count = GoalTerm(within=Nearness((9.0, 12.0), 0.5), weight=-3.0)
    far = GoalTerm(within=Nearness((29.0, 12.0), 0.5), weight=3.0)
    action = Action(unit="u", move=move, goal=(beside, count, far))
    scenario = movesolver.validate(msgspec.structs.replace(scenario, action=action))
    result = movesolver.solve(scenario, seed=0)
    node = {"kind": "whole", "unit": 3.0, "proof": {"kind": "alone", "models": {"u1": 2.9}}}
    answer = movesolver.verify(certificate(0.0, node), scenario)
    assert (answer.valid, answer.bound, answer.faults) == (True, 0.0, ())
    assert result.objective == 0.0
    assert movesolver.verify(result.certificate, scenario).valid
    measured = msgspec.structs.replace(action, goal=(GoalTerm(near=(20.0, 20.0)), count, far))
    inches = msgspec.structs.replace(scenario, action=measured)
    assert not movesolver.verify(certificate(0.0, node), inches).valid
