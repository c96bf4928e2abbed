"""Parts of a scenario that do not fit together are refused at the place that must change."""

from __future__ import annotations

import json
from typing import Any

import pytest

from movesolver.errors import InputError
from movesolver.formats.scenario import loads
from scenario_data import DELETE, Document, Steps, small_document, spoiled

U = "units"
M: Steps = (U, 0, "models", 1)
AT: Steps = (*M, "at")
ACTION = "action"
GOAL: Steps = (ACTION, "goal")
PATH: Steps = (ACTION, "paths", "a1")
OPTIONS: Steps = ("rules", "options")
GAME: Steps = ("rules", "game")
ANOTHER_FEATURE = {"id": "ruin", "category": "light", "footprint": [[0, 0], [1, 0], [0, 1]]}
ON_TABLE = "the whole base on the table"

CASES: list[tuple[dict[Steps, Any], str, str, str]] = [
    # ids
    ({(U, 1, "id"): "alpha"}, "units[1].id", "no other unit has", "units[0].id"),
    (
        {(*M, "id"): "a1"},
        "units[0].models[1].id", "no other model has", '"a1", the same as units[0].models[0].id',
    ),
    (
        {(U, 1, "models", 1, "id"): "a2"},
        "units[1].models[1].id", "no other model", '"a2", the same as units[0].models[1].id',
    ),
    ({("terrain", 1, "id"): "ruin"}, "terrain[1].id", "no other feature", "terrain[0].id"),
    ({("markers", 1, "id"): "centre"}, "markers[1].id", "no other marker", "markers[0].id"),
    (
        {("zones", 1): {"id": "deploy-b", "side": "a", "polygon": [[0, 0], [1, 0], [0, 1]]}},
        "zones[1].id", "no other zone", "zones[0].id",
    ),
    ({(ACTION, "unit"): "alhpa"}, "action.unit", "did you mean alpha", '"alhpa"'),
    ({(ACTION, "unit"): "zzz"}, "action.unit", '"alpha", "foe", "truck"', '"zzz"'),
    ({(ACTION, "targets", 0): "a1"}, "action.targets[0]", '"foe"', '"a1"'),
    ({(ACTION, "targets", 0): "centre"}, "action.targets[0]", "the id of a unit", '"centre"'),
    (
        {(ACTION, "move"): "consolidate", (ACTION, "targets"): ["centre", "centr"]},
        "action.targets[1]", "did you mean centre", '"centr"',
    ),
    (
        {(U, 3, "status", "embarked_in"): "trcuk"},
        "units[3].status.embarked_in", "did you mean truck", '"trcuk"',
    ),
    (
        {(U, 3, "status", "embarked_in"): "crew"},
        "units[3].status.embarked_in", "not itself inside", '"crew"',
    ),
    (
        {(U, 2, "status", "embarked_in"): "crew", (U, 2, "models", 0, "at"): None},
        "units[2].status.embarked_in", "not itself inside", '"truck"',
    ),
    ({(ACTION, "paths", "a9"): [[1, 1, 0, 0]]}, "action.paths.a9", '"a1", "a2", "a3"', '"a9"'),
    ({(ACTION, "paths", "f1"): [[1, 1, 0, 0]]}, "action.paths.f1", 'model of "alpha"', '"f1"'),
    ({(ACTION, "paths", "a3"): [[10, 13, 0, 0]]}, "action.paths.a3", "not slain", '"a3"'),
    (
        {(ACTION, "paths"): DELETE, (ACTION, "ends"): {"x y": [1, 1, 0, 0]}},
        'action.ends["x y"]', 'model of "alpha"', '"x y"',
    ),
    (
        {(ACTION, "paths"): DELETE, (ACTION, "ends"): {"a3": [1, 1, 0, 0]}},
        "action.ends.a3", "not slain", '"a3"',
    ),
    ({(*GOAL, 4, "wish", "f1"): [1, 1]}, "action.goal[4].wish.f1", 'model of "alpha"', '"f1"'),
    ({(*GOAL, 1, "models", 1): "b1"}, "action.goal[1].models[1]", 'model of "alpha"', '"b1"'),
    ({(*GOAL, 7, "priorities", "b1"): 1}, "action.goal[7].priorities.b1", "model of", '"b1"'),
    (
        {(*GOAL, 8, "need", "of", "marker"): "centr"},
        "action.goal[8].need.of.marker", "did you mean centre", '"centr"',
    ),
    ({(*GOAL, 1, "near", "unit"): "fow"}, "action.goal[1].near.unit", "did you mean foe", '"fow"'),
    (
        {(*GOAL, 2, "within", "of", "marker"): "centr"},
        "action.goal[2].within.of.marker", "did you mean centre", '"centr"',
    ),
    (
        {(*GOAL, 3, "avoid", "of", "zone"): "deploy"},
        "action.goal[3].avoid.of.zone", "did you mean deploy-b", '"deploy"',
    ),
    ({("zones",): []}, "action.goal[3].avoid.of.zone", "there is none", '"deploy-b"'),
    # where models stand
    ({AT: None}, "units[0].models[1].at", "on the table", "nothing"),
    ({AT: DELETE}, "units[0].models[1].at", "on the table", "nothing"),
    ({(U, 3, "models", 0, "at"): [1, 1]}, "units[3].models[0].at", "embarked", "[1.0, 1.0]"),
    ({(U, 4, "models", 0, "at"): [1, 1]}, "units[4].models[0].at", "in reserve", "[1.0, 1.0]"),
    ({AT: [70, 10]}, "units[0].models[1].at", ON_TABLE, "[70.0, 10.0]"),
    ({AT: [-5, 10]}, "units[0].models[1].at", ON_TABLE, "[-5.0, 10.0]"),
    ({AT: [0.8, 10]}, "units[0].models[1].at", "x from 0.8268 to 59.17", "[0.8, 10.0]"),
    ({AT: [13, 1.4]}, "units[0].models[1].at", "y from 1.476 to 42.52", "[13.0, 1.4]"),
    ({(U, 1, "models", 0, "at"): [58.5, 30]}, "units[1].models[0].at", "x from 1 to 58", "58.5"),
    ({(U, 1, "models", 1, "at"): [44, 1]}, "units[1].models[1].at", "y from 1.187", "[44.0, 1.0]"),
    ({("table", "height"): 30}, "units[1].models[0].at", ON_TABLE, "[40.0, 30.0]"),
    # paths
    ({(*PATH, 0): [10.00001, 10, 0, 0]}, "action.paths.a1[0]", "it stands", "[10.00001"),
    ({(*PATH, 0): [10, 10, 90, 0]}, "action.paths.a1[0]", "[10.0, 10.0, 0.0, 0.0]", "90"),
    ({(*PATH, 0): [10, 10, 0, 3]}, "action.paths.a1[0]", "it stands", "3"),
    ({(*PATH, 1): [14, 10, 30, 0]}, "action.paths.a1[1]", "one of position, facing", "after"),
    ({(*PATH, 1): [14, 10, 0, 1]}, "action.paths.a1[1]", "height", "[14.0, 10.0, 0.0, 1.0]"),
    ({(*PATH, 2): [14, 10 + 2e-9, 30, 0]}, "action.paths.a1[2]", "one of", "10.000000002"),
    ({(*PATH, 3): [14, 10, 45, 3]}, "action.paths.a1[3]", "height", "after"),
    # rules
    ({("rules", "version"): "V964"}, "rules.version", "V963_2026_10_01", '"V964"'),
    ({("rules", "version"): ""}, "rules.version", "PDF_2026_06", '""'),
    ({("rules", "version"): "V963_2026"}, "rules.version", "did you mean V963", '"V963_2026"'),
    ({GAME: "wh40k10"}, "rules.version", "wh40k10 has none", '"V963"'),
    (
        {GAME: "voidsiege", (ACTION, "move"): "run"},
        "rules.version", "voidsiege has none", '"V963"',
    ),
    (
        {GAME: "voidsiege", ("rules", "version"): DELETE},
        "action.move", "move, advance, run", '"normal"',
    ),
    ({(ACTION, "move"): "run"}, "action.move", "remain_stationary, normal, advance", '"run"'),
    ({(*OPTIONS, "singel_edge"): True}, "rules.options.singel_edge", "mean single_edge?", "sin"),
    ({(*OPTIONS, "wtc"): True}, "rules.options.wtc", "wtc.shoot_after_as_normal, wtc.", '"wtc"'),
    ({(*OPTIONS, "single_edge"): 1}, "rules.options.single_edge", "true or false", "1"),
    (
        {(*OPTIONS, "wtc.reactive_move_min"): "yes"},
        'rules.options["wtc.reactive_move_min"]', "true or false", '"yes"',
    ),
    ({(*OPTIONS, "duty_mode"): "nsah"}, "rules.options.duty_mode", "did you mean nash", '"nsah"'),
    ({(*OPTIONS, "duty_mode"): True}, "rules.options.duty_mode", "nash, sequential", "true"),
    ({(*OPTIONS, "tolerance"): -1e-6}, "rules.options.tolerance", "from 0 to 0.1", "-1e-06"),
    ({(*OPTIONS, "tolerance"): 1}, "rules.options.tolerance", "from 0 to 0.1", "1"),
    ({(*OPTIONS, "tolerance"): True}, "rules.options.tolerance", "a number from 0", "true"),
    ({(*OPTIONS, "tolerance"): "1e-6"}, "rules.options.tolerance", "a number from 0", '"1e-6"'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "place", "wanted", "got"), CASES, ids=[f"{i}-{c[1]}" for i, c in enumerate(CASES)]
)
def test_parts_that_do_not_fit_are_refused_at_their_place(
    changes: dict[Steps, Any], place: str, wanted: str, got: str
) -> None:
    with pytest.raises(InputError) as refused:
        loads(json.dumps(spoiled(changes)))
    error = refused.value
    assert error.place == place
    assert wanted in error.wanted
    assert got in error.got
    assert len(str(error).splitlines()) == 1


