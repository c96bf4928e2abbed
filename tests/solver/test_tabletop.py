"""Save files of a table simulator: into a scenario and back."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from movesolver import Action, InputError, Scenario, Table, check, loads
from movesolver.formats.base_sizes import BaseSizes
from movesolver.formats.problems import ProblemsError
from movesolver.formats.scenario import dumps
from movesolver.formats.tabletop import Save, read_save, write_save
from movesolver.formats.tabletop.frame import Frame, nudged, widest
from movesolver.formats.tabletop.objects import clean_name
from movesolver.formats.tabletop.sides import read_sides
from movesolver.table.bases import Base, hull, oval, rectangle, round
from movesolver.table.terrain import Feature, Floor

ROOT = Path(__file__).parents[2]
SAVE = (ROOT / "examples" / "table.json").read_text()
SIZES = ROOT / "examples" / "bases.json"
SIDES = {"red": ["name:Red *"], "blue": ["tint:#3050c0"]}
TABLE = Table(60, 44)


def thing(guid: str, name: str, x: float, z: float, **more: Any) -> dict[str, Any]:
    """An object of a save."""
    transform = {"posX": x, "posY": 1.0, "posZ": z, "rotY": 0.0, **more.pop("transform", {})}
    return {
        "GUID": guid,
        "Name": "Custom_Model",
        "Nickname": name,
        "Transform": transform,
        **more,
    }


def saved(*things: dict[str, Any]) -> str:
    return json.dumps({"SaveName": "x", "ObjectStates": things})


def read(text: str, **more: Any) -> Save:
    options = {"table": TABLE, "sizes": BaseSizes(SIZES), **more}
    return read_save(text, options.pop("sides", SIDES), **options)


def test_the_example() -> None:
    save = read(SAVE)
    units = {unit.id: unit for unit in save.units}
    assert {name: len(unit.models) for name, unit in units.items()} == {
        "red-red-guard": 5,
        "red-red-guard-2": 5,
        "red-red-captain": 1,
        "blue-lancer": 3,
        "blue-walker": 1,
        "blue-scout": 1,
    }
    guard = units["red-red-guard"]
    assert guard.models[0].id == "red-red-guard.a10000"
    assert guard.models[0].at == (10, 14)
    assert (guard.move, units["blue-walker"].move) == (6, None)
    lancer = units["blue-lancer"].models[0]
    assert (lancer.at, lancer.facing, lancer.base) == ((20, 31), 60, oval(75, 42))
    assert units["blue-walker"].models[0].facing == 270
    assert units["blue-scout"].status.in_reserve
    assert units["blue-scout"].models[0].at is None
    assert save.notes == ("Reserves: what is in it (1) is left out", "Scout: 1 beside the table")


def test_names_and_colours() -> None:
    assert clean_name("[b][ff00AA]10/10[-] Big\n boss[/b] ") == "Big boss"
    assert clean_name("[1] Boy") == "[1] Boy"
    assert clean_name("Boy\n[85ff47]2/2[-]") == "Boy"
    sides = read_sides(["a=guid:a1", "b=tag:Red*", "c=tint:#ff0000", "d=tint:00ff00", "a=name:*x"])
    text = saved(
        thing("a1", "Boy", 0, 0),
        thing("a2", "Boy", 5, 0, Tags=["redcoats"]),
        thing("a3", "Boy", 10, 0, ColorDiffuse={"r": 0.9, "g": 0.1, "b": 0}),
        thing("a4", "Boy", 15, 0, ColorDiffuse={"r": 0.1, "g": 0.9, "b": 0}),
        thing("a5", "Boyx", -5, 0, ColorDiffuse={"r": 0.1, "g": 0.9, "b": 0}),
    )
    save = read(text, sides=sides, sizes=BaseSizes(given={"Boy*": round(32)}))
    assert [(unit.side, unit.models[0].id.rpartition(".")[2]) for unit in save.units] == [
        ("a", "a1"), ("a", "a5"), ("b", "a2"), ("c", "a3"), ("d", "a4"),
    ]  # fmt: skip


def test_units_are_models_of_a_tag_or_near_ones_of_a_name() -> None:
    boys = [thing(f"a{k}", "Red Boy", 3.2 * k, 0) for k in range(4)]  # 1.94" apart
    far = thing("b0", "Red Boy", 3.2 * 3 + 3.27, 0)  # 2.01"
    tagged = [
        thing(f"c{k}", n, 20 * k, 9, Tags=["uuid:7"]) for k, n in enumerate(["Red Boy", "Red Nob"])
    ]
    sizes = BaseSizes(given={"Red*": round(32)})
    save = read(saved(*boys, far, *tagged), sizes=sizes)
    assert [sorted(m.id.rpartition(".")[2] for m in unit.models) for unit in save.units] == [
        ["a0", "a1", "a2", "a3"], ["b0"], ["c0", "c1"],
    ]  # fmt: skip
    crowd = [thing(f"a{k}", "Red Boy", 0.01 * k, 0) for k in range(65)]
    with pytest.raises(InputError, match="at most 64 models of one name together"):
        read(saved(*crowd), sizes=sizes)


def test_what_is_no_model_is_left_out_and_told() -> None:
    text = saved(
        thing("a0", "Red Boy", 0, 0),
        thing("a1", "Red wall", 5, 0, Locked=True),
        thing("a2", "Red d6", 5, 5, Name="Die_6"),
        thing("a3", "", 5, 9),
        thing("a4", "Pile", 9, 9, Name="Custom_Model_Bag", ContainedObjects=[{}, {}]),
        thing("a5", "Red token", 5, 0, Name="Custom_Token"),
    )
    save = read(text, sizes=BaseSizes(given={"Red Boy": round(32), "Red token": round(40)}))
    # What has a base in the file is a model, whatever kind of object it is.
    assert [unit.id for unit in save.units] == ["red-red-boy", "red-red-token"]
    assert save.notes == (
        "Pile: what is in it (2) is left out",
        "objects without a name (1) are left out",
    )


def test_bases_over_the_edge_and_beside_the_table() -> None:
    sizes = BaseSizes(given={"Red*": round(32)})
    radius = 16 / 25.4
    text = saved(
        thing("a0", "Red Boy", 30 - radius + 0.2, 0),
        thing("a1", "Red Boy", 28, 0),
        thing("a2", "Red Boy", 30.5, 0),
        thing("a3", "Red Nob", 40, 0),
    )
    save = read(text, sizes=sizes)
    assert [unit.id for unit in save.units] == ["red-red-boy", "red-red-boy-2", "red-red-nob"]
    assert save.units[0].models[0].at == pytest.approx((60 - radius, 22), abs=1e-12)
    assert [unit.status.in_reserve for unit in save.units] == [False, True, True]
    assert save.notes == (
        "Red Boy: 1 beside the table",
        "Red Nob: 1 beside the table",
        "Red Boy: 1 over the table's edge, moved in by up to 0.25 inches",
    )
    tagged = [
        thing("a0", "Red Boy", 0, 0, Tags=["uuid:1"]),
        thing("a1", "Red Boy", 99, 0, Tags=["uuid:1"]),
    ]
    save = read(saved(*tagged), sizes=sizes)
    assert [model.id for model in save.units[0].models] == ["red-red-boy.a0"]
    assert "red-red-boy: 1 of its models, beside the table, are left out" in save.notes


@pytest.mark.parametrize(
    "base",
    [
        round(40),
        oval(120, 60),
        rectangle(100, 50),
        hull([(-2, -1), (3, -1), (3, 1), (0, 0.5), (-2, 1)]),
    ],
)
@pytest.mark.parametrize("facing", [0.0, 37.0, 90.0, 200.0])
def test_a_base_moved_in_lies_on_the_table_and_touches_its_edge(base: Base, facing: float) -> None:
    from movesolver.table.army import Model, Unit

    at = nudged((0.5, 0.4), base, facing, TABLE, most=10.0)
    assert at is not None
    model = Model("m", base, at=at, facing=facing)
    action = Action("u", "remain_stationary", paths={})
    board = Scenario(1, TABLE, (Unit("u", "a", (model,)),), action)
    assert check(loads(dumps(board))).legal
    for off in ((-1e-4, 0.0), (0.0, -1e-4)):
        over = Model("m", base, at=(at[0] + off[0], at[1] + off[1]), facing=facing)
        outside = Scenario(1, TABLE, (Unit("u", "a", (over,)),), action)
        with pytest.raises(InputError):
            dumps(outside)
    assert nudged((0.0, 0.0), base, facing, TABLE, most=0.01) is None
    assert math.dist((0.5, 0.4), at) <= math.sqrt(2) * widest(base)


def test_models_that_stand_on_something() -> None:
    square = ((28.0, 20.0), (36.0, 20.0), (36.0, 26.0), (28.0, 26.0))
    ruin = Feature("ruin", "dense", square, floors=(Floor(square, 3.0), Floor(square, 6.0)))
    sizes = BaseSizes(given={"Red*": round(32)})
    text = saved(
        thing("a0", "Red Boy", -9, 0),
        thing("a1", "Red Boy", 0, 0, transform={"posY": 3.9}),
        thing("a2", "Red Nob", 3, 1, transform={"posY": 7.2}),
        thing("a3", "Red Nob", 20, 0, transform={"posY": 4.0}),
        thing("a4", "Red Nob", -20, 0, transform={"posY": 1.7}),
    )
    save = read(text, sizes=sizes, terrain=[ruin])
    heights = {m.id.rpartition(".")[2]: m.z for unit in save.units for m in unit.models}
    assert heights == {"a0": 0, "a1": 3, "a2": 6, "a3": 0, "a4": 0}
    assert save.notes == (
        "Red Nob: 1 above the table where no floor is known, read at its surface",
    )


@given(st.floats(-30, 30), st.floats(-22, 22), st.floats(-720, 720), st.floats(0.1, 10))
def test_numbers_go_there_and_back(x: float, z: float, turn: float, scale: float) -> None:
    frame = Frame(TABLE, scale)
    assert frame.back(*frame.place(x, z)) == pytest.approx((x, z), abs=1e-5 / scale)
    assert math.cos(math.radians(frame.turn(frame.facing(turn)) - turn)) == pytest.approx(1.0)


def test_moved_models_go_back_into_a_copy_and_nothing_else_changes() -> None:
    units = read(SAVE).units
    action = Action(
        "red-red-captain",
        "normal",
        paths={"red-red-captain.a30000": ((11.6, 12.2, 90, 0), (11.6, 15.2, 90, 0))},
    )
    board = Scenario(1, TABLE, units, action)
    before, after = json.loads(SAVE), json.loads(write_save(SAVE, board))
    changed = [
        (one["GUID"], field, other["Transform"][field])
        for one, other in zip(before["ObjectStates"], after["ObjectStates"], strict=True)
        for field in one["Transform"]
        if one["Transform"][field] != other["Transform"][field]
    ]
    assert changed == [
        ("a30000", "posZ", pytest.approx(-6.8)),
    ]
    for one, other in zip(before["ObjectStates"], after["ObjectStates"], strict=True):
        one.pop("Transform"), other.pop("Transform")
    assert before == after


def test_turns_and_heights_go_back() -> None:
    text = saved(thing("a0", "Red Boy", 0, 0), thing("a0", "Red Boy", 1.5, 0))
    units = read(text, sizes=BaseSizes(given={"Red*": round(32)})).units
    assert [model.id for model in units[0].models] == ["red-red-boy.a0", "red-red-boy.a0~2"]
    ends = {"red-red-boy.a0~2": (40.0, 30.0, 45.0, 3.0)}
    board = Scenario(1, TABLE, units, Action("red-red-boy", "normal", ends=ends))
    first, second = (
        one["Transform"] for one in json.loads(write_save(text, board))["ObjectStates"]
    )
    assert first == {"posX": 0, "posY": 1, "posZ": 0, "rotY": 0}
    assert second == {"posX": 10, "posY": 4, "posZ": 8, "rotY": 45}


def test_models_that_the_save_does_not_have() -> None:
    board = Scenario(1, TABLE, read(SAVE).units, Action("red-red-captain", "remain_stationary"))
    with pytest.raises(ProblemsError) as caught:
        write_save(saved(thing("a10000", "Red Guard", 0, 0)), board)
    assert len(caught.value.problems) == 14
    assert str(caught.value.problems[0]) == (
        "model red-red-guard.a10001: wanted an object of the save, got none"
    )


def test_names_without_a_base_are_said_at_once_or_asked_for(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError) as caught:
        read(SAVE, sizes=BaseSizes())
    assert [problem.place for problem in caught.value.problems] == [
        'object "Red Guard" (10 of them)',
        'object "Red Captain" (1 of them)',
        'object "Lancer" (3 of them)',
        'object "Walker" (1 of them)',
        'object "Scout" (1 of them)',
        'object "Objective 1" (1 of them)',
    ]
    asked = []

    def ask(name: str, count: int) -> tuple[bool, Base | None]:
        asked.append((name, count))
        return True, None if name.startswith("Obj") else round(32)

    path = tmp_path / "bases.json"
    save = read(SAVE, sizes=BaseSizes(path), ask=ask)
    assert asked[0] == ("Red Guard", 10)
    assert len(asked) == 6
    assert read(SAVE, sizes=BaseSizes(path)) == save
    with pytest.raises(ProblemsError, match=r"Scout.*wanted a base"):
        read(SAVE, sizes=BaseSizes(), ask=lambda name, count: (False, None))


def test_models_without_a_side_are_said_at_once() -> None:
    with pytest.raises(ProblemsError) as caught:
        read(SAVE, sides={"red": ["name:Red G*"]})
    assert [problem.place for problem in caught.value.problems] == [
        'object "Red Captain" (1 of them)',
        'object "Lancer" (3 of them)',
        'object "Walker" (1 of them)',
        'object "Scout" (1 of them)',
    ]


@pytest.mark.parametrize("rule", ["", "a", "a=", "a=red", "a=colour:red", "a=tint:red", "=name:x"])
def test_rules_that_are_none(rule: str) -> None:
    with pytest.raises(InputError, match=r"SIDE=name:Red|#rrggbb"):
        read_sides([rule])
    with pytest.raises(InputError, match="rules that say whose"):
        read(SAVE, sides={})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "an empty text"),
        ("[]", "a list of objects"),
        ("{}", "a list of objects"),
        ('{"ObjectStates": {}}', "a list of objects"),
        ('{"ObjectStates": []}', "1 to 5,000 objects whose names have a base, got 0"),
        ('{"ObjectStates": [3]}', r"ObjectStates\[0\]: wanted an object"),
        (saved({"Name": "Custom_Model", "Nickname": "Red Guard"}), r"ObjectStates\[0\]\.Transform"),
        (saved(thing("a", "Red Guard", 0, 0, transform={"posX": "x"})), "posX: wanted a number"),
        (saved(thing("a", "Red Guard", 0, 0, transform={"rotY": None})), "rotY: wanted a number"),
        ("x" * 10_000_001, "at most 10,000,000 bytes"),
        ('{"ObjectStates": [NaN]}', "a finite number"),
        (saved(*(thing(f"a{k}", "Red Guard", 0, 0) for k in range(5001))), "got 5,001"),
    ],
)
def test_bad_saves_get_one_clear_error(text: str, wanted: str) -> None:
    with pytest.raises(InputError, match=wanted):
        read(text)


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_mangled_saves_are_read_or_refused(data: st.DataObject) -> None:
    tree = json.loads(SAVE)
    for _ in range(data.draw(st.integers(1, 4))):
        node: Any = tree
        while isinstance(node, dict | list) and node:
            inner = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
            key, value = inner[data.draw(st.integers(0, len(inner) - 1))]
            if isinstance(value, dict | list) and value and data.draw(st.integers(0, 6)):
                node = value
                continue
            node[key] = data.draw(LEAVES | st.lists(LEAVES, max_size=2))
            break
    text = json.dumps(tree)
    try:
        save = read(text, sizes=BaseSizes(SIZES, given={"*": round(32)}))
    except InputError:
        return
    board = Scenario(1, TABLE, save.units, Action(save.units[0].id, "remain_stationary"))
    again = write_save(text, loads(dumps(board)))
    assert read(again, sizes=BaseSizes(SIZES, given={"*": round(32)})).units == save.units
