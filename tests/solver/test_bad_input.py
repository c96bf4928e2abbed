"""Single values that no scenario may have: each is refused in one line that names its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from movesolver.errors import InputError
from movesolver.formats.scenario import loads
from scenario_data import DELETE, Steps, full_document, spoiled

U = "units"
M: Steps = (U, 0, "models", 1)
ACTION = "action"
GOAL: Steps = (ACTION, "goal")
RULES = "rules"

# What is changed, the place that must be named, a word of what is wanted, a word of what was given.
CASES: list[tuple[dict[Steps, Any], str, str, str]] = [
    # fields that are needed
    ({("movesolver",): DELETE}, "movesolver", "1", "nothing"),
    ({("table",): DELETE}, "table", "width, height", "nothing"),
    ({("table", "height"): DELETE}, "table.height", "a number", "nothing"),
    ({(U,): DELETE}, "units", "a list", "nothing"),
    ({(U, 0, "id"): DELETE}, "units[0].id", "a string", "nothing"),
    ({(U, 0, "side"): DELETE}, "units[0].side", "a string", "nothing"),
    ({(U, 0, "models"): DELETE}, "units[0].models", "a list", "nothing"),
    ({(*M, "id"): DELETE}, "units[0].models[1].id", "a string", "nothing"),
    ({(*M, "base"): DELETE}, "units[0].models[1].base", "round, oval", "nothing"),
    ({(ACTION,): DELETE}, "action", "unit, move", "nothing"),
    ({(ACTION, "unit"): DELETE}, "action.unit", "a string", "nothing"),
    ({(ACTION, "move"): DELETE}, "action.move", "normal", "nothing"),
    ({("terrain", 0, "walls", 0, "top"): DELETE}, "terrain[0].walls[0].top", "number", "nothing"),
    ({("zones", 0, "side"): DELETE}, "zones[0].side", "a string", "nothing"),
    ({(*GOAL, 2, "within", "inches"): DELETE}, "action.goal[2].within.inches", "zone", "nothing"),
    # fields that are not known
    ({("tabel",): 1}, "tabel", "did you mean table", '"tabel"'),
    ({(*M, "postion"): [1, 2]}, "units[0].models[1].postion", "id, base", '"postion"'),
    ({(*M, "facng"): 3}, "units[0].models[1].facng", "did you mean facing", '"facng"'),
    ({(*M, "base", "ovel"): [1, 2]}, "units[0].models[1].base.ovel", "did you mean oval", '"ovel"'),
    ({(U, 0, "status", "charging"): True}, "units[0].status.charging", "charged", '"charging"'),
    ({(ACTION, "b c\n"): 1}, 'action["b c\\n"]', "one of", "b c"),
    # another version of the format
    ({("movesolver",): 2}, "movesolver", "1", "2"),
    ({("movesolver",): "1"}, "movesolver", "1", '"1"'),
    ({("movesolver",): True}, "movesolver", "1", "true"),
    ({("movesolver",): 2, ("table",): DELETE, ("new",): 1}, "movesolver", "1", "2"),
    # values of another type
    ({("table",): [60, 44]}, "table", "an object", "[60, 44]"),
    ({("table", "width"): "60"}, "table.width", "a number", '"60"'),
    ({("table", "width"): True}, "table.width", "a number", "true"),
    ({("table", "width"): None}, "table.width", "a number", "null"),
    ({("round",): 1.5}, "round", "a whole number", "1.5"),
    ({(U,): {}}, "units", "a list", "{}"),
    ({(U, 1): "foe"}, "units[1]", "an object", '"foe"'),
    ({(*M, "at"): [1]}, "units[0].models[1].at", "two numbers", "[1]"),
    ({(*M, "at"): [1, 2, 3]}, "units[0].models[1].at", "two numbers", "[1, 2, 3]"),
    ({(*M, "at"): [1, "2"]}, "units[0].models[1].at[1]", "a number", '"2"'),
    ({(*M, "at"): {"x": 1}}, "units[0].models[1].at", "two numbers", "{"),
    ({(*M, "slain"): 1}, "units[0].models[1].slain", "true or false", "1"),
    ({(*M, "keywords"): "FLY"}, "units[0].models[1].keywords", "a list", '"FLY"'),
    ({(*M, "keywords", 0): 3}, "units[0].models[1].keywords[0]", "a string", "3"),
    ({(*M, "base"): 32}, "units[0].models[1].base", "round, oval", "32"),
    ({(U, 0, "status"): None}, "units[0].status", "an object", "null"),
    ({(U, 0, "status", "moved"): "norml"}, "units[0].status.moved", "did you mean normal", "norml"),
    ({(U, 0, "status", "moved"): 3}, "units[0].status.moved", "assault_disembark, charge", "3"),
    ({(U, 2, "status", "capacity"): 1.5}, "units[2].status.capacity", "a whole number", "1.5"),
    ({(*GOAL, 0, "near"): "centre"}, "action.goal[0].near", "two numbers or an object", "centre"),
    ({(*GOAL, 0, "near"): [1, "x"]}, "action.goal[0].near[1]", "a number", '"x"'),
    ({(*GOAL, 1, "near"): {"unti": "foe"}}, "action.goal[1].near.unti", "mean unit?", "unti"),
    ({(*GOAL, 4, "wish"): [1, 2]}, "action.goal[4].wish", "an object", "[1, 2]"),
    ({(*GOAL, 4, "wish", "a1"): [1, None]}, "action.goal[4].wish.a1[1]", "a number", "null"),
    ({(ACTION, "paths", "a1"): [1]}, "action.paths.a1[0]", "four numbers", "1"),
    ({(ACTION, "paths", "a1", 0): [10, 10, 0]}, "action.paths.a1[0]", "[x, y, facing, z]", "10"),
    ({(ACTION, "roll"): "4"}, "action.roll", "a whole number", '"4"'),
    ({(RULES, "options"): []}, "rules.options", "an object", "[]"),
    ({(RULES, "options", "single_edge"): None}, "rules.options.single_edge", "true", "null"),
    ({(RULES, "options", "single_edge"): [1]}, "rules.options.single_edge", "true", "[1]"),
    # numbers out of range
    ({("table", "width"): 0}, "table.width", "a positive number", "0"),
    ({("table", "height"): -44}, "table.height", "a positive number", "-44"),
    ({("table", "width"): 1_000_001}, "table.width", "at most 1,000,000", "1000001"),
    ({("table", "width"): 10**400}, "table.width", "at most 1,000,000", "1000"),
    ({(*M, "at"): [-2e6, 0]}, "units[0].models[1].at[0]", "at most 1,000,000", "-2000000"),
    ({(*M, "facing"): 1e300}, "units[0].models[1].facing", "at most 1,000,000", "1e+300"),
    ({(*M, "z"): -1}, "units[0].models[1].z", "zero or a positive number", "-1"),
    ({(*M, "move"): -6}, "units[0].models[1].move", "zero or a positive number", "-6"),
    ({(U, 0, "move"): -6}, "units[0].move", "zero or a positive number", "-6"),
    ({(*M, "height"): -1}, "units[0].models[1].height", "zero or a positive", "-1"),
    ({(U, 0, "status", "scouts"): -6}, "units[0].status.scouts", "zero or a positive", "-6"),
    ({(U, 2, "status", "capacity"): -1}, "units[2].status.capacity", "zero or a positive", "-1"),
    ({("round",): 0}, "round", "1 or more", "0"),
    ({(ACTION, "roll"): 0}, "action.roll", "1 or more", "0"),
    ({(ACTION, "max_distance"): -1}, "action.max_distance", "zero or a positive", "-1"),
    ({("markers", 0, "diameter_mm"): -40}, "markers[0].diameter_mm", "positive", "-40"),
    ({("terrain", 0, "walls", 0, "bottom"): -1}, "terrain[0].walls[0].bottom", "zero", "-1"),
    ({("terrain", 0, "walls", 0, "bottom"): 5}, "terrain[0].walls[0].top", "above", "5"),
    ({("terrain", 0, "floors", 0, "z"): -3}, "terrain[0].floors[0].z", "zero", "-3"),
    ({(*GOAL, 2, "within", "inches"): -3}, "action.goal[2].within.inches", "zero", "-3"),
    ({(ACTION, "paths", "a1", 1, 3): -1}, "action.paths.a1[1][3]", "zero or more", "-1"),
    # bases
    ({(*M, "base"): {}}, "units[0].models[1].base", "exactly one of", "none"),
    ({(*M, "base", "round"): 32}, "units[0].models[1].base", "exactly one of", "round and oval"),
    ({(*M, "base"): {"round": -32}}, "units[0].models[1].base.round", "positive", "-32"),
    ({(*M, "base"): {"round": 0}}, "units[0].models[1].base.round", "positive", "0"),
    (
        {(*M, "base"): {"oval": [75, 1e-9]}},
        "units[0].models[1].base.oval[1]",
        "1 to 1,000 mm",
        "1e-09",
    ),
    (
        {(*M, "base"): {"hull": [[0, 0], [9, 0], [0, 1e-3]]}},
        "units[0].models[1].base.hull",
        "a polygon of 1 to 1,000 mm across",
        "228.6 x 0.0254 mm",
    ),
    ({(*M, "base"): {"oval": [75]}}, "units[0].models[1].base.oval", "two numbers", "[75]"),
    ({(*M, "base"): {"oval": 75}}, "units[0].models[1].base.oval", "two numbers", "75"),
    ({(*M, "base"): {"oval": [75, -42]}}, "units[0].models[1].base.oval[1]", "positive", "-42"),
    ({(*M, "base"): {"oval": [42, 75]}}, "units[0].models[1].base.oval", "length", "[42.0, 75.0]"),
    ({(*M, "base"): {"rectangle": [0, 9]}}, "units[0].models[1].base.rectangle[0]", "posit", "0"),
    # outlines
    (
        {(*M, "base"): {"hull": [[0, 0], [2, 2], [2, 0], [0, 2]]}},
        "units[0].models[1].base.hull", "simple polygon", "Self-intersection",
    ),
    ({(*M, "base"): {"hull": [[0, 0], [1, 1]]}}, "units[0].models[1].base.hull", "three", "2"),
    (
        {(*M, "base"): {"hull": [[0, 0], [1, 1], [0, 0], [1, 1]]}},
        "units[0].models[1].base.hull", "simple polygon", "elf-intersection",
    ),
    (
        {(*M, "base"): {"hull": [[0, 0], [1, 0], [1, 0], [0, 0]]}},
        "units[0].models[1].base.hull", "three different points", "2",
    ),
    (
        {(*M, "base"): {"hull": [[0, 0], [1e-6, 0], [0, 1e-6]]}},
        "units[0].models[1].base.hull", "area", "5e-13",
    ),
    ({("terrain", 0, "footprint", 2): [20, 9]}, "terrain[0].footprint", "simple", "elf-inter"),
    ({("terrain", 0, "walls", 0, "polygon"): []}, "terrain[0].walls[0].polygon", "three", "0"),
    ({("terrain", 0, "floors", 0, "polygon"): [[1, 2]]}, "terrain[0].floors[0].polygon", "t", "1"),
    ({("zones", 0, "polygon", 1): [1, 2, 3]}, "zones[0].polygon[1]", "two numbers", "[1, 2, 3]"),
    ({("markers", 1, "area"): [[0, 0], [1, 1]]}, "markers[1].area", "three points", "2"),
    # one of several
    ({("markers", 0, "area"): [[0, 0], [1, 0], [0, 1]]}, "markers[0]", "one of at, area", "both"),
    ({("markers", 0, "at"): DELETE}, "markers[0]", "exactly one of at, area", "neither"),
    ({(ACTION, "ends"): {}}, "action", "paths or ends", "both"),
    ({(*GOAL, 0, "travel"): True}, "action.goal[0]", "exactly one of", "near and travel"),
    ({(*GOAL, 0, "near"): DELETE}, "action.goal[0]", "exactly one of", "none"),
    ({(*GOAL, 5, "travel"): False}, "action.goal[5].travel", "true", "false"),
    ({(*GOAL, 1, "near", "marker"): "centre"}, "action.goal[1].near", "exactly one", "marker and"),
    ({(*GOAL, 1, "near"): {"zone": "deploy-b"}}, "action.goal[1].near", "a point", "a zone"),
    ({(*GOAL, 4, "wish", "a1"): [1]}, "action.goal[4].wish.a1", "[x, y]", "[1.0]"),
    ({(*GOAL, 4, "wish", "a1"): [1] * 5}, "action.goal[4].wish.a1", "[x, y]", "1.0"),
    ({(*GOAL, 6, "field", "step"): 0}, "action.goal[6].field.step", "positive", "0"),
    ({(*GOAL, 6, "field", "values"): []}, "action.goal[6].field.values", "two rows", "fewer"),
    ({(*GOAL, 6, "field", "values", 1): [1, 2]}, "action.goal[6].field.values[1]", "3", "2"),
    ({(ACTION, "paths", "a1"): []}, "action.paths.a1", "at least one pose", "none"),
    ({(*GOAL, 0, "worst"): 1}, "action.goal[0].worst", "true or false", "1"),
    ({(*GOAL, 0, "priorities"): [1]}, "action.goal[0].priorities", "an object", "[1]"),
    ({(*GOAL, 7, "priorities", "a1"): "x"}, "action.goal[7].priorities.a1", "a number", '"x"'),
    ({(*GOAL, 8, "need", "models"): 0}, "action.goal[8].need.models", "1 or more", "0"),
    ({(*GOAL, 8, "need", "models"): 1.5}, "action.goal[8].need.models", "a whole number", "1.5"),
    ({(*GOAL, 8, "need", "models"): DELETE}, "action.goal[8].need.models", "a whole", "nothing"),
    ({(*GOAL, 8, "need", "inches"): DELETE}, "action.goal[8].need.inches", "zone", "nothing"),
    ({(*GOAL, 8, "need", "inches"): -1}, "action.goal[8].need.inches", "zero", "-1"),
    ({(*GOAL, 8, "weight"): 2}, "action.goal[8].weight", "no points", "2"),
    ({(*GOAL, 8, "worst"): True}, "action.goal[8].worst", "no points", "true"),
    ({(*GOAL, 8, "priorities"): {}}, "action.goal[8].priorities", "no points", "{}"),
    # names
    ({(U, 0, "id"): ""}, "units[0].id", "at least one character", '""'),
    ({(U, 0, "side"): ""}, "units[0].side", "at least one character", '""'),
    ({(*M, "id"): ""}, "units[0].models[1].id", "at least one character", '""'),
    ({("terrain", 0, "id"): ""}, "terrain[0].id", "at least one character", '""'),
    ({("markers", 0, "id"): ""}, "markers[0].id", "at least one character", '""'),
    ({("zones", 0, "id"): ""}, "zones[0].id", "at least one character", '""'),
    ({("zones", 0, "side"): ""}, "zones[0].side", "at least one character", '""'),
    ({(U, 0, "models"): []}, "units[0].models", "one to 64 models", "0"),
    # words from a list
    ({("terrain", 0, "category"): "heavy"}, "terrain[0].category", "exposed, light", "heavy"),
    ({("phase",): "moving"}, "phase", "movement", "moving"),
    ({(ACTION, "move"): "nromal"}, "action.move", "did you mean normal", "nromal"),
    ({(ACTION, "move"): "teleport"}, "action.move", "remain_stationary", "teleport"),
    ({(ACTION, "mode"): "ordered"}, "action.mode", "did you mean ordered_retreat", "ordered"),
    ({(RULES, "game"): "chess"}, "rules.game", "wh40k11, voidsiege, wh40k10", "chess"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "place", "wanted", "got"), CASES, ids=[f"{i}-{c[1]}" for i, c in enumerate(CASES)]
)
def test_a_bad_value_is_refused_at_its_place(
    changes: dict[Steps, Any], place: str, wanted: str, got: str
) -> None:
    with pytest.raises(InputError) as refused:
        loads(json.dumps(spoiled(changes)))
    error = refused.value
    assert error.place == place
    assert wanted in error.wanted
    assert got in error.got
    assert str(error) == f"{place}: wanted {error.wanted}, got {error.got}"
    assert len(str(error).splitlines()) == 1


def test_the_document_all_cases_start_from_is_good() -> None:
    assert loads(json.dumps(full_document())).action.unit == "alpha"


def test_long_values_are_cut() -> None:
    with pytest.raises(InputError) as refused:
        loads(json.dumps(spoiled({("table",): "x" * 5000, ("round",): 2})))
    assert len(refused.value.got) <= 60