GOOD: dict[str, dict[Steps, Any]] = {
    "a slain model needs no place": {(*M, "slain"): True, AT: None},
    "a slain model may lie off the table": {(U, 0, "models", 2, "at"): [-50, 9]},
    "a base may touch the edge": {AT: [21 / 25.4 - 5e-7, 37.5 / 25.4]},
    "facings are equal modulo 360": {(*PATH, 0): [10, 10, -360, 0]},
    "a start may be rounded": {PATH: [[10 + 9e-7, 10, 1e-7, 0], [11, 10, 1e-7, 0]]},
    "a turn of 360 is no turn": {(*PATH, 1): [14, 10, 360, 0]},
    "a step may be no step": {PATH: [[10, 10, 0, 0], [10, 10, 0, 0]]},
    "one pose is a path": {(ACTION, "paths"): {"a1": [[10, 10, 0, 0]]}},
    "an end off the table is for the referee": {
        (ACTION, "paths"): DELETE, (ACTION, "ends"): {"a1": [-9, 10, 0, 0]},
    },
    "so is a start that is claimed as the end": {
        AT: [0.8, 10], (ACTION, "paths"): DELETE, (ACTION, "ends"): {"a2": [0.8, 10, 90, 0]},
    },
    "so is a start that a path ends at": {AT: [0.8, 10], (*PATH[:2], "a2"): [[0.8, 10, 90, 0]]},
    "a model in reserve has no start": {
        (ACTION, "unit"): "late", (ACTION, "goal"): [],
        (ACTION, "paths"): {"l1": [[1, 1, 0, 0], [2, 2, 9, 0]]},
    },
    "an objective is a target to consolidate": {
        (ACTION, "move"): "consolidate", (ACTION, "targets"): ["well"],
    },
    "a version by its first part": {("rules", "version"): "JUL"},
    "a version by its name": {("rules", "version"): "V946_2026_09_02"},
    "whole numbers and minus nothing": {AT: [13, 10], (*M, "z"): -0.0},
    "an option of another game": {(*OPTIONS, "coherency_during"): "interpolated"},
    "a tolerance of zero": {(*OPTIONS, "tolerance"): 0},
    "ids of one kind only": {
        ("markers", 0, "id"): "alpha",
        (*GOAL, 2): {"travel": True}, (*GOAL, 8): {"travel": True},
    },
    "sides by any name": {("active_side",): "Größe 12 \u2028", ("zones", 0, "side"): "c"},
}  # fmt: skip


@pytest.mark.parametrize("changes", GOOD.values(), ids=GOOD.keys())
def test_what_only_looks_wrong_is_read(changes: dict[Steps, Any]) -> None:
    loads(json.dumps(spoiled(changes)))


def test_rounding_in_a_step_is_taken_back() -> None:
    scenario = loads(
        json.dumps(
            spoiled(
                {
                    PATH: [
                        [10, 10, 0, 0],
                        [14, 10, 360 - 5e-10, 0],
                        [14 + 5e-10, 10, 90, 1e-10],
                        [14, 10, 90 + 1e-10, 3],
                    ]
                }
            )
        )
    )
    assert scenario.action.paths == {
        "a1": (
            (10.0, 10.0, 0.0, 0.0),
            (14.0, 10.0, 0.0, 0.0),
            (14.0, 10.0, 90.0, 0.0),
            (14.0, 10.0, 90.0, 3.0),
        )
    }


def test_rounding_does_not_add_up_unseen() -> None:
    creeping = [[10 + i * 9e-10, 10, 10 * i, 0] for i in range(5)]
    with pytest.raises(InputError, match=r"^action\.paths\.a1\[2\]: wanted a step"):
        loads(json.dumps(spoiled({PATH: creeping})))


def army(*sizes: int) -> Document:
    """Return a scenario of units with these numbers of models."""
    return spoiled(
        {
            (U,): [
                {
                    "id": f"u{i}",
                    "side": "a",
                    "models": [
                        {"id": f"m{i}-{j}", "base": {"round": 25}, "at": [9, 9]}
                        for j in range(size)
                    ],
                }
                for i, size in enumerate(sizes)
            ],
            (ACTION, "unit"): "u0",
        },
        small_document(),
    )


def test_a_unit_has_at_most_64_models() -> None:
    assert len(loads(json.dumps(army(64))).units[0].models) == 64
    with pytest.raises(InputError, match=r"^units\[1\]\.models: wanted one to 64 models .* got 65"):
        loads(json.dumps(army(64, 65)))


def test_there_are_at_most_5000_models() -> None:
    assert len(loads(json.dumps(army(*[50] * 100))).units) == 100
    with pytest.raises(InputError, match=r"^units: wanted at most 5,000 models in all, got 5,001"):
        loads(json.dumps(army(*[50] * 100, 1)))
